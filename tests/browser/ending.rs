//! The end of a game on an open table: what scores lights up, the rows count up to the totals, and the final page opens by
//! itself.

use std::time::{Duration, Instant};

use bastide::account::UserId;
use bastide::engine::Ruleset;
use bastide::players;
use bastide::service::{Expected, Submission};
use bastide::table::GameId;
use serde_json::{Value, json};

use crate::browser::{Browser, Scripts, VIEWS, View};
use crate::judge::judge;
use crate::scripted::{assert_stayed, draft_and_confirm, stay, wait_for};
use crate::site::{Site, as_user};

const NAMES: [&str; 4] = ["Ann", "Ben", "Cleo", "Dan"];

/// Plays until the game has this many turns, or is over. Returns the number of turns, and whose turn it is.
async fn play_to(site: &Site, game: &GameId, people: &[UserId], turns: u32) -> (u32, Option<usize>) {
    loop {
        let table = site.service.table(&as_user(&people[0]), game, None).await.unwrap().unwrap();
        let replay = table.play.unwrap();
        let mover = replay.game.to_move().map(|colour| replay.game.seat_of(colour).index());
        let (Some(seat), true) = (mover, replay.game.turns() < turns) else {
            return (replay.game.turns(), mover);
        };
        let submission = Submission { expected: Expected(replay.last()), key: site.service.new_key() };
        let choice = players::choose(&replay.game).unwrap();
        site.service.turn(&as_user(&people[seat]), game, &submission, choice).await.unwrap();
    }
}

/// A game with one turn to go, and who takes it.
async fn last_turn(site: &Site, people: &[UserId]) -> (GameId, usize) {
    let seated: Vec<&UserId> = people.iter().collect();
    // The same draw and the same players make the same game.
    let twin = site.game(Ruleset::default(), &seated, 5).await;
    let (turns, _) = play_to(site, &twin, people, u32::MAX).await;
    let game = site.game(Ruleset::default(), &seated, 5).await;
    let (_, mover) = play_to(site, &game, people, turns - 1).await;
    (game, mover.expect("there is a turn to go"))
}

/// A browser at the table of a game that is about to end, with a record of what it shows from now on.
struct Watched {
    site: Site,
    people: Vec<UserId>,
    game: GameId,
    browser: Browser,
}

impl Watched {
    /// `mover` is whether the viewer takes the last turn, and `motion` whether anything moves.
    async fn open(seats: usize, view: View, mover: bool, motion: bool) -> Self {
        let site = Site::open().await;
        let mut people = Vec::new();
        for name in &NAMES[..seats] {
            people.push(site.person(name).await);
        }
        let (game, last) = last_turn(&site, &people).await;
        let browser = Browser::open(Scripts::On).await;
        browser.look(view).await;
        if motion {
            let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": view.scheme}]});
            browser.devtools("Emulation.setEmulatedMedia", scheme).await;
        }
        let viewer = if mover { last } else { (last + 1) % seats };
        site.sign_in(&browser, NAMES[viewer]).await;
        browser.goto(&site.url(&format!("/games/{game}"))).await;
        let watched = Self { site, people, game, browser };
        watched.record().await;
        watched
    }

    /// Records what the page shows from now on.
    async fn record(&self) {
        wait_for(&self.browser, ".pane .zooms").await;
        stay(&self.browser).await;
        let record = "window.seen = []; setInterval(() => seen.push({
                rows: [...document.querySelectorAll('.players .points')].map(row => Number(row.firstChild.data)),
                paid: document.querySelectorAll('.paid').length,
            }), 40)";
        self.run(record).await;
    }

    /// Somebody else takes the last turn.
    async fn end(&self) {
        play_to(&self.site, &self.game, &self.people, u32::MAX).await;
    }

    async fn run(&self, script: &str) -> Value {
        self.browser.client.execute(script, vec![]).await.unwrap()
    }

    /// Waits for the final page; returns the totals that it shows.
    async fn final_page(&self) -> Vec<i64> {
        wait_for(&self.browser, ".tabletop.final").await;
        assert_stayed(&self.browser).await;
        assert_eq!(self.browser.path().await, format!("/games/{}/final", self.game));
        self.numbers("[...document.querySelectorAll('.points-table td.total')].map(cell => cell.innerText)")
            .await
    }

    async fn numbers(&self, script: &str) -> Vec<i64> {
        let texts: Vec<String> = serde_json::from_value(self.run(&format!("return {script}")).await).unwrap();
        texts.iter().map(|text| text.trim().parse().unwrap()).collect()
    }

    async fn strip(&self) -> Vec<i64> {
        self.numbers("[...document.querySelectorAll('.summary strong')].map(strong => strong.textContent)")
            .await
    }

    /// The largest number of features that were lit at once, and the points in the rows as they changed.
    async fn seen(&self) -> (u64, Vec<Vec<i64>>) {
        let seen = self.run("return seen").await;
        let seen = seen.as_array().unwrap();
        let paid = seen.iter().filter_map(|one| one["paid"].as_u64()).max().unwrap_or_default();
        let rows = seen.iter().map(|one| serde_json::from_value(one["rows"].clone()).unwrap());
        let mut rows: Vec<Vec<i64>> = rows.filter(|rows: &Vec<i64>| !rows.is_empty()).collect();
        rows.dedup();
        (paid, rows)
    }
}

