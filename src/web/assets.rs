//! Files that the server carries in itself, under addresses that change with their content.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, HeaderValue};
use actix_web::{HttpResponse, web};
use sha2::{Digest, Sha256};

use super::chance;
use super::error::PageError;

/// One file.
#[derive(Debug)]
pub struct Asset {
    /// The last part of its address.
    pub name: &'static str,
    /// The first digits of the SHA-256 of its content: the address of a changed file is another one.
    pub hash: String,
    kind: &'static str,
    bytes: &'static [u8],
}

impl Asset {
    fn new(name: &'static str, kind: &'static str, bytes: &'static [u8]) -> Self {
        let hash = chance::hex(Sha256::digest(bytes).into_iter().take(6));
        Self { name, hash, kind, bytes }
    }
}

/// The style sheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "style.css",
        "text/css; charset=utf-8",
        concat!(include_str!("../../static/style.css"), include_str!("../../static/art.css")).as_bytes(),
    )
});
/// What pages do more comfortably with scripts on.
pub static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("bastide.js", "text/javascript; charset=utf-8", include_bytes!("../../static/bastide.js"))
});
/// The icon.
pub static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("icon.svg", "image/svg+xml", include_bytes!("../../static/icon.svg")));

/// `GET /static/{hash}/{name}`.
pub(super) async fn get(path: web::Path<(String, String)>) -> Result<HttpResponse, PageError> {
    let (hash, name) = path.into_inner();
    [&STYLE, &SCRIPT, &ICON]
        .into_iter()
        .map(|asset| &**asset)
        .find(|asset| asset.name == name && asset.hash == hash)
        .map(|asset| {
            HttpResponse::Ok()
                .content_type(asset.kind)
                .insert_header((
                    CACHE_CONTROL,
                    HeaderValue::from_static("public, max-age=31536000, immutable"),
                ))
                .body(asset.bytes)
        })
        .ok_or(PageError::NotFound)
}
