//! A tile that somebody thinks up: what was chosen for it, and what became of it.

use crate::art;
use crate::atlas::{Draft, Ground, RULES, RoadDraft, RoadTo, Shape, check, groups};
use crate::engine::{HalfSide, Rotation, Side};
use crate::web::html::atlas::chart::TileCard;
use crate::web::html::atlas::choice::{Leads, Middle, Shown};
use crate::web::html::tile_words;

/// A tile as the form has it.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// What each side shows, clockwise from the top.
    pub shown: [Shown; 4],
    /// Where the road at each side leads, if there is one.
    pub leads: [Leads; 4],
    /// What stands in the middle.
    pub middle: Middle,
    /// A road that reaches no side, from and to.
    pub inner_road: [Leads; 2],
    /// Whether a city lies inside that reaches no side.
    pub inner_city: bool,
}

/// What became of a tile.
#[derive(Debug)]
pub enum Outcome {
    /// The choices do not go together; the sentence says what to mend.
    Unclear(String),
    /// It breaks rules.
    Broken(Vec<Breach>),
    /// It can be.
    Possible(Box<Found>),
}

/// A rule that a tile breaks.
#[derive(Debug)]
pub struct Breach {
    /// Which, 1 to 7.
    pub rule: u8,
    /// How, as a sentence.
    pub why: String,
    /// What the rule says.
    pub text: &'static str,
}

/// A tile that keeps the rules.
#[derive(Debug)]
pub struct Found {
    /// Drawn.
    pub picture: String,
    /// The symbols that the drawings need.
    pub symbols: String,
    /// In words.
    pub words: String,
    /// Its group.
    pub group: &'static str,
    /// Its elements.
    pub elements: String,
    /// The tiles of the boxes with the same elements.
    pub alike: Vec<TileCard>,
}

/// Tiles to begin with: what they are called, and the query.
pub const EXAMPLES: [(&str, &str); 5] = [
    ("The start tile", "top=city1&right=road&right_to=left&left=road"),
    ("A gate", "top=city1&bottom=road&bottom_to=gate1"),
    ("A city across another", "top=city1&right=city2&bottom=city1&left=city2"),
    ("A bridge", "top=road&top_to=bottom&right=road&right_to=left&bottom=road&left=road"),
    ("A road into the grass", "top=road&left=road&left_to=crossing&middle=crossing"),
];

impl Trial {
    /// What becomes of it.
    pub fn outcome(&self) -> Outcome {
        let draft = match self.draft() {
            Ok(draft) => draft,
            Err(why) => return Outcome::Unclear(why),
        };
        let broken = check(&draft);
        if broken.is_empty() {
            return Found::of(&draft).map_or_else(
                || Outcome::Unclear("This tile has more parts than can be drawn.".to_owned()),
                |found| Outcome::Possible(Box::new(found)),
            );
        }
        let text = |rule: u8| RULES.get(usize::from(rule).saturating_sub(1)).copied().unwrap_or_default();
        let breach = |rule: u8, why: String| Breach { rule, why: capital(&why), text: text(rule) };
        Outcome::Broken(broken.into_iter().map(|broken| breach(broken.rule, broken.why)).collect())
    }

    /// The tile as the rules see it; the sentence says what does not go together.
    fn draft(&self) -> Result<Draft, String> {
        let mut draft = Draft { roads: self.roads()?, ..Draft::default() };
        for side in Side::ALL {
            let [first, last] = side.halves().map(HalfSide::index);
            let (one, other) = match self.shown[side.index()] {
                Shown::Field | Shown::Road => (Ground::Meadow, Ground::Meadow),
                Shown::City(number) => (city(number), city(number)),
                Shown::HalfCity => (city(1), Ground::Meadow),
            };
            (draft.halves[first], draft.halves[last]) = (one, other);
        }
        draft.crossings = u8::from(matches!(self.middle, Middle::Crossing | Middle::Both));
        draft.cloisters = u8::from(matches!(self.middle, Middle::Cloister | Middle::Both));
        draft.inner_cities = u8::from(self.inner_city);
        if draft.crossings > 0 && !draft.roads.iter().flatten().any(|&end| end == RoadTo::Crossing) {
            return Err("No road leads to the crossing: let one lead there, or leave it out.".to_owned());
        }
        Ok(draft)
    }

    fn roads(&self) -> Result<Vec<RoadDraft>, String> {
        let mut roads: Vec<RoadDraft> = Vec::new();
        let is_road = |side: Side| self.shown[side.index()] == Shown::Road;
        let led_to = |side: Side| {
            Side::ALL.into_iter().any(|from| is_road(from) && self.leads[from.index()] == Leads::Side(side))
        };
        for side in Side::ALL.into_iter().filter(|&side| is_road(side)) {
            let end = match self.leads[side.index()] {
                Leads::Nowhere if led_to(side) => continue,
                Leads::Side(to) if to == side => {
                    return Err(format!(
                        "The road at the {0} side cannot lead to the {0} side itself.",
                        side.word()
                    ));
                }
                Leads::Side(to) if !is_road(to) => {
                    return Err(format!(
                        "The road at the {} side leads to the {} side, which shows no road: choose a road there.",
                        side.word(),
                        to.word()
                    ));
                }
                end => end.end(),
            };
            let back = |road: &RoadDraft| *road == [end, RoadTo::Side(side)];
            if !roads.iter().any(back) {
                roads.push([RoadTo::Side(side), end]);
            }
        }
        match self.inner_road {
            [Leads::Nowhere, Leads::Nowhere] => {}
            ends => roads.push(ends.map(Leads::end)),
        }
        Ok(roads)
    }
}

const fn city(number: u8) -> Ground {
    Ground::City(number - 1)
}

impl Found {
    fn of(draft: &Draft) -> Option<Self> {
        let segments = draft.segments()?;
        let tile = draft.tile(&segments);
        let shape = Shape::of_tile(&tile)?;
        let groups = groups();
        let place = groups.iter().flat_map(|group| &group.shapes).find(|place| place.shape == shape);
        let kinds = place.into_iter().flat_map(|place| place.kinds.iter().chain(&place.extraordinary));
        let alike: Vec<TileCard> = kinds.copied().map(TileCard::new).collect();
        let words = tile_words::words_of(&tile, Rotation::R0);
        let drawn = art::draft(&tile, 0, &words);
        Some(Self {
            picture: drawn.tile.clone(),
            symbols: art::symbols_with(alike.iter().map(|card| card.kind), &[drawn]),
            words,
            group: shape.group(),
            elements: shape.to_string(),
            alike,
        })
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
