//! What happens when time runs out: as a control of a form, and in words.

use std::collections::BTreeSet;

use crate::html::levels;
use crate::html::lobby::table_page::{Control, SettingOption};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, key};
use table::{ComputerLevel, MissedTurns};

const FIELD: &str = "missed";
const WAIT: &str = "wait";
const COMPUTER: &str = "computer";
const REPLACE: &str = "replace";
const OFFER: &str = "offer";
/// The level of the computer that plays on.
const LEVEL: &str = "substitute";

/// Reads a form or a query. `None` is what usually happens.
pub(super) fn read(fields: &Fields) -> Result<Option<MissedTurns>, PageError> {
    let unclear = || PageError::bad_request("request-missed-turns");
    Ok(Some(match fields.optional(FIELD)? {
        None | Some("") => return Ok(None),
        Some(WAIT) => MissedTurns::Wait,
        Some(COMPUTER) => MissedTurns::Computer(level(fields)?),
        Some(REPLACE) => MissedTurns::Replace(level(fields)?),
        Some(OFFER) => MissedTurns::Offer(level(fields)?),
        Some(count) => {
            let count = count.parse().ok().filter(|count| (1..=MissedTurns::MOST).contains(count));
            of(count.ok_or_else(unclear)?)
        }
    }))
}

fn level(fields: &Fields) -> Result<ComputerLevel, PageError> {
    Ok(levels::chosen(fields, LEVEL)?.unwrap_or(ComputerLevel::MEDIUM))
}

/// Each policy has one value.
fn of(out_after: u8) -> MissedTurns {
    if Some(out_after) == MissedTurns::Skip.out_after() {
        MissedTurns::Skip
    } else {
        MissedTurns::OutAfter(out_after)
    }
}

/// Leaves out what offers seats to others.
pub(super) fn without_takers(controls: &mut [Control]) {
    for control in controls {
        if let Control::Radio { name: FIELD, choices, .. } = control {
            choices.retain(|choice| ![REPLACE, OFFER].contains(&choice.value.as_str()));
        }
    }
}

/// `None` chooses what usually happens.
pub(super) fn controls(locale: Locale, chosen: Option<MissedTurns>) -> [Control; 2] {
    let usual = SettingOption {
        value: String::new(),
        label: locale.say("missed-usual").to_owned(),
        help: locale.say("missed-usual-help").to_owned(),
        chosen: chosen.is_none(),
    };
    let option = |policy: MissedTurns, help| SettingOption {
        value: word(policy),
        label: name(locale, policy),
        help: locale.say(help).to_owned(),
        chosen: Some(policy) == chosen,
    };
    let counts: BTreeSet<u8> = [3, 1].into_iter().chain(chosen.and_then(MissedTurns::out_after)).collect();
    let skips = counts.into_iter().rev().map(|count| option(of(count), key("missed-skip-help")));
    let level = chosen.and_then(MissedTurns::substitute).unwrap_or(ComputerLevel::MEDIUM);
    // Their level is chosen beside them.
    let of_any_level =
        |policy, label, help| SettingOption { label: locale.say(label).to_owned(), ..option(policy, help) };
    let computer =
        of_any_level(MissedTurns::Computer(level), key("missed-computer-any"), key("missed-computer-help"));
    let replace =
        of_any_level(MissedTurns::Replace(level), key("missed-replace-any"), key("missed-replace-help"));
    let offer = of_any_level(MissedTurns::Offer(level), key("missed-offer-any"), key("missed-offer-help"));
    let wait = option(MissedTurns::Wait, key("missed-wait-help"));
    let policy = Control::Radio {
        name: FIELD,
        legend: locale.say("missed-legend"),
        choices: std::iter::once(usual).chain(skips).chain([computer, replace, offer, wait]).collect(),
    };
    let levels = Control::Select {
        name: LEVEL,
        label: locale.say("missed-computer-level"),
        choices: levels::choices(Some(level)),
    };
    [policy, levels]
}

fn word(policy: MissedTurns) -> String {
    match policy {
        MissedTurns::Computer(_) => COMPUTER.to_owned(),
        MissedTurns::Replace(_) => REPLACE.to_owned(),
        MissedTurns::Offer(_) => OFFER.to_owned(),
        _ => policy.out_after().map_or_else(|| WAIT.to_owned(), |count| count.to_string()),
    }
}

/// "The turn is skipped; the third in a row loses the seat".
pub(super) fn name(locale: Locale, policy: MissedTurns) -> String {
    let text = match policy {
        MissedTurns::Wait => return locale.say("missed-wait").to_owned(),
        MissedTurns::Skip | MissedTurns::OutAfter(_) => {
            locale.text("missed-skip").with("n", policy.out_after().unwrap_or_default())
        }
        MissedTurns::Computer(level) => locale.text("missed-computer").with("n", number(level)),
        MissedTurns::Replace(level) => locale.text("missed-replace").with("n", number(level)),
        MissedTurns::Offer(level) => locale.text("missed-offer").with("n", number(level)),
    };
    text.to_string()
}

fn number(level: ComputerLevel) -> u8 {
    level.number().unwrap_or_default()
}
