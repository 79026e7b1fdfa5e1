//! Read access to a position.

use super::{Phase, Position};
use crate::board::Board;
use crate::catalogue::TileKind;
use crate::claim::{self, Claim};
use crate::event::{EndReason, Scored};
use crate::header::Header;
use crate::river::River;
use crate::ruleset::{HandRule, Ruleset};
use crate::seat::{Colour, FollowerKind, Seat};
use crate::tile::Good;

impl Position {
    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn rules(&self) -> &Ruleset {
        &self.header.rules
    }

    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    /// The final scoring of the current board, feature by feature; once the game is over, what was scored.
    pub fn claims(&self) -> Vec<Claim> {
        if matches!(self.state.phase, Phase::Finished { reason: EndReason::CalledOff }) {
            return Vec::new();
        }
        claim::claims(&self.header.rules, &self.board, &self.state.goods, self.state.out)
    }

    pub const fn is_finished(&self) -> bool {
        matches!(self.state.phase, Phase::Finished { .. })
    }

    /// `None` when the game is over.
    pub const fn to_move(&self) -> Option<Colour> {
        match self.state.phase {
            Phase::Playing { to_move, .. } => Some(to_move),
            Phase::Finished { .. } => None,
        }
    }

    /// In turn order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..u8::try_from(self.header.colours.len()).unwrap_or(u8::MAX)).map(Colour)
    }

    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.header.colours[colour.index()].seat
    }

    pub(crate) fn active_colours(&self, seat: Seat) -> Vec<Colour> {
        self.colours()
            .filter(|&colour| self.seat_of(colour) == seat && !self.state.out.contains(colour))
            .collect()
    }

    /// The face-up tiles.
    pub fn hand(&self) -> &[TileKind] {
        &self.state.hand
    }

    /// The maximum size of the hand under these rules.
    pub fn hand_size(&self) -> usize {
        match self.rules().hand {
            HandRule::Shared(tiles) => usize::from(tiles),
            HandRule::OneAColour => self.header.colours.len(),
        }
    }

    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub(crate) const fn river(&self) -> Option<River> {
        self.state.river
    }

    /// The number of undrawn tiles of each kind, including those that will never be drawn.
    pub const fn unseen(&self) -> &[u16; TileKind::COUNT] {
        self.bag.counts()
    }

    /// The kinds that the next draw chooses from.
    pub fn drawable(&self) -> impl Iterator<Item = TileKind> {
        self.bag.kinds()
    }

    /// Draws still to come.
    pub const fn tiles_left(&self) -> usize {
        self.bag.left()
    }

    /// Tiles set aside for good, in order.
    pub fn discarded(&self) -> &[TileKind] {
        &self.discarded
    }

    /// By colour.
    pub fn scores(&self) -> &[i32] {
        &self.state.scores[..self.header.colours.len()]
    }

    /// The points of a colour in the order of [`Scored::ALL`]; the handicap is in none of them.
    pub fn points(&self, colour: Colour) -> &[i32; Scored::ALL.len()] {
        &self.state.points[colour]
    }

    /// The goods that a colour has collected, in the order of [`Good::ALL`].
    pub fn goods(&self, colour: Colour) -> [u8; Good::ALL.len()] {
        self.state.goods.map(|held| held[colour.index()])
    }

    /// How many followers of this kind a colour can still place.
    pub fn supply(&self, colour: Colour, kind: FollowerKind) -> u8 {
        self.state.supply[colour][kind.index()]
    }

    /// Whether all colours of a seat have resigned or timed out.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.active_colours(seat).is_empty()
    }

    /// Whether a colour has resigned or timed out.
    pub const fn is_out(&self, colour: Colour) -> bool {
        self.state.out.contains(colour)
    }

    /// The number of tiles that players have placed.
    pub const fn turns(&self) -> u32 {
        self.state.turns
    }

    /// The points of a seat: the sum of its colours'.
    pub fn seat_score(&self, seat: Seat) -> i32 {
        self.colours()
            .filter(|&colour| self.seat_of(colour) == seat)
            .map(|colour| self.state.scores[colour.index()])
            .sum()
    }

    /// The winning seats, several if they tie; empty while the game is in progress, and if it was called off.
    pub fn winners(&self) -> Vec<Seat> {
        let Phase::Finished { reason } = self.state.phase else { return Vec::new() };
        let seats = (0..u8::try_from(self.header.seats.len()).unwrap_or(u8::MAX)).map(Seat);
        let playing: Vec<Seat> = seats.filter(|&seat| !self.has_left(seat)).collect();
        match reason {
            EndReason::HandUnplayable => return playing,
            EndReason::CalledOff => return Vec::new(),
            EndReason::BagEmpty | EndReason::Resigned | EndReason::Agreed => {}
        }
        let best = playing.iter().map(|&seat| self.seat_score(seat)).max();
        playing.into_iter().filter(|&seat| Some(self.seat_score(seat)) == best).collect()
    }
}
