//! The answers to a challenge: accepting, declining, withdrawing, and other terms.

use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::lobby::challenges::form::TermsForm;
use crate::html::lobby::challenges::new::{failed, refused, status};
use crate::html::lobby::challenges::page::FormFor;
use crate::html::lobby::challenges::show::{find, page, parsed};
use crate::html::response::PageResult;
use crate::html::wording::challenge;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::{ChallengeUrl, Url};
use crate::locale::Message;
use account::ChallengeId;
use service::ChallengeError;
use table::{ChallengeRefusal, ChallengeView};

pub(crate) async fn accept(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (id, n) = (parsed(&id)?, fields.needed("n")?);
    match person.viewer.web().service.accept_challenge(person.viewer.principal(), &id, n).await {
        Ok(game) => Ok(person.viewer.go(&Url::Game(&game), None, &[])),
        Err(why) => not_answered(&person, &id, why).await,
    }
}

pub(crate) async fn decline(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (id, n) = (parsed(&id)?, fields.needed("n")?);
    match person.viewer.web().service.decline_challenge(person.viewer.principal(), &id, n).await {
        Ok(()) => Ok(person.viewer.go(&Url::Home, Some(Flash::ChallengeDeclined), &[])),
        Err(why) => not_answered(&person, &id, why).await,
    }
}

pub(crate) async fn withdraw(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let (id, n) = (parsed(&id)?, fields.needed("n")?);
    match person.viewer.web().service.withdraw_challenge(person.viewer.principal(), &id, n).await {
        Ok(()) => Ok(person.viewer.go(&Url::Home, Some(Flash::ChallengeWithdrawn), &[])),
        Err(why) => not_answered(&person, &id, why).await,
    }
}

/// The form for a counter-offer, with the terms of the offer.
pub(crate) async fn counter_form(person: SignedIn, id: Path<String>) -> PageResult {
    let view = find(&person, &parsed(&id)?).await?;
    let now = person.viewer.web().service.now();
    let challenge = &view.challenge;
    if let Err(why) = challenge.check_answer(&person.user.id, challenge.n, now) {
        return not_answered(&person, &challenge.id, why.into()).await;
    }
    let form = TermsForm::of(&challenge.terms, person.user.zone);
    person.viewer.page(&form.page(&person, form_for(&person, &view, challenge.n)))
}

pub(crate) async fn counter(
    person: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let view = find(&person, &parsed(&id)?).await?;
    let (n, id) = (fields.needed("n")?, &view.challenge.id);
    let mut form = TermsForm::read(&fields, person.user.zone)?;
    let form_for = form_for(&person, &view, n);
    if fields.optional("show")?.is_some() {
        form.show_rules();
        return person.viewer.page(&form.page(&person, form_for));
    }
    let Some(terms) = form.terms() else {
        let why = person.viewer.locale().say("new-table-wrong").to_owned();
        return refused(&person, &form, form_for, StatusCode::UNPROCESSABLE_ENTITY, why);
    };
    match person.viewer.web().service.counter_challenge(person.viewer.principal(), id, n, terms).await {
        Ok(()) => {
            let url = Url::Challenge(ChallengeUrl::Of(id));
            Ok(person.viewer.go(&url, Some(Flash::CounterOfferSent), &[]))
        }
        Err(
            why @ (ChallengeError::Refused(ChallengeRefusal::Terms(_) | ChallengeRefusal::SameTerms)
            | ChallengeError::Throttled(_)),
        ) => {
            let sentence = person.viewer.locale().format(&Message::from(&why));
            refused(&person, &form, form_for, status(&why), sentence)
        }
        Err(why) => not_answered(&person, id, why).await,
    }
}

fn form_for(SignedIn { viewer, user }: &SignedIn, view: &ChallengeView, n: u32) -> FormFor {
    FormFor {
        user: view.challenge.opponent_of(&user.id).clone(),
        name: challenge::opponent(viewer.locale(), view, &user.id).into_owned(),
        offer: Some((view.challenge.id.clone(), n)),
        is_challenger: view.challenge.from == user.id,
    }
}

/// The challenge as it is now, with why the answer was refused: 409 if it has changed meanwhile.
async fn not_answered(person: &SignedIn, id: &ChallengeId, why: ChallengeError) -> PageResult {
    let sentence = person.viewer.locale().format(&Message::from(&why));
    let status = match why {
        ChallengeError::Refused(ChallengeRefusal::Changed | ChallengeRefusal::Decided) => {
            StatusCode::CONFLICT.into()
        }
        ChallengeError::NoSuchChallenge | ChallengeError::Denied(_) | ChallengeError::Store(_) => {
            return Err(failed(why));
        }
        ref why => status(why),
    };
    let view = find(person, id).await.map_err(|_| PageError::NotFound)?;
    page(person, &view, status, Some(sentence))
}
