//! Legal placements of tiles, and the followers that may be placed with them.

use arrayvec::ArrayVec;

use super::{Position, is_river};
use crate::board::Prospects;
use crate::catalogue::TileKind;
use crate::event::{Follower, Turn};
use crate::feature::{FeatureData, FeatureId};
use crate::geometry::{Cell, Rotation, Side};
use crate::place::Place;
use crate::refusal::Refusal;
use crate::ruleset::{BuilderRule, FieldRule};
use crate::scoring;
use crate::seat::{Colour, FollowerKind};
use crate::tile::{SegmentKind, segments_in};

/// A legal placement of a tile, and the followers that may be placed with it.
#[derive(Clone, Debug)]
pub struct Placement<'a> {
    game: &'a Position,
    colour: Colour,
    kind: TileKind,
    position: Cell,
    rotation: Rotation,
    prospects: Prospects,
}

/// Whether the tile fits there; if not, why.
pub(super) fn check_cell(
    game: &Position,
    kind: TileKind,
    position: Cell,
    rotation: Rotation,
) -> Result<(), Refusal> {
    let board = game.board();
    if !board.fits(kind, position, rotation) {
        if board.at(position).is_some() {
            return Err(Refusal::Occupied(position));
        }
        let wanted = board.wanted(position);
        let clash = Side::ALL.into_iter().zip(wanted).find_map(|(side, wanted)| {
            let shown = kind.edges(rotation)[side.index()];
            wanted.filter(|&wanted| wanted != shown).map(|wanted| Refusal::Mismatch { side, wanted, shown })
        });
        return Err(clash.unwrap_or(Refusal::Apart(position)));
    }
    match game.river() {
        Some(river) if is_river(kind) => river.check(board, kind, position, rotation),
        None if is_river(kind) => Err(Refusal::RiverEnded),
        _ => Ok(()),
    }
}

/// More than any tile offers.
type Followers = ArrayVec<Follower, 40>;

impl<'a> Placement<'a> {
    /// The placement by the colour to move, if the tile fits there. Does not check that the tile is in the hand.
    pub fn new(
        game: &'a Position,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> Result<Self, Refusal> {
        let colour = game.to_move().ok_or(Refusal::Over)?;
        check_cell(game, kind, position, rotation)?;
        Ok(Self::fitting(game, colour, kind, position, rotation))
    }

    /// The placement by `colour`, which is to move, where the tile is known to fit.
    pub fn fitting(
        game: &'a Position,
        colour: Colour,
        kind: TileKind,
        position: Cell,
        rotation: Rotation,
    ) -> Self {
        let mut placement = Self::nowhere(game, colour, kind);
        placement.put(position, rotation);
        placement
    }

    /// A placement that is still to be [put](Self::put) somewhere.
    pub(super) fn nowhere(game: &'a Position, colour: Colour, kind: TileKind) -> Self {
        let (position, rotation) = (Cell::ORIGIN, Rotation::R0);
        Self { game, colour, kind, position, rotation, prospects: Prospects::default() }
    }

    /// Puts the tile where it is known to fit.
    pub(super) fn put(&mut self, position: Cell, rotation: Rotation) {
        (self.position, self.rotation) = (position, rotation);
        self.game.board().find_prospects(self.kind, position, rotation, &mut self.prospects);
    }

    /// The feature that a segment would belong to. `tiles` is an upper bound, since a tile that is part of two connected
    /// features counts twice.
    pub fn prospect(&self, segment: usize) -> &FeatureData {
        &self.prospects.features[segment]
    }

    /// Whether the feature of a segment would be complete.
    pub fn completes(&self, segment: usize) -> bool {
        self.game.board().would_complete(&self.prospects.features[segment], self.position)
    }

    /// One segment of each feature that the tile would be part of. It stands for its [group](Self::group).
    pub fn leaders(&self) -> impl Iterator<Item = usize> + use<> {
        segments_in(self.prospects.leading)
    }

    /// All segments that would be one feature with this [leader](Self::leaders), a bit for each.
    pub fn group(&self, leader: usize) -> u16 {
        self.prospects.groups[leader]
    }

    /// The features that would be connected to the one of this [leader](Self::leaders), each once.
    pub fn joined(&self, leader: usize) -> impl Iterator<Item = FeatureId> {
        let group = self.group(leader);
        let joined = self.prospects.joined.iter();
        joined.filter(move |&&(_, at)| group & (1 << at) != 0).map(|&(root, _)| FeatureId(root))
    }

    /// Whether a feature would be connected to the tile.
    pub fn joins(&self, feature: FeatureId) -> bool {
        self.prospects.joined.iter().any(|&(root, _)| root == feature.0)
    }

