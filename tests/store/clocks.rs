//! The servers of a PostgreSQL database go by its clock, whatever their own say.

use bastide::clock::Clock;
use bastide::service::{InviteError, Service};
use chrono::TimeDelta;

use crate::house::{House, as_user, submission, two_seats};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_whose_clocks_differ_share_counts_and_jobs() {
    let house = House::on_postgres_at(Clock::system()).await;
    let clock = Clock::system_ahead(TimeDelta::hours(1));
    let fast = Service::open(&house.url, clock.clone()).await.unwrap();
    assert!((fast.now() - house.service.now()).abs() < TimeDelta::seconds(30));
    assert!(clock.now() - house.service.now() > TimeDelta::minutes(59));

    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let table = house.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    for _ in 0..20 {
        for service in [&house.service, &fast] {
            let invited = service.invite(&as_user(&ann), &table, "nobody").await;
            assert!(matches!(invited, Err(InviteError::NoSuchPlayer)), "{invited:?}");
        }
    }
    for service in [&house.service, &fast] {
        let invited = service.invite(&as_user(&ann), &table, "nobody").await;
        assert!(matches!(invited, Err(InviteError::Throttled(_))), "{invited:?}");
    }

    let game = house.game_of(&[&ann, &ben], None).await;
    fast.resign(&as_user(&ann), &game, &submission(&fast, 1)).await.unwrap();
    let due = house.count("SELECT due FROM jobs WHERE kind = 'quick_analysis'").await;
    assert!(due < (house.service.now() + TimeDelta::minutes(1)).timestamp_millis(), "the other can take it");
    fast.close().await;
    house.leave().await;
}

#[tokio::test]
async fn on_sqlite_the_servers_own_clock_counts() {
    let house = House::on_sqlite().await;
    let ahead = Service::open(&house.url, Clock::system_ahead(TimeDelta::hours(1))).await.unwrap();
    assert!(ahead.now() - Clock::system().now() > TimeDelta::minutes(59));
    ahead.close().await;
    house.leave().await;
}
