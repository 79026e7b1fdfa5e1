//! Reference pictures of pages in `tests/pictures/pages`: how the pages looked when they were last reviewed.
//!
//! After an intended change run `BASTIDE_NEW_PICTURE=1 ./test.sh --test browser looks`, and review before committing.

use std::path::{Path, PathBuf};

use bastide::account::UserId;
use bastide::engine::{Preset, Ruleset, TileSet};
use bastide::table::GameId;
use chrono::TimeDelta;
use resvg::tiny_skia::Pixmap;

use crate::browser::{Browser, VIEWS, View};
use crate::drafting::press;
use crate::judge::pictures;
use crate::scripted::wait_for;
use crate::site::Site;

/// The part of a page that a picture shows: the whole width of a view, and this many pixels from the top.
struct Shot {
    name: &'static str,
    view: View,
    height: u32,
    path: String,
}

const DAY: View = VIEWS[0];
const NIGHT: View = VIEWS[1];
const PHONE: View = VIEWS[2];
const WIDE: View = View { width: 1920, height: 1080, scheme: "light" };
const SIDE: View = View { width: 844, height: 390, scheme: "light" };
const TABLET: View = View { width: 768, height: 1024, scheme: "dark" };

#[tokio::test]
async fn pages_look_as_they_did_when_they_were_last_looked_at() {
    let site = Site::open().await;
    let (ann, ben, cleo) = (site.person("Ann").await, site.person("Ben").await, site.person("Cleo").await);
    let two = [&ann, &ben];
    let modern = || Ruleset::of(Preset::Modern);
    let over = played(&site, modern(), &two, 1, 80).await;
    let late = played(&site, modern(), &two, 2, 62).await;
    let early = played(&site, modern(), &two, 3, 9).await;
    let sets = Ruleset { sets: TileSet::ALL.to_vec(), ..modern() };
    let all = played(&site, sets, &[&ann, &ben, &cleo], 4, 90).await;
    site.table(modern(), 2, &ben, 5).await;
    // What is left of the clocks is no round number, so that none ticks over while it is looked at.
    site.clock.advance(TimeDelta::seconds(-30));

    let browser = Browser::open_with_compositor().await;
    let game = |game: &GameId| format!("/games/{game}");
    let mut changed = Vec::new();
    let front = [("front", DAY, 800, "/".to_owned())];
    changed.extend(compare_all(&browser, &site, front).await);
    site.sign_in(&browser, "Ann").await;
    let rest = [
        ("dashboard", DAY, 1000, "/".to_owned()),
        ("board-early", DAY, 800, game(&early)),
        ("board-late", DAY, 800, game(&late)),
        ("board-all-sets", DAY, 800, game(&all)),
        ("board-wide", WIDE, 1080, game(&late)),
        ("board-dark", NIGHT, 800, game(&late)),
        ("board-phone", PHONE, 844, game(&late)),
        ("board-side", SIDE, 390, game(&late)),
        ("board-tablet", TABLET, 1024, game(&late)),
        ("draft", DAY, 800, game(&early)),
        ("draft-phone", PHONE, 844, game(&early)),
        ("sheet", DAY, 1600, "/atlas/sheet/traders".to_owned()),
        ("final", DAY, 2400, format!("/games/{over}/final")),
        ("final-phone", PHONE, 844, format!("/games/{over}/final")),
        ("history", NIGHT, 800, format!("/games/{over}/moves?turn=40")),
        ("history-phone", PHONE, 844, format!("/games/{over}/moves?turn=40")),
    ];
    changed.extend(compare_all(&browser, &site, rest).await);
    assert!(changed.is_empty(), "{}", changed.join("\n"));
}

/// A game after this many turns.
async fn played(site: &Site, rules: Ruleset, players: &[&UserId], draw: u8, turns: usize) -> GameId {
    let game = site.game(rules, players, draw).await;
    site.play(&game, players, turns).await;
    game
}

