//! How the user hears of things, and which programs act for the user: settings, browsers, webhooks, the feed, and tokens.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json};
use crate::api::time::DayHoursJson;
use service::{FailureView, PushDevice, WebhookView};
use table::{Channel, DayHours, NotificationSettings, NotificationTopic, TimeOfDay};

/// What you want to hear of.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NotificationSettings)]
pub(super) struct SettingsJson {
    /// By topic, such as `turn` or `game`: `device`, `webhook` and `feed`, as far as you want it that way. Topics that are left out stay as
    /// they are.
    topics: BTreeMap<String, Vec<String>>,
    /// When nothing is sent but the last reminder, in your time zone; `null` or left out: never.
    #[schema(value_type = Option<DayHoursJson>)]
    quiet: Option<DayHours>,
    /// When the daily summary is sent, such as `08:00`.
    #[schema(value_type = String)]
    summary_at: TimeOfDay,
}

/// A browser that gets messages.
#[derive(Serialize, ToSchema)]
#[schema(as = PushDevice)]
pub(super) struct DeviceJson {
    id: String,
    agent: String,
    since: DateTime<Utc>,
    /// When a message last arrived.
    delivered: Option<DateTime<Utc>>,
    /// What became of the last message, such as `delivered`.
    result: Option<&'static str>,
}

/// How you hear of things.
#[derive(Serialize, ToSchema)]
#[schema(as = Channels)]
pub(super) struct ChannelsJson {
    settings: SettingsJson,
    devices: Vec<DeviceJson>,
}

fn wishes(settings: &NotificationSettings, topic: NotificationTopic) -> (String, Vec<String>) {
    let wanted = Channel::ALL.into_iter().filter(|channel| settings.wants(topic, *channel));
    (topic.word().to_owned(), wanted.map(|channel| channel.word().to_owned()).collect())
}

/// What you want to hear of, and on which devices
#[utoipa::path(get, operation_id = "notification_settings", path = "/api/v1/account/notifications/settings", tag = "settings",
    security(("token" = ["account"])), responses((status = 200, body = ChannelsJson), Problems))]
pub(crate) async fn get(Member(caller): Member) -> ApiResult {
    let settings = caller.service().notification_settings(&caller.principal).await?;
    let devices = caller.service().push_devices(&caller.principal).await?;
    let device = |device: PushDevice| DeviceJson {
        id: device.id,
        agent: device.agent,
        since: device.since,
        delivered: device.delivered,
        result: device.last.map(|(_, result)| result.word()),
    };
    json(&ChannelsJson {
        settings: SettingsJson {
            topics: NotificationTopic::ALL.into_iter().map(|topic| wishes(&settings, topic)).collect(),
            quiet: settings.quiet,
            summary_at: settings.summary_at,
        },
        devices: devices.into_iter().map(device).collect(),
    })
}

/// Say what you want to hear of
#[utoipa::path(post, operation_id = "set_notification_settings", path = "/api/v1/account/notifications/settings", tag = "settings",
    security(("token" = ["account"])), request_body = SettingsJson, responses((status = 204, description = "Set"), Refusals))]
pub(crate) async fn set(Member(caller): Member, Body(body): Body<SettingsJson>) -> ApiResult {
    let unknown = |field: String, why| ApiError::bad_body(Some(field), why);
    let mut settings = caller.service().notification_settings(&caller.principal).await?;
    for (word, wanted) in &body.topics {
        let topic = NotificationTopic::parse(word);
        let topic = topic.ok_or_else(|| unknown(format!("topics.{word}"), "no such topic"))?;
        if !wanted.iter().all(|word| Channel::ALL.iter().any(|channel| channel.word() == word)) {
            return Err(unknown(format!("topics.{word}"), "the channels are device, webhook and feed"));
        }
        for channel in Channel::ALL {
            settings = settings.with(topic, channel, wanted.iter().any(|word| word == channel.word()));
        }
    }
    (settings.quiet, settings.summary_at) = (body.quiet, body.summary_at);
    caller.service().set_notification_settings(&caller.principal, &settings).await?;
    done()
}

