//! The servers of a PostgreSQL database go by its clock, whatever their own say.

use bastide::clock::Clock;
use bastide::service::{InviteError, Service};
use chrono::TimeDelta;

use crate::app::{TestApp, as_user, submission, two_seats};

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
