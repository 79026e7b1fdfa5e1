//! People at two tables out of three, the computer at the third, all through the proxy.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use bastide::account::{SessionId, UserId};
use bastide::cli::simulate::RandomPlayer;
use bastide::clock::Clock;
use bastide::engine::{Game, Record, Seat};
use bastide::service::{Principal, Service};
use bastide::table::{ComputerLevel, GameId, OpenTable, Settings, SubmissionKey, TimeControl};
use futures_util::future::join_all;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tokio::time::{sleep, timeout};

use super::machines::Machines;
use crate::crash::play::Stored;
use support::client::{self, Client};

/// Games of each pair of people.
const EACH: usize = 6;
/// How long people look at a page, in milliseconds and for each game.
const THINK: u64 = 50;
/// Longer than any request takes while the database is away.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a game may stand still, computers included.
const STILL: Duration = Duration::from_mins(2);

/// All players, and how it goes.
pub struct Everyone {
    tables: Vec<Table>,
    counts: Counts,
    think: u64,
    stopped: AtomicBool,
    /// Whether every request must succeed.
    calm: AtomicBool,
    /// How often that has changed.
    changes: AtomicUsize,
    /// Requests that failed although they had to succeed.
    pub complaints: Mutex<Vec<String>>,
}

/// What has happened so far.
#[derive(Debug, Default)]
pub struct Counts {
    pub requests: AtomicUsize,
    pub moves: AtomicUsize,
    pub computer_moves: AtomicUsize,
    /// Answers that a proxy or server gave in place of a page, by status; 0 for a connection that was cut.
    pub failed: Mutex<HashMap<u16, usize>>,
    /// The longest time in which a game had no move by a person, in milliseconds.
    pub longest: AtomicUsize,
    /// The slowest answer, in milliseconds.
    pub slowest: AtomicUsize,
    /// Goes up with each question whether all games go on.
    round: AtomicUsize,
}

struct Table {
    game: GameId,
    /// By seat; `None` for the computer.
    people: [Option<Person>; 2],
    number: usize,
    /// The last round in which there was a move.
    moved: AtomicUsize,
    /// The last request, when it was sent, and the status of the answer.
    doing: Mutex<(String, Option<Instant>, Option<u16>)>,
}

#[derive(Clone)]
struct Person {
    id: UserId,
    token: String,
}

/// The keys of the moves that a game was promised, in order, and one whose answer was lost.
#[derive(Debug, Default)]
pub struct Promised {
    keys: Vec<String>,
    unanswered: Option<String>,
}

impl Everyone {
    /// Opens tables in the database, at which all games have begun.
    pub async fn set_up(machines: &Machines, games: usize) -> Self {
        let service = Service::open(&machines.database_url(), Clock::system()).await.unwrap();
        let mut tables = Vec::new();
        for number in 0..games.div_ceil(EACH) {
            let people = [sign_up(&service, "ann", number).await, sign_up(&service, "ben", number).await];
            for nth in 0..EACH.min(games - tables.len()) {
                tables.push(open(&service, &people, nth, tables.len()).await);
            }
        }
        service.close().await;
        Self {
            tables,
            counts: Counts::default(),
            think: THINK * games as u64,
            stopped: AtomicBool::new(false),
            calm: AtomicBool::new(true),
            changes: AtomicUsize::new(0),
            complaints: Mutex::default(),
        }
    }

    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Plays all games until they end or are stopped.
    pub async fn play(&self, address: &str) -> Vec<Promised> {
        join_all(self.tables.iter().map(|table| self.play_table(table, address))).await
    }

    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub fn set_calm(&self, calm: bool) {
        self.changes.fetch_add(1, Ordering::SeqCst);
        self.calm.store(calm, Ordering::SeqCst);
    }

    pub async fn have_begun(&self) {
        self.all_have_moved().await;
    }

    /// Waits until there has been a move in every game that goes on.
    pub async fn all_have_moved(&self) {
        let round = self.counts.round.fetch_add(1, Ordering::SeqCst) + 1;
        let begun = Instant::now();
        let stands = |table: &&Table| table.moved.load(Ordering::SeqCst) < round;
        while self.tables.iter().any(|table| stands(&table)) {
            let still = || self.tables.iter().filter(stands).map(|table| (&table.game, &table.doing));
            assert!(begun.elapsed() < STILL, "these stand still: {:?}", still().collect::<Vec<_>>());
            sleep(Duration::from_millis(20)).await;
        }
    }

    async fn play_table(&self, table: &Table, address: &str) -> Promised {
        let mut player = Player::new(self, table, address);
        while !self.stopped.load(Ordering::Relaxed) {
            if !player.turn().await {
                break;
            }
            sleep(player.pause()).await;
        }
        // A game that is over stands still with everybody's leave.
        while !self.stopped.load(Ordering::Relaxed) {
            player.note_round();
            sleep(Duration::from_millis(20)).await;
        }
        player.promised
    }

