//! The page of the viewer's webhooks.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use service::{FORMER_SECRET_FOR, MOST_WEBHOOK_FAILURES, MOST_WEBHOOKS};
use webhook::MatrixTarget;

#[derive(Template)]
#[template(path = "account/webhooks.html")]
pub struct WebhooksPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// The oldest first.
    pub webhooks: Vec<WebhookRow>,
    pub formats: Vec<FormatChoice>,
    pub form: WebhookForm,
    /// Whether an access token was typed that is not shown again.
    pub token_again: bool,
}

impl WebhooksPage {
    const MOST: u32 = MOST_WEBHOOKS;
    const MOST_FAILURES: u32 = MOST_WEBHOOK_FAILURES;
    const LONGEST_ADDRESS: usize = outbound::Address::LONGEST;
    const LONGEST_ROOM: usize = MatrixTarget::LONGEST_ROOM;
    const FORMER_HOURS: i64 = FORMER_SECRET_FOR.num_hours();
}

/// What is in the fields, without the access token.
#[derive(Default)]
pub struct WebhookForm {
    pub format: String,
    pub address: String,
    pub room: String,
}

impl WebhookForm {
    pub fn typed(format: &str, address: &str, room: &str) -> Self {
        Self { format: format.to_owned(), address: address.to_owned(), room: room.to_owned() }
    }
}

pub struct FormatChoice {
    pub word: &'static str,
    pub name: &'static str,
    /// Where to find the address.
    pub help: &'static str,
    pub chosen: bool,
}

pub struct WebhookRow {
    pub id: String,
    /// Its format and the host of its address: the rest may be a secret.
    pub name: String,
    pub since: String,
    /// What has become of the last message.
    pub last: String,
    /// When one was delivered before, if the last one was not.
    pub delivered: Option<String>,
    /// Since when nothing arrives.
    pub failing: Option<String>,
    /// When and why it was switched off.
    pub off: Option<String>,
    pub has_secret: bool,
    /// Whether the secret before still signs, too.
    pub former_signs: bool,
    /// The last first.
    pub failures: Vec<FailureRow>,
}

/// A message that was given up.
pub struct FailureRow {
    pub id: String,
    pub about: &'static str,
    /// Of the page that it is about.
    pub path: Option<String>,
    /// When it happened.
    pub made: String,
    /// When it was given up.
    pub at: String,
    pub attempts: u32,
    pub why: String,
}

/// The secret of a generic webhook, shown once.
#[derive(Template)]
#[template(path = "account/webhook_secret.html")]
pub struct WebhookSecretPage {
    pub layout: Layout,
    pub secret: String,
    /// Whether the webhook is new.
    pub is_first: bool,
}

impl WebhookSecretPage {
    const FORMER_HOURS: i64 = FORMER_SECRET_FOR.num_hours();
}
