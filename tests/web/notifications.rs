//! The list of notifications, and the settings of what a user wants to hear of.

use crate::app::TestApp;
use crate::browser::{Browser, Page};

const LIST: &str = "/notifications";
const SETTINGS: &str = "/account/notifications";

/// Two people at a game, with the one who hears that it began.
async fn game(app: &TestApp) -> (Browser, Browser, String) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    (ann, ben, game)
}

fn entries(page: &Page) -> Vec<String> {
    page.texts(".notifications li")
}

/// Sends the form of the first entry.
async fn mark(browser: &Browser, page: &Page, seen: &str) -> Page {
    browser.submit(page.form("/notifications/seen").set("seen", seen)).await
}

/// Sends a form of the viewer's own making.
async fn post(browser: &Browser, path: &str, fields: &[(&str, &str)]) -> Page {
    let token = browser.token().await;
    let fields: Vec<_> = fields.iter().copied().chain([("csrf", token.as_str())]).collect();
    browser.post(path, &fields).await
}

#[tokio::test]
async fn a_list_says_what_happened_and_what_was_not_seen() {
    let app = TestApp::start().await;
    let (ann, ben, game) = game(&app).await;
    let page = ann.get("/").await;
    assert!(page.all(&format!("main a[href='{LIST}']")).len() == 1, "{}", page.text());
    let page = ann.get(LIST).await;
    assert_eq!(entries(&page).len(), 1);
    assert!(page.says("notification-started") && page.says("notifications-new"));
    assert!(!page.all(&format!(".notifications a[href='{game}']")).is_empty());
    assert!(ben.get(LIST).await.says("notifications-none"));

    let page = mark(&ann, &page, "yes").await;
    assert!(!page.says("notifications-new") && entries(&page).len() == 1);
    let page = mark(&ann, &page, "no").await;
    assert!(page.says("notifications-new"));
    let page = ann.submit(page.form("/notifications/all-seen")).await;
    assert!(page.says("notifications-marked") && !page.says("notifications-new"), "{}", page.text());
    let page = ann.submit(page.form("/notifications/unseen")).await;
    assert!(page.says("notifications-new") && !page.says("notifications-marked"));
}

#[tokio::test]
async fn a_list_is_filtered_by_what_it_is_about() {
    let app = TestApp::start().await;
    let (ann, _, game) = game(&app).await;
    let id = game.trim_start_matches("/games/");
    for (query, found) in [
        ("?topic=game", 1),
        ("?topic=seat", 0),
        ("?unseen=yes", 1),
        ("?topic=game&unseen=yes", 1),
        (&format!("?game={id}"), 1),
        ("?game=0123456789abcdef", 0),
        (&format!("?before=1.{id}.started.1"), 0),
        (&format!("?before=99999999999999.{id}.started.1"), 1),
    ] {
        let page = ann.get(&format!("{LIST}{query}")).await;
        assert_eq!((page.status, entries(&page).len()), (200, found), "{query}");
    }
    for query in
        ["?topic=weather", "?game=x", "?before=x", "?before=1.2.3", "?marked=soon", "?unseen=yes&unseen=no"]
    {
        let page = ann.get(&format!("{LIST}{query}")).await;
        assert_eq!(page.status, 400, "{query}: {}", page.text());
    }
}

#[tokio::test]
async fn a_game_is_muted_and_unmuted() {
    let app = TestApp::start().await;
    let (ann, _, game) = game(&app).await;
    let link = ann.get(&game).await;
    let list = format!("{LIST}?game={}", game.trim_start_matches("/games/"));
    assert!(!link.all(&format!("a[href='{list}']")).is_empty(), "the table links to it");
    let page = ann.get(&list).await;
    let page = ann.submit(page.form("/notifications/mute").set("muted", "yes")).await;
    assert!(page.says("flash-game-muted") && page.says("notifications-unmute"), "{}", page.text());
    let settings = ann.get(SETTINGS).await;
    assert!(settings.says("notifications-muted-games"));
    let page = ann.submit(settings.form("/notifications/mute").set("muted", "no")).await;
    assert!(page.says("flash-game-unmuted") && !page.says("notifications-muted-games"));
    let stranger = app.person("cleo").await;
    let page = post(
        &stranger,
        "/notifications/mute",
        &[("game", game.trim_start_matches("/games/")), ("muted", "yes")],
    )
    .await;
    assert!(page.status == 400 && page.says("refused-mute"), "{}", page.text());
}

