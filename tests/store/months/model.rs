//! Clocks worked out in another way: pieces of time between the quarters of every hour, of each of which the local clock says whether it counts.

use bastide::engine::Seat;
use bastide::table::{Allowance, ClockEntry, ClockHours, DayHours, Period, RestHours, SpanEnd};
use chrono::{DateTime, Datelike, NaiveTime, TimeDelta, Utc};
use chrono_tz::Tz;

const QUARTER: TimeDelta = TimeDelta::minutes(15);

/// What is known of a game from the settings of its table and the logs.
pub struct Model {
    pub allowance: Allowance,
    pub hours: ClockHours,
    /// In order and apart, as all periods.
    pub outages: Vec<Period>,
    pub pauses: Vec<Period>,
    /// By seat.
    pub players: Vec<Absence>,
}

/// The leave of a player that counts, and the nights and free days, with the time of each change.
pub struct Absence {
    pub leave: Vec<Period>,
    pub rests: Vec<(DateTime<Utc>, RestHours)>,
}

/// What all clocks of a game come to.
pub struct Sums {
    /// In the banks, by seat.
    pub banks: Vec<TimeDelta>,
    /// Deadlines at which something happened.
    pub missed: u32,
    /// Of these, those that the time after an outage had moved.
    pub spared: u32,
}

impl Model {
    /// Goes through the turns of a game, and compares what each has taken and left. Nobody played after their time, and no turn
    /// timed out a moment too early or too late.
    pub fn check(&self, entries: &[ClockEntry]) -> Sums {
        let bank = seconds(self.allowance.bank);
        let mut sums = Sums { banks: vec![bank; self.players.len()], missed: 0, spared: 0 };
        for ClockEntry { span, used, bank } in entries {
            let mine = sums.banks[span.seat.index()];
            let ran = self.running(span.seat, span.from, span.until);
            // Nobody's clock runs for a computer, nor while a seat waits for another player.
            let is_own = !matches!(span.end, SpanEnd::Substituted | SpanEnd::Offered);
            let ran = if is_own { ran } else { TimeDelta::zero() };
            assert_eq!(*used, ran, "{span:?}");
            let (free, most) = (seconds(self.allowance.free), self.allowance.most.map_or(mine, seconds));
            let whole = free + mine.min(most);
            let mut increment = self.allowance.increment;
            match span.end {
                SpanEnd::Played | SpanEnd::Substituted => {
                    let in_time = || span.until <= self.deadline(span.seat, span.from, mine);
                    assert!(ran <= whole || in_time(), "{span:?}");
                }
                SpanEnd::Missed | SpanEnd::HandedOver => {
                    assert_eq!(span.until, self.deadline(span.seat, span.from, mine), "{span:?}");
                    sums.missed += 1;
                    sums.spared += u32::from(ran > whole);
                    increment = 0;
                }
                SpanEnd::Offered => increment = 0,
                SpanEnd::Left if span.from == span.until => continue,
                other => panic!("nobody does that: {other:?}"),
            }
            let left = mine - (ran - free).clamp(TimeDelta::zero(), mine.min(most));
            let after = (left + seconds(increment)).min(seconds(self.allowance.cap).max(left));
            assert_eq!(*bank, after, "{span:?}");
            sums.banks[span.seat.index()] = after;
        }
        sums
    }

    /// When the time of a turn is over that began then, with so much in the bank.
    pub fn deadline(&self, seat: Seat, since: DateTime<Utc>, bank: TimeDelta) -> DateTime<Utc> {
        let mut left = seconds(self.allowance.free) + bank.min(self.allowance.most.map_or(bank, seconds));
        let mut at = since;
        loop {
            let next = self.next_cut(seat, at);
            if !self.stands(seat, since, at) {
                if left < next - at {
                    break;
                }
                left -= next - at;
            }
            at = next;
        }
        let mut deadline = at + left;
        for outage in &self.outages {
            let spared = outage.until + outage.length();
            if outage.from <= deadline && deadline < spared {
                deadline = spared;
                while self.stands(seat, since, deadline) {
                    deadline = self.next_cut(seat, deadline);
                }
            }
        }
        deadline
    }

    /// How long the clock of a turn ran.
    fn running(&self, seat: Seat, from: DateTime<Utc>, until: DateTime<Utc>) -> TimeDelta {
        let (mut at, mut ran) = (from, TimeDelta::zero());
        while at < until {
            let next = self.next_cut(seat, at).min(until);
            if !self.stands(seat, from, at) {
                ran += next - at;
            }
            at = next;
        }
        ran
    }

    /// The next instant at which a clock may stop or go on.
    fn next_cut(&self, seat: Seat, at: DateTime<Utc>) -> DateTime<Utc> {
        let past = TimeDelta::milliseconds(at.timestamp_millis() % QUARTER.num_milliseconds());
        let cuts = self.periods(seat, at).flat_map(|period| [period.from, period.until]);
        cuts.filter(|&cut| cut > at).fold(at - past + QUARTER, DateTime::min)
    }

    /// The first periods that end after an instant, in which the clock of a seat stands.
    fn periods(&self, seat: Seat, at: DateTime<Utc>) -> impl Iterator<Item = &Period> {
        let all = [&self.outages, &self.pauses, &self.players[seat.index()].leave];
        all.into_iter().filter_map(move |periods| periods.get(periods.partition_point(|one| one.until <= at)))
    }

    fn stands(&self, seat: Seat, since: DateTime<Utc>, at: DateTime<Utc>) -> bool {
        if self.periods(seat, at).any(|period| period.contains(at)) {
            return true;
        }
        match self.hours {
            ClockHours::Always => false,
            ClockHours::Table(playing) => {
                let day = at.with_timezone(&playing.zone).weekday();
                !playing.days.contains(day) || !shows(playing.zone, playing.hours, at)
            }
            ClockHours::Players => {
                let mut rests = self.players[seat.index()].rests.iter().rev();
                let rest = rests.find(|(changed, _)| *changed <= since);
                rest.is_some_and(|(_, RestHours { zone, night, free_days })| {
                    free_days.contains(at.with_timezone(zone).weekday())
                        || night.is_some_and(|night| shows(*zone, night, at))
                })
            }
        }
    }
}

/// Whether the clocks of a zone show a time within these hours.
fn shows(zone: Tz, DayHours { from, until }: DayHours, at: DateTime<Utc>) -> bool {
    let now = at.with_timezone(&zone).time();
    let [from, until] =
        [from, until].map(|time| NaiveTime::parse_from_str(&time.to_string(), "%H:%M").unwrap());
    if from < until { from <= now && now < until } else { from <= now || now < until }
}

fn seconds(seconds: u32) -> TimeDelta {
    TimeDelta::seconds(seconds.into())
}
