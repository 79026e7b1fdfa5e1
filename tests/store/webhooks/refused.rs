//! What users can't add, and what is not theirs.

use bastide::outbound::Policy;
use bastide::service::{MOST_WEBHOOKS, NotifierSettings, Service};

use super::{add, confirmed, only, settings, webhook, with_webhooks};
use crate::app::{HOME, TestApp, as_confirmed, run_jobs};
use crate::push::service::PushService;

#[path = "../../../src/outbound/tests/addresses.rs"]
mod addresses;

crate::on_both_databases! {
    forbidden_addresses_are_neither_added_nor_sent_to
    bad_input_is_refused_and_not_stored
    a_user_has_ten_webhooks_and_those_of_others_are_out_of_reach
}

/// As most hosts have it, but for any port.
pub async fn strict(app: &TestApp) -> Service {
    with_policy(app, Policy { allow_http: true, allow_any_port: true, ..Policy::default() }).await
}

async fn with_policy(app: &TestApp, policy: Policy) -> Service {
    app.service.clone().with_notifier(NotifierSettings { policy, ..settings() }).await.unwrap()
}

async fn forbidden_addresses_are_neither_added_nor_sent_to(app: &TestApp) {
    let at = PushService::start().await;
    let port = at.url("").rsplit(':').next().unwrap().trim_end_matches('/').to_owned();
    let strict = strict(app).await;
    let everything = Policy {
        allow_http: true,
        allow_any_port: true,
        allowed: ["0.0.0.0/0", "::/0"].map(|all| all.parse().unwrap()).to_vec(),
        ..Policy::default()
    };
    let lenient = with_policy(app, everything).await;
    let (_, here) = confirmed(app, "ann").await;
    let mut sent = 0;
    for (address, code) in addresses::ADDRESSES {
        let address = address.replace("PORT", &port);
        let refused = strict.add_webhook(&here, &webhook("generic", &address)).await;
        assert_eq!(refused.unwrap_err().code(), code, "{address}");
        assert_eq!(strict.webhooks(&here).await.unwrap(), []);
        // And when the host had allowed it before.
        if lenient.add_webhook(&here, &webhook("generic", &address)).await.is_err() {
            continue;
        }
        let id = only(&strict, &here).await.id;
        strict.test_webhook(&here, &id).await.unwrap();
        run_jobs(&strict).await;
        let (_, result) = only(&strict, &here).await.last.unwrap();
        assert_eq!(result.word(), "unreachable", "{address}");
        strict.remove_webhook(&here, &id).await.unwrap();
        sent += 1;
    }
    assert!(sent > 40, "{sent}");
    assert_eq!(at.requests(), []);
}

async fn bad_input_is_refused_and_not_stored(app: &TestApp) {
    let service = with_webhooks(app).await;
    let (_, here) = confirmed(app, "ann").await;
    let hook = "https://example.org/hook";
    let long = format!("https://ntfy.sh/{}", "a".repeat(65));
    // Requests go to an address that is longer.
    let base = format!("https://example.org/{}", "a".repeat(1_000));
    for (new, code) in [
        (webhook("", hook), "webhook-format"),
        (webhook("Discord", hook), "webhook-format"),
        (webhook("ntfy", &long), "webhook-topic"),
        (webhook("ntfy", "https://ntfy.sh/"), "webhook-topic"),
        (webhook("matrix", &base), "address-length"),
    ] {
        assert_eq!(service.add_webhook(&here, &new).await.unwrap_err().code(), code);
    }
    for (room, token, code) in [
        ("#room:matrix.example", "token", "webhook-room"),
        ("", "token", "webhook-room"),
        ("!room:matrix.example", "", "webhook-token"),
        ("!room:matrix.example", "two words", "webhook-token"),
    ] {
        let new = bastide::service::NewWebhook { room, token, ..webhook("matrix", "https://matrix.example") };
        assert_eq!(service.add_webhook(&here, &new).await.unwrap_err().code(), code, "{room} {token}");
    }
    assert_eq!(service.add_webhook(&HOME, &webhook("slack", hook)).await.unwrap_err().code(), "signed-out");
    let unconfirmed = crate::app::as_user(here.user().unwrap());
    let refused = service.add_webhook(&unconfirmed, &webhook("slack", hook)).await;
    assert_eq!(refused.unwrap_err().code(), "unconfirmed");
    let nowhere = app.service.add_webhook(&here, &webhook("slack", hook)).await;
    assert_eq!(nowhere.unwrap_err().code(), "webhooks-unavailable");
    assert_eq!(app.count("SELECT COUNT(*) FROM webhooks").await, 0);
}

async fn a_user_has_ten_webhooks_and_those_of_others_are_out_of_reach(app: &TestApp) {
    let service = with_webhooks(app).await;
    let ((_, ann), (_, ben)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let mut ids = Vec::new();
    for _ in 0..MOST_WEBHOOKS {
        ids.push(add(&service, &ann, "generic", "https://example.org/hook").await.0);
    }
    let more = service.add_webhook(&ann, &webhook("slack", "https://example.org/hook")).await;
    assert_eq!(more.unwrap_err().code(), "webhook-too-many");
    let guest = service.create_guest(&HOME, "test").await.unwrap();
    let guest = as_confirmed(&guest.user.id, &app.clock);
    let none = service.add_webhook(&guest, &webhook("slack", "https://example.org/hook")).await;
    assert_eq!(none.unwrap_err().code(), "webhook-too-many", "guests have none");

    let before = app.count("SELECT COUNT(*) FROM webhooks WHERE former_secret IS NULL AND off IS NULL").await;
    for id in [ids[0].as_str(), "none", ""] {
        let codes = [
            service.test_webhook(&ben, id).await.unwrap_err().code(),
            service.switch_webhook_on(&ben, id).await.unwrap_err().code(),
            service.rotate_webhook_secret(&ben, id).await.unwrap_err().code(),
            service.remove_webhook(&ben, id).await.unwrap_err().code(),
        ];
        assert_eq!(codes, ["webhook-unknown"; 4], "{id}");
        for failed in [
            service.resend_to_webhook(&ben, id, "x").await,
            service.remove_webhook_failure(&ben, id, "x").await,
        ] {
            assert_eq!(failed.unwrap_err().code(), "webhook-failure-unknown");
        }
    }
    let after = app.count("SELECT COUNT(*) FROM webhooks WHERE former_secret IS NULL AND off IS NULL").await;
    assert_eq!((before, after), (10, 10));
    service.remove_webhook(&ann, &ids[0]).await.unwrap();
    assert_eq!(service.webhooks(&ann).await.unwrap().len(), 9);
    // They go with the account.
    app.damage("DELETE FROM sessions").await;
    app.damage("DELETE FROM recovery_codes").await;
    app.damage("DELETE FROM users WHERE name = 'ann'").await;
    assert_eq!(app.count("SELECT COUNT(*) FROM webhooks").await, 0);
}
