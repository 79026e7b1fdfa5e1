//! `/account/codes`: ten new recovery codes, which replace the old ones.

use crate::account::RecoveryCode;
use crate::web::html::account::pages::CodesPage;
use crate::web::html::account::{password, show};
use crate::web::html::answer::Answer;
use crate::web::http::form::VerifiedForm;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

/// The response itself shows the codes.
pub(in crate::web) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> Answer {
    person.stays(&Url::Account)?;
    let password = fields.required("password")?;
    match person.web().service.renew_codes(person.principal(), password).await {
        Ok((codes, token)) => {
            let layout = person.layout(person.locale().say("codes-title"));
            let page = CodesPage {
                layout: layout.with_token(&token.reveal()),
                name: person.account.name.clone(),
                welcome: false,
                then: Url::Account.to_string(),
                codes: codes.iter().map(RecoveryCode::reveal).collect(),
            };
            person.secret_page(&page, &[person.web().session_cookie(&token)])
        }
        Err(error) => show::page(&person, Some(password::form_error(error)?)).await,
    }
}