/// The differences on these pages.
async fn compare_all<const N: usize>(
    browser: &Browser,
    site: &Site,
    shots: [(&'static str, View, u32, String); N],
) -> Vec<String> {
    let mut changed = Vec::new();
    for (name, view, height, path) in shots {
        changed.extend(compare(browser, site, &Shot { name, view, height, path }).await);
    }
    changed
}

/// The difference on a page, which is shown at half its size.
async fn compare(browser: &Browser, site: &Site, shot: &Shot) -> Option<String> {
    browser.look(shot.view).await;
    // Each picture shows what a first visit shows.
    browser.client.execute("sessionStorage.clear(); localStorage.clear()", vec![]).await.ok();
    browser.goto(&site.url(&shot.path)).await;
    browser.element("main h1").await;
    if shot.name.starts_with("draft") {
        draft(browser).await;
    }
    let png = browser.picture(shot.view, shot.height, 0.5).await;
    let reference = reference(shot.name);
    if support::setting("BASTIDE_NEW_PICTURE").is_some() {
        std::fs::write(&reference, png).unwrap();
        return None;
    }
    let now = Pixmap::decode_png(&png).unwrap();
    let Ok(kept) = std::fs::read(&reference) else {
        return Some(format!("{}: no picture is kept", shot.name));
    };
    let then = Pixmap::decode_png(&kept).unwrap();
    let differing = differing(&now, &then)?;
    let kept = pictures().join(format!("{}.png", shot.name));
    std::fs::write(&kept, png).unwrap();
    Some(format!("{}: {differing}; see {} and {}", shot.name, kept.display(), reference.display()))
}

/// Chooses a cell and a place for a follower, and waits until the page says what that does.
async fn draft(browser: &Browser) {
    // A page that loads right after the window has changed may have begun with a camera for the size before.
    press(browser, "f").await;
    browser.click(".board .a-cell").await;
    wait_for(browser, ".spot").await;
    browser
        .client
        .execute("document.querySelector('.act .chip:nth-child(2)').click()", vec![])
        .await
        .unwrap();
    wait_for(browser, ".spot[aria-pressed=true]").await;
    let told = "return document.querySelector('.act .line').textContent.includes('·')";
    while browser.client.execute(told, vec![]).await.unwrap() != true {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

fn reference(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/pictures/pages/{name}.png"))
}

/// The side, in pixels, of the squares whose average colours are compared.
const SQUARE: u32 = 4;

/// The difference of two pictures if it covers more than 2 % of their area: fonts may render slightly differently elsewhere.
fn differing(now: &Pixmap, then: &Pixmap) -> Option<String> {
    if (now.width(), now.height()) != (then.width(), then.height()) {
        return Some(format!(
            "{}×{} instead of {}×{}",
            now.width(),
            now.height(),
            then.width(),
            then.height()
        ));
    }
    let mean = |picture: &Pixmap, x: u32, y: u32| -> [u32; 3] {
        let cells = (0..SQUARE * SQUARE).map(|i| (x + i % SQUARE, y + i / SQUARE));
        let pixels = cells.filter_map(|(x, y)| picture.pixel(x, y));
        pixels
            .map(|pixel| [pixel.red(), pixel.green(), pixel.blue()].map(u32::from))
            .fold([0; 3], |sum, pixel| [0, 1, 2].map(|i| sum[i] + pixel[i]))
            .map(|sum| sum / (SQUARE * SQUARE))
    };
    let squares: Vec<(u32, u32)> = (0..now.height() / SQUARE)
        .flat_map(|y| (0..now.width() / SQUARE).map(move |x| (x * SQUARE, y * SQUARE)))
        .collect();
    let changed = squares.iter().filter(|&&(x, y)| {
        let (now, then) = (mean(now, x, y), mean(then, x, y));
        (0..3).any(|i| now[i].abs_diff(then[i]) > 24)
    });
    let changed = changed.count();
    (changed * 50 > squares.len()).then(|| format!("{changed} of {} squares have changed", squares.len()))
}

#[test]
fn a_picture_is_like_itself_and_unlike_one_with_a_changed_corner() {
    let plain = Pixmap::new(200, 100).unwrap();
    let mut marked = plain.clone();
    assert_eq!(differing(&plain, &marked), None);
    let width = marked.width() as usize;
    for (i, byte) in marked.data_mut().iter_mut().enumerate() {
        if i / 4 % width < 40 && i / 4 / width < 40 {
            *byte = 255;
        }
    }
    assert!(differing(&plain, &marked).is_some());
    assert!(differing(&plain, &Pixmap::new(200, 104).unwrap()).is_some());
}
