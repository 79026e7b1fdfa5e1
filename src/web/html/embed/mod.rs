//! `/embed/…`: boards of public games for frames on other sites. Cookies are neither read nor set: everybody sees what
//! visitors see.

pub(crate) mod oembed;
pub mod page;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use crate::html::games::LoadedGame;
use crate::html::games::caches::Caches;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::game_path::{EventNumber, GamePath};
use crate::http::headers::EMBED_POLICY;
use crate::http::state::State;
use crate::http::urls::Url;
use crate::locale::Locale;
use page::EmbedPage;
use service::Principal;
use table::GameId;

/// In seconds: a move shows soon in a game in progress. In others, too, names can change.
const FRESH: [u32; 2] = [30, 3600];

/// The board after the last event.
pub(crate) async fn game(
    web: Data<State>,
    caches: Data<Caches>,
    GamePath(id): GamePath,
    request: HttpRequest,
) -> PageResult {
    let loaded = public(&web, &caches, &id, &request).await?;
    let last = loaded.last();
    page(&web, &loaded, last, &Url::Game(&id))
}

/// The board after event `n`.
pub(crate) async fn position(
    web: Data<State>,
    caches: Data<Caches>,
    GamePath(id): GamePath,
    at: Path<EventNumber>,
    request: HttpRequest,
) -> PageResult {
    let loaded = public(&web, &caches, &id, &request).await?;
    page(&web, &loaded, at.n, &Url::Move(&id, at.n))
}

/// A public game that has started, as a visitor sees it.
async fn public(
    web: &State,
    caches: &Data<Caches>,
    id: &GameId,
    request: &HttpRequest,
) -> Result<LoadedGame, PageError> {
    let visitor = Principal::anonymous(web.address(request));
    let table = web.service.table(&visitor, id, None).await?.ok_or(PageError::NotFound)?;
    LoadedGame::of(Locale::ENGLISH, caches, table).map_err(|_| PageError::NotFound)
}

fn page(web: &State, loaded: &LoadedGame, n: u32, link: &Url<'_>) -> PageResult {
    let players = loaded.points_after(n).ok_or(PageError::NotFound)?;
    let is_finished = loaded.is_finished();
    let page = EmbedPage {
        locale: loaded.names().locale(),
        title: loaded.title(),
        board: Url::Picture(loaded.id(), n).to_string(),
        link: format!("{}{link}", web.origin),
        players,
        is_finished,
    };
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((CONTENT_SECURITY_POLICY, EMBED_POLICY))
        .insert_header((HeaderName::from_static("x-robots-tag"), "noindex"))
        .insert_header((HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"))
        .insert_header((CACHE_CONTROL, format!("public, max-age={}", FRESH[usize::from(is_finished)])));
    Ok(response.body(page.render().map_err(PageError::internal)?))
}
