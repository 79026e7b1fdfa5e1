//! The server as a process: how it starts, what becomes visible to others on the machine, and how it stops.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use super::{BASTIDE, bastide, text};
use support::browser::Browser;

/// A server on a free port with a database in a folder.
pub struct Server {
    process: Child,
    address: String,
    log: PathBuf,
}

impl Server {
    fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    pub fn start_with(folder: &Path, arguments: &[&str]) -> Self {
        Self::start_filled(folder, &[arguments, &["--start-empty"]].concat())
    }

    /// With the first games and puzzles, unless an argument says otherwise.
    pub fn start_filled(folder: &Path, arguments: &[&str]) -> Self {
        let (database, log) = (folder.join("bastide.db"), folder.join("log"));
        let program = support::setting("BASTIDE_TEST_SERVER").unwrap_or_else(|| BASTIDE.to_owned());
        let threads: &[&str] = if arguments.contains(&"--threads") { &[] } else { &["--threads", "1"] };
        let listen: &[&str] =
            if arguments.contains(&"--listen") { &[] } else { &["--listen", "127.0.0.1:0"] };
        let mut process = Command::new(program)
            .args(["serve", "--database"])
            .arg(format!("sqlite:{}", database.display()))
            .args(threads)
            .args(listen)
            .args(arguments)
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_suffix(')').and_then(|line| line.rsplit_once(' '));
        let address = address.expect("the server says where it listens").1.to_owned();
        Self { process, address, log }
    }

    pub fn browser(&self) -> Browser {
        Browser::new(&format!("http://{}", self.address))
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// Resident memory, in MiB.
    #[cfg(target_os = "linux")]
    pub fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success(), "{signal}: {sent}");
    }

    /// Waits until the server has stopped.
    async fn ended(&mut self) -> (ExitStatus, Duration) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                return (status, begun.elapsed());
            }
            assert!(begun.elapsed() < Duration::from_secs(20), "it does not stop: {}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub async fn sign_up(browser: &Browser, name: &str) {
    let form = browser.get("/signup").await.form("/signup");
    let page = browser.submit(form.set("name", name).set("password", "correct horse battery")).await;
    assert_eq!(page.status, 200, "{}", page.text());
}

#[tokio::test]
async fn open_streams_do_not_hold_up_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let ann = server.browser();
    sign_up(&ann, "ann").await;
    let mut streams = Vec::new();
    for _ in 0..5 {
        let mut stream = ann.news("/live").await;
        stream.chunk().await.unwrap();
        streams.push(stream);
    }
    server.signal("-TERM");
    let (status, took) = server.ended().await;
    assert!(status.success(), "{status}: {}", server.log());
    assert!(took < Duration::from_secs(3), "{took:?}");
}

#[tokio::test]
async fn clients_that_send_no_body_and_read_no_answer_do_not_hold_up_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut waiting = Vec::new();
    for request in [
        "POST /login HTTP/1.1\r\nhost: bastide\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: 100\r\n\r\n",
        &"GET /atlas/sheet HTTP/1.1\r\nhost: bastide\r\n\r\n".repeat(100),
    ] {
        let mut connection = TcpStream::connect(&server.address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        waiting.push(connection);
    }
    // Answered after them, by the only thread.
    assert_eq!(server.browser().get("/rules").await.status, 200);
    server.signal("-TERM");
    let (status, took) = server.ended().await;
    assert!(status.success(), "{status}: {}", server.log());
    assert!(took < Duration::from_secs(6), "{took:?}");
}

#[tokio::test]
async fn a_server_that_drains_says_so_and_serves_until_the_time_is_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_with(folder.path(), &["--drain", "2"]);
    let ann = server.browser();
    sign_up(&ann, "ann").await;
    assert_eq!(ann.get("/health/ready").await.status, 200);
    let begun = Instant::now();
    server.signal("-TERM");
    while ann.get("/health/ready").await.status != 503 {
        assert!(begun.elapsed() < Duration::from_secs(1), "{}", server.log());
    }
    let ready = ann.get("/health/ready").await;
    assert_eq!((ready.status, ready.body.as_str()), (503, "stopping\n"));
    assert_eq!(server.browser().get("/rules").await.status, 200, "it takes new connections");
    let zone = ann.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo");
    assert_eq!(ann.submit(zone).await.status, 200);
    let (status, _) = server.ended().await;
    assert!(status.success(), "{status}: {}", server.log());
    let took = begun.elapsed();
    assert!((2.0..5.0).contains(&took.as_secs_f32()), "{took:?}");

    let mut server = Server::start_with(folder.path(), &["--drain", "60"]);
    server.signal("-TERM");
    while server.browser().get("/health/ready").await.status != 503 {}
    server.signal("-TERM");
    assert!(server.ended().await.0.success(), "asked again, it stops at once");
}

