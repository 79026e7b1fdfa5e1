//! Closed accounts: their games stay, and their names are nowhere.

use bastide::account::UserId;
use bastide::engine::{Preset, Record, Ruleset, SaltHash};
use bastide::service::{
    CLOSES_AFTER, ClosingError, Denied, InviteError, LoginError, NewName, Principal, Service, SignUpError,
    StaffError,
};
use bastide::table::{GameId, NotificationKind, Settings, Status};
use chrono::TimeDelta;
use sqlx::{AssertSqlSafe, Column, Row};

use crate::absences::assert_rows_follow_from_logs;
use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    the_names_of_a_closed_account_are_nowhere_and_its_games_are_whole
    the_owner_can_keep_the_account_for_a_week
    closing_takes_a_confirmation_an_account_and_another_administrator
    games_are_resigned_at_once_on_request
    a_game_that_is_about_to_start_is_resigned_when_it_has
    two_servers_close_an_account_once
    nobody_signs_in_to_a_closed_account_or_takes_its_names
    a_rematch_and_invitations_leave_a_former_player_out
}

/// The names are like no other text in the database.
const NAME: &str = "Qvortrup";
const FORMER: &str = "Zwiebelfisch";

async fn closed(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) FROM users WHERE closed IS NOT NULL").await
}

