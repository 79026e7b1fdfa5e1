//! Months of games by post in minutes: people in twelve time zones who sleep, go on leave, miss turns, pause and come back, on a
//! clock that the test sets, across both changes of daylight saving and an outage. Every deadline is acted on once, none early, and
//! all clocks are what an independent calculation makes of the logs.
//!
//! `BASTIDE_GAMES=500` plays so many games.

mod model;
mod people;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;

use bastide::engine::{Command, Event, Seat, StopReason};
use bastide::players::{self, Method};
use bastide::service::{ProposalError, Service, TimeError};
use bastide::table::{
    Allowance, ClockHours, ClockPreset, ComputerLevel, DayHours, GameId, Job, MissedTurns, Period,
    PlayingHours, Proposal, ProposalRefusal, Settings, Status, TimeControl, TimeOfDay, Weekdays,
};
use chrono::{DateTime, TimeDelta, Utc, Weekday};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use crate::absences::{assert_rows_follow_from_logs, revision};
use crate::app::{HOME, TestApp, as_user, run_jobs, submission};
use model::{Absence, Model};
use people::{Person, ZONES, rest};

crate::on_both_databases! {
    every_deadline_of_half_a_year_is_acted_on_once_and_none_early
}

const DAY: TimeDelta = TimeDelta::days(1);
const HOUR: TimeDelta = TimeDelta::hours(1);
/// From the end of September until all zones have changed their clocks twice.
const WHOLE: TimeDelta = TimeDelta::days(200);
const OUTAGE: TimeDelta = TimeDelta::hours(3);

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Opens(usize),
    Looks(usize),
    /// Takes leave for a trip.
    Leaves(usize, usize),
    /// Comes back before the leave is over.
    Returns(usize),
    ChangesRest(usize),
    /// The last server stops.
    Stops,
}

struct Game {
    id: GameId,
    people: Vec<usize>,
    /// A proposal that waits for answers.
    proposal: Option<u32>,
    is_finished: bool,
}

#[derive(Default)]
struct Counts {
    turns: u32,
    /// By the jobs that act on deadlines.
    time_outs: u32,
    pauses: u32,
    resumed: u32,
    took_over: u32,
    /// By hand.
    leaves: u32,
    /// Deadlines that passed in the outage.
    in_outage: i64,
    spared: u32,
    automatic: usize,
    called_off: u32,
    finished: u32,
    running: u32,
}

struct Months<'a> {
    app: &'a TestApp,
    /// People ask the first; all of them run jobs.
    servers: Vec<Service>,
    people: Vec<Person>,
    games: Vec<Game>,
    next: BinaryHeap<Reverse<(DateTime<Utc>, Next)>>,
    outages: Vec<Period>,
    counts: Counts,
    random: Xoshiro256PlusPlus,
}

async fn every_deadline_of_half_a_year_is_acted_on_once_and_none_early(app: &TestApp) {
    let games = support::setting("BASTIDE_GAMES")
        .map_or(6, |games| games.parse().expect("BASTIDE_GAMES is a number"));
    let mut months = Months::begin(app, games).await;
    months.play().await;
    months.check().await;
    println!("{games} games, {} people: {}", months.people.len(), months.counts);
    months.counts.assert_all_happened(games);
    for other in &months.servers[1..] {
        other.close().await;
    }
}

