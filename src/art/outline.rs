//! Outlines around whole features, over a board.

use std::fmt::Write as _;

use super::board::{frame, transform};
use super::sketch::Sketch;
use super::view::BoardView;

/// Outlines of features, shown or hidden: an SVG group for a board of this view. Each outline carries the feature's number as
/// `data-outline`.
pub fn outlines<'a>(
    view: &BoardView,
    features: impl Iterator<Item = (usize, &'a Vec<(usize, usize)>)>,
    visible: bool,
) -> String {
    let [left, top, width, height] = frame(view);
    // The areas of adjacent tiles touch except for rounding: growing them slightly covers the seams.
    let mut out = format!(
        r#"<g class="a-outs"><filter id="a-outline" filterUnits="userSpaceOnUse" x="{left}" y="{top}" width="{width}" height="{height}"><feMorphology in="SourceAlpha" operator="dilate" radius="2" result="inner"/><feMorphology in="SourceAlpha" operator="dilate" radius="11" result="outer"/><feComposite in="outer" in2="inner" operator="out" result="edge"/><feFlood class="a-flood"/><feComposite in2="edge" operator="in"/></filter>"#
    );
    let on = if visible { " on" } else { "" };
    for (index, segments) in features {
        let _ = write!(out, r#"<g class="a-out{on}" data-outline="{index}" filter="url(#a-outline)">"#);
        for &(tile, segment) in segments {
            let Some(tile) = view.tiles.get(tile) else { continue };
            let (data, line) = Sketch::of(tile.kind).area(segment);
            let _ = write!(out, r#"<path{} d="{data}""#, if line { r#" class="a-way""# } else { "" });
            transform(&mut out, *tile);
            out.push_str("/>");
        }
        out.push_str("</g>");
    }
    out.push_str("</g>");
    out
}
