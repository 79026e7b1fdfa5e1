//! The query plans of every statement of the store, on both databases: none scans a growing table from one end to the other,
//! or sorts one.
//!
//! A tour through all use cases on a filled database collects the statements as they are sent; a check against the source
//! code makes sure that none is missing.

mod postgres;
mod source;
mod spread;
mod sqlite;
mod tour;

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use crate::app::TestApp;
use crate::{imports, offers, series};

/// Tables whose statements are checked.
const TABLES: [&str; 68] = [
    "game_challenges",
    "series",
    "player_games",
    "player_totals",
    "opponent_totals",
    "profile_settings",
    "followed_players",
    "followed_games",
    "offers",
    "offer_keys",
    "offer_games",
    "reports",
    "restrictions",
    "talk",
    "talk_lines",
    "talk_unread",
    "hidden_people",
    "rated_games",
    "time_losses",
    "rating_changes",
    "ratings",
    "rating_progress",
    "rating_corrections",
    "user_events",
    "event_numbers",
    "archives",
    "archive_chunks",
    "recordings",
    "import_files",
    "game_facets",
    "retired_names",
    "name_removals",
    "notification_settings",
    "muted_games",
    "push_subscriptions",
    "webhooks",
    "tokens",
    "webhook_failures",
    "server_keys",
    "attendance",
    "audit_log",
    "former_names",
    "authenticators",
    "challenges",
    "passkeys",
    "analyses",
    "games",
    "seats",
    "events",
    "table_events",
    "notifications",
    "users",
    "sessions",
    "attempts",
    "feeds",
    "recovery_codes",
    "kept_seats",
    "invitations",
    "jobs",
    "level_results",
    "puzzles",
    "puzzle_searches",
    "puzzle_attempts",
    "player_time",
    "heartbeats",
    "outages",
    "waiting",
    "past_turns",
];
/// Those that stay small however long a server is in use.
const SMALL: [&str; 7] =
    ["rating_progress", "archives", "server_keys", "kept_seats", "level_results", "heartbeats", "outages"];

/// Statements that were once slow: the check must catch them.
const SLOW: [&str; 4] = [
    "SELECT g.id FROM games g WHERE g.public = 1 AND ($1 = '' OR g.status = $1)
     AND ($2 = '' OR g.id IN (SELECT s.game FROM seats s JOIN users u ON u.id = s.user_id WHERE u.folded = $2))
     AND g.listed < $3 ORDER BY g.listed DESC LIMIT $4",
    "SELECT g.id FROM games g WHERE g.id IN (SELECT s.game FROM seats s WHERE s.user_id = $1)
     AND g.listed < $2 ORDER BY g.listed DESC LIMIT $3",
    "SELECT id FROM games WHERE header IS NOT NULL ORDER BY listed",
    "DELETE FROM games WHERE opener = $1 OR id IN (SELECT game FROM seats WHERE user_id = $1)",
];

/// Statements that may read everything, with the reason.
const WHOLE: [(&str, &str); 6] = [
    ("DELETE FROM time_losses WHERE user_id >=", "the host has all ratings worked out again"),
    ("DELETE FROM ratings WHERE pool >=", "the host has all ratings worked out again"),
    ("DELETE FROM rating_changes WHERE pool >=", "the host has all ratings worked out again"),
    ("SELECT 'ratings' AS name", "commands of the host compare all ratings"),
    (
        "SELECT 'games' AS name, COUNT(*) AS games FROM games",
        "counts for the progress of commands that the host waits for",
    ),
    ("SELECT lane, CASE WHEN failed > 0", "counts jobs for Prometheus, a few times a minute"),
];

