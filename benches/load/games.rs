//! Players with games to view and games to play, with all turns known in advance.

use std::net::{IpAddr, Ipv4Addr};
use std::ops::Range;
use std::time::Duration;

use bastide::account::{SessionId, UserId};
use bastide::cli::simulate::RandomPlayer;
use bastide::clock::Clock;
use bastide::engine::{Command, DrawSecret, Game, Seat};
use bastide::players;
use bastide::service::{Expected, Principal, Scope, Service, Submission, TokenLife};
use bastide::table::{ComputerLevel, GameId, OpenTable, Settings, TimeControl};
use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use sqlx::AnyPool;

use support::client::{self, Client};

/// Turns played before a game is viewed.
const MIDDLE: u32 = 36;

/// The test data.
pub struct TestData {
    pub pairs: Vec<Pair>,
    raw: AnyPool,
    before: usize,
}

/// Two players and their games.
pub struct Pair {
    pub tokens: [String; 2],
    /// With which a program of the first one uses the API.
    pub program: String,
    opener: UserId,
    /// A game in mid-play, for viewing.
    pub middle: GameId,
    games: Vec<Vec<Turn>>,
}

/// A turn to submit.
pub struct Turn {
    pub game: GameId,
    pub seat: usize,
    /// The fields that a preview has, too.
    pub draft: String,
    /// The other fields, without the form token.
    pub submission: String,
}

impl Turn {
    /// All fields without the form token.
    pub fn form(&self) -> String {
        format!("{}&{}", self.submission, self.draft)
    }
}

impl Pair {
    /// All turns of all games, in order.
    #[allow(dead_code, reason = "for tests that include this bench")]
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.games.iter().flatten()
    }

    /// The turns of a game.
    pub fn game(&self, number: usize) -> std::slice::Iter<'_, Turn> {
        self.games[number].iter()
    }

    /// The first turns of all games, then the second turns, and so on: no game ends long before the others.
    pub fn rounds(&self) -> impl Iterator<Item = &Turn> {
        let longest = self.games.iter().map(Vec::len).max().unwrap_or_default();
        (0..longest).flat_map(|turn| self.games.iter().filter_map(move |game| game.get(turn)))
    }
}

impl TestData {
    /// Signs up pairs with these numbers, with as many games each.
    pub async fn set_up(url: &str, pairs: Range<usize>, games: usize) -> Self {
        let service = Service::open(url, Clock::system()).await.unwrap();
        let raw = AnyPool::connect(url).await.unwrap();
        let bar = ProgressBar::new(pairs.len() as u64).with_message("setting up");
        let mut ready = Vec::new();
        for number in pairs {
            ready.push(pair(&service, &raw, number, games).await);
            bar.inc(1);
        }
        bar.finish_and_clear();
        service.close().await;
        let before = turns_stored(&raw).await;
        Self { pairs: ready, raw, before }
    }

    /// Each player's CSRF token.
    pub async fn forms(&self, address: &str) -> Vec<[String; 2]> {
        let mut forms = Vec::new();
        for pair in &self.pairs {
            let mut client = Client::connect(address).await;
            let mut of_both = Vec::new();
            for token in &pair.tokens {
                let page = client.ask(&client::get("/tables/new", token, "")).await.text();
                let after = page.split("name=\"csrf\" value=\"").nth(1).expect("the page has no form");
                of_both.push(after.split('"').next().unwrap().to_owned());
            }
            forms.push(of_both.try_into().unwrap());
        }
        forms
    }

    /// Opens tables with a computer player of level 8. In about half of the games it moves first, after a search of a second
    /// or more.
    pub async fn queue_searches(&self, url: &str, tables: usize) {
        let service = Service::open(url, Clock::system()).await.unwrap();
        let computers = vec![(Seat(0), ComputerLevel::Eight)];
        let opening = OpenTable { computers, ..table() };
        for number in 0..tables {
            let user = as_user(&self.pairs[number % self.pairs.len()].opener);
            service.open_and_join(&user, &opening, None).await.unwrap();
        }
        service.close().await;
    }

