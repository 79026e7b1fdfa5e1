//! Two servers on one PostgreSQL, as real processes: they share games and jobs, pages open at one show moves made at the
//! other, they share limits, and one takes over when the other is killed.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::panic::{AssertUnwindSafe, resume_unwind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use bastide::account::UserId;
use bastide::clock::Clock;
use bastide::engine::Event;
use bastide::table::{GameId, TimeControl};
use futures_util::FutureExt;
use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use sqlx::{AssertSqlSafe, Executor};
use support::browser::{Browser, News};
use support::postgres_server::PostgresServer;

use crate::app::{TestApp, against_computer, as_user, submission};

/// Games against the computer with a deadline for each of the person's turns, none of which is played.
const GAMES: usize = 200;
/// How long a server may take to learn what the others have counted.
const TOLD: Duration = Duration::from_millis(1500);
/// How soon a page must show a move made at the other server.
const SOON: Duration = Duration::from_secs(1);

/// Records each time that a server takes a job.
const WATCH: [&str; 4] = [
    "CREATE TABLE taken (unique_key TEXT, kind TEXT, created BIGINT, attempts BIGINT, server TEXT)",
    "CREATE TABLE timed (game TEXT PRIMARY KEY)",
    "CREATE FUNCTION note_taken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         IF NEW.attempts > OLD.attempts THEN
             INSERT INTO taken VALUES
                 (NEW.unique_key, NEW.kind, NEW.created, NEW.attempts, split_part(NEW.lease, '.', 1));
         END IF;
         RETURN NULL;
     END $$",
    "CREATE TRIGGER note_taken AFTER UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION note_taken()",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_games_and_jobs_and_one_goes_on_when_the_other_is_killed() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    let logs = tempfile::tempdir().unwrap();
    let ended = AssertUnwindSafe(run(&app, logs.path())).catch_unwind().await;
    app.leave().await;
    if let Err(panic) = ended {
        for log in std::fs::read_dir(logs.path()).unwrap() {
            let log = log.unwrap().path();
            eprintln!("{}:\n{}", log.display(), std::fs::read_to_string(&log).unwrap());
        }
        resume_unwind(panic);
    }
}

async fn run(app: &TestApp, logs: &Path) {
    for statement in WATCH {
        app.raw.execute(statement).await.unwrap();
    }
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    // A few at a time: an account may not have many waiting tables.
    let opens = stream::iter(0..GAMES).map(|_| open(app, &ann)).buffered(10);
    let games: Vec<GameId> = opens.collect().await;
    for game in &games {
        app.damage(&format!("INSERT INTO timed (game) VALUES ('{game}')")).await;
    }
    let solo = open(app, &ann).await;
    let shared = app.game_of(&[&ann, &ben], Some(1)).await;

    // The computer begins in some of the games.
    let one = Server::start(&app.url, &logs.join("one"));
    all_wait_for_people(app).await;
    let [name_of_one] = <[String; 1]>::try_from(servers(app).await).unwrap();
    let begun = join_all(games.iter().map(|game| turns(app, game))).await;

    // Two servers, 200 deadlines that have passed, and 200 turns of the computer after them. The first server is idle: the
    // second one's work wakes it.
    app.damage("DELETE FROM taken").await;
    // So many at once are held unless somebody has decided that they may time out.
    app.damage(&format!(
        "INSERT INTO heartbeats (name, at) VALUES ('time-outs released', {})",
        chrono::DateTime::<chrono::Utc>::MAX_UTC.timestamp_millis()
    ))
    .await;
    expire(app).await;
    let other = Server::start(&app.url, &logs.join("other"));
    all_wait_for_people(app).await;
    let names = servers(app).await;
    assert_eq!(names.len(), 2, "both have taken jobs: {names:?}");
    let name_of_other = names.into_iter().find(|name| *name != name_of_one).unwrap();
    assert_eq!(taken(app, "").await, 2 * GAMES, "each job is taken once");
    assert_eq!(taken_again(app).await, BTreeSet::new());
    assert_progress(app, &games, &begun, 1).await;

    one.shows_at_once_what_is_played_at(&other, &shared).await;
    other.shows_at_once_what_is_played_at(&one, &shared).await;

    // All deadlines pass again. A move wakes both servers; one is killed while it holds jobs.
    app.damage("DELETE FROM taken").await;
    expire(app).await;
    app.play(&solo, &[&ann, &ann]).await.unwrap();
    let held = other.kill_with_leases(app, &name_of_other).await;
    all_wait_for_people(app).await;
    assert_eq!(
        taken_again(app).await,
        held,
        "what the dead server had taken is taken over, and nothing else"
    );
    let taken_over = format!("AND attempts = 2 AND server = '{name_of_one}'");
    assert_eq!(taken(app, &taken_over).await, held.len());
    assert_progress(app, &games, &begun, 2).await;

    let again = Server::start(&app.url, &logs.join("again"));
    for server in [one, again] {
        let status = server.end().await;
        assert!(status.success(), "{status}");
    }
    let rebuilt = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!(rebuilt.differences, Vec::<String>::new());
}

