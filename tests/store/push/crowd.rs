//! Many people with browsers, without the time that so many passwords would take, and a clock that runs and jumps.

use std::time::{Duration, Instant};

use bastide::account::{PasswordHash, SessionId, UserId};
use bastide::clock::Clock;
use bastide::service::{Principal, Service};
use chrono::TimeDelta;
use push::receiver::Receiver;
use tokio::task::JoinHandle;

use super::service::PushService;
use crate::app::{HOME, TestApp};

/// Adds a user who has no password, and hears of turns only.
pub async fn user(app: &TestApp, number: u32) -> UserId {
    let user = tools::fill::user_id(number).unwrap();
    let name = format!("crowd-{number}");
    sqlx::query(
        "INSERT INTO users (id, name, folded, password, zone, created) VALUES ($1, $2, $2, $4, 'UTC', $3)",
    )
    .bind(user.as_str())
    .bind(name)
    .bind(app.clock.now().timestamp_millis())
    .bind(PasswordHash::dummy().as_str())
    .execute(&app.raw)
    .await
    .unwrap();
    sqlx::query("INSERT INTO notification_settings (user_id, body) VALUES ($1, $2)")
        .bind(user.as_str())
        .bind(serde_json::to_string(&super::turns_only()).unwrap())
        .execute(&app.raw)
        .await
        .unwrap();
    user
}

/// Adds a session of the user with a browser at a path of the push service.
pub async fn browser(
    app: &TestApp,
    service: &Service,
    user: &UserId,
    at: &PushService,
    path: &str,
) -> Principal {
    let session = SessionId::new(service.random_bytes());
    let now = app.clock.now();
    sqlx::query(
        "INSERT INTO sessions (token, id, user_id, agent, since, until) VALUES ($1, $1, $2, $3, $4, $5)",
    )
    .bind(session.as_str())
    .bind(user.as_str())
    .bind(path)
    .bind(now.timestamp_millis())
    .bind((now + TimeDelta::days(90)).timestamp_millis())
    .execute(&app.raw)
    .await
    .unwrap();
    let principal = Principal::session(user.clone(), session, false, HOME.address());
    let receiver = Receiver::new([1; 32], [1; 16]).unwrap();
    let (p256dh, auth) = (receiver.p256dh(), receiver.auth());
    service.subscribe(&principal, &at.url(path), &p256dh, &auth).await.unwrap();
    principal
}

/// Waits until a condition holds, with a time limit that only a fault reaches.
pub async fn until(what: &str, so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !so().await {
        assert!(begun.elapsed() < Duration::from_mins(3), "{what}: not within three minutes");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Lets a standing clock run, until it is dropped.
pub struct Running(JoinHandle<()>);

impl Running {
    pub fn start(clock: Clock) -> Self {
        Self(tokio::spawn(async move {
            let (begun, mut passed) = (Instant::now(), TimeDelta::zero());
            loop {
                tokio::time::sleep(Duration::from_millis(2)).await;
                let now = TimeDelta::from_std(begun.elapsed()).unwrap();
                let more = TimeDelta::milliseconds((now - passed).num_milliseconds());
                clock.advance(more);
                passed += more;
            }
        }))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The median, the 99th of a hundred, and the longest, in seconds.
pub fn summary(mut waits: Vec<TimeDelta>) -> (f64, f64, f64) {
    waits.sort_unstable();
    let at = |hundredth: usize| {
        let index = (waits.len() * hundredth).div_ceil(100).clamp(1, waits.len()) - 1;
        waits[index].as_seconds_f64()
    };
    (at(50), at(99), at(100))
}
