//! What players agree on, on the page of the clocks: taking back a turn, skipping one, and giving time.

use chrono::TimeDelta;

use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;
use crate::messages::{message, message_with};

/// A game of ann and ben with these settings, its table, and the two in the order of their turns.
async fn game(app: &TestApp, settings: &[(&str, &str)]) -> (String, Browser, Browser) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, settings).await;
    join(&ben, &table).await;
    let begins = !ann.get(&table).await.texts("#offer").is_empty();
    if begins { (table, ann, ben) } else { (table, ben, ann) }
}

/// Whether a page lets its reader propose this.
async fn offers(person: &Browser, page: &str, what: &str) -> bool {
    !person.get(page).await.all(&format!("button[value={what}]")).is_empty()
}

#[tokio::test]
async fn a_turn_is_taken_back_and_every_page_shows_it() {
    take_back(&[]).await;
}

#[tokio::test]
async fn a_turn_is_taken_back_where_players_draw_ahead() {
    take_back(&[("draw_ahead", "yes")]).await;
}

async fn take_back(settings: &[(&str, &str)]) {
    let app = TestApp::start().await;
    let (table, first, second) = game(&app, settings).await;
    let [page, ask, answer] = ["", "/propose", "/answer"].map(|path| format!("{table}/clock{path}"));
    assert!(!offers(&first, &page, "take-back").await, "nobody has moved");
    crate::turns::play(&app, &table, 3).await;
    let seen = first.get(&table).await;
    assert_eq!(seen.texts(".asks"), [message("take-back-ask")]);
    assert_eq!(seen.links(".asks a"), std::slice::from_ref(&page));
    assert!(!offers(&second, &page, "take-back").await, "it is not their turn that was last");
    let form = first.get(&page).await.form(&ask).set("what", "take-back");
    let said = first.submit(form.clone()).await;
    assert!(said.says("flash-proposed"), "{}", said.text());
    // A second tab changes nothing.
    let again = first.submit(form.clone()).await;
    assert_eq!((again.status, again.says("refused-asked-before")), (422, true), "{}", again.text());
    let asked = second.get(&table).await;
    assert!(asked.texts(".asks")[0].contains("asks to take back"), "{:?}", asked.texts(".asks"));
    assert!(asked.texts(".stop")[0].ends_with("(take-back)"), "{:?}", asked.texts(".stop"));
    let agreed = second.submit(second.get(&page).await.form(&answer).set("agrees", "yes")).await;
    assert!(agreed.says("flash-answered"), "{}", agreed.text());
    assert!(!first.get(&table).await.texts("#offer").is_empty(), "it is their turn again");
    let stale = first.submit(form).await;
    assert_eq!((stale.status, stale.says("refused-no-proposal")), (422, true), "{}", stale.text());
    for path in ["", "/moves", "/clock", "/record.jsonl", "?part=features", "/moves?turn=2", "/graph.json"] {
        let seen = second.get(&format!("{table}{path}")).await;
        assert_eq!(seen.status, 200, "{path}");
    }
    assert!(second.get(&format!("{table}/moves")).await.says("event-takeback"));
    assert!(second.get(&page).await.texts("tbody td a").contains(&message("clock-taken-back")));
    crate::turns::play(&app, &table, 1).await;
    assert!(offers(&first, &page, "take-back").await, "two are left");
    crate::turns::play(&app, &table, 200).await;
    for path in ["", "/final", "/moves", "/record.jsonl", "/analysis"] {
        assert_eq!(second.get(&format!("{table}{path}")).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn where_nothing_happens_by_itself_the_other_skips_the_turn_or_gives_time() {
    let app = TestApp::start().await;
    let (table, late, other) = game(&app, &[("missed", "wait"), ("clock", "standard")]).await;
    let [page, ask, give] = ["", "/propose", "/give"].map(|path| format!("{table}/clock{path}"));
    assert!(!offers(&other, &page, "skip").await, "there is time left");
    let given = other.submit(other.get(&page).await.form(&give).set("gift", "1 d")).await;
    assert!(given.says("flash-time-given"), "{}", given.text());
    for (gift, why) in [
        ("soon", message_with("refused-duration", &[("text", "soon")])),
        ("10 min", message_with("refused-gift-short", &[("least", "1\u{a0}h")])),
        ("30 d", message_with("refused-gift-long", &[("most", "7\u{a0}d")])),
    ] {
        let said = other.submit(other.get(&page).await.form(&give).set("gift", gift)).await;
        assert_eq!((said.status, said.texts("#e-gift")), (422, vec![why]), "{gift}");
        assert_eq!(said.form(&give).value("gift"), gift);
    }
    app.clock.advance(TimeDelta::days(3));
    assert!(!offers(&other, &page, "skip").await, "a day was given");
    app.clock.advance(TimeDelta::days(1));
    assert_eq!(other.get(&table).await.texts(".asks"), [message("skip-ask")]);
    assert!(!offers(&late, &page, "skip").await);
    let skipped = other.submit(other.get(&page).await.form(&ask).set("what", "skip")).await;
    assert!(skipped.says("flash-agreed"), "{}", skipped.text());
    assert!(!other.get(&table).await.texts("#offer").is_empty(), "it is the other's turn");
}

#[tokio::test]
async fn a_new_table_says_what_happens_when_time_runs_out() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (value, text) in [
        ("3", message_with("missed-skip", &[("n", "3")])),
        ("1", message_with("missed-skip", &[("n", "1")])),
        ("wait", message("missed-wait")),
        ("computer", message_with("missed-computer", &[("n", "4")])),
        ("replace", message_with("missed-replace", &[("n", "4")])),
        ("offer", message_with("missed-offer", &[("n", "4")])),
    ] {
        let table = open_table(&ann, &[("missed", value), ("take_backs", "1"), ("clock", "standard")]).await;
        let page = ann.get(&table).await;
        assert!(page.texts("dd").contains(&text), "{value}: {:?}", page.texts("dd"));
        assert!(page.texts("dd").contains(&message_with("take-back-count", &[("n", "1")])));
        let id = table.rsplit('/').next().unwrap();
        let like = ann.get(&format!("/tables/new?from={id}")).await.form("/tables/new");
        assert_eq!((like.value("missed"), like.value("take_backs")), (value.to_owned(), "1".to_owned()));
    }
    // People who know each other decide themselves, unless they say otherwise.
    let page = ann.get("/tables/new?game=custom").await;
    assert!(page.says("missed-usual-help"), "{}", page.text());
    let form = page.form("/tables/new").set("clock", "3");
    assert_eq!(form.value("missed"), "");
    let csrf = form.value("csrf");
    let (skip, wait) = (message_with("missed-skip", &[("n", "3")]), message("missed-wait"));
    for (visibility, missed, text) in
        [("public", "", &skip), ("link", "", &wait), ("link", "3", &skip), ("public", "wait", &wait)]
    {
        let table = ann.submit(form.clone().set("visibility", visibility).set("missed", missed)).await;
        assert!(table.texts("dd").contains(text), "{visibility} {missed}: {:?}", table.texts("dd"));
    }
    let mut form = form.set("visibility", "link");
    form.fields.retain(|(name, _)| name != "missed");
    let table = ann.submit(form).await;
    assert!(table.texts("dd").contains(&wait), "a form without the question: {:?}", table.texts("dd"));
    // What was refused keeps the choice.
    let form = ann
        .get("/tables/new?game=custom")
        .await
        .form("/tables/new")
        .set("clock", "custom")
        .set("free", "25:00");
    assert_eq!(ann.submit(form.clone()).await.form("/tables/new").value("missed"), "");
    assert_eq!(ann.submit(form.set("missed", "3")).await.form("/tables/new").value("missed"), "3");
    for (field, value) in [
        ("missed", "0"),
        ("missed", "10"),
        ("missed", "never"),
        ("substitute", "9"),
        ("take_backs", "10"),
        ("take_backs", "-1"),
    ] {
        let mut fields = vec![("csrf", csrf.as_str()), (field, value)];
        if field != "missed" {
            fields.push(("missed", "computer"));
        }
        let said = ann.post("/tables/new", &fields).await;
        assert_eq!(said.status, 400, "{field} {value}: {}", said.text());
    }
}

#[tokio::test]
async fn a_computer_plays_on_and_every_page_says_so_until_the_player_is_back() {
    let app = TestApp::start().await;
    let settings = [("missed", "computer"), ("substitute", "2"), ("clock", "standard"), ("leave", "no")];
    let (table, late, other) = game(&app, &settings).await;
    crate::turns::play(&app, &table, 2).await;
    let [page, back, ask] = ["", "/take-over", "/propose"].map(|path| format!("{table}/clock{path}"));
    app.clock.advance(TimeDelta::days(3));
    app.run_jobs().await;
    let seen = other.get(&table).await;
    assert!(!seen.texts("#offer").is_empty(), "the computer has played: {}", seen.text());
    assert!(seen.text().contains(&message_with("scores-substitute", &[("n", "2")])), "{}", seen.text());
    assert_eq!(seen.texts(".asks"), [message("alone-ask")]);
    assert_eq!(late.get(&table).await.texts(".asks"), [message("substitute-ask")]);
    assert!(late.get("/").await.says("game-substituted"), "the dashboard tells them");
    for path in ["", "/moves", "/clock", "/record.jsonl", "/moves?turn=3", "/graph.json"] {
        for reader in [&late, &other] {
            assert_eq!(reader.get(&format!("{table}{path}")).await.status, 200, "{path}");
        }
    }
    let history = other.get(&page).await.texts("tbody td a");
    for key in ["clock-handed-over", "clock-substituted"] {
        assert!(history.contains(&message(key)), "{key}: {history:?}");
    }
    assert!(other.get(&page).await.find_form(&back).is_none());
    let form = late.get(&page).await.form(&back);
    let said = late.submit(form.clone()).await;
    assert!(said.says("flash-taken-over"), "{}", said.text());
    // A second tab changes nothing.
    let again = late.submit(form).await;
    assert_eq!((again.status, again.says("refused-not-substituted")), (422, true), "{}", again.text());
    assert!(late.get(&format!("{table}/moves")).await.text().contains("plays again"));
    assert!(!late.get("/").await.says("game-substituted"));
    // Both are in, so both have to agree to end the game.
    let asked = other.submit(other.get(&page).await.form(&ask).set("what", "end")).await;
    assert!(asked.says("flash-proposed"), "{}", asked.text());
    let answer = late.get(&page).await.form(&format!("{page}/answer")).set("agrees", "yes");
    late.submit(answer).await;
    for path in ["", "/final", "/moves", "/record.jsonl", "/analysis"] {
        assert_eq!(other.get(&format!("{table}{path}")).await.status, 200, "{path}");
    }
    assert!(other.get(&format!("{table}/final")).await.says("final-reason-agreed"));
    let odd = other.post(&ask, &[("csrf", other.token().await.as_str()), ("what", "tea")]).await;
    assert_eq!(odd.status, 400);
}

#[tokio::test]
async fn a_seat_is_offered_to_everyone_else_until_somebody_takes_it_over() {
    let app = TestApp::start().await;
    let settings = [("missed", "replace"), ("substitute", "2"), ("clock", "standard"), ("leave", "no")];
    let (table, late, other) = game(&app, &settings).await;
    let (cat, dan) = (app.person("cat").await, app.person("dan").await);
    crate::turns::play(&app, &table, 2).await;
    assert!(cat.get(&table).await.texts(".asks").is_empty());
    let [page, take] = ["", "/take-seat"].map(|path| format!("{table}/clock{path}"));
    app.clock.advance(TimeDelta::days(3));
    app.run_jobs().await;
    let own = late.get(&page).await;
    assert!(own.says("substitute-offered") && own.find_form(&take).is_none(), "{}", own.text());
    assert!(other.get(&page).await.find_form(&take).is_none());
    let visitor = app.browser().get(&page).await;
    assert!(visitor.find_form(&take).is_none() && visitor.text().contains("Sign in"), "{}", visitor.text());
    assert!(cat.get("/").await.says("offered-seats"), "the lobby offers it");
    assert!(!late.get("/").await.says("offered-seats"));
    assert!(cat.get(&table).await.texts(".asks")[0].starts_with("Take over "));
    let form = cat.get(&page).await.form(&take);
    let too_late = dan.get(&page).await.form(&take);
    let odd = cat.post(&take, &[("csrf", cat.token().await.as_str()), ("seat", "tea")]).await;
    assert_eq!(odd.status, 400);
    let said = cat.submit(form.clone()).await;
    assert!(said.says("flash-seat-taken"), "{}", said.text());
    for (person, form, why) in
        [(&cat, form, "refused-seat-already-in"), (&dan, too_late, "refused-seat-not-offered")]
    {
        let again = person.submit(form).await;
        assert_eq!((again.status, again.says(why)), (422, true), "{}", again.text());
    }
    assert!(late.get("/").await.says("game-replaced"), "the dashboard tells them");
    assert!(!cat.get("/").await.says("offered-seats"));
    for path in ["", "/moves", "/clock", "/record.jsonl", "/moves?turn=3", "/graph.json"] {
        for reader in [&late, &other, &cat] {
            assert_eq!(reader.get(&format!("{table}{path}")).await.status, 200, "{path}");
        }
    }
    let name = late.get("/account").await.text();
    let late_name = if name.contains("ann") { "ann" } else { "ben" };
    let log = other.get(&format!("{table}/moves")).await.text();
    assert!(log.contains(&format!("cat takes over the seat of {late_name}")), "{log}");
    assert!(late.get(&table).await.texts(".asks")[0].contains("cat has taken over your seat"));
    let seen = late.get(&page).await.form(&format!("{table}/seen"));
    late.submit(seen).await;
    assert!(!late.get("/").await.says("game-replaced"), "they have seen it");
    assert!(cat.get(&page).await.find_form(&format!("{table}/seen")).is_none());
    crate::turns::play(&app, &table, 200).await;
    for path in ["", "/final", "/moves", "/record.jsonl", "/analysis"] {
        assert_eq!(cat.get(&format!("{table}{path}")).await.status, 200, "{path}");
    }
    // A private table has nobody to offer a seat to.
    let form = cat.get("/tables/new?game=custom").await.form("/tables/new").set("visibility", "link");
    let private = cat.submit(form.set("missed", "replace").set("clock", "standard")).await;
    assert_eq!((private.status, private.says("refused-replacement-private")), (422, true));
}

#[tokio::test]
async fn a_free_seat_says_until_when_it_waits_and_its_player_can_come_back() {
    let app = TestApp::start().await;
    let settings = [("missed", "offer"), ("substitute", "2"), ("clock", "standard"), ("leave", "no")];
    let (table, late, other) = game(&app, &settings).await;
    let cat = app.person("cat").await;
    crate::turns::play(&app, &table, 2).await;
    let [page, take, back] = ["", "/take-seat", "/take-over"].map(|path| format!("{table}/clock{path}"));
    app.clock.advance(TimeDelta::days(3));
    app.run_jobs().await;
    let own = late.get(&page).await;
    assert!(own.says("vacant-heading") && own.find_form(&back).is_some(), "{}", own.text());
    assert!(own.find_form(&take).is_none() && !own.says("substitute-offered"));
    assert!(late.get("/").await.says("game-own-seat-offered"));
    assert!(late.get(&table).await.says("vacant-ask"));
    let free = ["ann", "ben"].map(|name| message_with("game-seat-offered", &[("name", name)]));
    for (reader, path) in [(&cat, "/"), (&other, "/"), (&cat, &table), (&other, &table)] {
        let shown = reader.get(path).await;
        assert!(free.iter().any(|free| shown.text().contains(free)), "{path}: {}", shown.text());
    }
    assert!(cat.get(&table).await.says("scores-vacant"));
    let offer = cat.get(&page).await;
    assert!(offer.text().contains("then a computer of level 2 plays"), "{}", offer.text());
    let form = offer.form(&take);
    late.submit(own.form(&back)).await;
    assert!(late.get("/").await.says("game-your-turn"));
    let refused = cat.submit(form).await;
    assert_eq!((refused.status, refused.says("refused-seat-not-offered")), (422, true));
    let history = other.get(&page).await;
    assert!(history.says("clock-offered"), "{}", history.text());
    // The log could not tell a stand-in from a seat that waits.
    let form = cat.get("/tables/new?game=custom").await.form("/tables/new").set("missed", "offer");
    let both = cat.submit(form.clone().set("clock", "standard").set("stand_ins", "yes")).await;
    assert_eq!((both.status, both.says("refused-stand-ins")), (422, true), "{}", both.text());
    let private = cat.submit(form.set("visibility", "link").set("clock", "standard")).await;
    assert_eq!((private.status, private.says("refused-replacement-private")), (422, true));
}

#[tokio::test]
async fn a_game_that_is_called_off_has_no_winner_on_any_page() {
    let app = TestApp::start().await;
    let (table, first, second) = game(&app, &[]).await;
    let [page, ask] = ["", "/propose"].map(|path| format!("{table}/clock{path}"));
    first.submit(first.get(&page).await.form(&ask).set("what", "call-off")).await;
    let asked = second.get(&table).await;
    assert!(asked.texts(".asks")[0].contains("call the game off"), "{:?}", asked.texts(".asks"));
    second.submit(second.get(&page).await.form(&format!("{page}/answer")).set("agrees", "yes")).await;
    for path in ["", "/final", "/moves", "/record.jsonl", "/analysis", "/rematch"] {
        assert_eq!(second.get(&format!("{table}{path}")).await.status, 200, "{path}");
    }
    assert!(second.get(&format!("{table}/final")).await.says("final-reason-called-off"));
    for list in ["/", "/games", "/games?status=finished"] {
        let page = second.get(list).await;
        assert_eq!(page.status, 200, "{list}");
        assert!(!page.text().contains("won"), "{list}: {}", page.text());
    }
    let late = second.get(&page).await;
    assert!(late.find_form(&ask).is_none(), "it is over");
}

#[tokio::test]
async fn a_plan_is_made_on_a_page_of_its_own_that_only_its_player_sees() {
    let app = TestApp::start().await;
    let (table, first, second) = game(&app, &[("stand_ins", "yes"), ("meeples", "1")]).await;
    let page = format!("{table}/plan");
    assert!(second.get(&table).await.links("#others a").contains(&page));
    let seen = first.get(&table).await.body;
    let form = second.get(&page).await.form(&page);
    let said = second.submit(form.set("forced", "yes").set("stand_in", "3")).await;
    assert!(said.says("flash-plan-saved"), "{}", said.text());
    let planned = second.get(&page).await.form(&page);
    assert_eq!((planned.value("forced"), planned.value("stand_in")), ("yes".to_owned(), "3".to_owned()));
    let own = first.get(&page).await.form(&page);
    assert_eq!((own.value("forced"), own.value("stand_in")), (String::new(), String::new()));
    // Each page has tokens of its own.
    let without_tokens = |body: &str| {
        let parts = body
            .split("name=\"csrf\" value=\"")
            .map(|part| part.split_once('"').map_or(part, |(_, rest)| rest));
        let parts: Vec<&str> = parts.collect();
        let keys = parts.join("");
        keys.split("name=\"key\" value=\"")
            .map(|part| part.split_once('"').map_or(part, |(_, rest)| rest))
            .collect::<String>()
    };
    assert_eq!(without_tokens(&first.get(&table).await.body), without_tokens(&seen));
    let token = second.token().await;
    for (stand_in, status) in [("9", 400), ("best", 400), ("0", 400), ("", 303)] {
        let said = second.post(&page, &[("csrf", token.as_str()), ("stand_in", stand_in)]).await;
        assert_eq!(said.status, status, "{stand_in}: {}", said.text());
    }
    let planned = second.get(&page).await.form(&page);
    assert_eq!((planned.value("forced"), planned.value("stand_in")), (String::new(), String::new()));
    let (table, first, _) = {
        let [cleo, dora] = [app.person("cleo").await, app.person("dora").await];
        let table = open_table(&cleo, &[]).await;
        join(&dora, &table).await;
        (table, cleo, dora)
    };
    let page = format!("{table}/plan");
    let token = first.token().await;
    let refused = first.post(&page, &[("csrf", token.as_str()), ("stand_in", "3")]).await;
    assert_eq!((refused.status, refused.says("refused-no-stand-in")), (422, true), "{}", refused.text());
}

#[tokio::test]
async fn the_last_person_is_asked_and_who_was_alone_from_the_start_is_not() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = open_table(&ann, &[("seats", "3"), ("computer1", "1")]).await;
    join(&ben, &table).await;
    assert!(ann.get(&table).await.texts(".asks").is_empty());
    let resign = format!("{table}/resign");
    ben.submit(ben.get(&resign).await.form(&resign)).await;
    assert_eq!(ann.get(&table).await.texts(".asks"), [message("alone-ask")]);
    assert!(ben.get(&table).await.texts(".asks").is_empty());
    let ask = format!("{table}/clock/propose");
    ann.submit(ann.get(&format!("{table}/clock")).await.form(&ask).set("what", "end")).await;
    assert!(ann.get(&format!("{table}/final")).await.says("final-reason-agreed"));
    let alone = open_table(&ann, &[("computer1", "1")]).await;
    assert!(ann.get(&alone).await.texts(".asks").is_empty());
}
