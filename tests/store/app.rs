//! A fresh database with a service on it, and users who play.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use bastide::account::{HashCost, SessionId, UserId};
use bastide::chance::Chance;
use bastide::clock::Clock;
use bastide::engine::{Seat, Turn};
use bastide::jobs::{JobCounts, Runner};
use bastide::players;
use bastide::service::{Expected, PlayError, Played, Principal, Service, Submission};
use bastide::table::{ComputerLevel, GameId, Job, OpenTable, Replay, Settings, SubmissionKey, TimeControl};
use chrono::DateTime;
use sqlx::{AnyPool, AssertSqlSafe};
use support::database::Database;
use tools::fill::Filler;

/// A visitor at the local address who is not signed in.
pub const HOME: Principal = at(Ipv4Addr::LOCALHOST);

/// A visitor at that address who is not signed in.
pub const fn at(address: Ipv4Addr) -> Principal {
    Principal::anonymous(Some(IpAddr::V4(address)))
}

/// A user at the local address, with a session that need not be in the database.
pub fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, HOME.address())
}

/// A guest at the local address.
pub fn as_guest(guest: &UserId) -> Principal {
    Principal::session(guest.clone(), SessionId::new([0; 10]), true, HOME.address())
}

/// A user who has just confirmed who they are.
pub fn as_confirmed(user: &UserId, clock: &Clock) -> Principal {
    as_user(user).confirmed_at(clock.now())
}

/// A test's own database.
pub struct TestApp {
    pub url: String,
    pub clock: Clock,
    chance: Chance,
    pub service: Service,
    /// A second connection to the database, for reading and damaging rows.
    pub raw: AnyPool,
    /// To be removed, unless the test has the whole database for itself.
    database: Option<Database>,
}

async fn migrate(url: &str) {
    Service::open(url, standing_clock()).await.unwrap().close().await;
}

async fn postgres_with_tables() -> Database {
    Database::postgres_with_tables(migrate).await
}

/// Spreads the tables over the nodes of the Citus cluster that the test runs on (docs/scaling.md).
async fn spread(url: &str) {
    migrate(url).await;
    let admin = AnyPool::connect(url).await.unwrap();
    sqlx::raw_sql(include_str!("../../docs/deploy/citus.sql")).execute(&admin).await.unwrap();
    admin.close().await;
}

impl TestApp {
    pub async fn on_sqlite() -> Self {
        let tmp = Path::new(env!("CARGO_TARGET_TMPDIR"));
        Self::on(Database::sqlite_with_tables(tmp, migrate).await, standing_clock()).await
    }

    pub async fn on_postgres() -> Self {
        Self::on_postgres_at(standing_clock()).await
    }

    /// On PostgreSQL, with this clock.
    pub async fn on_postgres_at(clock: Clock) -> Self {
        let database = postgres_with_tables().await;
        if support::setting("BASTIDE_TEST_CITUS").is_some() {
            spread(&database.url).await;
        }
        Self::on(database, clock).await
    }

    /// On PostgreSQL with all tables in one place, also where the tests run on a Citus cluster.
    pub async fn on_one_postgres() -> Self {
        Self::on(postgres_with_tables().await, standing_clock()).await
    }

    /// In a database that is all the test's own.
    pub async fn in_database(url: &str, clock: Clock) -> Self {
        sqlx::any::install_default_drivers();
        Self::at(url.to_owned(), None, clock).await
    }

    async fn on(database: Database, clock: Clock) -> Self {
        Self::at(database.url.clone(), Some(database), clock).await
    }

    async fn at(url: String, database: Option<Database>, clock: Clock) -> Self {
        let chance = Chance::from_seed(support::seed());
        let service = open(&url, &clock, &chance).await;
        // A different name, so that the service's connections can be told apart.
        let raw = AnyPool::connect(&url.replace("application_name=", "application_name=raw_")).await.unwrap();
        Self { url, clock, chance, service, raw, database }
    }

    /// A second process on the same database.
    pub async fn second_process(&self) -> Service {
        open(&self.url, &self.clock, &self.chance).await
    }

    /// A process of a host's, whose passwords cost what they should.
    pub async fn with_costly_passwords(&self) -> Service {
        Service::open(&self.url, self.clock.clone()).await.unwrap()
    }

    /// Fills the database with games.
    pub async fn filler(&self) -> Filler {
        Filler::open(&self.service, &self.url).await.unwrap()
    }

    pub async fn leave(self) {
        self.service.close().await;
        self.raw.close().await;
        if let Some(database) = self.database {
            database.remove().await;
        }
    }

