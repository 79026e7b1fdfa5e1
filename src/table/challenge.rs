//! A challenge: one person asks another for a game or a series on certain terms. The other accepts, declines, or makes a counter-offer,
//! which the first then answers in the same way.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    BestOf, ChallengeNotice, GameId, MissedTurns, OpenRefusal, OpenTable, Person, Push, PushSubject,
    RatingRange, RequiredReliability, Series, Settings, Side,
};
use account::{ChallengeId, SeriesId, UserId};

/// Who begins the first game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum First {
    #[default]
    Random,
    Challenger,
    Challenged,
}

impl First {
    pub const ALL: [Self; 3] = [Self::Random, Self::Challenger, Self::Challenged];

    /// The word in forms and in the API; JSON has the same.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Challenger => "challenger",
            Self::Challenged => "challenged",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|first| first.word() == word)
    }
}

/// What is to be played. Stored as JSON: fields keep their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terms {
    pub settings: Settings,
    pub first: First,
    pub best_of: BestOf,
    /// Whether a tied game of a series goes to who did not begin it.
    pub tie_to_second: bool,
}

/// Why nobody can play on these terms.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsRefusal {
    #[error(transparent)]
    Table(#[from] OpenRefusal),
    /// Somebody else could take over a seat.
    #[error("challenge-seats-offered")]
    SeatsOffered,
    /// Handicaps go by seat, and the seats alternate.
    #[error("challenge-handicaps")]
    Handicaps,
}

impl Terms {
    /// The table that each game is played at.
    pub fn table(&self) -> OpenTable {
        OpenTable { settings: self.settings.clone(), seats: 2, computers: Vec::new() }
    }

    /// A single game with the settings of a table, without handicaps and seats for others.
    pub fn like(settings: Settings) -> Self {
        let missed_turns = match settings.missed_turns {
            offered if offered.offers_seats() => MissedTurns::default(),
            other => other,
        };
        let settings = Settings { handicaps: Vec::new(), missed_turns, ..settings };
        let (first, best_of) = (First::default(), BestOf::default());
        Self { settings, first, best_of, tie_to_second: false }.simplified()
    }

    /// Without what has no meaning between two people who have agreed to play.
    #[must_use]
    pub fn simplified(self) -> Self {
        Self {
            tie_to_second: self.tie_to_second && self.best_of != BestOf::One,
            settings: Settings {
                reliability: RequiredReliability::default(),
                rating: RatingRange::default(),
                bots: false,
                ..self.settings
            },
            ..self
        }
    }

    /// What two people play on these terms, the one who begins named first; `None` for a single game.
    pub fn series(&self, id: SeriesId, players: [UserId; 2], begun: DateTime<Utc>) -> Option<Series> {
        (self.best_of != BestOf::One).then(|| Series {
            id,
            players,
            best_of: self.best_of,
            tie_to_second: self.tie_to_second,
            settings: self.settings.clone(),
            begun,
            stopped: None,
        })
    }