impl<'a> Months<'a> {
    async fn begin(app: &'a TestApp, games: usize) -> Self {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(support::seed());
        let mut servers = vec![app.service.clone()];
        if app.url.starts_with("postgres") {
            servers.push(app.second_process().await);
        }
        let whole = Period { from: app.service.now(), until: app.service.now() + WHOLE };
        // In a short run everybody plays, but looks less often.
        let (count, looks_a_day) = (games.clamp(ZONES.len(), 60), if games < 50 { 2 } else { 6 });
        let mut people = Vec::new();
        for (number, zone) in (0..count).zip(ZONES.into_iter().cycle()) {
            let id = app.person(&format!("person-of-{number}")).await;
            let person = Person::random(id, zone, whole, looks_a_day, &mut random);
            app.service.change_rest(&as_user(&person.id), person.rests[0].1).await.unwrap();
            if number % 2 == 1 {
                app.service.set_automatic_leave(&as_user(&person.id), false).await.unwrap();
            }
            people.push(person);
        }
        let mut next = BinaryHeap::new();
        for (number, person) in people.iter().enumerate() {
            next.extend(person.looks.iter().map(|&at| Reverse((at, Next::Looks(number)))));
            let trips = person.trips.iter().enumerate().filter(|(_, (_, leaves))| *leaves);
            for (trip, &(period, _)) in trips {
                next.push(Reverse((period.from, Next::Leaves(number, trip))));
                let early = period.until - TimeDelta::hours(random.random_range(-24..48));
                next.push(Reverse((early, Next::Returns(number))));
            }
            if number % 3 == 0 {
                next.push(Reverse((whole.from + DAY * 100, Next::ChangesRest(number))));
            }
        }
        // The last ones are still in progress in the end.
        for number in 0..games {
            let part = WHOLE * i32::try_from(number).unwrap() / i32::try_from(games).unwrap();
            next.push(Reverse((whole.from + part * 9 / 10, Next::Opens(number))));
        }
        next.push(Reverse((whole.from + DAY * 60 + HOUR * 5, Next::Stops)));
        let (games, outages, counts) = (Vec::new(), Vec::new(), Counts::default());
        Self { app, servers, people, games, next, outages, counts, random }
    }

    fn service(&self) -> &Service {
        &self.servers[0]
    }

    fn now(&self) -> DateTime<Utc> {
        self.service().now()
    }

    async fn play(&mut self) {
        let end = self.now() + WHOLE;
        while let Some(Reverse((at, next))) = self.next.pop().filter(|Reverse((at, _))| *at < end) {
            if at < self.now() && matches!(next, Next::Looks(_)) {
                // No server was up.
                continue;
            }
            self.run_jobs_until(at).await;
            self.go_to(at);
            match next {
                Next::Opens(number) => self.open(number).await,
                Next::Looks(person) => self.look(person).await,
                Next::Leaves(person, trip) => self.leave(person, trip).await,
                Next::Returns(person) => self.return_early(person).await,
                Next::ChangesRest(person) => self.change_rest(person).await,
                Next::Stops => self.stop_servers().await,
            }
        }
        self.run_jobs_until(end).await;
    }

    fn go_to(&self, at: DateTime<Utc>) {
        self.app.clock.advance((at - self.now()).max(TimeDelta::zero()));
    }

    /// As the servers do that sleep until the next job is due.
    async fn run_jobs_until(&mut self, at: DateTime<Utc>) {
        loop {
            // They take long, and depend on no clock.
            sqlx::query("DELETE FROM jobs WHERE kind = 'quick_analysis'")
                .execute(&self.app.raw)
                .await
                .unwrap();
            let due =
                self.app.count("SELECT COALESCE(MIN(due), 99999999999999) FROM jobs WHERE failed = 0").await;
            let due = DateTime::from_timestamp_millis(due).unwrap();
            if due > at {
                return;
            }
            self.go_to(due);
            let run = futures_util::future::join_all(self.servers.iter().map(run_jobs));
            let run = tokio::time::timeout(std::time::Duration::from_mins(2), run);
            let Ok(run) = run.await else {
                let due = "SELECT unique_key || ' ' || due FROM jobs WHERE failed = 0 ORDER BY due LIMIT 3";
                let due: Vec<String> = sqlx::query_scalar(due).fetch_all(&self.app.raw).await.unwrap();
                panic!("jobs that never end at {}: {due:?}", self.now().timestamp_millis());
            };
            for done in run {
                assert_eq!(done.failed(Job::TIME_OUT), 0);
                self.counts.time_outs += done.stored(Job::TIME_OUT);
            }
        }
    }

    async fn open(&mut self, number: usize) {
        let mut people: Vec<usize> = (0..self.people.len()).collect();
        people.shuffle(&mut self.random);
        people.truncate([2, 2, 3, 4][number % 4]);
        let players: Vec<_> = people.iter().map(|&person| &self.people[person].id).collect();
        let id = self.app.game_with(&players, |settings| settings_of(settings, number)).await;
        self.games.push(Game { id, people, proposal: None, is_finished: false });
    }