/// What something of the account is called.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct IdBody {
    id: String,
}

/// Send no more messages to a browser
#[utoipa::path(post, operation_id = "remove_device", path = "/api/v1/account/notifications/remove", tag = "settings",
    security(("token" = ["account"])), request_body = IdBody, responses((status = 204, description = "Removed"), Refusals))]
pub(crate) async fn remove_device(Member(caller): Member, Body(body): Body<IdBody>) -> ApiResult {
    caller.service().unsubscribe(&caller.principal, &body.id).await?;
    done()
}

/// Send a test message to your browsers
#[utoipa::path(post, operation_id = "test_devices", path = "/api/v1/account/notifications/test", tag = "settings",
    security(("token" = ["account"])), responses((status = 204, description = "It is on its way"), Refusals))]
pub(crate) async fn test_devices(Member(caller): Member) -> ApiResult {
    caller.service().test_push(&caller.principal).await?;
    done()
}

/// Stop your feed addresses
#[utoipa::path(post, operation_id = "end_feed", path = "/api/v1/account/feeds/end", tag = "settings",
    security(("token" = ["account"])), responses((status = 204, description = "They don't work any more"), Refusals))]
pub(crate) async fn end_feed(Member(caller): Member) -> ApiResult {
    caller.service().stop_feed(&caller.principal).await?;
    done()
}

/// A message that was given up.
#[derive(Serialize, ToSchema)]
#[schema(as = WebhookFailure)]
pub(super) struct FailureJson {
    id: String,
    /// The game that it was about.
    game: Option<String>,
    made: DateTime<Utc>,
    given_up: DateTime<Utc>,
    attempts: u32,
    /// A status, or such as `timeout`.
    why: String,
}

/// An address that gets messages.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhook)]
pub(super) struct WebhookJson {
    id: String,
    /// Such as `generic` or `discord`.
    format: &'static str,
    host: String,
    since: DateTime<Utc>,
    delivered: Option<DateTime<Utc>>,
    failing_since: Option<DateTime<Utc>>,
    /// When it was switched off.
    off: Option<DateTime<Utc>>,
    failures: Vec<FailureJson>,
}

/// Your webhooks.
#[derive(Serialize, ToSchema)]
#[schema(as = Webhooks)]
pub(super) struct WebhooksJson {
    webhooks: Vec<WebhookJson>,
}

fn webhook(webhook: WebhookView) -> WebhookJson {
    let failure = |failure: FailureView| FailureJson {
        game: failure.about.game().map(ToString::to_string),
        id: failure.id,
        made: failure.made,
        given_up: failure.at,
        attempts: failure.attempts,
        why: failure.why.word(),
    };
    WebhookJson {
        id: webhook.id,
        format: webhook.format.word(),
        host: webhook.host,
        since: webhook.since,
        delivered: webhook.delivered,
        failing_since: webhook.failing_since,
        off: webhook.off,
        failures: webhook.failures.into_iter().map(failure).collect(),
    }
}

/// Your webhooks
#[utoipa::path(get, operation_id = "webhooks", path = "/api/v1/account/webhooks", tag = "settings",
    security(("token" = ["account"])), responses((status = 200, body = WebhooksJson), Problems))]
pub(crate) async fn webhooks(Member(caller): Member) -> ApiResult {
    let found = caller.service().webhooks(&caller.principal).await?;
    json(&WebhooksJson { webhooks: found.into_iter().map(webhook).collect() })
}

/// Remove a webhook
#[utoipa::path(post, operation_id = "remove_webhook", path = "/api/v1/account/webhooks/remove", tag = "settings",
    security(("token" = ["account"])), request_body = IdBody, responses((status = 204, description = "Removed"), Refusals))]
pub(crate) async fn remove_webhook(Member(caller): Member, Body(body): Body<IdBody>) -> ApiResult {
    caller.service().remove_webhook(&caller.principal, &body.id).await?;
    done()
}

