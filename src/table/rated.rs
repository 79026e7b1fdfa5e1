//! Rated games: which tables can be rated, and what a game says about its players.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Expansions, GameId, MissedTurns, OpenTable, Replay, Settings, Table};
use account::UserId;
use engine::{EndReason, Event, Phase, Seat};
use rating::{Pool, Seats, Tiles};

/// Why a table can't be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRated {
    #[error("rated-private")]
    Private,
    #[error("rated-computers")]
    Computers,
    #[error("rated-handicaps")]
    Handicaps,
    #[error("rated-hints")]
    Hints,
    #[error("rated-take-backs")]
    TakeBacks,
    /// Players may let a computer take a turn.
    #[error("rated-stand-ins")]
    StandIns,
    /// Who does not move holds up the game for ever.
    #[error("rated-clock")]
    Clock,
    /// Missed turns don't cost the seat in the end, or a computer plays for who misses one.
    #[error("rated-missed-turns")]
    MissedTurns,
}

impl Settings {
    /// With what rated games don't have left out. Handicaps and a missing clock stay as they are.
    #[must_use]
    pub fn fit_for_rating(self) -> Self {
        let missed_turns = self.missed_turns.out_after().map_or(MissedTurns::Skip, |_| self.missed_turns);
        Self { public: true, hints: false, stand_ins: false, take_backs: 0, missed_turns, ..self }
    }

    /// The pool in which a game with so many seats is rated, if it is.
    pub fn pool(&self, seats: usize) -> Pool {
        let seats = if seats == 2 { Seats::Duel } else { Seats::Table };
        let is_base = Expansions::None.admits(&self.rules.sets);
        let tiles = if is_base { Tiles::Base } else { Tiles::Expansions };
        Pool { seats, tiles, bots: self.bots }
    }
}

impl OpenTable {
    pub(super) fn check_rated(&self) -> Result<(), NotRated> {
        let settings = &self.settings;
        let found = [
            (!settings.public, NotRated::Private),
            (!self.computers.is_empty(), NotRated::Computers),
            (settings.handicaps.iter().any(|&points| points != 0), NotRated::Handicaps),
            (settings.hints, NotRated::Hints),
            (settings.take_backs > 0, NotRated::TakeBacks),
            (settings.stand_ins, NotRated::StandIns),
            (settings.time_control.allowance().is_none(), NotRated::Clock),
            (settings.missed_turns.out_after().is_none(), NotRated::MissedTurns),
        ];
        found.into_iter().find(|(is_so, _)| *is_so).map_or(Ok(()), |(_, why)| Err(why))
    }
}

/// What a finished game of a rated table says about its players. Follows from the logs, and is stored as JSON: fields keep their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    pub game: GameId,
    /// Games are rated in the order in which they ended.
    pub ended: DateTime<Utc>,
    pub pool: Pool,
    /// By seat.
    pub players: Vec<RatedPlayer>,
    /// `None` if it counts.
    pub void: Option<Void>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RatedPlayer {
    pub user: UserId,
    /// From 1. Those who left share the last one.
    pub place: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<Left>,
}

/// How a player left a game before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    Resigned,
    /// Out of time.
    Time,
}

/// Why a game of a rated table doesn't count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Void {
    /// The players agreed to end it, or called it off.
    Agreed,
    /// One of two left before a tenth of the tiles was placed.
    Early,
    /// An administrator has decided so.
    Excluded,
    /// Only for a player: the game is one of more than two that were lost on time within a week, and not the first of them.
    Absent,
}

impl RatedGame {
    /// By seat.
    pub fn users(&self) -> impl Iterator<Item = &UserId> {
        self.players.iter().map(|player| &player.user)
    }

    pub fn lost_on_time(&self) -> impl Iterator<Item = &UserId> {
        let counts = self.void.is_none();
        let lost = self.players.iter().filter(move |player| counts && player.left == Some(Left::Time));
        lost.map(|player| &player.user)
    }

    /// The players as they are stored.
    pub fn players_json(&self) -> String {
        serde_json::to_string(&self.players).unwrap_or_default()
    }
}

impl Left {
    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Resigned => "resigned",
            Self::Time => "time",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Resigned, Self::Time].into_iter().find(|left| left.word() == word)
    }
}

