//! `/account/tokens`: tokens by which programs use the API for the viewer.

use enumset::EnumSet;

use crate::html::account::FormError;
use crate::html::account::tokens_page::{
    LifeChoice, ScopeChoice, TokenForm, TokenRow, TokenSecretPage, TokensPage,
};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, key};
use account::{ApiToken, IssuedToken};
use service::{Scope, TokenError, TokenLife};

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, None, TokenForm::default()).await
}

/// The secret is in the response itself.
pub(crate) async fn make(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Tokens)?;
    let form = read_form(&fields)?;
    let service = &person.viewer.web().service;
    match service.make_token(person.viewer.principal(), &form.name, form.scopes, form.life).await {
        Ok(token) => secret_page(&person, &token, Url::Tokens),
        Err(error) => page(&person, Some(form_error(error)?), form).await,
    }
}

pub(crate) async fn revoke(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let service = &person.viewer.web().service;
    match service.revoke_token(person.viewer.principal(), fields.required("id")?).await {
        Ok(()) => Ok(person.viewer.go(&Url::Tokens, Some(Flash::TokenRevoked), &[])),
        Err(error) => page(&person, Some(form_error(error)?), TokenForm::default()).await,
    }
}

fn read_form(fields: &Fields) -> Result<TokenForm, PageError> {
    let unclear = || PageError::bad_request("request-unclear");
    let scopes = fields.all("scope").map(|word| Scope::parse(word).ok_or_else(unclear));
    Ok(TokenForm {
        name: fields.required("name")?.to_owned(),
        scopes: scopes.collect::<Result<EnumSet<Scope>, PageError>>()?,
        life: life_in(fields)?,
    })
}

/// How long a new token lasts, as the form says.
pub(super) fn life_in(fields: &Fields) -> Result<TokenLife, PageError> {
    let life = |days: &str| TokenLife::ALL.into_iter().find(|life| life_word(*life) == days);
    Ok(fields.chosen("days", life)?.unwrap_or_default())
}

/// Its days in the form, or a word.
fn life_word(life: TokenLife) -> String {
    life.days().map_or_else(|| "never".to_owned(), |days| days.to_string())
}

fn form_error(error: TokenError) -> Result<FormError, PageError> {
    let refused = FormError::refused(&error);
    Ok(match error {
        TokenError::Denied(why) => return Err(why.into()),
        TokenError::Store(failure) => return Err(failure.into()),
        TokenError::Name => refused.at("name"),
        TokenError::NoScope => refused.at("scope"),
        TokenError::TooMany | TokenError::Unknown => refused,
    })
}

/// The secret of a new token, before the page `then`.
pub(super) fn secret_page(
    SignedIn { viewer, .. }: &SignedIn,
    token: &ApiToken,
    then: Url<'static>,
) -> PageResult {
    let address = format!("{}/api/v1/me", viewer.web().origin);
    let page = TokenSecretPage {
        layout: viewer.layout(viewer.locale().say("token-secret-title")),
        secret: token.reveal().to_owned(),
        command: format!("curl -H 'Authorization: Bearer {}' {address}", token.reveal()),
        then,
    };
    viewer.secret_page(&page, &[])
}

/// The page, with the error of one of its forms and what is in the fields.
async fn page(person: &SignedIn, error: Option<FormError>, form: TokenForm) -> PageResult {
    person.require_account(&Url::Tokens)?;
    let SignedIn { viewer, .. } = person;
    let tokens = viewer.web().service.tokens(viewer.principal()).await?;
    let locale = viewer.locale();
    let (status, error) = FormError::shown(error, locale);
    let scope = |scope: Scope| ScopeChoice {
        word: scope.word(),
        name: locale.say(scope_name(scope)),
        help: locale.say(match scope {
            Scope::Read => key("tokens-scope-read-help"),
            Scope::Play => key("tokens-scope-play-help"),
            Scope::Talk => key("tokens-scope-talk-help"),
            Scope::Account => key("tokens-scope-account-help"),
        }),
        chosen: form.scopes.contains(scope),
    };
    let page = TokensPage {
        layout: viewer.layout(locale.say("tokens-title")),
        error,
        tokens: tokens.into_iter().map(|token| token_row(person, token)).collect(),
        scopes: EnumSet::all().iter().map(scope).collect(),
        lives: life_choices(locale, form.life),
        name: form.name,
    };
    viewer.private_page(status, &page)
}

fn scope_name(scope: Scope) -> &'static str {
    match scope {
        Scope::Read => key("tokens-scope-read"),
        Scope::Play => key("tokens-scope-play"),
        Scope::Talk => key("tokens-scope-talk"),
        Scope::Account => key("tokens-scope-account"),
    }
}

/// How long a new token can last.
pub(super) fn life_choices(locale: Locale, chosen: TokenLife) -> Vec<LifeChoice> {
    let choice = |life: TokenLife| LifeChoice {
        word: life_word(life),
        name: match life.days() {
            Some(days) => locale.text("tokens-days").with("n", days).to_string(),
            None => locale.say("tokens-endless").to_owned(),
        },
        chosen: chosen == life,
    };
    TokenLife::ALL.map(choice).into()
}

pub(super) fn token_row(SignedIn { viewer, user }: &SignedIn, token: IssuedToken) -> TokenRow {
    let (locale, zone): (Locale, _) = (viewer.locale(), user.zone);
    let at =
        |message: &'static str, at| locale.format(&Message::new(message).with("at", locale.moment(at, zone)));
    let scopes = token.scopes.iter().map(|scope| locale.say(scope_name(scope)));
    TokenRow {
        scopes: locale.list(&scopes.collect::<Vec<_>>()),
        since: at(key("tokens-since"), token.since),
        until: token.until.map(|until| at(key("tokens-until"), until)),
        used: token.used.map(|used| at(key("tokens-used"), used)),
        id: token.id,
        name: token.name,
    }
}
