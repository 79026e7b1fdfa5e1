//! The form for an offer.

use std::collections::BTreeSet;

use crate::html::lobby::clock_form;
use crate::html::lobby::rating_range_form::RatingRangeForm;
use crate::html::lobby::settings::{reliability_controls, required_reliability};
use crate::html::lobby::table_page::{Control, SettingOption};
use crate::html::rulebook::books::Book;
use crate::html::wording::{offer, rule_names, time_control};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::Locale;
use engine::{MAX_COLOURS, Preset, Ruleset};
use table::{
    ClockPreset, GameId, NewOffer, Offer, OfferTerms, OfferedRules, RatedChoice, RequiredReliability,
};

/// The choice of the rules of a game.
const LIKE: &str = "like";

pub(super) struct OfferForm {
    presets: Vec<Preset>,
    /// A game whose rules can be chosen, too.
    pub like: Option<(GameId, Ruleset)>,
    like_chosen: bool,
    seats: BTreeSet<u8>,
    clocks: BTreeSet<ClockPreset>,
    rated: RatedChoice,
    rating: RatingRangeForm,
    reliability: RequiredReliability,
    at_once: u8,
    once: bool,
}

impl OfferForm {
    pub fn usual(like: Option<(GameId, Ruleset)>) -> Self {
        Self {
            presets: if like.is_some() { Vec::new() } else { vec![Preset::Modern] },
            like_chosen: like.is_some(),
            like,
            seats: [2].into(),
            clocks: [ClockPreset::Daily].into(),
            rated: RatedChoice::default(),
            rating: RatingRangeForm::default(),
            reliability: RequiredReliability::default(),
            at_once: 1,
            once: false,
        }
    }

    pub fn read(fields: &Fields, like: Option<(GameId, Ruleset)>) -> Result<Self, PageError> {
        let unclear = || PageError::bad_request("request-unclear");
        let (mut presets, mut like_chosen) = (Vec::new(), false);
        for word in fields.all("rules") {
            match Preset::ALL.into_iter().find(|preset| preset.word() == word) {
                Some(preset) => presets.push(preset),
                None if word == LIKE && like.is_some() => like_chosen = true,
                None => return Err(PageError::bad_request("request-rule-book")),
            }
        }
        let seats = fields.all("seats").map(|text| text.parse().map_err(|_| unclear()));
        let clocks = fields.all("clock").map(|word| ClockPreset::parse(word).ok_or_else(unclear));
        Ok(Self {
            presets,
            like,
            like_chosen,
            seats: seats.collect::<Result<_, _>>()?,
            clocks: clocks.collect::<Result<_, _>>()?,
            rated: fields.chosen("rated", RatedChoice::parse)?.unwrap_or_default(),
            rating: RatingRangeForm::read(fields)?,
            reliability: required_reliability(fields)?,
            at_once: fields.parsed("at_once")?.unwrap_or(1),
            once: fields.optional("once")? == Some("yes"),
        })
    }

    /// `None` if the rating range is refused; the form then has its error.
    pub fn offer(&mut self) -> Option<NewOffer> {
        let presets = self.presets.iter().map(|&preset| Ruleset::of(preset));
        let like = self.like.iter().filter(|_| self.like_chosen).map(|(_, rules)| rules.clone());
        Some(NewOffer {
            terms: OfferTerms {
                rules: presets.chain(like).map(OfferedRules).collect(),
                seats: self.seats.clone(),
                clocks: self.clocks.clone(),
                rated: self.rated,
                rating: self.rating.range()?,
                reliability: self.reliability,
            },
            at_once: if self.once { 1 } else { self.at_once },
            once: self.once,
        })
    }

