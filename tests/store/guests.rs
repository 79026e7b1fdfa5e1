//! Guests: what they may do, how they become accounts, and what expires.

use std::collections::BTreeSet;

use bastide::account::{NameError, RestrictionKind, SessionToken, UserId};
use bastide::engine::Seat;
use bastide::service::{
    CleanedUp, GuestError, JoinError, LoginError, OpenError, Principal, RecoverError, RestrictionTerms,
    SecondStepError, SignUpError, Throttled,
};
use bastide::table::{Filter, GameId, OpenTable, Player, Status};
use chrono::TimeDelta;

use crate::app::{
    HOME, TestApp, against_computer, as_confirmed, as_guest, as_user, at, submission, two_seats,
};

crate::on_both_databases! {
    a_guest_plays_the_computer_and_nobody_else
    a_guest_begins_forty_games_a_day
    a_guest_who_becomes_an_account_keeps_id_and_games
    a_name_that_is_taken_or_a_guests_is_not_to_be_had
    nobody_signs_in_as_a_guest
    a_guest_becomes_an_account_once
    the_games_of_a_guest_go_to_the_account_that_signs_in
    restrictions_of_a_guest_go_on_for_the_account_that_signs_in
    a_sign_in_that_fails_leaves_the_guest_as_it_was
    games_are_not_handed_to_somebody_who_sits_in_one_of_them
    a_guest_who_goes_leaves_nothing_behind
    guests_are_counted_by_address
    guests_who_cannot_return_expire_with_their_games
    a_game_with_another_person_stays
    tables_that_nobody_joined_expire
}

/// A private table against the computer.
pub fn alone() -> OpenTable {
    against_computer().with(|settings| settings.public = false)
}

async fn a_guest_begins_forty_games_a_day(app: &TestApp) {
    let guest = as_user(&app.service.create_guest(&HOME, "").await.unwrap().user.id);
    for _ in 0..40 {
        app.service.open_and_join(&guest, &alone(), None).await.unwrap();
    }
    let refused = app.service.open_and_join(&guest, &alone(), None).await;
    assert!(matches!(refused, Err(OpenError::Throttled(_))), "{refused:?}");
    app.clock.advance(TimeDelta::days(1));
    app.service.open_and_join(&guest, &alone(), None).await.unwrap();
}

pub async fn guest(app: &TestApp) -> (UserId, String, SessionToken) {
    let login = app.service.create_guest(&HOME, "test").await.unwrap();
    assert!(login.user.guest);
    (login.user.id, login.user.name, login.token)
}

/// A guest's game against the computer, which has started.
async fn game_of(app: &TestApp, guest: &UserId) -> GameId {
    let game = app.service.open_table(&as_user(guest), &alone()).await.unwrap();
    app.service.join(&as_user(guest), &game, None, None).await.unwrap();
    game
}

/// Ends the game by resigning.
async fn resign(app: &TestApp, player: &UserId, game: &GameId) {
    let table = app.service.table(&as_user(player), game, None).await.unwrap().unwrap();
    let last = table.play.unwrap().last();
    app.service.resign(&as_user(player), game, &submission(&app.service, last)).await.unwrap();
}

async fn a_guest_plays_the_computer_and_nobody_else(app: &TestApp) {
    let service = &app.service;
    let (guest, name, token) = guest(app).await;
    assert!(name.starts_with("Guest-") && name.len() == 10, "{name}");
    assert!(service.signed_in(&token).await.unwrap().unwrap().user.guest);

    let game = game_of(app, &guest).await;
    let table = service.table(&as_user(&guest), &game, None).await.unwrap().unwrap();
    assert_eq!(table.table.status(), Status::Playing);
    assert!(service.table(&HOME, &game, None).await.unwrap().is_none(), "nobody else sees it");

    for opening in [two_seats(), against_computer(), two_seats().with(|settings| settings.public = false)] {
        let refused = service.open_table(&as_user(&guest), &opening).await;
        assert!(matches!(refused, Err(OpenError::Guest)), "{refused:?}");
    }
    let ann = app.person("ann").await;
    let theirs = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let with_computer = service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    for table in [&theirs, &with_computer] {
        let refused = service.join(&as_user(&guest), table, None, None).await;
        assert!(matches!(refused, Err(JoinError::Guest)), "{refused:?}");
        assert!(service.table(&as_user(&guest), table, None).await.unwrap().is_some(), "a guest may watch");
    }

    resign(app, &guest, &game).await;
    let again = service.rematch(&as_user(&guest), &game, None).await.unwrap();
    let table = service.table(&as_user(&guest), &again, None).await.unwrap().unwrap().table;
    assert_eq!(table.status(), Status::Playing, "the computer is ready");
}

