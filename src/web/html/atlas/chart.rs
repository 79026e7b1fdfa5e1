//! The groups with their counts and drawings, made once for each language.

use crate::html::wording::tile_words;
use crate::locale::{ByLocale, Locale, key};
use art::DraftPicture;
use atlas::{Breach, Group, Outside, Place, Shape, ShapeClass, groups, outside};
use engine::{Rotation, TileKind, TileSet};

#[derive(Debug)]
pub struct Chart {
    /// In Kárná's order.
    pub groups: Vec<GroupChart>,
    /// The number of tiles in each expansion.
    pub totals: Vec<(TileSet, Total)>,
    /// All kinds that the tile rules allow, by their elements.
    pub classes: Vec<ClassChart>,
    /// The tiles that belong to no group.
    pub outside: Vec<OutsideCard>,
    /// SVG symbols for `classes`.
    pub symbols: String,
    /// SVG symbols for `outside`.
    pub outside_symbols: String,
}

/// The number of tiles in an expansion.
#[derive(Clone, Copy, Debug)]
pub struct Total {
    /// In one of the 24 groups.
    pub inside: u32,
    /// In no group.
    pub outside: u32,
}

impl Total {
    pub const fn outside(&self) -> u32 {
        self.outside
    }

    pub const fn all(&self) -> u32 {
        self.inside + self.outside
    }
}

#[derive(Debug)]
pub struct GroupChart {
    /// Its edges, clockwise.
    pub name: &'static str,
    /// How many of the 81 ways to read a tile's edges belong to it.
    pub readings: usize,
    pub kinds: Vec<KindCard>,
    /// The number of its tiles in each expansion.
    pub tiles: Vec<u32>,
    /// SVG symbols for its drawings.
    pub symbols: String,
}

/// A kind that the tile rules allow.
#[derive(Clone, Debug)]
pub struct KindCard {
    pub elements: String,
    pub group: &'static str,
    /// An SVG that shows only its elements.
    pub picture: String,
    /// Whether it is one of those that Kárná counts.
    pub counted: bool,
    /// The tiles of this kind, from all expansions.
    pub tiles: Vec<TileCard>,
    /// Those of them whose wall cuts a corner.
    pub extraordinary: Vec<TileCard>,
}

#[derive(Clone, Debug)]
pub struct TileCard {
    pub kind: TileKind,
    /// Copies in its expansion.
    pub count: u8,
    pub picture: String,
}

/// Kinds with the same sorts of elements.
#[derive(Debug)]
pub struct ClassChart {
    class: ShapeClass,
    /// Those that Kárná counts.
    pub counted: Vec<KindCard>,
    /// Those that the rules allow but Kárná does not count.
    pub more: Vec<KindCard>,
    /// How many of them are in the base game.
    pub in_base: usize,
}

/// A tile without a group.
#[derive(Debug)]
pub struct OutsideCard {
    pub tile: TileCard,
    /// Whether it has water, which Kárná's description does not cover.
    pub water: bool,
    pub breaches: Vec<Breach>,
}

/// The atlas in a language. The first call draws it.
pub fn chart(locale: Locale) -> &'static Chart {
    static CHARTS: ByLocale<Chart> = ByLocale::empty();
    CHARTS.get(locale, || Chart::new(locale))
}

impl Chart {
    fn new(locale: Locale) -> Self {
        let groups = groups();
        let mut drafts = Vec::new();
        let charts: Vec<GroupChart> =
            groups.iter().map(|group| GroupChart::new(group, &mut drafts, locale)).collect();
        let outside: Vec<OutsideCard> =
            outside().iter().map(|outside| OutsideCard::new(outside, locale)).collect();
        let total = |set| Total {
            inside: groups.iter().map(|group| group.tiles(set)).sum(),
            outside: outside
                .iter()
                .filter(|card| card.set() == set)
                .map(|card| u32::from(card.tile.count))
                .sum(),
        };
        Self {
            totals: TileSet::ALL.into_iter().map(|set| (set, total(set))).collect(),
            classes: ShapeClass::ALL
                .into_iter()
                .map(|class| ClassChart::new(class, &groups, &charts))
                .collect(),
            outside_symbols: art::symbols(outside.iter().map(|card| card.tile.kind)),
            symbols: art::symbols_with([], &drafts),
            groups: charts,
            outside,
        }
    }

    /// The number of kinds that the tile rules allow.
    pub fn kinds(&self) -> usize {
        self.groups.iter().map(|group| group.kinds.len()).sum()
    }

    /// The number of kinds that are in no expansion.
    pub fn in_no_set(&self) -> usize {
        self.groups.iter().flat_map(|group| &group.kinds).filter(|kind| kind.in_no_set()).count()
    }

    /// The group with this name, and its index.
    pub fn group(&self, name: &str) -> Option<(usize, &GroupChart)> {
        self.groups.iter().enumerate().find(|(_, group)| group.name == name)
    }
}

