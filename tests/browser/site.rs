//! A deterministic site: a manual clock, fixed draws, and players with a fixed strategy.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::path::Path;

use bastide::account::{HashCost, SessionId, UserId};
use bastide::chance::Chance;
use bastide::clock::Clock;
use bastide::engine::{Command, DrawSecret, DrawVersion, Game, Header, Ruleset, Seat};
use bastide::jobs::Runner;
use bastide::players;
use bastide::service::{Expected, Principal, Service, Submission};
use bastide::table::{self, GameId, OpenTable, TimeControl};
use bastide::web::{Settings, serve};
use chrono::{DateTime, TimeDelta};
use sqlx::{AnyPool, Row as _};
use support::database::copy_with_tables;
use tempfile::TempDir;

use crate::browser::Browser;
use crate::play::PASSWORD;

/// A server in the test's own process.
pub struct Site {
    pub service: Service,
    pub clock: Clock,
    origin: String,
    database: AnyPool,
    _folder: TempDir,
}

impl Site {
    /// Starts it on Friday, 20 November 2026, at noon.
    pub async fn open() -> Self {
        Self::open_at("127.0.0.1", &[]).await
    }

    /// The same under a name: browsers allow no passkeys for addresses.
    pub async fn open_at_localhost() -> Self {
        Self::open_at("localhost", &[]).await
    }

    /// The same with new accounts that administer it.
    pub async fn open_with(admins: &[&str]) -> Self {
        Self::open_at("127.0.0.1", admins).await
    }

