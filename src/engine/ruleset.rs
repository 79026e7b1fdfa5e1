//! The rules as a value: one named parameter a difference, and presets that are nothing but named values.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::seat::{FollowerKind, MAX_COLOURS};
use super::tile::{TileKind, TileSet};

/// A rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The rules as sold today.
    #[default]
    Modern,
    /// The Chicago course rules: fields pay 4 a city, counted a city.
    Chicago,
    /// The "670" course rules: castles and abbeys, no fields, every kind always in the bag.
    Abbeys,
    /// McGuire's house rules: a shared hand, all boxes, a length in minutes.
    Mcguire,
}

impl Preset {
    /// All presets.
    pub const ALL: [Self; 4] = [Self::Modern, Self::Chicago, Self::Abbeys, Self::Mcguire];

    /// The word of the record.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Modern => "modern",
            Self::Chicago => "chicago",
            Self::Abbeys => "abbeys",
            Self::Mcguire => "mcguire",
        }
    }
}

/// Which tiles can come out of the bag, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BagRule {
    /// All tiles of the sets, each once.
    Whole,
    /// Every kind is as likely at every draw; as many turns as the largest multiple of the seats in 70–75.
    Uniform,
    /// Twice as many tiles as minutes, rounded to an even multiple of the colours; at least 3 stay unseen.
    Minutes(u16),
}

/// When a chosen river is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverRule {
    /// Whenever it is among the sets.
    Chosen,
    /// Only in games of at least so many minutes.
    FromMinutes(u16),
}

/// How many tiles lie face up to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HandRule {
    /// So many, shared by all.
    Shared(u8),
    /// As many as there are colours, shared by all.
    OneAColour,
}

/// What happens when no tile of the hand can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplaceable {
    /// It goes for good, and another is drawn.
    Discard,
    /// It goes back into the bag, and another is drawn.
    PutBack,
    /// The game ends as a tie.
    EndAsTie,
}

/// How many figures of a special kind a colour has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Supply {
    /// One if the box it comes in is among the sets.
    WithSet,
    /// So many.
    Count(u8),
}

/// What a small complete city is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmallCity {
    /// As much as any other.
    Full,
    /// Two tiles: 1 a tile and 1 a shield.
    HalfRate,
    /// Two tiles: 2 points in all.
    TwoPoints,
    /// Tiles and shields together are two: 2 points in all.
    TwoPointsWithShields,
}

/// How fields pay at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldRule {
    /// Not at all: nobody may claim one.
    None,
    /// Each field pays its majority for each completed city that it touches.
    PerField,
    /// Each completed city pays the majority in all fields that touch it, counted together.
    PerCity,
}

/// What a builder needs to go on a road or a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuilderRule {
    /// A follower of its colour in it.
    Presence,
    /// Its colour has the greatest strength in it, alone or tied.
    Ownership,
}

/// Everything that a rule book settles.
///
/// In JSON it is a preset with what differs from it:
///
/// ```
/// use bastide::engine::{FieldRule, Ruleset};
/// let rules: Ruleset =
///     serde_json::from_str(r#"{"preset":"modern","fields":"per_city","field_points":4}"#).unwrap();
/// assert_eq!(rules.fields, FieldRule::PerCity);
/// assert_eq!(serde_json::to_string(&rules).unwrap(), r#"{"preset":"modern","field_points":4,"fields":"per_city"}"#);
/// ```
#[allow(clippy::struct_excessive_bools, reason = "each is a rule of its own, with a name in the record")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The preset that it was made from: decides names on pages, and nothing in the rules.
    pub preset: Preset,
    /// The boxes in play; one may be there several times.
    pub sets: Vec<TileSet>,
    /// What is in the bag.
    pub bag: BagRule,
    /// When the river is played.
    pub river: RiverRule,
    /// Tiles to choose from.
    pub hand: HandRule,
    /// What happens to a hand that cannot be played.
    pub unplaceable: Unplaceable,
    /// Meeples a colour.
    pub meeples: u8,
    /// Big meeples a colour.
    pub big: Supply,
    /// Builders a colour.
    pub builder: Supply,
    /// Pigs a colour.
    pub pig: Supply,
    /// Whether the follower is placed after completed features have scored: one that came home may be used at once,
    /// and only incomplete features may be claimed.
    pub follower_after_scoring: bool,
    /// Points a tile of a complete road.
    pub road_tile: u8,
    /// Whether a complete road of two tiles is worth 2 points in all.
    pub small_road: bool,
    /// Whether a road that runs in a loop without an end is complete.
    pub loops_complete: bool,
    /// Points a tile of a complete city.
    pub city_tile: u8,
    /// Points a shield of a complete city.
    pub city_shield: u8,
    /// What a small complete city is worth.
    pub small_city: SmallCity,
    /// Points a tile of a road at the end.
    pub end_road_tile: u8,
    /// Points a tile of an incomplete city at the end.
    pub end_city_tile: u8,
    /// Points a shield of an incomplete city at the end.
    pub end_city_shield: u8,
    /// How fields pay.
    pub fields: FieldRule,
    /// What a field or a city pays a time.
    pub field_points: u8,
    /// Points a tile of a complete road with an inn; incomplete, it is worth nothing.
    pub inn_tile: u8,
    /// Points a tile and a shield of a complete city with a cathedral; incomplete, it is worth nothing.
    pub cathedral_tile: u8,
    /// Points for the majority in each trade good; 0: goods are ignored.
    pub goods_points: u8,
    /// Points that a pig adds a city for the farmers of its colour.
    pub pig_points: u8,
    /// What a builder needs.
    pub builder_needs: BuilderRule,
    /// Whether each seat has two colours when there are two seats.
    pub two_colours_for_two: bool,
    /// Whether a rematch moves the handicap of each loser half of the way to the winner.
    pub rematch_handicap: bool,
}

