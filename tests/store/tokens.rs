//! Tokens of the API: who has them, what they may do, and when they stop working.

use bastide::account::{ApiToken, UserId};
use bastide::service::{AccessError, Denied, MOST_TOKENS, Principal, Scope, TokenError, TokenLife};
use chrono::TimeDelta;
use enumset::EnumSet;

use crate::app::{HOME, TestApp, as_confirmed, as_user};

crate::on_both_databases! {
    a_token_stands_for_its_user_and_its_scopes_until_it_is_revoked
    a_token_expires_and_the_clean_up_job_deletes_it
    the_use_of_a_token_is_noted_once_an_hour
    a_user_has_twenty_tokens_at_most_and_a_guest_none
    tokens_of_locked_accounts_do_not_work_and_recovery_revokes_all
}

async fn make(app: &TestApp, user: &UserId, life: TokenLife) -> Result<ApiToken, TokenError> {
    let principal = as_confirmed(user, &app.clock);
    app.service.make_token(&principal, "my program", Scope::Read | Scope::Play, life).await
}

async fn works(app: &TestApp, token: &ApiToken) -> Option<Principal> {
    app.service.bearer(token, HOME.address()).await.unwrap().map(|(_, principal)| principal)
}

async fn rows(app: &TestApp) -> Vec<String> {
    sqlx::query_scalar("SELECT token FROM tokens").fetch_all(&app.raw).await.unwrap()
}

async fn a_token_stands_for_its_user_and_its_scopes_until_it_is_revoked(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let token = make(app, &ann, TokenLife::Endless).await.unwrap();
    let other = make(app, &ann, TokenLife::Days30).await.unwrap();
    assert!(rows(app).await.iter().all(|stored| stored.len() == 64), "hashes");
    let (user, principal) = service.bearer(&token, None).await.unwrap().unwrap();
    assert_eq!((user.id, user.name.as_str()), (ann.clone(), "ann"));
    assert_eq!(principal, Principal::token(ann.clone(), Scope::Read | Scope::Play, None));
    assert!(works(app, &ApiToken::new([7; 25])).await.is_none());

    let listed = service.tokens(&as_user(&ann)).await.unwrap();
    let [first, second] = &listed[..] else { panic!("{listed:?}") };
    assert_eq!((first.name.as_str(), first.scopes), ("my program", Scope::Read | Scope::Play));
    let untils = [first, second].map(|token| token.until);
    assert!(untils.contains(&None) && untils.contains(&Some(app.clock.now() + TimeDelta::days(30))));
    let denied = service.tokens(&principal).await;
    assert!(matches!(denied, Err(AccessError::Denied(Denied::Scope(Scope::Account)))), "{denied:?}");
    let all = Principal::token(ann.clone(), EnumSet::all(), None);
    let denied = service.make_token(&all, "more", Scope::Read.into(), TokenLife::Endless).await;
    assert!(matches!(denied, Err(TokenError::Denied(Denied::Unconfirmed))), "{denied:?}");

    let endless = listed.iter().find(|token| token.until.is_none()).unwrap();
    let foreign = service.revoke_token(&as_user(&ben), &endless.id).await;
    assert!(matches!(foreign, Err(TokenError::Unknown)), "{foreign:?}");
    service.revoke_token(&as_user(&ann), &endless.id).await.unwrap();
    assert!(works(app, &token).await.is_none() && works(app, &other).await.is_some());
    let again = service.revoke_token(&as_user(&ann), &endless.id).await;
    assert!(matches!(again, Err(TokenError::Unknown)), "{again:?}");
}

