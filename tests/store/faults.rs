//! Databases that fail for a while: errors are clear, nothing is half stored, and everything recovers by itself.

use bastide::service::PlayError;
use sqlx::AssertSqlSafe;

use crate::app::{TestApp, as_user, submission};

crate::on_both_databases! {
    a_database_that_ends_transactions_by_itself_loses_no_later_write
    a_server_whose_connections_are_cut_recovers_by_itself
    a_turn_in_a_game_that_was_deleted_finds_no_game
}

/// Like SQLite with a full disk: the transaction is rolled back before the driver notices.
async fn a_database_that_ends_transactions_by_itself_loses_no_later_write(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let failing: &[&str] = if app.url.starts_with("sqlite") {
        &["CREATE TRIGGER full_disk BEFORE INSERT ON events BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END"]
    } else {
        &[
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = '53100'; END $$",
            "CREATE TRIGGER full_disk BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION full_disk()",
        ]
    };
    for statement in failing {
        sqlx::query(AssertSqlSafe(*statement)).execute(&app.raw).await.unwrap();
    }
    let before = app.replay(&game).await.last();
    for _ in 0..3 {
        let (player, expected, turn) = app.next_turn(&game, &players).await;
        let refused =
            app.service.turn(&as_user(&player), &game, &submission(&app.service, expected), turn).await;
        let Err(PlayError::Store(error)) = refused else { panic!("{refused:?}") };
        assert!(error.to_string().contains("disk full"), "{error}");
        // Other writes succeed meanwhile.
        app.service.set_zone(&as_user(&ann), chrono_tz::Europe::Prague).await.unwrap();
    }
    assert_eq!(app.replay(&game).await.last(), before);
    let table = if app.url.starts_with("sqlite") { "" } else { " ON events" };
    sqlx::query(AssertSqlSafe(format!("DROP TRIGGER full_disk{table}"))).execute(&app.raw).await.unwrap();
    app.play(&game, &players).await.unwrap();
    assert!(app.replay(&game).await.last() > before);
}

/// What a restart of PostgreSQL looks like to the program; SQLite has no server to lose.
async fn a_server_whose_connections_are_cut_recovers_by_itself(app: &TestApp) {
    if app.url.starts_with("sqlite") {
        return;
    }
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let name = app.url.rsplit('=').next().unwrap();
    let cut = format!(
        "SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name = '{name}'"
    );
    for _ in 0..3 {
        assert!(app.count(&cut).await > 0, "the service has connections");
        let before = app.replay(&game).await.last();
        app.play(&game, &players).await.unwrap();
        assert!(app.replay(&game).await.last() > before, "idle connections are replaced unseen");
    }
    // Cut during a transaction that waits for a lock: a clear error, and nothing stored.
    let mut lock = app.raw.begin().await.unwrap();
    sqlx::query("LOCK TABLE events IN ACCESS EXCLUSIVE MODE").execute(&mut *lock).await.unwrap();
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let form = submission(&app.service, expected);
    let (service, on) = (app.service.clone(), game.clone());
    let waiting = {
        let (player, form) = (player.clone(), form.clone());
        tokio::spawn(async move { service.turn(&as_user(&player), &on, &form, turn).await })
    };
    let blocked = "SELECT COUNT(*) FROM pg_stat_activity a JOIN pg_locks l ON l.pid = a.pid
                   WHERE NOT l.granted AND a.application_name = ";
    while app.count(&format!("{blocked}'{name}'")).await == 0 {
        tokio::task::yield_now().await;
    }
    app.count(&cut).await;
    let failed = waiting.await.unwrap();
    assert!(matches!(failed, Err(PlayError::Store(_))), "{failed:?}");
    lock.rollback().await.unwrap();
    assert_eq!(app.replay(&game).await.last(), expected, "nothing was stored");
    app.service.turn(&as_user(&player), &game, &form, turn).await.unwrap();
}

async fn a_turn_in_a_game_that_was_deleted_finds_no_game(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    app.play(&game, &players).await.unwrap();
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    app.damage(&format!("DELETE FROM games WHERE id = '{game}'")).await;
    let form = submission(&app.service, expected);
    let refused = app.service.turn(&as_user(&player), &game, &form, turn).await;
    assert!(matches!(refused, Err(PlayError::NoSuchGame)), "{refused:?}");
}
