//! A copy of an SQLite database that is kept up to date while people play.
//!
//! Row ids grow, so they say what is new in the logs of games and in tables about games, and that says which games have changed. Every round
//! copies these, and the jobs. Names of closed accounts are the one thing that changes in logs, and have a clue of their own. What isn't about a game, such as accounts, is compared as a whole now and then, and whenever a
//! game refers to an account that the copy lacks. A round is one transaction, so the copy never holds a half of a move.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use sqlx::any::AnyRow;
use sqlx::query::QueryScalar;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use crate::StoreError;
use crate::connect::{cannot_open, install_drivers};
use crate::copy::schema::{Column, Schema, Table};
use crate::copy::source::Source;
use crate::copy::target::{Changes, Target};
use crate::copy::walk::{BATCH, Part, Pass, values, walk};

/// How often accounts, sessions, and whatever else isn't about a game are compared.
const THOROUGH: Duration = Duration::from_mins(10);

/// How long a game is compared again after it has changed: some rows, such as an analysis, change without a new one.
const SETTLED: Duration = Duration::from_hours(1);

/// Tables in which a new row tells that its game has changed. Of the first two, the logs, no row changes, except by the removal of a
/// name, which the last tells.
const CLUES: [&str; 11] = [
    "events",
    "table_events",
    "analyses",
    "puzzle_searches",
    "notifications",
    "game_facets",
    "rated_games",
    "player_games",
    "rating_corrections",
    "talk_lines",
    "name_removals",
];
const LOGS: usize = 2;
const REMOVALS: usize = CLUES.len() - 1;

/// Small tables that change with games.
const SMALL: [&str; 2] = ["jobs", "level_results"];

/// Tables of people that change when their games begin or end, and the columns that name these people.
const OF_PLAYERS: [(&str, &str); 5] = [
    ("player_totals", "user_id"),
    ("opponent_totals", "user_id"),
    ("offers", "user_id"),
    ("game_challenges", "challenger"),
    ("series", "first"),
];

/// Large tables that a server makes again from the logs: comparing them now and then would take long.
const MADE_AGAIN: [&str; 2] = ["archives", "archive_chunks"];

/// Keeps a copy up to date. See the module.
#[derive(Debug)]
pub struct IncrementalCopy {
    from: String,
    target: Target,
    /// The last rows of each of [`CLUES`] that the copy has.
    known: LastRows,
    /// When games have changed that may not be settled yet.
    changed: BTreeMap<String, Instant>,
    /// When everything that isn't about a game was compared.
    thorough: Instant,
}

/// How many of the last rows of a table are remembered. When the last row is removed, the next one gets its id.
const REMEMBERED: usize = 100;

/// The row ids and keys of the last rows of each of [`CLUES`], the last first.
type LastRows = [Vec<(i64, String)>; CLUES.len()];

/// For each of [`CLUES`] the row id after which all rows are new.
type Offsets = [i64; CLUES.len()];

/// What a round has copied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Games that have changed.
    pub games: usize,
    /// Rows that were added, changed or removed.
    pub written: u64,
}

/// What a round compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Games that have changed, and jobs.
    Games,
    /// Also games that have changed before, whatever isn't about a game, and which games there are.
    Thorough,
    /// All rows.
    All,
}

impl IncrementalCopy {
    /// Opens a copy that a draft has left to be followed, and compares all of it.
    pub async fn open(from: &str, to: &str) -> Result<Self, StoreError> {
        let mut source = Self::source(from).await?;
        let target = Target::following(to, &source.schema).await?;
        let known = last_rows(&mut source).await?;
        let (changed, thorough) = (BTreeMap::new(), Instant::now());
        let mut incremental = Self { from: from.to_owned(), target, known, changed, thorough };
        incremental.copy(&mut source, Scope::All, Offsets::default()).await?;
        Ok(incremental)
    }

    /// Fails unless a database can be followed.
    pub async fn check(from: &str) -> Result<(), StoreError> {
        Self::source(from).await.map(drop)
    }

    async fn source(from: &str) -> Result<Source, StoreError> {
        install_drivers();
        if !from.starts_with("sqlite:") {
            let why =
                "only SQLite databases are followed. For PostgreSQL, archive its log: see docs/backup.md";
            return Err(cannot_open(from, why));
        }
        let source = Source::open(from).await?;
        if source.schema.version != Schema::latest() {
            let why = "it was written by an earlier version of bastide: start the new server first";
            return Err(cannot_open(from, why));
        }
        Ok(source)
    }

    /// Copies what has changed since the last round. After an error nothing has been copied, and the next round starts from the same place.
    pub async fn round(&mut self) -> Result<Round, StoreError> {
        let mut source = Source::open(&self.from).await?;
        let last = last_rows(&mut source).await?;
        let offsets = self.offsets(&mut source).await?;
        let scope = if offsets.is_none() {
            Scope::All
        } else if self.thorough.elapsed() >= THOROUGH {
            Scope::Thorough
        } else if last == self.known {
            return Ok(Round::default());
        } else {
            Scope::Games
        };
        let offsets = offsets.unwrap_or_default();
        let mut round = self.copy(&mut source, scope, offsets).await;
        if scope == Scope::Games && round.is_err() {
            // A game may refer to a new account.
            round = self.copy(&mut source, Scope::Thorough, offsets).await;
        }
        let round = round?;
        self.known = last;
        if scope != Scope::Games {
            self.thorough = Instant::now();
        }
        Ok(round)
    }

