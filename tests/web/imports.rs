//! Games that were played elsewhere: what is read, what is refused and where, and what is kept.

use std::io::Write;
use std::time::Duration;

use bastide::engine::{Event, Record, Ruleset};
use chrono::TimeDelta;
use flate2::Compression;
use flate2::write::GzEncoder;
use reqwest::Method;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::api::{Program, is, json, problem};
use crate::app::TestApp;
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

const REMOVE: &str = "/games/import/file/remove";
const PAGE: &str = "/games/import";

/// A record of a whole game of ann and ben.
pub fn record(seed: u8) -> Record {
    let (game, events) = samples::finished_game(Ruleset::default(), seed);
    Record { header: game.header().clone(), events }
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

/// Sends a file as a browser does.
async fn send(browser: &Browser, file: &[u8]) -> Page {
    let token = browser.token().await;
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n{token}\r\n--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"game.jsonl\"\r\nContent-Type: application/octet-stream\r\n\r\n"
    );
    let body = [head.as_bytes(), file, b"\r\n--edge--\r\n"].concat();
    let kind = ("content-type", "multipart/form-data; boundary=edge");
    browser.request(Method::POST, PAGE, &[kind], body).await
}

/// Reads a record and keeps the game; the address of its page.
pub async fn keep(browser: &Browser, record: &Record, own: &str, public: bool) -> String {
    let preview = send(browser, record.write().as_bytes()).await;
    assert_eq!(preview.status, 200, "{}", preview.text());
    let mut form = preview.form("/games/import/keep").set("own", own);
    if public {
        form = form.set("public", "1");
    }
    let page = browser.submit(form).await;
    assert!(page.says("flash-imported"), "{}", page.text());
    page.path.trim_end_matches("/final").to_owned()
}

#[tokio::test]
async fn a_record_is_shown_as_it_was_understood_and_kept_on_request() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    assert!(ann.get("/games/mine").await.links("main a").contains(&PAGE.to_owned()));
    let record = record(3);
    for file in [record.write().into_bytes(), packed(record.write().as_bytes())] {
        let page = send(&ann, &file).await;
        assert_eq!((page.status, page.heading()), (200, message("import-preview")));
        for name in ["ann", "ben"] {
            assert!(page.text().contains(name));
        }
        assert_eq!(page.form("/games/import/keep").value("record"), record.write());
        assert!(!page.says("import-unfinished"));
        let practice = page.link("import-practise");
        assert_eq!(ann.get(&practice).await.status, 200);
    }
    assert!(ann.get(PAGE).await.says("import-games-none"), "nothing is kept yet");
    let typed = ann.get(PAGE).await.form(PAGE).set("record", &record.write());
    let preview = ann.submit(typed).await;
    let form = preview.form("/games/import/keep").set("own", "0");
    let first = ann.submit(form.clone()).await;
    let again = ann.submit(form).await;
    assert_eq!(first.path, again.path, "the same form keeps a game once");
    let page = ann.get(PAGE).await;
    assert_eq!(page.links(".imported a"), std::slice::from_ref(&first.path));
    assert!(ann.get("/games/mine").await.text().contains("ben"));
}

