//! Draws that stand out.

use crate::html::games::analysis::words::who;
use crate::html::wording::names::Names;
use crate::html::wording::tile_words;
use analysis::{Analysis, TurnReport};
use engine::Rotation;

/// A draw in a list of those that stand out.
pub struct Highlight {
    /// The number of its event.
    pub n: u32,
    /// Counted from 1.
    pub turn: usize,
    /// The drawn tile as SVG; may be empty.
    pub tile: String,
    pub sentence: String,
}

impl Highlight {
    /// The draws of these turns.
    pub fn draws(analysis: &Analysis, names: &Names, turns: &[u32]) -> Vec<Self> {
        let locale = names.locale();
        let sentence = |turn: &TurnReport| {
            let text = locale.text("analysis-draw").with("who", who(names, turn.seat));
            text.with("points", locale.signed(turn.luck.points)).to_string()
        };
        let highlight = |&n: &u32| {
            let place = analysis.turns.iter().position(|turn| turn.n == n)?;
            let turn = &analysis.turns[place];
            let tile = turn.drawn.map(|kind| tile_words::thumbnail(locale, kind, Rotation::R0));
            Some(Self { n, turn: place + 1, tile: tile.unwrap_or_default(), sentence: sentence(turn) })
        };
        turns.iter().filter_map(highlight).collect()
    }
}
