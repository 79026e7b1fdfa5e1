//! Tables before their game: opening one, taking a seat.

use askama::Template;

use crate::html::games::TalkSummary;
use crate::html::layout::Layout;
use crate::html::lobby::clock_form::ClockForm;
use crate::html::lobby::hours_form::HoursForm;
use crate::html::rulebook::form::{InputKind, RulesForm};
use crate::html::rulebook::handicaps::{Handicaps, LIMITS};
use crate::html::rulebook::note::RulesNote;
use crate::html::rulebook::parameter::Group;
use crate::html::wording::deadline::Deadline;
use crate::html::wording::invitation::InvitationRow;
use crate::html::wording::rule_names;
use crate::http::urls::{OfferUrl, Url};
use table::GameId;

/// An option of a setting, with its label.
pub struct SettingOption {
    /// The form value.
    pub value: String,
    pub label: String,
    /// A line of explanation.
    pub help: String,
    pub chosen: bool,
}

/// How a setting of a new table is chosen.
pub enum Control {
    Radio {
        name: &'static str,
        legend: &'static str,
        choices: Vec<SettingOption>,
    },
    /// Any number of the choices.
    Checks {
        name: &'static str,
        legend: &'static str,
        choices: Vec<SettingOption>,
    },
    Select {
        name: &'static str,
        label: &'static str,
        /// The numbers to choose from, and which is chosen.
        choices: Vec<(u8, bool)>,
    },
    Checkbox {
        name: &'static str,
        legend: &'static str,
        label: &'static str,
        help: &'static str,
        checked: bool,
    },
    Numbers {
        /// For the ids of its parts.
        name: &'static str,
        legend: &'static str,
        help: String,
        fields: Vec<NumberField>,
        /// Why the numbers were refused.
        error: Option<String>,
    },
}

/// A number of a setting.
pub struct NumberField {
    pub name: &'static str,
    pub label: &'static str,
    /// As typed.
    pub value: String,
}

/// A setting of a table in words.
pub struct Fact {
    pub label: &'static str,
    pub value: String,
}

#[derive(Template)]
#[template(path = "lobby/new_table.html")]
pub struct NewTablePage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The games that have names, and one's own.
    pub games: Vec<SettingOption>,
    /// Whether the rest of the form counts.
    pub custom: bool,
    /// Who may join, whatever the game.
    pub visibility: Control,
    pub presets: Vec<SettingOption>,
    /// All parameters of the selected book.
    pub rules: RulesForm,
    /// Points at the start.
    pub handicaps: Handicaps,
    /// Whether the parameters are unfolded.
    pub details_open: bool,
    pub seats: Vec<SettingOption>,
    /// For each possible computer player its level or none.
    pub computers: Vec<Vec<SettingOption>>,
    pub clock: ClockForm,
    /// How long games with each clock usually take.
    pub lengths: Vec<Fact>,
    pub hours: HoursForm,
    /// The time zones to choose from.
    pub zones: Vec<&'static str>,
    /// All settings but who may join, the rules, the handicaps, the clock and its hours.
    pub settings: Vec<Control>,
    /// Whether the opener takes a seat.
    pub plays: bool,
    /// What was typed or chosen as the hash of the opener's salt.
    pub salt_hash: String,
    /// The settings of the viewer's last table in a few words; `None` if there is none, or if the form shows them.
    pub last: Option<String>,
}

impl NewTablePage {
    /// The first computer player, and those that are rarer.
    fn computers(&self) -> (&[Vec<SettingOption>], &[Vec<SettingOption>]) {
        self.computers.split_at(self.computers.len().min(1))
    }

    fn several_computers(&self) -> bool {
        let (_, more) = self.computers();
        more.iter().flatten().any(|choice| choice.chosen && !choice.value.is_empty())
    }
}

