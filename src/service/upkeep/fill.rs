//! Fills a database with games to measure how the server scales.

use crate::{Expected, Principal, Scope, Service, Submission};
use account::{Password, UserId, UserName};
use chrono::TimeDelta;
use store::{Copies, NewUser, filler};
use table::{GameId, OpenTable, Settings, TimeControl};

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

/// Shown only to the host.
type Failed = Box<dyn std::error::Error + Send + Sync>;

#[derive(Clone, Debug)]
pub struct Filled {
    /// How many accounts there are, named `player-0` and so on. The first plays in every tenth game.
    pub users: i64,
    /// Shared by all of these accounts.
    pub password: String,
}

impl Service {
    /// Adds `games` short finished games and their players; an empty database also gets some games in progress and open
    /// tables. They are copies of a few games that are really played, so they can be replayed.
    pub async fn fill(&self, games: u32, seed: u32, mut progress: impl FnMut(u64)) -> Result<Filled, Failed> {
        let games = i64::from(games);
        let users = (games / 20).clamp(100, 50_000);
        let password = account::base32(&self.chance.bytes::<15>());
        let players = self.two_players(&password).await?;
        self.store.copy_user(&players[0], 2, users - 1).await?;
        let mut number = self.store.count_games().await?;
        let is_empty = number == 0;
        let base = Copies {
            template: GameId::new(self.chance.bytes()),
            numbers: (0, 0),
            users,
            seed: seed.into(),
            busy_player: true,
            from: self.now() - TimeDelta::seconds(games + 1),
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
                    self.store
                        .copy_game(&Copies { template: template.clone(), numbers, ..base.clone() })
                        .await?;
                    progress(u64::try_from(last + 1 - number).unwrap_or_default());
                    number = last + 1;
                }
            }
        }
        if is_empty {
            self.fill_in_progress(&players, number, base).await?;
        }
        self.store.analyze().await?;
        Ok(Filled { users, password })
    }

    /// Adds games in progress with deadlines to a filled database, among all players alike: what a dashboard shows does not
    /// grow with them.
    pub async fn fill_running(&self, games: u32, seed: u32, users: i64) -> Result<(), Failed> {
        if games == 0 {
            return Ok(());
        }
        let players = [filler(0), filler(1)].map(|id| id.ok_or("ids have a new format"));
        let [first, second] = players;
        let limited = opening().with(|settings| settings.time_control = TimeControl::of_days(Some(LIMIT)));
        let template = self.template(&[first?, second?], &limited, 6, false).await?;
        let (begin, games) = (self.store.count_games().await?, i64::from(games));
        let base = Copies {
            template,
            numbers: (0, 0),
            users,
            seed: seed.into(),
            busy_player: false,
            // All deadlines are still to come.
            from: self.now() - TimeDelta::days(1),
            span: games.min(86_400),
        };
        let mut number = begin;
        while number < begin + games {
            let last = (number + BATCH).min(begin + games) - 1;
            self.store.copy_game(&Copies { numbers: (number, last), ..base.clone() }).await?;
            number = last + 1;
        }
        Ok(self.store.analyze().await?)
    }

    /// Adds games in progress and open tables, numbered from `number`.
    async fn fill_in_progress(
        &self,
        players: &[UserId; 2],
        mut number: i64,
        base: Copies,
    ) -> Result<(), Failed> {
        let playing = self.template(players, &opening(), 6, false).await?;
        let open = self.open_table(&player(&players[0]), &opening()).await?;
        self.join(&player(&players[0]), &open, None, None).await?;
        for (template, count) in [(playing, PLAYING), (open, OPEN)] {
            let numbers = (number, number + count - 1);
            let from = self.now();
            self.store.copy_game(&Copies { template, numbers, from, span: count, ..base.clone() }).await?;
            number += count;
        }
        Ok(())
    }

    /// The accounts `player-0` and `player-1`, with their password set to this one.
    async fn two_players(&self, password: &str) -> Result<[UserId; 2], Failed> {
        let mut players = Vec::new();
        for number in 0..2 {
            let name = UserName::parse(&format!("player-{number}"))?;
            let password =
                self.hasher.hash(Password::new(password, name.as_str())?, self.chance.bytes()).await?;
            let id = filler(number).ok_or("ids have a new format")?;
            let (codes, created, guest) = (Vec::new(), self.now(), false);
            let new = NewUser { id: id.clone(), name, password: password.clone(), codes, created, guest };
            if !self.store.add_user(&new).await? {
                self.store.set_password(&id, &password, None).await?;
            }
            players.push(id);
        }
        <[UserId; 2]>::try_from(players).map_err(|_| "two players".into())
    }

    /// Plays a game for some turns, then resigns if `finished`.
    async fn template(
        &self,
        players: &[UserId; 2],
        opening: &OpenTable,
        turns: u32,
        finished: bool,
    ) -> Result<GameId, Failed> {
        let game = self.open_table(&player(&players[0]), opening).await?;
        for id in players {
            self.join(&player(id), &game, None, None).await?;
        }
        for turn in 0..=turns {
            let (table, _) = self.store.table(&game).await?.ok_or("the game is gone")?;
            let replay = self.replay(&table).await?.ok_or("the game has not started")?;
            let form = Submission { expected: Expected(replay.last()), key: self.new_key() };
            let colour = replay.game.to_move().ok_or("the game is over")?;
            let player = player(players.get(replay.game.seat_of(colour).index()).ok_or("no such seat")?);
            if turn < turns {
                let turn = players::choose(&replay.game).ok_or("no turn")?;
                self.turn(&player, &game, &form, turn).await?;
            } else if finished {
                self.resign(&player, &game, &form).await?;
            }
        }
        Ok(game)
    }
}

/// A principal with only the scope to play.
fn player(user: &UserId) -> Principal {
    Principal::token(user.clone(), Scope::Play.into(), None)
}

fn opening() -> OpenTable {
    OpenTable { settings: Settings::default(), seats: 2, computers: Vec::new() }
}
