//! Planning the next turn on the board of a table that waits for others, without scripts.

use crate::app::{TestApp, join, open_table};
use crate::browser::Browser;
use crate::messages::message;

/// A game in which tiles are drawn ahead: its table, the player to move, and the other.
async fn table(app: &TestApp, settings: &[(&str, &str)]) -> (String, Browser, Browser) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let settings: Vec<_> = settings.iter().copied().chain([("draw_ahead", "yes")]).collect();
    let table = open_table(&ann, &settings).await;
    join(&ben, &table).await;
    let begins = ann.get(&table).await.find_form(&format!("{table}/turns")).is_some();
    if begins { (table, ann, ben) } else { (table, ben, ann) }
}

#[tokio::test]
async fn a_turn_is_planned_by_the_links_of_the_board_and_played_when_it_begins() {
    let app = TestApp::start().await;
    let (table, first, second) = table(&app, &[]).await;
    let [plan, turn, next] = ["", "/turn", "/next"].map(|path| format!("{table}/plan{path}"));
    assert!(first.get(&plan).await.says("plan-next-none"));
    let others_page = first.get(&table).await;
    assert!(
        others_page.find_form(&turn).is_none() && others_page.find_form(&format!("{table}/turns")).is_some()
    );
    let waiting = second.get(&table).await;
    assert!(waiting.says("plan-choose") && waiting.find_form(&turn).is_some(), "{}", waiting.text());
    let cells = waiting.links(".pane a.a-cell");
    assert!(cells.len() > 2, "{cells:?}");
    for (cell, planned) in cells.iter().zip(1..=3) {
        let preview = second.get(cell).await;
        assert_eq!(preview.status, 200);
        assert!(preview.find_form(&format!("{table}/turns")).is_none(), "a plan is no move");
        let form = preview.form(&turn);
        let said = second.submit(form.clone()).await;
        assert!(said.says("flash-plan-saved"), "{}", said.text());
        // A repeated form has one effect.
        second.submit(form).await;
        assert_eq!(second.get(&plan).await.texts(".planned li").len(), planned);
    }
    let own = second.get(&table).await;
    assert!(own.texts(".asks")[0].starts_with("Planned: "));
    // The board shows it, with a number for each, and its cells can still be chosen.
    let labels: Vec<String> =
        own.all(".a-planned").iter().map(|turn| turn.attr("aria-label").unwrap().to_owned()).collect();
    assert_eq!(own.texts(".a-planned .a-badge text"), ["1", "2", "3"]);
    assert!(
        labels[0].starts_with("Planned: ") && labels[2].starts_with("Planned, alternative 3: "),
        "{labels:?}"
    );
    assert_eq!(own.links(".pane a.a-cell"), cells);
    // Nobody else sees any of it.
    for path in ["", "/moves", "/clock", "/record.jsonl", "/plan"] {
        let seen = first.get(&format!("{table}{path}")).await;
        assert!(!seen.body.contains("Planned") && !seen.body.contains("a-planned"), "{path}: {}", seen.body);
        let visitor = app.browser().get(&format!("{table}{path}")).await;
        assert!(!visitor.body.contains("Planned") && !visitor.body.contains("a-planned"), "{path}");
    }
    let form = second.get(&plan).await.form(&next);
    assert_eq!(
        (form.value("unless_changed"), form.value("unless_left")),
        ("yes".to_owned(), "yes".to_owned())
    );
    let token = second.token().await;
    let rows = second
        .get(&plan)
        .await
        .all(".planned input")
        .iter()
        .map(|row| row.attr("value").unwrap().to_owned())
        .collect::<Vec<_>>();
    let said = second.post(&next, &[("csrf", token.as_str()), ("remove", &rows[1])]).await;
    assert_eq!(said.status, 303, "{}", said.text());
    let left = second.get(&plan).await;
    assert_eq!(left.texts(".planned li").len(), 2);
    assert_eq!(left.form(&next).value("unless_left"), "");
    for value in ["tea", "", "D 0 0 9 ", "D 0 0 0 tea@n"] {
        let odd = second.post(&next, &[("csrf", token.as_str()), ("remove", value)]).await;
        assert_eq!(odd.status, 400, "{value}");
    }
    crate::turns::play(&app, &table, 1).await;
    let moves = second.get(&format!("{table}/moves")).await;
    let stopped = second.get(&table).await;
    // The other may have taken all the places that were planned.
    if moves.text().contains("planned") {
        assert!(
            first.get(&format!("{table}/moves")).await.text().contains("planned"),
            "now everybody sees it"
        );
    } else {
        assert!(
            stopped.texts(".asks")[0].starts_with("Your plan was not played"),
            "{:?}",
            stopped.texts(".asks")
        );
    }
}

#[tokio::test]
async fn the_form_of_a_plan_is_no_move_and_a_stale_one_says_why() {
    let app = TestApp::start().await;
    let (table, first, second) = table(&app, &[]).await;
    let [plan, turn, turns] = ["/plan", "/plan/turn", "/turns"].map(|path| format!("{table}{path}"));
    let waiting = second.get(&table).await;
    let preview = second.get(&waiting.links(".pane a.a-cell")[0]).await;
    let form = preview.form(&turn);
    // Sent to where turns go, the turn is not the sender's to play.
    let as_move: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(second.post(&turns, &as_move).await.status, 403);
    // For the player to move there is nothing to plan.
    let mut moved: Vec<(&str, &str)> = as_move.clone();
    let token = first.token().await;
    moved.retain(|(name, _)| *name != "csrf");
    moved.push(("csrf", &token));
    let refused = first.post(&turn, &moved).await;
    assert_eq!((refused.status, refused.says("refused-nothing-ahead")), (422, true), "{}", refused.text());
    let eve = app.person("eve").await;
    let eves = eve.token().await;
    moved.pop();
    moved.push(("csrf", &eves));
    assert_eq!(eve.post(&turn, &moved).await.status, 403);
    assert_eq!(eve.get(&plan).await.status, 403);
    crate::turns::play(&app, &table, 1).await;
    let stale = second.submit(form).await;
    assert_eq!((stale.status, stale.says("refused-nothing-ahead")), (422, true), "{}", stale.text());
    assert!(!second.get(&plan).await.says("plan-remove"));
    let (without, one, other) = {
        let [cleo, dora] = [app.person("cleo").await, app.person("dora").await];
        let table = open_table(&cleo, &[]).await;
        join(&dora, &table).await;
        (table, cleo, dora)
    };
    for person in [one, other] {
        let page = person.get(&without).await;
        assert!(!page.says("plan-choose") && page.find_form(&format!("{without}/plan/turn")).is_none());
        assert!(!person.get(&format!("{without}/plan")).await.text().contains(&message("plan-next-heading")));
    }
}
