//! Dashboards and lists of games.

use std::collections::HashMap;

use crate::game::{readable_tables, select_tables};
use crate::listing::{Direction, ListedPage, ListedTable, Listing, PAGE};
use crate::{Store, StoreError};
use account::UserId;
use table::{Cursor, Filter, GameId, Page, Table};

impl Store {
    /// These tables, in no order. Those that don't exist are left out.
    pub async fn tables_by_id(&self, games: &[&GameId]) -> Result<Vec<Table>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=games.len()).map(|i| format!("${i}")).collect();
        let query = select_tables(&format!("FROM games g WHERE g.id IN ({})", places.join(", ")));
        let query = games.iter().fold(query, |query, game| query.bind(game.as_str().to_owned()));
        readable_tables(&self.readers, query).await
    }

    /// The games on a player's dashboard: in progress, finished but not yet viewed, opened by the player, or with a seat
    /// reserved for them or an invitation. The player's turns come first, then what was opened last; at most 1,000.
    pub async fn current_games(&self, user: &UserId) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM (SELECT s.game FROM seats s WHERE s.user_id = $1 AND s.status = 'open'
                   UNION SELECT s.game FROM seats s WHERE s.user_id = $1 AND s.status = 'playing'
                   UNION SELECT * FROM (SELECT o.game FROM notifications o
                         WHERE o.user_id = $1 AND o.seen = 0 AND o.kind IN ('finished', 'replaced') ORDER BY o.at DESC LIMIT 200) unseen
                   UNION SELECT t.id FROM games t WHERE t.opener = $1 AND t.status = 'open'
                   UNION SELECT * FROM (SELECT i.game FROM invitations i
                         WHERE i.user_id = $1 AND i.declined = 0 ORDER BY i.at DESC LIMIT 200) invited
                   UNION SELECT k.game FROM kept_seats k WHERE k.user_id = $1) p
             CROSS JOIN games g WHERE g.id = p.game
             ORDER BY CASE WHEN g.computer_to_move = 0 AND g.to_move = (SELECT s.seat FROM seats s WHERE s.game = g.id AND s.user_id = $1) THEN 0 ELSE 1 END,
                 g.listed DESC LIMIT 1000"
        )
        .bind(user.as_str());
        readable_tables(&self.readers, query).await
    }

    /// The games that wait for the user's turn, and the tables to which the user is invited; the least time left comes
    /// first; at most 1,000.
    pub async fn waiting_for(&self, user: &UserId) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM (SELECT w.game FROM waiting w WHERE w.user_id = $1 LIMIT 1000) p
             CROSS JOIN games g WHERE g.id = p.game
             ORDER BY CASE WHEN g.deadline IS NULL THEN 1 ELSE 0 END, g.deadline, g.listed DESC LIMIT 1000",
        )
        .bind(user.as_str());
        readable_tables(&self.readers, query).await
    }

    /// Games in progress with seats that others can take over, newest first; at most a page.
    pub async fn offered_games(&self) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM games g WHERE g.offered > 0 AND g.listed < $1 ORDER BY g.listed DESC LIMIT 25",
        )
        // Without a bound, an index is a list to read through.
        .bind(i64::MAX);
        readable_tables(&self.readers, query).await
    }

    /// The games that the user has imported, below a sort key: the last imported first, at most one more than a page.
    pub async fn imported_games(&self, user: &UserId, below: Option<i64>) -> Result<Vec<Table>, StoreError> {
        let query = select_tables(
            "FROM games g WHERE g.opener = $1 AND g.imported IS NOT NULL AND g.listed < $2 ORDER BY g.listed DESC LIMIT 26",
        )
        .bind(user.as_str())
        .bind(below.unwrap_or(i64::MAX));
        readable_tables(&self.readers, query).await
    }

    /// Games in which the user has a seat. `filter.player` is a folded name.
    pub async fn games_of(
        &self,
        user: &UserId,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, StoreError> {
        self.page(Listing::Own(user), filter, from).await
    }

    /// `filter.player` is a folded name.
    pub async fn public_games(&self, filter: &Filter, from: Option<Cursor>) -> Result<Page, StoreError> {
        self.page(Listing::Public, filter, from).await
    }

    async fn page(
        &self,
        listing: Listing<'_>,
        filter: &Filter,
        from: Option<Cursor>,
    ) -> Result<Page, StoreError> {
        let backwards = matches!(from, Some(Cursor::Before(_)));
        let direction = if backwards == filter.oldest_first { Direction::Down } else { Direction::Up };
        let sort_key = from.map(|(Cursor::After(sort_key) | Cursor::Before(sort_key))| sort_key);
        let ListedPage { mut listed, more } =
            self.listed_tables(listing, filter, direction, sort_key).await?;
        if backwards {
            listed.reverse();
        }
        // The page before or after an empty one includes the table at which this page started.
        let beside = |found: Option<&ListedTable>, sort_key: i64| match (found, direction) {
            (Some(found), _) => found.sort_key,
            (None, Direction::Down) => sort_key.saturating_sub(1),
            (None, Direction::Up) => sort_key.saturating_add(1),
        };
        let (previous, next) = match from {
            Some(Cursor::Before(sort_key)) => {
                (more.map(Cursor::Before), Some(Cursor::After(beside(listed.last(), sort_key))))
            }
            Some(Cursor::After(sort_key)) => {
                (Some(Cursor::Before(beside(listed.first(), sort_key))), more.map(Cursor::After))
            }
            None => (None, more.map(Cursor::After)),
        };
        let ids: Vec<&GameId> = listed.iter().map(|table| &table.id).collect();
        Ok(Page { games: self.load_page(&ids).await?, previous, next, age: None })
    }

    /// These tables, at most a page, in the same order.
    pub(super) async fn load_page(&self, ids: &[&GameId]) -> Result<Vec<Table>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let query = select_tables(
            "FROM games g WHERE g.id IN ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
                 $19, $20, $21, $22, $23, $24, $25)"
        );
        let padded = (0..PAGE).map(|nth| ids.get(nth).map_or("", |id| id.as_str()));
        let found = readable_tables(&self.readers, padded.fold(query, sqlx::query::Query::bind)).await?;
        let mut tables: HashMap<GameId, Table> =
            found.into_iter().map(|table| (table.id.clone(), table)).collect();
        // One may have been closed in the meantime.
        Ok(ids.iter().filter_map(|id| tables.remove(*id)).collect())
    }
}
