//! Turn notifications for programs, and the count in the icon.

use atom_syndication::Feed;
use reqwest::Method;

use crate::app::{TestApp, join, open_table};
use crate::browser::{Browser, Page};
use crate::play::{is_my_turn, mover, preview, turn};

/// Creates a user's feed addresses; returns the paths of feed and calendar.
pub async fn addresses(app: &TestApp, person: &Browser) -> [String; 2] {
    let account = person.get("/account").await;
    let shown = person.submit(account.form("/account/feeds")).await;
    assert_eq!(shown.headers["cache-control"], "no-store", "no browser keeps the page");
    let codes = shown.texts("code");
    assert_eq!(codes.len(), 2, "{}", shown.text());
    let path = |place: usize| codes[place].strip_prefix(&app.origin).unwrap().to_owned();
    [path(0), path(1)]
}

/// Reads a feed without a session.
async fn read(app: &TestApp, path: &str) -> Feed {
    let page = app.browser().get(path).await;
    assert_eq!(page.status, 200);
    assert_eq!(page.headers["content-type"], "application/atom+xml; charset=utf-8");
    Feed::read_from(page.body.as_bytes()).unwrap()
}

fn titles(feed: &Feed) -> Vec<&str> {
    feed.entries.iter().map(|entry| entry.title.as_str()).collect()
}

fn icon(page: &Page) -> String {
    page.all("link[rel=icon]")[0].attr("href").unwrap().to_owned()
}

const BEGUN: &str = "The game has begun – ben";

#[tokio::test]
async fn a_feed_has_exactly_the_games_that_wait_for_its_owner() {
    let app = TestApp::start().await;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let [feed, _] = addresses(&app, &ann).await;
    assert_eq!(titles(&read(&app, &feed).await), Vec::<&str>::new());
    let others = app.game(&ben, &cleo).await;
    let table = app.game(&ann, &ben).await;
    if is_my_turn(&ben.get(&table).await) {
        let page = preview(&ben, &table).await;
        ben.submit(turn(&page, &table)).await;
    }
    let told = read(&app, &feed).await;
    assert_eq!(titles(&told), ["Your turn: ben", BEGUN]);
    let entry = &told.entries[0];
    assert_eq!(entry.links[0].href, format!("{}{table}", app.origin));
    assert!(entry.id.starts_with(&format!("tag:127.0.0.1,2026:{}/", &table[1..])), "{}", entry.id);
    let summary = entry.summary.as_ref().unwrap().as_str();
    assert!(
        summary.starts_with("In hand: ") && summary.contains("Time until Mon 23 Nov 2026, 12:00 UTC."),
        "{summary}"
    );
    assert!(told.links.iter().any(|link| link.rel == "self" && link.href == format!("{}{feed}", app.origin)));
    assert!(!told.to_string().contains(&others), "games of others are not in it");

    let id = entry.id.clone();
    let page = preview(&ann, &table).await;
    ann.submit(turn(&page, &table)).await;
    assert_eq!(titles(&read(&app, &feed).await), [BEGUN], "it is not ann's turn any more");
    let page = preview(&ben, &table).await;
    ben.submit(turn(&page, &table)).await;
    let told = read(&app, &feed).await;
    assert_eq!(titles(&told), ["Your turn: ben", BEGUN]);
    assert_ne!(told.entries[0].id, id, "the next turn is news again");
}

