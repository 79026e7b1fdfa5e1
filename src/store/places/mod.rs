//! Finds the tables of a list along an index, in either direction, without loading them.

#[macro_use]
mod statements;

use serde::Deserialize;
use sqlx::Any;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;

use crate::game::readable;
use crate::row::{Reader, fetch_each};
use crate::{Store, StoreError};
use account::UserId;
use engine::{Preset, Ruleset, TileSet};
use table::{Filter, GameId, Status};

/// Tables per page.
pub const PAGE: usize = 25;

const _: () = assert!(PAGE + 1 == page!(), "one more than a page");

/// To find games of two players or with certain rules, at most this many windows are searched per page.
const WINDOWS: u32 = 5;

/// The direction in which an index is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To lower places: older tables.
    Down,
    Up,
}

impl Direction {
    /// The place that precedes all others.
    const fn start(self) -> i64 {
        match self {
            Self::Down => i64::MAX,
            Self::Up => i64::MIN,
        }
    }

    const fn end(self) -> i64 {
        match self {
            Self::Down => i64::MIN,
            Self::Up => i64::MAX,
        }
    }

    /// Whether a window that ends at `one` reaches at least as far as one that ends at `other`. `None` covers everything.
    fn reaches_further(self, one: Option<i64>, other: Option<i64>) -> bool {
        match (one, other) {
            (None, _) => true,
            (_, None) => false,
            (Some(one), Some(other)) => (self == Self::Down) == (one <= other),
        }
    }
}

/// A table of a list.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: GameId,
    pub place: i64,
}

/// Which tables a list shows.
#[derive(Clone, Copy, Debug)]
pub enum Listing<'a> {
    Public,
    /// Those in which a player has a seat.
    Own(&'a UserId),
}

/// At most [`PAGE`] tables, in the order in which they were found.
#[derive(Debug, Default)]
pub struct PlacePage {
    pub places: Vec<Place>,
    /// The place beyond which there are or may be more.
    pub more: Option<i64>,
}

impl PlacePage {
    /// Whether the page is full. Its extra table shows that there is more.
    fn fill(&mut self, places: Vec<Place>) -> bool {
        self.places.extend(places);
        let full = self.places.len() > PAGE;
        if full {
            self.places.truncate(PAGE);
            self.more = self.places.last().map(|last| last.place);
        }
        full
    }
}

impl Store {
    /// The tables of a list beyond a place. `filter.player` is a folded name.
    pub(super) async fn places(
        &self,
        listing: Listing<'_>,
        filter: &Filter,
        direction: Direction,
        from: Option<i64>,
    ) -> Result<PlacePage, StoreError> {
        let from = from.unwrap_or(direction.start());
        let named = match &filter.player {
            None => None,
            Some(name) => match self.id_of(name).await? {
                None => return Ok(PlacePage::default()),
                found => found,
            },
        };
        match (listing, &named) {
            (Listing::Own(one), Some(other)) => self.of_two(one, other, filter, direction, from).await,
            (Listing::Own(one), None) => self.of_one(Some((one, true)), filter, direction, from).await,
            (Listing::Public, Some(one)) => self.of_one(Some((one, false)), filter, direction, from).await,
            (Listing::Public, None) => self.of_one(None, filter, direction, from).await,
        }
    }

    /// All games of a player, the public ones, or those of everyone.
    async fn of_one(
        &self,
        player: Option<(&UserId, bool)>,
        filter: &Filter,
        direction: Direction,
        mut from: i64,
    ) -> Result<PlacePage, StoreError> {
        let wide = filter.has_rules();
        let mut found = PlacePage::default();
        for _ in 0..WINDOWS {
            let rows = match player {
                None => {
                    let statement = match filter.status {
                        None => sized!(direction, wide, public!("")),
                        Some(_) => sized!(direction, wide, public!(" AND g.status = $2")),
                    };
                    let query = sqlx::query(statement).bind(from);
                    match filter.status {
                        None => self.window(query).await?,
                        Some(status) => self.window(query.bind(status.word())).await?,
                    }
                }
                Some((player, all)) => {
                    let statement = match (all, filter.status) {
                        (true, None) => sized!(direction, wide, of_player!(all, any)),
                        (true, Some(_)) => sized!(direction, wide, of_player!(all, "$3")),
                        (false, None) => sized!(direction, wide, of_player!(public, any)),
                        (false, Some(_)) => sized!(direction, wide, of_player!(public, "$3")),
                    };
                    let query = sqlx::query(statement).bind(player.as_str()).bind(from);
                    match filter.status {
                        None => self.window(query).await?,
                        Some(status) => self.window(query.bind(status.word())).await?,
                    }
                }
            };
            let is_last = rows.len() < if wide { window!() } else { page!() };
            if found.fill(admitted(&rows, filter)) {
                return Ok(found);
            }
            // The next window begins with those after it that can't be read, if there are any.
            let last = rows.iter().flatten().next_back().filter(|_| !is_last);
            found.more = last.map(|row| Reader::new(row, "games", "id")?.number("listed")).transpose()?;
            let Some(last) = found.more else { break };
            from = last;
        }
        Ok(found)
    }

