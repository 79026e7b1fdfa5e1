//! The deadline of the player to move.

use chrono::TimeDelta;

use crate::http::session::Viewer;
use table::Table;

pub struct Deadline {
    /// "2 d 23 h left"
    pub left: String,
    /// In the viewer's time zone.
    pub moment: String,
    /// The same without the zone: "Thu 26 Nov, 18:17".
    pub clock: String,
    /// Whether less than a day is left.
    pub soon: bool,
    /// The part of the time for the turn that is left, in percent; 0 if there was none.
    pub percent: u8,
    /// The deadline and now, in milliseconds, for the script that counts down.
    pub until: i64,
    pub now: i64,
}

/// `None` without a clock.
pub fn of(viewer: &Viewer, game: &Table) -> Option<Deadline> {
    let (now, zone) = (viewer.web().service.now(), viewer.zone());
    game.deadline().map(|at| Deadline {
        left: viewer.locale().time_left(at, now),
        clock: viewer.locale().clock(at, zone),
        moment: viewer.locale().soon(at, zone),
        soon: at - now < TimeDelta::days(1),
        percent: percent(at - now, at - game.changed()),
        until: at.timestamp_millis(),
        now: now.timestamp_millis(),
    })
}

fn percent(left: TimeDelta, whole: TimeDelta) -> u8 {
    let whole = whole.num_minutes().max(1);
    u8::try_from((left.num_minutes() * 100 / whole).clamp(0, 100)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_full_at_the_start_of_a_turn_and_empty_when_time_is_up() {
        let left = |hours| percent(TimeDelta::hours(hours), TimeDelta::days(3));
        assert_eq!([72, 71, 36, 1, 0, -5].map(left), [100, 98, 50, 1, 0, 0]);
    }
}