/// Send a test message to a webhook
#[utoipa::path(post, operation_id = "test_webhook", path = "/api/v1/account/webhooks/test", tag = "settings",
    security(("token" = ["account"])), request_body = IdBody, responses((status = 204, description = "It is on its way"), Refusals))]
pub(crate) async fn test_webhook(Member(caller): Member, Body(body): Body<IdBody>) -> ApiResult {
    caller.service().test_webhook(&caller.principal, &body.id).await?;
    done()
}

/// Switch a webhook on again
#[utoipa::path(post, operation_id = "switch_webhook_on", path = "/api/v1/account/webhooks/on", tag = "settings",
    security(("token" = ["account"])), request_body = IdBody, responses((status = 204, description = "It is on"), Refusals))]
pub(crate) async fn switch_webhook_on(Member(caller): Member, Body(body): Body<IdBody>) -> ApiResult {
    caller.service().switch_webhook_on(&caller.principal, &body.id).await?;
    done()
}

/// A message that was given up.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MessageBody {
    /// Of the webhook.
    id: String,
    /// Of the failure.
    message: String,
}

/// Send a message again that was given up
#[utoipa::path(post, operation_id = "resend", path = "/api/v1/account/webhooks/resend", tag = "settings",
    security(("token" = ["account"])), request_body = MessageBody, responses((status = 204, description = "It is on its way"), Refusals))]
pub(crate) async fn resend(Member(caller): Member, Body(body): Body<MessageBody>) -> ApiResult {
    caller.service().resend_to_webhook(&caller.principal, &body.id, &body.message).await?;
    done()
}

/// Forget a message that was given up
#[utoipa::path(post, operation_id = "forget", path = "/api/v1/account/webhooks/forget", tag = "settings",
    security(("token" = ["account"])), request_body = MessageBody, responses((status = 204, description = "Forgotten"), Refusals))]
pub(crate) async fn forget(Member(caller): Member, Body(body): Body<MessageBody>) -> ApiResult {
    caller.service().remove_webhook_failure(&caller.principal, &body.id, &body.message).await?;
    done()
}

/// A token, without its secret.
#[derive(Serialize, ToSchema)]
#[schema(as = Token)]
pub(super) struct TokenJson {
    id: String,
    name: String,
    scopes: Vec<&'static str>,
    since: DateTime<Utc>,
    /// When it expires.
    until: Option<DateTime<Utc>>,
    /// When it was last used, up to an hour earlier.
    used: Option<DateTime<Utc>>,
}

/// Your tokens.
#[derive(Serialize, ToSchema)]
#[schema(as = Tokens)]
pub(super) struct TokensJson {
    tokens: Vec<TokenJson>,
}

/// Your tokens, without their secrets
#[utoipa::path(get, operation_id = "tokens", path = "/api/v1/account/tokens", tag = "settings",
    security(("token" = ["account"])), responses((status = 200, body = TokensJson), Problems))]
pub(crate) async fn tokens(Member(caller): Member) -> ApiResult {
    let tokens = caller.service().tokens(&caller.principal).await?;
    let token = |token: account::IssuedToken| TokenJson {
        scopes: token.scopes.iter().map(service::Scope::word).collect(),
        id: token.id,
        name: token.name,
        since: token.since,
        until: token.until,
        used: token.used,
    };
    json(&TokensJson { tokens: tokens.into_iter().map(token).collect() })
}

/// Revoke a token
#[utoipa::path(post, operation_id = "revoke_token", path = "/api/v1/account/tokens/revoke", tag = "settings",
    security(("token" = ["account"])), request_body = IdBody, responses((status = 204, description = "Revoked"), Refusals))]
pub(crate) async fn revoke_token(Member(caller): Member, Body(body): Body<IdBody>) -> ApiResult {
    caller.service().revoke_token(&caller.principal, &body.id).await?;
    done()
}
