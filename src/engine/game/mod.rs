//! A game: a position with its history, a value that decides commands and applies events.
//!
//! [`Game::decide`] turns a command into the events that follow from it, or into a [`Refusal`](super::Refusal);
//! [`Game::apply`] applies an event after checking that it follows; [`Game::replay`] does so with a whole log. Scores
//! are never decided: each turn *owes* the score events that follow from it, and the game waits until they have come.

mod apply;
mod as_if_ended;
mod as_if_next;
mod complete;
mod deal;
mod decide;
mod follow;
mod mismatch;
mod rematch;
mod replay;
mod unrecorded;

use std::ops::Deref;
use std::sync::Arc;

use super::event::{EndReason, Event};
use super::header::{Header, SetupError};
use super::position::Position;
use super::seat::{MAX_COLOURS, Seat};

pub(super) use complete::Missing;
pub use decide::DecideError;
pub use mismatch::Mismatch;
pub use rematch::HandicapChange;
pub use replay::ReplayError;

/// What must happen next before a player can move.
enum Due {
    Score(Event),
    /// The hand must be filled.
    Draw,
    End(EndReason),
    /// Nothing: a player is to move.
    Player,
    /// Nothing: the game is over.
    Nothing,
}

/// What a record leaves out, so that the game must supply it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ImpliedEvents {
    /// Each turn draws the tile that it plays.
    pub draws: bool,
    pub scores: bool,
    pub end: bool,
}

/// The state of a game after some events: a [`Position`], which can be read as if it were part of the game, and what is still to
/// happen before a player can move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    position: Position,
    implied: ImpliedEvents,
    /// In a record without draws: a bit for each kind that may have been drawn and set aside before now.
    passed_over: u128,
    /// The number of draws so far, which is the number of the next one.
    drawn: u32,
    owed: Vec<Event>,
    misses: [u8; MAX_COLOURS],
    /// By seat: the level of the computer that plays for its player.
    substitutes: [Option<u8>; MAX_COLOURS],
    events: u32,
}

/// Everything that can be asked of a position can be asked of a game. Only events change it.
impl Deref for Game {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

impl Game {
    /// A game before its first draw.
    ///
    /// ```
    /// use bastide_engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
    /// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    /// let game = Game::new(&header).unwrap();
    /// let dealer = header.dealer(&DrawSecret::new([7; 32]));
    /// let events = game.decide(&Command::Start, &dealer).unwrap();
    /// assert_eq!(events.len(), 1);
    /// ```
    pub fn new(header: &Header) -> Result<Self, SetupError> {
        Self::begin(Arc::new(header.clone()), ImpliedEvents::default())
    }

    pub(super) fn begin(header: Arc<Header>, implied: ImpliedEvents) -> Result<Self, SetupError> {
        let position = Position::begin(header)?;
        Ok(Self {
            position,
            implied,
            passed_over: 0,
            drawn: 0,
            owed: Vec::new(),
            misses: [0; MAX_COLOURS],
            substitutes: [None; MAX_COLOURS],
            events: 0,
        })
    }

    /// What players can see, and computer players may know. While scores are [owed](Game::owed) they are not in it yet.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The scores that the last event has earned and that must come next.
    pub fn owed(&self) -> &[Event] {
        &self.owed
    }

    /// The number of turns that a seat has missed in a row.
    pub const fn misses(&self, seat: Seat) -> u8 {
        self.misses[seat.index()]
    }

    /// The level of the computer that plays for the player of a seat.
    pub const fn substitute(&self, seat: Seat) -> Option<u8> {
        self.substitutes[seat.index()]
    }

    /// The number of the last event; 0 before the first.
    pub const fn events(&self) -> u32 {
        self.events
    }

    fn due(&self) -> Due {
        if self.is_finished() {
            Due::Nothing
        } else if let Some(score) = self.owed.first() {
            Due::Score(score.clone())
        } else if let Some(reason) = self.position.state.ending {
            Due::End(reason)
        } else if self.position.state.needs_draw {
            Due::Draw
        } else {
            Due::Player
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PlacedFollower;
    use crate::legal::Placement;
    use crate::{Cell, Colour, FollowerKind, Refusal, Rotation, Ruleset, SegmentKind, TileKind, TileSet};

    /// Unreachable in play, but a feature with only a builder is occupied too.
    #[test]
    fn a_feature_with_only_a_builder_counts_as_occupied() {
        let rules = Ruleset { sets: vec![TileSet::Base, TileSet::Traders], ..Ruleset::default() };
        let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
        let mut game = Game::new(&header).unwrap();
        let straight: TileKind = "RFRF".parse().unwrap();
        let beside = Cell::new(1, 0);
        let road = |game: &Game| {
            let placement = Placement::new(game, straight, beside, Rotation::R1).unwrap();
            let segment = straight.def().segments.iter().position(|one| one.kind == SegmentKind::Road);
            placement.check(FollowerKind::Meeple, segment.unwrap())
        };
        assert_eq!(road(&game), Ok(()));
        let start_road = 1;
        assert_eq!(game.header().start[0].def().segments[start_road].kind, SegmentKind::Road);
        let builder =
            PlacedFollower { colour: Colour(1), kind: FollowerKind::Builder, tile: 0, segment: start_road };
        game.position.place_follower(builder);
        assert_eq!(road(&game), Err(Refusal::Taken(SegmentKind::Road)));
    }
}
