//! Pages for administrators and moderators.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::account::restrictions_page::RestrictionRow;
use crate::html::layout::Layout;
use crate::html::wording::report;
use crate::http::urls::{AccountAction, AdminUrl, ReportUrl, Url};
use account::{RESTRICTION_DAYS, RestrictionKind, UserName};
use service::REASON_LONGEST;

/// The links between these pages. Moderators see fewer.
#[derive(Clone, Copy, Debug)]
pub struct Menu {
    pub is_admin: bool,
}

#[derive(Template)]
#[template(path = "admin/home.html")]
pub struct AdminPage {
    pub layout: Layout,
    pub menu: Menu,
    /// The name that was looked for and belongs to nobody.
    pub unknown: Option<String>,
    /// How many turns are held that would time out.
    pub held: Option<u64>,
    /// Absent for moderators.
    pub numbers: Option<NumbersPart>,
}

impl AdminPage {
    const LONGEST_NAME: usize = UserName::LONGEST;
}

pub struct NumbersPart {
    /// Labels and values.
    pub counts: Vec<(&'static str, String)>,
    pub server: Vec<(&'static str, String)>,
    pub jobs: Vec<JobsRow>,
}

/// The jobs of a lane: how many are in each state, and the longest that one has been due.
pub struct JobsRow {
    pub lane: &'static str,
    pub counts: Vec<String>,
    pub oldest: String,
}

#[derive(Template)]
#[template(path = "admin/slow.html")]
pub struct SlowPage {
    pub layout: Layout,
    pub menu: Menu,
    /// From how many milliseconds on a request is slow.
    pub least: u64,
    pub requests: Vec<SlowRow>,
}

pub struct SlowRow {
    /// The method and the pattern of the address.
    pub page: String,
    pub took: String,
    pub status: u16,
    pub at: String,
    pub request_id: String,
}

#[derive(Template)]
#[template(path = "admin/jobs.html")]
pub struct JobsPage {
    pub layout: Layout,
    pub menu: Menu,
    pub error: Option<String>,
    pub jobs: Vec<FailedRow>,
}

pub struct FailedRow {
    pub key: String,
    pub kind: String,
    pub attempts: u32,
    pub at: String,
    /// The last error.
    pub error: String,
}

#[derive(Template)]
#[template(path = "admin/time_outs.html")]
pub struct TimeOutsPage {
    pub layout: Layout,
    pub menu: Menu,
    pub error: Option<Problem>,
    /// `None` if turns time out as usual.
    pub held: Option<HeldRow>,
    /// As typed.
    pub length: String,
    /// The game whose time-outs are shown, as typed.
    pub game: String,
    /// `None` unless a game was asked for.
    pub past: Option<PastTimeOuts>,
    pub reason: String,
}

impl TimeOutsPage {
    const LONGEST_REASON: usize = REASON_LONGEST;
}

/// The time-outs of a game that can be taken back.
pub struct PastTimeOuts {
    pub game: String,
    pub rows: Vec<PastTimeOutRow>,
}

pub struct PastTimeOutRow {
    pub n: u32,
    pub player: String,
    pub at: String,
    pub chosen: bool,
}

/// Turns that don't time out until an administrator decides.
pub struct HeldRow {
    pub count: u64,
    pub first: String,
}

#[derive(Template)]
#[template(path = "admin/account.html")]
pub struct ModerationPage {
    pub layout: Layout,
    pub menu: Menu,
    pub error: Option<String>,
    pub id: String,
    pub name: String,
    /// Labels and values.
    pub facts: Vec<(&'static str, String)>,
    pub guest: bool,
    pub may_act: bool,
    /// Why not, unless the account's page says so.
    pub refusal: Option<&'static str>,
    /// Where the viewer confirms who they are, if that is needed first.
    pub confirm: Option<String>,
    /// The public games of the account.
    pub games: String,
    /// The fields of the refused form, as typed.
    pub typed_name: String,
    pub typed_reason: String,
    pub typed_rule: String,
    pub restrictions: Vec<RestrictionRow>,
    pub history: Vec<AuditRow>,
}

impl ModerationPage {
    const LONGEST_REASON: usize = REASON_LONGEST;
    const LONGEST_NAME: usize = UserName::LONGEST;
}

#[derive(Template)]
#[template(path = "admin/log.html")]
pub struct LogPage {
    pub layout: Layout,
    pub menu: Menu,
    pub entries: Vec<AuditRow>,
    /// Whether these are the newest.
    pub first: bool,
    /// Where the next page begins, in Unix milliseconds.
    pub next: Option<i64>,
}

/// An entry of the audit log.
pub struct AuditRow {
    pub at: String,
    pub actor: String,
    pub action: &'static str,
    /// The id of the account; absent for jobs and games.
    pub account: Option<String>,
    pub subject: String,
    /// A new name, or the error of a job.
    pub detail: String,
    pub reason: String,
}
