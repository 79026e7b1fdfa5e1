//! Runs every use case once, and collects the statements that the store sends.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{LazyLock, Mutex, Once};
use std::time::Duration;

use bastide::account::{RestrictionKind, UserId};
use bastide::analysis::Depth;
use bastide::engine::{Preset, SaltHash};
use bastide::jobs::Runner;
use bastide::puzzle::Effort;
use bastide::service::{
    Expected, LoginError, NewName, PasskeySite, Principal, PuzzleSearch, RestrictionTerms, Service,
};
use bastide::table::{
    Company, Cursor, Ending, Filter, MissedTurns, Period, Plan, Proposal, Search, Status, TimeControl,
};
use chrono::TimeDelta;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use super::{TABLES, names, one_line};
use crate::app::{
    HOME, TestApp, against_computer, as_confirmed, as_guest, as_user, run_jobs, submission, two_seats,
};
use crate::soft_passkey::{ORIGIN, SoftPasskey};

/// Statements since collecting began; `None` while nothing is collected. Log events do not say which database they belong to, so that a
/// tour needs a process of its own.
static SENT: LazyLock<Mutex<Option<BTreeSet<String>>>> = LazyLock::new(Mutex::default);

/// Receives the log events of the driver.
struct Ear;

#[derive(Default)]
struct Logged {
    summary: String,
    statement: String,
}

impl Visit for Logged {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.statement),
            _ => {}
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

