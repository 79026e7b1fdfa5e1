//! What the players of a game agree on: a pause.

use chrono::{DateTime, Utc};

use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError};
use engine::{Game, Seat};
use store::Executed;
use table::{GameId, Outcome, ProposalRefusal, Table, TableEvent};

/// Attempts when something else happens at the table first.
const TRIES: u32 = 10;

/// Why nothing was proposed, answered or resumed.
#[derive(Debug, thiserror::Error)]
pub enum ProposalError {
    #[error(transparent)]
    Refused(#[from] ProposalRefusal),
    /// Also if the game is hidden from the user or has not started.
    #[error("no-such-game")]
    NoSuchGame,
    #[error("not-seated")]
    NotIn,
    /// Others keep changing the table.
    #[error("stale")]
    Stale,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// Asks the others for a pause until then. A pause that nobody else has to agree to begins.
    pub async fn propose_pause(
        &self,
        principal: &Principal,
        game: &GameId,
        until: DateTime<Utc>,
    ) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, game, seat, at| {
            table.propose_pause(game, seat, until, at).map(Some)
        })
        .await
    }

    /// Agrees to the proposal of table event `n`, or declines it.
    pub async fn answer_proposal(
        &self,
        principal: &Principal,
        game: &GameId,
        n: u32,
        agrees: bool,
    ) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, game, seat, at| table.answer(game, seat, n, agrees, at)).await
    }

    /// Ends a pause early.
    pub async fn resume(&self, principal: &Principal, game: &GameId) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, game, seat, at| table.resume(game, seat, at).map(Some)).await
    }

    async fn agree(
        &self,
        principal: &Principal,
        id: &GameId,
        decide: impl Fn(&Table, &Game, Seat, DateTime<Utc>) -> Result<Option<Outcome>, ProposalRefusal>,
    ) -> Result<(), ProposalError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(id).await?.ok_or(ProposalError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(ProposalError::NoSuchGame);
            }
            let seat = table.seat_of(user).ok_or(ProposalError::NotIn)?;
            let replay = self.replay(&table).await?.ok_or(ProposalError::NoSuchGame)?;
            let Some(outcome) = decide(&table, &replay.game, seat, self.now())? else { return Ok(()) };
            let stops =
                |event: &TableEvent| matches!(event, TableEvent::Paused { .. } | TableEvent::Resumed { .. });
            let clocks_changed = outcome.table_events.iter().any(stops);
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                self.tables.remove(id);
                if clocks_changed {
                    self.refresh_clock(id).await?;
                }
                return Ok(());
            }
        }
        Err(ProposalError::Stale)
    }
}
