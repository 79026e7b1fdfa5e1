//! Webhooks, against a receiver of the test's own.

mod answers;
mod refused;
mod turns;

use bastide::account::UserId;
use bastide::outbound::Policy;
use bastide::service::{NewWebhook, NotifierSettings, Principal, Service, WebhookView};
use bastide::table::{GameId, Player};
use bastide::web;
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::app::{TestApp, run_jobs};
use crate::push::service::{PushService, Request};
use crate::push::{game, person, schedule};

crate::on_both_databases! {
    a_turn_arrives_in_every_format
    a_message_is_tried_ten_times_to_the_second_and_listed
    both_secrets_sign_for_a_day
}

const ORIGIN: &str = "https://play.example";

/// Without a subject for push services.
fn settings() -> NotifierSettings {
    NotifierSettings {
        push_subject: None,
        push_services: Vec::new(),
        policy: Policy {
            allow_http: true,
            allow_any_port: true,
            allowed: vec!["127.0.0.0/8".parse().unwrap()],
            time_limit: std::time::Duration::from_millis(500),
            ..Policy::default()
        },
        origin: ORIGIN.to_owned(),
        wording: web::push_text,
    }
}

async fn with_webhooks(app: &TestApp) -> Service {
    app.service.clone().with_notifier(settings()).await.unwrap()
}

/// A user who has just typed the password again.
async fn confirmed(app: &TestApp, name: &str) -> (UserId, Principal) {
    let (user, principal) = person(app, name).await;
    (user, principal.confirmed_at(app.clock.now()))
}

const fn webhook<'a>(format: &'a str, address: &'a str) -> NewWebhook<'a> {
    NewWebhook { format, address, room: "!room:matrix.example", token: "secret-token" }
}

/// Adds one, and returns its id and its secret, if it has one.
async fn add(
    service: &Service,
    principal: &Principal,
    format: &str,
    address: &str,
) -> (String, Option<String>) {
    let principal = principal.clone().confirmed_at(service.now());
    let secret = service.add_webhook(&principal, &webhook(format, address)).await.unwrap();
    let webhooks = service.webhooks(&principal).await.unwrap();
    let id = webhooks.last().unwrap().id.clone();
    (id, secret.map(|secret| secret.reveal()))
}

async fn only(service: &Service, principal: &Principal) -> WebhookView {
    let webhooks = service.webhooks(principal).await.unwrap();
    assert_eq!(webhooks.len(), 1);
    webhooks.into_iter().next().unwrap()
}

/// A game without a clock in which it is the first person's turn.
async fn endless_game(app: &TestApp, players: [&UserId; 2]) -> GameId {
    let game = app.game_of(&players, None).await;
    while app.next_turn(&game, &players).await.0 != *players[0] {
        app.play(&game, &players).await.unwrap();
    }
    game
}

/// The signature of Standard Webhooks 1.0.0.
fn signature(secret: &str, request: &Request) -> String {
    let key = BASE64.decode(secret.strip_prefix("whsec_").unwrap().as_bytes()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    let header = |name: &str| request.headers[name].clone();
    mac.update(format!("{}.{}.", header("webhook-id"), header("webhook-timestamp")).as_bytes());
    mac.update(&request.body);
    format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
}

fn timestamp(request: &Request) -> DateTime<Utc> {
    DateTime::from_timestamp(request.headers["webhook-timestamp"].parse().unwrap(), 0).unwrap()
}

fn body(request: &Request) -> Value {
    serde_json::from_slice(&request.body).unwrap()
}

/// Sends every statement about webhooks.
pub async fn tour(app: &TestApp, me: &Principal) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let user = me.user().unwrap();
    at.answer("/tour", &[201, 500, 410]);
    let (id, _) = add(&service, me, "generic", &at.url("/tour")).await;
    service.rotate_webhook_secret(&me.clone().confirmed_at(app.clock.now()), &id).await.unwrap();
    for _ in 0..2 {
        service.test_webhook(me, &id).await.unwrap();
        run_jobs(&service).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let mine = endless_game(app, [user, &app.person("tourist").await]).await;
    schedule(app, user, &mine).await;
    run_jobs(&service).await;
    let failure = &only(&service, me).await.failures[0].id;
    service.resend_to_webhook(me, &id, failure).await.unwrap_err();
    service.switch_webhook_on(me, &id).await.unwrap();
    service.resend_to_webhook(me, &id, failure).await.unwrap();
    app.damage(&format!("UPDATE webhooks SET off = 1 WHERE user_id = '{user}' AND id = '{id}'")).await;
    run_jobs(&service).await;
    service.remove_webhook_failure(me, &id, failure).await.unwrap();
    service.remove_webhook(me, &id).await.unwrap();
}

async fn a_turn_arrives_in_every_format(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let people = [confirmed(app, "ann").await, confirmed(app, "ben").await];
    let ([(ann, here), (ben, _)], game) = game(app, people).await;
    schedule(app, &ann, &game).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await, 0, "nobody wants messages");
    let (_, secret) = add(&service, &here, "generic", &at.url("/generic?a=1")).await;
    for (format, path) in
        [("discord", "/api/webhooks/1/x"), ("slack", "/services/x"), ("matrix", ""), ("ntfy", "/topic")]
    {
        assert_eq!(add(&service, &here, format, &at.url(path)).await.1, None, "{format}");
    }
    schedule(app, &ben, &game).await;
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;

    let requests = at.requests();
    let sent = |path: &str| requests.iter().find(|request| request.path.starts_with(path)).unwrap();
    assert_eq!(requests.len(), 5, "{requests:?}");
    let generic = sent("/generic?a=1");
    assert_eq!((&*generic.method, timestamp(generic)), ("POST", app.clock.now()));
    assert_eq!(generic.headers["webhook-signature"], signature(&secret.unwrap(), generic));
    let table = app.service.table(&here, &game, None).await.unwrap().unwrap().table;
    let seated: Vec<&Player> = table.seats().into_iter().flatten().collect();
    let names = [seated[0].name(), seated[1].name()];
    let (now, deadline) = (app.clock.now(), app.clock.now() + TimeDelta::days(2));
    let instant = |at: DateTime<Utc>| at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true);
    let url = format!("{ORIGIN}/games/{game}");
    let content = body(generic);
    let title = names[usize::from(seated[0].user() == Some(&ann))].to_owned();
    assert_eq!(
        content,
        json!({
            "type": "your_turn",
            "timestamp": instant(now),
            "data": {
                "title": title,
                "text": "It’s your turn: 2 d 0 h left.",
                "url": url,
                "urgent": false,
                "game": {
                    "id": game.to_string(),
                    "players": [{ "name": names[0], "score": 0 }, { "name": names[1], "score": 0 }],
                    "deadline": instant(deadline),
                },
            },
        })
    );
    let text = format!("{title}\nIt’s your turn: 2 d 0 h left.\n");
    assert_eq!(
        body(sent("/api/webhooks/1/x"))["content"],
        format!("**{}{url}", text.replacen('\n', "**\n", 1))
    );
    assert_eq!(body(sent("/services/x"))["text"], format!("{text}<{url}>"));
    let matrix = sent("/_matrix/client/v3/rooms/!room:matrix.example/send/m.room.message/msg_");
    assert_eq!((&*matrix.method, &*matrix.headers["authorization"]), ("PUT", "Bearer secret-token"));
    assert_eq!(body(matrix)["body"], format!("{text}{url}"));
    let ntfy = body(requests.iter().find(|request| request.path == "/").unwrap());
    assert_eq!((&ntfy["topic"], &ntfy["click"]), (&json!("topic"), &json!(url)));
    for webhook in service.webhooks(&here).await.unwrap() {
        assert_eq!((webhook.host.as_str(), webhook.delivered), ("127.0.0.1", Some(now)));
    }
}

