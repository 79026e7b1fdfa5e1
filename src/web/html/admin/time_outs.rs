//! `/admin/time-outs`: turns that are held, because more would time out than usual.

use actix_web::http::StatusCode;
use chrono::TimeDelta;

use crate::html::account::pages::Problem;
use crate::html::admin::pages::{HeldRow, TimeOutsPage};
use crate::html::admin::{menu, refusal};
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::moments::FieldError;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::Url;
use crate::locale::{Message, duration};
use service::StaffError;

/// The field for how long clocks stand.
const LENGTH: &str = "length";

pub(crate) async fn get(member: StaffMember) -> PageResult {
    page(&member, None, String::new()).await
}

pub(crate) async fn release(StaffForm(member, _): StaffForm) -> PageResult {
    let done = member.viewer.web().service.release_time_outs(member.viewer.principal()).await;
    after(&member, done, Flash::TimeOutsReleased, String::new()).await
}

pub(crate) async fn stop(StaffForm(member, fields): StaffForm) -> PageResult {
    let typed = fields.needed::<String>(LENGTH)?;
    let Some(seconds) = duration::parse(typed.trim()) else {
        let why = (LENGTH, Message::new("refused-duration").with("text", typed.as_str()));
        return page(&member, Some((StatusCode::UNPROCESSABLE_ENTITY, why)), typed).await;
    };
    let length = TimeDelta::seconds(seconds.into());
    let done = member.viewer.web().service.stop_clocks(member.viewer.principal(), length).await;
    after(&member, done, Flash::ClocksStopped, typed).await
}

async fn after(
    member: &StaffMember,
    done: Result<(), StaffError>,
    flash: Flash,
    typed: String,
) -> PageResult {
    let Err(error) = done else { return Ok(member.viewer.go(&Url::AdminTimeOuts, Some(flash), &[])) };
    let field = if matches!(error, StaffError::Length) { LENGTH } else { "" };
    let (status, why) = refusal(error)?;
    page(member, Some((status, (field, why))), typed).await
}

async fn page(member: &StaffMember, refused: Option<(StatusCode, FieldError)>, length: String) -> PageResult {
    let (viewer, locale) = (&member.viewer, member.viewer.locale());
    let held = viewer.web().service.held_time_outs(viewer.principal()).await?;
    let status = refused.as_ref().map_or(StatusCode::OK, |(status, _)| *status);
    let page = TimeOutsPage {
        layout: viewer.layout(locale.say("admin-time-outs")),
        menu: menu(member),
        error: refused.map(|(_, (field, why))| Problem {
            field: Some(field).filter(|field| !field.is_empty()),
            text: locale.format(&why),
        }),
        held: held
            .map(|held| HeldRow { count: held.count, first: locale.moment(held.first, member.user.zone) }),
        length,
    };
    viewer.private_page(status, &page)
}
