//! Which browsers get messages, and the key that all servers share.

use bastide::outbound::Policy;
use bastide::service::{MOST_PUSH_DEVICES, NotifierSettings, SubscribeError};
use chrono::TimeDelta;
use push::receiver::Receiver;

use super::service::PushService;
use super::{person, session, settings, subscribe, with_push};
use crate::app::{HOME, TestApp, as_user};

crate::on_both_databases! {
    the_eleventh_browser_takes_the_place_of_the_oldest
    a_browser_ends_with_its_session_and_belongs_to_its_last_user
    servers_that_start_together_get_the_same_key
    only_push_services_that_the_host_allows_are_accepted
}

async fn the_eleventh_browser_takes_the_place_of_the_oldest(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let (_, here) = person(app, "ann").await;
    subscribe(&service, &here, &at, "/0").await;
    for n in 1..=MOST_PUSH_DEVICES {
        app.clock.advance(TimeDelta::minutes(10));
        let there = session(app, "ann").await;
        subscribe(&service, &there, &at, &format!("/{n}")).await;
    }
    let devices = service.push_devices(&here).await.unwrap();
    assert_eq!(devices.len(), 10);
    assert!(devices.iter().all(|device| device.own_endpoint.is_none()), "the oldest is gone");
    service.unsubscribe(&here, &devices[0].id).await.unwrap();
    assert_eq!(service.push_devices(&here).await.unwrap().len(), 9);
}

async fn a_browser_ends_with_its_session_and_belongs_to_its_last_user(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let (_, here) = person(app, "ann").await;
    let there = session(app, "ann").await;
    subscribe(&service, &here, &at, "/old").await;
    subscribe(&service, &here, &at, "/new").await;
    subscribe(&service, &there, &at, "/there").await;
    assert_eq!(service.push_devices(&here).await.unwrap().len(), 2, "a session has one browser");
    service.log_out(&there).await.unwrap();
    let endpoints = "SELECT COUNT(*) FROM push_subscriptions";
    assert_eq!(app.count(endpoints).await, 1);

    let (_, ben) = person(app, "ben").await;
    subscribe(&service, &ben, &at, "/new").await;
    assert_eq!(
        service.push_devices(&here).await.unwrap().len(),
        0,
        "somebody else signed in on that browser"
    );
    assert_eq!(service.push_devices(&ben).await.unwrap().len(), 1);

    let receiver = Receiver::new([1; 32], [1; 16]).unwrap();
    let ended = service.subscribe(&there, &at.url("/x"), &receiver.p256dh(), &receiver.auth()).await;
    assert!(matches!(ended, Err(SubscribeError::Denied(_))), "{ended:?}");
    app.clock.advance(TimeDelta::days(400));
    assert_eq!(service.push_devices(&ben).await.unwrap().len(), 0, "the session has expired");
}

async fn servers_that_start_together_get_the_same_key(app: &TestApp) {
    let other = app.second_process().await;
    let (one, two) =
        tokio::join!(app.service.clone().with_notifier(settings()), other.clone().with_notifier(settings()));
    let (one, two) = (one.unwrap().push_key(&HOME), two.unwrap().push_key(&HOME));
    assert!(one.is_some() && one == two);
    assert_eq!(with_push(app).await.push_key(&HOME), one, "it stays");
    let off = NotifierSettings { push_subject: None, ..settings() };
    assert_eq!(app.service.clone().with_notifier(off).await.unwrap().push_key(&HOME), None);
    other.close().await;
}

async fn only_push_services_that_the_host_allows_are_accepted(app: &TestApp) {
    let service = with_push(app).await;
    let (_, here) = person(app, "ann").await;
    let receiver = Receiver::new([1; 32], [1; 16]).unwrap();
    let (p256dh, auth) = (receiver.p256dh(), receiver.auth());
    let strict = NotifierSettings { policy: Policy::default(), push_services: Vec::new(), ..settings() };
    let strict = app.service.clone().with_notifier(strict).await.unwrap();
    for (endpoint, code) in [
        ("https://fcm.googleapis.com/fcm/send/a", None),
        ("https://updates.push.services.mozilla.com/wpush/v2/a", None),
        ("https://push.example/a", Some("push-service-unknown")),
        ("https://fcm.googleapis.com.push.example/a", Some("push-service-unknown")),
        ("http://fcm.googleapis.com/a", Some("push-malformed")),
        ("https://fcm.googleapis.com:8443/a", Some("push-malformed")),
        ("https://127.0.0.1/a", Some("push-malformed")),
        ("https://me@fcm.googleapis.com/a", Some("push-malformed")),
        ("nonsense", Some("push-malformed")),
    ] {
        let done = strict.subscribe(&here, endpoint, &p256dh, &auth).await;
        assert_eq!(done.err().map(|error| error.code()), code, "{endpoint}");
    }
    for (p256dh, auth) in [("", &*auth), (&p256dh[1..], &auth), (&p256dh, ""), (&p256dh, "AAAA")] {
        let done = strict.subscribe(&here, "https://fcm.googleapis.com/a", p256dh, auth).await;
        assert_eq!(done.err().map(|error| error.code()), Some("push-malformed"));
    }
    assert_eq!(app.service.subscribe(&here, "", "", "").await.unwrap_err().code(), "push-off");
    assert_eq!(service.subscribe(&HOME, "", "", "").await.unwrap_err().code(), "signed-out");
    let unknown = as_user(&app.person("cleo").await);
    let done = service.subscribe(&unknown, "http://127.0.0.1:1/a", &p256dh, &auth).await;
    assert_eq!(done.unwrap_err().code(), "signed-out");
}
