//! Computers that play on for players who run out of time, and games that end early by agreement.

use bastide::account::UserId;
use bastide::engine::{EndReason, Event, Phase, Seat};
use bastide::service::PlayError;
use bastide::table::{
    ClockPreset, ComputerLevel, GameId, MissedTurns, NotificationKind, Proposal, ProposalRefusal, Settings,
    Status, TimeControl,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline, revision, rounds};
use crate::agreements::refusal;
use crate::app::{HOME, TestApp, as_user, run_jobs, submission, time_outs};

crate::on_both_databases! {
    a_computer_plays_on_for_who_runs_out_of_time_until_they_are_back
    who_loses_the_seat_without_ever_having_played_was_never_there
    everybody_can_agree_to_call_the_game_off_until_all_have_had_two_turns
    everybody_can_agree_to_end_the_game_and_have_it_scored
    where_nothing_happens_by_itself_the_others_let_a_computer_play_on
    a_game_goes_on_to_its_end_when_computers_play_for_everyone
    who_ends_a_game_early_beats_no_level
    a_turn_and_the_computer_that_takes_over_cannot_both_win
}

const DAY: TimeDelta = TimeDelta::days(1);
const HOUR: TimeDelta = TimeDelta::hours(1);

fn with_substitutes(settings: &mut Settings) {
    settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
    settings.missed_turns = MissedTurns::Computer(ComputerLevel::Two);
}

/// A game in which each player has had so many turns, the player who is late now, and the other.
async fn late(app: &TestApp, names: [&str; 2], turns: usize) -> (GameId, UserId, UserId) {
    let [one, two] = [app.person(names[0]).await, app.person(names[1]).await];
    let players = [&one, &two];
    let game = app.game_with(&players, with_substitutes).await;
    for _ in 0..turns * players.len() {
        app.play(&game, &players).await.unwrap();
    }
    let (late, ..) = app.next_turn(&game, &players).await;
    let other = if late == one { two } else { one };
    (game, late, other)
}

/// Ends a game that would time out later.
async fn end(app: &TestApp, game: &GameId, player: &UserId) {
    let replay = app.replay(game).await;
    if !replay.game.is_finished() {
        let form = submission(&app.service, replay.last());
        app.service.resign(&as_user(player), game, &form).await.unwrap();
    }
}

fn seat(replay: &bastide::table::Replay) -> Seat {
    replay.seat_to_move().expect("the game goes on")
}

async fn a_computer_plays_on_for_who_runs_out_of_time_until_they_are_back(app: &TestApp) {
    let (game, late, other) = late(app, ["ann", "ben"], 1).await;
    let of_late = seat(&*app.replay(&game).await);
    let early = app.service.take_over(&as_user(&late), &game).await;
    assert_eq!(refusal(early), ProposalRefusal::NotSubstituted);
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    let done = run_jobs(&app.service).await;
    assert_eq!(done.stored(bastide::table::Job::TIME_OUT), 1);
    let replay = app.replay(&game).await;
    assert_eq!((replay.substitute(of_late), seat(&replay) == of_late), (Some(ComputerLevel::Two), false));
    assert!(replay.log.iter().all(|logged| logged.event != Event::Skip {}), "no turn is missed");
    let told = app.service.dashboard(&as_user(&late)).await.unwrap().notifications;
    assert!(told.iter().any(|told| told.kind == NotificationKind::Substituted), "{told:?}");
    assert_rows_follow_from_logs(app).await;
    // Who is away has no say, and is not waited for.
    let proposed = app.service.propose(&as_user(&late), &game, Proposal::EndNow).await;
    assert_eq!(refusal(proposed), ProposalRefusal::Substituted);
    for _ in 0..2 {
        let (expected, turn) = {
            let replay = app.replay(&game).await;
            (replay.last(), bastide::players::choose(&replay.game).unwrap())
        };
        let form = submission(&app.service, expected);
        app.service.turn(&as_user(&other), &game, &form, turn).await.unwrap();
        let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
        assert!(table.is_computer_to_move() && table.deadline().is_none());
        let waiting = app.service.dashboard(&as_user(&late)).await.unwrap();
        let counted = app.service.queue(&as_user(&late)).await.unwrap();
        assert!(waiting.my_turn.is_empty() && counted.games.is_empty(), "it does not wait for who is away");
        let busy = app.service.take_over(&as_user(&late), &game).await;
        assert_eq!(refusal(busy), ProposalRefusal::SubstituteToMove);
        app.clock.advance(HOUR);
        run_jobs(&app.service).await;
        assert_rows_follow_from_logs(app).await;
    }
    app.service.take_over(&as_user(&late), &game).await.unwrap();
    assert_eq!(refusal(app.service.take_over(&as_user(&late), &game).await), ProposalRefusal::NotSubstituted);
    assert_rows_follow_from_logs(app).await;
    let players = [&late, &other];
    let by_seat = if of_late == Seat(0) { players } else { [&other, &late] };
    app.play(&game, &by_seat).await.unwrap();
    // The bank was empty. The first turn and the computer's three added a day each, of which the cap kept none.
    let (free, bank) = (HOUR * 12, DAY * 3);
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + free + bank);
    app.play(&game, &by_seat).await.unwrap();
    assert_rows_follow_from_logs(app).await;
    // Computers are not rated by games in which they have played for somebody.
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE result IS NOT NULL").await, 0);
}

