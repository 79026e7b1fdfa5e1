//! What the players of a game agree on, and what they give each other.

use std::sync::Arc;

use chrono::TimeDelta;

use crate::changes::Change;
use crate::people::is_hidden;
use crate::{Denied, Done, JoinError, Principal, Scope, Service, StoreError, TRIES};
use account::{RestrictionKind, UserId};
use engine::Seat;
use store::Executed;
use table::{
    AgreeError, Agreements, Decided, GameId, Lane, Moment, Pause, Proposal, ProposalRefusal, Status, Table,
};

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
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// The table asks for players who are more reliable, or of another rating.
    #[error(transparent)]
    Unfit(JoinError),
    /// Others keep changing the table.
    #[error("stale")]
    Stale,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<AgreeError> for ProposalError {
    fn from(error: AgreeError) -> Self {
        match error {
            AgreeError::Refused(why) => Self::Refused(why),
            AgreeError::BadLog(error) => Self::Store(error.into()),
        }
    }
}

impl From<JoinError> for ProposalError {
    fn from(error: JoinError) -> Self {
        match error {
            JoinError::Store(failure) => Self::Store(failure),
            why => Self::Unfit(why),
        }
    }
}

impl Service {
    /// Asks the others; whether anybody has to answer. What nobody else has to agree to happens.
    pub async fn propose(
        &self,
        principal: &Principal,
        game: &GameId,
        proposal: Proposal,
    ) -> Result<bool, ProposalError> {
        self.agree(principal, game, |table, moment, seat| table.propose(moment, seat, proposal).map(Some))
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
        self.agree(principal, game, |table, moment, seat| table.answer(moment, seat, n, agrees)).await?;
        Ok(())
    }

    /// Ends a pause early.
    pub async fn resume(&self, principal: &Principal, game: &GameId) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, moment, seat| table.resume(moment, seat).map(Some)).await?;
        Ok(())
    }

    /// Lets the players know that a pause ends, or is over.
    pub(crate) async fn notify_of_pause(&self, pause: &Pause) -> Result<Done, StoreError> {
        let Some((table, _)) = self.store.table(&pause.game).await? else { return Ok(Done::Nothing) };
        if table.status() != Status::Playing {
            return Ok(Done::Nothing);
        }
        let now = self.now();
        let (notifications, next) = pause.notifications(&table, now);
        let users = notifications.iter().map(|one| Change::User(one.user.clone()));
        let changes: Vec<Change> = users.chain([Change::Jobs(Lane::Push, now)]).collect();
        let message = self.change_message(&changes);
        self.store.notify_users(&pause.game, &notifications, now, message).await?;
        self.wake(&changes);
        Ok(next.map_or(Done::Nothing, Done::Later))
    }

    /// Lets a user play again for whom a computer has played.
    pub async fn take_over(&self, principal: &Principal, game: &GameId) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, moment, seat| table.take_over(moment, seat).map(Some)).await?;
        Ok(())
    }

    /// Takes over the seat of a player for whom a computer plays, at a table that offers it.
    pub async fn take_seat(
        &self,
        principal: &Principal,
        game: &GameId,
        seat: Seat,
    ) -> Result<(), ProposalError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let stored = self.store.user(user).await?.filter(|stored| !stored.user.guest);
        let stored = stored.ok_or(ProposalError::Guest)?;
        let person = stored.person();
        self.decide(principal, game, Some(user), |table, moment| {
            Ok(Some(table.take_seat(moment, seat, &person)?))
        })
        .await?;
        Ok(())
    }

    /// Gives time to the player who is to move.
    pub async fn give_time(
        &self,
        principal: &Principal,
        game: &GameId,
        length: TimeDelta,
    ) -> Result<(), ProposalError> {
        self.agree(principal, game, |table, moment, seat| table.give(moment, seat, length).map(Some)).await?;
        Ok(())
    }

    /// Decides for the seat of the user; whether a proposal waits for answers afterwards.
    async fn agree(
        &self,
        principal: &Principal,
        id: &GameId,
        decide: impl Fn(&Table, &Moment<'_>, Seat) -> Result<Option<Decided>, AgreeError>,
    ) -> Result<bool, ProposalError> {
        let user = principal.require(Scope::Play)?;
        let decide = |table: &Table, moment: &Moment<'_>| {
            let seat = table.seat_of(user).ok_or(ProposalError::NotIn)?;
            Ok(decide(table, moment, seat)?)
        };
        self.decide(principal, id, None, decide).await
    }

    /// `joining` is the user, if they have no seat and are about to get one.
    async fn decide(
        &self,
        principal: &Principal,
        id: &GameId,
        joining: Option<&UserId>,
        decide: impl Fn(&Table, &Moment<'_>) -> Result<Option<Decided>, ProposalError>,
    ) -> Result<bool, ProposalError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, secret) = self.store.table(id).await?.ok_or(ProposalError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(ProposalError::NoSuchGame);
            }
            match joining {
                Some(user) => self.check_player(&table, user).await?,
                None if table.seat_of(user).is_none() => return Err(ProposalError::NotIn),
                None => {}
            }
            let replay = self.replay(&table).await?.ok_or(ProposalError::NoSuchGame)?;
            if replay.last() != table.last_event() {
                continue;
            }
            let absences = self.absences(&table, joining).await?;
            let moment = Moment { replay: &replay, secret: &secret, absences: &absences, at: self.now() };
            let Some((outcome, after)) = decide(&table, &moment)? else { return Ok(true) };
            // What has changed the game has worked out its clock.
            let waits = outcome.agreements.as_ref().is_some_and(Agreements::is_open);
            let refreshes = after.is_none() && !outcome.jobs.is_empty();
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                self.tables.remove(id);
                if let Some(after) = after {
                    self.replays.insert(id.clone(), Arc::new(after));
                }
                if refreshes {
                    self.refresh_clock(id).await?;
                }
                return Ok(waits);
            }
        }
        Err(ProposalError::Stale)
    }
}
