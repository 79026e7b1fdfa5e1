use chrono_tz::Tz;

use super::super::{DayHours, TimeOfDay, Weekdays};
use super::*;

fn begin() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
}

fn day(day: i64) -> DateTime<Utc> {
    begin() + TimeDelta::days(day)
}

fn days(from: i64, until: i64) -> Period {
    Period { from: day(from), until: day(until) }
}

type Step<'a> = &'a dyn Fn(&PlayerTime, DateTime<Utc>) -> TimeEvent;

/// The time of a player after each of these, which must be possible.
fn after(steps: &[Step<'_>], at: &[i64]) -> PlayerTime {
    steps.iter().zip(at).fold(PlayerTime::new(begin()), |time, (step, &at)| {
        let event = step(&time, day(at));
        time.with(&LoggedTimeEvent { n: time.revision + 1, at: day(at), event })
    })
}

fn leave(from: i64, until: i64) -> impl Fn(&PlayerTime, DateTime<Utc>) -> TimeEvent {
    move |time, now| time.take_leave(days(from, until), now).unwrap()
}

#[test]
fn a_new_account_has_a_week_and_earns_a_day_in_twelve() {
    let time = PlayerTime::new(begin());
    let balances = [0, 12, 24, 12 * 23, 12 * 50].map(|at| time.balance(day(at)).num_days());
    assert_eq!(balances, [7, 8, 9, 30, 30]);
}

#[test]
fn leave_is_taken_out_of_the_balance_and_earns_nothing() {
    let time = after(&[&leave(12, 15)], &[10]);
    assert_eq!(time.balance(day(12)), TimeDelta::days(8));
    assert_eq!(time.balance(day(14)), TimeDelta::days(6));
    assert_eq!(time.balance(day(15)), TimeDelta::days(5));
    assert_eq!(time.balance(day(27)), TimeDelta::days(6));
    assert_eq!(time.on_leave(day(12)), Some(day(15)));
    assert_eq!((time.on_leave(day(15)), time.on_leave(day(11))), (None, None));
}

#[test]
fn leave_that_ends_early_costs_what_was_taken() {
    let end = |time: &PlayerTime, now| time.end_leave(1, now).unwrap();
    let time = after(&[&leave(0, 5), &end], &[0, 2]);
    assert_eq!((time.balance(day(2)), time.on_leave(day(3))), (TimeDelta::days(5), None));
    assert_eq!(time.end_leave(1, day(3)), Err(TimeRefusal::NoSuchLeave));
    assert_eq!(time.end_leave(7, day(3)), Err(TimeRefusal::NoSuchLeave));
}

#[test]
fn planned_leave_can_be_called_off() {
    let end = |time: &PlayerTime, now| time.end_leave(1, now).unwrap();
    let time = after(&[&leave(10, 12), &end], &[0, 5]);
    assert_eq!((time.leaves(), time.balance(day(12))), (&[][..], TimeDelta::days(8)));
}

#[test]
fn nobody_takes_more_leave_than_they_have() {
    let time = PlayerTime::new(begin());
    let refusal = time.take_leave(days(0, 8), day(0));
    assert_eq!(refusal, Err(TimeRefusal::TooLittleLeft { left: TimeDelta::days(7) }));
    assert!(time.take_leave(days(12, 20), day(0)).is_ok(), "it has earned a day by then");
}

#[test]
fn leave_before_planned_leave_may_not_shorten_it() {
    let time = after(&[&leave(24, 33)], &[0]);
    assert_eq!(time.balance(day(33)), TimeDelta::zero());
    let Err(TimeRefusal::TooLittleLeft { left }) = time.take_leave(days(1, 3), day(0)) else { panic!() };
    assert!(left < TimeDelta::minutes(2), "{left}");
}

#[test]
fn leave_that_makes_no_sense_is_refused_by_name() {
    let time = after(&[&leave(3, 5)], &[0]);
    let hour = TimeDelta::hours(1);
    for (period, why) in [
        (days(-1, 2), TimeRefusal::LeaveInPast),
        (days(-3, -1), TimeRefusal::LeaveInPast),
        (days(1, 1), TimeRefusal::LeaveTooShort),
        (days(2, 1), TimeRefusal::LeaveTooShort),
        (Period { from: day(1), until: day(1) + hour / 2 }, TimeRefusal::LeaveTooShort),
        (days(400, 401), TimeRefusal::LeaveTooFar),
        (days(4, 6), TimeRefusal::LeaveOverlaps { until: day(5) }),
        (days(2, 9), TimeRefusal::LeaveOverlaps { until: day(5) }),
    ] {
        assert_eq!(time.take_leave(period, day(0)), Err(why), "{period:?}");
    }
}

#[test]
fn automatic_leave_takes_an_hour_until_nothing_is_left() {
    let mut time = PlayerTime::new(begin());
    let mut hours = 0;
    let mut deadline = day(0);
    while let Some(event) = time.automatic_leave(deadline) {
        time = time.with(&LoggedTimeEvent { n: time.revision + 1, at: deadline, event });
        deadline += TimeDelta::hours(1);
        hours += 1;
    }
    assert_eq!((hours, time.balance(deadline)), (7 * 24, TimeDelta::zero()));
    assert_eq!(time.on_leave(deadline - TimeDelta::milliseconds(1)), Some(deadline));
}

#[test]
fn leave_ends_at_a_whole_millisecond() {
    let millis = TimeDelta::milliseconds;
    let day_and_a_bit = day(1) + millis(31);
    let time = PlayerTime::new(begin());
    let balance = time.balance(day_and_a_bit);
    assert_eq!(balance, TimeDelta::days(7) + TimeDelta::hours(2) + millis(2));
    // As it was once stored.
    let until = day_and_a_bit + balance + TimeDelta::microseconds(583);
    let event = TimeEvent::LeaveTaken { from: day_and_a_bit, until, automatic: true };
    let time = time.with(&LoggedTimeEvent { n: 1, at: day_and_a_bit, event });
    assert_eq!(time.on_leave(day_and_a_bit), Some(day_and_a_bit + balance));
}

#[test]
fn automatic_leave_can_be_turned_off() {
    let off = |time: &PlayerTime, _| time.change_automatic_leave(false).unwrap();
    let time = after(&[&off], &[0]);
    assert_eq!((time.automatic_leave(day(1)), time.change_automatic_leave(false)), (None, None));
    assert!(time.change_automatic_leave(true).is_some());
}

#[test]
fn hours_change_from_the_next_turn_on_and_every_thirty_days() {
    let night = |from, until| {
        let [from, until] = [from, until].map(|text| TimeOfDay::parse(text).unwrap());
        RestHours { night: Some(DayHours { from, until }), ..RestHours::none(Tz::Europe__Rome) }
    };
    let (early, late) = (night("21:00", "06:00"), night("23:00", "07:00"));
    let change = |time: &PlayerTime, now| time.change_rest(early, now).unwrap().unwrap();
    let time = after(&[&change], &[1]);
    assert_eq!((time.rest_at(day(0)), time.rest_at(day(1)), time.rest()), (None, Some(early), Some(early)));
    assert_eq!(time.change_rest(early, day(2)), Ok(None));
    assert_eq!(time.change_rest(late, day(30)), Err(TimeRefusal::ChangedBefore { possible: day(31) }));
    assert!(time.change_rest(late, day(31)).unwrap().is_some());
    assert_eq!(time.change_rest(night("21:00", "06:01"), day(40)), Err(TimeRefusal::NightTooLong));
    let three = RestHours { free_days: Weekdays::WEEK[..3].iter().copied().collect(), ..early };
    assert_eq!(time.change_rest(three, day(40)), Err(TimeRefusal::TooManyFreeDays));
    assert_eq!(PlayerTime::new(begin()).change_rest(RestHours::none(Tz::Europe__Rome), day(0)), Ok(None));
}

#[test]
fn nights_move_to_another_zone_from_the_next_turn_on_and_at_most_once_a_week() {
    let night =
        DayHours { from: TimeOfDay::parse("22:00").unwrap(), until: TimeOfDay::parse("06:00").unwrap() };
    let of = |zone| RestHours { night: Some(night), ..RestHours::none(zone) };
    let (rome, tokyo, lima) = (Tz::Europe__Rome, Tz::Asia__Tokyo, Tz::America__Lima);
    let set = |time: &PlayerTime, now| time.change_rest(of(rome), now).unwrap().unwrap();
    let to = |zone| move |time: &PlayerTime, now| time.change_zone(zone, now).unwrap();
    let moved = after(&[&set, &to(tokyo)], &[1, 2]);
    let counts = |time: &PlayerTime, at| time.rest_at(day(at)).map(|rest| rest.zone);
    assert_eq!([0, 1, 2, 3].map(|at| counts(&moved, at)), [None, Some(rome), Some(tokyo), Some(tokyo)]);
    assert_eq!((moved.zone_counts_from(day(2)), moved.change_zone(tokyo, day(3))), (None, None));
    // The second move waits until a week after the first. A third replaces it.
    let again = after(&[&set, &to(tokyo), &to(lima)], &[1, 2, 3]);
    assert_eq!([3, 8, 9, 20].map(|at| counts(&again, at)), [tokyo, tokyo, lima, lima].map(Some));
    assert_eq!((again.zone_counts_from(day(3)), again.zone_counts_from(day(9))), (Some(day(9)), None));
    let back = after(&[&set, &to(tokyo), &to(lima), &to(rome)], &[1, 2, 3, 8]);
    assert_eq!([8, 9].map(|at| counts(&back, at)), [tokyo, rome].map(Some));
    let late = after(&[&set, &to(tokyo), &to(lima), &to(rome)], &[1, 2, 3, 10]);
    assert_eq!([10, 15, 16].map(|at| counts(&late, at)), [lima, lima, rome].map(Some));
    // A move is no change of the hours, and such a change is what was said last.
    assert_eq!(late.rest_changeable(), Some(day(31)));
    assert_eq!(late.rest(), Some(of(rome)));
    let change = |time: &PlayerTime, now| {
        time.change_rest(
            RestHours { night: None, free_days: Weekdays::WEEK[..1].iter().copied().collect(), ..of(lima) },
            now,
        )
        .unwrap()
        .unwrap()
    };
    let changed = after(&[&set, &to(tokyo), &to(lima), &to(rome), &change], &[1, 26, 27, 28, 31]);
    assert_eq!(
        [31, 33, 40].map(|at| counts(&changed, at)),
        [lima; 3].map(Some),
        "nothing planned comes after it"
    );
    assert_eq!(changed.rest().unwrap().night, None);
}

#[test]
fn whose_clocks_never_stand_has_nothing_to_move() {
    assert_eq!(PlayerTime::new(begin()).change_zone(Tz::Asia__Tokyo, day(1)), None);
    let free =
        RestHours { free_days: Weekdays::WEEK[..1].iter().copied().collect(), ..RestHours::none(Tz::UTC) };
    let set = |time: &PlayerTime, now| time.change_rest(free, now).unwrap().unwrap();
    let clear = |time: &PlayerTime, now| time.change_rest(RestHours::none(Tz::UTC), now).unwrap().unwrap();
    assert_eq!(after(&[&set, &clear], &[1, 31]).change_zone(Tz::Asia__Tokyo, day(32)), None);
    // The same hours in another zone are a move, which needs no thirty days.
    let moved = after(&[&set], &[1]).change_rest(RestHours { zone: Tz::Asia__Tokyo, ..free }, day(2));
    assert_eq!(moved, Ok(Some(TimeEvent::ZoneChanged { zone: Tz::Asia__Tokyo, from: day(2) })));
}

#[test]
fn a_log_gives_the_same_at_once_and_step_by_step() {
    let log: Vec<LoggedTimeEvent> = [
        TimeEvent::LeaveTaken { from: day(1), until: day(4), automatic: false },
        TimeEvent::LeaveTaken { from: day(2), until: day(3), automatic: true },
        TimeEvent::AutomaticLeaveChanged { on: false },
        TimeEvent::LeaveTaken { from: day(20), until: day(60), automatic: false },
        TimeEvent::LeaveEnded { n: 1 },
        TimeEvent::RestChanged {
            rest: RestHours {
                free_days: Weekdays::WEEK[..1].iter().copied().collect(),
                ..RestHours::none(Tz::UTC)
            },
        },
        TimeEvent::ZoneChanged { zone: Tz::Asia__Tokyo, from: day(6) },
    ]
    .into_iter()
    .zip(1..)
    .map(|(event, n)| LoggedTimeEvent { n, at: day(i64::from(n) - 1), event })
    .collect();
    let at_once = PlayerTime::of(begin(), &log);
    let step_by_step = log.iter().fold(PlayerTime::new(begin()), |time, logged| time.with(logged));
    assert_eq!(at_once, step_by_step);
    let json: Vec<String> = log.iter().map(|logged| serde_json::to_string(&logged.event).unwrap()).collect();
    let read: Vec<TimeEvent> = json.iter().map(|json| serde_json::from_str(json).unwrap()).collect();
    assert_eq!(read, log.iter().map(|logged| logged.event).collect::<Vec<_>>());
    // The balance ends leave that was taken for too long, and nothing is paid for twice.
    assert_eq!(at_once.leaves().len(), 2);
    assert!(at_once.balance(day(100)) >= TimeDelta::zero());
}
