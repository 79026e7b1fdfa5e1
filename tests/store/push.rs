//! Push messages, against a push service of the test's own that decrypts what arrives.

mod bad_day;
mod calls;
pub mod crowd;
#[cfg(unix)]
mod servers;
pub mod service;
mod subscriptions;
mod turns;

use bastide::account::UserId;
use bastide::outbound::Policy;
use bastide::service::{NotifierSettings, Principal, PushDevice, Service, Store};
use bastide::table::{Channel, GameId, NotificationSettings, NotificationTopic, Push, PushResult};
use bastide::web;
use chrono::TimeDelta;
use push::Message;
use push::receiver::Receiver;

use crate::app::{HOME, TestApp, run_jobs};
use service::PushService;

crate::on_both_databases! {
    a_turn_reaches_every_browser_of_the_player_once
    a_turn_that_is_over_or_old_is_not_sent
    answers_of_push_services_decide_what_becomes_of_each_browser
    many_waiting_games_get_one_message
    a_move_calls_the_next_player_unless_they_have_played_by_then
}

const SUBJECT: &str = "https://play.example";

pub fn settings() -> NotifierSettings {
    NotifierSettings {
        push_subject: Some(SUBJECT.to_owned()),
        push_services: vec!["127.0.0.1".to_owned()],
        policy: Policy {
            allow_http: true,
            allow_any_port: true,
            allowed: vec!["127.0.0.0/8".parse().unwrap()],
            ..Policy::default()
        },
        origin: SUBJECT.to_owned(),
        wording: web::push_text,
    }
}

async fn with_push(app: &TestApp) -> Service {
    app.service.clone().with_notifier(settings()).await.unwrap()
}

/// Signs somebody up, in a session that is in the database.
pub async fn person(app: &TestApp, name: &str) -> (UserId, Principal) {
    let login = app.service.sign_up(&HOME, name, "correct horse", "Firefox on Linux").await.unwrap().login;
    (login.user.id.clone(), login.principal(HOME.address()))
}

/// Another session of that user.
async fn session(app: &TestApp, name: &str) -> Principal {
    let login = app.service.log_in(&HOME, name, "correct horse", "Safari on iPhone").await.unwrap();
    login.principal(HOME.address())
}

/// The browser of a session subscribes at a path of the push service.
pub async fn subscribe(service: &Service, principal: &Principal, at: &PushService, path: &str) -> Receiver {
    let bytes = path.bytes().fold(1, u8::wrapping_add).max(1);
    let receiver = Receiver::new([bytes; 32], [bytes; 16]).unwrap();
    let (p256dh, auth) = (receiver.p256dh(), receiver.auth());
    service.subscribe(principal, &at.url(path), &p256dh, &auth).await.unwrap();
    receiver
}

/// Sends every statement about push messages.
pub async fn tour(app: &TestApp, me: &Principal) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    at.answer("/tour", &[503, 201, 410]);
    subscribe(&service, me, &at, "/tour").await;
    service.test_push(me).await.unwrap();
    run_jobs(&service).await;
    app.clock.advance(TimeDelta::seconds(31));
    run_jobs(&service).await;
    service.test_push(me).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 3);
    service.unsubscribe(me, "").await.unwrap();
}

/// What somebody wants who hears of turns only.
fn turns_only() -> NotificationSettings {
    let others = NotificationTopic::ALL.into_iter().filter(|topic| *topic != NotificationTopic::Turn);
    others
        .fold(NotificationSettings::default(), |settings, topic| settings.with(topic, Channel::Device, false))
}

/// From now on, the user hears of turns only.
async fn only_turns(service: &Service, principal: &Principal) {
    service.set_notification_settings(principal, &turns_only()).await.unwrap();
}

/// How many messages are still to be sent, but for reminders.
async fn unsent(app: &TestApp) -> i64 {
    let reminders = "payload LIKE '%/reminder%' OR payload LIKE '%/last%'";
    app.count(&format!("SELECT COUNT(*) FROM jobs WHERE kind = 'push' AND NOT ({reminders})")).await
}

/// Schedules the message about a turn, as a move does.
pub async fn schedule(app: &TestApp, user: &UserId, game: &GameId) {
    let store = Store::open(&app.url).await.unwrap();
    let n = app.replay(game).await.spans.last().map_or(0, |span| span.n);
    let push = Push::of_turn(user.clone(), game.clone(), n, app.clock.now());
    store.schedule_push(&push, None).await.unwrap();
    store.close().await;
}

