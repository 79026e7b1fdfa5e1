//! What players plan for their turns.

use crate::people::is_hidden;
use crate::{Principal, ProposalError, Scope, Service, TRIES};
use engine::{Seat, Turn, legal};
use table::{GameId, NextTurn, Plan, ProposalRefusal, Replay, Status, Table};

impl Service {
    /// Replaces what the user has planned at a table, but for the next turn. It acts from the next turn that begins.
    pub async fn set_plan(
        &self,
        principal: &Principal,
        game: &GameId,
        plan: Plan,
    ) -> Result<(), ProposalError> {
        self.change_plan(principal, game, |table, _, _, old| {
            if plan.stand_in.is_some() && !table.settings.stand_ins {
                return Err(ProposalRefusal::NoStandIn);
            }
            Ok(Plan { next: old.next, ..plan.clone() })
        })
        .await
    }

    /// Plans the user's next turn, or an alternative to what is planned for it. `seen` is the last event that the user has seen.
    pub async fn plan_turn(
        &self,
        principal: &Principal,
        game: &GameId,
        seen: u32,
        turn: Turn,
    ) -> Result<(), ProposalError> {
        self.change_plan(principal, game, |table, replay, seat, old| {
            let tried = replay.game.as_if_next(seat).ok_or(ProposalRefusal::NothingAhead)?;
            if legal::check(&tried, &turn).is_err() {
                return Err(ProposalRefusal::PlanNotLegal);
            }
            // What was seen before the last turn of the seat is not what is planned for.
            let own = replay.spans.iter().rev().find(|span| span.seat == seat).map_or(0, |span| span.n);
            let since = seen.clamp(own, replay.last());
            let next = match table.next_turn(replay, seat) {
                Some(known) if known.turns().any(|one| one == turn) => known.clone(),
                Some(known) if known.turns.len() >= NextTurn::MOST => {
                    return Err(ProposalRefusal::PlannedEnough);
                }
                Some(known) => {
                    let turns = known.turns.iter().copied().chain([turn.into()]).collect();
                    NextTurn { turns, since, ..known.clone() }
                }
                None => NextTurn::new(since, turn),
            };
            Ok(Plan { next: Some(next), ..old })
        })
        .await
    }

    /// Takes turns out of what the user has planned to play next, and says when to ask.
    pub async fn change_next_turn(
        &self,
        principal: &Principal,
        game: &GameId,
        removed: &[Turn],
        (unless_changed, unless_left): (bool, bool),
    ) -> Result<(), ProposalError> {
        self.change_plan(principal, game, |table, replay, seat, old| {
            let next = table.next_turn(replay, seat).and_then(|known| {
                let turns: Vec<_> =
                    known.turns().filter(|turn| !removed.contains(turn)).map(Into::into).collect();
                let next = NextTurn { turns, unless_changed, unless_left, ..known.clone() };
                (!next.turns.is_empty()).then_some(next)
            });
            Ok(Plan { next, ..old })
        })
        .await
    }

    async fn change_plan(
        &self,
        principal: &Principal,
        game: &GameId,
        change: impl Fn(&Table, &Replay, Seat, Plan) -> Result<Plan, ProposalRefusal>,
    ) -> Result<(), ProposalError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
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
            if replay.last() != table.last_event() {
                continue;
            }
            let old = table.plans.of(seat).cloned().unwrap_or_default();
            let plan = change(&table, &replay, seat, old)?;
            let stored = self.store.set_plan(game, user, (plan, table.plans.changes())).await?;
            self.tables.remove(game);
            if stored {
                return Ok(());
            }
        }
        Err(ProposalError::Stale)
    }
}