    /// What everybody chooses.
    pub fn controls(&self, locale: Locale) -> Vec<Control> {
        let preset = |preset: Preset| SettingOption {
            value: preset.word().to_owned(),
            label: rule_names::name(locale, preset).to_owned(),
            help: Book::of(preset).line(locale),
            chosen: self.presets.contains(&preset),
        };
        let like = self.like.iter().map(|(_, rules)| SettingOption {
            value: LIKE.to_owned(),
            label: rule_names::short(locale, rules),
            help: locale.say("offer-rules-like").to_owned(),
            chosen: self.like_chosen,
        });
        let most = u8::try_from(MAX_COLOURS).unwrap_or(u8::MAX);
        vec![
            Control::Checks {
                name: "rules",
                legend: locale.say("new-table-rules"),
                choices: like.chain(Preset::ALL.into_iter().map(preset)).collect(),
            },
            Control::Checks {
                name: "seats",
                legend: locale.say("new-table-seats"),
                choices: (2..=most)
                    .map(|n| plain(n.to_string(), n.to_string(), self.seats.contains(&n)))
                    .collect(),
            },
            Control::Checks {
                name: "clock",
                legend: locale.say("table-time-control"),
                choices: ClockPreset::ALL
                    .into_iter()
                    .map(|clock| SettingOption {
                        help: clock_form::preset_line(locale, clock).to_owned(),
                        ..plain(
                            clock.word().to_owned(),
                            time_control::preset_name(locale, clock).to_owned(),
                            self.clocks.contains(&clock),
                        )
                    })
                    .collect(),
            },
            Control::Radio {
                name: "rated",
                legend: locale.say("rated-legend"),
                choices: RatedChoice::ALL
                    .into_iter()
                    .map(|rated| {
                        let label = locale.say(offer::rated(rated)).to_owned();
                        plain(rated.word().to_owned(), label, rated == self.rated)
                    })
                    .collect(),
            },
        ]
    }

    /// With whom, and how many games.
    pub fn more(&self, locale: Locale) -> Vec<Control> {
        let [reliability, not_new] = reliability_controls(locale, self.reliability);
        vec![
            self.rating.control(locale),
            reliability,
            not_new,
            Control::Select {
                name: "at_once",
                label: locale.say("offer-at-once"),
                choices: (1..=Offer::MOST_AT_ONCE).map(|n| (n, n == self.at_once)).collect(),
            },
            Control::Checkbox {
                name: "once",
                legend: locale.say("offer-once-legend"),
                label: locale.say("offer-once"),
                help: locale.say("offer-once-help"),
                checked: self.once,
            },
        ]
    }
}

const fn plain(value: String, label: String, chosen: bool) -> SettingOption {
    SettingOption { value, label, help: String::new(), chosen }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::RatingRange;

    fn read(query: &str) -> Result<OfferForm, PageError> {
        OfferForm::read(&Fields::read(query.as_bytes()).unwrap(), None)
    }

    #[test]
    fn a_form_says_all_that_is_welcome() {
        let mut form =
            read("rules=modern&rules=abbeys&seats=2&seats=4&clock=daily&clock=slow&rated=rated&at_once=3&rating_from=1300")
                .unwrap_or_else(|_| panic!("read"));
        let offer = form.offer().unwrap();
        assert_eq!(offer.check(), Ok(()));
        assert_eq!(
            offer.terms.rules,
            [Preset::Modern, Preset::Abbeys].map(|one| OfferedRules(Ruleset::of(one)))
        );
        assert_eq!((offer.terms.seats, offer.at_once), ([2, 4].into(), 3));
        assert_eq!(offer.terms.rating, RatingRange { from: Some(1300), to: None });
        let once = read("rules=modern&seats=2&clock=live&once=yes&at_once=9")
            .unwrap_or_else(|_| panic!("read"))
            .offer();
        assert_eq!(
            once.map(|offer| (offer.once, offer.at_once)),
            Some((true, 1)),
            "one game is one at a time"
        );
    }

    #[test]
    fn what_no_form_sends_is_a_bad_request() {
        for query in ["rules=chess", "rules=like", "seats=two", "clock=never", "rated=maybe"] {
            assert!(read(query).is_err(), "{query}");
        }
        assert!(read("rating_from=9&rating_to=3").is_ok_and(|mut form| form.offer().is_none()));
    }
}
