//! `/admin/log`: the audit log, page by page.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono::DateTime;

use crate::html::admin::pages::LogPage;
use crate::html::admin::{menu, row};
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::staff::StaffMember;

pub(crate) async fn get(member: StaffMember, request: HttpRequest) -> PageResult {
    let before = Fields::of_query(&request)?.parsed("before")?.and_then(DateTime::from_timestamp_millis);
    let found = member.viewer.web().service.audit_log(member.viewer.principal(), before).await?;
    let page = LogPage {
        layout: member.viewer.layout(member.viewer.locale().say("admin-log")),
        menu: menu(&member),
        entries: found.entries.into_iter().map(|entry| row(&member, entry)).collect(),
        first: before.is_none(),
        next: found.next.map(|at| at.timestamp_millis()),
    };
    member.viewer.private_page(StatusCode::OK, &page)
}
