//! The clocks of a game, worked out from how long it waited for whom.

use chrono::{DateTime, TimeDelta, Utc};
use engine::Seat;

use super::allowance::span;
use super::stops::TurnStops;
use super::{Allowance, Period, Span, SpanEnd, Stop, StopCause, Stops};

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
    /// The time that the clock ran, with what the same turn took before it was interrupted.
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
        let full = SeatClock { bank: span(allowance.bank), carried: TimeDelta::zero(), turns: Vec::new() };
        let mut clocks =
            Self { allowance, stops, seats: vec![full; seats], entries: Vec::with_capacity(spans.len()) };
        for &span in spans {
            clocks.add(span);
        }
        clocks
    }

    fn add(&mut self, span: Span) {
        let Some(clock) = self.seats.get_mut(span.seat.index()) else { return };
        let used = clock.carried + self.stops.of_turn(span.seat, span.from).running(span.from, span.until);
        match span.end {
            SpanEnd::Played => clock.complete(self.allowance, span.n, used, self.allowance.increment),
            SpanEnd::Missed => clock.complete(self.allowance, span.n, used, 0),
            SpanEnd::Left => {}
            SpanEnd::TakenBack { to } => {
                clock.carried = used;
                self.seats.iter_mut().for_each(|clock| clock.take_back(to));
            }
        }
        let bank = self.seats[span.seat.index()].bank;
        self.entries.push(ClockEntry { span, used, bank });
    }

    /// What is in the bank of a seat that is not to move.
    pub fn bank(&self, seat: Seat) -> TimeDelta {
        self.seat(seat).0
    }

    /// When the clock of a seat runs out that has been to move since then.
    pub fn deadline(&self, seat: Seat, since: DateTime<Utc>) -> DateTime<Utc> {
        let (bank, carried) = self.seat(seat);
        self.ends(&self.stops.of_turn(seat, since), since, self.allowance.turn(bank) - carried)
    }

    fn ends(&self, stops: &TurnStops<'_>, since: DateTime<Utc>, left: TimeDelta) -> DateTime<Utc> {
        self.stops.outages.with_mercy(stops.after(since, left))
    }

    /// The clock of a seat that has been to move since then.
    pub fn running(&self, seat: Seat, since: DateTime<Utc>, now: DateTime<Utc>) -> Running {
        let (bank, carried) = self.seat(seat);
        let stops = self.stops.of_turn(seat, since);
        let free = span(self.allowance.free);
        let used = carried + stops.running(since, now);
        Running {
            seat,
            since,
            deadline: self.ends(&stops, since, self.allowance.turn(bank) - carried),
            bank_from: stops.after(since, free - carried),
            bank: bank - (used - free).clamp(TimeDelta::zero(), self.allowance.of_bank(bank)),
            stop: stops.stop(now),
        }
    }

    /// When the clock of a seat stood in a turn, and why.
    pub fn stood(&self, seat: Seat, turn: Period) -> Vec<(StopCause, Period)> {
        self.stops.of_turn(seat, turn.from).between(turn.from, turn.until)
    }

    /// The bank of a seat, and what its turn took before it was interrupted.
    fn seat(&self, seat: Seat) -> (TimeDelta, TimeDelta) {
        let clock = self.seats.get(seat.index());
        clock.map_or_else(Default::default, |clock| (clock.bank, clock.carried))
    }
}

impl SeatClock {
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
