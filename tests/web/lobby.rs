//! Tables before their games, and lists of games.

use crate::app::{TestApp, open_table};
use crate::messages::{message, message_with};
use bastide::service::Principal;
use bastide::table::GameId;

#[tokio::test]
async fn a_table_shows_its_commitment_before_anybody_sits_and_begins_with_the_last_seat() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("plays", "no")]).await;
    let page = ann.get(&table).await;
    assert_eq!(page.texts("ol.seats li"), ["open", "open"]);
    let commitment = page.texts("code").into_iter().find(|code| code.len() == 64).unwrap();

    let page = ann.submit(page.form(&format!("{table}/join"))).await;
    assert_eq!(page.texts("ol.seats li"), ["ann (you)", "open"]);
    assert!(page.text().contains(&commitment));
    let page = ben.get(&table).await;
    let page = ben.submit(page.form(&format!("{table}/join"))).await;
    assert!(!page.all("svg.board").is_empty(), "the game has begun: {}", page.text());
    let late = app.person("late").await;
    let form = [("csrf", late.token().await)];
    let page = late.post(&format!("{table}/join"), &form).await;
    assert_eq!(page.status, 409);
    assert!(page.says("refused-full"), "{}", page.text());

    let form = [("csrf", ann.token().await)];
    assert_eq!(ann.post(&format!("{table}/close"), &form).await.status, 409, "the game has begun");

    let record = ann.get(&format!("{table}/record.jsonl")).await.body;
    assert!(record.contains(&commitment));
    assert!(!record.contains("\"secret\""));
}

#[tokio::test]
async fn leaving_before_the_start_frees_the_seat_and_the_opener_may_close_the_table() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("seats", "3")]).await;
    let page = ben.get(&table).await;
    assert!(page.find_form(&format!("{table}/close")).is_none(), "only the opener may");
    let page = ben.submit(page.form(&format!("{table}/join"))).await;
    let page = ben.submit(page.form(&format!("{table}/leave"))).await;
    assert!(page.says("flash-left"));
    let page = ann.get(&table).await;
    assert_eq!(page.texts("ol.seats li"), ["ann (you)", "open", "open"]);
    let page = ann.submit(page.form(&format!("{table}/close"))).await;
    assert!(page.says("flash-table-closed"));
    assert_eq!(ann.get(&table).await.status, 404);
}

#[tokio::test]
async fn a_table_against_computers_only_has_no_time_limit_unless_one_is_chosen() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (changes, deadline) in [
        (&[("computer1", "1")][..], false),
        (&[("computer1", "1"), ("clock", "3")], true),
        (&[("seats", "3"), ("computer1", "1")], true),
        (&[("clock", "")], false),
    ] {
        let table = open_table(&ann, changes).await;
        let id = table.rsplit('/').next().unwrap().to_owned();
        let table = app
            .service
            .table(&Principal::anonymous(None), &GameId::parse(&id).unwrap(), None)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(table.table.settings.time_control.allowance().is_some(), deadline, "{changes:?}");
    }
}

#[tokio::test]
async fn without_scripts_a_waiting_table_says_how_to_see_that_the_game_has_started() {
    let app = TestApp::start().await;
    let table = open_table(&app.person("ann").await, &[]).await;
    let page = app.browser().get(&table).await;
    let note = page.body.split("<noscript>").nth(1).unwrap().split("</noscript>").next().unwrap();
    assert!(note.contains(&format!("href=\"{table}\"")), "{note}");
}

#[tokio::test]
async fn a_private_table_is_found_by_its_link_alone() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = open_table(&ann, &[("visibility", "link")]).await;
    let page = ann.get(&table).await;
    let link = page.texts("code").into_iter().find(|code| code.starts_with(&app.origin)).unwrap();
    let path = link.strip_prefix(&app.origin).unwrap();
    assert_eq!(eve.get(&table).await.status, 404);
    for list in ["/", "/games"] {
        assert!(!eve.get(list).await.body.contains(&table), "{list}");
    }
    let token = eve.token().await;
    let answer = eve.post(&format!("{table}/join"), &[("csrf", token.as_str())]).await;
    assert_eq!(answer.status, 404, "without the link there is no such table");

    let page = ben.get(path).await;
    assert_eq!(page.status, 200);
    let page = ben.submit(page.form(&format!("{table}/join"))).await;
    assert!(!page.all("svg.board").is_empty());
    for path in
        [table.clone(), format!("{table}/moves/1"), format!("{table}/record.jsonl"), format!("{table}/moves")]
    {
        assert_eq!(eve.get(&path).await.status, 404, "{path}");
        assert_eq!(ben.get(&path).await.status, 200, "{path}");
    }
    assert!(!ben.get(&table).await.body.contains(path), "the key is on no page of the game");
}

