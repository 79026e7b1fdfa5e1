//! `/account/restrictions`: what moderators have decided about the viewer, and the objections.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use crate::html::account::pages::Problem;
use crate::html::account::restrictions_page::{ObjectionRow, RestrictionRow, RestrictionsPage};
use crate::html::response::PageResult;
use crate::html::wording::{report, talk};
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{EvenLocked, SignedIn};
use crate::http::urls::{ReportUrl, Url};
use crate::locale::{Locale, Message, key};
use account::{Objection, Restriction, RestrictionId, RestrictionKind, RestrictionState};
use service::RestrictionError;
use table::LineText;

pub(crate) async fn get(EvenLocked(person): EvenLocked) -> PageResult {
    page(&person, None).await
}

/// Says that the viewer has read a warning.
pub(crate) async fn acknowledge(
    EvenLocked(SignedIn { viewer, .. }): EvenLocked,
    id: Path<String>,
    _: VerifiedForm,
) -> PageResult {
    let id = RestrictionId::parse(&id).ok_or(PageError::NotFound)?;
    viewer.web().service.acknowledge_warning(viewer.principal(), &id).await.map_err(failed)?;
    Ok(viewer.go(&Url::Report(ReportUrl::Restrictions), Some(Flash::WarningRead), &[]))
}

pub(crate) async fn object(
    EvenLocked(person): EvenLocked,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let id = RestrictionId::parse(&id).ok_or(PageError::NotFound)?;
    let viewer = &person.viewer;
    let typed = fields.required("objection")?;
    let text = match LineText::parse(typed) {
        Ok(text) => text,
        Err(why) => {
            let text = viewer.locale().format(&talk::bad_text(why));
            let problem = Problem { field: Some("objection"), text };
            return page(&person, Some((id, problem, typed.to_owned()))).await;
        }
    };
    viewer.web().service.object(viewer.principal(), &id, &text).await.map_err(failed)?;
    Ok(viewer.go(&Url::Report(ReportUrl::Restrictions), Some(Flash::Objected), &[]))
}

async fn page(person: &SignedIn, refused: Option<(RestrictionId, Problem, String)>) -> PageResult {
    let SignedIn { viewer, user } = person;
    let service = &viewer.web().service;
    let restrictions = service.restrictions(viewer.principal()).await?;
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let (locale, now) = (viewer.locale(), service.now());
    let page = RestrictionsPage {
        layout: viewer.layout(locale.say("restrictions-title")),
        restrictions: restrictions.into_iter().map(|one| row(locale, one, now, user.zone)).collect(),
        refused,
    };
    viewer.private_page(status, &page)
}

/// For the person, and for moderators.
pub(crate) fn row(locale: Locale, restriction: Restriction, now: DateTime<Utc>, zone: Tz) -> RestrictionRow {
    let in_force = restriction.state(now) == RestrictionState::InForce;
    RestrictionRow {
        kind: locale.say(report::kind(restriction.kind)),
        effect: locale.say(report::effect(restriction.kind)),
        since: locale.moment(restriction.since, zone),
        end: report::end(locale, &restriction, now, zone),
        in_force,
        unread: in_force && restriction.kind == RestrictionKind::Warning,
        can_object: restriction.can_object(),
        objection: restriction.objection.map(|objection| objection_row(locale, objection, zone)),
        rule: restriction.rule,
        reason: restriction.reason,
        id: restriction.id,
    }
}

fn objection_row(locale: Locale, Objection { text, at, answer }: Objection, zone: Tz) -> ObjectionRow {
    let answer = answer.map(|answer| {
        let decided = if answer.upheld { key("restriction-upheld") } else { key("restriction-lifted-after") };
        (locale.text(decided).with("at", locale.moment(answer.at, zone)).to_string(), answer.text)
    });
    ObjectionRow { text, at: locale.moment(at, zone), answer }
}

fn failed(error: RestrictionError) -> PageError {
    match error {
        RestrictionError::NoSuchRestriction => PageError::NotFound,
        RestrictionError::Denied(why) => why.into(),
        RestrictionError::Store(failure) => failure.into(),
        refused @ RestrictionError::NotObjectionable => PageError::Conflict(Message::from(&refused)),
    }
}