#[tokio::test]
async fn a_feed_lists_finished_games_and_invitations() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let [feed, calendar] = addresses(&app, &ann).await;
    let table = app.game(&ann, &ben).await;
    let page = ben.get(&format!("{table}/resign")).await;
    ben.submit(page.form(&format!("{table}/resign"))).await;
    let page = ben.get(&format!("{table}/final")).await;
    ben.submit(page.form(&format!("{table}/rematch"))).await;
    let told = read(&app, &feed).await;
    assert_eq!(titles(&told), ["ben wants a rematch", BEGUN, "Finished: ben"]);
    assert_eq!(told.entries[2].summary.as_ref().unwrap().as_str(), "ann won: ann 0 and ben 0.");
    assert_eq!(told.entries[2].links[0].href, format!("{}{table}/final", app.origin));
    let calendar = app.browser().get(&calendar).await.body;
    assert!(!calendar.contains("BEGIN:VEVENT") && !calendar.contains("BEGIN:VTODO"), "neither is a turn");
    let page = ann.get(&format!("{table}/final")).await;
    ann.submit(page.form(&format!("{table}/seen"))).await;
    assert_eq!(titles(&read(&app, &feed).await), ["ben wants a rematch"]);
    let [bens, _] = addresses(&app, &ben).await;
    assert_eq!(titles(&read(&app, &bens).await), ["Finished: ann"]);
    let page = ann.get("/").await;
    let decline = page
        .all("form")
        .into_iter()
        .filter_map(|form| form.attr("action"))
        .find(|action| action.ends_with("/decline"));
    ann.submit(page.form(decline.unwrap())).await;
    assert_eq!(titles(&read(&app, &feed).await), Vec::<&str>::new());
    assert_eq!(titles(&read(&app, &bens).await), ["Finished: ann", "ann declined"]);
}

#[tokio::test]
async fn a_calendar_has_the_deadlines_of_its_owners_turns() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let timed = app.game(&ann, &ben).await;
    let slow = open_table(&ann, &[("clock", "")]).await;
    join(&ben, &slow).await;
    for person in [&ann, &ben] {
        let [_, path] = addresses(&app, person).await;
        let page = app.browser().get(&path).await;
        assert_eq!(page.headers["content-type"], "text/calendar; charset=utf-8");
        let text = &page.body;
        assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.ends_with("END:VCALENDAR\r\n"));
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        for (table, begin) in [(&timed, "BEGIN:VEVENT"), (&slow, "BEGIN:VTODO")] {
            let mine = is_my_turn(&person.get(table).await);
            assert_eq!(text.contains(begin), mine, "{text}");
            assert_eq!(text.contains(&format!("UID:{}-", &table[7..])), mine, "{text}");
        }
        if text.contains("BEGIN:VEVENT") {
            // It ends at the deadline.
            assert!(
                text.contains("DTSTART:20261123T114500Z\r\n") && text.contains("DURATION:PT15M\r\n"),
                "{text}"
            );
        }
    }
}

#[tokio::test]
async fn a_replaced_or_revoked_feed_address_stops_working() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let account = ann.get("/account").await;
    assert!(account.find_form("/account/feeds/end").is_none(), "there is nothing to stop");
    let old = addresses(&app, &ann).await;
    let new = addresses(&app, &ann).await;
    for path in &new {
        assert_eq!(app.browser().get(path).await.status, 200);
    }
    let account = ann.get("/account").await;
    assert!(account.text().contains("since Fri 20 Nov 2026, 12:00 UTC"), "{}", account.text());
    for path in &new {
        assert!(!account.body.contains(path), "it is shown once");
    }
    let page = ann.submit(account.form("/account/feeds/end")).await;
    assert!(page.says("flash-feeds-stopped"));
    let guesses = ["/feeds/0123/turns.atom", "/feeds/00000000000000000000000000000000/turns.ics"];
    for path in old.iter().chain(&new).map(String::as_str).chain(guesses) {
        let gone = app.browser().get(path).await;
        assert_eq!(gone.status, 404, "{path}");
        assert!(!gone.body.contains(path), "the address is repeated nowhere");
    }
    assert_eq!(app.browser().post::<&str, &str>("/account/feeds", &[]).await.status, 401);
}