#[tokio::test]
async fn an_imported_game_has_what_others_have_and_counts_nowhere() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let record = record(4);
    let private = keep(&ann, &record, "", false).await;
    let public = keep(&ann, &record, "0", true).await;
    app.run_jobs().await;
    for path in ["", "/final", "/moves/9", "/poster.svg", "/record.jsonl", "/analysis"] {
        let address = format!("{public}{path}");
        assert_eq!(ben.get(&address).await.status, 200, "{address}");
        assert_eq!(ann.get(&format!("{private}{path}")).await.status, 200, "{path}");
        assert_eq!(ben.get(&format!("{private}{path}")).await.status, 404, "{path}");
    }
    assert_eq!(ben.get(&format!("/embed{public}")).await.status, 200);
    let page = ben.get(&format!("{public}/final")).await;
    assert!(page.says("import-mark") && page.says_with("import-mark-title", &[("name", "ann")]));
    assert!(page.says("import-record-text") && !page.says("final-fair-text"));
    let (again, game) = Record::read(&ben.get(&format!("{public}/record.jsonl")).await.body).unwrap();
    assert_eq!(game.scores(), Record::read(&record.write()).unwrap().1.scores());
    assert_eq!(again.events.len(), record.events.len());
    // Ben has an account with the name of a player, and nothing to do with the game.
    for list in ["/games", "/games/search", "/games/mine", "/", "/games/search?player=ann"] {
        let page = ben.get(list).await;
        assert!(!page.body.contains(&public) && !page.body.contains(&private), "{list}");
    }
    let delete = ann.get(&format!("{public}/final")).await.form("/games/import/delete");
    assert!(ben.get(&format!("{public}/final")).await.find_form("/games/import/delete").is_none());
    let stolen = ben
        .post(
            "/games/import/delete",
            &[("csrf", ben.token().await.as_str()), ("game", &delete.value("game"))],
        )
        .await;
    assert_eq!(stolen.status, 404);
    assert!(ann.submit(delete).await.says("flash-import-deleted"));
    assert_eq!(ann.get(&public).await.status, 404);
}

/// The text with the line of this number replaced.
fn with_line(record: &Record, line: usize, change: impl Fn(&str) -> String) -> String {
    let text = record.write();
    let lines =
        text.lines().enumerate().map(|(i, each)| if i + 1 == line { change(each) } else { each.to_owned() });
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn bad_files_are_refused_with_the_line_and_the_reason() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let record = record(5);
    let turn = record.events.iter().filter(|entry| entry.event.turn().is_some()).nth(56).unwrap();
    let (n, line) = (turn.n, turn.n as usize + 1);
    let other = match &turn.event {
        Event::Turn { tile, .. } if tile.to_string() == "RRRR" => "CCCCS",
        _ => "RRRR",
    };
    let impossible = with_line(&record, line, |each| {
        let place = each.find("\"tile\":\"").unwrap() + 8;
        let end = place + each[place..].find('"').unwrap();
        format!("{}{other}{}", &each[..place], &each[end..])
    });
    let dated = |date: &str| {
        let date = date.to_owned();
        with_line(&record, 2, move |each| format!("{},\"at\":\"{date}\"}}", &each[..each.len() - 1]))
    };
    let long = format!("{}\n{}", record.write(), "x".repeat(10 << 20 >> 2));
    let named = |name: &str| record.write().replacen("\"ann\"", &format!("\"{name}\""), 1);
    let start = record.write().lines().next().unwrap().to_owned();
    let alone = r#"{"record":1,"rules":{"preset":"modern"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"}],"seats":["ann"]}
{"n":1,"type":"turn","colour":0,"tile":"RFRF","x":1,"y":0,"rotation":1}"#;
    let takeback = "{\"n\":2,\"type\":\"takeback\",\"to\":1}\n".repeat(60);
    for (file, line, key) in [
        (Vec::new(), 1, "refused-import-empty"),
        (b"  \n \n".to_vec(), 1, "refused-import-empty"),
        ([start.as_bytes(), b"\n{\"n\":1,\xff\xfe}\n"].concat(), 2, "refused-import-encoding"),
        (impossible.into_bytes(), line, ""),
        (dated("0000-01-01T00:00:00Z").into_bytes(), 2, ""),
        (dated("1999-12-31T23:59:59Z").into_bytes(), 2, "refused-import-date"),
        (dated("2300-01-01T00:00:00Z").into_bytes(), 2, "refused-import-date"),
        (long.into_bytes(), record.events.len() + 3, "refused-import-long-line"),
        (named("a\\u202eb").into_bytes(), 1, "refused-import-name"),
        (named(&"x".repeat(41)).into_bytes(), 1, "refused-import-name"),
        (alone.as_bytes().to_vec(), 1, "refused-import-alone"),
        (start.clone().into_bytes(), 1, "refused-import-no-turn"),
        (format!("{start}\n{takeback}").into_bytes(), 52, "refused-import-takebacks"),
        (b"not a record".to_vec(), 1, ""),
        (b"PK\x03\x04".to_vec(), 1, ""),
    ] {
        let page = send(&ann, &file).await;
        let said = page.texts("[role=alert]").join(" ");
        assert_eq!(page.status, 422, "{n} {key}: {said}");
        assert!(
            said.starts_with(&message_with("import-error-at", &[("line", &line.to_string()), ("why", "")])),
            "{key}: {said}"
        );
    }
    let bomb = packed(&vec![b'x'; 200 << 20]);
    assert!(bomb.len() < 300_000);
    for (file, key) in [(bomb, "refused-import-large"), (b"\x1f\x8bnonsense".to_vec(), "refused-import-gzip")]
    {
        let page = send(&ann, &file).await;
        assert_eq!(page.status, 422);
        assert!(page.texts("[role=alert]").join(" ").contains(&message_with(key, &[("n", "4")])), "{key}");
    }
    assert!(ann.get(PAGE).await.says("import-games-none"));
}

