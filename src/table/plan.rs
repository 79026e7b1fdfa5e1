//! What players have planned for their turns.
//!
//! Plans are private until they act, so they are in no log, and a table restored from its log has none.

use std::fmt;

use engine::{Command, DrawSecret, Event, Game, Seat, Turn, legal};
use serde::{Deserialize, Serialize};

use crate::{BadLog, ComputerLevel, Replay, Table};

/// What a player has planned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Turns are played at once that are the only legal ones.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// A computer of this level takes each turn that would time out, if the table allows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<ComputerLevel>,
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

    pub fn of(&self, seat: Seat) -> Plan {
        self.seats.iter().find(|(planned, _)| *planned == seat).map(|(_, plan)| *plan).unwrap_or_default()
    }
}

impl Table {
    /// The level of the computer that takes a turn of the seat that would time out.
    pub fn stand_in(&self, seat: Seat) -> Option<ComputerLevel> {
        self.plans.of(seat).stand_in.filter(|_| self.settings.stand_ins)
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
        while let Some(command) = self.next_planned(&game) {
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

    fn next_planned(&self, game: &Game) -> Option<Command> {
        let to_move = game.to_move().map(|colour| game.seat_of(colour))?;
        let done = |&&(seat, _): &&(Seat, Plan)| {
            seat != to_move && game.substitute(seat).is_some() && self.stand_in(seat).is_some()
        };
        if let Some(&(seat, _)) = self.plans.seats.iter().find(done) {
            return Some(Command::Substitute { seat, level: None });
        }
        let forced = self.plans.of(to_move).forced && game.substitute(to_move).is_none();
        forced.then(|| only_turn(game)).flatten().map(Command::Play)
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
