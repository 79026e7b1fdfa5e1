//! Where the stored header and events of a game have a user's name.

use crate::{Handover, Table};
use account::UserId;
use engine::Seat;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearances {
    /// The seats that the user had when the game began.
    pub seats: Vec<Seat>,
    /// The numbers of game events with which the user took over a seat.
    pub events: Vec<u32>,
}

impl Appearances {
    pub fn of(user: &UserId, table: &Table) -> Self {
        let is_user = |seat, n| table.user_before(seat, n) == Some(user);
        let seats = (0..).map(Seat).take(table.seats().len());
        let handovers = table.agreements.handovers().iter();
        Self {
            seats: seats.filter(|&seat| is_user(seat, 1)).collect(),
            events: handovers
                .filter(|&&Handover { seat, n, .. }| is_user(seat, n + 1))
                .map(|handover| handover.n)
                .collect(),
        }
    }

    pub const fn is_empty(&self) -> bool {
        self.seats.is_empty() && self.events.is_empty()
    }
}
