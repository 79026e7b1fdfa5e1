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
        Self { name, hash: hash(&[bytes]), kind, bytes }
    }
}

/// The first digits of the SHA-256 of some files together.
fn hash(files: &[&[u8]]) -> String {
    let digest = files.iter().fold(Sha256::new(), Digest::chain_update).finalize();
    chance::hex(digest.into_iter().take(6))
}

/// The style sheet.
pub static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new(
        "style.css",
        "text/css; charset=utf-8",
        concat!(include_str!("../../static/style.css"), include_str!("../../static/art.css")).as_bytes(),
    )
});
/// What pages do more comfortably with scripts on: the module that pages name, and those that it imports. They share a
/// hash, and so a folder, since they call each other by name.
pub static SCRIPTS: LazyLock<[Asset; 3]> = LazyLock::new(|| {
    let files: [(&str, &[u8]); 3] = [
        ("bastide.js", include_bytes!("../../static/bastide.js")),
        ("board.js", include_bytes!("../../static/board.js")),
        ("live.js", include_bytes!("../../static/live.js")),
    ];
    let kind = "text/javascript; charset=utf-8";
    let hash = hash(&files.map(|(_, bytes)| bytes));
    files.map(|(name, bytes)| Asset { name, kind, bytes, hash: hash.clone() })
});
/// What a phone needs to keep the site among its programs. It names the icon, and so has the icon's folder.
pub static MANIFEST: LazyLock<Asset> = LazyLock::new(|| {
    let bytes = include_bytes!("../../static/manifest.webmanifest");
    Asset {
        hash: ICON.hash.clone(),
        ..Asset::new("manifest.webmanifest", "application/manifest+json", bytes)
    }
});
/// The icon.
pub static ICON: LazyLock<Asset> = LazyLock::new(|| {
    let bytes = include_bytes!("../../static/icon.svg");
    let manifest: &[u8] = include_bytes!("../../static/manifest.webmanifest");
    Asset { hash: hash(&[bytes, manifest]), ..Asset::new("icon.svg", "image/svg+xml", bytes) }
});

/// `GET /static/{hash}/{name}`.
pub(super) async fn get(path: web::Path<(String, String)>) -> Result<HttpResponse, PageError> {
    let (hash, name) = path.into_inner();
    [&*STYLE, &*ICON, &*MANIFEST]
        .into_iter()
        .chain(&*SCRIPTS)
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