    pub fn check(&self) -> Result<(), TermsRefusal> {
        self.table().check()?;
        if self.settings.missed_turns.offers_seats() {
            return Err(TermsRefusal::SeatsOffered);
        }
        if self.settings.handicaps.iter().any(|&points| points != 0) {
            return Err(TermsRefusal::Handicaps);
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    pub id: ChallengeId,
    pub from: UserId,
    pub to: UserId,
    /// The number of the current offer: 1 is the challenger's, 2 a counter-offer, and so on in turn.
    pub n: u32,
    pub terms: Terms,
    /// Those of the offer before.
    pub former: Option<Terms>,
    pub made: DateTime<Utc>,
    /// When the current offer was made.
    pub offered: DateTime<Utc>,
    pub state: ChallengeState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeState {
    Open,
    Ended(ChallengeEnd, DateTime<Utc>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChallengeEnd {
    Accepted {
        game: GameId,
        /// `None` for a single game.
        series: Option<SeriesId>,
    },
    Declined,
    Withdrawn,
    Expired,
}

impl ChallengeEnd {
    /// The word in the database and in the API.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Accepted { .. } => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChallengeRefusal {
    #[error("challenge-yourself")]
    Yourself,
    /// Bots look for tables themselves.
    #[error("challenge-bot")]
    Bot,
    #[error(transparent)]
    Terms(#[from] TermsRefusal),
    /// The other one must answer.
    #[error("challenge-not-yours")]
    NotYours,
    /// There is a newer offer.
    #[error("challenge-changed")]
    Changed,
    /// It was accepted, declined or withdrawn, or has expired.
    #[error("challenge-decided")]
    Decided,
    /// A counter-offer says the same.
    #[error("challenge-same-terms")]
    SameTerms,
    #[error("challenge-too-many-offers")]
    TooManyOffers,
}

impl ChallengeRefusal {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Yourself => "yourself",
            Self::Bot => "bots-not-allowed",
            Self::Terms(TermsRefusal::Table(why)) => why.code(),
            Self::Terms(TermsRefusal::SeatsOffered) => "seats-offered",
            Self::Terms(TermsRefusal::Handicaps) => "handicaps",
            Self::NotYours => "not-yours-to-answer",
            Self::Changed => "challenge-changed",
            Self::Decided => "challenge-decided",
            Self::SameTerms => "same-terms",
            Self::TooManyOffers => "too-many-offers",
        }
    }
}

impl Challenge {
    /// How long an offer can be answered.
    pub const LASTS: TimeDelta = TimeDelta::days(3);
    /// How many offers a challenge can have, with the first.
    const MOST_OFFERS: u32 = 20;

    pub fn new(
        id: ChallengeId,
        from: &Person,
        to: &Person,
        terms: Terms,
        at: DateTime<Utc>,
    ) -> Result<Self, ChallengeRefusal> {
        if from.id == to.id {
            return Err(ChallengeRefusal::Yourself);
        }
        if from.is_bot() || to.is_bot() {
            return Err(ChallengeRefusal::Bot);
        }
        let terms = terms.simplified();
        terms.check()?;
        let (from, to) = (from.id.clone(), to.id.clone());
        let state = ChallengeState::Open;
        Ok(Self { id, from, to, n: 1, terms, former: None, made: at, offered: at, state })
    }

    /// The one of the two who made the current offer.
    pub const fn offered_by(&self) -> &UserId {
        if self.n % 2 == 1 { &self.from } else { &self.to }
    }

    /// The one of the two who can accept it.
    pub const fn to_answer(&self) -> &UserId {
        if self.n % 2 == 1 { &self.to } else { &self.from }
    }

    pub fn is_between(&self, user: &UserId) -> bool {
        self.from == *user || self.to == *user
    }

    /// The other of the two.
    pub fn opponent_of(&self, user: &UserId) -> &UserId {
        if self.from == *user { &self.to } else { &self.from }
    }

    pub fn expires(&self) -> DateTime<Utc> {
        self.offered + Self::LASTS
    }

    pub fn is_open(&self, at: DateTime<Utc>) -> bool {
        self.state == ChallengeState::Open && at < self.expires()
    }

    /// Fails unless the user can accept offer `n`.
    pub fn check_answer(&self, by: &UserId, n: u32, at: DateTime<Utc>) -> Result<(), ChallengeRefusal> {
        self.check_offer(n, at)?;
        if self.to_answer() == by { Ok(()) } else { Err(ChallengeRefusal::NotYours) }
    }

    fn check_offer(&self, n: u32, at: DateTime<Utc>) -> Result<(), ChallengeRefusal> {
        if !self.is_open(at) {
            return Err(ChallengeRefusal::Decided);
        }
        if self.n == n { Ok(()) } else { Err(ChallengeRefusal::Changed) }
    }

    /// With the first game that was opened for it.
    pub fn accept(
        &self,
        by: &UserId,
        n: u32,
        (game, series): (GameId, Option<SeriesId>),
        at: DateTime<Utc>,
    ) -> Result<Self, ChallengeRefusal> {
        self.check_answer(by, n, at)?;
        Ok(self.ended(ChallengeEnd::Accepted { game, series }, at))
    }

    pub fn decline(&self, by: &UserId, n: u32, at: DateTime<Utc>) -> Result<Self, ChallengeRefusal> {
        self.check_answer(by, n, at)?;
        Ok(self.ended(ChallengeEnd::Declined, at))
    }

    /// Takes back the current offer, and with it the challenge.
    pub fn withdraw(&self, by: &UserId, n: u32, at: DateTime<Utc>) -> Result<Self, ChallengeRefusal> {
        self.check_offer(n, at)?;
        if self.offered_by() != by {
            return Err(ChallengeRefusal::NotYours);
        }
        Ok(self.ended(ChallengeEnd::Withdrawn, at))
    }

    /// Answers an offer with another.
    pub fn counter(
        &self,
        by: &UserId,
        n: u32,
        terms: Terms,
        at: DateTime<Utc>,
    ) -> Result<Self, ChallengeRefusal> {
        self.check_answer(by, n, at)?;
        let terms = terms.simplified();
        terms.check()?;
        if terms == self.terms {
            return Err(ChallengeRefusal::SameTerms);
        }
        if self.n >= Self::MOST_OFFERS {
            return Err(ChallengeRefusal::TooManyOffers);
        }
        let former = Some(self.terms.clone());
        Ok(Self { n: self.n + 1, terms, former, offered: at, ..self.clone() })
    }

    /// Whether the user has answered offer `n` with these terms: the same form was sent twice.
    pub fn was_countered(&self, by: &UserId, n: u32, terms: &Terms) -> bool {
        let current = self.state == ChallengeState::Open && self.offered_by() == by;
        current && self.n == n.saturating_add(1) && self.terms == terms.clone().simplified()
    }

    /// `None`: it is decided, or can still be answered.
    pub fn expire(&self, at: DateTime<Utc>) -> Option<Self> {
        let is_late = self.state == ChallengeState::Open && self.expires() <= at;
        is_late.then(|| self.ended(ChallengeEnd::Expired, self.expires()))
    }

    fn ended(&self, end: ChallengeEnd, at: DateTime<Utc>) -> Self {
        Self { state: ChallengeState::Ended(end, at), ..self.clone() }
    }

    /// Whom the last change is told: nobody if it was accepted, since the game says so, or withdrawn.
    pub fn notice(&self) -> Option<(&UserId, ChallengeNotice)> {
        match &self.state {
            ChallengeState::Open if self.n == 1 => Some((self.to_answer(), ChallengeNotice::Made)),
            ChallengeState::Open => Some((self.to_answer(), ChallengeNotice::Countered)),
            ChallengeState::Ended(ChallengeEnd::Declined, _) => {
                Some((self.offered_by(), ChallengeNotice::Declined))
            }
            ChallengeState::Ended(ChallengeEnd::Expired, _) => {
                Some((self.offered_by(), ChallengeNotice::Expired))
            }
            ChallengeState::Ended(ChallengeEnd::Accepted { .. } | ChallengeEnd::Withdrawn, _) => None,
        }
    }

    /// The message about the last change; `None` if nobody is told.
    pub fn push(&self, made: DateTime<Utc>) -> Option<Push> {
        let (user, notice) = self.notice()?;
        let about = PushSubject::Challenge { challenge: self.id.clone(), n: self.n, notice };
        Some(Push::new(user.clone(), about, made))
    }

    /// Who begins the first game, and the other. `chance` decides if that was left to it.
    pub fn players(&self, chance: Side) -> [UserId; 2] {
        let challenger_begins = match self.terms.first {
            First::Random => chance == Side::First,
            First::Challenger => true,
            First::Challenged => false,
        };
        let (first, second) = if challenger_begins { (&self.from, &self.to) } else { (&self.to, &self.from) };
        [first.clone(), second.clone()]
    }
}

/// A challenge, with the two who are in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeView {
    pub challenge: Challenge,
    /// Those of the two who still have an account.
    pub people: Vec<Person>,
}

impl ChallengeView {
    /// The other of the two, as the user sees them.
    pub fn opponent_of(&self, user: &UserId) -> Option<&Person> {
        self.person(self.challenge.opponent_of(user))
    }

    /// Whether it waits for this user's answer.
    pub fn waits_for(&self, user: &UserId) -> bool {
        self.challenge.state == ChallengeState::Open && self.challenge.to_answer() == user
    }

    pub fn person(&self, user: &UserId) -> Option<&Person> {
        self.people.iter().find(|person| person.id == *user)
    }
}

#[cfg(test)]
mod tests;
