//! The settings of a table: as controls of a form, and in words. Rules and handicaps have forms of their own.

use crate::html::lobby::table_page::{Control, Fact, SettingOption};
use crate::html::wording::{aids, time_control};
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
    let days = if fields.optional("clock")?.is_some() { fields.parsed("clock")? } else { Some(3) };
    let aids = match fields.optional("aids")? {
        None => Aids::default(),
        Some(word) => Aids::parse(word).ok_or_else(|| PageError::bad_request("request-aids"))?,
    };
    Ok(Settings {
        public,
        time_control: TimeControl::of_days(days),
        aids,
        hints: fields.optional("hints")? == Some("yes"),
        ..Settings::default()
    })
}

/// In the order of the form.
pub(super) fn controls(locale: Locale, settings: &Settings) -> Vec<Control> {
    vec![
        Control::Select {
            name: "clock",
            label: locale.say("table-time-control"),
            help: locale.say("new-table-time-help"),
            choices: clocks(locale, settings.time_control),
        },
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

fn clocks(locale: Locale, chosen: TimeControl) -> Vec<SettingOption> {
    let days = TimeControl::DAYS.map(|days| (days.to_string(), TimeControl::of_days(Some(days))));
    let all = std::iter::once((String::new(), TimeControl::Unlimited)).chain(days);
    let choice = |(value, each)| SettingOption {
        value,
        label: match each {
            TimeControl::Unlimited => locale.say("new-table-no-limit").to_owned(),
            TimeControl::PerTurn { .. } => time_control::name(locale, each),
        },
        help: String::new(),
        chosen: each == chosen,
    };
    all.map(choice).collect()
}

/// What the page of a table says about its settings.
pub(super) fn facts(locale: Locale, settings: &Settings) -> Vec<Fact> {
    let mut aids = aids::name(locale, settings.aids).to_owned();
    if settings.hints {
        aids = format!("{aids}, {}", locale.say("table-hints"));
    }
    let visible_to = if settings.public { key("table-visible-public") } else { key("table-visible-link") };
    [
        (key("table-time-control"), time_control::name(locale, settings.time_control)),
        (key("table-aids"), aids),
        (key("table-visible-to"), locale.say(visible_to).to_owned()),
    ]
    .map(|(label, value)| Fact { label: locale.say(label), value })
    .into()
}
