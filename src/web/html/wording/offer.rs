//! What people are open to, in words.

use crate::html::wording::{rating, reliability, rule_names, time_control};
use crate::locale::{Locale, key};
use table::{OfferTerms, OfferedRules, RatedChoice};

/// "Modern or Chicago rules · 2 or 3 players · A turn a day · rated or not · rating 1300–1700".
pub fn terms(locale: Locale, terms: &OfferTerms) -> String {
    let rules = terms.rules.iter().map(|OfferedRules(rules)| rule_names::short(locale, rules)).collect();
    let seats = terms.seats.iter().map(ToString::to_string).collect();
    let clocks =
        terms.clocks.iter().map(|&clock| time_control::preset_name(locale, clock).to_owned()).collect();
    let range = rating::range(locale, terms.rating)
        .map(|range| locale.text("rating-range-wanted").with("range", range).to_string());
    let mut facts = vec![
        any_of(locale, rules),
        locale.text("offer-seats").with("seats", any_of(locale, seats)).to_string(),
        any_of(locale, clocks),
        locale.say(rated(terms.rated)).to_owned(),
    ];
    facts.extend(range);
    facts.extend(reliability::required(locale, terms.reliability));
    locale.facts(facts)
}

/// "2, 3 or 4".
fn any_of(locale: Locale, mut items: Vec<String>) -> String {
    let Some(last) = items.pop() else { return String::new() };
    let more = |start: String, next: String| {
        locale.text("list-more").with("start", start).with("next", next).to_string()
    };
    match items.into_iter().reduce(more) {
        Some(start) => locale.text("list-or").with("start", start).with("last", last).to_string(),
        None => last,
    }
}

pub const fn rated(choice: RatedChoice) -> &'static str {
    match choice {
        RatedChoice::Rated => key("offer-rated"),
        RatedChoice::Unrated => key("offer-unrated"),
        RatedChoice::Either => key("offer-either"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Preset, Ruleset};
    use table::{ClockPreset, RatingRange, RequiredReliability};

    #[test]
    fn terms_are_a_line_of_facts() {
        let offered = OfferTerms {
            rules: [Preset::Modern, Preset::Abbeys].map(|preset| OfferedRules(Ruleset::of(preset))).into(),
            seats: [2, 3, 4].into(),
            clocks: [ClockPreset::Daily].into(),
            rated: RatedChoice::Either,
            rating: RatingRange { from: Some(1300), to: None },
            reliability: RequiredReliability { percent: 80, newcomers: false },
        };
        let text = terms(Locale::default(), &offered);
        assert!(text.starts_with("Modern rules or Abbeys"), "{text}");
        assert!(text.contains("2, 3 or 4 players · "), "{text}");
    }
}
