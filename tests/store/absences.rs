//! What stops clocks: outages, leave, nights and playing hours.

use bastide::account::UserId;
use bastide::engine::Event;
use bastide::service::{ProposalError, Service, TimeError};
use bastide::table::{
    ClockHours, ClockPreset, DayHours, GameId, Period, PlayingHours, Proposal, ProposalRefusal, RestHours,
    Settings, StopCause, TimeControl, TimeOfDay, TimeRefusal, Weekdays,
};
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::app::{HOME, TestApp, as_user, run_jobs, time_outs};

crate::on_both_databases! {
    a_missed_weekend_costs_leave_and_no_turn_in_fifteen_games
    without_leave_at_the_table_or_in_the_balance_turns_are_missed
    leave_moves_the_deadlines_of_all_games_that_wait_and_its_end_moves_them_back
    an_outage_stops_all_clocks_and_costs_nobody_a_turn
    an_outage_is_stored_once_whichever_server_comes_up
    leave_is_taken_by_itself_when_the_time_after_an_outage_is_over
    nights_count_from_the_next_turn_and_tables_can_exclude_them
    nights_move_to_another_zone_from_the_next_turn_on
    a_table_with_playing_hours_stands_outside_them
    leave_that_is_taken_twice_at_once_is_stored_once
    a_pause_takes_everybodys_consent_and_stops_all_clocks_until_somebody_resumes
    a_pause_that_two_agree_to_at_once_begins_once
    a_pause_begun_as_the_time_runs_out_and_the_time_out_agree_on_what_came_first
}

const DAY: TimeDelta = TimeDelta::days(1);
const HOUR: TimeDelta = TimeDelta::hours(1);

fn by_the_day(settings: &mut Settings) {
    settings.time_control = TimeControl::of_days(Some(1));
}

fn with_leave(settings: &mut Settings) {
    by_the_day(settings);
    settings.leave = true;
}

pub async fn deadline(service: &Service, game: &GameId) -> DateTime<Utc> {
    service.table(&HOME, game, None).await.unwrap().unwrap().table.deadline().expect("a clock runs")
}

/// Games with leave in which the same player is to move, and that player.
async fn waiting_games(app: &TestApp, count: usize) -> (Vec<GameId>, UserId) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let mut games = Vec::new();
    while games.len() < count {
        let game = app.game_with(&players, with_leave).await;
        if app.next_turn(&game, &players).await.0 == ann {
            games.push(game);
        } else {
            app.play(&game, &players).await.unwrap();
            if app.next_turn(&game, &players).await.0 == ann {
                games.push(game);
            }
        }
    }
    (games, ann)
}

pub async fn missed(app: &TestApp, game: &GameId) -> usize {
    app.replay(game).await.log.iter().filter(|logged| logged.event == Event::Skip {}).count()
}

pub async fn assert_rows_follow_from_logs(app: &TestApp) {
    let checked = app.service.rebuild(true, |_, _| {}).await.unwrap();
    assert_eq!((checked.differences, checked.unreadable), (Vec::<String>::new(), Vec::new()));
}

async fn a_missed_weekend_costs_leave_and_no_turn_in_fifteen_games(app: &TestApp) {
    let (games, ann) = waiting_games(app, 15).await;
    let began = app.service.now();
    let other = app.second_process().await;
    app.clock.advance(DAY);
    for hour in 0..48 {
        let (here, there) = tokio::join!(time_outs(&app.service), time_outs(&other));
        assert_eq!(here + there, 0, "nobody misses a turn in hour {hour}");
        app.clock.advance(HOUR);
    }
    for game in &games {
        assert_eq!((missed(app, game).await, deadline(&app.service, game).await), (0, began + DAY * 3));
    }
    // A week, and what a day without leave has earned.
    let fresh = app.second_process().await;
    let time = fresh.time(&as_user(&ann)).await.unwrap();
    fresh.close().await;
    assert_eq!(time.balance(began + DAY * 3), TimeDelta::days(7) + HOUR * 2 - HOUR * 48);
    assert_eq!(time.leaves().len(), 48, "an hour at a time for all games together");
    assert!(time.leaves().iter().all(|leave| leave.automatic));
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}

async fn without_leave_at_the_table_or_in_the_balance_turns_are_missed(app: &TestApp) {
    let (games, ann) = waiting_games(app, 1).await;
    let (cleo, dora) = (app.person("cleo").await, app.person("dora").await);
    let excluded = app.game_with(&[&cleo, &dora], by_the_day).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(missed(app, &excluded).await, 1);
    // Seven days and two hours later nothing is left.
    let mut turns = 0;
    for hour in 0..8 * 24 {
        turns = missed(app, &games[0]).await;
        if turns > 0 {
            assert_eq!(hour, 7 * 24 + 2);
            break;
        }
        app.clock.advance(HOUR);
        run_jobs(&app.service).await;
    }
    assert_eq!(turns, 1);
    // It can be turned off.
    let off = app.service.set_automatic_leave(&as_user(&ann), false).await;
    off.unwrap();
    assert!(!app.service.time(&as_user(&ann)).await.unwrap().automatic_leave);
}

