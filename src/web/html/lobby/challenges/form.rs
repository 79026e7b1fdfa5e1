//! The form with the terms of a challenge or a counter-offer.

use chrono_tz::Tz;

use crate::html::account::pages::zones;
use crate::html::lobby::challenges::page::{ChallengeFormPage, FormFor};
use crate::html::lobby::clock_form::{self, ClockForm};
use crate::html::lobby::hours_form::HoursForm;
use crate::html::lobby::named_games::{GameChoice, NamedGame};
use crate::html::lobby::new_table::{book, presets};
use crate::html::lobby::settings::{self, SettingsForm};
use crate::html::lobby::table_page::{Control, SettingOption};
use crate::html::rulebook::form::RulesForm;
use crate::html::wording::challenge;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::locale::{Locale, key};
use table::{BestOf, Chat, First, GameLengths, Settings, Terms};

/// The fields of the form.
pub(super) struct TermsForm {
    /// Of the rules, clocks and settings, a named game follows only who sees it and whether it is rated.
    game: GameChoice,
    rules: RulesForm,
    clock: ClockForm,
    hours: HoursForm,
    settings: SettingsForm,
    rated: bool,
    first: First,
    best_of: BestOf,
    tie_to_second: bool,
}

impl TermsForm {
    /// Reads a form or a query; missing fields get their defaults.
    pub fn read(fields: &Fields, zone: Tz) -> Result<Self, PageError> {
        let preset = book(fields, "preset")?.unwrap_or_default();
        let shown = book(fields, "shown")?.unwrap_or(preset);
        let best_of = |word: &str| BestOf::parse(word.parse().ok()?);
        Ok(Self {
            game: GameChoice::chosen(fields)?.unwrap_or(GameChoice::Named(NamedGame::Daily)),
            rules: RulesForm::read(shown, preset, |name| fields.all(name).next().map(str::to_owned)),
            clock: ClockForm::read(fields)?,
            hours: HoursForm::read(fields, zone)?,
            settings: settings::read(fields)?,
            rated: fields.optional("rated")? == Some("yes"),
            first: fields.chosen("first", First::parse)?.unwrap_or_default(),
            best_of: fields.chosen("best_of", best_of)?.unwrap_or_default(),
            tie_to_second: fields.optional("tie_to_second")? == Some("yes"),
        })
    }

    /// The form with these terms.
    pub fn of(terms: &Terms, zone: Tz) -> Self {
        let settings = &terms.settings;
        Self {
            game: GameChoice::of(settings),
            rules: RulesForm::of(&settings.rules),
            clock: ClockForm::of(settings.time_control),
            hours: HoursForm::of(settings, zone),
            settings: SettingsForm::like(settings),
            rated: settings.rated,
            first: terms.first,
            best_of: terms.best_of,
            tie_to_second: terms.tie_to_second,
        }
    }

    /// Shows the rules of the chosen book.
    pub fn show_rules(&mut self) {
        self.game = GameChoice::Custom;
        self.rules.rules();
    }

    /// What the form describes. `None` if a field is refused, which then has its error.
    pub fn terms(&mut self) -> Option<Terms> {
        let settings = match self.game {
            GameChoice::Named(game) => game.settings(self.settings.public, self.rated),
            GameChoice::Custom => self.custom_settings()?,
        };
        let Self { first, best_of, tie_to_second, .. } = *self;
        Some(Terms { settings, first, best_of, tie_to_second })
    }

    fn custom_settings(&mut self) -> Option<Settings> {
        let (rules, time_control) = (self.rules.rules(), self.clock.time_control(true));
        let clock_hours = self.hours.hours();
        Some(Settings {
            rules: rules?,
            time_control: time_control?,
            clock_hours: clock_hours?,
            leave: self.hours.leave,
            ..self.settings.settings.clone()
        })
    }

