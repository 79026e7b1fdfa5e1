//! Seats of players who ran out of time, which others take over.

use bastide::account::UserId;
use bastide::engine::{Event, Seat};
use bastide::service::{Missed, ProposalError};
use bastide::table::{
    ClockEntry, ClockHours, ClockPreset, ComputerLevel, DayHours, GameId, MissedTurns, NotificationKind,
    Plan, Proposal, ProposalRefusal, RestHours, Settings, SpanEnd, TimeControl, TimeOfDay, Weekdays,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline, rounds};
use crate::agreements::refusal;
use crate::app::{HOME, TestApp, as_user, run_jobs, submission};

crate::on_both_databases! {
    who_takes_over_a_seat_plays_it_to_the_end_with_its_position_and_its_clock
    a_seat_is_taken_over_only_while_a_computer_plays_for_it_and_by_whom_it_is_offered
    nobody_learns_what_the_former_player_had_planned
    a_clock_stood_in_the_nights_of_the_player_who_had_the_seat_then
    a_seat_is_either_taken_over_or_taken_back
    a_free_seat_waits_three_days_before_a_computer_plays_for_it
    who_takes_over_a_seat_that_waits_is_to_move_at_once
    the_player_of_a_seat_that_waits_comes_back_to_the_same_turn
    a_seat_that_waits_is_taken_over_or_a_computer_plays_for_it
}

const DAY: TimeDelta = TimeDelta::days(1);

fn with_replacement(settings: &mut Settings) {
    settings.public = true;
    settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
    settings.missed_turns = MissedTurns::Replace(ComputerLevel::Two);
}

/// A game in which a computer plays for a player: its id, that player, their seat, and the other.
pub async fn offered(
    app: &TestApp,
    players: [&UserId; 2],
    change: impl Fn(&mut Settings),
) -> (GameId, UserId, Seat, UserId) {
    let game = app
        .game_with(&players, |settings| {
            with_replacement(settings);
            change(settings);
        })
        .await;
    for _ in 0..2 * players.len() {
        app.play(&game, &players).await.unwrap();
    }
    let (late, ..) = app.next_turn(&game, &players).await;
    let seat = app.replay(&game).await.seat_to_move().unwrap();
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    run_jobs(&app.service).await;
    assert!(app.replay(&game).await.substitute(seat).is_some());
    let other = if late == *players[0] { players[1] } else { players[0] }.clone();
    (game, late, seat, other)
}

