//! The settings of a table: as controls of a form, and in words. Rules, handicaps and the clock have forms of their own.

use std::collections::BTreeSet;

use crate::html::lobby::missed_turns_form;
use crate::html::lobby::rating_range_form::RatingRangeForm;
use crate::html::lobby::table_page::{Control, Fact, SettingOption};
use crate::html::wording::{aids, rating, reliability, stops, time_control};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Locale, key};
use table::{Aids, MissedTurns, RequiredReliability, Settings, Table, TimeControl, UsualLength};

/// What the form says about settings.
pub(super) struct SettingsForm {
    pub settings: Settings,
    /// Whether everyone may join, as chosen.
    pub public: bool,
    /// What happens when time runs out; `None` if that depends on who sees the table.
    missed_turns: Option<MissedTurns>,
    /// In `settings` only once it is read.
    pub rating: RatingRangeForm,
}

impl SettingsForm {
    /// With the settings of a table, also if others are usual now.
    pub fn like(settings: &Settings) -> Self {
        Self {
            public: settings.public,
            settings: settings.clone(),
            missed_turns: Some(settings.missed_turns),
            rating: RatingRangeForm::of(settings.rating),
        }
    }
}

/// Reads a form or a query; missing fields get the defaults of the form.
pub(super) fn read(fields: &Fields) -> Result<SettingsForm, PageError> {
    let public = match fields.optional("visibility")? {
        None | Some("public") => true,
        Some("link") => false,
        Some(_) => return Err(PageError::bad_request("request-visibility")),
    };
    let aids = match fields.optional("aids")? {
        None => Aids::default(),
        Some(word) => Aids::parse(word).ok_or_else(|| PageError::bad_request("request-aids"))?,
    };
    let missed_turns = missed_turns_form::read(fields)?;
    let rated = fields.optional("rated")? == Some("yes");
    let settings = Settings {
        public,
        rated,
        missed_turns: missed_turns.unwrap_or(MissedTurns::usual(public)),
        aids,
        hints: fields.optional("hints")? == Some("yes"),
        stand_ins: fields.optional("stand_ins")? == Some("yes"),
        take_backs: take_backs(fields)?,
        reliability: required_reliability(fields)?,
        bots: fields.optional("bots")? == Some("yes"),
        talk: fields.optional("no_talk")? != Some("yes"),
        ..Settings::default()
    };
    // Nobody has to set by hand what the form says about rated games.
    let settings = if rated { settings.fit_for_rating() } else { settings };
    Ok(SettingsForm { settings, public, missed_turns, rating: RatingRangeForm::read(fields)? })
}

fn take_backs(fields: &Fields) -> Result<u8, PageError> {
    let count = fields.parsed("take_backs")?.unwrap_or(Settings::TAKE_BACKS);
    let allowed = count <= Table::MOST_TAKE_BACKS;
    allowed.then_some(count).ok_or_else(|| PageError::bad_request("request-take-backs"))
}

/// Without answers, everybody may join.
pub(super) fn required_reliability(fields: &Fields) -> Result<RequiredReliability, PageError> {
    let unclear = || PageError::bad_request("request-reliability");
    let percent = match fields.optional("reliability")? {
        None | Some("") => 0,
        Some(typed) => typed.parse().ok().filter(|&percent: &u8| percent <= 100).ok_or_else(unclear)?,
    };
    Ok(RequiredReliability { percent, newcomers: fields.optional("not_new")? != Some("yes") })
}

/// What a table can ask for.
const PERCENTS: [u8; 4] = [0, 80, 90, 95];

pub(super) fn reliability_controls(locale: Locale, required: RequiredReliability) -> [Control; 2] {
    let percents: BTreeSet<u8> = PERCENTS.into_iter().chain([required.percent]).collect();
    let option = |percent: u8| SettingOption {
        value: percent.to_string(),
        label: locale.text("reliability-option").with("percent", percent).to_string(),
        help: if percent == 0 { locale.say("reliability-option-help").to_owned() } else { String::new() },
        chosen: percent == required.percent,
    };
    let least = Control::Radio {
        name: "reliability",
        legend: locale.say("reliability-legend"),
        choices: percents.into_iter().map(option).collect(),
    };
    let not_new = Control::Checkbox {
        name: "not_new",
        legend: locale.say("reliability-not-new-legend"),
        label: locale.say("reliability-not-new-label"),
        help: locale.say("reliability-not-new-help"),
        checked: !required.newcomers,
    };
    [least, not_new]
}

/// Who may join.
pub(super) fn visibility(locale: Locale, public: bool) -> Control {
    let choices = [
        ("public", key("new-table-public"), key("new-table-public-help"), public),
        ("link", key("new-table-link"), key("new-table-link-help"), !public),
    ];
    let choice = |(value, label, help, chosen): (&str, &'static str, &'static str, bool)| SettingOption {
        value: value.to_owned(),
        label: locale.say(label).to_owned(),
        help: locale.say(help).to_owned(),
        chosen,
    };
    Control::Radio {
        name: "visibility",
        legend: locale.say("new-table-who"),
        choices: choices.map(choice).into(),
    }
}