#[tokio::test]
async fn a_file_of_200_megabytes_is_refused_before_it_is_sent() {
    let app = TestApp::start().await;
    let token = Program::of(&app, &app.person("ann").await, &["play"]).await.token().to_owned();
    let mut stream = TcpStream::connect(app.origin.strip_prefix("http://").unwrap()).await.unwrap();
    let head = format!(
        "POST /api/v1/games/import HTTP/1.1\r\nHost: bastide\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n",
        200 << 20
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(b"{\"record\":1").await.unwrap();
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer)).await;
    assert!(read.is_ok(), "the rest is not waited for");
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("body-too-large"), "{answer}");
}

#[tokio::test]
async fn a_file_of_many_records_is_kept_as_far_as_it_can_be_read() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let [first, second, third] = [1, 2, 3].map(|seed| record(seed).write());
    let bad = second.replacen("\"n\":3", "\"n\":7", 1);
    let file = packed(format!("{first}{bad}{third}").as_bytes());
    for _ in 0..2 {
        assert_eq!(send(&ann, &file).await.status, 303);
        let page = ann.get(PAGE).await;
        let reading = message_with("import-reading", &[("done", "0"), ("records", "3")]);
        assert_eq!((page.status, page.texts("#file-read")), (200, vec![reading]));
        let meanwhile = send(&ann, &file).await;
        assert_eq!((meanwhile.status, meanwhile.says("refused-import-waiting")), (409, true));
        app.run_jobs().await;
        let page = ann.get(PAGE).await;
        assert_eq!(page.texts("#file-read"), [message_with("import-many", &[("n", "2")])]);
        let line = first.lines().count() + 4;
        let refused = page.texts("section[aria-labelledby=h-file] li");
        assert_eq!(refused.len(), 1);
        let begins = message_with("import-error-at", &[("line", &line.to_string()), ("why", "")]);
        assert!(refused[0].starts_with(&begins), "{refused:?}");
        assert_eq!(page.links(".imported a").len(), 2);
    }
    let closed = ann.submit(ann.get(PAGE).await.form(REMOVE)).await;
    assert!(closed.texts("#file-read").is_empty());
    assert_eq!(closed.links(".imported a").len(), 2);
    let page = send(&ann, "{\"record\":1}\n".repeat(1_001).as_bytes()).await;
    assert_eq!((page.status, page.says_with("refused-import-records", &[("n", "1000")])), (422, true));
}