/// The players, of whom the first is to move, and the game.
pub async fn game(app: &TestApp, players: [(UserId, Principal); 2]) -> ([(UserId, Principal); 2], GameId) {
    let [first, second] = &players;
    let game = app.game_of(&[&first.0, &second.0], Some(2)).await;
    let (mover, ..) = app.next_turn(&game, &[&first.0, &second.0]).await;
    let [first, second] = players;
    (if mover == first.0 { [first, second] } else { [second, first] }, game)
}

/// As they sit at the table.
pub async fn people_in_order(app: &TestApp, game: &GameId, players: [&UserId; 2]) -> Vec<UserId> {
    let table = app.service.table(&HOME, game, None).await.unwrap().unwrap().table;
    let seated = table.seats().into_iter().flatten().filter_map(|player| player.user().cloned());
    let seated: Vec<UserId> = seated.collect();
    assert!(seated.iter().all(|user| players.contains(&user)));
    seated
}

fn last(devices: &[PushDevice], agent: &str) -> Option<PushResult> {
    devices
        .iter()
        .find(|device| device.agent == agent)
        .and_then(|device| device.last)
        .map(|(_, result)| result)
}

async fn a_turn_reaches_every_browser_of_the_player_once(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let people = [person(app, "ann").await, person(app, "ben").await];
    let ([(ann, here), (ben, _)], game) = game(app, people).await;
    schedule(app, &ben, &game).await;
    schedule(app, &ann, &game).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await, 0, "nobody wants messages");

    let name = app.service.table(&HOME, &game, None).await.unwrap().unwrap();
    let name = name.table.people().find(|person| person.id == ann).unwrap().name.clone();
    let there = session(app, &name).await;
    let receivers = [
        ("/one", subscribe(&service, &here, &at, "/one").await),
        ("/two", subscribe(&service, &there, &at, "/two").await),
    ];
    schedule(app, &ben, &game).await;
    schedule(app, &ann, &game).await;
    schedule(app, &ann, &game).await;
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await, 1);
    run_jobs(&service).await;
    run_jobs(&service).await;

    let requests = at.requests();
    assert_eq!(requests.len(), 2, "{requests:?}");
    let key = service.push_key(&here).unwrap();
    for (path, receiver) in receivers {
        let request = requests.iter().find(|request| request.path == path).unwrap();
        let claims = push::receiver::verify(&request.headers["authorization"], &key).unwrap();
        assert_eq!((claims.aud, claims.sub.as_str()), (at.url("").trim_end_matches('/').to_owned(), SUBJECT));
        assert!(
            claims.exp > app.clock.now().timestamp() && claims.exp <= app.clock.now().timestamp() + 86_400
        );
        assert_eq!(request.headers["content-encoding"], "aes128gcm");
        assert_eq!((&*request.headers["ttl"], &*request.headers["urgency"]), ("86400", "normal"));
        assert_eq!(request.headers["topic"], push::Topic::new(game.as_str()).as_str());
        let message: Message = serde_json::from_slice(&receiver.decrypt(&request.body).unwrap()).unwrap();
        assert!(["ann", "ben"].contains(&&*message.title) && message.title != name, "{message:?}");
        assert_eq!(message.body, "It’s your turn: 2 d 0 h left.");
        assert_eq!(message.navigate.as_str(), format!("{SUBJECT}/games/{game}"));
        assert_eq!((message.tag, message.badge), (game.to_string(), Some(1)));
    }
    let devices = service.push_devices(&here).await.unwrap();
    assert_eq!(devices.len(), 2);
    assert!(devices.iter().all(|device| device.delivered == Some(app.clock.now())));
    let own: Vec<_> = devices.iter().filter_map(|device| device.own_endpoint.clone()).collect();
    assert_eq!(own, [at.url("/one")], "other browsers' endpoints are not shown");
}

async fn a_turn_that_is_over_or_old_is_not_sent(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let people = [person(app, "ann").await, person(app, "ben").await];
    let ([(ann, here), (ben, _)], game) = game(app, people).await;
    subscribe(&service, &here, &at, "/one").await;
    schedule(app, &ann, &game).await;
    app.clock.advance(Push::LONGEST);
    run_jobs(&service).await;
    assert_eq!(at.requests(), []);

    schedule(app, &ann, &game).await;
    let players = people_in_order(app, &game, [&ann, &ben]).await;
    app.play(&game, &[&players[0], &players[1]]).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(at.requests(), []);
}

