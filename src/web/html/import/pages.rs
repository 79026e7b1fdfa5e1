//! The pages of imports.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::layout::Layout;
use crate::html::lobby::pages::GameRow;
use crate::http::upload::MOST_FILE;
use crate::http::urls::{PracticeUrl, Url};

#[derive(Template)]
#[template(path = "import/show.html")]
pub struct ImportPage {
    pub layout: Layout,
    /// What is wrong with what was sent.
    pub error: Option<String>,
    /// What became of a file of many records.
    pub many: Option<ManyPart>,
    /// What was typed.
    pub text: String,
    /// The last imported first.
    pub games: Vec<GameRow>,
    /// The sort key below which there are more.
    pub next: Option<i64>,
}

impl ImportPage {
    const MOST_RECORDS: usize = service::MOST_RECORDS;
    const MOST_MIB: usize = MOST_FILE >> 20;
}

pub struct ManyPart {
    pub kept: usize,
    /// A sentence for each record that was refused.
    pub refused: Vec<String>,
}

/// What was understood.
#[derive(Template)]
#[template(path = "import/preview.html")]
pub struct PreviewPage {
    pub layout: Layout,
    pub error: Option<String>,
    pub drawing: Drawing,
    pub rules: String,
    pub played: Option<String>,
    pub turns: u32,
    pub result: String,
    pub was_unfinished: bool,
    /// By seat.
    pub players: Vec<ImportedPlayer>,
    /// The record with all events.
    pub record: String,
    pub submission: String,
    /// Whether no seat is chosen.
    pub did_not_play: bool,
    pub is_public: bool,
    /// The recording that it comes from.
    pub recording: Option<String>,
    /// The game on a practice board, if one can show it.
    pub practice: Option<PracticeUrl>,
}

pub struct ImportedPlayer {
    pub seat: usize,
    /// Whether the importer has chosen it.
    pub is_own: bool,
    pub name: String,
    /// Pictures of the pieces.
    pub figures: Vec<String>,
    pub points: i32,
    pub won: bool,
}
