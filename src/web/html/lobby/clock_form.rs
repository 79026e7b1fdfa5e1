//! The part of a form with the time control: by name, in days for every turn, or by its numbers.

use crate::html::lobby::table_page::{Fact, SettingOption};
use crate::html::wording::time_control;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::reason;
use crate::locale::{Locale, Message, duration, key};
use table::{Allowance, AllowanceRefusal, ClockPreset, GameLengths, TimeControl};

/// The choice that depends on the players: the default of the form.
const AUTOMATIC: &str = "auto";
/// The choice of the numbers below it.
const CUSTOM: &str = "custom";
/// What the list offers besides the named ones.
const DAYS: std::ops::RangeInclusive<u8> = 1..=14;

#[derive(Clone, Debug)]
pub struct ClockForm {
    choice: Choice,
    pub numbers: [ClockNumber; 5],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    /// Standard, and no limit against computers only: nobody waits there.
    Automatic,
    Known(TimeControl),
    Custom,
}

/// One of the numbers of a clock.
#[derive(Clone, Debug)]
pub struct ClockNumber {
    /// The name of the form field.
    pub name: &'static str,
    /// The keys of its label and of what it means.
    pub label: &'static str,
    pub help: &'static str,
    /// What was typed.
    pub text: String,
    /// Why it was refused.
    pub error: Option<Message>,
}

impl ClockForm {
    pub fn of(control: TimeControl) -> Self {
        let listed =
            control.preset().is_some() || control.whole_days().is_some_and(|days| DAYS.contains(&days));
        let choice = match control {
            TimeControl::Limited(_) if !listed => Choice::Custom,
            control => Choice::Known(control),
        };
        Self { choice, numbers: numbers(control.allowance().unwrap_or(ClockPreset::Slow.allowance())) }
    }

    /// Reads a form or a query.
    pub fn read(fields: &Fields) -> Result<Self, PageError> {
        let choice = match fields.optional("clock")? {
            None | Some(AUTOMATIC) => Choice::Automatic,
            Some(CUSTOM) => Choice::Custom,
            Some("") => Choice::Known(TimeControl::Unlimited),
            Some(word) => match (ClockPreset::parse(word), word.parse()) {
                (Some(preset), _) => Choice::Known(TimeControl::Limited(preset.allowance())),
                (None, Ok(days)) => Choice::Known(TimeControl::of_days(Some(days))),
                (None, Err(_)) => return Err(PageError::bad_request("request-clock")),
            },
        };
        let mut form = Self { choice, numbers: numbers(ClockPreset::Slow.allowance()) };
        for number in &mut form.numbers {
            if let Some(text) = fields.optional(number.name)? {
                text.clone_into(&mut number.text);
            }
        }
        Ok(form)
    }

    /// The time control that the form describes, for a table with other people or not. `None` if a number is refused, which then
    /// has its error.
    pub fn time_control(&mut self, other_people: bool) -> Option<TimeControl> {
        match self.choice {
            Choice::Automatic if other_people => {
                return Some(TimeControl::Limited(ClockPreset::Standard.allowance()));
            }
            Choice::Automatic => return Some(TimeControl::Unlimited),
            Choice::Known(control) => return Some(control),
            Choice::Custom => {}
        }
        for number in &mut self.numbers {
            let is_length = number.text.trim().is_empty() || duration::parse(&number.text).is_some();
            number.error = (!is_length).then(|| Message::new("refused-duration").with("text", &number.text));
        }
        if self.is_refused() {
            return None;
        }
        let [free, bank, increment, cap, most] =
            self.numbers.each_ref().map(|number| duration::parse(&number.text));
        let (free, bank, increment) = (free.unwrap_or(0), bank.unwrap_or(0), increment.unwrap_or(0));
        let allowance = Allowance { free, bank, increment, cap: cap.unwrap_or(bank.max(increment)), most };
        match allowance.check() {
            Ok(()) => Some(TimeControl::Limited(allowance)),
            Err(why) => {
                self.numbers[position(why)].error = Some(reason::allowance(why));
                None
            }
        }
    }

