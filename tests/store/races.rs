//! Concurrent requests: one wins, and nothing is half done.

use bastide::engine::Event;
use bastide::service::{JoinError, PlayError, Store};
use bastide::store::Executed;
use bastide::table::{GameId, Outcome, Row, Status, TurnChange};

use crate::app::{HOME, TestApp, as_user, keyed, submission, two_seats};

crate::on_both_databases! {
    of_two_hundred_forms_for_one_turn_exactly_one_is_stored
    two_hundred_copies_of_one_form_all_succeed_and_one_is_stored
    a_seat_is_given_to_one_of_many_who_want_it
    many_games_go_on_side_by_side
    a_move_that_cannot_be_stored_does_not_take_others_with_it
}

async fn of_two_hundred_forms_for_one_turn_exactly_one_is_stored(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let other = app.second_process().await;
    let forms: Vec<_> = (0..200)
        .map(|number| {
            let service = if number % 2 == 0 { app.service.clone() } else { other.clone() };
            let (player, game) = (player.clone(), game.clone());
            let form = submission(&service, expected);
            tokio::spawn(async move { service.turn(&as_user(&player), &game, &form, turn).await })
        })
        .collect();
    let (mut stored, mut stale) = (0, 0);
    for form in forms {
        match form.await.unwrap() {
            Ok(_) => stored += 1,
            Err(PlayError::Stale) => stale += 1,
            Err(error) => panic!("{error:?}"),
        }
    }
    other.close().await;
    assert_eq!((stored, stale), (1, 199));
    assert_eq!(app.replay(&game).await.game.turns(), 1);
    assert_eq!(app.count("SELECT COUNT(DISTINCT submission) FROM events").await, 1);
}

async fn two_hundred_copies_of_one_form_all_succeed_and_one_is_stored(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let other = app.second_process().await;
    let copies: Vec<_> = (0..200)
        .map(|number| {
            let service = if number % 2 == 0 { app.service.clone() } else { other.clone() };
            let (player, game) = (player.clone(), game.clone());
            tokio::spawn(async move {
                service.turn(&as_user(&player), &game, &keyed("one-form", expected), turn).await
            })
        })
        .collect();
    let mut answers = Vec::new();
    for copy in copies {
        answers.push(copy.await.unwrap().unwrap());
    }
    other.close().await;
    answers.dedup();
    assert_eq!(answers.len(), 1, "all are told the same: {answers:?}");
    assert_eq!(app.replay(&game).await.last(), answers[0].last);
    assert_eq!(app.replay(&game).await.game.turns(), 1);
}

async fn a_seat_is_given_to_one_of_many_who_want_it(app: &TestApp) {
    let mut people = Vec::new();
    for number in 0..12 {
        people.push(app.person(&format!("taker-{number}")).await);
    }
    let game = app.service.open_table(&as_user(&people[0]), &two_seats()).await.unwrap();
    let wishes: Vec<_> = people
        .iter()
        .cloned()
        .map(|person| {
            let (service, game) = (app.service.clone(), game.clone());
            tokio::spawn(async move { service.join(&as_user(&person), &game, None, None).await })
        })
        .collect();
    let mut seats = Vec::new();
    for wish in wishes {
        match wish.await.unwrap() {
            Ok(seat) => seats.push(seat.index()),
            Err(JoinError::Full) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
    seats.sort_unstable();
    assert_eq!(seats, [0, 1]);
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
    assert_eq!((table.table.status(), table.table.last_event()), (Status::Playing, 1));
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events").await, 4, "opened, joined twice, started");
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn many_games_go_on_side_by_side(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..24 {
        games.push(app.game_of(&[&ann, &ben], None).await);
    }
    for _ in 0..4 {
        let turns = games.iter().map(|game| async { app.play(game, &[&ann, &ben]).await.unwrap() });
        futures_util::future::join_all(turns).await;
    }
    for game in &games {
        assert_eq!(app.replay(game).await.game.turns(), 4);
    }
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_move_that_cannot_be_stored_does_not_take_others_with_it(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let store = Store::open(&app.url).await.unwrap();
    let mut games = Vec::new();
    for _ in 0..30 {
        games.push(app.game_of(&[&ann, &ben], None).await);
    }
    games.insert(15, GameId::new([9; 10]));
    let writes: Vec<_> = games
        .iter()
        .map(|game| {
            let row = Row {
                status: Status::Playing,
                last: 21,
                changed: app.service.now(),
                to_move: None,
                computer_to_move: false,
                deadline: None,
                offered: 0,
                hand: Vec::new(),
                scores: vec![0, 0],
                winners: Vec::new(),
            };
            let outcome = Outcome {
                game: game.clone(),
                at: app.service.now(),
                revision: 4,
                table_events: Vec::new(),
                secrets: None,
                salt: None,
                header: None,
                last: 1,
                times: Vec::new(),
                game_events: vec![Event::Skip {}; 20],
                submission: None,
                plans: 0,
                row: Some(row),
                turn: TurnChange::default(),
                notifications: Vec::new(),
                answered: Vec::new(),
                attendance: Vec::new(),
                jobs: Vec::new(),
                results: Vec::new(),
                settings: None,
                hints: None,
                agreements: None,
            };
            let store = store.clone();
            tokio::spawn(async move { store.execute(outcome, None).await })
        })
        .collect();
    let mut failed = 0;
    for write in writes {
        match write.await.unwrap().unwrap() {
            Executed::Stale => failed += 1,
            executed => assert_eq!(executed, Executed::Stored { first: 2, last: 21 }),
        }
    }
    assert_eq!(failed, 1, "only the game that does not exist");
    assert_eq!(app.count("SELECT COUNT(*) FROM events").await, 30 * 21);
    store.close().await;
}
