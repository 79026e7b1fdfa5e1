//! Plays a few games and copies them.

use account::{HashMemory, Password, UserId, UserName};
use chrono::TimeDelta;
use service::{Expected, Principal, Scope, Service, Submission};
use sqlx::AnyPool;
use store::{NewUser, Store};
use table::{GameId, OpenTable, Settings, TimeControl};

use super::copies::{self, Copies};

/// Games copied per statement.
const BATCH: i64 = 2000;
/// Turns of the finished games. Short, since lists don't depend on the length of games.
const TURNS: [u32; 4] = [1, 2, 3, 4];
/// Games in progress and open tables. Only the first fill adds them: what a dashboard shows does not grow with the number of
/// finished games.
const PLAYING: i64 = 200;
const OPEN: i64 = 50;
/// Days per turn of other games in progress.
const LIMIT: u8 = 3;

pub type Failed = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone, Debug)]
pub struct Filled {
    /// How many accounts there are, named `player-0` and so on. The first plays in every tenth game.
    pub users: i64,
    /// Shared by all of these accounts.
    pub password: String,
}

/// Fills the database of a service.
#[derive(Debug)]
pub struct Filler {
    service: Service,
    store: Store,
    /// Writes past the store, which has no statements for many games at once.
    raw: AnyPool,
}

/// The id of a numbered account.
pub fn user_id(number: u32) -> Option<UserId> {
    UserId::parse(&(1_000_000_000_000_000_u64 + u64::from(number)).to_string())
}

impl Filler {
    /// `url` must be that of the service's database.
    pub async fn open(service: &Service, url: &str) -> Result<Self, Failed> {
        let store = Store::open(url).await?;
        Ok(Self { service: service.clone(), store, raw: AnyPool::connect(url).await? })
    }

    /// Leaves the service open.
    pub async fn close(&self) {
        self.raw.close().await;
        self.store.close().await;
    }

    /// Adds `games` short finished games and their players; an empty database also gets some games in progress and open
    /// tables. They are copies of a few games that are really played, so they can be replayed.
    pub async fn fill(&self, games: u32, seed: u32, mut progress: impl FnMut(u64)) -> Result<Filled, Failed> {
        let games = i64::from(games);
        let users = (games / 20).clamp(100, 50_000);
        let password = account::base32(&self.service.random_bytes::<15>());
        let players = self.two_players(&password).await?;
        copies::copy_user(&self.raw, &players[0], (2, users - 1)).await?;
        let mut number = self.store.count_games().await?;
        let is_empty = number == 0;
        let base = Copies {
            template: GameId::new(self.service.random_bytes()),
            numbers: (0, 0),
            users,
            seed: seed.into(),
            busy_player: true,
            from: self.service.now() - TimeDelta::seconds(games + 1),
            span: games.max(1),
        };
        let mut templates = Vec::new();
        for turns in TURNS {
            templates.push(self.template(&players, &opening(), turns, true).await?);
        }
        let finished_before = number + games;
        while number < finished_before {
            for template in &templates {
                let last = (number + BATCH).min(finished_before) - 1;
                if number <= last {
                    let numbers = (number, last);
                    self.copy(&Copies { template: template.clone(), numbers, ..base.clone() }).await?;
                    progress(u64::try_from(last + 1 - number).unwrap_or_default());
                    number = last + 1;
                }
            }
        }
        if is_empty {
            self.fill_in_progress(&players, number, base).await?;
        }
        self.analyze().await?;
        Ok(Filled { users, password })
    }