#[tokio::test]
async fn a_deadline_that_moves_changes_both_feeds_and_a_turn_that_is_over_is_cancelled_for_a_week() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game(&ann, &ben).await;
    let (mover, other) = if is_my_turn(&ann.get(&game).await) { (&ann, &ben) } else { (&ben, &ann) };
    let feeds = addresses(&app, mover).await;
    let read = async |path: &str| {
        let page = app.browser().get(path).await;
        (page.headers["etag"].to_str().unwrap().to_owned(), page.body)
    };
    let [atom, calendar] = &feeds;
    let (old_atom, old_calendar) = (read(atom).await, read(calendar).await);
    assert!(old_calendar.1.contains("SEQUENCE:0\r\n"), "{}", old_calendar.1);
    app.wait(1);
    let page = other.get(&format!("{game}/clock")).await;
    other.submit(page.form(&format!("{game}/clock/give")).set("gift", "6 h")).await;
    let (new_atom, new_calendar) = (read(atom).await, read(calendar).await);
    assert!(new_atom.0 != old_atom.0 && new_calendar.0 != old_calendar.0);
    assert!(new_calendar.1.contains("SEQUENCE:1\r\n"), "{}", new_calendar.1);
    let line = |text: &str, name: &str| {
        text.lines()
            .find(|line| line.starts_with(name))
            .map_or_else(|| panic!("{name}: {text}"), str::to_owned)
    };
    assert_eq!(line(&new_calendar.1, "UID:"), line(&old_calendar.1, "UID:"), "it is the same event");
    for name in ["DTSTART:", "DTSTAMP:", "LAST-MODIFIED:"] {
        assert!(line(&new_calendar.1, name) > line(&old_calendar.1, name), "{name}");
    }
    let updated = |xml: &str| xml.split("<updated>").nth(2).unwrap()[..20].to_owned();
    assert!(updated(&new_atom.1) > updated(&old_atom.1));
    let page = mover.get(&format!("{game}/resign")).await;
    mover.submit(page.form(&format!("{game}/resign"))).await;
    let over = read(calendar).await.1;
    assert_eq!(line(&over, "UID:"), line(&old_calendar.1, "UID:"));
    assert!(over.contains("STATUS:CANCELLED\r\n") && over.contains("SEQUENCE:2\r\n"), "{over}");
    app.wait(8);
    app.service.clean_up().await.unwrap();
    assert!(!read(calendar).await.1.contains("BEGIN:VEVENT"));
}

#[tokio::test]
async fn an_unchanged_feed_is_answered_with_304() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for path in addresses(&app, &ann).await {
        let first = app.browser().get(&path).await;
        assert_eq!(first.headers["cache-control"], "private, no-cache");
        assert_eq!(first.headers["referrer-policy"], "same-origin");
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let again = |tag: String| {
            let (browser, path) = (app.browser(), path.clone());
            async move { browser.request(Method::GET, &path, &[("if-none-match", &tag)], String::new()).await }
        };
        let same = again(tag.clone()).await;
        assert_eq!((same.status, same.body.as_str()), (304, ""));
        assert_eq!(same.headers["etag"].to_str().unwrap(), tag);
        assert_eq!(again("W/\"other\"".to_owned()).await.status, 200);
        app.clock.advance(chrono::TimeDelta::minutes(5));
        assert_eq!(again(tag.clone()).await.status, 304, "time alone changes nothing");
        // If the first table does not give ann the first turn, a later one does.
        for _ in 0..12 {
            let table = app.game(&ann, &ben).await;
            if is_my_turn(&ann.get(&table).await) {
                break;
            }
        }
        assert_eq!(again(tag).await.status, 200);
    }
}

#[tokio::test]
async fn the_icon_shows_how_many_games_wait() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let plain = icon(&app.browser().get("/").await);
    assert!(plain.ends_with("/icon.svg"));
    assert_eq!(icon(&ann.get("/").await), plain);
    let table = app.game(&ann, &ben).await;
    let (first, second) = mover(&table, [&ann, &ben]).await;
    let one = icon(&first.get("/").await);
    assert!(one.ends_with("/icon-1.svg"), "{one}");
    assert_eq!(icon(&first.get("/account").await), one, "on every page");
    assert_eq!(icon(&second.get("/").await), plain);
    let drawn = app.browser().get(&one).await;
    assert_eq!(
        (drawn.status, &drawn.headers["content-type"]),
        (200, &"image/svg+xml; charset=utf-8".parse().unwrap())
    );
    assert!(drawn.headers["cache-control"].to_str().unwrap().contains("immutable"));
    assert_eq!(drawn.texts("svg text"), ["1"]);
}