impl Subscriber for Ear {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "sqlx::query"
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut logged = Logged::default();
        event.record(&mut logged);
        let statement = if logged.statement.trim().is_empty() { logged.summary } else { logged.statement };
        if let Some(sent) = SENT.lock().unwrap().as_mut() {
            sent.extend(statement.split(";\n").map(|alone| one_line(&numbered_from_one(alone))));
        }
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Renumbers a statement's parameters from 1: statements sent together are numbered throughout.
fn numbered_from_one(statement: &str) -> String {
    let parameters = || {
        statement.split('$').skip(1).map(|part| {
            let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
            (part[..digits].parse::<usize>().unwrap_or(1), &part[digits..])
        })
    };
    let before = parameters().map(|(number, _)| number).min().unwrap_or(1) - 1;
    let start = statement.split('$').next().unwrap_or_default().to_owned();
    parameters().fold(start, |text, (number, rest)| text + &format!("${}", number - before) + rest)
}

/// Every use case except those that look at all games.
pub async fn statements(app: &TestApp) -> BTreeSet<String> {
    listen();
    accounts(app).await;
    moderation(app).await;
    tables(app).await;
    lists(&app.service).await;
    crate::archives::tour(app).await;
    searches(app).await;
    puzzles(app).await;
    guests(app).await;
    replacement(app).await;
    taken_back(app).await;
    crate::notifications::tour(app).await;
    crate::talk::tour(app).await;
    crate::offers::tour(app).await;
    crate::reports::tour(app).await;
    crate::user_events::tour(app).await;
    crate::closing::tour(app).await;
    crate::imports::tour(app).await;
    crate::ratings::tour(app).await;
    crate::series::tour(app).await;
    crate::follows::tour(app).await;
    brake(app).await;
    heard()
}

/// Finds and repairs a game that differs from its log, on a database with no other such game.
pub async fn repairs(app: &TestApp) -> BTreeSet<String> {
    let (eve, finn) = (app.person("eve").await, app.person("finn").await);
    let game = app.game_of(&[&eve, &finn], None).await;
    app.service.resign(&as_user(&eve), &game, &submission(&app.service, 1)).await.unwrap();
    app.damage(&format!("UPDATE games SET scores = '[7,7]' WHERE id = '{game}'")).await;
    app.damage(&format!("UPDATE notifications SET n = 1 WHERE game = '{game}' AND user_id = '{eve}'")).await;
    app.damage(&format!(
        "INSERT INTO attendance (game, n, user_id, kind, turns, at) VALUES ('{game}', 1, '{eve}', 'missed', 1, 0)"
    ))
    .await;
    let rematch = app.service.rematch(&as_user(&finn), &game, None).await.unwrap();
    app.damage("INSERT INTO level_results (level, won, drawn, lost) VALUES ('one', 7, 0, 0)").await;
    // One seat has the wrong player, one is missing, and a free one is taken.
    let wrong = "UPDATE seats SET user_id = NULL, computer = 'greedy'";
    app.damage(&format!("{wrong} WHERE game = '{game}' AND seat = 0")).await;
    app.damage(&format!("DELETE FROM seats WHERE game = '{game}' AND seat = 1")).await;
    app.damage(&format!("UPDATE seats SET seat = 0, user_id = '{eve}' WHERE game = '{rematch}'")).await;
    crate::ratings::damaged(app).await;
    crate::profiles::damaged(app).await;
    listen();
    let found = app.service.rebuild(false, |_, _| ()).await.unwrap().differences;
    assert!(!found.is_empty());
    heard()
}

fn listen() {
    static HEAR: Once = Once::new();
    HEAR.call_once(|| tracing::subscriber::set_global_default(Ear).unwrap());
    *SENT.lock().unwrap() = Some(BTreeSet::new());
}

fn heard() -> BTreeSet<String> {
    let mut sent = SENT.lock().unwrap().take().unwrap();
    // Drops statements of migrations, and those of the other test explaining its plans.
    sent.retain(|statement| {
        !["EXPLAIN", "PREPARE"].iter().any(|verb| statement.starts_with(verb))
            && TABLES.iter().any(|table| names(statement, table))
    });
    sent
}

async fn accounts(app: &TestApp) {
    let service = &app.service;
    service.jobs().await.unwrap();
    let ann = service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap();
    let here = service.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    app.clock.advance(TimeDelta::days(1));
    let session = service.signed_in(&here.token).await.unwrap().unwrap().id;
    let me = Principal::session(ann.login.user.id.clone(), session.clone(), false, HOME.address());
    let me = me.confirmed_at(app.clock.now());
    service.sessions(&me).await.unwrap();
    assert!(service.is_signed_in(&me).await.unwrap());
    crate::push::tour(app, &me).await;
    crate::webhooks::tour(app, &me).await;
    crate::tokens::tour(app, &me).await;
    crate::bots::tour(app, &me).await;
    crate::own_data::tour(app, &me).await;
    service.end_other_sessions(&me).await.unwrap();
    service.change_password(&me, "correct horse", "battery staple").await.unwrap();
    service.end_session(&me, &session).await.unwrap();
    service.set_zone(&me, chrono_tz::Europe::Prague).await.unwrap();
    service.codes_left(&me).await.unwrap();
    service.recover(&HOME, "ann", &ann.codes[0].reveal(), "correct horse", "").await.unwrap();
    service.renew_codes(&me, "correct horse").await.unwrap();
    let feed = service.make_feed(&me).await.unwrap();
    service.feed(&HOME, &feed).await.unwrap().unwrap();
    service.feed_since(&me).await.unwrap();
    service.stop_feed(&me).await.unwrap();
    let authenticator = service.begin_authenticator(&me).await.unwrap();
    service.unfinished_authenticator(&me).await.unwrap();
    service.finish_authenticator(&me, &authenticator.code(app.clock.now())).await.unwrap();
    service.authenticator_since(&me).await.unwrap();
    app.clock.advance(TimeDelta::minutes(1));
    let waiting = service.log_in(&HOME, "ann", "correct horse", "").await;
    let Err(LoginError::SecondStep(token)) = waiting else { panic!("{waiting:?}") };
    service.finish_log_in(&HOME, &token, &authenticator.code(app.clock.now()), "").await.unwrap();
    let (codes, _) = service.renew_codes(&me, "correct horse").await.unwrap();
    let waiting = service.log_in(&HOME, "ann", "correct horse", "").await;
    let Err(LoginError::SecondStep(token)) = waiting else { panic!("{waiting:?}") };
    service.finish_log_in(&HOME, &token, &codes[0].reveal(), "").await.unwrap();
    service.remove_authenticator(&me).await.unwrap();
    passkeys(service, &me).await;
    service.reset_account("ann").await.unwrap().unwrap();
}

async fn passkeys(service: &Service, me: &Principal) {
    let site = PasskeySite::of(ORIGIN).unwrap();
    let asked = service.begin_passkey(&site, me).await.unwrap();
    let mut passkey = SoftPasskey::new(&asked.options);
    let answer = passkey.registration(&asked.options);
    service.add_passkey(&site, me, &asked.token, &answer, "Key").await.unwrap();
    service.set_two_steps(me, true).await.unwrap();
    let asked = service.begin_passkey_log_in(&site, &HOME).await.unwrap();
    let answer = passkey.answer(&asked.options);
    service.log_in_with_passkey(&site, &HOME, &asked.token, &answer, "").await.unwrap();
    let listed = service.passkeys(me).await.unwrap();
    service.remove_passkey(me, &listed[0].id).await.unwrap();
}

async fn moderation(app: &TestApp) {
    let (ada, troll) = (app.person("ada").await, app.person("troll").await);
    let (service, _) = app.service.clone().with_staff(&["ada".to_owned()], &[]).await.unwrap();
    let ada = as_confirmed(&ada, &app.clock);
    assert_eq!(service.find_account(&ada, "troll").await.unwrap(), Some(troll.clone()));
    service.end_all_sessions(&ada, &troll, "test").await.unwrap();
    service.rename_account(&ada, &troll, NewName::Chosen("knight"), "test").await.unwrap();
    service.rename_account(&ada, &troll, NewName::Neutral, "test").await.unwrap();
    service.find_account(&ada, "troll").await.unwrap();
    let lock = RestrictionTerms { kind: RestrictionKind::Account, days: 1, rule: "test", reason: "test" };
    service.restrict(&ada, &troll, lock).await.unwrap();
    let restriction = service.restrictions_of(&ada, &troll).await.unwrap().remove(0).id;
    service.lift_restriction(&ada, &restriction, "test").await.unwrap();
    service.restrict(&ada, &troll, lock).await.unwrap();
    app.clock.advance(TimeDelta::days(1));
    run_jobs(&service).await;
    let ada = as_confirmed(ada.user().unwrap(), &app.clock);
    service.moderated_account(&ada, &troll).await.unwrap();
    service.audit_log(&ada, None).await.unwrap();
    service.numbers(&ada).await.unwrap();
    service.failed_jobs_for(&ada).await.unwrap();
    for key in ["turn/a", "turn/b"] {
        app
            .damage(&format!(
                "INSERT INTO jobs (unique_key, kind, payload, due, created, failed, error) VALUES ('{key}', 'time_out', 'x', 0, 0, 1, 'x')"
            ))
            .await;
    }
    service.retry_job(&ada, "turn/a").await.unwrap();
    service.drop_job(&ada, "turn/b").await.unwrap();
    app.damage("DELETE FROM jobs WHERE unique_key = 'turn/a'").await;
}

async fn tables(app: &TestApp) {
    let service = &app.service;
    let (ben, cleo) = (app.person("ben").await, app.person("cleo").await);
    app.person("dana").await;
    let players = [&ben, &cleo];
    let game = app.game_of(&players, Some(1)).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let form = submission(service, expected);
    for _ in 0..2 {
        service.turn(&as_user(&player), &game, &form, turn).await.unwrap();
    }
    let second = app.second_process().await;
    second.table(&HOME, &game, None).await.unwrap();
    app.play(&game, &players).await.unwrap();
    second.table(&HOME, &game, None).await.unwrap();
    second.close().await;
    absence(app, &players).await;
    app.clock.advance(TimeDelta::days(1));
    run_jobs(service).await;
    service.record(&as_user(&ben), &game).await.unwrap();
    let hinted = against_computer().with(|settings| settings.hints = true);
    let hinted = service.open_and_join(&as_user(&ben), &hinted, None).await.unwrap();
    run_jobs(service).await;
    let last = app.replay(&hinted).await.last();
    service.ask_for_hint(&as_user(&ben), &hinted, Expected(last)).await.unwrap();
    let last = app.replay(&game).await.last();
    service.resign(&as_user(&ben), &game, &submission(service, last)).await.unwrap();
    service.request_analysis(&as_user(&ben), &game, Depth::Quick).await.unwrap();
    service.request_analysis(&as_user(&ben), &game, Depth::Standard).await.unwrap();
    service.dashboard(&as_user(&cleo)).await.unwrap();
    service.mark_seen(&as_user(&cleo), &game).await.unwrap();
    service.turns_waiting(&as_user(&cleo)).await.unwrap();
    service.queue(&as_user(&cleo)).await.unwrap();
    service.last_opened(&as_user(&cleo)).await.unwrap();
    let again = service.rematch(&as_user(&cleo), &game, None).await.unwrap();
    service.decline(&as_user(&ben), &again).await.unwrap();
    service.table(&as_user(&cleo), &again, None).await.unwrap().unwrap();
    service.invite(&as_user(&cleo), &again, "dana").await.unwrap();
    service.invite(&as_user(&cleo), &again, "dan").await.unwrap_err();
    service.leave(&as_user(&cleo), &again).await.unwrap();
    service.close_table(&as_user(&cleo), &again).await.unwrap();
    let hidden = service
        .open_table(&as_user(&ben), &two_seats().with(|settings| settings.public = false))
        .await
        .unwrap();
    let invite = service.table(&as_user(&ben), &hidden, None).await.unwrap().unwrap().invite.unwrap();
    service.invited(&HOME, &invite).await.unwrap();
    service.make_public(&as_user(&ben), &hidden).await.unwrap();
    let table = service.open_table(&as_user(&ben), &against_computer()).await.unwrap();
    service.join(&as_user(&ben), &table, None, Some(SaltHash::of("a salt"))).await.unwrap();
    service.reveal_salt(&as_user(&ben), &table, "a salt").await.unwrap();
    run_jobs(service).await;
    let last = app.replay(&table).await.last();
    service.resign(&as_user(&ben), &table, &submission(service, last)).await.unwrap();
    service.level_results(&HOME).await.unwrap();
    app.clock.advance(TimeDelta::days(100));
    service.clean_up().await.unwrap();
    service.ready().await.unwrap();
    let running = Runner::new(service.clone()).start();
    tokio::time::sleep(Duration::from_millis(500)).await;
    running.stop().await;
    service.failed_jobs().await.unwrap();
    service.retry_failed_jobs().await.unwrap();
}

/// Somebody takes over the seat of a player who ran out of time.
async fn replacement(app: &TestApp) {
    let [ivy, jan, kim] = [app.person("ivy").await, app.person("jan").await, app.person("kim").await];
    let (game, _, seat, _) = crate::replacements::offered(app, [&ivy, &jan], |_| {}).await;
    app.service.take_seat(&as_user(&kim), &game, seat).await.unwrap();
}

/// An administrator takes back a time-out.
async fn taken_back(app: &TestApp) {
    let late = crate::time_outs::late(app, MissedTurns::Skip).await;
    let admin = as_confirmed(&late.ada, &app.clock);
    let past = late.service.past_time_outs(&admin, &late.game).await.unwrap();
    late.service.take_back_time_out(&admin, &late.game, past[0].n, "a mistake").await.unwrap();
}

/// More turns than usual would time out.
async fn brake(app: &TestApp) {
    let (gil, hal) = (app.person("gil").await, app.person("hal").await);
    let (service, _) = app.service.clone().with_staff(&["gil".to_owned()], &[]).await.unwrap();
    for _ in 0..51 {
        app.game_with(&[&gil, &hal], |settings| settings.time_control = TimeControl::of_days(Some(1))).await;
    }
    app.clock.advance(TimeDelta::days(1));
    run_jobs(&service).await;
    service.stop_clocks(&as_confirmed(&gil, &app.clock), TimeDelta::hours(1)).await.unwrap();
    run_jobs(&service).await;
    app.clock.advance(TimeDelta::days(2));
    service.release_time_outs(&as_confirmed(&gil, &app.clock)).await.unwrap();
}

/// What stops clocks.
async fn absence(app: &TestApp, players: &[&UserId; 2]) {
    let service = &app.service;
    let game = app
        .game_with(players, |settings| {
            settings.time_control = TimeControl::of_days(Some(1));
            settings.leave = true;
        })
        .await;
    service.heartbeat().await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    service.heartbeat().await.unwrap();
    run_jobs(service).await;
    for player in players {
        let leave = Period { from: service.now(), until: service.now() + TimeDelta::days(2) };
        service.take_leave(&as_user(player), leave).await.unwrap();
    }
    let pause = Proposal::Pause { until: service.now() + TimeDelta::days(3) };
    service.propose(&as_user(players[0]), &game, pause).await.unwrap();
    service.set_plan(&as_user(players[0]), &game, Plan::default()).await.unwrap();
    let n = service.table(&HOME, &game, None).await.unwrap().unwrap().table.revision;
    service.answer_proposal(&as_user(players[1]), &game, n, true).await.unwrap();
    service.resume(&as_user(players[0]), &game).await.unwrap();
}

async fn lists(service: &Service) {
    service.measure_lengths().await.unwrap();
    let player = service.log_in(&HOME, "cleo", "correct horse", "").await.unwrap().user.id;
    let busiest: UserId = tools::fill::user_id(0).unwrap();
    for status in [None, Some(Status::Open), Some(Status::Playing), Some(Status::Finished)] {
        for name in [None, Some("player-0"), Some("player-1"), Some("player-"), Some("nobody-here")] {
            for preset in [None, Some(Preset::Modern)] {
                let filter = Filter { status, player: name.map(str::to_owned), preset, ..Filter::default() };
                for from in [None, Some(Cursor::After(i64::MAX / 2)), Some(Cursor::Before(0))] {
                    service.public_games(&HOME, &filter, from).await.unwrap();
                    service.my_games(&as_user(&player), &filter, from).await.unwrap();
                    service.my_games(&as_user(&busiest), &filter, from).await.unwrap();
                }
            }
        }
    }
}

async fn searches(app: &TestApp) {
    let preset = |search: Search| Search { preset: Some(Preset::Modern), ..search };
    let two = Search { player: Some("player-0".into()), other: Some("player-1".into()), ..Search::default() };
    let all = Search {
        seats: Some(2),
        ending: Some(Ending::Resigned),
        company: Some(Company::People),
        ..two.clone()
    };
    for search in [Search::default(), preset(Search::default()), preset(two), preset(all)] {
        for oldest_first in [false, true] {
            let search = Search { oldest_first, ..search.clone() };
            app.service.search(&HOME, &search, None).await.unwrap();
        }
    }
    // Games from before there were searches.
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         VALUES ('index_games', 'index_games', 'analysis', 'zzzzzzzzzzzzzzzz', 0, 0)",
    )
    .await;
    run_jobs(&app.service).await;
}

