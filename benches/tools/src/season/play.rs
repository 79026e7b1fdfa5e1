//! Games of a season, with the clocks of the server.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use table::{Allowance, Clocks, LoggedTimeEvent, Period, PlayerTime, Span, SpanEnd, Stops, TimeEvent};

use super::people::Person;

/// Turns of a game of the base tiles.
const TURNS: u32 = 71;
/// The chance that a person who visits plays a game that waits for them.
const PLAYED_AT_ONCE: f64 = 0.9;
/// Missed turns in a row that lose the seat.
const OUT_AFTER: u8 = 3;

/// What happens next, in the order of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    Begins(usize),
    Leaves(usize),
    Looks(usize),
    /// The clock of a game runs out in this turn, if nothing has moved its deadline.
    RunsOut(usize, u32),
}

struct Game {
    /// People by seat.
    people: Vec<usize>,
    out: Vec<bool>,
    /// Missed turns in a row, by seat.
    missed: Vec<u8>,
    seat: usize,
    turns: u32,
    began: DateTime<Utc>,
    since: DateTime<Utc>,
    spans: Vec<Span>,
    /// When the seat had its last turn before, by seat.
    turn_before: Vec<Option<DateTime<Utc>>>,
}

/// Sums over seasons; lengths of time are in hours.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    pub turns: u32,
    pub missed: u32,
    seats: u32,
    lost: u32,
    rounds: Vec<f64>,
    leave: f64,
    people: usize,
    games: u32,
    lengths: Vec<f64>,
}

pub struct Season<'a> {
    people: Vec<Person>,
    times: Vec<PlayerTime>,
    games: Vec<Game>,
    next: BinaryHeap<Reverse<(DateTime<Utc>, Next)>>,
    allowance: Allowance,
    leave: bool,
    figures: Figures,
    rng: &'a mut Xoshiro256PlusPlus,
}

fn start() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap_or_default()
}

fn at(minute: u32) -> DateTime<Utc> {
    start() + TimeDelta::minutes(minute.into())
}

impl<'a> Season<'a> {
    pub fn new(
        people: Vec<Person>,
        allowance: Allowance,
        leave: bool,
        rng: &'a mut Xoshiro256PlusPlus,
    ) -> Self {
        let times = people.iter().map(|_| PlayerTime::new(start())).collect();
        let (games, next, figures) = (Vec::new(), BinaryHeap::new(), Figures::default());
        Self { people, times, games, next, allowance, leave, figures, rng }
    }

    pub fn play(mut self, games: u16, days: u16) -> Figures {
        for (person, of) in self.people.iter().enumerate() {
            self.next.extend(of.visits.iter().map(|&minute| Reverse((at(minute), Next::Looks(person)))));
            if let Some(holiday) = of.holiday.as_ref().filter(|_| of.plans_ahead && self.leave) {
                self.next.push(Reverse((at(holiday.start * 24 * 60), Next::Leaves(person))));
            }
        }
        for game in 0..usize::from(games) {
            self.seat_people();
            let begins = at(self.rng.random_range(0..u32::from(days) * 24 * 60 / 3));
            self.next.push(Reverse((begins, Next::Begins(game))));
        }
        let end = at(u32::from(days) * 24 * 60);
        while let Some(Reverse((now, next))) = self.next.pop().filter(|Reverse((now, _))| *now < end) {
            match next {
                Next::Begins(game) => self.begin(game, now),
                Next::Leaves(person) => self.leave_for_holiday(person, now),
                Next::Looks(person) => self.look(person, now),
                Next::RunsOut(game, turn) => self.run_out(game, turn, now),
            }
        }
        let taken = self.times.iter().flat_map(PlayerTime::leaves).map(|leave| leave.period.length());
        self.figures.leave = taken.map(hours).sum();
        self.figures.people = self.people.len();
        self.figures.games = games.into();
        self.figures
    }

    fn seat_people(&mut self) {
        let mut people: Vec<usize> = (0..self.people.len()).collect();
        people.shuffle(self.rng);
        // Half of all games are for two.
        let seats = [2, 2, 3, 4][self.rng.random_range(0..4)];
        people.truncate(seats);
        self.figures.seats += u32::try_from(seats).unwrap_or_default();
        self.games.push(Game {
            people,
            out: vec![false; seats],
            missed: vec![0; seats],
            seat: 0,
            turns: 0,
            began: start(),
            // It hasn't begun.
            since: DateTime::<Utc>::MAX_UTC,
            spans: Vec::new(),
            turn_before: vec![None; seats],
        });
    }

    fn begin(&mut self, game: usize, now: DateTime<Utc>) {
        (self.games[game].began, self.games[game].since) = (now, now);
        self.wait_for_player(game);
    }

    fn wait_for_player(&mut self, game: usize) {
        let deadline = self.deadline(game);
        self.next.push(Reverse((deadline, Next::RunsOut(game, self.games[game].turns))));
    }