/// The parameters as JSON keys: what [`Ruleset`] is beside its preset.
#[allow(clippy::struct_excessive_bools, reason = "as in the rules")]
#[derive(Serialize, Deserialize)]
#[serde(remote = "Ruleset", deny_unknown_fields)]
struct Parameters {
    #[serde(skip)]
    preset: Preset,
    sets: Vec<TileSet>,
    bag: BagRule,
    river: RiverRule,
    hand: HandRule,
    unplaceable: Unplaceable,
    meeples: u8,
    big: Supply,
    builder: Supply,
    pig: Supply,
    follower_after_scoring: bool,
    road_tile: u8,
    small_road: bool,
    loops_complete: bool,
    city_tile: u8,
    city_shield: u8,
    small_city: SmallCity,
    end_road_tile: u8,
    end_city_tile: u8,
    end_city_shield: u8,
    fields: FieldRule,
    field_points: u8,
    inn_tile: u8,
    cathedral_tile: u8,
    goods_points: u8,
    pig_points: u8,
    builder_needs: BuilderRule,
    two_colours_for_two: bool,
    rematch_handicap: bool,
}

/// A mix of parameters that makes no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {reason}")]
pub struct RulesError {
    /// The parameter to mend, by its JSON key.
    pub parameter: String,
    /// Why.
    pub reason: String,
}

impl RulesError {
    fn new(parameter: &str, reason: &(impl ToString + ?Sized)) -> Self {
        Self { parameter: parameter.to_owned(), reason: reason.to_string() }
    }
}

/// The most tiles that the chosen sets may hold together.
const MOST_TILES: usize = 400;

impl Ruleset {
    /// The version of the rules that this engine plays; a stored game keeps the one that it began with.
    pub const VERSION: u32 = 1;

    /// The rule book of that name.
    pub fn of(preset: Preset) -> Self {
        let modern = Self {
            preset,
            sets: vec![TileSet::Base],
            bag: BagRule::Whole,
            river: RiverRule::Chosen,
            hand: HandRule::Shared(1),
            unplaceable: Unplaceable::Discard,
            meeples: 7,
            big: Supply::WithSet,
            builder: Supply::WithSet,
            pig: Supply::WithSet,
            follower_after_scoring: false,
            road_tile: 1,
            small_road: false,
            loops_complete: true,
            city_tile: 2,
            city_shield: 2,
            small_city: SmallCity::Full,
            end_road_tile: 1,
            end_city_tile: 1,
            end_city_shield: 1,
            fields: FieldRule::PerField,
            field_points: 3,
            inn_tile: 2,
            cathedral_tile: 3,
            goods_points: 10,
            pig_points: 1,
            builder_needs: BuilderRule::Presence,
            two_colours_for_two: false,
            rematch_handicap: false,
        };
        match preset {
            Preset::Modern => modern,
            Preset::Chicago => Self {
                small_city: SmallCity::TwoPoints,
                fields: FieldRule::PerCity,
                field_points: 4,
                ..modern
            },
            Preset::Abbeys => Self {
                bag: BagRule::Uniform,
                unplaceable: Unplaceable::PutBack,
                follower_after_scoring: true,
                loops_complete: false,
                end_road_tile: 0,
                end_city_tile: 0,
                end_city_shield: 0,
                fields: FieldRule::None,
                ..modern
            },
            Preset::Mcguire => Self {
                sets: TileSet::ALL.to_vec(),
                bag: BagRule::Minutes(45),
                river: RiverRule::FromMinutes(60),
                hand: HandRule::Shared(3),
                unplaceable: Unplaceable::EndAsTie,
                pig: Supply::Count(0),
                road_tile: 2,
                small_road: true,
                small_city: SmallCity::TwoPointsWithShields,
                inn_tile: 3,
                goods_points: 0,
                pig_points: 0,
                builder_needs: BuilderRule::Ownership,
                two_colours_for_two: true,
                rematch_handicap: true,
                ..modern
            },
        }
    }

