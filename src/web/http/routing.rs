//! What the route tables are made of.

use actix_web::dev::HttpServiceFactory;
use actix_web::guard::{Any, Get, Head, fn_guard};
use actix_web::web::{ServiceConfig, route, scope, to};
use actix_web::{FromRequest, Handler, Responder, Route};

use crate::http::error::PageError;

/// A read: GET, and HEAD without the body.
pub fn read<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}

/// All routes whose paths begin with `prefix`. Requests for other paths skip them: routes are tried in order, and each that has
/// a placeholder is a regular expression.
pub fn under(prefix: &'static str, routes: fn(&mut ServiceConfig)) -> impl HttpServiceFactory {
    scope("").guard(fn_guard(move |request| request.head().uri.path().starts_with(prefix))).configure(routes)
}

pub fn not_found() -> Route {
    to(|| async { Err::<String, _>(PageError::NotFound) })
}
