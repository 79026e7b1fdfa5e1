//! The table page for every number of seats, with all expansions, shared hands and two colours each: on a desktop, on a phone
//! and on a small phone.

use bastide::account::UserId;
use bastide::engine::{Preset, Ruleset, TileSet};
use serde_json::{Value, json};

use crate::browser::{Browser, Scripts, VIEWS, View};
use crate::drafting::{becomes, mouse, press, run};
use crate::judge::judge;
use crate::scripted::wait_for;
use crate::site::Site;

const DESK: View = VIEWS[0];
const PHONE: View = VIEWS[2];
const SMALL: View = View { width: 360, height: 640, scheme: "light" };

const NAMES: [&str; 6] = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Frederica"];

fn all_sets() -> Ruleset {
    Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::of(Preset::Modern) }
}

fn two_colours() -> Ruleset {
    Ruleset { two_colours_for_two: true, ..Ruleset::of(Preset::Mcguire) }
}

/// Players, and a browser in which the first of them is signed in.
struct Players {
    site: Site,
    browser: Browser,
    people: Vec<UserId>,
}

impl Players {
    async fn meet() -> Self {
        let site = Site::open().await;
        let mut people = Vec::new();
        for name in NAMES {
            people.push(site.person(name).await);
        }
        let browser = Browser::open(Scripts::On).await;
        site.sign_in(&browser, NAMES[0]).await;
        Self { site, browser, people }
    }

    /// A game in which the first player is to move, after at least this many turns.
    async fn game(&self, rules: Ruleset, seats: usize, turns: usize) -> String {
        let people: Vec<&UserId> = self.people.iter().take(seats).collect();
        let game = self.site.game(rules, &people, 2).await;
        self.site.play(&game, &people, turns).await;
        format!("/games/{game}")
    }

    /// Tables of two, four and six, the last with everything, and one on which two play two colours each.
    async fn tables(&self) -> Vec<(String, usize)> {
        vec![
            (self.game(Ruleset::of(Preset::Modern), 2, 12).await, 2),
            (self.game(all_sets(), 4, 24).await, 4),
            (self.game(all_sets(), 6, 30).await, 6),
            (self.game(two_colours(), 2, 12).await, 4),
        ]
    }

    /// Opens a game as if for the first time.
    async fn open(&self, view: View, path: &str) {
        self.browser.look(view).await;
        run(&self.browser, "localStorage.clear(); sessionStorage.clear()").await;
        self.browser.goto(&self.site.url(path)).await;
        wait_for(&self.browser, ".zooms").await;
    }

    async fn run(&self, script: &str) -> Value {
        run(&self.browser, script).await
    }

    /// Clicks a cell that is in view, as a person would, and waits for the choices.
    async fn draft(&self) {
        let at = self
            .run(
                "return [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')]
                    .map((link) => link.getBoundingClientRect())
                    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
                    .find(([x, y]) => document.elementFromPoint(x, y)?.closest('.a-cell'))",
            )
            .await;
        for kind in ["mousePressed", "mouseReleased"] {
            mouse(&self.browser, kind, &at, json!({"button": "left", "clickCount": 1})).await;
        }
        wait_for(&self.browser, ".chip").await;
    }
}

/// Whether an element is whole in the window and nothing lies over its middle.
const WHOLE: &str = "const whole = (element) => {
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.width > 0 && box.left >= 0 && box.top >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5
        && Boolean(top) && (element === top || element.contains(top));
};";

