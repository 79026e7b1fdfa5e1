//! What players agree on about the game, and what happens when nothing happens by itself.

use bastide::account::UserId;
use bastide::engine::Event;
use bastide::service::{PlayError, ProposalError};
use bastide::table::{
    ClockPreset, GameId, MissedTurns, Proposal, ProposalRefusal, Settings, Status, StopCause, TimeControl,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline, missed, revision, rounds};
use crate::app::{HOME, TestApp, as_user, submission, time_outs};

crate::on_both_databases! {
    where_nothing_happens_by_itself_the_others_skip_the_turn
    time_that_is_given_is_for_one_turn_and_counts_from_now_if_there_was_none
    at_a_table_that_forgives_nothing_the_first_missed_turn_loses_the_seat
    a_turn_is_taken_back_with_the_consent_of_all
    while_a_player_asks_to_take_back_a_turn_the_clock_of_the_next_stands
    a_turn_cannot_be_taken_back_twice_nor_too_late_nor_by_others
    a_turn_that_is_taken_back_and_the_next_players_move_cannot_both_win
}

const DAY: TimeDelta = TimeDelta::days(1);
const HOUR: TimeDelta = TimeDelta::hours(1);

fn waiting(settings: &mut Settings) {
    settings.time_control = TimeControl::of_days(Some(1));
    settings.missed_turns = MissedTurns::Wait;
}

fn with_take_backs(settings: &mut Settings) {
    settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
    settings.take_backs = 1;
}

/// The player to move, and the number of the last event.
async fn to_move(app: &TestApp, game: &GameId, players: &[&UserId]) -> (UserId, u32) {
    let (player, last, _) = app.next_turn(game, players).await;
    (player, last)
}

pub fn refusal<T: std::fmt::Debug>(result: Result<T, ProposalError>) -> ProposalRefusal {
    match result {
        Err(ProposalError::Refused(why)) => why,
        other => panic!("{other:?}"),
    }
}

async fn where_nothing_happens_by_itself_the_others_skip_the_turn(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let players = [&ann, &ben, &cleo];
    let game = app.game_with(&players, waiting).await;
    let (late, last) = to_move(app, &game, &players).await;
    let [one, other] = players.into_iter().filter(|player| **player != late).collect::<Vec<_>>()[..] else {
        panic!("three players")
    };
    let skip = Proposal::Skip { last };
    assert_eq!(refusal(app.service.propose(&as_user(one), &game, skip).await), ProposalRefusal::NotMissed);
    app.clock.advance(DAY * 5);
    assert_eq!(time_outs(&app.service).await, 0);
    assert_eq!(missed(app, &game).await, 0);
    assert_eq!(refusal(app.service.propose(&as_user(&late), &game, skip).await), ProposalRefusal::NotMissed);
    app.service.propose(&as_user(one), &game, skip).await.unwrap();
    assert_eq!(missed(app, &game).await, 0, "the third is asked");
    let n = revision(app, &game).await;
    let own = app.service.answer_proposal(&as_user(&late), &game, n, true).await;
    assert_eq!(refusal(own), ProposalRefusal::NoSuchProposal, "who is late has no say");
    app.service.answer_proposal(&as_user(other), &game, n, true).await.unwrap();
    assert_eq!(missed(app, &game).await, 1);
    assert_ne!(to_move(app, &game, &players).await.0, late);
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + DAY);
    let stale = app.service.answer_proposal(&as_user(other), &game, n, true).await;
    assert_eq!(refusal(stale), ProposalRefusal::NoSuchProposal);
    assert_rows_follow_from_logs(app).await;
    // The late player moves after all, which ends the proposal.
    app.clock.advance(DAY * 2);
    let (late, last) = to_move(app, &game, &players).await;
    let other = players.into_iter().find(|player| **player != late).unwrap();
    app.service.propose(&as_user(other), &game, Proposal::Skip { last }).await.unwrap();
    app.play(&game, &players).await.unwrap();
    let n = revision(app, &game).await;
    let third = players.into_iter().find(|player| **player != late && *player != other).unwrap();
    let too_late = app.service.answer_proposal(&as_user(third), &game, n, true).await;
    assert_eq!(refusal(too_late), ProposalRefusal::NoSuchProposal);
    assert_rows_follow_from_logs(app).await;
}

