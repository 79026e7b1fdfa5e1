//! Jobs run once, on any free runner; failing ones are retried and finally given up, without delaying others.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide::clock::Clock;
use bastide::engine::Event;
use bastide::jobs::Runner;
use bastide::service::{NotReady, Service, Store};
use bastide::table::{GameId, Job, Lane};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::Executor;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::app::{TestApp, against_computer, as_user, run_jobs, submission, time_outs};

crate::on_both_databases! {
    two_servers_run_each_job_once
    jobs_of_a_dead_server_are_taken_over_when_its_leases_end
    a_panicking_computer_player_is_retried_and_holds_up_nothing_else
    a_job_that_always_fails_is_given_up_where_the_host_sees_it
    broken_games_do_not_keep_others_from_timing_out
    a_job_of_a_newer_version_keeps_no_others_waiting
    a_job_of_a_turn_waits_for_the_next_one_and_goes_with_the_game
    a_server_runs_jobs_by_itself_as_soon_as_they_are_due
    a_runner_that_stops_leaves_no_job_leased
    a_runner_goes_on_after_a_panic_of_its_own
    a_server_that_cannot_write_is_unready_until_it_can
}

/// Two-player games that all time out in a day.
async fn games(app: &TestApp, count: usize) -> Vec<GameId> {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(app.game_of(&[&ann, &ben], Some(1)).await);
    }
    // Nobody follows them.
    run_jobs(&app.service).await;
    games
}

async fn skips(app: &TestApp, game: &GameId) -> usize {
    app.replay(game).await.log.iter().filter(|logged| logged.event == Event::Skip {}).count()
}

async fn two_servers_run_each_job_once(app: &TestApp) {
    let games = games(app, 40).await;
    let other = app.second_process().await;
    app.clock.advance(TimeDelta::days(1));
    let (here, there) = tokio::join!(time_outs(&app.service), time_outs(&other));
    assert_eq!(here + there, 40);
    for game in &games {
        assert_eq!(skips(app, game).await, 1);
    }
    other.close().await;
}

async fn jobs_of_a_dead_server_are_taken_over_when_its_leases_end(app: &TestApp) {
    let games = games(app, 2).await;
    app.clock.advance(TimeDelta::days(1));
    let dead = Store::open(&app.url).await.unwrap();
    let now = app.service.now();
    let leased =
        dead.lease_jobs(Lane::Quick, now, now + TimeDelta::seconds(15), "dead".to_owned(), 10).await.unwrap();
    assert_eq!(leased.len(), 2);
    assert_eq!(time_outs(&app.service).await, 0, "another server has them");
    app.clock.advance(TimeDelta::seconds(15));
    assert_eq!(time_outs(&app.service).await, 2);
    assert!(!dead.extend_lease(&leased[0], now + TimeDelta::days(9)).await.unwrap(), "it has lost them");
    for game in &games {
        assert_eq!(skips(app, game).await, 1);
    }
    dead.close().await;
}

async fn a_panicking_computer_player_is_retried_and_holds_up_nothing_else(app: &TestApp) {
    let ann = app.person("ann").await;
    let game = app.service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    if app.count("SELECT COUNT(*) FROM games WHERE computer_to_move = 1").await == 0 {
        app.play(&game, &[&ann, &ann]).await.unwrap();
    }
    let before = app.replay(&game).await.last();
    app.clock.advance(TimeDelta::days(1));
    let (ben, cleo) = (app.person("ben").await, app.person("cleo").await);
    let timed = app.game_of(&[&ben, &cleo], Some(1)).await;
    app.clock.advance(TimeDelta::days(1));

    let broken = app.service.clone().with_computer(|_, _| panic!("no idea"));
    let ran = run_jobs(&broken).await;
    assert_eq!((ran.failed(Job::COMPUTER_TURN), ran.stored(Job::TIME_OUT)), (1, 1));
    assert_eq!(skips(app, &timed).await, 1);
    assert_eq!(run_jobs(&app.service).await.stored(Job::COMPUTER_TURN), 0, "not at once");
    app.clock.advance(TimeDelta::seconds(2));
    assert_eq!(run_jobs(&app.service).await.stored(Job::COMPUTER_TURN), 1);
    assert!(app.replay(&game).await.last() > before);
}

