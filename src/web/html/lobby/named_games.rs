//! The games that the form for a new table offers by name: what each opens, and a line about it.

use crate::html::lobby::clock_form;
use crate::html::lobby::table_page::SettingOption;
use crate::html::wording::{rule_names, time_control};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, key};
use engine::{Preset, Ruleset, Seat};
use table::{
    ClockPreset, ComputerLevel, GameLengths, OfferTerms, OfferedRules, OpenTable, RatedChoice, RatingRange,
    RequiredReliability, Settings,
};

const FIELD: &str = "game";
const CUSTOM: &str = "custom";
/// It says something about every game, so that it doesn't choose one.
const VISIBILITY: &str = "visibility";

/// What the form opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameChoice {
    Named(NamedGame),
    /// What the rest of the form says.
    Custom,
}

/// A game with its rules, seats, computers, clock and policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NamedGame {
    /// In one sitting.
    Quick,
    /// By post.
    Daily,
    Computer,
}

impl GameChoice {
    /// Reads a form or a query. One that has other fields but doesn't name a game means those.
    pub fn read(fields: &Fields) -> Result<Self, PageError> {
        let says_more = fields.iter().any(|(name, _)| name != VISIBILITY && name != FIELD);
        let usual = if says_more { Self::Custom } else { Self::Named(NamedGame::Daily) };
        Ok(Self::chosen(fields)?.unwrap_or(usual))
    }

    /// `None` if a form or a query names none.
    pub fn chosen(fields: &Fields) -> Result<Option<Self>, PageError> {
        fields.chosen(FIELD, |word| match word {
            CUSTOM => Some(Self::Custom),
            word => NamedGame::parse(word).map(Self::Named),
        })
    }

    /// The game between two people that has these settings.
    pub fn of(settings: &Settings) -> Self {
        let has = |game: &NamedGame| game.settings(settings.public, settings.rated) == *settings;
        [NamedGame::Quick, NamedGame::Daily].into_iter().find(has).map_or(Self::Custom, Self::Named)
    }

    pub fn options(self, locale: Locale, lengths: &GameLengths) -> Vec<SettingOption> {
        self.options_of(locale, lengths, &NamedGame::ALL)
    }

    /// These games, and what the rest of the form says.
    pub fn options_of(
        self,
        locale: Locale,
        lengths: &GameLengths,
        games: &[NamedGame],
    ) -> Vec<SettingOption> {
        let named = games.iter().map(|&game| game.option(locale, lengths, self == Self::Named(game)));
        let custom = SettingOption {
            value: CUSTOM.to_owned(),
            label: locale.say("named-custom").to_owned(),
            help: locale.say("named-custom-line").to_owned(),
            chosen: self == Self::Custom,
        };
        named.chain([custom]).collect()
    }
}

impl NamedGame {
    const ALL: [Self; 3] = [Self::Quick, Self::Daily, Self::Computer];
    const LEVEL: ComputerLevel = ComputerLevel::MEDIUM;

