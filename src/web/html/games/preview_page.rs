//! A turn on trial.

use askama::Template;

use crate::engine::Rotation;
use crate::web::html::games::choices::{FollowerChoice, Impossible};
use crate::web::html::games::{Drawing, LogRow};
use crate::web::html::layout::Layout;
use crate::web::http::urls::{Draft, Url};

/// A tile laid down on trial.
#[derive(Template)]
#[template(path = "games/preview.html")]
pub struct PreviewPage {
    pub layout: Layout,
    /// Why the turn came back, or what has changed meanwhile.
    pub error: Option<String>,
    /// What happened since the player looked.
    pub changed: Vec<LogRow>,
    /// The game's name in addresses.
    pub id: String,
    /// The board with the tile.
    pub drawing: Drawing,
    /// The number of the last event that the player sees.
    pub expected: u32,
    /// What makes sending twice harmless.
    pub key: String,
    /// The turn on trial.
    pub draft: Draft,
    /// The tile, drawn.
    pub tile: String,
    /// The tile as it lies, in words.
    pub words: String,
    /// The next rotation that fits, if there is another.
    pub rotate: Option<Draft>,
    /// What is completed, whoever places which follower.
    pub closes: Vec<String>,
    /// The followers that may be placed.
    pub choices: Vec<FollowerChoice>,
    /// Those that may not.
    pub impossible: Vec<Impossible>,
    /// Points now, after the turn, and if the game ended then; empty where nobody is told.
    pub projection: Vec<Projection>,
}

impl PreviewPage {
    fn rotated(&self) -> Option<Url<'_>> {
        self.rotate.map(|draft| Url::Preview(&self.id, draft))
    }

    /// Whether it is told what there would be if the game ended after the turn.
    fn forecast(&self) -> bool {
        self.projection.iter().any(|row| row.at_end.is_some())
    }

    fn quarters(&self) -> usize {
        self.draft.rotation.map_or(0, Rotation::quarters)
    }
}

/// A colour's points before and after a turn.
pub struct Projection {
    pub name: String,
    /// Now.
    pub now: i32,
    /// After the turn.
    pub after: i32,
    /// If the game ended after the turn, where that is told.
    pub at_end: Option<i32>,
}
