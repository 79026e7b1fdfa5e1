//! Deadlines.

use bastide::engine::Event;
use bastide::service::PlayError;
use bastide::table::{ClockPreset, NotificationKind, Status, TimeControl};
use chrono::TimeDelta;

use crate::absences::rounds;
use crate::app::{HOME, TestApp, as_user, submission, time_outs};

crate::on_both_databases! {
    a_turn_is_lost_when_its_time_is_over_and_only_once
    a_move_and_the_clock_cannot_both_win
    who_misses_three_turns_in_a_row_is_out
    a_table_without_a_clock_waits_for_ever
    another_players_resignation_gives_no_extra_time
    a_bank_is_used_up_and_filled_by_increments
}

async fn a_turn_is_lost_when_its_time_is_over_and_only_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(3)).await;
    let began = app.service.now();
    let listed = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(listed.deadline(), Some(began + TimeDelta::days(3)));
    app.clock.advance(TimeDelta::days(3) - TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&app.service).await, 0);
    app.clock.advance(TimeDelta::milliseconds(1));

    let late = app.next_turn(&game, &players).await.0;
    let other = app.second_process().await;
    let (here, there) = tokio::join!(time_outs(&app.service), time_outs(&other));
    assert_eq!(here + there, 1, "two processes, one miss");
    assert_eq!(time_outs(&other).await, 0);
    other.close().await;
    let restarted = app.second_process().await;
    assert_eq!(time_outs(&restarted).await, 0, "a restart does nothing twice");
    restarted.close().await;

    let play = app.replay(&game).await;
    let skips = play.log.iter().filter(|logged| logged.event == Event::Skip {}).count();
    assert_eq!(skips, 1);
    assert_ne!(app.next_turn(&game, &players).await.0, late, "it is the other's turn");
    let notifications = app.service.dashboard(&as_user(&late)).await.unwrap().notifications;
    assert_eq!(notifications[0].kind, NotificationKind::Missed);
    let listed = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(listed.deadline(), Some(app.service.now() + TimeDelta::days(3)));
}

async fn a_move_and_the_clock_cannot_both_win(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let mut game = app.game_of(&players, Some(1)).await;
    let other = app.second_process().await;
    for _ in 0..rounds() {
        app.clock.advance(TimeDelta::days(1));
        let (player, expected, turn) = app.next_turn(&game, &players).await;
        let (player, form) = (as_user(&player), submission(&app.service, expected));
        let (moved, missed, also) = tokio::join!(
            app.service.turn(&player, &game, &form, turn),
            time_outs(&app.service),
            time_outs(&other),
        );
        let missed = missed + also;
        match moved {
            Ok(_) => assert_eq!(missed, 0, "the move was stored"),
            Err(PlayError::Stale) => assert_eq!(missed, 1, "the clock was faster"),
            Err(error) => panic!("{error:?}"),
        }
        if app.replay(&game).await.game.is_finished() {
            game = app.game_of(&players, Some(1)).await;
        }
    }
    other.close().await;
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn who_misses_three_turns_in_a_row_is_out(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(2)).await;
    for _ in players {
        app.play(&game, &players).await.unwrap();
    }
    let sleeper = app.next_turn(&game, &players).await.0;
    let mut missed = 0;
    while !app.replay(&game).await.game.is_finished() {
        if app.next_turn(&game, &players).await.0 == sleeper {
            app.clock.advance(TimeDelta::days(2));
            missed += time_outs(&app.service).await;
        } else {
            app.play(&game, &players).await.unwrap();
        }
    }
    assert_eq!(missed, 3);
    let play = app.replay(&game).await;
    assert!(play.log.iter().any(|logged| matches!(logged.event, Event::Timeout { .. })));
    let kinds: Vec<NotificationKind> = app
        .service
        .dashboard(&as_user(&sleeper))
        .await
        .unwrap()
        .notifications
        .iter()
        .map(|one| one.kind)
        .collect();
    assert!(
        kinds.contains(&NotificationKind::Out) && kinds.contains(&NotificationKind::Finished),
        "{kinds:?}"
    );
    let listed = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(listed.status(), Status::Finished);
}

async fn a_table_without_a_clock_waits_for_ever(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    app.clock.advance(TimeDelta::days(4000));
    assert_eq!(time_outs(&app.service).await, 0);
    assert_eq!(app.replay(&game).await.last(), 1);
}

async fn another_players_resignation_gives_no_extra_time(app: &TestApp) {
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let players = [&ann, &ben, &cleo];
    let game = app.game_of(&players, Some(2)).await;
    let deadline = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table.deadline();
    let to_move = app.next_turn(&game, &players).await.0;
    app.clock.advance(TimeDelta::hours(5));
    let quitter = players.into_iter().find(|player| **player != to_move).unwrap();
    app.service.resign(&as_user(quitter), &game, &submission(&app.service, 1)).await.unwrap();
    let listed = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    assert_eq!(listed.deadline(), deadline);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_bank_is_used_up_and_filled_by_increments(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let slow = TimeControl::Limited(ClockPreset::Slow.allowance());
    let game = app.game_with(&players, |settings| settings.time_control = slow).await;
    let deadline = async || {
        let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
        (table.deadline().unwrap() - app.service.now()).num_hours()
    };
    assert_eq!(deadline().await, 12 + 72, "the free time and the bank");
    let sleeper = app.next_turn(&game, &players).await.0;
    app.clock.advance(TimeDelta::hours(42));
    app.play(&game, &players).await.unwrap();
    assert_eq!(deadline().await, 12 + 72, "the other's clock was not touched");
    app.play(&game, &players).await.unwrap();
    assert_eq!(deadline().await, 12 + 72 - 30 + 24, "30 hours from the bank, and an increment");

    app.clock.advance(TimeDelta::hours(12 + 66));
    assert_eq!(time_outs(&app.service).await, 1);
    assert_ne!(app.next_turn(&game, &players).await.0, sleeper, "the turn was skipped");
    assert_eq!(deadline().await, 12 + 72 + 24);
    app.play(&game, &players).await.unwrap();
    assert_eq!(deadline().await, 12, "the bank is empty, and a missed turn earns nothing");
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}
