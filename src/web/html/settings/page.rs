//! The page of display settings.

use askama::Template;

use crate::html::board::Drawing;
use crate::html::front;
use crate::html::layout::Layout;
use crate::http::display::{Switch, Theme};
use crate::http::urls::Url;
use crate::locale::key;

#[derive(Template)]
#[template(path = "settings.html")]
pub struct SettingsPage {
    /// Includes the current settings.
    pub layout: Layout,
    /// The path to return to, if the viewer came from a page.
    pub then: Option<String>,
}

/// A switch with the keys of its label and its explanation.
type SwitchLabels = (Switch, &'static str, &'static str);

impl SettingsPage {
    const THEMES: [(Theme, &str); 3] = [
        (Theme::System, key("settings-theme-system")),
        (Theme::Light, key("settings-theme-light")),
        (Theme::Dark, key("settings-theme-dark")),
    ];
    const BOARD: [SwitchLabels; 3] = [
        (Switch::Contrast, key("settings-contrast"), key("settings-contrast-text")),
        (Switch::Pieces, key("settings-pieces"), key("settings-pieces-text")),
        (Switch::Letters, key("settings-letters"), key("settings-letters-text")),
    ];
    const SOUND: [SwitchLabels; 2] = [
        (Switch::Sound, key("settings-sound"), key("settings-sound-text")),
        (Switch::Vibration, key("settings-vibration"), key("settings-vibration-text")),
    ];

    fn sample(&self) -> &'static Drawing {
        front::sample(self.layout.locale)
    }

    fn then(&self) -> &str {
        self.then.as_deref().unwrap_or_default()
    }
}
