use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::ClockPreset;

const HOUR: i64 = 3600;

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
}

fn hours(hours: i64) -> TimeDelta {
    TimeDelta::hours(hours)
}

/// Two seats that alternate, each turn so many hours long, with this end.
fn alternating(turns: &[(i64, SpanEnd)]) -> (Vec<Span>, DateTime<Utc>) {
    let mut from = noon();
    let spans = turns.iter().zip(1..).map(|(&(length, end), n)| {
        let until = from + hours(length);
        let span = Span { seat: Seat(u8::from(n % 2 == 0)), from, until, end, n };
        from = until;
        span
    });
    let spans = spans.collect();
    (spans, from)
}

fn slow(turns: &[(i64, SpanEnd)]) -> (Clocks, DateTime<Utc>) {
    let (spans, now) = alternating(turns);
    (Clocks::of(ClockPreset::Slow.allowance(), Stops::default(), 2, &spans), now)
}

use SpanEnd::{Missed, Played};

#[test]
fn a_turn_within_its_free_time_takes_nothing_and_earns_the_increment() {
    let (clocks, now) = slow(&[(12, Played)]);
    assert_eq!([clocks.bank(Seat(0)), clocks.bank(Seat(1))], [hours(96), hours(72)]);
    assert_eq!(clocks.deadline(Seat(1), now), now + hours(12 + 72));
}

#[test]
fn a_longer_turn_takes_the_rest_out_of_the_bank() {
    let (clocks, _) = slow(&[(42, Played), (1, Played)]);
    assert_eq!(clocks.bank(Seat(0)), hours(72 - 30 + 24));
    assert_eq!(clocks.entries[0].used, hours(42));
}

#[test]
fn increments_fill_the_bank_to_its_cap() {
    let (clocks, now) = slow(&[(1, Played); 30]);
    assert_eq!(clocks.bank(Seat(0)), hours(240));
    assert_eq!(clocks.deadline(Seat(0), now), now + hours(12 + 168), "one turn may take 7 days");
}

#[test]
fn a_missed_turn_takes_what_it_could_and_earns_nothing() {
    let (clocks, now) = slow(&[(84, Missed), (1, Played)]);
    assert_eq!(clocks.bank(Seat(0)), hours(0));
    assert_eq!(clocks.deadline(Seat(0), now), now + hours(12));
}

#[test]
fn a_turn_that_ended_late_takes_no_more_than_a_turn_may() {
    let late = [(1, Played); 22].into_iter().chain([(500, Missed)]).collect::<Vec<_>>();
    let (clocks, _) = slow(&late);
    assert_eq!(clocks.bank(Seat(0)), hours(240 - 168));
}

#[test]
fn the_bank_shrinks_while_a_turn_goes_on_after_its_free_time() {
    let (clocks, now) = slow(&[]);
    let bank = |later: i64| clocks.running(Seat(0), now, now + hours(later)).bank;
    assert_eq!(
        [bank(0), bank(12), bank(20), bank(84), bank(99)].map(|bank| bank.num_hours()),
        [72, 72, 64, 0, 0]
    );
}

#[test]
fn days_per_turn_are_a_clock_without_a_bank() {
    let (spans, now) = alternating(&[(70, Played), (72, Missed), (1, Played)]);
    let clocks = Clocks::of(Allowance::days(3), Stops::default(), 2, &spans);
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(clocks.deadline(seat, now), now + hours(72));
        assert_eq!(clocks.bank(seat), hours(0));
    }
}

#[test]
fn a_turn_taken_back_loses_its_increment_and_keeps_what_it_used() {
    // The first seat took 20 hours; the other thinks for 5, and the turn is taken back.
    let (clocks, now) = slow(&[(20, Played), (5, SpanEnd::TakenBack { to: 0 })]);
    assert_eq!(clocks.bank(Seat(0)), hours(72));
    let again = clocks.running(Seat(0), now, now);
    assert_eq!((again.deadline, again.bank), (now + hours(84 - 20), hours(72 - 8)));
    // What the other used counts for its turn.
    assert_eq!(clocks.deadline(Seat(1), now), now + hours(84 - 5));
}

#[test]
fn a_time_out_that_is_taken_back_leaves_every_clock_as_it_was_when_the_turn_began() {
    // The second seat ran out of time; the first has thought for 30 hours since.
    let before = [(20, Played), (30, Played), (1, Played)];
    let (clocks, _) = slow(&before);
    let banks = [Seat(0), Seat(1)].map(|seat| clocks.bank(seat));
    let after = [(500, Missed), (30, SpanEnd::TimeOutTakenBack { to: 3 })];
    let (clocks, now) = slow(&before.into_iter().chain(after).collect::<Vec<_>>());
    assert_eq!([Seat(0), Seat(1)].map(|seat| clocks.bank(seat)), banks);
    for seat in [Seat(0), Seat(1)] {
        assert_eq!(clocks.deadline(seat, now), now + hours(12) + banks[seat.index()]);
    }
}

#[test]
fn taking_back_again_and_again_brings_no_time() {
    let mut turns = Vec::new();
    for n in 0..20 {
        turns.extend([(1, Played), (0, SpanEnd::TakenBack { to: 2 * n })]);
    }
    // Each round repeats the first seat's turn.
    let (clocks, now) = slow(&turns);
    assert_eq!(clocks.deadline(Seat(0), now), now + hours(84 - 20));
}

