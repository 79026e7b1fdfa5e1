//! Addresses of reports, restrictions and objections, and of what the host says about them.

use std::fmt;

use account::{ReportId, RestrictionId, UserId};
use table::{GameId, ReportCursor, TalkChannel};

/// A page, or the action of a form.
#[derive(Clone, Copy, Debug)]
pub enum ReportUrl<'a> {
    /// The form that reports a line.
    Line(&'a GameId, TalkChannel, u32),
    /// Its action.
    SendLine(&'a GameId),
    /// The form that reports a player, and its action.
    Player(&'a UserId),
    /// What the viewer has reported.
    Own,
    OwnBefore(&'a ReportCursor),
    /// One of these reports.
    Receipt(&'a ReportId),
    /// What was decided about the viewer.
    Restrictions,
    /// Says that the viewer has read a warning.
    Acknowledge(&'a RestrictionId),
    /// Objects to a restriction.
    Object(&'a RestrictionId),
    /// Reports that wait for a decision.
    Cases,
    CasesAfter(&'a ReportCursor),
    /// One of them, and the action that decides it.
    Case(&'a ReportId),
    /// Warns or restricts somebody without a report.
    Restrict(&'a str),
    /// Ends a restriction early.
    Lift(&'a RestrictionId),
    /// Objections that wait for an answer.
    Objections,
    /// Those after this restriction, with the time of its objection in Unix milliseconds.
    ObjectionsAfter(i64, &'a RestrictionId),
    /// Answers one.
    Answer(&'a RestrictionId),
    /// The host's terms.
    Terms,
    /// How to reach the host.
    Contact,
    /// How the host moderates, and what is kept for how long.
    Moderation,
}

impl fmt::Display for ReportUrl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(id, channel, n) => {
                write!(f, "/games/{id}/talk/report?channel={}&n={n}", channel.word())
            }
            Self::SendLine(id) => write!(f, "/games/{id}/talk/report"),
            Self::Player(user) => write!(f, "/players/{user}/report"),
            Self::Own => f.write_str("/account/reports"),
            Self::OwnBefore(cursor) => write!(f, "/account/reports?before={cursor}"),
            Self::Receipt(id) => write!(f, "/account/reports/{id}"),
            Self::Restrictions => f.write_str("/account/restrictions"),
            Self::Acknowledge(id) => write!(f, "/account/restrictions/{id}/acknowledge"),
            Self::Object(id) => write!(f, "/account/restrictions/{id}/object"),
            Self::Cases => f.write_str("/admin/reports"),
            Self::CasesAfter(cursor) => write!(f, "/admin/reports?after={cursor}"),
            Self::Case(id) => write!(f, "/admin/reports/{id}"),
            Self::Restrict(user) => write!(f, "/admin/accounts/{user}/restrictions"),
            Self::Lift(id) => write!(f, "/admin/restrictions/{id}/lift"),
            Self::Objections => f.write_str("/admin/objections"),
            Self::ObjectionsAfter(at, id) => write!(f, "/admin/objections?after={at}-{id}"),
            Self::Answer(id) => write!(f, "/admin/objections/{id}"),
            Self::Terms => f.write_str("/terms"),
            Self::Contact => f.write_str("/contact"),
            Self::Moderation => f.write_str("/moderation"),
        }
    }
}
