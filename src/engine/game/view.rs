//! What can be read off a game.

use super::{Game, Phase};
use crate::engine::board::Board;
use crate::engine::catalogue::TileKind;
use crate::engine::claim::{self, Claim};
use crate::engine::event::{EndReason, Event, Scored};
use crate::engine::header::Header;
use crate::engine::river::River;
use crate::engine::ruleset::{HandRule, Ruleset};
use crate::engine::seat::{Colour, FollowerKind, Seat};
use crate::engine::tile::Good;

impl Game {
    /// The first line of the record: what was fixed before the first draw.
    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn rules(&self) -> &Ruleset {
        &self.header.rules
    }

    /// Where it stands.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The scores that must come before anything else: what the last event has earned.
    pub fn owed(&self) -> &[Event] {
        &self.owed
    }

    /// What the end pays for on the board as it stands, and why: once it is over, what it has paid for.
    pub fn claims(&self) -> Vec<Claim> {
        claim::claims(&self.header.rules, &self.board, &self.goods, self.out)
    }

    /// Whether it is over.
    pub const fn is_finished(&self) -> bool {
        matches!(self.phase, Phase::Finished { .. })
    }

    /// The colour whose turn it is, while the game goes on.
    pub const fn to_move(&self) -> Option<Colour> {
        match self.phase {
            Phase::Playing { to_move, .. } => Some(to_move),
            Phase::Finished { .. } => None,
        }
    }

    /// All colours, in turn order.
    pub fn colours(&self) -> impl Iterator<Item = Colour> + use<> {
        (0..u8::try_from(self.header.colours.len()).unwrap_or(u8::MAX)).map(Colour)
    }

    /// The seat that plays a colour of this game.
    pub fn seat_of(&self, colour: Colour) -> Seat {
        self.header.colours[colour.index()].seat
    }

    pub(super) fn active_colours(&self, seat: Seat) -> Vec<Colour> {
        self.colours().filter(|&colour| self.seat_of(colour) == seat && !self.out.contains(colour)).collect()
    }

    /// The face-up tiles.
    pub fn hand(&self) -> &[TileKind] {
        &self.hand
    }

    /// The most tiles that the hand holds.
    pub fn hand_size(&self) -> usize {
        match self.rules().hand {
            HandRule::Shared(tiles) => usize::from(tiles),
            HandRule::OneAColour => self.header.colours.len(),
        }
    }

    /// The tiles on the table.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub(in crate::engine) const fn river(&self) -> Option<River> {
        self.river
    }

    /// How many tiles of each kind nobody has seen, those that will never be drawn included.
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

    /// The points of each colour.
    pub fn scores(&self) -> &[i32] {
        &self.scores[..self.header.colours.len()]
    }

    /// The points of a colour by what paid them, in the order of [`Scored::ALL`]; a handicap is in none.
    pub fn points(&self, colour: Colour) -> &[i32; Scored::ALL.len()] {
        &self.points[colour]
    }

    /// The goods that a colour has taken, in the order of [`Good::ALL`].
    pub fn goods(&self, colour: Colour) -> [u8; Good::ALL.len()] {
        self.goods.map(|held| held[colour.index()])
    }

    /// How many followers of a kind a colour has in supply.
    pub fn supply(&self, colour: Colour, kind: FollowerKind) -> u8 {
        self.supply[colour][kind.index()]
    }

    /// Whether a colour has resigned or timed out.
    pub const fn is_out(&self, colour: Colour) -> bool {
        self.out.contains(colour)
    }

    /// Turns that a seat has missed in a row.
    pub const fn misses(&self, seat: Seat) -> u8 {
        self.misses[seat.index()]
    }

    /// Tiles placed by players.
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The number of the last event; 0 before the first.
    pub const fn events(&self) -> u32 {
        self.events
    }

    /// The points of a seat: the sum of its colours'.
    pub fn seat_score(&self, seat: Seat) -> i32 {
        self.colours()
            .filter(|&colour| self.seat_of(colour) == seat)
            .map(|colour| self.scores[colour.index()])
            .sum()
    }

    /// The seats that have won, several if they share it; none while the game goes on.
    pub fn winners(&self) -> Vec<Seat> {
        let Phase::Finished { reason } = self.phase else { return Vec::new() };
        let seats = (0..u8::try_from(self.header.seats.len()).unwrap_or(u8::MAX)).map(Seat);
        let playing: Vec<Seat> = seats.filter(|&seat| !self.active_colours(seat).is_empty()).collect();
        if reason == EndReason::HandUnplayable {
            return playing;
        }
        let best = playing.iter().map(|&seat| self.seat_score(seat)).max();
        playing.into_iter().filter(|&seat| Some(self.seat_score(seat)) == best).collect()
    }
}
