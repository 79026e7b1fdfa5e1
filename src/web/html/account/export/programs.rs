//! What gets messages for an account or acts for it, without secrets.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};

use crate::html::account::export::json::list;
use account::{IssuedToken, Scope};
use service::{FailureView, OwnData, OwnDevice, WebhookView};

pub(super) fn programs(data: &OwnData) -> Value {
    json!({
        "tokens": list(&data.tokens, TokenJson::of),
        "bots": list(&data.bots, |bot| json!({
            "name": bot.name,
            "since": bot.since,
            "tokens": list(&bot.tokens, TokenJson::of),
        })),
        "feeds": data.feed.map(|since| json!({ "since": since })),
        "webhooks": list(&data.webhooks, WebhookJson::of),
        "devices": list(&data.devices, DeviceJson::of),
    })
}

#[derive(Serialize)]
struct TokenJson<'d> {
    name: &'d str,
    scopes: Vec<&'static str>,
    since: DateTime<Utc>,
    until: Option<DateTime<Utc>>,
    used: Option<DateTime<Utc>>,
}

impl<'d> TokenJson<'d> {
    fn of(token: &'d IssuedToken) -> Self {
        let scopes = token.scopes.iter().map(Scope::word).collect();
        Self { name: &token.name, scopes, since: token.since, until: token.until, used: token.used }
    }
}

#[derive(Serialize)]
struct WebhookJson<'d> {
    format: &'static str,
    host: &'d str,
    since: DateTime<Utc>,
    delivered: Option<DateTime<Utc>>,
    last: Option<LastJson>,
    failing_since: Option<DateTime<Utc>>,
    off: Option<DateTime<Utc>>,
    failures: Vec<FailureJson>,
}

/// The last message, and how that went.
#[derive(Serialize)]
struct LastJson {
    at: DateTime<Utc>,
    result: String,
}

#[derive(Serialize)]
struct FailureJson {
    about: String,
    made: DateTime<Utc>,
    at: DateTime<Utc>,
    attempts: u32,
    why: String,
}

impl<'d> WebhookJson<'d> {
    fn of(webhook: &'d WebhookView) -> Self {
        Self {
            format: webhook.format.word(),
            host: &webhook.host,
            since: webhook.since,
            delivered: webhook.delivered,
            last: webhook.last.map(|(at, result)| LastJson { at, result: result.word() }),
            failing_since: webhook.failing_since,
            off: webhook.off,
            failures: webhook.failures.iter().map(FailureJson::of).collect(),
        }
    }
}

impl FailureJson {
    fn of(failure: &FailureView) -> Self {
        Self {
            about: failure.about.word(),
            made: failure.made,
            at: failure.at,
            attempts: failure.attempts,
            why: failure.why.word(),
        }
    }
}

#[derive(Serialize)]
struct DeviceJson<'d> {
    browser: &'d str,
    push_service: &'d str,
    since: DateTime<Utc>,
    delivered: Option<DateTime<Utc>>,
    last: Option<LastJson>,
}

impl<'d> DeviceJson<'d> {
    fn of(device: &'d OwnDevice) -> Self {
        Self {
            browser: &device.agent,
            push_service: &device.origin,
            since: device.since,
            delivered: device.delivered,
            last: device.last.map(|(at, result)| LastJson { at, result: result.word().to_owned() }),
        }
    }
}
