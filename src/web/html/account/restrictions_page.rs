//! The page of what moderators have decided about the viewer.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{ReportUrl, Url};
use account::RestrictionId;
use table::LineText;

#[derive(Template)]
#[template(path = "account/restrictions.html")]
pub struct RestrictionsPage {
    pub layout: Layout,
    pub restrictions: Vec<RestrictionRow>,
    /// Why the objection to one of them was refused, and what was typed.
    pub refused: Option<(RestrictionId, Problem, String)>,
}

impl RestrictionsPage {
    const LONGEST: usize = LineText::LONGEST;

    fn problem(&self, id: &RestrictionId) -> Option<&Problem> {
        self.refused.as_ref().filter(|(refused, ..)| refused == id).map(|(_, problem, _)| problem)
    }

    fn typed(&self, id: &RestrictionId) -> &str {
        self.refused.as_ref().filter(|(refused, ..)| refused == id).map_or("", |(.., typed)| typed)
    }
}

pub struct RestrictionRow {
    pub id: RestrictionId,
    pub kind: &'static str,
    pub effect: &'static str,
    pub rule: String,
    pub reason: String,
    pub since: String,
    /// When it ends or has ended: a label and the time.
    pub end: Option<(&'static str, String)>,
    pub in_force: bool,
    /// Whether it is a warning that nobody has acknowledged.
    pub unread: bool,
    pub can_object: bool,
    pub objection: Option<ObjectionRow>,
}

pub struct ObjectionRow {
    pub text: String,
    pub at: String,
    /// What was decided, and the answer.
    pub answer: Option<(String, String)>,
}