async fn leave_moves_the_deadlines_of_all_games_that_wait_and_its_end_moves_them_back(app: &TestApp) {
    let (games, ann) = waiting_games(app, 3).await;
    let principal = as_user(&ann);
    let began = app.service.now();
    app.clock.advance(HOUR);
    let leave = Period { from: app.service.now(), until: app.service.now() + DAY * 2 };
    app.service.take_leave(&principal, leave).await.unwrap();
    for game in &games {
        assert_eq!(deadline(&app.service, game).await, began + DAY * 3);
        let stop = app.service.table(&HOME, game, None).await.unwrap().unwrap().stop.unwrap();
        assert_eq!((stop.cause, stop.until), (StopCause::Leave, leave.until));
    }
    let again = app.service.take_leave(&principal, Period { until: leave.until - HOUR, ..leave }).await;
    assert!(matches!(again, Err(TimeError::Refused(TimeRefusal::LeaveOverlaps { .. }))), "{again:?}");
    assert_rows_follow_from_logs(app).await;

    app.clock.advance(DAY);
    app.service.end_leave(&principal, 1).await.unwrap();
    for game in &games {
        assert_eq!(deadline(&app.service, game).await, began + DAY * 2);
        assert!(app.service.table(&HOME, game, None).await.unwrap().unwrap().stop.is_none());
    }
    let over = app.service.end_leave(&principal, 1).await;
    assert!(matches!(over, Err(TimeError::Refused(TimeRefusal::NoSuchLeave))), "{over:?}");
    assert_rows_follow_from_logs(app).await;
    // Nobody was told: the deadline is the moved one, and it counts.
    app.service.set_automatic_leave(&principal, false).await.unwrap();
    app.clock.advance(DAY - HOUR - TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&app.service).await, 0);
    app.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&app.service).await, 3);
}

async fn an_outage_stops_all_clocks_and_costs_nobody_a_turn(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(app.game_with(&players, by_the_day).await);
    }
    let began = app.service.now();
    app.clock.advance(DAY - HOUR);
    app.service.heartbeat().await.unwrap();
    // All deadlines are over when a server comes up again.
    app.clock.advance(HOUR * 3);
    let restarted = app.second_process().await;
    restarted.heartbeat().await.unwrap();
    assert_eq!(time_outs(&restarted).await, 0);
    for game in &games {
        // An hour was left, but none runs out for as long as the outage lasted.
        assert_eq!(deadline(&restarted, game).await, began + DAY - HOUR + HOUR * 6);
    }
    let checked = restarted.rebuild(true, |_, _| {}).await.unwrap();
    assert_eq!(checked.differences, Vec::<String>::new());
    app.clock.advance(HOUR * 3 - TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&restarted).await, 0);
    app.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&restarted).await, 20);
    restarted.close().await;
}

async fn an_outage_is_stored_once_whichever_server_comes_up(app: &TestApp) {
    app.service.heartbeat().await.unwrap();
    app.clock.advance(TimeDelta::minutes(2));
    app.service.heartbeat().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM outages").await, 0, "servers may be restarted");
    app.clock.advance(HOUR);
    let other = app.second_process().await;
    let (here, there) = tokio::join!(app.service.heartbeat(), other.heartbeat());
    here.unwrap();
    there.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM outages").await, 1);
    assert_eq!(app.count("SELECT ended - began FROM outages").await, HOUR.num_milliseconds());
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'refresh_clocks'").await, 1);
    other.close().await;
}

async fn leave_is_taken_by_itself_when_the_time_after_an_outage_is_over(app: &TestApp) {
    let (games, ann) = waiting_games(app, 1).await;
    let began = app.service.now();
    app.clock.advance(DAY - HOUR);
    app.service.heartbeat().await.unwrap();
    app.clock.advance(HOUR * 3);
    app.service.heartbeat().await.unwrap();
    let mut due = began + DAY - HOUR + HOUR * 6;
    app.clock.advance(due - app.service.now());
    for _ in 0..3 {
        assert_eq!(time_outs(&app.service).await, 0);
        due += HOUR;
        assert_eq!(deadline(&app.service, &games[0]).await, due);
        assert_rows_follow_from_logs(app).await;
        app.clock.advance(HOUR);
    }
    app.service.set_automatic_leave(&as_user(&ann), false).await.unwrap();
    assert_eq!((time_outs(&app.service).await, missed(app, &games[0]).await), (1, 1));
}

