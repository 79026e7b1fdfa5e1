//! The only authority on what is legal, for checks, pages, the command line and computer players.

use arrayvec::ArrayVec;

use super::{Game, Phase};
use crate::engine::board::Prospects;
use crate::engine::catalogue::TileKind;
use crate::engine::event::{Follower, Place, Turn};
use crate::engine::feature::{FeatureData, FeatureId};
use crate::engine::geometry::{Cell, Rotation, Side};
use crate::engine::refusal::Refusal;
use crate::engine::ruleset::{BuilderRule, FieldRule, SecondPart};
use crate::engine::seat::{Colour, FollowerKind};
use crate::engine::tile::{SegmentKind, TileSet};

/// A legal placement of a tile, and the followers that may be placed with it.
#[derive(Clone, Debug)]
pub struct Placement<'a> {
    game: &'a Game,
    colour: Colour,
    kind: TileKind,
    position: Cell,
    rotation: Rotation,
    prospects: Prospects,
}

/// More than any tile offers.
type Followers = ArrayVec<Follower, 40>;

impl<'a> Placement<'a> {
    /// The placement by the colour to move, if the tile fits there. Does not check that the tile is in the hand.
    pub fn new(game: &'a Game, kind: TileKind, position: Cell, rotation: Rotation) -> Result<Self, Refusal> {
        let colour = game.to_move().ok_or(Refusal::Over)?;
        check_cell(game, kind, position, rotation)?;
        let prospects = game.board().prospects(kind, position, rotation);
        Ok(Self { game, colour, kind, position, rotation, prospects })
    }

    /// The feature that a segment would belong to. `tiles` is an upper bound, since a tile that is part of two connected
    /// features counts twice.
    pub fn prospect(&self, segment: usize) -> &FeatureData {
        &self.prospects[segment]
    }

    /// Whether the feature of a segment would be complete.
    pub fn completes(&self, segment: usize) -> bool {
        self.game.board().would_complete(&self.prospects[segment], self.position)
    }

    /// Whether this kind of follower may be placed on a segment, and if not, why.
    pub fn check(&self, kind: FollowerKind, segment: usize) -> Result<(), Refusal> {
        let rules = self.game.rules();
        let prospect = &self.prospects[segment];
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
        if self.game.supply(self.colour, kind) == 0
            && !(rules.follower_after_scoring && self.comes_home(kind))
        {
            return Err(Refusal::NoneLeft(kind));
        }
        Ok(())
    }

    /// Whether this tile completes a feature that has a follower of this colour and kind.
    fn comes_home(&self, kind: FollowerKind) -> bool {
        let board = self.game.board();
        let mine =
            board.followers().iter().filter(|placed| placed.colour == self.colour && placed.kind == kind);
        let mut features = mine.map(|placed| board.feature(placed.tile, placed.segment));
        features.any(|feature| {
            board.cloisters_filled_at(self.position).any(|cloister| cloister == feature)
                || self.joins_and_completes(feature)
        })
    }

    fn joins_and_completes(&self, feature: FeatureId) -> bool {
        let mut after = self.game.board().clone();
        let member = after.segments(feature).next();
        let (_, completed) = after.place(self.kind, self.position, self.rotation);
        member.is_some_and(|(tile, segment)| completed.contains(&after.feature(tile, segment)))
    }

    /// Every combination of a segment that has a name with a kind of follower in the rules, and whether it is legal.
    pub fn choices(&self) -> impl Iterator<Item = (Follower, usize, Result<(), Refusal>)> {
        let segments = 0..self.prospects.len();
        let named = segments.filter_map(|i| Some((i, Place::name(self.kind, self.rotation, i)?)));
        named.flat_map(move |(segment, on)| {
            let kinds = FollowerKind::ALL.into_iter().filter(|&kind| self.game.rules().supply(kind) > 0);
            kinds.map(move |kind| (Follower { kind, on }, segment, self.check(kind, segment)))
        })
    }

    /// The followers that may be placed.
    pub fn followers(&self) -> Followers {
        let mut followers = Followers::new();
        for segment in 0..self.prospects.len() {
            let Some(on) = Place::name(self.kind, self.rotation, segment) else { continue };
            for kind in FollowerKind::ALL {
                if self.game.rules().supply(kind) > 0 && self.check(kind, segment).is_ok() {
                    followers.push(Follower { kind, on });
                }
            }
        }
        followers
    }