async fn a_job_that_always_fails_is_given_up_where_the_host_sees_it(app: &TestApp) {
    let games = games(app, 1).await;
    let header: String = sqlx::query_scalar("SELECT header FROM games").fetch_one(&app.raw).await.unwrap();
    app.damage("UPDATE games SET header = '{}'").await;
    app.clock.advance(TimeDelta::days(1));
    for _ in 0..10 {
        assert_eq!(app.service.failed_jobs().await.unwrap(), []);
        assert_eq!(run_jobs(&app.service).await.failed(Job::TIME_OUT), 1);
        app.clock.advance(TimeDelta::hours(1));
    }
    assert_eq!(run_jobs(&app.service).await, bastide::jobs::JobCounts::default(), "given up");
    let failed = app.service.failed_jobs().await.unwrap();
    assert_eq!((failed.len(), failed[0].kind.as_str(), failed[0].attempts), (1, Job::TIME_OUT, 10));
    assert!(
        failed[0].key.contains(games[0].as_str()) && failed[0].error.contains("column header"),
        "{failed:?}"
    );

    sqlx::query("UPDATE games SET header = $1").bind(header).execute(&app.raw).await.unwrap();
    assert_eq!(app.service.retry_failed_jobs().await.unwrap(), 1);
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(app.service.failed_jobs().await.unwrap(), []);
}

async fn broken_games_do_not_keep_others_from_timing_out(app: &TestApp) {
    let games = games(app, 2).await;
    app.damage(&format!("UPDATE games SET header = '{{}}' WHERE id = '{}'", games[0])).await;
    for i in 0..250 {
        let job = format!(
            "INSERT INTO jobs (unique_key, kind, payload, due, created) VALUES ('turn/{i}', 'time_out', '{}', {i}, 0)",
            games[0]
        );
        app.damage(&job).await;
    }
    app.clock.advance(TimeDelta::days(1));
    let ran = run_jobs(&app.service).await;
    assert_eq!((ran.failed(Job::TIME_OUT), ran.stored(Job::TIME_OUT)), (251, 1));
    assert_eq!(skips(app, &games[1]).await, 1);
}

async fn a_job_of_a_newer_version_keeps_no_others_waiting(app: &TestApp) {
    let games = games(app, 1).await;
    for (kind, payload) in [("newer", "what it needs"), ("time_out", "no game")] {
        let job = format!(
            "INSERT INTO jobs (unique_key, kind, payload, due, created) VALUES ('{kind}', '{kind}', '{payload}', 0, 0)"
        );
        app.damage(&job).await;
    }
    app.clock.advance(TimeDelta::days(1));
    let ran = run_jobs(&app.service).await;
    assert_eq!((ran.failed("unknown"), ran.stored(Job::TIME_OUT)), (2, 1));
    assert_eq!(skips(app, &games[0]).await, 1);
    app.damage("UPDATE jobs SET failed = 1 WHERE kind = 'newer'").await;
    let failed = app.service.failed_jobs().await.unwrap();
    assert_eq!(
        (failed[0].kind.as_str(), failed[0].error.as_str()),
        ("newer", "there is no job \"newer\" of \"what it needs\"")
    );
}

async fn a_job_of_a_turn_waits_for_the_next_one_and_goes_with_the_game(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(1)).await;
    let due = "SELECT due FROM jobs WHERE kind = 'time_out'";
    let first = app.count(due).await;
    app.clock.advance(TimeDelta::hours(5));
    app.play(&game, &players).await.unwrap();
    assert_eq!(app.count(due).await, first, "the move leaves it where it is");
    app.clock.advance(TimeDelta::hours(19));
    assert_eq!(time_outs(&app.service).await, 0, "the next player has a day");
    assert_eq!(app.count(due).await, first + TimeDelta::hours(5).num_milliseconds());
    app.clock.advance(TimeDelta::hours(5));
    assert_eq!((time_outs(&app.service).await, skips(app, &game).await), (1, 1));
    let last = app.replay(&game).await.last();
    app.service.resign(&as_user(&ann), &game, &submission(&app.service, last)).await.unwrap();
    assert_eq!(
        app.count(
            "SELECT COUNT(*) FROM jobs
             WHERE kind NOT IN ('quick_analysis', 'index_game', 'free_offers', 'count_game', 'notify_followers')"
        )
        .await,
        0,
        "the game is over"
    );
}

async fn a_server_runs_jobs_by_itself_as_soon_as_they_are_due(app: &TestApp) {
    let ann = app.person("ann").await;
    let running = Runner::new(app.service.clone()).start();
    let game = app.service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    for _ in 0..5 {
        until("the computer has moved", async || {
            app.count("SELECT COUNT(*) FROM games WHERE computer_to_move = 1").await == 0
        })
        .await;
        app.play(&game, &[&ann, &ann]).await.unwrap();
    }
    app.service.ready().await.unwrap();
    running.stop().await;
}

/// A job that is leased while the runner stops would wait until the lease expires.
async fn a_runner_that_stops_leaves_no_job_leased(app: &TestApp) {
    for round in 0..40 {
        // The clean-up is due again.
        app.clock.advance(TimeDelta::hours(1));
        let running = Runner::new(app.service.clone()).start();
        tokio::time::sleep(Duration::from_micros(250 * round)).await;
        running.stop().await;
        let leased = "SELECT COUNT(*) FROM jobs WHERE lease IS NOT NULL";
        assert_eq!(app.count(leased).await, 0, "round {round}");
        // It would take longer than a server waits.
        app.raw.execute("DELETE FROM jobs WHERE kind = 'find_puzzles'").await.unwrap();
    }
}

