//! Boards as PNG.

use resvg::{tiny_skia, usvg};

use super::single::picture;
use super::view::BoardView;

/// The maximum number of pixels along either side.
pub const LARGEST: u32 = 2000;

/// Why a board could not be rendered as PNG.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// The SVG is invalid: a bug in the drawing.
    #[error("the picture of the board cannot be read: {0}")]
    Picture(#[from] usvg::Error),
    /// The size is 0 or too large.
    #[error("a picture is 16 to {LARGEST} pixels wide, not {0}")]
    Size(u32),
    #[error("the PNG cannot be written: {0}")]
    Packing(String),
}

/// The board in the light theme, fitted into a square of `size` pixels. Takes tens of milliseconds: not for an async thread.
pub fn png(view: &BoardView, size: u32) -> Result<Vec<u8>, RasterError> {
    png_of_svg(&picture(view), size)
}

/// An SVG document as a PNG whose longer side is `size`.
pub fn png_of_svg(svg: &str, size: u32) -> Result<Vec<u8>, RasterError> {
    pixels(svg, size)?.encode_png().map_err(|error| RasterError::Packing(error.to_string()))
}

/// Renders an SVG document whose longer side becomes `size` pixels.
pub(super) fn pixels(svg: &str, size: u32) -> Result<tiny_skia::Pixmap, RasterError> {
    pixels_up_to(LARGEST, svg, size)
}

/// [`pixels`] with another limit of the size.
pub(super) fn pixels_up_to(largest: u32, svg: &str, size: u32) -> Result<tiny_skia::Pixmap, RasterError> {
    if !(16..=largest).contains(&size) {
        return Err(RasterError::Size(size));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let wanted = tiny_skia::IntSize::from_wh(size, size).ok_or(RasterError::Size(size))?;
    let fitted = tree.size().to_int_size().scale_to(wanted);
    let mut pixels =
        tiny_skia::Pixmap::new(fitted.width(), fitted.height()).ok_or(RasterError::Size(size))?;
    #[expect(clippy::cast_precision_loss, reason = "a few thousand pixels")]
    let scale = (fitted.width() as f32 / tree.size().width(), fitted.height() as f32 / tree.size().height());
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale.0, scale.1), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{random_game, view_of};
    use engine::Ruleset;

    #[test]
    fn a_board_is_rendered_as_a_png_of_the_given_size() {
        let game = random_game(Ruleset::of(engine::Preset::Modern), 2, 6, 1);
        let png = png(&view_of(&game), 120).unwrap();
        let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!(pixels.width().max(pixels.height()), 120);
        assert!(
            pixels.pixels().iter().any(|pixel| pixel.green() > pixel.red() && pixel.green() > pixel.blue())
        );
    }

    #[test]
    fn sizes_out_of_bounds_are_refused() {
        assert!(matches!(png(&BoardView::default(), 15), Err(RasterError::Size(15))));
        assert!(matches!(png(&BoardView::default(), LARGEST + 1), Err(RasterError::Size(_))));
    }
}
