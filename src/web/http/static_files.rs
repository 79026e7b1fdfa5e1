//! `/static/`: files embedded in the binary; and `/robots.txt`.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpResponse, web};

use crate::http::assets;
use crate::http::error::PageError;
use crate::http::icon::COUNTED;

/// Lists, rules and the atlas are for everyone to find. Every position of every game has a page, which would keep a crawler busy
/// for ever.
const ROBOTS: &str = "User-agent: *
Disallow: /account
Disallow: /atlas/try
Disallow: /feeds/
Disallow: /games/
Disallow: /games?
Disallow: /join/
Disallow: /live
Disallow: /practice/
Disallow: /tables/
";

/// `GET /robots.txt`.
pub(crate) async fn robots() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .insert_header((CACHE_CONTROL, "public, max-age=86400"))
        .body(ROBOTS)
}

/// `GET /static/{hash}/{name}`.
pub(crate) async fn get(path: web::Path<(String, String)>) -> Result<HttpResponse, PageError> {
    let (hash, name) = path.into_inner();
    let mut all = assets::all().chain(&*COUNTED);
    let asset = all.find(|asset| asset.name == name && asset.hash == hash).ok_or(PageError::NotFound)?;
    Ok(HttpResponse::Ok()
        .content_type(asset.kind)
        .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
        // The worker's scope is the whole site, not only its folder.
        .insert_header(("service-worker-allowed", "/"))
        .body(asset.bytes.clone()))
}
