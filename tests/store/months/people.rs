//! People who play by post: when they look at their games, when they sleep, and when they are away.

use bastide::account::UserId;
use bastide::table::{DayHours, Period, RestHours, TimeOfDay, Weekdays, local_instant};
use chrono::{DateTime, Datelike, NaiveTime, TimeDelta, Utc, Weekday};
use chrono_tz::Tz;
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Twelve zones: most change their clocks, some on other days than most, one by half an hour, and in the south the other way.
pub const ZONES: [Tz; 12] = [
    Tz::America__Los_Angeles,
    Tz::America__St_Johns,
    Tz::America__Sao_Paulo,
    Tz::Atlantic__Azores,
    Tz::Europe__London,
    Tz::Europe__Berlin,
    Tz::Africa__Cairo,
    Tz::Asia__Kolkata,
    Tz::Asia__Tokyo,
    Tz::Australia__Adelaide,
    Tz::Australia__Lord_Howe,
    Tz::Pacific__Auckland,
];

/// Nights that begin and end apart from the hours that clocks skip or show twice, of which the Azores have the one after midnight.
const NIGHTS: [Option<(&str, &str)>; 4] =
    [Some(("23:00", "07:30")), Some(("22:15", "06:45")), Some(("00:00", "08:00")), None];

pub struct Person {
    pub id: UserId,
    /// With the time of each change.
    pub rests: Vec<(DateTime<Utc>, RestHours)>,
    /// In order.
    pub looks: Vec<DateTime<Utc>>,
    /// Holidays, for half of which they take leave before they go.
    pub trips: Vec<(Period, bool)>,
}

/// Nights and free days of somebody.
pub fn rest(zone: Tz, random: &mut Xoshiro256PlusPlus) -> RestHours {
    let night = NIGHTS[random.random_range(0..NIGHTS.len())];
    let time = |text| TimeOfDay::parse(text).unwrap();
    let night = night.map(|(from, until)| DayHours { from: time(from), until: time(until) });
    let free_days = match random.random_range(0..4) {
        0 => Weekdays::from_iter([Weekday::Sat, Weekday::Sun]),
        1 => Weekdays::NONE.with(Weekday::Fri),
        _ => Weekdays::NONE,
    };
    RestHours { zone, night, free_days }
}

impl Person {
    /// A player who looks at the games at most so often a day.
    pub fn random(
        id: UserId,
        zone: Tz,
        whole: Period,
        looks_a_day: u32,
        random: &mut Xoshiro256PlusPlus,
    ) -> Self {
        let today = whole.from.with_timezone(&zone).date_naive();
        let looks_a_day = random.random_range(1..=looks_a_day);
        let days = whole.length().num_days();
        let trips: Vec<(Period, bool)> = (0..2)
            .map(|_| {
                let from = whole.from + TimeDelta::minutes(random.random_range(0..days * 24 * 60));
                let until = from + TimeDelta::hours(random.random_range(4 * 24..=14 * 24));
                (Period { from, until }, random.random_bool(0.5))
            })
            .collect();
        let (mut looks, mut weekend_away) = (Vec::new(), false);
        for day in today.iter_days().take(usize::try_from(days).unwrap()) {
            let is_weekend = matches!(day.weekday(), Weekday::Sat | Weekday::Sun);
            if !is_weekend {
                weekend_away = random.random_bool(0.25);
            }
            if (is_weekend && weekend_away) || random.random_bool(1.0 / 30.0) {
                continue;
            }
            for _ in 0..looks_a_day {
                let minute = random.random_range(7 * 60..24 * 60);
                let time = NaiveTime::MIN + TimeDelta::minutes(minute);
                let at = local_instant(zone, day.and_time(time));
                let at = at + TimeDelta::milliseconds(random.random_range(0..60_000));
                if whole.contains(at) && !trips.iter().any(|(trip, _)| trip.contains(at)) {
                    looks.push(at);
                }
            }
        }
        looks.sort_unstable();
        Self { id, rests: vec![(whole.from, rest(zone, random))], looks, trips }
    }

    pub fn zone(&self) -> Tz {
        self.rests[0].1.zone
    }
}
