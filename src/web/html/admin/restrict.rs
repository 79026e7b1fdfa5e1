//! Warning and restricting somebody without a report, and ending restrictions early.

use actix_web::web::Path;

use crate::html::admin::account;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::staff::StaffForm;
use crate::http::urls::{AdminUrl, Url};
use ::account::{RestrictionId, RestrictionKind, UserId};
use service::RestrictionTerms;

/// `/admin/accounts/{id}/restrictions`
pub(crate) async fn post(StaffForm(member, fields): StaffForm, id: Path<String>) -> PageResult {
    let user = UserId::parse(&id).ok_or(PageError::NotFound)?;
    let service = &member.viewer.web().service;
    match service.restrict(member.viewer.principal(), &user, terms(&fields)?).await {
        Ok(()) => {
            let to = Url::Admin(AdminUrl::Account(user.as_str()));
            Ok(member.viewer.go(&to, Some(Flash::PersonRestricted), &[]))
        }
        Err(error) => account::page(&member, &user, Some(error), &fields).await,
    }
}

/// `/admin/restrictions/{id}/lift`
pub(crate) async fn lift(StaffForm(member, fields): StaffForm, id: Path<String>) -> PageResult {
    let id = RestrictionId::parse(&id).ok_or(PageError::NotFound)?;
    let service = &member.viewer.web().service;
    let user = service.lift_restriction(member.viewer.principal(), &id, fields.required("reason")?).await?;
    Ok(member.viewer.go(&Url::Admin(AdminUrl::Account(user.as_str())), Some(Flash::RestrictionLifted), &[]))
}

/// What a form says about a restriction.
pub(super) fn terms(fields: &Fields) -> Result<RestrictionTerms<'_>, PageError> {
    let kind = fields.chosen("kind", RestrictionKind::parse)?;
    Ok(RestrictionTerms {
        kind: kind.ok_or_else(|| PageError::bad_request("request-unclear"))?,
        days: fields.parsed("days")?.unwrap_or_default(),
        rule: fields.required("rule")?,
        reason: fields.required("reason")?,
    })
}
