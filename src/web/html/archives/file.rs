//! The file of a month, as it is stored: whole, or from anywhere on.

use actix_web::http::StatusCode;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_TYPE, ETAG, Header,
    IF_NONE_MATCH, IF_RANGE, RANGE, Range,
};
use actix_web::web::{Bytes, Path};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use data_encoding::{BASE64, HEXLOWER};
use futures_util::stream::unfold;

use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::exports::ExportPermit;
use crate::http::session::Viewer;
use service::{ARCHIVE_CHUNK, Principal, Service};
use table::{Archive, Month};

type Failed = Box<dyn std::error::Error>;

/// A download that goes on: it holds one piece.
struct Download {
    service: Service,
    viewer: Principal,
    archive: Archive,
    /// What is sent next, and the first byte that is not sent.
    next: u64,
    end: u64,
    _permit: ExportPermit,
}

/// Which part of the file was asked for.
enum Part {
    Whole,
    /// From the first byte up to the last.
    Of(u64, u64),
    /// None of it is in the file.
    Outside,
}

pub(crate) async fn get(viewer: Viewer, request: HttpRequest, path: Path<String>) -> PageResult {
    let month: Month = path.parse().map_err(|_| PageError::NotFound)?;
    let web = viewer.web();
    let found = web.service.archive(viewer.principal(), month).await?;
    let archive = found.ok_or(PageError::NotFound)?;
    let tag = format!("\"{}\"", archive.sha256);
    if named(&request, &IF_NONE_MATCH, &tag) {
        return Ok(described(StatusCode::NOT_MODIFIED, &archive, &tag).finish());
    }
    let (status, (first, last)) = match part(&request, &archive, &tag) {
        Part::Whole => (StatusCode::OK, (0, archive.bytes.saturating_sub(1))),
        Part::Of(first, last) => (StatusCode::PARTIAL_CONTENT, (first, last)),
        Part::Outside => {
            return Ok(described(StatusCode::RANGE_NOT_SATISFIABLE, &archive, &tag)
                // With a type, no page about an error takes its place.
                .insert_header((CONTENT_TYPE, "text/plain"))
                .insert_header((CONTENT_RANGE, format!("bytes */{}", archive.bytes)))
                .finish());
        }
    };
    let permit = web.exports.begin(web.address(&request), viewer.user().map(|user| &user.id))?;
    let mut response = described(status, &archive, &tag);
    response
        .insert_header((CONTENT_TYPE, "application/gzip"))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{month}.ndjson.gz\"")));
    if status == StatusCode::PARTIAL_CONTENT {
        response.insert_header((CONTENT_RANGE, format!("bytes {first}-{last}/{}", archive.bytes)));
    }
    let (service, principal) = (web.service.clone(), viewer.principal().clone());
    let end = last + 1;
    let download = Download { service, viewer: principal, archive, next: first, end, _permit: permit };
    Ok(response.no_chunking(end - first).streaming(unfold(Some(download), |download| async move {
        let mut download = download?;
        match download.piece().await {
            Ok(None) => None,
            Ok(Some(piece)) => Some((Ok(piece), Some(download))),
            // The client sees that the file is cut off.
            Err(error) => {
                tracing::error!(%error, "failed to send the file of a month");
                Some((Err(error), None))
            }
        }
    })))
}

/// What every answer about the file says. Caches ask each time, since a file is made again when a name has gone.
fn described(status: StatusCode, archive: &Archive, tag: &str) -> HttpResponseBuilder {
    let mut response = HttpResponse::build(status);
    response
        .insert_header((ETAG, tag))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header((CACHE_CONTROL, "public, no-cache"));
    if let Ok(hash) = HEXLOWER.decode(archive.sha256.as_bytes()) {
        response.insert_header(("repr-digest", format!("sha-256=:{}:", BASE64.encode(&hash))));
    }
    response
}

fn part(request: &HttpRequest, archive: &Archive, tag: &str) -> Part {
    let asked = request.headers().contains_key(RANGE) && request.method() == actix_web::http::Method::GET;
    // Of another file than the one that the client has a part of, it needs all.
    if !asked || (request.headers().contains_key(IF_RANGE) && !named(request, &IF_RANGE, tag)) {
        return Part::Whole;
    }
    match Range::parse(request) {
        Ok(Range::Bytes(ranges)) => match ranges.as_slice() {
            [range] => match range.to_satisfiable_range(archive.bytes) {
                Some((first, last)) => Part::Of(first, last),
                None => Part::Outside,
            },
            _ => Part::Whole,
        },
        _ => Part::Whole,
    }
}

/// Whether a header names the file that there is.
fn named(request: &HttpRequest, header: &actix_web::http::header::HeaderName, tag: &str) -> bool {
    let tags = request.headers().get_all(header).filter_map(|tags| tags.to_str().ok());
    tags.flat_map(|tags| tags.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag
    })
}

impl Download {
    /// The next bytes; `None` at the end.
    async fn piece(&mut self) -> Result<Option<Bytes>, Failed> {
        if self.next >= self.end {
            return Ok(None);
        }
        let size = ARCHIVE_CHUNK as u64;
        let n = u32::try_from(self.next / size)?;
        let chunk = self.service.archive_chunk(&self.viewer, &self.archive, n).await?;
        let chunk = chunk.ok_or("another file has replaced it")?;
        let from = usize::try_from(self.next % size)?;
        let to = chunk.len().min(from + usize::try_from(self.end - self.next)?);
        let piece = chunk.get(from..to).filter(|piece| !piece.is_empty()).ok_or("a piece is too short")?;
        self.next += piece.len() as u64;
        Ok(Some(Bytes::copy_from_slice(piece)))
    }
}
