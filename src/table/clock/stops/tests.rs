use chrono_tz::Tz;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::super::{DayHours, LoggedTimeEvent, PlayingHours, RestHours, TimeEvent, TimeOfDay, Weekdays};
use super::*;

fn noon() -> DateTime<Utc> {
    "2026-03-02T12:00:00Z".parse().unwrap()
}

fn hours(hours: i64) -> TimeDelta {
    TimeDelta::hours(hours)
}

fn day_hours(from: &str, until: &str) -> DayHours {
    let [from, until] = [from, until].map(|text| TimeOfDay::parse(text).unwrap());
    DayHours { from, until }
}

fn period(from: i64, until: i64) -> Period {
    Period { from: noon() + hours(from), until: noon() + hours(until) }
}

fn player(events: &[TimeEvent]) -> Vec<Option<Arc<PlayerTime>>> {
    let logged =
        events.iter().zip(1..).map(|(&event, n)| LoggedTimeEvent { n, at: noon() - hours(1), event });
    vec![Some(Arc::new(PlayerTime::of(noon() - hours(24), &logged.collect::<Vec<_>>()))), None]
}

fn night(from: &str, until: &str) -> TimeEvent {
    let night = Some(day_hours(from, until));
    TimeEvent::RestChanged { rest: RestHours { night, ..RestHours::none(Tz::UTC) } }
}

#[test]
fn a_clock_stands_at_night_and_goes_on_in_the_morning() {
    let stops =
        Stops { hours: ClockHours::Players, players: player(&[night("22:00", "07:00")]), ..Stops::default() };
    let turn = stops.of_turn(Seat(0), noon());
    assert_eq!(turn.after(noon(), hours(9)), noon() + hours(9));
    assert_eq!(turn.after(noon(), hours(10)), noon() + hours(19), "it never runs out while it stands");
    assert_eq!(turn.after(noon(), hours(11)), noon() + hours(20));
    assert_eq!(turn.running(noon(), noon() + hours(24)), hours(15));
    let stop = Stop { cause: StopCause::Night, until: noon() + hours(19) };
    assert_eq!((turn.stop(noon()), turn.stop(noon() + hours(12))), (None, Some(stop)));
    // The other seat has no such hours, and what was changed during a turn counts from the next.
    for turn in [stops.of_turn(Seat(1), noon()), stops.of_turn(Seat(0), noon() - hours(2))] {
        assert_eq!(turn.after(noon(), hours(11)), noon() + hours(11));
    }
}

#[test]
fn nights_count_only_at_tables_that_allow_them() {
    let players = player(&[night("22:00", "07:00")]);
    let stops = Stops { players, leave: true, ..Stops::default() };
    assert_eq!(stops.of_turn(Seat(0), noon()).after(noon(), hours(11)), noon() + hours(11));
}

#[test]
fn outside_its_playing_hours_the_clocks_of_a_table_stand() {
    let days = Weekdays::WEEK[..6].iter().copied().collect();
    let hours_of_table = PlayingHours { zone: Tz::UTC, hours: day_hours("08:00", "22:00"), days };
    let players = player(&[night("12:00", "20:00")]);
    let stops = Stops { hours: ClockHours::Table(hours_of_table), players, ..Stops::default() };
    let turn = stops.of_turn(Seat(0), noon());
    // Ten hours on Monday, then fourteen on each day but Sunday.
    assert_eq!(turn.after(noon(), hours(9 + 5 * 14)), noon() + hours(5 * 24 + 9));
    assert_eq!(turn.after(noon(), hours(10 + 5 * 14 + 1)), noon() + hours(6 * 24 + 21));
    let sunday = noon() + hours(6 * 24);
    assert_eq!(turn.stop(sunday), Some(Stop { cause: StopCause::Hours, until: sunday + hours(20) }));
}

