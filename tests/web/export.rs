//! The archive of an account, as a browser downloads it.

use std::io::{Cursor, Read};

use bastide::engine::Record;
use chrono::TimeDelta;
use serde_json::Value;
use zip::ZipArchive;

use crate::app::{PASSWORD, TestApp, open_table};
use crate::browser::Browser;

const PAGE: &str = "/account/export";
const ARCHIVE: &str = "/account/export/bastide-account.zip";

/// The names of the files, with what is in them.
fn unpacked(archive: Vec<u8>) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(archive)).unwrap();
    let mut files = Vec::new();
    for n in 0..archive.len() {
        let mut file = archive.by_index(n).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        files.push((name, text));
    }
    files
}

async fn download(browser: &Browser) -> Vec<(String, String)> {
    let (status, headers, archive) = browser.download(ARCHIVE).await;
    assert_eq!((status, headers["content-type"].to_str().unwrap()), (200, "application/zip"));
    assert_eq!(headers["cache-control"], "private, no-store");
    assert!(!headers.contains_key("content-encoding"));
    unpacked(archive)
}

fn json(files: &[(String, String)], name: &str) -> Value {
    let (_, text) = files.iter().find(|(file, _)| file == name).unwrap();
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn the_archive_has_all_files_that_its_index_names() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let over = app.game(&ann, &ben).await;
    let resign = format!("{over}/resign");
    ben.submit(ben.get(&resign).await.form(&resign)).await;
    open_table(&ann, &[]).await;
    app.run_jobs().await;
    ann.submit(ann.get("/account").await.form("/account/feeds")).await;
    let page = ann.get("/account").await;
    assert_eq!(page.link("export-title"), PAGE);
    assert_eq!(ann.get("/account/close").await.link("closing-export"), PAGE);
    let page = ann.get(PAGE).await;
    assert_eq!(page.link("export-download"), ARCHIVE);
    let files = download(&ann).await;
    let (name, readme) = &files[0];
    assert_eq!(name, "README.txt");
    assert!(files.iter().skip(1).all(|(name, _)| readme.contains(name.as_str())), "{readme}");
    let names: Vec<&str> = files.iter().skip(1).map(|(name, _)| name.as_str()).collect();
    assert_eq!(page.texts("dt code"), names);
    assert_eq!(json(&files, "profile.json")["name"], "ann");
    assert_eq!(json(&files, "sign-in.json")["sessions"].as_array().unwrap().len(), 1);
    assert!(json(&files, "programs.json")["feeds"]["since"].as_str().unwrap().ends_with('Z'));
    assert_eq!(json(&files, "tables.json").as_array().unwrap().len(), 1);
    let (_, records) = files.iter().find(|(name, _)| name == "games.ndjson").unwrap();
    for game in [&game, &over] {
        let record = ann.get(&format!("{game}/record.jsonl")).await.body;
        assert!(records.contains(&record), "{game}");
        Record::read(&record).unwrap();
    }
    let (_, notifications) = files.iter().find(|(name, _)| name == "notifications.ndjson").unwrap();
    let kinds: Vec<Value> = notifications.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(kinds.iter().any(|one| one["kind"] == "finished"), "{notifications}");
}

#[tokio::test]
async fn no_secret_is_in_the_archive() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    app.game(&ann, &ben).await;
    let texts = download(&ann).await;
    let mut secrets = Vec::new();
    for statement in [
        "SELECT password FROM users",
        "SELECT token FROM sessions",
        "SELECT id FROM sessions",
        "SELECT secret FROM games",
        "SELECT code FROM recovery_codes",
    ] {
        secrets.extend(app.texts(statement).await);
    }
    assert!(secrets.len() > 5);
    for (name, text) in texts {
        for secret in &secrets {
            assert!(!text.contains(secret.as_str()), "{name}: {secret}");
        }
    }
}

#[tokio::test]
async fn the_archive_asks_for_the_password_again() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.clock.advance(TimeDelta::hours(1));
    let page = ann.get(PAGE).await;
    assert!(page.says("export-confirm-text") && page.links("a").iter().all(|path| path != ARCHIVE));
    let page = ann.get(ARCHIVE).await;
    assert!(page.path.starts_with("/account/confirm?"), "{}", page.path);
    let form = page.form("/account/confirm").set("password", PASSWORD);
    let page = ann.submit(form).await;
    assert_eq!((page.path.as_str(), page.link("export-download").as_str()), (PAGE, ARCHIVE));
    download(&ann).await;
}
