//! Showing and solving puzzles.

use chrono::{DateTime, Utc};

use crate::puzzles::day;
use crate::{Denied, Principal, Scope, Service, StoreError};
use engine::{Game, Refusal, Turn, legal};
use puzzle::{FirstAnswer, Grade, ListedPuzzle, Puzzle};
use store::StoredPuzzle;
use table::GameId;

/// Puzzles on a page of the list.
const PAGE: u32 = 24;
/// The longest streak that is counted.
const LONGEST_STREAK: u32 = 1000;

/// A puzzle that is shown.
#[derive(Clone, Debug)]
pub struct PuzzleView {
    pub n: u32,
    /// The public game that it is from; `None` for games of the computer against itself, and for games that are gone.
    pub game: Option<GameId>,
    /// The day on which it was everybody's, counted from 1 January 1970.
    pub day: Option<i64>,
    /// Whether that is today.
    pub today: bool,
    pub puzzle: Puzzle,
    pub position: Game,
    /// The viewer's first answer.
    pub answer: Option<FirstAnswer>,
}

/// A page of the list, the latest first.
#[derive(Clone, Debug, Default)]
pub struct PuzzlePage {
    pub puzzles: Vec<ListedPuzzle>,
    /// Where the next page starts.
    pub next: Option<DateTime<Utc>>,
}

/// Days in a row on which someone solved the puzzle of the day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    pub days: u32,
    /// Whether today's is among them.
    pub today: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("no-such-puzzle")]
    NoSuchPuzzle,
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// A page of the list, from the top or where another page said.
    pub async fn puzzles(
        &self,
        principal: &Principal,
        from: Option<DateTime<Utc>>,
    ) -> Result<PuzzlePage, StoreError> {
        let now = self.now();
        let from = from.map_or(now, |from| from.min(now));
        let mut found = self.store.puzzles(principal.user(), from, PAGE + 1).await?;
        let next = found.get(PAGE as usize).map(|puzzle| puzzle.shown);
        found.truncate(PAGE as usize);
        Ok(PuzzlePage { puzzles: found, next })
    }

    /// The number of today's puzzle or, on a day without one, of the last day's.
    pub async fn puzzle_of_the_day(&self, _: &Principal) -> Result<Option<u32>, StoreError> {
        Ok(self.store.daily_puzzle(day(self.now())).await?.map(|(n, _)| n))
    }

    pub async fn puzzle(&self, principal: &Principal, n: u32) -> Result<Option<PuzzleView>, StoreError> {
        let now = self.now();
        let Some(stored) = self.store.puzzle(n, now).await? else { return Ok(None) };
        let StoredPuzzle { n, game, day: of, puzzle, position } = stored;
        let answer = match principal.user() {
            Some(user) => self.store.puzzle_attempt(user, n).await?,
            None => None,
        };
        Ok(Some(PuzzleView { n, game, day: of, today: of == Some(day(now)), puzzle, position, answer }))
    }

    /// Judges an answer. The first of each account is stored, and counts for its streak on the day of the puzzle.
    pub async fn answer_puzzle(
        &self,
        principal: &Principal,
        n: u32,
        turn: Turn,
    ) -> Result<Grade, AnswerError> {
        let view = self.puzzle(principal, n).await?.ok_or(AnswerError::NoSuchPuzzle)?;
        legal::check(&view.position, &turn)?;
        let grade = view.puzzle.grade(&view.position, turn).ok_or(AnswerError::NoSuchPuzzle)?;
        if principal.user().is_some() {
            let user = principal.require(Scope::Play)?;
            let day = view.day.filter(|_| view.today);
            let answer = FirstAnswer { turn, solved: grade.solved, day };
            self.store.attempt_puzzle(user, n, answer, self.now()).await?;
        }
        Ok(grade)
    }

    /// The streak that ends today or, as today's puzzle can still be solved, yesterday.
    pub async fn puzzle_streak(&self, principal: &Principal) -> Result<Streak, StoreError> {
        let Some(user) = principal.user() else { return Ok(Streak::default()) };
        let solved = self.store.puzzle_days(user, LONGEST_STREAK).await?;
        Ok(streak(day(self.now()), &solved))
    }
}

/// `solved` are days, the latest first.
fn streak(today: i64, solved: &[i64]) -> Streak {
    let is_today = solved.first() == Some(&today);
    let last = if is_today { today } else { today - 1 };
    let row = solved.iter().zip(0..).take_while(|&(&day, before)| day == last - before);
    Streak { days: u32::try_from(row.count()).unwrap_or(u32::MAX), today: is_today }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_ends_today_or_yesterday() {
        for (solved, days, today) in [
            (&[][..], 0, false),
            (&[100], 1, true),
            (&[100, 99, 98, 96], 3, true),
            (&[99, 98], 2, false),
            (&[98, 97], 0, false),
        ] {
            assert_eq!(streak(100, solved), Streak { days, today }, "{solved:?}");
        }
    }
}
