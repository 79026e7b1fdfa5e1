//! The page of offers.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::table_page::{Control, SettingOption};
use crate::http::urls::{OfferUrl, Url};
use account::{OfferId, UserId};
use table::GameId;

#[derive(Template)]
#[template(path = "offers/list.html")]
pub struct OffersPage {
    pub layout: Layout,
    /// Why a form was refused.
    pub error: Option<String>,
    /// `None` for visitors and guests.
    pub own: Option<OwnPart>,
    /// Of others, those first who have waited longest.
    pub open: Vec<OpenRow>,
}

/// What the viewer is open to, and the forms that change it.
pub struct OwnPart {
    pub offers: Vec<OwnRow>,
    /// The games that can be played with one click.
    pub named: Vec<SettingOption>,
    /// How many offers the viewer can have.
    pub most: u32,
    /// The form for an offer: what everybody chooses, and the rest.
    pub form: Vec<Control>,
    pub more: Vec<Control>,
    pub is_open: bool,
    /// The game whose rules the form offers.
    pub like: Option<GameId>,
    /// As typed; empty if there is no limit.
    pub games_wanted: String,
    pub most_games: u16,
}

pub struct OwnRow {
    pub id: OfferId,
    /// In a line.
    pub terms: String,
    /// Whether it waits, and how many games are in progress.
    pub state: String,
}

pub struct OpenRow {
    pub id: OfferId,
    pub user: UserId,
    pub name: String,
    pub terms: String,
    pub reliability: String,
    /// Why the viewer can't take it, in a sentence.
    pub why_not: Option<String>,
    /// Whether a game begins at once, and not only when more people come.
    pub begins: bool,
}

impl OwnPart {
    /// Whether another offer can be made.
    const fn has_room(&self) -> bool {
        self.offers.len() < self.most as usize
    }
}
