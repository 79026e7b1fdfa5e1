//! How reliably people play in time, and tables that ask for it.

use bastide::account::UserId;
use bastide::service::{JoinError, Principal, Store};
use bastide::table::{
    ComputerLevel, GameId, MissedTurns, OpenTable, Proposal, Reliability, RequiredReliability, Settings,
    TimeControl,
};
use chrono::TimeDelta;

use crate::absences::assert_rows_follow_from_logs;
use crate::app::{HOME, TestApp, against_computer, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    turns_count_when_their_game_is_over_and_missed_ones_at_once
    a_weekend_that_misses_fifteen_games_counts_once
    who_plays_elsewhere_meanwhile_misses_each_turn
    what_is_missed_in_a_game_that_is_called_off_does_not_count
    games_against_computers_and_without_a_clock_do_not_count
    the_people_of_many_tables_are_as_reliable_together_as_alone
    a_table_asks_those_who_were_not_asked_by_name
    a_rematch_asks_for_as_much_and_lets_its_players_in
    a_rebuild_finds_and_repairs_what_does_not_follow_from_the_logs
}

const DAY: TimeDelta = TimeDelta::days(1);

async fn people(app: &TestApp) -> [UserId; 2] {
    [app.person("ann").await, app.person("ben").await]
}

/// A game in which turns have a day, and three missed in a row cost the seat.
async fn game(app: &TestApp, players: [&UserId; 2]) -> GameId {
    app.game_of(&players, Some(1)).await
}

async fn turns(app: &TestApp, game: &GameId, players: [&UserId; 2], count: u32) {
    for _ in 0..count {
        app.play(game, &players).await.unwrap();
    }
}

/// Ends a game: the player of the second seat resigns.
async fn end(app: &TestApp, game: &GameId, players: [&UserId; 2]) {
    let form = submission(&app.service, app.replay(game).await.last());
    app.service.resign(&as_user(players[1]), game, &form).await.unwrap();
}

/// The reliability, the turns that count, and how many of them are missed.
async fn of(app: &TestApp, user: &UserId) -> (Option<u8>, u32, usize) {
    let found = app.service.reliability(&as_user(user)).await.unwrap();
    let percent = match found.reliability {
        Reliability::New => None,
        Reliability::Percent(percent) => Some(percent),
    };
    (percent, found.turns, found.missed.len())
}

/// Whose turn it is in a game.
async fn to_move(app: &TestApp, game: &GameId, players: [&UserId; 2]) -> UserId {
    let replay = app.replay(game).await;
    players[replay.seat_to_move().unwrap().index()].clone()
}

async fn turns_count_when_their_game_is_over_and_missed_ones_at_once(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let game = game(app, [ann, ben]).await;
    turns(app, &game, [ann, ben], 40).await;
    assert_eq!((of(app, ann).await, of(app, ben).await), ((None, 0, 0), (None, 0, 0)));
    let late = to_move(app, &game, [ann, ben]).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(of(app, &late).await, (None, 1, 1));
    assert_rows_follow_from_logs(app).await;
    end(app, &game, [ann, ben]).await;
    let other = if late == *ann { ben } else { ann };
    assert_eq!((of(app, &late).await, of(app, other).await), ((Some(95), 21, 1), (Some(100), 20, 0)));
    for (days, percent) in [(27, 95), (1, 97), (336, 97), (1, 100)] {
        app.clock.advance(DAY * days);
        assert_eq!(of(app, &late).await.0, Some(percent), "{days} days later");
    }
    assert_rows_follow_from_logs(app).await;
}

/// Games of ann and ben in which it is ann's turn, all opened now.
async fn games_waiting_for(app: &TestApp, late: &UserId, other: &UserId, count: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    for _ in 0..count {
        let game = app.game_of(&[late, other], Some(1)).await;
        if to_move(app, &game, [late, other]).await != *late {
            app.play(&game, &[late, other]).await.unwrap();
        }
        games.push(game);
    }
    games
}

async fn a_weekend_that_misses_fifteen_games_counts_once(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    games_waiting_for(app, ann, ben, 15).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 15);
    assert_eq!(app.count("SELECT COUNT(*) FROM attendance").await, 15);
    assert_eq!(of(app, ann).await, (None, 1, 1));
    assert_rows_follow_from_logs(app).await;
}

