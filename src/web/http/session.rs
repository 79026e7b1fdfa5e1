//! Who sent a request: the session cookie, and the secret behind a browser's CSRF tokens.

use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use actix_web::cookie::Cookie;
use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use data_encoding::HEXLOWER;

use crate::http::back::after_sign_in;
use crate::http::cookies::{FLASH, FRESH, KNOWN, MOST_KNOWN, SESSION, VISITOR};
use crate::http::csrf::{FormToken, Token};
use crate::http::display::DisplaySettings;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::state::State;
use crate::http::urls::Url;
use crate::locale::Locale;
use account::{ActiveSession, KnownBrowser, SessionToken, User};
use environment::chance::Chance;
use service::{Login, Principal};

/// The sender of a request, signed in or not. Looked up once per request.
#[derive(Clone)]
pub struct Viewer(Rc<Inner>);

struct Inner {
    web: web::Data<State>,
    session: Option<ActiveSession>,
    /// Whether the browser sent the token of a session that has ended.
    ended: bool,
    principal: Principal,
    token: Token,
    /// A new visitor secret for browsers that have none yet; sent along with pages that have forms.
    fresh_secret: Option<String>,
    flash: Option<Flash>,
    back: Option<String>,
    display: DisplaySettings,
    locale: Locale,
}

impl Viewer {
    pub async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        if let Some(known) = request.extensions().get::<Self>() {
            return Ok(known.clone());
        }
        let web = request.app_data::<web::Data<State>>().cloned();
        let web = web.ok_or_else(|| PageError::Internal("the application has no state".into()))?;
        let token = request.cookie(&web.cookie_name(SESSION));
        let token = token.and_then(|cookie| SessionToken::parse(cookie.value()));
        let viewer = Self::look_up(request, web, token).await?;
        request.extensions_mut().insert(viewer.clone());
        Ok(viewer)
    }

    /// The sender again, after the request gave their session a new token.
    pub(crate) async fn with_token(
        &self,
        request: &HttpRequest,
        token: &SessionToken,
    ) -> Result<Self, PageError> {
        let viewer = Self::look_up(request, self.0.web.clone(), Some(token.clone())).await?;
        request.extensions_mut().insert(viewer.clone());
        Ok(viewer)
    }

    async fn look_up(
        request: &HttpRequest,
        web: web::Data<State>,
        sent: Option<SessionToken>,
    ) -> Result<Self, PageError> {
        let cookie =
            |name: &str| request.cookie(&web.cookie_name(name)).map(|cookie| cookie.value().to_owned());
        let address = web.address(request);
        let session = match &sent {
            Some(token) if request.method() == Method::POST => web.service.sender(token).await?,
            Some(token) => web.service.signed_in(token).await?,
            None => None,
        };
        let principal = match &session {
            Some(session) => Principal::in_session(session, address),
            None => Principal::anonymous(address),
        };
        let browsers = cookie(KNOWN).unwrap_or_default();
        let browsers = browsers.split('.').take(MOST_KNOWN).filter_map(KnownBrowser::parse).collect();
        let principal = principal.in_browser(browsers).reading_fresh(cookie(FRESH).is_some());
        let ended = sent.is_some() && session.is_none();
        let visitor = cookie(VISITOR).filter(|secret| secret.len() == 32);
        let (token, fresh_secret) = match (&session, sent, visitor) {
            (Some(_), Some(sent), _) => (Token::of(&sent.reveal()), None),
            (.., Some(secret)) => (Token::of(&secret), None),
            (.., None) => {
                let secret = HEXLOWER.encode(&Chance::system().bytes::<16>());
                (Token::of(&secret), Some(secret))
            }
        };
        let flash = cookie(FLASH).and_then(|word| Flash::from_word(&word));
        let display = web.display_settings(request);
        Ok(Self(Rc::new(Inner {
            web,
            session,
            ended,
            principal,
            token,
            fresh_secret,
            flash,
            back: after_sign_in(request),
            display,
            locale: Locale::ENGLISH,
        })))
    }

    /// A visitor about whom nothing is known, for the page that says that the database is unavailable.
    pub(crate) fn unknown(web: web::Data<State>, request: &HttpRequest) -> Self {
        let display = web.display_settings(request);
        let principal = Principal::anonymous(None);
        Self(Rc::new(Inner {
            web,
            session: None,
            ended: false,
            principal,
            token: Token::of(""),
            fresh_secret: None,
            flash: None,
            back: None,
            display,
            locale: Locale::ENGLISH,
        }))
    }

    /// `None` for visitors, and for those whose account is locked.
    pub fn user(&self) -> Option<&User> {
        self.usable().map(|session| &session.user)
    }

    /// The user of a session that can do nothing but read why the account is locked, and object.
    pub fn locked(&self) -> Option<&User> {
        self.0.session.as_ref().filter(|session| session.locked).map(|session| &session.user)
    }

    fn usable(&self) -> Option<&ActiveSession> {
        self.0.session.as_ref().filter(|session| !session.locked)
    }

    /// The number of games and invitations that wait for the viewer.
    pub fn turns(&self) -> u32 {
        self.usable().map_or(0, |session| session.turns)
    }

    /// When the viewer's account will be closed, if they have asked for it.
    pub fn closes(&self) -> Option<DateTime<Utc>> {
        self.usable()?.closes
    }

    /// Whether a restriction of the viewer is in force, or a warning waits to be read.
    pub fn is_restricted(&self) -> bool {
        self.usable().is_some_and(|session| session.restrictions > 0)
    }

    /// The viewer, if signed in.
    pub fn signed_in(&self) -> Option<SignedIn> {
        Some(SignedIn { user: self.user()?.clone(), viewer: self.clone() })
    }

    /// The viewer as use cases take it.
    pub fn principal(&self) -> &Principal {
        &self.0.principal
    }

    /// The viewer, if a guest.
    pub fn guest(&self) -> Option<&User> {
        self.user().filter(|user| user.guest)
    }

    pub fn locale(&self) -> Locale {
        self.0.locale
    }

    pub fn zone(&self) -> Tz {
        self.user().map_or(Tz::UTC, |user| user.zone)
    }

    pub fn web(&self) -> &State {
        &self.0.web
    }

    /// The full URL, for use outside this site.
    pub fn absolute(&self, url: &Url<'_>) -> String {
        format!("{}{url}", self.web().origin)
    }

    pub fn form_token(&self) -> FormToken {
        FormToken::new(self.0.token)
    }

    /// Checks that `sent` is a token of this browser. That of a session which has ended matches nothing: signing in helps then,
    /// sending the form again doesn't.
    pub fn check_token(&self, sent: &str) -> Result<(), PageError> {
        match self.0.fresh_secret.is_none() && self.0.token.matches(sent) {
            true => Ok(()),
            false if self.0.ended => Err(PageError::SignedOut),
            false => Err(PageError::Forged),
        }
    }

    /// Where a visitor who signs in from this page returns to; `None` for the front page.
    pub fn back(&self) -> Option<&str> {
        self.0.back.as_deref()
    }

    /// The confirmation that the next page shows.
    pub fn flash(&self) -> Option<Flash> {
        self.0.flash
    }

    pub fn display(&self) -> DisplaySettings {
        self.0.display
    }

    /// The cookie that removes the flash once a page has shown it.
    pub fn flash_shown(&self) -> Option<Cookie<'static>> {
        self.0.flash.map(|_| self.web().removal(FLASH))
    }

    /// The cookie that forms need, if the browser has none yet.
    pub fn form_cookie(&self) -> Option<Cookie<'static>> {
        let secret = self.0.fresh_secret.clone();
        secret.map(|secret| self.web().cookie(VISITOR, secret))
    }

    /// The cookies that a browser gets when a user signs in.
    pub fn sign_in_cookies(&self, login: &Login) -> Vec<Cookie<'static>> {
        let session = self.web().session_cookie(&login.token);
        let known = login.browser.as_ref().map(|browser| self.known_cookie(browser));
        std::iter::once(session).chain(known).collect()
    }

    /// The cookie by which this browser is known to a user who has just signed in, beside those it is known to already.
    pub fn known_cookie(&self, browser: &KnownBrowser) -> Cookie<'static> {
        let others = self.principal().browsers().iter().filter(|other| other.user() != browser.user());
        let all = std::iter::once(browser).chain(others).take(MOST_KNOWN).map(KnownBrowser::reveal);
        self.web().known_cookie(&all.collect::<Vec<_>>().join("."))
    }
}

