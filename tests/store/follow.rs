//! Copies of an SQLite database that are kept up to date.

use std::path::{Path, PathBuf};

use bastide::clock::Clock;
use bastide::service::{Following, Service};
use bastide::table::{BestOf, NewOffer, Terms};
use sqlx::{AssertSqlSafe, Connection, Executor};

use crate::app::{TestApp, as_user, run_jobs, submission, two_seats};
use crate::challenges;
use crate::offers;

/// A database, and the file of a copy that does not exist yet.
async fn begin() -> (TestApp, tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy.db");
    (TestApp::on_sqlite().await, folder, file)
}

fn how(app: &TestApp) -> (Clock, usize) {
    (app.clock.clone(), 1)
}

async fn follow(app: &TestApp, file: &Path) -> Following {
    Service::follow(&app.url, file, how(app), |_| ()).await.unwrap()
}

/// The tables that differ between a database and its copy.
async fn differing(app: &TestApp, file: &Path) -> Vec<String> {
    let mut connection = sqlx::AnyConnection::connect(&app.url).await.unwrap();
    let attach = format!("ATTACH DATABASE '{}' AS copy", file.display());
    connection.execute(AssertSqlSafe(attach)).await.unwrap();
    let tables: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut connection)
    .await
    .unwrap();
    let mut differing = Vec::new();
    for table in tables {
        let [one, other] = [("main", "copy"), ("copy", "main")].map(|(here, there)| {
            format!("SELECT * FROM {here}.{table} EXCEPT SELECT * FROM {there}.{table}")
        });
        let count = format!("SELECT (SELECT COUNT(*) FROM ({one})) + (SELECT COUNT(*) FROM ({other}))");
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(count)).fetch_one(&mut connection).await.unwrap();
        if rows > 0 {
            differing.push(table);
        }
    }
    connection.close().await.unwrap();
    differing
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_round_copies_what_has_happened_and_nothing_by_halves() {
    let (app, _folder, file) = begin().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(1)).await;
    let mut following = follow(&app, &file).await;
    assert_eq!(differing(&app, &file).await, Vec::<String>::new());

    for turns in [1, 30] {
        for _ in 0..turns {
            app.play(&game, &[&ann, &ben]).await.unwrap();
        }
        assert!(differing(&app, &file).await.contains(&"events".to_owned()));
        let (games, rows) = following.copy().await.unwrap();
        assert_eq!(games, 1);
        assert!(rows > 2 * turns, "{rows}");
        assert_eq!(differing(&app, &file).await, Vec::<String>::new());
    }
    assert_eq!(following.copy().await.unwrap(), (0, 0), "nothing has happened");

    // A table is removed, and a new player opens another.
    let closed = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    following.copy().await.unwrap();
    app.service.close_table(&as_user(&ann), &closed).await.unwrap();
    let cleo = app.person("cleo").await;
    app.game_of(&[&cleo, &ann], None).await;
    following.copy().await.unwrap();
    assert_eq!(differing(&app, &file).await, Vec::<String>::new());

    // The analysis of a game is written after its last event.
    let last = app.replay(&game).await.last();
    app.service.resign(&as_user(&ann), &game, &submission(&app.service, last)).await.unwrap();
    following.copy().await.unwrap();
    run_jobs(&app.service).await;
    following.copy().await.unwrap();
    assert_eq!(differing(&app, &file).await, Vec::<String>::new());
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_game_began_with_is_copied_with_it() {
    let (app, _folder, file) = begin().await;
    let service = &app.service;
    let people = [app.person("ann").await, app.person("ben").await, app.person("cleo").await];
    let [ann, ben, cleo] = people.each_ref().map(as_user);
    let terms = Terms { best_of: BestOf::Three, ..challenges::terms() };
    let challenge = service.challenge(&ann, &people[1], terms).await.unwrap();
    let offer = NewOffer { terms: offers::terms(&[2]), at_once: 1, once: false };
    service.make_offer(&ann, offer.clone()).await.unwrap();
    run_jobs(service).await;
    let mut following = follow(&app, &file).await;

    let game = service.accept_challenge(&ben, &challenge, 1).await.unwrap();
    service.play_now(&cleo, offer.terms).await.unwrap();
    let agreed = ["game_challenges", "series", "offers", "offer_games"];
    let behind = differing(&app, &file).await;
    assert!(agreed.iter().all(|table| behind.contains(&(*table).to_owned())), "{behind:?}");
    assert_eq!(following.copy().await.unwrap().0, 2);
    let behind = differing(&app, &file).await;
    assert!(!agreed.iter().any(|table| behind.contains(&(*table).to_owned())), "{behind:?}");

    // The next game of the series.
    let last = app.replay(&game).await.last();
    service.resign(&ann, &game, &submission(service, last)).await.unwrap();
    run_jobs(service).await;
    following.copy().await.unwrap();
    assert_eq!(differing(&app, &file).await, Vec::<String>::new());
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_followed_copy_is_caught_up_restored_and_not_served() {
    let (app, folder, file) = begin().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    drop(follow(&app, &file).await);
    for _ in 0..5 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    app.damage("UPDATE users SET zone = 'Asia/Tokyo' WHERE folded = 'ann'").await;
    app.damage("DELETE FROM recovery_codes").await;
    drop(follow(&app, &file).await);
    assert_eq!(differing(&app, &file).await, Vec::<String>::new(), "it was caught up");

    let served = Service::open(&format!("sqlite:{}", file.display()), Clock::default()).await;
    let refused = served.unwrap_err().to_string();
    assert!(refused.contains("give it to `bastide restore`"), "{refused}");
    let restored = folder.path().join("restored.db");
    let url = format!("sqlite:{}", restored.display());
    let report = Service::restore(&file, &url, how(&app), |_| ()).await.unwrap();
    assert_eq!((report.copy.tables, report.copy.problems), (1, 0));
    assert_eq!(differing(&app, &restored).await, Vec::<String>::new());
    Service::open(&url, Clock::default()).await.unwrap().close().await;
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_its_own_copies_of_its_own_database_are_followed() {
    let (app, folder, file) = begin().await;
    let plain = folder.path().join("plain.db");
    Service::backup(&app.url, &plain, how(&app), |_| ()).await.unwrap();
    let refused = Service::follow(&app.url, &plain, how(&app), |_| ()).await.unwrap_err().to_string();
    assert!(refused.contains("no `bastide backup --follow` has made it"), "{refused}");

    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..21 {
        app.game_of(&[&ann, &ben], None).await;
    }
    let mut following = follow(&app, &file).await;
    app.damage("DELETE FROM games").await;
    app.game_of(&[&ann, &ben], None).await;
    drop(following.copy().await);
    let refused = Service::follow(&app.url, &file, how(&app), |_| ()).await.unwrap_err().to_string();
    assert!(refused.contains("it has 1 games, and its copy has 2"), "{refused}");
    app.damage("UPDATE _sqlx_migrations SET installed_on = '2001-01-01 00:00:00' WHERE version = 1").await;
    let refused = Service::follow(&app.url, &file, how(&app), |_| ()).await.unwrap_err().to_string();
    assert!(refused.contains("the copy is of another database"), "{refused}");
    app.leave().await;

    let postgres = TestApp::on_postgres().await;
    let refused = Service::follow(&postgres.url, &plain, how(&postgres), |_| ()).await;
    assert!(refused.unwrap_err().to_string().contains("only SQLite databases are followed"));
    postgres.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_restored_although_a_round_was_interrupted() {
    let (app, folder, file) = begin().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    for _ in 0..40 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    drop(follow(&app, &file).await);
    // The files in the middle of a transaction, as after a power cut.
    let mut round = sqlx::AnyConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
    let half = "PRAGMA cache_size = 1; BEGIN; UPDATE events SET body = body || printf('%.9000c', 'h')";
    round.execute(half).await.unwrap();
    let cut = folder.path().join("cut.db");
    for end in ["", "-journal"] {
        std::fs::copy(format!("{}{end}", file.display()), format!("{}{end}", cut.display())).unwrap();
    }
    let is_in_file = std::fs::read(&cut).unwrap().windows(99).any(|bytes| bytes == [b'h'; 99]);
    assert!(is_in_file, "some of it, at least");
    round.execute("ROLLBACK").await.unwrap();
    round.close().await.unwrap();

    let restored = folder.path().join("restored.db");
    let url = format!("sqlite:{}", restored.display());
    let report = Service::restore(&cut, &url, how(&app), |_| ()).await.unwrap();
    assert_eq!((report.copy.tables, report.copy.problems), (1, 0));
    assert_eq!(differing(&app, &restored).await, Vec::<String>::new());
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_loses_the_names_of_closed_accounts() {
    let (app, _folder, file) = begin().await;
    let [ben, cat] = [app.person("ben").await, app.person("cat").await];
    let ann = app.person("Qvortrup").await;
    let (game, _, seat, _) = crate::replacements::offered(&app, [&ben, &cat], |_| {}).await;
    app.service.take_seat(&as_user(&ann), &game, seat).await.unwrap();
    app.game_of(&[&ann, &ben], None).await;
    let mut following = follow(&app, &file).await;
    app.service.close_account(&crate::app::as_confirmed(&ann, &app.clock), false).await.unwrap();
    app.clock.advance(bastide::service::CLOSES_AFTER);
    run_jobs(&app.service).await;
    following.copy().await.unwrap();
    let differing = differing(&app, &file).await;
    for table in ["games", "events", "table_events", "seats"] {
        assert!(!differing.iter().any(|other| other == table), "{table} differs");
    }
    drop(following);
    // Accounts are compared now and then, and when a copy begins.
    drop(follow(&app, &file).await);
    let copied = std::fs::read(&file).unwrap();
    let name = |name: &[u8]| copied.windows(name.len()).any(|window| window == name);
    assert!(name(b"Former-player-"));
    app.leave().await;
}
