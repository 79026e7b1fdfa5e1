//! What may be placed on an empty cell.

use crate::html::wording::tile_words;
use crate::locale::Locale;
use engine::{Cell, Edge, Game, Side, TileKind};
use insight::CellOdds;

pub struct CellInfo {
    pub cell: Cell,
    /// The edges that a tile must have there, in words.
    pub wanted: String,
    /// The kinds in the hand that fit.
    pub in_hand: Vec<TileKind>,
    /// The unseen kinds that fit.
    pub kinds: Vec<Fitting>,
    /// In words: the number of tiles that fit, and the chance that one is drawn in the next round.
    pub odds: String,
}

pub struct Fitting {
    /// The tile in a rotation that fits.
    pub picture: String,
    /// The number of unseen tiles, where that matters.
    pub count: Option<u16>,
}

/// `None` unless `cell` is an empty cell next to a tile.
pub fn ask(locale: Locale, game: &Game, cell: Cell) -> Option<CellInfo> {
    let odds = insight::cell_odds(game, cell)?;
    let locale = locale.of_book(game.rules().preset);
    let odds_text = odds_sentence(locale, &odds);
    let CellOdds { cell, edges, in_hand, kinds, of_kinds, .. } = odds;
    let kinds = kinds.into_iter().map(|insight::Fitting { kind, rotation, unseen }| Fitting {
        picture: tile_words::tile(locale, kind, rotation),
        count: of_kinds.is_none().then_some(unseen),
    });
    let wanted = wanted(locale, edges);
    Some(CellInfo { cell, wanted, in_hand, odds: odds_text, kinds: kinds.collect() })
}

fn odds_sentence(locale: Locale, odds: &CellOdds) -> String {
    let CellOdds { fitting, chance, .. } = *odds;
    match odds.of_kinds {
        _ if fitting == 0 => locale.say("cell-none-comes").to_owned(),
        Some(kinds) => {
            let n = odds.kinds.len();
            let text = locale.text("cell-odds-uniform").with("n", n).with("kinds", kinds);
            text.with("each", percent_each(n, kinds)).with("chance", chance).to_string()
        }
        None => locale.text("cell-odds").with("n", fitting).with("chance", chance).to_string(),
    }
}

/// `n` as a rounded percentage of `all`.
pub(crate) const fn percent_each(n: usize, all: usize) -> usize {
    (200 * n + all) / (2 * all)
}

/// "field in the east and roads in the south and west".
pub fn wanted(locale: Locale, edges: [Option<Edge>; 4]) -> String {
    let mut sides: Vec<(Edge, Vec<Side>)> = Vec::new();
    for (side, edge) in Side::ALL.into_iter().zip(edges) {
        let Some(edge) = edge else { continue };
        match sides.iter_mut().find(|(known, _)| *known == edge) {
            Some((_, sides)) => sides.push(side),
            None => sides.push((edge, vec![side])),
        }
    }
    let groups = sides.iter().map(|(edge, sides)| tile_words::edges_at(locale, *edge, sides));
    locale.list(&groups.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Header, Preset, Ruleset, Seat};

    #[test]
    fn a_cell_says_in_words_what_must_match() {
        let seats = vec!["ann".to_owned(), "ben".to_owned()];
        let game = Game::new(&Header::new(Ruleset::of(Preset::Modern), seats, Seat(0))).unwrap();
        assert_eq!(ask(Locale::default(), &game, Cell::new(0, -1)).unwrap().wanted, "city in the south");
        assert!(ask(Locale::default(), &game, Cell::ORIGIN).is_none());
        let edges = [None, Some(Edge::Field), Some(Edge::Road), Some(Edge::Road)];
        assert_eq!(wanted(Locale::default(), edges), "field in the east and roads in the south and west");
    }
}