    pub fn page(&self, SignedIn { viewer, .. }: &SignedIn, form_for: FormFor) -> ChallengeFormPage {
        let locale = viewer.locale();
        let lengths = viewer.web().service.game_lengths();
        let title = match form_for.offer {
            Some(_) => locale.text("challenge-counter-title").with("name", &form_for.name),
            None => locale.text("challenge-new-title").with("name", &form_for.name),
        };
        ChallengeFormPage {
            layout: viewer.layout(title.to_string()),
            error: None,
            games: self.games(locale, &lengths),
            best_of: best_of(locale, self.best_of),
            first: first(locale, self.first, &form_for),
            rated: Control::Checkbox {
                name: "rated",
                legend: locale.say("rated-legend"),
                label: locale.say("rated-label"),
                help: locale.say("rated-help"),
                checked: self.rated,
            },
            visibility: visibility(locale, self.settings.public),
            tie: Control::Checkbox {
                name: "tie_to_second",
                legend: locale.say("challenge-tie-legend"),
                label: locale.say("challenge-tie-label"),
                help: locale.say("challenge-tie-help"),
                checked: self.tie_to_second,
            },
            tie_open: self.tie_to_second,
            custom: self.game == GameChoice::Custom,
            presets: presets(locale, self.rules.preset),
            details_open: self.rules.differs() || self.rules.refused().next().is_some(),
            rules: self.rules.clone(),
            clock: self.clock.clone(),
            lengths: clock_form::lengths(locale, &lengths),
            hours: self.hours.clone(),
            zones: zones(),
            settings: settings::controls_between_two(
                locale,
                &self.settings,
                viewer.web().service.chat() != Chat::Off,
            ),
            form_for,
        }
    }
}

impl TermsForm {
    /// The games between two people.
    fn games(&self, locale: Locale, lengths: &GameLengths) -> Vec<SettingOption> {
        let mut games = self.game.options_of(locale, lengths, &[NamedGame::Quick, NamedGame::Daily]);
        if let Some(custom) = games.last_mut() {
            locale.say("challenge-custom-line").clone_into(&mut custom.help);
        }
        games
    }
}

fn option(value: &str, label: &str, help: &str, chosen: bool) -> SettingOption {
    SettingOption { value: value.to_owned(), label: label.to_owned(), help: help.to_owned(), chosen }
}

fn best_of(locale: Locale, chosen: BestOf) -> Control {
    let help = |best_of| match best_of {
        BestOf::One => "",
        BestOf::Three | BestOf::Five => locale.say("challenge-best-of-help"),
    };
    let choice = |each: BestOf| {
        option(&each.games().to_string(), challenge::best_of(locale, each), help(each), each == chosen)
    };
    Control::Radio {
        name: "best_of",
        legend: locale.say("challenge-best-of-legend"),
        choices: BestOf::ALL.map(choice).into(),
    }
}

fn first(locale: Locale, chosen: First, form_for: &FormFor) -> Control {
    let (you, other) = if form_for.is_challenger {
        (First::Challenger, First::Challenged)
    } else {
        (First::Challenged, First::Challenger)
    };
    let name = locale.text("challenge-first-other").with("name", &form_for.name).to_string();
    let choices = [
        (First::Random, locale.say("challenge-first-random")),
        (you, locale.say("challenge-first-you")),
        (other, name.as_str()),
    ];
    Control::Radio {
        name: "first",
        legend: locale.say("challenge-first-legend"),
        choices: choices.map(|(first, label)| option(first.word(), label, "", first == chosen)).into(),
    }
}

fn visibility(locale: Locale, public: bool) -> Control {
    let choices = [
        ("public", key("challenge-public"), key("challenge-public-help"), public),
        ("link", key("challenge-private"), key("challenge-private-help"), !public),
    ];
    Control::Radio {
        name: "visibility",
        legend: locale.say("challenge-visibility-legend"),
        choices: choices
            .map(|(word, label, help, chosen)| option(word, locale.say(label), locale.say(help), chosen))
            .into(),
    }
}