    /// Where the new rows begin. `None` if that is unknown, because the file was replaced, or rewritten by `VACUUM`.
    async fn offsets(&self, source: &mut Source) -> Result<Option<Offsets>, StoreError> {
        let mut offsets = Offsets::default();
        for ((name, known), offset) in CLUES.into_iter().zip(&self.known).zip(&mut offsets) {
            let (Some((first, _)), Some((last, _))) = (known.last(), known.first()) else { continue };
            let still = sqlx::query(AssertSqlSafe(format!(
                "SELECT rowid, {} FROM {name} WHERE rowid BETWEEN $1 AND $2",
                key(&source.schema, name)
            )));
            let still = still.bind(first).bind(last).fetch_all(&mut source.connection).await?;
            let still = still.iter().map(id_and_key).collect::<Result<Vec<_>, _>>()?;
            let Some((id, _)) = known.iter().find(|row| still.contains(row)) else { return Ok(None) };
            *offset = *id;
        }
        Ok(Some(offsets))
    }

    /// A round, all or nothing.
    async fn copy(
        &mut self,
        source: &mut Source,
        scope: Scope,
        offsets: Offsets,
    ) -> Result<Round, StoreError> {
        if scope != Scope::Games {
            self.refuse_another_database(source).await?;
        }
        self.target.writing.begin_round().await?;
        let copied = self.copy_parts(source, scope, offsets).await;
        self.target.writing.end_round(copied.is_ok()).await?;
        copied
    }

    async fn copy_parts(
        &mut self,
        source: &mut Source,
        scope: Scope,
        offsets: Offsets,
    ) -> Result<Round, StoreError> {
        let mut tables = source.schema.tables.clone();
        tables.retain(|table| !MADE_AGAIN.contains(&table.name.as_str()));
        let games = self.changed_games(source, scope, offsets).await?;
        let renamed = games_of_new_rows(source, CLUES[REMOVALS], offsets[REMOVALS]).await?;
        let mut round = Round { games: games.len(), written: 0 };
        let games: Vec<String> = match scope {
            Scope::Thorough => self.changed.keys().cloned().collect(),
            _ => games,
        };
        if let (Scope::Thorough, Some(table)) = (scope, tables.iter().find(|table| table.name == "games")) {
            // What belongs to a game goes with it.
            round.written += self.walk(&ids_alone(table), Part::All, Pass::Remove, source).await?;
        }
        let players = players_of(source, &games).await?;
        // Children first, so that no row loses what it refers to.
        let passes = tables.iter().rev().map(|table| (Pass::Remove, table));
        for (pass, table) in passes.chain(tables.iter().map(|table| (Pass::Write, table))) {
            for part in parts(table, scope, &games, &players) {
                round.written += self.walk(table, part, pass, source).await?;
            }
            if let (Some(log), Pass::Write, true) = (log(table), pass, scope != Scope::All) {
                round.written += self.append(table, offsets[log], source).await?;
                for part in table.game_column().map_or_else(Vec::new, |column| parts_of(column, &renamed)) {
                    round.written += self.walk(table, part, Pass::Change, source).await?;
                }
            }
        }
        Ok(round)
    }

    async fn changed_games(
        &mut self,
        source: &mut Source,
        scope: Scope,
        offsets: Offsets,
    ) -> Result<Vec<String>, StoreError> {
        let mut games = BTreeSet::new();
        if scope != Scope::All {
            for (table, after) in CLUES.into_iter().zip(offsets) {
                games.extend(games_of_new_rows(source, table, after).await?);
            }
        }
        let now = Instant::now();
        self.changed.retain(|_, changed| now.duration_since(*changed) < SETTLED);
        self.changed.extend(games.iter().map(|game| (game.clone(), now)));
        Ok(games.into_iter().collect())
    }

    async fn walk(
        &mut self,
        table: &Table,
        part: Part<'_>,
        pass: Pass,
        source: &mut Source,
    ) -> Result<u64, StoreError> {
        let walked = walk(table, part, pass, &mut source.connection, &mut self.target, |_| ());
        Ok(walked.await?.differences)
    }

    /// Adds the new rows of a log.
    async fn append(
        &mut self,
        table: &Table,
        mut after: i64,
        source: &mut Source,
    ) -> Result<u64, StoreError> {
        let select = format!(
            "SELECT {}, rowid FROM {} WHERE rowid > $1 ORDER BY rowid LIMIT {BATCH}",
            table.names(),
            table.name
        );
        let mut written = 0;
        loop {
            let query = sqlx::query(AssertSqlSafe(select.clone())).bind(after);
            let rows = query.fetch_all(&mut source.connection).await?;
            let Some(last) = rows.last() else { return Ok(written) };
            after = last.try_get(table.columns.len())?;
            let added = rows.iter().map(|row| values(table, row)).collect::<Result<Vec<_>, _>>()?;
            written += added.len() as u64;
            self.target.writing.change(table, Changes { added, ..Changes::default() }).await?;
        }
    }

