//! `/atlas/try`: the tile editor; nothing is stored.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::atlas::pages::TryPage;
use crate::html::atlas::trial_page::{Outcome, Trial};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use engine::Side;

/// The form and, with choices in the query, the result.
pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let trial = trial(&Fields::of_query(&request)?)?;
    let outcome = (!request.query_string().is_empty()).then(|| trial.outcome(viewer.locale()));
    let status = match outcome {
        Some(Outcome::Unclear(_)) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::OK,
    };
    viewer.page_with(
        status,
        &TryPage { layout: viewer.layout(viewer.locale().say("atlas-try-title")), trial, outcome },
    )
}

/// Reads the choices. Those that are missing are as in the empty form.
fn trial(fields: &Fields) -> Result<Trial, PageError> {
    let mut trial = Trial {
        middle: fields.parsed("middle")?.unwrap_or_default(),
        inner_city: fields.optional("inner_city")?.is_some(),
        ..Trial::default()
    };
    for side in Side::ALL {
        let name = side.word();
        trial.shown[side.index()] = fields.parsed(name)?.unwrap_or_default();
        trial.leads[side.index()] = fields.parsed(&format!("{name}_to"))?.unwrap_or_default();
    }
    for (end, name) in trial.inner_road.iter_mut().zip(["inner_from", "inner_to"]) {
        *end = fields.parsed(name)?.unwrap_or_default();
    }
    Ok(trial)
}
