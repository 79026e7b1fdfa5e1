//! When messages are sent, and when not: reminders, quiet hours, muted games, open pages, summaries.

use bastide::account::UserId;
use bastide::service::{Principal, Service};
use bastide::table::{
    Channel, DayHours, GameId, NotificationSettings, NotificationTopic, Proposal, Push, TimeOfDay,
};
use chrono::{DateTime, TimeDelta, Utc};
use push::Message;
use push::receiver::Receiver;

use super::service::PushService;
use super::{game, only_turns, person, subscribe, with_push};
use crate::app::{TestApp, as_user, run_jobs, submission};

crate::on_both_databases! {
    a_player_is_reminded_twice_before_time_runs_out
    a_move_ends_the_reminders
    in_quiet_hours_only_the_last_reminder_is_sent
    a_muted_game_sends_nothing
    who_has_an_open_page_is_not_called_but_reminded
    what_a_user_does_not_want_is_not_sent
    a_summary_comes_once_a_day_if_anything_waits
    an_event_is_sent_to_those_whom_it_concerns
    an_invitation_is_sent_while_it_is_open
    a_feed_shows_a_reminder_as_a_change
}

/// A game with two days a turn, in which a person with a browser is to move.
struct Scene<'a> {
    app: &'a TestApp,
    service: Service,
    at: PushService,
    receiver: Receiver,
    user: UserId,
    me: Principal,
    other: UserId,
    game: GameId,
}

impl<'a> Scene<'a> {
    async fn new(app: &'a TestApp) -> Self {
        let at = PushService::start().await;
        let service = with_push(app).await;
        let people = [person(app, "ann").await, person(app, "ben").await];
        let ([(user, me), (other, _)], game) = game(app, people).await;
        let receiver = subscribe(&service, &me, &at, "/one").await;
        Self { app, service, at, receiver, user, me, other, game }
    }

    /// Lets the other player play, so that the turn of the user begins with a browser there.
    async fn begin(&self) {
        for _ in 0..2 {
            self.play().await;
        }
    }

    async fn play(&self) {
        let table = self.service.table(&as_user(&self.user), &self.game, None).await.unwrap().unwrap().table;
        let first = table.seats()[0].and_then(|player| player.user()) == Some(&self.user);
        let players = if first { [&self.user, &self.other] } else { [&self.other, &self.user] };
        self.app.play(&self.game, &players).await.unwrap();
    }

    async fn set(&self, change: impl FnOnce(NotificationSettings) -> NotificationSettings) {
        let settings = self.service.notification_settings(&self.me).await.unwrap();
        self.service.set_notification_settings(&self.me, &change(settings)).await.unwrap();
    }

    /// Runs jobs as time passes, until then.
    async fn run_until(&self, until: DateTime<Utc>) {
        while self.app.clock.now() < until {
            self.app.clock.advance(TimeDelta::minutes(10).min(until - self.app.clock.now()));
            run_jobs(&self.service).await;
        }
    }

    /// What was sent.
    fn bodies(&self) -> Vec<String> {
        let read =
            |body: &[u8]| serde_json::from_slice::<Message>(&self.receiver.decrypt(body).unwrap()).unwrap();
        self.at.requests().iter().map(|request| read(&request.body).body).collect()
    }
}

async fn a_player_is_reminded_twice_before_time_runs_out(app: &TestApp) {
    let scene = Scene::new(app).await;
    scene.begin().await;
    let begun = app.clock.now();
    scene.run_until(begun + TimeDelta::days(2) - TimeDelta::minutes(1)).await;
    assert_eq!(
        scene.bodies(),
        [
            "It’s your turn: 1 d 23 h left.",
            "Your time runs out: 9 h 30 min left.",
            "Your time runs out: 2 h 20 min left.",
        ]
    );
    let urgencies: Vec<_> =
        scene.at.requests().iter().map(|request| request.headers["urgency"].clone()).collect();
    assert_eq!(urgencies, ["normal", "normal", "high"]);
}