#[tokio::test]
async fn rows_and_strip_show_everybody_and_cut_nothing_for_two_to_six_seats() {
    let players = Players::meet().await;
    for (path, rows) in players.tables().await {
        for view in [DESK, PHONE, SMALL] {
            players.open(view, &path).await;
            let size = format!("{rows} rows at {}×{}", view.width, view.height);
            let list = if view.width > 1000 { ".players" } else { ".summary" };
            let seen = players
                .run(&format!(
                    "{WHOLE} const rows = [...document.querySelectorAll('{list} li')];
                    const texts = rows.flatMap((row) => [row, ...row.querySelectorAll('strong, small, .points, .supply, .about')]);
                    const cut = texts.filter((text) => text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).display !== 'inline');
                    const top = (row) => row.getBoundingClientRect();
                    const first = rows.toSorted((one, other) => top(one).y - top(other).y || top(one).x - top(other).x)[0];
                    return {{
                        rows: rows.filter(whole).length,
                        cut: cut.map((text) => text.outerHTML.slice(0, 200)),
                        heights: [...new Set(rows.map((row) => top(row).height))],
                        supplies: rows.map((row) => [...row.querySelectorAll('.supply')].filter(whole).length),
                        first: first.textContent.trim().slice(0, 3),
                        log: document.querySelector('.tab').clientHeight,
                        clears: document.querySelector('.status').getBoundingClientRect().bottom <= document.querySelector('.pane').getBoundingClientRect().top + 0.5,
                        line: document.querySelector('.status').getBoundingClientRect().height,
                        bag: whole(document.querySelector(innerWidth > 1000 ? '.facts-line' : '.bag')),
                    }}",
                ))
                .await;
            assert_eq!(seen["rows"], rows, "{size}: {seen}");
            assert_eq!(seen["cut"], json!([]), "{size}");
            assert_eq!((&seen["clears"], &seen["bag"]), (&json!(true), &json!(true)), "{size}: {seen}");
            assert!(seen["line"].as_f64() < Some(36.0), "{size}: a status line of {} px", seen["line"]);
            if view.width > 1000 {
                let height = if rows < 4 { 48 } else { 42 };
                assert_eq!(seen["heights"], json!([height]), "{size}");
                assert!(seen["log"].as_u64() > Some(94), "{size}: a log of {} px", seen["log"]);
                // Meeples, big one, builder, pig, and three goods.
                let kinds = match path.as_str() {
                    _ if rows == 2 => 1,
                    _ if seen["supplies"][0] == 3 => 3,
                    _ => 7,
                };
                assert_eq!(seen["supplies"], json!(vec![kinds; rows]), "{size}");
            } else {
                assert_eq!(seen["first"], "You", "{size}: one's own is the first");
            }
        }
    }
}

#[tokio::test]
async fn what_several_players_did_is_never_wider_than_a_phone() {
    let players = Players::meet().await;
    let path = players.game(all_sets(), 6, 30).await;
    players.open(PHONE, &path).await;
    let last = players.run("return Number(document.querySelector('.tabletop').dataset.last)").await;
    for back in [2, 5, 9, 14] {
        players.open(PHONE, &format!("{path}?after={}", last.as_u64().unwrap() - back)).await;
        let seen = players
            .run("return [innerWidth, document.documentElement.scrollWidth, document.querySelectorAll('.told li').length > 0]")
            .await;
        assert_eq!(seen, json!([390, 390, true]), "the last {back} events");
    }
}

#[tokio::test]
async fn the_panel_keeps_its_size_and_confirm_is_whole_at_any_number_of_seats() {
    let players = Players::meet().await;
    for (path, rows) in players.tables().await {
        for view in [DESK, PHONE, SMALL] {
            players.open(view, &path).await;
            players.draft().await;
            let size = format!("{rows} rows at {}×{}", view.width, view.height);
            let seen = players
                .run(&format!(
                    "{WHOLE} const act = document.querySelector('.act');
                    return [act.offsetHeight, ...['rotate', 'confirm', 'cancel'].map((name) => whole(act.querySelector(`[data-act=${{name}}]`))),
                        whole(act.querySelector('.chip')), whole(document.querySelector('.status'))]",
                ))
                .await;
            assert_eq!(seen, json!([168, true, true, true, true, true]), "{size}");
            // Each choice leaves everything where it is.
            let before =
                players.run("return document.querySelector('.act .row').getBoundingClientRect().y").await;
            let chips =
                players.run("return document.querySelectorAll('.chip').length").await.as_u64().unwrap();
            for chip in 1..=chips.min(4) {
                players.run(&format!("document.querySelector('.chip:nth-child({chip})').click()")).await;
                let now = "return [document.querySelector('.act .row').getBoundingClientRect().y, document.querySelector('.act').offsetHeight]";
                assert_eq!(players.run(now).await, json!([before, 168]), "{size}, choice {chip}");
            }
        }
    }
}

