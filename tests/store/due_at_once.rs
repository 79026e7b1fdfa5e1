//! Jobs that are due all at once, on two servers: each runs once, and how late is said.
//!
//! `BASTIDE_JOBS=10000` has so many.

use std::collections::BTreeMap;

use bastide::jobs::Runner;
use bastide::table::TimeControl;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::stream::{self, StreamExt};
use tools::fill::user_id;

use crate::app::TestApp;
use crate::push::crowd::{Running, summary, until, user};

crate::on_both_databases! {
    many_deadlines_at_once_are_acted_on_once_each_by_two_servers
}

const DAY: TimeDelta = TimeDelta::days(1);

async fn many_deadlines_at_once_are_acted_on_once_each_by_two_servers(app: &TestApp) {
    let asked = support::setting("BASTIDE_JOBS");
    let count: u32 = asked.map_or(200, |jobs| jobs.parse().expect("BASTIDE_JOBS is a number"));
    // So many people that none has too many tables.
    let people = count.div_ceil(40).max(2);
    for number in 0..people {
        user(app, number).await;
    }
    let open = async |number: u32| {
        let players = [number % people, (number + 1) % people].map(|number| user_id(number).unwrap());
        let timed = |settings: &mut bastide::table::Settings| settings.time_control = TimeControl::of_days(Some(1));
        app.game_with(&[&players[0], &players[1]], timed).await
    };
    let games: Vec<_> = stream::iter(0..count).map(|number| open(number)).buffered(8).collect().await;
    // So many are held unless the host lets them time out.
    let released = DateTime::<Utc>::MAX_UTC.timestamp_millis();
    app.damage(&format!("INSERT INTO heartbeats (name, at) VALUES ('time-outs released', {released})")).await;

    app.clock.advance(DAY);
    let due = app.clock.now();
    let clock = Running::start(app.clock.clone());
    let other = app.second_process().await;
    let running = [&app.service, &other].map(|service| Runner::new(service.clone()).start());
    let left = format!(
        "SELECT COUNT(*) FROM jobs WHERE kind = 'time_out' AND due <= {}",
        due.timestamp_millis()
    );
    until("all deadlines have been acted on", async || {
        app.count(&left).await == 0 && app.count(&leased()).await == 0
    })
    .await;
    for runner in running {
        runner.stop().await;
    }
    drop(clock);
    let skips = skips(app).await;
    assert_eq!(skips.len(), games.len(), "each game has one");
    assert!(skips.values().all(|skips| skips.len() == 1), "{skips:?}");
    let late = summary(skips.values().map(|skips| skips[0] - due).collect());
    println!("{count} jobs due at once on two servers: p50 {:.2} s, p99 {:.2} s, the last after {:.2} s", late.0, late.1, late.2);
    other.close().await;
}

fn leased() -> String {
    "SELECT COUNT(*) FROM jobs WHERE kind = 'time_out' AND lease IS NOT NULL".to_owned()
}

/// When turns were skipped, by game.
async fn skips(app: &TestApp) -> BTreeMap<String, Vec<DateTime<Utc>>> {
    let rows: Vec<(String, i64)> =
        sqlx::query_as("SELECT game, at FROM events WHERE kind = 'skip'").fetch_all(&app.raw).await.unwrap();
    let mut skips = BTreeMap::<_, Vec<_>>::new();
    for (game, at) in rows {
        skips.entry(game).or_default().push(DateTime::from_timestamp_millis(at).unwrap());
    }
    skips
}