    /// The points for completing the feature of a segment.
    pub fn complete_points(&self, segment: usize) -> i32 {
        scoring::complete(self.game.rules(), self.prospect(segment))
    }

    pub const fn tile(&self) -> TileKind {
        self.kind
    }

    pub const fn cell(&self) -> Cell {
        self.position
    }

    pub const fn rotation(&self) -> Rotation {
        self.rotation
    }

    /// Whether this kind of follower may be placed on a segment, and if not, why.
    pub fn check(&self, kind: FollowerKind, segment: usize) -> Result<(), Refusal> {
        let rules = self.game.rules();
        let prospect = &self.prospects.features[segment];
        let on = prospect.kind;
        if on == SegmentKind::Field && rules.fields == FieldRule::None {
            return Err(Refusal::NoFarmers);
        }
        match (kind, on) {
            (FollowerKind::Builder, SegmentKind::City | SegmentKind::Road)
            | (FollowerKind::Pig, SegmentKind::Field) => {
                if prospect.strength(self.colour) == 0 {
                    return Err(Refusal::NotJoined(kind));
                }
                if kind == FollowerKind::Builder {
                    if self.completes(segment) {
                        return Err(Refusal::NothingToBuild(on));
                    }
                    if rules.builder_needs == BuilderRule::Ownership
                        && !prospect.majority().contains(self.colour)
                    {
                        return Err(Refusal::NotOwned);
                    }
                }
            }
            (FollowerKind::Builder | FollowerKind::Pig, on) => return Err(Refusal::WrongPlace { kind, on }),
            (FollowerKind::Meeple | FollowerKind::Big, on) => {
                if rules.follower_after_scoring && self.completes(segment) {
                    return Err(Refusal::Complete(on));
                }
                if prospect.followers > 0 {
                    return Err(Refusal::Taken(on));
                }
            }
        }
        if self.has(kind) { Ok(()) } else { Err(Refusal::NoneLeft(kind)) }
    }

    /// Whether the colour to move has a follower of this kind when it may place one.
    #[inline]
    pub fn has(&self, kind: FollowerKind) -> bool {
        self.game.supply(self.colour, kind) > 0
            || self.game.rules().follower_after_scoring && self.comes_home(kind)
    }

    /// Whether this tile completes a feature that has a follower of this colour and kind.
    fn comes_home(&self, kind: FollowerKind) -> bool {
        let board = self.game.board();
        let mine =
            board.followers().iter().filter(|placed| placed.colour == self.colour && placed.kind == kind);
        let mut features = mine.map(|placed| board.feature(placed.tile, placed.segment));
        features.any(|feature| {
            board.cloisters_filled_at(self.position).any(|cloister| cloister == feature)
                || board
                    .joining(feature, self.kind, self.position, self.rotation)
                    .any(|segment| self.completes(segment))
        })
    }

    /// Every combination of a segment that has a name with a kind of follower in the rules, and whether it is legal.
    pub fn choices(&self) -> impl Iterator<Item = (Follower, usize, Result<(), Refusal>)> {
        let segments = 0..self.prospects.features.len();
        let named = segments.filter_map(|i| Some((i, Place::name(self.kind, self.rotation, i)?)));
        named.flat_map(move |(segment, on)| {
            let kinds = FollowerKind::ALL.into_iter().filter(|&kind| self.game.rules().supply(kind) > 0);
            kinds.map(move |kind| (Follower { kind, on }, segment, self.check(kind, segment)))
        })
    }

    /// The followers that may be placed.
    pub fn followers(&self) -> Followers {
        let mut followers = Followers::new();
        let in_the_game = |kind: &FollowerKind| self.game.rules().supply(*kind) > 0;
        let kinds: ArrayVec<_, { FollowerKind::ALL.len() }> =
            FollowerKind::ALL.into_iter().filter(in_the_game).collect();
        for segment in 0..self.prospects.features.len() {
            for &kind in kinds.iter().filter(|&&kind| self.check(kind, segment).is_ok()) {
                followers.extend(self.follower(kind, segment));
            }
        }
        followers
    }

    /// A follower on a segment; `None` if the segment has no name.
    pub fn follower(&self, kind: FollowerKind, segment: usize) -> Option<Follower> {
        Some(Follower { kind, on: Place::name(self.kind, self.rotation, segment)? })
    }

    /// The turn with this placement, which is legal if the follower is.
    pub fn turn(&self, follower: Option<Follower>) -> Turn {
        Turn { tile: self.kind, position: self.position, rotation: self.rotation, follower }
    }
}