#[tokio::test]
async fn a_hand_of_three_leaves_room_for_whose_turn_it_is_and_for_the_moves_on_a_phone() {
    let players = Players::meet().await;
    let path = players.game(two_colours(), 2, 12).await;
    for view in [PHONE, SMALL] {
        players.open(view, &path).await;
        let seen = players
            .run(&format!(
                "{WHOLE} const bar = document.querySelector('.turn');
                return [bar.offsetHeight, bar.querySelectorAll('.hand .tile').length, [...bar.querySelectorAll('.hand .tile, h1, .facts-line, .open-rail')].filter((part) => !whole(part)).map((part) => part.outerHTML.slice(0, 90))]",
            ))
            .await;
        assert_eq!(seen, json!([132, 3, []]), "{} px", view.width);
        players.browser.click(".open-rail").await;
        let rows = players
            .run(&format!(
                "{WHOLE} return [...document.querySelectorAll('.players li')].filter(whole).length"
            ))
            .await;
        assert_eq!(rows, 4, "the sheet has the players");
    }
}

#[tokio::test]
async fn enter_after_a_click_confirms_and_the_chosen_follower_is_drawn_once() {
    let players = Players::meet().await;
    let path = players.game(all_sets(), 4, 24).await;
    players.open(DESK, &path).await;
    let last = players.run("return document.querySelector('.tabletop').dataset.last").await;
    players.draft().await;
    players.run("document.querySelectorAll('.chip')[1].click()").await;
    let drawn = "const ghost = document.querySelectorAll('.ghost.fixed .a-f').length;
        return [ghost, document.querySelectorAll('.spot[aria-pressed=true] svg').length]";
    assert_eq!(players.run(drawn).await, json!([1, 0]), "by the board, and not by its spot");
    press(&players.browser, "Enter").await;
    let now = "return document.querySelector('.tabletop').dataset.last";
    becomes(&players.browser, now, |now| *now != last, "the turn is confirmed").await;
}

#[tokio::test]
async fn why_not_says_why_and_menus_close_by_escape_outside_and_by_choosing() {
    let players = Players::meet().await;
    let path = players.game(all_sets(), 4, 24).await;
    for view in [DESK, PHONE] {
        players.open(view, &path).await;
        let tools = "return document.querySelector('#tools').open";
        let coordinates = "return document.querySelector('[data-overlay=coordinates]').ariaCurrent";
        let before = players.run(coordinates).await;
        for way in ["escape", "outside", "choosing"] {
            players.browser.click("#tools summary").await;
            assert_eq!(players.run(tools).await, true, "{way}");
            match way {
                "escape" => press(&players.browser, "Escape").await,
                "outside" => players.browser.click(".status").await,
                _ => players.browser.click(".tools [data-overlay=coordinates]").await,
            }
            becomes(&players.browser, tools, |open| *open == false, way).await;
        }
        // The board is drawn again.
        becomes(&players.browser, coordinates, |now| *now != before, "the overlay").await;
        players.draft().await;
        wait_for(&players.browser, ".why:not([hidden])").await;
        players.browser.click(".why summary").await;
        let reasons = players
            .run(&format!("{WHOLE} return [document.querySelectorAll('.why li').length, whole(document.querySelector('.why ul'))]"))
            .await;
        assert!(reasons[0].as_u64() > Some(0) && reasons[1] == true, "{reasons}");
        press(&players.browser, "Escape").await;
        let open =
            "return [document.querySelector('.why').open, document.querySelectorAll('.ghost.fixed').length]";
        assert_eq!(players.run(open).await, json!([false, 1]), "the draft stays");
    }
}