    /// A user with an account.
    pub async fn person(&self, name: &str) -> UserId {
        let signed_up = self.service.sign_up(&HOME, name, "correct horse", "test").await;
        signed_up.unwrap_or_else(|error| panic!("{name}: {error:?}")).login.user.id
    }

    /// A public two-player game that has started.
    pub async fn game_of(&self, players: &[&UserId], clock_days: Option<u8>) -> GameId {
        self.game_with(players, |settings| settings.time_control = TimeControl::of_days(clock_days)).await
    }

    /// A game with changed settings that has started.
    pub async fn game_with(&self, players: &[&UserId], change: impl FnOnce(&mut Settings)) -> GameId {
        let opening = OpenTable { seats: u8::try_from(players.len()).unwrap(), ..two_seats() }.with(change);
        let game = self.service.open_table(&as_user(players[0]), &opening).await.unwrap();
        for player in players {
            self.service.join(&as_user(player), &game, None, None).await.unwrap();
        }
        game
    }

    /// A private game of two that has started.
    pub async fn private_game(&self, one: &UserId, other: &UserId) -> GameId {
        let opening = two_seats().with(|settings| settings.public = false);
        let game = self.service.open_and_join(&as_user(one), &opening, None).await.unwrap();
        let invite = self.service.table(&as_user(one), &game, None).await.unwrap().unwrap().invite;
        self.service.join(&as_user(other), &game, invite.as_ref(), None).await.unwrap();
        game
    }

    /// Lets a player resign, whoever is to move.
    pub async fn resign(&self, player: &UserId, game: &GameId) {
        let view = self.service.table(&as_user(player), game, None).await.unwrap().unwrap();
        let last = view.play.unwrap().last();
        self.service.resign(&as_user(player), game, &submission(&self.service, last)).await.unwrap();
    }

    /// The game as everybody sees it.
    pub async fn replay(&self, game: &GameId) -> std::sync::Arc<Replay> {
        let table = self.service.table(&HOME, game, None).await.unwrap().expect("a public game");
        table.play.expect("a game that has begun")
    }

    /// A sensible next turn, and whose turn it is.
    pub async fn next_turn(&self, game: &GameId, players: &[&UserId]) -> (UserId, u32, Turn) {
        let replay = self.replay(game).await;
        let colour = replay.game.to_move().expect("the game goes on");
        let player = players[replay.game.seat_of(colour).index()].clone();
        (player, replay.last(), players::choose(&replay.game).expect("a turn"))
    }

    /// Plays one turn of the player to move.
    pub async fn play(&self, game: &GameId, players: &[&UserId]) -> Result<Played, PlayError> {
        let (player, expected, turn) = self.next_turn(game, players).await;
        self.service.turn(&as_user(&player), game, &submission(&self.service, expected), turn).await
    }

    /// Changes rows behind the program's back.
    pub async fn damage(&self, statement: &str) {
        let done = sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&self.raw).await.unwrap();
        assert!(done.rows_affected() > 0, "{statement} hits a row");
    }

    /// Runs a query that returns a number.
    pub async fn count(&self, statement: &str) -> i64 {
        sqlx::query_scalar(AssertSqlSafe(statement.to_owned())).fetch_one(&self.raw).await.unwrap()
    }
}

async fn open(url: &str, clock: &Clock, chance: &Chance) -> Service {
    let service = Service::open(url, clock.clone()).await.unwrap();
    service.with_chance(chance.clone()).with_hash_cost(HashCost::LEAST)
}

fn standing_clock() -> Clock {
    Clock::standing_at(DateTime::from_timestamp_millis(1_790_000_000_000).unwrap())
}

/// A table for two people.
pub fn two_seats() -> OpenTable {
    OpenTable { settings: Settings::default(), seats: 2, computers: Vec::new() }
}

/// A table against the computer, which has the second seat.
pub fn against_computer() -> OpenTable {
    OpenTable { computers: vec![(Seat(1), ComputerLevel::One)], ..two_seats() }
}

/// Runs all jobs that are due, as a server does in the background.
pub async fn run_jobs(service: &Service) -> JobCounts {
    Runner::new(service.clone()).run_due().await.unwrap()
}

/// Runs all jobs that are due, and returns the number of turns that timed out.
pub async fn time_outs(service: &Service) -> u32 {
    run_jobs(service).await.stored(Job::TIME_OUT)
}

/// A form that is sent for the first time.
pub fn submission(service: &Service, expected: u32) -> Submission {
    Submission { expected: Expected(expected), key: service.new_key() }
}

/// A form with this idempotency key.
pub fn keyed(key: &str, expected: u32) -> Submission {
    Submission { expected: Expected(expected), key: SubmissionKey::parse(key).unwrap() }
}
