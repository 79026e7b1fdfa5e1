//! What finished games can be searched by. Words are those of URLs and of the database.

mod bands;

pub use bands::{Lasted, RatingBand, TurnCount};

use std::fmt;

use chrono::{DateTime, Utc};

use crate::{Expansions, GameResult, Player, Replay, Settings};
use account::UserId;
use engine::{EndReason, Event, Phase, Preset, Seat};

/// A property of a finished game. Its text is stored: words are never changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Facet {
    /// Every game has it.
    Any,
    Player(UserId),
    /// What the game was for a player.
    Result(UserId, GameResult),
    /// Two players, the lower id first.
    Pair(UserId, UserId),
    Preset(Preset),
    Expansions(Expansions),
    Seats(u8),
    Ending(Ending),
    Company(Company),
    Lasted(Lasted),
    Turns(TurnCount),
    /// The word of the deepest analysis that is ready.
    Analysis(&'static str),
    Rating(RatingBand),
}

/// What a game can be searched by beside its log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// The word of its deepest analysis.
    pub analysis: Option<&'static str>,
    /// Of a rated game.
    pub rating: Option<RatingBand>,
}

impl Facet {
    /// Of two players in any order.
    pub fn pair(one: UserId, other: UserId) -> Self {
        if one <= other { Self::Pair(one, other) } else { Self::Pair(other, one) }
    }

    /// How rare games with it usually are: a search begins with the lowest.
    pub const fn frequency(&self) -> u8 {
        match self {
            Self::Pair(..) => 0,
            Self::Result(..) => 1,
            Self::Player(_) => 2,
            Self::Ending(_) | Self::Lasted(_) | Self::Turns(_) | Self::Rating(_) => 3,
            Self::Expansions(_) | Self::Analysis(_) | Self::Seats(_) | Self::Company(_) => 4,
            Self::Preset(_) => 5,
            Self::Any => 6,
        }
    }

    /// All facets of a finished game, each once.
    pub fn of_game(
        replay: &Replay,
        settings: &Settings,
        players: &[Option<&Player>],
        (began, ended): (DateTime<Utc>, DateTime<Utc>),
        findings: Findings,
    ) -> Vec<Self> {
        let Phase::Finished { reason } = replay.game.phase() else { return Vec::new() };
        let rules = &settings.rules;
        let seats = u8::try_from(players.len()).unwrap_or(u8::MAX);
        let mut facets = vec![
            Self::Any,
            Self::Preset(rules.preset),
            Self::Seats(seats),
            Self::Ending(Ending::of(reason, replay)),
            Self::Company(Company::of(players)),
            Self::Lasted(Lasted::of(ended - began)),
            Self::Turns(TurnCount::of(replay.game.turns())),
        ];
        let expansions = Expansions::ALL.into_iter().filter(|wanted| wanted.admits(&rules.sets));
        facets.extend(expansions.map(Self::Expansions));
        facets.extend(findings.analysis.map(Self::Analysis));
        facets.extend(findings.rating.map(Self::Rating));
        let people: Vec<(Seat, &UserId)> = (0..)
            .map(Seat)
            .zip(players.iter().copied())
            .filter_map(|(seat, player)| Some((seat, player?.user()?)))
            .collect();
        let winners = replay.game.winners();
        for (nth, (seat, user)) in people.iter().enumerate() {
            facets.push(Self::Player((*user).clone()));
            let result = GameResult::of(*seat, &winners);
            facets.extend(result.map(|result| Self::Result((*user).clone(), result)));
            let others = people.iter().skip(nth + 1);
            facets.extend(others.map(|(_, other)| Self::pair((*user).clone(), (*other).clone())));
        }
        facets
    }
}

impl fmt::Display for Facet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::Player(user) => write!(f, "player {user}"),
            Self::Result(user, result) => write!(f, "{} {user}", result.word()),
            Self::Pair(one, other) => write!(f, "pair {one} {other}"),
            Self::Preset(preset) => write!(f, "preset {}", preset.word()),
            Self::Expansions(expansions) => write!(f, "expansions {}", expansions.word()),
            Self::Seats(seats) => write!(f, "seats {seats}"),
            Self::Ending(ending) => write!(f, "ending {}", ending.word()),
            Self::Company(company) => write!(f, "company {}", company.word()),
            Self::Lasted(lasted) => write!(f, "lasted {}", lasted.word()),
            Self::Turns(turns) => write!(f, "turns {}", turns.word()),
            Self::Analysis(depth) => write!(f, "analysis {depth}"),
            Self::Rating(band) => write!(f, "rating {}", band.word()),
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// No tile was left that fitted.
    PlayedOut,
    /// All but one left; the last of them resigned.
    Resigned,
    /// All but one left; the last of them ran out of time.
    OutOfTime,
    /// The players agreed to end it.
    Agreed,
    CalledOff,
}

impl Ending {
    pub const ALL: [Self; 5] =
        [Self::PlayedOut, Self::Resigned, Self::OutOfTime, Self::Agreed, Self::CalledOff];

    fn of(reason: EndReason, replay: &Replay) -> Self {
        match reason {
            EndReason::BagEmpty | EndReason::HandUnplayable => Self::PlayedOut,
            EndReason::Agreed => Self::Agreed,
            EndReason::CalledOff => Self::CalledOff,
            EndReason::Resigned => {
                let left = replay.log.iter().rev().map(|logged| &logged.event);
                let mut left =
                    left.filter(|event| matches!(event, Event::Resign { .. } | Event::Timeout { .. }));
                match left.next() {
                    Some(Event::Timeout { .. }) => Self::OutOfTime,
                    _ => Self::Resigned,
                }
            }
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::PlayedOut => "played-out",
            Self::Resigned => "resigned",
            Self::OutOfTime => "out-of-time",
            Self::Agreed => "agreed",
            Self::CalledOff => "called-off",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

/// Who played, as the seats were at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// People only.
    People,
    /// People and computers, of which bots are some.
    Mixed,
    /// Computers only.
    Computers,
}

impl Company {
    pub const ALL: [Self; 3] = [Self::People, Self::Mixed, Self::Computers];

    pub(super) fn of(players: &[Option<&Player>]) -> Self {
        let players = || players.iter().flatten();
        let is_human = |player: &Player| player.person().is_some_and(|person| !person.is_bot());
        let people = players().any(|player| is_human(player));
        let computers = players().any(|player| !is_human(player));
        match (people, computers) {
            (true, true) => Self::Mixed,
            (_, false) => Self::People,
            (false, true) => Self::Computers,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::People => "people",
            Self::Mixed => "mixed",
            Self::Computers => "computers",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|company| company.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_are_the_same_pair_in_any_order() {
        let (one, other) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let pair = Facet::pair(other.clone(), one.clone());
        assert_eq!(pair, Facet::pair(one.clone(), other.clone()));
        assert_eq!(pair.to_string(), format!("pair {one} {other}"));
    }
}