async fn a_message_is_tried_ten_times_to_the_second_and_listed(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    let (id, secret) = add(&service, &here, "generic", &at.url("/failing")).await;
    at.answer("/failing", &[500, 401, 302, 404, 400, 500, 500, 500, 500, 500]);
    schedule(app, &ann, &game).await;
    let begun = app.clock.now();
    run_jobs(&service).await;
    for (n, seconds) in [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].into_iter().enumerate()
    {
        assert_eq!(at.requests().len(), n + 1);
        assert_eq!(only(&service, &here).await.failing_since, Some(begun));
        app.clock.advance(TimeDelta::seconds(seconds) - TimeDelta::milliseconds(1));
        run_jobs(&service).await;
        assert_eq!(at.requests().len(), n + 1, "too early");
        app.clock.advance(TimeDelta::milliseconds(1));
        run_jobs(&service).await;
        assert_eq!(at.requests().len(), n + 2, "after {seconds} s");
    }
    let tried = at.requests();
    for request in &tried {
        assert_eq!(request.headers["webhook-id"], tried[0].headers["webhook-id"]);
        assert_eq!(request.body, tried[0].body);
        assert_eq!(request.headers["webhook-signature"], signature(secret.as_ref().unwrap(), request));
    }
    assert_eq!(timestamp(&tried[9]), app.clock.now(), "each attempt has its own time");
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'webhook'").await, 0);

    let webhook = only(&service, &here).await;
    assert_eq!((webhook.off, webhook.failures.len()), (None, 1));
    let failure = &webhook.failures[0];
    assert_eq!((failure.attempts, failure.made, failure.at), (10, begun, app.clock.now()));
    assert_eq!(failure.why.word(), "500");
    service.resend_to_webhook(&here, &id, &failure.id).await.unwrap();
    assert_eq!(only(&service, &here).await.failures, []);
    run_jobs(&service).await;
    let again = at.requests().pop().unwrap();
    assert_eq!((&again.headers["webhook-id"], again.body), (&failure.id, tried[0].body.clone()));
    let webhook = only(&service, &here).await;
    assert_eq!((webhook.failing_since, webhook.delivered), (None, Some(app.clock.now())));
    let twice = service.resend_to_webhook(&here, &id, &failure.id).await;
    assert_eq!(twice.unwrap_err().code(), "webhook-failure-unknown");
}

async fn both_secrets_sign_for_a_day(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let (_, here) = confirmed(app, "ann").await;
    let (id, old) = add(&service, &here, "generic", &at.url("/hook")).await;
    let new = service.rotate_webhook_secret(&here, &id).await.unwrap().reveal();
    for (later, both) in [(0, true), (86_399, true), (1, false)] {
        app.clock.advance(TimeDelta::seconds(later));
        service.test_webhook(&here, &id).await.unwrap();
        run_jobs(&service).await;
        let request = at.requests().pop().unwrap();
        assert_eq!(body(&request)["type"], "test");
        let mut expected = signature(&new, &request);
        if both {
            expected.push(' ');
            expected.push_str(&signature(old.as_ref().unwrap(), &request));
        }
        assert_eq!(request.headers["webhook-signature"], expected);
        assert_eq!(only(&service, &here).await.former_signs, both);
    }
    let late = service.rotate_webhook_secret(&here, &id).await;
    assert_eq!(late.unwrap_err().code(), "unconfirmed", "a secret is shown to its owner only");
    let (chat, _) = add(&service, &here, "slack", &at.url("/chat")).await;
    let here = here.confirmed_at(app.clock.now());
    let none = service.rotate_webhook_secret(&here, &chat).await;
    assert_eq!(none.unwrap_err().code(), "webhook-unknown", "a chat has no secret");
}
