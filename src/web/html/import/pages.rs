//! The pages of imports.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::import::show::sentence;
use crate::html::layout::Layout;
use crate::html::lobby::pages::GameRow;
use crate::http::session::Viewer;
use crate::http::upload::MOST_FILE;
use crate::http::urls::{PracticeUrl, Url};
use crate::locale::Message;
use table::ImportProgress;

#[derive(Template)]
#[template(path = "import/show.html")]
pub struct ImportPage {
    pub layout: Layout,
    /// What is wrong with what was sent.
    pub error: Option<String>,
    /// The file of many records that was sent last.
    pub file: Option<FilePart>,
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

    /// Whether records of a file are read, now rather than tomorrow.
    fn is_reading(&self) -> bool {
        self.file.as_ref().is_some_and(|file| !file.is_done && file.later.is_none())
    }

    /// Whether a file can be sent: not while another is read.
    fn is_open(&self) -> bool {
        self.file.as_ref().is_none_or(|file| file.is_done)
    }
}

/// How far a file is read.
pub struct FilePart {
    /// How far it is, or how many games were kept.
    pub state: String,
    /// Whether nothing more is read.
    pub is_done: bool,
    /// When it goes on, because of the limits of a day.
    pub later: Option<String>,
    /// How many records were refused.
    pub refusals: u32,
    /// A sentence for each of the first.
    pub refused: Vec<String>,
    /// Whether these are not all.
    pub are_more: bool,
}

impl FilePart {
    pub(super) fn of(viewer: &Viewer, progress: &ImportProgress) -> Self {
        let locale = viewer.locale();
        let (done, records) = (progress.done, progress.records);
        let state = if progress.is_done() {
            locale.text("import-many").with("n", progress.kept)
        } else if progress.given_up {
            locale.text("import-given-up").with("done", done).with("records", records)
        } else {
            locale.text("import-reading").with("done", done).with("records", records)
        };
        let later =
            |until| locale.text("import-later").with("time", locale.moment(until, viewer.zone())).to_string();
        let refused = progress.refused.iter();
        let refused = refused.map(|why| sentence(locale, Some(why.line), &Message::from(&why.fault)));
        Self {
            state: state.to_string(),
            is_done: progress.is_done() || progress.given_up,
            later: progress.resumes.map(later),
            refusals: progress.refusals(),
            are_more: progress.refusals() as usize > progress.refused.len(),
            refused: refused.collect(),
        }
    }
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
