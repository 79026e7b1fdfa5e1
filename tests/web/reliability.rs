//! How reliable people are: on their own page, at tables that wait for players, and as what a table asks for.

use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;
use crate::messages::{message, message_with};

const PAGE: &str = "/account/reliability";

/// A game of two people that is over, in which each had 20 turns and the first missed one.
async fn missed(app: &TestApp, ann: &Browser, ben: &Browser) -> String {
    let table = open_table(ann, &[("clock", "1"), ("leave", "no")]).await;
    join(ben, &table).await;
    crate::turns::play(app, &table, 40).await;
    if ann.get(&table).await.texts("#offer").is_empty() {
        crate::turns::play(app, &table, 1).await;
    }
    app.wait(1);
    app.run_jobs().await;
    let page = ben.get(&format!("{table}/resign")).await;
    ben.submit(page.form(&format!("{table}/resign"))).await;
    table
}

/// A table of three, at which ann and cleo have seats: ann has missed a turn in a game with ben, and cleo is new.
async fn waiting_table(app: &TestApp) -> ([Browser; 3], String) {
    let [ann, ben, cleo] = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    missed(app, &ann, &ben).await;
    let table = open_table(&ann, &[("seats", "3")]).await;
    join(&cleo, &table).await;
    ([ann, ben, cleo], table)
}

/// The values that the page of a table gives to what it asks for.
fn required(page: &crate::browser::Page) -> Vec<String> {
    let facts = page.texts("dt").into_iter().zip(page.texts("dd"));
    facts.filter(|(label, _)| *label == message("reliability-legend")).map(|(_, value)| value).collect()
}

#[tokio::test]
async fn your_page_says_how_reliable_you_are_and_which_missed_turns_count() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert!(!ann.get("/account").await.all(&format!("a[href='{PAGE}']")).is_empty());
    let page = ann.get(PAGE).await;
    assert_eq!((page.status, page.texts("#h-now + p strong")), (200, vec!["New player.".to_owned()]));
    assert!(page.says("reliability-missed-none") && page.says("reliability-how-not"), "{}", page.text());
    let table = missed(&app, &ann, &ben).await;
    let page = ann.get(PAGE).await;
    assert_eq!(page.texts("#h-now + p strong"), ["95 % in time"]);
    assert_eq!(page.all(&format!("tbody a[href='{table}']")).len(), 1);
    assert!(page.texts("tbody td")[1].starts_with("in full until "), "{:?}", page.texts("tbody td"));
    assert_eq!(ben.get(PAGE).await.texts("#h-now + p strong"), ["100 % in time"]);
    app.wait(28);
    let ann = app.signed_in("ann").await;
    let page = ann.get(PAGE).await;
    assert_eq!(page.texts("#h-now + p strong"), ["97 % in time"]);
    assert!(page.texts("tbody td")[1].starts_with("half until "), "{:?}", page.texts("tbody td"));
    let path = app.browser().get(PAGE).await.path;
    assert!(path.starts_with("/login?"), "nobody else sees it: {path}");
}

#[tokio::test]
async fn a_table_that_waits_says_how_reliable_everybody_there_is_before_you_sit_down() {
    let app = TestApp::start().await;
    let ([ann, ben, _], table) = waiting_table(&app).await;
    let visitor = app.browser();
    let percent = message_with("reliability-percent", &[("percent", "95")]);
    let new = message("reliability-new");
    for person in [&ben, &visitor] {
        let page = person.get(&table).await;
        let seats = page.texts("ol.seats li");
        assert_eq!(seats[..2], [format!("ann {percent}"), format!("cleo {new}")]);
        assert!(!page.all(&format!("a[href='{PAGE}']")).is_empty());
    }
    // Nobody waits for anybody where all others are computers.
    let alone = open_table(&ann, &[("computer1", "1"), ("plays", "no")]).await;
    assert!(ann.get(&alone).await.all(&format!("a[href='{PAGE}']")).is_empty());
}

