//! Bots as processes: the example in Python and `bastide bot` play whole games, through restarts of the server and crashes of a program.
#![cfg(unix)]

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use support::browser::Browser;
use tokio::time::sleep;

use super::server::{Server, sign_up};
use super::{BASTIDE, bastide, text};

const ARGUMENTS: [&str; 2] = ["--forms-a-minute", "1000000"];
/// Games that one person may open and invite two bots to, a day.
const GAMES_OF_ONE: usize = 20;

/// A process that is ended with the test.
struct Running(Child);

impl Running {
    fn bot(server: &str, token: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(BASTIDE);
        command.args(["bot", "--server", server]).args(arguments).env("BASTIDE_TOKEN", token);
        Self(command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    fn python(server: &str, token: &str, games: usize) -> Self {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/bot.py");
        let mut command = Command::new("python3");
        command.arg(file).args([format!("http://{server}"), games.to_string()]).env("BASTIDE_TOKEN", token);
        Self(command.stdin(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    async fn ended(&mut self, most: Duration) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                return status;
            }
            assert!(begun.elapsed() < most, "it doesn't end");
            sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The secret that a form with these fields leads to.
async fn secret(browser: &Browser, page: &str, form: &str, fields: &[(&str, &str)]) -> String {
    let form =
        fields.iter().fold(browser.get(page).await.form(form), |form, (name, value)| form.set(name, value));
    browser.submit(form).await.texts("code").first().expect("a secret").clone()
}

/// The token of a new bot, whose maker has no other.
async fn bot(server: &Server, name: &str) -> String {
    let maker = server.browser();
    sign_up(&maker, &format!("maker-of-{name}")).await;
    let page = maker.get("/account/bots").await;
    maker.submit(page.form("/account/bots").set("name", name)).await;
    secret(&maker, "/account/bots", "/account/bots/token", &[("name", "engine")]).await
}

async fn call(browser: &Browser, token: &str, method: Method, path: &str, body: &Value) -> Value {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let answer = browser.request(method, path, &headers, body).await;
    assert!((200..300).contains(&answer.status), "{path}: {}", answer.body);
    serde_json::from_str(&answer.body).unwrap_or_default()
}

/// A person opens so many tables and invites these bots.
async fn open_games(server: &Server, opener: &str, games: usize, bots: &[&str]) {
    let browser = server.browser();
    sign_up(&browser, opener).await;
    let page = browser.get("/account/tokens").await;
    let csrf = page.form("/account/tokens").value("csrf");
    let fields =
        [("csrf", csrf.as_str()), ("name", "x"), ("days", "30"), ("scope", "read"), ("scope", "play")];
    let token = browser.post("/account/tokens", &fields).await.texts("code").first().unwrap().clone();
    for _ in 0..games {
        let settings =
            json!({"plays": false, "seats": bots.len(), "settings": {"bots": true, "public": true}});
        let table = call(&browser, &token, Method::POST, "/api/v1/games", &settings).await;
        let id = table["id"].as_str().unwrap();
        for bot in bots {
            let invite = format!("/api/v1/games/{id}/invite");
            call(&browser, &token, Method::POST, &invite, &json!({"name": bot})).await;
        }
    }
}

async fn finished(server: &Server) -> usize {
    let browser = server.browser();
    let (mut path, mut found) = ("/api/v1/games?status=finished".to_owned(), 0);
    loop {
        let page = browser.request(Method::GET, &path, &[], String::new()).await;
        let list: Value = serde_json::from_str(&page.body).unwrap();
        found += list["games"].as_array().unwrap().len();
        let Some(next) = page.headers.get("link").and_then(|link| link.to_str().ok()) else { return found };
        let next = next.split(['<', '>']).nth(1).unwrap();
        next[next.find("/api").unwrap()..].clone_into(&mut path);
    }
}

#[tokio::test]
async fn the_python_bot_and_the_bridge_finish_their_games_through_restarts() {
    let games: usize = if support::setting("BASTIDE_LONG").is_some() { 100 } else { 10 };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &ARGUMENTS);
    let address = server.address().to_owned();
    let (rex, ada) = (bot(&server, "rex").await, bot(&server, "ada").await);
    for (n, begun) in (0..games).step_by(GAMES_OF_ONE).enumerate() {
        open_games(&server, &format!("opener-{n}"), GAMES_OF_ONE.min(games - begun), &["rex", "ada"]).await;
    }
    let mut python = Running::python(&address, &rex, games);
    // The program fails at its first start, and in the middle of a game.
    let (first, later) = (folder.path().join("first"), folder.path().join("later"));
    let fails = format!(
        "[ -e {0} ] || {{ touch {0}; exit 1; }}; [ -e {1} ] || {{ touch {1}; timeout 5 {BASTIDE} engine --player random; exit 1; }}; \
         exec {BASTIDE} engine --player greedy",
        first.display(),
        later.display(),
    );
    let number = games.to_string();
    let arguments = ["--games", number.as_str(), "--accept", "seats=2", "--", "sh", "-c", fails.as_str()];
    let mut bridge = Running::bot(&format!("http://{address}"), &ada, &arguments);
    let mut server = server;
    let begun = Instant::now();
    for _ in 0..2 {
        sleep(Duration::from_secs(if games > 10 { 30 } else { 6 })).await;
        drop(server);
        sleep(Duration::from_millis(500)).await;
        server = Server::start_with(folder.path(), &[&ARGUMENTS[..], &["--listen", &address]].concat());
    }
    let most = Duration::from_secs(if games > 10 { 3600 } else { 240 });
    assert!(bridge.ended(most).await.success());
    assert!(python.ended(most).await.success());
    assert_eq!(finished(&server).await, games, "after {:?}", begun.elapsed());
    assert!(first.exists() && later.exists());
}

#[tokio::test]
async fn the_bridge_declines_what_does_not_fit_and_ends_when_it_is_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &ARGUMENTS);
    let (rex, ada) = (bot(&server, "rex").await, bot(&server, "ada").await);
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{rex}\n")).unwrap();
    open_games(&server, "ann", 1, &["rex", "ada"]).await;
    let (url, file) = (format!("http://{}", server.address()), file.display().to_string());
    let engine = ["--", BASTIDE, "engine"];
    let seats = [&["--token-file", &file, "--accept", "seats=3"][..], &engine].concat();
    let mut bridge = Running::bot(&url, "", &seats);
    let browser = server.browser();
    let begun = Instant::now();
    while !call(&browser, &rex, Method::GET, "/api/v1/waiting", &Value::Null).await["invitations"]
        .as_array()
        .unwrap()
        .is_empty()
    {
        assert!(begun.elapsed() < Duration::from_secs(20), "it declines nothing");
        sleep(Duration::from_millis(100)).await;
    }
    let waiting = call(&browser, &ada, Method::GET, "/api/v1/waiting", &Value::Null).await;
    assert_eq!(waiting["invitations"][0]["seats"][0]["player"], Value::Null);
    let sent = Command::new("kill").args(["-TERM", &bridge.0.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert!(bridge.ended(Duration::from_secs(5)).await.success());

    // A program that never works, a token that doesn't, and one of a person.
    let mut broken = Running::bot(&url, &ada, &["--", "false"]);
    assert_eq!(broken.ended(Duration::from_mins(1)).await.code(), Some(1));
    let unknown = format!("bastide_{}", "a".repeat(40));
    let mut foreign = Running::bot(&url, &unknown, &engine);
    assert_eq!(foreign.ended(Duration::from_secs(10)).await.code(), Some(1));
}

#[test]
fn bad_arguments_get_one_clear_line() {
    let engine = ["--", "true"];
    for (arguments, why) in [
        (&["--server", "http://127.0.0.1:1"][..], "a bot needs a token"),
        (&["--server", "http://127.0.0.1:1", "--token", "hunter2"], "it begins with bastide_"),
        (&["--server", "127.0.0.1", "--token", "bastide_x"], "--server 127.0.0.1: this is not the address"),
        (&["--server", "http://127.0.0.1:1", "--token-file", "/nowhere"], "/nowhere: "),
    ] {
        let output = bastide(&[&["bot"][..], arguments, &engine].concat(), "");
        let error = text(&output.stderr);
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        assert!(error.contains(why), "{error}");
    }
    let output = bastide(&["bot", "--server", "http://127.0.0.1:1", "--accept", "fast", "--", "true"], "");
    assert!(text(&output.stderr).contains("a condition is rules=PRESET"));
}
