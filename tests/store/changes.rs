//! The change feed, within a process and between processes on one PostgreSQL.

use std::time::Duration;

use bastide::config::Database;
use bastide::engine::Event;
use bastide::service::{Listener, Service, Store, Topic};
use bastide::store::{Executed, ServerMessage};
use bastide::table::{Outcome, TurnChange};
use sqlx::AssertSqlSafe;

use crate::app::TestApp;

crate::on_both_databases! {
    a_move_wakes_those_who_watch_its_game_and_its_players_and_nobody_else
}

async fn woken(listener: &mut Listener) -> bool {
    tokio::time::timeout(Duration::from_secs(5), listener.changed()).await.is_ok()
}

/// Whether nothing else wakes it, after everything that has woken it so far.
async fn sleeps(listener: &mut Listener) -> bool {
    for _ in 0..10 {
        if tokio::time::timeout(Duration::from_millis(100), listener.changed()).await.is_err() {
            return true;
        }
    }
    false
}

async fn a_move_wakes_those_who_watch_its_game_and_its_players_and_nobody_else(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let other = app.game_of(&[&eve, &ben], None).await;
    let topics = [Topic::Game(game.clone()), Topic::User(ann.clone()), Topic::Game(other), Topic::User(eve)];
    let mut listeners = topics.map(|topic| app.service.listen(topic));
    for listener in &mut listeners {
        // Everybody is woken once the connection to the database is back.
        assert!(app.url.starts_with("sqlite:") || woken(listener).await);
        assert!(sleeps(listener).await);
    }
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let [of_game, of_ann, of_other, of_eve] = &mut listeners;
    assert!(woken(of_game).await && woken(of_ann).await);
    assert!(tokio::time::timeout(Duration::from_millis(300), of_other.changed()).await.is_err());
    assert!(tokio::time::timeout(Duration::from_millis(1), of_eve.changed()).await.is_err());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_move_at_one_server_wakes_a_listener_at_another_also_after_its_connection_was_cut() {
    let app = TestApp::on_postgres().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let server = app.second_process().await;
    let mut listener = server.listen(Topic::Game(game.clone()));
    assert!(woken(&mut listener).await, "what came before it heard the database may concern it");
    assert!(sleeps(&mut listener).await);
    app.play(&game, &players).await.unwrap();
    assert!(woken(&mut listener).await);

    let cut = "SELECT CAST(pg_terminate_backend(pid) AS TEXT) FROM pg_stat_activity \
               WHERE 'raw_' || application_name = current_setting('application_name') AND query LIKE 'LISTEN%'";
    sqlx::query(AssertSqlSafe(cut.to_owned())).fetch_all(&app.raw).await.unwrap();
    assert!(woken(&mut listener).await, "something may have been missed");
    assert!(sleeps(&mut listener).await);
    app.play(&game, &players).await.unwrap();
    assert!(woken(&mut listener).await);
    drop(listener);
    server.close().await;
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_change_that_is_not_stored_notifies_nobody() {
    let app = TestApp::on_postgres().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let last = app.replay(&game).await.last();
    let store = Store::open(&app.url).await.unwrap();
    let mut listener = store.listen().await.unwrap().expect("PostgreSQL notifies");
    let outcome = |last| Outcome {
        game: game.clone(),
        at: app.service.now(),
        revision: 2,
        table_events: Vec::new(),
        secrets: None,
        salt: None,
        header: None,
        last,
        times: Vec::new(),
        game_events: vec![Event::Skip {}],
        submission: None,
        plans: 0,
        row: None,
        attendance: Vec::new(),
        turn: TurnChange::default(),
        notifications: Vec::new(),
        answered: Vec::new(),
        jobs: Vec::new(),
        results: Vec::new(),
        settings: None,
        hints: None,
        agreements: None,
    };
    let execute =
        async |last, text: &str| store.execute(outcome(last), Some(format!("{game} {text}"))).await.unwrap();
    assert_eq!(execute(last - 1, "stale").await, Executed::Stale);
    assert_eq!(execute(last, "stored").await, Executed::Stored { first: last + 1, last: last + 1 });
    // Other tests use the same database.
    let heard = loop {
        let message = listener.next().await.unwrap().expect("the connection is not cut");
        if let ServerMessage::Changes(text) = message
            && let Some((_, text)) = text.split_once(&format!("{game} "))
        {
            break text.to_owned();
        }
    };
    assert_eq!(heard, "stored");
    store.close().await;
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn with_a_pool_in_between_notifications_come_past_it() {
    let app = TestApp::on_postgres().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let direct = app.url.replace("application_name=", "application_name=direct_");
    let database = Database { direct: Some(direct.clone()), ..Database::from(&app.url) };
    let service = Service::open(database, app.clock.clone()).await.unwrap();
    let mut listener = service.listen(Topic::Game(game.clone()));
    let name = direct.split("application_name=").nth(1).unwrap();
    let listening =
        format!("SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = '{name}' AND state = 'idle'");
    while app.count(&listening).await == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    sleeps(&mut listener).await;
    app.play(&game, &[&ann, &ben]).await.unwrap();
    assert!(woken(&mut listener).await);

    let database =
        Database { direct: Some("postgres://127.0.0.1:1/none".to_owned()), ..Database::from(&app.url) };
    let refused = Service::open(database, app.clock.clone()).await.unwrap_err().to_string();
    assert!(refused.contains("127.0.0.1:1/none"), "{refused}");
    service.close().await;
    app.leave().await;
}
