//! The page of a user's own time.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::Url;
use table::{PlayerTime, RestHours};

#[derive(Template)]
#[template(path = "account/time.html")]
pub struct TimePage {
    pub layout: Layout,
    pub error: Option<Problem>,
    pub zone: &'static str,
    pub form: TimeForm,
    /// When nights and free days can be changed again; `None` if now.
    pub changeable: Option<String>,
    /// When nights and free days move to this zone; `None` if they are there.
    pub moves: Option<String>,
    /// The leave that is left: "6 d 3 h".
    pub balance: String,
    /// Until when the user is on leave.
    pub on_leave: Option<String>,
    /// Whether leave is taken by itself.
    pub automatic: bool,
    /// Present and planned leave.
    pub coming: Vec<LeaveRow>,
    /// The last first.
    pub past: Vec<LeaveRow>,
}

impl TimePage {
    const LONGEST_NIGHT: u16 = RestHours::LONGEST_NIGHT / 60;
    const MOST_FREE_DAYS: u32 = RestHours::MOST_FREE_DAYS;
    const CHANGES: i64 = PlayerTime::REST_CHANGES.num_days();
    const FIRST: i64 = PlayerTime::FIRST_LEAVE.num_days();
    const EARNED_IN: i32 = PlayerTime::LEAVE_EARNED_IN;
    const MOST: i64 = PlayerTime::MOST_LEAVE.num_days();
}

/// What is in the fields.
pub struct TimeForm {
    pub night_from: String,
    pub night_until: String,
    pub days: Vec<DayChoice>,
    pub from: String,
    pub until: String,
    pub length: String,
}

pub struct DayChoice {
    /// The form value.
    pub word: &'static str,
    pub name: &'static str,
    pub chosen: bool,
}

pub struct LeaveRow {
    /// The number of its event.
    pub n: u32,
    pub from: String,
    pub until: String,
    pub length: String,
    pub automatic: bool,
    /// Whether it has begun.
    pub current: bool,
}