#[tokio::test]
async fn a_visitor_with_an_invite_link_returns_to_it_after_signing_in() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    app.person("ben").await;
    let table = open_table(&ann, &[("visibility", "link")]).await;
    let page = ann.get(&table).await;
    let link = page.texts("code").into_iter().find(|code| code.starts_with(&app.origin)).unwrap();
    let path = link.strip_prefix(&app.origin).unwrap();
    let stranger = app.browser();
    let page = stranger.get(path).await;
    let login = page.links("main a.button")[0].clone();
    let page = stranger.get(&login).await;
    let form = page.form("/login").set("name", "ben").set("password", crate::app::PASSWORD);
    let page = stranger.submit(form).await;
    assert_eq!(page.path, path);
    assert!(page.find_form(&format!("{table}/join")).is_some());
}

#[tokio::test]
async fn the_dashboard_counts_and_lists_what_waits() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(ann.get("/").await.heading(), message("dashboard-new"));
    let table = app.game(&ann, &ben).await;
    let (ann_home, ben_home) = (ann.get("/").await, ben.get("/").await);
    let (mover, other) = if ann_home.heading() == message_with("dashboard-heading", &[("n", "1")]) {
        (ann_home, ben_home)
    } else {
        (ben_home, ann_home)
    };
    assert_eq!(mover.heading(), message_with("dashboard-heading", &[("n", "1")]));
    assert_eq!(mover.texts("head title"), ["(1) My turn – Bastide"]);
    assert_eq!(other.heading(), message_with("dashboard-heading", &[("n", "0")]));
    assert_eq!(
        other.texts("head title"),
        [message_with("window-title", &[("title", &message("dashboard-title"))])]
    );
    assert!(mover.links("h3 a").contains(&table) && other.links("h3 a").contains(&table));
    let next = if mover.path == "/" { "/next" } else { unreachable!() };
    let mover_browser = if ann.get("/").await.heading() == mover.heading() { &ann } else { &ben };
    assert_eq!(mover_browser.get(next).await.path, table);
}

#[tokio::test]
async fn a_new_account_is_told_what_to_do_first_and_nothing_about_waiting() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let page = ann.get("/").await;
    assert_eq!(page.heading(), message("dashboard-new"));
    assert!(page.says("dashboard-first") && page.links("main a").contains(&"/learn".to_owned()));
    let told = page.texts("main").join(" ");
    assert!(!told.contains("wait"), "{told}");
    let game = app.game(&ann, &ben).await;
    let asks = ann.get(&format!("{game}/resign")).await;
    ann.submit(asks.form(&format!("{game}/resign"))).await;
    ann.get(&format!("{game}/final")).await;
    let page = ann.get("/").await;
    assert_eq!(page.heading(), message_with("dashboard-heading", &[("n", "0")]));
    assert!(!page.says("dashboard-first"), "{}", page.text());
}

#[tokio::test]
async fn a_missed_turn_is_on_the_dashboard_until_its_player_takes_the_next() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let anns = ann.get("/").await.heading() == message_with("dashboard-heading", &[("n", "1")]);
    let (mover, other) = if anns { (&ann, &ben) } else { (&ben, &ann) };
    assert!(
        mover.get("/").await.texts(".game .state")[0].contains(" left"),
        "{}",
        mover.get("/").await.text()
    );
    assert!(mover.get("/").await.all(".missed").is_empty());
    app.wait(4);
    let late = mover.get("/").await;
    assert!(late.texts(".game .state")[0].contains(&message("time-up")), "{}", late.text());
    app.run_jobs().await;
    let missed = message_with("game-missed", &[("n", "1")]);
    assert_eq!(mover.get("/").await.texts(".missed"), std::slice::from_ref(&missed));
    mover.get(&table).await;
    assert_eq!(mover.get("/").await.texts(".missed"), [missed], "looking is not enough");
    for browser in [other, mover] {
        let page = browser.get(&table).await;
        let preview = browser.get(&page.links("svg.board a")[0]).await;
        browser.submit(preview.form(&format!("{table}/turns"))).await;
    }
    assert!(mover.get("/").await.all(".missed").is_empty());
}

