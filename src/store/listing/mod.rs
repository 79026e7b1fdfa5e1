//! Finds the tables of a list along an index, in either direction, without loading them.

mod statements;

use serde::Deserialize;
use sqlx::Any;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;

use crate::game::readable;
use crate::row::{Reader, fetch_each};
use crate::{Store, StoreError};
use account::{NamePrefix, UserId};
use engine::{Preset, Ruleset, TileSet};
use statements::Part;
use table::{Filter, GameId};

/// Tables per page.
pub const PAGE: usize = 25;

/// To find games of two players or with certain rules, this many games are searched per window.
const WINDOW: usize = 1000;

/// At most this many windows are searched per page.
const WINDOWS: u32 = 5;

/// The direction in which an index is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To lower sort keys: older tables.
    Down,
    Up,
}

impl Direction {
    /// The sort key that precedes all others.
    pub(super) const fn start(self) -> i64 {
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
    pub(super) fn reaches_further(self, one: Option<i64>, other: Option<i64>) -> bool {
        match (one, other) {
            (None, _) => true,
            (_, None) => false,
            (Some(one), Some(other)) => (self == Self::Down) == (one <= other),
        }
    }
}

/// A table of a list.
#[derive(Clone, Debug)]
pub struct ListedTable {
    pub id: GameId,
    pub sort_key: i64,
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
pub struct ListedPage {
    pub listed: Vec<ListedTable>,
    /// The sort key beyond which there are or may be more.
    pub more: Option<i64>,
}

impl ListedPage {
    /// Whether the page is full. Its extra table shows that there is more.
    fn fill(&mut self, listed: Vec<ListedTable>) -> bool {
        self.listed.extend(listed);
        let full = self.listed.len() > PAGE;
        if full {
            self.listed.truncate(PAGE);
            self.more = self.listed.last().map(|last| last.sort_key);
        }
        full
    }
}

impl Store {
    /// The tables of a list beyond a sort key. `filter.player` is a folded name.
    pub(super) async fn listed_tables(
        &self,
        listing: Listing<'_>,
        filter: &Filter,
        direction: Direction,
        from: Option<i64>,
    ) -> Result<ListedPage, StoreError> {
        let from = from.unwrap_or(direction.start());
        let named = match &filter.player {
            None => None,
            Some(name) => Some(self.ids_of(name).await?),
        };
        match (listing, named.as_deref()) {
            (_, Some([])) => Ok(ListedPage::default()),
            (Listing::Own(one), Some([other])) => self.of_two(one, other, filter, direction, from).await,
            (Listing::Own(one), Some(others)) => self.of_one_with(one, others, filter, direction, from).await,
            (Listing::Own(one), None) => {
                self.of_any(Some((std::slice::from_ref(one), true)), filter, direction, from).await
            }
            (Listing::Public, Some(named)) => {
                self.of_any(Some((named, false)), filter, direction, from).await
            }
            (Listing::Public, None) => self.of_any(None, filter, direction, from).await,
        }
    }

    /// Whether the user has a seat at a table that everyone sees.
    pub async fn plays_in_public(&self, user: &UserId) -> Result<bool, StoreError> {
        let newest = Part { direction: Direction::Down, from: i64::MAX, status: None, limit: 1 };
        Ok(!self.rows(newest.of_players(std::slice::from_ref(user), false)).await?.is_empty())
    }

