//! What happens when time runs out: as a control of a form, and in words.

use std::collections::BTreeSet;

use crate::html::lobby::table_page::{Control, SettingOption};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, key};
use table::MissedTurns;

const FIELD: &str = "missed";
const WAIT: &str = "wait";

/// Reads a form or a query. Without an answer, turns are skipped at public tables, and people who know each other decide themselves.
pub(super) fn read(fields: &Fields, public: bool) -> Result<MissedTurns, PageError> {
    let unclear = || PageError::bad_request("request-missed-turns");
    Ok(match fields.optional(FIELD)? {
        None | Some("") if public => MissedTurns::Skip,
        None | Some("" | WAIT) => MissedTurns::Wait,
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

pub(super) fn control(locale: Locale, chosen: MissedTurns) -> Control {
    let option = |policy: MissedTurns, help| SettingOption {
        value: policy.out_after().map_or_else(|| WAIT.to_owned(), |count| count.to_string()),
        label: name(locale, policy),
        help: locale.say(help).to_owned(),
        chosen: policy == chosen,
    };
    let counts: BTreeSet<u8> = [3, 1].into_iter().chain(chosen.out_after()).collect();
    let skips = counts.into_iter().rev().map(|count| option(of(count), key("missed-skip-help")));
    let wait = option(MissedTurns::Wait, key("missed-wait-help"));
    Control::Radio {
        name: FIELD,
        legend: locale.say("missed-legend"),
        choices: skips.chain([wait]).collect(),
    }
}

/// "The turn is skipped; the third in a row loses the seat".
pub(super) fn name(locale: Locale, policy: MissedTurns) -> String {
    match policy.out_after() {
        Some(count) => locale.text("missed-skip").with("n", count).to_string(),
        None => locale.say("missed-wait").to_owned(),
    }
}
