//! How players have done in many games, and against each other.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::{ComputerLevel, GameResult, Player, Status, Table};
use account::UserId;
use engine::Seat;

/// Somebody with results: computers of a level count as one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competitor {
    Person(UserId),
    Computer(ComputerLevel),
}

impl Competitor {
    fn of(player: &Player) -> Self {
        match player {
            Player::User(person) => Self::Person(person.id.clone()),
            Player::Computer(level) => Self::Computer(*level),
        }
    }
}

/// Wins count one point, shared wins half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub games: u32,
    pub wins: u32,
    /// Shared wins.
    pub draws: u32,
}

impl Tally {
    fn add(&mut self, result: GameResult) {
        self.games += 1;
        self.wins += u32::from(result == GameResult::Won);
        self.draws += u32::from(result == GameResult::Drawn);
    }

    pub const fn losses(self) -> u32 {
        self.games - self.wins - self.draws
    }

    /// Twice the points, which is a whole number.
    pub const fn half_points(self) -> u32 {
        2 * self.wins + self.draws
    }
}

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// From 1. Those who are equal in everything that counts share a rank, and the next ranks are left out.
    pub rank: usize,
    pub player: Player,
    pub tally: Tally,
    /// Four times the Sonneborn-Berger score, which is a whole number: for each game the points of those who were beaten, and half of
    /// those with whom the win was shared.
    pub quarter_berger: u32,
    /// Of all games together.
    pub score: i64,
}

/// Standings and the results of pairs.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    /// Games that count.
    pub games: u32,
    /// Games that nobody won, since they were called off: they don't count.
    pub without_result: u32,
    pub rows: Vec<Standing>,
    pairs: HashMap<(Competitor, Competitor), Tally>,
}

impl Standings {
    /// The results of a row's player against another's: of each game a win if only the player won of the two, half a point if both
    /// shared the win, and nothing otherwise.
    pub fn against(&self, row: &Standing, other: &Standing) -> Tally {
        let pair = (Competitor::of(&row.player), Competitor::of(&other.player));
        self.pairs.get(&pair).copied().unwrap_or_default()
    }
}

/// Standings that are being counted, a game at a time.
#[derive(Clone, Debug, Default)]
pub struct Count {
    games: u32,
    without_result: u32,
    players: BTreeMap<Competitor, (Player, Tally, i64)>,
    pairs: HashMap<(Competitor, Competitor), Tally>,
}

impl Count {
    /// Games that were added.
    pub const fn games(&self) -> u32 {
        self.games + self.without_result
    }

    pub fn add(&mut self, table: &Table) {
        let winners = table.winners();
        if table.status() != Status::Finished || winners.is_empty() {
            self.without_result += 1;
            return;
        }
        self.games += 1;
        let seats = table.seats();
        let taken = (0..).map(Seat).zip(&seats);
        let taken: Vec<(Seat, &Player)> =
            taken.filter_map(|(seat, player)| Some((seat, (*player)?))).collect();
        for (seat, player) in &taken {
            let Some(result) = GameResult::of(*seat, winners) else { continue };
            let entry = self.players.entry(Competitor::of(player));
            let (_, tally, score) = entry.or_insert_with(|| ((*player).clone(), Tally::default(), 0));
            tally.add(result);
            *score += table.scores().get(seat.index()).copied().map_or(0, i64::from);
        }
        for (seat, player) in &taken {
            for (other_seat, other) in &taken {
                let pair = (Competitor::of(player), Competitor::of(other));
                if pair.0 != pair.1 {
                    let result = between(winners.contains(seat), winners.contains(other_seat));
                    self.pairs.entry(pair).or_default().add(result);
                }
            }
        }
    }

    /// By points, then by the Sonneborn-Berger score, then by wins; names decide only the order of those who are equal.
    pub fn finish(self) -> Standings {
        let points: HashMap<&Competitor, u32> =
            self.players.iter().map(|(who, (_, tally, _))| (who, tally.half_points())).collect();
        let mut berger: HashMap<&Competitor, u32> = HashMap::new();
        for ((player, other), tally) in &self.pairs {
            let of_other = points.get(other).copied().unwrap_or_default();
            *berger.entry(player).or_default() += tally.half_points() * of_other;
        }
        let mut rows: Vec<Standing> = self
            .players
            .iter()
            .map(|(who, (player, tally, score))| Standing {
                rank: 0,
                player: player.clone(),
                tally: *tally,
                quarter_berger: berger.get(who).copied().unwrap_or_default(),
                score: *score,
            })
            .collect();
        rows.sort_by(|one, other| {
            key(one).cmp(&key(other)).then_with(|| one.player.name().cmp(other.player.name()))
        });
        let mut shared: Option<(usize, _)> = None;
        for (place, row) in (1..).zip(&mut rows) {
            let key = key(row);
            row.rank = match shared {
                Some((rank, equal)) if equal == key => rank,
                _ => place,
            };
            shared = Some((row.rank, key));
        }
        Standings { games: self.games, without_result: self.without_result, rows, pairs: self.pairs }
    }
}

/// What ranks go by, the first first.
const fn key(row: &Standing) -> (Reverse<u32>, Reverse<u32>, Reverse<u32>) {
    (Reverse(row.tally.half_points()), Reverse(row.quarter_berger), Reverse(row.tally.wins))
}

/// For the first of two players.
const fn between(won: bool, other_won: bool) -> GameResult {
    match (won, other_won) {
        (true, false) => GameResult::Won,
        (true, true) => GameResult::Drawn,
        (false, _) => GameResult::Lost,
    }
}
