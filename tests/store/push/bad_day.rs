//! A push service that fails in every way keeps nobody waiting whose browser has another one.
//!
//! `BASTIDE_LONG=1` makes a day of 24 steps with more people, and compares it with one on which all push services work.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bastide::account::UserId;
use bastide::jobs::Runner;
use bastide::outbound::Policy;
use bastide::service::{NotifierSettings, Service};
use bastide::table::GameId;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;

use super::crowd::{Running, browser, summary, until, user};
use super::service::{Mood, PushService};
use super::settings;
use crate::app::{TestApp, as_user, run_jobs, submission};

crate::on_both_databases! {
    messages_to_other_push_services_go_out_while_one_hangs
    a_day_of_a_bad_push_service_is_like_any_other_for_those_who_use_another
}

/// Requests that one push service gets at once.
const AT_ONCE: usize = 12;

/// Exchanges that take at most so long.
async fn with_notifier(app: &TestApp, time_limit: Duration) -> Service {
    let policy = Policy { time_limit, ..settings().policy };
    app.service.clone().with_notifier(NotifierSettings { policy, ..settings() }).await.unwrap()
}

async fn messages_to_other_push_services_go_out_while_one_hangs(app: &TestApp) {
    let (bad, good) = (PushService::start().await, PushService::start().await);
    bad.set_mood(Mood::Hangs);
    let clock = Running::start(app.clock.clone());
    // No request ends by itself.
    let service = with_notifier(app, Duration::from_hours(1)).await;
    let (mut waiting, mut others) = (Vec::new(), Vec::new());
    for number in 0..40 {
        let ids = [user(app, 2 * number).await, user(app, 2 * number + 1).await];
        waiting.push(browser(app, &service, &ids[0], &bad, &format!("/{number}")).await);
        others.push(browser(app, &service, &ids[1], &good, &format!("/{number}")).await);
        // They have one at each.
        others.push(browser(app, &service, &ids[0], &good, &format!("/{number}/too")).await);
    }
    let running = Runner::new(service.clone()).start();
    // Some are put off, since their push service has as many requests as may be, while another request of their job hangs.
    for principal in waiting.iter().chain(others.iter().step_by(2)) {
        service.test_push(principal).await.unwrap();
    }
    until("all others have their messages", async || good.count() == 80).await;
    assert_eq!((bad.held(), bad.count(), good.count()), (AT_ONCE, AT_ONCE, 80));

    // What hung fails now, and so does what is sent meanwhile. So there is a pause, and then a trial.
    drop(clock);
    bad.set_mood(Mood::Answers(503, None));
    until("nothing hangs", async || bad.held() == 0).await;
    running.stop().await;
    assert_eq!(service.failing_push_services(), 1);
    let failed = bad.count();
    bad.set_mood(Mood::Works);
    for _ in 0..60 {
        app.clock.advance(TimeDelta::seconds(1));
        run_jobs(&service).await;
    }
    assert_eq!((bad.count(), good.count()), (failed + 40, 80));
    let arrived = bad.requests().into_iter().filter(|request| request.answered == Some(201));
    assert_eq!(arrived.map(|request| request.path).collect::<BTreeSet<_>>().len(), 40);
    assert_eq!(service.failing_push_services(), 0);
    assert_eq!(super::unsent(app).await, 0);
}

/// Of two, who take turns, with browsers that have the same push services.
struct Game {
    id: GameId,
    players: [UserId; 2],
}

struct Day<'a> {
    app: &'a TestApp,
    service: Service,
    good: PushService,
    bad: PushService,
    /// Of people with the one push service only, of people with the other only, and of people with both.
    games: [Vec<Game>; 3],
    /// When messages to the good push service were due, by path and topic, in order.
    due: BTreeMap<(String, String), Vec<DateTime<Utc>>>,
}

impl<'a> Day<'a> {
    /// So many games each, at a time limit of a second.
    async fn begin(app: &'a TestApp, first: u32, games: [u32; 3]) -> Self {
        let (good, bad) =
            (PushService::start_at(app.clock.clone()).await, PushService::start_at(app.clock.clone()).await);
        let service = with_notifier(app, Duration::from_secs(1)).await;
        let (mut number, mut all) = (first, [const { Vec::new() }; 3]);
        for (kind, (count, services)) in
            games.into_iter().zip([&[&good][..], &[&bad], &[&good, &bad]]).enumerate()
        {
            for _ in 0..count {
                let players = [user(app, number).await, user(app, number + 1).await];
                number += 2;
                for player in &players {
                    for at in services {
                        browser(app, &service, player, at, &format!("/{player}")).await;
                    }
                }
                let id = app.game_of(&[&players[0], &players[1]], Some(7)).await;
                all[kind].push(Game { id, players });
            }
        }
        Self { app, service, good, bad, games: all, due: BTreeMap::new() }
    }