    pub fn is_refused(&self) -> bool {
        self.numbers.iter().any(|number| number.error.is_some())
    }

    /// Whether the numbers are shown without asking.
    pub fn is_open(&self) -> bool {
        self.choice == Choice::Custom
    }

    pub fn choices(&self, locale: Locale) -> Vec<SettingOption> {
        let choice = |value: &str, label: String, choice| SettingOption {
            value: value.to_owned(),
            label,
            help: String::new(),
            chosen: choice == self.choice,
        };
        let automatic =
            choice(AUTOMATIC, locale.say("new-table-clock-automatic").to_owned(), Choice::Automatic);
        let none =
            choice("", locale.say("new-table-no-limit").to_owned(), Choice::Known(TimeControl::Unlimited));
        let presets = ClockPreset::ALL.into_iter().map(|preset| {
            let text = locale
                .text("clock-choice")
                .with("name", time_control::preset_name(locale, preset))
                .with("line", preset_line(locale, preset));
            let days = preset.allowance().whole_days();
            let value = days.map_or_else(|| preset.word().to_owned(), |days| days.to_string());
            choice(&value, text.to_string(), Choice::Known(TimeControl::Limited(preset.allowance())))
        });
        let days = DAYS.map(|days| (days, TimeControl::of_days(Some(days))));
        let days = days.filter(|(_, control)| control.preset().is_none()).map(|(days, control)| {
            choice(&days.to_string(), time_control::name(locale, control), Choice::Known(control))
        });
        let custom = choice(CUSTOM, locale.say("clock-custom").to_owned(), Choice::Custom);
        [automatic, none].into_iter().chain(presets).chain(days).chain([custom]).collect()
    }
}

/// How long games with each of the clocks usually take, where it is known.
pub(super) fn lengths(locale: Locale, lengths: &GameLengths) -> Vec<Fact> {
    let fact = |clock| {
        let value = time_control::length(locale, lengths.of_clock(clock)?);
        Some(Fact { label: time_control::preset_name(locale, clock), value })
    };
    ClockPreset::ALL.into_iter().filter_map(fact).collect()
}

/// "a move a day, with 3 days in reserve".
pub(super) fn preset_line(locale: Locale, preset: ClockPreset) -> &'static str {
    locale.say(match preset {
        ClockPreset::Live => key("clock-live-line"),
        ClockPreset::Daily => key("clock-daily-line"),
        ClockPreset::Slow => key("clock-slow-line"),
        ClockPreset::Standard => key("clock-standard-line"),
        ClockPreset::Relaxed => key("clock-relaxed-line"),
    })
}

fn numbers(allowance: Allowance) -> [ClockNumber; 5] {
    let number = |name, label, help, seconds: Option<u32>| ClockNumber {
        name,
        label,
        help,
        text: seconds.map(duration::format).unwrap_or_default(),
        error: None,
    };
    let Allowance { free, bank, increment, cap, most } = allowance;
    [
        number("free", key("clock-free"), key("clock-free-help"), Some(free)),
        number("bank", key("clock-bank"), key("clock-bank-help"), Some(bank)),
        number("increment", key("clock-increment"), key("clock-increment-help"), Some(increment)),
        number("cap", key("clock-cap"), key("clock-cap-help"), Some(cap)),
        number("most", key("clock-most"), key("clock-most-help"), most),
    ]
}

/// The number that is to be changed.
const fn position(why: AllowanceRefusal) -> usize {
    match why {
        AllowanceRefusal::Free | AllowanceRefusal::NoTime => 0,
        AllowanceRefusal::Bank => 1,
        AllowanceRefusal::Increment => 2,
        AllowanceRefusal::Cap | AllowanceRefusal::CapBelowBank | AllowanceRefusal::CapBelowIncrement => 3,
        AllowanceRefusal::Most => 4,
    }
}
