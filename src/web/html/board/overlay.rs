//! Board overlays on game pages.

use crate::http::error::PageError;
use crate::http::fields::Fields;
pub use crate::http::overlay::{Overlay, Overlays, Tab};
use crate::locale::{Locale, Message, key};
use art::Mark;
use engine::Game;
use table::{Aid, Aids};

impl Overlay {
    pub const fn label(self) -> &'static str {
        match self {
            Self::Since => key("overlay-since"),
            Self::LastRound => key("overlay-last-round"),
            Self::Owners => key("overlay-owners"),
            Self::Fields => key("overlay-fields"),
            Self::Dead => key("overlay-dead"),
            Self::Cells => key("overlay-cells"),
            Self::Coordinates => key("overlay-coordinates"),
            Self::Tiles => key("overlay-tiles"),
            Self::Projected => key("overlay-projected"),
            Self::Graph => key("overlay-graph"),
        }
    }

    /// The aid that shows it, if some tables play without.
    const fn aid(self) -> Option<Aid> {
        match self {
            Self::Since | Self::LastRound | Self::Coordinates => None,
            Self::Owners | Self::Fields => Some(Aid::Owners),
            Self::Dead | Self::Cells | Self::Tiles => Some(Aid::Counting),
            Self::Projected => Some(Aid::Forecast),
            Self::Graph => Some(Aid::Graph),
        }
    }

    /// Whether it is drawn on the board, rather than beside it.
    pub const fn is_on_board(self) -> bool {
        !matches!(self, Self::Tiles | Self::Projected)
    }

    pub fn allowed(self, aids: Aids) -> bool {
        self.aid().is_none_or(|aid| aids.allow(aid))
    }
}

impl Tab {
    pub const fn label(self) -> &'static str {
        match self {
            Self::Moves => key("tab-moves"),
            Self::Tiles => key("tab-tiles"),
            Self::Talk => key("talk-tab"),
            Self::Rules => key("tab-rules"),
            Self::Features => key("features-heading"),
        }
    }
}

impl Overlays {
    /// Those that a table with these aids shows.
    #[must_use]
    pub fn within(self, aids: Aids) -> Self {
        let allowed = Overlay::ALL.into_iter().filter(|overlay| self.has(*overlay) && overlay.allowed(aids));
        allowed.fold(Self::default(), Self::with)
    }

    /// The form's switches and whether they are on. The one for what is new is left out unless `news`.
    pub fn choices(self, aids: Aids, news: bool) -> impl Iterator<Item = (Overlay, bool)> {
        let offered = Overlay::ALL.into_iter().filter(move |overlay| overlay.allowed(aids));
        let offered = offered.filter(move |&overlay| news || overlay != Overlay::Since);
        offered.map(move |overlay| (overlay, self.has(overlay)))
    }

    /// The switches over a board, whether they are on, and where they lead: `url` to a board with these overlays.
    pub fn tools(
        self,
        aids: Aids,
        news: bool,
        url: impl Fn(Self) -> String,
    ) -> impl Iterator<Item = (Overlay, bool, String)> {
        let choices = self.choices(aids, news).filter(|(overlay, _)| overlay.is_on_board());
        choices.map(move |(overlay, on)| (overlay, on, url(self.toggled(overlay))))
    }
}

/// The overlays that a query asks for.
pub(crate) fn of_query(fields: &Fields) -> Result<Overlays, PageError> {
    Overlays::of_words(fields.all("show")).map_err(|word| {
        let word: String = word.chars().take(40).collect();
        PageError::BadRequest(Message::new("request-overlay").with("name", &word))
    })
}

/// What to say when a link requests overlays that the table does not allow; `None` if it allows them all.
pub fn without(locale: Locale, aids: Aids, requested: Overlays) -> Option<String> {
    let refused = |overlay: &Overlay| requested.has(*overlay) && !overlay.allowed(aids);
    let refused: Vec<String> = Overlay::ALL
        .into_iter()
        .filter(refused)
        .map(|overlay| locale.text("aids-quoted").with("name", locale.say(overlay.label())).to_string())
        .collect();
    (!refused.is_empty()).then(|| {
        let text = locale.text("aids-without").with("aids", aids.word());
        text.with("overlays", locale.list(&refused)).to_string()
    })
}

/// The marks for these overlays.
pub fn marks(game: &Game, on: Overlays) -> Vec<Mark> {
    let marks_of = |overlay| match overlay {
        Overlay::Fields => art::field_marks(game),
        Overlay::Owners => art::owner_marks(game),
        Overlay::LastRound => art::round_marks(game),
        Overlay::Dead => art::dead_marks(game),
        _ => Vec::new(),
    };
    // In painting order.
    let painted = [Overlay::Fields, Overlay::Owners, Overlay::LastRound, Overlay::Dead];
    painted.into_iter().filter(|&overlay| on.has(overlay)).flat_map(marks_of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_survive_a_query() {
        let on = Overlays::of_words(["fields", "last"].into_iter()).unwrap();
        assert!(on.has(Overlay::Fields) && on.has(Overlay::LastRound) && !on.has(Overlay::Dead));
        assert_eq!(on.to_string(), "show=last&show=fields");
        assert_eq!(Overlays::of_words(["fields", "magic"].into_iter()), Err("magic"));
        assert_eq!(Overlays::of_words([""].into_iter()), Ok(Overlays::default()));
        assert_eq!(on.without(Overlay::LastRound).without(Overlay::Fields).to_string(), "show=");
    }

    #[test]
    fn a_table_offers_and_shows_only_what_its_aids_allow() {
        let all = Overlay::ALL.into_iter().fold(Overlays::default(), Overlays::with);
        for (aids, words) in [
            (Aids::All, all.to_string()),
            (
                Aids::Standard,
                "show=since&show=last&show=owners&show=fields&show=coordinates&show=graph".to_owned(),
            ),
            (Aids::None, "show=since&show=last&show=coordinates".to_owned()),
        ] {
            let allowed = all.within(aids);
            assert_eq!(allowed.to_string(), words);
            assert!(all.choices(aids, true).eq(allowed.choices(Aids::All, true).filter(|(_, on)| *on)));
        }
    }

    #[test]
    fn a_link_to_overlays_that_the_table_excludes_names_them() {
        let requested =
            Overlays::default().with(Overlay::Owners).with(Overlay::Tiles).with(Overlay::Projected);
        assert_eq!(without(Locale::default(), Aids::All, requested), None);
        assert_eq!(
            without(Locale::default(), Aids::Standard, requested).unwrap(),
            "This table plays with standard aids, so “Tiles left, by kind” and “Score if it ended now” can’t be \
             shown while the game is in progress. Here’s the board without."
        );
        assert!(
            without(Locale::default(), Aids::None, requested)
                .unwrap()
                .contains("without aids, so “Who owns what”, “Tiles")
        );
    }
}