impl FromRequest for Viewer {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

/// A signed-in user. Extracting it redirects everybody else to the sign-in page.
#[derive(Clone)]
pub struct SignedIn {
    pub viewer: Viewer,
    pub user: User,
}

impl SignedIn {
    /// Refuses guests. Once they have signed up, they return to `back`.
    pub fn require_account(&self, back: &Url<'_>) -> Result<(), PageError> {
        if self.user.guest { Err(PageError::Guest(back.to_string())) } else { Ok(()) }
    }
}

impl FromRequest for SignedIn {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move {
            let viewer = Viewer::of(&request).await?;
            match viewer.signed_in() {
                Some(person) => Ok(person),
                None if viewer.locked().is_some() => Err(PageError::Locked),
                None if request.method() == Method::POST => Err(PageError::SignedOut),
                None => {
                    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
                    Err(PageError::SignIn(path.to_owned()))
                }
            }
        })
    }
}

/// A signed-in user whose account may be locked.
pub struct EvenLocked(pub SignedIn);

impl FromRequest for EvenLocked {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, usable) = (request.clone(), SignedIn::from_request(request, payload));
        Box::pin(async move {
            let viewer = Viewer::of(&request).await?;
            match viewer.locked().cloned() {
                Some(user) => Ok(Self(SignedIn { viewer, user })),
                None => Ok(Self(usable.await?)),
            }
        })
    }
}