async fn a_move_ends_the_reminders(app: &TestApp) {
    let scene = Scene::new(app).await;
    only_turns(&scene.service, &scene.me).await;
    scene.begin().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(1)).await;
    assert_eq!(scene.bodies().len(), 1);
    scene.play().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(47)).await;
    assert_eq!(scene.bodies().len(), 1);
}

fn hours(from: &str, until: &str) -> DayHours {
    let time = |text| TimeOfDay::parse(text).unwrap();
    DayHours { from: time(from), until: time(until) }
}

async fn in_quiet_hours_only_the_last_reminder_is_sent(app: &TestApp) {
    let scene = Scene::new(app).await;
    // Quiet from now on for twelve hours, in the zone of the user.
    let now = app.clock.now().format("%H:%M").to_string();
    let later = (app.clock.now() + TimeDelta::hours(12)).format("%H:%M").to_string();
    scene
        .set(|mut settings| {
            settings.quiet = Some(hours(&now, &later));
            settings
        })
        .await;
    app.clock.advance(TimeDelta::minutes(30));
    scene.begin().await;
    let begun = app.clock.now();
    scene.run_until(begun + TimeDelta::hours(11)).await;
    assert_eq!(scene.bodies(), Vec::<String>::new());
    scene.run_until(begun + TimeDelta::hours(12)).await;
    assert_eq!(scene.bodies().len(), 1);
    // A fifth is left after 38 hours, when it is quiet again: it comes before. Two hours are left in the same quiet hours.
    scene.run_until(begun + TimeDelta::hours(23)).await;
    assert_eq!(scene.bodies().len(), 1);
    scene.run_until(begun + TimeDelta::hours(47)).await;
    assert_eq!(scene.bodies().len(), 3, "{:?}", scene.bodies());
}

async fn a_muted_game_sends_nothing(app: &TestApp) {
    let scene = Scene::new(app).await;
    scene.service.mute(&scene.me, &scene.game, true).await.unwrap();
    assert!(scene.service.is_muted(&scene.me, &scene.game).await.unwrap());
    assert_eq!(scene.service.muted_games(&scene.me).await.unwrap().len(), 1);
    scene.begin().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(1)).await;
    assert_eq!(scene.bodies(), Vec::<String>::new());
    scene.service.mute(&scene.me, &scene.game, false).await.unwrap();
    scene.begin().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(1)).await;
    assert_eq!(scene.bodies().len(), 1);
}

async fn who_has_an_open_page_is_not_called_but_reminded(app: &TestApp) {
    let scene = Scene::new(app).await;
    only_turns(&scene.service, &scene.me).await;
    scene.begin().await;
    scene.service.see_turns(&scene.me, Some(&scene.game)).await.unwrap();
    scene.run_until(app.clock.now() + TimeDelta::hours(1)).await;
    assert_eq!(scene.bodies(), Vec::<String>::new());
    // The next turn was not seen.
    scene.begin().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(1)).await;
    assert_eq!(scene.bodies().len(), 1);
    scene.set(|settings| settings.with(NotificationTopic::Reminder, Channel::Device, true)).await;
    scene.begin().await;
    scene.service.see_turns(&scene.me, None).await.unwrap();
    scene.run_until(app.clock.now() + TimeDelta::hours(47)).await;
    assert_eq!(scene.bodies().len(), 3);
}

async fn what_a_user_does_not_want_is_not_sent(app: &TestApp) {
    let scene = Scene::new(app).await;
    scene
        .set(|settings| {
            NotificationTopic::ALL
                .into_iter()
                .fold(settings, |settings, topic| settings.with(topic, Channel::Device, false))
        })
        .await;
    scene.begin().await;
    scene.service.propose(&as_user(&scene.other), &scene.game, Proposal::CallOff).await.ok();
    scene.run_until(app.clock.now() + TimeDelta::hours(47)).await;
    assert_eq!(scene.bodies(), Vec::<String>::new());
    scene.service.test_push(&scene.me).await.unwrap();
    run_jobs(&scene.service).await;
    assert_eq!(scene.bodies(), ["This is the test that you asked for."]);
    scene.service.test_push(&scene.me).await.unwrap();
    app.clock.advance(Push::LONGEST_TEST);
    run_jobs(&scene.service).await;
    assert_eq!(scene.bodies().len(), 1, "an old test is not sent");
}

