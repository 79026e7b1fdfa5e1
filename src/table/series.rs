//! A series: two people play best of three or five. Who begins alternates, and it ends when it is decided.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Settings, Status, Table};
use account::{SeriesId, UserId};

/// How many games decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BestOf {
    /// A single game, which is no series.
    #[default]
    One,
    Three,
    Five,
}

impl BestOf {
    pub const ALL: [Self; 3] = [Self::One, Self::Three, Self::Five];

    pub const fn games(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Three => 3,
            Self::Five => 5,
        }
    }

    /// Inverse of [`Self::games`].
    pub fn parse(games: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|best_of| best_of.games() == games)
    }
}

/// One of the two, by who began the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Began the first game.
    First,
    Second,
}

impl Side {
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// How a finished game of a series ended. Who resigned or ran out of time has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesResult {
    Won(Side),
    Tied,
    /// The players agreed that it has no result.
    CalledOff,
}

/// Why no further game is opened although the series is not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeriesStop {
    /// One of the two has closed their account.
    Closed,
    /// One of the two can't join new tables.
    Restricted,
    /// One of the two has blocked the other.
    Blocked,
}

impl SeriesStop {
    pub const ALL: [Self; 3] = [Self::Closed, Self::Restricted, Self::Blocked];

    /// The word in the database and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Restricted => "restricted",
            Self::Blocked => "blocked",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stop| stop.word() == word)
    }
}

/// What two people have agreed to play. The games follow from it and from each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    pub id: SeriesId,
    /// Who began the first game, and the other.
    pub players: [UserId; 2],
    pub best_of: BestOf,
    /// Whether a tied game goes to who did not begin it.
    pub tie_to_second: bool,
    pub settings: Settings,
    pub begun: DateTime<Utc>,
    /// When it was stopped before its end, and why.
    pub stopped: Option<(DateTime<Utc>, SeriesStop)>,
}

impl Series {
    pub fn player(&self, side: Side) -> &UserId {
        &self.players[side as usize]
    }

    pub fn side_of(&self, user: &UserId) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.player(*side) == user)
    }

    /// Whether the viewer may see it: everybody if its games are public, else the two.
    pub fn may_see(&self, viewer: Option<&UserId>) -> bool {
        self.settings.public || viewer.is_some_and(|viewer| self.side_of(viewer).is_some())
    }

    /// The course of the series by its games, in their order.
    pub fn course(&self, games: &[Table]) -> Course {
        let results: Vec<_> = games.iter().map(|game| self.result(game)).collect();
        Course::of(self.best_of, self.tie_to_second, &results)
    }

    /// `None` while the game goes on.
    fn result(&self, game: &Table) -> Option<SeriesResult> {
        if game.status() != Status::Finished {
            return None;
        }
        let winner = |seat: &_| self.side_of(game.player(*seat)?.user()?);
        Some(match game.winners() {
            [] => SeriesResult::CalledOff,
            [one] => winner(one).map_or(SeriesResult::CalledOff, SeriesResult::Won),
            _ => SeriesResult::Tied,
        })
    }
}

/// How a series stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    pub games: Vec<CourseGame>,
    /// In halves, by [`Side`].
    pub halves: [u8; 2],
    pub state: SeriesState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseGame {
    /// Who began it.
    pub first: Side,
    /// Whether it takes the place of one that was called off.
    pub replay: bool,
    pub result: Option<SeriesResult>,
    /// What it brought, in halves, by [`Side`].
    pub halves: [u8; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesState {
    /// A game goes on.
    Playing,
    /// This game comes next, and this side begins it.
    Next {
        n: u32,
        first: Side,
    },
    Won(Side),
    Drawn,
}

impl Course {
    /// A game that was called off is played once more, with the same first player; if that one is called off, too, each gets a half.
    fn of(best_of: BestOf, tie_to_second: bool, results: &[Option<SeriesResult>]) -> Self {
        let (mut games, mut halves) = (Vec::new(), [0, 0]);
        let (mut first, mut replay, mut counted) = (Side::First, false, 0);
        for &result in results {
            let again = result == Some(SeriesResult::CalledOff) && !replay;
            let won = result.filter(|_| !again).map_or([0, 0], |result| points(result, first, tie_to_second));
            games.push(CourseGame { first, replay, result, halves: won });
            halves = [halves[0] + won[0], halves[1] + won[1]];
            replay = again;
            if !again {
                counted += 1;
                first = first.other();
            }
        }
        let winner = Side::BOTH.into_iter().find(|side| halves[*side as usize] > best_of.games());
        let state = match winner {
            Some(winner) => SeriesState::Won(winner),
            None if results.contains(&None) => SeriesState::Playing,
            None if counted >= best_of.games() => SeriesState::Drawn,
            None => SeriesState::Next {
                n: u32::try_from(games.len()).unwrap_or(u32::MAX).saturating_add(1),
                first,
            },
        };
        Self { games, halves, state }
    }

    pub fn halves_of(&self, side: Side) -> u8 {
        self.halves[side as usize]
    }
}

/// What a game brings that counts, in halves.
fn points(result: SeriesResult, first: Side, tie_to_second: bool) -> [u8; 2] {
    match result {
        SeriesResult::Won(Side::First) => [2, 0],
        SeriesResult::Won(Side::Second) => [0, 2],
        SeriesResult::Tied if tie_to_second => points(SeriesResult::Won(first.other()), first, false),
        SeriesResult::Tied | SeriesResult::CalledOff => [1, 1],
    }
}

#[cfg(test)]
mod tests;
