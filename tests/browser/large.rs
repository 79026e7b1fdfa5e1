//! Very large games.

use bastide::account::UserId;
use bastide::cli::simulate::RandomPlayer;
use bastide::engine::{Ruleset, TileSet};
use bastide::service::{Expected, Submission};
use bastide::table::GameId;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use serde_json::Value;

use crate::browser::{Browser, Scripts, VIEWS};
use crate::play;
use crate::site::{Site, as_user};

/// Bytes of the page, uncompressed.
const MOST: u64 = 500_000;

/// Plays at random until only this many draws are left; returns the seat to move.
async fn play_until(site: &Site, game: &GameId, people: &[&UserId], left: usize) -> Option<usize> {
    let mut player = RandomPlayer::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    loop {
        let replay =
            site.service.table(&as_user(people[0]), game, None).await.unwrap().unwrap().play.unwrap();
        let mover = replay.game.seat_of(replay.game.to_move()?).index();
        if replay.game.tiles_left() <= left {
            return Some(mover);
        }
        let turn = player.choose(&replay.game, &mut rng).unwrap();
        let sent = Submission { expected: Expected(replay.last()), key: site.service.new_key() };
        site.service.turn(&as_user(people[mover]), game, &sent, turn).await.unwrap();
    }
}

/// The page of the player to move, in every view.
async fn look_around(browser: &Browser, url: &str) {
    for view in VIEWS {
        browser.look(view).await;
        browser.goto(url).await;
        assert!(play::is_my_turn(browser).await, "{}", browser.heading().await);
        let measured = browser
            .client
            .execute(
                "const page = document.documentElement, board = document.querySelector('svg.board').getBoundingClientRect();
                 return [performance.getEntriesByType('navigation')[0].decodedBodySize, page.scrollWidth - page.clientWidth,
                         board.left >= 0 && board.right <= page.clientWidth && board.width > 200]",
                Vec::new(),
            )
            .await
            .unwrap();
        assert!(measured[0].as_u64().is_some_and(|bytes| 100_000 < bytes && bytes < MOST), "{measured}");
        assert_eq!(measured[1], 0, "the page fits in {} pixels", view.width);
        assert_eq!(measured[2], Value::Bool(true), "so does the board");
    }
}

#[tokio::test]
async fn the_last_turns_of_a_game_of_332_tiles_and_six_players_are_played_in_the_browser() {
    let site = Site::open().await;
    let names = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"];
    let mut people = Vec::new();
    for name in names {
        people.push(site.person(name).await);
    }
    let people: Vec<&UserId> = people.iter().collect();
    let sets = TileSet::ALL.into_iter().flat_map(|set| [set; 2]).chain([TileSet::Base]);
    let rules = Ruleset { sets: sets.collect(), ..Ruleset::default() };
    let game = site.game(rules, &people, 7).await;
    let url = site.url(&format!("/games/{game}"));

    let scripted = Browser::open(Scripts::On).await;
    let plain = Browser::open(Scripts::Off).await;
    let mut turns = 0;
    while let Some(mover) = play_until(&site, &game, &people, 2).await {
        if turns == 0 {
            site.sign_in(&scripted, names[mover]).await;
            look_around(&scripted, &url).await;
        }
        plain.client.delete_all_cookies().await.unwrap();
        site.sign_in(&plain, names[mover]).await;
        plain.goto(&url).await;
        play::take_turn(&plain, turns).await;
        turns += 1;
    }
    assert!(turns > 0);
    for view in VIEWS {
        scripted.look(view).await;
        scripted.goto(&format!("{url}/final")).await;
        assert!(scripted.says("final-graph").await);
    }
}
