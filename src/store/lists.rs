//! Paginated lists of games.

use sqlx::any::AnyRow;

use crate::account::UserId;
use crate::store::game::{read_table, tables};
use crate::store::row::Reader;
use crate::store::{Store, StoreError};
use crate::table::{Status, Table};

/// Games per page.
pub const PAGE: usize = 25;

/// The `LIMIT` of a page: one extra game shows that there is another page. A literal rather than a parameter, so that
/// PostgreSQL plans for a page and not for a tenth of all games.
macro_rules! fetched {
    () => {
        26
    };
}
const _: () = assert!(PAGE + 1 == fetched!(), "one more than a page");

/// To find games of two players, this many games of one player are searched per window, in at most `WINDOWS` windows
/// per page.
macro_rules! window {
    () => {
        1000
    };
}
const WINDOWS: u32 = 5;

#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    pub status: Option<Status>,
    /// The folded name of a player who must have a seat.
    pub player: Option<String>,
    /// Continues after this place, as returned in [`GamePage::next`].
    pub after: Option<i64>,
}

/// A page of games, most recently opened first.
#[derive(Clone, Debug, Default)]
pub struct GamePage {
    /// At most `PAGE`. In searches for two players, pages before the last may have fewer.
    pub games: Vec<Table>,
    /// Where the next page starts; `None` on the last page.
    pub next: Option<i64>,
}

/// Seats of player `$1` before place `$2` with one status and visibility, read along their index.
macro_rules! seats {
    ($status:literal, $public:literal, $limit:expr) => {
        concat!(
            "SELECT * FROM (SELECT s.game, s.listed FROM seats s WHERE s.user_id = $1 AND s.status = ",
            $status,
            " AND s.public = ",
            $public,
            " AND s.listed < $2 ORDER BY s.listed DESC LIMIT ",
            $limit,
            ") one"
        )
    };
}

/// The seats of a player in public games or in all games, with any status or the given one.
macro_rules! seats_of {
    (public, any, $limit:expr) => {
        concat!(
            seats!("'open'", 1, $limit),
            " UNION ALL ",
            seats!("'playing'", 1, $limit),
            " UNION ALL ",
            seats!("'finished'", 1, $limit)
        )
    };
    (public, $status:literal, $limit:expr) => {
        seats!($status, 1, $limit)
    };
    (all, any, $limit:expr) => {
        concat!(
            seats_of!(public, any, $limit),
            " UNION ALL ",
            seats!("'open'", 0, $limit),
            " UNION ALL ",
            seats!("'playing'", 0, $limit),
            " UNION ALL ",
            seats!("'finished'", 0, $limit)
        )
    };
    (all, $status:literal, $limit:expr) => {
        concat!(seats!($status, 1, $limit), " UNION ALL ", seats!($status, 0, $limit))
    };
}

macro_rules! page_of_player {
    ($visible:ident, $status:tt) => {
        tables!(
            "FROM (SELECT * FROM (",
            seats_of!($visible, $status, fetched!()),
            ") each ORDER BY each.listed DESC LIMIT ",
            fetched!(),
            ") p CROSS JOIN games g WHERE g.id = p.game ORDER BY p.listed DESC"
        )
    };
}

/// Where the next window of a player's games ends; no row if it is the last.
macro_rules! end_of_window {
    ($status:tt) => {
        concat!(
            "SELECT $1 AS user_id, each.listed FROM (",
            seats_of!(all, $status, window!()),
            ") each ORDER BY each.listed DESC LIMIT 1 OFFSET ",
            window!(),
            " - 1"
        )
    };
}

/// A page of the games of players `$1` and `$3`, from one window of the games of `$1` that ends at place `$4`.
macro_rules! page_of_two {
    ($status:tt) => {
        tables!(
            "FROM (SELECT * FROM (",
            seats_of!(all, $status, window!()),
            ") each WHERE each.listed >= $4 ORDER BY each.listed DESC LIMIT ",
            window!(),
            ") p CROSS JOIN seats o CROSS JOIN games g
             WHERE o.game = p.game AND o.user_id = $3 AND g.id = p.game
             ORDER BY p.listed DESC LIMIT ",
            fetched!()
        )
    };
}

