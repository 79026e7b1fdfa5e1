//! The columns of `games` that derive from the logs: those from the table's log, and those from the game's.
//!
//! Nothing else names, writes or reads them, apart from the conditions of lists.

use std::sync::LazyLock;

use quick_cache::sync::Cache;
use sqlx::AnyConnection;

use crate::StoreError;
use crate::batch::{Batch, Value, bind};
use crate::game::json;
use crate::row::Reader;
use engine::{DrawSecret, Ruleset, Seat};
use table::{Agreements, Aids, GameId, Invite, Row, Settings, Status, Table, TimeControl};

/// The columns of a [`Row`], from `games g`.
pub(super) const ROW_COLUMNS: &str = "g.status, g.last_n, g.changed, g.to_move, g.computer_to_move, g.deadline, g.offered, g.hand, g.scores, g.winners";

pub(super) fn read_row(row: &Reader<'_>) -> Result<Row, StoreError> {
    Ok(Row {
        status: row.parsed("status", Status::parse)?,
        last: row.number("last_n")?,
        changed: row.time("changed")?,
        to_move: row.maybe_number("to_move")?.map(Seat),
        computer_to_move: row.flag("computer_to_move")?,
        deadline: row.maybe_time("deadline")?,
        offered: row.number("offered")?,
        hand: row.json("hand")?,
        scores: row.json("scores")?,
        winners: row.json("winners")?,
    })
}

/// Fails, with a null that is not allowed, if plans have changed more often than `plans` times.
pub(super) fn set_row(batch: &mut Batch, game: &GameId, row: &Row, plans: u32) {
    batch.add(
        "UPDATE games SET status = $2, last_n = $3, changed = $4, to_move = $5, computer_to_move = $6, deadline = $7,
             hand = $8, scores = $9, winners = $10, offered = $11,
             plans_n = CASE WHEN plans_n = $12 THEN plans_n END WHERE id = $1",
        [
            game.as_str().into(),
            row.status.word().into(),
            i64::from(row.last).into(),
            row.changed.timestamp_millis().into(),
            row.to_move.map(|seat| i64::from(seat.0)).into(),
            i64::from(row.computer_to_move).into(),
            row.deadline.map(|deadline| deadline.timestamp_millis()).into(),
            json(&row.hand).into(),
            json(&row.scores).into(),
            json(&row.winners).into(),
            i64::from(row.offered).into(),
            i64::from(plans).into(),
        ],
    );
}

/// Inserts a table that has just been opened. `false`: the game that it is a rematch of has one.
pub(super) async fn insert_table(
    tx: &mut AnyConnection,
    table: &Table,
    secret: &DrawSecret,
) -> Result<bool, StoreError> {
    let insert = sqlx::query(
        "INSERT INTO games (id, opener, settings, rules, rules_version, seat_count, public, invite, created, listed, revision,
             rematch_of, hints, clock_days, handicaps, aids, agreements, imported, series, series_n, secret, header, status, last_n, changed, to_move,
             computer_to_move, deadline, hand, scores)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, NULL, 'open', 0, $9, NULL, 0, NULL,
             '[]', '[]')
         ON CONFLICT DO NOTHING",
    );
    let inserted = bind(insert, table_values(table)).bind(secret.reveal()).execute(tx).await?;
    Ok(inserted.rows_affected() == 1)
}

/// Writes what derives from the table's log.
pub(super) fn set_table(batch: &mut Batch, table: &Table) {
    batch.add(
        "UPDATE games SET opener = $2, settings = $3, rules = $4, rules_version = $5, seat_count = $6, public = $7, invite = $8,
             created = $9, listed = $10, revision = $11, rematch_of = $12, hints = $13, clock_days = $14, handicaps = $15,
             aids = $16, agreements = $17, imported = $18, series = $19, series_n = $20 WHERE id = $1",
        table_values(table),
    );
}

/// Writes settings that have changed before the start, and what lists go by.
pub(super) async fn set_settings(
    tx: &mut AnyConnection,
    game: &GameId,
    settings: &Settings,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE games SET settings = $2, public = $3 WHERE id = $1")
        .bind(game.as_str())
        .bind(settings.to_stored_json())
        .bind(i64::from(settings.public))
        .execute(&mut *tx)
        .await?;
    sqlx::query("UPDATE seats SET public = $2 WHERE game = $1")
        .bind(game.as_str())
        .bind(i64::from(settings.public))
        .execute(tx)
        .await?;
    Ok(())
}

/// Null if nothing was agreed on, as in most games.
pub(super) fn agreements_json(agreements: &Agreements) -> Option<String> {
    (*agreements != Agreements::default()).then(|| json(agreements))
}

fn table_values(table: &Table) -> [Value; 20] {
    let Settings { rules, time_control, handicaps, aids, .. } = &table.settings;
    [
        table.id.as_str().into(),
        table.opener.as_ref().map(|opener| opener.id.as_str()).into(),
        table.settings.to_stored_json().into(),
        rules.to_stored_json().into(),
        i64::from(Ruleset::STORED_VERSION).into(),
        i64::try_from(table.seats().len()).unwrap_or(i64::MAX).into(),
        i64::from(table.is_listed()).into(),
        table.invite.as_ref().map(Invite::reveal).into(),
        table.created.timestamp_millis().into(),
        table.sort_key.into(),
        i64::from(table.revision).into(),
        table.rematch_of.as_ref().map(GameId::as_str).into(),
        json(&table.hints).into(),
        // For servers that don't know `settings`. They have no limit where there are more than days.
        time_control.whole_days().map(i64::from).into(),
        json(handicaps).into(),
        aids.word().into(),
        agreements_json(&table.agreements).as_deref().into(),
        table.imported.as_ref().map(json).as_deref().into(),
        table.series.as_ref().map(|game| game.id.as_str()).into(),
        table.series.as_ref().map(|game| i64::from(game.n)).into(),
    ]
}

/// Settings by the columns that contain them. Most games of a list have the same.
static KNOWN: LazyLock<Cache<StoredSettings, Settings>> = LazyLock::new(|| Cache::new(200));

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct StoredSettings {
    rules_version: u32,
    rules: String,
    settings: String,
}

pub(super) fn read_settings(row: &Reader<'_>) -> Result<Settings, StoreError> {
    let Some(settings) = row.maybe_text("settings")? else { return read_older_settings(row) };
    let stored =
        StoredSettings { rules_version: row.number("rules_version")?, rules: row.text("rules")?, settings };
    if let Some(known) = KNOWN.get(&stored) {
        return Ok(known);
    }
    let settings = Settings::from_stored_json(&read_rules(row)?, &stored.settings);
    let settings = settings.map_err(|error| row.bad("settings", error))?;
    KNOWN.insert(stored, settings.clone());
    Ok(settings)
}

/// Of a table that was opened before there was the column `settings`, or by a server that did not know it.
fn read_older_settings(row: &Reader<'_>) -> Result<Settings, StoreError> {
    Ok(Settings {
        rules: read_rules(row)?,
        handicaps: row.json("handicaps")?,
        public: row.maybe_text("invite")?.is_none(),
        time_control: TimeControl::of_days(row.maybe_number("clock_days")?),
        aids: row.parsed("aids", Aids::parse)?,
        hints: row.text("hints")? != "null",
        ..Settings::default()
    })
}

fn read_rules(row: &Reader<'_>) -> Result<Ruleset, StoreError> {
    Ruleset::from_stored(row.number("rules_version")?, &row.text("rules")?).map_err(|error| {
        let column = if error.parameter == "rules_version" { "rules_version" } else { "rules" };
        row.bad(column, error)
    })
}
