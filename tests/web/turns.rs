//! The log by turns: pictures instead of names of tiles, points, and names that tell players apart.

use std::collections::BTreeSet;

use bastide::cli::simulate::RandomPlayer;
use bastide::engine::TileKind;
use bastide::service::{Expected, Principal, Submission};
use bastide::table::{GameId, Player};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::app::{TestApp, as_user, open_table};
use crate::browser::{Browser, Page};

/// Plays `turns` random turns, or all of them.
pub async fn play(app: &TestApp, table: &str, turns: usize) {
    let id = GameId::parse(table.rsplit('/').next().unwrap()).unwrap();
    let (mut player, mut rng) = (RandomPlayer::default(), Xoshiro256PlusPlus::seed_from_u64(3));
    for _ in 0..turns {
        let seen = app.service.table(&Principal::anonymous(None), &id, None).await.unwrap().unwrap();
        let replay = seen.play.unwrap();
        let Some(turn) = player.choose(&replay.game, &mut rng) else { return };
        let seat = replay.game.seat_of(replay.game.to_move().unwrap());
        let user = seen.table.player(seat).and_then(Player::user).unwrap();
        let submission = Submission { expected: Expected(replay.last()), key: app.service.new_key() };
        app.service.turn(&as_user(user), &id, &submission, turn).await.unwrap();
    }
}

/// What people read or hear.
fn words(page: &Page) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for element in page.all("*") {
        if ["script", "style"].contains(&element.value().name()) {
            continue;
        }
        words.extend(element.children().filter_map(|node| Some(node.value().as_text()?.to_string())));
        let spoken = ["aria-label", "title", "alt", "placeholder", "content"];
        words.extend(spoken.iter().filter_map(|name| element.attr(name)).map(str::to_owned));
    }
    words
}

fn assert_no_code(page: &Page) {
    let codes: BTreeSet<&str> = TileKind::all().map(TileKind::name).collect();
    for text in words(page) {
        let code = text.split(|c: char| !c.is_alphanumeric() && c != '-').find(|word| codes.contains(word));
        assert!(code.is_none(), "{}: {code:?} in {text:?}", page.path);
    }
}

#[tokio::test]
async fn no_page_of_a_game_names_a_tile_by_its_code() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    let all = "show=last&show=owners&show=fields&show=dead&show=cells&show=coordinates&show=tiles&show=graph";
    for turns in [0, 9, 100] {
        play(&app, &table, turns).await;
        let mut pages = Vec::new();
        for person in [&ann, &ben] {
            for path in ["", "/moves", "/moves/1", "/moves/2"] {
                pages.push(person.get(&format!("{table}{path}")).await);
            }
            pages.push(person.get(&format!("{table}?{all}")).await);
            pages.push(person.get(&format!("{table}?after=1")).await);
            pages.push(person.get("/").await);
        }
        for person in [&ann, &ben] {
            let page = person.get(&table).await;
            for link in page.links("svg.board a").into_iter().take(2) {
                pages.push(person.get(&link).await);
            }
            if let Some(link) = person.get(&format!("{table}?show=cells")).await.links("svg.board a").last() {
                pages.push(person.get(link).await);
            }
        }
        if turns == 100 {
            pages.push(ann.get(&format!("{table}/final?{all}")).await);
        }
        for page in &pages {
            assert_no_code(page);
        }
    }
}

#[tokio::test]
async fn the_log_has_a_row_for_every_turn_and_its_points_add_up() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.game(&ann, &ben).await;
    play(&app, &table, 100).await;
    let log = app.browser().get(&format!("{table}/moves")).await;
    let rows = log.all(".turns li");
    assert!(rows.len() >= 66, "{} rows", rows.len());
    let placed = log.texts(".turns a").into_iter().filter(|text| {
        text.starts_with("ann placed a ")
            || text.starts_with("ben placed a ")
            || text.contains(" finished a ")
    });
    assert!(placed.count() >= 65);
    assert_eq!(log.all(".turns li svg.tile").len(), log.all(".turns li svg.tile title").len());
    let sum = |class: &str| -> i32 {
        let gains = log.texts(&format!(".turns .gain.{class} b"));
        gains.iter().map(|points| points.trim_start_matches('+').parse::<i32>().unwrap()).sum()
    };
    let end = log.texts(".turns li:last-child a").join("");
    assert!(
        end.contains(&format!("ann {} and ben {}", sum("a-red"), sum("a-blue")))
            || end.contains(&format!("ben {} and ann {}", sum("a-blue"), sum("a-red"))),
        "{end}"
    );
    for name in ann.get(&table).await.links(".moves a").iter().chain(&log.links(".turns a")) {
        assert!(name.starts_with(&format!("{table}/moves/")), "{name}");
    }
}

/// A table against two computers.
async fn against_two(app: &TestApp, ann: &Browser) -> String {
    let table = open_table(ann, &[("seats", "3"), ("computer1", "1"), ("computer2", "2")]).await;
    for _ in 0..4 {
        app.run_jobs().await;
    }
    table
}

#[tokio::test]
async fn several_computers_are_told_apart_on_every_page() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let table = against_two(&app, &ann).await;
    for path in [table.clone(), format!("{table}/moves/1"), format!("{table}/moves"), "/".to_owned()] {
        let text = ann.get(&path).await.text();
        for name in ["Blue computer", "Yellow computer"] {
            assert!(text.contains(name), "{path} lacks {name}: {text}");
        }
        assert!(!text.contains("Computer"), "{path}: {text}");
    }
}

#[tokio::test]
async fn times_in_the_log_are_those_of_each_viewers_zone() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let table = app.game(&ann, &ben).await;
    play(&app, &table, 1).await;
    let times = async |browser: &Browser| browser.get(&table).await.texts(".moves small");
    let universal = times(&app.browser()).await;
    assert_eq!(universal.len(), 1);
    assert_eq!(times(&eve).await, universal, "spectators share the cached log");
    let form = eve.get("/account").await.form("/account/zone").set("zone", "Asia/Tokyo");
    eve.submit(form).await;
    assert_ne!(times(&eve).await, universal);
    assert_eq!(times(&app.browser()).await, universal);
}
