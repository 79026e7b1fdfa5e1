//! The game in a request's path.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::web::Path;
use actix_web::{FromRequest, HttpRequest};
use serde::Deserialize;

use crate::http::error::PageError;
use table::GameId;

/// The id in `/games/{id}` and in the paths below it.
#[derive(Debug)]
pub struct GamePath(pub GameId);

#[derive(Deserialize)]
struct Segments {
    id: GameId,
}

impl FromRequest for GamePath {
    type Error = PageError;
    type Future = Ready<Result<Self, PageError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let path = Path::<Segments>::extract(request).into_inner();
        ready(path.map(|path| Self(path.into_inner().id)).map_err(|_| PageError::NotFound))
    }
}

/// The number of an event in `/games/{id}/moves/{n}` and such paths.
#[derive(Debug, Deserialize)]
pub struct EventNumber {
    pub n: u32,
}