    /// Fails if the copy is of another database, or if most of its games are gone: then the copy may be all that is left of them.
    async fn refuse_another_database(&mut self, source: &mut Source) -> Result<(), StoreError> {
        let [here, there] = [&mut source.connection, &mut self.target.reading];
        if created(here).await? != created(there).await? {
            let why = "the copy is of another database. If this one is a restored backup, name another file";
            return Err(cannot_open(&self.from, why));
        }
        let (here, there) = (count_games(here).await?, count_games(there).await?);
        if there > 20 && here * 2 < there {
            let why = format!(
                "it has {here} games, and its copy has {there}. If games were lost, `bastide restore` brings them back; \
                 otherwise name another file"
            );
            return Err(cannot_open(&self.from, &why));
        }
        Ok(())
    }
}

/// Everybody who has a seat in one of these games.
async fn players_of(source: &mut Source, games: &[String]) -> Result<Vec<String>, StoreError> {
    let mut players = BTreeSet::new();
    for games in games.chunks(BATCH) {
        let places: Vec<String> = (1..=games.len()).map(|number| format!("${number}")).collect();
        let select = format!(
            "SELECT DISTINCT user_id FROM seats WHERE game IN ({}) AND user_id IS NOT NULL",
            places.join(", ")
        );
        let query = games.iter().fold(sqlx::query_scalar(AssertSqlSafe(select)), QueryScalar::bind);
        players.extend(query.fetch_all(&mut source.connection).await?);
    }
    Ok(players.into_iter().collect())
}

async fn games_of_new_rows(source: &mut Source, table: &str, after: i64) -> Result<Vec<String>, StoreError> {
    let select = format!("SELECT DISTINCT game FROM {table} WHERE rowid > $1");
    let query = sqlx::query_scalar(AssertSqlSafe(select)).bind(after);
    Ok(query.fetch_all(&mut source.connection).await?)
}

async fn last_rows(source: &mut Source) -> Result<LastRows, StoreError> {
    let mut last = LastRows::default();
    for (name, last) in CLUES.into_iter().zip(&mut last) {
        let key = key(&source.schema, name);
        let select = format!("SELECT rowid, {key} FROM {name} ORDER BY rowid DESC LIMIT {REMEMBERED}");
        let rows = sqlx::query(AssertSqlSafe(select)).fetch_all(&mut source.connection).await?;
        *last = rows.iter().map(id_and_key).collect::<Result<_, _>>()?;
    }
    Ok(last)
}

/// The key of a table as one expression.
fn key(schema: &Schema, name: &str) -> String {
    let table = schema.tables.iter().find(|table| table.name == name);
    let columns =
        table.iter().flat_map(|table| table.key.iter().map(|&index| table.columns[index].name.as_str()));
    columns.collect::<Vec<_>>().join(" || ' ' || ")
}

fn id_and_key(row: &AnyRow) -> Result<(i64, String), sqlx::Error> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}

/// The position of a log in [`CLUES`].
fn log(table: &Table) -> Option<usize> {
    CLUES[..LOGS].iter().position(|log| *log == table.name)
}

/// What a round compares of a table. New rows of logs are only added.
fn parts<'g>(table: &'g Table, scope: Scope, games: &'g [String], players: &'g [String]) -> Vec<Part<'g>> {
    if scope == Scope::All {
        return vec![Part::All];
    }
    if log(table).is_some() {
        return vec![];
    }
    if let Some(column) = table.game_column() {
        return parts_of(column, games);
    }
    if scope == Scope::Thorough || SMALL.contains(&table.name.as_str()) {
        return vec![Part::All];
    }
    let of_players = OF_PLAYERS.iter().find(|(name, _)| *name == table.name);
    of_players.map_or_else(Vec::new, |(_, column)| parts_of(column, players))
}

fn parts_of<'p>(column: &'p str, ids: &'p [String]) -> Vec<Part<'p>> {
    ids.chunks(BATCH).map(|ids| Part::Of { column, ids }).collect()
}

/// When the tables were made, which tells databases apart. Copies of the file keep it.
async fn created(connection: &mut AnyConnection) -> Result<String, StoreError> {
    let first = "SELECT CAST(installed_on AS TEXT) FROM _sqlx_migrations ORDER BY version LIMIT 1";
    Ok(sqlx::query_scalar(first).fetch_one(connection).await?)
}

async fn count_games(connection: &mut AnyConnection) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM games").fetch_one(connection).await?)
}

/// A table with no columns but its key.
fn ids_alone(table: &Table) -> Table {
    let columns: Vec<Column> = table.key.iter().map(|&index| table.columns[index].clone()).collect();
    Table { name: table.name.clone(), key: (0..columns.len()).collect(), columns, game: None }
}
