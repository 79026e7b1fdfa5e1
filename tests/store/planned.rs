//! What players plan for their turns: it acts in the transaction that begins the turn, and nobody else sees it.

use bastide::account::UserId;
use bastide::engine::{Cell, Event, Game, Logged, Seat, TileKind, TileSet, Turn, legal};
use bastide::service::{Principal, ProposalError};
use bastide::table::{
    ClockPreset, ComputerLevel, GameId, MissedTurns, Plan, PlanStop, ProposalRefusal, Replay, Settings,
    SpanEnd, TimeControl,
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
    the_first_planned_turn_that_is_still_legal_is_played_when_the_turn_begins
    a_planned_turn_is_not_played_if_what_it_touches_changes_or_a_player_leaves
    a_turn_is_planned_only_while_others_are_to_move
}

const FORCED: Plan = Plan { forced: true, stand_in: None, next: None };
const STAND_IN: Plan = Plan { forced: false, stand_in: Some(ComputerLevel::Two), next: None };

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
    let players = [&ann, &ben];
    let game = app.game_with(&players, ahead).await;
    let seen = || async {
        let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
        let record = app.service.record(&HOME, &game).await.unwrap().unwrap();
        format!("{:?} {:?} {record}", table.table, table.play)
    };
    let (before, replay) = (seen().await, app.replay(&game).await);
    let seat = waiting(&replay);
    let planner = as_user(players[seat.index()]);
    for turn in plannable(&replay, seat).into_iter().cycle().take(50) {
        app.service.plan_turn(&planner, &game, replay.last(), turn).await.unwrap();
        assert_eq!(seen().await, before);
        app.service.change_next_turn(&planner, &game, &[turn], (true, true)).await.unwrap();
    }
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

fn ahead(settings: &mut Settings) {
    settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
    settings.rules.draw_ahead = true;
}

/// The seat that waits for its turn, of two.
fn waiting(replay: &Replay) -> Seat {
    Seat(1 - replay.seat_to_move().unwrap().0)
}

/// The turns that a seat can plan.
fn plannable(replay: &Replay, seat: Seat) -> Vec<Turn> {
    legal::turns(&replay.game.as_if_next(seat).unwrap())
}

async fn the_first_planned_turn_that_is_still_legal_is_played_when_the_turn_begins(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_with(&players, ahead).await;
    let (mut first, mut alternative, mut none) = (0, 0, 0);
    for round in 0..40 {
        let replay = app.replay(&game).await;
        if replay.game.is_finished() || replay.game.tiles_left() == 0 {
            break;
        }
        let seat = waiting(&replay);
        let waits = as_user(players[seat.index()]);
        let turns = plannable(&replay, seat);
        let (_, last, next) = app.next_turn(&game, &players).await;
        // The one to move takes the cell of the first, so that an alternative is played.
        let taken = turns.iter().find(|turn| turn.position == next.position);
        let free = turns.iter().find(|turn| turn.position != next.position);
        let planned: Vec<Turn> = match round % 3 {
            0 => taken.into_iter().copied().collect(),
            1 => taken.into_iter().chain(free).copied().collect(),
            _ => free.into_iter().copied().collect(),
        };
        for &turn in &planned {
            app.service.plan_turn(&waits, &game, last, turn).await.unwrap();
            // A repeated form changes nothing.
            app.service.plan_turn(&waits, &game, last, turn).await.unwrap();
        }
        app.service.change_next_turn(&waits, &game, &[], (false, false)).await.unwrap();
        app.clock.advance(TimeDelta::minutes(5));
        app.play(&game, &players).await.unwrap();
        let after = app.replay(&game).await;
        let played: Vec<(Turn, bool)> = after
            .log
            .iter()
            .filter(|logged| logged.n > last)
            .filter_map(|logged| {
                Some((logged.event.turn()?.1, matches!(logged.event, Event::Turn { planned: true, .. })))
            })
            .collect();
        let is_planned =
            |logged: &&Logged| logged.n > last && matches!(logged.event, Event::Turn { planned: true, .. });
        let before_it = after.log.iter().find(is_planned).map_or(after.last(), |logged| logged.n - 1);
        let then = after.at(before_it).unwrap();
        let expected = planned
            .iter()
            .copied()
            .find(|turn| then.hand() == [turn.tile] && legal::check(&then, turn).is_ok());
        if let Some(turn) = expected {
            assert_eq!(played[1], (turn, true), "{planned:?}");
            let view = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
            let clocks = app.service.clocks(&HOME, &view).await.unwrap().unwrap();
            let own: Vec<_> = clocks.entries.iter().rev().filter(|entry| entry.span.seat == seat).collect();
            assert_eq!((own[0].span.end, own[0].used), (SpanEnd::Planned, TimeDelta::zero()));
            assert!(own.get(1).is_none_or(|before| before.bank == own[0].bank), "it earns no increment");
            if planned.first() == Some(&turn) { first += 1 } else { alternative += 1 }
        } else {
            assert_eq!(played.len(), 1, "{played:?}");
            none += 1;
            if !planned.is_empty() && after.seat_to_move() == Some(seat) {
                let table = app.service.table(&waits, &game, None).await.unwrap().unwrap().table;
                let stop = table.planned_turn(&after, seat, &after.game).unwrap().unwrap_err();
                assert!(matches!(stop, PlanStop::NotLegal | PlanStop::OtherTile), "{stop:?}");
            }
            app.play(&game, &players).await.unwrap();
        }
    }
    assert!(first > 3 && alternative > 0 && none > 3, "{first} {alternative} {none}");
    assert_rows_follow_from_logs(app).await;
}