async fn a_guest_who_becomes_an_account_keeps_id_and_games(app: &TestApp) {
    let service = &app.service;
    let (guest, old_name, token) = guest(app).await;
    let game = game_of(app, &guest).await;
    let new = service.sign_up_guest(&as_user(&guest), "Ann", "correct horse", "").await.unwrap();
    assert_eq!((new.login.user.name.as_str(), new.codes.len()), ("Ann", 10));
    assert_eq!(service.codes_left(&as_user(&guest)).await.unwrap(), 10);

    assert!(service.signed_in(&token).await.unwrap().is_none(), "the guest's session has ended");
    let seen = service.signed_in(&new.login.token).await.unwrap().unwrap();
    assert_eq!(
        (seen.user.id.clone(), seen.user.name.as_str(), seen.user.guest),
        (guest.clone(), "Ann", false)
    );
    let login = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    assert_eq!(login.user.id, guest);
    let mine = service.my_games(&as_user(&guest), &Filter::default(), None).await.unwrap().games;
    assert_eq!(mine.len(), 1);
    assert_eq!(mine[0].player(Seat(0)).map(Player::name), Some("Ann"), "lists show the new name");
    let record = service.record(&as_user(&guest), &game).await.unwrap().unwrap();
    assert!(
        record.contains(&old_name) && !record.contains("Ann"),
        "the record has the name of its beginning"
    );
    service.open_table(&as_user(&guest), &two_seats()).await.expect("an account like all others");
    assert!(service.rebuild(true, |_, _| {}).await.unwrap().differences.is_empty());
}

async fn a_name_that_is_taken_or_a_guests_is_not_to_be_had(app: &TestApp) {
    let service = &app.service;
    app.person("ann").await;
    let (one, name, token) = guest(app).await;
    let refused = service.sign_up_guest(&as_user(&one), "ANN", "correct horse", "").await;
    assert!(matches!(refused, Err(SignUpError::Taken)), "{refused:?}");
    for reserved in [name.as_str(), &name.to_lowercase(), "guest-anything"] {
        let refused = service.sign_up_guest(&as_user(&one), reserved, "correct horse", "").await;
        assert!(matches!(refused, Err(SignUpError::Name(NameError::Reserved))), "{refused:?}");
        let refused = service.sign_up(&HOME, reserved, "correct horse", "").await;
        assert!(matches!(refused, Err(SignUpError::Name(NameError::Reserved))), "{refused:?}");
    }
    let weak = service.sign_up_guest(&as_user(&one), "ben", "short", "").await;
    assert!(matches!(weak, Err(SignUpError::Password(_))), "{weak:?}");
    assert!(service.signed_in(&token).await.unwrap().unwrap().user.guest, "still a guest");

    let (two, ..) = guest(app).await;
    let (one_of_them, other) = (as_user(&one), as_user(&two));
    let (first, second) = tokio::join!(
        service.sign_up_guest(&one_of_them, "zoe", "correct horse", ""),
        service.sign_up_guest(&other, "Zoe", "correct horse", "")
    );
    assert!(first.is_ok() != second.is_ok(), "one of two gets the name: {first:?} {second:?}");
    let refused = first.err().or(second.err());
    assert!(matches!(refused, Some(SignUpError::Taken)), "{refused:?}");
}

