//! A game: a value that decides commands and applies events.
//!
//! [`Game::decide`] turns a command into the events that follow from it, or into a [`Refusal`](super::Refusal);
//! [`Game::apply`] applies an event after checking that it follows; [`Game::replay`] does so with a whole log. Scores
//! are never decided: each turn *owes* the score events that follow from it, and the game waits until they have come.

mod apply;
mod deal;
mod decide;
pub mod legal;
mod look_ahead;
mod mismatch;
mod rematch;
mod replay;
mod simulation;
mod unrecorded;
mod view;

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::bag::Bag;
use super::board::{Board, PlacedFollower};
use super::catalogue::TileKind;
use super::event::{EndReason, Event};
use super::geometry::{Cell, Rotation};
use super::header::{Header, SetupError};
use super::river::River;
use super::seat::{ByColour, Colour, ColourSet, FollowerKind, MAX_COLOURS};
use super::tile::Good;

pub use decide::DecideError;
pub use mismatch::Mismatch;
pub use rematch::HandicapChange;
pub use replay::ReplayError;

/// The maximum number of tiles in a hand.
const MAX_HAND: usize = 6;

/// How many turns in a row a seat may miss before it is out.
pub const MISSES_ALLOWED: u8 = 2;

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A player is to move.
    Playing {
        to_move: Colour,
        /// Whether this is the second part of a double turn.
        second_part: bool,
    },
    Finished {
        reason: EndReason,
    },
}

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
pub(super) struct Omitted {
    /// Each turn draws the tile that it plays.
    pub draws: bool,
    pub scores: bool,
    pub end: bool,
}

/// The state of a game after some events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    header: Arc<Header>,
    omitted: Omitted,
    phase: Phase,
    board: Board,
    bag: Bag,
    river: Option<River>,
    hand: ArrayVec<TileKind, MAX_HAND>,
    /// Tiles of the hand that were drawn for the current turn.
    fresh: ArrayVec<TileKind, MAX_HAND>,
    discarded: Vec<TileKind>,
    /// In a record without draws: a bit for each kind that may have been drawn and set aside before now.
    passed_over: u128,
    /// The number of draws so far, which is the number of the next one.
    drawn: u32,
    needs_draw: bool,
    owed: Vec<Event>,
    ending: Option<EndReason>,
    supply: ByColour<[u8; 4]>,
    scores: [i32; MAX_COLOURS],
    points: ByColour<[i32; 5]>,
    goods: [[u8; MAX_COLOURS]; Good::ALL.len()],
    out: ColourSet,
    misses: [u8; MAX_COLOURS],
    turns: u32,
    events: u32,
}

impl Game {
    /// A game before its first draw.
    ///
    /// ```
    /// use bastide::engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
    /// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    /// let game = Game::new(&header).unwrap();
    /// let dealer = DrawSecret::new([7; 32]).dealer(&header.salts);
    /// let events = game.decide(&Command::Start, &dealer).unwrap();
    /// assert_eq!(events.len(), 1);
    /// ```
    pub fn new(header: &Header) -> Result<Self, SetupError> {
        Self::begin(Arc::new(header.clone()), Omitted::default())
    }

    pub(super) fn begin(header: Arc<Header>, omitted: Omitted) -> Result<Self, SetupError> {
        header.validate()?;
        let rules = &header.rules;
        let start = header.start[0];
        let mut board = Board::new(rules.loops_complete);
        board.place(start, Cell::ORIGIN, Rotation::R0);
        let mut scores = [0; MAX_COLOURS];
        for (seat, &points) in header.handicaps.iter().enumerate() {
            // Handicaps go to the first colour of the seat.
            if let Some(colour) = header.colours.iter().position(|colour| colour.seat.index() == seat) {
                scores[colour] = points;
            }
        }
        Ok(Self {
            omitted,
            phase: Phase::Playing { to_move: Colour(0), second_part: false },
            bag: Bag::new(rules, header.seats.len(), start),
            river: rules.plays_river().then(River::spring),
            board,
            hand: ArrayVec::new(),
            fresh: ArrayVec::new(),
            discarded: Vec::new(),
            passed_over: 0,
            drawn: 0,
            needs_draw: true,
            owed: Vec::new(),
            ending: None,
            supply: ByColour([FollowerKind::ALL.map(|kind| rules.supply(kind)); MAX_COLOURS]),
            scores,
            points: ByColour::default(),
            goods: [[0; MAX_COLOURS]; Good::ALL.len()],
            out: ColourSet::EMPTY,
            misses: [0; MAX_COLOURS],
            turns: 0,
            events: 0,
            header,
        })
    }

    fn due(&self) -> Due {
        if let Phase::Finished { .. } = self.phase {
            Due::Nothing
        } else if let Some(score) = self.owed.first() {
            Due::Score(score.clone())
        } else if let Some(reason) = self.ending {
            Due::End(reason)
        } else if self.needs_draw {
            Due::Draw
        } else {
            Due::Player
        }
    }

    fn place_follower(&mut self, follower: PlacedFollower) {
        self.supply[follower.colour][follower.kind.index()] -= 1;
        self.board.add_follower(follower);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Refusal;
    use crate::engine::legal::Placement;
    use crate::engine::{Ruleset, Seat, SegmentKind, TileSet};

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
        assert_eq!(game.header.start[0].def().segments[start_road].kind, SegmentKind::Road);
        let builder =
            PlacedFollower { colour: Colour(1), kind: FollowerKind::Builder, tile: 0, segment: start_road };
        game.place_follower(builder);
        assert_eq!(road(&game), Err(Refusal::Taken(SegmentKind::Road)));
    }
}
