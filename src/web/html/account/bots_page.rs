//! The page of the viewer's bots.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::account::tokens_page::{LifeChoice, TokenRow};
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use account::UserName;
use service::{LONGEST_TOKEN_NAME, MOST_BOTS};

#[derive(Template)]
#[template(path = "account/bots.html")]
pub struct BotsPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// The oldest first.
    pub bots: Vec<BotRow>,
    pub lives: Vec<LifeChoice>,
    /// What is in the field for the name of a new bot.
    pub name: String,
}

impl BotsPage {
    const MOST: u32 = MOST_BOTS;
    const LONGEST_TOKEN_NAME: usize = LONGEST_TOKEN_NAME;

    fn may_make(&self) -> bool {
        u32::try_from(self.bots.len()).is_ok_and(|bots| bots < MOST_BOTS)
    }
}

pub struct BotRow {
    pub id: String,
    pub name: String,
    pub since: String,
    pub tokens: Vec<TokenRow>,
    /// What is in the field for the name of a token; `None` unless the form came back.
    pub typed: Option<String>,
}

/// What is in the fields of a form that came back.
#[derive(Default)]
pub struct BotForm {
    /// The bot that it is about; `None` for a new one.
    pub bot: Option<String>,
    pub name: String,
}