    async fn look(&mut self, person: usize) {
        let user = as_user(&self.people[person].id);
        let service = self.service().clone();
        self.answer(person).await;
        if self.random.random_range(0..4) == 0 {
            self.take_over(person).await;
        }
        let waiting = format!(
            "SELECT COUNT(*) FROM seats s JOIN games g ON g.id = s.game WHERE s.user_id = '{}' AND g.to_move = s.seat",
            self.people[person].id
        );
        if self.app.count(&waiting).await == 0 {
            return;
        }
        for game in service.queue(&user).await.unwrap().games {
            if self.random.random_range(0..60) == 0 {
                self.propose_pause(person, &game.table.id).await;
            }
            if self.random.random_range(0..10) == 0 {
                continue;
            }
            let replay = game.play.unwrap();
            let player = players::Player::new(Method::Random).with_seed(self.random.random());
            let Some(Command::Play(turn)) = player.choose(&replay.game) else { panic!("a turn") };
            let form = submission(&service, replay.last());
            service.turn(&user, &game.table.id, &form, turn).await.unwrap();
            self.counts.turns += 1;
        }
    }

    async fn propose_pause(&mut self, person: usize, id: &GameId) {
        let until = self.now() + TimeDelta::minutes(self.random.random_range(60..9 * 24 * 60));
        let user = as_user(&self.people[person].id);
        match self.service().propose(&user, id, Proposal::Pause { until }).await {
            Ok(true) => {
                let n = revision(self.app, id).await;
                let game = self.games.iter_mut().find(|game| game.id == *id).unwrap();
                game.proposal = Some(n);
            }
            // All others are out or away.
            Ok(false) => {}
            Err(error) => assert_refused(&error),
        }
    }

    /// Answers what others have proposed in the person's games, and ends a pause now and then.
    async fn answer(&mut self, person: usize) {
        for number in 0..self.games.len() {
            if !self.games[number].people.contains(&person) {
                continue;
            }
            let (service, user) = (self.service().clone(), as_user(&self.people[person].id));
            let id = self.games[number].id.clone();
            if let Some(n) = self.games[number].proposal {
                let agrees = self.random.random_range(0..8) > 0;
                match service.answer_proposal(&user, &id, n, agrees).await {
                    Ok(()) => {}
                    Err(error) => {
                        assert_refused(&error);
                        self.games[number].proposal = None;
                    }
                }
                let paused = self.random.random_range(0..12) == 0;
                if paused && self.service().resume(&user, &id).await.is_ok() {
                    self.counts.resumed += 1;
                    self.games[number].proposal = None;
                }
            }
        }
    }

    /// Plays again where a computer has played for the person.
    async fn take_over(&mut self, person: usize) {
        let (service, user) = (self.service().clone(), as_user(&self.people[person].id));
        for game in &mut self.games {
            if game.is_finished || !game.people.contains(&person) {
                continue;
            }
            match service.take_over(&user, &game.id).await {
                Ok(()) => self.counts.took_over += 1,
                Err(error) => {
                    assert_refused(&error);
                    let why = ProposalError::Refused(ProposalRefusal::NotPlaying);
                    game.is_finished = error.to_string() == why.to_string();
                }
            }
        }
    }

    async fn leave(&mut self, person: usize, trip: usize) {
        let user = as_user(&self.people[person].id);
        let now = self.now();
        let (trip, _) = self.people[person].trips[trip];
        let left = self.service().time(&user).await.unwrap().balance(now);
        let until = trip.until.min(now + left);
        match self.service().take_leave(&user, Period { from: now, until }).await {
            Ok(()) => self.counts.leaves += 1,
            Err(error) => assert!(matches!(error, TimeError::Refused(_)), "{error}"),
        }
    }

    async fn return_early(&mut self, person: usize) {
        let user = as_user(&self.people[person].id);
        let time = self.service().time(&user).await.unwrap();
        let now = self.now();
        if let Some(leave) = time.leaves().iter().find(|leave| leave.period.contains(now)) {
            self.service().end_leave(&user, leave.n).await.unwrap();
        }
    }

    async fn change_rest(&mut self, person: usize) {
        let rest = rest(self.people[person].zone(), &mut self.random);
        if self.people[person].rests[0].1 != rest {
            self.service().change_rest(&as_user(&self.people[person].id), rest).await.unwrap();
            let now = self.now();
            self.people[person].rests.push((now, rest));
        }
    }

