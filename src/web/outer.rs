//! What happens around every request: limits before it, the error page and the headers after it.

use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::HeaderValue;
use actix_web::middleware::Next;
use actix_web::{Error, HttpRequest, HttpResponse, web};

use crate::web::Web;
use crate::web::html::error_page::{ErrorPage, Explanation};
use crate::web::http::error::PageError;
use crate::web::http::headers;
use crate::web::http::session::Viewer;

/// The middleware.
pub(super) async fn around(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    let Some(web) = request.app_data::<web::Data<Web>>().cloned() else {
        return Err(PageError::Internal("the application has no state".into()).into());
    };
    let mut response = if let Err(error) = admit(&request, &web) {
        request.error_response(error)
    } else {
        next.call(request).await?.map_into_boxed_body()
    };
    let status = response.status();
    if status.is_client_error() || status.is_server_error() {
        response = with_page(response, &web).await;
    }
    headers::add(response.headers_mut(), web.https);
    note(&response, began);
    Ok(response)
}

/// The pattern of the address, never the address: it may hold the key of an invitation.
fn note(response: &ServiceResponse, began: Instant) {
    let request = response.request();
    tracing::debug!(
        method = %request.method(),
        page = request.match_pattern().unwrap_or_default(),
        status = response.status().as_u16(),
        micros = u64::try_from(began.elapsed().as_micros()).unwrap_or(u64::MAX),
    );
}

/// Forms come from pages of this site, and not too many at a time.
fn admit(request: &ServiceRequest, web: &Web) -> Result<(), PageError> {
    if request.method() != Method::POST {
        return Ok(());
    }
    let site = request.headers().get("sec-fetch-site").map(HeaderValue::as_bytes);
    if matches!(site, Some(b"cross-site" | b"same-site")) {
        return Err(PageError::Forged);
    }
    let Some(address) = web.address(request.request()) else { return Ok(()) };
    web.posts.take(address, Instant::now()).map_err(PageError::TooMany)
}

/// Puts the page to an error's status and headers.
async fn with_page(response: ServiceResponse, web: &web::Data<Web>) -> ServiceResponse {
    let request = response.request().clone();
    let (explanation, head) =
        match response.response().error().and_then(|error| error.as_error::<PageError>()) {
            Some(error) => {
                log_failure(error, &request);
                (error.explanation(), error.head())
            }
            // A page of its own with such a status: a form that was refused.
            None if response.headers().contains_key("content-type")
                && response.response().error().is_none() =>
            {
                return response;
            }
            None => {
                let error = PageError::of_status(response.status());
                log_failure(&error, &request);
                (error.explanation(), error.head())
            }
        };
    let viewer = Viewer::of(&request).await.unwrap_or_else(|_| Viewer::unknown(web.clone()));
    let Explanation { heading, text, sign_in, back } = explanation;
    let layout = viewer.layout(viewer.locale().say(heading));
    let page = ErrorPage { layout, text: viewer.locale().tell(&text), sign_in, back };
    let Ok(page) = viewer.page_with(head.status(), &page) else { return response };
    let page: HttpResponse = page;
    let mut answer = ServiceResponse::new(request, page);
    for (name, value) in head.headers() {
        answer.headers_mut().insert(name.clone(), value.clone());
    }
    answer
}

fn log_failure(error: &PageError, request: &HttpRequest) {
    if let PageError::Internal(cause) = error {
        let page = request.match_pattern().unwrap_or_default();
        tracing::error!(page, error = %cause, "a page failed");
    }
}