async fn time_that_is_given_is_for_one_turn_and_counts_from_now_if_there_was_none(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_with(&players, waiting).await;
    let began = app.service.now();
    let (slow, _) = to_move(app, &game, &players).await;
    let giver = as_user(players.into_iter().find(|player| **player != slow).unwrap());
    let to_oneself = app.service.give_time(&as_user(&slow), &game, DAY).await;
    assert_eq!(refusal(to_oneself), ProposalRefusal::NoGift);
    for (length, why) in
        [(TimeDelta::minutes(59), ProposalRefusal::GiftTooShort), (DAY * 8, ProposalRefusal::GiftTooLong)]
    {
        assert_eq!(refusal(app.service.give_time(&giver, &game, length).await), why);
    }
    app.service.give_time(&giver, &game, DAY).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, began + DAY * 2);
    app.clock.advance(DAY * 5);
    app.service.give_time(&giver, &game, HOUR).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + HOUR);
    app.service.give_time(&giver, &game, DAY * 7).await.unwrap();
    let enough = app.service.give_time(&giver, &game, HOUR).await;
    assert_eq!(refusal(enough), ProposalRefusal::EnoughTime);
    app.play(&game, &players).await.unwrap();
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + DAY, "for the next turn as usual");
    assert_rows_follow_from_logs(app).await;
}

async fn at_a_table_that_forgives_nothing_the_first_missed_turn_loses_the_seat(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let strict = |settings: &mut Settings| {
        settings.time_control = TimeControl::of_days(Some(1));
        settings.missed_turns = MissedTurns::OutAfter(1);
    };
    let game = app.game_with(&players, strict).await;
    for _ in players {
        app.play(&game, &players).await.unwrap();
    }
    app.clock.advance(DAY);
    assert_eq!(time_outs(&app.service).await, 1);
    let log = app.replay(&game).await.log.clone();
    assert!(log.iter().any(|logged| matches!(logged.event, Event::Timeout { .. })), "{log:?}");
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(table.status(), Status::Finished);
}

async fn a_turn_is_taken_back_with_the_consent_of_all(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let players = [&ann, &ben, &cleo];
    let game = app.game_with(&players, with_take_backs).await;
    let (asker, _) = to_move(app, &game, &players).await;
    let hand = app.replay(&game).await.game.hand().to_vec();
    app.clock.advance(DAY);
    app.play(&game, &players).await.unwrap();
    let (next, last) = to_move(app, &game, &players).await;
    let drawn = app.replay(&game).await.game.hand().to_vec();
    app.clock.advance(HOUR * 2);
    app.service.propose(&as_user(&asker), &game, Proposal::TakeBack { last }).await.unwrap();
    let n = revision(app, &game).await;
    app.clock.advance(HOUR * 3);
    for player in players.into_iter().filter(|player| **player != asker) {
        assert_eq!(app.replay(&game).await.last(), last, "not everybody has agreed");
        app.service.answer_proposal(&as_user(player), &game, n, true).await.unwrap();
    }
    let replay = app.replay(&game).await;
    assert!(matches!(replay.log.last().unwrap().event, Event::Takeback { .. }));
    assert_eq!((to_move(app, &game, &players).await.0, replay.game.hand()), (asker.clone(), &hand[..]));
    // 12 hours are free, 12 of the day that the turn took came out of the bank of three days, and nothing was added.
    let left = HOUR * (12 + 72) - DAY;
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + left);
    assert_rows_follow_from_logs(app).await;
    app.play(&game, &players).await.unwrap();
    let replay = app.replay(&game).await;
    assert_eq!((to_move(app, &game, &players).await.0, replay.game.hand()), (next, &drawn[..]));
    // The next player had used two hours, and the question took none.
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + HOUR * (12 + 72 - 2));
    let again = Proposal::TakeBack { last: replay.last() };
    let again = app.service.propose(&as_user(&asker), &game, again).await;
    assert_eq!(refusal(again), ProposalRefusal::TakeBacksUsed { allowed: 1 });
    // The game goes on to its end, and its record is right.
    while !app.replay(&game).await.game.is_finished() {
        app.play(&game, &players).await.unwrap();
    }
    assert_rows_follow_from_logs(app).await;
}