async fn who_loses_the_seat_without_ever_having_played_was_never_there(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    for (policy, misses) in [
        (MissedTurns::Computer(ComputerLevel::One), 1),
        (MissedTurns::OutAfter(1), 1),
        (MissedTurns::Skip, 3),
    ] {
        for has_played in [false, true] {
            let game = app
                .game_with(&players, |settings| {
                    settings.time_control = TimeControl::of_days(Some(1));
                    settings.missed_turns = policy;
                })
                .await;
            let absent = seat(&*app.replay(&game).await);
            if has_played {
                app.play(&game, &players).await.unwrap();
                app.play(&game, &players).await.unwrap();
            }
            let mut missed = 0;
            while missed < misses {
                if seat(&*app.replay(&game).await) == absent {
                    app.clock.advance(DAY);
                    assert_eq!(time_outs(&app.service).await, 1);
                    missed += 1;
                } else {
                    app.play(&game, &players).await.unwrap();
                }
            }
            let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
            let phase = app.replay(&game).await.game.phase();
            if has_played {
                assert_ne!(phase, Phase::Finished { reason: EndReason::CalledOff }, "{policy:?}");
                end(app, &game, &ann).await;
            } else {
                assert_eq!(phase, Phase::Finished { reason: EndReason::CalledOff }, "{policy:?}");
                assert_eq!((table.status(), table.winners().len()), (Status::Finished, 0));
            }
        }
    }
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
}

async fn everybody_can_agree_to_call_the_game_off_until_all_have_had_two_turns(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(3)).await;
    for _ in 0..3 {
        app.play(&game, &players).await.unwrap();
    }
    app.service.propose(&as_user(&ann), &game, Proposal::CallOff).await.unwrap();
    let n = revision(app, &game).await;
    app.play(&game, &players).await.unwrap();
    let late = app.service.answer_proposal(&as_user(&ben), &game, n, true).await;
    assert_eq!(refusal(late), ProposalRefusal::TooLateToCallOff);
    app.service.answer_proposal(&as_user(&ben), &game, n, false).await.unwrap();
    let late = app.service.propose(&as_user(&ann), &game, Proposal::CallOff).await;
    assert_eq!(refusal(late), ProposalRefusal::TooLateToCallOff);
    let other = app.game_of(&players, None).await;
    app.service.propose(&as_user(&ann), &other, Proposal::CallOff).await.unwrap();
    let n = revision(app, &other).await;
    app.service.answer_proposal(&as_user(&ben), &other, n, true).await.unwrap();
    let replay = app.replay(&other).await;
    assert_eq!(replay.game.phase(), Phase::Finished { reason: EndReason::CalledOff });
    assert!(replay.game.winners().is_empty());
    let again = app.service.answer_proposal(&as_user(&ben), &other, n, true).await;
    assert_eq!(refusal(again), ProposalRefusal::NotPlaying);
    assert_rows_follow_from_logs(app).await;
}

async fn everybody_can_agree_to_end_the_game_and_have_it_scored(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let players = [&ann, &ben, &cleo];
    let game = app.game_of(&players, Some(3)).await;
    for _ in 0..12 {
        app.play(&game, &players).await.unwrap();
    }
    app.service.propose(&as_user(&ann), &game, Proposal::EndNow).await.unwrap();
    let n = revision(app, &game).await;
    app.service.answer_proposal(&as_user(&ben), &game, n, true).await.unwrap();
    // The game goes on meanwhile, and what counts is the board at the last answer.
    app.play(&game, &players).await.unwrap();
    let expected = app.replay(&game).await.game.as_if_ended().scores().to_vec();
    app.service.answer_proposal(&as_user(&cleo), &game, n, true).await.unwrap();
    let replay = app.replay(&game).await;
    assert_eq!((replay.game.scores(), replay.game.is_finished()), (&expected[..], true));
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!((table.status(), table.winners()), (Status::Finished, &replay.game.winners()[..]));
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
}

