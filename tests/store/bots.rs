//! Bots: who makes and removes them, and what they count for.

use bastide::account::{ApiToken, RestrictionKind, UserId};
use bastide::service::{
    AccessError, BotError, CLOSES_AFTER, Denied, InviteError, JoinError, LoginError, MOST_BOTS, OpenError,
    Principal, ProposalError, RecoverError, RestrictionTerms, Scope, SignUpError, TokenError, TokenLife,
};
use bastide::table::{GameId, InviteRefusal, ProposalRefusal, Settings, Status};
use chrono::TimeDelta;

use crate::absences::assert_rows_follow_from_logs;
use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs, two_seats};

crate::on_both_databases! {
    a_person_makes_three_bots_and_nobody_else_gets_their_names
    a_bot_acts_by_the_tokens_of_its_maker_alone
    nobody_signs_in_to_a_bot
    a_removed_bot_resigns_its_games_and_its_name_stays_taken
    closing_an_account_closes_its_bots
    locking_an_account_locks_its_bots
    tables_know_which_of_their_people_are_bots
    bots_sit_only_at_tables_that_allow_it
}

/// A bot of this person.
pub async fn bot(app: &TestApp, maker: &UserId, name: &str) -> UserId {
    app.service.make_bot(&as_confirmed(maker, &app.clock), name).await.unwrap();
    let bots = app.service.bots(&as_user(maker)).await.unwrap();
    bots.into_iter().find(|bot| bot.name == name).unwrap().id
}

/// A game in which bots may sit.
async fn game(app: &TestApp, players: &[&UserId]) -> GameId {
    app.game_with(players, |settings| settings.bots = true).await
}

async fn token(app: &TestApp, maker: &UserId, bot: &UserId) -> Result<ApiToken, BotError> {
    let maker = as_confirmed(maker, &app.clock);
    app.service.make_bot_token(&maker, bot, "engine", TokenLife::Endless).await
}

async fn works(app: &TestApp, token: &ApiToken) -> Option<Principal> {
    app.service.bearer(token, HOME.address()).await.unwrap().map(|(_, principal)| principal)
}

async fn status(app: &TestApp, game: &GameId) -> Status {
    app.service.table(&HOME, game, None).await.unwrap().unwrap().table.status()
}

async fn a_person_makes_three_bots_and_nobody_else_gets_their_names(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (me, other) = (as_confirmed(&ann, &app.clock), as_confirmed(&ben, &app.clock));
    for name in ["rex-one", "rex-two", "rex-three"] {
        service.make_bot(&me, name).await.unwrap();
    }
    let fourth = service.make_bot(&me, "rex-four").await;
    assert!(matches!(fourth, Err(BotError::TooMany)), "{fourth:?}");
    let names: Vec<_> = service.bots(&me).await.unwrap().into_iter().map(|bot| bot.name).collect();
    assert_eq!(names.len(), MOST_BOTS as usize);
    for (name, looks) in [("REX-one", false), ("rexone", true), ("ann", false)] {
        let refused = service.make_bot(&other, name).await;
        let expected = if looks { "name-looks-taken" } else { "name-taken" };
        assert_eq!(refused.unwrap_err().code(), expected, "{name}");
    }
    let taken = service.sign_up(&HOME, "rex-one", "correct horse", "").await;
    assert!(matches!(taken, Err(SignUpError::Taken)), "{taken:?}");
    for name in ["bot", "x", "a b", "9lives"] {
        assert!(matches!(service.make_bot(&other, name).await, Err(BotError::Name(_))), "{name}");
    }

    let late = service.make_bot(&as_user(&ben), "late").await;
    assert!(matches!(late, Err(BotError::Denied(Denied::Unconfirmed))), "{late:?}");
    let guest = service.create_guest(&HOME, "").await.unwrap();
    let made = service.make_bot(&as_confirmed(&guest.user.id, &app.clock), "gus-bot").await;
    assert!(matches!(made, Err(BotError::Guest)), "{made:?}");
    assert!(matches!(service.bots(&HOME).await, Err(AccessError::Denied(Denied::SignedOut))));

    // At the same time.
    let made = tokio::join!(
        service.make_bot(&other, "ben-one"),
        service.make_bot(&other, "ben-two"),
        service.make_bot(&other, "ben-three"),
        service.make_bot(&other, "ben-four"),
    );
    let refused = [made.0, made.1, made.2, made.3].into_iter().filter(Result::is_err).count();
    assert_eq!((refused, service.bots(&other).await.unwrap().len()), (1, 3));
}

