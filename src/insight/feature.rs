//! Roads, cities, cloisters and fields of a board.

use serde::Serialize;

use engine::{Board, Cell, Colour, ColourSet, FeatureId, FollowerKind, SegmentKind};

/// A road, city, cloister or field in its current state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Feature {
    pub kind: SegmentKind,
    /// In the order in which their tiles were placed.
    pub cells: Vec<Cell>,
    /// Pairs of an index into [`Board::tiles`] and a segment index in the tile's definition. Sorted.
    #[serde(skip)]
    pub segments: Vec<(usize, usize)>,
    /// Tiles that count for scoring; for a cloister, its own and its neighbours, at most nine.
    pub tiles: u16,
    pub shields: u8,
    pub inn: bool,
    pub cathedral: bool,
    /// Never true of a field.
    pub complete: bool,
    /// Sides of a road or city with no tile beyond them.
    pub open_sides: u16,
    /// The empty cells beyond those sides.
    pub open_cells: Vec<Cell>,
    /// Finished cities next to a field.
    pub finished_cities: usize,
    /// In the order in which they were placed.
    pub followers: Vec<Standing>,
    /// The colours with the greatest strength.
    pub owners: ColourSet,
}

/// A follower in a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub colour: Colour,
    pub kind: FollowerKind,
    /// The cell of its tile.
    pub cell: Cell,
}

impl Feature {
    pub fn of(board: &Board, id: FeatureId) -> Self {
        let data = board.feature_info(id);
        let mut segments: Vec<(usize, usize)> = board.segments(id).collect();
        segments.sort_unstable();
        let mut tiles: Vec<usize> = segments.iter().map(|&(tile, _)| tile).collect();
        tiles.dedup();
        let cell = |tile: usize| board.tiles()[tile].position;
        let here = |tile, segment| board.feature(tile, segment) == id;
        let followers = board.followers().iter().filter(|placed| here(placed.tile, placed.segment));
        let is_field = data.kind == SegmentKind::Field;
        Self {
            kind: data.kind,
            cells: tiles.into_iter().map(cell).collect(),
            tiles: match data.kind {
                SegmentKind::Cloister => board.cloister_tiles(id),
                _ => data.tiles,
            },
            shields: data.shields,
            inn: data.inn,
            cathedral: data.cathedral,
            complete: board.is_complete(id),
            open_sides: data.open,
            open_cells: open_cells(board, &segments),
            finished_cities: if is_field { board.cities_of(id).len() } else { 0 },
            followers: followers
                .map(|placed| Standing { colour: placed.colour, kind: placed.kind, cell: cell(placed.tile) })
                .collect(),
            owners: data.majority(),
            segments,
        }
    }

    /// A colour's followers in the feature by kind; kinds without any are omitted.
    pub fn followers_of(&self, colour: Colour) -> Vec<(FollowerKind, u16)> {
        count_kinds(&self.followers.iter().filter(|standing| standing.colour == colour))
    }

    /// `None` if there are several owners or none.
    pub fn only_owner(&self) -> Option<Colour> {
        self.owners.iter().next().filter(|_| self.owners.len() == 1)
    }
}

pub(super) fn count_kinds<'a>(
    followers: &(impl Iterator<Item = &'a Standing> + Clone),
) -> Vec<(FollowerKind, u16)> {
    let count = |kind| followers.clone().filter(|standing| standing.kind == kind).count();
    let counts = FollowerKind::ALL.map(|kind| (kind, u16::try_from(count(kind)).unwrap_or(u16::MAX)));
    counts.into_iter().filter(|&(_, count)| count > 0).collect()
}

/// The empty cells beside segments of roads and cities, sorted.
fn open_cells(board: &Board, segments: &[(usize, usize)]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for &(tile, segment) in segments {
        let placed = board.tiles()[tile];
        let sides = placed.kind.def().segments[segment].side_list();
        let beyond = sides.map(|side| placed.position.neighbour(side + placed.rotation));
        cells.extend(beyond.filter(|&cell| board.at(cell).is_none()));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// In the order of their first tiles.
pub fn features(board: &Board) -> impl Iterator<Item = Feature> {
    board.features().into_iter().map(|id| Feature::of(board, id))
}

/// The features that can still change or that final scoring counts: incomplete ones, and fields with followers.
pub fn open_features(board: &Board) -> Vec<Feature> {
    let is_open = |id: &FeatureId| match board.feature_info(*id).kind {
        SegmentKind::Field => board.feature_info(*id).followers > 0,
        _ => !board.is_complete(*id),
    };
    board.features().into_iter().filter(is_open).map(|id| Feature::of(board, id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::game_of;

    #[test]
    fn a_city_knows_its_size_its_open_cells_and_its_followers() {
        // A city with a meeple extends north from the start tile's.
        let game = game_of(
            &[r#""tile":"FCFC","x":0,"y":-1,"rotation":1,"follower":{"kind":"meeple","on":"top"}"#],
            "CFFF",
        );
        let city = features(game.board()).find(|feature| feature.kind == SegmentKind::City).unwrap();
        assert_eq!(city.cells, [Cell::ORIGIN, Cell::new(0, -1)]);
        assert_eq!((city.tiles, city.shields, city.complete, city.open_sides), (2, 0, false, 1));
        assert_eq!(city.open_cells, [Cell::new(0, -2)]);
        assert_eq!(city.only_owner(), Some(Colour(0)));
        assert_eq!(city.followers_of(Colour(0)), [(FollowerKind::Meeple, 1)]);
        assert_eq!(city.followers_of(Colour(1)), []);
    }
}
