//! Plays a few games and copies them.

use std::ops::Range;

use account::{HashCost, HashMemory, Password, UserId, UserName};
use chrono::{DateTime, TimeDelta, Utc};
use service::{Expected, Principal, Scope, Service, Submission};
use sqlx::AnyPool;
use store::{NewUser, Store};
use table::{
    ClockPreset, Facet, Findings, GameId, OpenTable, Period, Player, Proposal, Settings, TimeControl,
};

use super::copies::{self, Copies};

/// Games copied per statement.
const BATCH: i64 = 2000;
/// Turns of the finished games. Short, since lists don't depend on the length of games.
const TURNS: [u32; 4] = [1, 2, 3, 4];
/// Games in progress and open tables. Only the first fill adds them: what a dashboard shows does not grow with the number of
/// finished games.
const PLAYING: i64 = 200;
const OPEN: i64 = 50;
/// Every so manieth game in progress is paused, by agreement of its players.
const PAUSED: usize = 10;
const PAUSE: TimeDelta = TimeDelta::days(7);
/// When everybody goes on leave, in days from now: after all deadlines, so that it moves none of those that are copied.
const LEAVES: [Range<i64>; 3] = [20..22, 40..41, 60..62];

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
    pub async fn fill(&self, games: u32, seed: u32, progress: impl FnMut(u64)) -> Result<Filled, Failed> {
        self.fill_until(self.service.now(), games, seed, progress).await
    }

    /// Does so with games that ended one a second until a time, but for the few that are copied.
    pub async fn fill_until(
        &self,
        end: DateTime<Utc>,
        games: u32,
        seed: u32,
        mut progress: impl FnMut(u64),
    ) -> Result<Filled, Failed> {
        let games = i64::from(games);
        let users = (games / 20).clamp(100, 50_000);
        let password = account::base32(&self.service.random_bytes::<15>());
        let players = self.two_players(&password).await?;
        self.take_leave(&players).await?;
        copies::copy_user(&self.raw, &players[0], (2, users - 1)).await?;
        let mut number = self.store.count_games().await?;
        let is_empty = number == 0;
        let base = Copies {
            template: GameId::new(self.service.random_bytes()),
            numbers: (0, 0),
            users,
            seed: seed.into(),
            busy_player: true,
            from: end - TimeDelta::seconds(games + 1),
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
        for number in 0..u32::try_from(users)? {
            self.store.repair_totals(&numbered(number)?).await?;
        }
        self.analyze().await?;
        Ok(Filled { users, password })
    }

    /// Makes up ratings of everybody, as if all finished games between two had been rated, for pages about them. They follow from nothing.
    pub async fn fill_ratings(&self) -> Result<(), Failed> {
        for statement in [
            "INSERT INTO rating_changes (user_id, game, pool, ended, seat, place, games, mean, deviation, new_mean, new_deviation)
             SELECT s.user_id, s.game, 'duel-base', g.changed, s.seat, 1 + s.seat, 1, 25000, 3000, 25100, 2990
             FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'finished' AND s.user_id IS NOT NULL",
            "INSERT INTO ratings (user_id, pool, mean, deviation, games, ended, ranked)
             SELECT u.id, 'duel-base', 15000 + LENGTH(u.name) * 1000 + u.created % 1000, 3000, 30, 4000000000000, 1 FROM users u WHERE u.guest = 0",
            "INSERT INTO game_facets (game, ended, facet) SELECT f.game, f.ended, 'rating 1500-1699' FROM game_facets f WHERE f.facet = 'seats 2'",
        ] {
            sqlx::query(statement).execute(&self.raw).await?;
        }
        self.analyze().await
    }

    /// Lets everybody say hello in all finished games, and read the first line of each.
    pub async fn fill_talk(&self) -> Result<(), Failed> {
        for statement in [
            "INSERT INTO talk (game, seats, seats_changes, spectators, spectators_changes)
             SELECT g.id, 2, 2, 0, 0 FROM games g WHERE g.status = 'finished'",
            "INSERT INTO talk_lines (game, channel, owner, n, user_id, at, event, kind, body)
             SELECT s.game, 'seats', '', 1 + s.seat, s.user_id, g.changed, 1, 'phrase', 'hello'
             FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'finished' AND s.user_id IS NOT NULL",
            "INSERT INTO talk_unread (game, user_id, seats_seen, seats_unread, spectators_seen, spectators_unread)
             SELECT s.game, s.user_id, 1, s.seat % 2, 0, 0
             FROM seats s JOIN games g ON g.id = s.game WHERE g.status = 'finished' AND s.user_id IS NOT NULL",
        ] {
            sqlx::query(statement).execute(&self.raw).await?;
        }
        self.analyze().await
    }

    /// Lets everybody follow the first players, who follow many of the others.
    pub async fn fill_follows(&self) -> Result<(), Failed> {
        for statement in [
            "INSERT INTO followed_players (user_id, player, at) SELECT u.id, p.id, 0 FROM users u CROSS JOIN users p
             WHERE u.guest = 0 AND p.name IN ('player-0', 'player-1', 'player-2') AND u.id <> p.id",
            "INSERT INTO followed_players (user_id, player, at) SELECT p.id, u.id, 1 FROM users p
             CROSS JOIN (SELECT id FROM users WHERE guest = 0 AND name LIKE 'player-%7' ORDER BY id LIMIT 190) u
             WHERE p.name IN ('player-0', 'player-1') AND u.id <> p.id",
        ] {
            sqlx::query(statement).execute(&self.raw).await?;
        }
        self.analyze().await
    }

    /// Adds games in progress with clocks to a filled database, some of them paused, among all players alike: what a dashboard
    /// shows does not grow with them.
    pub async fn fill_running(&self, games: u32, seed: u32, users: i64) -> Result<(), Failed> {
        if games == 0 {
            return Ok(());
        }
        let players = [numbered(0)?, numbered(1)?];
        let template = self.template(&players, &with_clock(), 6, false).await?;
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
        self.pause(begin..number).await?;
        self.analyze().await
    }

    /// Adds games in progress and open tables, numbered from `number`.
    async fn fill_in_progress(
        &self,
        players: &[UserId; 2],
        mut number: i64,
        base: Copies,
    ) -> Result<(), Failed> {
        let playing = self.template(players, &with_clock(), 6, false).await?;
        let open = self.service.open_table(&player(&players[0]), &opening()).await?;
        self.service.join(&player(&players[0]), &open, None, None).await?;
        let begin = number;
        for (template, count) in [(playing, PLAYING), (open, OPEN)] {
            let numbers = (number, number + count - 1);
            let from = self.service.now();
            self.copy(&Copies { template, numbers, from, span: count, ..base.clone() }).await?;
            number += count;
        }
        self.pause(begin..begin + PLAYING).await
    }

    /// Lets some of these games be paused.
    async fn pause(&self, numbers: Range<i64>) -> Result<(), Failed> {
        let pause = Proposal::Pause { until: self.service.now() + PAUSE };
        for number in numbers.step_by(PAUSED) {
            let game = copies::game_id(number).ok_or("ids have a new format")?;
            let (table, _) = self.store.table(&game).await?.ok_or("the game is gone")?;
            let people: Vec<UserId> =
                table.seats().into_iter().flatten().filter_map(Player::user).cloned().collect();
            let (first, others) = people.split_first().ok_or("nobody plays")?;
            self.service.propose(&player(first), &game, pause).await?;
            for other in others {
                self.service.answer_proposal(&player(other), &game, table.revision + 1, true).await?;
            }
        }
        Ok(())
    }

    /// Plans leave for these players, unless they have.
    async fn take_leave(&self, players: &[UserId; 2]) -> Result<(), Failed> {
        let now = self.service.now();
        for id in players {
            let player = player(id);
            if !self.service.time(&player).await?.leaves().is_empty() {
                continue;
            }
            for days in LEAVES {
                let [from, until] = [days.start, days.end].map(|day| now + TimeDelta::days(day));
                self.service.take_leave(&player, Period { from, until }).await?;
            }
        }
        Ok(())
    }

    async fn copy(&self, copies: &Copies) -> Result<(), Failed> {
        Ok(copies::copy_game(&self.raw, copies).await?)
    }

    /// Updates the query planner's statistics. The time that filling takes is no outage.
    async fn analyze(&self) -> Result<(), Failed> {
        sqlx::query("DELETE FROM heartbeats").execute(&self.raw).await?;
        sqlx::query("ANALYZE").execute(&self.raw).await?;
        Ok(())
    }

    /// The accounts `player-0` and `player-1`, with their password set to this one.
    async fn two_players(&self, password: &str) -> Result<[UserId; 2], Failed> {
        let players = [numbered(0)?, numbered(1)?];
        for (number, id) in players.iter().enumerate() {
            let name = UserName::parse(&format!("player-{number}"))?;
            let salt = self.service.random_bytes();
            let password = Password::new(password, name.as_str())?;
            let password = password.hash(salt, HashCost::OWASP, &mut HashMemory::default());
            let (codes, created) = (Vec::new(), self.service.now());
            let new =
                NewUser { id: id.clone(), name, password: password.clone(), codes, created, guest: false };
            if !self.store.add_user(&new).await? {
                self.store.set_password(id, &password, None).await?;
            }
        }
        Ok(players)
    }

    /// Plays a game for some turns, and resigns if `finished`; otherwise until the first player is to move, so that it is in a queue.
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
        for turn in 0.. {
            let view = service.table(&player(&players[0]), &game, None).await?.ok_or("the game is gone")?;
            let replay = view.play.ok_or("the game has not started")?;
            let form = Submission { expected: Expected(replay.last()), key: service.new_key() };
            let colour = replay.game.to_move().ok_or("the game is over")?;
            let seat = replay.game.seat_of(colour).index();
            let player = player(players.get(seat).ok_or("no such seat")?);
            if turn < turns || (seat > 0 && !finished) {
                let turn = players::choose(&replay.game).ok_or("no turn")?;
                service.turn(&player, &game, &form, turn).await?;
                continue;
            }
            if finished {
                service.resign(&player, &game, &form).await?;
                self.index(&player, &game).await?;
            }
            break;
        }
        Ok(game)
    }

    /// Stores what a finished game can be searched by and what it says about its players, without waiting for the jobs.
    async fn index(&self, player: &Principal, game: &GameId) -> Result<(), Failed> {
        let view = self.service.table(player, game, None).await?.ok_or("the game is gone")?;
        let (table, replay) = (view.table, view.play.ok_or("the game has not started")?);
        let began = replay.log.first().and_then(|logged| logged.at).unwrap_or(table.created);
        let time = (began, table.changed());
        let facets = Facet::of_game(&replay, &table.settings, &table.seats(), time, Findings::default());
        self.store.set_facets(game, table.changed(), &facets).await?;
        self.store.set_played_seats(game, &table.played_seats(&replay, &[])).await?;
        Ok(())
    }
}

fn numbered(number: u32) -> Result<UserId, Failed> {
    Ok(user_id(number).ok_or("ids have a new format")?)
}

fn player(user: &UserId) -> Principal {
    Principal::token(user.clone(), Scope::Read | Scope::Play | Scope::Account, None)
}

fn opening() -> OpenTable {
    OpenTable { settings: Settings::default(), seats: 2, computers: Vec::new() }
}

/// A table with a bank, whose players' leave counts.
fn with_clock() -> OpenTable {
    opening().with(|settings| {
        settings.time_control = TimeControl::Limited(ClockPreset::Slow.allowance());
        settings.leave = true;
    })
}
