//! What may still come: tiles left by kind, what fits an empty cell and its odds, and cells that no tile can fill. Uses
//! only what every player can know: which tiles are unseen.

use serde::Serialize;

use crate::engine::{BagRule, Edge, Game, Position, Rotation, TileKind, TileSet, Unplaceable, legal};

/// An empty cell next to the map and the tiles that may fill it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CellOdds {
    pub cell: Position,
    /// The edges required to the north, east, south and west; absent on sides without a neighbour.
    pub edges: [Option<Edge>; 4],
    /// The kinds in the hand that fit, without duplicates.
    pub in_hand: Vec<TileKind>,
    /// The kinds that fit and can be drawn in the next round.
    pub kinds: Vec<Fitting>,
    /// The total number of unseen tiles of `kinds`.
    pub fitting: u32,
    /// The rounded percentage chance that at least one of them is drawn in the next round. Assumes the current map:
    /// tiles that fit nowhere, and so would be set aside or returned to the bag, don't count as drawn.
    pub chance: u32,
    /// The number of kinds if every draw picks any kind with equal chance and none runs out; otherwise absent.
    pub of_kinds: Option<usize>,
}

/// A kind that fits a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fitting {
    pub kind: TileKind,
    /// The first rotation in which it fits.
    pub rotation: Rotation,
    /// Unseen tiles of the kind.
    pub unseen: u16,
}

/// `None` if `cell` is taken or not next to the map.
pub fn cell_odds(game: &Game, cell: Position) -> Option<CellOdds> {
    let board = game.board();
    board.open_cells().contains(&cell).then_some(())?;
    let fits = |kind: TileKind| {
        let mut fits = None;
        legal::each_placement(game, kind, |place, rotation| {
            if place == cell && fits.is_none() {
                fits = Some(rotation);
            }
        });
        fits
    };
    let round = Round::of(game);
    let mut none = 1.0;
    let mut kinds = Vec::new();
    for stage in round.stages() {
        let fitting = stage
            .tiles
            .iter()
            .filter_map(|&(kind, unseen)| Some(Fitting { kind, rotation: fits(kind)?, unseen }));
        let fitting: Vec<Fitting> = fitting.collect();
        none *= stage.chance_of_none(&fitting);
        if stage.draws > 0 {
            kinds.extend(fitting);
        }
    }
    kinds.sort_unstable_by_key(|fitting| fitting.kind.index());
    let mut in_hand: Vec<TileKind> =
        game.hand().iter().copied().filter(|&kind| fits(kind).is_some()).collect();
    in_hand.dedup();
    Some(CellOdds {
        cell,
        edges: board.wanted(cell),
        in_hand,
        fitting: kinds.iter().map(|fitting| u32::from(fitting.unseen)).sum(),
        chance: percent(1.0 - none),
        of_kinds: uniform_kinds(game),
        kinds,
    })
}

/// The draws of the next round, one turn per colour: first river tiles, then the lake, then all other tiles.
struct Round {
    river: Stage,
    lake: Stage,
    others: Stage,
}

/// Draws from the same set of tiles.
struct Stage {
    /// Kinds that can be drawn, with their number of unseen tiles.
    tiles: Vec<(TileKind, u16)>,
    draws: usize,
    /// Whether a drawn tile can be drawn again.
    endless: bool,
}

impl Stage {
    fn all(&self) -> usize {
        self.tiles.iter().map(|&(_, unseen)| usize::from(unseen)).sum()
    }

    fn goes_on(&self) -> bool {
        if self.endless { !self.tiles.is_empty() } else { self.draws < self.all() }
    }

    /// The chance that none of the draws is one of these kinds.
    fn chance_of_none(&self, fitting: &[Fitting]) -> f64 {
        if self.endless {
            let all = self.tiles.len();
            return (0..self.draws).map(|_| share(all - fitting.len(), all)).product();
        }
        let all = self.all();
        let others = all - fitting.iter().map(|fitting| usize::from(fitting.unseen)).sum::<usize>();
        (0..self.draws).map(|drawn| share(others.saturating_sub(drawn), all.saturating_sub(drawn))).product()
    }
}

