//! Games in lists: the front page, what waits for somebody, all games.

use askama::Template;

use crate::art;
use crate::engine::{Rotation, TileKind};
use crate::web::html::deadline::Deadline;
use crate::web::html::games::Drawing;
use crate::web::html::layout::Layout;
use crate::web::html::scene;
use crate::web::html::tile_words;
use crate::web::http::urls::{ListQuery, Url};
use crate::web::locale::{Locale, key};

/// A game as a card or a row.
pub struct GameRow {
    /// Its name in addresses.
    pub id: String,
    /// Who plays, free seats and all.
    pub players: String,
    /// Which rules.
    pub rules: String,
    /// How far it has come, in a few words.
    pub state: String,
    /// Until when the player to move has time, if there is a clock.
    pub deadline: Option<Deadline>,
    /// When something last happened.
    pub changed: String,
    /// The number of the last event; 0 before the game.
    pub last: u32,
    /// The tiles in hand.
    pub hand: Vec<TileKind>,
    /// The language, with the words of its rules.
    pub locale: Locale,
    /// Points, a player each.
    pub scores: Vec<(String, i32)>,
}

impl GameRow {
    /// The tiles in hand, drawn.
    fn tiles(&self) -> impl Iterator<Item = String> {
        self.hand.iter().map(|&kind| tile_words::tile(self.locale, kind, Rotation::R0))
    }
}

/// The page for people who are not signed in.
#[derive(Template)]
#[template(path = "lobby/front.html")]
pub struct FrontPage {
    pub layout: Layout,
    /// Why nobody was let in to play.
    pub error: Option<String>,
    /// Tables with free seats.
    pub open: Vec<GameRow>,
}

impl FrontPage {
    fn scene() -> &'static Drawing {
        scene::get()
    }
}

/// What somebody finds on coming home.
#[derive(Template)]
#[template(path = "lobby/dashboard.html")]
pub struct DashboardPage {
    pub layout: Layout,
    /// It is the viewer's turn.
    pub my_turn: Vec<GameRow>,
    /// It is somebody else's turn.
    pub waiting: Vec<GameRow>,
    /// Not yet full.
    pub my_tables: Vec<GameRow>,
    /// Finished, and the viewer has not looked.
    pub unseen: Vec<GameRow>,
    /// With a free seat for the viewer.
    pub open: Vec<GameRow>,
}

impl DashboardPage {
    /// The symbols of all tiles in hand.
    fn symbols(&self) -> String {
        let lists = [&self.my_turn, &self.waiting, &self.my_tables, &self.unseen, &self.open];
        art::symbols(lists.into_iter().flatten().flat_map(|game| game.hand.iter().copied()))
    }
}

/// A long list of games.
#[derive(Template)]
#[template(path = "lobby/list.html")]
pub struct ListPage {
    pub layout: Layout,
    /// What is listed.
    pub query: ListQuery,
    /// The games.
    pub games: Vec<GameRow>,
    /// The part after this one.
    pub next: Option<ListQuery>,
}

impl ListPage {
    /// The states to filter by: the form's value, and the key of its label.
    pub const STATES: [(&'static str, &'static str); 3] = [
        ("open", key("list-state-open")),
        ("playing", key("list-state-playing")),
        ("finished", key("list-state-finished")),
    ];

    fn filtered(&self) -> bool {
        self.query.status.is_some() || self.query.player.is_some()
    }

    fn player(&self) -> &str {
        self.query.player.as_deref().unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Preset;

    #[test]
    fn the_tiles_of_a_card_are_told_in_the_words_of_its_rules() {
        let card = |preset| GameRow {
            id: String::new(),
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
        let told = |preset| card(preset).tiles().collect::<String>();
        assert!(told(Preset::Modern).contains("North city"));
        assert!(told(Preset::Abbeys).contains("North castle") && !told(Preset::Abbeys).contains("city"));
    }
}
