//! Who is ahead.

/// The word for the side on which so many points are. Less than what is shown is even.
pub fn side(points: f64) -> &'static str {
    if points.abs() < 0.05 {
        "even"
    } else if points > 0.0 {
        "ahead"
    } else {
        "behind"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_that_are_shown_as_nothing_are_even() {
        let sides = [-3.0, -0.06, -0.04, 0.0, 0.04, 0.06].map(side);
        assert_eq!(sides, ["behind", "behind", "even", "even", "even", "ahead"]);
    }
}
