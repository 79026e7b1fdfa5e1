//! `/admin/objections`: what people say against restrictions, and the answers.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};

use crate::html::account::pages::Problem;
use crate::html::account::restrictions;
use crate::html::admin::objections_page::{ObjectionRow, ObjectionsPage};
use crate::html::admin::{menu, refusal};
use crate::html::response::PageResult;
use crate::html::wording::player;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::{ReportUrl, Url};
use account::RestrictionId;
use service::{ObjectionCase, Role, StaffError};
use table::Person;

pub(crate) async fn get(member: StaffMember, request: HttpRequest) -> PageResult {
    let after = Fields::of_query(&request)?.chosen("after", place)?;
    page(&member, after, None, None).await
}

pub(crate) async fn answer(StaffForm(member, fields): StaffForm, id: Path<String>) -> PageResult {
    member.require(Role::Admin)?;
    let id = RestrictionId::parse(&id).ok_or(PageError::NotFound)?;
    let upheld = match fields.required("decision")? {
        "uphold" => true,
        "lift" => false,
        _ => return Err(PageError::bad_request("request-unclear")),
    };
    let answer = fields.required("answer")?;
    let service = &member.viewer.web().service;
    match service.answer_objection(member.viewer.principal(), &id, upheld, answer).await {
        Ok(()) => {
            let to = Url::Report(ReportUrl::Objections);
            Ok(member.viewer.go(&to, Some(Flash::ObjectionAnswered), &[]))
        }
        Err(error) => page(&member, None, Some(error), Some((id, answer.to_owned()))).await,
    }
}

/// A place in the list.
fn place(text: &str) -> Option<(DateTime<Utc>, RestrictionId)> {
    let (at, id) = text.split_once('-')?;
    Some((DateTime::from_timestamp_millis(at.parse().ok()?)?, RestrictionId::parse(id)?))
}

async fn page(
    member: &StaffMember,
    after: Option<(DateTime<Utc>, RestrictionId)>,
    error: Option<StaffError>,
    typed: Option<(RestrictionId, String)>,
) -> PageResult {
    let (viewer, locale) = (&member.viewer, member.viewer.locale());
    let (status, error) = match error.map(refusal).transpose()? {
        Some((status, why)) => (status, Some(Problem { field: None, text: locale.format(&why) })),
        None => (StatusCode::OK, None),
    };
    let service = &viewer.web().service;
    let first = after.is_none();
    let found = service.objections(viewer.principal(), after).await?;
    let name = |person: Option<Person>| match person {
        Some(person) => player::person_name(locale, &person).into_owned(),
        None => locale.say("report-gone").to_owned(),
    };
    let row = |case: ObjectionCase| ObjectionRow {
        user: case.restriction.user.to_string(),
        restriction: restrictions::row(locale, case.restriction, service.now(), member.user.zone),
        name: name(case.person),
        decided_by: name(case.decided_by),
    };
    let unconfirmed = !viewer.principal().is_confirmed(service.now());
    let here = Url::Report(ReportUrl::Objections).to_string();
    let page = ObjectionsPage {
        layout: viewer.layout(locale.say("objections-title")),
        menu: menu(member),
        error,
        cases: found.cases.into_iter().map(row).collect(),
        first,
        next: found.next.map(|(at, id)| (at.timestamp_millis(), id)),
        confirm: unconfirmed.then(|| Url::ConfirmThen(&here).to_string()),
        typed,
    };
    viewer.private_page(status, &page)
}
