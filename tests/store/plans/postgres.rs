//! Query plans of PostgreSQL: generic ones, as a long-running server uses them, and those for the player with the most games.

use sqlx::{AssertSqlSafe, Connection, Row};

use super::{TABLES, grows, names};
use crate::app::TestApp;

/// The maximum number of rows that a list may read; the busiest player has many times as many games.
const ROWS: f64 = 1500.0;
/// Statements that may read all that one account has, with the reason.
const OF_AN_ACCOUNT: [(&str, &str); 3] = [
    (
        "SELECT * FROM (SELECT game, kind, turns, at, user_id FROM attendance",
        "the last 250 turns of each player on a page",
    ),
    ("SELECT game FROM seats WHERE user_id = $1 UNION", "an account is closed, once"),
    ("SELECT r.game FROM talk_unread r", "somebody is muted or blocked, or no longer"),
];
/// For lists of two players' games: a window for each status and visibility.
const ROWS_OF_WINDOWS: f64 = 16_000.0;

pub async fn complaints(app: &TestApp, statement: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut connection = app.raw.acquire().await.unwrap();
    for mode in ["force_generic_plan", "force_custom_plan"] {
        let mut tx = connection.begin().await.unwrap();
        let run = async |tx: &mut sqlx::AnyConnection, sql: String| {
            sqlx::raw_sql(AssertSqlSafe(sql.clone()))
                .fetch_all(tx)
                .await
                .unwrap_or_else(|error| panic!("{sql}: {error}"))
        };
        run(&mut tx, bastide::store::POSTGRES_SETTINGS.replace("SET ", "SET LOCAL ")).await;
        run(&mut tx, format!("SET LOCAL plan_cache_mode = {mode}")).await;
        let types = types(statement);
        let declared = if types.is_empty() { String::new() } else { format!("({})", types.join(", ")) };
        run(&mut tx, format!("PREPARE looked_at{declared} AS {statement}")).await;
        let values: Vec<String> =
            (1..=types.len()).map(|number| value(statement, number, types[number - 1])).collect();
        let values = if values.is_empty() { String::new() } else { format!("({})", values.join(", ")) };
        let reads = statement.starts_with("SELECT");
        let how = if reads { "(ANALYZE, TIMING OFF, SUMMARY OFF)" } else { "" };
        let plan = run(&mut tx, format!("EXPLAIN {how} EXECUTE looked_at{values}")).await;
        run(&mut tx, "DEALLOCATE looked_at".to_owned()).await;
        tx.rollback().await.unwrap();
        let lines: Vec<String> = plan.iter().map(|row| row.get::<String, _>(0)).collect();
        let scan = lines.iter().find(|line| {
            line.contains("Seq Scan on") && TABLES.iter().any(|table| grows(table) && names(line, table))
        });
        let touched: f64 = lines.iter().map(|line| rows(line)).sum();
        let most = if statement.contains("LIMIT 1000") { ROWS_OF_WINDOWS } else { ROWS };
        let why = match scan {
            Some(scan) => scan.trim().to_owned(),
            None if OF_AN_ACCOUNT.iter().any(|(start, _)| statement.starts_with(start)) => continue,
            None if reads && touched > most => format!("{touched} rows are touched"),
            None => continue,
        };
        complaints.push(format!("{why} ({mode})\n  in: {statement}\n{}", lines.join("\n")));
    }
    complaints
}

/// The number of rows that a line of a plan reports as read.
fn rows(line: &str) -> f64 {
    let after = |word: &str, text: &str| -> Option<f64> {
        let rest = &text[text.find(word)? + word.len()..];
        rest.split(|letter: char| !letter.is_ascii_digit() && letter != '.').next()?.parse().ok()
    };
    if let Some(removed) = after("Rows Removed by Filter: ", line) {
        return removed;
    }
    let Some(actual) = line.split("(actual ").nth(1) else { return 0.0 };
    after("rows=", actual).unwrap_or(0.0) * after("loops=", actual).unwrap_or(1.0)
}

/// The types of a statement's parameters.
fn types(statement: &str) -> Vec<&'static str> {
    let is_used = |number: &usize| position(statement, *number).is_some();
    (1..=99).take_while(is_used).map(|number| type_of(statement, number)).collect()
}

fn position(statement: &str, number: usize) -> Option<usize> {
    let mark = format!("${number}");
    statement
        .match_indices(&mark)
        .map(|(at, _)| at)
        .find(|at| !statement[at + mark.len()..].starts_with(|letter: char| letter.is_ascii_digit()))
}

/// The column that a parameter is compared with or stored in, and the operator.
fn column(statement: &str, number: usize) -> (String, String) {
    let mark = format!("${number}");
    let mut found = (String::new(), String::new());
    for (at, _) in statement.match_indices(&mark) {
        if statement[at + mark.len()..].starts_with(|letter: char| letter.is_ascii_digit()) {
            continue;
        }
        if let Some(name) = compared_in_a_row(&statement[..at]) {
            return (name.to_owned(), "<".to_owned());
        }
        let before = statement[..at].trim_end();
        let operator: String = before
            .chars()
            .rev()
            .take_while(|letter| "<>=".contains(*letter))
            .collect::<String>()
            .chars()
            .rev()
            .collect();
        let name = before.trim_end_matches(['<', '>', '=']).trim_end();
        let name = name
            .rsplit(|letter: char| letter.is_whitespace() || "(.,".contains(letter))
            .next()
            .unwrap_or_default();
        if !operator.is_empty() || name == "LIMIT" || name == "OFFSET" {
            return (name.to_owned(), operator);
        }
        found = (format!("value {}", inserted(statement, number).unwrap_or_default()), operator);
    }
    found
}