    /// Games in which both players have seats, searched among the games of the player with fewer. If both have very
    /// many, one page searches only a limited number of them.
    async fn of_two(
        &self,
        one: &UserId,
        other: &UserId,
        filter: &Filter,
        direction: Direction,
        mut from: i64,
    ) -> Result<PlacePage, StoreError> {
        let mut found = PlacePage::default();
        for _ in 0..WINDOWS {
            let (mine, theirs) = (
                self.end_of_window(one, filter.status, direction, from).await?,
                self.end_of_window(other, filter.status, direction, from).await?,
            );
            let (first, second, end) = if direction.reaches_further(mine, theirs) {
                (one, other, mine)
            } else {
                (other, one, theirs)
            };
            let statement = match (direction, filter.status) {
                (Direction::Down, None) => of_two!("<", " DESC", ">=", any),
                (Direction::Down, Some(_)) => of_two!("<", " DESC", ">=", "$5"),
                (Direction::Up, None) => of_two!(">", "", "<=", any),
                (Direction::Up, Some(_)) => of_two!(">", "", "<=", "$5"),
            };
            let query = sqlx::query(statement).bind(first.as_str()).bind(from).bind(second.as_str());
            let query = query.bind(end.unwrap_or(direction.end()));
            let rows = match filter.status {
                None => self.window(query).await?,
                Some(status) => self.window(query.bind(status.word())).await?,
            };
            if found.fill(admitted(&rows, filter)) {
                return Ok(found);
            }
            found.more = end;
            let Some(end) = end else { break };
            from = end;
        }
        Ok(found)
    }

    /// The rows of a window, each `None` if it can't be read.
    async fn window(&self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<Option<AnyRow>>, StoreError> {
        Ok(fetch_each(&self.readers, query).await?.into_iter().map(readable).collect())
    }

    /// Where a window of a player's games ends; `None` if it covers all of them.
    async fn end_of_window(
        &self,
        user: &UserId,
        status: Option<Status>,
        direction: Direction,
        from: i64,
    ) -> Result<Option<i64>, StoreError> {
        let statement = match status {
            None => either!(direction, end_of_window!(any)),
            Some(_) => either!(direction, end_of_window!("$3")),
        };
        let query = sqlx::query(statement).bind(user.as_str()).bind(from);
        let row = match status {
            None => query.fetch_optional(&self.readers).await?,
            Some(status) => query.bind(status.word()).fetch_optional(&self.readers).await?,
        };
        row.map(|row| Reader::new(&row, "seats", "user_id")?.number("listed")).transpose()
    }

    async fn id_of(&self, folded: &str) -> Result<Option<UserId>, StoreError> {
        let row = sqlx::query("SELECT id FROM users WHERE folded = $1")
            .bind(folded)
            .fetch_optional(&self.readers)
            .await?;
        row.map(|row| Reader::new(&row, "users", "id")?.parsed("id", UserId::parse)).transpose()
    }
}

/// The part of stored rules by which lists are filtered.
#[derive(Deserialize)]
struct Kind {
    preset: Preset,
    /// Absent in version 1 of stored rules if they are the preset's.
    sets: Option<Vec<TileSet>>,
}

/// The tables that the filter admits by their rules.
fn admitted(rows: &[Option<AnyRow>], filter: &Filter) -> Vec<Place> {
    rows.iter().flatten().filter_map(|row| readable(read_place(row, filter)).flatten()).collect()
}

/// `None` if the filter doesn't admit it.
fn read_place(row: &AnyRow, filter: &Filter) -> Result<Option<Place>, StoreError> {
    let row = Reader::new(row, "games", "id")?;
    if filter.has_rules() {
        let Kind { preset, sets } = row.json("rules")?;
        if !filter.admits(preset, &sets.unwrap_or_else(|| Ruleset::of(preset).sets)) {
            return Ok(None);
        }
    }
    Ok(Some(Place { id: row.parsed("id", GameId::parse)?, place: row.number("listed")? }))
}