async fn a_token_expires_and_the_clean_up_job_deletes_it(app: &TestApp) {
    let ann = app.person("ann").await;
    let token = make(app, &ann, TokenLife::Days30).await.unwrap();
    let endless = make(app, &ann, TokenLife::Endless).await.unwrap();
    app.clock.advance(TimeDelta::days(30) - TimeDelta::seconds(1));
    app.service.clean_up().await.unwrap();
    assert!(works(app, &token).await.is_some());
    app.clock.advance(TimeDelta::seconds(1));
    assert!(works(app, &token).await.is_none());
    assert_eq!(app.service.tokens(&as_user(&ann)).await.unwrap().len(), 1);
    assert_eq!(rows(app).await.len(), 2);
    app.service.clean_up().await.unwrap();
    assert_eq!(rows(app).await, [endless.hash().as_str()]);
    assert!(works(app, &endless).await.is_some());
}

async fn the_use_of_a_token_is_noted_once_an_hour(app: &TestApp) {
    let ann = app.person("ann").await;
    let token = make(app, &ann, TokenLife::Endless).await.unwrap();
    let used = async || app.service.tokens(&as_user(&ann)).await.unwrap()[0].used;
    assert_eq!(used().await, None);
    let mut noted = app.clock.now();
    for minutes in [0, 59, 1] {
        app.clock.advance(TimeDelta::minutes(minutes));
        if minutes != 59 {
            noted = app.clock.now();
        }
        works(app, &token).await.unwrap();
        assert_eq!(used().await, Some(noted));
    }
}

async fn a_user_has_twenty_tokens_at_most_and_a_guest_none(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    make(app, &ann, TokenLife::Days30).await.unwrap();
    for _ in 1..MOST_TOKENS {
        make(app, &ann, TokenLife::Days90).await.unwrap();
    }
    let more = make(app, &ann, TokenLife::Days30).await;
    assert!(matches!(more, Err(TokenError::TooMany)), "{more:?}");
    make(app, &ben, TokenLife::Days30).await.unwrap();
    app.clock.advance(TimeDelta::days(30));
    make(app, &ann, TokenLife::Days30).await.expect("one has expired");
    let guest = app.service.create_guest(&HOME, "").await.unwrap();
    let made = make(app, &guest.user.id, TokenLife::Days30).await;
    assert!(matches!(made, Err(TokenError::TooMany)), "{made:?}");

    let principal = as_confirmed(&ben, &app.clock);
    for name in ["", "  ", "a\nb", &"x".repeat(61)] {
        let made = app.service.make_token(&principal, name, Scope::Read.into(), TokenLife::Days30).await;
        assert!(matches!(made, Err(TokenError::Name)), "{name:?}: {made:?}");
    }
    let made = app.service.make_token(&principal, "x", EnumSet::empty(), TokenLife::Days30).await;
    assert!(matches!(made, Err(TokenError::NoScope)), "{made:?}");
}

async fn tokens_of_locked_accounts_do_not_work_and_recovery_revokes_all(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    let me = ann.login.principal(None);
    let token = service.make_token(&me, "x", Scope::Read.into(), TokenLife::Endless).await.unwrap();
    let lock = async |at: Option<i64>| {
        sqlx::query("UPDATE users SET locked = $1 WHERE name = 'ann'")
            .bind(at)
            .execute(&app.raw)
            .await
            .unwrap();
    };
    lock(Some(1)).await;
    assert!(works(app, &token).await.is_none());
    lock(None).await;
    assert!(works(app, &token).await.is_some());
    service.change_password(&me, "correct horse", "battery staple").await.unwrap();
    assert!(works(app, &token).await.is_some(), "programs go on");
    service.recover(&HOME, "ann", &ann.codes[0].reveal(), "correct horse", "").await.unwrap();
    assert!(works(app, &token).await.is_none());
}

/// Sends every statement about tokens.
pub async fn tour(app: &TestApp, me: &Principal) {
    let service = &app.service;
    let me = &me.clone().confirmed_at(app.clock.now());
    let token = service.make_token(me, "tour", EnumSet::all(), TokenLife::Endless).await.unwrap();
    service.bearer(&token, None).await.unwrap().unwrap();
    let id = service.tokens(me).await.unwrap()[0].id.clone();
    service.revoke_token(me, &id).await.unwrap();
}
