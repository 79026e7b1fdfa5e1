//! Jobs that are due all at once, on two servers: each runs once, and how late is said.
//!
//! `BASTIDE_JOBS=10000` has so many.

use std::time::{Duration, Instant};

use bastide::engine::Event;
use bastide::jobs::Runner;
use bastide::table::{Settings, TimeControl};
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::stream::{self, StreamExt};
use tools::fill::user_id;

use crate::app::TestApp;
use crate::push::crowd::{Running, summary, user};

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
        let timed = |settings: &mut Settings| settings.time_control = TimeControl::of_days(Some(1));
        app.game_with(&[&players[0], &players[1]], timed).await
    };
    let games: Vec<_> = stream::iter(0..count).map(open).buffered(8).collect().await;
    // So many are held unless the host lets them time out.
    let released = DateTime::<Utc>::MAX_UTC.timestamp_millis();
    app.damage(&format!("INSERT INTO heartbeats (name, at) VALUES ('time-outs released', {released})")).await;

    app.clock.advance(DAY);
    let due = app.clock.now();
    let clock = Running::start(app.clock.clone());
    let other = app.second_process().await;
    let running = [&app.service, &other].map(|service| Runner::new(service.clone()).start());
    let mut late = Vec::new();
    let begun = Instant::now();
    while late.len() < games.len() {
        assert!(begun.elapsed() < Duration::from_mins(10), "{} of {count} within ten minutes", late.len());
        tokio::time::sleep(Duration::from_millis(20)).await;
        let done = games.len() - left(app, due).await;
        late.resize(done.max(late.len()), app.clock.now() - due);
    }
    for runner in running {
        runner.stop().await;
    }
    drop(clock);
    for game in &games {
        let play = app.replay(game).await;
        let skips = play.log.iter().filter(|logged| logged.event == Event::Skip {}).count();
        assert_eq!(skips, 1, "{game}");
    }
    let (p50, p99, last) = summary(late);
    println!(
        "{count} jobs due at once on two servers: p50 {p50:.2} s, p99 {p99:.2} s, the last after {last:.2} s"
    );
    other.close().await;
}

/// How many deadlines wait for a server, or are being acted on.
async fn left(app: &TestApp, due: DateTime<Utc>) -> usize {
    let left = format!(
        "SELECT COUNT(*) FROM jobs WHERE kind = 'time_out' AND (due <= {} OR lease IS NOT NULL)",
        due.timestamp_millis()
    );
    usize::try_from(app.count(&left).await).unwrap()
}
