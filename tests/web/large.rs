//! Very large games.

use bastide::cli::simulate::RandomPlayer;
use bastide::service::{Expected, Principal, Submission};
use bastide::table::{GameId, Player};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::app::{TestApp, as_user, join, open_table};
use crate::play::is_my_turn;

/// The maximum size in bytes of the game page, uncompressed and without overlays.
const MOST: usize = 500_000;

#[tokio::test]
async fn a_game_of_332_tiles_and_six_players_is_played_to_its_end() {
    let app = TestApp::start().await;
    let mut people = Vec::new();
    for name in ["ann", "ben", "cleo", "dan", "eve", "fay"] {
        people.push(app.person(name).await);
    }
    let sets = ["river", "inns", "traders", "king"].map(|set| format!("sets.{set}"));
    let mut changes: Vec<(&str, &str)> = sets.iter().map(|set| (set.as_str(), "2")).collect();
    changes.extend([("sets.base", "3"), ("seats", "6"), ("aids", "none")]);
    let table = open_table(&people[0], &changes).await;
    for browser in &people[1..] {
        join(browser, &table).await;
    }
    let id = GameId::parse(table.rsplit('/').next().unwrap()).unwrap();
    let mut player = RandomPlayer::default();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut largest = 0;
    loop {
        let seen = app.service.table(&Principal::anonymous(None), &id, None).await.unwrap().unwrap();
        let replay = seen.play.unwrap();
        let Some(turn) = player.choose(&replay.game, &mut rng) else { break };
        let seat = replay.game.seat_of(replay.game.to_move().unwrap());
        if replay.game.tiles_left() % 60 == 0 || replay.game.tiles_left() < 4 {
            // As the player sees it, with links on the legal cells.
            let page = people[seat.index()].get(&table).await;
            assert!(is_my_turn(&page), "{}", page.heading());
            largest = largest.max(page.body.len());
        }
        let user = seen.table.player(seat).and_then(Player::user).unwrap();
        let submission = Submission { expected: Expected(replay.last()), key: app.service.new_key() };
        app.service.turn(&as_user(user), &id, &submission, turn).await.unwrap();
    }
    let end = people[3].get(&format!("{table}/final")).await;
    assert_eq!(end.status, 200);
    let game = people[3].get(&table).await;
    assert!(game.says("event-end-bag"), "{}", game.text());
    let tiles =
        app.service.table(&Principal::anonymous(None), &id, None).await.unwrap().unwrap().play.unwrap();
    let board = tiles.game.board().tiles().len() + tiles.game.discarded().len();
    assert_eq!(board, 332);
    largest = largest.max(game.body.len());
    assert!(largest < MOST, "{largest} bytes");
    let log = people[3].get(&format!("{table}/record.jsonl")).await.body;
    assert!(bastide::engine::Record::read(&log).is_ok());
    println!("{largest} bytes");
}
