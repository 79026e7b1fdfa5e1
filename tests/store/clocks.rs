//! The servers of a PostgreSQL database go by its clock, whatever their own say.

use std::time::Duration;

use bastide::clock::Clock;
use bastide::jobs::Runner;
use bastide::service::{InviteError, Service};
use bastide::table::{Allowance, GameId, Settings, TimeControl};
use chrono::{DateTime, TimeDelta, Utc};

use crate::absences::missed;
use crate::app::{TestApp, as_user, submission, time_outs, two_seats};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_whose_clocks_differ_share_counts_and_jobs() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    let clock = Clock::system_ahead(TimeDelta::hours(1));
    let fast = Service::open(&app.url, clock.clone()).await.unwrap();
    assert!((fast.now() - app.service.now()).abs() < TimeDelta::seconds(30));
    assert!(clock.now() - app.service.now() > TimeDelta::minutes(59));

    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    for _ in 0..20 {
        for service in [&app.service, &fast] {
            let invited = service.invite(&as_user(&ann), &table, "nobody").await;
            assert!(matches!(invited, Err(InviteError::NoSuchPlayer)), "{invited:?}");
        }
    }
    for service in [&app.service, &fast] {
        let invited = service.invite(&as_user(&ann), &table, "nobody").await;
        assert!(matches!(invited, Err(InviteError::Throttled(_))), "{invited:?}");
    }

    let game = app.game_of(&[&ann, &ben], None).await;
    fast.resign(&as_user(&ann), &game, &submission(&fast, 1)).await.unwrap();
    let due = app.count("SELECT due FROM jobs WHERE kind = 'quick_analysis'").await;
    assert!(due < (app.service.now() + TimeDelta::minutes(1)).timestamp_millis(), "the other can take it");
    fast.close().await;
    app.leave().await;
}

#[tokio::test]
async fn on_sqlite_the_servers_own_clock_counts() {
    let app = TestApp::on_sqlite().await;
    let ahead = Service::open(&app.url, Clock::system_ahead(TimeDelta::hours(1))).await.unwrap();
    assert!(ahead.now() - Clock::system().now() > TimeDelta::minutes(59));
    ahead.close().await;
    app.leave().await;
}

/// Half an hour for each turn.
fn half_an_hour(settings: &mut Settings) {
    settings.time_control = TimeControl::Limited(Allowance { free: 1800, ..Allowance::default() });
}

async fn assert_nothing_has_run_out(app: &TestApp, game: &GameId, began: DateTime<Utc>, due: i64) {
    let deadline = app.count("SELECT deadline FROM games").await;
    let expected = (began + TimeDelta::minutes(30)).timestamp_millis();
    assert!((deadline - expected).abs() < 30_000, "{deadline} {expected}");
    assert_eq!(app.count("SELECT due FROM jobs WHERE kind = 'time_out'").await, due);
    assert_eq!(missed(app, game).await, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM outages").await, 0, "a server was up all the time");
}

/// Lets the turn run out, by everybody's clock.
async fn end_time(app: &TestApp) {
    let past = (app.service.now() - TimeDelta::minutes(1)).timestamp_millis();
    app.damage(&format!("UPDATE games SET deadline = {past}")).await;
    app.damage(&format!("UPDATE jobs SET due = {past} WHERE kind = 'time_out'")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_whose_clocks_are_an_hour_off_act_on_deadlines_when_they_pass_on_the_databases() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_with(&[&ann, &ben], half_an_hour).await;
    let first = app.count("SELECT deadline FROM games").await;
    app.service.heartbeat().await.unwrap();
    let mut began = app.service.now();
    for off in [TimeDelta::hours(1), TimeDelta::hours(-1)] {
        let server = Service::open(&app.url, Clock::system_ahead(off)).await.unwrap();
        server.heartbeat().await.unwrap();
        assert_eq!(time_outs(&server).await, 0);
        assert_nothing_has_run_out(&app, &game, began, first).await;
        // What it stores has the right time, too.
        let (player, expected, turn) = app.next_turn(&game, &[&ann, &ben]).await;
        server.turn(&as_user(&player), &game, &submission(&server, expected), turn).await.unwrap();
        began = app.service.now();
        assert_nothing_has_run_out(&app, &game, began, first).await;
        server.close().await;
    }
    end_time(&app).await;
    let server = Service::open(&app.url, Clock::system_ahead(TimeDelta::hours(-1))).await.unwrap();
    assert_eq!(time_outs(&server).await, 1);
    server.close().await;
    app.leave().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_clock_is_set_while_it_runs_goes_on_by_that_of_the_database() {
    let app = TestApp::on_postgres_at(Clock::system()).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_with(&[&ann, &ben], half_an_hour).await;
    let first = app.count("SELECT deadline FROM games").await;
    let began = app.service.now();
    let clock = Clock::system_ahead(TimeDelta::zero());
    let server = Service::open(&app.url, clock.clone()).await.unwrap();
    server.heartbeat().await.unwrap();
    assert_eq!(server.clock_correction(), TimeDelta::zero());
    // The job is taken for due, and nothing else happens.
    clock.advance(TimeDelta::hours(1));
    assert_eq!(time_outs(&server).await, 0);
    assert_nothing_has_run_out(&app, &game, began, first).await;
    assert!((server.clock_correction() + TimeDelta::hours(1)).abs() < TimeDelta::seconds(30));

    let running = Runner::new(server.clone()).start();
    for by in [TimeDelta::hours(-2), TimeDelta::hours(3)] {
        // Otherwise it would be compared in half a minute.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        clock.advance(by);
        tokio::time::timeout(Duration::from_secs(20), async {
            while (server.now() - app.service.now()).abs() > TimeDelta::seconds(10) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        })
        .await
        .expect("the clock is corrected");
        assert_nothing_has_run_out(&app, &game, began, first).await;
    }
    running.stop().await;
    end_time(&app).await;
    assert_eq!(time_outs(&server).await, 1);
    server.close().await;
    app.leave().await;
}