pub async fn close(app: &TestApp, service: &Service, user: &UserId) {
    let before = closed(app).await;
    let closes = service.close_account(&as_confirmed(user, &app.clock), false).await.unwrap();
    assert_eq!(closes, service.now() + CLOSES_AFTER);
    app.clock.advance(CLOSES_AFTER - TimeDelta::seconds(1));
    run_jobs(service).await;
    assert_eq!(closed(app).await, before, "too early");
    app.clock.advance(TimeDelta::seconds(1));
    run_jobs(service).await;
    assert_eq!(closed(app).await, before + 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'close_account'").await, 0);
}

/// All texts of all tables.
async fn stored_texts(app: &TestApp) -> Vec<String> {
    let tables = if app.url.starts_with("sqlite:") {
        "SELECT name FROM sqlite_master WHERE type = 'table'"
    } else {
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables WHERE table_schema = current_schema()"
    };
    let tables: Vec<String> = sqlx::query_scalar(tables).fetch_all(&app.raw).await.unwrap();
    let mut texts = Vec::new();
    for table in tables.iter().filter(|table| !table.starts_with("_sqlx")) {
        let rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {table}")));
        for row in rows.fetch_all(&app.raw).await.unwrap() {
            for column in row.columns() {
                if let Ok(Some(text)) = row.try_get::<Option<String>, _>(column.ordinal()) {
                    texts.push(format!("{table}.{}: {text}", column.name()));
                }
            }
        }
    }
    texts
}

fn with_names(texts: &[String]) -> Vec<&String> {
    let has_name = |text: &&String| {
        let text = text.to_lowercase();
        text.contains(&NAME.to_lowercase()) || text.contains(&FORMER.to_lowercase())
    };
    texts.iter().filter(has_name).collect()
}

async fn record(service: &Service, game: &GameId) -> String {
    service.record(&HOME, game).await.unwrap().unwrap()
}

/// A player whom a moderator has renamed, and a game from before.
struct Renamed {
    service: Service,
    user: UserId,
    mo: UserId,
    game: GameId,
}

async fn renamed(app: &TestApp) -> Renamed {
    let (user, mo) = (app.person(FORMER).await, app.person("mo").await);
    let game = app.game_of(&[&user, &mo], None).await;
    let (service, _) = app.service.clone().with_staff(&["mo".to_owned()], &[]).await.unwrap();
    let reason = format!("{} asked for it", FORMER.to_uppercase());
    let rename = NewName::Chosen(NAME);
    service.rename_account(&as_confirmed(&mo, &app.clock), &user, rename, &reason).await.unwrap();
    Renamed { service, user, mo, game }
}

/// Everything that an account can have.
async fn belongings(service: &Service, user: &UserId, app: &TestApp) {
    let me = as_confirmed(user, &app.clock);
    service.make_feed(&me).await.unwrap();
    service.set_zone(&me, chrono_tz::Europe::Prague).await.unwrap();
    service.log_in(&HOME, NAME, "correct horse", &format!("browser of {NAME}")).await.unwrap();
}

async fn the_names_of_a_closed_account_are_nowhere_and_its_games_are_whole(app: &TestApp) {
    let [ben, cat] = [app.person("ben").await, app.person("cat").await];
    // Somebody else's, which this user takes over.
    let (taken_over, _, seat, _) = crate::replacements::offered(app, [&ben, &cat], |_| {}).await;
    let Renamed { service, user, mo, game: with_former_name } = renamed(app).await;
    service.take_seat(&as_user(&user), &taken_over, seat).await.unwrap();
    let seat_lost = lost_seat(app, &user, &cat).await;
    let over = app.game_of(&[&user, &ben], None).await;
    for _ in 0..10 {
        app.play(&over, &[&user, &ben]).await.unwrap();
    }
    let last = app.replay(&over).await.last();
    service.resign(&as_user(&ben), &over, &submission(&service, last)).await.unwrap();
    let running = app.game_of(&[&ben, &user], None).await;
    let of_three = app.game_of(&[&cat, &user, &ben], None).await;
    let tables = [
        service.open_table(&as_user(&user), &two_seats()).await.unwrap(),
        service.open_table(&as_user(&ben), &two_seats()).await.unwrap(),
        service.open_table(&as_user(&cat), &two_seats()).await.unwrap(),
    ];
    service.join(&as_user(&user), &tables[1], None, None).await.unwrap();
    service.invite(&as_user(&cat), &tables[2], NAME).await.unwrap();
    belongings(&service, &user, app).await;
    let games = [&taken_over, &seat_lost, &over, &running, &of_three, &with_former_name];
    let mut before = Vec::new();
    for game in games {
        before.push(record(&service, game).await);
    }
    assert!(with_names(&stored_texts(app).await).len() > 10);

    close(app, &service, &user).await;
    assert_eq!(with_names(&stored_texts(app).await), Vec::<&String>::new());
    let account = service.moderated_account(&as_confirmed(&mo, &app.clock), &user).await.unwrap();
    let name = account.user.name;
    assert!(name.starts_with("Former-player-") && account.user.closed.is_some(), "{name}");
    let reason = &account.history.last().unwrap().reason;
    assert_eq!(*reason, format!("{name} asked for it"));
    for (game, before) in games.into_iter().zip(before) {
        let after = record(&service, game).await;
        let expected = before.replace(NAME, &name).replace(FORMER, &name);
        assert!(after.starts_with(&expected), "events were only added:\n{expected}\n{after}");
        Record::read(&after).expect("it can still be replayed");
    }
    // What was running goes on without the user, or is over, and the others learn of it.
    for (game, status) in [(&running, Status::Finished), (&of_three, Status::Playing)] {
        let view = service.table(&HOME, game, None).await.unwrap().unwrap();
        assert_eq!(view.table.status(), status);
    }
    let told = service.dashboard(&as_user(&ben)).await.unwrap().notifications;
    assert!(told.iter().any(|told| told.game == running && told.kind == NotificationKind::Finished));
    assert!(service.table(&HOME, &tables[0], None).await.unwrap().is_none(), "it was closed");
    let left = service.table(&HOME, &tables[1], None).await.unwrap().unwrap().table;
    assert_eq!(left.free_seats(), 2);
    let said = format!("SELECT COUNT(*) FROM player_time WHERE user_id = '{user}'");
    assert_eq!(app.count(&said).await, 0);
    for _ in 0..4 {
        app.play(&of_three, &[&cat, &user, &ben]).await.unwrap();
    }
    assert_rows_follow_from_logs(app).await;
    let verified = service.verify(None, 2, |_| ()).await.unwrap();
    assert_eq!(verified.problems, 0);
}

/// A game of the user's in which somebody else has taken over their seat.
async fn lost_seat(app: &TestApp, user: &UserId, successor: &UserId) -> GameId {
    for name in ["dan", "eve", "fay", "gus", "hal", "ida", "jon", "kim"] {
        let other = app.person(name).await;
        let (game, late, seat, _) = crate::replacements::offered(app, [user, &other], |_| {}).await;
        if late == *user {
            app.service.take_seat(&as_user(successor), &game, seat).await.unwrap();
            return game;
        }
    }
    panic!("the user is never the one who is late");
}

async fn the_owner_can_keep_the_account_for_a_week(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let here = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    let began = service.now();
    let closes = service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    assert!(service.signed_in(&here.token).await.unwrap().is_none(), "all sessions have ended");
    app.clock.advance(TimeDelta::days(3));
    let again = service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    assert_eq!((again, again), (closes, began + CLOSES_AFTER), "the first date counts");
    let here = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    assert_eq!(service.signed_in(&here.token).await.unwrap().unwrap().closes, Some(closes));
    let me = here.principal(None);
    assert_eq!(service.closing(&me).await.unwrap().closes, Some(closes));
    for _ in 0..2 {
        service.keep_account(&me).await.unwrap();
    }
    assert_eq!(service.signed_in(&here.token).await.unwrap().unwrap().closes, None);
    app.clock.advance(TimeDelta::days(8));
    run_jobs(service).await;
    assert_eq!(closed(app).await, 0);
    service.log_in(&HOME, "ann", "correct horse", "").await.expect("it is as it was");
    // The next time it takes another week.
    close(app, service, &ann).await;
    let refused = service.log_in(&HOME, "ann", "correct horse", "").await;
    assert!(matches!(refused, Err(LoginError::Wrong)), "{refused:?}");
    service.keep_account(&as_user(&ann)).await.unwrap();
    assert_eq!(closed(app).await, 1, "too late");
}

async fn closing_takes_a_confirmation_an_account_and_another_administrator(app: &TestApp) {
    let (ada, eve) = (app.person("ada").await, app.person("eve").await);
    let names = ["ada", "eve"].map(str::to_owned);
    let (service, _) = app.service.clone().with_staff(&names, &[]).await.unwrap();
    let unconfirmed = service.close_account(&as_user(&ada), false).await;
    assert!(matches!(unconfirmed, Err(ClosingError::Denied(Denied::Unconfirmed))), "{unconfirmed:?}");
    let nobody = service.close_account(&HOME, false).await;
    assert!(matches!(nobody, Err(ClosingError::Denied(Denied::SignedOut))), "{nobody:?}");
    let guest = service.create_guest(&HOME, "").await.unwrap();
    let refused = service.close_account(&guest.principal(None), false).await;
    assert!(matches!(refused, Err(ClosingError::Guest)), "{refused:?}");
    let token = Principal::token(ada.clone(), bastide::service::Scope::Read.into(), None);
    assert!(service.close_account(&token, false).await.is_err());
    service.close_account(&as_confirmed(&ada, &app.clock), false).await.unwrap();
    let last = service.close_account(&as_confirmed(&eve, &app.clock), false).await;
    assert!(matches!(last, Err(ClosingError::LastAdmin)), "{last:?}");
    service.keep_account(&as_user(&ada)).await.unwrap();
    service.close_account(&as_confirmed(&eve, &app.clock), false).await.unwrap();
}

async fn games_are_resigned_at_once_on_request(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let two_colours = |settings: &mut Settings| {
        settings.rules = Ruleset { two_colours_for_two: true, ..Ruleset::of(Preset::Modern) };
    };
    let games = [
        app.game_of(&[&ann, &ben], None).await,
        app.game_of(&[&ben, &ann], Some(1)).await,
        app.game_with(&[&ann, &ben], two_colours).await,
    ];
    let closing = app.service.closing(&as_user(&ann)).await.unwrap();
    assert_eq!((closing.games.len(), closing.tables, closing.closes), (3, 0, None));
    app.service.close_account(&as_confirmed(&ann, &app.clock), true).await.unwrap();
    for game in &games {
        assert!(app.replay(game).await.game.is_finished());
    }
    assert_rows_follow_from_logs(app).await;
}

async fn a_game_that_is_about_to_start_is_resigned_when_it_has(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let service = &app.service;
    service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    app.clock.advance(CLOSES_AFTER - TimeDelta::hours(2));
    let game = service.open_table(&as_user(&ben), &two_seats()).await.unwrap();
    for (player, salt) in [(&ann, "a salt"), (&ben, "b salt")] {
        service.join(&as_user(player), &game, None, Some(SaltHash::of(salt))).await.unwrap();
    }
    app.clock.advance(TimeDelta::hours(2));
    run_jobs(service).await;
    let waiting = service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(waiting.status(), Status::Open);
    // The game starts without the salt of the player who is gone.
    app.clock.advance(TimeDelta::days(3));
    run_jobs(service).await;
    app.clock.advance(TimeDelta::hours(1));
    run_jobs(service).await;
    assert!(app.replay(&game).await.game.is_finished());
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'close_account'").await, 0);
    let name = service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert!(name.people().any(|person| person.name.starts_with("Former-player-")));
}

async fn two_servers_close_an_account_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let other = app.second_process().await;
    app.service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    app.clock.advance(CLOSES_AFTER);
    tokio::join!(run_jobs(&app.service), run_jobs(&other));
    assert_eq!(app.count("SELECT COUNT(*) FROM audit_log WHERE action = 'account-closed'").await, 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'close_account'").await, 0);
    for service in [&app.service, &other] {
        let record = record(service, &game).await;
        assert!(!record.contains("\"ann\"") && record.contains("Former-player-"), "{record}");
    }
    other.close().await;
}

async fn nobody_signs_in_to_a_closed_account_or_takes_its_names(app: &TestApp) {
    let Renamed { service, user, mo, .. } = renamed(app).await;
    close(app, &service, &user).await;
    for name in [NAME, FORMER, "QVORTRUP", "Qvortr-up", "Former-player-7Q2KD"] {
        let refused = service.sign_up(&HOME, name, "correct horse", "").await;
        assert!(matches!(refused, Err(SignUpError::Taken | SignUpError::Name(_))), "{name}: {refused:?}");
        let refused = service.log_in(&HOME, name, "correct horse", "").await;
        assert!(matches!(refused, Err(LoginError::Wrong)), "{name}: {refused:?}");
        assert!(service.reset_account(name).await.unwrap().is_none());
    }
    let mo = as_confirmed(&mo, &app.clock);
    let account = service.moderated_account(&mo, &user).await.unwrap();
    assert!(!account.may_act && account.user.former_names.is_empty());
    assert!(service.reset_account(&account.user.name).await.unwrap().is_none());
    let refused = service.rename_account(&mo, &user, NewName::Chosen("knight"), "why").await;
    assert!(matches!(refused, Err(StaffError::Stale)), "{refused:?}");
    let ben = app.person("ben").await;
    let refused = service.rename_account(&mo, &ben, NewName::Chosen(NAME), "why").await;
    assert!(matches!(refused, Err(StaffError::Taken)), "{refused:?}");
}

async fn a_rematch_and_invitations_leave_a_former_player_out(app: &TestApp) {
    let service = &app.service;
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let game = app.game_of(&[&ann, &ben, &cat], None).await;
    close(app, service, &ann).await;
    let last = app.replay(&game).await.last();
    service.resign(&as_user(&ben), &game, &submission(service, last)).await.unwrap();
    let rematch = service.rematch(&as_user(&cat), &game, None).await.unwrap();
    let table = service.table(&as_user(&cat), &rematch, None).await.unwrap().unwrap().table;
    let reserved = table.reserved();
    assert_eq!(table.seat_of(&cat).map(|seat| seat.0), Some(2), "each in the same seat");
    assert!(reserved[0].is_none() && reserved[1].is_some_and(|person| person.id == ben));
    let name = app.replay(&game).await.header().seats[0].clone();
    let invited = service.invite(&as_user(&cat), &rematch, &name).await;
    assert!(matches!(invited, Err(InviteError::NoSuchPlayer)), "{invited:?}");
    service.join(&as_user(&app.person("dan").await), &rematch, None, None).await.unwrap();
    service.join(&as_user(&ben), &rematch, None, None).await.unwrap();
    assert_eq!(app.replay(&rematch).await.header().seats, ["dan", "ben", "cat"]);
    assert_rows_follow_from_logs(app).await;
}

/// Sends every statement of this kind.
pub async fn tour(app: &TestApp) {
    let Renamed { service, user, .. } = renamed(app).await;
    let players = [app.person("petra").await, app.person("quinn").await];
    let (game, _, seat, _) = crate::replacements::offered(app, [&players[0], &players[1]], |_| {}).await;
    service.take_seat(&as_user(&user), &game, seat).await.unwrap();
    app.game_of(&[&user, &players[0]], None).await;
    let me = as_confirmed(&user, &app.clock);
    service.close_account(&me, false).await.unwrap();
    service.closing(&me).await.unwrap();
    service.keep_account(&me).await.unwrap();
    service.close_account(&me, false).await.unwrap();
    app.clock.advance(CLOSES_AFTER);
    run_jobs(&service).await;
}