    /// All games of some players, the public ones, or those of everyone.
    async fn of_any(
        &self,
        players: Option<(&[UserId], bool)>,
        filter: &Filter,
        direction: Direction,
        from: i64,
    ) -> Result<ListedPage, StoreError> {
        // Each of several players has windows of their own, so those are small.
        let one = players.is_none_or(|(players, _)| players.len() == 1);
        let limit = if filter.has_rules() && one { WINDOW } else { PAGE + 1 };
        let mut part = Part { direction, from, status: filter.status, limit };
        let mut found = ListedPage::default();
        for _ in 0..WINDOWS {
            let query = match players {
                None => part.of_everyone(),
                Some((players, all)) => part.of_players(players, all),
            };
            let rows = self.rows(query).await?;
            if found.fill(matching(&rows, filter)) {
                return Ok(found);
            }
            // The next window begins with those after it that can't be read, if there are any.
            let last = rows.iter().flatten().next_back().filter(|_| rows.len() == limit);
            found.more = last.map(|row| Reader::new(row, "games", "id")?.number("listed")).transpose()?;
            let Some(last) = found.more else { break };
            part.from = last;
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
        from: i64,
    ) -> Result<ListedPage, StoreError> {
        let mut part = Part { direction, from, status: filter.status, limit: WINDOW };
        let mut found = ListedPage::default();
        for _ in 0..WINDOWS {
            let (mine, theirs) = (self.end_of(part, one).await?, self.end_of(part, other).await?);
            let (first, second, end) = if direction.reaches_further(mine, theirs) {
                (one, other, mine)
            } else {
                (other, one, theirs)
            };
            let rows = self.rows(part.of_two(first, second, end.unwrap_or(direction.end()))).await?;
            if found.fill(matching(&rows, filter)) {
                return Ok(found);
            }
            found.more = end;
            let Some(end) = end else { break };
            part.from = end;
        }
        Ok(found)
    }

    /// Games of a player at which one of several others has a seat, searched among the player's own.
    async fn of_one_with(
        &self,
        one: &UserId,
        others: &[UserId],
        filter: &Filter,
        direction: Direction,
        from: i64,
    ) -> Result<ListedPage, StoreError> {
        let mut part = Part { direction, from, status: filter.status, limit: WINDOW };
        let mut found = ListedPage::default();
        for _ in 0..WINDOWS {
            let end = self.end_of(part, one).await?;
            let rows = self.rows(part.of_one_with(one, others, end.unwrap_or(direction.end()))).await?;
            if found.fill(matching(&rows, filter)) {
                return Ok(found);
            }
            found.more = end;
            let Some(end) = end else { break };
            part.from = end;
        }
        Ok(found)
    }

    /// The rows that a query finds, each `None` if it can't be read.
    async fn rows(&self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<Option<AnyRow>>, StoreError> {
        Ok(fetch_each(&self.readers, query).await?.into_iter().map(readable).collect())
    }

    /// Where a part of a player's games ends; `None` if it covers all of them.
    async fn end_of(&self, part: Part, user: &UserId) -> Result<Option<i64>, StoreError> {
        let row = part.end(user).fetch_optional(&self.readers).await?;
        row.map(|row| Reader::new(&row, "seats", "user_id")?.number("listed")).transpose()
    }

    /// The account with this folded name, or else those whose names begin like it.
    async fn ids_of(&self, folded: &str) -> Result<Vec<UserId>, StoreError> {
        let row = sqlx::query("SELECT id FROM users WHERE folded = $1")
            .bind(folded)
            .fetch_optional(&self.readers)
            .await?;
        if let Some(row) = row {
            return Ok(vec![Reader::new(&row, "users", "id")?.parsed("id", UserId::parse)?]);
        }
        let Some(prefix) = NamePrefix::parse(folded) else { return Ok(Vec::new()) };
        let people = self.people_beginning(&prefix).await?;
        Ok(people.into_iter().map(|person| person.id).collect())
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
fn matching(rows: &[Option<AnyRow>], filter: &Filter) -> Vec<ListedTable> {
    rows.iter().flatten().filter_map(|row| readable(read_listed(row, filter)).flatten()).collect()
}

/// `None` if the filter doesn't admit it.
fn read_listed(row: &AnyRow, filter: &Filter) -> Result<Option<ListedTable>, StoreError> {
    let row = Reader::new(row, "games", "id")?;
    if filter.has_rules() {
        let Kind { preset, sets } = row.json("rules")?;
        if !filter.admits(preset, &sets.unwrap_or_else(|| Ruleset::of(preset).sets)) {
            return Ok(None);
        }
    }
    Ok(Some(ListedTable { id: row.parsed("id", GameId::parse)?, sort_key: row.number("listed")? }))
}
