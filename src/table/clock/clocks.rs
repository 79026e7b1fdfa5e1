//! The clocks of a game, worked out from how long it waited for whom.

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;

use super::allowance::span;
use super::stops::TurnStops;
use super::{Allowance, Gift, Period, Span, SpanEnd, Stop, StopCause, Stops};

/// The clocks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    allowance: Allowance,
    stops: Stops,
    seats: Vec<SeatClock>,
    /// What has happened to the clocks, in order.
    pub entries: Vec<ClockEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SeatClock {
    bank: TimeDelta,
    /// What the current turn took before it was interrupted.
    carried: TimeDelta,
    turns: Vec<Turn>,
}

/// A completed turn, for when it is taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Turn {
    n: u32,
    /// The bank at its start.
    bank: TimeDelta,
    used: TimeDelta,
}

/// A stretch of waiting, and what it did to the seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockEntry {
    pub span: Span,
    /// The time that the clock ran, with what the same turn took before it was interrupted, and what was given to it.
    pub used: TimeDelta,
    /// The seat's bank at its end.
    pub bank: TimeDelta,
}

/// The clock of the seat to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Running {
    pub seat: Seat,
    pub since: DateTime<Utc>,
    pub deadline: DateTime<Utc>,
    /// When the free time of the turn is over, and it begins to take from the bank.
    pub bank_from: DateTime<Utc>,
    /// What is in the bank now.
    pub bank: TimeDelta,
    /// Why the clock stands now, if it does.
    pub stop: Option<Stop>,
}

impl Clocks {
    /// The clocks of so many seats after these stretches of waiting, which are in order.
    pub fn of(allowance: Allowance, stops: Stops, seats: usize, spans: &[Span]) -> Self {
        let full = SeatClock::full(span(allowance.bank));
        let mut clocks =
            Self { allowance, stops, seats: vec![full; seats], entries: Vec::with_capacity(spans.len()) };
        for &span in spans {
            clocks.add(span);
        }
        clocks
    }

    fn add(&mut self, span: Span) {
        let Some(clock) = self.seats.get(span.seat.index()) else { return };
        let turn = CurrentTurn::of(self.allowance, &self.stops, clock, (span.seat, span.from), span.until);
        let is_own = !matches!(span.end, SpanEnd::Substituted | SpanEnd::Offered);
        let used = if is_own { turn.used(span.until) } else { TimeDelta::zero() };
        let own = used - turn.given;
        let clock = &mut self.seats[span.seat.index()];
        match span.end {
            SpanEnd::Played | SpanEnd::Substituted => {
                clock.complete(self.allowance, span.n, own, self.allowance.increment);
            }
            SpanEnd::Missed | SpanEnd::HandedOver | SpanEnd::Planned => {
                clock.complete(self.allowance, span.n, own, 0);
            }
            SpanEnd::Left | SpanEnd::Offered => {}
            SpanEnd::TakenBack { to } => {
                clock.carried = own;
                self.seats.iter_mut().for_each(|clock| clock.take_back(to));
            }
            SpanEnd::TimeOutTakenBack { to } => self.seats.iter_mut().for_each(|clock| {
                clock.take_back(to);
                clock.carried = TimeDelta::zero();
            }),
        }
        let bank = self.seats[span.seat.index()].bank;
        self.entries.push(ClockEntry { span, used, bank });
    }

    /// What is in the bank of a seat that is not to move.
    pub fn bank(&self, seat: Seat) -> TimeDelta {
        self.seats.get(seat.index()).map_or_else(TimeDelta::zero, |clock| clock.bank)
    }

    /// When the clock of a seat runs out that has been to move since then.
    pub fn deadline(&self, seat: Seat, since: DateTime<Utc>) -> DateTime<Utc> {
        self.seats.get(seat.index()).map_or(since, |clock| self.ends(&self.turn(clock, seat, since)))
    }

    fn ends(&self, turn: &CurrentTurn<'_>) -> DateTime<Utc> {
        let goes_on = |at| turn.stops.after(at, TimeDelta::zero());
        self.stops.outages.with_mercy(turn.after(turn.whole), goes_on)
    }