impl Store {
    /// The games on a player's dashboard: in progress, finished but not yet viewed, opened by the player, or with a seat
    /// reserved for them or an invitation. Most recently opened first.
    pub async fn current_games(&self, user: &UserId) -> Result<Vec<Table>, StoreError> {
        let rows = sqlx::query(tables!(
            "FROM (SELECT s.game FROM seats s WHERE s.user_id = $1 AND s.status = 'open'
                   UNION SELECT s.game FROM seats s WHERE s.user_id = $1 AND s.status = 'playing'
                   UNION SELECT * FROM (SELECT o.game FROM notifications o
                         WHERE o.user_id = $1 AND o.seen = 0 AND o.kind = 'finished' ORDER BY o.at DESC LIMIT 200) unseen
                   UNION SELECT t.id FROM games t WHERE t.opener = $1 AND t.status = 'open'
                   UNION SELECT * FROM (SELECT i.game FROM invitations i
                         WHERE i.user_id = $1 AND i.declined = 0 ORDER BY i.at DESC LIMIT 200) invited
                   UNION SELECT k.game FROM kept_seats k WHERE k.user_id = $1) p
             CROSS JOIN games g WHERE g.id = p.game ORDER BY g.listed DESC LIMIT 1000"
        ))
        .bind(user.as_str())
        .fetch_all(&self.readers)
        .await?;
        read_all(&rows)
    }

    /// The number of games in which it is the user's turn, and of the user's unanswered invitations.
    pub async fn turns_waiting(&self, user: &UserId) -> Result<u32, StoreError> {
        let row = sqlx::query(
            "SELECT $1 AS user_id,
                 (SELECT COUNT(*) FROM seats s JOIN games g ON g.id = s.game
                  WHERE s.user_id = $1 AND s.status = 'playing' AND g.to_move = s.seat)
                 + (SELECT COUNT(*) FROM invitations i WHERE i.user_id = $1 AND i.declined = 0) AS turns",
        )
        .bind(user.as_str())
        .fetch_one(&self.readers)
        .await?;
        Reader::new(&row, "seats", "user_id")?.number("turns")
    }

    /// Games in which the user has a seat.
    pub async fn games_of(&self, user: &UserId, filter: &GameFilter) -> Result<GamePage, StoreError> {
        if let Some(player) = &filter.player {
            return match self.id_of(player).await? {
                Some(other) => self.games_of_two(user, &other, filter).await,
                None => Ok(GamePage::default()),
            };
        }
        let after = filter.after.unwrap_or(i64::MAX);
        let rows = match filter.status {
            None => sqlx::query(page_of_player!(all, any)).bind(user.as_str()).bind(after),
            Some(status) => {
                sqlx::query(page_of_player!(all, "$3")).bind(user.as_str()).bind(after).bind(status.word())
            }
        };
        Ok(page(read_all(&rows.fetch_all(&self.readers).await?)?))
    }

    /// Games in which both players have seats, searched among the games of the player with fewer. If both have very
    /// many, one page searches only a limited number of them.
    async fn games_of_two(
        &self,
        one: &UserId,
        other: &UserId,
        filter: &GameFilter,
    ) -> Result<GamePage, StoreError> {
        let mut after = filter.after.unwrap_or(i64::MAX);
        let mut found = GamePage::default();
        for _ in 0..WINDOWS {
            let (mine, theirs) = (
                self.end_of_window(one, filter.status, after).await?,
                self.end_of_window(other, filter.status, after).await?,
            );
            // Search the games of the player whose window reaches further back; a window without an end covers all
            // games.
            let (first, second, end) = if mine <= theirs { (one, other, mine) } else { (other, one, theirs) };
            let floor = end.unwrap_or(i64::MIN);
            let statement = if filter.status.is_some() { page_of_two!("$5") } else { page_of_two!(any) };
            let query =
                sqlx::query(statement).bind(first.as_str()).bind(after).bind(second.as_str()).bind(floor);
            let query = match filter.status {
                Some(status) => query.bind(status.word()),
                None => query,
            };
            let rows = query.fetch_all(&self.readers).await?;
            found.games.append(&mut read_all(&rows)?);
            if found.games.len() > PAGE {
                return Ok(page(found.games));
            }
            found.next = end;
            let Some(end) = end else { break };
            after = end;
        }
        Ok(found)
    }

    /// Where a window of a player's games ends; `None` if it covers all of them.
    async fn end_of_window(
        &self,
        user: &UserId,
        status: Option<Status>,
        after: i64,
    ) -> Result<Option<i64>, StoreError> {
        let query = match status {
            None => sqlx::query(end_of_window!(any)).bind(user.as_str()).bind(after),
            Some(status) => {
                sqlx::query(end_of_window!("$3")).bind(user.as_str()).bind(after).bind(status.word())
            }
        };
        let row = query.fetch_optional(&self.readers).await?;
        row.map(|row| Reader::new(&row, "seats", "user_id")?.number("listed")).transpose()
    }

    pub async fn public_games(&self, filter: &GameFilter) -> Result<GamePage, StoreError> {
        let after = filter.after.unwrap_or(i64::MAX);
        let query = match (&filter.player, filter.status) {
            (None, None) => sqlx::query(tables!(
                "FROM games g WHERE g.public = 1 AND g.listed < $1 ORDER BY g.listed DESC LIMIT ",
                fetched!()
            ))
            .bind(after),
            (None, Some(status)) => sqlx::query(tables!(
                "FROM games g WHERE g.public = 1 AND g.listed < $1 AND g.status = $2 ORDER BY g.listed DESC LIMIT ",
                fetched!()
            ))
            .bind(after)
            .bind(status.word()),
            (Some(player), status) => {
                let Some(player) = self.id_of(player).await? else { return Ok(GamePage::default()) };
                match status {
                    None => sqlx::query(page_of_player!(public, any)).bind(player.as_str().to_owned()).bind(after),
                    Some(status) => sqlx::query(page_of_player!(public, "$3"))
                        .bind(player.as_str().to_owned())
                        .bind(after)
                        .bind(status.word()),
                }
            }
        };
        Ok(page(read_all(&query.fetch_all(&self.readers).await?)?))
    }

    async fn id_of(&self, folded: &str) -> Result<Option<UserId>, StoreError> {
        let row = sqlx::query("SELECT id FROM users WHERE folded = $1")
            .bind(folded)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "users", "id")?.parsed("id", UserId::parse)).transpose()
    }
}

/// Drops the extra game that shows whether there is a next page.
fn page(mut games: Vec<Table>) -> GamePage {
    let more = games.len() > PAGE;
    games.truncate(PAGE);
    let next = games.last().filter(|_| more).map(|last| last.place);
    GamePage { games, next }
}

fn read_all(rows: &[AnyRow]) -> Result<Vec<Table>, StoreError> {
    rows.iter().map(|row| read_table(&Reader::new(row, "games", "id")?)).collect()
}
