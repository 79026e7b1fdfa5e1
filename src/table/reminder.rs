//! When players are called to a turn: as it begins, and again before its time runs out.

use chrono::{DateTime, TimeDelta, Utc};

use crate::QuietHours;

/// A call to a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Call {
    /// The turn has begun.
    Begun,
    /// A fifth of the time is left.
    Reminder,
    Last,
}

impl Call {
    const ALL: [Self; 3] = [Self::Begun, Self::Reminder, Self::Last];
}

/// The calls to a turn.
#[derive(Clone, Copy, Debug)]
pub struct Calls {
    pub begun: DateTime<Utc>,
    /// `None` without a clock.
    pub deadline: Option<DateTime<Utc>>,
    /// The player's.
    pub quiet: Option<QuietHours>,
}

impl Calls {
    /// The last reminder comes so long before the deadline at least.
    pub const LAST: TimeDelta = TimeDelta::hours(2);
    /// A reminder that would fall into quiet hours comes so long before them.
    const BEFORE_QUIET: TimeDelta = TimeDelta::minutes(1);

    /// When a call is due; `None` if there is no such call.
    pub fn due(&self, call: Call) -> Option<DateTime<Utc>> {
        match call {
            Call::Begun => Some(self.quiet_at(self.begun).map_or(self.begun, |(_, until)| until)),
            Call::Reminder => {
                let at = self.before_deadline(|all| all / 5)?;
                let at = match self.quiet_at(at) {
                    None => at,
                    Some((before, _)) if before > self.begun => before,
                    Some((_, until)) => until,
                };
                (at < self.due(Call::Last)?).then_some(at)
            }
            Call::Last => {
                let at = self.before_deadline(|all| Self::LAST.max(all / 20))?;
                let before = self.quiet_at(at).map(|(before, _)| before);
                Some(before.filter(|&before| before > self.begun).unwrap_or(at))
            }
        }
    }

    /// The call that is due, or the next one, from `call` on. When several are due, the last of them says it all.
    pub fn from(&self, call: Call, now: DateTime<Utc>) -> Option<(Call, DateTime<Utc>)> {
        let calls = || {
            let later = Call::ALL.into_iter().filter(move |&one| one >= call);
            later.filter_map(|call| Some((call, self.due(call)?)))
        };
        calls().rfind(|&(_, due)| due <= now).or_else(|| calls().min_by_key(|&(_, due)| due))
    }

    /// The call after `call`.
    pub fn after(&self, call: Call, now: DateTime<Utc>) -> Option<(Call, DateTime<Utc>)> {
        let next = Call::ALL.into_iter().find(|&one| one > call)?;
        self.from(next, now)
    }

    /// So long before the deadline, if the turn has begun by then. The time is a part of all that the turn has.
    fn before_deadline(&self, part: impl Fn(TimeDelta) -> TimeDelta) -> Option<DateTime<Utc>> {
        let deadline = self.deadline?;
        let at = deadline - part(deadline - self.begun);
        (at > self.begun).then_some(at)
    }

    /// Just before the quiet hours that an instant is within, and their end.
    fn quiet_at(&self, at: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let quiet = self.quiet?.at(at)?;
        Some((quiet.from - Self::BEFORE_QUIET, quiet.until))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DayHours, TimeOfDay};
    use chrono_tz::Tz;

    fn utc(text: &str) -> DateTime<Utc> {
        format!("2026-01-{text}:00Z").parse().unwrap()
    }

    fn calls(begun: &str, deadline: &str, quiet: Option<(&str, &str)>) -> [Option<DateTime<Utc>>; 3] {
        let time = |text| TimeOfDay::parse(text).unwrap();
        let quiet = quiet.map(|(from, until)| DayHours { from: time(from), until: time(until) });
        let quiet = quiet.map(|hours| QuietHours::new(Tz::UTC, hours));
        let calls = Calls { begun: utc(begun), deadline: Some(utc(deadline)), quiet };
        Call::ALL.map(|call| calls.due(call))
    }

    #[test]
    fn reminders_come_when_a_fifth_is_left_and_two_hours_before_the_end() {
        let [begun, reminder, last] = calls("10T12:00", "15T12:00", None);
        assert_eq!(begun, Some(utc("10T12:00")));
        assert_eq!(reminder, Some(utc("14T12:00")));
        // A twentieth of five days.
        assert_eq!(last, Some(utc("15T06:00")));
        assert_eq!(calls("10T12:00", "11T12:00", None)[2], Some(utc("11T10:00")));
    }

    #[test]
    fn a_short_turn_has_fewer_reminders() {
        let [_, reminder, last] = calls("10T12:00", "10T18:00", None);
        assert_eq!((reminder, last), (None, Some(utc("10T16:00"))));
        let [_, reminder, last] = calls("10T12:00", "10T14:00", None);
        assert_eq!((reminder, last), (None, None));
    }

    #[test]
    fn a_turn_without_a_clock_has_none() {
        let calls = Calls { begun: utc("10T12:00"), deadline: None, quiet: None };
        assert_eq!(calls.after(Call::Begun, utc("20T12:00")), None);
    }

    #[test]
    fn quiet_hours_yield_only_to_the_last_reminder() {
        let night = Some(("22:00", "07:00"));
        // A turn that begins at night is called in the morning.
        assert_eq!(calls("10T23:00", "20T23:00", night)[0], Some(utc("11T07:00")));
        // Reminders at 3:00 come before the night.
        let [_, reminder, _] = calls("10T03:00", "15T03:00", night);
        assert_eq!(reminder, Some(utc("13T21:59")));
        let [_, _, last] = calls("10T05:00", "15T09:00", night);
        assert_eq!(last, Some(utc("14T21:59")));
        // There is no time before this night.
        let [begun, reminder, last] = calls("10T23:00", "11T06:00", night);
        assert_eq!((begun, reminder, last), (Some(utc("11T07:00")), None, Some(utc("11T04:00"))));
    }

    #[test]
    fn of_several_calls_that_are_due_only_the_last_is_made() {
        let calls = Calls { begun: utc("10T12:00"), deadline: Some(utc("15T12:00")), quiet: None };
        let at = |text| calls.from(Call::Begun, utc(text));
        assert_eq!(at("10T11:00"), Some((Call::Begun, utc("10T12:00"))));
        assert_eq!(at("10T12:00"), Some((Call::Begun, utc("10T12:00"))));
        assert_eq!(at("14T13:00"), Some((Call::Reminder, utc("14T12:00"))));
        assert_eq!(at("15T07:00"), Some((Call::Last, utc("15T06:00"))));
        assert_eq!(calls.after(Call::Begun, utc("10T13:00")), Some((Call::Reminder, utc("14T12:00"))));
        assert_eq!(calls.after(Call::Reminder, utc("14T13:00")), Some((Call::Last, utc("15T06:00"))));
        assert_eq!(calls.after(Call::Last, utc("15T07:00")), None);
    }
}