    /// Asserts that every game has all moves that it was promised, each once and in order, and at most one more, whose answer was lost.
    pub fn assert_kept(&self, promised: &[Promised], stored: &Stored) {
        for (table, promised) in self.tables.iter().zip(promised) {
            let keys = stored.keys(table.game.as_str());
            let more = keys.strip_prefix(promised.keys.as_slice());
            let more = more.unwrap_or_else(|| panic!("{}: {keys:?} stored, {promised:?}", table.game));
            let unanswered = promised.unanswered.as_slice();
            assert!(more.is_empty() || more == unanswered, "{}: {more:?} stored, too", table.game);
        }
    }
}

async fn sign_up(service: &Service, name: &str, number: usize) -> Person {
    let address = IpAddr::V4(Ipv4Addr::new(10, 0, 0, u8::try_from(number).unwrap()));
    let address = Principal::anonymous(Some(address));
    let name = format!("{name}-{number}");
    let login = service.sign_up(&address, &name, "correct horse", "test").await.unwrap().login;
    Person { id: login.user.id, token: login.token.reveal() }
}

/// Every third table is against the computer.
async fn open(service: &Service, people: &[Person; 2], nth: usize, number: usize) -> Table {
    let computer = nth % 3 == 2;
    let opening = OpenTable {
        settings: Settings { time_control: TimeControl::of_days(Some(3)), ..Settings::default() },
        seats: 2,
        computers: if computer {
            vec![(Seat(1), [ComputerLevel::One, ComputerLevel::Four][number % 2])]
        } else {
            Vec::new()
        },
    };
    let as_user =
        |person: &Person| Principal::session(person.id.clone(), SessionId::new([0; 10]), false, None);
    let game = service.open_table(&as_user(&people[0]), &opening).await.unwrap();
    let seated = if computer { 1 } else { 2 };
    for person in &people[..seated] {
        service.join(&as_user(person), &game, None, None).await.unwrap();
    }
    let people = [Some(people[0].clone()), (!computer).then(|| people[1].clone())];
    Table { game, people, number, moved: AtomicUsize::new(0), doing: Mutex::default() }
}

/// Whoever is to move at a table.
struct Player<'a> {
    everyone: &'a Everyone,
    table: &'a Table,
    address: &'a str,
    client: Option<Client>,
    /// The game so far, without its header, which has the secret in the end.
    known: String,
    /// Tokens for forms, by seat.
    csrf: [Option<String>; 2],
    promised: Promised,
    random: Xoshiro256PlusPlus,
    moved: Instant,
}

impl<'a> Player<'a> {
    fn new(everyone: &'a Everyone, table: &'a Table, address: &'a str) -> Self {
        Self {
            everyone,
            table,
            address,
            client: None,
            known: String::new(),
            csrf: [None, None],
            promised: Promised::default(),
            random: Xoshiro256PlusPlus::seed_from_u64(table.number as u64),
            moved: Instant::now(),
        }
    }

    fn pause(&mut self) -> Duration {
        Duration::from_millis(self.random.random_range(0..=2 * self.everyone.think))
    }

    /// Looks at the game and, if a person is to move, at its page, and moves. `false`: the game is over, or everything was stopped.
    async fn turn(&mut self) -> bool {
        let game = &self.table.game;
        let token = |person: &Option<Person>| person.as_ref().map(|person| person.token.clone());
        let [first, second] = self.table.people.each_ref().map(token);
        let any = first.clone().unwrap_or_default();
        let Some(text) = self.get(&format!("/games/{game}/record.jsonl"), &any).await else { return false };
        let (_, events) = text.split_once('\n').expect("a header");
        assert!(events.starts_with(&self.known), "{game}: {events} after {}", self.known);
        let before = events_in(&self.known);
        events.clone_into(&mut self.known);
        let (_, position) = Record::read(&text).unwrap_or_else(|error| panic!("{game}: {error}: {text}"));
        let Some(colour) = position.to_move() else { return false };
        let seat = position.seat_of(colour).index();
        let Some(token) = [first, second][seat].clone() else {
            assert!(self.moved.elapsed() < STILL, "{game}: the computer does not move");
            return true;
        };
        if self.table.people[1].is_none() && events_in(&self.known) > before {
            self.everyone.counts.computer_moves.fetch_add(1, Ordering::Relaxed);
        }
        let Some(page) = self.get(&format!("/games/{game}"), &token).await else { return false };
        self.check(&page, &position);
        if self.csrf[seat].is_none() {
            self.csrf[seat] = between(&page, "name=\"csrf\" value=\"").map(str::to_owned);
        }
        let turn = RandomPlayer::default().choose(&position, &mut self.random).expect("a turn");
        let follower = turn.follower.map_or(String::new(), |follower| {
            format!("{}%40{}", follower.kind.word(), follower.on.to_string().replace(':', "%3A"))
        });
        let key = SubmissionKey::new(self.random.random()).as_str().to_owned();
        let form = format!(
            "csrf={}&expected={}&key={key}&tile={}&x={}&y={}&rotation={}&follower={follower}",
            self.csrf[seat].as_deref().expect("a form"),
            position.events(),
            turn.tile,
            turn.position.x,
            turn.position.y,
            turn.rotation.quarters(),
        );
        self.send(&client::post(&format!("/games/{game}/turns"), &token, &form), key).await
    }