/// At the end of time the end of a lease overflows, so the loop itself panics rather than a job.
async fn a_runner_goes_on_after_a_panic_of_its_own(app: &TestApp) {
    let games = games(app, 1).await;
    let to_the_end = DateTime::<Utc>::MAX_UTC - app.clock.now();
    app.clock.advance(to_the_end);
    let running = Runner::new(app.service.clone()).start();
    until("the loop has panicked", async || match app.service.ready().await {
        Err(NotReady::Jobs(why)) => why.starts_with("panic"),
        _ => false,
    })
    .await;
    app.clock.advance(TimeDelta::days(1) - to_the_end);
    until("ready again", async || app.service.ready().await.is_ok()).await;
    until("jobs run again", async || skips(app, &games[0]).await == 1).await;
    running.stop().await;
}

async fn a_server_that_cannot_write_is_unready_until_it_can(app: &TestApp) {
    let lock = if app.url.starts_with("sqlite") {
        "BEGIN IMMEDIATE"
    } else {
        "BEGIN; LOCK TABLE jobs IN EXCLUSIVE MODE"
    };
    app.service.ready().await.unwrap();
    let mut other = app.raw.acquire().await.unwrap();
    other.execute(lock).await.unwrap();
    let unready = app.service.ready().await;
    assert!(matches!(unready, Err(NotReady::Write(_))), "{unready:?}");
    assert_eq!(unready.unwrap_err().code(), "database-unwritable");
    other.execute("ROLLBACK").await.unwrap();
    until("ready again", async || app.service.ready().await.is_ok()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_job_that_another_server_adds_wakes_a_runner_that_sleeps() {
    let app = TestApp::on_postgres().await;
    let ann = app.person("ann").await;
    let server = app.second_process().await;
    let running = Runner::new(server.clone()).start();
    let table = app.service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    app.service.join(&as_user(&ann), &table, None, None).await.unwrap();
    for _ in 0..3 {
        let begun = Instant::now();
        until("the computer has moved", async || {
            app.count("SELECT COUNT(*) FROM games WHERE computer_to_move = 1").await == 0
        })
        .await;
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}: it looked by chance", begun.elapsed());
        // There is nothing to do for an hour now.
        tokio::time::sleep(Duration::from_millis(300)).await;
        app.play(&table, &[&ann, &ann]).await.unwrap();
    }
    running.stop().await;
    server.close().await;
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_job_that_fails_is_tried_again_after_its_pause_rather_than_its_lease() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('newer', 'newer', 'webhook', '', 0, 0)",
    )
    .await;
    let (begun, running) = (Instant::now(), Runner::new(app.service.clone()).start());
    until("tried three times", async || {
        app.count("SELECT attempts FROM jobs WHERE kind = 'newer'").await == 3
    })
    .await;
    // The pauses are two and four seconds, a lease is fifteen.
    assert!(begun.elapsed() < Duration::from_secs(14), "{:?}: it waited for a lease", begun.elapsed());
    running.stop().await;
    app.leave().await;
}

/// Waits until a condition holds, with a time limit.
async fn until(what: &str, so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !so().await {
        assert!(begun.elapsed() < Duration::from_mins(1), "{what}: not within a minute");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Forwards connections to PostgreSQL while `up` is true.
async fn proxy(listener: TcpListener, to: String, up: watch::Receiver<bool>) {
    loop {
        let Ok((mut from, _)) = listener.accept().await else { return };
        let (to, mut up) = (to.clone(), up.clone());
        tokio::spawn(async move {
            if !*up.borrow() {
                return;
            }
            let mut server = TcpStream::connect(to).await.unwrap();
            tokio::select! {
                _ = copy_bidirectional(&mut from, &mut server) => {}
                _ = up.wait_for(|up| !up) => {}
            }
        });
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_stopped_database_makes_a_server_unready_until_it_is_back() {
    let app = TestApp::on_postgres().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(1)).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let here = listener.local_addr().unwrap().to_string();
    let (scheme, rest) = app.url.split_once('@').unwrap();
    let (address, path) = rest.split_once('/').unwrap();
    let (up, is_up) = watch::channel(true);
    tokio::spawn(proxy(listener, address.to_owned(), is_up));
    let service = Service::open(&format!("{scheme}@{here}/{path}"), app.clock.clone()).await.unwrap();
    let running = Runner::new(service.clone()).start();
    let service = Arc::new(service);
    until("ready", async || service.ready().await.is_ok()).await;

    up.send_replace(false);
    until("unready", async || matches!(service.ready().await, Err(NotReady::Read(_)))).await;
    app.clock.advance(TimeDelta::days(1));
    up.send_replace(true);
    until("ready again", async || service.ready().await.is_ok()).await;
    until("jobs run again", async || skips(&app, &game).await == 1).await;
    running.stop().await;
    service.close().await;
    app.leave().await;
}
