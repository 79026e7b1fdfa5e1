//! Copies games in bulk. The database itself makes the copies, so a million take minutes.

use account::UserId;
use chrono::{DateTime, Utc};
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, Column, Row};
use table::GameId;

/// A prime larger than any gap between neighbouring games, so that ids and list positions are uncorrelated.
const STRIDE: i64 = 1_000_003;

/// Copies of a two-player game.
#[derive(Clone, Debug)]
pub(super) struct Copies {
    pub template: GameId,
    /// The first and last copy number; ids derive from them.
    pub numbers: (i64, i64),
    /// How many accounts to draw players from. Their ids come from [`user_id`](super::user_id).
    pub users: i64,
    /// Varies who plays whom.
    pub seed: i64,
    /// Whether one player is in a tenth of all games.
    pub busy_player: bool,
    /// The opening time of the earliest copies. Openings are one second apart, at `span` different times.
    pub from: DateTime<Utc>,
    /// How many consecutive numbers get different opening times.
    pub span: i64,
}

/// The id of a numbered copy.
pub(super) fn game_id(number: i64) -> Option<GameId> {
    GameId::parse(&(1_000_000_000_000_000 + number * 900_000).to_string())
}

/// Adds a copy of an account named `player-N`, with its hours and leave, for each N from the first number to the last, unless it exists.
pub(super) async fn copy_user(
    raw: &AnyPool,
    template: &UserId,
    (first, last): (i64, i64),
) -> Result<(), sqlx::Error> {
    let name = "'player-' || CAST(k.i AS TEXT)";
    let skeleton = format!("replace(replace({name}, '1', 'l'), '0', 'o')");
    let own = [("id", &*user_id("k.i")), ("name", name), ("folded", name), ("skeleton", &*skeleton)];
    let mut tx = raw.begin().await?;
    let numbers = (template.as_str(), first, last);
    copy(&mut tx, "users", "t.id = $1", &own, numbers, "").await?;
    let own = [("user_id", &*user_id("k.i"))];
    copy(&mut tx, "player_time", "t.user_id = $1", &own, numbers, "").await?;
    tx.commit().await
}

/// Copies a game with its seats, logs and notifications.
pub(super) async fn copy_game(raw: &AnyPool, copies: &Copies) -> Result<(), sqlx::Error> {
    let mut tx = raw.begin().await?;
    copy_rows(&mut tx, copies).await?;
    tx.commit().await
}

async fn copy_rows(tx: &mut AnyConnection, copies: &Copies) -> Result<(), sqlx::Error> {
    let (half, seed) = (copies.users / 2, copies.seed);
    let busy = if copies.busy_player { "k.i % 10 = 0" } else { "1 = 0" };
    let first = user_id(&format!("CASE WHEN {busy} THEN 0 ELSE 2 * ((k.i * 7919 + {seed}) % {half}) END"));
    let second = user_id(&format!("(2 * ((k.i * 104729 + {seed}) % {half}) + 1)"));
    let id = "CAST(1000000000000000 + k.i * 900000 AS TEXT)";
    let at = format!("({} + ((k.i * {STRIDE}) % {}) * 1000)", copies.from.timestamp_millis(), copies.span);
    let listed = format!("({at} * 65536)");
    // As long after the last turn as in the template.
    let deadline = format!("({at} + (t.deadline - t.changed))");
    let public = "CASE WHEN k.i % 5 = 3 THEN 0 ELSE 1 END";
    let invite = format!("CASE WHEN k.i % 5 = 3 THEN '00000000' || {id} ELSE NULL END");
    let visibility = format!("CASE WHEN {public} = 1 THEN '\"public\":true' ELSE '\"public\":false' END");
    let settings = format!("replace(t.settings, '\"public\":true', {visibility})");
    let header = format!("replace(t.header, t.id, {id})");
    let player = |row: &str| {
        format!("CASE WHEN {row} IS NULL THEN NULL WHEN seat_of_row.seat = 0 THEN {first} ELSE {second} END")
    };
    let by_seat = "JOIN seats seat_of_row ON seat_of_row.game = t.game AND seat_of_row.user_id = t.user_id";
    let seat = "JOIN seats seat_of_row ON seat_of_row.game = t.game AND seat_of_row.seat = t.seat";
    let (from, to) = copies.numbers;
    let numbers = (copies.template.as_str(), from, to);
    let own = [
        ("id", id),
        ("opener", &*first),
        ("created", &*at),
        ("changed", &*at),
        ("deadline", &*deadline),
        ("listed", &*listed),
        ("public", public),
        ("invite", &*invite),
        ("settings", &*settings),
        ("header", &*header),
    ];
    copy(tx, "games", "t.id = $1", &own, numbers, "").await?;
    let (user, game) = (player("t.user_id"), "t.game = $1");
    let own = [("game", id), ("user_id", &*user), ("public", public), ("listed", &*listed)];
    copy(tx, "seats", game, &own, numbers, seat).await?;
    let own = [("game", id), ("at", &*at), ("submission", "CAST(NULL AS TEXT)")];
    copy(tx, "events", game, &own, numbers, "").await?;
    // Events repeat the players' ids, the list position and the visibility.
    let player =
        |number, id: &str| (format!("'\"' || {} || '\"'", user_id(number)), format!("'\"' || {id} || '\"'"));
    let place = |listed: &str| format!("'\"place\":' || CAST({listed} AS TEXT)");
    let body = [
        player("0", &first),
        player("1", &second),
        (place("g.listed"), place(&listed)),
        ("'\"public\":true'".to_owned(), visibility),
    ];
    let body =
        body.iter().fold("t.body".to_owned(), |body, (from, to)| format!("replace({body}, {from}, {to})"));
    let own = [("game", id), ("at", &*at), ("body", &*body)];
    copy(tx, "table_events", game, &own, numbers, "JOIN games g ON g.id = t.game").await?;
    let mostly = "CASE WHEN k.i % 50 = 7 THEN 0 ELSE 1 END";
    let own = [("game", id), ("user_id", &*user), ("seen", mostly), ("at", &*at)];
    copy(tx, "notifications", game, &own, numbers, by_seat).await?;
    let own = [("game", id), ("user_id", &*user), ("at", &*at)];
    copy(tx, "waiting", game, &own, numbers, by_seat).await?;
    copy(tx, "attendance", game, &own, numbers, by_seat).await?;
    let own = [("game", id), ("user_id", &*user), ("public", public)];
    copy(tx, "player_games", game, &own, numbers, by_seat).await?;
    copy_facets(tx, numbers, (id, &at, public), (&first, &second)).await?;
    let (key, due) = (format!("'turn/' || {id}"), format!("({at} + (t.due - t.created))"));
    let own = [("unique_key", &*key), ("payload", id), ("due", &*due), ("created", &*at)];
    copy(tx, "jobs", "t.unique_key = 'turn/' || $1", &own, numbers, "").await
}

