//! Time controls in words.

use crate::locale::{Locale, duration, key};
use table::{Allowance, ClockPreset, TimeControl, UsualLength};

/// "3 days", "Slow", "12 h + 3 d bank".
pub fn name(locale: Locale, time_control: TimeControl) -> String {
    let Some(allowance) = time_control.allowance() else { return locale.say("table-no-limit").to_owned() };
    match (allowance.whole_days(), time_control.preset()) {
        (Some(days), _) => locale.text("table-days").with("n", days).to_string(),
        (None, Some(preset)) => preset_name(locale, preset).to_owned(),
        (None, None) if !allowance.has_bank() => duration::format(allowance.free),
        (None, None) => {
            let text = locale.text("clock-with-bank").with("free", duration::format(allowance.free));
            text.with("bank", duration::format(allowance.bank)).to_string()
        }
    }
}

/// The name, and how long a game usually takes: "3 days, usually 5 weeks".
pub fn name_and_length(locale: Locale, control: TimeControl, usual: Option<UsualLength>) -> String {
    let name = name(locale, control);
    let Some(usual) = usual else { return name };
    let text = locale.text("clock-and-length").with("name", name);
    text.with("median", locale.rough_span(usual.median)).to_string()
}

/// "5 weeks, nine in ten at most 8 weeks".
pub fn length(locale: Locale, usual: UsualLength) -> String {
    let text = locale.text("clock-length").with("median", locale.rough_span(usual.median));
    text.with("most", locale.rough_span_at_most(usual.nine_in_ten)).to_string()
}

pub fn preset_name(locale: Locale, preset: ClockPreset) -> &'static str {
    locale.say(match preset {
        ClockPreset::Live => key("clock-live"),
        ClockPreset::Daily => key("clock-daily"),
        ClockPreset::Slow => key("clock-slow"),
        ClockPreset::Standard => key("clock-standard"),
        ClockPreset::Relaxed => key("clock-relaxed"),
    })
}

/// "Each turn has 12 h. What it takes beyond that comes out of a bank of 3 d …".
pub fn explanation(locale: Locale, allowance: Allowance) -> String {
    let say = |text, name, seconds| locale.text(text).with(name, duration::format(seconds)).to_string();
    let Allowance { free, bank, increment, cap, most } = allowance;
    let has_bank = allowance.has_bank();
    let mut sentences = vec![match (free, has_bank) {
        (_, false) => say(key("clock-explained-free"), "free", free),
        (0, true) => say(key("clock-explained-bank"), "bank", bank),
        (_, true) => locale
            .text("clock-explained-free-and-bank")
            .with("free", duration::format(free))
            .with("bank", duration::format(bank))
            .to_string(),
    }];
    if increment > 0 {
        let text = locale.text("clock-explained-increment").with("increment", duration::format(increment));
        sentences.push(text.with("cap", duration::format(cap)).to_string());
    }
    if has_bank && let Some(most) = most {
        sentences.push(say(key("clock-explained-most"), "most", most));
    }
    sentences.join(" ")
}

/// How long a round takes at most, with so many people at the table.
pub fn longest_round(locale: Locale, allowance: Allowance, people: usize) -> String {
    let turn = u32::try_from(allowance.longest_turn().num_seconds()).unwrap_or(u32::MAX);
    let round = turn.saturating_mul(u32::try_from(people).unwrap_or(u32::MAX));
    locale.text("clock-longest-round").with("round", duration::format(round)).to_string()
}
