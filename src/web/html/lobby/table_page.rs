//! Tables before their game: opening one, sitting down.

use askama::Template;

use crate::web::html::layout::Layout;
use crate::web::html::rulebook::form::{InputKind, RulesForm};
use crate::web::html::rulebook::handicaps::{Handicaps, LIMITS};
use crate::web::html::rulebook::names;
use crate::web::html::rulebook::note::RulesNote;
use crate::web::html::rulebook::parameter::Group;
use crate::web::http::urls::Url;

/// A value of a choice, with what it says.
pub struct Choice {
    /// The value of the form.
    pub value: String,
    pub label: String,
    /// A line of explanation.
    pub help: String,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// The form that opens a table.
#[derive(Template)]
#[template(path = "lobby/new_table.html")]
pub struct NewTablePage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The rule books.
    pub presets: Vec<Choice>,
    /// Every rule of the book that is chosen.
    pub rules: RulesForm,
    /// Points at the start.
    pub handicaps: Handicaps,
    /// Whether they are unfolded.
    pub details_open: bool,
    /// How many seats.
    pub seats: Vec<Choice>,
    /// How many of them the computer takes.
    pub computers: Vec<Choice>,
    /// Open to all or by a link.
    pub visibility: Vec<Choice>,
    /// How long a move may take.
    pub clocks: Vec<Choice>,
    /// What help the pages give.
    pub aids: Vec<Choice>,
}

/// A seat before the game.
pub struct SeatRow {
    /// Who sits there; nobody yet if `None`.
    pub player: Option<String>,
    /// Whether that is the viewer.
    pub you: bool,
    /// For whom it is kept, while nobody sits there.
    pub kept: Option<String>,
    /// Points at the start.
    pub handicap: i32,
}

/// What the viewer may do at a table that waits for players.
pub enum MayJoin {
    /// Take a seat; with the secret of the invitation that led here.
    Yes {
        /// The invitation.
        invite: Option<String>,
    },
    /// Already seated: may get up.
    Seated,
    /// All free seats are kept for others.
    Kept,
    /// A guest, who needs an account first, and comes back to this path with it.
    Guest {
        /// This page.
        back: String,
    },
    /// Not signed in: may do so, and come back to this path.
    SignIn {
        /// This page.
        back: String,
    },
}

/// A table that waits for players.
#[derive(Template)]
#[template(path = "lobby/table.html")]
pub struct TablePage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The table's name in addresses.
    pub id: String,
    pub rules: RulesNote,
    /// The seats.
    pub seats: Vec<SeatRow>,
    /// How many are free.
    pub free: usize,
    /// How long a move may take.
    pub clock: String,
    /// What help the pages give while the game is on.
    pub aids: &'static str,
    /// Whether everybody may see it.
    pub public: bool,
    /// The promise about the draw.
    pub commitment: String,
    /// The whole address of the invitation, for those who may pass it on.
    pub link: Option<String>,
    /// What the viewer may do.
    pub join: MayJoin,
    /// Whether the viewer may close the table.
    pub may_close: bool,
    /// What was typed as words for the draw.
    pub salt: String,
    /// The most bytes of these words.
    pub salt_longest: usize,
}
