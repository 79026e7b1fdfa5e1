//! The user's time: zone, nights, free days and leave.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, done, json};
use crate::http::error::PageError;
use crate::locale::Message;
use table::{DayHours, Leave, Period, RestHours, Weekdays};

/// Leave, in which clocks stand.
#[derive(Serialize, ToSchema)]
#[schema(as = Leave)]
pub(super) struct LeaveJson {
    /// To end it with.
    n: u32,
    from: DateTime<Utc>,
    until: DateTime<Utc>,
    /// Whether it was taken by itself.
    automatic: bool,
}

/// Hours of the day.
#[derive(Serialize, ToSchema)]
#[schema(as = DayHours)]
pub(super) struct DayHoursJson {
    /// Such as `23:00`.
    from: String,
    until: String,
}

/// When your clocks stand.
#[derive(Serialize, ToSchema)]
#[schema(as = Time)]
pub(super) struct TimeJson {
    /// The time zone, such as `Europe/Prague`.
    zone: &'static str,
    #[schema(value_type = Option<DayHoursJson>)]
    night: Option<DayHours>,
    /// From `mon` to `sun`.
    #[schema(value_type = Vec<String>)]
    free_days: Weekdays,
    /// How much leave is left, in seconds.
    balance: i64,
    /// Whether leave is taken by itself when a turn would time out.
    automatic: bool,
    leaves: Vec<LeaveJson>,
}

/// When your clocks stand: nights, free days and leave
#[utoipa::path(get, operation_id = "time", path = "/api/v1/account/time", tag = "settings", security(("token" = ["account"])),
    responses((status = 200, body = TimeJson), Problems))]
pub(crate) async fn get(Member(caller): Member) -> ApiResult {
    let (user, service) = (caller.user()?, caller.service());
    let time = service.time(&caller.principal).await?;
    let rest = time.rest().unwrap_or(RestHours::none(user.zone));
    let leave = |leave: &Leave| LeaveJson {
        n: leave.n,
        from: leave.period.from,
        until: leave.period.until,
        automatic: leave.automatic,
    };
    json(&TimeJson {
        zone: user.zone.name(),
        night: rest.night,
        free_days: rest.free_days,
        balance: time.balance(service.now()).num_seconds(),
        automatic: time.automatic_leave,
        leaves: time.leaves().iter().map(leave).collect(),
    })
}

/// A time zone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ZoneBody {
    /// Such as `Europe/Prague`.
    zone: String,
}

/// Set your time zone
#[utoipa::path(post, operation_id = "set_zone", path = "/api/v1/account/zone", tag = "settings", security(("token" = ["account"])),
    request_body = ZoneBody, responses((status = 204, description = "Set"), Refusals))]
pub(crate) async fn set_zone(Member(caller): Member, Body(body): Body<ZoneBody>) -> ApiResult {
    let zone = body.zone.parse();
    let no_zone = |_| {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "no-such-zone", Message::new("refused-zone"))
            .at("zone")
    };
    let zone = zone.map_err(no_zone)?;
    caller.service().set_zone(&caller.principal, zone).await?;
    done()
}

/// Nights and free days, in your time zone.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HoursBody {
    #[schema(value_type = Option<DayHoursJson>)]
    night: Option<DayHours>,
    /// From `mon` to `sun`.
    #[schema(value_type = Vec<String>)]
    free_days: Weekdays,
}

/// Set the hours and days on which your clocks stand
#[utoipa::path(post, operation_id = "set_hours", path = "/api/v1/account/time/hours", tag = "settings", security(("token" = ["account"])),
    request_body = HoursBody, responses((status = 204, description = "Set"), Refusals))]
pub(crate) async fn set_hours(Member(caller): Member, Body(body): Body<HoursBody>) -> ApiResult {
    let rest = RestHours { zone: caller.user()?.zone, night: body.night, free_days: body.free_days };
    caller.service().change_rest(&caller.principal, rest).await?;
    done()
}

/// Leave to take.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LeaveBody {
    /// Now, if left out.
    from: Option<DateTime<Utc>>,
    until: DateTime<Utc>,
}

/// Take leave
#[utoipa::path(post, operation_id = "take_leave", path = "/api/v1/account/time/leave", tag = "settings", security(("token" = ["account"])),
    request_body = LeaveBody, responses((status = 204, description = "Taken"), Refusals))]
pub(crate) async fn take_leave(Member(caller): Member, Body(body): Body<LeaveBody>) -> ApiResult {
    let from = body.from.unwrap_or_else(|| caller.service().now());
    caller.service().take_leave(&caller.principal, Period { from, until: body.until }).await?;
    done()
}

/// End leave, or call it off
#[utoipa::path(post, operation_id = "end_leave", path = "/api/v1/account/time/leave/{n}/end", tag = "settings", security(("token" = ["account"])),
    params(("n" = u32, Path, description = "Which leave")),
    responses((status = 204, description = "Over"), Refusals))]
pub(crate) async fn end_leave(Member(caller): Member, n: Path<String>) -> ApiResult {
    let n = n.parse().map_err(|_| PageError::NotFound)?;
    caller.service().end_leave(&caller.principal, n).await?;
    done()
}

/// On or off.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SwitchBody {
    on: bool,
}

/// Say whether leave is taken by itself when a turn would time out
#[utoipa::path(post, operation_id = "set_automatic_leave", path = "/api/v1/account/time/automatic", tag = "settings", security(("token" = ["account"])),
    request_body = SwitchBody, responses((status = 204, description = "Set"), Refusals))]
pub(crate) async fn set_automatic(Member(caller): Member, Body(body): Body<SwitchBody>) -> ApiResult {
    caller.service().set_automatic_leave(&caller.principal, body.on).await?;
    done()
}
