//! Drawings for the front page: a sample game, and illustrations of what sets Bastide apart. They never change,
//! so they are drawn once for each language.

mod pictures;
mod sample_game;

use crate::html::board::Drawing;
use crate::http::assets::{Asset, SCREENSHOTS};
use crate::http::display::Theme;
use crate::locale::{ByLocale, Locale, key};

pub use pictures::Pictures;
pub use sample_game::SampleGame;

/// A screenshot of the table page.
pub struct Screenshot {
    pub picture: &'static Asset,
    /// The dark variant, if the browser chooses the theme.
    pub dark: Option<&'static Asset>,
    pub width: u32,
    pub height: u32,
    /// The key of its description.
    pub label: &'static str,
}

/// Of a desktop and of a phone.
pub fn screenshots(theme: Theme) -> [Screenshot; 2] {
    let [desk, phone] = &*SCREENSHOTS;
    let shot = |[light, dark]: &'static [Asset; 2], (width, height), label| Screenshot {
        picture: if theme == Theme::Dark { dark } else { light },
        dark: (theme == Theme::System).then_some(dark),
        width,
        height,
        label,
    };
    [shot(desk, (960, 600), key("front-table-desk")), shot(phone, (390, 844), key("front-table-phone"))]
}

#[derive(Default)]
pub struct Front {
    /// The SVG symbols of the pictures.
    pub symbols: String,
    /// Those of the sample game, too.
    pub symbols_with_sample: String,
    pub sample_game: SampleGame,
    pub pictures: Pictures,
}

impl Front {
    pub fn get(locale: Locale) -> &'static Self {
        static FRONT: ByLocale<Front> = ByLocale::empty();
        FRONT.get(locale, || Self::draw(locale).unwrap_or_default())
    }

    fn draw(locale: Locale) -> Option<Self> {
        let (sample_game, sample_kinds) = SampleGame::draw(locale)?;
        let (pictures, kinds) = Pictures::draw(locale)?;
        let symbols = art::symbols(kinds.iter().copied());
        let symbols_with_sample = art::symbols(sample_kinds.into_iter().chain(kinds));
        Some(Self { symbols, symbols_with_sample, sample_game, pictures })
    }
}

/// A game after a few turns, for the settings page.
pub fn sample(locale: Locale) -> &'static Drawing {
    static SAMPLE: ByLocale<Drawing> = ByLocale::empty();
    SAMPLE.get(locale, || {
        let game = sample_game::game(sample_game::SECRET, 11);
        let view = game.map(|(game, _)| sample_game::view(locale, &game, key("settings-sample")));
        view.map_or_else(Drawing::default, |view| Drawing {
            symbols: art::symbols(view.kinds()),
            board: art::board(&view),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{Front, screenshots};
    use crate::http::display::Theme;
    use crate::locale::Locale;

    #[test]
    fn a_screenshot_has_the_size_that_the_page_reserves_and_the_theme_of_the_page() {
        for theme in Theme::ALL {
            for shot in screenshots(theme) {
                assert_eq!(shot.dark.is_some(), theme == Theme::System);
                assert_eq!(shot.picture.name.contains("dark"), theme == Theme::Dark);
                for picture in [Some(shot.picture), shot.dark].into_iter().flatten() {
                    // The first frame of a lossy WebP begins with its size.
                    let frame =
                        picture.bytes.windows(3).position(|bytes| bytes == [0x9d, 0x01, 0x2a]).unwrap();
                    let number =
                        |at: usize| u32::from(u16::from_le_bytes([picture.bytes[at], picture.bytes[at + 1]]));
                    assert_eq!(
                        (number(frame + 3), number(frame + 5)),
                        (shot.width, shot.height),
                        "{}",
                        picture.name
                    );
                    assert!(picture.bytes.len() < 40_000, "{}", picture.name);
                }
            }
        }
    }

    #[test]
    fn every_drawing_is_there() {
        let front = Front::draw(Locale::default()).unwrap();
        assert!(
            front.symbols.len() > 1000
                && front.symbols_with_sample.len() > front.symbols.len()
                && front.sample_game.board.contains("<use")
        );
        assert!(front.sample_game.players.iter().all(|player| player.points > 0));
    }
}
