//! Ratings: what a rated game does to those of its players.

use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, TimeDelta, Utc};

use crate::{BadKey, GameId, Left, Person, RatedGame, RatedPlayer, Void};
use account::UserId;
use engine::Seat;
use rating::{Entrant, Pool, Rated, Rating};

/// A player's rating in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerRating {
    pub rating: Rating,
    /// How many games have counted.
    pub games: u32,
    /// When the last of them ended.
    pub ended: DateTime<Utc>,
}

/// What a game did to a player's rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingChange {
    pub user: UserId,
    pub game: GameId,
    pub pool: Pool,
    pub ended: DateTime<Utc>,
    pub seat: Seat,
    /// From 1.
    pub place: u8,
    pub left: Option<Left>,
    /// Why it did nothing; `None` if the game counts for the player.
    pub void: Option<Void>,
    /// How many games have counted, with this one.
    pub games: u32,
    pub before: Rating,
    pub after: Rating,
}

/// A decision of an administrator about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingCorrection {
    pub game: GameId,
    pub at: DateTime<Utc>,
    /// Whether the game counts for nobody from then on, or does after all.
    pub excluded: bool,
    pub reason: String,
}

/// A player in the list of a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedPlayer {
    pub person: Person,
    pub rating: PlayerRating,
}

/// Where a part of the list of a pool begins: below a player with this mean, who has this rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankCursor {
    pub mean: i64,
    pub user: UserId,
    pub rank: u32,
}

/// Where a part of a player's rated games begins: before a game that ended at this time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryCursor {
    pub ended: DateTime<Utc>,
    pub game: GameId,
}

/// A rated game that a player lost on time, in the order in which games ended.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TimeLoss {
    pub ended: DateTime<Utc>,
    pub game: GameId,
}

/// Without a game for so long, a player has no rank.
pub const RANKED_FOR: TimeDelta = TimeDelta::days(90);
/// The months in which uncertainty grows.
const MONTH: TimeDelta = TimeDelta::days(30);
/// Of more than two games lost on time within this, only the first counts.
pub const ABSENCE: TimeDelta = TimeDelta::days(7);

impl fmt::Display for RankCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.rank, self.mean, self.user)
    }
}

impl FromStr for RankCursor {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let mut parts = text.splitn(3, '.');
        let mut part = || parts.next().ok_or(BadKey);
        let number = |_| BadKey;
        let (rank, mean) = (part()?.parse().map_err(number)?, part()?.parse().map_err(number)?);
        Ok(Self { rank, mean, user: UserId::parse(part()?).ok_or(BadKey)? })
    }
}

impl fmt::Display for HistoryCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.ended.timestamp_millis(), self.game)
    }
}

impl FromStr for HistoryCursor {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let (ended, game) = text.split_once('.').ok_or(BadKey)?;
        let ended = ended.parse().ok().and_then(DateTime::from_timestamp_millis).ok_or(BadKey)?;
        Ok(Self { ended, game: GameId::parse(game).ok_or(BadKey)? })
    }
}

impl PlayerRating {
    /// At a later time: without games, strength becomes less certain.
    pub fn at(&self, now: DateTime<Utc>) -> Rating {
        self.rating.after_months((now - self.ended).num_seconds() / MONTH.num_seconds())
    }

    /// Whether the list of the pool has the player.
    pub fn is_ranked(&self, now: DateTime<Utc>) -> bool {
        self.rating.is_established() && now - self.ended < RANKED_FOR
    }
}

impl RatingChange {
    /// The rating after the game.
    pub const fn rating(&self) -> PlayerRating {
        PlayerRating { rating: self.after, games: self.games, ended: self.ended }
    }
}

impl RatedGame {
    /// The changes by seat. `excluded`: an administrator has decided that the game does not count. `before` are the players' ratings before
    /// it, and `losses` the last three of their games lost on time up to it, and the next, within a week; both by seat.
    pub fn changes(
        &self,
        excluded: bool,
        before: &[Option<PlayerRating>],
        losses: &[Vec<TimeLoss>],
    ) -> Vec<RatingChange> {
        let void = if excluded { Some(Void::Excluded) } else { self.void };
        let entrants = self.entrants(void, before, losses);
        let changes: Vec<Rated> = match void {
            Some(_) => entrants
                .iter()
                .map(|one| Rated { before: one.rating, after: one.rating, pairs: Vec::new() })
                .collect(),
            None => rating::rate(&entrants),
        };
        let change = |(seat, Rated { before: rating, after, .. }): (u8, Rated)| {
            let index = usize::from(seat);
            let RatedPlayer { user, place, left } = self.players[index].clone();
            let void = void.or((!entrants[index].counts).then_some(Void::Absent));
            let games = before[index].map_or(0, |before| before.games) + u32::from(void.is_none());
            RatingChange {
                user,
                game: self.game.clone(),
                pool: self.pool,
                ended: self.ended,
                seat: Seat(seat),
                place,
                left,
                void,
                games,
                before: rating,
                after,
            }
        };
        (0..).zip(changes).map(change).collect()
    }

