//! Replays every game and compares what is stored with it. Writes nothing.

use futures_util::{StreamExt, stream};

use crate::engine::Record;
use crate::service::{Service, StoreError};
use crate::table::{GameId, Level};

/// Tables fetched at a time.
const PAGE: u32 = 1000;

/// What was verified so far.
#[derive(Debug)]
pub struct Progress<'a> {
    pub done: usize,
    pub total: usize,
    /// The last of these tables. All before it are done, too.
    pub game: &'a GameId,
    /// What is wrong with it, a line each.
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
            let Some(end) = games.last().cloned() else { break };
            let check = |game: GameId| {
                let service = self.clone();
                // A task each, so that they run on several processors.
                let task = tokio::spawn(async move { (service.problems_of(&game).await, game) });
                async move { task.await.unwrap_or_else(|panic| std::panic::resume_unwind(panic.into_panic())) }
            };
            let mut checked = stream::iter(games).map(check).buffered(at_once);
            while let Some((problems, game)) = checked.next().await {
                let problems = problems?;
                verified.tables += 1;
                verified.problems += problems.len();
                let done = verified.tables;
                progress(Progress { done, total: total.max(done), game: &game, problems: &problems });
            }
            last = Some(end);
        }
        if let Some(game) = &last {
            let mut problems = Vec::new();
            for level in Level::ALL {
                problems.extend(self.rebuild_results(level, true).await?);
            }
            verified.problems += problems.len();
            progress(Progress { done: verified.tables, total: verified.tables, game, problems: &problems });
        }
        Ok(verified)
    }

    /// What is wrong with a table, a line each.
    async fn problems_of(&self, game: &GameId) -> Result<Vec<String>, StoreError> {
        let rows = self.rebuild_table(game, true).await;
        match rows.map(|rows| (rows, self.wrong_draw(game))) {
            Ok((mut problems, draw)) => {
                problems.extend(draw.await?);
                Ok(problems)
            }
            Err(error @ StoreError::BadRow { .. }) => Ok(vec![format!("game {game}, unreadable: {error}")]),
            Err(error) => Err(error),
        }
    }

    /// Whether an event or a draw doesn't follow from the rules that the game began with, the secret and the salts.
    async fn wrong_draw(&self, game: &GameId) -> Result<Option<String>, StoreError> {
        let Some((_, secret)) = self.store.table(game).await? else { return Ok(None) };
        let Some((header, events)) = self.store.record(game).await? else { return Ok(None) };
        let verified = Record { header, events }.verify(&secret);
        Ok(verified.err().map(|error| format!("game {game}, in its record: {error}")))
    }
}
