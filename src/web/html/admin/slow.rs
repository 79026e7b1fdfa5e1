//! `/admin/slow`: the slowest requests of the last day.

use actix_web::http::StatusCode;

use crate::html::admin::menu;
use crate::html::admin::pages::{SlowPage, SlowRow};
use crate::html::response::PageResult;
use crate::http::slow_requests::{SLOW, SlowRequest};
use crate::http::staff::StaffMember;
use service::Role;

/// The most that the page shows.
const MOST: usize = 100;

pub(crate) async fn get(member: StaffMember) -> PageResult {
    member.require(Role::Admin)?;
    let (locale, zone) = (member.viewer.locale(), member.user.zone);
    let slowest = member.viewer.web().slow.slowest(member.viewer.web().service.now()).into_iter().take(MOST);
    let row = |(method, page, request): (String, String, SlowRequest)| SlowRow {
        page: format!("{method} {page}"),
        took: locale.milliseconds(request.took),
        status: request.status,
        at: locale.soon(request.at, zone),
        request_id: request.id,
    };
    let page = SlowPage {
        layout: member.viewer.layout(locale.say("admin-slow")),
        menu: menu(&member),
        least: u64::try_from(SLOW.as_millis()).unwrap_or_default(),
        requests: slowest.map(row).collect(),
    };
    member.viewer.private_page(StatusCode::OK, &page)
}
