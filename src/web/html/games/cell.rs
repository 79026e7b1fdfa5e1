//! What may come to an empty cell.

use crate::engine::{BagRule, Edge, Game, Position, Rotation, Side, TileKind};
use crate::web::html::rulebook::words::Words;

use crate::web::html::games::names::listed;

/// An empty cell, asked about.
pub struct CellInfo {
    /// Which.
    pub cell: Position,
    /// What its sides must show, in words.
    pub wanted: String,
    /// The kinds in the hand that fit.
    pub in_hand: Vec<TileKind>,
    /// The kinds still unseen that fit, with how many of each there are.
    pub kinds: Vec<Fitting>,
    /// How many tiles that is.
    pub fitting: u32,
    /// The chance that one of them is drawn in the next round, in hundredths.
    pub chance: u32,
}

/// A kind that fits.
pub struct Fitting {
    /// The tile as it would lie.
    pub picture: String,
    /// Its name.
    pub kind: TileKind,
    /// How many are unseen.
    pub count: u16,
}

/// What is known of an empty cell beside the map; `None` for any other.
pub fn ask(game: &Game, cell: Position) -> Option<CellInfo> {
    let board = game.board();
    board.open_cells().contains(&cell).then_some(())?;
    let fits = |kind: TileKind| Rotation::ALL.into_iter().find(|&rotation| board.fits(kind, cell, rotation));
    let kinds: Vec<(TileKind, Rotation, u16)> = TileKind::all()
        .filter_map(|kind| {
            let count = game.unseen()[kind.index()];
            if count == 0 { None } else { Some((kind, fits(kind)?, count)) }
        })
        .collect();
    let mut in_hand: Vec<TileKind> =
        game.hand().iter().copied().filter(|&kind| fits(kind).is_some()).collect();
    in_hand.dedup();
    let words = Words::of(game.rules().preset);
    Some(CellInfo {
        cell,
        wanted: words.tell(wanted(board.wanted(cell))),
        in_hand,
        fitting: kinds.iter().map(|&(.., count)| u32::from(count)).sum(),
        chance: chance(game, &kinds),
        kinds: kinds
            .into_iter()
            .map(|(kind, rotation, count)| Fitting { picture: words.tile(kind, rotation), kind, count })
            .collect(),
    })
}

fn wanted(wanted: [Option<Edge>; 4]) -> String {
    let told: Vec<String> = Side::ALL
        .into_iter()
        .zip(wanted)
        .filter_map(|(side, edge)| Some(format!("{} to the {}", edge?.word(), side.compass())))
        .collect();
    listed(&told)
}

/// The chance that at least one fitting tile is among the draws of a round: without putting back, or for a bag that never
/// changes with it.
fn chance(game: &Game, kinds: &[(TileKind, Rotation, u16)]) -> u32 {
    let draws = game.colours().count().min(game.tiles_left());
    let unseen: Vec<u16> = TileKind::all().map(|kind| game.unseen()[kind.index()]).collect();
    let none = if game.rules().bag == BagRule::Uniform {
        let all = unseen.iter().filter(|&&count| count > 0).count();
        let fitting = kinds.len();
        (0..draws).map(|_| share(all - fitting, all)).product::<f64>()
    } else {
        let all: usize = unseen.iter().map(|&count| usize::from(count)).sum();
        let fitting: usize = kinds.iter().map(|&(.., count)| usize::from(count)).sum();
        (0..draws)
            .map(|drawn| share((all - fitting).saturating_sub(drawn), all.saturating_sub(drawn)))
            .product()
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
    let hundredths = ((1.0 - none) * 100.0).round() as u32;
    hundredths
}

#[allow(clippy::cast_precision_loss, reason = "a few hundred tiles")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Game, Header, Preset, Ruleset, Seat};

    fn start(preset: Preset) -> Game {
        Game::new(&Header::new(Ruleset::of(preset), vec!["ann".to_owned(), "ben".to_owned()], Seat(0)))
            .unwrap()
    }

    #[test]
    fn a_cell_knows_what_must_match_and_what_still_fits() {
        let game = start(Preset::Modern);
        let north = ask(&game, Position::new(0, -1)).unwrap();
        assert_eq!(north.wanted, "city to the south");
        // 71 tiles are unseen; those with a city side, counted by hand from the names.
        let by_name: u32 = TileKind::all()
            .filter(|kind| kind.name().contains('C') && game.unseen()[kind.index()] > 0)
            .map(|kind| u32::from(game.unseen()[kind.index()]))
            .sum();
        assert_eq!(north.fitting, by_name);
        let none = f64::from(71 - by_name) / 71.0 * f64::from(70 - by_name) / 70.0;
        assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
        assert!(ask(&game, Position::new(5, 5)).is_none() && ask(&game, Position::ORIGIN).is_none());
    }

    #[test]
    fn a_bag_that_never_changes_has_the_same_chance_at_every_draw() {
        let game = start(Preset::Abbeys);
        let north = ask(&game, Position::new(0, -1)).unwrap();
        let kinds = u32::try_from(north.kinds.len()).unwrap();
        let none = (f64::from(24 - kinds) / 24.0).powi(2);
        assert!((f64::from(north.chance) - (1.0 - none) * 100.0).abs() < 0.51);
    }
}
