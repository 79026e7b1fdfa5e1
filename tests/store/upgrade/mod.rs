//! Upgrades a filled database from every earlier schema, on both databases: nothing is lost, and games continue.
//!
//! `README.md` in this folder says where the dumps come from and how to add one.

mod copies;
mod dump;
mod fill;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bastide::account::{RestrictionKind, SessionToken, UserId, UserName};
use bastide::clock::Clock;
use bastide::engine::Record;
use bastide::jobs::Runner;
use bastide::players;
use bastide::service::{Expected, LoginError, Service, Submission};
use bastide::table::{GameId, Job};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use sqlx::migrate::{Migration, Migrator, resolve_blocking};
use sqlx::{AnyPool, AssertSqlSafe};

use support::database::Database;

use fill::{ADDRESS, NAMES, PASSWORD, as_user};

/// The first schema that stores winners: games that finished before get them from `bastide rebuild`.
const WINNERS: i64 = 6;
/// Programs store how computer players did since a little after migration 12, before 14.
const RESULTS: i64 = 14;
/// The first schema that stores what games say about the reliability of players.
const ATTENDANCE: i64 = 23;

/// Schemas without a dump, each with the reason.
const WITHOUT_DUMP: [(i64, &str); 1] =
    [(10, "migration 11 was written before migration 10, so that no program had this schema")];

/// Tables whose rows an upgrade neither adds nor removes.
const KEPT: [&str; 9] =
    ["users", "sessions", "recovery_codes", "attempts", "games", "seats", "events", "kept_seats", "feeds"];

