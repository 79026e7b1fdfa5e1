//! Rule books, a table's rules, and games under each of them.

use bastide::engine::{FollowerKind, Game, Record, Scored, Seat, Turn, legal};
use bastide::service::{Expected, Principal, Submission};
use bastide::table::{GameId, Player};

use crate::app::{TestApp, as_user, join, open_table};
use crate::browser::{Browser, Page};
use crate::messages::{message, message_with, says};
use crate::play::is_my_turn;

/// A table with changes to the form, at which both players sit.
async fn seated(app: &TestApp, people: [&Browser; 2], changes: &[(&str, &str)]) -> String {
    let table = open_table(people[0], changes).await;
    join(people[1], &table).await;
    assert!(!app.browser().get(&table).await.all("svg.board").is_empty());
    table
}

#[tokio::test]
async fn every_rule_book_is_linked_and_explains_its_rules_with_examples() {
    let app = TestApp::start().await;
    let browser = app.browser();
    let index = browser.get("/rules").await;
    let books = index.links(".books a");
    assert_eq!(books.len(), 8);
    for book in books {
        let page = browser.get(&book).await;
        assert_eq!(page.status, 200, "{book}");
        assert!(page.all("figure.example svg.board").len() >= 5, "{book}");
        for link in page.links("main a").iter().filter(|link| link.starts_with('#')) {
            assert_eq!(page.all(link).len(), 1, "{book}{link}");
        }
        assert!(page.body.len() < 150_000, "{book}: {} bytes", page.body.len());
    }
    assert_eq!(browser.get("/rules/unheard-of").await.status, 404);
    assert!(browser.get("/").await.links("nav a").contains(&"/rules".to_owned()));
}

#[tokio::test]
async fn the_button_of_a_book_opens_a_table_with_its_rules() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let book = ann.get("/rules/second-edition-fields").await;
    let link =
        book.links("main .actions a").into_iter().find(|link| link.starts_with("/tables/new")).unwrap();
    let form = ann.get(&link).await.form("/tables/new");
    let page = ann.submit(form).await;
    assert_eq!(page.status, 200);
    let told = page.texts(".differences tbody tr");
    assert_eq!(told.len(), 1, "the points for a city are 3 in both: {told:?}");
    assert!(told[0].starts_with("Fields city by city"), "{told:?}");
}

#[tokio::test]
async fn another_book_is_shown_with_what_was_typed_and_nothing_is_opened() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
    let form = form.set("preset", "mcguire").set("road_tile", "5").set("seats", "4").set("show", "rules");
    let page = ann.submit(form).await;
    assert_eq!((page.status, page.path.as_str()), (200, "/tables/new"));
    let shown = page.form("/tables/new");
    assert_eq!(shown.value("shown"), "mcguire");
    assert_eq!(shown.value("hand.shared"), "3", "as the book has it");
    assert_eq!(shown.value("road_tile"), "5", "as it was typed");
    assert_eq!(shown.value("seats"), "4");
    assert_eq!(page.texts(".rule.changed .label"), [message("rule-road-tile")]);
}

#[tokio::test]
async fn an_invalid_combination_is_rejected_at_its_field_and_nothing_typed_is_lost() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let number = |least, most| message_with("rules-form-number", &[("least", least), ("most", most)]);
    for (changes, key, why) in [
        (vec![("sets.base", "0")], "sets", message("rules-wrong-no-base")),
        (vec![("preset", "abbeys"), ("sets.river", "1")], "bag", message("rules-wrong-bag")),
        (vec![("meeples", "many")], "meeples", number("1", "30")),
        (vec![("bag", "minutes"), ("bag.minutes", "5")], "bag", number("10", "600")),
        (vec![("fields", "none"), ("pig", "count 1")], "pig", message("rules-wrong-pig")),
        (vec![("preset", "mcguire"), ("draw_ahead", "yes")], "draw_ahead", message("rules-wrong-draw-ahead")),
    ] {
        let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
        let form = changes.iter().fold(form, |form, (name, value)| form.set(name, value));
        let page = ann.submit(form.set("clock", "7")).await;
        assert_eq!(page.status, 422, "{changes:?}");
        assert!(says(&page.texts("[role=alert]").join(" "), "new-table-wrong"));
        let error = page.texts(&format!("#e-{key}")).join(" ");
        assert!(error.contains(&why), "{changes:?}: {error}");
        let back = page.form("/tables/new");
        for (name, value) in changes.iter().chain(&[("clock", "7")]) {
            assert_eq!(back.value(name), *value, "{changes:?}");
        }
        assert!(page.all("#more details[open]").len() == 1);
    }
}