#[tokio::test]
async fn what_is_seldom_needed_is_behind_one_button_of_the_rail() {
    let players = Players::meet().await;
    let path = players.game(Ruleset::of(Preset::Modern), 2, 12).await;
    players.open(DESK, &path).await;
    let links = "return [...document.querySelectorAll('#others li > *')].filter((one) => one.checkVisibility()).map((one) => one.getAttribute('href') ?? 'keys')";
    assert_eq!(players.run(links).await, json!([]));
    players.browser.click("#others summary").await;
    let found = players.run(links).await;
    for link in ["moves", "record", "keys", "settings", "resign"] {
        assert!(found.to_string().contains(link), "{link}: {found}");
    }
    let time = "const row = document.querySelector('.moves li'); return [Number(getComputedStyle(row.querySelector('small')).opacity), row.offsetHeight]";
    assert_eq!(players.run(time).await, json!([0, 34]));
    players.run("document.querySelector('.moves a').focus()").await;
    assert_eq!(players.run(time).await, json!([1, 34]), "the time shows on focus");
}

/// The legal cells beyond each edge of the pane, and what the arrows say.
const BEYOND: &str = "
    const pane = document.querySelector('.pane').getBoundingClientRect();
    const cells = [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')].map((link) => link.getBoundingClientRect());
    const middles = cells.map((box) => [box.x + box.width / 2, box.y + box.height / 2]);
    const count = (is) => middles.filter(is).length;
    const beyond = [count(([, y]) => y < pane.top), count(([x]) => x > pane.right), count(([, y]) => y > pane.bottom), count(([x]) => x < pane.left)];
    const arrows = [...document.querySelectorAll('.edge')];
    const boxes = arrows.filter((arrow) => !arrow.hidden).map((arrow) => arrow.getBoundingClientRect());
    const others = [...cells, ...[...document.querySelectorAll('.status, .tools summary, .recent, .zooms')].map((other) => other.getBoundingClientRect())];
    const meet = (one, other) => other.width && one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return { beyond, said: arrows.map((arrow) => arrow.hidden ? 0 : Number(arrow.textContent.match(/\\d+/)[0])),
        covers: boxes.filter((box) => others.some((other) => meet(box, other))).length };";

#[tokio::test]
async fn arrows_count_the_places_to_play_outside_cover_none_of_them_and_lead_to_the_nearest() {
    let players = Players::meet().await;
    let path = players.game(Ruleset::of(Preset::Modern), 2, 62).await;
    let mut outside = 0;
    for view in [DESK, PHONE, SMALL] {
        players.open(view, &path).await;
        for zooms in 0..3 {
            let seen = players.run(BEYOND).await;
            assert_eq!(seen["said"], seen["beyond"], "{} px, {zooms} times nearer", view.width);
            assert_eq!(seen["covers"], 0, "{} px, {zooms} times nearer: {seen}", view.width);
            let all = seen["beyond"].as_array().unwrap();
            if let Some(edge) = all.iter().position(|count| count.as_u64() > Some(0)) {
                outside += 1;
                let arrow = format!("document.querySelectorAll('.edge')[{edge}].click()");
                players.run(&arrow).await;
                let after = players.run(BEYOND).await;
                assert!(after["beyond"][edge].as_u64() < all[edge].as_u64(), "{seen}, then {after}");
            }
            players.run("document.querySelector('.zooms .in').click()").await;
        }
    }
    assert!(outside > 2, "places were outside {outside} times");
}

#[tokio::test]
async fn as_many_places_to_play_as_fit_are_in_view_in_the_last_turns() {
    let players = Players::meet().await;
    let (ann, ben) = (&players.people[0], &players.people[1]);
    let game = players.site.game(Ruleset::of(Preset::Modern), &[ann, ben], 2).await;
    players.site.play(&game, &[ann, ben], 46).await;
    // Each keeps its own camera.
    let phone = Browser::open(Scripts::On).await;
    players.site.sign_in(&phone, NAMES[0]).await;
    players.browser.look(DESK).await;
    phone.look(PHONE).await;
    let mut shares = [Vec::new(), Vec::new()];
    for _ in 0..12 {
        for (browser, shares) in [&players.browser, &phone].into_iter().zip(&mut shares) {
            browser.goto(&players.site.url(&format!("/games/{game}"))).await;
            wait_for(browser, ".zooms").await;
            let share = "const pane = document.querySelector('.pane').getBoundingClientRect();
                const cells = [...document.querySelectorAll('.pane .a-cell:not(.a-ask)')].map((link) => link.getBoundingClientRect());
                const seen = cells.filter((box) => box.left > pane.left - 1 && box.right < pane.right + 1 && box.top > pane.top - 1 && box.bottom < pane.bottom + 1);
                return cells.length ? seen.length / cells.length : null";
            shares.extend(run(browser, share).await.as_f64());
        }
        players.site.play(&game, &[ann, ben], 1).await;
    }
    let [desk, phone] = shares
        .map(|shares| 100.0 * shares.iter().sum::<f64>() / f64::from(u32::try_from(shares.len()).unwrap()));
    println!("places to play in view: {desk:.0} % on a desktop, {phone:.0} % on a phone");
    assert!(desk >= 80.0 && phone >= 70.0, "{desk:.0} % on a desktop, {phone:.0} % on a phone");
}

#[tokio::test]
async fn what_others_did_is_told_and_cells_are_offered_only_once_the_board_shows_it() {
    let players = Players::meet().await;
    let people: Vec<&UserId> = players.people.iter().take(4).collect();
    let game = players.site.game(Ruleset::of(Preset::Modern), &people, 2).await;
    players.site.play(&game, &people, 12).await;
    players.open(DESK, &format!("/games/{game}")).await;
    let moving = json!({"features": [{"name": "prefers-color-scheme", "value": "light"}]});
    players.browser.devtools("Emulation.setEmulatedMedia", moving).await;
    // What the page shows while tiles are still to come.
    let record = "window.seen = []; setInterval(() => {
        const behind = document.querySelectorAll('.pane svg.board [data-n].a-off').length;
        const shown = (name) => [...document.querySelectorAll(name)].filter((one) => getComputedStyle(one).opacity > 0).length;
        seen.push([behind, behind ? shown('.status > *, .pane .a-cell, .moves li:first-child') : 0]);
    }, 20)";
    players.run(record).await;
    let last = players.run("return document.querySelector('.tabletop').dataset.last").await;
    players.draft().await;
    players.run("document.querySelector('.act [data-act=confirm]').click()").await;
    let now = "return document.querySelector('.tabletop').dataset.last";
    becomes(&players.browser, now, |now| *now != last, "the turn is confirmed").await;
    // The three others, one right after the other.
    players.site.play(&game, &people, 3).await;
    wait_for(&players.browser, ".tabletop[data-yours]").await;
    becomes(
        &players.browser,
        "return document.querySelectorAll('.stepping').length",
        |left| *left == 0,
        "all is shown",
    )
    .await;
    let seen = players.run("return seen").await;
    let seen: Vec<[u64; 2]> = serde_json::from_value(seen).unwrap();
    assert!(seen.iter().any(|[behind, _]| *behind > 0), "the board was behind at some time");
    let early = seen.iter().filter(|[_, told]| *told > 0).count();
    assert_eq!(early, 0, "of {} times", seen.len());
}