    /// The turn of a seat that has been to move since then, with all that was given to it.
    fn turn(&self, clock: &SeatClock, seat: Seat, since: DateTime<Utc>) -> CurrentTurn<'_> {
        CurrentTurn::of(self.allowance, &self.stops, clock, (seat, since), DateTime::<Utc>::MAX_UTC)
    }

    /// The clock of a seat that has been to move since then.
    pub fn running(&self, seat: Seat, since: DateTime<Utc>, now: DateTime<Utc>) -> Running {
        let none = SeatClock::full(TimeDelta::zero());
        let clock = self.seats.get(seat.index()).unwrap_or(&none);
        let turn = self.turn(clock, seat, since);
        let free = span(self.allowance.free) + turn.given;
        let taken = (turn.used(now) - free).clamp(TimeDelta::zero(), self.allowance.of_bank(clock.bank));
        Running {
            seat,
            since,
            deadline: self.ends(&turn),
            bank_from: turn.after(free),
            bank: clock.bank - taken,
            stop: turn.stops.stop(now),
        }
    }

    /// When the clock of a seat stood in a turn, and why.
    pub fn stood(&self, seat: Seat, turn: Period) -> Vec<(StopCause, Period)> {
        self.stops.of_turn(seat, turn.from).between(turn.from, turn.until)
    }
}

/// A turn that is not over.
struct CurrentTurn<'a> {
    since: DateTime<Utc>,
    /// What it took before it was interrupted.
    carried: TimeDelta,
    stops: TurnStops<'a>,
    /// What others gave.
    given: TimeDelta,
    /// What it may take, with that.
    whole: TimeDelta,
}

impl<'a> CurrentTurn<'a> {
    /// The turn of a seat that began at an instant, with what was given to it before another.
    fn of(
        allowance: Allowance,
        stops: &'a Stops,
        clock: &SeatClock,
        (seat, since): (Seat, DateTime<Utc>),
        until: DateTime<Utc>,
    ) -> Self {
        let whole = allowance.turn(clock.bank);
        let of_turn = stops.of_turn(seat, since);
        let mut turn =
            Self { since, carried: clock.carried, stops: of_turn, given: TimeDelta::zero(), whole };
        let mine = |gift: &&Gift| gift.seat == seat && since <= gift.at && gift.at < until;
        for gift in stops.gifts.iter().filter(mine) {
            // A clock that has run out goes on with what is given.
            let overdrawn = (turn.used(gift.at) - turn.whole).max(TimeDelta::zero());
            turn.given += overdrawn + gift.length();
            turn.whole = whole + turn.given;
        }
        turn
    }

    fn used(&self, at: DateTime<Utc>) -> TimeDelta {
        self.carried + self.stops.running(self.since, at)
    }

    /// When it has used so much.
    fn after(&self, used: TimeDelta) -> DateTime<Utc> {
        self.stops.after(self.since, used - self.carried)
    }
}

impl SeatClock {
    const fn full(bank: TimeDelta) -> Self {
        Self { bank, carried: TimeDelta::zero(), turns: Vec::new() }
    }

    /// A turn is over that took so long.
    fn complete(&mut self, allowance: Allowance, n: u32, used: TimeDelta, increment: u32) {
        self.turns.push(Turn { n, bank: self.bank, used });
        // A turn can end after its deadline, before anyone noticed.
        let taken = (used - span(allowance.free)).clamp(TimeDelta::zero(), allowance.of_bank(self.bank));
        let left = self.bank - taken;
        // A cap keeps an increment out, and never takes anything away.
        self.bank = (left + span(increment)).min(span(allowance.cap).max(left));
        self.carried = TimeDelta::zero();
    }

    /// Turns after event `to` are to be played again: their increments are gone, what they used stays used.
    fn take_back(&mut self, to: u32) {
        while let Some(turn) = self.turns.pop_if(|turn| turn.n > to) {
            self.bank = turn.bank;
            self.carried += turn.used;
        }
    }
}

#[cfg(test)]
mod tests;