#[tokio::test]
async fn the_rows_count_up_to_what_the_final_page_shows_which_opens_by_itself() {
    for (seats, view, mover) in
        [(2, VIEWS[0], true), (4, VIEWS[0], false), (2, VIEWS[2], false), (4, VIEWS[2], true)]
    {
        let watched = Watched::open(seats, view, mover, true).await;
        let browser = &watched.browser;
        let at_table = watched.run(BOARD).await;
        if mover {
            draft_and_confirm(browser).await;
        } else {
            watched.end().await;
        }
        wait_for(browser, ".a-out.paid").await;
        if view.width > 700 {
            readable(&watched, seats).await;
        }
        let totals = watched.final_page().await;
        assert_eq!(totals.len(), seats);
        assert_eq!(watched.strip().await, totals);
        let (paid, rows) = watched.seen().await;
        assert!(paid > 2, "{paid} features were lit");
        let counted = rows.iter().position(|rows| rows.iter().sum::<i64>() < totals.iter().sum());
        assert!(counted.is_some() && rows.len() > 3, "{rows:?}");
        assert_eq!(rows.last(), Some(&totals), "{rows:?}");
        for (before, after) in rows.iter().zip(&rows[1..]) {
            assert!(before.iter().zip(after).all(|(before, after)| before <= after), "{rows:?}");
        }
        if view.width > 700 {
            assert_eq!(watched.run(BOARD).await, at_table, "the board stays where it is");
        }

        browser.client.back().await.unwrap();
        wait_for(browser, ".tabletop:not(.final)").await;
        assert_stayed(browser).await;
        assert_eq!(browser.path().await, format!("/games/{}", watched.game));
        let rows = "[...document.querySelectorAll('.players .points')].map(row => row.firstChild.data)";
        assert_eq!(watched.numbers(rows).await, totals);
        assert_eq!(watched.strip().await, totals);
        for place in ["#status", ".moves li:first-child"] {
            let script = format!("return document.querySelector('{place}').textContent");
            let told = watched.run(&script).await;
            for total in &totals {
                assert!(
                    told.as_str().unwrap().contains(&format!(" {total}")),
                    "{place}: {told}, not {total}"
                );
            }
        }
        if view.width < 700 {
            watched.run("location.replace('#rail')").await;
            readable(&watched, seats).await;
            watched.run("location.replace('#board')").await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(browser.path().await, format!("/games/{}", watched.game), "it opens by itself only once");
        browser.client.forward().await.unwrap();
        wait_for(browser, ".tabletop.final").await;
        assert_stayed(browser).await;
    }
}

/// Where the board is.
const BOARD: &str = "const {x, y, width, height} = document.querySelector('.pane').getBoundingClientRect();
    return [x, y, width, height]";

/// Asserts that the last row of the log has a column for its sentence, and shows all gains.
async fn readable(watched: &Watched, colours: usize) {
    let script = "const row = document.querySelector('.moves li:first-child'), edge = row.getBoundingClientRect();
        const gains = [...row.querySelectorAll('.gain')].map(gain => gain.getBoundingClientRect());
        const inside = gains.filter(gain => gain.left >= edge.left && gain.right <= edge.right && gain.width > 0);
        return [row.querySelector(':scope > a').clientWidth, inside.length]";
    let seen = watched.run(script).await;
    assert!(seen[0].as_u64().unwrap() >= 120, "the sentence is {} pixels wide", seen[0]);
    assert_eq!(seen[1], json!(colours));
}

#[tokio::test]
async fn a_key_skips_what_is_counted_and_the_page_that_opens_is_accessible() {
    let watched = Watched::open(4, VIEWS[0], false, true).await;
    watched.end().await;
    wait_for(&watched.browser, ".a-out.paid").await;
    let pressed = Instant::now();
    watched.browser.element("body").await.send_keys("x").await.unwrap();
    let totals = watched.final_page().await;
    assert!(pressed.elapsed() < Duration::from_secs(3), "{:?}", pressed.elapsed());
    assert_eq!(watched.strip().await, totals);
    let all = watched.run("return document.querySelectorAll('.breakdown li:has(.gain)').length").await;
    let (paid, _) = watched.seen().await;
    assert!(paid < all.as_u64().unwrap(), "{paid} of {all} were lit");
    // It is a page like any other: what it offers works.
    wait_for(&watched.browser, ".final .zooms").await;
    watched.run("document.querySelector('[data-row=\"0\"] h3 a').focus()").await;
    wait_for(&watched.browser, ".board .a-out.on[data-outline='0']").await;
    watched.run("scrollTo(0, 0)").await;
    let areas = "return document.querySelectorAll('.board .a-area').length";
    assert_eq!(watched.run(areas).await, json!(0), "nothing is laid over the board yet");
    watched.browser.click(".points-table thead a").await;
    wait_for(&watched.browser, ".board .a-area").await;
    let width = "return document.querySelector('.final svg.board').viewBox.baseVal.width";
    let whole = watched.run(width).await.as_f64().unwrap();
    watched.browser.click(".zooms .in").await;
    assert!(watched.run(width).await.as_f64().unwrap() < whole * 0.9, "it has the table's camera");
    assert_stayed(&watched.browser).await;
    let mut complaints = Vec::new();
    judge(&watched.browser, "final-opened", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[tokio::test]
async fn with_reduced_motion_the_final_page_opens_at_once() {
    let watched = Watched::open(2, VIEWS[3], true, false).await;
    draft_and_confirm(&watched.browser).await;
    let totals = watched.final_page().await;
    let (paid, rows) = watched.seen().await;
    assert_eq!(paid, 0);
    assert!(rows.len() <= 2, "the scores before, and the totals: {rows:?}");
    assert_eq!(watched.strip().await, totals);
}

#[tokio::test]
async fn totals_are_shown_only_once_they_are_counted_when_somebody_resigns() {
    let site = Site::open().await;
    let people = vec![site.person("Ann").await, site.person("Ben").await];
    let seated: Vec<&UserId> = people.iter().collect();
    let game = site.game(Ruleset::default(), &seated, 5).await;
    play_to(&site, &game, &people, 24).await;
    let browser = Browser::open(Scripts::On).await;
    browser.look(VIEWS[0]).await;
    let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": "light"}]});
    browser.devtools("Emulation.setEmulatedMedia", scheme).await;
    site.sign_in(&browser, "Ann").await;
    let watched = Watched { site, people, game, browser };
    watched.browser.goto(&watched.site.url(&format!("/games/{}", watched.game))).await;
    watched.record().await;
    let (service, ben) = (&watched.site.service, as_user(&watched.people[1]));
    let table = service.table(&ben, &watched.game, None).await.unwrap().unwrap();
    let sent = Submission { expected: Expected(table.play.unwrap().last()), key: service.new_key() };
    service.resign(&ben, &watched.game, &sent).await.unwrap();
    let totals = watched.final_page().await;
    let (paid, rows) = watched.seen().await;
    assert!(paid > 1, "{paid} features were lit");
    assert_eq!(rows.last(), Some(&totals), "{rows:?}");
    assert!(rows.len() > 2, "{rows:?}");
    for (before, after) in rows.iter().zip(&rows[1..]) {
        assert!(before.iter().zip(after).all(|(before, after)| before <= after), "{rows:?}");
    }
}

#[tokio::test]
async fn whoever_ends_the_game_by_resigning_sees_the_final_page() {
    let site = Site::open().await;
    let people = vec![site.person("Ann").await, site.person("Ben").await];
    let seated: Vec<&UserId> = people.iter().collect();
    let game = site.game(Ruleset::default(), &seated, 5).await;
    play_to(&site, &game, &people, 8).await;
    let browser = Browser::open(Scripts::On).await;
    site.sign_in(&browser, "Ann").await;
    browser.goto(&site.url(&format!("/games/{game}/resign"))).await;
    browser.follow(browser.element("main form button").await).await;
    assert_eq!(browser.path().await, format!("/games/{game}/final"));
}
