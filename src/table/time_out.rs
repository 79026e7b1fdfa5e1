//! What happens when a player runs out of time, and how that is taken back.

use chrono::{DateTime, Utc};
use engine::{Command, Event, Seat, StopReason};

use crate::{BadLog, Decided, MissedTurns, Moment, Player, Replay, SpanEnd, Status, Table};

/// A time-out that can be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOut {
    /// The number of its event.
    pub n: u32,
    /// Whose turn it was.
    pub seat: Seat,
    pub at: DateTime<Utc>,
}

impl Table {
    /// What happens when the player to move runs out of time; `None` if nothing happens by itself. If a player would lose the seat
    /// without ever having played a turn, the game is called off.
    pub fn time_out(&self, replay: &Replay) -> Option<Command> {
        let seat = replay.seat_to_move()?;
        let policy = self.settings.missed_turns;
        if let Some(level) = self.stand_in(seat) {
            return Some(Command::Substitute { seat, level: level.number() });
        }
        let substitute = policy.substitute();
        let is_last = |turns| replay.game.misses(seat) + 1 >= turns;
        let loses_seat = substitute.is_some() || policy.out_after().is_some_and(is_last);
        if loses_seat && replay.turns_of(seat) == 0 {
            return Some(Command::Stop(StopReason::CalledOff));
        }
        Some(match substitute {
            Some(level) => Command::Substitute { seat, level: level.number() },
            None => Command::Miss { allowed: policy.out_after()?.saturating_sub(1) },
        })
    }

    /// The time-outs that can be taken back, the last first: those since a person last played, left or took over a seat. Where the
    /// others decide what happens, there is none. Neither is there one in a game that is over, since its draw secret is public.
    pub fn time_outs(&self, replay: &Replay) -> Vec<TimeOut> {
        if self.status() != Status::Playing || self.settings.missed_turns == MissedTurns::Wait {
            return Vec::new();
        }
        let is_computer = |seat| self.player(seat).and_then(Player::user).is_none();
        let mut time_outs = Vec::new();
        for span in replay.spans.iter().rev() {
            let event = span.n.checked_sub(1).and_then(|index| replay.log.get(index as usize));
            let is_time_out = match (span.end, event.map(|logged| &logged.event)) {
                (SpanEnd::Missed, _) | (_, Some(Event::Substitute { level: Some(_), .. })) => true,
                (SpanEnd::Substituted, _) => false,
                (SpanEnd::Played, _) if is_computer(span.seat) => false,
                _ => break,
            };
            if is_time_out {
                time_outs.push(TimeOut { n: span.n, seat: span.seat, at: span.until });
            }
        }
        let handovers = self.agreements.handovers();
        time_outs.retain(|time_out| handovers.iter().all(|handover| handover.n < time_out.n));
        time_outs
    }

    /// Takes back the time-out of event `n`, and all that has followed from it. `None` if it is not one of [`Table::time_outs`].
    pub fn take_back_time_out(
        &self,
        moment: &Moment<'_>,
        n: u32,
        reason: &str,
    ) -> Result<Option<Decided>, BadLog> {
        let Moment { replay, secret, absences, at } = *moment;
        if !self.time_outs(replay).iter().any(|time_out| time_out.n == n) {
            return Ok(None);
        }
        let back = Event::Takeback { to: n - 1, reason: Some(reason.to_owned()) };
        let (outcome, after) = self.with_events(replay, vec![back], secret, None, absences, at)?;
        Ok(Some((outcome, Some(after))))
    }
}