/// A seat before the game.
pub struct SeatRow {
    /// `None` while the seat is free.
    pub player: Option<String>,
    /// Who made the bot, in words, if the player is one.
    pub bot_of: Option<String>,
    /// The level of a computer player, from 1 to 8.
    pub level: Option<u8>,
    /// Whether the player is the viewer.
    pub you: bool,
    /// The name of the player whom a free seat is reserved for.
    pub reserved_for: Option<String>,
    /// Whether that player has declined.
    pub declined: bool,
    /// Points at the start.
    pub handicap: i32,
    /// How reliable the player is, in words; `None` for the viewer, and where nobody else waits for them.
    pub reliability: Option<String>,
}

/// What a player adds to the draw.
pub struct SaltRow {
    pub player: String,
    /// Whether it is revealed, in words; `None` while seats are free.
    pub state: Option<&'static str>,
    /// What the player has committed to, in hexadecimal; `None` if they add nothing.
    pub hash: Option<String>,
}

/// The wait for salts.
pub struct RevealPart {
    /// When the game starts without the missing ones.
    pub until: Deadline,
    /// What the viewer has committed to and not yet revealed, in hexadecimal.
    pub missing: Option<String>,
}

/// How the viewer can bring others to the table.
pub struct InvitePart {
    /// The full address to share; `None` if no seat is open to those who follow it.
    pub link: Option<SharedLink>,
    /// The players invited by name with their answers, if the viewer is at the table.
    pub asked: Vec<InvitedPlayer>,
    /// Whether the viewer may invite by name.
    pub by_name: bool,
    /// The names of people whom the viewer knows and can invite.
    pub invitable: Vec<String>,
    /// Whether the viewer may list the table.
    pub make_public: bool,
    /// Why inviting a player failed.
    pub error: Option<String>,
    /// What was typed as a name.
    pub name: String,
    /// The players whose names begin like it.
    pub choices: Vec<String>,
}

pub struct SharedLink {
    pub address: String,
    /// The address as a QR code, as SVG.
    pub code: String,
}

/// A player who was invited by name.
pub struct InvitedPlayer {
    pub name: String,
    /// "invited 2 hours ago", "declined now"
    pub state: String,
}

/// Whether the viewer can take a seat.
pub enum MayJoin {
    Yes {
        /// The secret of the invite link that led here.
        invite: Option<String>,
    },
    /// Already seated, and may leave.
    Seated,
    /// There is no free seat.
    Full,
    /// All free seats are reserved for others.
    Reserved,
    /// Not for this viewer, for this reason.
    No(String),
    /// A guest, who needs an account first.
    Guest {
        /// The path to return to.
        back: String,
    },
    /// Not signed in.
    SignIn {
        /// The path to return to.
        back: String,
    },
}

#[derive(Template)]
#[template(path = "lobby/table.html")]
pub struct TablePage {
    pub layout: Layout,
    pub talk: TalkSummary,
    pub error: Option<String>,
    pub id: GameId,
    pub rules: RulesNote,
    pub seats: Vec<SeatRow>,
    /// The number of free seats.
    pub free: usize,
    pub settings: Vec<Fact>,
    pub public: bool,
    /// The commitment to the draw.
    pub commitment: String,
    pub invite: InvitePart,
    /// The viewer's unanswered invitation.
    pub invitation: Option<InvitationRow>,
    /// The number of the last change of seats and invitations.
    pub tables: u32,
    pub join: MayJoin,
    pub may_close: bool,
    /// What was typed as the hash of a salt.
    pub salt_hash: String,
    /// What each seated person has committed to.
    pub salts: Vec<SaltRow>,
    /// `None` unless all seats are taken.
    pub reveal: Option<RevealPart>,
    /// The maximum length of a salt, in bytes.
    pub salt_longest: usize,
}

impl TablePage {
    /// Whether the page says how reliable somebody is.
    fn shows_reliability(&self) -> bool {
        self.seats.iter().any(|seat| seat.reliability.is_some())
    }
}
