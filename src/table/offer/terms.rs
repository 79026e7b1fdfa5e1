//! What somebody is open to: which games, and with whom.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::offer::OfferedGame;
use crate::settings::stored_rules;
use crate::{ClockPreset, OpenRefusal, OpenTable, RatingRange, RequiredReliability, Settings};
use engine::{MAX_COLOURS, Ruleset};

/// Every game with one of these rules, one of these numbers of seats and one of these clocks is welcome. Stored as JSON: fields keep
/// their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferTerms {
    /// The ones that are liked best come first.
    pub rules: Vec<OfferedRules>,
    pub seats: BTreeSet<u8>,
    pub clocks: BTreeSet<ClockPreset>,
    pub rated: RatedChoice,
    /// Of the others, in the pool of the game, rated or not.
    #[serde(default, skip_serializing_if = "RatingRange::is_none")]
    pub rating: RatingRange,
    /// Of the others.
    #[serde(default, skip_serializing_if = "RequiredReliability::is_none")]
    pub reliability: RequiredReliability,
}

/// Rules as they are stored: every parameter is spelled out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OfferedRules(#[serde(with = "stored_rules")] pub Ruleset);

/// Whether the games may be rated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatedChoice {
    Rated,
    Unrated,
    /// Rated if the others want that.
    #[default]
    Either,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfferRefusal {
    #[error("offer-without-rules")]
    NoRules,
    #[error("offer-too-many-rules")]
    TooManyRules { most: usize },
    /// No number of seats, or one that is not from 2 to the most.
    #[error("offer-seats")]
    Seats { most: usize },
    #[error("offer-without-clock")]
    NoClock,
    #[error("offer-at-once")]
    AtOnce { most: u8 },
    #[error("rating-range")]
    RatingRange,
    #[error("reliability-above-100")]
    Reliability,
    /// Tables with some of these rules can't be opened.
    #[error(transparent)]
    Open(#[from] OpenRefusal),
}

impl OfferRefusal {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoRules | Self::TooManyRules { .. } => "bad-rules",
            Self::Seats { .. } => "bad-seat-count",
            Self::NoClock => "bad-time-control",
            Self::AtOnce { .. } => "bad-at-once",
            Self::RatingRange => "bad-rating-range",
            Self::Reliability => "bad-reliability",
            Self::Open(why) => why.code(),
        }
    }
}

impl RatedChoice {
    pub const ALL: [Self; 3] = [Self::Either, Self::Rated, Self::Unrated];

    /// In forms and for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rated => "rated",
            Self::Unrated => "unrated",
            Self::Either => "either",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }

    /// Whether games may be so, rated games first.
    fn options(self) -> impl Iterator<Item = bool> {
        let all = match self {
            Self::Rated => [Some(true), None],
            Self::Unrated => [None, Some(false)],
            Self::Either => [Some(true), Some(false)],
        };
        all.into_iter().flatten()
    }
}

impl OfferTerms {
    /// How many rules an offer can name.
    pub const MOST_RULES: usize = 6;

    pub fn check(&self) -> Result<(), OfferRefusal> {
        if self.rules.is_empty() {
            return Err(OfferRefusal::NoRules);
        }
        if self.rules.len() > Self::MOST_RULES {
            return Err(OfferRefusal::TooManyRules { most: Self::MOST_RULES });
        }
        let seats = |seats: &u8| (2..=MAX_COLOURS).contains(&usize::from(*seats));
        if self.seats.is_empty() || !self.seats.iter().all(seats) {
            return Err(OfferRefusal::Seats { most: MAX_COLOURS });
        }
        if self.clocks.is_empty() {
            return Err(OfferRefusal::NoClock);
        }
        if !self.rating.is_possible() {
            return Err(OfferRefusal::RatingRange);
        }
        if self.reliability.percent > 100 {
            return Err(OfferRefusal::Reliability);
        }
        for OfferedRules(rules) in &self.rules {
            self.check_rules(rules)?;
        }
        Ok(())
    }

