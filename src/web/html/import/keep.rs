//! Keeping a game that was read, and deleting one that was kept.

use crate::html::import::preview::{self, Choice};
use crate::html::import::show::{refusal, sentence};
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::upload::Upload;
use crate::http::urls::Url;
use crate::locale::Message;
use service::{ImportError, Keep};
use table::{GameId, import_text};

pub(crate) async fn keep(person: SignedIn, Upload { fields, file }: Upload) -> PageResult {
    person.require_account(&Url::Import)?;
    let viewer = &person.viewer;
    let service = &viewer.web().service;
    let choice = Choice::read(&fields)?;
    let game = match import_text(&file) {
        Ok(text) => service.read_import(viewer.principal(), text.to_owned()).await,
        Err(why) => Err(ImportError::from(why)),
    };
    // The record is as the preview has written it, unless somebody has changed it.
    let game = game.map_err(|why| match refusal(why) {
        Ok((_, line, why)) => PageError::BadRequest(
            Message::new("import-error-at")
                .with("line", line.unwrap_or(1))
                .with("why", viewer.locale().format(&why)),
        ),
        Err(error) => error,
    })?;
    let Some(submission) = choice.submission.clone() else {
        return Err(PageError::bad_request("request-unclear"));
    };
    let keep = Keep { own: choice.own, public: choice.public, submission };
    match service.keep_import(viewer.principal(), game.clone(), keep).await {
        Ok(id) => {
            if let Some(recording) = &choice.recording {
                // It may be gone already.
                let _ = service.remove_recording(viewer.principal(), recording).await;
            }
            Ok(viewer.go(&Url::Final(&id), Some(Flash::Imported), &[]))
        }
        Err(why) => {
            let (status, line, why) = refusal(why)?;
            preview::page(&person, &game, choice, Some((status, sentence(viewer.locale(), line, &why))))
        }
    }
}

pub(crate) async fn delete(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let id = GameId::parse(fields.required("game")?).ok_or(PageError::NotFound)?;
    match viewer.web().service.delete_import(viewer.principal(), &id).await {
        Ok(()) => Ok(viewer.go(&Url::Import, Some(Flash::ImportDeleted), &[])),
        Err(why) => Err(PageError::BadRequest(refusal(why)?.2)),
    }
}
