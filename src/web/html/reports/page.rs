//! The pages of reports, for those who make them.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{ReportUrl, Url};
use account::ReportId;
use table::{LinePlace, LineText, ReportCursor};

#[derive(Template)]
#[template(path = "reports/form.html")]
pub struct ReportPage {
    pub layout: Layout,
    /// Where the form is sent.
    pub action: String,
    /// What is reported, if it is a line.
    pub line: Option<ReportedLine>,
    pub categories: Vec<CategoryChoice>,
    pub error: Option<Problem>,
    /// What was typed.
    pub words: String,
}

pub struct ReportedLine {
    pub channel: &'static str,
    pub n: u32,
    /// Who wrote it.
    pub author: String,
    /// `None` if the viewer can't read it.
    pub text: Option<String>,
}

pub struct CategoryChoice {
    pub word: &'static str,
    pub name: &'static str,
    pub chosen: bool,
}

impl ReportPage {
    const LONGEST: usize = LineText::LONGEST;
}

#[derive(Template)]
#[template(path = "reports/receipt.html")]
pub struct ReceiptPage {
    pub layout: Layout,
    pub report: ReportRow,
}

#[derive(Template)]
#[template(path = "reports/own.html")]
pub struct OwnReportsPage {
    pub layout: Layout,
    pub reports: Vec<ReportRow>,
    /// Where the older ones begin.
    pub next: Option<ReportCursor>,
}

pub struct ReportRow {
    pub id: ReportId,
    pub at: String,
    /// Whom it is about.
    pub about: String,
    pub category: &'static str,
    pub line: Option<LinePlace>,
    /// `None` once it was removed.
    pub words: Option<String>,
    pub state: String,
    /// Of the moderators.
    pub answer: Option<String>,
    pub decided: bool,
}