    /// Asserts that a page shows the game as it is.
    fn check(&self, page: &str, position: &Game) {
        let last = between(page, "data-last=\"").and_then(|last| last.parse::<u32>().ok());
        assert_eq!(last, Some(position.events()), "{}: nobody else moves", self.table.game);
        let left = format!("{} left", position.tiles_left());
        let line = page.split("class=\"facts-line").nth(1);
        let shown = line.and_then(|line| line.split(['>', '<']).nth(1)).map(str::trim);
        assert_eq!(shown, Some(left.as_str()), "{}", self.table.game);
        assert!(page.contains("data-yours"), "{}: it is the viewer's turn", self.table.game);
    }

    /// Sends a move until it is acknowledged.
    async fn send(&mut self, request: &str, key: String) -> bool {
        self.promised.unanswered = Some(key);
        loop {
            match self.ask(request).await {
                Some((303, _)) => break,
                Some((200, text)) => panic!("{}: {text}", self.table.game),
                _ if self.everyone.stopped.load(Ordering::Relaxed) => return false,
                _ => {}
            }
        }
        self.promised.keys.extend(self.promised.unanswered.take());
        let waited = usize::try_from(self.moved.elapsed().as_millis()).unwrap();
        self.everyone.counts.longest.fetch_max(waited, Ordering::Relaxed);
        self.moved = Instant::now();
        self.everyone.counts.moves.fetch_add(1, Ordering::Relaxed);
        self.note_round();
        true
    }

    /// Notes that there was a move here.
    fn note_round(&self) {
        self.table.moved.store(self.everyone.counts.round.load(Ordering::SeqCst), Ordering::SeqCst);
    }

    /// A page, asked for until it comes. `None` once everything was stopped.
    async fn get(&mut self, path: &str, token: &str) -> Option<String> {
        loop {
            match self.ask(&client::get(path, token, "")).await {
                Some((200, text)) => return Some(text),
                _ if self.everyone.stopped.load(Ordering::Relaxed) => return None,
                _ => {}
            }
        }
    }

    /// The answer if it is a page or an acknowledgement; otherwise counts the failure and waits a little.
    async fn ask(&mut self, request: &str) -> Option<(u16, String)> {
        let everyone = self.everyone;
        let (calm, changes) = (everyone.calm.load(Ordering::SeqCst), everyone.changes.load(Ordering::SeqCst));
        everyone.counts.requests.fetch_add(1, Ordering::Relaxed);
        let what = request.split("\r\n").next().unwrap_or_default();
        let sent = Instant::now();
        *self.table.doing.lock().unwrap() = (what.to_owned(), Some(sent), None);
        let answer = timeout(PATIENCE, self.try_ask(request)).await.ok().flatten();
        let status = answer.as_ref().map_or(0, |(status, _)| *status);
        everyone
            .counts
            .slowest
            .fetch_max(usize::try_from(sent.elapsed().as_millis()).unwrap(), Ordering::Relaxed);
        self.table.doing.lock().unwrap().2 = Some(status);
        if matches!(status, 200 | 303) {
            return answer;
        }
        let text = answer.map(|(_, text)| text).unwrap_or_default();
        let may_fail = matches!(status, 0 | 502..=504);
        if !may_fail || calm && everyone.changes.load(Ordering::SeqCst) == changes {
            let complaint = format!("{status} for {what}: {text}");
            everyone.complaints.lock().unwrap().push(complaint);
        }
        *everyone.counts.failed.lock().unwrap().entry(status).or_default() += 1;
        assert!(may_fail, "{status} for {what}: {text}");
        self.client = None;
        sleep(Duration::from_millis(100)).await;
        None
    }

    async fn try_ask(&mut self, request: &str) -> Option<(u16, String)> {
        if self.client.is_none() {
            self.client = Client::try_connect(self.address).await.ok();
        }
        let answer = self.client.as_mut()?.try_ask(request).await.ok()?;
        Some((answer.status, answer.text()))
    }
}

fn events_in(text: &str) -> usize {
    text.lines().count()
}

fn between<'a>(page: &'a str, before: &str) -> Option<&'a str> {
    page.split_once(before)?.1.split('"').next()
}