#[tokio::test]
async fn a_file_waits_for_the_next_day_and_can_be_stopped() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let now = app.clock.now().timestamp_millis();
    app.execute(&format!(
        "INSERT INTO attempts (subject, tries, since) SELECT 'imports by ' || id, 199, {now} FROM users"
    ))
    .await;
    let file: String = [1, 2, 3].map(|seed| record(seed).write()).concat();
    send(&ann, file.as_bytes()).await;
    app.run_jobs().await;
    let waiting = ann.get(PAGE).await;
    assert_eq!(
        waiting.texts("#file-read"),
        [message_with("import-reading", &[("done", "1"), ("records", "3")])]
    );
    assert!(
        waiting.text().contains(&message_with("import-later", &[("time", "Sat 21 Nov 2026, 12:00 UTC")]))
    );
    app.wait(1);
    app.run_jobs().await;
    let page = ann.get(PAGE).await;
    assert_eq!(page.texts("#file-read"), [message_with("import-many", &[("n", "3")])]);
    send(&ann, file.as_bytes()).await;
    let stopped = ann.submit(ann.get(PAGE).await.form(REMOVE)).await;
    assert!(stopped.texts("#file-read").is_empty());
    app.run_jobs().await;
    assert!(ann.get(PAGE).await.texts("#file-read").is_empty());
}

#[tokio::test]
async fn a_file_that_the_server_cannot_read_to_its_end_is_given_up_and_makes_room_for_another() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let file: String = [1, 2].map(|seed| record(seed).write()).concat();
    send(&ann, file.as_bytes()).await;
    let reading = ann.get(PAGE).await;
    assert!(reading.find_form(PAGE).is_none(), "one file at a time");
    app.execute("UPDATE jobs SET failed = 1, attempts = 10, error = 'x' WHERE kind = 'read_import'").await;
    let page = ann.get(PAGE).await;
    assert_eq!(
        page.texts("#file-read"),
        [message_with("import-given-up", &[("done", "0"), ("records", "2")])]
    );
    assert!(page.find_form(PAGE).is_some());
    ann.submit(page.form(REMOVE)).await;
    send(&ann, file.as_bytes()).await;
    app.run_jobs().await;
    assert_eq!(ann.get(PAGE).await.texts("#file-read"), [message_with("import-many", &[("n", "2")])]);
}

#[tokio::test]
async fn a_file_with_a_zero_character_is_refused_with_its_line() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = send(&ann, format!("{}\0", record(1).write().repeat(2)).as_bytes()).await;
    let line = (record(1).write().lines().count() * 2 + 1).to_string();
    let why = message("refused-import-encoding");
    assert_eq!(
        page.texts("[role=alert]"),
        [message_with("import-error-at", &[("line", &line), ("why", &why)])]
    );
}

#[tokio::test]
async fn a_program_imports_a_file_of_many_records() {
    let app = TestApp::start().await;
    let program = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let file = "/api/v1/games/import/file";
    let remove = format!("{file}/remove");
    let send = async |body: &str| program.send(Method::POST, file, &[], body).await;
    assert_eq!(problem(&program.get(file).await), is(404, "no-such-file"));
    let text = format!("{}{}{}", record(1).write(), "{\"record\":1}\n", record(3).write());
    let answer = send(&text).await;
    assert_eq!(
        (answer.status, &json(&answer)["records"], &json(&answer)["done"]),
        (202, &3.into(), &0.into())
    );
    assert_eq!(problem(&send(&text).await), is(409, "import-waiting"));
    app.run_jobs().await;
    let read = program.read(file).await;
    assert_eq!(
        [&read["done"], &read["kept"], &read["refused"][0]["line"]],
        [3, 2, record(1).write().lines().count() + 1]
    );
    assert_eq!(read["refused"][0]["code"], "import-record");
    assert_eq!(program.read("/api/v1/games/import").await["games"].as_array().unwrap().len(), 2);
    assert_eq!(program.post(&remove, &Value::Null).await.status, 204);
    assert_eq!(problem(&program.post(&remove, &Value::Null).await), is(404, "no-such-file"));
    assert_eq!(problem(&send(&"{\"record\":1}\n".repeat(1_001)).await), is(422, "import-records"));
}