#[test]
fn leave_pauses_and_outages_stop_clocks_for_as_long_as_they_last_together() {
    let leave = TimeEvent::LeaveTaken { from: noon() + hours(2), until: noon() + hours(8), automatic: false };
    let stops = Stops {
        outages: Outages::new(vec![period(1, 3)]),
        pauses: vec![period(7, 10)],
        players: player(&[leave]),
        leave: true,
        ..Stops::default()
    };
    let turn = stops.of_turn(Seat(0), noon());
    assert_eq!(turn.after(noon(), hours(2)), noon() + hours(11));
    let stop = Stop { cause: StopCause::Outage, until: noon() + hours(10) };
    assert_eq!(turn.stop(noon() + hours(1)), Some(stop));
    let stops_between = turn.between(noon(), noon() + hours(9));
    let expected = [
        (StopCause::Outage, period(1, 3)),
        (StopCause::Leave, period(3, 8)),
        (StopCause::Pause, period(8, 9)),
    ];
    assert_eq!(stops_between, expected);
    let without_leave = Stops { leave: false, ..stops.clone() };
    assert_eq!(without_leave.of_turn(Seat(0), noon()).after(noon(), hours(2)), noon() + hours(4));
}

#[test]
fn running_time_adds_up_whatever_stops_a_clock() {
    let mut random = StdRng::seed_from_u64(27);
    for _ in 0..500 {
        let mut some_hours = |most: i64| random.random_range(0..most);
        let rest = RestHours {
            night: Some(day_hours("22:30", "07:15")),
            free_days: Weekdays::WEEK
                .into_iter()
                .cycle()
                .skip(usize::try_from(some_hours(7)).unwrap())
                .take(2)
                .collect(),
            ..RestHours::none(Tz::America__New_York)
        };
        let (outage, leave, pause) = (some_hours(300), some_hours(300), some_hours(300));
        let taken = period(leave, leave + some_hours(100));
        let events = [
            TimeEvent::RestChanged { rest },
            TimeEvent::LeaveTaken { from: taken.from, until: taken.until, automatic: false },
        ];
        let stops = Stops {
            questions: Vec::new(),
            gifts: Vec::new(),
            outages: Outages::new(vec![period(outage, outage + some_hours(5))]),
            pauses: vec![period(pause, pause + 1 + some_hours(80))],
            players: player(&events),
            hours: ClockHours::Players,
            former: Vec::new(),
            leave: true,
        };
        let turn = stops.of_turn(Seat(0), noon());
        let (length, later) = (hours(some_hours(200)), noon() + hours(some_hours(400)));
        let end = turn.after(noon(), length);
        // The last instant at which the clock has run for so long.
        assert_eq!(turn.running(noon(), end), length);
        assert!(turn.running(noon(), end + TimeDelta::milliseconds(1)) > length);
        let (first, second) = (turn.running(noon(), end), turn.running(end, end.max(later)));
        assert_eq!(first + second, turn.running(noon(), end.max(later)));
        // What runs and what stands is all the time there is.
        let standing = turn.between(noon(), later).into_iter().map(|(_, period)| period.length());
        assert_eq!(turn.running(noon(), later) + standing.sum::<TimeDelta>(), later - noon());
    }
}

#[test]
fn the_nights_of_a_turn_are_those_of_the_player_who_had_the_seat() {
    let nights = |from, until| player(&[night(from, until)]).swap_remove(0);
    let former = FormerPlayer { seat: Seat(0), until: noon() + hours(24), time: nights("22:00", "07:00") };
    let stops = Stops {
        hours: ClockHours::Players,
        players: vec![nights("13:00", "14:00"), None],
        former: vec![former],
        ..Stops::default()
    };
    let used = |seat, since: DateTime<Utc>| stops.of_turn(seat, since).running(since, since + hours(24));
    assert_eq!(used(Seat(0), noon()), hours(15));
    assert_eq!(used(Seat(0), noon() + hours(24)), hours(23), "the turns of the new player have theirs");
    assert_eq!(used(Seat(1), noon()), hours(24));
}
