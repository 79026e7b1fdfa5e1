//! Turns that stand out.

use crate::html::games::analysis::words::who;
use crate::html::wording::names::Names;
use crate::html::wording::tile_words;
use crate::locale::Locale;
use analysis::{Analysis, TurnReport};
use engine::Rotation;

/// A turn in a list of those that stand out.
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
    pub fn turning_points(analysis: &Analysis, names: &Names) -> Vec<Self> {
        let sentence = |locale: Locale, turn: &TurnReport| {
            let win = |win: &[f64]| locale.percent(win[turn.seat.index()]);
            let text = locale.text("analysis-turning-point").with("who", who(names, turn.seat));
            text.with("before", win(&turn.before.win)).with("after", win(&turn.after.win)).to_string()
        };
        Self::all(analysis, names, &analysis.turning_points, sentence)
    }

    /// The draws of these turns.
    pub fn draws(analysis: &Analysis, names: &Names, turns: &[u32]) -> Vec<Self> {
        let sentence = |locale: Locale, turn: &TurnReport| {
            let text = locale.text("analysis-draw").with("who", who(names, turn.seat));
            text.with("points", locale.signed(turn.luck.points)).to_string()
        };
        Self::all(analysis, names, turns, sentence)
    }

    fn all(
        analysis: &Analysis,
        names: &Names,
        turns: &[u32],
        sentence: impl Fn(Locale, &TurnReport) -> String,
    ) -> Vec<Self> {
        let locale = names.locale();
        let highlight = |&n: &u32| {
            let place = analysis.turns.iter().position(|turn| turn.n == n)?;
            let turn = &analysis.turns[place];
            let tile = turn.drawn.map(|kind| tile_words::thumbnail(locale, kind, Rotation::R0));
            Some(Self {
                n,
                turn: place + 1,
                tile: tile.unwrap_or_default(),
                sentence: sentence(locale, turn),
            })
        };
        turns.iter().filter_map(highlight).collect()
    }
}