#[tokio::test]
async fn a_table_shows_its_rules_before_during_and_after_the_game() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let changes = [("preset", "chicago"), ("road_tile", "4"), ("sets.inns", "1")];
    let table = open_table(&ann, &changes).await;
    let expected = ["Expansions Base game and Inns & Cathedrals Base game", "Finished road 4 1"];
    let check = |page: Page| {
        assert_eq!(page.texts(".differences tbody tr"), expected, "{}", page.path);
        assert!(page.links("main a").contains(&"/rules/chicago".to_owned()), "{}", page.path);
    };
    check(ann.get(&table).await);
    join(&ben, &table).await;
    check(ben.get(&format!("{table}?tab=rules")).await);
    let rules = ben.get(&format!("{table}/rules")).await;
    assert!(rules.text().contains("A finished road scores 4 points"), "{}", rules.text());
    check(rules);
    let resign = ann.get(&format!("{table}/resign")).await;
    ann.submit(resign.form(&format!("{table}/resign"))).await;
    check(ben.get(&format!("{table}/final")).await);
}

/// Plays a whole game through pages, choosing among the offered turns; returns the record.
async fn play(table: &str, people: [&Browser; 2]) -> String {
    for turn in 0.. {
        assert!(turn < 150, "the game ends");
        let mut page = people[0].get(table).await;
        let mut browser = people[0];
        if !is_my_turn(&page) {
            if !page.links("main a").iter().all(|link| *link != format!("{table}/final")) {
                break;
            }
            browser = people[1];
            page = browser.get(table).await;
        }
        // Another tile of the hand, if several fit.
        if let Some(other) = page.links("ul.hand a").get(turn % 3) {
            page = browser.get(other).await;
        }
        let cells = page.links("svg.board a");
        let preview = browser.get(&cells[turn % cells.len()]).await;
        assert_eq!(preview.status, 200, "{}", preview.text());
        let choices = preview.choices("follower");
        let form = preview.form(&format!("{table}/turns"));
        let special = choices
            .iter()
            .find(|choice| ["pig", "builder", "big"].iter().any(|kind| choice.starts_with(kind)));
        let follower = special.unwrap_or(&choices[turn % choices.len()]);
        let done = browser.submit(form.set("follower", follower)).await;
        assert_eq!(done.status, 200, "{}", done.text());
        if done.heading() == message("final-over") {
            break;
        }
    }
    people[0].get(&format!("{table}/record.jsonl")).await.body
}

/// Checks the page's final table against the sums of the record's score events.
async fn check_end(browser: &Browser, table: &str, record: &str) {
    let (record, game) = Record::read(record).unwrap();
    assert!(game.is_finished());
    let mut sums = vec![[0; Scored::ALL.len()]; record.header.colours.len()];
    for entry in &record.events {
        if let bastide::engine::Event::Score { feature, colours, points, .. } = &entry.event {
            for colour in colours.iter() {
                sums[usize::from(colour.0)][*feature as usize] += points;
            }
        }
    }
    let page = browser.get(&format!("{table}/final")).await;
    let rows = page.all("section[aria-labelledby=h-points] tbody tr");
    assert_eq!(rows.len(), sums.len());
    let cell = scraper::Selector::parse("td").unwrap();
    for (row, sums) in rows.into_iter().zip(&sums) {
        let cells = row.select(&cell);
        let shown: Vec<i32> = cells.map(|cell| cell.text().collect::<String>().parse().unwrap()).collect();
        let (total, parts) = shown.split_first().unwrap();
        let paid: Vec<i32> = sums.iter().copied().filter(|sum| *sum != 0).collect();
        assert_eq!(parts.iter().copied().filter(|part| *part != 0).collect::<Vec<_>>(), paid);
        assert_eq!(*total, sums.iter().sum::<i32>());
    }
    check_claims(browser, table, &game, &page).await;
}

