//! The page of objections, for administrators.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::account::restrictions_page::RestrictionRow;
use crate::html::admin::pages::Menu;
use crate::html::layout::Layout;
use crate::http::urls::{AdminUrl, ReportUrl, Url};
use account::RestrictionId;
use service::REASON_LONGEST;

#[derive(Template)]
#[template(path = "admin/objections.html")]
pub struct ObjectionsPage {
    pub layout: Layout,
    pub menu: Menu,
    pub error: Option<Problem>,
    pub cases: Vec<ObjectionRow>,
    pub first: bool,
    /// The time of the objection, in Unix milliseconds, and the restriction where the next page begins.
    pub next: Option<(i64, RestrictionId)>,
    /// Where the viewer confirms who they are, if that is needed first.
    pub confirm: Option<String>,
    /// What was typed about this restriction, if that was refused.
    pub typed: Option<(RestrictionId, String)>,
}

impl ObjectionsPage {
    const LONGEST: usize = REASON_LONGEST;

    fn typed(&self, id: &RestrictionId) -> &str {
        self.typed.as_ref().filter(|(refused, _)| refused == id).map_or("", |(_, typed)| typed)
    }
}

pub struct ObjectionRow {
    pub restriction: RestrictionRow,
    pub user: String,
    /// Who objects.
    pub name: String,
    pub decided_by: String,
}
