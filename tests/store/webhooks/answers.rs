//! What answers do to a webhook.

use bastide::table::WebhookResult;
use chrono::TimeDelta;

use super::{add, confirmed, endless_game, only, with_webhooks};
use crate::app::{TestApp, run_jobs};
use crate::push::schedule;
use crate::push::service::PushService;

crate::on_both_databases! {
    a_receiver_that_is_gone_switches_its_webhook_off
    a_receiver_can_ask_for_time
    what_gives_no_answer_is_named
    five_days_of_failures_switch_a_webhook_off_until_its_owner_switches_it_on
    a_webhook_keeps_its_last_hundred_failures
}

async fn a_receiver_that_is_gone_switches_its_webhook_off(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    let (id, _) = add(&service, &here, "discord", &at.url("/hook")).await;
    at.answer("/hook", &[410]);
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    let webhook = only(&service, &here).await;
    assert_eq!(
        (webhook.off, webhook.last),
        (Some(app.clock.now()), Some((app.clock.now(), WebhookResult::GONE)))
    );
    assert_eq!((webhook.failures.len(), webhook.failures[0].attempts), (1, 1));
    let failure = &webhook.failures[0].id;
    assert_eq!(service.test_webhook(&here, &id).await.unwrap_err().code(), "webhook-off");
    assert_eq!(service.resend_to_webhook(&here, &id, failure).await.unwrap_err().code(), "webhook-off");
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 1, "nothing is sent while it is off");
    service.switch_webhook_on(&here, &id).await.unwrap();
    service.resend_to_webhook(&here, &id, failure).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 2);
    let webhook = only(&service, &here).await;
    assert_eq!((webhook.off, webhook.failures.len(), webhook.delivered), (None, 0, Some(app.clock.now())));
}

async fn a_receiver_can_ask_for_time(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    add(&service, &here, "slack", &at.url("/hook")).await;
    at.answer_with("/hook", &["429 x\r\nretry-after: 600", "503 x\r\nretry-after: 1"]);
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    for (seconds, sent) in [(599, 1), (1, 2), (299, 2), (1, 3)] {
        app.clock.advance(TimeDelta::seconds(seconds));
        run_jobs(&service).await;
        assert_eq!(at.requests().len(), sent, "{seconds} s later");
    }
    assert_eq!(only(&service, &here).await.delivered, Some(app.clock.now()));
}

async fn what_gives_no_answer_is_named(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let (_, here) = confirmed(app, "ann").await;
    at.answer_with("/hang", &[""]);
    at.answer_with("/nonsense", &["nonsense"]);
    let closed = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}/", listener.local_addr().unwrap())
    };
    // Closes every connection at once.
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let silent = format!("https://{}/", listener.local_addr().unwrap());
    let closing = tokio::spawn(async move { while listener.accept().await.is_ok() {} });
    for (address, word) in [
        (at.url("/hang"), "timeout"),
        (at.url("/nonsense"), "answer"),
        (closed, "connection"),
        (silent, "tls"),
        ("https://bastide.invalid/".to_owned(), "unreachable"),
        ("https://localhost/".to_owned(), "unreachable"),
    ] {
        let service = match word {
            // Its own name is in a network that this test allows.
            "unreachable" => super::refused::strict(app).await,
            _ => service.clone(),
        };
        let (id, _) = add(&service, &here, "slack", &address).await;
        service.test_webhook(&here, &id).await.unwrap();
        run_jobs(&service).await;
        let webhook = only(&service, &here).await;
        let (_, result) = webhook.last.unwrap();
        assert_eq!(result.word(), word, "{address}");
        assert_eq!(webhook.failures, [], "a test is not listed");
        service.remove_webhook(&here, &id).await.unwrap();
        // What was scheduled for it goes, too.
        app.clock.advance(TimeDelta::hours(1));
        run_jobs(&service).await;
    }
    closing.abort();
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'webhook'").await, 0);
}

async fn five_days_of_failures_switch_a_webhook_off_until_its_owner_switches_it_on(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    let (id, _) = add(&service, &here, "generic", &at.url("/hook")).await;
    at.answer("/hook", &[500; 100]);
    let test = async || {
        service.test_webhook(&here, &id).await.unwrap();
        run_jobs(&service).await;
    };
    test().await;
    let begun = app.clock.now();
    app.clock.advance(TimeDelta::days(5) - TimeDelta::seconds(1));
    test().await;
    let webhook = only(&service, &here).await;
    assert_eq!((webhook.off, webhook.failing_since), (None, Some(begun)));
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    app.clock.advance(TimeDelta::seconds(1));
    test().await;
    assert_eq!(only(&service, &here).await.off, Some(app.clock.now()));
    // The turn is not lost.
    let sent = at.requests().len();
    app.clock.advance(TimeDelta::minutes(1));
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), sent);
    let failures = only(&service, &here).await.failures;
    assert_eq!((failures.len(), failures[0].attempts, failures[0].why.word()), (1, 1, "500".to_owned()));
    service.switch_webhook_on(&here, &id).await.unwrap();
    let webhook = only(&service, &here).await;
    assert_eq!((webhook.off, webhook.failing_since), (None, None), "five days begin again");
    test().await;
    assert_eq!(only(&service, &here).await.off, None);
}

async fn a_webhook_keeps_its_last_hundred_failures(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    add(&service, &here, "slack", &at.url("/hook")).await;
    for n in 0..105 {
        app.damage(&format!(
            "INSERT INTO webhook_failures (user_id, webhook, id, subject, made, at, attempts, why)
             SELECT w.user_id, w.id, 'old-{n}', 'test', {n}, {n}, 10, '500' FROM webhooks w"
        ))
        .await;
    }
    at.answer("/hook", &[410]);
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    let failures = only(&service, &here).await.failures;
    assert_eq!(failures.len(), 100);
    assert_eq!((failures[0].at, failures[99].id.as_str()), (app.clock.now(), "old-6"));
}