    /// Adds games in progress with deadlines to a filled database, among all players alike: what a dashboard shows does not
    /// grow with them.
    pub async fn fill_running(&self, games: u32, seed: u32, users: i64) -> Result<(), Failed> {
        if games == 0 {
            return Ok(());
        }
        let players = [numbered(0)?, numbered(1)?];
        let limited = opening().with(|settings| settings.time_control = TimeControl::of_days(Some(LIMIT)));
        let template = self.template(&players, &limited, 6, false).await?;
        let (begin, games) = (self.store.count_games().await?, i64::from(games));
        let base = Copies {
            template,
            numbers: (0, 0),
            users,
            seed: seed.into(),
            busy_player: false,
            // All deadlines are still to come.
            from: self.service.now() - TimeDelta::days(1),
            span: games.min(86_400),
        };
        let mut number = begin;
        while number < begin + games {
            let last = (number + BATCH).min(begin + games) - 1;
            self.copy(&Copies { numbers: (number, last), ..base.clone() }).await?;
            number = last + 1;
        }
        self.analyze().await
    }

    /// Adds games in progress and open tables, numbered from `number`.
    async fn fill_in_progress(
        &self,
        players: &[UserId; 2],
        mut number: i64,
        base: Copies,
    ) -> Result<(), Failed> {
        let playing = self.template(players, &opening(), 6, false).await?;
        let open = self.service.open_table(&player(&players[0]), &opening()).await?;
        self.service.join(&player(&players[0]), &open, None, None).await?;
        for (template, count) in [(playing, PLAYING), (open, OPEN)] {
            let numbers = (number, number + count - 1);
            let from = self.service.now();
            self.copy(&Copies { template, numbers, from, span: count, ..base.clone() }).await?;
            number += count;
        }
        Ok(())
    }

    async fn copy(&self, copies: &Copies) -> Result<(), Failed> {
        Ok(copies::copy_game(&self.raw, copies).await?)
    }

    /// Updates the query planner's statistics.
    async fn analyze(&self) -> Result<(), Failed> {
        sqlx::query("ANALYZE").execute(&self.raw).await?;
        Ok(())
    }

    /// The accounts `player-0` and `player-1`, with their password set to this one.
    async fn two_players(&self, password: &str) -> Result<[UserId; 2], Failed> {
        let players = [numbered(0)?, numbered(1)?];
        for (number, id) in players.iter().enumerate() {
            let name = UserName::parse(&format!("player-{number}"))?;
            let salt = self.service.random_bytes();
            let password = Password::new(password, name.as_str())?.hash(salt, &mut HashMemory::default());
            let (codes, created) = (Vec::new(), self.service.now());
            let new =
                NewUser { id: id.clone(), name, password: password.clone(), codes, created, guest: false };
            if !self.store.add_user(&new).await? {
                self.store.set_password(id, &password, None).await?;
            }
        }
        Ok(players)
    }

    /// Plays a game for some turns, then resigns if `finished`.
    async fn template(
        &self,
        players: &[UserId; 2],
        opening: &OpenTable,
        turns: u32,
        finished: bool,
    ) -> Result<GameId, Failed> {
        let service = &self.service;
        let game = service.open_table(&player(&players[0]), opening).await?;
        for id in players {
            service.join(&player(id), &game, None, None).await?;
        }
        for turn in 0..=turns {
            let view = service.table(&player(&players[0]), &game, None).await?.ok_or("the game is gone")?;
            let replay = view.play.ok_or("the game has not started")?;
            let form = Submission { expected: Expected(replay.last()), key: service.new_key() };
            let colour = replay.game.to_move().ok_or("the game is over")?;
            let player = player(players.get(replay.game.seat_of(colour).index()).ok_or("no such seat")?);
            if turn < turns {
                let turn = players::choose(&replay.game).ok_or("no turn")?;
                service.turn(&player, &game, &form, turn).await?;
            } else if finished {
                service.resign(&player, &game, &form).await?;
            }
        }
        Ok(game)
    }
}

fn numbered(number: u32) -> Result<UserId, Failed> {
    Ok(user_id(number).ok_or("ids have a new format")?)
}

fn player(user: &UserId) -> Principal {
    Principal::token(user.clone(), Scope::Read | Scope::Play, None)
}

fn opening() -> OpenTable {
    OpenTable { settings: Settings::default(), seats: 2, computers: Vec::new() }
}
