//! Counts finished games for the profiles of their players, by jobs after their ends.

use crate::{Done, Service, StoreError, TRIES};
use account::UserId;
use analysis::Analysis;
use table::{AnalysedSums, GameId, Job, PlayedSeat, PlayedTotals, Table};

/// Games that are counted in one job.
const BATCH: u32 = 50;

impl Service {
    /// Stores what a game says about its players, or takes it back.
    pub(crate) async fn count_game(&self, game: &GameId) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(Done::Nothing) };
        let seats = self.seats_to_count(&table).await?;
        self.store.set_played_seats(game, &seats).await?;
        Ok(Done::Nothing)
    }

    /// Does so with some games after this one, and goes on later. What can't be read is left out.
    pub(crate) async fn count_games(&self, after: Option<&GameId>) -> Result<Done, StoreError> {
        let mut last = None;
        for game in self.store.all_tables(after, BATCH).await?.into_iter().flatten() {
            match self.count_game(&game).await {
                Err(error) if error.is_damage() => {
                    tracing::warn!(%game, %error, "failed to count a game for profiles");
                }
                other => _ = other?,
            }
            last = Some(game);
        }
        let Some(last) = last else { return Ok(Done::Nothing) };
        self.go_on(Job::CountGames(Some(last))).await?;
        Ok(Done::Stored)
    }

    /// By user, as they are stored.
    async fn seats_to_count(&self, table: &Table) -> Result<Vec<PlayedSeat>, StoreError> {
        let Some(replay) = self.replay(table).await? else { return Ok(Vec::new()) };
        let analysis = match self.store.deepest_analysis(&table.id).await? {
            Some(depth) if replay.game.is_finished() => {
                let analyses = self.store.analyses(&table.id, depth).await?;
                analyses.into_iter().find_map(|analysis| analysis.report)
            }
            _ => None,
        };
        let mut seats = table.played_seats(&replay, &analysis.as_ref().map(analysed).unwrap_or_default());
        seats.sort_by(|one, other| one.user.cmp(&other.user));
        Ok(seats)
    }

    /// Compares what is stored about a game's players with its logs.
    pub(crate) async fn rebuild_played_seats(
        &self,
        game: &GameId,
        check_only: bool,
    ) -> Result<Option<String>, StoreError> {
        let Some((table, _)) = self.store.table(game).await? else { return Ok(None) };
        let stored = match self.store.played_seats(game).await {
            Err(error) if error.is_damage() => Err(error.to_string()),
            other => Ok(other?),
        };
        let right = self.seats_to_count(&table).await?;
        if stored.as_ref() == Ok(&right) {
            return Ok(None);
        }
        for job in [Job::CountGame(game.clone()), Job::CountGames(None)] {
            if self.store.is_scheduled(&job).await? {
                return Ok(None);
            }
        }
        if !check_only {
            self.store.set_played_seats(game, &right).await?;
        }
        Ok(Some(format!(
            "game {game}, what it says about its players: {stored:?} is stored, {right:?} follows from the log"
        )))
    }

    /// Compares the totals of all players with what is stored about their games.
    pub(crate) async fn rebuild_totals(&self, check_only: bool) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        let mut last: Option<UserId> = None;
        while let Some(user) = self.store.next_counted_user(last.as_ref()).await? {
            if let Some((stored, right)) = self.wrong_totals(&user).await? {
                differences.push(format!(
                    "user {user}, totals of games: {stored:?} is stored, {right:?} follows from the games"
                ));
                if !check_only {
                    self.store.repair_totals(&user).await?;
                }
            }
            last = Some(user);
        }
        Ok(differences)
    }

    /// The totals of a player as stored and as they follow from the games, if both stay different: a game may be counted meanwhile.
    async fn wrong_totals(&self, user: &UserId) -> Result<Option<(String, PlayedTotals)>, StoreError> {
        let mut before = None;
        for _ in 0..TRIES {
            let stored = match self.store.played_totals(user).await {
                Err(error) if error.is_damage() => Err(error.to_string()),
                other => Ok(other?),
            };
            let right = self.store.recounted_totals(user).await?;
            if stored.as_ref() == Ok(&right) {
                return Ok(None);
            }
            let now = (format!("{stored:?}"), right);
            if before.as_ref() == Some(&now) {
                break;
            }
            before = Some(now);
        }
        Ok(before)
    }
}

/// By seat.
fn analysed(analysis: &Analysis) -> Vec<AnalysedSums> {
    let seats = analysis.seats.iter().zip(&analysis.end.points);
    let sums = seats.map(|(seat, ahead)| AnalysedSums {
        games: 1,
        ahead: thousandths(*ahead),
        adjusted: thousandths(seat.adjusted),
        loss: thousandths(seat.loss.points),
        choices: i64::from(seat.choices),
    });
    sums.collect()
}

/// Reports round to three decimals.
#[expect(clippy::cast_possible_truncation, reason = "points are far from any limit")]
fn thousandths(points: f64) -> i64 {
    (points * 1000.0).round() as i64
}