/// Checks the breakdown of the final scoring, and that its numbers are on the board.
async fn check_claims(browser: &Browser, table: &str, game: &Game, page: &Page) {
    let claims = game.claims();
    let (fields, others): (Vec<_>, Vec<_>) = claims.iter().partition(|claim| claim.feature == Scored::Field);
    assert_eq!(page.all("section[aria-labelledby=h-fields] .breakdown > li").len(), fields.len());
    assert_eq!(page.all("section[aria-labelledby=h-paid] .breakdown > li").len(), others.len());
    let map = browser.get(&format!("{table}/final?show=fields")).await;
    let tags = map.texts("svg.board .a-tag");
    for (number, claim) in (1..).zip(&fields) {
        let owners = claim.majority.len();
        let tag = tags.iter().find(|tag| tag.split(' ').next() == Some(&number.to_string()));
        let letters = tag.and_then(|tag| tag.split(' ').nth(1)).map_or(0, str::len);
        assert_eq!(letters, owners, "number {number} has the letters of its owners: {tags:?}");
    }
    assert_eq!(tags.len(), fields.len());
}

async fn played_through(changes: &[(&str, &str)]) -> (String, TestApp, String) {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = seated(&app, [&ann, &ben], changes).await;
    let record = play(&table, [&ann, &ben]).await;
    check_end(&ann, &table, &record).await;
    (record, app, table)
}

#[tokio::test]
async fn a_modern_game_with_traders_and_builders_is_played_through_pages() {
    // The draw rarely keeps both away for a whole game.
    for _ in 0..4 {
        let changes = [("sets.traders", "1"), ("bag", "minutes"), ("bag.minutes", "35")];
        let (record, ..) = played_through(&changes).await;
        if record.contains("builder") && record.contains("pig") {
            return;
        }
    }
    panic!("no builder or no pig has been placed in four games");
}

#[tokio::test]
async fn a_modern_game_with_river_and_inns_is_played_through_pages() {
    let changes = [("sets.river", "1"), ("sets.inns", "1"), ("bag", "minutes"), ("bag.minutes", "20")];
    let (record, ..) = played_through(&changes).await;
    assert!(record.contains("RV-lake") && record.contains("\"big\""));
}

#[tokio::test]
async fn a_game_in_which_players_draw_ahead_is_played_through_pages() {
    let (record, app, table) = played_through(&[("draw_ahead", "yes"), ("sets.traders", "1")]).await;
    let [first, second] =
        [0, 1].map(|colour| format!(r#"{{"n":{},"type":"draw","colour":{colour},"tiles":["#, colour + 1));
    assert!(record.contains(&first) && record.contains(&second), "{record}");
    for path in ["/moves", "/moves?turn=1", "/moves?turn=2", "/moves?turn=9", "/graph.json", "/clock"] {
        assert_eq!(app.browser().get(&format!("{table}{path}")).await.status, 200, "{path}");
    }
    let verified = app.service.verify(None, 1, |_| ()).await.unwrap();
    assert_eq!(verified.problems, 0);
}

#[tokio::test]
async fn a_table_shows_the_tile_that_a_player_has_drawn_ahead() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let all = ["inns", "traders", "king", "river"].map(|set| (format!("sets.{set}"), "1"));
    let mut changes: Vec<(&str, &str)> = all.iter().map(|(key, value)| (key.as_str(), *value)).collect();
    changes.push(("draw_ahead", "yes"));
    let table = seated(&app, [&ann, &ben], &changes).await;
    crate::turns::play(&app, &table, 30).await;
    for browser in [&ann, &ben] {
        let page = browser.get(&table).await;
        // Those who wait see their own tile in the place of the hand, to plan with it.
        let waits = page.find_form(&format!("{table}/plan/turn")).is_some();
        assert_eq!(page.all(".players .next-tile svg").len(), if waits { 2 } else { 1 });
        assert_eq!(page.all(".players .moving .next-tile").len(), usize::from(waits));
        assert_eq!(page.all("ul.hand > li").len(), 1);
        assert!(page.body.len() < 100_000, "{} bytes", page.body.len());
    }
    let rules = ann.get(&format!("{table}/rules")).await;
    assert!(rules.says("book-draw-ahead-then"), "{}", rules.text());
}

#[tokio::test]
async fn a_chicago_game_is_played_through_pages() {
    played_through(&[("preset", "chicago"), ("bag", "minutes"), ("bag.minutes", "15")]).await;
}

#[tokio::test]
async fn a_game_of_abbeys_is_played_through_pages_in_its_own_words() {
    let (record, app, table) = played_through(&[("preset", "abbeys")]).await;
    assert!(!record.contains("\"field\""));
    let browser = app.browser();
    for page in ["", "/final", "/moves", "/rules", "?show=tiles&show=fields"] {
        let page = browser.get(&format!("{table}{page}")).await;
        let text = page.text().to_lowercase();
        for word in ["city", "cities", "cloister", "meeple", "shield", "bag"] {
            assert!(!text.contains(word), "{}: {word}: {text}", page.path);
        }
    }
}

#[tokio::test]
async fn a_mcguire_game_of_two_with_four_colours_is_played_through_pages() {
    let (record, app, table) = played_through(&[("preset", "mcguire"), ("bag.minutes", "20")]).await;
    assert!(record.contains("\"colour\":3"), "two seats have four colours");
    let page = app.browser().get(&format!("{table}/final")).await;
    assert!(page.says("final-both-colours"), "{}", page.text());
}

#[tokio::test]
async fn handicaps_can_be_entered_are_shown_and_count_in_the_game() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new").set("handicap.3", "5");
    let page = ann.submit(form.clone()).await;
    assert_eq!(page.status, 422);
    assert_eq!(page.texts("#e-handicaps"), ["There’s no seat 3 at a table for 2."]);
    assert_eq!(page.form("/tables/new").value("handicap.3"), "5");

    let table = ann.submit(form.set("handicap.3", "").set("handicap.2", "12")).await;
    assert_eq!(table.texts("ol.seats li"), ["ann (you)", "open starts with 12 points"]);
    join(&ben, &table.path).await;
    let record = ann.get(&format!("{}/record.jsonl", table.path)).await.body;
    let (record, game) = Record::read(&record).unwrap();
    assert_eq!(record.header.handicaps, [0, 12]);
    assert_eq!(game.seat_score(bastide::engine::Seat(1)), 12);
}

