//! Until when the player to move has time.

use chrono::TimeDelta;

use crate::table::Table;
use crate::web::http::session::Viewer;

/// A deadline.
pub struct Deadline {
    /// From now.
    pub distance: String,
    /// On the clock of the viewer's zone.
    pub moment: String,
    /// Whether less than a day is left.
    pub soon: bool,
}

/// The deadline of a game, if it has one.
pub fn of(viewer: &Viewer, game: &Table) -> Option<Deadline> {
    let (now, zone) = (viewer.web().service.now(), viewer.zone());
    game.deadline().map(|at| Deadline {
        distance: viewer.locale().distance(at, now),
        moment: viewer.locale().soon(at, zone),
        soon: at - now < TimeDelta::days(1),
    })
}