async fn a_bot_acts_by_the_tokens_of_its_maker_alone(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(app, &ann, "rex").await;
    let foreign = token(app, &ben, &rex).await;
    assert!(matches!(foreign, Err(BotError::Unknown)), "{foreign:?}");
    let person = token(app, &ann, &ben).await;
    assert!(matches!(person, Err(BotError::Unknown)), "{person:?}");
    let secret = token(app, &ann, &rex).await.unwrap();
    let principal = works(app, &secret).await.unwrap();
    assert_eq!(
        principal,
        Principal::token(rex.clone(), Scope::Read | Scope::Play | Scope::Talk, HOME.address())
    );
    let denied = service.bots(&principal).await;
    assert!(matches!(denied, Err(AccessError::Denied(Denied::Scope(Scope::Account)))), "{denied:?}");

    let bots = service.bots(&as_user(&ann)).await.unwrap();
    let id = bots[0].tokens[0].id.clone();
    assert_eq!(
        (bots.len(), bots[0].tokens.len(), service.tokens(&as_user(&ann)).await.unwrap().len()),
        (1, 1, 0)
    );
    for (user, bot) in [(&ben, &rex), (&ann, &ann), (&ann, &ben)] {
        let refused = service.revoke_bot_token(&as_user(user), bot, &id).await;
        assert!(matches!(refused, Err(BotError::Unknown)), "{refused:?}");
    }
    let mine = service.revoke_token(&as_user(&ann), &id).await;
    assert!(matches!(mine, Err(TokenError::Unknown)), "{mine:?}");
    service.revoke_bot_token(&as_user(&ann), &rex, &id).await.unwrap();
    assert!(works(app, &secret).await.is_none());
    let foreign = service.remove_bot(&as_confirmed(&ben, &app.clock), &rex).await;
    assert!(matches!(foreign, Err(BotError::Unknown)), "{foreign:?}");
}

async fn nobody_signs_in_to_a_bot(app: &TestApp) {
    let ann = app.person("ann").await;
    bot(app, &ann, "rex").await;
    for password in ["", "correct horse", "?"] {
        let refused = app.service.log_in(&HOME, "rex", password, "").await;
        assert!(matches!(refused, Err(LoginError::Wrong)), "{refused:?}");
    }
    let code = "aaaaa-aaaaa-aaaaa-aaaaa";
    let refused = app.service.recover(&HOME, "rex", code, "battery staple", "").await;
    assert!(matches!(refused, Err(RecoverError::Wrong)), "{refused:?}");
    assert!(app.service.reset_account("rex").await.unwrap().is_none());
}

async fn a_removed_bot_resigns_its_games_and_its_name_stays_taken(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(app, &ann, "rex").await;
    let secret = token(app, &ann, &rex).await.unwrap();
    let game = game(app, &[&rex, &ben]).await;
    service.remove_bot(&as_confirmed(&ann, &app.clock), &rex).await.unwrap();
    assert!(works(app, &secret).await.is_none(), "at once");
    assert!(service.bots(&as_user(&ann)).await.unwrap().is_empty());
    run_jobs(service).await;
    assert_eq!(status(app, &game).await, Status::Finished);
    let again = service.make_bot(&as_confirmed(&ann, &app.clock), "rex").await;
    assert!(matches!(again, Err(BotError::Taken)), "{again:?}");
    for name in ["rex-two", "rex-three", "rex-four"] {
        bot(app, &ann, name).await;
    }
    let twice = service.remove_bot(&as_confirmed(&ann, &app.clock), &rex).await;
    assert!(matches!(twice, Err(BotError::Unknown)), "{twice:?}");
    assert_rows_follow_from_logs(app).await;
}

async fn closing_an_account_closes_its_bots(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (rex, ada) = (bot(app, &ann, "rex").await, bot(app, &ben, "ada").await);
    let game = game(app, &[&rex, &ben]).await;
    let secret = token(app, &ann, &rex).await.unwrap();
    service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    assert!(works(app, &secret).await.is_none(), "tokens end at once");
    app.clock.advance(CLOSES_AFTER - TimeDelta::seconds(1));
    run_jobs(service).await;
    assert_eq!(status(app, &game).await, Status::Playing);
    app.clock.advance(TimeDelta::seconds(1));
    run_jobs(service).await;
    run_jobs(service).await;
    assert_eq!(status(app, &game).await, Status::Finished);
    let closed = "SELECT COUNT(*) FROM users WHERE closed IS NOT NULL";
    assert_eq!(app.count(closed).await, 2, "ann and her bot");
    assert_eq!(app.count("SELECT COUNT(*) FROM users WHERE folded IN ('ann', 'rex')").await, 0);
    assert!(token(app, &ben, &ada).await.is_ok());
}