#[tokio::test]
async fn settings_are_saved_and_shown_again() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let page = ann.get(SETTINGS).await;
    assert_eq!(
        page.all("input[name=wish]").len(),
        35,
        "twelve topics by three channels, but for a summary in a feed"
    );
    assert_eq!(page.all("input[name=wish][checked]").len(), 27);
    let saved = [
        ("wish", "device.turn"),
        ("wish", "webhook.summary"),
        ("quiet_from", "22:00"),
        ("quiet_until", "7:30"),
        ("summary_at", "18:45"),
    ];
    let page = post(&ann, "/account/notifications/settings", &saved).await;
    assert_eq!(page.status, 303, "{}", page.text());
    let page = ann.get(SETTINGS).await;
    assert!(page.says("flash-notifications-saved"), "{}", page.text());
    let chosen: Vec<_> = page
        .all("input[name=wish][checked]")
        .iter()
        .filter_map(|wish| wish.attr("value").map(str::to_owned))
        .collect();
    assert_eq!(chosen, ["device.turn", "webhook.summary"]);
    let value = |name: &str| page.all(&format!("input[name={name}]"))[0].attr("value").unwrap().to_owned();
    assert_eq!(["quiet_from", "quiet_until", "summary_at"].map(value), ["22:00", "07:30", "18:45"]);

    for (field, text, why) in [
        ("quiet_from", "25:00", "refused-time-of-day"),
        ("quiet_until", "", "refused-quiet-half"),
        ("quiet_until", "21:00", "refused-quiet-long"),
        ("summary_at", "noon", "refused-time-of-day"),
    ] {
        let mut bad = saved.to_vec();
        for one in bad.iter_mut().filter(|(name, _)| *name == field) {
            one.1 = text;
        }
        let page = post(&ann, "/account/notifications/settings", &bad).await;
        assert_eq!(page.status, 422, "{field} {text}");
        assert!(page.all(&format!("#{field}[aria-invalid]")).len() == 1, "{field} {text}: {}", page.text());
        assert!(page.says(why), "{why}: {}", page.text());
        assert_eq!(page.all("input[name=wish][checked]").len(), 2, "what was chosen stays");
        let page = ann.get(SETTINGS).await;
        assert_eq!(page.all("input[name=quiet_until]")[0].attr("value"), Some("07:30"), "nothing was stored");
    }
}

#[tokio::test]
async fn choices_of_a_later_version_outlive_the_form() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    post(&ann, "/account/notifications/settings", &[("summary_at", "08:00")]).await;
    app.execute(r#"UPDATE notification_settings SET body = '{"changed":["device.chat"]}'"#).await;
    let fields = [("wish", "device.turn"), ("summary_at", "08:00")];
    assert_eq!(post(&ann, "/account/notifications/settings", &fields).await.status, 303);
    let stored = app.rows().await.into_iter().find(|row| row.starts_with("notification_settings:")).unwrap();
    assert!(stored.contains("device.chat") && stored.contains("device.game"), "{stored}");
    assert!(!stored.contains("device.turn"), "it is as at first: {stored}");
}

#[tokio::test]
async fn forms_that_make_no_sense_change_nothing() {
    let app = TestApp::start().await;
    let (ann, ben, game) = game(&app).await;
    let id = game.trim_start_matches("/games/");
    for (path, fields, status) in [
        ("/notifications/seen", vec![("game", id), ("kind", "started"), ("n", "1"), ("seen", "yes")], 404),
        ("/notifications/seen", vec![("game", id), ("kind", "rain"), ("n", "1"), ("seen", "yes")], 400),
        ("/notifications/seen", vec![("game", id), ("n", "1"), ("seen", "yes")], 400),
        ("/notifications/seen", vec![("game", id), ("kind", "started"), ("n", "one"), ("seen", "yes")], 400),
        ("/notifications/unseen", vec![("at", "0")], 400),
        ("/notifications/unseen", vec![("at", "1")], 400),
        ("/notifications/unseen", vec![("at", "yesterday")], 400),
        ("/notifications/mute", vec![("muted", "yes")], 400),
        ("/notifications/turns-seen", vec![("game", "x")], 400),
    ] {
        let page = post(&ben, path, &fields).await;
        assert_eq!(page.status, status, "{path} {fields:?}: {}", page.text());
    }
    assert!(ann.get(LIST).await.says("notifications-new"));
    assert_eq!(post(&ann, "/notifications/turns-seen", &[("game", id)]).await.status, 204);
    let stranger = app.browser();
    let page = stranger.get(LIST).await;
    assert!(page.path.starts_with("/login"), "{}", page.path);
}
