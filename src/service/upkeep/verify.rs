//! Replays every game and compares what is stored with it. Writes nothing.

use futures_util::{StreamExt, stream};

use crate::upkeep::rebuild::{unreadable_game, unreadable_table};
use crate::{Service, StoreError};
use engine::Record;
use table::{ComputerLevel, GameId};

/// Tables fetched at a time.
const PAGE: u32 = 1000;

/// What was verified so far.
#[derive(Debug)]
pub struct Progress<'a> {
    pub done: usize,
    pub total: usize,
    /// The last of these tables whose id can be read. All before it are done, too.
    pub game: Option<&'a GameId>,
    /// What is wrong with the last table, a line each.
    pub problems: &'a [String],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    pub tables: usize,
    pub problems: usize,
}

impl Service {
    /// Replays the games of all tables in the order of their ids, those after `after` if it is given and `at_once` at the same time. Checks
    /// their draws and compares the rows with the logs. Games may continue meanwhile.
    pub async fn verify(
        &self,
        after: Option<&GameId>,
        at_once: usize,
        mut progress: impl FnMut(Progress<'_>),
    ) -> Result<Verified, StoreError> {
        let total = usize::try_from(self.store.count_games().await?).unwrap_or_default();
        let (mut verified, mut last) = (Verified::default(), after.cloned());
        loop {
            let games = self.store.all_tables(last.as_ref(), PAGE).await?;
            let is_last_page = !games.iter().any(Result::is_ok);
            let check = |game: Result<GameId, StoreError>| {
                let service = self.clone();
                // A task each, so that they run on several processors.
                let task = tokio::spawn(async move { (service.problems_of(game.as_ref()).await, game.ok()) });
                async move { task.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic())) }
            };
            let mut checked = stream::iter(games).map(check).buffered(at_once);
            while let Some((problems, game)) = checked.next().await {
                let problems = problems?;
                verified.tables += 1;
                verified.problems += problems.len();
                let done = verified.tables;
                last = game.or(last);
                progress(Progress { done, total: total.max(done), game: last.as_ref(), problems: &problems });
            }
            if is_last_page {
                break;
            }
        }
        let mut problems = Vec::new();
        for level in ComputerLevel::ALL {
            problems.extend(self.rebuild_results(level, true).await?);
        }
        problems.extend(self.rebuild_ratings(true).await?);
        problems.extend(self.rebuild_totals(true).await?);
        verified.problems += problems.len();
        let (done, game) = (verified.tables, last.as_ref());
        progress(Progress { done, total: done, game, problems: &problems });
        Ok(verified)
    }

    /// What SQLite finds wrong with the structure of its file, a line each; nothing on PostgreSQL.
    pub async fn damaged_structure(&self) -> Result<Vec<String>, StoreError> {
        self.store.damaged_structure().await
    }

    /// What is wrong with a table, a line each.
    async fn problems_of(&self, game: Result<&GameId, &StoreError>) -> Result<Vec<String>, StoreError> {
        let game = match game {
            Ok(game) => game,
            Err(error) => return Ok(vec![unreadable_table(error)]),
        };
        match self.differences_of(game).await {
            Err(error) if error.is_damage() => Ok(vec![unreadable_game(game, &error)]),
            compared => compared,
        }
    }

    async fn differences_of(&self, game: &GameId) -> Result<Vec<String>, StoreError> {
        let mut problems = self.rebuild_game(game, true).await?;
        problems.extend(self.wrong_draw(game).await?);
        Ok(problems)
    }

    /// Whether an event or a draw doesn't follow from the rules that the game began with, the secret and the salts. Imported games were
    /// drawn elsewhere.
    async fn wrong_draw(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let Some((table, secret)) = self.store.table(game).await? else { return Ok(None) };
        if table.is_imported() {
            return Ok(None);
        }
        let Some((header, events)) = self.store.record(game).await? else { return Ok(None) };
        let verified = Record { header, events }.verify(&secret);
        Ok(verified.err().map(|error| format!("game {game}, in its record: {error}")))
    }
}