#[tokio::test]
async fn visitors_see_the_board_of_a_public_game_once_there_is_something_to_see() {
    let app = TestApp::start().await;
    let anybody = app.browser();
    assert_eq!(anybody.get("/").await.all(".scene[data-sample]").len(), 1, "the sample game");
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    assert_eq!(anybody.get("/").await.all(".scene[data-sample]").len(), 1, "its landscape is one tile");
    for _ in 0..12 {
        for browser in [&ann, &ben] {
            let page = browser.get(&game).await;
            if let Some(cell) = page.links("svg.board a").first() {
                let preview = browser.get(cell).await;
                browser.submit(preview.form(&format!("{game}/turns"))).await;
            }
        }
    }
    let page = anybody.get("/").await;
    assert_eq!(page.all(".scene[data-live] img").len(), 1, "{}", page.text());
    assert_eq!(page.links(".scene a"), std::slice::from_ref(&game));
    let asks = ann.get(&format!("{game}/resign")).await;
    ann.submit(asks.form(&format!("{game}/resign"))).await;
    let page = anybody.get("/").await;
    assert_eq!((page.all(".scene img").len(), page.all(".scene[data-live]").len()), (1, 0), "it is over");
}

#[tokio::test]
async fn a_full_dashboard_shows_cards_first_and_lines_below_most_urgent_first() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..14 {
        games.push(app.game(&ann, &ben).await);
    }
    let over = app.game(&ann, &ben).await;
    let page = ben.get(&format!("{over}/resign")).await;
    ben.submit(page.form(&format!("{over}/resign"))).await;
    open_table(&ann, &[]).await;
    open_table(&ben, &[]).await;

    let page = ann.get("/").await;
    let mine = page.all("#h-mine + .games > li, #h-mine ~ .lines > li").len();
    let waiting = page.all("#h-waiting ~ ul > li").len();
    assert_eq!(mine + waiting, 14);
    assert_eq!(page.texts("h1")[0].split(' ').next().unwrap(), mine.to_string());
    assert_eq!(page.texts("title")[0], format!("({mine}) My turn – Bastide"));
    let headings = [
        format!("Your turn {mine}"),
        "Just finished 1".to_owned(),
        format!("Waiting for others {waiting}"),
        "Your tables that haven’t started 1".to_owned(),
        "Open tables 1".to_owned(),
    ];
    assert_eq!(page.texts("h2"), headings);
    assert_eq!((page.all(".games > li").len(), page.all(".lines > li").len()), (12, 5));
    assert_eq!(
        page.all(".game .pieces > span:not(.soft)").len(),
        24,
        "each card has the pieces of two players"
    );
    let links = page.links(".games a, .lines a");
    assert_eq!(links.len(), 17);
    assert!(games.iter().all(|game| links.contains(game)), "each is linked");
}

#[tokio::test]
async fn lists_have_filters_and_pages() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let mut tables = Vec::new();
    for _ in 0..8 {
        for person in [&ann, &ben] {
            tables.push(open_table(person, &[("plays", "no")]).await);
        }
    }
    let anybody = app.browser();
    let listed = |page: &crate::browser::Page| page.links(".games h3 a");
    let all = anybody.get("/games").await;
    assert!(listed(&all).contains(&game) && tables.iter().all(|table| listed(&all).contains(table)));
    let playing = anybody.get("/games?status=playing").await;
    assert_eq!(listed(&playing), std::slice::from_ref(&game));
    assert_eq!(playing.form("/games").value("status"), "playing", "the form shows what is shown");
    assert!(anybody.get("/games?status=finished").await.says("list-none-found"));
    assert_eq!(listed(&anybody.get("/games?player=ANN").await), std::slice::from_ref(&game));
    assert_eq!(
        listed(&anybody.get("/games?player=BE").await),
        std::slice::from_ref(&game),
        "a part of a name"
    );
    assert!(listed(&anybody.get("/games?player=nobody").await).is_empty());
    assert_eq!(listed(&ann.get("/games/mine?status=playing").await), std::slice::from_ref(&game));
    let oldest = anybody.get("/games?sort=oldest").await;
    assert!(listed(&oldest).iter().eq(listed(&all).iter().rev()));
    assert_eq!(oldest.form("/games").value("sort"), "oldest");
    assert_eq!(oldest.texts("#found"), ["17 games"]);
    assert!(listed(&anybody.get("/games?rules=abbeys").await).is_empty());
    assert_eq!(listed(&anybody.get("/games?rules=modern&expansions=none").await).len(), 17);
    assert!(listed(&anybody.get("/games?expansions=river").await).is_empty());
    let names: Vec<String> = anybody.get("/games").await.texts("#names option");
    assert_eq!(names, ["ann", "ben"]);
    assert_eq!(ann.get("/games/mine").await.texts("#names option"), ["ben"]);
}

