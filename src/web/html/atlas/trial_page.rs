//! A tile from the editor: what was chosen, and whether the rules allow it.
use crate::html::atlas::chart::TileCard;
use crate::html::atlas::choice::{Leads, Middle, Shown};
use crate::html::wording::tile_words;
use crate::locale::{Locale, Message, key};
use atlas::{Breach, Draft, Ground, RoadDraft, RoadTo, Shape, check, groups};
use engine::{HalfSide, Rotation, Side};

/// The choices of the form.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    /// What each side shows, clockwise from the top.
    pub shown: [Shown; 4],
    /// Where the road at each side leads, if there is one.
    pub leads: [Leads; 4],
    /// What is in the middle.
    pub middle: Middle,
    /// Both ends of a road that reaches no side.
    pub inner_road: [Leads; 2],
    /// Whether there is a city that reaches no side.
    pub inner_city: bool,
}

/// The verdict on a tile.
#[derive(Debug)]
pub enum Outcome {
    /// The choices contradict each other; the message says what to change.
    Unclear(Message),
    /// The tile breaks these rules.
    Broken(Vec<Breach>),
    Possible(Box<Found>),
}

/// A tile that follows the rules.
#[derive(Debug)]
pub struct Found {
    pub picture: String,
    /// SVG symbols for the drawings.
    pub symbols: String,
    draft: Draft,
    pub group: &'static str,
    pub elements: String,
    /// The tiles with the same elements, from all expansions.
    pub alike: Vec<TileCard>,
}

/// The keys of the rules, starting with rule 1.
pub const RULES: [&str; 7] = [
    key("atlas-rule-1"),
    key("atlas-rule-2"),
    key("atlas-rule-3"),
    key("atlas-rule-4"),
    key("atlas-rule-5"),
    key("atlas-rule-6"),
    key("atlas-rule-7"),
];

/// Examples: the key of the name, and the query.
pub const EXAMPLES: [(&str, &str); 5] = [
    (key("atlas-example-start"), "top=city1&right=road&right_to=left&left=road"),
    (key("atlas-example-gate"), "top=city1&bottom=road&bottom_to=gate1"),
    (key("atlas-example-across"), "top=city1&right=city2&bottom=city1&left=city2"),
    (key("atlas-example-bridge"), "top=road&top_to=bottom&right=road&right_to=left&bottom=road&left=road"),
    (key("atlas-example-grass"), "top=road&left=road&left_to=crossing&middle=crossing"),
];

impl Trial {
    pub fn outcome(&self, locale: Locale) -> Outcome {
        let draft = match self.draft() {
            Ok(draft) => draft,
            Err(why) => return Outcome::Unclear(why),
        };
        let broken = check(&draft);
        if broken.is_empty() {
            return Found::of(&draft, locale).map_or_else(
                || Outcome::Unclear(Message::new("atlas-unclear-parts")),
                |found| Outcome::Possible(Box::new(found)),
            );
        }
        Outcome::Broken(broken)
    }

    /// The tile as the rules see it. The error names the choices that contradict each other.
    fn draft(&self) -> Result<Draft, Message> {
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
            return Err(Message::new("atlas-unclear-crossing"));
        }
        Ok(draft)
    }

    fn roads(&self) -> Result<Vec<RoadDraft>, Message> {
        let mut roads: Vec<RoadDraft> = Vec::new();
        let is_road = |side: Side| self.shown[side.index()] == Shown::Road;
        let led_to = |side: Side| {
            Side::ALL.into_iter().any(|from| is_road(from) && self.leads[from.index()] == Leads::Side(side))
        };
        for side in Side::ALL.into_iter().filter(|&side| is_road(side)) {
            let end = match self.leads[side.index()] {
                Leads::Nowhere if led_to(side) => continue,
                Leads::Side(to) if to == side => {
                    return Err(Message::new("atlas-unclear-itself").with("side", side.word()));
                }
                Leads::Side(to) if !is_road(to) => {
                    let message = Message::new("atlas-unclear-no-road").with("side", side.word());
                    return Err(message.with("to", to.word()));
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
    /// Describes the tile.
    pub fn words(&self, locale: Locale) -> String {
        let segments = self.draft.segments().unwrap_or_default();
        tile_words::words_of(locale, &self.draft.tile(&segments), Rotation::R0)
    }

    fn of(draft: &Draft, locale: Locale) -> Option<Self> {
        let segments = draft.segments()?;
        let tile = draft.tile(&segments);
        let shape = Shape::of_tile(&tile)?;
        let groups = groups();
        let place = groups.iter().flat_map(|group| &group.shapes).find(|place| place.shape == shape);
        let kinds = place.into_iter().flat_map(|place| place.kinds.iter().chain(&place.extraordinary));
        let alike: Vec<TileCard> = kinds.map(|&kind| TileCard::new(kind, locale)).collect();
        let words = tile_words::words_of(locale, &tile, Rotation::R0);
        let drawn = art::draft(&tile, 0, &words);
        Some(Self {
            picture: drawn.tile.clone(),
            symbols: art::symbols_with(alike.iter().map(|card| card.kind), &[drawn]),
            draft: draft.clone(),
            group: shape.group(),
            elements: shape.to_string(),
            alike,
        })
    }
}