async fn where_nothing_happens_by_itself_the_others_let_a_computer_play_on(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app
        .game_with(&players, |settings| {
            settings.time_control = TimeControl::of_days(Some(1));
            settings.missed_turns = MissedTurns::Wait;
        })
        .await;
    let (late, last, _) = app.next_turn(&game, &players).await;
    let other = if late == ann { &ben } else { &ann };
    let proposal = Proposal::Substitute { last, level: ComputerLevel::One };
    let early = app.service.propose(&as_user(other), &game, proposal).await;
    assert_eq!(refusal(early), ProposalRefusal::NotMissed);
    app.clock.advance(DAY * 2);
    let own = app.service.propose(&as_user(&late), &game, proposal).await;
    assert_eq!(refusal(own), ProposalRefusal::NotMissed);
    assert!(!app.service.propose(&as_user(other), &game, proposal).await.unwrap(), "nobody else is asked");
    run_jobs(&app.service).await;
    let replay = app.replay(&game).await;
    assert_eq!(replay.game.turns(), 1, "the computer has played");
    // One person is left, and ends the game alone.
    let next = players[seat(&replay).index()];
    assert_eq!(next, other);
    assert_rows_follow_from_logs(app).await;
    assert!(!app.service.propose(&as_user(other), &game, Proposal::EndNow).await.unwrap());
    assert!(app.replay(&game).await.game.is_finished());
    assert_rows_follow_from_logs(app).await;
}

async fn a_game_goes_on_to_its_end_when_computers_play_for_everyone(app: &TestApp) {
    let (game, ..) = late(app, ["ann", "ben"], 1).await;
    for _ in 0..2 {
        app.clock.advance(deadline(&app.service, &game).await - app.service.now());
        assert_eq!(time_outs(&app.service).await, 1);
    }
    for _ in 0..200 {
        app.clock.advance(TimeDelta::seconds(20));
        run_jobs(&app.service).await;
        if app.replay(&game).await.game.is_finished() {
            break;
        }
    }
    assert!(app.replay(&game).await.game.is_finished());
    run_jobs(&app.service).await;
    assert_rows_follow_from_logs(app).await;
}

async fn who_ends_a_game_early_beats_no_level(app: &TestApp) {
    let ann = app.person("ann").await;
    let against = crate::app::against_computer();
    let game = app.service.open_table(&as_user(&ann), &against).await.unwrap();
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    while app.replay(&game).await.game.turns() < 20 {
        run_jobs(&app.service).await;
        let replay = app.replay(&game).await;
        let turn = bastide::players::choose(&replay.game).unwrap();
        let form = submission(&app.service, replay.last());
        app.service.turn(&as_user(&ann), &game, &form, turn).await.unwrap();
    }
    assert!(
        !app.service.propose(&as_user(&ann), &game, Proposal::EndNow).await.unwrap(),
        "nobody else is asked"
    );
    run_jobs(&app.service).await;
    assert!(app.replay(&game).await.game.is_finished());
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE result IS NOT NULL").await, 0);
    assert_rows_follow_from_logs(app).await;
}

async fn a_turn_and_the_computer_that_takes_over_cannot_both_win(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let other = app.second_process().await;
    let (mut played, mut taken) = (0, 0);
    for round in 0..rounds() {
        let game = app.game_with(&players, with_substitutes).await;
        app.play(&game, &players).await.unwrap();
        app.play(&game, &players).await.unwrap();
        let (late, last, turn) = app.next_turn(&game, &players).await;
        app.clock.advance(deadline(&app.service, &game).await - app.service.now());
        let (late, form) = (as_user(&late), submission(&app.service, last));
        let (playing, timing) = (app.service.turn(&late, &game, &form, turn), time_outs(&other));
        let (turn, _) = if round % 2 == 0 {
            tokio::join!(playing, timing)
        } else {
            let (timed, turn) = tokio::join!(timing, playing);
            (turn, timed)
        };
        let replay = app.replay(&game).await;
        match (turn, !replay.was_played_out()) {
            (Ok(_), false) => played += 1,
            (Err(PlayError::Stale | PlayError::NotYourSeat), true) => taken += 1,
            both => panic!("{both:?}"),
        }
        end(app, &game, &ann).await;
    }
    assert_eq!(played + taken, rounds());
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}
