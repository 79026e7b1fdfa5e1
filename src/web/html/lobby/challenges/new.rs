//! `/challenges/new`: challenging a player.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::lobby::challenges::form::TermsForm;
use crate::html::lobby::challenges::page::{ChallengeFormPage, FormFor};
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::player;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::{ChallengeUrl, Url};
use crate::locale::Message;
use account::UserId;
use service::ChallengeError;
use table::GameId;

/// A query can prefill any of the form's fields, or name the table whose settings to start from.
pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let to = challenged(&fields)?;
    person.require_account(&Url::Challenge(ChallengeUrl::New(&to)))?;
    let form_for = form_for(&person, to).await?;
    let form = match fields.optional("from")? {
        None => TermsForm::read(&fields, person.user.zone)?,
        Some(id) => {
            let id = GameId::parse(id).ok_or(PageError::NotFound)?;
            let terms = person.viewer.web().service.terms_like(person.viewer.principal(), &id).await?;
            TermsForm::of(&terms.ok_or(PageError::NotFound)?, person.user.zone)
        }
    };
    person.viewer.page(&form.page(&person, form_for))
}

/// Sends the challenge, or shows the form with the rules of another book.
pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let to = challenged(&fields)?;
    person.require_account(&Url::Challenge(ChallengeUrl::New(&to)))?;
    let mut form = TermsForm::read(&fields, person.user.zone)?;
    if fields.optional("show")?.is_some() {
        form.show_rules();
        let form_for = form_for(&person, to).await?;
        return person.viewer.page(&form.page(&person, form_for));
    }
    let Some(terms) = form.terms() else {
        let form_for = form_for(&person, to).await?;
        let why = person.viewer.locale().say("new-table-wrong").to_owned();
        return refused(&person, &form, form_for, StatusCode::UNPROCESSABLE_ENTITY, why);
    };
    match person.viewer.web().service.challenge(person.viewer.principal(), &to, terms).await {
        Ok(id) => {
            let url = Url::Challenge(ChallengeUrl::Of(&id));
            Ok(person.viewer.go(&url, Some(Flash::ChallengeSent), &[]))
        }
        Err(ChallengeError::Exists(id)) => {
            let url = Url::Challenge(ChallengeUrl::Of(&id));
            Ok(person.viewer.go(&url, Some(Flash::ChallengeExists), &[]))
        }
        Err(why) => {
            let status = status(&why);
            let sentence = person.viewer.locale().format(&Message::from(&why));
            let form_for = form_for(&person, to).await.map_err(|_| failed(why))?;
            refused(&person, &form, form_for, status, sentence)
        }
    }
}

fn challenged(fields: &Fields) -> Result<UserId, PageError> {
    UserId::parse(fields.required("to")?).ok_or(PageError::NotFound)
}

/// Fails if the viewer can't challenge this player at all.
async fn form_for(SignedIn { viewer, .. }: &SignedIn, user: UserId) -> Result<FormFor, PageError> {
    let found = viewer.web().service.challengeable(viewer.principal(), &user).await;
    let person = found.map_err(failed)?;
    let name = player::person_name(viewer.locale(), &person).into_owned();
    Ok(FormFor { user, name, offer: None, is_challenger: true })
}

/// The status of a refusal that is shown on the page it belongs to.
pub(super) fn status(why: &ChallengeError) -> PageStatus {
    match why {
        ChallengeError::Throttled(why) => (*why).into(),
        _ => StatusCode::UNPROCESSABLE_ENTITY.into(),
    }
}

/// A refusal that no page can show.
pub(super) fn failed(error: ChallengeError) -> PageError {
    match error {
        ChallengeError::NoSuchChallenge | ChallengeError::NoSuchPlayer => PageError::NotFound,
        ChallengeError::Denied(why) => why.into(),
        ChallengeError::Store(failure) => failure.into(),
        refused => PageError::Forbidden(Message::from(&refused)),
    }
}

pub(super) fn refused(
    person: &SignedIn,
    form: &TermsForm,
    form_for: FormFor,
    status: impl Into<PageStatus>,
    why: String,
) -> PageResult {
    let page = ChallengeFormPage { error: Some(why), ..form.page(person, form_for) };
    person.viewer.page_with(status, &page)
}
