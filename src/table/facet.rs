//! What finished games can be searched by. Words are those of URLs and of the database.

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};

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
            Self::Ending(_) | Self::Lasted(_) | Self::Turns(_) => 3,
            Self::Expansions(_) | Self::Analysis(_) | Self::Seats(_) | Self::Company(_) => 4,
            Self::Preset(_) => 5,
            Self::Any => 6,
        }
    }

    /// All facets of a finished game, each once. `analysis` is the word of its deepest analysis.
    pub fn of_game(
        replay: &Replay,
        settings: &Settings,
        players: &[Option<&Player>],
        (began, ended): (DateTime<Utc>, DateTime<Utc>),
        analysis: Option<&'static str>,
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
        facets.extend(analysis.map(Self::Analysis));
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

/// The time from a game's first event to its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lasted {
    /// Less than a day.
    Hours,
    /// From one day to less than seven.
    Days,
    /// From seven days to less than thirty.
    Weeks,
    /// Thirty days or more.
    Months,
}

impl Lasted {
    pub const ALL: [Self; 4] = [Self::Hours, Self::Days, Self::Weeks, Self::Months];

    fn of(time: TimeDelta) -> Self {
        match time.num_days() {
            ..1 => Self::Hours,
            1..7 => Self::Days,
            7..30 => Self::Weeks,
            30.. => Self::Months,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Hours => "hours",
            Self::Days => "days",
            Self::Weeks => "weeks",
            Self::Months => "months",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lasted| lasted.word() == word)
    }
}

/// How many turns a game had: the base game has 71.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnCount {
    /// At most 35.
    Few,
    /// 36 to 71.
    Base,
    /// 72 to 107.
    More,
    /// 108 or more.
    Many,
}

impl TurnCount {
    pub const ALL: [Self; 4] = [Self::Few, Self::Base, Self::More, Self::Many];

    const fn of(turns: u32) -> Self {
        match turns {
            ..36 => Self::Few,
            36..72 => Self::Base,
            72..108 => Self::More,
            108.. => Self::Many,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Self::Few => "0-35",
            Self::Base => "36-71",
            Self::More => "72-107",
            Self::Many => "108",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|turns| turns.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_turns_belong_to_one_band_each() {
        use Lasted::{Days, Hours, Months, Weeks};
        use TurnCount::{Base, Few, Many, More};
        let lasted = [0, 1, 6, 7, 29, 30, 400].map(|days| Lasted::of(TimeDelta::days(days)));
        assert_eq!(lasted, [Hours, Days, Days, Weeks, Weeks, Months, Months]);
        assert_eq!(Lasted::of(TimeDelta::days(1) - TimeDelta::milliseconds(1)), Hours);
        let turns = [0, 35, 36, 71, 72, 107, 108].map(TurnCount::of);
        assert_eq!(turns, [Few, Few, Base, Base, More, More, Many]);
    }

    #[test]
    fn two_players_are_the_same_pair_in_any_order() {
        let (one, other) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let pair = Facet::pair(other.clone(), one.clone());
        assert_eq!(pair, Facet::pair(one.clone(), other.clone()));
        assert_eq!(pair.to_string(), format!("pair {one} {other}"));
    }
}