fn hours(from: &str, until: &str) -> DayHours {
    let [from, until] = [from, until].map(|text| TimeOfDay::parse(text).unwrap());
    DayHours { from, until }
}

async fn nights_count_from_the_next_turn_and_tables_can_exclude_them(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let with = |clock_hours| {
        move |settings: &mut Settings| (by_the_day(settings), settings.clock_hours = clock_hours).0
    };
    let game = app.game_with(&players, with(ClockHours::Players)).await;
    let excluded = app.game_with(&players, with(ClockHours::Always)).await;
    let began = app.service.now();
    // 14:14 UTC: night begins in less than eight hours.
    app.clock.advance(TimeDelta::minutes(1));
    let rest = RestHours { night: Some(hours("22:00", "07:00")), ..RestHours::none(Tz::UTC) };
    for player in players {
        app.service.change_rest(&as_user(player), rest).await.unwrap();
    }
    assert_eq!(
        deadline(&app.service, &game).await,
        began + DAY,
        "the present turn has the hours of its start"
    );
    let began = app.service.now();
    for game in [&game, &excluded] {
        app.play(game, &players).await.unwrap();
    }
    assert_eq!(deadline(&app.service, &game).await, began + DAY + HOUR * 18, "two nights within a day");
    assert_eq!(deadline(&app.service, &excluded).await, began + DAY);
    assert_rows_follow_from_logs(app).await;
    let again = app.service.change_rest(&as_user(&ann), RestHours::none(Tz::UTC)).await;
    assert!(matches!(again, Err(TimeError::Refused(TimeRefusal::ChangedBefore { .. }))), "{again:?}");
    app.clock.advance(HOUR * 9);
    let stop = app.service.table(&HOME, &game, None).await.unwrap().unwrap().stop.unwrap();
    assert_eq!(stop.cause, StopCause::Night);
    // Night ends at the same time for the time-out.
    app.clock.advance(DAY + HOUR * 9 - TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&app.service).await, 1, "the table without nights");
    app.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&app.service).await, 1);
}

async fn nights_move_to_another_zone_from_the_next_turn_on(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let rest = RestHours { night: Some(hours("22:00", "07:00")), ..RestHours::none(Tz::UTC) };
    for player in players {
        app.service.change_rest(&as_user(player), rest).await.unwrap();
    }
    let with = |settings: &mut Settings| (by_the_day(settings), settings.clock_hours = ClockHours::Players).0;
    let game = app.game_with(&players, with).await;
    let before = deadline(&app.service, &game).await;
    assert_eq!(before, app.service.now() + DAY + HOUR * 18, "two nights within a day");
    app.clock.advance(TimeDelta::minutes(1));
    for player in players {
        app.service.set_zone(&as_user(player), Tz::Asia__Tokyo).await.unwrap();
    }
    assert_eq!(deadline(&app.service, &game).await, before, "the present turn has the nights of its start");
    app.play(&game, &players).await.unwrap();
    // It is night in Tokyo from 13:00 to 22:00 UTC: 15 hours run, then 9.
    let after = deadline(&app.service, &game).await;
    assert_eq!(after.format("%H:%M:%S").to_string(), "07:00:00");
    assert_eq!((after - app.service.now()).num_hours(), 40);
    assert_rows_follow_from_logs(app).await;
    let other = app.second_process().await;
    assert_eq!(deadline(&other, &game).await, after, "the log says the same");
    let time = other.time(&as_user(&ann)).await.unwrap();
    assert_eq!(time.rest().map(|rest| rest.zone), Some(Tz::Asia__Tokyo));
    other.close().await;
}

async fn a_table_with_playing_hours_stands_outside_them(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let playing = PlayingHours { zone: Tz::UTC, hours: hours("08:00", "22:00"), days: Weekdays::ALL };
    let live = |settings: &mut Settings| {
        settings.time_control = TimeControl::Limited(ClockPreset::Daily.allowance());
        settings.clock_hours = ClockHours::Table(playing);
    };
    let game = app.game_with(&[&ann, &ben], live).await;
    let began = app.service.now();
    assert_eq!(
        deadline(&app.service, &game).await,
        began + HOUR * 96 + HOUR * 70,
        "seven nights of ten hours"
    );
    assert_rows_follow_from_logs(app).await;
}

