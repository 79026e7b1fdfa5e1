//! Hints that players have asked for, at tables that allow them.

use serde::{Deserialize, Serialize};

use engine::Seat;

/// By seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hints(Vec<Used>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Used {
    count: u32,
    /// The number of the game event after which the seat had its last hint; 0 if it had none.
    last: u32,
}

impl Hints {
    /// Nobody has had any.
    pub fn unused(seats: usize) -> Self {
        Self(vec![Used::default(); seats])
    }

    /// How many the seat has had.
    pub fn count(&self, seat: Seat) -> u32 {
        self.of(seat).count
    }

    /// Whether the seat has had the hint for the position after game event `n`.
    pub fn has(&self, seat: Seat, n: u32) -> bool {
        n > 0 && self.of(seat).last == n
    }

    fn of(&self, seat: Seat) -> Used {
        self.0.get(seat.index()).copied().unwrap_or_default()
    }

    /// With one more, after game event `n`. `None`: there is no such seat, or it had one there or later.
    #[must_use]
    pub fn with(&self, seat: Seat, n: u32) -> Option<Self> {
        let mut more = self.clone();
        let used = more.0.get_mut(seat.index()).filter(|used| used.last < n)?;
        *used = Used { count: used.count + 1, last: n };
        Some(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_counts_once_for_each_position() {
        let none = Hints::unused(2);
        let once = none.with(Seat(1), 4).unwrap();
        assert_eq!([none.count(Seat(1)), once.count(Seat(1)), once.count(Seat(0))], [0, 1, 0]);
        assert_eq!([once.has(Seat(1), 4), once.has(Seat(1), 5), once.has(Seat(0), 0)], [true, false, false]);
        assert_eq!((once.with(Seat(1), 4), once.with(Seat(1), 3), once.with(Seat(2), 9)), (None, None, None));
        assert_eq!(once.with(Seat(1), 6).unwrap().count(Seat(1)), 2);
        assert_eq!(serde_json::to_string(&once).unwrap(), r#"[{"count":0,"last":0},{"count":1,"last":4}]"#);
    }
}
