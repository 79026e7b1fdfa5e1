//! The form for a new practice.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::wording::rule_names;
use crate::http::urls::Url;
use crate::locale::Locale;
use engine::{MAX_COLOURS, Preset, TileSet};
use players::Level;
use practice::Occupant;

#[derive(Template)]
#[template(path = "practice/start.html")]
pub struct StartPage {
    pub layout: Layout,
    pub seats: Vec<SeatChoice>,
}

/// Who may play a seat.
pub struct SeatChoice {
    /// From 1.
    pub number: usize,
    /// The form value, the name, and whether it is chosen.
    pub options: Vec<(String, String, bool)>,
}

impl SeatChoice {
    /// A choice for each of these seats.
    pub fn of(locale: Locale, occupants: &[Occupant]) -> Vec<Self> {
        let occupants = occupants.iter().zip(1..);
        occupants.map(|(occupant, number)| Self { number, options: options(locale, *occupant) }).collect()
    }

    /// A choice for as many seats as a game may have. All but two may stay empty, and are.
    fn of_new_table(locale: Locale) -> Vec<Self> {
        let second = Level::new(FIRST_LEVEL).map_or(Occupant::You, Occupant::Computer);
        let mut seats =
            Self::of(locale, &[[Occupant::You; 1].as_slice(), &[second; MAX_COLOURS - 1]].concat());
        for seat in &mut seats[2..] {
            seat.options.iter_mut().for_each(|(_, _, chosen)| *chosen = false);
            seat.options.insert(0, (String::new(), locale.say("practice-nobody").to_owned(), true));
        }
        seats
    }
}

/// The computer's level in the empty form.
const FIRST_LEVEL: u8 = 4;

fn options(locale: Locale, chosen: Occupant) -> Vec<(String, String, bool)> {
    let computers = Level::ALL.into_iter().map(Occupant::Computer);
    let option = |occupant: Occupant| {
        let name = match occupant {
            Occupant::You => locale.say("practice-you").to_owned(),
            Occupant::Computer(level) => locale.text("level-title").with("n", level.number()).to_string(),
        };
        (occupant.to_string(), name, occupant == chosen)
    };
    std::iter::once(Occupant::You).chain(computers).map(option).collect()
}

impl StartPage {
    pub fn new(layout: Layout) -> Self {
        let seats = SeatChoice::of_new_table(layout.locale);
        Self { layout, seats }
    }

    /// The words and names of the rule books.
    fn books(&self) -> Vec<(&'static str, &'static str)> {
        Preset::ALL
            .into_iter()
            .map(|book| (book.word(), rule_names::name(self.layout.locale, book)))
            .collect()
    }

    /// The words and names of the expansions.
    fn expansions(&self) -> Vec<(&'static str, String)> {
        let sets = TileSet::ALL.into_iter().filter(|&set| set != TileSet::Base);
        sets.map(|set| (set.word(), rule_names::expansion(self.layout.locale, set))).collect()
    }
}