async fn leave_that_is_taken_twice_at_once_is_stored_once(app: &TestApp) {
    let (_, ann) = waiting_games(app, 1).await;
    let leave = Period { from: app.service.now(), until: app.service.now() + DAY };
    let other = app.second_process().await;
    let principal = as_user(&ann);
    let (here, there) =
        tokio::join!(app.service.take_leave(&principal, leave), other.take_leave(&principal, leave));
    let refused = [here, there]
        .into_iter()
        .filter(|taken| matches!(taken, Err(TimeError::Refused(TimeRefusal::LeaveOverlaps { .. }))));
    assert_eq!(refused.count(), 1);
    assert_eq!(app.count("SELECT COUNT(*) FROM player_time").await, 1);
    other.close().await;
}

/// The number of the last event of a table.
pub async fn revision(app: &TestApp, game: &GameId) -> u32 {
    app.service.table(&HOME, game, None).await.unwrap().unwrap().table.revision
}

async fn a_pause_takes_everybodys_consent_and_stops_all_clocks_until_somebody_resumes(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_with(&[&ann, &ben, &cleo], by_the_day).await;
    let began = app.service.now();
    let until = began + DAY * 10;
    app.service.propose(&as_user(&ann), &game, Proposal::Pause { until }).await.unwrap();
    let n = revision(app, &game).await;
    app.service.answer_proposal(&as_user(&ann), &game, n, true).await.unwrap();
    app.service.answer_proposal(&as_user(&ben), &game, n, true).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, began + DAY, "somebody has not answered");
    let other = app.service.propose(&as_user(&ben), &game, Proposal::Pause { until }).await;
    assert!(matches!(other, Err(ProposalError::Refused(ProposalRefusal::Open))), "{other:?}");
    app.clock.advance(HOUR);
    app.service.answer_proposal(&as_user(&cleo), &game, n, true).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, until + DAY - HOUR);
    let stop = app.service.table(&HOME, &game, None).await.unwrap().unwrap().stop.unwrap();
    assert_eq!((stop.cause, stop.until), (StopCause::Pause, until));
    assert_rows_follow_from_logs(app).await;
    let late = app.service.answer_proposal(&as_user(&cleo), &game, n, false).await;
    assert!(matches!(late, Err(ProposalError::Refused(ProposalRefusal::NoSuchProposal))), "{late:?}");

    app.clock.advance(DAY);
    app.service.resume(&as_user(&ben), &game).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, began + DAY * 2);
    let again = app.service.resume(&as_user(&ben), &game).await;
    assert!(matches!(again, Err(ProposalError::Refused(ProposalRefusal::NotPaused))), "{again:?}");
    // The next move was decided with the pause.
    app.play(&game, &[&ann, &ben, &cleo]).await.unwrap();
    assert_rows_follow_from_logs(app).await;
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
}

async fn a_pause_that_two_agree_to_at_once_begins_once(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_with(&[&ann, &ben, &cleo], by_the_day).await;
    let other = app.second_process().await;
    let pause = Proposal::Pause { until: app.service.now() + DAY };
    app.service.propose(&as_user(&ann), &game, pause).await.unwrap();
    let n = revision(app, &game).await;
    let (bens, cleos) = (as_user(&ben), as_user(&cleo));
    let (here, there) = tokio::join!(
        app.service.answer_proposal(&bens, &game, n, true),
        other.answer_proposal(&cleos, &game, n, true)
    );
    here.unwrap();
    there.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%\"paused\"%'").await, 1);
    other.close().await;
}

/// How often a race is run.
pub fn rounds() -> u32 {
    support::setting("BASTIDE_ROUNDS")
        .map_or(30, |rounds| rounds.parse().expect("BASTIDE_ROUNDS is a number"))
}

async fn a_pause_begun_as_the_time_runs_out_and_the_time_out_agree_on_what_came_first(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let other = app.second_process().await;
    let (mut paused, mut skipped) = (0, 0);
    for _ in 0..rounds() {
        let game = app.game_with(&players, by_the_day).await;
        let pause = Proposal::Pause { until: app.service.now() + DAY * 9 };
        app.service.propose(&as_user(&ann), &game, pause).await.unwrap();
        let n = revision(app, &game).await;
        app.clock.advance(DAY);
        let agree = as_user(&ben);
        let (_, agreed) =
            tokio::join!(time_outs(&other), app.service.answer_proposal(&agree, &game, n, true));
        agreed.unwrap();
        match missed(app, &game).await {
            0 => paused += 1,
            _ => skipped += 1,
        }
        let pause_ends = app.service.now() + DAY * 8;
        // Whichever came second may not have known of the first.
        app.clock.advance(TimeDelta::minutes(1));
        run_jobs(&app.service).await;
        let due = deadline(&app.service, &game).await;
        assert!(due >= pause_ends, "the pause counts for whoever is to move: {due}");
    }
    assert_eq!(paused + skipped, rounds());
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}