async fn nobody_signs_in_as_a_guest(app: &TestApp) {
    let service = &app.service;
    let (id, name, _) = guest(app).await;
    for password in ["", "?", "correct horse", &name] {
        let refused = service.log_in(&HOME, &name, password, "").await;
        assert!(matches!(refused, Err(LoginError::Wrong)), "{refused:?}");
    }
    let refused = service.recover(&HOME, &name, "0000-0000-0000-0000", "battery staple", "").await;
    assert!(matches!(refused, Err(RecoverError::Wrong)), "{refused:?}");
    assert!(service.renew_codes(&as_user(&id), "").await.is_err());
    assert_eq!(service.reset_account(&name).await.unwrap(), None, "the host cannot let anybody in either");
    let stored = app.count("SELECT COUNT(DISTINCT LENGTH(password)) FROM users").await;
    let host = app.with_costly_passwords().await;
    host.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    host.close().await;
    let both = app.count("SELECT COUNT(DISTINCT LENGTH(password)) FROM users").await;
    assert_eq!((stored, both), (1, 1), "the hash costs as much to try as any other");
}

async fn a_guest_becomes_an_account_once(app: &TestApp) {
    let service = &app.service;
    let (guest, ..) = guest(app).await;
    service.sign_up_guest(&as_user(&guest), "ann", "correct horse", "").await.unwrap();
    let again = service.sign_up_guest(&as_user(&guest), "ben", "correct horse", "").await;
    assert!(matches!(again, Err(SignUpError::NoGuest)), "{again:?}");
    assert!(!service.remove_guest(&as_user(&guest)).await.unwrap(), "an account is not removed like a guest");
    service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
}

async fn the_games_of_a_guest_go_to_the_account_that_signs_in(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap().login;
    let (guest, _, token) = guest(app).await;
    let (running, finished) = (game_of(app, &guest).await, game_of(app, &guest).await);
    resign(app, &guest, &finished).await;
    let rematch = service.rematch(&as_user(&guest), &finished, None).await.unwrap();

    service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.unwrap();
    let dashboard = service.dashboard(&as_user(&ann.user.id)).await.unwrap();
    let at_hand: BTreeSet<_> =
        dashboard.my_turn.iter().chain(&dashboard.waiting).map(|game| game.id.as_str()).collect();
    assert_eq!(at_hand, [running.as_str(), rematch.as_str()].into());
    assert_eq!(dashboard.unseen.iter().map(|game| &game.id).collect::<Vec<_>>(), [&finished]);
    assert_eq!(service.signed_in(&token).await.unwrap(), None, "the guest is gone");
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 1);
    service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.expect("a guest who is gone");
    assert!(service.rebuild(true, |_, _| {}).await.unwrap().differences.is_empty());

    let ben = app.person("ben").await;
    let bens = game_of(app, &ben).await;
    for claimed in [as_user(&ben), as_guest(&ben)] {
        service.log_in(&claimed, "ann", "correct horse", "").await.unwrap();
        let table = service.table(&as_user(&ben), &bens, None).await.unwrap().unwrap();
        assert!(table.you.is_some(), "accounts give nothing away");
    }
}

async fn restrictions_of_a_guest_go_on_for_the_account_that_signs_in(app: &TestApp) {
    let (ann, mo) = (app.person("ann").await, app.person("mo").await);
    let (service, _) = app.service.clone().with_staff(&["mo".to_owned()], &[]).await.unwrap();
    let (guest, ..) = guest(app).await;
    for kind in [RestrictionKind::Talk, RestrictionKind::Warning] {
        let terms = RestrictionTerms { kind, days: 7, rule: "Be kind.", reason: "Insults" };
        service.restrict(&as_confirmed(&mo, &app.clock), &guest, terms).await.unwrap();
    }
    service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.unwrap();
    let kinds = service.restrictions(&as_user(&ann)).await.unwrap();
    let kinds: BTreeSet<&str> = kinds.iter().map(|one| one.kind.word()).collect();
    assert_eq!(kinds, ["talk", "warning"].into());
}

