//! Inviting players, rematches, and tables like earlier ones.

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with};

/// Ends a game: the player resigns.
async fn resign(browser: &Browser, table: &str) {
    browser.submit(browser.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;
}

async fn final_page(browser: &Browser, table: &str) -> Page {
    browser.get(&format!("{table}/final")).await
}

/// The titles on the dashboard.
async fn invitations(browser: &Browser) -> Vec<String> {
    browser.get("/").await.texts(".invitations h3")
}

async fn invite(browser: &Browser, table: &str, name: &str) -> Page {
    browser.submit(browser.get(table).await.form(&format!("{table}/invite")).set("name", name)).await
}

#[tokio::test]
async fn a_table_against_the_computer_starts_as_soon_as_it_is_opened() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new").set("computer1", "1");
    let page = ann.submit(form.clone()).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    assert!(!page.says("flash-table-opened"), "it has begun");
    let record = ann.get(&format!("{}/record.jsonl", page.path)).await.body;
    assert!(record.contains(r#""salts":[null,null]"#), "{record}");
    let waits = ann.submit(form.set("plays", "no")).await;
    assert_eq!(waits.texts("ol.seats li"), ["open", "Computer Level 1 · Newcomer"]);
}

#[tokio::test]
async fn a_new_table_can_start_from_the_last_one_or_from_another() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert!(ann.get("/tables/new?game=custom").await.all("a[href='/tables/new?from=last']").is_empty());
    assert_eq!(ann.get("/tables/new?from=last").await.form("/tables/new").value("preset"), "modern");
    let changes = [
        ("preset", "chicago"),
        ("road_tile", "4"),
        ("seats", "4"),
        ("computer1", "1"),
        ("clock", "7"),
        ("visibility", "link"),
        ("aids", "none"),
        ("handicap.2", "5"),
    ];
    let table = open_table(&ann, &changes).await;
    let page = ann.get("/tables/new?game=custom").await;
    assert!(page.texts(".last")[0].contains("4 seats · time per move: 7 days"), "{:?}", page.texts(".last"));
    for path in ["/tables/new?from=last", &format!("/tables/new?from={}", &table[7..])] {
        let form = ann.get(path).await.form("/tables/new");
        for (name, value) in changes {
            assert_eq!(form.value(name), value, "{path}: {name}");
        }
        assert!(form.fields.contains(&("plays".to_owned(), "yes".to_owned())));
        let same = ann.submit(form).await;
        assert_eq!(same.texts(".differences tbody tr"), ann.get(&table).await.texts(".differences tbody tr"));
    }
    assert_eq!(
        ben.get(&format!("/tables/new?from={}", &table[7..])).await.status,
        404,
        "it is hidden from him"
    );
}

#[tokio::test]
async fn an_invited_player_joins_a_hidden_table_from_the_dashboard() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("Ben").await, app.person("eve").await);
    let table = open_table(&ann, &[("visibility", "link"), ("seats", "3")]).await;
    let refused = invite(&ann, &table, "bem").await;
    assert_eq!(
        (refused.status, refused.form(&format!("{table}/invite")).value("name")),
        (422, "bem".to_owned())
    );
    assert_eq!(refused.texts("#e-name"), [message("refused-no-player")]);
    let page = invite(&ann, &table, " BEN").await;
    assert!(page.says("flash-invited"), "{}", page.text());
    assert_eq!(page.texts(".asked li"), ["Ben invited now"]);
    let again = invite(&ann, &table, "ben").await;
    assert_eq!((again.status, again.texts(".asked li").len()), (200, 1), "sent twice");

    assert_eq!(invitations(&ben).await, ["ann invites you to a table for 3"]);
    let home = ben.get("/").await;
    assert_eq!(home.texts("head title"), ["(1) My turn – Bastide"]);
    assert_eq!(home.heading(), message_with("dashboard-heading", &[("n", "1")]));
    assert_eq!(home.texts(".count"), ["1"]);
    assert!(invitations(&eve).await.is_empty());
    assert_eq!(eve.get(&table).await.status, 404);
    let form = [("csrf", eve.token().await), ("name", "eve".to_owned())];
    assert_eq!(eve.post(&format!("{table}/invite"), &form).await.status, 404);
    assert_eq!(eve.post(&format!("{table}/decline"), &form).await.status, 409);
    assert_eq!(eve.post(&format!("{table}/join"), &form).await.status, 404);
    let forged = [("csrf", ""), ("name", "eve")];
    for action in ["invite", "decline", "join"] {
        assert_eq!(ben.post(&format!("{table}/{action}"), &forged).await.status, 403, "{action}");
    }
    let page = ben.get(&table).await;
    assert!(page.find_form(&format!("{table}/invite")).is_none(), "only the opener invites");
    assert!(page.all("code.address").is_empty(), "only players share the link");

    let page = ben.submit(home.form(&format!("{table}/join"))).await;
    assert_eq!(
        (page.path.as_str(), &page.texts("ol.seats li")[..]),
        (&*table, &["ann new player", "Ben (you)", "open"].map(String::from)[..])
    );
    assert_eq!(page.all("code.address").len(), 1);
    assert!(invitations(&ben).await.is_empty());
    let form = [("csrf", ben.token().await), ("name", "eve".to_owned())];
    assert_eq!(ben.post(&format!("{table}/invite"), &form).await.status, 403, "a player is not the opener");
}