/// All but who may join, in the order of the form. `talk`: whether the host lets people talk at all.
pub(super) fn controls(locale: Locale, form: &SettingsForm, talk: bool) -> Vec<Control> {
    let settings = &form.settings;
    let [missed_turns, substitute] = missed_turns_form::controls(locale, form.missed_turns);
    let [reliability, not_new] = reliability_controls(locale, settings.reliability);
    let no_talk = talk.then(|| Control::Checkbox {
        name: "no_talk",
        legend: locale.say("talk-tab"),
        label: locale.say("talk-without-label"),
        help: locale.say("talk-without-help"),
        checked: !settings.talk,
    });
    let controls = [
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
        missed_turns,
        substitute,
        Control::Radio {
            name: "take_backs",
            legend: locale.say("take-back-legend"),
            choices: [0, 1, Settings::TAKE_BACKS, settings.take_backs]
                .into_iter()
                .collect::<BTreeSet<_>>()
                .into_iter()
                .map(|count| SettingOption {
                    value: count.to_string(),
                    label: locale.text("take-back-count").with("n", count).to_string(),
                    help: String::new(),
                    chosen: count == settings.take_backs,
                })
                .collect(),
        },
        Control::Checkbox {
            name: "stand_ins",
            legend: locale.say("stand-ins-legend"),
            label: locale.say("stand-ins-label"),
            help: locale.say("stand-ins-help"),
            checked: settings.stand_ins,
        },
        Control::Checkbox {
            name: "hints",
            legend: locale.say("hints-heading"),
            label: locale.say("new-table-hints"),
            help: locale.say("new-table-hints-help"),
            checked: settings.hints,
        },
        Control::Checkbox {
            name: "rated",
            legend: locale.say("rated-legend"),
            label: locale.say("rated-label"),
            help: locale.say("rated-help"),
            checked: settings.rated,
        },
        form.rating.control(locale),
        reliability,
        not_new,
        Control::Checkbox {
            name: "bots",
            legend: locale.say("bots-legend"),
            label: locale.say("bots-label"),
            help: locale.say("bots-help"),
            checked: settings.bots,
        },
    ];
    controls.into_iter().chain(no_talk).collect()
}

/// Those of a game between two people who have agreed to play: nobody else joins, and nobody takes over a seat.
pub(super) fn controls_between_two(locale: Locale, form: &SettingsForm, talk: bool) -> Vec<Control> {
    let is_about_others = |control: &Control| match control {
        Control::Radio { name, .. }
        | Control::Select { name, .. }
        | Control::Checkbox { name, .. }
        | Control::Checks { name, .. }
        | Control::Numbers { name, .. } => {
            ["reliability", "not_new", "rating_range", "bots", "rated"].contains(name)
        }
    };
    let mut controls = controls(locale, form, talk);
    controls.retain(|control| !is_about_others(control));
    missed_turns_form::without_takers(&mut controls);
    controls
}

/// What the page of a table says about its settings.
pub(super) fn facts(
    locale: Locale,
    settings: &Settings,
    people: usize,
    usual: Option<UsualLength>,
) -> Vec<Fact> {
    let mut aids = aids::name(locale, settings.aids).to_owned();
    if settings.hints {
        aids = format!("{aids}, {}", locale.say("table-hints"));
    }
    let visible_to = if settings.public { key("table-visible-public") } else { key("table-visible-link") };
    let stops =
        settings.time_control.allowance().map(|_| (key("table-stops"), stops::allowed(locale, settings)));
    let missed = settings
        .time_control
        .allowance()
        .map(|_| (key("table-missed"), missed_turns_form::name(locale, settings.missed_turns)));
    let stand_ins =
        settings.stand_ins.then(|| (key("stand-ins-legend"), locale.say("stand-ins-label").to_owned()));
    let take_backs = locale.text("take-back-count").with("n", settings.take_backs).to_string();
    let facts = [(key("table-time-control"), clock(locale, settings.time_control, people, usual))];
    let required = reliability::required(locale, settings.reliability)
        .map(|required| (key("reliability-legend"), required));
    let wanted = rating::range(locale, settings.rating).map(|range| (key("rating-range-legend"), range));
    let bots =
        (settings.bots && !settings.rated).then(|| (key("bots-legend"), locale.say("bots-label").to_owned()));
    let rated = settings.rated.then(|| {
        let how = if settings.bots { key("rated-bots") } else { key("rated-label") };
        (key("rated-legend"), locale.say(how).to_owned())
    });
    let talk = (!settings.talk).then(|| (key("talk-tab"), locale.say("talk-without").to_owned()));
    let others = [
        (key("take-back-legend"), take_backs),
        (key("table-aids"), aids),
        (key("table-visible-to"), locale.say(visible_to).to_owned()),
    ];
    let facts = rated
        .into_iter()
        .chain(wanted)
        .chain(facts)
        .chain(stops)
        .chain(missed)
        .chain(stand_ins)
        .chain(others)
        .chain(required)
        .chain(bots)
        .chain(talk);
    facts.map(|(label, value)| Fact { label: locale.say(label), value }).collect()
}

/// The clock's name, what it means, how long a round of so many people takes at most, and how long games usually take.
fn clock(locale: Locale, control: TimeControl, people: usize, usual: Option<UsualLength>) -> String {
    let name = time_control::name(locale, control);
    let Some(allowance) = control.allowance() else { return name };
    let explanation = allowance.whole_days().is_none().then(|| time_control::explanation(locale, allowance));
    let round = time_control::longest_round(locale, allowance, people);
    let usual = usual.map(|usual| {
        locale.text("clock-usual").with("length", time_control::length(locale, usual)).to_string()
    });
    let details: Vec<_> = explanation.into_iter().chain([round]).chain(usual).collect();
    locale.text("clock-fact").with("name", name).with("details", details.join(" ")).to_string()
}