impl Void {
    pub const ALL: [Self; 4] = [Self::Agreed, Self::Early, Self::Excluded, Self::Absent];

    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::Early => "early",
            Self::Excluded => "excluded",
            Self::Absent => "absent",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|why| why.word() == word)
    }
}

impl Table {
    /// `None` unless the table is rated and its game finished, at `ended`.
    pub fn rated_game(&self, replay: &Replay, ended: DateTime<Utc>) -> Option<RatedGame> {
        let Phase::Finished { reason } = replay.game.phase() else { return None };
        if !self.settings.rated {
            return None;
        }
        let seats = u8::try_from(self.seats().len()).unwrap_or(u8::MAX);
        let left: Vec<Option<Left>> = (0..seats).map(|seat| left(replay, Seat(seat))).collect();
        let places = places(replay, reason, &left);
        let players: Vec<RatedPlayer> = (0..seats)
            .map(Seat)
            .filter_map(|seat| self.user_before(seat, 1))
            .zip(places)
            .zip(&left)
            .map(|((user, place), left)| RatedPlayer { user: user.clone(), place, left: *left })
            .collect();
        Some(RatedGame {
            game: self.id.clone(),
            ended,
            pool: self.pool(),
            players,
            void: void(replay, reason, &left),
        })
    }

    /// The pool in which the table's game is rated, if it is.
    pub fn pool(&self) -> Pool {
        self.settings.pool(self.seats().len())
    }
}

/// Why a finished game counts for nobody, if it doesn't.
fn void(replay: &Replay, reason: EndReason, left: &[Option<Left>]) -> Option<Void> {
    if matches!(reason, EndReason::Agreed | EndReason::CalledOff) {
        return Some(Void::Agreed);
    }
    let placed = replay.game.board().tiles().len().saturating_sub(1);
    let all = placed + replay.game.tiles_left();
    let early = left.len() == 2 && left.iter().any(Option::is_some) && 10 * placed < all;
    early.then_some(Void::Early)
}

/// How the player who began at a seat left it. A time-out that was taken back is none.
pub(super) fn left(replay: &Replay, seat: Seat) -> Option<Left> {
    let of = |colour| replay.game.seat_of(colour) == seat;
    let mut left: Vec<(u32, Left)> = Vec::new();
    for logged in &replay.log {
        match logged.event {
            Event::Resign { colour } if of(colour) => left.push((logged.n, Left::Resigned)),
            Event::Timeout { colour } if of(colour) => left.push((logged.n, Left::Time)),
            Event::Takeback { to, .. } => left.retain(|&(n, _)| n <= to),
            _ => {}
        }
    }
    left.first().map(|&(_, left)| left)
}

/// Those who stayed by their points, those who left behind them.
pub(super) fn places(replay: &Replay, reason: EndReason, left: &[Option<Left>]) -> Vec<u8> {
    // Nobody has more than another if the rules call it a tie.
    let is_tie = reason == EndReason::HandUnplayable;
    let points = |seat: usize| {
        let seat = Seat(u8::try_from(seat).unwrap_or(u8::MAX));
        if is_tie { 0 } else { replay.game.seat_score(seat) }
    };
    let rank = |seat: usize| (left[seat].is_none(), left[seat].is_none().then(|| points(seat)));
    let place = |seat: usize| (0..left.len()).filter(|&other| rank(other) > rank(seat)).count() + 1;
    (0..left.len()).map(|seat| u8::try_from(place(seat)).unwrap_or(u8::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ComputerLevel, TimeControl};

    #[test]
    fn settings_that_were_made_fit_are_not_refused() {
        let unfit = Settings {
            rated: true,
            public: false,
            hints: true,
            stand_ins: true,
            take_backs: 3,
            missed_turns: MissedTurns::Computer(ComputerLevel::One),
            time_control: TimeControl::of_days(Some(3)),
            ..Settings::default()
        };
        let open = |settings| OpenTable { settings, seats: 2, computers: Vec::new() };
        assert_eq!(open(unfit.clone()).check_rated(), Err(NotRated::Private));
        assert_eq!(open(unfit.fit_for_rating()).check_rated(), Ok(()));
        let two = Settings { missed_turns: MissedTurns::OutAfter(2), ..Settings::default() };
        assert_eq!(two.clone().fit_for_rating().missed_turns, two.missed_turns, "what fits stays");
    }
}
