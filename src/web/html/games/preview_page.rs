//! An unconfirmed turn.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::board::choices::{FollowerChoice, Impossible};
use crate::html::games::LogRow;
use crate::html::layout::Layout;
use crate::http::urls::{Draft, Url};
use engine::Rotation;
use table::GameId;

#[derive(Template)]
#[template(path = "games/preview.html")]
pub struct PreviewPage {
    pub layout: Layout,
    /// Why the turn was rejected, or what has changed meanwhile.
    pub error: Option<String>,
    /// Events since the player last saw the game.
    pub changed: Vec<LogRow>,
    pub id: GameId,
    /// Whether it is planned for later.
    pub planning: bool,
    /// The board with the tile.
    pub drawing: Drawing,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// The idempotency key of the turn.
    pub key: String,
    pub draft: Draft,
    /// The tile's SVG.
    pub tile: String,
    /// The rotated tile in words.
    pub words: String,
    /// The next rotation that fits, if there is another.
    pub rotate: Option<Draft>,
    /// What is completed, with or without a follower.
    pub closes: Vec<String>,
    pub choices: Vec<FollowerChoice>,
    pub impossible: Vec<Impossible>,
    /// Everybody's points; empty where the aids hide them.
    pub projection: Vec<Projection>,
}

impl PreviewPage {
    fn rotated(&self) -> Option<Url<'_>> {
        self.rotate.map(|draft| Url::Preview(&self.id, draft))
    }

    /// Whether the points at the end are shown.
    fn forecast(&self) -> bool {
        self.projection.iter().any(|row| row.at_end.is_some())
    }

    fn quarters(&self) -> usize {
        self.draft.rotation.map_or(0, Rotation::quarters)
    }
}

/// A colour's points before and after the turn.
pub struct Projection {
    pub name: String,
    pub now: i32,
    pub after: i32,
    /// If the game ended after the turn; `None` where the aids hide it.
    pub at_end: Option<i32>,
}
