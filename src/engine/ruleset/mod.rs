//! The rules as a value: a parameter for every difference between rule books, and presets that are sets of values.

mod json;
mod parameter;
mod preset;
mod valid;

pub use parameter::{
    BagRule, BuilderRule, FieldRule, HandRule, RiverRule, SecondPart, SmallCity, Supply, Unplaceable,
};
pub use preset::Preset;
pub use valid::RulesError;

pub(super) use json::complete_stored;
pub(super) use valid::{MOST_FOLLOWERS, MOST_TILES};

use super::catalogue::TileKind;
use super::seat::{FollowerKind, MAX_COLOURS};
use super::tile::TileSet;

/// All the decisions of a rule book.
///
/// In JSON it is a preset with the parameters that differ from it:
///
/// ```
/// use bastide_engine::{FieldRule, Ruleset};
/// let rules: Ruleset =
///     serde_json::from_str(r#"{"preset":"modern","fields":"per_city","field_points":4}"#).unwrap();
/// assert_eq!(rules.fields, FieldRule::PerCity);
/// assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"preset":"modern","field_points":4,"fields":"per_city"}"#);
/// ```
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, with a name in the record")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The preset that it is based on. It affects names on pages, but not the rules.
    pub preset: Preset,
    /// The base game and its expansions; expansions may occur several times.
    pub sets: Vec<TileSet>,
    pub bag: BagRule,
    pub river: RiverRule,
    pub hand: HandRule,
    /// Whether each colour draws its next tile right after its turn, for all to see.
    pub draw_ahead: bool,
    /// What happens when no tile of the hand can be placed.
    pub unplaceable: Unplaceable,
    /// For each colour.
    pub meeples: u8,
    /// Big meeples of each colour.
    pub big: Supply,
    /// Builders of each colour.
    pub builder: Supply,
    /// Pigs of each colour.
    pub pig: Supply,
    /// Whether the follower is placed after completed features have scored: a follower that returns can be placed again at
    /// once, and only incomplete features can be claimed.
    pub follower_after_scoring: bool,
    /// Points per tile of a complete road.
    pub road_tile: u8,
    /// Whether a complete road of two tiles is worth 2 points in all.
    pub small_road: bool,
    /// Whether a circular road without an end is complete.
    pub loops_complete: bool,
    /// Points per tile of a complete city.
    pub city_tile: u8,
    /// Points per shield of a complete city.
    pub city_shield: u8,
    pub small_city: SmallCity,
    /// Points per tile of a road at the end.
    pub end_road_tile: u8,
    /// Points per tile of an incomplete city at the end.
    pub end_city_tile: u8,
    /// Points per shield of an incomplete city at the end.
    pub end_city_shield: u8,
    pub fields: FieldRule,
    /// Points for each completed city: once for each field that touches it, or once in all, as `fields` says.
    pub field_points: u8,
    /// Points per tile of a complete road with an inn; an incomplete one scores nothing.
    pub inn_tile: u8,
    /// Points per tile and shield of a complete city with a cathedral; an incomplete one scores nothing.
    pub cathedral_tile: u8,
    /// Points for the majority in each trade good; 0 if goods are ignored.
    pub goods_points: u8,
    /// Extra points per city for farmers whose colour has a pig in the field.
    pub pig_points: u8,
    pub builder_needs: BuilderRule,
    /// Whether the second part of a double turn must be played.
    pub builder_second_part: SecondPart,
    pub two_colours_for_two: bool,
    /// Whether a rematch moves the handicap of each loser half of the way to the winner.
    pub rematch_handicap: bool,
    /// Whether unplaceable river tiles are treated like any others, and never replaced. Not a parameter: only games that started
    /// before there was a rule for river tiles are still played like this.
    pub earlier_river: bool,
}

impl Ruleset {
    pub fn has(&self, set: TileSet) -> bool {
        self.sets.contains(&set)
    }

    /// Whether the game starts with the river.
    pub fn plays_river(&self) -> bool {
        self.has(TileSet::River)
            && match (self.river, self.bag) {
                (RiverRule::Chosen, _) => true,
                (RiverRule::FromMinutes(least), BagRule::Minutes(minutes)) => minutes >= least,
                (RiverRule::FromMinutes(_), _) => false,
            }
    }

    /// Whether the rules for unplaceable river tiles differ from those of old games.
    pub(super) fn river_rule_matters(&self) -> bool {
        let differs = self.unplaceable == Unplaceable::PutBack || matches!(self.bag, BagRule::Minutes(_));
        differs && self.plays_river()
    }

