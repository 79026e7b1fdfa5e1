//! `/account/codes`: ten new recovery codes, which replace the old ones.

use crate::html::account::pages::CodesPage;
use crate::html::account::{password, show};
use crate::html::response::PageResult;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use account::RecoveryCode;

/// The response itself shows the codes.
pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Account)?;
    let password = fields.required("password")?;
    match person.viewer.web().service.renew_codes(person.viewer.principal(), password).await {
        Ok((codes, token)) => {
            let layout = person.viewer.layout(person.viewer.locale().say("codes-title"));
            let page = CodesPage {
                layout: layout.with_token(&token.reveal()),
                name: person.user.name.clone(),
                welcome: false,
                then: Url::Account.to_string(),
                codes: codes.iter().map(RecoveryCode::reveal).collect(),
            };
            person.viewer.secret_page(&page, &[person.viewer.web().session_cookie(&token)])
        }
        Err(error) => show::page(&person, Some(password::form_error(error, "codes-password")?)).await,
    }
}
