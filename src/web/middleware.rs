//! Wraps every request: limits before it, the error page and headers after it.

use std::time::{Duration, Instant};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderValue, TRANSFER_ENCODING};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpRequest, HttpResponse, web};
use tracing::Instrument;

use crate::api;
use crate::api::problem::ApiError;
use crate::html::account::confirm;
use crate::html::board::scenes::HOLE;
use crate::html::error_page::{ErrorPage, FormPage};
use crate::html::response::see_path;
use crate::http::back::after_sign_in;
use crate::http::error::{Explanation, PageError};
use crate::http::headers;
use crate::http::request_id::{RequestId, SPAN_TARGET, X_REQUEST_ID};
use crate::http::session::Viewer;
use crate::http::state::State;
use crate::http::urls::Url;
use service::SECURITY_LOG;

/// Long enough for the response to be sent.
const DROP_AFTER: Duration = Duration::from_secs(10);

pub(super) async fn handle(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(web) = request.app_data::<web::Data<State>>().cloned() else {
        return Err(PageError::Internal("the application has no state".into()).into());
    };
    let id = RequestId::of(request.headers(), web.behind_proxy);
    let span = tracing::error_span!(target: SPAN_TARGET, "request", %id);
    respond(request, next, web, id).instrument(span).await
}

async fn respond(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
    web: web::Data<State>,
    id: RequestId,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    web.record_activity();
    let mut response = if request.headers().contains_key(TRANSFER_ENCODING) {
        drop_later(request.take_payload());
        request.error_response(PageError::NoLength)
    } else if let Err(error) = check_form(&request, &web) {
        request.error_response(error)
    } else {
        next.call(request).await?.map_into_boxed_body()
    };
    let status = response.status();
    if web.service.has_replica()
        && response.request().method() == Method::POST
        && !api::is_call(response.request().path())
        && (status.is_success() || status.is_redirection())
    {
        response.response_mut().add_cookie(&web.fresh_cookie())?;
    }
    if status.is_client_error() || status.is_server_error() {
        response = with_page(response, &web, &id).await;
    }
    if let Ok(id) = HeaderValue::try_from(&id) {
        response.headers_mut().insert(X_REQUEST_ID, id);
    }
    if api::is_call(response.request().path()) {
        api::share(&mut response);
    }
    headers::add(response.headers_mut(), web.https);
    record(&response, &web, &id, began.elapsed());
    web.record_activity();
    Ok(response)
}

/// Keeps actix-http from reading the rest of a body: it closes a connection with an unread body, but waits for ever for the
/// end of a chunked one that was dropped.
fn drop_later(payload: Payload) {
    actix_web::rt::spawn(async move {
        tokio::time::sleep(DROP_AFTER).await;
        drop(payload);
    });
}

/// Logs and counts the request with the route's pattern, never the path, which may contain an invitation's secret.
fn record(response: &ServiceResponse, web: &State, id: &RequestId, took: Duration) {
    let (request, status) = (response.request(), response.status());
    let page = request.match_pattern();
    web.requests.observe(request.method(), page.as_deref(), status, took);
    let (method, shown) = (request.method().as_str(), page.as_deref().unwrap_or("none"));
    web.slow.record(method, shown, status.as_u16(), took, id, web.service.now());
    tracing::debug!(
        target: "request",
        method = %request.method(),
        page = page.unwrap_or_default(),
        status = status.as_u16(),
        micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX),
    );
}

/// Checks where a form comes from, and the rate limit.
fn check_form(request: &ServiceRequest, web: &State) -> Result<(), PageError> {
    if request.method() != Method::POST {
        return Ok(());
    }
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    if matches!(site, Some(b"cross-site" | b"same-site")) {
        return Err(PageError::Forged);
    }
    let Some(address) = web.address(request.request()) else { return Ok(()) };
    web.forms.take(address).map_err(PageError::TooMany)
}