impl Round {
    fn of(game: &Game) -> Self {
        let size = game.hand_size();
        let rules = game.rules();
        let tiles = |wanted: &dyn Fn(TileKind) -> bool, passes_over: bool| {
            let unseen = TileKind::all().map(|kind| (kind, game.unseen()[kind.index()]));
            let come = unseen.filter(|&(kind, unseen)| unseen > 0 && wanted(kind));
            come.filter(|&(kind, _)| !passes_over || legal::is_placeable(game, kind)).collect()
        };
        // In a larger hand, an unplaceable tile stays until all of them are unplaceable.
        let passes_over = size == 1 && rules.unplaceable != Unplaceable::EndAsTie;
        let endless = rules.bag == BagRule::Uniform;
        let river = |kind: TileKind| kind.def().set == TileSet::River;
        let stage = |tiles, endless| Stage { tiles, draws: 0, endless };
        let mut round = Self {
            river: stage(tiles(&|kind| river(kind) && kind.def().river().count() > 1, size == 1), false),
            lake: stage(tiles(&|kind| river(kind) && kind.def().river().count() == 1, size == 1), false),
            others: stage(tiles(&|kind| !river(kind), passes_over), endless),
        };
        if game.is_finished() {
            return round;
        }
        let mut hand = game.hand().len();
        let mut holds_river = game.hand().first().is_some_and(|&kind| river(kind));
        let mut left = game.tiles_left();
        for _ in game.colours().filter(|&colour| !game.is_out(colour)) {
            hand = hand.saturating_sub(1);
            while hand < size && left > 0 {
                let stage = if round.river.goes_on() && (hand == 0 || holds_river) {
                    holds_river = true;
                    &mut round.river
                } else if round.river.goes_on() || (holds_river && hand > 0) {
                    break;
                } else if round.lake.goes_on() {
                    holds_river = true;
                    &mut round.lake
                } else if round.others.goes_on() {
                    holds_river = false;
                    &mut round.others
                } else {
                    break;
                };
                stage.draws += 1;
                hand += 1;
                left -= 1;
            }
        }
        round
    }

    const fn stages(&self) -> [&Stage; 3] {
        [&self.river, &self.lake, &self.others]
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn percent(chance: f64) -> u32 {
    (chance * 100.0).round() as u32
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// The number of kinds if every draw picks any kind with equal chance and none runs out; otherwise `None`.
pub fn uniform_kinds(game: &Game) -> Option<usize> {
    let kinds = || game.unseen().iter().filter(|&&unseen| unseen > 0).count();
    (game.rules().bag == BagRule::Uniform).then(kinds)
}

/// A tile kind and how many are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KindLeft {
    pub kind: TileKind,
    /// Tiles that no one has seen yet.
    pub unseen: u16,
    /// Tiles in the whole game.
    pub all: u16,
}

/// Every kind in the game.
pub fn tiles_left(game: &Game) -> Vec<KindLeft> {
    let census = game.rules().census();
    let left =
        |kind: TileKind| KindLeft { kind, unseen: game.unseen()[kind.index()], all: census[kind.index()] };
    TileKind::all().map(left).filter(|left| left.all > 0).collect()
}

/// Empty cells next to the map that no tile in the bag or hand fits in any rotation.
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
    use crate::insight::testing::{finished_game, finished_game_of};

    fn start(preset: Preset) -> Game {
        Game::new(&Header::new(Ruleset::of(preset), vec!["ann".to_owned(), "ben".to_owned()], Seat(0)))
            .unwrap()
    }

    #[test]
    fn the_odds_of_a_cell_show_its_edges_and_the_kinds_that_fit() {
        let game = start(Preset::Modern);
        let north = cell_odds(&game, Position::new(0, -1)).unwrap();
        assert_eq!(north.edges, [None, None, Some(Edge::City), None]);
        // Tiles with a city edge among the 71 unseen ones, counted by hand from the names.
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
    fn with_an_endless_bag_every_draw_has_the_same_chance() {
        let game = start(Preset::Abbeys);
        let north = cell_odds(&game, Position::new(0, -1)).unwrap();
        let kinds = u32::try_from(north.kinds.len()).unwrap();
        let none = (f64::from(24 - kinds) / 24.0).powi(2);
        assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
    }

    /// Enumerates all ways to draw the next round, tile by tile, and adds up those in which a tile for the cell is
    /// drawn.
    struct Enumeration<'a> {
        game: &'a Game,
        fits: Vec<bool>,
        comes: Vec<bool>,
        unseen: Vec<u16>,
    }

    impl Enumeration<'_> {
        /// The kinds that the next draw can produce; empty if there is no draw. The lake comes after the other river
        /// tiles, and other tiles never share a hand with either.
        fn choices(&self, hand: &[TileKind]) -> Vec<TileKind> {
            let river = |kind: &TileKind| kind.def().set == TileSet::River;
            let lake = |kind: &TileKind| kind.name() == "RV-lake";
            let available = |wanted: &dyn Fn(&TileKind) -> bool| -> Vec<TileKind> {
                TileKind::all()
                    .filter(|kind| self.unseen[kind.index()] > 0 && self.comes[kind.index()] && wanted(kind))
                    .collect()
            };
            let water = available(&|kind| river(kind) && !lake(kind));
            let wet = hand.iter().any(river);
            if !water.is_empty() {
                return if hand.is_empty() || wet { water } else { Vec::new() };
            }
            let end = available(&lake);
            match (wet, end.is_empty()) {
                (true, _) => Vec::new(),
                (false, false) => end,
                (false, true) => available(&|kind| !river(kind)),
            }
        }

        fn chance(&mut self, turns: usize, hand: &mut Vec<TileKind>, left: usize, played: bool) -> f64 {
            if turns == 0 {
                return 0.0;
            }
            if !played {
                // It doesn't matter which tile is played: the hand has only river tiles or none at all.
                let tile = hand.pop();
                let chance = self.chance(turns, hand, left, true);
                hand.extend(tile);
                return chance;
            }
            let choices = if left == 0 || hand.len() >= self.game.hand_size() {
                Vec::new()
            } else {
                self.choices(hand)
            };
            if choices.is_empty() {
                return self.chance(turns - 1, hand, left, false);
            }
            let uniform = self.game.rules().bag == BagRule::Uniform;
            let weight = |unseen: u16| if uniform { 1.0 } else { f64::from(unseen) };
            let all: f64 = choices.iter().map(|kind| weight(self.unseen[kind.index()])).sum();
            let mut chance = 0.0;
            for kind in choices {
                let share = weight(self.unseen[kind.index()]) / all;
                if self.fits[kind.index()] {
                    chance += share;
                    continue;
                }
                self.unseen[kind.index()] -= u16::from(!uniform);
                hand.push(kind);
                chance += share * self.chance(turns, hand, left - 1, true);
                hand.pop();
                self.unseen[kind.index()] += u16::from(!uniform);
            }
            chance
        }
    }