#[tokio::test]
async fn connections_that_wait_when_the_server_stops_get_an_answer() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    assert_eq!(server.browser().get("/rules").await.status, 200);
    server.signal("-STOP");
    let mut waiting = Vec::new();
    for _ in 0..100 {
        let mut connection = TcpStream::connect(&server.address).unwrap();
        connection.write_all(b"GET /rules HTTP/1.1\r\nhost: bastide\r\nconnection: close\r\n\r\n").unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        waiting.push(connection);
    }
    server.signal("-TERM");
    server.signal("-CONT");
    for mut connection in waiting {
        let mut answer = String::new();
        connection.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1);
        assert!(matches!(status, Some("200" | "503")), "{answer:?}");
    }
    assert!(server.ended().await.0.success());
}

#[tokio::test]
async fn only_the_owner_can_read_the_database_and_its_backups() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    sign_up(&server.browser(), "ann").await;
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let copy = folder.path().join("copy.db");
    let saved = bastide(&["backup", "--database", &database, copy.to_str().unwrap()], "");
    assert!(saved.status.success(), "{}", text(&saved.stderr));
    for name in ["bastide.db", "bastide.db-wal", "bastide.db-shm", "copy.db"] {
        let mode = fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{name}: {mode:o}");
    }
}

#[tokio::test]
async fn a_server_whose_database_is_deleted_acknowledges_nothing_more_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    assert!(server.log().contains("created a new database"), "{}", server.log());
    let ann = server.browser();
    sign_up(&ann, "ann").await;
    let form = ann.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo");
    for name in ["bastide.db", "bastide.db-wal", "bastide.db-shm"] {
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    let answer = ann.submit(form).await;
    assert_eq!(answer.status, 503, "{}", answer.text());
    let (status, took) = server.ended().await;
    assert_eq!(status.code(), Some(1));
    assert!(took < Duration::from_secs(5), "{took:?}");
    let log = server.log();
    assert!(log.contains("was deleted or replaced while the server was running"), "{log}");
    assert!(!folder.path().join("bastide.db").exists(), "no empty database takes its place");

    fs::rename(folder.path().join("bastide.db.rescued"), folder.path().join("bastide.db")).unwrap();
    let server = Server::start(folder.path());
    assert!(!server.log().contains("created a new database"));
    let ann = server.browser();
    let form =
        ann.get("/login").await.form("/login").set("name", "ann").set("password", "correct horse battery");
    assert!(ann.submit(form).await.find_form("/logout").is_some(), "what was acknowledged is still there");
}

#[tokio::test]
async fn security_events_are_logged_without_names_and_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let (ann, eve) = (server.browser(), server.browser());
    sign_up(&ann, "ann").await;
    for _ in 0..11 {
        let form = eve.get("/login").await.form("/login");
        eve.submit(form.set("name", "ann").set("password", "wrong password")).await;
    }
    let form = eve.get("/login").await.form("/login");
    eve.submit(form.set("name", "my secret").set("password", "ann")).await;
    let form = eve.get("/recover").await.form("/recover");
    eve.submit(form.set("name", "ann").set("code", "0000-0000-0000-0000").set("password", "a new password"))
        .await;
    let form = ann.get("/account").await.form("/account/password");
    ann.submit(form.set("old", "correct horse battery").set("new", "a new password")).await;
    eve.post("/login", &[("csrf", "0")]).await;
    ann.submit(ann.get("/").await.form("/logout")).await;
    eve.post("/account/zone", &[("csrf", &eve.token().await)]).await;
    let guest = server.browser();
    let hidden = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    for path in ["/admin", "/admin/jobs", &hidden, &format!("{hidden}/moves/1/board.png"), "/no-such-page"] {
        assert_eq!(eve.get(path).await.status, 404, "{path}");
    }
    sign_up(&eve, "eve").await;
    for path in ["/admin/jobs/retry", "/admin/accounts/0000000000000000/rename"] {
        assert_eq!(eve.post(path, &[("csrf", &eve.token().await)]).await.status, 404, "{path}");
    }
    let log = server.log();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains(" security: ")).collect();
    let count =
        |event: &str| lines.iter().filter(|line| line.contains(&format!("event=\"{event}\""))).count();
    let events = [
        ("signed-up", 2),
        ("sign-in-failed", 11),
        ("locked-out", 1),
        ("recovery-failed", 1),
        ("password-changed", 1),
        ("form-refused", 1),
        ("access-refused", 7),
        ("signed-out", 1),
    ];
    for (event, times) in events {
        assert_eq!(count(event), times, "{event}: {log}");
    }
    assert!(lines.iter().all(|line| line.contains("address=127.0.0.1")), "{log}");
    for secret in ["ann", "my secret", "password\"", "correct horse", "0000-0000", "a new"] {
        assert!(
            lines
                .iter()
                .all(|line| !line.contains(&format!(" {secret}")) && !line.contains(&format!("\"{secret}"))),
            "{secret}: {log}"
        );
    }
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let reset = bastide(&["account", "reset", "ann", "--database", &database], "");
    assert!(text(&reset.stderr).contains("event=\"password-reset\""), "{}", text(&reset.stderr));
}

