//! Files of the games of a month.

use actix_web::HttpRequest;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::caller::Caller;
use crate::api::document::Problems;
use crate::api::response::{ApiResult, part, query};
use crate::html::archives::cursor;
use crate::http::urls::Url;
use table::{Archive, ArchiveCursor};

/// The file of all public games that ended in a month.
#[derive(Serialize, ToSchema)]
#[schema(as = Archive)]
pub(super) struct ArchiveJson {
    /// Such as `2026-11`, in UTC.
    month: String,
    /// The path of the file: gzip, one record after the other.
    path: String,
    games: u64,
    bytes: u64,
    /// In hexadecimal.
    sha256: String,
    /// What the file may be used for.
    licence: String,
    made: DateTime<Utc>,
}

/// A part of the list of files. The header `Link` has the address of the next.
#[derive(Serialize, ToSchema)]
#[schema(as = Archives)]
pub(super) struct ArchivesJson {
    archives: Vec<ArchiveJson>,
}

impl ArchiveJson {
    fn of(archive: &Archive) -> Self {
        Self {
            month: archive.month.to_string(),
            path: Url::ArchiveFile(&archive.month).to_string(),
            games: archive.games,
            bytes: archive.bytes,
            sha256: archive.sha256.clone(),
            licence: archive.licence.clone(),
            made: archive.made,
        }
    }
}

/// Files of all public games by month
///
/// The latest month first. A file changes only when a name in it has gone; then its `sha256` is another.
#[utoipa::path(get, path = "/api/v1/archives", tag = "games", security((), ("token" = ["read"])),
    params(("before" = Option<String>, Query, description = "Only earlier months than this one, such as `2026-11`"),
        ("after" = Option<String>, Query, description = "Only later months than this one")),
    responses((status = 200, body = ArchivesJson), Problems))]
pub(crate) async fn list(caller: Caller, request: HttpRequest) -> ApiResult {
    let from = cursor(&query(&request)?)?;
    let found = caller.service().archives(&caller.principal, from).await?;
    let list = ArchivesJson { archives: found.archives.iter().map(ArchiveJson::of).collect() };
    let next = found.next.map(|next| match next {
        ArchiveCursor::Before(month) => format!("/api/v1/archives?before={month}"),
        ArchiveCursor::After(month) => format!("/api/v1/archives?after={month}"),
    });
    part(&list, next)
}