#[tokio::test]
async fn a_rematch_keeps_the_seats_and_gives_each_loser_half_of_what_was_missing() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = open_table(&ann, &[("preset", "mcguire"), ("handicap.1", "31"), ("clock", "7")]).await;
    join(&ben, &table).await;
    let early = ann.post(&format!("{table}/rematch"), &[("csrf", ann.token().await)]).await;
    assert_eq!(early.status, 409, "the game goes on");
    ben.submit(ben.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;

    let end = format!("{table}/final");
    assert!(eve.get(&end).await.find_form(&format!("{table}/rematch")).is_none());
    let stranger = eve.post(&format!("{table}/rematch"), &[("csrf", eve.token().await)]).await;
    assert_eq!(stranger.status, 403);
    let forged = ben.post(&format!("{table}/rematch"), &[("csrf", "")]).await;
    assert_eq!(forged.status, 403);

    // The first to ask takes a seat, and the other is asked.
    let rematch = ann.submit(ann.get(&end).await.form(&format!("{table}/rematch"))).await;
    let expected = ["ann (you) starts with 31 points", "reserved for ben starts with 15 points"];
    assert_eq!(rematch.texts("ol.seats li"), expected);

    let join = format!("{}/join", rematch.path);
    let page = eve.get(&rematch.path).await;
    assert!(page.find_form(&join).is_none() && page.says("table-seats-reserved"));
    assert!(!eve.get("/").await.body.contains(&rematch.path), "it is no table for her");
    let pushed = eve.post(&join, &[("csrf", eve.token().await)]).await;
    assert_eq!(pushed.status, 409);

    let page = ben.submit(ben.get(&end).await.form(&join)).await;
    assert!(!page.all("svg.board").is_empty(), "the game has begun: {}", page.text());
    let record = ann.get(&format!("{}/record.jsonl", rematch.path)).await.body;
    let (record, _) = Record::read(&record).unwrap();
    assert_eq!(record.header.seats, ["ann", "ben"]);
    assert_eq!(record.header.handicaps, [31, 15]);
    assert_eq!(record.header.rules, bastide::engine::Ruleset::of(bastide::engine::Preset::Mcguire));
}

#[tokio::test]
async fn a_rematch_of_a_private_table_can_be_seen_by_its_players_alone() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = open_table(&ann, &[("visibility", "link")]).await;
    let page = ann.get(&table).await;
    let link = page.texts("code").into_iter().find(|code| code.starts_with(&app.origin)).unwrap();
    let page = ben.get(link.strip_prefix(&app.origin).unwrap()).await;
    ben.submit(page.form(&format!("{table}/join"))).await;
    ann.submit(ann.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;
    let rematch =
        ann.submit(ann.get(&format!("{table}/final")).await.form(&format!("{table}/rematch"))).await.path;
    assert_eq!(eve.get(&rematch).await.status, 404);
    let stranger = eve.post(&format!("{table}/rematch"), &[("csrf", eve.token().await)]).await;
    assert_eq!(stranger.status, 404);
    let page = ben.get(&rematch).await;
    assert_eq!(page.status, 200, "his seat is kept");
    assert_eq!(ben.submit(page.form(&format!("{rematch}/join"))).await.status, 200);
}

