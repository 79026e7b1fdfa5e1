//! Turns of people with three browsers each: every message comes once, not before it is due, and none once the turn is over.
//!
//! `BASTIDE_TURNS=10000` plays so many, in games whose players wait for each other more than a minute.

use std::collections::BTreeMap;

use bastide::account::UserId;
use bastide::jobs::Runner;
use bastide::service::Service;
use bastide::table::GameId;
use chrono::{DateTime, TimeDelta, Utc};
use futures_util::future::join_all;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::crowd::{Running, browser, summary, until, user};
use super::service::{PushService, Request};
use super::{unsent, with_push};
use crate::app::{TestApp, as_user, submission};

crate::on_both_databases! {
    every_turn_is_said_once_on_three_browsers_and_never_when_it_is_over
}

pub const BROWSERS: usize = 3;
/// How long a message says that it is good, from when it was decided to send it.
const SIGNED_FOR: TimeDelta = TimeDelta::hours(12);

/// A turn as the test has seen it.
pub struct Turn {
    begun: DateTime<Utc>,
    /// When its message is due: two seconds later, or a minute after the player's turn before.
    due: DateTime<Utc>,
    /// When the player learned that the move is stored.
    ended: Option<DateTime<Utc>>,
}

/// The turns of a game, by player.
pub type Turns = BTreeMap<UserId, Vec<Turn>>;

/// Games of four, and how many turns each of them has.
pub struct Season<'a> {
    app: &'a TestApp,
    /// Where people play.
    service: Service,
    at: &'a PushService,
    key: String,
    games: Vec<(GameId, Vec<UserId>)>,
    turns: usize,
    /// In which players wait long enough to get a message every time.
    long: bool,
}

async fn every_turn_is_said_once_on_three_browsers_and_never_when_it_is_over(app: &TestApp) {
    let clock = Running::start(app.clock.clone());
    let at = PushService::start_at(app.clock.clone()).await;
    let service = with_push(app).await;
    let running = Runner::new(service.clone()).start();
    let season = Season::begin(app, &service, &at).await;
    let games = season.play().await;
    season.wait_for_messages().await;
    running.stop().await;
    let report = season.check(&games);
    println!("{report}");
    assert_eq!(report.again, 0, "none comes twice");
    report.assert_fast(season.long);
    drop(clock);
}

impl<'a> Season<'a> {
    pub async fn begin(app: &'a TestApp, service: &Service, at: &'a PushService) -> Self {
        let asked = support::setting("BASTIDE_TURNS");
        let long = asked.is_some();
        let (count, turns) = match asked {
            Some(turns) => (turns.parse::<usize>().expect("BASTIDE_TURNS is a number").div_ceil(20), 20),
            None => (20, 3),
        };
        let (mut people, mut principal) = (Vec::new(), None);
        for number in 0..u32::try_from(count).unwrap() {
            let id = user(app, number).await;
            for device in 0..BROWSERS {
                principal = Some(browser(app, service, &id, at, &format!("/{id}/{device}")).await);
            }
            people.push(id);
        }
        let key = service.push_key(&principal.unwrap()).unwrap();
        let mut games = Vec::new();
        for number in 0..count {
            // Nobody plays in more than four, so that each turn has a message of its own.
            let players: Vec<UserId> =
                [0, 1, 3, 7].iter().map(|next| people[(number + next) % count].clone()).collect();
            let game = app.game_of(&players.iter().collect::<Vec<_>>(), Some(7)).await;
            let table = app.service.table(&crate::app::HOME, &game, None).await.unwrap().unwrap().table;
            let seats = table.seats().into_iter().flatten().filter_map(|player| player.user().cloned());
            games.push((game, seats.collect()));
        }
        Self { app, service: service.clone(), at, key, games, turns, long }
    }

    /// All games at once.
    pub async fn play(&self) -> Vec<Turns> {
        join_all((0..self.games.len()).map(|number| self.play_game(number))).await
    }

    async fn play_game(&self, number: usize) -> Turns {
        let (game, seats) = &self.games[number];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(support::seed() + number as u64);
        let seats: Vec<&UserId> = seats.iter().collect();
        let (mut turns, mut last) = (Turns::new(), BTreeMap::<UserId, DateTime<Utc>>::new());
        for turn in 0..=self.turns {
            let (player, expected, choice) = self.app.next_turn(game, &seats).await;
            let replay = self.app.replay(game).await;
            let begun = replay.turn_since;
            let due = begun + TimeDelta::seconds(2);
            let due = last.get(&player).map_or(due, |last| due.max(*last + TimeDelta::minutes(1)));
            turns.entry(player.clone()).or_default().push(Turn { begun, due, ended: None });
            if turn == self.turns {
                break;
            }
            let until = self.looks(begun, due, &mut random);
            tokio::time::sleep((until - self.app.clock.now()).to_std().unwrap_or_default()).await;
            let form = submission(&self.service, expected);
            self.service.turn(&as_user(&player), game, &form, choice).await.unwrap();
            let ended = self.app.clock.now();
            let stored = self.app.replay(game).await.turn_since;
            last.insert(player.clone(), stored);
            turns.get_mut(&player).and_then(|turns| turns.last_mut()).unwrap().ended = Some(ended);
        }
        turns
    }

