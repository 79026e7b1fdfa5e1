//! Points that have been earned but not credited.

use super::event::{Cause, Event, Scored};
use super::seat::ColourSet;

/// The points of a completed feature, or of a claim at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Earned {
    pub feature: Scored,
    /// Each gets all of the points.
    pub colours: ColourSet,
    pub points: i32,
    pub tiles: Option<u16>,
}

impl Earned {
    pub(super) const fn event(self, cause: Cause) -> Event {
        let Self { feature, colours, points, tiles } = self;
        Event::Score { feature, colours, points, tiles, cause }
    }
}