/// Statements that were once refused by a distributed database: the check must catch them.
const REFUSED: [&str; 7] = [
    "SELECT u.id FROM users u WHERE u.guest = 1
     AND NOT EXISTS (SELECT 1 FROM seats m JOIN seats o ON o.game = m.game WHERE m.user_id = u.id AND o.user_id <> u.id)",
    "SELECT g.id FROM (SELECT f.id FROM games f WHERE f.public = 1 LIMIT 100) g
     WHERE NOT EXISTS (SELECT 1 FROM puzzle_searches s WHERE s.game = g.id) LIMIT 1",
    "SELECT g.id, (SELECT j.kind FROM jobs j WHERE j.unique_key = 'turn/' || g.id) AS job FROM games g WHERE g.id = $1",
    "UPDATE level_results SET won = (SELECT COUNT(*) FROM seats s WHERE s.computer = level_results.level)",
    "SELECT g.id FROM games g JOIN puzzle_attempts a ON a.at = g.changed WHERE g.id = $1",
    "SELECT g.id FROM games g WHERE g.opener = $1 FOR UPDATE",
    "UPDATE ratings SET user_id = $2 WHERE user_id = $1",
];

/// Statements that every node of a distributed database has to answer, with the reason.
const EVERY_NODE: [(&str, &str); 62] = [
    ("SELECT id FROM games WHERE series = $1 AND series_n", "a game of a series is over"),
    ("SELECT o.game, o.user_id, o.kind, o.public", "commands of the host"),
    ("SELECT user_id FROM player_games WHERE user_id >", "commands of the host"),
    ("SELECT user_id FROM player_totals WHERE user_id >", "commands of the host"),
    ("SELECT user_id FROM opponent_totals WHERE user_id >", "commands of the host"),
    ("SELECT m.game FROM seats m", "a profile that is shown to those who share a game"),
    ("SELECT game, at FROM followed_games WHERE user_id", "what a user watches"),
    ("SELECT $1 AS user_id, COUNT(*) AS n FROM followed_games", "a user follows a game"),
    ("DELETE FROM followed_games WHERE user_id = $1", "an account is closed"),
    ("SELECT $1 AS user_id, COUNT(*) AS games FROM seats s", "a game is found for somebody"),
    ("SELECT DISTINCT t.user_id FROM seats s JOIN offer_games g", "a game is found for somebody"),
    (
        "SELECT game, channel, n, at, event, kind, body, withdrawn FROM talk_lines",
        "a user asks for all that is stored",
    ),
    (
        "SELECT game, seats_seen, seats_unread, spectators_seen, spectators_unread FROM talk_unread",
        "what a dashboard says of lines",
    ),
    ("SELECT r.game FROM talk_unread r", "somebody is muted or blocked"),
    ("UPDATE talk_lines SET body = NULL", "the hourly clean-up"),
    ("SELECT DISTINCT game FROM talk_lines WHERE user_id = $1", "a guest leaves"),
    ("UPDATE talk_lines SET user_id = $2", "a guest leaves"),
    ("SELECT game, n FROM talk_lines WHERE user_id = $1", "a guest leaves"),
    ("DELETE FROM talk_unread WHERE user_id = $1", "an account is closed"),
    ("DELETE FROM talk_lines WHERE user_id = $1", "an account is closed"),
    ("SELECT p.game, p.listed, u.id, u.name", "the opener looks at a table that waits for players"),
    ("SELECT user_id, ended, game FROM time_losses WHERE (user_id", "commands of the host"),
    (
        "SELECT game, ended, pool, players, void FROM rated_games WHERE (ended, game) >",
        "a job looks for the next rated game",
    ),
    ("SELECT r.user_id, r.mean, r.deviation", "a page of ranked players"),
    ("UPDATE ratings SET ranked = 0", "the hourly clean-up"),
    ("SELECT game FROM kept_seats WHERE user_id = $1", "a user asks for all that is stored"),
    ("SELECT game, declined, at FROM invitations WHERE user_id = $1", "a user asks for all that is stored"),
    ("SELECT game, plan FROM seats WHERE user_id = $1", "a user asks for all that is stored"),
    ("DELETE FROM user_events WHERE listed <", "the hourly clean-up"),
    ("SELECT game, kind, n, at FROM notifications WHERE user_id = $1", "a program asks for events"),
    ("DELETE FROM games WHERE opener = $1 AND imported IS NOT NULL", "an account is closed"),
    ("SELECT game FROM seats WHERE user_id = $1 UNION", "an account is closed"),
    ("DELETE FROM muted_games WHERE user_id = $1", "an account is closed"),
    ("UPDATE seats SET plan = NULL WHERE user_id = $1", "an account is closed"),
    ("SELECT * FROM (SELECT game, kind, turns, at, user_id FROM", "how reliable players are"),
    ("SELECT id, status FROM games WHERE id > ''", "numbers for administrators"),
    ("SELECT g.id, g.listed, g.rules FROM", "pages of lists"),
    ("SELECT f.game, f.ended FROM game_facets f", "pages of searches"),
    ("SELECT g.id, g.listed, g.settings", "how long games take, a few times a day"),
    ("SELECT $1 AS user_id, each.listed FROM", "where a page of a list ends"),
    (
        "SELECT g.id, g.opener, g.rules, g.rules_version",
        "a player's own tables; tables to clean up; a rematch; the games of a series",
    ),
    ("SELECT * FROM (SELECT game, user_id, kind, n, at, seen FROM notifications", "a player's notifications"),
    ("UPDATE notifications SET seen = $2 WHERE user_id = $1", "a player has seen all"),
    ("UPDATE notifications SET seen = 0 WHERE user_id = $1", "a player takes that back"),
    ("SELECT game FROM muted_games WHERE user_id = $1", "the page of a player's settings"),
    ("SELECT id FROM games WHERE invite = $1", "an invite link is opened"),
    ("SELECT $1 AS opener, COUNT(*) AS tables FROM games", "a table is opened"),
    ("SELECT id FROM games WHERE rematch_of = $1", "a rematch is opened"),
    ("SELECT g.id FROM seats s JOIN games g", "somebody takes leave, or misses a second turn in a day"),
    ("DELETE FROM challenges WHERE user_id = $1", "a password is changed"),
    ("DELETE FROM challenges WHERE until <= $1", "clean-up"),
    ("DELETE FROM attempts WHERE since < $1", "clean-up"),
    ("DELETE FROM games WHERE opener = $1", "a guest leaves"),
    ("DELETE FROM games WHERE id IN (SELECT s.game", "a guest leaves"),
    ("DELETE FROM kept_seats WHERE user_id = $1", "a guest leaves"),
    ("DELETE FROM notifications WHERE user_id = $1", "a guest leaves"),
    ("DELETE FROM attendance WHERE user_id = $1", "a guest leaves"),
    ("SELECT o.game FROM games g JOIN seats o", "a guest leaves"),
    ("SELECT s.game, s.computer, s.result FROM seats m", "a guest leaves"),
    ("WITH g AS MATERIALIZED (SELECT id FROM games", "a search for puzzles begins"),
    ("SELECT id FROM games WHERE id > $1 ORDER BY id", "commands of the host"),
    ("WITH to_count AS MATERIALIZED", "commands of the host"),
];

