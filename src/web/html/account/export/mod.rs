//! `/account/export`: everything about the viewer's account, as one archive.

mod archive;
mod challenges;
mod json;
mod offers;
mod page;
mod programs;
mod safety;

pub use page::ExportPage;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::unfold;

use crate::html::account::export::archive::Archive;
use crate::html::account::export::page::FILES;
use crate::html::response::{PageResult, see_path};
use crate::http::session::SignedIn;
use crate::http::urls::Url;

pub(crate) async fn get(person: SignedIn) -> PageResult {
    person.require_account(&Url::Export)?;
    let viewer = &person.viewer;
    let is_confirmed = viewer.principal().is_confirmed(viewer.web().service.now());
    let page = ExportPage {
        layout: viewer.layout(viewer.locale().say("export-title")),
        files: FILES.map(|file| (file.name, viewer.locale().say(file.what))).into(),
        is_confirmed,
    };
    viewer.private_page(StatusCode::OK, &page)
}

/// The archive, once the password or a passkey was asked for.
pub(crate) async fn archive(person: SignedIn, request: HttpRequest) -> PageResult {
    person.require_account(&Url::Export)?;
    let (viewer, user) = (&person.viewer, &person.user);
    let web = viewer.web();
    if !viewer.principal().is_confirmed(web.service.now()) {
        return Ok(see_path(&Url::ConfirmThen(&Url::Export.to_string()).to_string(), &[]));
    }
    let permit = web.exports.begin(web.address(&request), Some(&user.id))?;
    let data = web.service.own_data(viewer.principal()).await?;
    let (service, principal) = (web.service.clone(), viewer.principal().clone());
    let archive = Archive::new(service, principal, viewer.locale(), &data, permit);
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/zip"))
        .insert_header((CONTENT_DISPOSITION, "attachment; filename=\"bastide-account.zip\""))
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .streaming(unfold(Some(archive), |archive| async move {
            let mut archive = archive?;
            match archive.piece().await {
                Ok(None) => None,
                Ok(Some(piece)) => Some((Ok(piece), Some(archive))),
                // The client sees that the file is cut off.
                Err(error) => {
                    tracing::error!(%error, "failed to export an account");
                    Some((Err(error), None))
                }
            }
        })))
}
