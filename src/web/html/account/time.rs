//! `/account/time`: nights, free days and leave.

use actix_web::web::Path;
use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;

use crate::html::account::FormError;
use crate::html::account::time_page::{DayChoice, LeaveRow, TimeForm, TimePage};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::moments::{self, FieldError};
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, duration, key};
use service::TimeError;
use table::{DayHours, Leave, Period, PlayerTime, RestHours, TimeOfDay, TimeRefusal, Weekdays};

/// How many past leaves the page lists.
const PAST: usize = 20;

pub(crate) async fn get(person: SignedIn) -> PageResult {
    person.require_account(&Url::Time)?;
    page(&person, None, None).await
}

/// Sets nights and free days.
pub(crate) async fn set_hours(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Time)?;
    match hours(&person, &fields)? {
        Ok(rest) => {
            let done = service(&person).change_rest(person.viewer.principal(), rest).await;
            done_or_page(&person, &fields, done, "night_from", Flash::HoursSaved).await
        }
        Err(why) => page(&person, Some(&fields), Some(why)).await,
    }
}

/// Takes leave.
pub(crate) async fn take_leave(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Time)?;
    match leave(&person, &fields)? {
        Ok(period) => {
            let done = service(&person).take_leave(person.viewer.principal(), period).await;
            let field = match done {
                Err(TimeError::Refused(TimeRefusal::LeaveInPast)) => "from",
                _ => "until",
            };
            done_or_page(&person, &fields, done, field, Flash::LeaveTaken).await
        }
        Err(why) => page(&person, Some(&fields), Some(why)).await,
    }
}

/// Ends leave, or calls it off.
pub(crate) async fn end_leave(
    person: SignedIn,
    n: Path<u32>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    person.require_account(&Url::Time)?;
    let done = service(&person).end_leave(person.viewer.principal(), *n).await;
    done_or_page(&person, &fields, done, "", Flash::LeaveEnded).await
}

/// Turns automatic leave on or off.
pub(crate) async fn set_automatic(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Time)?;
    let on = fields.optional("automatic")? == Some("yes");
    let done = service(&person).set_automatic_leave(person.viewer.principal(), on).await;
    done_or_page(&person, &fields, done, "", Flash::HoursSaved).await
}

fn service(person: &SignedIn) -> &service::Service {
    &person.viewer.web().service
}

async fn done_or_page(
    person: &SignedIn,
    fields: &Fields,
    done: Result<(), TimeError>,
    field: &'static str,
    flash: Flash,
) -> PageResult {
    match done {
        Ok(()) => Ok(person.viewer.go(&Url::Time, Some(flash), &[])),
        Err(TimeError::Denied(why)) => Err(why.into()),
        Err(TimeError::Store(failure)) => Err(failure.into()),
        Err(TimeError::Stale) => {
            let error = FormError::refused(Message::new("refused-time-changed"));
            page(person, None, Some(error)).await
        }
        Err(TimeError::Refused(why)) => {
            let error = FormError::refused(refusal(person.viewer.locale(), person.user.zone, why));
            let error = if field.is_empty() { error } else { error.at(field) };
            page(person, Some(fields), Some(error)).await
        }
    }
}

pub(crate) fn refusal(locale: Locale, zone: Tz, why: TimeRefusal) -> Message {
    let moment = |at: DateTime<Utc>| locale.moment(at, zone);
    match why {
        TimeRefusal::NightTooLong => {
            Message::new("refused-night-long").with("most", RestHours::LONGEST_NIGHT / 60)
        }
        TimeRefusal::TooManyFreeDays => {
            Message::new("refused-free-days").with("most", RestHours::MOST_FREE_DAYS)
        }
        TimeRefusal::ChangedBefore { possible } => {
            Message::new("refused-hours-changed").with("at", moment(possible))
        }
        TimeRefusal::LeaveInPast => Message::new("refused-leave-past"),
        TimeRefusal::LeaveTooFar => {
            Message::new("refused-leave-far").with("days", PlayerTime::FARTHEST_LEAVE.num_days())
        }
        TimeRefusal::LeaveTooShort => {
            Message::new("refused-leave-short").with("least", length(PlayerTime::SHORTEST_LEAVE))
        }
        TimeRefusal::LeaveOverlaps { until } => {
            Message::new("refused-leave-overlaps").with("until", moment(until))
        }
        TimeRefusal::TooLittleLeft { left } => {
            Message::new("refused-leave-balance").with("left", length(left))
        }
        TimeRefusal::NoSuchLeave => Message::new("refused-no-such-leave"),
    }
}