async fn locking_an_account_locks_its_bots(app: &TestApp) {
    let (ann, mo) = (app.person("ann").await, app.person("mo").await);
    let (service, _) = app.service.clone().with_staff(&["mo".to_owned()], &[]).await.unwrap();
    let rex = bot(app, &ann, "rex").await;
    let secret = token(app, &ann, &rex).await.unwrap();
    let mo = as_confirmed(&mo, &app.clock);
    let terms =
        RestrictionTerms { kind: RestrictionKind::Account, days: 1, rule: "Play fair", reason: "too fast" };
    for user in [&ann, &rex] {
        service.restrict(&mo, user, terms).await.unwrap();
        assert!(works(app, &secret).await.is_none());
        let restriction = service.restrictions_of(&mo, user).await.unwrap().remove(0).id;
        service.lift_restriction(&mo, &restriction, "slower now").await.unwrap();
        assert!(works(app, &secret).await.is_some());
    }
}

async fn tables_know_which_of_their_people_are_bots(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(app, &ann, "rex").await;
    let game = game(app, &[&ben, &rex]).await;
    let table = service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let makers: Vec<_> = table.people().map(|person| (person.name.clone(), person.bot_of.clone())).collect();
    for (name, maker) in makers {
        assert_eq!(
            maker.map(|maker| (maker.id, maker.name)),
            (name == "rex").then(|| (ann.clone(), "ann".to_owned()))
        );
    }
    assert_eq!(service.bot_called(&HOME, "REX").await.unwrap().unwrap().bot_of.unwrap().name, "ann");
    assert!(service.bot_called(&HOME, "ben").await.unwrap().is_none());
    assert_rows_follow_from_logs(app).await;
}

async fn bots_sit_only_at_tables_that_allow_it(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let rex = bot(app, &ann, "rex").await;
    let allowed = two_seats().with(|settings| settings.bots = true);
    let (closed, open) = (
        service.open_table(&as_user(&ben), &two_seats()).await.unwrap(),
        service.open_table(&as_user(&ben), &allowed).await.unwrap(),
    );
    let joined = service.join(&as_user(&rex), &closed, None, None).await;
    assert!(matches!(joined, Err(JoinError::Bot)), "{joined:?}");
    let invited = service.invite(&as_user(&ben), &closed, "rex").await;
    assert!(matches!(invited, Err(InviteError::Refused(InviteRefusal::Bot))), "{invited:?}");
    service.invite(&as_user(&ben), &open, "rex").await.unwrap();
    assert_eq!(service.waiting(&as_user(&rex)).await.unwrap().invitations.len(), 1);
    service.join(&as_user(&rex), &open, None, None).await.unwrap();
    service.join(&as_user(&ben), &open, None, None).await.unwrap();
    assert_eq!(status(app, &open).await, Status::Playing);

    let opened = service.open_and_join(&as_user(&rex), &two_seats(), None).await;
    assert!(matches!(opened, Err(OpenError::Bot)), "{opened:?}");
    service.open_and_join(&as_user(&rex), &allowed, None).await.unwrap();
    service.open_table(&as_user(&rex), &two_seats()).await.expect("without a seat");
    let stored = service.table(&HOME, &open, None).await.unwrap().unwrap().table.settings;
    assert!(stored.bots);
    assert_rows_follow_from_logs(app).await;

    let cat = app.person("cat").await;
    let (game, _, seat, _) = crate::replacements::offered(app, [&ben, &cat], |_| {}).await;
    let taken = service.take_seat(&as_user(&rex), &game, seat).await;
    assert!(matches!(taken, Err(ProposalError::Refused(ProposalRefusal::Bot))), "{taken:?}");
    let allow = |settings: &mut Settings| settings.bots = true;
    let (game, _, seat, _) = crate::replacements::offered(app, [&ben, &cat], allow).await;
    service.take_seat(&as_user(&rex), &game, seat).await.unwrap();
    let view = service.table(&HOME, &game, None).await.unwrap().unwrap();
    assert!(view.former[0].by.is_bot() && !view.former[0].player.is_bot());
    assert_rows_follow_from_logs(app).await;
}

/// Sends every statement about bots.
pub async fn tour(app: &TestApp, me: &Principal) {
    let me = &me.clone().confirmed_at(app.clock.now());
    app.service.make_bot(me, "tour-bot").await.unwrap();
    let bot = app.service.bots(me).await.unwrap()[0].id.clone();
    app.service.make_bot_token(me, &bot, "tour", TokenLife::Endless).await.unwrap();
    app.service.remove_bot(me, &bot).await.unwrap();
}