    /// The rule book of that name with changes: parameters by their JSON keys.
    ///
    /// # Errors
    /// Names the first parameter that there is not, that cannot have its value, or that makes no game with the others.
    pub fn changed(preset: Preset, changes: Map<String, Value>) -> Result<Self, RulesError> {
        let mut rules = Self::of(preset);
        for (key, value) in changes {
            let mut parameters = rules.parameters();
            let Some(parameter) = parameters.get_mut(&key) else {
                return Err(RulesError::new(&key, "there is no such rule"));
            };
            *parameter = value;
            let read = Parameters::deserialize(Value::Object(parameters));
            rules = Self { preset, ..read.map_err(|error| RulesError::new(&key, &error))? };
        }
        rules.validate()?;
        Ok(rules)
    }

    /// Whether a box is in play.
    pub fn has(&self, set: TileSet) -> bool {
        self.sets.contains(&set)
    }

    /// Whether the game begins with the river.
    pub fn plays_river(&self) -> bool {
        self.has(TileSet::River)
            && match (self.river, self.bag) {
                (RiverRule::Chosen, _) => true,
                (RiverRule::FromMinutes(least), BagRule::Minutes(minutes)) => minutes >= least,
                (RiverRule::FromMinutes(_), _) => false,
            }
    }

    /// The kind of the start tile.
    ///
    /// # Panics
    /// Never: both kinds are in the catalogue.
    pub fn start(&self) -> TileKind {
        let name = if self.plays_river() { "RV-source" } else { "CRFR" };
        name.parse().expect("a kind of the catalogue")
    }

    /// The most seats: 5, or 6 with Inns & Cathedrals.
    pub fn most_seats(&self) -> usize {
        if self.has(TileSet::Inns) { MAX_COLOURS } else { MAX_COLOURS - 1 }
    }

    /// How many colours so many seats have together.
    pub const fn colours(&self, seats: usize) -> usize {
        if self.two_colours_for_two && seats == 2 { 4 } else { seats }
    }

    /// How many figures of a kind each colour has.
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

    /// How many tiles of each kind the sets hold, start tile included; the river's only if it is played.
    pub fn census(&self) -> [u16; TileKind::COUNT] {
        let mut census = [0; TileKind::COUNT];
        for kind in TileKind::all() {
            let def = kind.def();
            if def.set == TileSet::River && !self.plays_river() {
                continue;
            }
            let copies = self.sets.iter().filter(|&&set| set == def.set).count();
            // However many rivers are joined, there is one spring and one lake.
            let copies = if matches!(def.name, "RV-source" | "RV-lake") { copies.min(1) } else { copies };
            census[kind.index()] = u16::from(def.count) * u16::try_from(copies).unwrap_or(u16::MAX);
        }
        census
    }

    /// Turns of a game on so many seats, where the rules say how many tiles come out of the bag.
    pub fn tile_limit(&self, seats: usize) -> Option<usize> {
        match self.bag {
            BagRule::Whole => None,
            BagRule::Uniform => Some(75 / seats.max(1) * seats.max(1)),
            BagRule::Minutes(minutes) => {
                let step = 2 * self.colours(seats).max(1);
                let wanted = (2 * usize::from(minutes) + step / 2) / step * step;
                let tiles: usize = self.census().iter().map(|&count| usize::from(count)).sum();
                // The start tile is on the table, and at least three tiles stay unseen.
                let most = tiles.saturating_sub(4) / step * step;
                Some(wanted.clamp(step.min(most), most))
            }
        }
    }

