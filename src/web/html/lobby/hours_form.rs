//! The part of a form that says what stops clocks: hours, and leave.

use chrono_tz::Tz;

use crate::html::lobby::table_page::SettingOption;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::reason;
use crate::locale::{Locale, Message, key};
use table::{ClockHours, DayHours, PlayingHours, PlayingHoursRefusal, Settings, TimeOfDay, Weekdays};

#[derive(Clone, Debug)]
pub struct HoursForm {
    choice: Choice,
    pub leave: bool,
    pub zone: String,
    /// As typed.
    pub from: String,
    pub until: String,
    pub days: Weekdays,
    /// The field at fault, and why.
    pub error: Option<(&'static str, Message)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Always,
    Players,
    Table,
}

impl Choice {
    const ALL: [Self; 3] = [Self::Players, Self::Always, Self::Table];

    const fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Players => "players",
            Self::Table => "table",
        }
    }
}

impl HoursForm {
    pub fn of(settings: &Settings, zone: Tz) -> Self {
        let (choice, hours) = match settings.clock_hours {
            ClockHours::Always => (Choice::Always, None),
            ClockHours::Players => (Choice::Players, None),
            ClockHours::Table(hours) => (Choice::Table, Some(hours)),
        };
        let time = |time: fn(DayHours) -> TimeOfDay, usual: &str| {
            hours.map_or_else(|| usual.to_owned(), |hours| time(hours.hours).to_string())
        };
        Self {
            choice,
            leave: settings.leave,
            zone: hours.map_or(zone, |hours| hours.zone).name().to_owned(),
            from: time(|hours| hours.from, "08:00"),
            until: time(|hours| hours.until, "22:00"),
            days: hours.map_or(Weekdays::ALL, |hours| hours.days),
            error: None,
        }
    }

    /// Reads a form or a query. Nights, free days and leave of players count unless it says otherwise.
    pub fn read(fields: &Fields, zone: Tz) -> Result<Self, PageError> {
        let known = |word: &str| Choice::ALL.into_iter().find(|choice| choice.word() == word);
        let usual = Settings { clock_hours: ClockHours::Players, leave: true, ..Settings::default() };
        let mut form = Self::of(&usual, zone);
        if let Some(choice) = fields.chosen("hours", known)? {
            form.choice = choice;
        }
        form.leave = fields.all("leave").last() != Some("no");
        for (field, name) in
            [(&mut form.zone, "hours_zone"), (&mut form.from, "hours_from"), (&mut form.until, "hours_until")]
        {
            if let Some(text) = fields.optional(name)? {
                text.trim().clone_into(field);
            }
        }
        if fields.optional("hours_from")?.is_some() {
            let day =
                |word| Weekdays::parse_day(word).ok_or_else(|| PageError::bad_request("request-unclear"));
            form.days = fields.all("hours_day").map(day).collect::<Result<_, _>>()?;
        }
        Ok(form)
    }

    /// At which hours clocks run. `None` if that is refused; the field at fault then has its error.
    pub fn hours(&mut self) -> Option<ClockHours> {
        let hours = match self.choice {
            Choice::Always => return Some(ClockHours::Always),
            Choice::Players => return Some(ClockHours::Players),
            Choice::Table => self.playing_hours(),
        };
        hours.map(ClockHours::Table).map_err(|error| self.error = Some(error)).ok()
    }

    fn playing_hours(&self) -> Result<PlayingHours, (&'static str, Message)> {
        let zone = self.zone.parse().map_err(|_| ("hours_zone", Message::new("refused-zone")))?;
        let time = |name, text: &str| {
            let wrong = || (name, Message::new("refused-time-of-day").with("text", text));
            TimeOfDay::parse(text).ok_or_else(wrong)
        };
        let (from, until) = (time("hours_from", &self.from)?, time("hours_until", &self.until)?);
        let hours = PlayingHours { zone, hours: DayHours { from, until }, days: self.days };
        hours.check().map_err(|why| {
            let field = match why {
                PlayingHoursRefusal::TooShort => "hours_until",
                PlayingHoursRefusal::TooFewDays => "hours_day",
            };
            (field, reason::playing_hours(why))
        })?;
        Ok(hours)
    }

    pub fn choices(&self, locale: Locale) -> Vec<SettingOption> {
        let option = |choice: Choice, label, help| SettingOption {
            value: choice.word().to_owned(),
            label: locale.say(label).to_owned(),
            help: locale.say(help).to_owned(),
            chosen: choice == self.choice,
        };
        vec![
            option(Choice::Players, key("hours-players"), key("hours-players-help")),
            option(Choice::Always, key("hours-always"), key("hours-always-help")),
            option(Choice::Table, key("hours-table"), key("hours-table-help")),
        ]
    }

    /// Whether the hours of the table are shown without asking.
    pub fn is_open(&self) -> bool {
        self.choice == Choice::Table
    }

    /// The days of the week: their values, names, and whether they are chosen.
    pub fn weekdays(&self, locale: Locale) -> Vec<(&'static str, &'static str, bool)> {
        let day = |day| (Weekdays::word(day), locale.weekday(day), self.days.contains(day));
        Weekdays::WEEK.into_iter().map(day).collect()
    }

    pub fn error_at(&self, field: &str) -> Option<&Message> {
        self.error.as_ref().filter(|(name, _)| *name == field).map(|(_, why)| why)
    }
}