async fn who_plays_elsewhere_meanwhile_misses_each_turn(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let long = app.game_of(&[ann, ben], Some(3)).await;
    if to_move(app, &long, [ann, ben]).await != *ann {
        app.play(&long, &[ann, ben]).await.unwrap();
    }
    games_waiting_for(app, ann, ben, 1).await;
    app.clock.advance(TimeDelta::hours(5));
    games_waiting_for(app, ann, ben, 1).await;
    app.clock.advance(TimeDelta::hours(5));
    games_waiting_for(app, ann, ben, 1).await;
    app.clock.advance(TimeDelta::hours(14));
    assert_eq!((time_outs(&app.service).await, of(app, ann).await.2), (1, 1));
    app.clock.advance(TimeDelta::hours(5));
    assert_eq!((time_outs(&app.service).await, of(app, ann).await.2), (1, 1), "ann has played nowhere");
    app.clock.advance(TimeDelta::hours(1));
    app.play(&long, &[ann, ben]).await.unwrap();
    app.clock.advance(TimeDelta::hours(4));
    assert_eq!((time_outs(&app.service).await, of(app, ann).await.2), (1, 2), "ann was there");
    let said = "SELECT COUNT(*) FROM table_events WHERE body LIKE '%missed_while_playing%'";
    assert_eq!(app.count(said).await, 1);
    assert_rows_follow_from_logs(app).await;
}

async fn what_is_missed_in_a_game_that_is_called_off_does_not_count(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let game = game(app, [ann, ben]).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
    let late = if of(app, ann).await.2 == 1 { ann } else { ben };
    assert_eq!(of(app, late).await.2, 1);
    app.service.propose(&as_user(ann), &game, Proposal::CallOff).await.unwrap();
    let n = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table.revision;
    app.service.answer_proposal(&as_user(ben), &game, n, true).await.unwrap();
    assert_eq!((of(app, ann).await.2, of(app, ben).await.2), (0, 0));
    assert_rows_follow_from_logs(app).await;
    // Nor does a seat that the others have handed over.
    let wait = |settings: &mut Settings| {
        settings.time_control = TimeControl::of_days(Some(1));
        settings.missed_turns = MissedTurns::Wait;
    };
    let game = app.game_with(&[ann, ben], wait).await;
    turns(app, &game, [ann, ben], 4).await;
    let late = to_move(app, &game, [ann, ben]).await;
    let other = if late == *ann { ben } else { ann };
    app.clock.advance(DAY);
    let substitute = Proposal::Substitute { level: ComputerLevel::One, last: app.replay(&game).await.last() };
    app.service.propose(&as_user(other), &game, substitute).await.unwrap();
    assert!(app.replay(&game).await.substitute(app.replay(&game).await.spans.last().unwrap().seat).is_some());
    assert_eq!(of(app, &late).await.2, 0);
    assert_rows_follow_from_logs(app).await;
}

async fn games_against_computers_and_without_a_clock_do_not_count(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let alone = against_computer().with(|settings| settings.time_control = TimeControl::of_days(Some(1)));
    app.service.open_and_join(&as_user(ann), &alone, None).await.unwrap();
    run_jobs(&app.service).await;
    let endless = app.game_of(&[ann, ben], None).await;
    turns(app, &endless, [ann, ben], 4).await;
    app.clock.advance(DAY * 2);
    assert!(time_outs(&app.service).await > 0);
    end(app, &endless, [ann, ben]).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM attendance").await, 0);
    assert_rows_follow_from_logs(app).await;
}

fn two_bytes(number: u16) -> [u8; 10] {
    let [high, low] = number.to_be_bytes();
    [high, low, 7, 7, 7, 7, 7, 7, 7, 7]
}

async fn the_people_of_many_tables_are_as_reliable_together_as_alone(app: &TestApp) {
    let [ann, ben] = people(app).await;
    let game = games_waiting_for(app, &ann, &ben, 1).await.remove(0);
    turns(app, &game, [&ann, &ben], 40).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
    end(app, &game, [&ann, &ben]).await;
    let mut tables = Vec::new();
    for number in 0..10 {
        let other = app.person(&format!("other-{number}")).await;
        let opening = OpenTable { seats: 3, ..two_seats() };
        let game = app.service.open_and_join(&as_user(&other), &opening, None).await.unwrap();
        let guest = if number % 2 == 0 { &ann } else { &ben };
        app.service.join(&as_user(guest), &game, None, None).await.unwrap();
        tables.push(app.service.table(&HOME, &game, None).await.unwrap().unwrap().table);
    }
    let found = app.service.reliability_at(&HOME, &tables).await.unwrap();
    assert_eq!(found.len(), 12);
    for user in [&ann, &ben] {
        let alone = app.service.reliability(&as_user(user)).await.unwrap().reliability;
        assert_eq!(found.get(user), Some(&alone));
    }
    assert_ne!(found[&ann], found[&ben]);
    assert_eq!(app.service.reliability_at(&HOME, &tables[..0]).await.unwrap().len(), 0);
    // Among more people than one statement reads.
    let store = Store::open(&app.url).await.unwrap();
    let strangers: Vec<UserId> = (0..300).map(|number: u16| UserId::new(two_bytes(number))).collect();
    let many: Vec<&UserId> = strangers.iter().chain([&ann, &ben]).collect();
    let records = store.attendance_of_each(&many).await.unwrap();
    assert_eq!(records.len(), 2);
    assert_eq!(records[&ann], store.attendance_of(&ann).await.unwrap());
    store.close().await;
}