#[tokio::test]
async fn a_log_in_json_has_the_request_id_on_every_line_of_a_request_and_no_secrets() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start_with(folder.path(), &["--log", "trace", "--log-format", "json", "--behind-proxy"]);
    let ann = server.browser();
    sign_up(&ann, "ann").await;
    let account = ann.get("/account").await;
    let form_token = account.form("/account/feeds").value("csrf");
    let feed = ann.submit(account.form("/account/feeds")).await.texts("code").remove(0);
    let feed = feed.strip_prefix(&format!("http://{}", server.address)).unwrap();
    let table = ann.submit(ann.get("/tables/new").await.form("/tables/new").set("visibility", "link")).await;
    let invite = table.texts("code").into_iter().find(|text| text.contains("/join/")).unwrap();
    let invite = invite.split("/join/").nth(1).unwrap();
    for (path, status) in [(feed, 200), (&format!("/join/{invite}"), 200), ("/join/mistyped-key", 404)] {
        assert_eq!(ann.get(path).await.status, status, "{path}");
    }
    let id = "from-the-proxy-0001";
    let sent = [
        ("x-request-id", id),
        ("cookie", "bastide=stolen-token; known=my-browser"),
        ("content-type", "application/x-www-form-urlencoded"),
    ];
    let answer = ann.request(reqwest::Method::POST, "/login?then=private-page", &sent, String::new()).await;
    assert_eq!((answer.status, answer.headers["x-request-id"].to_str().unwrap()), (403, id));

    let log = server.log();
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    let of_requests: Vec<_> = lines.iter().filter(|line| line["target"] == "request").collect();
    assert!(of_requests.len() >= 10, "{log}");
    for line in &of_requests {
        assert!(line["span"]["id"].as_str().is_some_and(|id| id.len() >= 16), "{line}");
        assert!(line["page"].is_string() && line["status"].is_u64() && line["micros"].is_u64(), "{line}");
    }
    let refused = lines.iter().find(|line| line["event"] == "form-refused").expect("a security event");
    assert_eq!((&refused["target"], &refused["span"]["id"]), (&"security".into(), &id.into()));
    assert!(of_requests.iter().any(|line| line["page"] == "/join/{key}"), "{log}");
    let feed_token = feed.split('/').nth(2).unwrap();
    let secrets = [
        "correct horse battery",
        "mistyped-key",
        "stolen-token",
        "my-browser",
        "private-page",
        invite,
        feed_token,
        &form_token,
    ];
    for secret in secrets {
        let told = log.lines().find(|line| line.contains(secret));
        assert!(told.is_none(), "{secret}: {told:?}");
    }
}

#[tokio::test]
async fn pictures_and_requests_that_cannot_be_read_leave_no_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let guest = server.browser();
    let front = guest.get("/").await;
    let game = guest.submit(front.form("/play-the-computer")).await.path;
    let picture = format!("{game}/moves/1/board.png");
    let picture = guest.request(reqwest::Method::HEAD, &picture, &[], String::new()).await;
    assert_eq!(picture.status, 200);
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.write_all(b"no request\r\n\r\n").unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let log = server.log();
    assert!(!log.contains("WARN") && !log.contains("ERROR"), "{log}");
}

#[tokio::test]
async fn a_server_with_a_read_only_database_says_so_and_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    server.signal("-TERM");
    assert!(server.ended().await.0.success());
    let database = format!("sqlite:{}?mode=ro", folder.path().join("bastide.db").display());
    let begun = Instant::now();
    let refused = bastide(&["serve", "--listen", "127.0.0.1:0", "--database", &database], "");
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stderr));
    assert!(text(&refused.stderr).contains("is read-only: let the user that runs the server write"));
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn a_second_server_on_the_same_file_is_refused_and_commands_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    sign_up(&server.browser(), "ann").await;
    std::os::unix::fs::symlink("bastide.db", folder.path().join("link.db")).unwrap();
    for name in ["bastide.db", "link.db"] {
        let url = format!("sqlite:{}", folder.path().join(name).display());
        let second = bastide(&["serve", "--listen", "127.0.0.1:0", "--database", &url], "");
        assert_eq!(second.status.code(), Some(1));
        assert!(text(&second.stderr).contains("another server is using it"), "{}", text(&second.stderr));
    }
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    let copy = folder.path().join("copy.db");
    for command in [
        &["verify"][..],
        &["rebuild"],
        &["jobs"],
        &["backup", copy.to_str().unwrap()],
        &["account", "reset", "ann"],
    ] {
        let ran = bastide(&[command, &["--database", &database]].concat(), "");
        assert!(ran.status.success(), "{command:?}: {}", text(&ran.stderr));
    }
    server.signal("-KILL");
    server.process.wait().unwrap();
    drop(Server::start(folder.path()));
}

#[tokio::test]
async fn resetting_an_account_ends_its_sessions_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let database = format!("sqlite:{}", folder.path().join("bastide.db").display());
    for name in ["ann", "ben"] {
        let browser = server.browser();
        sign_up(&browser, name).await;
        assert_eq!(browser.get("/account").await.path, "/account");
        let reset = bastide(&["account", "reset", name, "--database", &database], "");
        assert!(reset.status.success(), "{}", text(&reset.stderr));
        assert_ne!(browser.get("/account").await.path, "/account", "{name} is signed out");
    }
}