/// Of the forms that an address may send, and of the streams of a user.
const FORMS: usize = 40;
const STREAMS: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_and_a_user_get_one_allowance_from_all_servers() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    app.person("ann").await;
    let logs = tempfile::tempdir().unwrap();
    let arguments = ["--forms-a-minute", &FORMS.to_string()];
    let start = |name| Server::start_with(&app.url, &logs.path().join(name), &arguments);
    let (one, other) = (start("one"), start("other"));

    // The streams of a user.
    let ann = [one.sign_in("ann").await, other.sign_in("ann").await];
    let open = async |browser: &Browser, most: usize| {
        let mut streams = Vec::new();
        for _ in 0..most {
            let mut stream = browser.news("/live").await;
            if stream.status == 429 {
                break;
            }
            assert_eq!(stream.status, 200);
            stream.chunk().await.unwrap();
            streams.push(stream);
        }
        streams
    };
    let here = open(&ann[0], 20).await;
    tokio::time::sleep(TOLD).await;
    let there = open(&ann[1], STREAMS).await;
    assert_eq!((here.len(), there.len()), (20, STREAMS - 20));
    assert_eq!(open(&ann[1], 1).await.len(), 0);
    // A server that starts later asks the others; one that stops leaves its part to them.
    let late = start("late");
    let ann_late = late.sign_in("ann").await;
    tokio::time::sleep(TOLD).await;
    assert_eq!(open(&ann_late, 1).await.len(), 0);
    assert!(one.end().await.success());
    assert_eq!(open(&ann_late, STREAMS).await.len(), 20);
    drop((here, there));

    // The forms of an address. Three signed in.
    let begun = Instant::now();
    let mut sent = 3;
    let (mut refused, mut nth) = (0, 0);
    while refused < 10 {
        let browser = [&ann[1], &ann_late][nth % 2];
        nth += 1;
        match browser.post("/login", &[("csrf", "0")]).await.status {
            403 => sent += 1,
            429 => refused += 1,
            status => panic!("{status}"),
        }
    }
    let refilled = usize::try_from(begun.elapsed().as_secs()).unwrap() * FORMS / 60 + 8;
    // The other server learns of an eighth at once, and of what follows 20 ms later.
    assert!((FORMS..=FORMS + FORMS / 4 + refilled).contains(&sent), "{sent} forms in {:?}", begun.elapsed());
    for server in [other, late] {
        assert!(server.end().await.success());
    }
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_are_read_from_a_replica_unless_it_is_away_or_the_browser_has_changed_something() {
    let primary = PostgresServer::start(&[]).await;
    let app = TestApp::in_database(&primary.url(), Clock::system()).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut replica = primary.standby().await;
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("log");
    let server = Server::start_with(&primary.url(), &log, &["--database-replica", &replica.url()]);
    let (eve, ann_there) = (Browser::new(&server.origin), server.sign_in("ann").await);
    let list = async |browser: &Browser| {
        let page = browser.get("/games").await;
        assert_eq!(page.status, 200);
        (page.links("#list a").len(), page.text().contains("This list can be"))
    };
    let until = async |expected| {
        let begun = Instant::now();
        while list(&eve).await != expected {
            assert!(
                begun.elapsed() < Duration::from_secs(15),
                "{:?}: {}",
                list(&eve).await,
                std::fs::read_to_string(&log).unwrap()
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    until((0, true)).await;

    // What the replica has not replayed is not in the list, except for a browser that has just changed something.
    replica.pause(true).await;
    let form = ann_there.get("/tables/new?game=custom").await.form("/tables/new");
    assert_eq!(ann_there.submit(form).await.status, 200);
    let game = app.game_of(&[&ann, &ben], None).await;
    let seen = list(&ann_there).await;
    assert!(seen.0 > 0 && !seen.1, "{seen:?}");
    assert_eq!(list(&eve).await, (0, true));
    // A finished game is never old: the replica does not have its last events yet.
    let form = submission(&app.service, app.replay(&game).await.last());
    app.service.resign(&as_user(&ann), &game, &form).await.unwrap();
    let page = eve.get(&format!("/games/{game}/final")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let open = seen.0;
    replica.pause(false).await;
    until((open, true)).await;

    // Without it the database itself answers, and says so once.
    replica.stop();
    until((open, false)).await;
    for _ in 0..5 {
        assert_eq!(list(&eve).await, (open, false));
    }
    replica.restart().await;
    until((open, true)).await;
    let log = std::fs::read_to_string(&log).unwrap();
    assert_eq!(log.matches("not reading from the replica").count(), 1, "{log}");
    assert!(server.end().await.success());
    app.leave().await;
}

/// A game against the computer in which the person has a day for a turn.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_commits_wait_for_a_missing_standby_says_so_and_goes_on_once_they_need_not() {
    let database = PostgresServer::start(&[]).await;
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("log");
    let server = Server::start(&database.url(), &log);
    let ann = Browser::new(&server.origin);
    let form = ann.get("/signup").await.form("/signup");
    let page = ann.submit(form.set("name", "ann").set("password", "correct horse battery")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let set_zone = async |zone: &str| {
        ann.submit(ann.get("/account").await.form("/account/zone").set("zone", zone)).await
    };
    let ready = async || ann.get("/health/ready").await.status;

    database.set_standbys("nobody").await;
    let refused = loop {
        // PostgreSQL reads its settings again a little later.
        let page = set_zone("Asia/Tokyo").await;
        if page.status != 200 {
            break page;
        }
    };
    assert_eq!(refused.status, 503, "{}", refused.text());
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(ready().await, 503);
    assert_eq!(ann.get("/games").await.status, 200, "reading goes on");
    let begun = Instant::now();
    assert_eq!(set_zone("Asia/Tokyo").await.status, 503);
    assert!(begun.elapsed() < Duration::from_secs(2), "the others need not wait: {:?}", begun.elapsed());
    let logged = std::fs::read_to_string(&log).unwrap();
    assert!(logged.contains("it waits for a standby in synchronous_standby_names"), "{logged}");

    database.set_standbys("").await;
    let begun = Instant::now();
    while ready().await != 200 {
        assert!(begun.elapsed() < Duration::from_secs(10), "{}", std::fs::read_to_string(&log).unwrap());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(set_zone("Europe/Oslo").await.status, 200);

    database.set_standbys("nobody").await;
    while set_zone("Asia/Tokyo").await.status == 200 {}
    assert!(server.end().await.success(), "it stops all the same");
}

async fn open(app: &TestApp, person: &UserId) -> GameId {
    let opening = against_computer().with(|settings| settings.time_control = TimeControl::of_days(Some(1)));
    let game = app.service.open_table(&as_user(person), &opening).await.unwrap();
    app.service.join(&as_user(person), &game, None, None).await.unwrap();
    game
}

/// Makes the deadlines of all timed games pass, as if a day had gone by.
async fn expire(app: &TestApp) {
    let mut tx = app.raw.begin().await.unwrap();
    for statement in [
        "UPDATE games SET deadline = 1 WHERE id IN (SELECT game FROM timed)",
        "UPDATE jobs SET due = 1 WHERE kind = 'time_out' AND payload IN (SELECT game FROM timed)",
    ] {
        let expired = tx.execute(statement).await.unwrap();
        assert_eq!(expired.rows_affected(), GAMES as u64, "{statement}");
    }
    tx.commit().await.unwrap();
}

/// Waits until no game waits for a server.
async fn all_wait_for_people(app: &TestApp) {
    let waiting = "SELECT COUNT(*) FROM games WHERE computer_to_move = 1 OR deadline = 1";
    let begun = Instant::now();
    loop {
        match app.count(waiting).await {
            0 => return,
            left => assert!(begun.elapsed() < Duration::from_mins(1), "{left} games still wait"),
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// The servers that have taken jobs.
async fn servers(app: &TestApp) -> Vec<String> {
    texts(app, "SELECT DISTINCT server FROM taken").await
}

/// How often jobs of games were taken, under an SQL condition.
async fn taken(app: &TestApp, and: &str) -> usize {
    let count = app.count(&format!("SELECT COUNT(*) FROM taken WHERE kind <> 'clean_up' {and}")).await;
    usize::try_from(count).unwrap()
}

/// The jobs that were taken more than once.
async fn taken_again(app: &TestApp) -> BTreeSet<String> {
    let again = "SELECT unique_key FROM taken WHERE kind <> 'clean_up'
                 GROUP BY unique_key, kind, created HAVING COUNT(*) > 1";
    texts(app, again).await.into_iter().collect()
}

async fn texts(app: &TestApp, statement: &str) -> Vec<String> {
    sqlx::query_scalar(AssertSqlSafe(statement.to_owned())).fetch_all(&app.raw).await.unwrap()
}

/// The number of turns played in a game.
async fn turns(app: &TestApp, game: &GameId) -> usize {
    let play = app.replay(game).await;
    play.log.iter().filter(|logged| matches!(logged.event, Event::Turn { .. })).count()
}

/// Asserts that each game has this many missed turns, each followed by one turn of the computer.
async fn assert_progress(app: &TestApp, games: &[GameId], begun: &[usize], rounds: usize) {
    for (game, begun) in games.iter().zip(begun) {
        let play = app.replay(game).await;
        let numbers: Vec<u32> = play.log.iter().map(|logged| logged.n).collect();
        assert!(numbers.iter().zip(1..).all(|(n, expected)| *n == expected), "{game}: {numbers:?}");
        let events = play.log.iter().map(|logged| &logged.event);
        let moves: Vec<bool> = events
            .filter_map(|event| match event {
                Event::Skip {} => Some(false),
                Event::Turn { .. } => Some(true),
                _ => None,
            })
            .collect();
        let expected = [vec![true; *begun], [false, true].repeat(rounds)].concat();
        assert_eq!(moves, expected, "{game}: turns played and missed");
    }
}

/// A server process, killed when dropped.
pub struct Server {
    process: Child,
    origin: String,
}

impl Server {
    /// Starts a server on a free port.
    fn start(database: &str, log: &Path) -> Self {
        Self::start_with(database, log, &[])
    }

    pub fn start_with(database: &str, log: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_bastide"))
            .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--threads", "1", "--start-empty"])
            .args(arguments)
            .env_clear()
            .env("BASTIDE_DATABASE", database)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_suffix(')').and_then(|line| line.rsplit_once(' '));
        let origin = format!("http://{}", address.expect("the server says where it listens").1);
        Self { process, origin }
    }

    /// Asserts that a page open here soon learns of a move made there.
    async fn shows_at_once_what_is_played_at(&self, there: &Self, game: &GameId) {
        let path = format!("/games/{game}");
        let here = Browser::new(&self.origin);
        let mut live = here.news(&format!("{path}/live")).await;
        assert_eq!(live.status, 200);
        // The first chunk says how to reconnect; the server listens by then.
        live.chunk().await.unwrap();
        let people = [there.sign_in("ann").await, there.sign_in("ben").await];
        let confirm = confirmation(&path, &people).await;
        let record = format!("{path}/record.jsonl");
        let before = here.get(&record).await.body;
        let heard = tokio::spawn(async move { moved(&mut live).await });
        let sent = Instant::now();
        confirm.await;
        heard.await.unwrap();
        let waited = sent.elapsed();
        assert!(waited < SOON, "heard after {waited:?}");
        let after = here.get(&record).await.body;
        assert!(after.starts_with(&before) && after.len() > before.len(), "{after}");
    }

    async fn sign_in(&self, name: &str) -> Browser {
        let browser = Browser::new(&self.origin);
        let form = browser.get("/login").await.form("/login");
        let page = browser.submit(form.set("name", name).set("password", "correct horse")).await;
        assert_eq!(page.status, 200, "{}", page.text());
        browser
    }

    /// Kills the server while it holds jobs, and returns these.
    async fn kill_with_leases(mut self, app: &TestApp, name: &str) -> BTreeSet<String> {
        let leased =
            format!("SELECT unique_key FROM jobs WHERE lease LIKE '{name}.%' AND kind <> 'clean_up'");
        let begun = Instant::now();
        let held = loop {
            self.signal("-STOP");
            // What it has sent to the database takes effect first.
            tokio::time::sleep(Duration::from_millis(100)).await;
            let held = texts(app, &leased).await;
            if !held.is_empty() {
                break held;
            }
            self.signal("-CONT");
            assert!(begun.elapsed() < Duration::from_secs(10), "it has taken no job");
            tokio::time::sleep(Duration::from_millis(3)).await;
        };
        self.process.kill().unwrap();
        self.process.wait().unwrap();
        held.into_iter().collect()
    }

    /// Asks the server to stop, and waits until it has.
    pub async fn end(mut self) -> ExitStatus {
        self.signal("-TERM");
        let begun = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not stop");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Ends it with SIGKILL.
    pub fn kill(self) {
        drop(self);
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success(), "{signal}: {sent}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The next turn of the player to move, ready to be confirmed.
async fn confirmation(path: &str, people: &[Browser]) -> impl Future<Output = ()> {
    for browser in people {
        let page = browser.get(path).await;
        let Some(cell) = page.links("svg.board a").into_iter().next() else { continue };
        let form = browser.get(&cell).await.form(&format!("{path}/turns"));
        let browser = browser.clone();
        return async move {
            let page = browser.submit(form).await;
            assert_eq!(page.status, 200, "{}", page.text());
        };
    }
    panic!("nobody is to move");
}

/// Waits until a stream announces a move.
async fn moved(live: &mut News) {
    loop {
        let chunk = live.chunk().await.expect("the stream goes on");
        if chunk.contains("event: moved") {
            return;
        }
    }
}
