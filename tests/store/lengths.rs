//! How long games usually take.

use bastide::account::UserId;
use bastide::table::{ClockPreset, TimeControl};
use chrono::TimeDelta;

use crate::app::TestApp;

crate::on_both_databases! {
    past_games_say_how_long_such_games_take
}

/// In milliseconds.
const DAY: i64 = 86_400_000;

/// Median and nine in ten of games of the base tiles with this clock, in days.
fn days(app: &TestApp, clock: ClockPreset) -> [i64; 2] {
    let length = app.service.game_lengths().of_clock(clock).unwrap();
    [length.median, length.nine_in_ten].map(|length| (length + TimeDelta::hours(12)).num_days())
}

/// Games that were over after 1, 2, 3 … days, each with so many events.
async fn past(app: &TestApp, players: &[&UserId], clock: ClockPreset, games: i64, events: u32) {
    for days in 1..=games {
        let game = app
            .game_with(players, |settings| {
                settings.time_control = TimeControl::Limited(clock.allowance());
            })
            .await;
        app.damage(&format!(
            "UPDATE games SET status = 'finished', last_n = {events}, changed = changed + {} WHERE id = '{game}'",
            days * DAY
        ))
        .await;
    }
}

async fn past_games_say_how_long_such_games_take(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    // Of these, none counts: too few, private, ended early.
    past(app, &players, ClockPreset::Daily, 10, 200).await;
    past(app, &players, ClockPreset::Daily, 30, 90).await;
    past(app, &players, ClockPreset::Standard, 30, 200).await;
    app.damage(&format!(
        "UPDATE games SET public = 0 WHERE last_n = 200 AND changed > created + {}",
        5 * DAY
    ))
    .await;
    past(app, &players, ClockPreset::Slow, 30, 200).await;
    app.service.measure_lengths().await.unwrap();
    assert_eq!(days(app, ClockPreset::Slow), [35, 55], "others like them may still go on");
    app.clock.advance(TimeDelta::days(121));
    // They are not old enough.
    past(app, &players, ClockPreset::Slow, 3, 200).await;
    app.service.measure_lengths().await.unwrap();
    assert_eq!(days(app, ClockPreset::Slow), [16, 28]);
    assert_eq!(days(app, ClockPreset::Daily), [34, 51]);
    assert_eq!(days(app, ClockPreset::Standard), [35, 56]);
    // Asked again at once, it says what it said.
    app.damage("UPDATE games SET public = 0 WHERE last_n = 200").await;
    app.service.measure_lengths().await.unwrap();
    assert_eq!(days(app, ClockPreset::Slow), [16, 28]);
    app.clock.advance(TimeDelta::hours(7));
    app.service.measure_lengths().await.unwrap();
    assert_eq!(days(app, ClockPreset::Slow), [35, 55]);
}