async fn a_planned_turn_is_not_played_if_what_it_touches_changes_or_a_player_leaves(app: &TestApp) {
    let people = [app.person("ann").await, app.person("ben").await, app.person("cat").await];
    let players: Vec<&UserId> = people.iter().collect();
    let (mut changed, mut same) = (0, 0);
    let mut game = app.game_with(&players, ahead).await;
    for _ in 0..120 {
        let mut replay = app.replay(&game).await;
        if replay.game.is_finished() || replay.game.tiles_left() < 3 {
            game = app.game_with(&players, ahead).await;
            replay = app.replay(&game).await;
        }
        let seat = Seat((replay.seat_to_move().unwrap().0 + 1) % 3);
        let planner = as_user(players[seat.index()]);
        let turns = plannable(&replay, seat);
        // Beside the tile that comes before it, what it touches changes more often.
        let (_, _, next) = app.next_turn(&game, &players).await;
        let beside = |turn: &&Turn| {
            let (dx, dy) = (turn.position.x - next.position.x, turn.position.y - next.position.y);
            dx.abs() + dy.abs() == 1
        };
        let any = || turns.get(replay.log.len() % turns.len().max(1));
        let Some(&turn) = turns.iter().find(beside).or_else(any) else { continue };
        app.service.plan_turn(&planner, &game, replay.last(), turn).await.unwrap();
        let owners = |game: &Game| {
            let mut found = Vec::new();
            game.board().each_facing(turn.position, |side, feature| {
                found.push((side, game.board().feature_info(feature).majority()));
            });
            found
        };
        app.play(&game, &players).await.unwrap();
        let after = app.replay(&game).await;
        let is_planned = |logged: &&Logged| {
            logged.n > replay.last() && matches!(logged.event, Event::Turn { planned: true, .. })
        };
        if let Some(played) = after.log.iter().find(is_planned) {
            same += 1;
            assert_eq!(owners(&after.at(played.n - 1).unwrap()), owners(&replay.game));
        } else if after.seat_to_move() == Some(seat) {
            let table = app.service.table(&planner, &game, None).await.unwrap().unwrap().table;
            let stop = table.planned_turn(&after, seat, &after.game).unwrap().unwrap_err();
            if stop == PlanStop::Changed {
                changed += 1;
            }
        }
    }
    assert!(changed > 2 && same > 20, "{changed} {same}");
    // A player leaves, and the one who has planned is asked.
    let game = app.game_with(&players, ahead).await;
    for asked in [true, false] {
        let replay = app.replay(&game).await;
        let to_move = replay.seat_to_move().unwrap();
        let seats: Vec<Seat> = (1..3)
            .map(|after| Seat((to_move.0 + after) % 3))
            .filter(|&seat| !replay.game.has_left(seat))
            .collect();
        let (planner, leaver) = (seats[0], *seats.last().unwrap());
        let turn = plannable(&replay, planner)[0];
        let principal = as_user(players[planner.index()]);
        app.service.plan_turn(&principal, &game, replay.last(), turn).await.unwrap();
        app.service.change_next_turn(&principal, &game, &[], (false, asked)).await.unwrap();
        if leaver != planner {
            let form = submission(&app.service, replay.last());
            app.service.resign(&as_user(players[leaver.index()]), &game, &form).await.unwrap();
        }
        let turns = app.replay(&game).await.game.turns();
        app.play(&game, &players).await.unwrap();
        let after = app.replay(&game).await;
        let table = app.service.table(&principal, &game, None).await.unwrap().unwrap().table;
        if asked {
            let stop = table.planned_turn(&after, planner, &after.game);
            assert_eq!((after.game.turns() - turns, stop), (1, Some(Err(PlanStop::Left))));
            app.play(&game, &players).await.unwrap();
        }
    }
    assert_rows_follow_from_logs(app).await;
}

