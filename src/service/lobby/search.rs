//! Searches of public finished games, and what they go by.

use crate::{Done, Principal, Service, StoreError};
use account::{UserId, UserName};
use analysis::Depth;
use chrono::{DateTime, Utc};
use table::{Facet, Findings, GameId, Job, Replay, Search, SearchCursor, SearchPage, Status, Table};

/// Games that are indexed in one job.
const BATCH: u32 = 50;

/// Why nothing was searched.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    #[error("no-such-player")]
    NoPlayer(String),
    #[error("same-player")]
    SamePlayer,
    /// A result, or another player, without a player whose result or companion it is.
    #[error("player-missing")]
    PlayerMissing,
    #[error("period-reversed")]
    PeriodReversed,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Visible to everyone.
    pub async fn search(
        &self,
        principal: &Principal,
        search: &Search,
        from: Option<SearchCursor>,
    ) -> Result<SearchPage, SearchError> {
        let facets = self.facets_of(principal, search).await?;
        Ok(self.store.search(&facets, search, from).await?)
    }

    /// What the games of a search have in common. Visible to everyone.
    pub(crate) async fn facets_of(&self, _: &Principal, search: &Search) -> Result<Vec<Facet>, SearchError> {
        if search.player.is_none() && (search.result.is_some() || search.other.is_some()) {
            return Err(SearchError::PlayerMissing);
        }
        if search.since.zip(search.until).is_some_and(|(since, until)| since >= until) {
            return Err(SearchError::PeriodReversed);
        }
        let player = self.named(search.player.as_deref()).await?;
        let other = self.named(search.other.as_deref()).await?;
        if player.is_some() && player == other {
            return Err(SearchError::SamePlayer);
        }
        Ok(search.facets(player.as_ref(), other.as_ref()))
    }

    async fn named(&self, name: Option<&str>) -> Result<Option<UserId>, SearchError> {
        let Some(name) = name else { return Ok(None) };
        let unknown = || SearchError::NoPlayer(name.to_owned());
        let name = UserName::parse(name).map_err(|_| unknown())?;
        let found = self.store.user_named(&name.folded()).await?.ok_or_else(unknown)?;
        Ok(Some(found.user.id))
    }

    /// Stores what a game can be searched by.
    pub(crate) async fn index_game(&self, game: &GameId) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let facets = match self.replay(&table).await? {
            Some(replay) => facets(&table, &replay, table.changed(), self.findings(&table).await?),
            None => Vec::new(),
        };
        let before = self.store.indexed_end(game).await?;
        self.store.set_facets(game, table.changed(), &facets).await?;
        self.renew_archive_of(before, (!facets.is_empty()).then(|| table.changed())).await?;
        Ok(Done::Nothing)
    }

    pub(crate) async fn findings(&self, table: &Table) -> Result<Findings, StoreError> {
        let analysis = self.store.deepest_analysis(&table.id).await?.map(Depth::word);
        let rating = if table.settings.rated { self.rating_band(&table.id).await? } else { None };
        Ok(Findings { analysis, rating })
    }

    /// Does so with some games after this one, and goes on later. What can't be read is left out.
    pub(crate) async fn index_games(&self, after: Option<&GameId>) -> Result<Done, StoreError> {
        let mut last = None;
        for game in self.store.all_tables(after, BATCH).await?.into_iter().flatten() {
            match self.index_game(&game).await {
                Err(error) if error.is_damage() => {
                    tracing::warn!(%game, %error, "failed to index a game for searches");
                }
                other => _ = other?,
            }
            last = Some(game);
        }
        let Some(last) = last else { return Ok(Done::Nothing) };
        self.go_on(Job::IndexGames(Some(last))).await?;
        Ok(Done::Stored)
    }
}

/// What a game can be searched by: nothing, unless it is public, played here, and finished at this time.
pub(crate) fn facets(table: &Table, replay: &Replay, ended: DateTime<Utc>, findings: Findings) -> Vec<Facet> {
    if !table.is_listed() || table.status() != Status::Finished {
        return Vec::new();
    }
    let began = replay.log.first().and_then(|logged| logged.at).unwrap_or(table.created);
    Facet::of_game(replay, &table.settings, &table.seats(), (began, ended), findings)
}