#[tokio::test]
async fn guests_and_visitors_import_nothing() {
    let app = TestApp::start().await;
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    assert_eq!(guest.get(PAGE).await.status, 403);
    assert_eq!(send(&guest, record(1).write().as_bytes()).await.status, 403);
    assert!(app.browser().get(PAGE).await.path.starts_with("/login"));
    assert_eq!(send(&app.browser(), record(1).write().as_bytes()).await.status, 401);
}

#[tokio::test]
async fn a_program_imports_a_record() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let program = Program::of(&app, &ann, &["read", "play"]).await;
    let call = async |query: &str, body: String| {
        program.send(Method::POST, &format!("/api/v1/games/import{query}"), &[], &body).await
    };
    let text = record(2).write();
    let made = call("?seat=1&public=true&key=the-same-key", text.clone()).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let again = call("?seat=1&public=true&key=the-same-key", text.clone()).await;
    assert_eq!(json(&made)["id"], json(&again)["id"]);
    let game = program.read(&format!("/api/v1/games/{}", json(&made)["id"].as_str().unwrap())).await;
    assert!(game.to_string().contains("\"imported\":[\"ann\",\"\"]"), "{game}");
    app.clock.advance(TimeDelta::seconds(1));
    let other = call("?key=another-key", text.clone()).await;
    let listed = program.read("/api/v1/games/import").await;
    let ids: Vec<&Value> = listed["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert_eq!(ids, [&json(&other)["id"], &json(&made)["id"]]);
    let stranger = Program::of(&app, &app.person("ben").await, &["read", "play"]).await;
    assert_eq!(stranger.read("/api/v1/games/import").await["games"], serde_json::json!([]));
    let delete = serde_json::json!({ "game": json(&made)["id"] });
    let refused = stranger.post("/api/v1/games/import/delete", &delete).await;
    assert_eq!(problem(&refused), is(404, "no-such-game"));
    assert_eq!(program.post("/api/v1/games/import/delete", &delete).await.status, 204);
    let gone = program.post("/api/v1/games/import/delete", &delete).await;
    assert_eq!(problem(&gone), is(404, "no-such-game"));
    assert_eq!(program.read("/api/v1/games/import").await["games"].as_array().unwrap().len(), 1);
    let line = text.replacen("\"n\":3", "\"n\":4", 1);
    for (query, body, expected) in [
        ("", line, is(422, "import-record")),
        ("", String::new(), is(422, "import-empty")),
        ("?seat=2", text.clone(), is(400, "bad-body")),
        ("?seat=x", text.clone(), is(400, "bad-body")),
        ("?key=x", text.clone(), is(400, "bad-body")),
        ("?what=1", text.clone(), is(400, "bad-body")),
    ] {
        assert_eq!(problem(&call(query, body).await), expected, "{query}");
    }
    let reader = Program::of(&app, &ann, &["read"]).await;
    let refused = reader.send(Method::POST, "/api/v1/games/import", &[], &text).await;
    assert_eq!(problem(&refused), is(403, "missing-scope"));
}

