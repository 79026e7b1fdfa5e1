//! Whole games by mouse, by touch, by keyboard and without scripts, in light and dark mode, on two screens each. With scripts no
//! turn loads a page, shifts the layout or hides Confirm. With `BASTIDE_LONG` the first has all 72 tiles, otherwise both are short.

use support::messages::says;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::handling::{Device, Mode, play_on};
use crate::play;
use crate::scripted::{another_short_game, my_turn};
use crate::server::Server;

const fn mode(device: Device, width: u32, height: u32, scheme: &'static str) -> Mode {
    Mode { name: "", device, width, height, scheme }
}

/// Plays a game in each mode.
async fn play_with_scripts(first: Mode, second: Mode) {
    let server = Server::start();
    let least = if support::setting("BASTIDE_LONG").is_some() { 35 } else { 9 };
    for (name, mode, least) in [("ann", first, least), ("ben", second, 9)] {
        let browser = Browser::open_with_compositor().await;
        play::sign_up(&browser, &server, name).await;
        mode.prepare(&browser).await;
        let game = if least == 35 {
            browser.goto(&server.url("/tables/new?game=custom")).await;
            browser.click("#seats option[value='2']").await;
            browser.click("#computer1 option[value='1']").await;
            browser.press("new-table-button").await;
            crate::scripted::wait_for(&browser, ".tabletop").await;
            browser.path().await
        } else {
            another_short_game(&browser, &server).await
        };
        let turns = play_on(&browser, &mode).await;
        assert!(turns.len() >= least, "{} turns", turns.len());
        for (i, turn) in turns.iter().enumerate() {
            assert_eq!((turn.loads, turn.scrolls), (0, 0), "turn {i}: page loads and scrolls");
            assert!(
                turn.clicks <= 4 && turn.keys <= 12,
                "turn {i}: {} clicks, {} keys",
                turn.clicks,
                turn.keys
            );
            assert!(turn.visible, "turn {i}: Confirm is in sight");
            assert!(turn.shifts < 1e-5, "turn {i}: a layout shift of {}", turn.shifts);
        }
        browser.goto(&server.url(&format!("{game}/final"))).await;
        let told = browser.text().await;
        assert!(says(&told, "final-reason-bag"), "{told}");
    }
}

#[tokio::test]
async fn whole_games_are_played_with_the_mouse() {
    let first = mode(Device::Mouse, 1280, 800, "light");
    play_with_scripts(first, mode(Device::Mouse, 1920, 1080, "dark")).await;
}

#[tokio::test]
async fn whole_games_are_played_by_touch() {
    let first = mode(Device::Touch, 390, 844, "dark");
    play_with_scripts(first, mode(Device::Touch, 768, 1024, "light")).await;
}

#[tokio::test]
async fn whole_games_are_played_by_keyboard_alone() {
    let first = mode(Device::Keyboard, 1280, 800, "dark");
    play_with_scripts(first, mode(Device::Keyboard, 844, 390, "light")).await;
}

#[tokio::test]
async fn whole_games_are_played_by_the_list_of_placements_with_scripts_off() {
    let server = Server::start();
    let browser = Browser::open(Scripts::Off).await;
    play::sign_up(&browser, &server, "ann").await;
    for view in [VIEWS[3], VIEWS[0]] {
        browser.look(view).await;
        let game = another_short_game(&browser, &server).await;
        let mut turns = 0;
        while my_turn(&browser, &server, &game).await {
            // Every fifth turn of this number begins with the list.
            play::take_turn(&browser, turns * 5).await;
            turns += 1;
            assert!(turns <= 40, "the game ends");
        }
        assert!(turns >= 9, "{turns} turns");
    }
}
