//! `/account/people`: whom the viewer has muted or blocked.

use askama::Template;

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::layout::Layout;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::{TalkUrl, Url};
use crate::locale::key;
use account::{Hidden, UserId};
use service::HideError;

#[derive(Template)]
#[template(path = "account/people.html")]
pub struct PeoplePage {
    pub layout: Layout,
    pub people: Vec<PersonRow>,
}

pub struct PersonRow {
    pub id: UserId,
    pub name: String,
    pub why: Hidden,
    pub since: String,
}

pub(crate) async fn get(SignedIn { viewer, user }: SignedIn) -> PageResult {
    let found = viewer.web().service.hidden_people(viewer.principal()).await?;
    let locale = viewer.locale();
    let row = |person: account::HiddenPerson| PersonRow {
        since: locale.day(person.at, user.zone),
        id: person.id,
        name: person.name,
        why: person.why,
    };
    let people = found.into_iter().map(row).collect();
    let layout = viewer.layout(locale.say(key("people-title")));
    viewer.private_page(StatusCode::OK, &PeoplePage { layout, people })
}

/// `/players/{id}/hide`: mutes or blocks somebody, or ends that.
pub(crate) async fn hide(
    SignedIn { viewer, .. }: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let id = UserId::parse(&id).ok_or(PageError::NotFound)?;
    let why = fields.chosen("why", Hidden::parse)?;
    let why = why.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let hidden = fields.required("hidden")? == "yes";
    match viewer.web().service.hide_person(viewer.principal(), &id, why, hidden).await {
        Ok(()) => {}
        Err(HideError::NoSuchPlayer) => return Err(PageError::NotFound),
        Err(HideError::Yourself) => return Err(PageError::bad_request("refused-hide-yourself")),
        Err(HideError::Denied(denied)) => return Err(denied.into()),
        Err(HideError::Store(failure)) => return Err(failure.into()),
    }
    let flash = match (why, hidden) {
        (Hidden::Muted, true) => Flash::PersonMuted,
        (Hidden::Muted, false) => Flash::PersonUnmuted,
        (Hidden::Blocked, true) => Flash::PersonBlocked,
        (Hidden::Blocked, false) => Flash::PersonUnblocked,
    };
    let list = fields.optional("from")? == Some("list");
    Ok(viewer.go(&if list { Url::Talk(TalkUrl::People) } else { Url::Player(&id) }, Some(flash), &[]))
}