    async fn open_at(host: &str, admins: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bastide.db");
        let clock = Clock::standing_at(DateTime::from_timestamp(1_795_176_000, 0).unwrap());
        let migrate = async |url: &str| Service::open(url, clock.clone()).await.unwrap().close().await;
        copy_with_tables(&file, Path::new(env!("CARGO_TARGET_TMPDIR")), migrate).await;
        let url = format!("sqlite:{}", file.display());
        let service = Service::open(&url, clock.clone()).await.unwrap();
        let mut service =
            service.with_chance(Chance::from_seed(support::seed())).with_hash_cost(HashCost::LEAST);
        let admins: Vec<String> = admins.iter().map(|name| (*name).to_owned()).collect();
        for name in &admins {
            service.sign_up(&Principal::anonymous(None), name, PASSWORD, "test").await.unwrap();
        }
        service = service.with_staff(&admins, &[]).await.unwrap().0;
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let origin = format!("http://{host}:{}", listener.local_addr().unwrap().port());
        let settings = Settings { origin: origin.clone(), threads: Some(1), ..Settings::default() };
        tokio::spawn(serve(service.clone(), &settings, listener).unwrap());
        let database = AnyPool::connect(&url).await.unwrap();
        Self { service, clock, origin, database, _folder: folder }
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// A user with an account.
    pub async fn person(&self, name: &str) -> UserId {
        let home = Principal::anonymous(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        self.service.sign_up(&home, name, PASSWORD, "test").await.unwrap().login.user.id
    }

    /// In how many games an open page has shown a user that it is their turn.
    pub async fn turns_seen(&self) -> i64 {
        let seen = "SELECT COUNT(*) FROM waiting WHERE seen IS NOT NULL";
        sqlx::query(seen).fetch_one(&self.database).await.unwrap().get(0)
    }

    /// Runs all jobs that are due.
    pub async fn run_jobs(&self) {
        Runner::new(self.service.clone()).run_due().await.unwrap();
    }

    /// Runs a job that a server always has, and what it leads to.
    pub async fn run_standing_job(&self, kind: &str) {
        let job = "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ($1, $1, 'analysis', '', 0, 0)";
        sqlx::query(job).bind(kind).execute(&self.database).await.unwrap();
        self.run_jobs().await;
    }

    /// Gives up all jobs.
    pub async fn fail_jobs(&self) {
        let failed = "UPDATE jobs SET failed = due, attempts = 10, error = 'table games, column header, row 7: missing field'";
        sqlx::query(failed).execute(&self.database).await.unwrap();
    }

    /// Lets all analyses be of an earlier version.
    pub async fn outdate_analyses(&self) {
        let outdate = r#"UPDATE analyses SET report = REPLACE(report, '"analysis":' || version || ',', '"analysis":1,'), version = 1"#;
        sqlx::query(outdate).execute(&self.database).await.unwrap();
    }

    /// The account with this name.
    pub async fn user(&self, name: &str) -> UserId {
        let home = Principal::anonymous(Some(IpAddr::V4(Ipv4Addr::LOCALHOST)));
        self.service.log_in(&home, name, PASSWORD, "test").await.unwrap().user.id
    }

    /// Signs a user in.
    pub async fn sign_in(&self, browser: &Browser, name: &str) {
        browser.goto(&self.url("/login")).await;
        browser.fill("name", name).await;
        browser.fill("password", PASSWORD).await;
        browser.follow(browser.element("main form button").await).await;
    }

    /// A public table; `draw` determines its draws.
    pub async fn table(&self, rules: Ruleset, seats: usize, opener: &UserId, draw: u8) -> GameId {
        let opening = OpenTable {
            settings: table::Settings {
                rules,
                time_control: TimeControl::of_days(Some(3)),
                ..table::Settings::default()
            },
            seats: u8::try_from(seats).unwrap(),
            computers: Vec::new(),
        };
        let game = self.service.open_table(&as_user(opener), &opening).await.unwrap();
        sqlx::query("UPDATE games SET secret = $1 WHERE id = $2")
            .bind(format!("{draw:02x}").repeat(32))
            .bind(game.as_str())
            .execute(&self.database)
            .await
            .unwrap();
        game
    }

    /// A game of these players, opened by the first.
    pub async fn game(&self, rules: Ruleset, players: &[&UserId], draw: u8) -> GameId {
        let game = self.table(rules, players.len(), players[0], draw).await;
        let mut salts = Vec::new();
        for (player, words) in players.iter().zip(["oak", "ash", "elm", "fir", "yew", "bay"]) {
            self.service.join(&as_user(player), &game, None, None).await.unwrap();
            salts.push(Some(words.to_owned()));
        }
        self.deal_again(&game, draw, salts).await;
        game
    }

    /// A rated game of these players that is over.
    pub async fn rated_game(&self, players: &[&UserId]) -> GameId {
        let settings = table::Settings {
            time_control: TimeControl::of_days(Some(3)),
            rated: true,
            ..table::Settings::default()
        };
        let seats = u8::try_from(players.len()).unwrap();
        let opening = OpenTable { settings, seats, computers: Vec::new() };
        let game = self.service.open_table(&as_user(players[0]), &opening).await.unwrap();
        for player in players {
            self.service.join(&as_user(player), &game, None, None).await.unwrap();
        }
        self.play(&game, players, 100).await;
        game
    }

    /// Deals a game that has just started by version 1 of the draw, in which it has the tiles of the reference pictures.
    async fn deal_again(&self, game: &GameId, draw: u8, salts: Vec<Option<String>>) {
        let row = sqlx::query("SELECT header FROM games WHERE id = $1").bind(game.as_str());
        let row = row.fetch_one(&self.database).await.unwrap();
        let known = Header::from_stored_json(&row.get::<String, _>(0)).unwrap();
        let secret = DrawSecret::new([draw; 32]);
        let dealer = secret.dealer(DrawVersion::One, &salts);
        let first = dealer.first_seat(u32::try_from(salts.len()).unwrap());
        let first = Seat(u8::try_from(first).unwrap());
        let mut header = Header::new(known.rules, known.seats, first);
        (header.id, header.created, header.commitment) = (known.id, known.created, known.commitment);
        (header.handicaps, header.salts) = (known.handicaps, salts);
        let mut events = Vec::new();
        Game::new(&header).unwrap().execute(&Command::Start, &dealer, &mut events).unwrap();
        let update = sqlx::query("UPDATE games SET header = $2 WHERE id = $1");
        let update = update.bind(game.as_str()).bind(header.to_stored_json());
        update.execute(&self.database).await.unwrap();
        for (event, n) in events.iter().zip(1_i64..) {
            let update = sqlx::query("UPDATE events SET body = $3 WHERE game = $1 AND n = $2");
            let update = update.bind(game.as_str()).bind(n).bind(serde_json::to_string(event).unwrap());
            assert_eq!(update.execute(&self.database).await.unwrap().rows_affected(), 1);
        }
        self.service.rebuild(false, |_, _| ()).await.unwrap();
    }

    /// Plays at least this many turns, and on until the first player is to move or the game is over. A turn takes half an hour.
    pub async fn play(&self, game: &GameId, players: &[&UserId], turns: usize) {
        for turn in 0.. {
            let replay =
                self.service.table(&as_user(players[0]), game, None).await.unwrap().unwrap().play.unwrap();
            let Some(colour) = replay.game.to_move() else { return };
            let mover = replay.game.seat_of(colour).index();
            if turn >= turns && mover == 0 {
                return;
            }
            self.clock.advance(TimeDelta::minutes(30));
            let choice = players::choose(&replay.game).unwrap();
            let sent = Submission { expected: Expected(replay.last()), key: self.service.new_key() };
            self.service.turn(&as_user(players[mover]), game, &sent, choice).await.unwrap();
        }
    }

    /// Plays a game of people to its end.
    pub async fn finish(&self, game: &GameId) {
        let visitor = Principal::anonymous(None);
        let table = self.service.table(&visitor, game, None).await.unwrap().unwrap().table;
        let players: Vec<UserId> =
            table.seats().into_iter().map(|one| one.unwrap().user().unwrap().clone()).collect();
        self.play(game, &players.iter().collect::<Vec<_>>(), 200).await;
    }
}

/// A user, with a session that need not be in the database.
pub fn as_user(user: &UserId) -> Principal {
    Principal::session(user.clone(), SessionId::new([0; 10]), false, None)
}