    /// No server is up for a while in which a deadline passes.
    async fn stop_servers(&mut self) {
        let (from, until) = (self.now(), self.now() + OUTAGE);
        let passing = format!(
            "SELECT COUNT(*) FROM games WHERE deadline >= {} AND deadline < {}",
            from.timestamp_millis(),
            until.timestamp_millis()
        );
        self.counts.in_outage = self.app.count(&passing).await;
        // Of four deadlines, one is likely to pass after the outage has moved it.
        let enough = if self.games.len() < 50 { 1 } else { 4 };
        if self.counts.in_outage < enough {
            self.next.push(Reverse((from + HOUR, Next::Stops)));
            return;
        }
        self.service().heartbeat().await.unwrap();
        self.app.clock.advance(OUTAGE);
        for server in &self.servers {
            server.heartbeat().await.unwrap();
        }
        self.outages.push(Period { from, until });
    }

    /// Compares everything with the logs, and the logs with what the model makes of them.
    async fn check(&mut self) {
        assert_rows_follow_from_logs(self.app).await;
        let moved = "SELECT COUNT(*) FROM games g JOIN jobs j ON j.unique_key = 'turn/' || g.id WHERE j.due > g.deadline";
        assert_eq!(self.app.count(moved).await, 0, "jobs are due by the deadlines");
        assert_eq!(self.app.count("SELECT COUNT(*) FROM jobs WHERE failed > 0").await, 0);
        let outages = self.app.count("SELECT COUNT(*) FROM outages").await;
        assert_eq!(usize::try_from(outages).unwrap(), self.outages.len());
        let mut acted = 0;
        for number in 0..self.games.len() {
            acted += self.check_game(number).await;
        }
        assert_eq!(acted, self.counts.time_outs, "each deadline is acted on once");
        for person in &self.people {
            let time = self.service().time(&as_user(&person.id)).await.unwrap();
            self.counts.automatic += time.leaves().iter().filter(|leave| leave.automatic).count();
        }
    }

    /// How many turns of a game have timed out.
    async fn check_game(&mut self, number: usize) -> u32 {
        let id = &self.games[number].id.clone();
        let view = self.service().table(&HOME, id, None).await.unwrap().unwrap();
        let (table, replay) = (&view.table, view.play.as_ref().unwrap());
        let clocks = self.service().clocks(&HOME, &view).await.unwrap().unwrap();
        let model = self.model(number, &table.settings).await;
        let sums = model.check(&clocks.entries);
        for (seat, &bank) in (0..).map(Seat).zip(&sums.banks) {
            assert_eq!(clocks.bank(seat), bank, "game {id}, {seat:?}");
        }
        let now = self.now();
        let mut acted = sums.missed;
        let since = clocks.entries.last().map_or(replay.log[0].at.unwrap(), |entry| entry.span.until);
        let deadline = |seat: Seat| model.deadline(seat, since, sums.banks[seat.index()]);
        if let (Some(seat), Some(stored)) = (table.to_move(), table.deadline()) {
            let is_vacant = table.settings.vacant(replay) == Some(seat);
            let expected = if is_vacant { since + MissedTurns::OFFER } else { deadline(seat) };
            assert_eq!(stored, expected, "game {id}");
            assert!(stored > now, "game {id}: nobody has acted on {stored}");
        }
        let called_off = |logged: &&bastide::engine::Logged| {
            matches!(logged.event, Event::Stop { reason: StopReason::CalledOff })
        };
        if let Some(stopped) = replay.log.iter().find(called_off) {
            let before = replay.at(stopped.n - 1).unwrap();
            let seat = before.seat_of(before.to_move().unwrap());
            assert_eq!(stopped.at, Some(deadline(seat)), "game {id} was called off");
            acted += 1;
            self.counts.called_off += 1;
        }
        match table.status() {
            Status::Finished => self.counts.finished += 1,
            _ => self.counts.running += 1,
        }
        self.counts.spared += sums.spared;
        acted
    }