#[test]
fn every_schema_but_the_latest_has_a_dump() {
    let (latest, earlier) =
        versions().split_last().map(|(&latest, earlier)| (latest, earlier.to_vec())).unwrap();
    assert!(earlier.len() >= 5, "{earlier:?}");
    for version in earlier {
        let excused = WITHOUT_DUMP.iter().any(|&(without, _)| without == version);
        assert_ne!(
            dumps().contains(&version),
            excused,
            "migration {latest} makes {version} an earlier schema: tests/store/upgrade/README.md says how to dump it"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_earlier_schema_is_upgraded_on_sqlite() {
    for version in dumps() {
        upgrade(version, &read(version, "sql"), &read(version, "jsonl"), Database::sqlite()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_earlier_schema_is_upgraded_on_postgres() {
    // The statements are the same as on SQLite, and every migration runs in any case.
    let all = support::setting("BASTIDE_LONG").is_some();
    for version in dumps().into_iter().filter(|version| all || version % 4 == 0 || version + 1 == latest()) {
        upgrade(version, &read(version, "sql"), &read(version, "jsonl"), Database::postgres().await).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_old_names_that_look_alike_the_oldest_has_the_skeleton() {
    for database in [Database::sqlite(), Database::postgres().await] {
        let raw = database.connect().await;
        schema(9).run(&raw).await.unwrap();
        for (name, created, guest) in [("will", 5, 0), ("Wi1l", 3, 0), ("WiIl", 4, 0), ("Guest-W1LL", 1, 1)] {
            let insert = format!(
                "INSERT INTO users (id, name, folded, password, zone, created, guest)
                 VALUES ('{name}', '{name}', '{}', '', 'UTC', {created}, {guest})",
                name.to_lowercase()
            );
            sqlx::query(AssertSqlSafe(insert)).execute(&raw).await.unwrap();
        }
        Service::open(&database.url, Clock::default()).await.unwrap().close().await;
        let skeletons = "SELECT name, skeleton FROM users WHERE skeleton IS NOT NULL";
        let skeletons = sqlx::query_as::<_, (String, String)>(skeletons).fetch_all(&raw).await.unwrap();
        assert_eq!(skeletons, [("Wi1l".to_owned(), "will".to_owned())]);
        raw.close().await;
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_was_locked_before_can_be_unlocked_and_object() {
    for database in [Database::sqlite(), Database::postgres().await] {
        let raw = database.connect().await;
        schema(34).run(&raw).await.unwrap();
        let (ann, ada) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let locked = 1_700_000_000_000;
        for statement in [
            format!(
                "INSERT INTO users (id, name, folded, password, zone, created, guest, locked)
                 VALUES ('{ann}', 'ann', 'ann', '', 'UTC', 1, 0, {locked})"
            ),
            format!(
                "INSERT INTO audit_log (at, actor, actor_name, action, subject, subject_name, detail, reason)
                 VALUES (1, '{ada}', 'ada', 'account-locked', '{ann}', 'ann', '', 'an old one'),
                        ({locked}, '{ada}', 'ada', 'account-locked', '{ann}', 'ann', '', 'insults')"
            ),
        ] {
            sqlx::query(AssertSqlSafe(statement)).execute(&raw).await.unwrap();
        }
        let clock = Clock::standing_at(DateTime::from_timestamp_millis(locked + 1).unwrap());
        let service = Service::open(&database.url, clock.clone()).await.unwrap();
        let one = service.restrictions(&as_user(&ann)).await.unwrap().remove(0);
        assert_eq!(
            (one.kind, one.reason.as_str(), one.decided_by),
            (RestrictionKind::Account, "insults", ada)
        );
        let years = TimeDelta::days(3650);
        assert_eq!((one.since.timestamp_millis(), one.ends), (locked, Some(one.since + years)));
        clock.advance(years);
        Runner::new(service.clone()).run_due().await.unwrap();
        let still = sqlx::query_scalar::<_, i64>("SELECT COUNT(*) FROM users WHERE locked IS NOT NULL");
        assert_eq!(still.fetch_one(&raw).await.unwrap(), 0);
        service.close().await;
        raw.close().await;
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_that_were_over_are_kept_for_those_who_had_feeds() {
    for database in [Database::sqlite(), Database::postgres().await] {
        let raw = database.connect().await;
        schema(36).run(&raw).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(read(36, "sql"))).execute(&raw).await.unwrap();
        let turns = async |statement| {
            let rows = sqlx::query_as::<_, (String, String, i64, i64, i64)>(statement);
            rows.fetch_all(&raw).await.unwrap().into_iter().collect::<BTreeSet<_>>()
        };
        let over = turns(
            "SELECT game, user_id, n, changes, ended FROM waiting
             WHERE ended IS NOT NULL AND user_id IN (SELECT user_id FROM feeds)",
        );
        let (over, waits) =
            (over.await, count(&raw, "SELECT COUNT(*) FROM waiting WHERE ended IS NULL").await);
        assert!(!over.is_empty());
        Service::open(&database.url, Clock::default()).await.unwrap().close().await;
        assert_eq!(turns("SELECT game, user_id, n, changes, ended FROM past_turns").await, over);
        assert_eq!(count(&raw, "SELECT COUNT(*) FROM waiting").await, waits);
        raw.close().await;
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_and_invitations_that_waited_still_wait_one_turn_in_each_game() {
    for database in [Database::sqlite(), Database::postgres().await] {
        let raw = database.connect().await;
        schema(37).run(&raw).await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(read(37, "sql"))).execute(&raw).await.unwrap();
        let rows = async |kind: &str| {
            let columns =
                "game, user_id, n, at, COALESCE(deadline, -1), changed, changes, COALESCE(seen, -1)";
            let statement = format!("SELECT {kind}, {columns} FROM waiting");
            let rows = sqlx::query_as::<_, (String, String, String, i64, i64, i64, i64, i64, i64)>(
                AssertSqlSafe(statement),
            );
            rows.fetch_all(&raw).await.unwrap().into_iter().collect::<BTreeSet<_>>()
        };
        let before = rows("kind").await;
        for kind in ["turn", "invitation"] {
            assert!(before.iter().any(|row| row.0 == kind), "{kind}");
        }
        // Damage: a turn of another user, from before the one that waits.
        let damage = "INSERT INTO waiting (game, user_id, kind, n, at, changed, changes)
            SELECT w.game, (SELECT MIN(u.id) FROM users u WHERE u.id <> w.user_id), w.kind, -1, 0, 0, 0
            FROM waiting w WHERE w.kind = 'turn'";
        sqlx::raw_sql(damage).execute(&raw).await.unwrap();
        assert!(rows("kind").await.len() > before.len());
        Service::open(&database.url, Clock::default()).await.unwrap().close().await;
        assert_eq!(rows("CASE invited WHEN '' THEN 'turn' ELSE 'invitation' END").await, before);
        assert_eq!(count(&raw, "SELECT COUNT(*) FROM waiting WHERE invited NOT IN ('', user_id)").await, 0);
        raw.close().await;
        database.remove().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_filled_today_can_be_dumped_and_loaded() {
    let (rows, expected) = filled_today().await;
    upgrade(latest(), &rows, &expected, Database::sqlite()).await;
    upgrade(latest(), &rows, &expected, Database::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "writes files: run it before adding a migration"]
async fn write_the_dump_of_the_latest_schema() {
    let (rows, expected) = filled_today().await;
    std::fs::write(path(latest(), "sql"), rows).unwrap();
    std::fs::write(path(latest(), "jsonl"), expected).unwrap();
}

/// The rows of a database that today's program filled, and the expected content of its games.
async fn filled_today() -> (String, String) {
    let database = Database::sqlite();
    let clock = Clock::standing_at(DateTime::from_timestamp_millis(1_790_000_000_000).unwrap());
    let service = Service::open(&database.url, clock.clone()).await.unwrap();
    let session = fill::fill(&service, &clock).await;
    let raw = database.connect().await;
    let written = (dump::rows(&raw).await, dump::expected(&service, &raw, &session).await);
    service.close().await;
    raw.close().await;
    database.remove().await;
    written
}

/// Loads a dump of schema `version`, opens it with today's program, and checks that everything is there and works.
async fn upgrade(version: i64, rows: &str, expected: &str, database: Database) {
    let raw = database.connect().await;
    schema(version).run(&raw).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows.to_owned())).execute(&raw).await.unwrap();
    let (log, counts) = (log(&raw).await, counts(&raw).await);
    assert!(log.len() > 300, "schema {version}: {} events", log.len());

    let clock = Clock::standing_at(last_event(&raw).await);
    if version < latest() {
        let read = Service::open_to_read(&database.url.as_str().into(), clock.clone()).await;
        let refused = read.map(drop).unwrap_err().to_string();
        assert!(refused.contains(&format!("(schema {version}, now {})", latest())), "{refused}");
        assert_eq!(applied(&raw).await.last(), Some(&version), "verifying upgrades nothing");
    }
    let service = Service::open(&database.url, clock.clone()).await.unwrap();
    assert_eq!(applied(&raw).await, versions(), "schema {version}: every migration has been applied");
    assert_eq!(self::log(&raw).await, log, "schema {version}: the event logs are the same");
    assert_eq!(self::counts(&raw).await, counts, "schema {version}: no row was lost");
    let problems = verify(&database, &clock).await;
    let unexplained: Vec<&String> = problems.iter().filter(|line| !explained(line, version)).collect();
    assert_eq!(unexplained, Vec::<&String>::new(), "schema {version}");
    columns_follow_from_the_logs(&service, &raw, version).await;
    assert_eq!(
        verify(&database, &clock).await,
        Vec::<String>::new(),
        "schema {version}: after `bastide rebuild`"
    );
    records_are_the_same(&service, expected, version).await;
    people_can_sign_in(&service, expected, version).await;
    names_have_skeletons(&raw, version).await;
    games_go_on(&service, &raw, &clock, version).await;

    service.close().await;
    raw.close().await;
    database.remove().await;
}

async fn columns_follow_from_the_logs(service: &Service, raw: &AnyPool, version: i64) {
    let rebuilt = service.rebuild(true, |_, _| ()).await.unwrap();
    let tables = count(raw, "SELECT COUNT(*) FROM games").await;
    assert_eq!(i64::from(rebuilt.games), tables, "schema {version}: every table was replayed from its log");
    let found = rebuilt.differences;
    let unexplained: Vec<&String> = found.iter().filter(|line| !explained(line, version)).collect();
    assert_eq!(unexplained, Vec::<&String>::new(), "schema {version}");
    if version < WINNERS {
        let finished = count(raw, "SELECT COUNT(*) FROM games WHERE status = 'finished'").await;
        let winners = found.iter().filter(|line| line.contains(", winners: ")).count();
        assert_eq!(i64::try_from(winners).unwrap(), finished, "schema {version}: {found:?}");
    }
    service.rebuild(false, |_, _| ()).await.unwrap();
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

/// Whether programs of that time did not store this, so that `bastide rebuild` has to.
fn explained(line: &str, version: i64) -> bool {
    version < WINNERS && line.contains(", winners: [] is stored")
        || version < RESULTS && line.contains(", results: [] is stored")
        || version < ATTENDANCE && line.contains(", attendance: [] is stored")
}

/// Returns what `bastide verify` would print, which changes nothing.
async fn verify(database: &Database, clock: &Clock) -> Vec<String> {
    let reader = Service::open_to_read(&database.url.as_str().into(), clock.clone()).await.unwrap();
    let mut problems = reader.damaged_structure().await.unwrap();
    let verified = reader.verify(None, 2, |progress| problems.extend_from_slice(progress.problems)).await;
    assert!(verified.unwrap().tables >= 9);
    reader.close().await;
    problems
}

async fn records_are_the_same(service: &Service, expected: &str, version: i64) {
    let mut games = 0;
    for line in expected.lines().skip(1) {
        let line: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| line[key].as_str().unwrap();
        let (game, viewer) = (GameId::parse(text("game")).unwrap(), UserId::parse(text("viewer")).unwrap());
        let written = service.record(&as_user(&viewer), &game).await.unwrap().unwrap();
        let (_, events) = written.split_once('\n').unwrap();
        assert_eq!(dump::sha256(events), text("sha256"), "schema {version}, game {game}: the events");
        let (record, played) = Record::read(&written).unwrap();
        let (before, _) = Record::read(&format!("{}\n{events}", text("header"))).unwrap();
        assert_eq!(record.header, before.header, "schema {version}, game {game}: the header");
        assert_eq!(Value::from(played.scores().to_vec()), line["scores"], "schema {version}, game {game}");
        assert_eq!(Value::from(played.is_finished()), line["finished"], "schema {version}, game {game}");
        games += 1;
    }
    assert!(games >= 9, "schema {version}: {games} games");
}

async fn people_can_sign_in(service: &Service, expected: &str, version: i64) {
    for name in NAMES {
        service.log_in(&ADDRESS, name, PASSWORD, "").await.unwrap_or_else(|error| panic!("{name}: {error}"));
        let wrong = service.log_in(&ADDRESS, name, "correct horse", "").await;
        assert!(matches!(wrong, Err(LoginError::Wrong)), "schema {version}, {name}");
    }
    let first: Value = serde_json::from_str(expected.lines().next().unwrap()).unwrap();
    let token = SessionToken::parse(first["session"].as_str().unwrap()).unwrap();
    let signed_in = service.signed_in(&token).await.unwrap().expect("the session goes on");
    assert_eq!(signed_in.user.name, NAMES[0], "schema {version}");
}

/// Accounts only: guests have none.
async fn names_have_skeletons(raw: &AnyPool, version: i64) {
    let rows = sqlx::query_as::<_, (String, i64, Option<String>)>("SELECT name, guest, skeleton FROM users");
    for (name, guest, skeleton) in rows.fetch_all(raw).await.unwrap() {
        let expected = (guest == 0).then(|| UserName::parse(&name).unwrap().skeleton());
        // Names from before keep the separators.
        let without_separators = skeleton.map(|skeleton| skeleton.replace(['-', '_'], ""));
        assert_eq!(without_separators, expected, "schema {version}, {name}");
    }
}

/// People, computer players and deadlines each take a turn.
async fn games_go_on(service: &Service, raw: &AnyPool, clock: &Clock, version: i64) {
    let waiting = "SELECT COUNT(*) FROM games WHERE computer_to_move = 1";
    assert!(count(raw, waiting).await > 0, "schema {version}: a computer player is to move");
    let runner = Runner::new(service.clone());
    runner.run_due().await.unwrap();
    assert_eq!(count(raw, waiting).await, 0, "schema {version}: every computer player has moved");

    let with_deadline = "SELECT COUNT(*) FROM games
         WHERE status = 'playing' AND clock_days > 0 OR status = 'open' AND deadline IS NOT NULL";
    let with_deadline = count(raw, with_deadline).await;
    assert!(with_deadline > 0, "schema {version}");
    let mut turns = 0;
    let games = "SELECT id FROM games WHERE status = 'playing'";
    for id in sqlx::query_scalar::<_, String>(games).fetch_all(raw).await.unwrap() {
        let seats = format!("SELECT user_id FROM seats WHERE game = '{id}' AND user_id IS NOT NULL");
        let players = sqlx::query_scalar::<_, String>(AssertSqlSafe(seats)).fetch_all(raw).await.unwrap();
        let game = GameId::parse(&id).unwrap();
        for player in players.iter().map(|player| UserId::parse(player).unwrap()) {
            let table = service.table(&as_user(&player), &game, None).await.unwrap().unwrap();
            let (replay, seat) = (table.play.unwrap(), table.you.unwrap());
            if replay.game.to_move().is_some_and(|colour| replay.game.seat_of(colour) == seat) {
                let turn = players::choose(&replay.game).unwrap();
                let submission = Submission { expected: Expected(replay.last()), key: service.new_key() };
                service.turn(&as_user(&player), &game, &submission, turn).await.unwrap();
                turns += 1;
                break;
            }
        }
    }
    assert!(turns >= 4, "schema {version}: {turns} turns");
    runner.run_due().await.unwrap();
    clock.advance(TimeDelta::days(15));
    let missed = i64::from(runner.run_due().await.unwrap().stored(Job::TIME_OUT));
    assert_eq!(missed, with_deadline, "schema {version}: deadlines are enforced");
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

/// The event logs as stored.
async fn log(raw: &AnyPool) -> BTreeSet<(String, i64, i64, i64, String, Option<String>)> {
    let rows = sqlx::query_as("SELECT game, n, at, form, body, submission FROM events").fetch_all(raw).await;
    rows.unwrap().into_iter().collect()
}

/// The number of rows in each table that exists.
async fn counts(raw: &AnyPool) -> Vec<(&'static str, i64)> {
    let mut counts = Vec::new();
    for table in KEPT {
        let rows = sqlx::query_scalar::<_, i64>(AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}")));
        // An earlier schema lacks the table.
        let rows = rows.fetch_one(raw).await.unwrap_or(0);
        counts.push((table, rows));
    }
    counts
}

async fn count(raw: &AnyPool, statement: &'static str) -> i64 {
    sqlx::query_scalar(statement).fetch_one(raw).await.unwrap()
}

async fn last_event(raw: &AnyPool) -> DateTime<Utc> {
    let at: i64 = sqlx::query_scalar("SELECT MAX(at) FROM events").fetch_one(raw).await.unwrap();
    DateTime::from_timestamp_millis(at).unwrap()
}

async fn applied(raw: &AnyPool) -> Vec<i64> {
    let applied = "SELECT version FROM _sqlx_migrations ORDER BY version";
    sqlx::query_scalar(applied).fetch_all(raw).await.unwrap()
}

fn migrations() -> impl Iterator<Item = Migration> {
    resolve_blocking(Path::new("migrations")).unwrap().into_iter().map(|(migration, _)| migration)
}

/// The migrations up to `version`.
fn schema(version: i64) -> Migrator {
    Migrator::with_migrations(migrations().filter(|migration| migration.version <= version).collect())
}

fn versions() -> Vec<i64> {
    migrations().map(|migration| migration.version).collect()
}

fn latest() -> i64 {
    versions().last().copied().unwrap()
}

/// The schemas that have a dump.
fn dumps() -> Vec<i64> {
    versions().into_iter().filter(|&version| path(version, "sql").exists()).collect()
}

fn read(version: i64, extension: &str) -> String {
    std::fs::read_to_string(path(version, extension)).unwrap()
}

fn path(version: i64, extension: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/store/upgrade/{version:04}.{extension}"))
}