async fn a_summary_comes_once_a_day_if_anything_waits(app: &TestApp) {
    let scene = Scene::new(app).await;
    only_turns(&scene.service, &scene.me).await;
    let at = (app.clock.now() + TimeDelta::hours(2)).format("%H:%M").to_string();
    scene
        .set(|mut settings| {
            settings.summary_at = TimeOfDay::parse(&at).unwrap();
            settings.with(NotificationTopic::Turn, Channel::Device, false).with(
                NotificationTopic::Summary,
                Channel::Device,
                true,
            )
        })
        .await;
    scene.run_until(app.clock.now() + TimeDelta::hours(30)).await;
    assert_eq!(scene.bodies().len(), 2, "twice in thirty hours");
    scene.play().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(30)).await;
    assert_eq!(scene.bodies().len(), 2, "nothing waits");
    scene.set(|settings| settings.with(NotificationTopic::Summary, Channel::Device, false)).await;
    scene.begin().await;
    scene.run_until(app.clock.now() + TimeDelta::hours(30)).await;
    assert_eq!(scene.bodies().len(), 2);
}

async fn an_event_is_sent_to_those_whom_it_concerns(app: &TestApp) {
    let scene = Scene::new(app).await;
    let asked = scene.service.propose(&as_user(&scene.other), &scene.game, Proposal::CallOff).await;
    asked.unwrap();
    run_jobs(&scene.service).await;
    assert_eq!(scene.bodies(), ["The others want your consent"]);
    let (_, expected, _) = app.next_turn(&scene.game, &[&scene.user, &scene.other]).await;
    scene
        .service
        .resign(&as_user(&scene.other), &scene.game, &submission(&scene.service, expected))
        .await
        .unwrap();
    run_jobs(&scene.service).await;
    assert_eq!(scene.bodies(), ["The others want your consent", "The game is over"]);
}

async fn an_invitation_is_sent_while_it_is_open(app: &TestApp) {
    let scene = Scene::new(app).await;
    let host = as_user(&scene.other);
    let name = scene.service.table(&scene.me, &scene.game, None).await.unwrap().unwrap().table;
    let name = name.people().find(|person| person.id == scene.user).unwrap().name.clone();
    for declined in [true, false] {
        let table = scene.service.open_table(&host, &crate::app::two_seats()).await.unwrap();
        scene.service.invite(&host, &table, &name).await.unwrap();
        if declined {
            scene.service.decline(&scene.me, &table).await.unwrap();
        }
        run_jobs(&scene.service).await;
        assert_eq!(scene.bodies().len(), usize::from(!declined));
    }
}

async fn a_feed_shows_a_reminder_as_a_change(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut feeds = Vec::new();
    for user in [&ann, &ben] {
        feeds.push(app.service.make_feed(&crate::app::as_confirmed(user, &app.clock)).await.unwrap());
    }
    let game = app.game_of(&[&ann, &ben], Some(2)).await;
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let (mover, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    let feed = if mover == ann { &feeds[0] } else { &feeds[1] };
    let changes = async || {
        let feed = app.service.feed(&crate::app::HOME, feed).await.unwrap().unwrap();
        feed.turns.into_iter().find(|turn| !turn.is_over).unwrap().changes
    };
    for (hours, expected) in [(1, 0), (38, 1), (8, 2)] {
        for _ in 0..hours {
            app.clock.advance(TimeDelta::hours(1));
            run_jobs(&app.service).await;
        }
        assert_eq!(changes().await, expected, "after {hours} more hours");
    }
}
