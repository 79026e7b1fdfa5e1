//! Reports and restrictions in words.

use crate::html::wording::{player, talk};
use crate::locale::{Locale, key};
use account::{Restriction, RestrictionKind, RestrictionState, UserId};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use table::{EvidenceLine, Person, ReportCategory};

pub fn category(category: ReportCategory) -> &'static str {
    match category {
        ReportCategory::Insult => key("report-category-insult"),
        ReportCategory::Spam => key("report-category-spam"),
        ReportCategory::Cheating => key("report-category-cheating"),
        ReportCategory::Name => key("report-category-name"),
        ReportCategory::Other => key("report-category-other"),
    }
}

pub fn kind(kind: RestrictionKind) -> &'static str {
    match kind {
        RestrictionKind::Warning => key("restriction-warning"),
        RestrictionKind::Talk => key("restriction-talk"),
        RestrictionKind::Tables => key("restriction-tables"),
        RestrictionKind::Account => key("restriction-account"),
    }
}

/// What it keeps its user from.
pub fn effect(kind: RestrictionKind) -> &'static str {
    match kind {
        RestrictionKind::Warning => key("restriction-warning-help"),
        RestrictionKind::Talk => key("restriction-talk-help"),
        RestrictionKind::Tables => key("restriction-tables-help"),
        RestrictionKind::Account => key("restriction-account-help"),
    }
}

/// When it ends or has ended: a label and the time. `None` for a warning that nobody has acknowledged.
pub fn end(
    locale: Locale,
    restriction: &Restriction,
    now: DateTime<Utc>,
    zone: Tz,
) -> Option<(&'static str, String)> {
    let label = match (restriction.state(now), restriction.kind) {
        (RestrictionState::Lifted, _) => key("restrictions-lifted"),
        (RestrictionState::Over, RestrictionKind::Warning) => key("restrictions-acknowledged"),
        (RestrictionState::Over, _) => key("restrictions-ended"),
        (RestrictionState::InForce, _) => key("restrictions-end"),
    };
    Some((locale.say(label), locale.moment(restriction.until?, zone)))
}

/// The name of a user, or words for one who has left.
pub fn name(locale: Locale, people: &[Person], user: &UserId) -> String {
    let found = people.iter().find(|person| person.id == *user);
    let name = found.map(|person| player::person_name(locale, person).into_owned());
    name.unwrap_or_else(|| locale.say("report-gone").to_owned())
}

/// What a line says; `None` if its text is gone, or if it had none.
pub fn line(locale: Locale, line: &EvidenceLine) -> Option<String> {
    line.text.clone().or_else(|| Some(talk::phrase(locale, line.phrase?).to_owned()))
}