    /// Waits until the server has run the jobs that the setup has left.
    pub async fn wait_for_jobs(&self) {
        let due = "SELECT COUNT(*) FROM jobs WHERE failed = 0 AND (due <= $1 OR lease IS NOT NULL)";
        let now = || Clock::system().now().timestamp_millis();
        while sqlx::query_scalar::<_, i64>(due).bind(now()).fetch_one(&self.raw).await.unwrap() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// How many turns were stored since the setup.
    pub async fn stored(&self) -> usize {
        turns_stored(&self.raw).await - self.before
    }
}

async fn turns_stored(raw: &AnyPool) -> usize {
    let count: i64 =
        sqlx::query_scalar("SELECT COUNT(DISTINCT submission) FROM events").fetch_one(raw).await.unwrap();
    usize::try_from(count).unwrap()
}

async fn pair(service: &Service, raw: &AnyPool, number: usize, games: usize) -> Pair {
    let mut people = Vec::new();
    for name in ["ann", "ben"] {
        let address = IpAddr::V4(Ipv4Addr::new(10, 0, 0, u8::try_from(number).unwrap()));
        let address = Principal::anonymous(Some(address));
        let name = format!("{name}-{number}");
        people.push(service.sign_up(&address, &name, "correct horse", "bench").await.unwrap().login);
    }
    let users = [&people[0].user.id, &people[1].user.id];
    let middle = open(service, users).await;
    play_to_the_middle(service, &middle, users).await;
    let mut scripts = Vec::new();
    for game in 0..games {
        let id = open(service, users).await;
        let seed = u64::try_from(number * games + game).unwrap();
        scripts.push(script(service, raw, id, seed).await);
    }
    let tokens = [people[0].token.reveal(), people[1].token.reveal()];
    let confirmed = as_user(users[0]).confirmed_at(service.now());
    let program = service.make_token(&confirmed, "load", Scope::Read.into(), TokenLife::Endless).await;
    let program = program.unwrap().reveal().to_owned();
    Pair { tokens, program, opener: people[0].user.id.clone(), middle, games: scripts }
}

async fn open(service: &Service, users: [&UserId; 2]) -> GameId {
    let game = service.open_table(&as_user(users[0]), &table()).await.unwrap();
    for user in users {
        service.join(&as_user(user), &game, None, None).await.unwrap();
    }
    game
}

fn table() -> OpenTable {
    OpenTable {
        settings: Settings { time_control: TimeControl::of_days(Some(3)), ..Settings::default() },
        seats: 2,
        computers: Vec::new(),
    }
}

async fn play_to_the_middle(service: &Service, game: &GameId, users: [&UserId; 2]) {
    for _ in 0..MIDDLE {
        let play =
            service.table(&Principal::anonymous(None), game, None).await.unwrap().unwrap().play.unwrap();
        let Some(colour) = play.game.to_move() else { return };
        let turn = players::choose(&play.game).unwrap();
        let form = Submission { expected: Expected(play.last()), key: service.new_key() };
        service.turn(&as_user(users[play.game.seat_of(colour).index()]), game, &form, turn).await.unwrap();
    }
}

/// All turns of a game. The draws are known because the secret is read from the database.
async fn script(service: &Service, raw: &AnyPool, id: GameId, seed: u64) -> Vec<Turn> {
    let secret: String = sqlx::query_scalar("SELECT secret FROM games WHERE id = $1")
        .bind(id.as_str())
        .fetch_one(raw)
        .await
        .unwrap();
    let play = service.table(&Principal::anonymous(None), &id, None).await.unwrap().unwrap().play.unwrap();
    let dealer = play.header().dealer(&DrawSecret::from_hex(&secret).unwrap());
    let mut game: Game = play.game.clone();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut player = RandomPlayer::default();
    let mut turns = Vec::new();
    while let Some(turn) = player.choose(&game, &mut rng) {
        let colour = game.to_move().unwrap();
        let follower = turn.follower.map_or(String::new(), |follower| {
            format!("{}%40{}", follower.kind.word(), follower.on.to_string().replace(':', "%3A"))
        });
        let submission = format!("expected={}&key={}", game.events(), service.new_key().as_str());
        let draft = format!(
            "tile={}&x={}&y={}&rotation={}&follower={follower}",
            turn.tile,
            turn.position.x,
            turn.position.y,
            turn.rotation.quarters(),
        );
        turns.push(Turn { game: id.clone(), seat: game.seat_of(colour).index(), draft, submission });
        game.execute(&Command::Play(turn), &dealer, &mut Vec::new()).unwrap();
    }
    turns
}

/// A principal with a session that the database doesn't need to know.
fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}
