//! Pages with games: the front page and the dashboard.

use crate::html::front::{Front, Screenshot, screenshots};
use crate::html::layout::Layout;
use crate::html::wording::deadline::Deadline;
use crate::html::wording::invitation::InvitationRow;
use crate::html::wording::tile_words;
use crate::http::urls::Url;
use crate::locale::Locale;
use askama::Template;
use engine::{Rotation, TileKind};
use table::GameId;

pub struct GameRow {
    pub id: GameId,
    /// The players and the number of free seats.
    pub players: String,
    /// The rules in a few words.
    pub rules: String,
    /// The state in a few words.
    pub state: String,
    /// The deadline of the player to move; `None` without a clock.
    pub deadline: Option<Deadline>,
    /// When something last happened, relative to now.
    pub changed: String,
    /// The number of the last event; 0 before the start.
    pub last: u32,
    pub hand: Vec<TileKind>,
    /// The viewer's language, with the terms of the rule book.
    pub locale: Locale,
    /// The points of each player, in the order of `players`; empty before the start.
    pub scores: Vec<i32>,
}

/// The rows shown as cards, and the rest, shown as lines.
type Split<'a> = (&'a [GameRow], &'a [GameRow]);

impl GameRow {
    pub(super) fn score(&self) -> String {
        self.scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" : ")
    }

    /// The SVGs of the tiles in hand.
    fn tiles(&self) -> impl Iterator<Item = String> {
        self.hand.iter().map(|&kind| tile_words::tile(self.locale, kind, Rotation::R0))
    }
}

/// The page for visitors.
#[derive(Template)]
#[template(path = "lobby/front.html")]
pub struct FrontPage {
    pub layout: Layout,
    /// Why the main button could not start a game.
    pub error: Option<String>,
    /// Tables with free seats.
    pub open: Vec<GameRow>,
}

impl FrontPage {
    fn front(&self) -> &'static Front {
        Front::get(self.layout.locale)
    }

    fn screenshots(&self) -> [Screenshot; 2] {
        screenshots(self.layout.display.theme)
    }
}

/// A salt that a table waits for.
pub struct MissingSalt {
    pub id: GameId,
    /// What the viewer has committed to, in hexadecimal.
    pub hash: String,
}

/// What waits for the viewer.
#[derive(Template)]
#[template(path = "lobby/dashboard.html")]
pub struct DashboardPage {
    pub layout: Layout,
    /// Games that wait for the viewer's turn.
    pub my_turn: Vec<GameRow>,
    /// Unanswered invitations.
    pub invitations: Vec<InvitationRow>,
    /// Games that wait for others.
    pub waiting: Vec<GameRow>,
    /// The salts that the viewer's browser reveals.
    pub reveals: Vec<MissingSalt>,
    /// The viewer's tables that have not started.
    pub my_tables: Vec<GameRow>,
    /// Finished games that the viewer has not looked at.
    pub unseen: Vec<GameRow>,
    /// Tables with a free seat for the viewer.
    pub open: Vec<GameRow>,
}

impl DashboardPage {
    /// The number of games shown as cards, from the top; the rest are lines.
    const CARDS: usize = 12;

    /// In the order of the page.
    fn sections(&self) -> [&[GameRow]; 5] {
        [&self.my_turn, &self.unseen, &self.waiting, &self.my_tables, &self.open]
    }

    /// A section of the page, by its index.
    fn section(&self, index: usize) -> Split<'_> {
        let sections = self.sections();
        let before: usize = sections[..index].iter().map(|section| section.len()).sum();
        let cards = Self::CARDS.saturating_sub(before);
        sections[index].split_at(cards.min(sections[index].len()))
    }

    /// The SVG symbols of all tiles in hand on cards.
    fn symbols(&self) -> String {
        let cards = self.sections().into_iter().flatten().take(Self::CARDS);
        art::symbols(cards.flat_map(|game| game.hand.iter().copied()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Preset;

    #[test]
    fn the_tiles_of_a_card_are_described_in_the_terms_of_its_rules() {
        let card = |preset| GameRow {
            id: GameId::new([0; 10]),
            players: String::new(),
            rules: String::new(),
            state: String::new(),
            deadline: None,
            changed: String::new(),
            last: 1,
            hand: vec!["CRFR".parse().expect("a kind")],
            locale: Locale::default().of_book(preset),
            scores: Vec::new(),
        };
        let tiles_of = |preset| card(preset).tiles().collect::<String>();
        assert!(tiles_of(Preset::Modern).contains("North city"));
        assert!(
            tiles_of(Preset::Abbeys).contains("North castle") && !tiles_of(Preset::Abbeys).contains("city")
        );
    }
}
