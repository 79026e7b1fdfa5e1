//! Games in progress that people watch.

use crate::game::{readable_tables, select_tables};
use crate::listing::PAGE;
use crate::{Store, StoreError};
use account::UserId;
use table::{GameId, Table};

impl Store {
    /// Public games in progress of those whom the user follows, the last opened first, below a sort key; at most one more than a page.
    pub async fn games_of_followed(
        &self,
        user: &UserId,
        below: Option<i64>,
    ) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM (SELECT DISTINCT s.game, s.listed FROM followed_players f CROSS JOIN seats s
                   WHERE f.user_id = $1 AND s.user_id = f.player AND s.status = 'playing' AND s.public = 1 AND s.listed < $2
                   ORDER BY s.listed DESC LIMIT 26) p
             CROSS JOIN games g WHERE g.id = p.game ORDER BY p.listed DESC",
        )
        .bind(user.as_str())
        .bind(below.unwrap_or(i64::MAX));
        readable_tables(&self.readers, query).await
    }

    /// These games, in the same order.
    pub async fn games_in_order(&self, games: &[GameId]) -> Result<Vec<Table>, StoreError> {
        let mut found = Vec::new();
        for part in games.chunks(PAGE) {
            found.extend(self.load_page(&part.iter().collect::<Vec<_>>()).await?);
        }
        Ok(found)
    }
}
