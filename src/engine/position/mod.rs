//! A position: everything that the rules act on, and nothing hidden.
//!
//! A [`Position`] knows what every player at the table can see: the board, the hand, how many tiles of each kind are left, points
//! and followers. It plays turns, makes or enumerates draws, and takes them back. [`Game`](super::Game) wraps one and writes events.

mod ahead;
mod deal;
mod draws;
mod end;
mod hand;
pub mod legal;
mod placement;
mod play;
mod undo;
mod view;

use std::sync::Arc;

use super::bag::{Bag, Stock};
use super::board::Board;
use super::catalogue::TileKind;
use super::event::{EndReason, Scored};
use super::geometry::{Cell, Rotation};
use super::header::{Header, SetupError};
use super::river::River;
use super::seat::{ByColour, Colour, ColourSet, FollowerKind, MAX_COLOURS};
use super::tile::Good;
use ahead::Ahead;
use undo::UndoState;

pub(crate) use deal::{DrawError, is_river};
pub use draws::Draw;
pub(crate) use hand::Hand;

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

/// Everything that the rules act on, and nothing hidden: no draw secret, and of the bag only how many tiles of each kind are left.
///
/// For search: [`Position::play`], [`Position::pass`], [`Position::draw`] and [`Position::deal`] change it in place, and
/// [`Position::take_back`] undoes the last of them exactly. None of them allocates memory once the lists inside have grown to the
/// length of the game; they are lists because the longest game has 400 tiles and the usual one 72. `clone_from`
/// copies a position into another without a new allocation.
///
/// ```
/// use bastide_engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
/// let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
/// let dealer = header.dealer(&DrawSecret::new([7; 32]));
/// let mut game = Game::new(&header).unwrap();
/// game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
///
/// let mut position = game.position().clone();
/// let mut turns = Vec::new();
/// position.distinct_turns(&mut turns);
/// for turn in &turns {
///     position.play(turn);
///     let margin = position.final_points(Seat(0)) - position.final_points(Seat(1));
///     assert!(margin.abs() < 20);
///     position.take_back();
/// }
/// assert_eq!(&position, game.position());
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Position {
    pub(crate) header: Arc<Header>,
    pub(crate) board: Board,
    pub(crate) bag: Bag,
    /// Tiles set aside for good.
    discarded: Vec<TileKind>,
    pub(crate) state: State,
    /// What can be taken back, the latest last.
    undo_states: Vec<UndoState>,
    /// The bag before every step in `undo_states` that may change it.
    stocks: Vec<Stock>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            header: self.header.clone(),
            board: self.board.clone(),
            bag: self.bag.clone(),
            discarded: self.discarded.clone(),
            state: self.state,
            undo_states: self.undo_states.clone(),
            stocks: self.stocks.clone(),
        }
    }

    fn clone_from(&mut self, source: &Self) {
        let Self { header, board, bag, discarded, state, undo_states, stocks } = source;
        self.header.clone_from(header);
        self.board.clone_from(board);
        self.bag.clone_from(bag);
        self.discarded.clone_from(discarded);
        self.state = *state;
        self.undo_states.clone_from(undo_states);
        self.stocks.clone_from(stocks);
    }
}

/// The part of a position that is saved as a whole at every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub phase: Phase,
    pub river: Option<River>,
    pub hand: Hand,
    pub ahead: Ahead,
    /// Tiles of the hand that were drawn for the current turn.
    pub fresh: Hand,
    pub needs_draw: bool,
    /// Why the game ends here, if it does.
    pub ending: Option<EndReason>,
    pub supply: ByColour<[u8; FollowerKind::ALL.len()]>,
    pub scores: [i32; MAX_COLOURS],
    pub points: ByColour<[i32; Scored::ALL.len()]>,
    pub goods: [[u8; MAX_COLOURS]; Good::ALL.len()],
    pub out: ColourSet,
    pub turns: u32,
}

impl Position {
    /// The position before the first draw.
    pub(crate) fn begin(header: Arc<Header>) -> Result<Self, SetupError> {
        header.validate()?;
        let rules = &header.rules;
        let start = header.start[0];
        let mut board = Board::new(rules.loops_complete);
        board.place(start, Cell::ORIGIN, Rotation::R0);
        board.forget();
        let mut scores = [0; MAX_COLOURS];
        for (seat, &points) in header.handicaps.iter().enumerate() {
            // Handicaps go to the first colour of the seat.
            if let Some(colour) = header.colours.iter().position(|colour| colour.seat.index() == seat) {
                scores[colour] = points;
            }
        }
        let ahead = if rules.draw_ahead {
            Ahead::of_all((0..).map(Colour).take(header.colours.len()))
        } else {
            Ahead::default()
        };
        let state = State {
            phase: Phase::Playing { to_move: Colour(0), second_part: false },
            river: rules.plays_river().then(River::spring),
            hand: Hand::EMPTY,
            ahead,
            fresh: Hand::EMPTY,
            needs_draw: true,
            ending: None,
            supply: ByColour([FollowerKind::ALL.map(|kind| rules.supply(kind)); MAX_COLOURS]),
            scores,
            points: ByColour::default(),
            goods: [[0; MAX_COLOURS]; Good::ALL.len()],
            out: ColourSet::EMPTY,
            turns: 0,
        };
        let bag = Bag::new(rules, header.seats.len(), start);
        Ok(Self {
            header,
            board,
            bag,
            discarded: Vec::new(),
            state,
            undo_states: Vec::new(),
            stocks: Vec::new(),
        })
    }
}
