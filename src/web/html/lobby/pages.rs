//! Pages with games: the front page and the dashboard.

use crate::html::board::turn_rows::TurnRow;
use crate::html::front::{Front, Screenshot, screenshots};
use crate::html::layout::Layout;
use crate::html::wording::challenge::ChallengeRow;
use crate::html::wording::deadline::Deadline;
use crate::html::wording::invitation::InvitationRow;
use crate::html::wording::tile_words;
use crate::http::urls::{AccountForm, ChallengeUrl, OfferUrl, Url};
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
    /// The clock, and how long such games take, while the table waits for players.
    pub pace: Option<String>,
    /// The state in a few words.
    pub state: String,
    /// The deadline of the player to move; `None` without a clock.
    pub deadline: Option<Deadline>,
    /// When something last happened, relative to now.
    pub changed: String,
    /// The number of the last event; 0 before the start.
    pub last: u32,
    /// The tiles that the viewer can place.
    pub hand: Vec<TileKind>,
    /// The viewer's language, with the terms of the rule book.
    pub locale: Locale,
    /// In the order of `players`.
    pub pieces: Vec<PlayerPiece>,
    /// How reliable players must be to join, in words.
    pub required: Option<String>,
    /// The ratings that a rated table wants, in words.
    pub rating: Option<String>,
    /// Whether its game is rated or bots may sit, at a table that waits for players.
    pub company: Option<&'static str>,
    /// Whether the viewer can take a seat; `None` where there is none to take, and where lists don't say that.
    pub join: Option<RowJoin>,
    /// How reliable the others are who have a seat, in words; empty where lists don't say that.
    pub reliable: Vec<String>,
    /// What the viewer has missed, in words.
    pub missed: Option<String>,
    /// How many lines the viewer has not read; 0 where lists don't say that.
    pub unread: u32,
    /// What has happened since the viewer's last turn; `None` where lists don't say that.
    pub since: Option<SinceTurn>,
}

/// Whether the viewer can take a seat at a listed table.
pub enum RowJoin {
    Seat,
    /// Not for this reason, in a sentence.
    WhyNot(String),
}

/// What the players have done since the viewer's last turn.
pub struct SinceTurn {
    /// The latest turns, in order.
    pub turns: Vec<TurnRow>,
    /// The number of turns before these.
    pub earlier: usize,
}

/// A player of a listed game.
pub struct PlayerPiece {
    pub name: String,
    /// The SVG of the player's meeple.
    pub figure: String,
    /// `None` before the start.
    pub points: Option<i32>,
    /// Whether it is the viewer's.
    pub you: bool,
    pub to_move: bool,
}

/// The rows shown as cards, and the rest, shown as lines.
type Split<'a> = (&'a [GameRow], &'a [GameRow]);

impl GameRow {
    /// "12 : 30"; empty before the start.
    pub fn score(&self) -> String {
        let points = self.pieces.iter().filter_map(|piece| piece.points);
        points.map(|points| points.to_string()).collect::<Vec<_>>().join(" : ")
    }

    pub(in crate::html) fn may_join(&self) -> bool {
        matches!(self.join, Some(RowJoin::Seat))
    }

    pub(in crate::html) fn why_not(&self) -> Option<&str> {
        match &self.join {
            Some(RowJoin::WhyNot(why)) => Some(why),
            _ => None,
        }
    }

    /// Whether it is in progress.
    fn running(&self) -> bool {
        self.pieces.iter().any(|piece| piece.to_move)
    }

    /// The SVG symbols of what cards show beside the boards: pieces, and tiles in hand.
    pub(in crate::html) fn symbols<'a>(cards: impl Iterator<Item = &'a Self>) -> String {
        art::symbols(cards.flat_map(|game| game.hand.iter().copied()))
    }

    /// The SVGs of the tiles in hand.
    pub(in crate::html) fn tiles(&self) -> impl Iterator<Item = String> {
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
    /// A game to watch; `None` if there is none worth it.
    pub game: Option<GameRow>,
}

impl FrontPage {
    fn front(&self) -> &'static Front {
        Front::get(self.layout.locale)
    }

    /// The SVG symbols of all drawings on the page. The board of a game is a picture by itself.
    fn symbols(&self) -> &'static str {
        if self.game.is_some() { &self.front().symbols } else { &self.front().symbols_with_sample }
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
    /// Whether the viewer has never had a game.
    pub is_new: bool,
    /// Games that wait for the viewer's turn.
    pub my_turn: Vec<GameRow>,
    /// Unanswered invitations.
    pub invitations: Vec<InvitationRow>,
    /// Challenges without a decision, those that wait for the viewer's answer first, and recent answers to the viewer's.
    pub challenges: Vec<ChallengeRow>,
    /// How many of the viewer's offers wait for somebody who fits.
    pub looking: usize,
    /// Games that wait for others.
    pub waiting: Vec<GameRow>,
    /// The salts that the viewer's browser reveals.
    pub reveals: Vec<MissingSalt>,
    /// The viewer's tables that have not started.
    pub my_tables: Vec<GameRow>,
    /// Finished games that the viewer has not looked at.
    pub unseen: Vec<GameRow>,
    /// How many notifications the viewer has not seen, or a few fewer.
    pub news: usize,
    /// Tables with a free seat for the viewer.
    pub open: Vec<GameRow>,
    /// Games with a seat that the viewer could take over.
    pub offered: Vec<GameRow>,
}

impl DashboardPage {
    /// The number of games shown as cards, from the top; the rest are lines.
    const CARDS: usize = 12;

    /// In the order of the page.
    fn sections(&self) -> [&[GameRow]; 6] {
        [&self.my_turn, &self.unseen, &self.waiting, &self.my_tables, &self.open, &self.offered]
    }

    /// A section of the page, by its index.
    fn section(&self, index: usize) -> Split<'_> {
        let sections = self.sections();
        let before: usize = sections[..index].iter().map(|section| section.len()).sum();
        let cards = Self::CARDS.saturating_sub(before);
        sections[index].split_at(cards.min(sections[index].len()))
    }

    fn symbols(&self) -> String {
        GameRow::symbols(self.sections().into_iter().flatten().take(Self::CARDS))
    }

    /// How many turns, invitations and challenges wait for the viewer.
    fn waiting_for_viewer(&self) -> usize {
        let to_answer = self.challenges.iter().filter(|row| row.to_answer).count();
        self.my_turn.len() + self.invitations.len() + to_answer
    }

    /// Whether nothing waits for the viewer.
    fn nothing_waits(&self) -> bool {
        self.waiting_for_viewer() == 0
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
            pace: None,
            state: String::new(),
            deadline: None,
            changed: String::new(),
            last: 1,
            hand: vec!["CRFR".parse().expect("a kind")],
            locale: Locale::default().of_book(preset),
            pieces: Vec::new(),
            required: None,
            rating: None,
            company: None,
            join: None,
            reliable: Vec::new(),
            missed: None,
            unread: 0,
            since: None,
        };
        let tiles_of = |preset| card(preset).tiles().collect::<String>();
        assert!(tiles_of(Preset::Modern).contains("North city"));
        assert!(
            tiles_of(Preset::Abbeys).contains("North castle") && !tiles_of(Preset::Abbeys).contains("city")
        );
    }
}