/// Histories of three seats with any numbers, and what happens next in each.
fn histories(mut each: impl FnMut(Allowance, &Clocks, &Clocks, Span)) {
    let mut random = StdRng::seed_from_u64(27);
    for _ in 0..2_000 {
        let mut seconds = |least: i64, most: i64| u32::try_from(random.random_range(least..most)).unwrap();
        let bank = seconds(0, 120 * HOUR);
        let allowance = Allowance {
            free: seconds(60, 48 * HOUR),
            bank,
            increment: seconds(0, 24 * HOUR),
            cap: seconds(24 * HOUR, 240 * HOUR).max(bank),
            most: (bank % 2 == 0).then(|| seconds(60, 120 * HOUR)),
        };
        assert_eq!(allowance.check(), Ok(()));
        let (mut spans, mut from) = (Vec::new(), noon());
        for n in 1..40 {
            let seat = Seat(random.random_range(0..3));
            let before = Clocks::of(allowance, Stops::default(), 3, &spans);
            let deadline = before.deadline(seat, from);
            let (until, end) = match random.random_range(0..10) {
                0 => (from, SpanEnd::TakenBack { to: n - random.random_range(1..=n.min(4)) }),
                1 => (deadline, Missed),
                _ => {
                    let used = random.random_range(0..=(deadline - from).num_seconds());
                    (from + TimeDelta::seconds(used), Played)
                }
            };
            let span = Span { seat, from, until, end, n };
            spans.push(span);
            each(allowance, &before, &Clocks::of(allowance, Stops::default(), 3, &spans), span);
            from = until;
        }
    }
}

#[test]
fn only_an_increment_ever_adds_to_a_bank() {
    histories(|allowance, before, after, now| {
        for seat in (0..3).map(Seat) {
            let gain = if now.end == Played && seat == now.seat {
                span(allowance.increment)
            } else {
                TimeDelta::zero()
            };
            if !matches!(now.end, SpanEnd::TakenBack { .. }) {
                assert!(after.bank(seat) <= before.bank(seat) + gain, "{allowance:?} {now:?}");
            }
            assert!(after.bank(seat) >= TimeDelta::zero());
            assert!(after.bank(seat) <= span(allowance.cap));
        }
    });
}

#[test]
fn taking_back_gives_nobody_more_time() {
    histories(|allowance, before, after, now| {
        if let SpanEnd::TakenBack { .. } = now.end {
            for seat in (0..3).map(Seat) {
                let left = |clocks: &Clocks| clocks.deadline(seat, now.until);
                assert!(left(after) <= left(before), "{allowance:?} {now:?} {seat:?}");
            }
        }
    });
}

#[test]
fn what_is_given_is_for_one_turn_and_the_bank_keeps_the_rest() {
    let gift = |at: i64, length: i64| Gift {
        seat: Seat(0),
        at: noon() + hours(at),
        seconds: u32::try_from(length * HOUR).unwrap(),
    };
    let clocks = |gifts: &[Gift], turns: &[(i64, SpanEnd)]| {
        let (spans, now) = alternating(turns);
        let stops = Stops { gifts: gifts.to_vec(), ..Stops::default() };
        (Clocks::of(ClockPreset::Slow.allowance(), stops, 2, &spans), now)
    };
    let (now, _) = clocks(&[gift(1, 24)], &[]);
    assert_eq!(now.deadline(Seat(0), noon()), noon() + hours(12 + 72 + 24));
    assert_eq!(now.running(Seat(0), noon(), noon() + hours(2)).bank_from, noon() + hours(12 + 24));
    // It counts from now on if there was nothing left: 84 hours are over.
    let (late, _) = clocks(&[gift(100, 24)], &[]);
    assert_eq!(late.deadline(Seat(0), noon()), noon() + hours(124));
    // Two gifts add up, and one for an earlier turn is gone.
    let (two, _) = clocks(&[gift(1, 24), gift(2, 10)], &[]);
    assert_eq!(two.deadline(Seat(0), noon()), noon() + hours(12 + 72 + 34));
    for (length, bank) in [(1, 96), (36, 96), (40, 92), (108, 24)] {
        let (clocks, _) = clocks(&[gift(0, 24)], &[(length, Played), (1, Played)]);
        assert_eq!(clocks.bank(Seat(0)), hours(bank), "a turn of {length} hours");
    }
    // The other player has none of it.
    let (other, from) = clocks(&[gift(0, 24)], &[(1, Played)]);
    assert_eq!(other.deadline(Seat(1), from), from + hours(84));
}

#[test]
fn a_question_stops_the_clock_of_the_turn_in_which_it_is_asked() {
    let asked = Period { from: noon() + hours(2), until: noon() + hours(14) };
    let stops = Stops { questions: vec![asked], ..Stops::default() };
    let clocks = |spans: &[Span]| Clocks::of(ClockPreset::Standard.allowance(), stops.clone(), 2, spans);
    assert_eq!(clocks(&[]).deadline(Seat(0), noon()), noon() + hours(72 + 12));
    // The next turn began before the time for an answer was over.
    let (spans, from) = alternating(&[(5, Played)]);
    let later = clocks(&spans);
    assert_eq!(later.entries[0].used, hours(2));
    assert_eq!(later.deadline(Seat(1), from), from + hours(72));
}
