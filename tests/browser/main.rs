//! The server's binary in a real Chromium. `./test.sh` starts what these tests need.

mod analysis;
mod barriers;
mod browser;
mod challenges;
mod countdown;
mod desk;
mod drafting;
mod embeds;
mod ending;
mod final_page;
mod finding;
mod guest;
mod handling;
mod hands;
mod header;
mod history;
mod judge;
mod large;
mod learn;
mod levels;
mod looks;
mod offline;
mod others;
mod passkeys;
mod planned;
mod play;
mod pool;
mod practice;
mod profiles;
mod push;
mod queue;
mod record;
mod recorder;
mod salts;
mod screenshots;
mod scripted;
mod search;
mod seats;
mod server;
mod settings;
mod since;
mod site;
mod talk;
mod together;
mod weights;

use browser::{Browser, Scripts};
use server::Server;

#[tokio::test]
async fn two_people_play_a_whole_game_with_scripts_off_and_the_plug_pulled_in_between() {
    let mut server = Server::start();
    let (ann, ben) = (Browser::open(Scripts::Off).await, Browser::open(Scripts::Off).await);
    play::sign_up(&ann, &server, "ann").await;
    play::sign_up(&ben, &server, "ben").await;

    let whole = support::setting("BASTIDE_LONG").is_some();
    play::open_game(
        &ann,
        &server,
        &["#seats option[value='2']", "input[name=visibility][value=link]"],
        whole,
    )
    .await;
    let table = ann.path().await;
    let link = ann.element("section[aria-labelledby=h-invite] code").await.text().await.unwrap();
    ben.goto(&link).await;
    play::take_seat(&ben).await;

    let mut turns = 0;
    loop {
        let mover = if ann_is_to_move(&ann, &server, &table).await { &ann } else { &ben };
        mover.goto(&server.url(&table)).await;
        play::take_turn(mover, turns).await;
        turns += 1;
        if play::is_over(mover).await {
            mover.press("table-see-end").await;
            break;
        }
        assert!(turns < 80, "the game ends");
        if turns == 8 {
            server.restart();
        }
    }

    for person in [&ann, &ben] {
        person.goto(&server.url(&format!("{table}/final"))).await;
        let told = person.text().await;
        assert!(told.contains("ann") && told.contains("ben"), "{told}");
    }
    let shown = record::final_table(&ann).await;
    let file = ann.download("log-record").await;
    assert_eq!(record::check(&server, &file, &shown), turns);
}

async fn ann_is_to_move(ann: &Browser, server: &Server, table: &str) -> bool {
    ann.goto(&server.url(table)).await;
    play::is_my_turn(ann).await
}

#[tokio::test]
async fn a_game_of_every_preset_is_played_to_its_end_and_adds_up() {
    let server = Server::start();
    let ann = Browser::open(Scripts::Off).await;
    play::sign_up(&ann, &server, "ann").await;
    for preset in ["chicago", "abbeys", "mcguire"] {
        let rules = format!("input[name=preset][value={preset}]");
        let choices = [rules.as_str(), "#seats option[value='2']", "#computer1 option[value='1']"];
        play::open_game(&ann, &server, &choices, support::setting("BASTIDE_LONG").is_some()).await;
        let game = ann.path().await;
        play_on(&ann, &server, &game, 150).await;
        ann.goto(&server.url(&format!("{game}/final"))).await;
        let shown = record::final_table(&ann).await;
        let file = ann.download("log-record").await;
        record::check(&server, &file, &shown);
        std::fs::remove_file(file).unwrap();
    }
}

/// Plays some turns against the computer, or to the end.
async fn play_on(browser: &Browser, server: &Server, game: &str, turns: usize) {
    for turn in 0..turns {
        for _ in 0..100 {
            browser.goto(&server.url(game)).await;
            if play::is_my_turn(browser).await {
                break;
            }
            if play::is_over(browser).await {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        play::take_turn(browser, turn).await;
    }
}
