//! The extractor for submitted forms.

use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use futures_util::StreamExt;

use crate::http::csrf;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;

/// Of a form or a call.
pub(crate) const MOST_BYTES: usize = 32 * 1024;

/// A submitted form whose CSRF token has been checked.
#[derive(Clone, Debug)]
pub struct VerifiedForm(pub Fields);

impl FromRequest for VerifiedForm {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let request = request.clone();
        let payload = payload.take();
        Box::pin(async move {
            let viewer = Viewer::of(&request).await?;
            let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
            if !kind.starts_with("application/x-www-form-urlencoded") {
                return Err(PageError::NotAForm);
            }
            let web = viewer.web();
            let body = tokio::select! {
                body = body(payload, MOST_BYTES) => body?,
                () = web.connections.wait(web.body_timeout) => return Err(PageError::TimedOut),
            };
            let fields = Fields::read(&body)?;
            viewer.check_token(fields.optional(csrf::FIELD)?.unwrap_or(""))?;
            // For the page that asks who is sending it, from which it is sent again.
            request.extensions_mut().insert(Self(fields.clone()));
            Ok(Self(fields))
        })
    }
}

/// The body of a request, up to a limit.
pub(crate) async fn body(mut payload: Payload, most: usize) -> Result<Vec<u8>, PageError> {
    let mut body = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|_| PageError::bad_request("request-broken-off"))?;
        if body.len() + chunk.len() > most {
            return Err(PageError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