async fn open(app: &TestApp, opener: &UserId, percent: u8, newcomers: bool) -> GameId {
    let opening = two_seats().with(|settings| {
        settings.time_control = TimeControl::of_days(Some(1));
        settings.reliability = RequiredReliability { percent, newcomers };
    });
    app.service.open_table(&as_user(opener), &opening).await.unwrap()
}

async fn join(app: &TestApp, user: &UserId, game: &GameId) -> Result<(), JoinError> {
    app.service.join(&as_user(user), game, None, None).await.map(drop)
}

async fn a_table_asks_those_who_were_not_asked_by_name(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let (cleo, strict) = (&app.person("cleo").await, open(app, ann, 90, false).await);
    let refused = join(app, cleo, &strict).await;
    assert!(matches!(refused, Err(JoinError::Newcomer)), "{refused:?}");
    let view = async |user: &UserId, game: &GameId| {
        let viewer: Principal = as_user(user);
        app.service.table(&viewer, game, None).await.unwrap().unwrap()
    };
    assert_eq!(view(cleo, &strict).await.too_unreliable, Some(Reliability::New));
    join(app, ann, &strict).await.unwrap();
    assert_eq!(view(cleo, &strict).await.reliability, [(ann.clone(), Reliability::New)].into());
    // Who was invited by name need not be reliable.
    app.service.invite(&as_user(ann), &strict, "cleo").await.unwrap();
    assert_eq!(view(cleo, &strict).await.too_unreliable, None);
    join(app, cleo, &strict).await.unwrap();
    // Two of twenty-two turns are missed.
    let first = game(app, [cleo, ben]).await;
    turns(app, &first, [cleo, ben], 40).await;
    for _ in 0..2 {
        while to_move(app, &first, [cleo, ben]).await != *cleo {
            turns(app, &first, [cleo, ben], 1).await;
        }
        app.clock.advance(DAY);
        assert!(time_outs(&app.service).await > 0);
        app.clock.advance(TimeDelta::hours(1));
    }
    end(app, &first, [cleo, ben]).await;
    let (percent, ..) = of(app, cleo).await;
    let percent = percent.unwrap();
    assert!((80..95).contains(&percent), "{percent}");
    let strict = open(app, ann, 95, false).await;
    let refused = join(app, cleo, &strict).await;
    let Err(JoinError::Unreliable { least: 95, yours }) = refused else { panic!("{refused:?}") };
    assert_eq!(yours, percent);
    assert_eq!(app.count(&format!("SELECT COUNT(*) FROM seats WHERE game = '{strict}'")).await, 0);
    join(app, cleo, &open(app, ann, percent, false).await).await.unwrap();
    join(app, cleo, &open(app, ann, 0, false).await).await.unwrap();
    join(app, &app.person("dora").await, &open(app, ann, 95, true).await).await.unwrap();
}

async fn a_rematch_asks_for_as_much_and_lets_its_players_in(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let strict = open(app, ann, 90, false).await;
    app.service.invite(&as_user(ann), &strict, "ben").await.unwrap();
    for user in [ann, ben] {
        join(app, user, &strict).await.unwrap();
    }
    end(app, &strict, [ann, ben]).await;
    let again = app.service.rematch(&as_user(ann), &strict, None).await.unwrap();
    let table = app.service.table(&as_user(ann), &again, None).await.unwrap().unwrap().table;
    assert_eq!(table.settings.reliability, RequiredReliability { percent: 90, newcomers: false });
    app.service.rematch(&as_user(ben), &strict, None).await.unwrap();
    assert!(app.replay(&again).await.seat_to_move().is_some(), "the rematch has begun");
}

async fn a_rebuild_finds_and_repairs_what_does_not_follow_from_the_logs(app: &TestApp) {
    let [ann, ben] = &people(app).await;
    let game = game(app, [ann, ben]).await;
    turns(app, &game, [ann, ben], 6).await;
    app.clock.advance(DAY);
    time_outs(&app.service).await;
    end(app, &game, [ann, ben]).await;
    let before = (of(app, ann).await, of(app, ben).await);
    for damage in [
        "DELETE FROM attendance WHERE kind = 'missed'",
        "UPDATE attendance SET turns = 70 WHERE kind = 'played'",
        "UPDATE attendance SET kind = 'missed_while_playing' WHERE kind = 'missed'",
        "UPDATE attendance SET n = n - 1 WHERE kind = 'played'",
    ] {
        app.damage(damage).await;
        let found = app.service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert!(found.len() == 1 && found[0].contains(", attendance: "), "{damage}: {found:?}");
        app.service.rebuild(false, |_, _| ()).await.unwrap();
        assert_rows_follow_from_logs(app).await;
        assert_eq!((of(app, ann).await, of(app, ben).await), before, "{damage}");
    }
}