    const fn word(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Daily => "daily",
            Self::Computer => "computer",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.word() == word)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Quick => key("named-quick"),
            Self::Daily => key("named-daily"),
            Self::Computer => key("named-computer"),
        }
    }

    /// `None`: nobody waits for a person.
    const fn clock(self) -> Option<ClockPreset> {
        match self {
            Self::Quick => Some(ClockPreset::Live),
            Self::Daily => Some(ClockPreset::Daily),
            Self::Computer => None,
        }
    }

    /// The table that it opens.
    pub fn opening(self, public: bool) -> OpenTable {
        OpenTable {
            settings: Settings::usual(Ruleset::of(Preset::Modern), self.clock(), public),
            seats: 2,
            computers: if self == Self::Computer { vec![(Seat(1), Self::LEVEL)] } else { Vec::new() },
        }
    }

    /// The settings of a game between two people.
    pub fn settings(self, public: bool, rated: bool) -> Settings {
        let settings = Settings { rated, ..self.opening(public || rated).settings };
        if rated { settings.fit_for_rating() } else { settings }
    }

    /// What somebody is open to who wants to play it now; `None` against the computer.
    pub fn terms(self) -> Option<OfferTerms> {
        let OpenTable { settings, seats, .. } = self.opening(true);
        Some(OfferTerms {
            rules: vec![OfferedRules(settings.rules)],
            seats: [seats].into(),
            clocks: [self.clock()?].into(),
            rated: RatedChoice::Unrated,
            rating: RatingRange::default(),
            reliability: RequiredReliability::default(),
        })
    }

    /// Those that can be played with people at once.
    pub fn with_people(locale: Locale, lengths: &GameLengths) -> Vec<SettingOption> {
        let games = Self::ALL.into_iter().filter(|game| game.clock().is_some());
        games.map(|game| game.option(locale, lengths, false)).collect()
    }

    fn option(self, locale: Locale, lengths: &GameLengths, chosen: bool) -> SettingOption {
        SettingOption {
            value: self.word().to_owned(),
            label: locale.say(self.name()).to_owned(),
            help: self.line(locale, lengths),
            chosen,
        }
    }

    /// "Modern rules · 2 players · a turn a day, with 3 days in reserve · usually 5 weeks".
    fn line(self, locale: Locale, lengths: &GameLengths) -> String {
        let opening = self.opening(true);
        let rules = rule_names::short(locale, &opening.settings.rules);
        let Some(clock) = self.clock() else {
            let text = locale.text("named-computer-line").with("rules", rules);
            return text.with("level", Self::LEVEL.number().unwrap_or_default()).to_string();
        };
        let control = opening.settings.time_control;
        let clock_and_length = locale
            .text("clock-choice")
            .with("name", time_control::name_and_length(locale, control, lengths.of_clock(clock)))
            .with("line", clock_form::preset_line(locale, clock));
        let text = locale.text("named-game-line").with("rules", rules).with("seats", opening.seats);
        text.with("clock", clock_and_length.to_string()).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(query: &str) -> Option<GameChoice> {
        GameChoice::read(&Fields::read(query.as_bytes()).unwrap()).ok()
    }

    #[test]
    fn a_form_without_a_named_game_means_its_other_fields() {
        for (query, expected) in [
            ("", Some(GameChoice::Named(NamedGame::Daily))),
            ("visibility=link", Some(GameChoice::Named(NamedGame::Daily))),
            ("preset=abbeys", Some(GameChoice::Custom)),
            ("from=last", Some(GameChoice::Custom)),
            ("game=custom", Some(GameChoice::Custom)),
            ("game=quick&seats=5", Some(GameChoice::Named(NamedGame::Quick))),
            ("game=chess", None),
            ("game=quick&game=daily", None),
        ] {
            assert_eq!(chosen(query), expected, "{query}");
        }
    }

    #[test]
    fn every_named_game_can_be_opened_in_public_and_for_friends() {
        for game in NamedGame::ALL {
            for public in [true, false] {
                let opening = game.opening(public);
                assert_eq!(opening.check(), Ok(()), "{game:?}");
                assert_eq!(opening.settings.public, public);
            }
        }
    }

    #[test]
    fn a_game_between_two_is_known_by_its_settings() {
        for game in [NamedGame::Quick, NamedGame::Daily] {
            for (public, rated) in [(true, false), (false, false), (true, true)] {
                let settings = game.settings(public, rated);
                let open = OpenTable { settings: settings.clone(), seats: 2, computers: Vec::new() };
                assert_eq!((open.check(), GameChoice::of(&settings)), (Ok(()), GameChoice::Named(game)));
            }
        }
        assert_eq!(GameChoice::of(&Settings::default()), GameChoice::Custom);
    }

    #[test]
    fn a_named_game_says_its_rules_seats_and_clock_in_a_line() {
        let lines = NamedGame::ALL.map(|game| game.line(Locale::default(), &GameLengths::default()));
        assert!(lines[0].starts_with("Modern rules · 2 players · Live"), "{}", lines[0]);
        assert!(lines[1].ends_with(": a turn a day, with 3 days in reserve"), "{}", lines[1]);
        assert_eq!(lines[2], "Modern rules · you and the computer at level 4 · no time limit");
    }
}
