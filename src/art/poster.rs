//! A poster of a finished landscape: A3, with names, scores and a date.

use std::fmt::Write as _;

use engine::FollowerKind;

use super::board::frame;
use super::curve::at;
use super::follower::{self, Hue, Pose};
use super::lettering::{centred, covers};
use super::raster::{RasterError, pixels_up_to};
use super::single::still_scene;
use super::style::STILL;
use super::symbols::definitions;
use super::text::Escaped;
use super::view::BoardView;

/// A colour of the game, best first.
#[derive(Clone, Debug)]
pub struct PosterRow {
    pub hue: Hue,
    pub name: String,
    /// Shown if the name has letters that cannot be drawn.
    pub colour: String,
    pub points: i32,
}

/// The sides of A3, in tenths of a millimetre.
const LONG: f64 = 4200.0;
const SHORT: f64 = 2970.0;
const MARGIN: f64 = 130.0;
/// The height of the names, scores and date below the landscape.
const FOOT: f64 = 520.0;
/// Pixels of a PNG's longer side: 150 per inch.
const PIXELS: u32 = 2480;

/// The poster as a standalone SVG document. It lies on its side if the landscape is wide.
pub fn poster(view: &BoardView, rows: &[PosterRow], date: &str) -> String {
    let [left, top, wide, high] = frame(view);
    let (width, height) = if wide > high { (LONG, SHORT) } else { (SHORT, LONG) };
    let mut out = String::with_capacity(128 * 1024);
    let _ = write!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {width} {height}" width="{}mm" height="{}mm" role="img"><title>{}</title><style>{}{SHEET}</style><defs>"#,
        width / 10.0,
        height / 10.0,
        Escaped(&view.label),
        *STILL
    );
    definitions(&mut out, view.kinds(), &[]);
    let _ = write!(
        out,
        r##"<radialGradient id="a-vignette" r=".75"><stop offset=".45" stop-color="#5a4420" stop-opacity="0"/><stop offset="1" stop-color="#5a4420" stop-opacity=".3"/></radialGradient><pattern id="a-linen" width="12" height="12" patternUnits="userSpaceOnUse"><path class="p-w" d="M0 0H12V4H0z"/><path class="p-b" d="M0 0H4V12H0z"/></pattern></defs>"##
    );
    for fill in ["#ddd3c0", "url(#a-linen)", "url(#a-vignette)"] {
        let _ = write!(out, r#"<path fill="{fill}" d="M0 0H{width}V{height}H0z"/>"#);
    }
    let _ = write!(
        out,
        r#"<svg class="board" x="{MARGIN}" y="{MARGIN}" width="{}" height="{}" viewBox="{left} {top} {wide} {high}">"#,
        width - 2.0 * MARGIN,
        height - FOOT - 1.5 * MARGIN,
    );
    still_scene(&mut out, view);
    out.push_str("</svg>");
    foot(&mut out, rows, date, [width, height]);
    out.push_str("</svg>");
    out
}

const SHEET: &str = ".p-w{fill:#fff;fill-opacity:.1}.p-b{fill-opacity:.03}.p-n{fill:#2a241c}.p-s{fill:#875800}.p-d{fill:#6d6556}";

/// A column for each row, and the date.
fn foot(out: &mut String, rows: &[PosterRow], date: &str, [width, height]: [f64; 2]) {
    let top = height - FOOT - MARGIN * 0.25;
    let columns = f64::from(u8::try_from(rows.len()).unwrap_or(6).max(1));
    let column = ((width - 2.0 * MARGIN) / columns).min(900.0);
    let mut x = (width - column * (columns - 1.0)) / 2.0;
    for row in rows {
        let _ = write!(out, r#"<g transform="translate({x:.0} {:.0})scale(3.4)">"#, top + 90.0);
        follower::draw(out, row.hue, FollowerKind::Meeple, Pose::Upright, at(0.0, 0.0), None);
        out.push_str("</g>");
        let name = if covers(&row.name) { &row.name } else { &row.colour };
        centred(out, "p-n", name, [x, top + 250.0], 92.0, column - 40.0);
        centred(out, "p-s", &row.points.to_string(), [x, top + 370.0], 130.0, column);
        x += column;
    }
    centred(out, "p-d", date, [width / 2.0, top + 480.0], 56.0, width);
}

/// The poster as PNG. Takes some tenths of a second: not for an async thread.
pub fn poster_png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let pixels = pixels_up_to(PIXELS, svg, PIXELS)?;
    pixels.encode_png().map_err(|error| RasterError::Packing(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_game;
    use engine::{Preset, Ruleset};
    use resvg::tiny_skia::Pixmap;

    #[test]
    fn a_poster_has_the_landscape_and_everybodys_name_and_points() {
        let game = random_game(Ruleset::of(Preset::Modern), 2, 100, 3);
        let view = BoardView::of(&game, "Ann & Ben".to_owned(), |_| String::new());
        let row = |hue, name: &str, points| PosterRow {
            hue,
            name: name.to_owned(),
            colour: "Blue".to_owned(),
            points,
        };
        let svg = poster(&view, &[row(Hue::Red, "Ann", 82), row(Hue::Blue, "李雷", 70)], "24 Nov 2026");
        assert!(svg.contains("<title>Ann &amp; Ben</title>") && svg.matches("p-s").count() == 3);
        let png = Pixmap::decode_png(&poster_png(&svg).unwrap()).unwrap();
        assert_eq!(png.width().max(png.height()), PIXELS);
        assert!(
            (f64::from(png.width().max(png.height())) / f64::from(png.width().min(png.height())) - 1.414)
                .abs()
                < 0.01
        );
    }
}
