//! How this browser shows pages: the cookie `display`, printed as attributes of `<html>`, so that style sheets and scripts
//! know it before anything is drawn.

use std::fmt;
use std::str::FromStr;

/// A missing or invalid cookie is the default: the system's theme, and every switch off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DisplaySettings {
    pub theme: Theme,
    /// In the order of [`Switch::ALL`].
    on: [bool; Switch::ALL.len()],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// What the operating system or the browser asks for.
    #[default]
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    Contrast,
    Pieces,
    Sound,
    Vibration,
    Letters,
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    pub const fn word(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// For `<meta name="color-scheme">`.
    pub const fn color_scheme(self) -> &'static str {
        match self {
            Self::System => "light dark",
            Self::Light | Self::Dark => self.word(),
        }
    }
}

impl FromStr for Theme {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|theme| theme.word() == word).ok_or(())
    }
}

impl Switch {
    /// In the order of the cookie's digits: new ones come last, and are off where an older cookie ends.
    pub const ALL: [Self; 5] = [Self::Contrast, Self::Pieces, Self::Sound, Self::Vibration, Self::Letters];

    /// The name of the form field and, after `data-`, of the attribute.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contrast => "contrast",
            Self::Pieces => "pieces",
            Self::Sound => "sound",
            Self::Vibration => "vibration",
            Self::Letters => "letters",
        }
    }

    /// The value of both while it is on.
    pub const fn value(self) -> &'static str {
        match self {
            Self::Contrast => "high",
            Self::Pieces => "large",
            Self::Sound | Self::Vibration | Self::Letters => "on",
        }
    }
}

impl DisplaySettings {
    /// With every switch off.
    pub const fn of(theme: Theme) -> Self {
        Self { theme, on: [false; Switch::ALL.len()] }
    }

    #[must_use]
    pub const fn with(mut self, switch: Switch, on: bool) -> Self {
        self.on[switch as usize] = on;
        self
    }

    pub const fn is_on(self, switch: Switch) -> bool {
        self.on[switch as usize]
    }

    /// The attributes of `<html>`, each after a space.
    pub fn attributes(self) -> String {
        let theme = match self.theme {
            Theme::System => String::new(),
            chosen => format!(r#" data-theme="{}""#, chosen.word()),
        };
        let on = Switch::ALL.into_iter().filter(|switch| self.is_on(*switch));
        on.fold(theme, |text, switch| text + &format!(r#" data-{}="{}""#, switch.name(), switch.value()))
    }
}

/// The number of switches in the oldest cookies.
const OLDEST: usize = 4;

/// The value of the cookie: `dark.01100`.
impl fmt::Display for DisplaySettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.theme.word())?;
        self.on.iter().try_for_each(|on| f.write_str(if *on { "1" } else { "0" }))
    }
}

impl FromStr for DisplaySettings {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (theme, digits) = text.split_once('.').ok_or(())?;
        let known = (OLDEST..=Switch::ALL.len()).contains(&digits.len());
        if !known || !digits.bytes().all(|digit| matches!(digit, b'0' | b'1')) {
            return Err(());
        }
        let on = std::array::from_fn(|switch| digits.as_bytes().get(switch) == Some(&b'1'));
        Ok(Self { theme: theme.parse()?, on })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_preserves_all_settings() {
        for theme in Theme::ALL {
            for bits in 0..32 {
                let settings =
                    DisplaySettings { theme, on: Switch::ALL.map(|switch| bits & (1 << switch as u32) != 0) };
                assert_eq!(settings.to_string().parse(), Ok(settings));
            }
        }
    }

    #[test]
    fn any_other_cookie_is_invalid() {
        for text in
            ["", ".", "dark", "dark.", "dark.011", "dark.011000", "dark.0112", "Dark.0110", "a.b.0000"]
        {
            assert_eq!(text.parse::<DisplaySettings>(), Err(()), "{text}");
        }
    }

    #[test]
    fn switches_that_an_older_cookie_does_not_know_are_off() {
        let expected = DisplaySettings::of(Theme::Dark).with(Switch::Pieces, true);
        assert_eq!("dark.0100".parse(), Ok(expected));
    }

    #[test]
    fn the_page_says_only_what_differs_from_the_default() {
        assert_eq!(DisplaySettings::default().attributes(), "");
        let loud = DisplaySettings { theme: Theme::Dark, on: [true, true, true, false, true] };
        let expected = r#" data-theme="dark" data-contrast="high" data-pieces="large" data-sound="on" data-letters="on""#;
        assert_eq!(loud.attributes(), expected);
    }
}