async fn puzzles(app: &TestApp) {
    let service = &app.service;
    let little =
        Effort { choices: 6, hidden: 0.3, plain: 0.5, moments: 8, work: 4_000, played: 0.0, errors: 0.0 };
    let mut found = None;
    service.schedule_first_games().await.unwrap();
    while found.is_none() {
        if let PuzzleSearch::Found(n) = service.find_puzzle(little).await.unwrap() {
            found = Some(n);
        }
    }
    let found = found.unwrap();
    let user = as_user(&service.log_in(&HOME, "cleo", "correct horse", "").await.unwrap().user.id);
    service.puzzles(&user, None).await.unwrap();
    service.puzzle_of_the_day(&user).await.unwrap();
    service.puzzle_streak(&user).await.unwrap();
    let best = service.puzzle(&user, found).await.unwrap().unwrap().puzzle.best().unwrap().turn;
    service.answer_puzzle(&user, found, best).await.unwrap();
}

async fn guests(app: &TestApp) {
    let service = &app.service;
    let mut came = Vec::new();
    for _ in 0..3 {
        let guest = service.create_guest(&HOME, "").await.unwrap().user;
        let alone = against_computer().with(|settings| settings.public = false);
        let game = service.open_table(&as_user(&guest.id), &alone).await.unwrap();
        service.join(&as_user(&guest.id), &game, None, None).await.unwrap();
        crate::talk::note_of_guest(service, &guest.id, &game).await;
        came.push(guest.id);
    }
    service.sign_up_guest(&as_user(&came[0]), "dora", "correct horse", "").await.unwrap();
    service.log_in(&as_guest(&came[1]), "dora", "correct horse", "").await.unwrap();
    assert!(service.remove_guest(&as_user(&came[2])).await.unwrap());
}
