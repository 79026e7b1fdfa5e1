//! What waits for users.

use std::collections::BTreeSet;

use bastide::account::UserId;
use bastide::service::Service;
use bastide::table::{GameId, MissedTurns, TimeControl};
use chrono::TimeDelta;

use crate::absences::assert_rows_follow_from_logs;
use crate::app::{TestApp, as_confirmed, as_user, submission, time_outs};

crate::on_both_databases! {
    a_turn_waits_for_one_user_until_it_is_over
    a_turn_waits_from_the_event_that_ended_the_one_before
    the_count_is_that_of_the_queue_whatever_happens
    wrong_rows_are_found_and_repaired
    turns_that_are_over_are_kept_for_those_who_have_feeds_or_programs
}

async fn waiting(service: &Service, user: &UserId) -> u32 {
    service.turns_waiting(&as_user(user)).await.unwrap()
}

async fn a_turn_waits_for_one_user_until_it_is_over(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(3)).await;
    for _ in 0..4 {
        let (mover, ..) = app.next_turn(&game, &[&ann, &ben]).await;
        let other = if mover == ann { &ben } else { &ann };
        assert_eq!((waiting(&app.service, &mover).await, waiting(&app.service, other).await), (1, 0));
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    app.clock.advance(TimeDelta::days(3));
    let (late, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(waiting(&app.service, &late).await, 0);
    let (mover, expected, _) = app.next_turn(&game, &[&ann, &ben]).await;
    assert_eq!(waiting(&app.service, &mover).await, 1);
    app.service.resign(&as_user(&mover), &game, &submission(&app.service, expected)).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM waiting").await, 0, "the game is over");
    assert_rows_follow_from_logs(app).await;
}

async fn a_turn_waits_from_the_event_that_ended_the_one_before(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    assert_eq!(app.count("SELECT n FROM waiting").await, 0);
    for _ in 0..3 {
        let before = i64::from(app.replay(&game).await.last());
        app.clock.advance(TimeDelta::minutes(7));
        app.play(&game, &[&ann, &ben]).await.unwrap();
        assert_eq!(app.count("SELECT n FROM waiting").await, before + 1, "the turn");
        assert_eq!(app.count("SELECT at FROM waiting").await, app.service.now().timestamp_millis());
    }
}

async fn the_count_is_that_of_the_queue_whatever_happens(app: &TestApp) {
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    let players = [&ann, &ben, &cat];
    let mut games: Vec<GameId> = Vec::new();
    for policy in [MissedTurns::Skip, MissedTurns::Wait, MissedTurns::OutAfter(1)] {
        let change = |settings: &mut bastide::table::Settings| {
            settings.missed_turns = policy;
            settings.time_control = TimeControl::of_days(Some(2));
        };
        games.push(app.game_with(&players, change).await);
    }
    for round in 0..12 {
        for game in &games {
            let replay = app.replay(game).await;
            if replay.game.is_finished() {
                continue;
            }
            match round % 4 {
                3 if round > 8 => {
                    let (mover, expected, _) = app.next_turn(game, &players).await;
                    app.service
                        .resign(&as_user(&mover), game, &submission(&app.service, expected))
                        .await
                        .unwrap();
                }
                _ => _ = app.play(game, &players).await.unwrap(),
            }
        }
        if round % 5 == 2 {
            app.clock.advance(TimeDelta::days(2));
            time_outs(&app.service).await;
        }
        for player in players {
            let queue = app.service.queue(&as_user(player)).await.unwrap();
            assert_eq!(waiting(&app.service, player).await as usize, queue.games.len(), "round {round}");
            let session = app.service.dashboard(&as_user(player)).await.unwrap();
            assert_eq!(session.my_turn.len(), queue.games.len());
        }
    }
    assert_rows_follow_from_logs(app).await;
}

async fn wrong_rows_are_found_and_repaired(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let (mover, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    let other = if mover == ann { &ben } else { &ann };
    for damage in [
        "DELETE FROM waiting".to_owned(),
        "UPDATE waiting SET invited = user_id".to_owned(),
        format!("UPDATE waiting SET user_id = '{other}'"),
        format!(
            "INSERT INTO waiting (game, invited, user_id, n, at, changed, changes) VALUES ('{game}', '{other}', '{other}', 0, 0, 0, 0)"
        ),
    ] {
        app.damage(&damage).await;
        let found = app.service.rebuild(true, |_, _| {}).await.unwrap().differences;
        assert!(found.len() == 1 && found[0].contains(", waiting: "), "{damage}: {found:?}");
        app.service.rebuild(false, |_, _| {}).await.unwrap();
        assert_eq!(
            (waiting(&app.service, &mover).await, waiting(&app.service, other).await),
            (1, 0),
            "{damage}"
        );
        assert_rows_follow_from_logs(app).await;
    }
}

async fn turns_that_are_over_are_kept_for_those_who_have_feeds_or_programs(app: &TestApp) {
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    let players = [&ann, &ben, &cat];
    app.service.make_feed(&as_confirmed(&ann, &app.clock)).await.unwrap();
    app.service.events(&as_user(&ben), 0).await.unwrap();
    let game = app.game_of(&players, Some(3)).await;
    let mut turns = BTreeSet::new();
    for _ in 0..9 {
        app.clock.advance(TimeDelta::minutes(7));
        let (mover, ..) = app.next_turn(&game, &players).await;
        let began = app.count("SELECT n FROM waiting").await;
        app.play(&game, &players).await.unwrap();
        if mover != cat {
            turns.insert((mover.to_string(), began, app.service.now().timestamp_millis()));
        }
    }
    let stored =
        sqlx::query_as("SELECT user_id, n, ended FROM past_turns").fetch_all(&app.raw).await.unwrap();
    assert_eq!((stored.len(), BTreeSet::from_iter(stored)), (6, turns));
    app.clock.advance(TimeDelta::days(31));
    app.service.clean_up().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM past_turns").await, 0);
}
