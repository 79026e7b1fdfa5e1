//! What pages show of a turn that is tried: the tile, what it completes, and the followers that can be placed.
use crate::html::board::choices::{self, Choices};
use crate::html::board::draft;
use crate::html::wording::names::Names;
use crate::html::wording::{consequence, refusal, tile_words};
use crate::http::urls::Draft;
use crate::locale::Locale;
use engine::{Game, Rotation};
use insight::{Misfit, TurnPreview};
use table::Aids;

/// The draft on the board, or why it can't be there.
pub(crate) fn preview(locale: Locale, game: &Game, draft: Draft) -> Result<TurnPreview<'_>, String> {
    let Draft { tile, position, rotation, follower } = draft;
    TurnPreview::of(game, tile, position, rotation, follower).map_err(|misfit| match misfit {
        Misfit::InEveryRotation(cell) => locale.text("refusal-fits-nowhere").with("cell", cell).to_string(),
        Misfit::Refused(why) => refusal::sentence(locale, &why),
    })
}

/// A turn that is tried, in words and pictures.
pub struct PreviewPart {
    pub draft: Draft,
    /// The tile's SVG.
    pub tile: String,
    /// The rotated tile in words.
    pub words: String,
    /// In the next rotation that fits, if there is another.
    pub rotated: Option<Draft>,
    /// What is completed, with or without a follower.
    pub closes: Vec<String>,
    pub choices: Choices,
}

impl PreviewPart {
    pub fn of(preview: &TurnPreview, names: &Names, aids: Aids) -> Self {
        let turn = preview.turn();
        let draft = draft::of(turn);
        let words = tile_words::words(names.locale(), turn.tile, turn.rotation);
        let rotated = |rotation| Draft { rotation: Some(rotation), follower: None, ..draft };
        Self {
            draft,
            tile: art::tile(turn.tile, turn.rotation, &words),
            words,
            rotated: preview.next_rotation().map(rotated),
            closes: closes(preview, names).collect(),
            choices: choices::of(preview, names, aids),
        }
    }

    /// The tile's quarter turns, for forms.
    pub fn quarters(&self) -> usize {
        self.draft.rotation.map_or(0, Rotation::quarters)
    }
}

/// What the tile completes, with or without a follower: "completes a city of 4 tiles: you get 8 points".
pub fn closes(preview: &TurnPreview, names: &Names) -> impl Iterator<Item = String> {
    preview.completed().map(|completed| consequence::completes(names, &completed))
}