#[tokio::test]
async fn first_tiles_are_large_and_what_is_empty_is_not_shown() {
    let players = Players::meet().await;
    let path = players.game(Ruleset::of(Preset::Modern), 2, 0).await;
    players.open(DESK, &path).await;
    let tile = players.run("const { width } = document.querySelector('.pane svg.board').viewBox.baseVal; return 100 * document.querySelector('.pane').clientWidth / width").await;
    assert!((120.0..141.0).contains(&tile.as_f64().unwrap()), "{tile} px a tile");
    let empty = "return [...document.querySelectorAll('.recent, .recent a, .status')].filter((one) => !one.textContent.trim() && !one.querySelector('svg')).length";
    assert_eq!(players.run(empty).await, 0);
}

#[tokio::test]
async fn a_table_of_four_is_accessible_while_a_turn_is_drafted() {
    let players = Players::meet().await;
    let path = players.game(all_sets(), 4, 24).await;
    let mut complaints = Vec::new();
    players.open(PHONE, &path).await;
    players.draft().await;
    judge(&players.browser, "four-drafting", &mut complaints).await;
    players.run("document.querySelector('.why').open = true").await;
    judge(&players.browser, "four-why-not", &mut complaints).await;
    let six = players.game(all_sets(), 6, 30).await;
    players.open(PHONE, &six).await;
    judge(&players.browser, "six", &mut complaints).await;
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
