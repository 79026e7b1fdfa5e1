//! What stops clocks, in words.

use chrono::TimeDelta;
use chrono_tz::Tz;

use crate::locale::{Locale, duration, key};
use table::{ClockHours, Period, Settings, Stop, StopCause, Weekdays};

/// "night", "leave".
pub fn cause(locale: Locale, cause: StopCause) -> &'static str {
    locale.say(match cause {
        StopCause::Outage => key("stop-outage"),
        StopCause::Pause => key("stop-pause"),
        StopCause::Question => key("stop-question"),
        StopCause::Leave => key("stop-leave"),
        StopCause::Hours => key("stop-hours"),
        StopCause::Night => key("stop-night"),
    })
}

/// "stands until Tue 24 Nov, 07:00 CET (night)".
pub fn until(locale: Locale, stop: Stop, zone: Tz) -> String {
    let text = locale.text("stop-until").with("until", locale.soon(stop.until, zone));
    text.with("why", cause(locale, stop.cause)).to_string()
}

/// How long a clock stood for each cause, from a minute on: "night 18 h, leave 3 d".
pub fn total(locale: Locale, stood: &[(StopCause, Period)]) -> String {
    let mut causes: Vec<(StopCause, TimeDelta)> = Vec::new();
    for (cause, period) in stood {
        match causes.iter_mut().find(|(known, _)| known == cause) {
            Some((_, total)) => *total += period.length(),
            None => causes.push((*cause, period.length())),
        }
    }
    let entry = |(why, total): (StopCause, TimeDelta)| {
        let minutes = u32::try_from(total.num_minutes() * 60).unwrap_or_default();
        format!("{} {}", cause(locale, why), duration::format(minutes))
    };
    let noticed = causes.into_iter().filter(|(_, total)| *total >= TimeDelta::minutes(1));
    noticed.map(entry).collect::<Vec<_>>().join(", ")
}

/// What stops the clocks of a table by its settings: "in players' nights …, while players are on leave".
pub fn allowed(locale: Locale, settings: &Settings) -> String {
    let by_post = settings.allows_absence();
    let hours = match settings.clock_hours {
        ClockHours::Players if by_post => Some(locale.say("table-stops-night").to_owned()),
        ClockHours::Always | ClockHours::Players => None,
        ClockHours::Table(hours) => {
            let text = locale.text("table-stops-hours").with("from", hours.hours.from.to_string());
            let mut text =
                text.with("until", hours.hours.until.to_string()).with("zone", hours.zone.name()).to_string();
            let free = Weekdays::WEEK.into_iter().filter(|&day| !hours.days.contains(day));
            let free: Vec<&str> = free.map(|day| locale.weekday(day)).collect();
            if !free.is_empty() {
                let days = locale.text("table-stops-days").with("days", free.join(", "));
                text = format!("{text} {days}");
            }
            Some(text)
        }
    };
    let leave = (settings.leave && by_post).then(|| locale.say("table-stops-leave").to_owned());
    let stops: Vec<String> = hours.into_iter().chain(leave).collect();
    if stops.is_empty() { locale.say("table-stops-never").to_owned() } else { stops.join(", ") }
}