    async fn model(&mut self, number: usize, settings: &Settings) -> Model {
        let Game { id, people, .. } = &self.games[number];
        let pauses = pauses(self.app, id).await;
        self.counts.pauses += u32::try_from(pauses.len()).unwrap();
        let mut players = Vec::new();
        for &person in people {
            let Person { id, rests, .. } = &self.people[person];
            let time = self.service().time(&as_user(id)).await.unwrap();
            let leave = time.leaves().iter().map(|leave| leave.period).filter(|_| settings.leave).collect();
            players.push(Absence { leave, rests: rests.clone() });
        }
        let allowance = settings.time_control.allowance().unwrap();
        Model { allowance, hours: settings.clock_hours, outages: self.outages.clone(), pauses, players }
    }
}

/// Tables of all kinds.
fn settings_of(settings: &mut Settings, number: usize) {
    let hour = 3600;
    let grace = Allowance {
        free: 6 * hour,
        bank: 48 * hour,
        increment: 12 * hour,
        cap: 96 * hour,
        most: Some(30 * hour),
    };
    let preset = |preset: ClockPreset| preset.allowance();
    let clocks =
        [preset(ClockPreset::Daily), preset(ClockPreset::Slow), grace, preset(ClockPreset::Standard)];
    settings.time_control = TimeControl::Limited(clocks[number % clocks.len()]);
    let time = |text| TimeOfDay::parse(text).unwrap();
    settings.clock_hours = match number % 6 {
        0 => ClockHours::Table(PlayingHours {
            zone: ZONES[number / 6 % ZONES.len()],
            hours: DayHours { from: time("08:00"), until: time("22:30") },
            days: Weekdays::WEEK.into_iter().filter(|&day| day != Weekday::Sun).collect(),
        }),
        1 => ClockHours::Always,
        _ => ClockHours::Players,
    };
    settings.leave = number % 5 != 2;
    settings.missed_turns = match number % 4 {
        0 => MissedTurns::Skip,
        1 => MissedTurns::Computer(ComputerLevel::One),
        2 => MissedTurns::Offer(ComputerLevel::One),
        _ => MissedTurns::OutAfter(2),
    };
}

/// The pauses of a game, from the log of its table.
async fn pauses(app: &TestApp, id: &GameId) -> Vec<Period> {
    let log: Vec<(i64, String)> =
        sqlx::query_as("SELECT at, body FROM table_events WHERE game = $1 ORDER BY n")
            .bind(id.as_str())
            .fetch_all(&app.raw)
            .await
            .unwrap();
    let mut pauses: Vec<Period> = Vec::new();
    for (at, body) in log {
        let at = DateTime::from_timestamp_millis(at).unwrap();
        let event: serde_json::Value = serde_json::from_str(&body).unwrap();
        match event["type"].as_str().unwrap() {
            "paused" => {
                pauses.push(Period { from: at, until: event["until"].as_str().unwrap().parse().unwrap() });
            }
            "resumed" => pauses.last_mut().unwrap().until = at,
            _ => {}
        }
    }
    pauses
}

fn assert_refused(error: &ProposalError) {
    assert!(matches!(error, ProposalError::Refused(_)), "{error}");
}

impl Counts {
    /// There was something of all that this is about.
    fn assert_all_happened(&self, games: usize) {
        let Self { turns, time_outs, leaves, .. } = self;
        assert!(*turns > 0 && *time_outs > 0 && *leaves > 0 && self.in_outage > 0, "{self}");
        // What happens in a few games depends on luck.
        if games >= 50 {
            let Self { took_over, pauses, resumed, spared, called_off, finished, running, .. } = self;
            for count in [took_over, pauses, resumed, spared, called_off, finished, running] {
                assert!(*count > 0, "{self}");
            }
            assert!(self.automatic > 0, "{self}");
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { turns, time_outs, pauses, resumed, took_over, leaves, in_outage, spared, .. } = self;
        let Self { automatic, called_off, finished, running, .. } = self;
        write!(
            f,
            "{finished} finished ({called_off} called off) and {running} in progress, {turns} turns played, {time_outs} deadlines passed, \
             {took_over} times back from a computer, {leaves} leaves by hand and {automatic} hours of leave by themselves, {pauses} pauses \
             of which {resumed} ended early, {in_outage} deadlines in the outage ({spared} moved by it and then passed)"
        )
    }
}
