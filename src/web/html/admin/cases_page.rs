//! The pages of reports, for moderators.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::account::restrictions_page::RestrictionRow;
use crate::html::admin::pages::Menu;
use crate::html::layout::Layout;
use crate::html::wording::report;
use crate::http::urls::{AdminUrl, ReportUrl, Url};
use account::{RESTRICTION_DAYS, ReportId, RestrictionKind};
use service::REASON_LONGEST;
use table::ReportCursor;

#[derive(Template)]
#[template(path = "admin/cases.html")]
pub struct CasesPage {
    pub layout: Layout,
    pub menu: Menu,
    pub rows: Vec<CaseRow>,
    pub first: bool,
    pub next: Option<ReportCursor>,
}

pub struct CaseRow {
    pub id: ReportId,
    pub at: String,
    /// Whom it is about.
    pub about: String,
    pub category: &'static str,
    pub words: String,
}

#[derive(Template)]
#[template(path = "admin/case.html")]
pub struct CasePage {
    pub layout: Layout,
    pub menu: Menu,
    pub id: ReportId,
    pub error: Option<Problem>,
    /// Labels and values.
    pub facts: Vec<(&'static str, String)>,
    /// The ids of the reporter and of the reported person, with their names.
    pub people: [(String, String); 2],
    pub evidence: Vec<EvidenceRow>,
    pub name: String,
    pub history: Vec<RestrictionRow>,
    /// What was decided: labels and values.
    pub decision: Option<Vec<(&'static str, String)>>,
    pub may_restrict: bool,
    /// Where the viewer confirms who they are, if that is needed first.
    pub confirm: Option<String>,
    pub typed: TypedDecision,
}

impl CasePage {
    const LONGEST: usize = REASON_LONGEST;
}

/// What was typed into a form that was refused.
#[derive(Clone, Debug, Default)]
pub struct TypedDecision {
    pub rule: String,
    pub reason: String,
    pub answer: String,
}

pub struct EvidenceRow {
    pub author: String,
    pub at: String,
    /// `None` if the line had no text.
    pub text: Option<String>,
    pub reported: bool,
    pub withdrawn: bool,
}
