//! What players have planned for their turns.
//!
//! Plans are private until they act, so they are in no log, and a table restored from its log has none.

use std::fmt;

use engine::{Command, DrawSecret, Event, Game, Seat, Turn, legal};
use serde::{Deserialize, Serialize};

use crate::{BadLog, ComputerLevel, NextTurn, PlanStop, Replay, Table};

/// What a player has planned.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Turns are played at once that are the only legal ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// A computer of this level takes each turn that would time out, if the table allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<ComputerLevel>,
    /// What to play next, where tiles are drawn ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<NextTurn>,
}

/// The plans at a table.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Plans {
    /// How often they have changed.
    changes: u32,
    /// Of the seats that have any.
    seats: Vec<(Seat, Plan)>,
}

/// Never prints what is planned.
impl fmt::Debug for Plans {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Plans(…)")
    }
}

impl Plans {
    pub const fn new(changes: u32, seats: Vec<(Seat, Plan)>) -> Self {
        Self { changes, seats }
    }

    pub const fn changes(&self) -> u32 {
        self.changes
    }

    /// After the seat has got another player.
    pub(super) fn remove(&mut self, seat: Seat) {
        self.seats.retain(|(planned, _)| *planned != seat);
    }

    /// `None` if the seat has planned nothing.
    pub fn of(&self, seat: Seat) -> Option<&Plan> {
        self.seats.iter().find(|(planned, _)| *planned == seat).map(|(_, plan)| plan)
    }
}

impl Table {
    /// The level of the computer that takes a turn of the seat that would time out.
    pub fn stand_in(&self, seat: Seat) -> Option<ComputerLevel> {
        self.plans.of(seat)?.stand_in.filter(|_| self.settings.stand_ins)
    }

    /// The turn that a seat has planned for the game `now`, in which it is to move, or why it is not played. `None` if it has planned none,
    /// or has had a turn since. `replay` is the game so far, or a part of it that is long enough.
    pub fn planned_turn(&self, replay: &Replay, seat: Seat, now: &Game) -> Option<Result<Turn, PlanStop>> {
        let next = self.next_turn(replay, seat)?;
        let then = replay.at(next.since)?;
        Some(next.decide(&then, now))
    }

    /// What a seat has planned for its next turn, or for the one that it has now.
    pub fn next_turn(&self, replay: &Replay, seat: Seat) -> Option<&NextTurn> {
        let next = self.plans.of(seat)?.next.as_ref()?;
        let mut later = replay.spans.iter().rev().take_while(|span| span.n > next.since);
        let is_over = later.any(|span| span.seat == seat);
        (next.since <= replay.last() && !is_over).then_some(next)
    }

    /// The events of everything that is planned, one after the other, after `events` have happened, which led to `after`.
    pub(super) fn planned(
        &self,
        after: &Replay,
        events: &[Event],
        secret: &DrawSecret,
    ) -> Result<Vec<Event>, BadLog> {
        let mut planned = Vec::new();
        // Who takes a turn back wants to play it again.
        if self.plans.seats.is_empty() || matches!(events.last(), Some(Event::Takeback { .. })) {
            return Ok(planned);
        }
        let (mut game, dealer) = (after.game.clone(), after.header().dealer(secret));
        let mut acted = Vec::new();
        while let Some(command) = self.next_planned(after, &game, &acted) {
            acted.extend(game.to_move().map(|colour| game.seat_of(colour)));
            let first = planned.len();
            let executed = game.execute(&command, &dealer, &mut planned);
            executed.map_err(|error| BadLog {
                game: self.id.clone(),
                n: Some(game.events() + 1),
                why: error.to_string(),
            })?;
            if let Some(Event::Turn { planned, .. }) = planned.get_mut(first) {
                *planned = true;
            }
        }
        Ok(planned)
    }

    /// What is planned in the game as it stands: the game of `replay`, or later. The seats that have `acted` since have had the turn that
    /// they planned.
    fn next_planned(&self, replay: &Replay, game: &Game, acted: &[Seat]) -> Option<Command> {
        let to_move = game.to_move().map(|colour| game.seat_of(colour))?;
        let done = |&&(seat, _): &&(Seat, Plan)| {
            seat != to_move && game.substitute(seat).is_some() && self.stand_in(seat).is_some()
        };
        if let Some(&(seat, _)) = self.plans.seats.iter().find(done) {
            return Some(Command::Substitute { seat, level: None });
        }
        let plan = self.plans.of(to_move).filter(|_| game.substitute(to_move).is_none())?;
        if !acted.contains(&to_move)
            && let Some(next) = self.planned_turn(replay, to_move, game)
        {
            // A plan that is stopped leaves the turn to its player, even a forced one.
            return next.ok().map(Command::Play);
        }
        plan.forced.then(|| only_turn(game)).flatten().map(Command::Play)
    }
}

/// The only legal turn, if there is just one. What looks alike is one.
fn only_turn(game: &Game) -> Option<Turn> {
    let mut turns = Vec::new();
    game.position().distinct_turns(&mut turns);
    match turns[..] {
        [turn] if !legal::may_pass(game) => Some(turn),
        _ => None,
    }
}