    /// Everybody whose turn it is plays, and waits until those with the good push service know.
    async fn step(&mut self) {
        let games: Vec<&Game> = self.games.iter().flatten().collect();
        let play = async |game: &Game| {
            let [first, second] = &game.players;
            let (player, expected, turn) = self.app.next_turn(&game.id, &[first, second]).await;
            let form = submission(&self.service, expected);
            self.service.turn(&as_user(&player), &game.id, &form, turn).await.unwrap();
            let replay = self.app.replay(&game.id).await;
            let called = replay.game.seat_of(replay.game.to_move().unwrap()).index();
            (called, replay.turn_since + TimeDelta::seconds(2))
        };
        let mut played = Vec::new();
        for some in games.chunks(8) {
            played.extend(join_all(some.iter().map(|game| play(game))).await);
        }
        let kinds = self
            .games
            .iter()
            .enumerate()
            .flat_map(|(kind, games)| games.iter().map(move |game| (kind, game)));
        for ((kind, game), (called, due)) in kinds.zip(played) {
            let seats = people_in_order(self.app, game).await;
            if kind != 1 {
                let topic = push::Topic::new(game.id.as_str()).as_str().to_owned();
                self.due.entry((format!("/{}", seats[called]), topic)).or_default().push(due);
            }
        }
        let expected: usize = self.due.values().map(Vec::len).sum();
        until("the good push service has all messages", async || self.good.count() >= expected).await;
        // A lease is not to end because the clock jumps.
        until("no message is being sent", async || self.leased().await == 0).await;
    }

    async fn leased(&self) -> i64 {
        self.app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push' AND lease IS NOT NULL").await
    }

    /// How late the messages to the good push service were. Each came once.
    fn waits(&self) -> Vec<TimeDelta> {
        let mut came = BTreeMap::<_, Vec<_>>::new();
        for request in self.good.requests() {
            came.entry((request.path, request.headers["topic"].clone())).or_default().push(request.at);
        }
        assert!(came.keys().eq(self.due.keys()));
        let mut waits = Vec::new();
        for ((key, came), due) in came.iter().zip(self.due.values()) {
            assert_eq!(came.len(), due.len(), "{key:?}: as many messages as turns");
            waits.extend(came.iter().zip(due).map(|(came, due)| *came - due));
        }
        assert!(waits.iter().all(|wait| *wait >= TimeDelta::zero()), "none is early: {waits:?}");
        waits
    }
}

async fn people_in_order(app: &TestApp, game: &Game) -> Vec<UserId> {
    super::people_in_order(app, &game.id, [&game.players[0], &game.players[1]]).await
}

async fn a_day_of_a_bad_push_service_is_like_any_other_for_those_who_use_another(app: &TestApp) {
    let long = support::setting("BASTIDE_LONG").is_some();
    let (games, steps) = if long { ([20, 60, 10], 8) } else { ([3, 15, 2], 2) };
    let clock = Running::start(app.clock.clone());
    let moods = [Mood::Answers(500, None), Mood::Answers(429, Some(120)), Mood::Hangs];
    let mut day = Day::begin(app, 0, games).await;
    let bad = play_day(&mut day, moods, steps).await;
    recover(&day).await;
    println!("with a bad push service (median, p99, longest in s): {:?}", summary(bad.clone()));
    if long {
        let mut day = Day::begin(app, 1000, games).await;
        let good = play_day(&mut day, [Mood::Works; 3], steps).await;
        println!("without: {:?}", summary(good.clone()));
        assert!(summary(bad).1 < summary(good).1 + 1.0, "not a second later");
    }
    drop(clock);
}

/// So many steps in each mood of the bad push service, over a day. Returns how late messages to the good one were.
async fn play_day(day: &mut Day<'_>, moods: [Mood; 3], steps: i32) -> Vec<TimeDelta> {
    let people = day.games.iter().flatten().count() * 2;
    // The first turns began when the games did.
    day.app.damage("DELETE FROM jobs WHERE kind = 'push'").await;
    let running = Runner::new(day.service.clone()).start();
    // A search would take long, and come again and again when the clock jumps.
    let puzzles = "FROM jobs WHERE kind = 'find_puzzles'";
    until("the runner has begun", async || day.app.count(&format!("SELECT COUNT(*) {puzzles}")).await > 0)
        .await;
    day.app.damage(&format!("DELETE {puzzles}")).await;
    for mood in moods {
        day.bad.set_mood(mood);
        for _ in 0..steps {
            day.step().await;
            let jobs = day.app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'push'").await;
            assert!(usize::try_from(jobs).unwrap() <= people, "one for each person: {jobs}");
            assert_eq!(day.service.failing_push_services(), usize::from(mood != Mood::Works));
            day.app.clock.advance(TimeDelta::hours(8) / steps);
        }
        println!("{mood:?}: {} requests in all, of {people} people", day.bad.count());
    }
    running.stop().await;
    day.waits()
}

/// Once it works again, those whose turn it is know it, once.
async fn recover(day: &Day<'_>) {
    let before = day.bad.count();
    assert!(day.bad.requests().iter().all(|request| request.answered != Some(201)));
    day.bad.set_mood(Mood::Works);
    for _ in 0..6 {
        day.app.clock.advance(TimeDelta::hours(1));
        run_jobs(&day.service).await;
    }
    let mut expected = BTreeSet::new();
    for game in day.games[1].iter().chain(&day.games[2]) {
        let replay = day.app.replay(&game.id).await;
        let seats = people_in_order(day.app, game).await;
        let called = &seats[replay.game.seat_of(replay.game.to_move().unwrap()).index()];
        expected.insert((format!("/{called}"), push::Topic::new(game.id.as_str()).as_str().to_owned()));
    }
    let came = day.bad.requests().split_off(before);
    let came: Vec<_> =
        came.into_iter().map(|request| (request.path, request.headers["topic"].clone())).collect();
    assert_eq!(came.len(), expected.len(), "{came:?}");
    assert_eq!(came.into_iter().collect::<BTreeSet<_>>(), expected);
    assert_eq!(day.service.failing_push_services(), 0);
}
