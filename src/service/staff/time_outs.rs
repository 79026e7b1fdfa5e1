//! Taking back time-outs that were a mistake.

use chrono::{DateTime, Utc};

use crate::people::log_audited;
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Principal, Service, TRIES};
use account::{AuditAction, AuditEntry};
use table::{GameId, Moment};

/// A time-out that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastTimeOut {
    /// The number of its event.
    pub n: u32,
    /// Whose turn it was.
    pub player: String,
    pub at: DateTime<Utc>,
}

impl Service {
    /// The time-outs of a game that can be taken back, the last first.
    pub async fn past_time_outs(
        &self,
        principal: &Principal,
        game: &GameId,
    ) -> Result<Vec<PastTimeOut>, StaffError> {
        self.require_role(principal, Role::Admin)?;
        let (table, _) = self.store.table(game).await?.ok_or(StaffError::NotFound)?;
        let Some(replay) = self.replay(&table).await? else { return Ok(Vec::new()) };
        let past = table.time_outs(&replay).into_iter().map(|time_out| PastTimeOut {
            n: time_out.n,
            player: table.player(time_out.seat).map_or_else(String::new, |player| player.name().to_owned()),
            at: time_out.at,
        });
        Ok(past.collect())
    }

    /// Takes back the time-out of event `n` and everything since. The turn begins again.
    pub async fn take_back_time_out(
        &self,
        principal: &Principal,
        game: &GameId,
        n: u32,
        reason: &str,
    ) -> Result<(), StaffError> {
        let entry =
            self.audit(principal, Role::Admin, AuditAction::TakeBackTimeOut, game.as_str(), "").await?;
        let reason = checked_reason(reason)?;
        let entry = AuditEntry { detail: format!("event {n}"), reason: reason.to_owned(), ..entry };
        for _ in 0..TRIES {
            let (table, secret) = self.store.table(game).await?.ok_or(StaffError::NotFound)?;
            let replay = self.replay(&table).await?.ok_or(StaffError::NoTimeOut)?;
            if replay.last() != table.last_event() {
                continue;
            }
            let absences = self.absences(&table, None).await?;
            let moment = Moment { replay: &replay, secret: &secret, absences: &absences, at: self.now() };
            let (outcome, _) = table
                .take_back_time_out(&moment, n, reason)
                .map_err(crate::StoreError::from)?
                .ok_or(StaffError::NoTimeOut)?;
            if self.execute_audited(&table, outcome, &entry).await? {
                self.tables.remove(game);
                log_audited(principal, &entry);
                return Ok(());
            }
        }
        Err(StaffError::Stale)
    }
}
