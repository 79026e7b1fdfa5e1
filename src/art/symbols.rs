//! The SVG symbols that a page needs, each once.

use engine::TileKind;

use super::draft::DraftPicture;
use super::follower;
use super::piece_set::PieceSet;
use super::pieces::Piece;
use super::sketch::Sketch;

/// A tower where walls meet, and a gate across a road that comes from the south.
const WORKS: &str = concat!(
    r#"<g id="a-tower"><circle class="a-w1" r="5.4"/><circle class="a-w2" r="4.5"/><circle class="a-w3" r="2.4"/></g>"#,
    r#"<g id="a-gate"><path class="a-w1" d="M-5.5-3.5H5.5V4H-5.5z"/><path class="a-w2" d="M-5.5-2.6H5.5V3.1H-5.5z"/><path class="a-dr" d="M-3.6 4V0a3.6 3.6 0 0 1 7.2 0V4z"/><circle class="a-w1" cx="-7" r="4"/><circle class="a-w1" cx="7" r="4"/><circle class="a-w2" cx="-7" r="3.2"/><circle class="a-w2" cx="7" r="3.2"/><circle class="a-w3" cx="-7" r="1.5"/><circle class="a-w3" cx="7" r="1.5"/></g>"#,
    r##"<path id="a-banner" d="M0-28q6-4 11-1.5t11 0v15q-6 3-11 0t-11 1.5z"/><g id="a-flag"><path class="a-fp" d="M0 1V-29"/><use href="#a-banner" class="a-fl"/></g>"##,
);

/// What lies across the sides of tiles.
const ACROSS: &str = concat!(
    r##"<g id="a-hedge"><path class="a-sd" d="M-13-1q14 6 28 2v4q-14 4-28-2z"/><path class="a-he" d="M-14 2q7-5 14-2t14-3"/><path class="a-hf" d="M-14 .5q7-5 14-2t13-3"/></g>"##,
    r##"<g id="a-park"><circle class="a-ga" r="15"/><circle class="a-sq" r="6"/><circle class="a-w1" r="4"/><circle class="a-wa" r="2.8"/><use href="#a-tree" x="-10" y="-5"/><use href="#a-tree" x="10" y="-6"/><use href="#a-tree" x="-9" y="9"/><use href="#a-tree" x="10" y="8"/></g>"##,
);

/// The meadow under all tiles: one pattern for the whole board, so that it has no seams.
const GRASS: &str = concat!(
    r#"<pattern id="a-grass" width="160" height="160" patternUnits="userSpaceOnUse">"#,
    r#"<path class="a-g1" d="M12 30q18-22 44-12t30 26-34 24-40-38zM96 102q26-14 44 4t-8 38-46-8 10-34zM20 118q14-10 26 0t-4 20-26-2 4-18z"/>"#,
    r#"<path class="a-g2" d="M30 34l2-5M35 36l-1-6M118 48l2-5M123 50l-1-6M70 92l2-5M75 94l-1-6M140 128l2-5M145 130l-1-6M48 140l2-5M53 142l-1-6M100 12l2-5M105 14l-1-6M8 76l2-5M13 78l-1-6"/></pattern>"#,
);

/// The definitions for tiles of these kinds and for followers, in one hidden `<svg>` per page.
pub fn symbols(kinds: impl IntoIterator<Item = TileKind>) -> String {
    symbols_with(kinds, &[])
}

/// Like [`symbols`], for a page that also shows drafts.
pub fn symbols_with(kinds: impl IntoIterator<Item = TileKind>, drafts: &[DraftPicture]) -> String {
    let mut out = String::with_capacity(32 * 1024);
    out.push_str(r#"<svg class="art-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>"#);
    definitions(&mut out, kinds, drafts);
    out.push_str("</defs></svg>");
    out
}

/// The content of `<defs>`.
pub(super) fn definitions(
    out: &mut String,
    kinds: impl IntoIterator<Item = TileKind>,
    drafts: &[DraftPicture],
) {
    out.push_str(GRASS);
    out.push_str(WORKS);
    out.push_str(ACROSS);
    out.push_str(follower::SYMBOLS);
    let mut pieces = PieceSet::default();
    for across in [Piece::Tree, Piece::Grove(0), Piece::Grove(1)] {
        pieces.insert(across);
    }
    let mut seen = [false; TileKind::COUNT];
    for kind in kinds {
        if !std::mem::replace(&mut seen[kind.index()], true) {
            let sketch = Sketch::of(kind);
            out.push_str(&sketch.symbols);
            pieces.join(sketch.pieces);
        }
    }
    for draft in drafts {
        out.push_str(&draft.symbols);
        pieces.join(draft.pieces);
    }
    for piece in pieces.iter() {
        piece.write(out);
    }
}
