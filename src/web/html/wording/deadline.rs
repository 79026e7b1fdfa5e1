//! The deadline of the player to move.

use chrono::TimeDelta;

use crate::http::session::Viewer;
use table::Table;

pub struct Deadline {
    /// Relative to now, such as "in 2 days".
    pub distance: String,
    /// In the viewer's time zone.
    pub moment: String,
    /// Whether less than a day is left.
    pub soon: bool,
}

/// `None` without a clock.
pub fn of(viewer: &Viewer, game: &Table) -> Option<Deadline> {
    let (now, zone) = (viewer.web().service.now(), viewer.zone());
    game.deadline().map(|at| Deadline {
        distance: viewer.locale().distance(at, now),
        moment: viewer.locale().soon(at, zone),
        soon: at - now < TimeDelta::days(1),
    })
}