/// Renders the error page for an error's status and headers.
async fn with_page(response: ServiceResponse, web: &web::Data<State>, id: &RequestId) -> ServiceResponse {
    let request = response.request().clone();
    if api::is_call(request.path()) {
        return with_problem(&response, web);
    }
    if let Some(PageError::Unconfirmed) = response.response().error().and_then(|error| error.as_error()) {
        if let Some(page) = confirm::instead_of(&request).await {
            return ServiceResponse::new(request, page);
        }
        let back = after_sign_in(&request).unwrap_or_else(|| "/".to_owned());
        return ServiceResponse::new(request, see_path(&Url::ConfirmThen(&back).to_string(), &[]));
    }
    let (explanation, head) =
        match response.response().error().and_then(|error| error.as_error::<PageError>()) {
            Some(error) => {
                log_failure(error, &request, web);
                (error.explanation(), error.head())
            }
            // A handler's own page with such a status, such as a rejected form.
            None if response.headers().contains_key("content-type")
                && response.response().error().is_none() =>
            {
                return response;
            }
            None => {
                let error = PageError::of_status(response.status());
                log_failure(&error, &request, web);
                (error.explanation(), error.head())
            }
        };
    let unknown = || Viewer::unknown(web.clone(), &request);
    let viewer = match head.status() {
        // Looking up the session would wait for the database once more.
        StatusCode::SERVICE_UNAVAILABLE => unknown(),
        _ => Viewer::of(&request).await.unwrap_or_else(|_| unknown()),
    };
    let Explanation { heading, text, sign_in, back } = explanation;
    let layout = viewer.layout(viewer.locale().say(heading));
    let leads_nowhere = back.is_some() || head.status() == StatusCode::NOT_FOUND;
    let page = FormPage::of_action(request.path()).filter(|_| !leads_nowhere);
    let request_id = head.status().is_server_error().then(|| id.to_string());
    let page = ErrorPage {
        layout,
        text: viewer.locale().format(&text),
        sign_in,
        back,
        page,
        hole: &HOLE,
        lost: head.status() == StatusCode::NOT_FOUND,
        request_id,
    };
    let Ok(page) = viewer.page_with(head.status(), &page) else { return response };
    let page: HttpResponse = page;
    let mut response = ServiceResponse::new(request, page);
    for (name, value) in head.headers() {
        response.headers_mut().insert(name.clone(), value.clone());
    }
    response
}

/// What went wrong with a call, as JSON.
fn with_problem(response: &ServiceResponse, web: &State) -> ServiceResponse {
    let request = response.request().clone();
    let (origin, now) = (web.origin.as_str(), web.service.now());
    let path = response.request().path();
    let error = response.response().error();
    let problem = if let Some(error) = error.and_then(|error| error.as_error::<ApiError>()) {
        if let Some(cause) = &error.cause {
            log_failure(cause, &request, web);
        }
        error.response(path, origin, now)
    } else if let Some(error) = error.and_then(|error| error.as_error::<PageError>()) {
        log_failure(error, &request, web);
        ApiError::of(error).response(path, origin, now)
    } else {
        let error = PageError::of_status(response.status());
        log_failure(&error, &request, web);
        ApiError::of(&error).response(path, origin, now)
    };
    ServiceResponse::new(request, problem)
}

fn log_failure(error: &PageError, request: &HttpRequest, web: &State) {
    let page = || request.match_pattern().unwrap_or_default();
    let is_staff_page = request.path() == "/admin" || request.path().starts_with("/admin/");
    match error {
        PageError::Internal(cause) => tracing::error!(page = page(), error = %cause, "failed to make a page"),
        PageError::Unavailable(cause) => {
            tracing::warn!(page = page(), error = %cause, "database unavailable");
        }
        PageError::Forged
        | PageError::TooMany(_)
        | PageError::Forbidden(_)
        | PageError::Guest(_)
        | PageError::SignedOut => log_refusal(error, request, web),
        PageError::NotFound if is_staff_page => log_refusal(error, request, web),
        _ => {}
    }
}

/// For the security log.
fn log_refusal(error: &PageError, request: &HttpRequest, web: &State) {
    let event = match error {
        PageError::Forged => "form-refused",
        PageError::TooMany(_) => "forms-limited",
        _ => "access-refused",
    };
    let page = request.match_pattern().unwrap_or_default();
    let address = web.address(request).map(tracing::field::display);
    let viewer = request.extensions().get::<Viewer>().cloned();
    let user = viewer.as_ref().and_then(Viewer::user).map(|user| user.id.as_str());
    tracing::warn!(target: SECURITY_LOG, event, page, user, address);
}
