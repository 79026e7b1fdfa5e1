//! Salts by hand, as players without scripts give them: a hash when taking a seat, the salt when all seats are taken.

use bastide::engine::{Record, SaltHash};

use crate::app::{TestApp, join, open_table};

/// Takes a seat at a table with a hash.
async fn commit(browser: &crate::browser::Browser, table: &str, hash: &str) -> crate::browser::Page {
    let page = browser.get(table).await;
    browser.submit(page.form(&format!("{table}/join")).set("salt_hash", hash)).await
}

#[tokio::test]
async fn a_host_who_joins_last_sees_only_hashes_and_the_game_starts_with_the_last_salt() {
    let app = TestApp::start().await;
    let (host, ben) = (app.person("hal").await, app.person("ben").await);
    let table = open_table(&host, &[("plays", "no")]).await;
    let commitment = ben.get(&table).await.texts("code").into_iter().find(|code| code.len() == 64).unwrap();
    let (salt, mine) = ("a salt that nobody can guess", "apples & pears");
    let hash = SaltHash::of(salt).to_string();
    // As `sha256sum` prints it.
    let page = commit(&ben, &table, &format!("{}  -", hash.to_uppercase())).await;
    assert_eq!(page.texts("ol.seats li"), ["ben (you)", "open"]);

    let page = host.get(&table).await;
    assert_eq!(page.texts(".salts code"), [hash.as_str()], "everyone sees the hash");
    assert!(page.text().contains(&commitment));
    assert!(app.rows().await.iter().all(|row| !row.contains(salt)), "the server has no more than the hash");
    commit(&host, &table, &SaltHash::of(mine).to_string()).await;
    for browser in [&host, &ben] {
        let page = browser.get(&table).await;
        assert!(page.all("svg.board").is_empty() && page.says("reveal-waiting"));
        assert_eq!(page.texts("ol.seats li").len(), 2);
        for gone in ["join", "leave", "close"] {
            assert!(page.find_form(&format!("{table}/{gone}")).is_none(), "{gone}");
        }
    }
    let leave = [("csrf", host.token().await)];
    let refused = host.post(&format!("{table}/leave"), &leave).await;
    assert!(refused.status == 409 && refused.says("refused-leave-full"), "{}", refused.text());

    let form = format!("{table}/salt");
    let page = host.get(&table).await;
    let wrong = host.submit(page.form(&form).set("salt", "another salt")).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.says("refused-salt-mismatch"), "{}", wrong.text());
    let page = host.submit(page.form(&form).set("salt", mine)).await;
    assert!(page.all("svg.board").is_empty() && page.find_form(&form).is_none());
    let home = ben.get("/").await;
    assert!(home.says("game-needs-salt"), "{}", home.text());
    assert!(host.get("/").await.says("game-waiting-for-salts"));
    let page = ben.submit(ben.get(&table).await.form(&form).set("salt", salt)).await;
    assert!(!page.all("svg.board").is_empty(), "the game has started: {}", page.text());
    let again = [("csrf", ben.token().await), ("salt", salt.to_owned())];
    assert_eq!(ben.post(&form, &again).await.status, 303, "the same form sent twice");

    let page = ben.get(&format!("{table}/resign")).await;
    ben.submit(page.form(&format!("{table}/resign"))).await;
    let record = ben.get(&format!("{table}/record.jsonl")).await.body;
    for part in [&*commitment, "\"draw\":2", &hash, salt, mine, "\"secret\""] {
        assert!(record.contains(part), "{part}: {record}");
    }
    Record::read(&record).unwrap();
}

#[tokio::test]
async fn a_salt_that_never_comes_is_left_out_when_the_time_is_up() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let hash = SaltHash::of("forgotten").to_string();
    let table = open_table(&ann, &[("clock", "2"), ("salt_hash", &hash)]).await;
    let page = join(&ben, &table).await;
    assert!(page.says_with("reveal-waiting", &[("left", "2 d 0 h left")]), "{}", page.text());
    assert!(page.find_form(&format!("{table}/salt")).is_none(), "ben has none to reveal");
    app.wait(1);
    app.run_jobs().await;
    assert!(ann.get(&table).await.find_form(&format!("{table}/salt")).is_some());
    app.wait(1);
    app.run_jobs().await;
    assert!(!ann.get(&table).await.all("svg.board").is_empty());
    let record = ann.get(&format!("{table}/record.jsonl")).await.body;
    assert!(record.contains(&format!(r#""salt_hashes":["{hash}",null],"salts":[null,null]"#)), "{record}");
    let page = ben.get(&format!("{table}/resign")).await;
    ben.submit(page.form(&format!("{table}/resign"))).await;
    let end = ben.get(&format!("{table}/final")).await;
    assert!(end.says_with("final-unrevealed", &[("names", "ann")]), "{}", end.text());
    let late = [("csrf", ann.token().await), ("salt", "forgotten".to_owned())];
    let late = ann.post(&format!("{table}/salt"), &late).await;
    assert!(late.status == 409 && late.says("refused-salt-late"), "{}", late.text());
}

#[tokio::test]
async fn one_click_games_wait_for_the_salt_of_a_click_that_brought_a_hash() {
    let app = TestApp::start().await;
    let visitor = app.browser();
    let page = visitor.get("/").await;
    let none = visitor.submit(page.form("/play-the-computer")).await;
    assert!(!none.all("svg.board").is_empty());
    assert!(none.texts(".flash").is_empty(), "a first game does not begin with salts: {}", none.text());
    let resign = format!("{}/resign", none.path);
    visitor.submit(visitor.get(&resign).await.form(&resign)).await;
    let end = visitor.get(&format!("{}/final", none.path)).await;
    assert!(end.says("final-no-salts"), "{}", end.text());

    let guest = app.browser();
    let hash = SaltHash::of("of a guest").to_string();
    let page = guest.get("/").await;
    let page = guest.submit(page.form("/play-the-computer").set("salt_hash", &hash)).await;
    assert!(page.all("svg.board").is_empty(), "{}", page.text());
    assert_eq!(page.texts("code").iter().filter(|code| code.len() == 64).count(), 2, "commitment and hash");
    let form = format!("{}/salt", page.path);
    let page = guest.submit(page.form(&form).set("salt", "of a guest")).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    let damaged = [("csrf", guest.token().await), ("salt_hash", "x".to_owned())];
    assert_eq!(guest.post("/play-the-computer", &damaged).await.status, 400);
}

#[tokio::test]
async fn what_is_no_hash_is_refused_where_it_was_typed() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new").set("salt_hash", "my own words");
    let page = ann.submit(form).await;
    assert_eq!((page.status, page.form("/tables/new").value("salt_hash").as_str()), (422, "my own words"));
    assert!(page.text().contains("has 64 digits"), "{}", page.text());
    let table = open_table(&ann, &[]).await;
    let page = commit(&ben, &table, "my own words").await;
    assert_eq!(page.status, 422);
    assert_eq!(page.form(&format!("{table}/join")).value("salt_hash"), "my own words");
    assert!(page.text().contains("has 64 digits"), "{}", page.text());
}