/// Lets every sign-in fail when its session is stored, or no more.
async fn break_sign_ins(app: &TestApp, broken: bool) {
    let (from, to) = if broken { ("agent", "broken") } else { ("broken", "agent") };
    let rename = format!("ALTER TABLE sessions RENAME COLUMN {from} TO {to}");
    sqlx::query(sqlx::AssertSqlSafe(rename)).execute(&app.raw).await.unwrap();
}

async fn a_sign_in_that_fails_leaves_the_guest_as_it_was(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    let eve = service.sign_up(&HOME, "eve", "correct horse", "").await.unwrap();
    let eve_id = eve.login.user.id;
    let secret = service.begin_authenticator(&as_confirmed(&eve_id, &app.clock)).await.unwrap();
    let code = secret.code(app.clock.now());
    service.finish_authenticator(&as_confirmed(&eve_id, &app.clock), &code).await.unwrap();
    app.clock.advance(TimeDelta::minutes(1));
    let login = service.create_guest(&HOME, "").await.unwrap();
    let (guest, token) = (login.principal(HOME.address()), login.token);
    let game = game_of(app, &login.user.id).await;
    let waiting = match service.log_in(&guest, "eve", "correct horse", "").await {
        Err(LoginError::SecondStep(waiting)) => waiting,
        other => panic!("{other:?}"),
    };
    let (recovery, code) = (ann.codes[0].reveal(), secret.code(app.clock.now()));

    break_sign_ins(app, true).await;
    let failed = service.log_in(&guest, "ann", "correct horse", "").await;
    assert!(matches!(failed, Err(LoginError::Store(_))), "{failed:?}");
    let failed = service.finish_log_in(&guest, &waiting, &code, "").await;
    assert!(matches!(failed, Err(SecondStepError::Store(_))), "{failed:?}");
    let failed = service.recover(&guest, "ann", &recovery, "battery staple", "").await;
    assert!(matches!(failed, Err(RecoverError::Store(_))), "{failed:?}");
    let failed = service.sign_up_guest(&guest, "zoe", "correct horse", "").await;
    assert!(matches!(failed, Err(SignUpError::Store(_))), "{failed:?}");
    let failed = service.sign_up(&HOME, "zoe", "correct horse", "").await;
    assert!(matches!(failed, Err(SignUpError::Store(_))), "{failed:?}");
    let failed = service.create_guest(&HOME, "").await;
    assert!(matches!(failed, Err(GuestError::Store(_))), "{failed:?}");
    break_sign_ins(app, false).await;

    let still = service.signed_in(&token).await.unwrap().expect("the guest's session goes on");
    assert_eq!((&still.user.id, still.user.guest), (&login.user.id, true));
    let table = service.table(&guest, &game, None).await.unwrap().unwrap();
    assert!(table.you.is_some() && table.is_opener);
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 3, "nobody has come");
    service.finish_log_in(&HOME, &waiting, &code, "").await.expect("the code was not used up");
    service.recover(&guest, "ann", &recovery, "battery staple", "").await.expect("nor this one");
    assert!(service.table(&as_user(&ann.login.user.id), &game, None).await.unwrap().unwrap().you.is_some());
    assert_eq!(service.signed_in(&token).await.unwrap(), None);
}

async fn games_are_not_handed_to_somebody_who_sits_in_one_of_them(app: &TestApp) {
    let service = &app.service;
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap().login;
    let (guest, ..) = guest(app).await;
    let alone = game_of(app, &guest).await;
    let shared = game_of(app, &guest).await;
    let seat = format!(
        "UPDATE seats SET user_id = '{}', computer = NULL WHERE game = '{shared}' AND seat = 1",
        ann.user.id
    );
    app.damage(&seat).await;
    service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.unwrap();
    let stays = service.table(&as_user(&guest), &alone, None).await.unwrap().unwrap();
    assert!(stays.you.is_some() && stays.is_opener, "nothing was changed");
}

