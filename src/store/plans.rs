//! What players have planned.

use crate::game::json;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Plan};

impl Store {
    /// Stores what a player of a game in progress has planned, unless plans at the table have changed more than `changes` times. `false`:
    /// they have, or there is no such game, or the user has no seat.
    pub async fn set_plan(
        &self,
        game: &GameId,
        user: &UserId,
        (plan, changes): (Plan, u32),
    ) -> Result<bool, StoreError> {
        let input = (game.clone(), user.clone(), plan, changes);
        let set = self.writer.write(input, |tx, (game, user, plan, changes)| {
            Box::pin(async move {
                // First, so that turns and plans lock rows in the same order.
                let counted = sqlx::query(
                    "UPDATE games SET plans_n = plans_n + 1 WHERE id = $1 AND status = 'playing' AND plans_n = $2",
                )
                .bind(game.as_str())
                .bind(i64::from(*changes))
                .execute(&mut *tx)
                .await?;
                if counted.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                let plan = (*plan != Plan::default()).then(|| json(plan));
                let set = sqlx::query("UPDATE seats SET plan = $3 WHERE game = $1 AND user_id = $2")
                    .bind(game.as_str())
                    .bind(user.as_str())
                    .bind(plan)
                    .execute(&mut *tx)
                    .await?;
                Ok(Commit(set.rows_affected() == 1))
            })
        });
        set.await
    }
}