    fn enumerated(game: &Game, cell: Position) -> f64 {
        let fits = |kind| legal::placements(game, kind).iter().any(|(place, _)| *place == cell);
        let single = game.hand_size() == 1;
        let comes = |kind: TileKind| {
            let stays = !single
                || (game.rules().unplaceable == Unplaceable::EndAsTie && kind.def().set != TileSet::River);
            stays || legal::is_placeable(game, kind)
        };
        let mut enumeration = Enumeration {
            game,
            fits: TileKind::all().map(fits).collect(),
            comes: TileKind::all().map(comes).collect(),
            unseen: game.unseen().to_vec(),
        };
        let turns = game.colours().filter(|&colour| !game.is_out(colour)).count();
        enumeration.chance(turns, &mut game.hand().to_vec(), game.tiles_left(), false)
    }

    #[test]
    fn the_chances_of_every_preset_match_an_enumeration_of_all_draws() {
        let river = |preset: Preset| {
            let sets = vec![TileSet::Base, TileSet::River];
            Ruleset {
                sets,
                bag: BagRule::Whole,
                river: crate::engine::RiverRule::Chosen,
                ..Ruleset::of(preset)
            }
        };
        let an_hour = Ruleset { bag: BagRule::Minutes(60), ..Ruleset::of(Preset::Mcguire) };
        let plain = Preset::ALL.map(Ruleset::of);
        let (mut cells, mut in_river) = (0, 0);
        for (seed, rules) in (1..).zip(plain.into_iter().chain(Preset::ALL.map(river)).chain([an_hour])) {
            let seats = vec!["ann".to_owned(), "ben".to_owned(), "cid".to_owned()];
            let (over, log) = finished_game_of(&Header::new(rules, seats, Seat(0)), seed);
            let mut game = Game::new(over.header()).unwrap();
            for (n, logged) in log.iter().enumerate() {
                game.apply(&logged.event).unwrap();
                // Check often during the river, rarely later.
                let river = game.hand().first().is_some_and(|kind| kind.def().set == TileSet::River);
                if game.hand().is_empty() || n % if river { 5 } else { 37 } != 0 {
                    continue;
                }
                let open = game.board().open_cells().to_vec();
                in_river += usize::from(river);
                let some = open
                    .iter()
                    .filter(|cell| open.len() < 4 || (cell.x + 3 * cell.y + 400) % 5 == 0 || river);
                for &cell in some.take(if river { 6 } else { 1 }) {
                    let expected = enumerated(&game, cell) * 100.0;
                    let odds = cell_odds(&game, cell).unwrap();
                    let close = (f64::from(odds.chance) - expected).abs() < 0.501;
                    assert!(
                        close,
                        "{:?} event {n} {cell}: chance {}, but enumerated {expected}",
                        game.rules(),
                        odds.chance
                    );
                    assert_eq!(odds.chance > 0 || odds.fitting > 0, expected > 0.0);
                    cells += 1;
                }
            }
        }
        assert!(cells > 60 && in_river > 12, "{cells} cells, {in_river} positions with a river");
    }

    #[test]
    fn at_the_start_all_tiles_but_the_start_tile_are_left() {
        let left = tiles_left(&start(Preset::Modern));
        assert_eq!(left.iter().map(|left| left.all).sum::<u16>(), 72);
        let placed: Vec<&str> =
            left.iter().filter(|left| left.unseen < left.all).map(|left| left.kind.name()).collect();
        assert_eq!(placed, ["CRFR"]);
    }

    #[test]
    fn without_tiles_left_every_open_cell_is_dead() {
        assert_eq!(dead_cells(&start(Preset::Modern)), []);
        let (game, _) = finished_game(Ruleset::of(Preset::Modern), 1);
        assert_eq!(game.tiles_left(), 0);
        assert_eq!(dead_cells(&game), game.board().open_cells());
    }
}