    fn deadline(&self, game: usize) -> DateTime<Utc> {
        let Game { people, seat, since, spans, .. } = &self.games[game];
        let players = people.iter().map(|&person| Some(Arc::new(self.times[person].clone()))).collect();
        let stops = Stops { players, leave: self.leave, ..Stops::default() };
        Clocks::of(self.allowance, stops, people.len(), spans).deadline(seat_number(*seat), *since)
    }

    fn look(&mut self, person: usize, now: DateTime<Utc>) {
        for game in 0..self.games.len() {
            let Game { people, seat, since, turns, missed, .. } = &mut self.games[game];
            let waits = *turns < TURNS && people[*seat] == person && *since <= now;
            if waits && self.rng.random_bool(PLAYED_AT_ONCE) {
                missed[*seat] = 0;
                self.end_turn(game, SpanEnd::Played, now);
            }
        }
    }

    fn leave_for_holiday(&mut self, person: usize, now: DateTime<Utc>) {
        let length = self.people[person].holiday.as_ref().map_or(0, |holiday| holiday.end - holiday.start);
        let length = TimeDelta::days(length.into()).min(self.times[person].balance(now));
        let leave = Period { from: now, until: now + length };
        if let Ok(event) = self.times[person].take_leave(leave, now) {
            self.say(person, event, now);
        }
    }

    fn say(&mut self, person: usize, event: TimeEvent, now: DateTime<Utc>) {
        let n = self.times[person].revision + 1;
        self.times[person] = self.times[person].with(&LoggedTimeEvent { n, at: now, event });
    }

    fn run_out(&mut self, game: usize, turn: u32, now: DateTime<Utc>) {
        if self.games[game].turns != turn {
            return;
        }
        let deadline = self.deadline(game);
        if deadline > now {
            return self.next.push(Reverse((deadline, Next::RunsOut(game, turn))));
        }
        let person = self.games[game].people[self.games[game].seat];
        if let Some(event) = self.times[person].automatic_leave(now).filter(|_| self.leave) {
            self.say(person, event, now);
            return self.wait_for_player(game);
        }
        self.figures.missed += 1;
        let Game { missed, seat, out, .. } = &mut self.games[game];
        missed[*seat] += 1;
        if missed[*seat] >= OUT_AFTER {
            out[*seat] = true;
            self.figures.lost += 1;
        }
        self.end_turn(game, SpanEnd::Missed, now);
    }

    fn end_turn(&mut self, game: usize, end: SpanEnd, now: DateTime<Utc>) {
        self.figures.turns += 1;
        let of = &mut self.games[game];
        of.turns += 1;
        let (seat, n) = (seat_number(of.seat), of.turns);
        of.spans.push(Span { seat, from: of.since, until: now, end, n });
        let before = of.turn_before[of.seat].replace(of.since);
        self.figures.rounds.extend(before.map(|before| hours(of.since - before)));
        let seats = of.people.len();
        let in_order = (1..=seats).map(|step| (of.seat + step) % seats);
        let still_in: Vec<usize> = in_order.filter(|&seat| !of.out[seat]).collect();
        of.since = now;
        if still_in.len() < 2 {
            of.turns = TURNS;
        } else if of.turns == TURNS {
            self.figures.lengths.push(hours(now - of.began));
        } else {
            of.seat = still_in[0];
            self.wait_for_player(game);
        }
    }
}

fn seat_number(seat: usize) -> Seat {
    Seat(u8::try_from(seat).unwrap_or_default())
}

#[expect(clippy::cast_precision_loss, reason = "minutes of a season")]
fn hours(length: TimeDelta) -> f64 {
    length.num_minutes() as f64 / 60.0
}

impl Figures {
    pub fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.missed += other.missed;
        self.seats += other.seats;
        self.lost += other.lost;
        self.rounds.extend(other.rounds);
        self.leave += other.leave;
        self.people += other.people;
        self.games += other.games;
        self.lengths.extend(other.lengths);
    }

    /// Taken by a person, on average.
    #[expect(clippy::cast_precision_loss, reason = "a number of people")]
    pub fn leave_days(&self) -> f64 {
        self.leave / 24.0 / self.people.max(1) as f64
    }
}

/// The value below which a part of all lies.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a list"
)]
fn quantile(values: &[f64], part: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len().saturating_sub(1) as f64 * part).round() as usize;
    sorted.get(place).copied().unwrap_or_default()
}

/// A row of the table, without its first cells.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: u32, of: u32| f64::from(part) * 100.0 / f64::from(of.max(1));
        let finished = percent(u32::try_from(self.lengths.len()).unwrap_or_default(), self.games);
        write!(
            f,
            "{:.2} % | {:.1} % | {:.0} h | {:.0} h | {:.1} d | {finished:.0} % | {:.0} d | {:.0} d",
            percent(self.missed, self.turns),
            percent(self.lost, self.seats),
            quantile(&self.rounds, 0.5),
            quantile(&self.rounds, 0.9),
            self.leave_days(),
            quantile(&self.lengths, 0.5) / 24.0,
            quantile(&self.lengths, 0.9) / 24.0,
        )
    }
}