/// The column at the same place as a parameter, in a comparison such as `(at, n) < ($1, $2)`.
fn compared_in_a_row(before: &str) -> Option<&str> {
    let compared = [") < (", ") > (", ") <= (", ") >= ("];
    let (columns, values) = compared
        .iter()
        .filter_map(|operator| before.rsplit_once(operator))
        .min_by_key(|(_, values)| values.len())?;
    let (_, columns) = columns.rsplit_once('(')?;
    if values.contains(')') {
        return None;
    }
    columns.split(", ").nth(values.matches(',').count())?.rsplit('.').next()
}

/// The column that a parameter of an INSERT is stored in.
fn inserted(statement: &str, number: usize) -> Option<String> {
    let columns = statement.split('(').nth(1)?.split(')').next()?;
    let values = statement.split("VALUES").nth(1).or_else(|| statement.split("SELECT").nth(1))?;
    let values = values.trim().trim_start_matches('(');
    let mark = format!("${number}");
    let is_it = |value: &str| {
        value.split_whitespace().next().is_some_and(|word| word.trim_matches(['(', ')']) == mark)
    };
    let index = values.split(',').position(is_it)?;
    let columns: Vec<&str> = columns.split(',').collect();
    Some(columns[index % columns.len()].trim().to_owned())
}

const NUMBERS: [&str; 101] = [
    "resumes",
    "records",
    "kept",
    "series_n",
    "stopped",
    "best_of",
    "tie_to_second",
    "begun",
    "ahead",
    "even",
    "behind",
    "followable",
    "decided",
    "ends",
    "lifted",
    "objected",
    "answered",
    "upheld",
    "event",
    "withdrawn",
    "seats",
    "seats_changes",
    "seats_seen",
    "seats_unread",
    "spectators",
    "spectators_changes",
    "spectators_seen",
    "spectators_unread",
    "place",
    "mean",
    "deviation",
    "new_mean",
    "new_deviation",
    "ranked",
    "excluded",
    "number",
    "looked",
    "last",
    "games",
    "bytes",
    "closes",
    "closed",
    "plans_n",
    "offered",
    "began",
    "ended",
    "locked",
    "removed",
    "confirmed",
    "last_step",
    "two_steps",
    "used",
    "won",
    "drawn",
    "lost",
    "declined",
    "n",
    "at",
    "form",
    "created",
    "changed",
    "since",
    "until",
    "listed",
    "revision",
    "last_n",
    "to_move",
    "deadline",
    "seat",
    "LIMIT",
    "OFFSET",
    "tries",
    "guest",
    "live",
    "public",
    "computer_to_move",
    "clock_days",
    "rules_version",
    "seat_count",
    "seen",
    "failed",
    "due",
    "attempts",
    "time",
    "puzzle",
    "solved",
    "day",
    "shown",
    "version",
    "done",
    "turns",
    "delivered",
    "tried",
    "made",
    "rotated",
    "failing_since",
    "off",
    "waits",
    "at_once",
    "once",
    "games_wanted",
];

/// Substrings of statements about guests.
const OF_GUESTS: [&str; 3] = [
    "o.user_id <> $1",
    "UNION SELECT t.id FROM games t WHERE t.opener = $1 UNION SELECT k.game",
    "SELECT DISTINCT game FROM talk_lines WHERE user_id = $1",
];

fn type_of(statement: &str, number: usize) -> &'static str {
    let (name, _) = column(statement, number);
    let name = name.strip_prefix("value ").unwrap_or(&name);
    if NUMBERS.contains(&name) { "BIGINT" } else { "TEXT" }
}

/// A value that matches many rows: the busiest player, any time, any place.
fn value(statement: &str, number: usize, of: &str) -> String {
    let (name, operator) = column(statement, number);
    // Statements about guests concern users with few games.
    let of_a_guest = OF_GUESTS.iter().any(|part| statement.contains(part));
    let player = if of_a_guest { "'zz10000000000001'" } else { "'1000000000000000'" };
    match (name.as_str(), operator.as_str()) {
        ("LIMIT", _) => "100".to_owned(),
        // Few rows have expired.
        (_, "<" | "<=") if of == "BIGINT" && !statement.starts_with("DELETE") => i64::MAX.to_string(),
        (_, _) if of == "BIGINT" => "0".to_owned(),
        ("user_id" | "opener", _) => player.to_owned(),
        ("id", "=") if statement.contains("FROM users") || statement.contains("UPDATE users") => {
            player.to_owned()
        }
        ("id" | "game", "=") => "'1000000009000000'".to_owned(),
        ("status", _) => "'finished'".to_owned(),
        // Every game has it.
        ("facet", _) => "'any'".to_owned(),
        ("folded", _) => "'player-0'".to_owned(),
        _ => "''".to_owned(),
    }
}
