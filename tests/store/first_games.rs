//! What a new server begins with: games of the computers and puzzles, once, and not where people have been.

use bastide::engine::Event;
use bastide::jobs::Runner;
use bastide::service::Service;
use bastide::table::{ComputerLevel, Exhibition, Filter, Job, LevelResults, PACE, Status, Table};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, against_computer, as_user, run_jobs};

crate::on_both_databases! {
    two_servers_that_start_at_the_same_time_open_the_same_three_exhibitions_once
    a_restart_adds_nothing
    a_database_that_people_have_used_gets_none
    an_exhibition_is_played_to_its_end_and_counts_for_no_level
    an_opening_that_was_interrupted_is_finished
    ten_puzzles_are_listed_at_once_and_one_is_todays
}

async fn public_games(service: &Service) -> Vec<Table> {
    service.public_games(&HOME, &Filter::default(), None).await.unwrap().games
}

async fn two_servers_that_start_at_the_same_time_open_the_same_three_exhibitions_once(app: &TestApp) {
    let other = app.second_process().await;
    let (here, there) = tokio::join!(app.service.schedule_first_games(), other.schedule_first_games());
    here.unwrap();
    there.unwrap();
    let (here, there) = tokio::join!(app.service.open_exhibitions(), other.open_exhibitions());
    here.unwrap();
    there.unwrap();
    let games = public_games(&app.service).await;
    assert_eq!(games.len(), 3);
    for game in games {
        assert!(game.is_exhibition() && game.status() == Status::Playing && game.deadline().is_none());
        assert!(Exhibition::ALL.iter().any(|exhibition| exhibition.id() == game.id));
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 0, "nobody's account is made up");
    assert_eq!(
        app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'exhibition_turn' AND lane = 'analysis'").await,
        3
    );
    other.close().await;
}

async fn a_restart_adds_nothing(app: &TestApp) {
    app.service.open_exhibitions().await.unwrap();
    app.clock.advance(PACE);
    run_jobs(&app.service).await;
    let moves = app.count("SELECT COUNT(*) FROM events").await;
    app.service.schedule_first_games().await.unwrap();
    assert_eq!(
        app.count("SELECT COUNT(*) FROM jobs WHERE kind LIKE '%first%' OR kind LIKE 'open%'").await,
        0
    );
    app.service.open_exhibitions().await.unwrap();
    assert_eq!(public_games(&app.service).await.len(), 3);
    assert_eq!(app.count("SELECT COUNT(*) FROM events").await, moves);
}

async fn a_database_that_people_have_used_gets_none(app: &TestApp) {
    let guest = app.service.sign_up(&HOME, "ann", "correct horse", "test").await.unwrap().login.user.id;
    app.service.schedule_first_games().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs").await, 0, "nobody has played, but there is an account");
    app.service.open_and_join(&as_user(&guest), &against_computer(), None).await.unwrap();
    app.service.schedule_first_games().await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE lane = 'analysis'").await, 0);
}

async fn an_exhibition_is_played_to_its_end_and_counts_for_no_level(app: &TestApp) {
    app.service.open_exhibitions().await.unwrap();
    let moves = app.count("SELECT COUNT(*) FROM events").await;
    run_jobs(&app.service).await;
    assert_eq!(
        app.count("SELECT COUNT(*) FROM events").await,
        moves,
        "spectators have time to see each turn"
    );
    let id = Exhibition::Base.id();
    for _ in 0..80 {
        app.clock.advance(PACE);
        let ran = Runner::new(app.service.clone()).run_due().await.unwrap();
        if ran.stored(Job::EXHIBITION_TURN) == 0 {
            break;
        }
    }
    let replay = app.replay(&id).await;
    assert!(matches!(replay.log.last().unwrap().event, Event::End { .. }));
    let results = app.service.level_results(&HOME).await.unwrap();
    assert!(results.iter().all(|(_, counted)| *counted == LevelResults::default()), "{results:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE result IS NOT NULL").await, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM notifications").await, 0);
    let rebuilt = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!((rebuilt.games, rebuilt.differences, rebuilt.unreadable), (3, Vec::new(), Vec::new()));
    let verified = app.service.verify(None, 3, |_| ()).await.unwrap();
    assert_eq!((verified.tables, verified.problems), (3, 0));
    app.damage("UPDATE games SET scores = '[]'").await;
    app.damage("DELETE FROM jobs WHERE kind = 'exhibition_turn'").await;
    let repaired = app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert!(repaired.differences.len() >= 3 && repaired.unreadable.is_empty(), "{repaired:?}");
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    let levels: Vec<_> = ComputerLevel::ALL.into();
    let table = app.service.table(&HOME, &id, None).await.unwrap().unwrap().table;
    assert!(table.seats().iter().flatten().all(|player| levels.contains(&player.level().unwrap())));
}

async fn an_opening_that_was_interrupted_is_finished(app: &TestApp) {
    app.service.schedule_first_games().await.unwrap();
    app.service.open_exhibitions().await.unwrap();
    for table in ["jobs", "events", "table_events", "seats", "games"] {
        let column = if table == "games" { "id" } else { "game" };
        let column = if table == "jobs" { "payload" } else { column };
        app.damage(&format!("DELETE FROM {table} WHERE {column} = '{}'", Exhibition::Expansions.id())).await;
    }
    app.service.schedule_first_games().await.unwrap();
    app.damage("DELETE FROM jobs WHERE kind = 'first_puzzles'").await;
    run_jobs(&app.service).await;
    assert_eq!(public_games(&app.service).await.len(), 3);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'open_exhibitions'").await, 0, "it is done");
}

async fn ten_puzzles_are_listed_at_once_and_one_is_todays(app: &TestApp) {
    app.service.schedule_first_games().await.unwrap();
    for _ in 0..=10 {
        run_jobs(&app.service).await;
        app.clock.advance(TimeDelta::milliseconds(1));
    }
    assert_eq!(app.service.puzzles(&HOME, None).await.unwrap().puzzles.len(), 10);
    assert_eq!(app.count("SELECT COUNT(*) FROM puzzles WHERE day IS NOT NULL").await, 1);
    assert!(app.service.puzzle_of_the_day(&HOME).await.unwrap().is_some());
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'first_puzzles'").await, 0);
}