    fn turn(&self, follower: Option<Follower>) -> Turn {
        Turn { tile: self.kind, position: self.position, rotation: self.rotation, follower }
    }
}

fn is_river(kind: TileKind) -> bool {
    kind.def().set == TileSet::River
}

fn check_cell(game: &Game, kind: TileKind, position: Cell, rotation: Rotation) -> Result<(), Refusal> {
    let board = game.board();
    if board.at(position).is_some() {
        return Err(Refusal::Occupied(position));
    }
    if !board.fits(kind, position, rotation) {
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

/// Calls `found` with every cell and rotation where a tile of `kind` may be placed.
pub fn each_placement(game: &Game, kind: TileKind, mut found: impl FnMut(Cell, Rotation)) {
    match game.river() {
        Some(river) if is_river(kind) => {
            let cell = river.cell();
            let fitting = |&rotation: &Rotation| check_cell(game, kind, cell, rotation).is_ok();
            Rotation::ALL.into_iter().filter(fitting).for_each(|rotation| found(cell, rotation));
        }
        None if is_river(kind) => {}
        _ => game.board().each_fit(kind, found),
    }
}

/// Where a tile of `kind` may be placed. Rotations that look alike count separately.
pub fn placements(game: &Game, kind: TileKind) -> Vec<(Cell, Rotation)> {
    let mut all = Vec::with_capacity(64);
    each_placement(game, kind, |position, rotation| all.push((position, rotation)));
    all
}

/// [`placements`], with only the first of rotations that look and claim the same.
pub fn distinct_placements(game: &Game, kind: TileKind) -> Vec<(Cell, Rotation)> {
    let mut all: Vec<(Cell, Rotation)> = placements(game, kind);
    all.sort_unstable_by_key(|&(cell, rotation)| (cell.y, cell.x, rotation.quarters()));
    let mut distinct: Vec<(Cell, Rotation)> = Vec::with_capacity(all.len());
    for (cell, rotation) in all {
        let same = |&&(other, turned): &&(Cell, Rotation)| {
            other == cell && kind.def().is_same_turned(rotation + turned.inverse())
        };
        if !distinct.iter().rev().take(3).any(|known| same(&known)) {
            distinct.push((cell, rotation));
        }
    }
    distinct
}

/// Whether a tile of `kind` may be placed anywhere.
pub fn is_placeable(game: &Game, kind: TileKind) -> bool {
    if !is_river(kind) {
        return game.board().fits_anywhere(kind);
    }
    let mut any = false;
    each_placement(game, kind, |_, _| any = true);
    any
}

/// Every turn with a tile of `kind`, whether or not it is in the hand.
pub fn turns_with(game: &Game, kind: TileKind) -> Vec<Turn> {
    let mut turns = Vec::with_capacity(128);
    each_placement(game, kind, |position, rotation| {
        let Some(colour) = game.to_move() else { return };
        let prospects = game.board().prospects(kind, position, rotation);
        let place = Placement { game, colour, kind, position, rotation, prospects };
        turns.push(place.turn(None));
        turns.extend(place.followers().into_iter().map(|follower| place.turn(Some(follower))));
    });
    turns
}

/// Every legal turn of the colour to move. Empty when the game is over.
pub fn turns(game: &Game) -> Vec<Turn> {
    let hand = game.hand();
    let different = hand.iter().enumerate().filter(|(i, kind)| !hand[..*i].contains(kind));
    different.flat_map(|(_, &kind)| turns_with(game, kind)).collect()
}

/// Whether the colour to move may skip the second part of its double turn.
pub fn may_pass(game: &Game) -> bool {
    let second_part = matches!(game.phase(), Phase::Playing { second_part: true, .. });
    second_part && game.rules().builder_second_part == SecondPart::May
}

/// Whether the turn is legal for the colour to move, and if not, why.
pub fn check(game: &Game, turn: &Turn) -> Result<(), Refusal> {
    game.to_move().ok_or(Refusal::Over)?;
    if !game.hand().contains(&turn.tile) {
        return Err(Refusal::NotInHand(turn.tile));
    }
    check_cell(game, turn.tile, turn.position, turn.rotation)?;
    let Some(follower) = turn.follower else { return Ok(()) };
    let segment = follower.on.segment(turn.tile, turn.rotation).ok_or(Refusal::NoSuchPlace(follower.on))?;
    Placement::new(game, turn.tile, turn.position, turn.rotation)?.check(follower.kind, segment)
}