#[tokio::test]
async fn long_lists_come_in_parts_that_lose_nothing() {
    let app = TestApp::start().await;
    let mut opened = Vec::new();
    for person in 0..5 {
        let browser = app.person(&format!("player{person}")).await;
        for _ in 0..12 {
            app.clock.advance(chrono::TimeDelta::seconds(1));
            opened.push(open_table(&browser, &[]).await);
        }
    }
    let anybody = app.browser();
    let (mut path, mut found, mut parts) = ("/games".to_owned(), Vec::new(), 0);
    loop {
        let page = anybody.get(&path).await;
        found.extend(page.links(".games h3 a"));
        parts += 1;
        match page.links("a[rel=next]").first() {
            Some(next) => path.clone_from(next),
            None => break,
        }
    }
    assert!(parts > 1, "60 tables are more than a page");
    opened.reverse();
    assert_eq!(found, opened, "the newest first, each once");
    let mut back = Vec::new();
    loop {
        let page = anybody.get(&path).await;
        back.splice(..0, page.links(".games h3 a"));
        match page.links("a[rel=prev]").first() {
            Some(previous) => path.clone_from(previous),
            None => break,
        }
    }
    assert_eq!(back, opened, "and back again");
}

#[tokio::test]
async fn the_computer_is_there_at_once() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get("/").await;
    let page = ann.submit(page.form("/play-the-computer")).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    let table = page.path;
    app.run_jobs().await;
    let page = ann.get(&table).await;
    assert_eq!(page.heading(), message("turn-yours"));
}

#[tokio::test]
async fn each_open_table_has_a_button_to_join_it_or_says_why_not() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("clock", "3")]).await;
    open_table(&ann, &[("not_new", "yes"), ("clock", "")]).await;
    let guest = app.browser();
    guest.submit(guest.get("/").await.form("/play-the-computer")).await;
    let newcomer = message_with("refused-newcomer", &[("least", "20")]);
    let seated = message("refused-already-in");
    let account = message("game-needs-account");
    let guests = message("refused-guest-joins");
    for list in ["/", "/games", "/games?status=open"] {
        let page = ben.get(list).await;
        assert_eq!(page.all(".game form").len(), 1, "{list}");
        assert!(page.find_form(&format!("{table}/join")).is_some(), "{list}");
        assert_eq!(page.texts(".why-not"), std::slice::from_ref(&newcomer), "{list}");
        assert_eq!(
            app.browser().get(list).await.texts(".why-not"),
            [account.clone(), account.clone()],
            "{list}"
        );
        let page = guest.get(list).await;
        assert_eq!(page.texts(".why-not"), [guests.clone(), guests.clone()], "{list}");
    }
    assert_eq!(ann.get("/games").await.texts(".why-not"), [seated.clone(), seated]);
    assert_eq!(ann.get("/").await.texts(".why-not"), Vec::<String>::new(), "it goes without saying there");
    let text = ben.get("/games").await.text();
    assert!(text.contains("3 days, usually") && text.contains(&message("table-no-limit")), "{text}");
    let joined = ben.submit(ben.get("/games").await.form(&format!("{table}/join"))).await;
    assert!(!joined.all("svg.board").is_empty(), "{}", joined.text());
    assert!(ben.get("/games?status=playing").await.texts(".why-not").is_empty());
}
