//! Points now, after a turn, and if the game ended.

use serde::Serialize;

use super::consequence::points_at_once;
use engine::{Colour, Game};

/// The points of each colour if the game ended now.
pub fn if_ended_now(game: &Game) -> Vec<i32> {
    game.as_if_ended().scores().to_vec()
}

/// A colour's points before and after a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    pub colour: Colour,
    pub now: i32,
    pub after: i32,
    /// If the game ended right after the turn; absent if not requested.
    pub at_end: Option<i32>,
}

impl Forecast {
    /// The points of each colour in `game` and in `after`, the game after a turn. `with_end` requests `at_end`.
    pub fn of(game: &Game, after: &Game, with_end: bool) -> Vec<Self> {
        let at_end = with_end.then(|| if_ended_now(after));
        let forecast = |colour: Colour| {
            let now = game.scores()[colour.index()];
            let at_end = at_end.as_ref().map(|scores| scores[colour.index()]);
            Self { colour, now, after: now + points_at_once(after, colour), at_end }
        };
        game.colours().map(forecast).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::after;
    use engine::{Cell, Follower, FollowerKind, Place, Rotation, Side, Turn};
    use samples::game_of;

    #[test]
    fn a_turn_is_forecast_with_what_it_scores_and_what_the_end_would_add() {
        // Blue has a road of two tiles; red completes a city of two.
        let road = r#""tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}"#;
        let game = game_of(&[r#""tile":"FFFFL","x":0,"y":1,"rotation":0"#, road], "CFFF");
        assert_eq!(if_ended_now(&game), [0, 2]);
        let follower = Follower { kind: FollowerKind::Meeple, on: Place::Side(Side::Bottom) };
        let turn = Turn {
            tile: "CFFF".parse().unwrap(),
            position: Cell::new(0, -1),
            rotation: Rotation::R2,
            follower: Some(follower),
        };
        let after = after(&game, turn).unwrap();
        let forecast = |colour, now, after, at_end| Forecast { colour: Colour(colour), now, after, at_end };
        let expected = [forecast(0, 0, 4, Some(4)), forecast(1, 0, 0, Some(2))];
        assert_eq!(Forecast::of(&game, &after, true), expected);
        assert!(Forecast::of(&game, &after, false).iter().all(|forecast| forecast.at_end.is_none()));
    }
}
