//! Time-outs that an administrator takes back.

use bastide::account::UserId;
use bastide::engine::{Event, Seat};
use bastide::service::{Service, StaffError};
use bastide::table::{
    ClockPreset, ComputerLevel, GameId, MissedTurns, NotificationKind, Replay, Settings, TimeControl,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline};
use crate::app::{TestApp, as_confirmed, as_user, run_jobs, submission, time_outs};

crate::on_both_databases! {
    the_turn_begins_again_with_the_bank_that_it_had
    what_the_computer_has_played_since_is_undone
    only_an_administrator_takes_one_back_and_only_until_somebody_has_played
    a_game_that_is_over_stays_over
    a_time_out_is_taken_back_or_the_next_turn_is_played
}

pub struct TimedOut {
    pub game: GameId,
    /// In the order of their seats.
    players: [UserId; 2],
    /// Whose turn has timed out.
    late: UserId,
    other: UserId,
    /// With an administrator.
    pub service: Service,
    pub ada: UserId,
}

/// A game after four turns, the next of which has timed out.
pub async fn late(app: &TestApp, missed_turns: MissedTurns) -> TimedOut {
    let [ann, ben, ada] = [app.person("Late").await, app.person("Later").await, app.person("Lea").await];
    let (service, _) = app.service.clone().with_staff(&["Lea".to_owned()], &[]).await.unwrap();
    let slow = |settings: &mut Settings| {
        settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
        settings.missed_turns = missed_turns;
    };
    let game = app.game_with(&[&ann, &ben], slow).await;
    for _ in 0..4 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    let (late, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    app.clock.advance(deadline(&app.service, &game).await - app.service.now());
    assert!(time_outs(&app.service).await > 0);
    let other = if late == ann { &ben } else { &ann }.clone();
    TimedOut { game, players: [ann, ben], late, other, service, ada }
}

async fn the_turn_begins_again_with_the_bank_that_it_had(app: &TestApp) {
    let TimedOut { game, late, other, service, ada, .. } = late(app, MissedTurns::Skip).await;
    let reliability = app.service.reliability(&as_user(&late)).await.unwrap();
    let before = app.replay(&game).await;
    app.clock.advance(TimeDelta::hours(2));
    let admin = as_confirmed(&ada, &app.clock);
    let past = service.past_time_outs(&admin, &game).await.unwrap();
    let [past] = &past[..] else { panic!("{past:?}") };
    service.take_back_time_out(&admin, &game, past.n, " a wrong clock ").await.unwrap();
    assert_rows_follow_from_logs(app).await;
    let replay = app.replay(&game).await;
    let seat = replay.seat_to_move().unwrap();
    assert_eq!(replay.game.misses(seat), 0);
    assert!(matches!(before.seat_to_move(), Some(before) if before != seat));
    // Two turns have filled it to the brim: 12 hours and the bank of three days, with two increments.
    let whole = TimeDelta::hours(12) + TimeDelta::days(5);
    assert_eq!(deadline(&app.service, &game).await, app.service.now() + whole);
    let undone = app.service.reliability(&as_user(&late)).await.unwrap();
    assert_ne!(format!("{reliability:?}"), format!("{undone:?}"), "the missed turn is forgotten");
    let told = app.service.dashboard(&as_user(&late)).await.unwrap();
    assert!(told.notifications.iter().any(|told| told.kind == NotificationKind::TimeOutTakenBack));
    assert!(told.my_turn.iter().any(|table| table.id == game));
    assert_eq!(app.service.dashboard(&as_user(&other)).await.unwrap().my_turn.len(), 0);
    let last = replay.log.last().unwrap();
    let reason = "a wrong clock".to_owned();
    assert_eq!(last.event, Event::Takeback { to: past.n - 1, reason: Some(reason) });
    let log = service.audit_log(&admin, None).await.unwrap().entries;
    let entry = (log[0].action.word(), log[0].subject.as_str(), log[0].reason.as_str());
    assert_eq!((log.len(), entry), (1, ("time-out-taken-back", game.as_str(), "a wrong clock")));
    // It times out like any other turn.
    app.clock.advance(whole);
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(app.replay(&game).await.game.misses(seat), 1);
    assert_rows_follow_from_logs(app).await;
}

async fn what_the_computer_has_played_since_is_undone(app: &TestApp) {
    let TimedOut { game, late, service, ada, .. } =
        late(app, MissedTurns::Computer(ComputerLevel::Two)).await;
    let tiles = |replay: &Replay| replay.game.board().tiles().len();
    run_jobs(&app.service).await;
    let admin = as_confirmed(&ada, &app.clock);
    assert_eq!(tiles(&*app.replay(&game).await), 6, "the first tile, four turns and one of the computer");
    let past = service.past_time_outs(&admin, &game).await.unwrap();
    service.take_back_time_out(&admin, &game, past[0].n, "a mistake").await.unwrap();
    let replay = app.replay(&game).await;
    assert_eq!(tiles(&replay), 5);
    assert!([Seat(0), Seat(1)].iter().all(|&seat| replay.game.substitute(seat).is_none()));
    let seat = replay.seat_to_move();
    assert_eq!(app.service.table(&as_user(&late), &game, None).await.unwrap().unwrap().you, seat);
    assert_rows_follow_from_logs(app).await;
}

async fn only_an_administrator_takes_one_back_and_only_until_somebody_has_played(app: &TestApp) {
    let TimedOut { game, players: [ann, ben], late, service, ada, .. } = late(app, MissedTurns::Skip).await;
    let admin = as_confirmed(&ada, &app.clock);
    let n = service.past_time_outs(&admin, &game).await.unwrap()[0].n;
    for (who, n, reason, code) in [
        (as_confirmed(&late, &app.clock), n, "mine", "not-found"),
        (as_user(&ada), n, "unconfirmed", "unconfirmed"),
        (admin.clone(), n, "  ", "bad-reason"),
        (admin.clone(), n - 1, "no time-out", "no-time-out"),
        (admin.clone(), u32::MAX, "no event", "no-time-out"),
    ] {
        let refused = service.take_back_time_out(&who, &game, n, reason).await.unwrap_err();
        assert_eq!(refused.code(), code, "{reason}");
    }
    assert!(matches!(service.past_time_outs(&as_user(&late), &game).await, Err(StaffError::NotFound)));
    app.play(&game, &[&ann, &ben]).await.unwrap();
    assert_eq!(service.past_time_outs(&admin, &game).await.unwrap(), []);
    let refused = service.take_back_time_out(&admin, &game, n, "too late").await.unwrap_err();
    assert_eq!(refused.code(), "no-time-out");
    assert_eq!(app.count("SELECT COUNT(*) FROM audit_log").await, 0);
}

async fn a_game_that_is_over_stays_over(app: &TestApp) {
    let TimedOut { game, service, ada, .. } = late(app, MissedTurns::OutAfter(1)).await;
    assert!(app.replay(&game).await.game.is_finished());
    let admin = as_confirmed(&ada, &app.clock);
    assert_eq!(service.past_time_outs(&admin, &game).await.unwrap(), []);
    let n = app.replay(&game).await.spans.last().unwrap().n;
    let refused = service.take_back_time_out(&admin, &game, n, "a mistake").await.unwrap_err();
    assert_eq!(refused.code(), "no-time-out");
}

async fn a_time_out_is_taken_back_or_the_next_turn_is_played(app: &TestApp) {
    let TimedOut { game, players: [ann, ben], other, service, ada, .. } = late(app, MissedTurns::Skip).await;
    let admin = as_confirmed(&ada, &app.clock);
    let n = service.past_time_outs(&admin, &game).await.unwrap()[0].n;
    let (next, expected, turn) = app.next_turn(&game, &[&ann, &ben]).await;
    assert_eq!(next, other);
    let form = submission(&app.service, expected);
    let player = as_user(&other);
    let (undone, moved) = tokio::join!(
        service.take_back_time_out(&admin, &game, n, "a mistake"),
        app.service.turn(&player, &game, &form, turn)
    );
    assert_ne!(undone.is_ok(), moved.is_ok(), "{undone:?} {moved:?}");
    assert_rows_follow_from_logs(app).await;
}