/// Statements about games and something else, with the reason.
const ACROSS: [(&str, &str); 9] = [
    (
        "SELECT DISTINCT t.user_id FROM seats s JOIN offer_games g",
        "which games began by offers, which every node knows",
    ),
    (
        "SELECT 'lines' AS name, COUNT(*) AS n FROM talk_lines l",
        "whom a reader doesn't see, which every node knows",
    ),
    ("SELECT l.channel, l.n, l.at", "the same, and the names of the authors"),
    ("SELECT l.n, l.at, l.event", "the same, and the names of the authors"),
    (
        "UPDATE talk_unread SET spectators_unread = spectators_unread + 1",
        "who doesn't see the author, which every node knows",
    ),
    ("SELECT p.game, p.listed, u.id, u.name", "the names of the players, which every node has"),
    ("SELECT g.id, g.opener, g.rules, g.rules_version", "the names of the players, which every node has"),
    ("SELECT g.id, g.status, g.last_n, g.changed", "commands of the host compare a game with its job"),
    ("WITH to_count AS MATERIALIZED", "commands of the host"),
];

/// The number of finished games in the database.
const GAMES: u32 = 20_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_scans_a_growing_table_on_sqlite() {
    if !support::has_own_process() {
        return;
    }
    let (app, statements) = toured(TestApp::on_sqlite()).await;
    let mut complaints = Vec::new();
    for statement in &statements {
        complaints.extend(sqlite::complaints(&app, statement).await);
    }
    for slow in SLOW {
        assert!(!sqlite::complaints(&app, slow).await.is_empty(), "not noticed: {slow}");
    }
    app.leave().await;
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_statement_scans_a_growing_table_on_postgres() {
    if !support::has_own_process() {
        return;
    }
    let (app, statements) = toured(TestApp::on_one_postgres()).await;
    let mut complaints = Vec::new();
    for statement in &statements {
        complaints.extend(postgres::complaints(&app, statement).await);
    }
    for slow in SLOW {
        assert!(!postgres::complaints(&app, slow).await.is_empty(), "not noticed: {slow}");
    }
    app.leave().await;
    complaints.extend(spread_complaints(&statements));
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n\n"));
}

#[test]
fn what_a_distributed_database_refuses_is_noticed() {
    for refused in REFUSED {
        assert!(spread::reach(refused).refused.is_some(), "not noticed: {refused}");
    }
    assert_eq!(spread::HOMES.len(), TABLES.len(), "every table has a home");
}

/// What keeps a distributed database from answering the statements, and what costs more there than its reason allows.
fn spread_complaints(statements: &BTreeSet<String>) -> Vec<String> {
    let mut unused: BTreeSet<&str> = EVERY_NODE.iter().chain(&ACROSS).map(|(start, _)| *start).collect();
    let mut complaints = Vec::new();
    for statement in statements {
        let reach = spread::reach(statement);
        let mut excused = |list: &[(&'static str, &str)]| {
            let found = list.iter().find(|(start, _)| statement.starts_with(start));
            found.inspect(|(start, _)| _ = unused.remove(start)).is_some()
        };
        complaints.extend(reach.refused.map(|why| format!("{why}: {statement}")));
        if reach.every_node && !excused(&EVERY_NODE) {
            complaints.push(format!("asks every node: {statement}"));
        }
        if reach.across && !excused(&ACROSS) {
            complaints.push(format!("is about games and something else: {statement}"));
        }
    }
    complaints.extend(unused.into_iter().map(|start| format!("needs no excuse: {start}")));
    complaints
}

/// A filled database, and all statements that use cases send to it.
async fn toured(app: impl Future<Output = TestApp>) -> (TestApp, BTreeSet<String>) {
    let app = app.await;
    let mut statements = tour::repairs(&app).await;
    let filler = app.filler().await;
    filler.fill(GAMES, 1, |_| ()).await.unwrap();
    filler.fill_talk().await.unwrap();
    for insert in PROFILES {
        sqlx::query(insert).execute(&app.raw).await.unwrap();
    }
    pad(&app).await;
    statements.append(&mut tour::statements(&app).await);
    let missed = source::missed(&statements);
    assert!(missed.is_empty(), "the tour sends no statement that begins with\n{}", missed.join("\n"));
    statements.retain(|statement| !WHOLE.iter().any(|(whole, _)| statement.starts_with(whole)));
    (app, statements)
}

/// What profiles add, and whom people follow.
const PROFILES: [&str; 6] = [
    "INSERT INTO player_games (game, user_id, kind, public, place, sums)
     SELECT s.game, s.user_id, 'modern base 2 unlimited', 1, s.seat + 1, '{}' FROM seats s JOIN games g ON g.id = s.game
     WHERE s.user_id IS NOT NULL AND g.status = 'finished' AND s.game NOT IN (SELECT game FROM player_games)",
    "INSERT INTO player_totals (user_id, kind, sums) SELECT u.id, k.kind, '{}' FROM users u
     CROSS JOIN (SELECT 'modern base 2 live' AS kind UNION SELECT 'modern base 3 live' UNION SELECT 'modern base 2 days') k
     WHERE u.name > 'player-' AND u.name < 'q'",
    "INSERT INTO opponent_totals (user_id, other, ahead, even, behind)
     SELECT DISTINCT a.user_id, b.user_id, 1, 0, 0 FROM seats a JOIN seats b ON b.game = a.game AND b.seat <> a.seat
     WHERE a.user_id IS NOT NULL AND b.user_id IS NOT NULL AND a.user_id NOT IN (SELECT user_id FROM opponent_totals)",
    "INSERT INTO profile_settings (user_id, visible, followable) SELECT u.id, 'everybody', 1 FROM users u WHERE u.name > 'player-2'",
    "INSERT INTO followed_players (user_id, player, at) SELECT u.id, p.id, 0 FROM users u CROSS JOIN users p
     WHERE u.name > 'player-2' AND u.name < 'q' AND p.name IN ('player-0', 'player-1', 'player-2') AND u.id <> p.id",
    "INSERT INTO followed_games (game, user_id, at) SELECT s.game, s.user_id, 0 FROM seats s
     WHERE s.seat = 1 AND s.user_id IS NOT NULL AND s.user_id <> '1000000000000000'",
];

/// Turns of other games, as they wait and when they are over.
const TURNS: [&str; 2] = [
    "waiting (game, invited, user_id, n, at, changed, changes)
     SELECT 'w' || CAST(k.i AS TEXT), '', {user}, 0, k.i, k.i, 0 FROM k",
    "past_turns (game, user_id, n, at, changes, ended)
     SELECT 'w' || CAST(k.i AS TEXT), {user}, k.i, k.i, 1, 4000000000000 + k.i FROM k",
];

/// Fills the tables that games do not fill, so that the databases have a reason to use indexes.
async fn pad(app: &TestApp) {
    let numbers = format!("WITH k AS ({}) INSERT INTO", tools::fill::numbers(1, 5000));
    let user = "(SELECT u.id FROM users u WHERE u.folded = 'player-' || CAST(k.i % 900 + 10 AS TEXT))";
    for rows in [
        "rated_games (game, ended, pool, players) SELECT id, changed, 'duel-base', '[]' FROM games
         WHERE status = 'finished' AND id NOT IN (SELECT game FROM rated_games)".to_owned(),
        "rating_changes (user_id, game, pool, ended, seat, place, games, mean, deviation, new_mean, new_deviation)
         SELECT s.user_id, s.game, 'duel-base', g.changed, 0, 1, 1, 0, 0, 0, 0 FROM seats s JOIN games g ON g.id = s.game
         WHERE s.user_id IS NOT NULL AND g.status = 'finished' AND s.game NOT IN (SELECT game FROM rating_changes)".to_owned(),
        "ratings (user_id, pool, mean, deviation, games, ended, ranked)
         SELECT u.id, p.pool, 25000, 3000, 9, 4000000000000, CASE WHEN u.name LIKE '%7' THEN 1 ELSE 0 END FROM users u
         CROSS JOIN (SELECT 'duel-base' AS pool UNION SELECT 'table-base' UNION SELECT 'duel-expansions') p WHERE u.name > 'player-2' AND u.name < 'q'".to_owned(),
        "time_losses (user_id, ended, game) SELECT s.user_id, g.changed, g.id FROM seats s JOIN games g ON g.id = s.game
         WHERE s.user_id IS NOT NULL AND g.status = 'finished' AND s.game NOT IN (SELECT game FROM time_losses)".to_owned(),
        "rating_corrections (game, at, excluded, reason) SELECT id, 0, 0, '' FROM games WHERE status = 'finished'".to_owned(),
        "attendance (game, n, user_id, kind, turns, at)
         SELECT s.game, 9999, s.user_id, 'played', 30, 1790000000000 FROM seats s WHERE s.user_id IS NOT NULL"
            .to_owned(),
        format!(
            "sessions (token, id, user_id, agent, since, until)
             SELECT 't' || CAST(k.i AS TEXT), 's' || CAST(k.i AS TEXT), {user}, '', k.i, 2000000000000 + k.i FROM k"
        ),
        format!(
            "reports (id, at, reporter, subject, category, words, decided)
             SELECT '0000000000' || CAST(100000 + k.i AS TEXT), k.i, {user}, {user}, 'other', CASE WHEN k.i % 50 < 2 THEN 'x' END,
                    CASE WHEN k.i % 40 = 0 THEN NULL ELSE k.i END FROM k"
        ),
        format!(
            "restrictions (id, user_id, kind, rule, reason, decided_by, since, until, objected, objection)
             SELECT '0000000000' || CAST(100000 + k.i AS TEXT), {user}, 'talk', '', '', {user}, k.i, k.i,
                    CASE WHEN k.i % 100 = 0 THEN k.i END, '' FROM k"
        ),
        // After the leave that everybody has.
        r#"player_time (user_id, n, at, body) SELECT u.id, k.i + 3, 0, '{"type":"automatic_leave_changed","on":true}' FROM users u CROSS JOIN k
         WHERE u.name > 'player-2' AND k.i < 4"#.to_owned(),
        "authenticators (user_id, secret, since, active, last_step) SELECT u.id, '', 0, 1, 0 FROM users u WHERE u.name > 'player-2'".to_owned(),
        format!("passkeys (id, user_id, name, credential, since) SELECT 'p' || CAST(k.i AS TEXT), {user}, '', '', k.i FROM k"),
        format!("challenges (token, purpose, user_id, body, until) SELECT 'c' || CAST(k.i AS TEXT), '', {user}, '', 4000000000000 + k.i FROM k"),
        // In the future, so that the tour does not delete them: a small table is rightly read whole.
        "attempts (subject, tries, since) SELECT 'x' || CAST(k.i AS TEXT), 1, 4000000000000 + k.i FROM k".to_owned(),
        format!("former_names (folded, skeleton, user_id, name, removed, at) SELECT 'f' || CAST(k.i AS TEXT), 'f' || CAST(k.i AS TEXT), {user}, '', 1, k.i FROM k"),
        "audit_log (at, actor, actor_name, action, subject, subject_name, detail, reason)
         SELECT k.i, 'zz' || CAST(10000000000000 + k.i AS TEXT), '', 'account-locked', 's' || CAST(k.i AS TEXT), '', '', '' FROM k".to_owned(),
        format!(
            "hidden_people (user_id, other, why, at)
             SELECT {user}, (SELECT u.id FROM users u WHERE u.name = 'player-' || CAST(k.i / 900 + 1 AS TEXT)), 'muted', k.i FROM k"
        ),
        "retired_names (hash) SELECT 'h' || CAST(k.i AS TEXT) FROM k".to_owned(),
        "archive_chunks (month, made, n, data) SELECT CAST(k.i % 500 AS TEXT), k.i / 500, k.i, '' FROM k".to_owned(),
        "name_removals (game, at) SELECT id, 0 FROM games WHERE status = 'finished'".to_owned(),
        format!("recovery_codes (user_id, code) SELECT {user}, 'c' || CAST(k.i AS TEXT) FROM k"),
        "invitations (game, user_id, declined, at)
         SELECT s.game, s.user_id, 0, 1790000000000 FROM seats s WHERE s.seat = 1 AND s.user_id IS NOT NULL"
            .to_owned(),
        "feeds (user_id, token, since) SELECT u.id, u.name, 0 FROM users u WHERE u.name > 'player-2'".to_owned(),
        "notification_settings (user_id, body) SELECT u.id, '{}' FROM users u WHERE u.name > 'player-2'".to_owned(),
        "muted_games (game, user_id) SELECT s.game, s.user_id FROM seats s WHERE s.seat = 1 AND s.user_id IS NOT NULL".to_owned(),
        "push_subscriptions (user_id, id, session, endpoint, p256dh, auth, since)
         SELECT s.user_id, s.id, s.id, s.id, '', '', s.since FROM sessions s WHERE s.agent = ''"
            .to_owned(),
        "webhooks (user_id, id, format, address, since)
         SELECT s.user_id, s.id, 'slack', 'https://example.org/', s.since FROM sessions s WHERE s.agent = ''"
            .to_owned(),
        "tokens (user_id, id, token, name, scopes, since, until)
         SELECT s.user_id, s.id, s.id, '', 'read', s.since, 4000000000000 + s.since FROM sessions s WHERE s.agent = ''"
            .to_owned(),
        format!(
            "user_events (user_id, number, game, kind, n, at, listed)
             SELECT {user}, 100 + k.i, 'g' || CAST(k.i AS TEXT), 'turn', 0, k.i, 4000000000000 + k.i FROM k"
        ),
        "recordings (user_id, id, since, changed, header, steps)
         SELECT u.id, 'r' || CAST(k.i AS TEXT), 0, 0, '', '' FROM users u CROSS JOIN k WHERE u.name > 'player-2' AND k.i < 4".to_owned(),
        "event_numbers (user_id, last, looked) SELECT u.id, 9999, 0 FROM users u WHERE u.name > 'player-2'".to_owned(),
        "webhook_failures (user_id, webhook, id, subject, made, at, attempts, why)
         SELECT w.user_id, w.id, w.id, 'test', 0, 0, 10, '500' FROM webhooks w"
            .to_owned(),
        // In several lanes: of a table with one, PostgreSQL rightly reads everything.
        "jobs (unique_key, kind, payload, due, created, lane)
         SELECT 'turn/' || CAST(k.i AS TEXT) || '/' || CAST(ten.i AS TEXT), 'time_out', '', 4000000000000 + k.i, k.i,
                CASE k.i % 3 WHEN 0 THEN 'quick' WHEN 1 THEN 'search' ELSE 'analysis' END
         FROM k CROSS JOIN (SELECT * FROM k WHERE k.i <= 10) ten"
            .to_owned(),
        "analyses (game, depth, version, done, turns) SELECT id, 'deep', 1, 0, 1 FROM games WHERE status = 'finished'".to_owned(),
        "puzzle_searches (game) SELECT id FROM games WHERE status = 'finished'".to_owned(),
        "puzzles (n, tile, record, answers, shown) SELECT 10000 + k.i, 'CRFR', '', '', k.i FROM k".to_owned(),
        "puzzle_attempts (user_id, puzzle, turn, solved, day, at)
         SELECT u.id, 10000 + k.i, '', 1, k.i, k.i FROM k JOIN users u ON u.name = 'player-' || CAST(1 + k.i % 20 AS TEXT)"
            .to_owned(),
        "users (id, name, folded, password, zone, created, guest)
         SELECT 'zz' || CAST(10000000000000 + k.i AS TEXT), 'guest-' || CAST(k.i AS TEXT), 'guest-' || CAST(k.i AS TEXT),
                '', 'UTC', 2000000000000 + k.i, 1 FROM k"
            .to_owned(),
    ] {
        let insert = if ["attendance (", "analyses", "rated_games", "rating", "time_losses", "authenticators", "event_numbers", "feeds", "invitations", "muted_games", "name_removals", "notification_settings", "push_subscriptions", "puzzle_searches", "tokens", "webhook"].iter().any(|table| rows.starts_with(table)) { format!("INSERT INTO {rows}") } else { format!("{numbers} {rows}") };
        sqlx::query(AssertSqlSafe(insert)).execute(&app.raw).await.unwrap();
    }
    let others = offers::PADDING.into_iter().chain(series::PADDING).chain([imports::PADDING]).chain(TURNS);
    for rows in others.map(|rows| rows.replace("{user}", user)) {
        sqlx::query(AssertSqlSafe(format!("{numbers} {rows}"))).execute(&app.raw).await.unwrap();
    }
    sqlx::query("ANALYZE").execute(&app.raw).await.unwrap();
}

/// The statement on one line.
fn one_line(statement: &str) -> String {
    statement.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether a table keeps growing while a server is in use.
fn grows(table: &str) -> bool {
    TABLES.contains(&table) && !SMALL.contains(&table)
}

/// Whether a line of a plan contains the table's name as a word.
fn names(line: &str, table: &str) -> bool {
    line.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|word| word == table)
}
