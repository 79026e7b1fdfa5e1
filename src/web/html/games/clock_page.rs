//! The page of a game's clocks.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{AdminUrl, ClockForm, Url};
use table::GameId;

#[derive(Template)]
#[template(path = "games/clock.html")]
pub struct ClockPage {
    pub layout: Layout,
    pub id: GameId,
    /// The time control: "Slow".
    pub name: String,
    /// What it means; `None` without a limit.
    pub explanation: Option<String>,
    /// `None` if no clock is running.
    pub running: Option<RunningClock>,
    /// The banks; empty without any.
    pub seats: Vec<SeatTime>,
    pub has_bank: bool,
    /// The level of the computer that plays for the viewer.
    pub substitute: Option<u8>,
    /// Until when the seat to move waits for somebody to take it over.
    pub vacant_until: Option<String>,
    /// Whether the viewer plays.
    pub has_seat: bool,
    /// Who has taken over the viewer's seat.
    pub lost_to: Option<String>,
    /// The seats that others can take over.
    pub offered: Vec<OfferedSeat>,
    /// Why a visitor could not take a seat.
    pub error: Option<Problem>,
    /// For players.
    pub others: Option<OthersPart>,
    /// In order.
    pub history: Vec<ClockRow>,
    /// Whether the viewer is an administrator, who can take back time-outs.
    pub is_admin: bool,
}

impl ClockPage {
    /// Whether the viewer's own seat is offered to others.
    fn own_is_offered(&self) -> bool {
        self.offered.iter().any(|seat| seat.own)
    }

    /// Until when a seat waits for somebody to take it over.
    fn until(&self, seat: &OfferedSeat) -> Option<&String> {
        self.vacant_until.as_ref().filter(|_| seat.waits)
    }

    /// Until when the viewer's own seat waits.
    fn own_until(&self) -> Option<&String> {
        self.offered.iter().find(|seat| seat.own).and_then(|seat| self.until(seat))
    }

    fn address(&self) -> String {
        Url::Clock(&self.id).to_string()
    }

    /// Whether any clock has ever stood.
    fn has_stood(&self) -> bool {
        self.history.iter().any(|row| !row.stood.is_empty())
    }
}

/// A seat for which a computer plays.
pub struct OfferedSeat {
    pub seat: u8,
    pub player: String,
    /// Of the computer.
    pub level: u8,
    /// Whether it is the viewer's own.
    pub own: bool,
    /// Whether the game waits until somebody takes it over.
    pub waits: bool,
}

/// What a player can ask the others, answer and give.
#[expect(clippy::struct_excessive_bools, reason = "each offers a form of its own")]
pub struct OthersPart {
    /// Until when the game is paused.
    pub paused: Option<String>,
    pub proposal: Option<ProposalRow>,
    /// The last game event that the viewer has seen.
    pub last: u32,
    pub may_pause: bool,
    /// Whose turn is missed, where nothing happens by itself.
    pub late: Option<String>,
    /// The levels of a computer that can play on, and which is suggested.
    pub levels: Vec<(u8, bool)>,
    pub may_call_off: bool,
    /// Whether nobody else has to agree.
    pub alone: bool,
    pub may_take_back: bool,
    /// Who can be given time.
    pub give: Option<String>,
    /// What was typed.
    pub until: String,
    pub length: String,
    pub gift: String,
    pub error: Option<Problem>,
}

/// A proposal that waits for answers.
pub struct ProposalRow {
    /// The number of its event.
    pub n: u32,
    /// Who asked for what.
    pub question: String,
    /// Until when it can be answered.
    pub ends: String,
    /// Whether the viewer has agreed.
    pub agreed: bool,
    /// Whether the viewer is asked.
    pub may_answer: bool,
    /// Who has not.
    pub missing: String,
}

/// The clock of the player to move.
pub struct RunningClock {
    pub player: String,
    pub since: String,
    /// When the turn begins to take from the bank; `None` without one.
    pub bank_from: Option<String>,
    pub deadline: String,
    /// What is left until then.
    pub left: String,
    /// Until when the clock stands now, and why.
    pub stop: Option<String>,
}

pub struct SeatTime {
    pub player: String,
    pub bank: String,
}

/// A stretch in which the game waited for a player.
pub struct ClockRow {
    /// The event that ended it.
    pub n: u32,
    pub player: String,
    pub from: String,
    /// The time that the clock ran.
    pub used: String,
    /// How long it stood, and why; empty if it did not.
    pub stood: String,
    /// How it ended.
    pub end: &'static str,
    /// What was in the player's bank afterwards; `None` without a limit.
    pub bank: Option<String>,
}