/// Nights and free days as the form says, in the user's zone.
fn hours(person: &SignedIn, fields: &Fields) -> Result<Result<RestHours, FormError>, PageError> {
    let night = moments::day_hours(fields, ["night_from", "night_until"], key("refused-night-half"))?;
    let night = match night {
        Ok(night) => night,
        Err((field, why)) => return Ok(Err(FormError::refused(why).at(field))),
    };
    let day = |word| Weekdays::parse_day(word).ok_or_else(|| PageError::bad_request("request-unclear"));
    let free_days = fields.all("free").map(day).collect::<Result<Weekdays, PageError>>()?;
    Ok(Ok(RestHours { zone: person.user.zone, night, free_days }))
}

/// The leave that the form asks for: from an instant or now, for some time or until an instant, in the user's zone.
fn leave(person: &SignedIn, fields: &Fields) -> Result<Result<Period, FormError>, PageError> {
    let refused = |(field, why): FieldError| FormError::refused(why).at(field);
    let from = match moments::moment(fields, "from", person.user.zone)? {
        Ok(from) => from.unwrap_or_else(|| service(person).now()),
        Err(why) => return Ok(Err(refused(why))),
    };
    let until = moments::end(fields, person.user.zone, from)?;
    Ok(until.map(|until| Period { from, until }).map_err(refused))
}

/// The page, with what was typed and the error of one of its forms.
async fn page(person: &SignedIn, typed: Option<&Fields>, error: Option<FormError>) -> PageResult {
    let SignedIn { viewer, user } = person;
    let (locale, zone, now) = (viewer.locale(), user.zone, service(person).now());
    let time = service(person).time(viewer.principal()).await?;
    let (status, error) = FormError::shown(error, locale);
    let (coming, past): (Vec<&Leave>, Vec<&Leave>) =
        time.leaves().iter().partition(|leave| leave.period.until > now);
    let row = |leave: &Leave| LeaveRow {
        n: leave.n,
        from: locale.moment(leave.period.from, zone),
        until: locale.moment(leave.period.until, zone),
        length: length(leave.period.length()),
        automatic: leave.automatic,
        current: leave.period.contains(now),
    };
    viewer.private_page(
        status,
        &TimePage {
            layout: viewer.layout(locale.say("own-time-title")),
            error,
            zone: zone.name(),
            form: form(person, &time, typed),
            moves: time.zone_counts_from(now).map(|at| locale.moment(at, zone)),
            changeable: time.rest_changeable().filter(|&at| at > now).map(|at| locale.moment(at, zone)),
            balance: length(time.balance(now)),
            on_leave: time.on_leave(now).map(|until| locale.moment(until, zone)),
            automatic: time.automatic_leave,
            coming: coming.into_iter().map(row).collect(),
            past: past.into_iter().rev().take(PAST).map(row).collect(),
        },
    )
}

/// What was typed, or what counts now.
fn form(person: &SignedIn, time: &PlayerTime, typed: Option<&Fields>) -> TimeForm {
    let rest = time.rest().unwrap_or(RestHours::none(person.user.zone));
    let night = |time: fn(DayHours) -> TimeOfDay| rest.night.map(|night| time(night).to_string());
    let typed_text = |name: &str| typed.and_then(|fields| fields.all(name).next()).map(str::to_owned);
    let hours_typed = typed.is_some_and(|fields| fields.all("night_from").next().is_some());
    let locale = person.viewer.locale();
    let day = |day| DayChoice {
        word: Weekdays::word(day),
        name: locale.weekday(day),
        chosen: match typed.filter(|_| hours_typed) {
            Some(fields) => fields.all("free").any(|word| word == Weekdays::word(day)),
            None => rest.free_days.contains(day),
        },
    };
    TimeForm {
        night_from: typed_text("night_from").or_else(|| night(|night| night.from)).unwrap_or_default(),
        night_until: typed_text("night_until").or_else(|| night(|night| night.until)).unwrap_or_default(),
        days: Weekdays::WEEK.map(day).into(),
        from: typed_text("from").unwrap_or_default(),
        until: typed_text("until").unwrap_or_default(),
        length: typed_text("duration").unwrap_or_default(),
    }
}

/// "6 d 3 h", to the minute.
fn length(span: TimeDelta) -> String {
    duration::format(u32::try_from(span.num_minutes() * 60).unwrap_or_default())
}
