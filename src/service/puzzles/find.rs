//! Finds puzzles in finished public games and, where there are too few, in games of the computer against itself.

use crate::puzzles::day;
use crate::{Service, StoreError};
use engine::{Header, Logged};
use puzzle::{Effort, Puzzle};
use store::{NewPuzzle, PuzzleSupply};
use table::{GameId, Lane};

/// How many days, today included, have their puzzle in advance.
const DAYS: i64 = 7;
/// With fewer puzzles, the computer plays against itself.
const FEW: i64 = 12;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleSearch {
    /// The number of a new puzzle.
    Found(u32),
    /// A game without a puzzle.
    NotFound,
    /// There are enough, and no game is left to search.
    Enough,
}

impl Service {
    /// Searches one game.
    pub async fn find_puzzle(&self, effort: Effort) -> Result<PuzzleSearch, StoreError> {
        let game = self.store.game_to_search().await?;
        let searched = match &game {
            Some(game) => self.store.record(game).await?,
            None if self.has_few(self.store.puzzle_supply().await?) => {
                let number = u64::from_le_bytes(self.chance.bytes());
                let record = self.compute(Lane::Analysis, move || puzzle::self_played(number)).await;
                Some((record.header, record.events))
            }
            None => return Ok(PuzzleSearch::Enough),
        };
        let found = match searched {
            Some((header, log)) => self.search_game(header, log, effort).await,
            None => None,
        };
        if let Some(game) = &game {
            self.store.game_was_searched(game).await?;
        }
        match found {
            Some(puzzle) => self.add_puzzle(game, puzzle, DAYS).await.map(PuzzleSearch::Found),
            None => Ok(PuzzleSearch::NotFound),
        }
    }

    /// Searches for the next of the puzzles that a new server begins with. They are listed at once; only the first has a day.
    pub async fn find_first_puzzle(&self, effort: Effort) -> Result<PuzzleSearch, StoreError> {
        let supply = self.store.puzzle_supply().await?;
        let Some(&number) = usize::try_from(supply.last).ok().and_then(|found| puzzle::FIRST.get(found))
        else {
            return Ok(PuzzleSearch::Enough);
        };
        // The other is for a program whose players no longer find the puzzle.
        for number in [number, u64::from_le_bytes(self.chance.bytes())] {
            let record = self.compute(Lane::Analysis, move || puzzle::self_played(number)).await;
            if let Some(puzzle) = self.search_game(record.header, record.events, effort).await {
                return self.add_puzzle(None, puzzle, 1).await.map(PuzzleSearch::Found);
            }
        }
        Ok(PuzzleSearch::NotFound)
    }

    fn has_few(&self, supply: PuzzleSupply) -> bool {
        let until = day(self.now()) + DAYS - 1;
        supply.last < FEW || supply.last_day.is_none_or(|last| last < until)
    }

    /// `days`, today included, have their puzzle in advance.
    async fn add_puzzle(&self, game: Option<GameId>, puzzle: Puzzle, days: i64) -> Result<u32, StoreError> {
        let now = self.now();
        self.store.add_puzzle(NewPuzzle { game, puzzle, now, today: day(now), days }).await
    }

    /// The clearest puzzle of a game. Each position is computed on its own, so that a server that stops doesn't wait for all.
    async fn search_game(&self, header: Header, log: Vec<Logged>, effort: Effort) -> Option<Puzzle> {
        let moments = self.compute(Lane::Analysis, {
            let (header, log) = (header.clone(), log.clone());
            move || puzzle::moments(&header, &log, &effort)
        });
        for moment in moments.await {
            let (header, log) = (header.clone(), log.clone());
            let confirm = move || puzzle::confirm(&header, &log, &moment, &effort);
            if let Some(puzzle) = self.compute(Lane::Analysis, confirm).await {
                return Some(puzzle);
            }
        }
        None
    }
}
