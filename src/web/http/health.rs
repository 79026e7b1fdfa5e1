//! For load balancers and supervisors: `/health/live` answers while the process runs, `/health/ready` while it can serve.

use actix_web::HttpResponse;
use actix_web::web::Data;

use crate::http::state::State;

/// `GET /health/live`.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ok\n")
}

/// `GET /health/ready`: 503 while the database is unavailable or jobs cannot run, and from when the server was asked to stop.
pub(crate) async fn ready(state: Data<State>) -> HttpResponse {
    if state.is_stopping() {
        return HttpResponse::ServiceUnavailable()
            .content_type("text/plain; charset=utf-8")
            .body("stopping\n");
    }
    match state.service.ready().await {
        Ok(()) => HttpResponse::Ok().content_type("text/plain; charset=utf-8").body("ready\n"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            HttpResponse::ServiceUnavailable().content_type("text/plain; charset=utf-8").body("not ready\n")
        }
    }
}