    /// A table with these rules can be opened with one of the numbers of seats at least.
    fn check_rules(&self, rules: &Ruleset) -> Result<(), OfferRefusal> {
        rules.validate().map_err(OpenRefusal::from)?;
        rules.check_effects().map_err(OpenRefusal::from)?;
        let most = rules.most_seats();
        if self.seats.iter().all(|&seats| usize::from(seats) > most) {
            return Err(OfferRefusal::Seats { most });
        }
        Ok(())
    }

    /// The games that are welcome. Rules come first in their order, then fewer seats, quicker clocks and rated games.
    pub fn games(&self) -> Vec<OfferedGame> {
        let mut games = Vec::new();
        for OfferedRules(rules) in &self.rules {
            for &seats in self.seats.iter().filter(|&&seats| usize::from(seats) <= rules.most_seats()) {
                for &clock in &self.clocks {
                    games.extend(self.rated.options().map(|rated| offered(rules, seats, clock, rated)));
                }
            }
        }
        games
    }
}

fn offered(rules: &Ruleset, seats: u8, clock: ClockPreset, rated: bool) -> OfferedGame {
    let usual = Settings::usual(rules.clone(), Some(clock), true);
    let settings = if rated { Settings { rated, ..usual }.fit_for_rating() } else { usual };
    OfferedGame(OpenTable { settings, seats, computers: Vec::new() })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use engine::Preset;

    pub fn terms(presets: &[Preset], seats: &[u8], clocks: &[ClockPreset], rated: RatedChoice) -> OfferTerms {
        OfferTerms {
            rules: presets.iter().map(|&preset| OfferedRules(Ruleset::of(preset))).collect(),
            seats: seats.iter().copied().collect(),
            clocks: clocks.iter().copied().collect(),
            rated,
            rating: RatingRange::default(),
            reliability: RequiredReliability::default(),
        }
    }

    #[test]
    fn every_game_of_every_offer_can_be_opened() {
        let all = terms(&Preset::ALL, &[2, 3, 4, 5, 6], &ClockPreset::ALL, RatedChoice::Either);
        assert_eq!(all.check(), Ok(()));
        let games = all.games();
        let most: usize = Preset::ALL
            .iter()
            .map(|&preset| (2..=6).filter(|&seats| seats <= Ruleset::of(preset).most_seats()).count())
            .sum();
        assert_eq!(games.len(), most * ClockPreset::ALL.len() * 2);
        for OfferedGame(open) in games {
            assert_eq!(open.check(), Ok(()), "{open:?}");
            assert!(open.settings.public);
        }
    }

    #[test]
    fn terms_that_no_game_can_have_are_refused() {
        let good = || terms(&[Preset::Modern], &[2, 3], &[ClockPreset::Daily], RatedChoice::Unrated);
        let refused = |change: fn(&mut OfferTerms)| {
            let mut terms = good();
            change(&mut terms);
            terms.check().unwrap_err()
        };
        assert_eq!(good().check(), Ok(()));
        assert_eq!(refused(|terms| terms.rules.clear()), OfferRefusal::NoRules);
        let many = refused(|terms| terms.rules = vec![terms.rules[0].clone(); 7]);
        assert_eq!(many, OfferRefusal::TooManyRules { most: 6 });
        for seats in [vec![], vec![1, 2], vec![7]] {
            let mut terms = good();
            terms.seats = seats.into_iter().collect();
            assert_eq!(terms.check(), Err(OfferRefusal::Seats { most: MAX_COLOURS }));
        }
        assert_eq!(refused(|terms| terms.clocks.clear()), OfferRefusal::NoClock);
        let range = RatingRange { from: Some(2), to: Some(1) };
        let mut terms = good();
        terms.rating = range;
        assert_eq!(terms.check(), Err(OfferRefusal::RatingRange));
        assert_eq!(refused(|terms| terms.reliability.percent = 101), OfferRefusal::Reliability);
    }

    #[test]
    fn terms_survive_being_stored() {
        let stored =
            terms(&[Preset::Abbeys, Preset::Modern], &[2, 5], &[ClockPreset::Live], RatedChoice::Rated);
        let json = serde_json::to_string(&stored).unwrap();
        assert_eq!(serde_json::from_str::<OfferTerms>(&json).unwrap(), stored);
    }
}
