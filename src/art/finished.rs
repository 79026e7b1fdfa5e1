//! Completed cities: a darker ground and wall, lit windows, and flags in their owners' colours.

use std::fmt::Write as _;

use engine::{FeatureId, Game, SegmentKind};

use super::board::{middle, transform};
use super::changes::marked;
use super::curve::{Point, at};
use super::follower::Hue;
use super::sketch::Sketch;
use super::view::{BoardView, Tile};

#[derive(Clone, Debug)]
pub struct FinishedCity {
    /// Indexes of tiles and segments.
    pub segments: Vec<(usize, usize)>,
    /// Whose flags it flies.
    pub owners: Vec<Hue>,
}

impl FinishedCity {
    /// All completed cities of a game.
    pub fn all(game: &Game) -> Vec<Self> {
        let board = game.board();
        let is_finished = |id: &FeatureId| {
            let feature = board.feature_info(*id);
            feature.kind == SegmentKind::City && feature.is_closed(false)
        };
        let city = |id| {
            let mut segments: Vec<_> = board.segments(id).collect();
            segments.sort_unstable();
            let owners = board.feature_info(id).winners.iter();
            Self { segments, owners: owners.map(|colour| Hue::of(game.header(), colour)).collect() }
        };
        board.features().into_iter().filter(is_finished).map(city).collect()
    }

    /// The number of the event that completed it, if it is new.
    fn event(&self, view: &BoardView) -> Option<u32> {
        self.segments.iter().filter_map(|&(tile, _)| view.event_of(tile)).max()
    }
}

/// The completed cities of a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct TileCities {
    /// Segments, each with the number of the event that completed it, if it is new.
    segments: Vec<(usize, Option<u32>)>,
}

impl TileCities {
    /// For each tile of a board.
    pub fn of(view: &BoardView) -> Vec<Self> {
        let mut tiles = vec![Self::default(); view.tiles.len()];
        for city in &view.finished {
            let event = city.event(view);
            for &(tile, segment) in &city.segments {
                if let Some(tile) = tiles.get_mut(tile) {
                    tile.segments.push((segment, event));
                }
            }
        }
        tiles
    }

    /// Whether all cities of the tile are completed, and at least one is.
    pub fn all(&self, tile: Tile) -> bool {
        let cities = tile.kind.def().segments.iter().filter(|segment| segment.kind == SegmentKind::City);
        !self.segments.is_empty() && cities.count() == self.segments.len()
    }

    /// Whether they were all completed before the events that the picture shows one by one.
    pub fn all_old(&self, tile: Tile) -> bool {
        self.all(tile) && self.segments.iter().all(|(_, event)| event.is_none())
    }

    /// The ground of those that the tile's own symbol doesn't show as completed.
    pub fn ground(&self, out: &mut String, tile: Tile) {
        self.each(out, tile, |segment| {
            Some(format!(r#"<path class="a-ci a-fi" d="{}""#, Sketch::of(tile.kind).area(segment).0))
        });
    }

    /// Their walls.
    pub fn walls(&self, out: &mut String, tile: Tile) {
        self.each(out, tile, |segment| {
            let line = Sketch::of(tile.kind).wall(segment)?;
            Some(format!(r##"<use class="a-fx" href="#a-{}-{line}""##, tile.kind.name()))
        });
    }

    /// Writes elements that begin like this.
    fn each(&self, out: &mut String, tile: Tile, begin: impl Fn(usize) -> Option<String>) {
        if self.all_old(tile) {
            return;
        }
        for &(segment, event) in &self.segments {
            let Some(begin) = begin(segment) else { continue };
            out.push_str(&begin);
            transform(out, tile);
            marked(out, event);
            out.push_str("/>");
        }
    }
}

/// A flag for each owner of a completed city, on its northernmost tower.
pub(super) fn flags(out: &mut String, view: &BoardView) {
    for city in view.finished.iter().filter(|city| !city.owners.is_empty()) {
        let towers =
            city.segments.iter().filter_map(|&(tile, segment)| Some((view.tiles.get(tile)?, segment)));
        let places = towers.flat_map(|(tile, segment)| {
            let (x, y) = middle(tile.position);
            let turned =
                Sketch::of(tile.kind).towers(segment).map(|tower| tower.turned(tile.rotation.quarters()));
            turned.map(move |tower| at(f64::from(x) + tower.x, f64::from(y) + tower.y)).collect::<Vec<_>>()
        });
        let north =
            |a: &Point, b: &Point| (a.y, a.x).partial_cmp(&(b.y, b.x)).unwrap_or(std::cmp::Ordering::Equal);
        let Some(tower) = places.min_by(north) else { continue };
        let (x, y) = tower.whole();
        for (hue, beside) in city.owners.iter().zip((0..).step_by(24)) {
            flag(out, *hue, (x + beside, y), city.event(view));
        }
    }
}

fn flag(out: &mut String, hue: Hue, (x, y): (i32, i32), event: Option<u32>) {
    let _ = write!(out, r##"<use class="{}" href="#a-flag" x="{x}" y="{y}""##, hue.class());
    marked(out, event);
    out.push_str("/>");
    if hue != Hue::Red {
        let _ = write!(out, r##"<use href="#a-banner" fill="url(#{})" x="{x}" y="{y}""##, hue.class());
        marked(out, event);
        out.push_str("/>");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_game;
    use engine::{Preset, Ruleset};

    #[test]
    fn every_completed_city_that_was_claimed_flies_its_owners_flags() {
        let mut owned = 0;
        for seed in 1..8 {
            let game = random_game(Ruleset::of(Preset::Modern), 2, 100, seed);
            let view = BoardView::of(&game, String::new(), |_| String::new());
            let flags = view.finished.iter().map(|city| city.owners.len()).sum::<usize>();
            let mut drawn = String::new();
            super::flags(&mut drawn, &view);
            assert_eq!(drawn.matches("#a-flag").count(), flags);
            owned += flags;
        }
        assert!(owned > 5, "{owned} flags");
    }

    #[test]
    fn a_completed_city_on_a_tile_with_an_open_one_is_drawn_apart() {
        let tile = Tile {
            kind: "CFCF".parse().unwrap(),
            position: engine::Cell::ORIGIN,
            rotation: engine::Rotation::R0,
        };
        let cities = tile.kind.def().segments.iter().enumerate();
        let first = cities.clone().find(|(_, segment)| segment.kind == SegmentKind::City).unwrap().0;
        let finished = vec![FinishedCity { segments: vec![(0, first)], owners: Vec::new() }];
        let view = BoardView { tiles: vec![tile], finished, ..BoardView::default() };
        let cities = &TileCities::of(&view)[0];
        let (mut ground, mut walls) = (String::new(), String::new());
        cities.ground(&mut ground, tile);
        cities.walls(&mut walls, tile);
        assert!(!cities.all(tile) && ground.contains("a-fi") && walls.contains("a-fx"));
    }
}
