//! Which turns are sent, and how often.

use bastide::service::NotifierSettings;
use bastide::table::Push;
use chrono::TimeDelta;

use super::{add, confirmed, endless_game, only, settings, with_webhooks};
use crate::app::{TestApp, run_jobs};
use crate::push::service::PushService;
use crate::push::{game, people_in_order, schedule};

crate::on_both_databases! {
    a_turn_that_is_over_is_not_sent
    a_turn_is_sent_to_webhooks_once_however_often_browsers_are_tried
}

async fn a_turn_that_is_over_is_not_sent(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_webhooks(app).await;
    let ((ann, here), (ben, _)) = (confirmed(app, "ann").await, confirmed(app, "ben").await);
    let game = endless_game(app, [&ann, &ben]).await;
    let players = people_in_order(app, &game, [&ann, &ben]).await;
    let players = [&players[0], &players[1]];
    add(&service, &here, "generic", &at.url("/hook")).await;
    at.answer("/hook", &[500, 500]);
    schedule(app, &ann, &game).await;
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 1);
    // It is the user's turn again, but another one, which has a message of its own.
    app.play(&game, &players).await.unwrap();
    app.play(&game, &players).await.unwrap();
    app.clock.advance(TimeDelta::seconds(5));
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 1);
    app.clock.advance(TimeDelta::hours(1));
    run_jobs(&service).await;
    let requests = at.requests();
    assert_eq!(requests.len(), 2);
    assert_ne!(requests[0].headers["webhook-id"], requests[1].headers["webhook-id"]);
    // Nor to a locked account.
    app.damage("UPDATE users SET locked = 1 WHERE name = 'ann'").await;
    app.clock.advance(TimeDelta::seconds(5));
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 2);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'webhook'").await, 0);
    assert_eq!(only(&service, &here).await.failures, [], "nothing was given up");
}

async fn a_turn_is_sent_to_webhooks_once_however_often_browsers_are_tried(app: &TestApp) {
    let at = PushService::start().await;
    let push = NotifierSettings {
        push_subject: Some("https://play.example".to_owned()),
        push_services: vec!["127.0.0.1".to_owned()],
        ..settings()
    };
    let service = app.service.clone().with_notifier(push).await.unwrap();
    let people = [confirmed(app, "ann").await, confirmed(app, "ben").await];
    let ([(ann, here), _], game) = game(app, people).await;
    crate::push::subscribe(&service, &here, &at, "/browser").await;
    at.answer("/browser", &[503, 503, 201]);
    add(&service, &here, "generic", &at.url("/hook")).await;
    schedule(app, &ann, &game).await;
    for _ in 0..4 {
        run_jobs(&service).await;
        app.clock.advance(TimeDelta::minutes(5));
    }
    let paths: Vec<String> = at.requests().into_iter().map(|request| request.path).collect();
    let count = |path: &str| paths.iter().filter(|known| *known == path).count();
    assert_eq!((count("/browser"), count("/hook")), (3, 1), "{paths:?}");
    // An old message is sent to nobody.
    schedule(app, &ann, &game).await;
    app.clock.advance(Push::LONGEST);
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 4);
}
