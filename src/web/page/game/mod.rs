//! Pages of a game: the table, the preview of a turn, what a turn did, history, the end.

pub mod cell;
pub mod choices;
pub mod consequence;
mod done;
mod end;
pub mod events;
pub mod features;
pub mod graph;
mod history;
pub mod names;
pub mod offer;
pub mod overlay;
pub mod picture;
pub mod plane;
pub mod players;
mod preview;
mod resign;
pub mod settled;
mod show;
pub mod since;
pub mod words;

pub use done::DonePage;
pub use end::{FinalPage, FinalRow};
pub use history::{LogPage, MovePage};
pub use preview::{PreviewPage, Projection};
pub use resign::ResignPage;
pub use show::{GamePage, HandTile, KindLeft};

/// A board with the symbols that it refers to, both ready to print.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// The hidden definitions.
    pub symbols: String,
    /// The board.
    pub board: String,
}

/// An event of the log.
pub struct LogRow {
    /// Its number.
    pub n: u32,
    /// What happened.
    pub sentence: String,
    /// When.
    pub at: Option<String>,
}
