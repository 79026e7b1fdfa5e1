//! What players plan for their turns: it acts in the transaction that begins the turn, and nobody else sees it.

use bastide::account::UserId;
use bastide::engine::{Event, Game, TileSet};
use bastide::service::ProposalError;
use bastide::table::{
    ClockPreset, ComputerLevel, GameId, MissedTurns, Plan, ProposalRefusal, Settings, SpanEnd, TimeControl,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline, rounds};
use crate::agreements::refusal;
use crate::app::{HOME, TestApp, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    forced_turns_are_played_when_they_begin_and_no_others
    a_computer_stands_in_for_one_turn_that_would_time_out
    plans_are_refused_where_they_mean_nothing
    nobody_sees_a_plan_before_it_acts
    a_plan_that_changes_as_the_turn_before_is_played_costs_neither
}

const FORCED: Plan = Plan { forced: true, stand_in: None };
const STAND_IN: Plan = Plan { forced: false, stand_in: Some(ComputerLevel::Two) };

/// With a single meeple and a river that goes on at one place there is often just one turn.
fn narrow(settings: &mut Settings) {
    settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
    settings.rules.meeples = 1;
    settings.rules.sets.push(TileSet::River);
}

/// How many turns are legal, of which those that look alike are one.
fn choices(game: &Game) -> usize {
    let mut turns = Vec::new();
    game.position().distinct_turns(&mut turns);
    turns.len()
}

async fn forced_turns_are_played_when_they_begin_and_no_others(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let (mut planned, mut games) = (0, 0);
    while planned < 3 && games < 20 {
        games += 1;
        let game = app.game_with(&players, narrow).await;
        for player in players {
            app.service.set_plan(&as_user(player), &game, FORCED).await.unwrap();
        }
        while !app.replay(&game).await.game.is_finished() {
            app.clock.advance(TimeDelta::minutes(5));
            app.play(&game, &players).await.unwrap();
        }
        let replay = app.replay(&game).await;
        for (before, logged) in (0..).zip(&replay.log) {
            let Event::Turn { planned: was_planned, .. } = logged.event else { continue };
            let choices = choices(&replay.at(before).unwrap());
            assert_eq!(was_planned, choices == 1 && before > 1, "event {}: {choices} turns", logged.n);
            if was_planned {
                planned += 1;
                let [earlier, span] = [logged.n - 1, logged.n].map(|n| &replay.log[n as usize - 1]);
                assert_eq!(earlier.at, span.at, "it takes no time");
            }
        }
        let clocks = replay.spans.iter().filter(|span| span.end == SpanEnd::Planned);
        assert!(clocks.clone().all(|span| span.from == span.until));
        assert_rows_follow_from_logs(app).await;
    }
    assert!(planned >= 3, "{planned} forced turns in {games} games");
}

async fn a_computer_stands_in_for_one_turn_that_would_time_out(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let strict = |settings: &mut Settings| {
        settings.time_control = TimeControl::of_days(Some(1));
        settings.missed_turns = MissedTurns::OutAfter(1);
        settings.stand_ins = true;
    };
    let game = app.game_with(&players, strict).await;
    let (late, ..) = app.next_turn(&game, &players).await;
    app.service.set_plan(&as_user(&late), &game, STAND_IN).await.unwrap();
    for turns in 1..4 {
        app.clock.advance(deadline(&app.service, &game).await - app.service.now());
        run_jobs(&app.service).await;
        let replay = app.replay(&game).await;
        assert_eq!(replay.game.turns(), 2 * turns - 1, "the turn was played");
        assert!(replay.seat_to_move().is_some_and(|seat| replay.substitute(seat).is_none()));
        let handed: Vec<bool> = replay
            .log
            .iter()
            .filter_map(|logged| match logged.event {
                Event::Substitute { level, .. } => Some(level.is_some()),
                _ => None,
            })
            .collect();
        assert_eq!(handed, [true, false].repeat(turns as usize), "for this turn only");
        assert_rows_follow_from_logs(app).await;
        app.play(&game, &players).await.unwrap();
    }
    // Without the plan the table's rule holds.
    app.service.set_plan(&as_user(&late), &game, Plan::default()).await.unwrap();
    app.clock.advance(TimeDelta::days(1));
    run_jobs(&app.service).await;
    assert!(app.replay(&game).await.game.is_finished());
    assert_rows_follow_from_logs(app).await;
}

async fn plans_are_refused_where_they_mean_nothing(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let waiting = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.service.join(&as_user(&ann), &waiting, None, None).await.unwrap();
    let early = app.service.set_plan(&as_user(&ann), &waiting, FORCED).await;
    assert_eq!(refusal(early), ProposalRefusal::NotPlaying);
    let game = app.game_of(&[&ann, &ben], None).await;
    let stranger = app.service.set_plan(&as_user(&eve), &game, FORCED).await;
    assert!(matches!(stranger, Err(ProposalError::NotIn)), "{stranger:?}");
    let unknown = app.service.set_plan(&as_user(&eve), &GameId::new([9; 10]), FORCED).await;
    assert!(matches!(unknown, Err(ProposalError::NoSuchGame)), "{unknown:?}");
    assert_eq!(
        refusal(app.service.set_plan(&as_user(&ann), &game, STAND_IN).await),
        ProposalRefusal::NoStandIn
    );
    let three = app.game_of(&[&ann, &ben, &eve], None).await;
    let last = app.replay(&three).await.last();
    app.service.resign(&as_user(&eve), &three, &submission(&app.service, last)).await.unwrap();
    assert_eq!(refusal(app.service.set_plan(&as_user(&eve), &three, FORCED).await), ProposalRefusal::Out);
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE plan IS NOT NULL").await, 0, "nothing is stored");
}

async fn nobody_sees_a_plan_before_it_acts(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let seen = || async {
        let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
        format!("{:?} {:?}", table.table, table.play)
    };
    let before = seen().await;
    for _ in 0..50 {
        app.service.set_plan(&as_user(&ann), &game, FORCED).await.unwrap();
        app.service.set_plan(&as_user(&ben), &game, Plan::default()).await.unwrap();
    }
    assert_eq!(seen().await, before, "not even in a line for debugging");
    assert_rows_follow_from_logs(app).await;
}

async fn a_plan_that_changes_as_the_turn_before_is_played_costs_neither(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let other = app.second_process().await;
    let mut game = app.game_with(&players, narrow).await;
    for round in 0..rounds() {
        if app.replay(&game).await.game.is_finished() {
            game = app.game_with(&players, narrow).await;
        }
        let (player, ..) = app.next_turn(&game, &players).await;
        let waits: UserId = players.into_iter().find(|one| **one != player).unwrap().clone();
        let (waits, plan) = (as_user(&waits), if round % 2 == 0 { FORCED } else { Plan::default() });
        let (turn, set) = tokio::join!(app.play(&game, &players), other.set_plan(&waits, &game, plan));
        turn.unwrap();
        // The turn may have ended the game first.
        let ended =
            matches!(set, Err(ProposalError::Refused(ProposalRefusal::NotPlaying) | ProposalError::Stale));
        assert!(set.is_ok() || ended, "{set:?}");
    }
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}