async fn a_turn_is_planned_only_while_others_are_to_move(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let players = [&ann, &ben];
    let game = app.game_with(&players, ahead).await;
    let replay = app.replay(&game).await;
    let seat = waiting(&replay);
    let (waits, moves) = (as_user(players[seat.index()]), as_user(players[1 - seat.index()]));
    let turns = plannable(&replay, seat);
    let last = replay.last();
    let plan = async |who: &Principal, turn| refusal(app.service.plan_turn(who, &game, last, turn).await);
    assert_eq!(plan(&moves, turns[0]).await, ProposalRefusal::NothingAhead);
    let far = Turn { position: Cell::new(90, 90), ..turns[0] };
    assert_eq!(plan(&waits, far).await, ProposalRefusal::PlanNotLegal);
    let other_tile = TileKind::all().find(|kind| *kind != turns[0].tile).unwrap();
    assert_eq!(plan(&waits, Turn { tile: other_tile, ..turns[0] }).await, ProposalRefusal::PlanNotLegal);
    let stranger = app.service.plan_turn(&as_user(&eve), &game, last, turns[0]).await;
    assert!(matches!(stranger, Err(ProposalError::NotIn)), "{stranger:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE plan IS NOT NULL").await, 0, "nothing is stored");
    for turn in &turns[..4] {
        app.service.plan_turn(&waits, &game, last, *turn).await.unwrap();
    }
    assert_eq!(plan(&waits, turns[4]).await, ProposalRefusal::PlannedEnough);
    app.service.change_next_turn(&waits, &game, &turns[..3], (true, true)).await.unwrap();
    let table = app.service.table(&waits, &game, None).await.unwrap().unwrap().table;
    let kept: Vec<Turn> = table.next_turn(&replay, seat).unwrap().turns().collect();
    assert_eq!(kept, [turns[3]]);
    app.service.change_next_turn(&waits, &game, &turns, (true, true)).await.unwrap();
    let table = app.service.table(&waits, &game, None).await.unwrap().unwrap().table;
    assert!(table.next_turn(&replay, seat).is_none());
    // Without the rule there is nothing to plan with.
    let without = app.game_of(&players, None).await;
    let refused = app.service.plan_turn(&waits, &without, 1, turns[0]).await;
    assert_eq!(refusal(refused), ProposalRefusal::NothingAhead);
    assert_rows_follow_from_logs(app).await;
}
