use std::future::Future;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};

use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::http::error::PageError;
use crate::http::game_path::GamePath;
use crate::http::session::Viewer;

/// The game in a request's path, which has started, and who views it. One extractor for both, so that the viewer is looked up once.
pub(crate) struct ViewedGame {
    pub viewer: Viewer,
    pub loaded: LoadedGame,
}

impl ViewedGame {
    async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        let GamePath(id) = GamePath::extract(request).await?;
        let caches = request.app_data::<Data<Caches>>();
        let caches = caches.ok_or_else(|| PageError::Internal("the application has no caches".into()))?;
        let loaded = LoadedGame::load(&viewer, caches, &id).await?;
        Ok(Self { viewer, loaded })
    }
}

impl FromRequest for ViewedGame {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        Box::pin(async move { Self::of(&request).await })
    }
}
