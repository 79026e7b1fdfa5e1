//! `/account/confirm`: asks for the password or a passkey again before changes that nobody else may make who finds the browser open.
//! The form that required it is sent again from there, with its own fields.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use actix_web::{HttpMessage, HttpRequest, HttpResponse};

use crate::html::account::pages::{ConfirmPage, Problem};
use crate::html::account::{
    FormError, authenticator, bots, closing, feeds, passkeys, password, sessions, tokens, webhooks,
};
use crate::html::response::{PageResult, PageStatus, see_path};
use crate::http::back::own_path;
use crate::http::csrf;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::Url;
use account::SessionToken;
use service::CONFIRMED_FOR;

/// Where the form is sent again.
const ACTION: &str = "again";
/// Its fields have this before their names.
const FIELD: &str = "again.";

/// The form that is sent again, as hidden fields: its address, and its own fields.
#[derive(Default)]
pub(crate) struct Resumed(Vec<(String, String)>);

impl Resumed {
    /// Of the page that asks, which has come back.
    pub fn of(fields: &Fields) -> Self {
        let own = |name: &str| name == ACTION || name.starts_with(FIELD);
        let own = fields.iter().filter(|(name, _)| own(name));
        Self(own.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
    }

    fn of_form(action: &str, fields: &Fields) -> Self {
        let fields = fields.iter().filter(|(name, _)| *name != csrf::FIELD);
        let fields = fields.map(|(name, value)| (format!("{FIELD}{name}"), value.to_owned()));
        Self(std::iter::once((ACTION.to_owned(), action.to_owned())).chain(fields).collect())
    }
}

/// The page, in place of what the form of this request would have done. `None` for forms that aren't sent again.
pub(crate) async fn instead_of(request: &HttpRequest) -> Option<HttpResponse> {
    let VerifiedForm(fields) = request.extensions().get::<VerifiedForm>().cloned()?;
    let person = Viewer::of(request).await.ok()?.signed_in()?;
    Form::parse(request.path())?;
    let resumed = Resumed::of_form(request.path(), &fields);
    show(&person, StatusCode::FORBIDDEN.into(), None, &Url::Account.to_string(), resumed).await.ok()
}

/// The forms that are sent again, which take the session's confirmation and no password of their own.
enum Form<'a> {
    MakeFeed,
    EndSession(&'a str),
    EndOtherSessions,
    Authenticator,
    AuthenticatorRemove,
    PasskeyRemove,
    TwoSteps,
    AddWebhook,
    RotateWebhookSecret,
    MakeToken,
    MakeBot,
    RemoveBot,
    MakeBotToken,
    Close,
}

impl<'a> Form<'a> {
    fn parse(path: &'a str) -> Option<Self> {
        Some(match path.strip_prefix("/account/")? {
            "feeds" => Self::MakeFeed,
            "sessions/end-others" => Self::EndOtherSessions,
            "authenticator" => Self::Authenticator,
            "authenticator/remove" => Self::AuthenticatorRemove,
            "passkeys/remove" => Self::PasskeyRemove,
            "two-steps" => Self::TwoSteps,
            "webhooks" => Self::AddWebhook,
            "webhooks/rotate" => Self::RotateWebhookSecret,
            "tokens" => Self::MakeToken,
            "bots" => Self::MakeBot,
            "bots/remove" => Self::RemoveBot,
            "bots/token" => Self::MakeBotToken,
            "close" => Self::Close,
            other => Self::EndSession(other.strip_prefix("sessions/")?.strip_suffix("/end")?),
        })
    }

    async fn send(self, person: SignedIn, form: VerifiedForm) -> PageResult {
        match self {
            Self::MakeFeed => feeds::make(person, form).await,
            Self::EndSession(id) => sessions::end(person, Path::from(id.to_owned()), form).await,
            Self::EndOtherSessions => sessions::end_others(person, form).await,
            Self::Authenticator => authenticator::begin(person, form).await,
            Self::AuthenticatorRemove => authenticator::remove(person, form).await,
            Self::PasskeyRemove => passkeys::remove(person, form).await,
            Self::TwoSteps => passkeys::set_two_steps(person, form).await,
            Self::AddWebhook => webhooks::add(person, form).await,
            Self::RotateWebhookSecret => webhooks::rotate(person, form).await,
            Self::MakeToken => tokens::make(person, form).await,
            Self::MakeBot => bots::make(person, form).await,
            Self::RemoveBot => bots::remove(person, form).await,
            Self::MakeBotToken => bots::make_token(person, form).await,
            Self::Close => closing::post(person, form).await,
        }
    }
}

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    person.require_account(&Url::Account)?;
    let fields = Fields::of_query(&request)?;
    page(&person, None, own_path(fields.optional("then")?), Resumed::default()).await
}

/// Sends the form again that required it, or leads back to its page.
pub(crate) async fn post(
    person: SignedIn,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    person.require_account(&Url::Account)?;
    let (password, then) = (fields.required("password")?, own_path(fields.optional("then")?));
    match person.viewer.web().service.confirm(person.viewer.principal(), password).await {
        Ok(token) => go_on(&person, &request, &token, &fields, then).await,
        Err(error) => {
            let problem = password::form_error(error, "password")?;
            page(&person, Some(problem), then, Resumed::of(&fields)).await
        }
    }
}

/// Goes on in the same session with its new token.
pub(crate) async fn go_on(
    SignedIn { viewer, .. }: &SignedIn,
    request: &HttpRequest,
    token: &SessionToken,
    fields: &Fields,
    then: &str,
) -> PageResult {
    let cookie = viewer.web().session_cookie(token);
    let back = || see_path(then, &[cookie.clone(), viewer.web().flash_cookie(Flash::Confirmed)]);
    let Some(form) = fields.optional(ACTION)?.and_then(Form::parse) else { return Ok(back()) };
    let confirmed = viewer.with_token(request, token).await?.signed_in();
    let Some(person) = confirmed else { return Ok(back()) };
    // Whatever comes of the form, the browser needs the token, unless the form ends the session.
    let Ok(mut response) = form.send(person, VerifiedForm(fields.below(FIELD))).await else {
        return Ok(back());
    };
    if response.cookies().all(|other| other.name() != cookie.name()) {
        response.add_cookie(&cookie).map_err(PageError::internal)?;
    }
    Ok(response)
}

/// The page, with the error of one of its forms.
pub(crate) async fn page(
    person: &SignedIn,
    error: Option<FormError>,
    then: &str,
    resumed: Resumed,
) -> PageResult {
    let (status, error) = FormError::shown(error, person.viewer.locale());
    show(person, status, error, then, resumed).await
}

async fn show(
    SignedIn { viewer, user }: &SignedIn,
    status: PageStatus,
    error: Option<Problem>,
    then: &str,
    Resumed(resumed): Resumed,
) -> PageResult {
    let web = viewer.web();
    let passkey = web.passkeys.is_some() && !web.service.passkeys(viewer.principal()).await?.is_empty();
    let page = ConfirmPage {
        layout: viewer.layout(viewer.locale().say("confirm-title")),
        error,
        name: user.name.clone(),
        minutes: CONFIRMED_FOR.num_minutes(),
        passkey,
        then: then.to_owned(),
        resumed,
    };
    viewer.private_page(status, &page)
}
