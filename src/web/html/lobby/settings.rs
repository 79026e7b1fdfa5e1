//! The settings of a table: as controls of a form, and in words. Rules, handicaps and the clock have forms of their own.

use crate::html::lobby::table_page::{Control, Fact, SettingOption};
use crate::html::wording::{aids, stops, time_control};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, key};
use table::{Aids, Settings, TimeControl};

/// Reads a form or a query; missing fields get the defaults of the form.
pub(super) fn read(fields: &Fields) -> Result<Settings, PageError> {
    let public = match fields.optional("visibility")? {
        None | Some("public") => true,
        Some("link") => false,
        Some(_) => return Err(PageError::bad_request("request-visibility")),
    };
    let aids = match fields.optional("aids")? {
        None => Aids::default(),
        Some(word) => Aids::parse(word).ok_or_else(|| PageError::bad_request("request-aids"))?,
    };
    Ok(Settings { public, aids, hints: fields.optional("hints")? == Some("yes"), ..Settings::default() })
}

/// In the order of the form.
pub(super) fn controls(locale: Locale, settings: &Settings) -> Vec<Control> {
    vec![
        Control::Radio {
            name: "aids",
            legend: locale.say("table-aids"),
            choices: Aids::ALL
                .map(|each| SettingOption {
                    value: each.word().to_owned(),
                    label: aids::name(locale, each).to_owned(),
                    help: aids::line(locale, each).to_owned(),
                    chosen: each == settings.aids,
                })
                .into(),
        },
        Control::Checkbox {
            name: "hints",
            legend: locale.say("hints-heading"),
            label: locale.say("new-table-hints"),
            help: locale.say("new-table-hints-help"),
            checked: settings.hints,
        },
        Control::Radio {
            name: "visibility",
            legend: locale.say("new-table-who"),
            choices: [
                ("public", key("new-table-public"), key("new-table-public-help"), settings.public),
                ("link", key("new-table-link"), key("new-table-link-help"), !settings.public),
            ]
            .map(|(value, label, help, chosen)| SettingOption {
                value: value.to_owned(),
                label: locale.say(label).to_owned(),
                help: locale.say(help).to_owned(),
                chosen,
            })
            .into(),
        },
    ]
}

/// What the page of a table says about its settings.
pub(super) fn facts(locale: Locale, settings: &Settings, people: usize) -> Vec<Fact> {
    let mut aids = aids::name(locale, settings.aids).to_owned();
    if settings.hints {
        aids = format!("{aids}, {}", locale.say("table-hints"));
    }
    let visible_to = if settings.public { key("table-visible-public") } else { key("table-visible-link") };
    let stops =
        settings.time_control.allowance().map(|_| (key("table-stops"), stops::allowed(locale, settings)));
    let facts = [
        (key("table-time-control"), clock(locale, settings.time_control, people)),
        (key("table-aids"), aids),
        (key("table-visible-to"), locale.say(visible_to).to_owned()),
    ]
    .into_iter();
    let facts = facts.clone().take(1).chain(stops).chain(facts.skip(1));
    facts.map(|(label, value)| Fact { label: locale.say(label), value }).collect()
}

/// The clock's name, what it means, and how long a round of so many people takes at most.
fn clock(locale: Locale, control: TimeControl, people: usize) -> String {
    let name = time_control::name(locale, control);
    let Some(allowance) = control.allowance() else { return name };
    let explanation = allowance.whole_days().is_none().then(|| time_control::explanation(locale, allowance));
    let round = time_control::longest_round(locale, allowance, people);
    let text = locale.text("clock-fact").with("name", name);
    text.with("details", explanation.into_iter().chain([round]).collect::<Vec<_>>().join(" ")).to_string()
}