#[tokio::test]
async fn a_game_is_entered_without_scripts_and_kept() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get("/recorder").await;
    assert_eq!(page.texts("h1"), [message("recorder-title")]);
    let token = ann.token().await;
    let fields =
        [("csrf", token.as_str()), ("name", "Ann"), ("name", "Ben"), ("name", ""), ("rules", "modern")];
    let created = ann.post("/recorder", &fields).await;
    let board = created.headers["location"].to_str().unwrap().to_owned();
    for (turn, typed) in ["rfrf", "fcff"].into_iter().enumerate() {
        let page = ann.get(&board).await;
        let wrong = ann.submit(page.form(&format!("{board}/tile")).set("kind", "zzzz")).await;
        assert_eq!((wrong.status, wrong.texts("[role=alert]")), (422, vec![message("recorder-no-tile")]));
        let page = ann.submit(page.form(&format!("{board}/tile")).set("kind", typed)).await;
        assert_eq!(page.status, 200, "{}", page.text());
        let cell = page.links("svg.board a").into_iter().find(|link| link.contains("&x=")).unwrap();
        let tried = ann.get(&cell).await;
        let placed = ann.submit(tried.form(&format!("{board}/turn"))).await;
        assert_eq!((placed.path.as_str(), placed.texts(".since li").len()), (board.as_str(), turn + 1));
    }
    let page = ann.get(&board).await;
    let undone = ann.submit(page.form(&format!("{board}/undo"))).await;
    assert_eq!(undone.texts(".since li").len(), 1);
    assert!(ann.get("/recorder").await.links(".imported a").contains(&board));
    assert_eq!(app.person("ben").await.get(&board).await.status, 404);
    let preview = ann.get(&format!("{board}/end")).await;
    assert!(preview.says("import-unfinished"), "{}", preview.text());
    let kept = ann.submit(preview.form("/games/import/keep").set("own", "0")).await;
    assert!(kept.says("flash-imported"), "{}", kept.text());
    assert_eq!(ann.get(&board).await.status, 404);
}

const SAVE: &str = r#"{
  "appVersion": "5.7.0",
  "setup": {
    "sets": { "basic:1": 1 },
    "elements": { "small-follower": 7, "farmers": true },
    "start": [{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }]
  },
  "players": [{ "name": "Oscar" }, { "name": "Wendy" }],
  "replay": [
    { "type": "PLACE_TILE", "payload": { "tileId": "BA/C", "rotation": "R180", "position": [0, -1] } },
    { "type": "DEPLOY_MEEPLE", "payload": { "pointer": { "feature": "City", "location": "S" }, "meepleId": "0.small.1" } },
    { "type": "COMMIT", "payload": { "salt": "1" } },
    { "type": "PLACE_TILE", "payload": { "tileId": "BA/L", "rotation": "R0", "position": [0, 1] } },
    { "type": "PASS", "payload": {} }
  ]
}"#;

#[tokio::test]
async fn a_save_of_another_program_is_kept_as_a_game_or_refused_with_its_line() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let preview = send(&ann, SAVE.as_bytes()).await;
    assert_eq!((preview.status, preview.heading()), (200, message("import-preview")));
    assert!(preview.text().contains("Oscar") && preview.says("import-unfinished"));
    let kept = ann.submit(preview.form("/games/import/keep")).await;
    assert!(kept.says("flash-imported"), "{}", kept.text());
    let game = kept.path.trim_end_matches("/final").to_owned();
    let (_, game) = Record::read(&ann.get(&format!("{game}/record.jsonl")).await.body).unwrap();
    assert_eq!((game.turns(), game.scores()), (2, &[4, 0][..]));

    let program = Program::of(&app, &ann, &["read", "play"]).await;
    let call = async |save: &str| {
        program.send(Method::POST, "/api/v1/games/import", &[("content-type", "text/plain")], save).await
    };
    assert_eq!(call(SAVE).await.status, 201);
    for (old, new, line) in [
        ("\"basic:1\": 1", "\"basic:1\": 1, \"dragon:1\": 1", 3),
        ("BA/L", "PD/L2", 13),
        ("[0, 1]", "[5, 5]", 13),
    ] {
        let refused = call(&SAVE.replace(old, new)).await;
        assert_eq!(problem(&refused), is(422, "import-save"));
        let begins = message_with("import-error-at", &[("line", &line.to_string()), ("why", "")]);
        assert!(json(&refused)["detail"].as_str().unwrap().starts_with(&begins), "{}", refused.body);
    }
}
