//! People who play by post: when they look at their games, and when they are away.
//!
//! A quarter looks 8 times a day, half of them 3 times, a quarter once, between 07:00 and 23:00 of their zone. One day in 30 nobody looks,
//! and one weekend in four. Six in ten have a holiday of 5 to 14 days; half of those take leave before they go.

use std::ops::Range;

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// When a person looks at their games, in minutes from the start of the season.
#[derive(Clone, Debug)]
pub struct Person {
    pub visits: Vec<u32>,
    /// In days.
    pub holiday: Option<Range<u32>>,
    /// Whether they take leave before they go.
    pub plans_ahead: bool,
}

impl Person {
    pub fn random(days: u16, rng: &mut Xoshiro256PlusPlus) -> Self {
        let days = u32::from(days);
        let daily = *pick(&[8, 3, 3, 1], rng);
        let zone = rng.random_range(0..12) * 2 * 60;
        let holiday = rng.random_bool(0.6).then(|| {
            let first = rng.random_range(0..days);
            first..first + rng.random_range(5..=14)
        });
        let mut visits = Vec::new();
        let mut weekend_away = false;
        for day in 0..days {
            if day % 7 == 5 {
                weekend_away = rng.random_bool(0.25);
            }
            let away = (day % 7 >= 5 && weekend_away) || rng.random_bool(1.0 / 30.0);
            let on_holiday = holiday.as_ref().is_some_and(|holiday| holiday.contains(&day));
            for _ in 0..daily {
                let minute = rng.random_range(7 * 60..23 * 60);
                if !away && !on_holiday {
                    visits.push(day * DAY + zone + minute);
                }
            }
        }
        visits.sort_unstable();
        Self { visits, holiday, plans_ahead: rng.random_bool(0.5) }
    }
}

fn pick<'a, T>(of: &'a [T], rng: &mut Xoshiro256PlusPlus) -> &'a T {
    &of[rng.random_range(0..of.len())]
}
