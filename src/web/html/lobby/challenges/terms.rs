//! Terms in words, and what a counter-offer changes.

use crate::html::lobby::settings;
use crate::html::lobby::table_page::Fact;
use crate::html::wording::{challenge, rule_names};
use crate::locale::{Locale, key};
use table::{BestOf, ChallengeView, First, Terms};

/// One of the terms.
pub struct TermRow {
    pub label: &'static str,
    pub value: String,
    /// What the offer before said, if that was something else.
    pub before: Option<String>,
}

/// The terms of the current offer, and what is different from the offer before.
pub(super) fn rows(locale: Locale, view: &ChallengeView) -> Vec<TermRow> {
    let former = view.challenge.former.as_ref().map(|former| facts(locale, view, former)).unwrap_or_default();
    let now = facts(locale, view, &view.challenge.terms);
    let absent = |label| !now.iter().any(|fact| fact.label == label);
    let none = locale.say("challenge-term-none");
    let gone: Vec<TermRow> = former
        .iter()
        .filter(|fact| absent(fact.label))
        .map(|fact| TermRow { label: fact.label, value: none.to_owned(), before: Some(fact.value.clone()) })
        .collect();
    let row = |fact: Fact| {
        let before = former.iter().find(|old| old.label == fact.label).map(|old| old.value.as_str());
        let before = before.unwrap_or(none);
        let before = (!former.is_empty() && before != fact.value).then(|| before.to_owned());
        TermRow { label: fact.label, value: fact.value, before }
    };
    now.into_iter().map(row).chain(gone).collect()
}

fn facts(locale: Locale, view: &ChallengeView, terms: &Terms) -> Vec<Fact> {
    let fact = |label, value| Fact { label: locale.say(label), value };
    let begins = |user| {
        let name = challenge::name(locale, view.person(user));
        locale.text("challenge-first-is").with("name", name).to_string()
    };
    let first = match terms.first {
        First::Random => locale.say("challenge-first-random").to_owned(),
        First::Challenger => begins(&view.challenge.from),
        First::Challenged => begins(&view.challenge.to),
    };
    let tied = match (terms.best_of, terms.tie_to_second) {
        (BestOf::One, _) => None,
        (_, true) => Some(key("challenge-tie-second")),
        (_, false) => Some(key("challenge-tie-half")),
    };
    let rated = if terms.settings.rated { key("challenge-rated-yes") } else { key("challenge-rated-no") };
    let rules = rule_names::short(locale, &terms.settings.rules);
    let rated_fact = locale.say("rated-legend");
    let others = settings::facts(locale, &terms.settings, 2, None);
    [
        fact(key("challenge-best-of-legend"), challenge::best_of(locale, terms.best_of).to_owned()),
        fact(key("challenge-first-legend"), first),
        fact(key("new-table-rules"), rules),
        fact(key("rated-legend"), locale.say(rated).to_owned()),
    ]
    .into_iter()
    .chain(tied.map(|tied| fact(key("challenge-tie-legend"), locale.say(tied).to_owned())))
    .chain(others.into_iter().filter(|fact| fact.label != rated_fact))
    .collect()
}
