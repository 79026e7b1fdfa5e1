use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use AttendanceKind::{CalledOff, Missed, MissedWhilePlaying, Played};

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
}

fn entry(game: u8, hours: i64, kind: AttendanceKind) -> AttendanceEntry {
    AttendanceEntry { game: GameId::new([game; 10]), at: noon() + TimeDelta::hours(hours), kind }
}

/// After so many hours.
fn details(record: &[AttendanceEntry], hours: i64) -> ReliabilityDetails {
    ReliabilityDetails::of(record.to_vec(), noon() + TimeDelta::hours(hours))
}

fn percent(record: &[AttendanceEntry], hours: i64) -> u8 {
    match details(record, hours).reliability {
        Reliability::Percent(percent) => percent,
        Reliability::New => panic!("new: {record:?}"),
    }
}

const DAY: i64 = 24;

#[test]
fn with_fewer_than_20_turns_a_person_is_new() {
    assert_eq!(details(&[], 0).reliability, Reliability::New);
    assert_eq!(details(&[entry(1, 0, Played(19))], 0).reliability, Reliability::New);
    assert_eq!(details(&[entry(1, 0, Played(20))], 0).reliability, Reliability::Percent(100));
    let missed = [entry(1, 0, Played(19)), entry(2, 0, Missed)];
    assert_eq!(details(&missed, 0).reliability, Reliability::Percent(95));
}

#[test]
fn a_missed_turn_weighs_full_for_28_days_then_half_for_the_rest_of_a_year_then_nothing() {
    let record = [entry(1, 0, Missed), entry(2, 1, Played(9)), entry(3, 1, Played(40))];
    let at = [1, 28 * DAY - 1, 28 * DAY, 365 * DAY - 1, 365 * DAY, 4_000 * DAY];
    assert_eq!(at.map(|hours| percent(&record, hours)), [98, 98, 99, 99, 100, 100]);
    let until = |hours| details(&record, hours).missed.first().map(|turn| (turn.half, turn.until));
    let after = |days| noon() + TimeDelta::days(days);
    assert_eq!([until(1), until(28 * DAY)], [Some((false, after(28))), Some((true, after(365)))]);
    assert_eq!((until(365 * DAY), details(&record, 365 * DAY).turns), (None, 50));
}

#[test]
fn turns_missed_within_a_day_of_the_first_count_once() {
    let others = [entry(9, -1, Played(99))];
    let with = |missed: &[AttendanceEntry]| percent(&[&others, missed].concat(), 100);
    assert_eq!(with(&[entry(1, 0, Missed), entry(2, 1, Missed), entry(3, 23, Missed)]), 99);
    assert_eq!(with(&[entry(1, 0, Missed), entry(2, 20, Missed), entry(3, 24, Missed)]), 98);
}

#[test]
fn each_counts_that_was_missed_while_playing_elsewhere() {
    let others = [entry(9, -1, Played(97))];
    let missed =
        [entry(1, 0, Missed), entry(2, 1, Missed), entry(3, 5, MissedWhilePlaying), entry(4, 28, Missed)];
    let found = details(&[&others[..], &missed].concat(), 30);
    assert_eq!(found.turns, 99, "the last is within a day of the third");
    let games: Vec<GameId> = found.missed.into_iter().map(|turn| turn.game).collect();
    assert_eq!(games, [GameId::new([3; 10]), GameId::new([1; 10])]);
}

#[test]
fn the_last_200_turns_count() {
    let (missed, played) = (entry(1, 0, Missed), |turns| entry(2, 1, Played(turns)));
    assert_eq!(percent(&[missed.clone(), played(199)], 2), 99);
    assert_eq!(percent(&[missed.clone(), played(200)], 2), 100);
    let before = entry(3, -1, Played(1_000));
    assert_eq!(details(&[before, missed, played(30)], 2).turns, 200);
}

#[test]
fn what_is_missed_in_a_game_that_is_called_off_does_not_count() {
    let record = [entry(9, -1, Played(49)), entry(1, 0, Missed)];
    assert_eq!(percent(&record, 1), 98);
    let called_off = [&record[..], &[entry(1, 2, CalledOff)]].concat();
    assert_eq!((percent(&called_off, 3), details(&called_off, 3).missed), (100, Vec::new()));
}

#[test]
fn a_table_lets_people_sit_down_who_are_as_reliable_as_it_asks() {
    let required = RequiredReliability { percent: 90, newcomers: false };
    let allowed = |required: RequiredReliability| {
        [Reliability::New, Reliability::Percent(89), Reliability::Percent(90)].map(|one| required.allows(one))
    };
    assert_eq!(allowed(required), [false, false, true]);
    assert_eq!(allowed(RequiredReliability { newcomers: true, ..required }), [true, false, true]);
    assert_eq!(allowed(RequiredReliability::default()), [true; 3]);
}

/// Half turns, without rounding, so that the smallest fall shows.
fn exact(details: &ReliabilityDetails) -> (u64, u64) {
    let lost: u64 = details.missed.iter().map(|turn| if turn.half { 1 } else { 2 }).sum();
    (u64::from(2 * details.turns) - lost, u64::from(2 * details.turns))
}

/// Whatever happens, and however time passes: without another missed turn, what a person has never becomes less.
#[test]
fn without_another_missed_turn_it_never_falls() {
    for seed in 0..400 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (mut record, mut now) = (Vec::new(), 0);
        let mut before = details(&record, now);
        for step in 0..120 {
            now += match rng.random_range(0..6) {
                0 => rng.random_range(0..40 * DAY),
                1 => rng.random_range(0..30),
                _ => 0,
            };
            let game = rng.random_range(0..40);
            let added = match rng.random_range(0..8) {
                0 => Some(entry(game, now, Missed)),
                1 => Some(entry(game, now, MissedWhilePlaying)),
                2 => Some(entry(game, now, CalledOff)),
                // A game that ended before, and was not counted then.
                3 => Some(entry(game, rng.random_range(0..=now), Played(rng.random_range(1..60)))),
                4 | 5 => Some(entry(game, now, Played(rng.random_range(1..60)))),
                _ => None,
            };
            let missed = added.as_ref().is_some_and(|entry| entry.kind.is_missed());
            record.extend(added);
            let after = details(&record, now);
            let ((old, old_turns), (new, new_turns)) = (exact(&before), exact(&after));
            assert!(old_turns <= new_turns, "seed {seed}, step {step}: fewer turns");
            let falls = old_turns > 0 && new * old_turns < old * new_turns;
            assert!(missed || !falls, "seed {seed}, step {step}: {before:?} {after:?}");
            if let (Reliability::Percent(old), Reliability::Percent(new)) =
                (before.reliability, after.reliability)
            {
                assert!(missed || new >= old, "seed {seed}, step {step}");
            }
            before = after;
        }
    }
}

/// A missed turn costs at most the turn.
#[test]
fn a_missed_turn_lowers_it_by_one_turn_at_most() {
    for seed in 0..200 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record: Vec<_> = (0..rng.random_range(1..12))
            .map(|game| entry(game, rng.random_range(0..100 * DAY), Played(rng.random_range(1..40))))
            .collect();
        for _ in 0..rng.random_range(1..8) {
            let before = details(&record, 101 * DAY).missed.len();
            record.push(entry(rng.random_range(20..30), rng.random_range(0..100 * DAY), Missed));
            assert!(details(&record, 101 * DAY).missed.len() <= before + 1, "seed {seed}");
        }
    }
}