async fn answers_of_push_services_decide_what_becomes_of_each_browser(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let (_, here) = person(app, "ann").await;
    for (path, agent, answers) in [
        ("/taken", "taken", &[201][..]),
        ("/gone", "gone", &[410]),
        ("/unknown", "unknown", &[404]),
        ("/busy", "busy", &[503, 429, 201]),
        ("/key", "key", &[403]),
        ("/large", "large", &[413]),
    ] {
        at.answer(path, answers);
        let login = app.service.log_in(&HOME, "ann", "correct horse", agent).await.unwrap();
        subscribe(&service, &login.principal(HOME.address()), &at, path).await;
    }
    let paths = || {
        let mut paths: Vec<String> = at.requests().into_iter().map(|request| request.path).collect();
        paths.sort();
        paths
    };
    service.test_push(&here).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(paths(), ["/busy", "/gone", "/key", "/large", "/taken", "/unknown"]);
    let devices = service.push_devices(&here).await.unwrap();
    assert_eq!(devices.len(), 4, "those that are gone are deleted");
    for (agent, result) in [
        ("taken", PushResult::Delivered),
        ("busy", PushResult::Delayed),
        ("key", PushResult::KeyRefused),
        ("large", PushResult::Refused),
    ] {
        assert_eq!(last(&devices, agent), Some(result), "{agent}");
    }
    for _ in 0..2 {
        run_jobs(&service).await;
        app.clock.advance(TimeDelta::seconds(31));
        run_jobs(&service).await;
        app.clock.advance(TimeDelta::seconds(31));
    }
    assert_eq!(paths(), ["/busy", "/busy", "/busy", "/gone", "/key", "/large", "/taken", "/unknown"]);
    let devices = service.push_devices(&here).await.unwrap();
    assert_eq!(last(&devices, "busy"), Some(PushResult::Delivered));
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await, 0);
}

async fn many_waiting_games_get_one_message(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let ((ann, here), (ben, _)) = (person(app, "ann").await, person(app, "ben").await);
    let receiver = subscribe(&service, &here, &at, "/one").await;
    only_turns(&service, &here).await;
    let mut games = Vec::new();
    for _ in 0..6 {
        let game = app.game_of(&[&ann, &ben], Some(2)).await;
        while app.next_turn(&game, &[&ann, &ben]).await.0 != ann {
            app.play(&game, &[&ann, &ben]).await.unwrap();
        }
        games.push(game);
    }
    for game in &games[..2] {
        schedule(app, &ann, game).await;
    }
    run_jobs(&service).await;
    assert_eq!(at.requests(), [], "more may come at once");
    app.clock.advance(TimeDelta::minutes(1));
    run_jobs(&service).await;
    let requests = at.requests();
    assert_eq!(requests.len(), 1);
    for request in requests {
        assert_eq!(request.headers["topic"], push::Topic::new("waiting").as_str());
        let message: Message = serde_json::from_slice(&receiver.decrypt(&request.body).unwrap()).unwrap();
        assert_eq!((&*message.title, &*message.tag), ("6 games are waiting for you", "waiting"));
        assert_eq!((message.navigate.as_str(), message.badge), ("https://play.example/", Some(6)));
    }
}

async fn a_move_calls_the_next_player_unless_they_have_played_by_then(app: &TestApp) {
    let at = PushService::start().await;
    let service = with_push(app).await;
    let people = [person(app, "ann").await, person(app, "ben").await];
    let ([(first, _), (second, there)], game) = game(app, people).await;
    subscribe(&service, &there, &at, "/second").await;
    only_turns(&service, &there).await;
    let order = people_in_order(app, &game, [&first, &second]).await;
    let players = [&order[0], &order[1]];
    // The message waits two seconds for a player who is there.
    app.play(&game, &players).await.unwrap();
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 0);
    app.clock.advance(TimeDelta::seconds(2));
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 1);
    // Who has played before then needs none, and it is not the other's turn that is called.
    app.play(&game, &players).await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    app.play(&game, &players).await.unwrap();
    app.clock.advance(TimeDelta::seconds(1));
    app.play(&game, &players).await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    run_jobs(&service).await;
    assert_eq!(at.requests().len(), 1);
    // A player who has just played gets a minute.
    app.play(&game, &players).await.unwrap();
    app.play(&game, &players).await.unwrap();
    app.play(&game, &players).await.unwrap();
    for (seconds, sent) in [(59, 1), (1, 2), (3_600, 2)] {
        app.clock.advance(TimeDelta::seconds(seconds));
        run_jobs(&service).await;
        assert_eq!(at.requests().len(), sent, "{seconds} s later");
    }
}