/// What public games can be searched by: the players' ids are part of it.
async fn copy_facets(
    tx: &mut AnyConnection,
    numbers: (&str, i64, i64),
    (id, at, public): (&str, &str, &str),
    (first, second): (&str, &str),
) -> Result<(), sqlx::Error> {
    let facet = format!(
        "CASE WHEN t.facet LIKE 'pair %' AND {first} < {second} THEN 'pair ' || {first} || ' ' || {second}
              WHEN t.facet LIKE 'pair %' THEN 'pair ' || {second} || ' ' || {first}
              ELSE replace(replace(t.facet, {}, {first}), {}, {second}) END",
        user_id("0"),
        user_id("1")
    );
    let own = [("game", id), ("ended", at), ("facet", &*facet)];
    let public = format!("JOIN games g ON g.id = t.game AND {public} = 1");
    copy(tx, "game_facets", "t.game = $1", &own, numbers, &public).await
}

/// A query of the numbers from `first` to `last`, as `i`: by digits, since Citus refuses recursion.
pub fn numbers(first: i64, last: i64) -> String {
    let places: Vec<i64> = std::iter::successors(Some(1), |place| Some(place * 10))
        .take_while(|&place| place == 1 || place <= last - first)
        .collect();
    let digits = "(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))";
    let tables: Vec<String> = places.iter().map(|place| format!("{digits} d{place}")).collect();
    let sum: Vec<String> = places.iter().map(|place| format!("{place} * d{place}.column1")).collect();
    let number = format!("CAST({first} AS BIGINT) + {}", sum.join(" + "));
    format!("SELECT {number} AS i FROM {} WHERE {number} <= {last}", tables.join(" CROSS JOIN "))
}

/// The SQL expression of a numbered account's id.
fn user_id(number: &str) -> String {
    format!("CAST(1000000000000000 + {number} AS TEXT)")
}

/// Copies each row once per number. Columns in `own` get an expression of their own; the others are copied as they are.
async fn copy(
    tx: &mut AnyConnection,
    table: &str,
    rows: &str,
    own: &[(&str, &str)],
    (template, first, last): (&str, i64, i64),
    joined: &str,
) -> Result<(), sqlx::Error> {
    let one = format!("SELECT t.* FROM {table} t WHERE {rows}");
    let one = sqlx::query(AssertSqlSafe(one)).bind(template).fetch_optional(&mut *tx).await?;
    let Some(one) = one else { return Ok(()) };
    let columns: Vec<&str> = one.columns().iter().map(Column::name).collect();
    let value = |column: &&str| match own.iter().find(|(name, _)| name == column) {
        Some((_, expression)) => (*expression).to_owned(),
        None => format!("t.{column}"),
    };
    let values: Vec<String> = columns.iter().map(value).collect();
    let insert = format!(
        "WITH k AS ({}) INSERT INTO {table} ({}) SELECT {} FROM k CROSS JOIN {table} t {joined} WHERE {rows}
         ON CONFLICT DO NOTHING",
        numbers(first, last),
        columns.join(", "),
        values.join(", ")
    );
    sqlx::query(AssertSqlSafe(insert)).bind(template).execute(tx).await?;
    Ok(())
}