/// Plays until the player to move has the second part of a double turn; returns their seat.
async fn play_to_a_second_part(app: &TestApp, table: &str) -> Seat {
    let id = GameId::parse(table.rsplit('/').next().unwrap()).unwrap();
    loop {
        let seen = app.service.table(&Principal::anonymous(None), &id, None).await.unwrap().unwrap();
        let replay = seen.play.unwrap();
        let seat = replay.game.seat_of(replay.game.to_move().expect("the game goes on"));
        if legal::may_pass(&replay.game) {
            return seat;
        }
        let kind = |turn: &Turn| turn.follower.map(|follower| follower.kind);
        let rank = |turn: &Turn| {
            let mut after = replay.game.position().clone();
            after.play(turn);
            let second = legal::may_pass(&after);
            let on_a_road = turn.follower.is_some_and(|follower| follower.on.to_string().ends_with(":1"));
            (second, kind(turn) == Some(FollowerKind::Builder), on_a_road)
        };
        let turn = legal::turns(&replay.game).into_iter().max_by_key(rank).unwrap();
        let user = seen.table.player(seat).and_then(Player::user).unwrap();
        let submission = Submission { expected: Expected(replay.last()), key: app.service.new_key() };
        app.service.turn(&as_user(user), &id, &submission, turn).await.unwrap();
    }
}

#[tokio::test]
async fn the_second_tile_of_a_builder_can_be_left_out_where_the_rules_say_so() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let changes = [("sets.traders", "1"), ("builder_second_part", "may")];
    let table = seated(&app, [&ann, &ben], &changes).await;
    let pass = format!("{table}/pass");
    assert!(ann.get(&table).await.find_form(&pass).is_none());
    let browser = if play_to_a_second_part(&app, &table).await == Seat(0) { &ann } else { &ben };
    let page = browser.get(&table).await;
    assert!(page.says("table-builder-may"), "{}", page.text());
    let form = page.form(&pass);
    let done = browser.submit(form.clone()).await;
    assert_eq!(done.status, 200, "{}", done.text());
    assert!(done.says("event-passed"), "{}", done.text());
    let page = browser.get(&table).await;
    assert!(!is_my_turn(&page) && page.find_form(&pass).is_none());
    assert_eq!(browser.submit(form).await.path, done.path, "sent twice, stored once");
    let record = ann.get(&format!("{table}/record.jsonl")).await.body;
    assert_eq!(record.matches(r#""type":"pass""#).count(), 1);
    assert!(Record::read(&record).is_ok());
}

#[tokio::test]
async fn abbeys_says_that_every_kind_is_equally_likely_and_none_runs_out() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = seated(&app, [&ann, &ben], &[("preset", "abbeys"), ("aids", "all")]).await;
    let page = ann.get(&format!("{table}?show=tiles")).await;
    let kinds = page.texts(".tab").join(" ");
    assert!(
        kinds.contains("All 24 kinds are equally likely at every draw, each 1 in 24, about 4 %."),
        "{kinds}"
    );
    assert!(kinds.contains("The heap never runs out of any of them."), "{kinds}");
    assert!(!kinds.contains("9/9"), "{kinds}");
    let cell = ann.get(&format!("{table}?cell=0,-1")).await.texts("#cell").join(" ");
    assert!(cell.contains("of the 24 kinds fit"), "{cell}");
    assert!(cell.contains("none runs out"), "{cell}");
    assert!(!cell.contains('×'), "{cell}");
    let rules = ann.get("/rules/abbeys").await.text();
    assert!(rules.contains("heap") && rules.contains("flag"), "{rules}");
    assert!(!rules.contains("shield") && !rules.contains(" bag "), "{rules}");
    let modern = app.game(&ann, &ben).await;
    let cell = ann.get(&format!("{modern}?cell=0,-1&show=tiles")).await.text();
    assert!(!says(&cell, "cell-odds-uniform") && !says(&cell, "kinds-uniform"), "{cell}");
}

#[tokio::test]
async fn resigning_counts_players_and_not_their_colours() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = seated(&app, [&ann, &ben], &[("preset", "mcguire")]).await;
    let page = ann.get(&format!("{table}/resign")).await;
    assert!(page.says("resign-ends"), "{}", page.text());
    assert!(!page.says("resign-others"));
}