#[tokio::test]
async fn lists_of_tables_that_wait_say_how_reliable_the_others_there_are() {
    let app = TestApp::start().await;
    let ([ann, ben, cleo], table) = waiting_table(&app).await;
    let visitor = app.browser();
    open_table(&ann, &[("computer1", "1"), ("seats", "2"), ("public", "no")]).await;
    let said =
        |name, reliability| message_with("game-reliability", &[("name", name), ("reliability", reliability)]);
    let (percent, new) =
        (message_with("reliability-percent", &[("percent", "95")]), message("reliability-new"));
    let (ann_is, cleo_is) = (said("ann", &percent), said("cleo", &new));
    for (person, pages, expected) in [
        (&visitor, &["/", "/games"][..], vec![&ann_is, &cleo_is]),
        (&ben, &["/", "/games"], vec![&ann_is, &cleo_is]),
        (&ann, &["/", "/games", "/games/mine"], vec![&cleo_is]),
        (&cleo, &["/", "/games", "/games/mine"], vec![&ann_is]),
    ] {
        for page in pages {
            let found = person.get(page).await.texts(".game .reliable li");
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{page}");
        }
    }
    // Who plays already waits for nobody to sit down.
    join(&ben, &table).await;
    for page in ["/", "/games"] {
        assert_eq!(visitor.get(page).await.texts(".reliable li"), Vec::<String>::new(), "{page}");
    }
}

#[tokio::test]
async fn a_table_asks_for_reliable_players_on_its_page_in_lists_and_when_they_sit_down() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let strict = [("reliability", "95"), ("not_new", "yes"), ("clock", "1")];
    let table = open_table(&ben, &strict).await;
    let least = message_with("reliability-least", &[("percent", "95")]);
    let page = ann.get(&table).await;
    assert_eq!(required(&page).first(), Some(&least));
    assert!(page.says("refused-newcomer") && page.find_form(&format!("{table}/join")).is_none());
    for list in ["/games", "/"] {
        let cards = ann.get(list).await.texts(".game .soft");
        assert!(cards.contains(&least), "{list}: {cards:?}");
    }
    let refused = ann.post(&format!("{table}/join"), &[("csrf", ann.token().await)]).await;
    assert_eq!((refused.status, refused.says("refused-newcomer")), (422, true), "{}", refused.text());
    missed(&app, &ann, &ben).await;
    let (ann, ben) = (app.signed_in("ann").await, app.signed_in("ben").await);
    join(&ann, &table).await;
    let stricter = open_table(&ben, &[("reliability", "90"), ("clock", "1")]).await;
    assert_eq!(
        required(&ann.get(&stricter).await),
        [message_with("reliability-least-or-new", &[("percent", "90")])]
    );
    let id = stricter.rsplit('/').next().unwrap();
    let like = ben.get(&format!("/tables/new?from={id}")).await.form("/tables/new");
    assert_eq!((like.value("reliability"), like.value("not_new")), ("90".to_owned(), String::new()));
    let like = ben.get("/tables/new?reliability=97").await.form("/tables/new");
    let strictest = ben.submit(like.set("clock", "1")).await.path;
    let refused = ann.post(&format!("{strictest}/join"), &[("csrf", ann.token().await)]).await;
    let why = message_with("refused-unreliable", &[("least", "97"), ("yours", "95")]);
    assert_eq!((refused.status, refused.text().contains(&why)), (422, true), "{}", refused.text());
    assert_eq!(ben.get(&strictest).await.texts("ol.seats li").len(), 2, "ann has no seat");
    let everybody = open_table(&ben, &[("clock", "1")]).await;
    assert_eq!(required(&ann.get(&everybody).await), Vec::<String>::new());
}

#[tokio::test]
async fn a_least_reliability_that_makes_no_sense_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let csrf = ann.token().await;
    for value in ["101", "-1", "256", "ninety", "9.5", " ", "90%"] {
        let said =
            ann.post("/tables/new", &[("csrf", csrf.clone()), ("reliability", value.to_owned())]).await;
        assert_eq!((said.status, said.says("request-reliability")), (400, true), "{value}: {}", said.text());
    }
    let twice = [("reliability", "90"), ("reliability", "80")].map(|(name, value)| (name, value.to_owned()));
    let said = ann.post("/tables/new", &[&[("csrf", csrf)], &twice[..]].concat()).await;
    assert_eq!(said.status, 400);
    assert!(!app.rows().await.iter().any(|row| row.starts_with("games: ")), "nothing is stored");
}
