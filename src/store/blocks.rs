//! Whether people who are to meet have blocked each other.

use sqlx::AnyConnection;

use crate::StoreError;
use account::UserId;

/// Whether one of the two has blocked the other.
pub(super) async fn is_blocked(
    tx: &mut AnyConnection,
    one: &UserId,
    other: &UserId,
) -> Result<bool, StoreError> {
    let found =
        sqlx::query("SELECT other FROM hidden_people WHERE user_id = $1 AND other = $2 AND why <> 'muted'")
            .bind(one.as_str())
            .bind(other.as_str())
            .fetch_optional(tx)
            .await?;
    Ok(found.is_some())
}

/// Whether a block separates two of these people.
pub(super) async fn has_block(tx: &mut AnyConnection, people: &[UserId]) -> Result<bool, StoreError> {
    for (n, one) in people.iter().enumerate() {
        for other in &people[n + 1..] {
            if is_blocked(&mut *tx, one, other).await? {
                return Ok(true);
            }
        }
    }
    Ok(false)
}
