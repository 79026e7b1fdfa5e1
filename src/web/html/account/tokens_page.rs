//! The page of the viewer's tokens.

use askama::Template;
use enumset::EnumSet;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use service::{LONGEST_TOKEN_NAME, MOST_TOKENS, Scope, TokenLife};

#[derive(Template)]
#[template(path = "account/tokens.html")]
pub struct TokensPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// The oldest first.
    pub tokens: Vec<TokenRow>,
    pub scopes: Vec<ScopeChoice>,
    pub lives: Vec<LifeChoice>,
    /// What is in the field.
    pub name: String,
}

impl TokensPage {
    const MOST: u32 = MOST_TOKENS;
    const LONGEST_NAME: usize = LONGEST_TOKEN_NAME;
}

/// What is in the fields.
pub struct TokenForm {
    pub name: String,
    pub scopes: EnumSet<Scope>,
    pub life: TokenLife,
}

impl Default for TokenForm {
    fn default() -> Self {
        Self { name: String::new(), scopes: Scope::Read.into(), life: TokenLife::default() }
    }
}

pub struct ScopeChoice {
    pub word: &'static str,
    pub name: &'static str,
    /// What it allows.
    pub help: &'static str,
    pub chosen: bool,
}

pub struct LifeChoice {
    pub word: String,
    pub name: String,
    pub chosen: bool,
}

pub struct TokenRow {
    pub id: String,
    pub name: String,
    pub scopes: String,
    pub since: String,
    /// `None`: it doesn't expire.
    pub until: Option<String>,
    /// `None`: never.
    pub used: Option<String>,
}

/// The secret of a new token, shown once.
#[derive(Template)]
#[template(path = "account/token_secret.html")]
pub struct TokenSecretPage {
    pub layout: Layout,
    pub secret: String,
    /// To try it with.
    pub command: String,
    /// Where to go on.
    pub then: Url<'static>,
}
