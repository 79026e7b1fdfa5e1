//! `/games/mine/records.ndjson.gz` and `/games/search/records.ndjson.gz`: the records of many games, one after the other.
//!
//! A stream holds a page of ids, a record and a little compressed text, however many games there are.

use std::collections::VecDeque;
use std::io::Write;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream::unfold;

use crate::html::lobby::search;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::exports::ExportPermit;
use crate::http::session::{SignedIn, Viewer};
use service::{ExportError, Principal, RecordList, Service};
use table::GameId;

/// Compressed text is sent in pieces of about this size.
const PIECE: usize = 32 << 10;

type Failed = Box<dyn std::error::Error>;

/// A download that goes on.
struct Export {
    service: Service,
    viewer: Principal,
    games: VecDeque<GameId>,
    /// What follows these games.
    rest: Option<RecordList>,
    /// `None` when all is sent.
    gzip: Option<GzEncoder<Vec<u8>>>,
    _permit: ExportPermit,
}

pub(crate) async fn mine(SignedIn { viewer, .. }: SignedIn, request: HttpRequest) -> PageResult {
    download(&viewer, &request, RecordList::Mine(None)).await
}

pub(crate) async fn found(viewer: Viewer, request: HttpRequest) -> PageResult {
    let query = search::read(&viewer, &request)?;
    download(&viewer, &request, RecordList::Found(Box::new(query.search), query.from)).await
}

async fn download(viewer: &Viewer, request: &HttpRequest, list: RecordList) -> PageResult {
    let web = viewer.web();
    let permit = web.exports.begin(web.address(request), viewer.user().map(|user| &user.id))?;
    let (service, viewer) = (web.service.clone(), viewer.principal().clone());
    // What is wrong with the list is said before the stream begins.
    let (games, rest) = service.games_to_export(&viewer, list).await.map_err(refusal)?;
    let gzip = Some(GzEncoder::new(Vec::new(), Compression::default()));
    let export = Export { service, viewer, games: games.into(), rest, gzip, _permit: permit };
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/gzip"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"bastide-records.ndjson.gz\""))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .streaming(unfold(Some(export), |export| async move {
            let mut export = export?;
            match export.piece().await {
                Ok(None) => None,
                Ok(Some(piece)) => Some((Ok(piece), Some(export))),
                // The client sees that the file is cut off.
                Err(error) => {
                    tracing::error!(%error, "failed to export records");
                    Some((Err(error), None))
                }
            }
        })))
}

impl Export {
    /// The next piece of the file; `None` at its end.
    async fn piece(&mut self) -> Result<Option<Bytes>, Failed> {
        loop {
            let Some(gzip) = &mut self.gzip else { return Ok(None) };
            if gzip.get_ref().len() >= PIECE {
                return Ok(Some(Bytes::from(std::mem::take(gzip.get_mut()))));
            }
            if let Some(game) = self.games.pop_front() {
                // Those that have not started have none.
                if let Some(record) = self.service.exported_record(&self.viewer, &game).await? {
                    gzip.write_all(record.as_bytes())?;
                }
            } else if let Some(list) = self.rest.take() {
                let (games, rest) = self.service.games_to_export(&self.viewer, list).await?;
                (self.games, self.rest) = (games.into(), rest);
            } else {
                let end = self.gzip.take().map(GzEncoder::finish).transpose()?;
                return Ok(end.map(Bytes::from));
            }
        }
    }
}

fn refusal(error: ExportError) -> PageError {
    match error {
        ExportError::Access(error) => error.into(),
        ExportError::Search(error) => {
            search::explain(error).map_or_else(|error| error, PageError::BadRequest)
        }
    }
}
