//! What players have planned.

use crate::game::json;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Plan};

impl Store {
    /// Stores what a player of a game in progress has planned. `false`: there is no such game, or the user has no seat.
    pub async fn set_plan(&self, game: &GameId, user: &UserId, plan: Plan) -> Result<bool, StoreError> {
        let set = self.writer.write((game.clone(), user.clone(), plan), |tx, (game, user, plan)| {
            Box::pin(async move {
                // First, so that turns and plans lock rows in the same order.
                let counted = sqlx::query(
                    "UPDATE games SET plans_n = plans_n + 1 WHERE id = $1 AND status = 'playing'",
                )
                .bind(game.as_str())
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
