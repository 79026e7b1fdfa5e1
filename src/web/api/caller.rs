//! Who makes a call: the token in its `Authorization` header. Cookies don't count.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::{AUTHORIZATION, HeaderValue};
use actix_web::{FromRequest, HttpRequest, web};

use crate::api::problem::ApiError;
use crate::http::error::PageError;
use crate::http::state::State;
use account::{ApiToken, User};
use service::{Denied, Principal, Service};

/// The sender of a call. Without a token, it sees what visitors see.
pub(crate) struct Caller {
    pub web: web::Data<State>,
    pub principal: Principal,
    user: Option<User>,
    /// To look it up again while a stream is open.
    pub token: Option<ApiToken>,
}

impl Caller {
    pub async fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let web = request.app_data::<web::Data<State>>().cloned();
        let web = web.ok_or_else(|| PageError::Internal("the application has no state".into()))?;
        if request.query_string().contains(ApiToken::PREFIX) {
            return Err(ApiError::token_in_query());
        }
        let address = web.address(request);
        let Some(header) = request.headers().get(AUTHORIZATION) else {
            return Ok(Self { web, principal: Principal::anonymous(address), user: None, token: None });
        };
        let token = bearer(header).ok_or_else(ApiError::bad_token)?;
        let found = web.service.bearer(&token, address).await?;
        let (user, principal) = found.ok_or_else(ApiError::bad_token)?;
        Ok(Self { web, principal, user: Some(user), token: Some(token) })
    }

    pub fn service(&self) -> &Service {
        &self.web.service
    }

    /// The user, for calls that visitors can't make.
    pub fn user(&self) -> Result<&User, ApiError> {
        self.user.as_ref().ok_or_else(|| Denied::SignedOut.into())
    }
}

impl FromRequest for Caller {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

/// The sender of a call that visitors can't make. Who it is matters before what is sent.
pub(crate) struct Member(pub Caller);

impl Member {
    pub async fn of(request: &HttpRequest) -> Result<Self, ApiError> {
        let caller = Caller::of(request).await?;
        caller.user()?;
        Ok(Self(caller))
    }
}

impl FromRequest for Member {
    type Error = ApiError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, ApiError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}

/// The token of a header such as `Bearer bastide_…`.
fn bearer(header: &HeaderValue) -> Option<ApiToken> {
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { ApiToken::parse(token.trim()) } else { None }
}