    fn entrants(
        &self,
        void: Option<Void>,
        before: &[Option<PlayerRating>],
        losses: &[Vec<TimeLoss>],
    ) -> Vec<Entrant> {
        let entrant = |(index, player): (usize, &RatedPlayer)| Entrant {
            rating: before[index].map_or(Rating::START, |before| before.at(self.ended)),
            place: player.place,
            counts: void.is_none()
                && !(player.left == Some(Left::Time) && is_absence(&losses[index], &self.game)),
        };
        self.players.iter().enumerate().map(entrant).collect()
    }
}

/// Whether a game lost on time is one of more than two within a week, and not the first of them. `losses` are the last three of the player up to
/// it, and the next, in order.
fn is_absence(losses: &[TimeLoss], game: &GameId) -> bool {
    let Some(nth) = losses.iter().position(|loss| loss.game == *game) else { return false };
    let within = |first: usize| {
        losses.get(first + 2).is_some_and(|third| third.ended - losses[first].ended <= ABSENCE)
    };
    (nth.saturating_sub(2)..nth).any(within)
}

/// A change in full: what was expected against each opponent, and what happened.
pub fn explain(changes: &[RatingChange]) -> Vec<Rated> {
    let entrant = |change: &RatingChange| Entrant {
        rating: change.before,
        place: change.place,
        counts: change.void.is_none(),
    };
    rating::rate(&changes.iter().map(entrant).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(day)
    }

    /// Lost on these days.
    fn lost(days: &[i64]) -> Vec<TimeLoss> {
        let loss = |(byte, &on)| TimeLoss { ended: day(on), game: GameId::new([byte; 10]) };
        (1..).zip(days).map(loss).collect()
    }

    /// The days of losses that don't count.
    fn absences(days: &[i64]) -> Vec<i64> {
        let losses = lost(days);
        let absent = days.iter().zip(&losses).filter(|(_, loss)| is_absence(&losses, &loss.game));
        absent.map(|(&day, _)| day).collect()
    }

    #[test]
    fn of_more_than_two_losses_on_time_in_a_week_the_first_counts() {
        assert!(absences(&[0, 3]).is_empty() && absences(&[0, 5, 10]).is_empty());
        assert_eq!(absences(&[0, 3, 7]), [3, 7]);
        assert!(absences(&[0, 3, 8]).is_empty());
        assert_eq!(absences(&[0, 3, 6, 9, 12, 30]), [3, 6, 9, 12]);
        assert_eq!(absences(&[0, 20, 21, 22]), [21, 22]);
        assert_eq!(absences(&[5, 5, 5]), [5, 5], "also at the same moment");
    }

    fn game(left: Option<Left>, void: Option<Void>) -> RatedGame {
        let player = |byte, place, left| RatedPlayer { user: UserId::new([byte; 10]), place, left };
        RatedGame {
            game: GameId::new([9; 10]),
            ended: day(20_000),
            pool: Pool::ALL[0],
            players: vec![player(1, 1, None), player(2, 2, left)],
            void,
        }
    }

    #[test]
    fn a_game_moves_both_players_and_counts_for_them() {
        let changes = game(None, None).changes(false, &[None, None], &[vec![], vec![]]);
        assert_eq!(
            [&changes[0], &changes[1]].map(|change| (change.after.mean, change.games)),
            [(27_635, 1), (22_365, 1)]
        );
        assert_eq!(explain(&changes)[0].pairs[0].moved, 2_635);
    }

    #[test]
    fn what_is_void_or_excluded_moves_nobody() {
        let excluded = game(None, None).changes(true, &[None, None], &[vec![], vec![]]);
        let void = game(None, Some(Void::Early)).changes(false, &[None, None], &[vec![], vec![]]);
        for (changes, why) in [(excluded, Void::Excluded), (void, Void::Early)] {
            for change in changes {
                assert_eq!((change.after, change.games, change.void), (Rating::START, 0, Some(why)));
            }
        }
    }

    #[test]
    fn who_is_absent_loses_once_and_the_others_win() {
        let mut losses = lost(&[19_995, 19_998, 20_000]);
        losses[2].game = GameId::new([9; 10]);
        let changes = game(Some(Left::Time), None).changes(false, &[None, None], &[vec![], losses]);
        assert!(changes[0].after.mean > 25_000 && changes[0].void.is_none());
        assert_eq!((changes[1].after, changes[1].void), (Rating::START, Some(Void::Absent)));
    }

    #[test]
    fn a_rating_grows_less_certain_by_months_without_a_game() {
        let known =
            PlayerRating { rating: Rating { mean: 30_000, deviation: 2_000 }, games: 50, ended: day(20_000) };
        assert_eq!(known.at(day(20_029)), known.rating);
        assert!(known.at(day(20_030)).deviation > 2_000);
        assert!(known.is_ranked(day(20_089)) && !known.is_ranked(day(20_090)));
    }
}
