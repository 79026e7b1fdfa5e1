//! Permissions depend on who is asking: nobody, a session, or a token with fewer rights.

use bastide::service::{
    AccessError, DeclineError, Denied, InviteError, JoinError, LeaveError, OpenError, PlayError, Principal,
    RematchError, Scope,
};
use bastide::table::Filter;

use crate::app::{HOME, TestApp, as_user, submission, two_seats};

crate::on_both_databases! {
    a_token_for_reading_shows_what_its_user_may_see_and_changes_nothing
    people_who_are_not_signed_in_see_public_games_and_change_nothing
}

async fn a_token_for_reading_shows_what_its_user_may_see_and_changes_nothing(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let token = Principal::token(ann.clone(), Scope::Read.into(), None);
    let hidden = two_seats().with(|settings| settings.public = false);
    let table = app.service.open_table(&as_user(&ann), &hidden).await.unwrap();
    app.game_of(&[&ann, &ben], None).await;
    assert!(app.service.table(&token, &table, None).await.unwrap().is_some());
    assert_eq!(app.service.dashboard(&token).await.unwrap().my_tables.len(), 1);
    assert_eq!(app.service.my_games(&token, &Filter::default(), None).await.unwrap().games.len(), 1);
    changes_nothing(app, &token, Denied::Scope(Scope::Play)).await;

    let player = Principal::token(ann, Scope::Play.into(), None);
    assert!(app.service.table(&player, &table, None).await.unwrap().is_none(), "it may not read");
    let unread = app.service.dashboard(&player).await;
    assert!(matches!(unread, Err(AccessError::Denied(Denied::Scope(Scope::Read)))), "{unread:?}");
    app.service.close_table(&player, &table).await.unwrap();
}

async fn people_who_are_not_signed_in_see_public_games_and_change_nothing(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    assert!(app.service.table(&HOME, &game, None).await.unwrap().is_some());
    assert_eq!(app.service.public_games(&HOME, &Filter::default(), None).await.unwrap().games.len(), 1);
    for denied in [
        app.service.turns_waiting(&HOME).await.map(|_| ()),
        app.service.my_games(&HOME, &Filter::default(), None).await.map(|_| ()),
    ] {
        assert!(matches!(denied, Err(AccessError::Denied(Denied::SignedOut))), "{denied:?}");
    }
    changes_nothing(app, &HOME, Denied::SignedOut).await;
}

/// Tries everything that players do at tables and in games.
async fn changes_nothing(app: &TestApp, principal: &Principal, why: Denied) {
    let service = &app.service;
    let people = (app.person("dora").await, app.person("eve").await);
    let waiting = service.open_table(&as_user(&people.0), &two_seats()).await.unwrap();
    let players = [&people.0, &people.1];
    let game = app.game_of(&players, None).await;
    let (_, expected, turn) = app.next_turn(&game, &players).await;
    let form = submission(service, expected);
    let opened = service.open_table(principal, &two_seats()).await;
    assert!(matches!(opened, Err(OpenError::Denied(denied)) if denied == why), "{opened:?}");
    let joined = service.join(principal, &waiting, None, None).await;
    assert!(matches!(joined, Err(JoinError::Denied(denied)) if denied == why), "{joined:?}");
    for left in [service.leave(principal, &waiting).await, service.close_table(principal, &waiting).await] {
        assert!(matches!(left, Err(LeaveError::Denied(denied)) if denied == why), "{left:?}");
    }
    for played in
        [service.turn(principal, &game, &form, turn).await, service.resign(principal, &game, &form).await]
    {
        assert!(matches!(played, Err(PlayError::Denied(denied)) if denied == why), "{played:?}");
    }
    let invited = service.invite(principal, &waiting, "eve").await;
    assert!(matches!(invited, Err(InviteError::Denied(denied)) if denied == why), "{invited:?}");
    let declined = service.decline(principal, &waiting).await;
    assert!(matches!(declined, Err(DeclineError::Denied(denied)) if denied == why), "{declined:?}");
    let again = service.rematch(principal, &game, None).await;
    assert!(matches!(again, Err(RematchError::Denied(denied)) if denied == why), "{again:?}");
    let seen = service.mark_seen(principal, &game).await;
    assert!(matches!(seen, Err(AccessError::Denied(denied)) if denied == why), "{seen:?}");
    assert_eq!(why.code(), opened.unwrap_err().code());
}
