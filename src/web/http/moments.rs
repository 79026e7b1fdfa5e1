//! Instants and lengths of time in forms, in the zone of the person who typed them.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::locale::{Message, duration};
use table::{DayHours, TimeOfDay, local_instant};

/// The name of the field at fault, and why it is refused.
pub type FieldError = (&'static str, Message);

/// An instant as browsers send it; `None` if the field is empty.
pub fn moment(
    fields: &Fields,
    name: &'static str,
    zone: Tz,
) -> Result<Result<Option<DateTime<Utc>>, FieldError>, PageError> {
    let typed = fields.optional(name)?.unwrap_or_default().trim();
    if typed.is_empty() {
        return Ok(Ok(None));
    }
    let local = NaiveDateTime::parse_from_str(typed, "%Y-%m-%dT%H:%M");
    Ok(match local {
        Ok(local) => Ok(Some(local_instant(zone, local))),
        Err(_) => Err((name, Message::new("refused-moment").with("text", typed))),
    })
}

/// A time of day; `None` if the field is empty.
pub fn time_of_day(
    fields: &Fields,
    name: &'static str,
) -> Result<Result<Option<TimeOfDay>, FieldError>, PageError> {
    let typed = fields.optional(name)?.unwrap_or_default().trim();
    let wrong = || (name, Message::new("refused-time-of-day").with("text", typed));
    Ok(match typed {
        "" => Ok(None),
        typed => TimeOfDay::parse(typed).map(Some).ok_or_else(wrong),
    })
}

/// Hours of the day from one field until the other; `None` if both are empty. `half` says that one of them is.
pub fn day_hours(
    fields: &Fields,
    [from, until]: [&'static str; 2],
    half: &'static str,
) -> Result<Result<Option<DayHours>, FieldError>, PageError> {
    Ok(match (time_of_day(fields, from)?, time_of_day(fields, until)?) {
        (Err(why), _) | (_, Err(why)) => Err(why),
        (Ok(Some(from)), Ok(Some(until))) => Ok(Some(DayHours { from, until })),
        (Ok(None), Ok(None)) => Ok(None),
        (Ok(None), _) => Err((from, Message::new(half))),
        (_, Ok(None)) => Err((until, Message::new(half))),
    })
}

/// When something ends that begins at `from`: the field `until`, or the field `duration` later.
pub fn end(
    fields: &Fields,
    zone: Tz,
    from: DateTime<Utc>,
) -> Result<Result<DateTime<Utc>, FieldError>, PageError> {
    let until = match moment(fields, "until", zone)? {
        Ok(until) => until,
        Err(why) => return Ok(Err(why)),
    };
    let typed = fields.optional("duration")?.unwrap_or_default().trim();
    Ok(match (until, typed) {
        (Some(until), "") => Ok(until),
        (None, typed) if !typed.is_empty() => match duration::parse(typed) {
            Some(seconds) => Ok(from + TimeDelta::seconds(seconds.into())),
            None => Err(("duration", Message::new("refused-duration").with("text", typed))),
        },
        _ => Err(("duration", Message::new("refused-end"))),
    })
}