#[tokio::test]
async fn whom_the_opener_has_played_with_is_one_click_away() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("seats", "3")]).await;
    assert!(!ann.get(&table).await.says("table-invite-known"), "nobody yet");
    app.game(&ann, &ben).await;
    let page = ann.get(&table).await;
    assert_eq!(page.texts("[aria-labelledby=h-invitable] button"), ["ben"]);
    assert!(!ben.get(&table).await.says("table-invite-known"));
    let button = page.all("[aria-labelledby=h-invitable] button")[0];
    assert_eq!((button.attr("name"), button.attr("value")), (Some("name"), Some("ben")));
    let invited = ann.submit(page.form(&format!("{table}/invite")).set("name", "ben")).await;
    assert!(invited.says("flash-invited") && !invited.says("table-invite-known"), "{}", invited.text());
    assert_eq!(invited.texts(".asked li"), ["ben invited now"]);
}

#[tokio::test]
async fn declining_is_shown_to_the_opener() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[]).await;
    invite(&ann, &table, "ben").await;
    let mut news = ann.news(&format!("{table}/live?after=0&tables=3")).await;
    let decline = ben.get(&table).await.form(&format!("{table}/decline"));
    let page = ben.submit(decline.clone()).await;
    assert!(page.path == "/" && page.says("flash-declined"), "{}", page.text());
    assert_eq!(ben.submit(decline).await.status, 200, "sent twice");
    assert!(invitations(&ben).await.is_empty());
    assert!(!ben.get("/").await.body.contains(&table), "nor among the open tables");
    assert!(ann.get("/").await.says_with("game-declined", &[("name", "ben")]));
    assert_eq!(ann.get(&table).await.texts(".asked li"), ["ben declined now"]);
    while !news.chunk().await.unwrap().contains("event: moved") {}
    let again = invite(&ann, &table, "ben").await;
    assert!(again.status == 422 && again.says("refused-invite-declined"), "{}", again.text());
    join(&ben, &table).await;
}

#[tokio::test]
async fn an_invite_link_has_a_qr_code_and_buttons_for_scripts() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for (visibility, path) in [("link", "/join/"), ("public", "/games/")] {
        let table = open_table(&ann, &[("visibility", visibility)]).await;
        let page = ann.get(&table).await;
        let link = page.texts("code.address").join("");
        assert!(link.starts_with(&format!("{}{path}", app.origin)), "{link}");
        assert_eq!(page.all("svg.qr").len(), 1);
        let share = page.all("[data-share]");
        assert_eq!(share[0].attr("data-share"), Some(&*link));
        assert_eq!(page.all("[data-share] button[hidden]").len(), 2, "without scripts they would do nothing");
        assert!(app.browser().get(&table).await.all(".invite").is_empty(), "strangers invite nobody");
    }
    let table = open_table(&ann, &[("seats", "3")]).await;
    join(&ben, &table).await;
    let page = ben.get(&table).await;
    assert!(page.texts("code.address").len() == 1 && page.all("svg.qr").len() == 1, "players share it, too");
}

#[tokio::test]
async fn a_rematch_against_the_computer_is_one_click() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let game = ann.submit(ann.get("/").await.form("/play-the-computer")).await.path;
    resign(&ann, &game).await;
    let end = final_page(&ann, &game).await;
    let again = ann.submit(end.form(&format!("{game}/rematch"))).await;
    assert!(again.path != game && !again.all("svg.board").is_empty(), "{}", again.text());
    let double = ann.submit(end.form(&format!("{game}/rematch"))).await;
    assert_eq!(double.path, again.path, "a double click");
    let end = final_page(&ann, &game).await;
    assert!(end.find_form(&format!("{game}/rematch")).is_none());
    assert_eq!(end.links(".rematch-offer a"), [again.path]);
}

