use super::*;
use engine::{Header, Preset, Ruleset, Seat, TileSet, Unplaceable};
use samples::{finished_game, finished_game_of};

fn start(preset: Preset) -> Game {
    Game::new(&Header::new(Ruleset::of(preset), vec!["ann".to_owned(), "ben".to_owned()], Seat(0))).unwrap()
}

#[test]
fn the_odds_of_a_cell_show_its_edges_and_the_kinds_that_fit() {
    let game = start(Preset::Modern);
    let north = cell_odds(&game, Cell::new(0, -1)).unwrap();
    assert_eq!(north.edges, [None, None, Some(Edge::City), None]);
    // Tiles with a city edge among the 71 unseen ones, counted by hand from the names.
    let by_name: u32 = TileKind::all()
        .filter(|kind| kind.name().contains('C') && game.unseen()[kind.index()] > 0)
        .map(|kind| u32::from(game.unseen()[kind.index()]))
        .sum();
    assert_eq!(north.fitting, by_name);
    let none = f64::from(71 - by_name) / 71.0 * f64::from(70 - by_name) / 70.0;
    assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
    assert!(cell_odds(&game, Cell::new(5, 5)).is_none());
    assert!(cell_odds(&game, Cell::ORIGIN).is_none());
}

#[test]
fn with_an_endless_bag_every_draw_has_the_same_chance() {
    let game = start(Preset::Abbeys);
    let north = cell_odds(&game, Cell::new(0, -1)).unwrap();
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
        let choices =
            if left == 0 || hand.len() >= self.game.hand_size() { Vec::new() } else { self.choices(hand) };
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

fn enumerated(game: &Game, cell: Cell) -> f64 {
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
        Ruleset { sets, bag: BagRule::Whole, river: engine::RiverRule::Chosen, ..Ruleset::of(preset) }
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
            let some =
                open.iter().filter(|cell| open.len() < 4 || (cell.x + 3 * cell.y + 400) % 5 == 0 || river);
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