    ///
    /// # Panics
    /// Never: both kinds are in the catalogue.
    pub fn start(&self) -> TileKind {
        let name = if self.plays_river() { "RV-source" } else { "CRFR" };
        name.parse().expect("a kind of the catalogue")
    }

    /// 5, or 6 with Inns & Cathedrals.
    pub fn most_seats(&self) -> usize {
        if self.has(TileSet::Inns) { MAX_COLOURS } else { MAX_COLOURS - 1 }
    }

    /// The number of colours that this many seats have together.
    pub const fn colours(&self, seats: usize) -> usize {
        if self.two_colours_for_two && seats == 2 { 4 } else { seats }
    }

    /// How many followers of this kind each colour has.
    pub fn supply(&self, kind: FollowerKind) -> u8 {
        let (supply, set) = match kind {
            FollowerKind::Meeple => (Supply::Count(self.meeples), TileSet::Base),
            FollowerKind::Big => (self.big, TileSet::Inns),
            FollowerKind::Builder => (self.builder, TileSet::Traders),
            FollowerKind::Pig => (self.pig, TileSet::Traders),
        };
        match supply {
            Supply::Count(count) => count,
            Supply::WithSet => u8::from(self.has(set)),
        }
    }

    /// The number of tiles of each kind in the sets, start tile included, by [`TileKind::index`].
    pub fn census(&self) -> [u16; TileKind::COUNT] {
        let mut census = [0; TileKind::COUNT];
        for kind in TileKind::all() {
            census[kind.index()] = self.count(kind);
        }
        census
    }

    /// The number of tiles of this kind in the sets, start tile included; 0 for a river tile unless the river is played.
    pub(super) fn count(&self, kind: TileKind) -> u16 {
        let def = kind.def();
        if def.set == TileSet::River && !self.plays_river() {
            return 0;
        }
        let copies = self.sets.iter().filter(|&&set| set == def.set).count();
        // However many rivers are combined, there is one spring and one lake.
        let copies = if matches!(def.name, "RV-source" | "RV-lake") { copies.min(1) } else { copies };
        u16::from(def.count) * u16::try_from(copies).unwrap_or(u16::MAX)
    }

    /// The number of tiles that can be drawn in a game with this many seats.
    pub fn tiles_in_bag(&self, seats: usize) -> usize {
        let all: usize = self.census().iter().map(|&count| usize::from(count)).sum();
        self.tile_limit(seats).unwrap_or(all.saturating_sub(1))
    }

    /// The number of turns in a game with this many seats, if the rules fix the number of draws.
    pub fn tile_limit(&self, seats: usize) -> Option<usize> {
        match self.bag {
            BagRule::Whole => None,
            BagRule::Uniform => Some(75 / seats.max(1) * seats.max(1)),
            BagRule::Minutes(minutes) => {
                let step = 2 * self.colours(seats).max(1);
                let wanted = (2 * usize::from(minutes) + step / 2) / step * step;
                let tiles: usize = self.census().iter().map(|&count| usize::from(count)).sum();
                // The start tile is on the table, and at least three tiles stay undrawn.
                let most = tiles.saturating_sub(4) / step * step;
                Some(wanted.clamp(step.min(most), most))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_length_of_a_game_is_a_multiple_that_all_colours_share() {
        assert_eq!(Ruleset::of(Preset::Abbeys).tile_limit(4), Some(72));
        assert_eq!(Ruleset::of(Preset::Modern).tile_limit(4), None);
        let rules = Ruleset { bag: BagRule::Minutes(30), ..Ruleset::of(Preset::Mcguire) };
        assert_eq!(rules.tile_limit(3), Some(60));
        assert_eq!(rules.tile_limit(2), Some(64), "two seats have four colours");
        let endless = Ruleset { bag: BagRule::Minutes(600), ..rules };
        assert_eq!(endless.tile_limit(3), Some(126), "131 tiles less the start and three unseen");
    }

    #[test]
    fn special_followers_come_with_their_expansion() {
        let base = Ruleset::default();
        let inns = Ruleset { sets: vec![TileSet::Base, TileSet::Inns], ..Ruleset::default() };
        assert_eq!((base.supply(FollowerKind::Big), inns.supply(FollowerKind::Big)), (0, 1));
        assert_eq!((base.most_seats(), inns.most_seats()), (5, 6));
    }
}