async fn who_takes_over_a_seat_plays_it_to_the_end_with_its_position_and_its_clock(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let (game, late, seat, other) = offered(app, [&ann, &ben], |_| {}).await;
    let lobby = app.service.dashboard(&as_user(&cat)).await.unwrap().offered;
    assert_eq!(lobby.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    for player in [&late, &other] {
        let own = app.service.dashboard(&as_user(player)).await.unwrap();
        assert!(own.offered.is_empty(), "who plays is not asked");
    }
    let points = app.replay(&game).await.game.seat_score(seat);
    app.service.take_seat(&as_user(&cat), &game, seat).await.unwrap();
    assert_rows_follow_from_logs(app).await;
    let view = app.service.table(&as_user(&cat), &game, None).await.unwrap().unwrap();
    assert_eq!((view.you, view.table.scores()[seat.index()]), (Some(seat), points));
    let predecessors: Vec<_> =
        view.former.iter().map(|former| (former.player.name.as_str(), former.by.name.as_str())).collect();
    let name_of_late = if late == ann { "ann" } else { "ben" };
    assert_eq!(predecessors, [(name_of_late, "cat")]);
    // The former player learns of it once, has no seat, and no clock.
    let told = app.service.dashboard(&as_user(&late)).await.unwrap();
    assert!(told.notifications.iter().any(|told| told.kind == NotificationKind::Replaced));
    assert_eq!(told.unseen.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    assert!(told.my_turn.is_empty() && told.waiting.is_empty());
    app.service.mark_seen(&as_user(&late), &game).await.unwrap();
    let told = app.service.dashboard(&as_user(&late)).await.unwrap();
    assert!(told.unseen.is_empty() && told.notifications.is_empty());
    assert!(app.service.dashboard(&as_user(&app.person("dan").await)).await.unwrap().offered.is_empty());
    let players = if seat == Seat(0) { [&cat, &other] } else { [&other, &cat] };
    // It has been the other's turn since the computer moved.
    app.play(&game, &players).await.unwrap();
    // The bank was empty; the turns before and the computer's have added a day each, of which the cap kept none.
    let (free, bank) = (TimeDelta::hours(12), DAY);
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + free + bank);
    while !app.replay(&game).await.game.is_finished() {
        app.play(&game, &players).await.unwrap();
    }
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(table.row().unwrap().offered, 0);
    let record = app.service.record(&HOME, &game).await.unwrap().unwrap();
    assert!(record.contains(&format!(r#""type":"substitute","seat":{},"player":"cat""#, seat.0)), "{record}");
    // Only the players who had the seats at the end get a notification.
    let ended = |told: &bastide::service::Dashboard| {
        told.notifications.iter().any(|told| told.kind == NotificationKind::Finished)
    };
    for (player, is_told) in [(&cat, true), (&other, true), (&late, false)] {
        let told = app.service.dashboard(&as_user(player)).await.unwrap();
        assert_eq!(ended(&told), is_told);
    }
}

async fn a_seat_is_taken_over_only_while_a_computer_plays_for_it_and_by_whom_it_is_offered(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let (game, late, seat, other) = offered(app, [&ann, &ben], |_| {}).await;
    let other_seat = Seat(1 - seat.0);
    for wrong in [other_seat, Seat(2), Seat(200)] {
        let refused = app.service.take_seat(&as_user(&cat), &game, wrong).await;
        assert_eq!(refusal(refused), ProposalRefusal::NotOffered, "{wrong:?}");
    }
    for player in [&late, &other] {
        let refused = app.service.take_seat(&as_user(player), &game, seat).await;
        assert_eq!(refusal(refused), ProposalRefusal::AlreadyIn);
    }
    // What was proposed before is gone: the former player may have agreed to it.
    app.service.take_over(&as_user(&late), &game).await.unwrap();
    app.service.propose(&as_user(&late), &game, Proposal::EndNow).await.unwrap();
    let refused = app.service.take_seat(&as_user(&cat), &game, seat).await;
    assert_eq!(refusal(refused), ProposalRefusal::NotOffered, "its player is back");
    let players = if seat == Seat(0) { [&late, &other] } else { [&other, &late] };
    app.play(&game, &players).await.unwrap();
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    run_jobs(&app.service).await;
    app.service.take_seat(&as_user(&cat), &game, seat).await.unwrap();
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert!(!table.agreements.is_open());
    let refused = app.service.take_over(&as_user(&late), &game).await;
    assert!(matches!(refused, Err(ProposalError::NotIn)), "{refused:?}");
    let again = app.service.take_seat(&as_user(&app.person("dan").await), &game, seat).await;
    assert_eq!(refusal(again), ProposalRefusal::NotOffered);
    assert_rows_follow_from_logs(app).await;
    // Where the seat waits for its player, nobody else can have it.
    let keep = |settings: &mut Settings| settings.missed_turns = MissedTurns::Computer(ComputerLevel::Two);
    let (game, _, seat, _) = offered(app, [&ann, &ben], keep).await;
    let refused = app.service.take_seat(&as_user(&cat), &game, seat).await;
    assert_eq!(refusal(refused), ProposalRefusal::NotOffered);
    // Nor can a guest have any.
    let (game, _, seat, _) = offered(app, [&ann, &ben], |_| {}).await;
    let (guest, ..) = crate::guests::guest(app).await;
    let refused = app.service.take_seat(&as_user(&guest), &game, seat).await;
    assert!(matches!(refused, Err(ProposalError::Guest)), "{refused:?}");
    assert_rows_follow_from_logs(app).await;
}

async fn nobody_learns_what_the_former_player_had_planned(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let players = [&ann, &ben];
    let game = app.game_with(&players, with_replacement).await;
    for player in players {
        let plan = Plan { forced: true, ..Plan::default() };
        app.service.set_plan(&as_user(player), &game, plan).await.unwrap();
    }
    for _ in 0..4 {
        app.play(&game, &players).await.unwrap();
    }
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    let seat = app.replay(&game).await.seat_to_move().unwrap();
    run_jobs(&app.service).await;
    app.service.take_seat(&as_user(&cat), &game, seat).await.unwrap();
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(table.plans.of(seat), None);
    assert!(table.plans.of(Seat(1 - seat.0)).unwrap().forced);
    assert_rows_follow_from_logs(app).await;
}

async fn a_clock_stood_in_the_nights_of_the_player_who_had_the_seat_then(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let day_hours = |from: &str, until: &str| {
        let [from, until] = [from, until].map(|text| TimeOfDay::parse(text).unwrap());
        Some(DayHours { from, until })
    };
    // The two sleep at other hours than the one who comes later.
    for (person, night) in [
        (&ann, day_hours("22:00", "07:00")),
        (&ben, day_hours("22:00", "07:00")),
        (&cat, day_hours("10:00", "19:00")),
    ] {
        let rest = RestHours { night, free_days: Weekdays::default(), ..RestHours::none(chrono_tz::UTC) };
        app.service.change_rest(&as_user(person), rest).await.unwrap();
    }
    let sleep = |settings: &mut Settings| settings.clock_hours = ClockHours::Players;
    let (game, late, seat, _) = offered(app, [&ann, &ben], sleep).await;
    let clocks = async || {
        let view = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
        app.service.clocks(&HOME, &view).await.unwrap().unwrap()
    };
    let before = clocks().await.entries;
    let slept = |entry: &ClockEntry| entry.span.until - entry.span.from > entry.used;
    assert!(before.iter().any(slept), "the turn that timed out has lasted a night");
    app.service.take_seat(&as_user(&cat), &game, seat).await.unwrap();
    assert_eq!(clocks().await.entries, before, "what was used stays used");
    assert_ne!(late, cat);
    assert_rows_follow_from_logs(app).await;
}

async fn a_seat_is_either_taken_over_or_taken_back(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let other_server = app.second_process().await;
    let (mut seats_taken, mut come_back) = (0, 0);
    for round in 0..rounds() {
        let (game, late, seat, _) = offered(app, [&ann, &ben], |_| {}).await;
        let (cat_, late_) = (as_user(&cat), as_user(&late));
        let taking = other_server.take_seat(&cat_, &game, seat);
        let returning = app.service.take_over(&late_, &game);
        let (one, two) = if round % 2 == 0 {
            tokio::join!(taking, returning)
        } else {
            let (two, one) = tokio::join!(returning, taking);
            (one, two)
        };
        let player = match (one, two) {
            (Ok(()), Err(ProposalError::NotIn)) => {
                seats_taken += 1;
                cat_
            }
            (Err(ProposalError::Refused(ProposalRefusal::NotOffered)), Ok(())) => {
                come_back += 1;
                late_
            }
            both => panic!("{both:?}"),
        };
        let replay = app.replay(&game).await;
        let handed = |event: &Event| matches!(event, Event::Substitute { level: None, .. });
        assert_eq!(replay.log.iter().filter(|logged| handed(&logged.event)).count(), 1);
        let form = submission(&app.service, replay.last());
        app.service.resign(&player, &game, &form).await.unwrap();
    }
    assert_eq!(seats_taken + come_back, rounds());
    assert_rows_follow_from_logs(app).await;
    other_server.close().await;
}

/// The game waits for three days while the seat is free.
fn with_free_seats(settings: &mut Settings) {
    settings.missed_turns = MissedTurns::Offer(ComputerLevel::Two);
}

/// How many turns in the game the computer has played for a player.
async fn computer_turns(app: &TestApp, game: &GameId) -> usize {
    app.replay(game).await.spans.iter().filter(|span| span.end == SpanEnd::Substituted).count()
}

async fn a_free_seat_waits_three_days_before_a_computer_plays_for_it(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let players = [&ann, &ben, &cat];
    let change = |settings: &mut Settings| {
        with_replacement(settings);
        with_free_seats(settings);
    };
    let game = app.game_with(&players, change).await;
    for _ in 0..6 {
        app.play(&game, &players).await.unwrap();
    }
    let late = app.replay(&game).await.seat_to_move().unwrap();
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    run_jobs(&app.service).await;
    let until = app.service.now() + MissedTurns::OFFER;
    let dan = app.person("dan").await;
    let lobby = async || app.service.dashboard(&as_user(&dan)).await.unwrap().offered;
    assert_eq!(lobby().await.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    assert_eq!(deadline(&app.service, &game).await, until);
    let own = app.service.dashboard(&as_user(players[late.index()])).await.unwrap();
    assert_eq!((own.missed, own.my_turn.len()), (vec![(game.clone(), Missed::Offered)], 0));
    // Neither an outage nor a player who leaves makes a computer play earlier.
    app.service.heartbeat().await.unwrap();
    app.clock.advance(TimeDelta::hours(5));
    app.service.heartbeat().await.unwrap();
    run_jobs(&app.service).await;
    let leaving = players[(late.index() + 1) % 3];
    let form = submission(&app.service, app.replay(&game).await.last());
    app.service.resign(&as_user(leaving), &game, &form).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!((computer_turns(app, &game).await, deadline(&app.service, &game).await), (0, until));
    app.damage("DELETE FROM jobs").await;
    assert_eq!(app.service.rebuild(false, |_, _| ()).await.unwrap().differences.len(), 1);
    app.clock.advance(until - app.service.now() - TimeDelta::milliseconds(1));
    run_jobs(&app.service).await;
    assert_eq!(computer_turns(app, &game).await, 0);
    assert_rows_follow_from_logs(app).await;
    app.clock.advance(TimeDelta::milliseconds(1));
    run_jobs(&app.service).await;
    assert_eq!((computer_turns(app, &game).await, lobby().await.len()), (1, 1));
    // From then on it plays at once, until somebody comes.
    app.play(&game, &players).await.unwrap();
    run_jobs(&app.service).await;
    assert_eq!((computer_turns(app, &game).await, lobby().await.len()), (2, 1));
    app.service.take_seat(&as_user(&dan), &game, late).await.unwrap();
    assert_rows_follow_from_logs(app).await;
}

async fn who_takes_over_a_seat_that_waits_is_to_move_at_once(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let (game, late, seat, other) = offered(app, [&ann, &ben], with_free_seats).await;
    assert_eq!(app.replay(&game).await.seat_to_move(), Some(seat));
    app.clock.advance(DAY);
    app.service.take_seat(&as_user(&cat), &game, seat).await.unwrap();
    assert_rows_follow_from_logs(app).await;
    let mine = app.service.dashboard(&as_user(&cat)).await.unwrap().my_turn;
    assert_eq!(mine.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    // The turn that was missed has emptied the bank but for the increments before it, of which the cap kept none.
    let (free, bank) = (TimeDelta::hours(12), deadline(&app.service, &game).await - app.service.now());
    assert_eq!(bank, free);
    let players = if seat == Seat(0) { [&cat, &other] } else { [&other, &cat] };
    while !app.replay(&game).await.game.is_finished() {
        app.play(&game, &players).await.unwrap();
    }
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
    let missed = "SELECT COUNT(*) FROM attendance WHERE kind = 'missed'";
    assert_eq!(app.count(missed).await, 1);
    assert_eq!(app.count(&format!("{missed} AND user_id = '{late}'")).await, 1);
    let verified = app.service.verify(None, 1, |_| ()).await.unwrap();
    assert_eq!((verified.tables, verified.problems), (1, 0));
}

async fn the_player_of_a_seat_that_waits_comes_back_to_the_same_turn(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let (game, late, seat, _) = offered(app, [&ann, &ben], with_free_seats).await;
    let tiles = app.replay(&game).await.game.hand().to_vec();
    app.clock.advance(DAY);
    app.service.take_over(&as_user(&late), &game).await.unwrap();
    let replay = app.replay(&game).await;
    assert_eq!((replay.seat_to_move(), replay.substitute(seat)), (Some(seat), None));
    assert_eq!(replay.game.hand(), tiles);
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + TimeDelta::hours(12));
    let refused = app.service.take_seat(&as_user(&cat), &game, seat).await;
    assert_eq!(refusal(refused), ProposalRefusal::NotOffered);
    app.play(&game, &[&ann, &ben]).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM attendance WHERE kind = 'missed'").await, 1);
    assert_rows_follow_from_logs(app).await;
}

async fn a_seat_that_waits_is_taken_over_or_a_computer_plays_for_it(app: &TestApp) {
    let [ann, ben, cat] = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let other_server = app.second_process().await;
    for round in 0..rounds() {
        let (game, _, seat, _) = offered(app, [&ann, &ben], with_free_seats).await;
        app.clock.advance(MissedTurns::OFFER);
        let cat = as_user(&cat);
        let taking = other_server.take_seat(&cat, &game, seat);
        let playing = run_jobs(&app.service);
        let (taken, _) = if round % 2 == 0 {
            tokio::join!(taking, playing)
        } else {
            let (played, taken) = tokio::join!(playing, taking);
            (taken, played)
        };
        let replay = app.replay(&game).await;
        match taken {
            Ok(()) => assert_eq!(replay.substitute(seat), None),
            Err(ProposalError::Refused(ProposalRefusal::SubstituteToMove) | ProposalError::Stale) => {
                assert_eq!(computer_turns(app, &game).await, 1);
            }
            Err(other) => panic!("{other:?}"),
        }
        let player = if taken.is_ok() { cat } else { as_user([&ann, &ben][1 - seat.index()]) };
        app.service.resign(&player, &game, &submission(&app.service, replay.last())).await.unwrap();
        run_jobs(&app.service).await;
    }
    assert_rows_follow_from_logs(app).await;
    other_server.close().await;
}
