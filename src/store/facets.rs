//! What finished games can be searched by.

use std::sync::LazyLock;

use chrono::{DateTime, Utc};

use crate::batch::{Batch, Value};
use crate::row::Reader;
use crate::writer::TransactionEnd::Commit;
use crate::{Store, StoreError};
use analysis::Depth;
use table::{Facet, GameId};

/// The most facets that one statement adds; a game of two has about a dozen.
const ROWS: usize = 16;

/// The statement for each number of facets, one to [`ROWS`].
static INSERTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let row = |i: usize| format!("($1, $2, ${})", i + 3);
    let rows = |count: usize| (0..count).map(row).collect::<Vec<_>>().join(", ");
    let insert = "INSERT INTO game_facets (game, ended, facet) VALUES";
    (1..=ROWS).map(|count| format!("{insert} {}", rows(count))).collect()
});

impl Store {
    /// Replaces the facets of a game, which are none unless it is public and finished.
    pub async fn set_facets(
        &self,
        game: &GameId,
        ended: DateTime<Utc>,
        facets: &[Facet],
    ) -> Result<(), StoreError> {
        let facets: Vec<String> = facets.iter().map(ToString::to_string).collect();
        let set = self.writer.write((game.clone(), ended, facets), |tx, (game, ended, facets)| {
            Box::pin(async move {
                let mut batch = Batch::default();
                set_facets(&mut batch, game, *ended, facets);
                batch.execute(tx).await?;
                Ok(Commit(()))
            })
        });
        set.await
    }

    /// The deepest analysis of a game that is ready, of any version.
    pub async fn deepest_analysis(&self, game: &GameId) -> Result<Option<Depth>, StoreError> {
        let rows = sqlx::query("SELECT game, depth FROM analyses WHERE game = $1 AND report IS NOT NULL")
            .bind(game.as_str())
            .fetch_all(&self.readers)
            .await?;
        let read = |row| Reader::new(row, "analyses", "game")?.parsed("depth", Depth::parse);
        let depths = rows.iter().map(read).collect::<Result<Vec<_>, StoreError>>()?;
        Ok(depths.into_iter().max())
    }
}

pub(super) fn set_facets(batch: &mut Batch, game: &GameId, ended: DateTime<Utc>, facets: &[String]) {
    remove_facets(batch, game);
    for facets in facets.chunks(ROWS) {
        let shared: [Value; 2] = [game.as_str().into(), ended.timestamp_millis().into()];
        let facets = facets.iter().map(|facet| facet.as_str().into());
        batch.add(INSERTS[facets.len() - 1].as_str(), shared.into_iter().chain(facets));
    }
}

pub(super) fn remove_facets(batch: &mut Batch, game: &GameId) {
    batch.add("DELETE FROM game_facets WHERE game = $1", [game.as_str().into()]);
}