    /// Refuses what makes no game, naming the parameter and the reason.
    pub fn validate(&self) -> Result<(), RulesError> {
        let refuse = |parameter, reason: &str| Err(RulesError::new(parameter, reason));
        if !self.has(TileSet::Base) {
            return refuse("sets", "the base game must be among them");
        }
        let tiles: usize = self
            .sets
            .iter()
            .flat_map(|set| TileKind::all().filter(|kind| kind.def().set == *set))
            .map(|kind| usize::from(kind.def().count))
            .sum();
        if tiles > MOST_TILES {
            return refuse("sets", &format!("{tiles} tiles are too many: {MOST_TILES} is the limit"));
        }
        if self.bag == BagRule::Uniform && self.plays_river() {
            return refuse(
                "bag",
                "a river has an end, so its tiles cannot be drawn for ever: choose the whole bag",
            );
        }
        if matches!(self.bag, BagRule::Minutes(minutes) if !(10..=600).contains(&minutes)) {
            return refuse("bag", "a game takes 10 to 600 minutes");
        }
        if matches!(self.hand, HandRule::Shared(tiles) if !(1..=6).contains(&tiles)) {
            return refuse("hand", "a hand holds 1 to 6 tiles");
        }
        if self.unplaceable == Unplaceable::PutBack && self.hand != HandRule::Shared(1) {
            return refuse("unplaceable", "only a hand of one tile can be put back");
        }
        if !(1..=30).contains(&self.meeples) {
            return refuse("meeples", "a colour has 1 to 30");
        }
        for (parameter, supply) in [("big", self.big), ("builder", self.builder), ("pig", self.pig)] {
            if matches!(supply, Supply::Count(count) if count > 1) {
                return refuse(parameter, "a colour has at most one");
            }
        }
        if self.fields == FieldRule::None && self.pig == Supply::Count(1) {
            return refuse("pig", "without fields a pig has nowhere to go");
        }
        Ok(())
    }

    /// All parameters by their JSON keys, what differs from the preset and what does not.
    ///
    /// # Panics
    /// Never: every parameter is a plain value.
    pub fn parameters(&self) -> Map<String, Value> {
        match Parameters::serialize(self, serde_json::value::Serializer) {
            Ok(Value::Object(map)) => map,
            _ => unreachable!("a ruleset is an object of plain values"),
        }
    }
}

impl Default for Ruleset {
    fn default() -> Self {
        Self::of(Preset::default())
    }
}

/// The preset, then every parameter that differs from it, in the order of the alphabet.
impl Serialize for Ruleset {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let preset = Self::of(self.preset).parameters();
        let differing = self.parameters().into_iter().filter(|(key, value)| preset.get(key) != Some(value));
        let named = std::iter::once(("preset".to_owned(), Value::from(self.preset.word())));
        serializer.collect_map(named.chain(differing))
    }
}

impl<'de> Deserialize<'de> for Ruleset {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let mut overrides = Map::<String, Value>::deserialize(deserializer)?;
        let preset = match overrides.remove("preset") {
            Some(name) => serde_json::from_value(name).map_err(D::Error::custom)?,
            None => Preset::default(),
        };
        Self::changed(preset, overrides).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid_and_survives_json() {
        for preset in Preset::ALL {
            let rules = Ruleset::of(preset);
            assert_eq!(rules.validate(), Ok(()));
            let json = serde_json::to_string(&rules).unwrap();
            assert_eq!(json, format!(r#"{{"preset":"{}"}}"#, preset.word()));
            assert_eq!(serde_json::from_str::<Ruleset>(&json).unwrap(), rules);
        }
    }

    #[test]
    fn unknown_rules_and_impossible_mixes_are_refused_by_name() {
        for (json, complaint) in [
            (r#"{"preset":"modern","feilds":"none"}"#, "feilds: there is no such rule"),
            (r#"{"preset":"classic"}"#, "unknown variant `classic`"),
            (r#"{"sets":["river"]}"#, "sets: the base game"),
            (r#"{"hand":{"shared":9}}"#, "hand: a hand holds 1 to 6"),
            (r#"{"preset":"abbeys","hand":{"shared":3}}"#, "unplaceable: only a hand of one"),
            (r#"{"meeples":0}"#, "meeples: a colour has 1 to 30"),
            (r#"{"road_tile":300}"#, "road_tile: invalid value: integer `300`"),
            (r#"{"bag":"endless"}"#, "bag: unknown variant `endless`"),
        ] {
            let error = serde_json::from_str::<Ruleset>(json).unwrap_err().to_string();
            assert!(error.contains(complaint), "{json}: {error}");
        }
    }

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
    fn figures_come_with_their_box() {
        let base = Ruleset::default();
        let inns = Ruleset { sets: vec![TileSet::Base, TileSet::Inns], ..Ruleset::default() };
        assert_eq!((base.supply(FollowerKind::Big), inns.supply(FollowerKind::Big)), (0, 1));
        assert_eq!((base.most_seats(), inns.most_seats()), (5, 6));
    }
}
