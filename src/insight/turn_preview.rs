//! A turn that is tried before it is confirmed.

use std::cell::OnceCell;

use super::consequence::{Completed, after, points_at_once};
use super::feature::Feature;
use super::follower::{FollowerOption, Tenant};
use super::forecast::{Forecast, if_ended_now};
use engine::legal::{self, Placement};
use engine::{Cell, Follower, Game, Refusal, Rotation, TileKind, Turn};

/// A legal turn of the colour to move: a tile on a cell, and perhaps a follower on it.
pub struct TurnPreview<'a> {
    game: &'a Game,
    placement: Placement<'a>,
    turn: Turn,
    /// The game after the turn without its follower, with its scoring still pending.
    after: Game,
    /// The points if that game ended; worked out when they are first asked for.
    ended: OnceCell<Vec<i32>>,
}

/// Why a tile can't be tried on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It fits in none of its rotations.
    InEveryRotation(Cell),
    /// It was to lie in one rotation.
    Refused(Refusal),
}

impl<'a> TurnPreview<'a> {
    /// The tile in the first rotation that fits, unless `rotation` is one. An illegal follower is left out.
    ///
    /// # Errors
    /// If the tile may not be placed there.
    pub fn of(
        game: &'a Game,
        tile: TileKind,
        position: Cell,
        rotation: Option<Rotation>,
        follower: Option<Follower>,
    ) -> Result<Self, Misfit> {
        let at = |rotation| Turn { tile, position, rotation, follower: None };
        let fits = |&rotation: &Rotation| legal::check(game, &at(rotation)).is_ok();
        let first = || Rotation::ALL.into_iter().find(fits).ok_or(Misfit::InEveryRotation(position));
        let bare = at(rotation.map_or_else(first, Ok)?);
        legal::check(game, &bare).map_err(Misfit::Refused)?;
        let placement = Placement::new(game, tile, position, bare.rotation).map_err(Misfit::Refused)?;
        let after = after(game, bare).ok_or(Misfit::Refused(Refusal::Over))?;
        let with = Turn { follower, ..bare };
        let turn = if legal::check(game, &with).is_ok() { with } else { bare };
        Ok(Self { game, placement, turn, after, ended: OnceCell::new() })
    }

    pub const fn game(&self) -> &'a Game {
        self.game
    }

    pub const fn turn(&self) -> Turn {
        self.turn
    }

    /// What the turn completes, without its follower.
    pub fn completed(&self) -> impl Iterator<Item = Completed> {
        Completed::owed(&self.after)
    }

    /// The next rotation clockwise in which the tile fits the cell and looks different; `None` if this is the only one.
    pub fn next_rotation(&self) -> Option<Rotation> {
        let fits = |rotation: &Rotation| {
            let differs = !self.turn.tile.def().is_same_turned(*rotation + self.turn.rotation.inverse());
            let turned = Turn { rotation: *rotation, follower: None, ..self.turn };
            differs && legal::check(self.game, &turned).is_ok()
        };
        (1..4).map(|step| self.turn.rotation + Rotation::from_quarters(step)).find(fits)
    }

    /// The followers that the player has, with the segments of the tile, and whether each may be placed there.
    pub fn followers(&self) -> impl Iterator<Item = (Follower, usize, Result<(), Refusal>)> {
        self.placement.choices()
    }

    /// What an allowed follower on a segment would bring.
    pub fn option(&self, follower: Follower, segment: usize) -> Option<FollowerOption> {
        let colour = self.game.to_move()?;
        let with = after(self.game, Turn { follower: Some(follower), ..self.turn })?;
        let tile = with.board().tiles().len().checked_sub(1)?;
        let prospect = self.placement.prospect(segment);
        let tenant = |colour| Tenant { colour, strength: prospect.strength(colour) };
        let ended = self.ended.get_or_init(|| if_ended_now(&self.after));
        Some(FollowerOption {
            follower,
            segment,
            feature: Feature::of(with.board(), with.board().feature(tile, segment)),
            tenants: self.game.colours().map(tenant).filter(|tenant| tenant.strength > 0).collect(),
            gain: points_at_once(&with, colour) - points_at_once(&self.after, colour),
            at_end: if_ended_now(&with)[colour.index()] - ended[colour.index()],
        })
    }

    /// The points of each colour before and after the turn without its follower. `with_end` requests those if the game ended.
    pub fn forecast(&self, with_end: bool) -> Vec<Forecast> {
        Forecast::of(self.game, &self.after, with_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{FollowerKind, Place, SegmentKind, Side};
    use samples::game_of;

    #[test]
    fn a_meeple_on_a_city_that_the_tile_completes_gains_its_points() {
        let game = game_of(&[], "CFFF");
        let tile = "CFFF".parse().unwrap();
        let preview = TurnPreview::of(&game, tile, Cell::new(0, -1), Some(Rotation::R2), None).unwrap();
        let allowed = preview.followers().filter(|(.., allowed)| allowed.is_ok());
        let options: Vec<FollowerOption> =
            allowed.filter_map(|(follower, segment, _)| preview.option(follower, segment)).collect();
        let found: Vec<_> = options
            .iter()
            .map(|option| (option.follower.kind, option.feature.kind, option.feature.complete, option.gain))
            .collect();
        let meeple = FollowerKind::Meeple;
        assert_eq!(found, [(meeple, SegmentKind::City, true, 4), (meeple, SegmentKind::Field, false, 0)]);
        assert_eq!((options[0].feature.tiles, options[1].feature.finished_cities), (2, 1));
        assert!(options.iter().all(|option| option.tenants.is_empty()));
    }

    #[test]
    fn a_tile_lies_in_the_first_rotation_that_fits_and_without_a_follower_that_may_not_stand_there() {
        let game = game_of(&[], "CFFF");
        let tile = "CFFF".parse().unwrap();
        let city = |kind| Some(Follower { kind, on: Place::Side(Side::Bottom) });
        let (meeple, builder) = (city(FollowerKind::Meeple), city(FollowerKind::Builder));
        let preview = TurnPreview::of(&game, tile, Cell::new(0, -1), None, meeple).unwrap();
        assert_eq!((preview.turn().rotation, preview.turn().follower), (Rotation::R2, meeple));
        assert_eq!(preview.next_rotation(), None);
        let preview = TurnPreview::of(&game, tile, Cell::new(0, -1), None, builder).unwrap();
        assert_eq!(preview.turn().follower, None);
        let far = Cell::new(9, 9);
        assert_eq!(TurnPreview::of(&game, tile, far, None, None).err(), Some(Misfit::InEveryRotation(far)));
    }
}
