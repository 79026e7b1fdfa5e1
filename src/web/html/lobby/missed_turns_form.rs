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
/// The level of the computer that plays on.
const LEVEL: &str = "substitute";

/// Reads a form or a query. Without an answer, turns are skipped at public tables, and people who know each other decide themselves.
pub(super) fn read(fields: &Fields, public: bool) -> Result<MissedTurns, PageError> {
    let unclear = || PageError::bad_request("request-missed-turns");
    Ok(match fields.optional(FIELD)? {
        None | Some("") if public => MissedTurns::Skip,
        None | Some("" | WAIT) => MissedTurns::Wait,
        Some(COMPUTER) => {
            MissedTurns::Computer(levels::chosen(fields, LEVEL)?.unwrap_or(ComputerLevel::MEDIUM))
        }
        Some(count) => {
            let count = count.parse().ok().filter(|count| (1..=MissedTurns::MOST).contains(count));
            of(count.ok_or_else(unclear)?)
        }
    })
}

/// Each policy has one value.
fn of(out_after: u8) -> MissedTurns {
    if Some(out_after) == MissedTurns::Skip.out_after() {
        MissedTurns::Skip
    } else {
        MissedTurns::OutAfter(out_after)
    }
}

pub(super) fn controls(locale: Locale, chosen: MissedTurns) -> [Control; 2] {
    let option = |policy: MissedTurns, help| SettingOption {
        value: word(policy),
        label: name(locale, policy),
        help: locale.say(help).to_owned(),
        chosen: policy == chosen,
    };
    let counts: BTreeSet<u8> = [3, 1].into_iter().chain(chosen.out_after()).collect();
    let skips = counts.into_iter().rev().map(|count| option(of(count), key("missed-skip-help")));
    let level = match chosen {
        MissedTurns::Computer(level) => level,
        _ => ComputerLevel::MEDIUM,
    };
    let computer = SettingOption {
        label: locale.say("missed-computer-any").to_owned(),
        ..option(MissedTurns::Computer(level), key("missed-computer-help"))
    };
    let wait = option(MissedTurns::Wait, key("missed-wait-help"));
    let policy = Control::Radio {
        name: FIELD,
        legend: locale.say("missed-legend"),
        choices: skips.chain([computer, wait]).collect(),
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
        _ => policy.out_after().map_or_else(|| WAIT.to_owned(), |count| count.to_string()),
    }
}

/// "The turn is skipped; the third in a row loses the seat".
pub(super) fn name(locale: Locale, policy: MissedTurns) -> String {
    match (policy, policy.out_after()) {
        (_, Some(count)) => locale.text("missed-skip").with("n", count).to_string(),
        (MissedTurns::Computer(level), _) => {
            locale.text("missed-computer").with("n", level.number().unwrap_or_default()).to_string()
        }
        (_, None) => locale.say("missed-wait").to_owned(),
    }
}