#[tokio::test]
async fn a_number_typed_for_another_rule_book_is_used_or_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    // The form shows the modern book, but McGuire's is selected.
    let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
    let page = ann.submit(form.clone().set("preset", "mcguire").set("bag.minutes", "10")).await;
    assert_eq!(page.status, 200, "{}", page.text());
    let told = page.texts(".differences tbody tr").join(" ");
    assert!(told.contains("10 minutes"), "{told}");
    // The modern book does not use it.
    let page = ann.submit(form.set("bag.minutes", "10")).await;
    assert_eq!(page.status, 422);
    let error = page.texts("#e-bag").join(" ");
    assert!(error.starts_with("You typed 10, but the choice that it belongs to isn’t selected."), "{error}");
    assert_eq!(page.form("/tables/new").value("bag.minutes"), "10");
}

#[tokio::test]
async fn combinations_without_effect_are_rejected_at_their_field() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (changes, key, why) in [
        (vec![("sets.river", "1"), ("river", "from_minutes")], "river", message("rules-wrong-river")),
        (vec![("sets.traders", "1"), ("fields", "none")], "pig", message("rules-wrong-pig")),
    ] {
        let form = ann.get("/tables/new?game=custom").await.form("/tables/new");
        let form = changes.iter().fold(form, |form, (name, value)| form.set(name, value));
        let page = ann.submit(form).await;
        assert_eq!(page.status, 422, "{changes:?}");
        let error = page.texts(&format!("#e-{key}")).join(" ");
        assert!(error.contains(&why), "{changes:?}: {error}");
    }
}

#[tokio::test]
async fn a_handicap_can_be_less_than_the_tiles_and_is_changed_before_a_rematch() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let changes = [("preset", "mcguire"), ("handicap.1", "30"), ("handicap.1.of", "tiles")];
    let table = seated(&app, [&ann, &ben], &changes).await;
    let record = ann.get(&format!("{table}/record.jsonl")).await.body;
    let (record, game) = Record::read(&record).unwrap();
    let tiles = i32::try_from(game.rules().tile_limit(2).unwrap()).unwrap();
    assert_eq!(record.header.handicaps, [tiles - 30, 0]);
    ben.submit(ben.get(&format!("{table}/resign")).await.form(&format!("{table}/resign"))).await;
    let rematch = format!("{table}/rematch");
    let end = ann.get(&rematch).await;
    let missing = tiles - 30;
    assert_eq!(end.form(&rematch).value("handicap.2"), (missing / 2).to_string());
    // A quarter for ben; the page shows the result before anything is opened.
    let form = end.form(&rematch).set("pace.2", "quarter").set("show", "proposal");
    let page = ann.submit(form).await;
    assert_eq!((page.status, page.heading().as_str()), (200, "Rematch"));
    assert_eq!(page.form(&rematch).value("handicap.2"), (missing / 4).to_string());
    // A changed choice shows its proposal first, before a table is opened.
    let page = ann.submit(end.form(&rematch).set("pace.2", "quarter")).await;
    assert_eq!((page.status, page.heading().as_str()), (200, "Rematch"));
    assert_eq!(page.form(&rematch).value("handicap.2"), (missing / 4).to_string());
    // Or the winner's shrinks.
    let form = page.form(&rematch).set("pace.2", "half").set("who", "winners").set("show", "proposal");
    let page = ann.submit(form).await;
    assert_eq!(page.form(&rematch).value("handicap.1"), (missing - missing / 2).to_string());
    assert_eq!(page.form(&rematch).value("handicap.2"), "0");
    let wrong = ann.submit(page.form(&rematch).set("handicap.2", "lots")).await;
    assert_eq!(wrong.status, 422);
    // Edited by hand.
    let table = ann.submit(page.form(&rematch).set("handicap.1", "3").set("handicap.2", "9")).await;
    let expected = ["ann (you) starts with 3 points", "reserved for ben starts with 9 points"];
    assert_eq!(table.texts("ol.seats li"), expected);
}

#[tokio::test]
async fn the_odds_of_a_cell_in_a_river_are_those_of_what_can_come_next() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = seated(&app, [&ann, &ben], &[("sets.river", "1"), ("aids", "all")]).await;
    let cell = async |cell: &str| ann.get(&format!("{table}?cell={cell}")).await.texts("#cell").join(" ");
    assert!(says(&cell("0,-1").await, "cell-none-comes"));
    let open = cell("1,0").await;
    assert!(open.contains("the chance of drawing one in the next round is 100 %"), "{open}");
}
