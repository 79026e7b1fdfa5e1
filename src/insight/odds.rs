//! What may still come: tiles left by kind, what fits an empty cell and how likely, and cells that nothing can fill.
//! Only what every player can know is used: which tiles have not been seen.

use serde::Serialize;

use crate::engine::{BagRule, Edge, Game, Position, Rotation, TileKind};

/// An empty cell beside the map, and what may come to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellOdds {
    pub cell: Position,
    /// What a tile must show to the north, east, south and west; absent where no neighbour asks for anything.
    pub edges: [Option<Edge>; 4],
    /// The kinds of the hand that fit, each once.
    pub in_hand: Vec<TileKind>,
    /// The unseen kinds that fit.
    pub kinds: Vec<Fitting>,
    /// How many unseen tiles that is.
    pub fitting: u32,
    /// The chance that at least one of them is drawn in the next round, in percent, rounded.
    pub chance: u32,
}

/// A kind that fits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fitting {
    pub kind: TileKind,
    /// The first rotation in which it fits.
    pub rotation: Rotation,
    /// How many tiles of the kind are unseen.
    pub unseen: u16,
}

/// The odds of an empty cell beside the map; `None` for any other cell.
pub fn cell_odds(game: &Game, cell: Position) -> Option<CellOdds> {
    let board = game.board();
    board.open_cells().contains(&cell).then_some(())?;
    let fits = |kind: TileKind| Rotation::ALL.into_iter().find(|&rotation| board.fits(kind, cell, rotation));
    let fitting = |kind: TileKind| {
        let unseen = game.unseen()[kind.index()];
        if unseen == 0 { None } else { Some(Fitting { kind, rotation: fits(kind)?, unseen }) }
    };
    let kinds: Vec<Fitting> = TileKind::all().filter_map(fitting).collect();
    let mut in_hand: Vec<TileKind> =
        game.hand().iter().copied().filter(|&kind| fits(kind).is_some()).collect();
    in_hand.dedup();
    Some(CellOdds {
        cell,
        edges: board.wanted(cell),
        in_hand,
        fitting: kinds.iter().map(|fitting| u32::from(fitting.unseen)).sum(),
        chance: chance(game, &kinds),
        kinds,
    })
}

/// The chance that at least one fitting tile is among the draws of a round: drawn without putting back, or from a bag
/// that never changes with it.
fn chance(game: &Game, kinds: &[Fitting]) -> u32 {
    let draws = game.colours().count().min(game.tiles_left());
    let unseen: Vec<u16> = TileKind::all().map(|kind| game.unseen()[kind.index()]).collect();
    let none = if game.rules().bag == BagRule::Uniform {
        let all = unseen.iter().filter(|&&count| count > 0).count();
        let fitting = kinds.len();
        (0..draws).map(|_| share(all - fitting, all)).product::<f64>()
    } else {
        let all: usize = unseen.iter().map(|&count| usize::from(count)).sum();
        let fitting: usize = kinds.iter().map(|fitting| usize::from(fitting.unseen)).sum();
        (0..draws)
            .map(|drawn| share((all - fitting).saturating_sub(drawn), all.saturating_sub(drawn)))
            .product()
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
    let percent = ((1.0 - none) * 100.0).round() as u32;
    percent
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// A kind of tile and how much of it is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindLeft {
    pub kind: TileKind,
    /// Tiles that nobody has seen.
    pub unseen: u16,
    /// Tiles in the whole game.
    pub all: u16,
}

/// Every kind of the game with what is left of it.
pub fn tiles_left(game: &Game) -> Vec<KindLeft> {
    let census = game.rules().census();
    let left =
        |kind: TileKind| KindLeft { kind, unseen: game.unseen()[kind.index()], all: census[kind.index()] };
    TileKind::all().map(left).filter(|left| left.all > 0).collect()
}

/// Empty cells beside the map that no tile of the bag or of the hand fits in any rotation.
pub fn dead_cells(game: &Game) -> Vec<Position> {
    let may_come = |kind: &TileKind| game.unseen()[kind.index()] > 0 || game.hand().contains(kind);
    let kinds: Vec<TileKind> = TileKind::all().filter(may_come).collect();
    let board = game.board();
    let fits = |kind, cell| Rotation::ALL.iter().any(|&rotation| board.fits(kind, cell, rotation));
    let dead = |cell: &Position| !kinds.iter().any(|&kind| fits(kind, *cell));
    board.open_cells().iter().copied().filter(dead).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Header, Preset, Ruleset, Seat};
    use crate::insight::testing::finished_game;

    fn start(preset: Preset) -> Game {
        Game::new(&Header::new(Ruleset::of(preset), vec!["ann".to_owned(), "ben".to_owned()], Seat(0)))
            .unwrap()
    }

    #[test]
    fn a_cell_knows_what_must_match_and_what_still_fits() {
        let game = start(Preset::Modern);
        let north = cell_odds(&game, Position::new(0, -1)).unwrap();
        assert_eq!(north.edges, [None, None, Some(Edge::City), None]);
        // 71 tiles are unseen; those with a city side, counted by hand from the names.
        let by_name: u32 = TileKind::all()
            .filter(|kind| kind.name().contains('C') && game.unseen()[kind.index()] > 0)
            .map(|kind| u32::from(game.unseen()[kind.index()]))
            .sum();
        assert_eq!(north.fitting, by_name);
        let none = f64::from(71 - by_name) / 71.0 * f64::from(70 - by_name) / 70.0;
        assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
        assert!(cell_odds(&game, Position::new(5, 5)).is_none());
        assert!(cell_odds(&game, Position::ORIGIN).is_none());
    }

    #[test]
    fn a_bag_that_never_changes_has_the_same_chance_at_every_draw() {
        let game = start(Preset::Abbeys);
        let north = cell_odds(&game, Position::new(0, -1)).unwrap();
        let kinds = u32::try_from(north.kinds.len()).unwrap();
        let none = (f64::from(24 - kinds) / 24.0).powi(2);
        assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
    }

    #[test]
    fn all_kinds_are_left_at_the_start_but_for_the_start_tile() {
        let left = tiles_left(&start(Preset::Modern));
        assert_eq!(left.iter().map(|left| left.all).sum::<u16>(), 72);
        let placed: Vec<&str> =
            left.iter().filter(|left| left.unseen < left.all).map(|left| left.kind.name()).collect();
        assert_eq!(placed, ["CRFR"]);
    }

    #[test]
    fn when_no_tile_is_left_every_open_cell_is_dead() {
        assert_eq!(dead_cells(&start(Preset::Modern)), []);
        let (game, _) = finished_game(Ruleset::of(Preset::Modern), 1);
        assert_eq!(game.tiles_left(), 0);
        assert_eq!(dead_cells(&game), game.board().open_cells());
    }
}