#[tokio::test]
async fn a_rematch_is_offered_on_the_final_page_and_on_the_dashboard() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = app.game(&ann, &ben).await;
    resign(&ann, &game).await;
    assert!(final_page(&eve, &game).await.all(".rematch-offer").is_empty(), "only players see the offer");
    let end = final_page(&ben, &game).await;
    let live = end.all(".rematch-offer")[0].attr("data-live").unwrap().to_owned();
    let mut news = ben.news(&live).await;
    let settings = end.links(".rematch-offer a")[0].clone();
    assert_eq!(ben.get(&settings).await.heading(), "Rematch", "other settings");

    let rematch = ann.submit(final_page(&ann, &game).await.form(&format!("{game}/rematch"))).await;
    assert_eq!(rematch.texts("ol.seats li"), ["ann (you)", "reserved for ben"]);
    while !news.chunk().await.unwrap().contains("event: moved") {}
    assert_eq!(invitations(&ben).await, ["ann wants a rematch"]);
    let end = final_page(&ben, &game).await;
    assert_eq!(end.texts(".rematch-offer h2"), ["ann wants a rematch"]);
    assert_eq!(end.texts(".rematch-offer button"), ["Play", "Decline"]);
    assert_eq!(final_page(&ann, &game).await.texts(".rematch-offer"), ["Go to the rematch Waiting for ben"]);

    let page = ben.submit(end.form(&format!("{}/join", rematch.path))).await;
    assert!(page.path == rematch.path && !page.all("svg.board").is_empty(), "{}", page.text());
    assert_eq!(
        final_page(&ben, &game).await.texts(".rematch-offer"),
        ["Go to the rematch The rematch has begun."]
    );
}

#[tokio::test]
async fn the_second_players_rematch_button_accepts_and_the_first_sees_who_declines() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    resign(&ann, &game).await;
    let button = final_page(&ben, &game).await.form(&format!("{game}/rematch"));
    let rematch = ann.submit(final_page(&ann, &game).await.form(&format!("{game}/rematch"))).await.path;
    let page = ben.submit(button).await;
    assert!(page.path == rematch && !page.all("svg.board").is_empty(), "{}", page.text());

    resign(&ann, &rematch).await;
    let third = ben.submit(final_page(&ben, &rematch).await.form(&format!("{rematch}/rematch"))).await.path;
    let end = final_page(&ann, &rematch).await;
    ann.submit(end.form(&format!("{third}/decline"))).await;
    assert_eq!(
        final_page(&ann, &rematch).await.texts(".rematch-offer"),
        ["ben wants a rematch. You’ve declined."]
    );
    assert_eq!(final_page(&ben, &rematch).await.texts(".rematch-offer"), ["Go to the rematch ann declined"]);
    let page = ben.get(&third).await;
    assert_eq!(page.texts("ol.seats li"), ["ann declined", "ben (you)"]);
    let eve = app.person("eve").await;
    assert!(eve.get(&third).await.find_form(&format!("{third}/join")).is_none());
    invite(&ben, &third, "eve").await;
    let page = join(&eve, &third).await;
    assert!(!page.all("svg.board").is_empty(), "{}", page.text());
    let late = ann.post(&format!("{rematch}/rematch"), &[("csrf", ann.token().await)]).await;
    assert!(late.status == 409 && late.says("refused-without-you"), "{}", late.text());
}

#[tokio::test]
async fn a_part_of_a_name_invites_the_one_player_of_public_games_who_is_meant() {
    let app = TestApp::start().await;
    let (ann, zoe, zora) = (app.person("ann").await, app.person("Zo\u{eb}").await, app.person("Zora").await);
    let table = open_table(&ann, &[("seats", "4")]).await;
    assert!(
        invite(&ann, &table, "zoe").await.says("refused-no-player"),
        "nobody has seen her at a public table"
    );
    app.game(&zoe, &ann).await;
    assert!(invite(&ann, &table, "zoe").await.says("flash-invited"));
    app.game(&zora, &ann).await;
    let which = invite(&ann, &table, "ZO").await;
    assert_eq!(which.status, 422);
    assert!(which.says("refused-several-players"), "{}", which.text());
    let choices = which.texts(".invite button.quiet[name=name]");
    assert!(
        choices.len() == 2 && ["Zo\u{eb}", "Zora"].iter().all(|name| choices.contains(&(*name).to_owned()))
    );
    assert!(invite(&ann, &table, "zor").await.says("flash-invited"));
}

#[tokio::test]
async fn guests_neither_invite_nor_are_invited() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.browser());
    let game = guest.submit(guest.get("/").await.form("/play-the-computer")).await.path;
    let name = guest.get("/account").await.texts(".top .menu span:last-child").join("");
    let table = open_table(&ann, &[]).await;
    let refused = invite(&ann, &table, &name).await;
    assert!(refused.says("refused-no-player"), "{name}: {}", refused.text());
    let token = guest.get("/account").await.form("/account/zone").value("csrf");
    let form = [("csrf", token.as_str()), ("name", "ann")];
    for (path, status) in [(&game, 403), (&table, 403)] {
        assert_eq!(guest.post(&format!("{path}/invite"), &form).await.status, status, "{path}");
    }
}