impl GroupChart {
    fn new(group: &Group, drafts: &mut Vec<DraftPicture>, locale: Locale) -> Self {
        let first = drafts.len();
        let kinds: Vec<KindCard> =
            group.shapes.iter().map(|place| KindCard::new(place, drafts, locale)).collect();
        let sets = kinds.iter().flat_map(|kind| kind.tiles.iter().chain(&kind.extraordinary));
        Self {
            name: group.name,
            readings: group.readings,
            tiles: TileSet::ALL.into_iter().map(|set| group.tiles(set)).collect(),
            symbols: art::symbols_with(sets.map(|tile| tile.kind), &drafts[first..]),
            kinds,
        }
    }

    /// The edges in words, clockwise from the north.
    pub fn sides(&self, locale: Locale) -> String {
        let name = |letter| {
            locale.say(match letter {
                'R' => key("atlas-side-road"),
                'C' => key("atlas-side-city"),
                _ => key("atlas-side-meadow"),
            })
        };
        locale.list(&self.name.chars().map(name).collect::<Vec<_>>())
    }

    /// The number of its tiles in all expansions.
    pub fn sum(&self) -> u32 {
        self.tiles.iter().sum()
    }

    /// The number of its kinds that are in some expansion.
    pub fn in_sets(&self) -> usize {
        self.kinds.iter().filter(|kind| !kind.in_no_set()).count()
    }
}

impl KindCard {
    fn new(place: &Place, drafts: &mut Vec<DraftPicture>, locale: Locale) -> Self {
        let draft = place.shape.draft().unwrap_or_default();
        let segments = draft.segments().unwrap_or_default();
        let tile = draft.tile(&segments);
        let drawn = art::draft(&tile, drafts.len(), &tile_words::words_of(locale, &tile, Rotation::R0));
        let cards = |kinds: &[TileKind]| kinds.iter().map(|&kind| TileCard::new(kind, locale)).collect();
        let picture = drawn.tile.clone();
        drafts.push(drawn);
        Self {
            elements: place.shape.to_string(),
            group: place.shape.group(),
            picture,
            counted: place.shape.is_counted(),
            tiles: cards(&place.kinds),
            extraordinary: cards(&place.extraordinary),
        }
    }

    pub fn in_no_set(&self) -> bool {
        self.tiles.is_empty() && self.extraordinary.is_empty()
    }

    /// The number of its tiles in each expansion: "Base game 4, The River 1".
    pub fn counts(&self, locale: Locale) -> String {
        let all = || self.tiles.iter().chain(&self.extraordinary);
        let of_set = |set: TileSet| -> u32 {
            all().filter(|tile| tile.set() == set).map(|tile| u32::from(tile.count)).sum()
        };
        let counts: Vec<String> = TileSet::ALL
            .into_iter()
            .map(|set| (set, of_set(set)))
            .filter(|&(_, count)| count > 0)
            .map(|(set, count)| {
                locale.text("atlas-count").with("set", set.word()).with("n", count).to_string()
            })
            .collect();
        if counts.is_empty() { locale.say("atlas-in-no-set").to_owned() } else { locale.list(&counts) }
    }
}

impl TileCard {
    pub fn new(kind: TileKind, locale: Locale) -> Self {
        Self { kind, count: kind.def().count, picture: tile_words::tile(locale, kind, Rotation::R0) }
    }

    /// Its elements, if one of them is extraordinary.
    pub fn extraordinary(&self) -> Option<String> {
        self.kind.def().cut_corner.and_then(|_| Shape::elements_of(self.kind))
    }

    /// Its expansion.
    pub fn set(&self) -> TileSet {
        self.kind.def().set
    }
}

impl ClassChart {
    fn new(class: ShapeClass, groups: &[Group], charts: &[GroupChart]) -> Self {
        let both = groups.iter().zip(charts).flat_map(|(group, chart)| group.shapes.iter().zip(&chart.kinds));
        let of_class = both.filter(|(place, _)| place.shape.class() == class);
        let in_base = of_class.clone().filter(|(place, _)| place.tiles(TileSet::Base) > 0).count();
        let (counted, more) = of_class.map(|(_, card)| card.clone()).partition(|card| card.counted);
        Self { class, counted, more, in_base }
    }

    pub fn title(&self, locale: Locale) -> String {
        let n = self.counted.len();
        let text = match self.class {
            ShapeClass::CityAndMeadow => locale.text("atlas-class-city-meadow").with("n", n),
            ShapeClass::RoadAndMeadow => locale.text("atlas-class-road-meadow").with("n", n),
            ShapeClass::CityAndRoad => locale.text("atlas-class-city-road").with("n", n),
        };
        text.to_string()
    }

    /// How many of the counted kinds are in no expansion.
    pub fn in_no_set(&self) -> usize {
        self.counted.iter().filter(|card| card.in_no_set()).count()
    }
}

impl OutsideCard {
    fn new(outside: &Outside, locale: Locale) -> Self {
        let water = outside.kind.def().river().next().is_some();
        Self { tile: TileCard::new(outside.kind, locale), water, breaches: outside.breaches.clone() }
    }

    fn set(&self) -> TileSet {
        self.tile.set()
    }
}