async fn while_a_player_asks_to_take_back_a_turn_the_clock_of_the_next_stands(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    for (answered, stood) in [(Some(HOUR * 5), HOUR * 5), (None, HOUR * 12)] {
        let game = app.game_with(&players, with_take_backs).await;
        let (asker, _) = to_move(app, &game, &players).await;
        app.play(&game, &players).await.unwrap();
        let (next, last) = to_move(app, &game, &players).await;
        let before = deadline(&app.service, &game).await;
        app.service.propose(&as_user(&asker), &game, Proposal::TakeBack { last }).await.unwrap();
        let stop = app.service.table(&HOME, &game, None).await.unwrap().unwrap().stop.unwrap();
        assert_eq!((stop.cause, stop.until), (StopCause::Question, app.service.now() + HOUR * 12));
        if let Some(after) = answered {
            app.clock.advance(after);
            let n = revision(app, &game).await;
            app.service.answer_proposal(&as_user(&next), &game, n, false).await.unwrap();
        } else {
            app.clock.advance(HOUR * 30);
        }
        assert_eq!(deadline(&app.service, &game).await, before + stood);
        assert_rows_follow_from_logs(app).await;
        let again = app.service.propose(&as_user(&asker), &game, Proposal::TakeBack { last }).await;
        assert_eq!(refusal(again), ProposalRefusal::AskedBefore);
        app.play(&game, &players).await.unwrap();
        assert!(app.service.table(&HOME, &game, None).await.unwrap().unwrap().stop.is_none());
        assert_rows_follow_from_logs(app).await;
    }
}

async fn a_turn_cannot_be_taken_back_twice_nor_too_late_nor_by_others(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_with(&players, with_take_backs).await;
    let (first, last) = to_move(app, &game, &players).await;
    let early = app.service.propose(&as_user(&first), &game, Proposal::TakeBack { last }).await;
    assert_eq!(refusal(early), ProposalRefusal::NothingToTakeBack);
    app.play(&game, &players).await.unwrap();
    let (second, last) = to_move(app, &game, &players).await;
    let others = app.service.propose(&as_user(&second), &game, Proposal::TakeBack { last }).await;
    assert_eq!(refusal(others), ProposalRefusal::NothingToTakeBack);
    app.play(&game, &players).await.unwrap();
    let late = app.service.propose(&as_user(&first), &game, Proposal::TakeBack { last }).await;
    assert_eq!(refusal(late), ProposalRefusal::NoSuchProposal);
    let none = app.game_with(&players, |settings| settings.take_backs = 0).await;
    let (first, _) = to_move(app, &none, &players).await;
    app.play(&none, &players).await.unwrap();
    let last = app.replay(&none).await.last();
    let refused = app.service.propose(&as_user(&first), &none, Proposal::TakeBack { last }).await;
    assert_eq!(refusal(refused), ProposalRefusal::TakeBacksUsed { allowed: 0 });
    let eve = app.person("eve").await;
    let stranger = app.service.propose(&as_user(&eve), &game, Proposal::TakeBack { last }).await;
    assert!(matches!(stranger, Err(ProposalError::NotIn)), "{stranger:?}");
}

async fn a_turn_that_is_taken_back_and_the_next_players_move_cannot_both_win(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let other = app.second_process().await;
    let (mut taken_back, mut moved) = (0, 0);
    for round in 0..rounds() {
        let game = app.game_with(&players, with_take_backs).await;
        let (asker, _) = to_move(app, &game, &players).await;
        app.play(&game, &players).await.unwrap();
        let (next, last, turn) = app.next_turn(&game, &players).await;
        app.service.propose(&as_user(&asker), &game, Proposal::TakeBack { last }).await.unwrap();
        let (n, next) = (revision(app, &game).await, as_user(&next));
        let form = submission(&app.service, last);
        let (answering, playing) =
            (app.service.answer_proposal(&next, &game, n, true), other.turn(&next, &game, &form, turn));
        // Neither is always first.
        let (agreed, played) = if round % 2 == 0 {
            tokio::join!(answering, playing)
        } else {
            let (played, agreed) = tokio::join!(playing, answering);
            (agreed, played)
        };
        match (agreed, played) {
            (Ok(()), Err(PlayError::Stale | PlayError::NotYourSeat)) => taken_back += 1,
            (Err(ProposalError::Refused(ProposalRefusal::NoSuchProposal)), Ok(_)) => moved += 1,
            both => panic!("{both:?}"),
        }
    }
    assert_eq!(taken_back + moved, rounds());
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}
