//! The page of all positions that wait for the viewer.

use askama::Template;

use crate::html::layout::Layout;
use crate::html::lobby::pages::GameRow;
use crate::html::wording::challenge::ChallengeRow;
use crate::html::wording::invitation::InvitationRow;
use crate::http::urls::{AccountForm, ChallengeUrl, Url};
use service::Queue;

#[derive(Template)]
#[template(path = "lobby/queue.html")]
pub struct QueuePage {
    pub layout: Layout,
    /// Now, in the viewer's time zone: without a connection the page is shown later.
    pub at: String,
    /// In the order of the queue.
    pub games: Vec<GameRow>,
    pub invitations: Vec<InvitationRow>,
    /// Challenges that wait for the viewer's answer.
    pub challenges: Vec<ChallengeRow>,
}

impl QueuePage {
    /// The games shown as cards, and the rest, shown as lines.
    fn split(&self) -> (&[GameRow], &[GameRow]) {
        self.games.split_at(self.games.len().min(Queue::REPLAYED))
    }

    fn symbols(&self) -> String {
        GameRow::symbols(self.split().0.iter())
    }
}
