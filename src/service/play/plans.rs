//! What players plan for their turns.

use crate::people::is_hidden;
use crate::{Principal, ProposalError, Scope, Service};
use table::{GameId, Plan, ProposalRefusal, Status};

impl Service {
    /// Replaces what the user has planned at a table. It acts from the next turn that begins.
    pub async fn set_plan(
        &self,
        principal: &Principal,
        game: &GameId,
        plan: Plan,
    ) -> Result<(), ProposalError> {
        let user = principal.require(Scope::Play)?;
        let (table, _) = self.store.table(game).await?.ok_or(ProposalError::NoSuchGame)?;
        if is_hidden(principal, Some(user), &table, None) {
            return Err(ProposalError::NoSuchGame);
        }
        let seat = table.seat_of(user).ok_or(ProposalError::NotIn)?;
        let replay = self.replay(&table).await?;
        let replay =
            replay.filter(|_| table.status() == Status::Playing).ok_or(ProposalRefusal::NotPlaying)?;
        if replay.game.has_left(seat) {
            return Err(ProposalRefusal::Out.into());
        }
        if plan.stand_in.is_some() && !table.settings.stand_ins {
            return Err(ProposalRefusal::NoStandIn.into());
        }
        let stored = self.store.set_plan(game, user, plan).await?;
        self.tables.remove(game);
        if stored { Ok(()) } else { Err(ProposalError::Stale) }
    }
}