async fn a_guest_who_goes_leaves_nothing_behind(app: &TestApp) {
    let service = &app.service;
    app.person("ann").await;
    let (guest, ..) = guest(app).await;
    let game = game_of(app, &guest).await;
    resign(app, &guest, &game).await;
    service.rematch(&as_user(&guest), &game, None).await.unwrap();
    assert!(service.remove_guest(&as_user(&guest)).await.unwrap());
    for table in
        ["games", "seats", "events", "table_events", "waiting", "notifications", "kept_seats", "invitations"]
    {
        assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 1, "ann stays");
    assert_eq!(app.count("SELECT COUNT(*) FROM sessions").await, 1);
}

async fn guests_are_counted_by_address(app: &TestApp) {
    for _ in 0..60 {
        guest(app).await;
    }
    let refused = app.service.create_guest(&HOME, "").await;
    let Err(GuestError::Throttled(Throttled::TooManyAttempts { until, .. })) = refused else {
        panic!("{refused:?}")
    };
    assert!(until > app.service.now());
    app.service.create_guest(&at([203, 0, 113, 7].into()), "").await.expect("elsewhere is another count");
    app.person("ann").await;
    app.clock.advance(TimeDelta::minutes(61));
    app.service.create_guest(&HOME, "").await.unwrap();
}

async fn guests_who_cannot_return_expire_with_their_games(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let hers = game_of(app, &ann).await;
    let (settled, ..) = guest(app).await;
    game_of(app, &settled).await;
    service.sign_up_guest(&as_user(&settled), "ben", "correct horse", "").await.unwrap();
    let (gone, _, token) = guest(app).await;
    game_of(app, &gone).await;
    let session = service.signed_in(&token).await.unwrap().unwrap().id;
    service.log_out(&Principal::session(gone, session, false, HOME.address())).await.unwrap();
    app.clock.advance(TimeDelta::days(6));
    let (new, ..) = guest(app).await;
    game_of(app, &new).await;
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp::default(), "a week has not gone by");
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp { guests: 1, tables: 0 });
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp::default());
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 3);
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 3, "ann, ben, and the guest who is still here");
    app.clock.advance(TimeDelta::days(91));
    assert_eq!(
        service.clean_up().await.unwrap(),
        CleanedUp { guests: 1, tables: 0 },
        "its session has ended"
    );
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 2);
    assert!(service.table(&as_user(&ann), &hers, None).await.unwrap().is_some());
}

async fn a_game_with_another_person_stays(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let (guest, ..) = guest(app).await;
    let shared = game_of(app, &guest).await;
    let seat =
        format!("UPDATE seats SET user_id = '{ann}', computer = NULL WHERE game = '{shared}' AND seat = 1");
    app.damage(&seat).await;
    assert!(!service.remove_guest(&as_user(&guest)).await.unwrap());
    app.clock.advance(TimeDelta::days(100));
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp::default());
    assert!(service.table(&as_user(&ann), &shared, None).await.unwrap().is_some());
}

async fn tables_that_nobody_joined_expire(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let three = OpenTable { seats: 3, ..two_seats() };
    let empty = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let waiting = service
        .open_table(&as_user(&ann), &two_seats().with(|settings| settings.public = false))
        .await
        .unwrap();
    service.join(&as_user(&ann), &waiting, None, None).await.unwrap();
    let joined = service.open_table(&as_user(&ann), &three).await.unwrap();
    service.join(&as_user(&ben), &joined, None, None).await.unwrap();
    let begun = app.game_of(&[&ann, &ben], None).await;
    app.clock.advance(TimeDelta::days(59));
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp::default());
    let young = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.clock.advance(TimeDelta::days(2));
    assert_eq!(service.clean_up().await.unwrap(), CleanedUp { guests: 0, tables: 2 });
    for (table, stays) in
        [(&empty, false), (&waiting, false), (&joined, true), (&begun, true), (&young, true)]
    {
        assert_eq!(service.table(&as_user(&ann), table, None).await.unwrap().is_some(), stays);
    }
}