    /// When a player plays: some are there, some play just when the message is due, and most take their time.
    fn looks(
        &self,
        begun: DateTime<Utc>,
        due: DateTime<Utc>,
        random: &mut Xoshiro256PlusPlus,
    ) -> DateTime<Utc> {
        let mut millis = |range| TimeDelta::milliseconds(random.random_range(range));
        match millis(0..100).num_milliseconds() {
            0..25 => begun + millis(200..1800),
            25..40 => due + millis(-300..300),
            _ if self.long => begun.max(due) + millis(3_000..40_000),
            _ => due + millis(500..3000),
        }
    }

    /// Until nothing is left to be sent.
    pub async fn wait_for_messages(&self) {
        until("all messages are sent", async || unsent(self.app).await == 0).await;
    }

    /// What came of it. A message is wrong if it comes before it is due, if its turn was over by then, or if it was decided to send
    /// it in a later second than that in which the turn ended.
    pub fn check(&self, games: &[Turns]) -> Report {
        let mut report = Report::default();
        let topics: BTreeMap<String, usize> = (self.games.iter().enumerate())
            .map(|(number, (game, _))| (push::Topic::new(game.as_str()).as_str().to_owned(), number))
            .collect();
        let mut came = BTreeMap::<(usize, UserId, usize), BTreeMap<String, Vec<Request>>>::new();
        for request in self.at.requests() {
            let game = topics[&request.headers["topic"]];
            let (user, _) = request.path[1..].split_once('/').unwrap();
            let user = UserId::parse(user).unwrap();
            let turns = &games[game][&user];
            let turn = turns.iter().rposition(|turn| turn.begun <= request.at).unwrap();
            self.check_message(&request, &turns[turn], &mut report);
            let messages = came.entry((game, user, turn)).or_default();
            messages.entry(request.path.clone()).or_default().push(request);
        }
        for (game, turns) in games.iter().enumerate() {
            for (user, turns) in turns {
                for (number, turn) in turns.iter().enumerate() {
                    let came = came.remove(&(game, user.clone(), number)).unwrap_or_default();
                    report.turns += 1;
                    report.again += came.values().map(|came| came.len() - 1).sum::<usize>();
                    let lost = came.values().flatten().filter(|request| request.answered.is_none()).count();
                    report.unanswered += lost;
                    report.said += usize::from(!came.is_empty());
                    report.over_before += usize::from(turn.ended.is_some_and(|ended| ended < turn.due));
                    if turn.ended.is_none() {
                        assert_eq!(came.len(), BROWSERS, "a turn that waits is said on all browsers");
                    }
                }
            }
        }
        report
    }

    fn check_message(&self, request: &Request, turn: &Turn, report: &mut Report) {
        assert!(request.at >= turn.due, "not before {}: {}", turn.due, request.at);
        report.waits.push(request.at - turn.due);
        let Some(ended) = turn.ended else { return };
        assert!(ended >= turn.due, "the turn was over at {ended}, before {}: {}", turn.due, request.at);
        let claims = push::receiver::verify(&request.headers["authorization"], &self.key).unwrap();
        let decided = claims.exp - SIGNED_FOR.num_seconds();
        assert!(decided <= ended.timestamp(), "the turn was over at {ended}; sent at {decided}");
        if request.at > ended {
            report.overtaken.push(request.at - ended);
        }
    }
}

/// Counts of a season.
#[derive(Default)]
pub struct Report {
    turns: usize,
    said: usize,
    /// Turns that ended before the message was due.
    over_before: usize,
    /// Messages that came more than once for a turn, to one browser.
    pub again: usize,
    /// Requests that the push service didn't answer.
    pub unanswered: usize,
    /// From when a message was due until the push service had the request.
    waits: Vec<TimeDelta>,
    /// How long after the end of the turn, of requests that had been decided on before.
    overtaken: Vec<TimeDelta>,
}

impl Report {
    /// How fast a machine is, a test may depend on only if it was asked for.
    fn assert_fast(&self, asked: bool) {
        let (_, p99, _) = summary(self.waits.clone());
        assert!(!asked || p99 < 5.0, "p99: {p99} s");
    }
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { turns, said, over_before, again, unanswered, .. } = self;
        let (p50, p99, most) = summary(self.waits.clone());
        let messages = self.waits.len();
        write!(
            f,
            "{turns} turns, {said} said, {over_before} over before it was due; {messages} messages: {again} again, {unanswered} without \
             an answer, p50 {p50:.3} s, p99 {p99:.3} s, longest {most:.3} s after they were due; {} overtaken",
            self.overtaken.len(),
        )?;
        self.overtaken
            .iter()
            .max()
            .map_or(Ok(()), |most| write!(f, " by {} ms at most", most.num_milliseconds()))
    }
}
