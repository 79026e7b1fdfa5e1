//! Options for the follower of a placement: the feature it would stand in and its immediate points.

use serde::Serialize;

use super::consequence::{after, points_at_once};
use super::feature::Feature;
use super::forecast::if_ended_now;
use crate::engine::legal::Placement;
use crate::engine::{Colour, Follower, Game, Turn};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowerOption {
    pub follower: Follower,
    /// The segment of the tile it would stand on.
    pub segment: usize,
    /// The feature after the turn, before scoring.
    pub feature: Feature,
    /// Colours already in the feature, in turn order.
    pub tenants: Vec<Tenant>,
    /// Extra points that this follower scores immediately, in which case it returns at once.
    pub gain: i32,
    /// Extra points if the game ended right after the turn, including `gain`.
    pub at_end: i32,
}

/// A colour with strength in a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tenant {
    pub colour: Colour,
    pub strength: u8,
}

impl FollowerOption {
    /// The option that `turn` takes, not counting its own follower; `None` if the follower is not allowed there.
    pub fn of(
        game: &Game,
        placement: &Placement,
        turn: Turn,
        (follower, segment): (Follower, usize),
    ) -> Option<Self> {
        let colour = game.to_move()?;
        let with = after(game, Turn { follower: Some(follower), ..turn })?;
        let without = after(game, Turn { follower: None, ..turn })?;
        let tile = with.board().tiles().len().checked_sub(1)?;
        let prospect = placement.prospect(segment);
        let tenants = game.colours().map(|colour| Tenant { colour, strength: prospect.strength(colour) });
        Some(Self {
            follower,
            segment,
            feature: Feature::of(with.board(), with.board().feature(tile, segment)),
            tenants: tenants.filter(|tenant| tenant.strength > 0).collect(),
            gain: points_at_once(&with, colour) - points_at_once(&without, colour),
            at_end: if_ended_now(&with)[colour.index()] - if_ended_now(&without)[colour.index()],
        })
    }
}

/// Every follower that may be placed with the tile.
pub fn follower_options(game: &Game, placement: &Placement, turn: Turn) -> Vec<FollowerOption> {
    let allowed = placement.choices().filter(|(.., allowed)| allowed.is_ok());
    let option = |(follower, segment, _)| FollowerOption::of(game, placement, turn, (follower, segment));
    allowed.filter_map(option).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, FollowerKind, Rotation, SegmentKind};
    use crate::insight::testing::game_of;

    #[test]
    fn a_meeple_on_a_city_that_the_tile_completes_gains_its_points() {
        let game = game_of(&[], "CFFF");
        let turn = Turn {
            tile: "CFFF".parse().unwrap(),
            position: Cell::new(0, -1),
            rotation: Rotation::R2,
            follower: None,
        };
        let placement = Placement::new(&game, turn.tile, turn.position, turn.rotation).unwrap();
        let options = follower_options(&game, &placement, turn);
        let found: Vec<_> = options
            .iter()
            .map(|option| (option.follower.kind, option.feature.kind, option.feature.complete, option.gain))
            .collect();
        let meeple = FollowerKind::Meeple;
        assert_eq!(found, [(meeple, SegmentKind::City, true, 4), (meeple, SegmentKind::Field, false, 0)]);
        assert_eq!((options[0].feature.tiles, options[1].feature.finished_cities), (2, 1));
        assert!(options.iter().all(|option| option.tenants.is_empty()));
    }
}
