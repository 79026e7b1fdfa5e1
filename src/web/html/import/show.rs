//! The form, the imported games, and what a file is.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::import::pages::{FilePart, ImportPage};
use crate::html::import::preview::{self, Choice};
use crate::html::lobby::row::rows;
use crate::html::response::{PageResult, PageStatus};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::upload::{self, Upload};
use crate::http::urls::Url;
use crate::locale::{Locale, Message};
use service::ImportError;
use table::{ImportRefusal, import_text, records_in};

/// A refused text is shown again if it isn't longer.
const LONGEST_AGAIN: usize = 64 << 10;

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    let below = Fields::of_query(&request)?.parsed("below")?;
    page(&person, None, String::new(), below).await
}

/// Shows what was read; nothing is kept.
pub(crate) async fn read(person: SignedIn, Upload { file, .. }: Upload) -> PageResult {
    person.require_account(&Url::Import)?;
    let file = match upload::unpacked(file) {
        Ok(file) => file,
        Err(why) => return refused(&person, StatusCode::UNPROCESSABLE_ENTITY, &why.into(), None, "").await,
    };
    let text = match import_text(&file) {
        Ok(text) => text.to_owned(),
        Err(why) => return refused_import(&person, why.into(), "").await,
    };
    let service = &person.viewer.web().service;
    if records_in(&text).nth(1).is_some() {
        return match service.import_file(person.viewer.principal(), &text).await {
            Ok(_) => Ok(person.viewer.go(&Url::Import, None, &[])),
            Err(why) => refused_import(&person, why, "").await,
        };
    }
    match service.read_import(person.viewer.principal(), text.clone()).await {
        Ok(game) => preview::page(&person, &game, Choice::new(), None),
        Err(why) => refused_import(&person, why, &text).await,
    }
}

/// Stops reading a file, or forgets what became of it.
pub(crate) async fn remove(person: SignedIn, VerifiedForm(_): VerifiedForm) -> PageResult {
    match person.viewer.web().service.remove_import(person.viewer.principal()).await {
        // A file that is gone already is no mistake.
        Ok(()) | Err(ImportError::NoSuchFile) => Ok(person.viewer.go(&Url::Import, None, &[])),
        Err(why) => Err(PageError::BadRequest(refusal(why)?.2)),
    }
}

/// The reason with the line that it is about.
pub(super) fn sentence(locale: Locale, line: Option<usize>, why: &Message) -> String {
    let why = locale.format(why);
    match line {
        Some(line) => locale.text("import-error-at").with("line", line).with("why", why).to_string(),
        None => why,
    }
}

/// The status of a refusal, and its line.
pub(super) fn refusal(why: ImportError) -> Result<(PageStatus, Option<usize>, Message), PageError> {
    let message = Message::from(&why);
    Ok(match why {
        ImportError::Refused(ImportRefusal { line, .. }) => {
            (StatusCode::UNPROCESSABLE_ENTITY.into(), Some(line), message)
        }
        ImportError::Throttled(why) => (why.into(), None, message),
        ImportError::Guest => return Err(PageError::Guest(Url::Import.to_string())),
        ImportError::NoSuchGame | ImportError::NoSuchFile => return Err(PageError::NotFound),
        ImportError::TooMany => (StatusCode::UNPROCESSABLE_ENTITY.into(), None, message),
        ImportError::Waiting => (StatusCode::CONFLICT.into(), None, message),
        ImportError::Denied(why) => return Err(why.into()),
        ImportError::Store(failure) => return Err(failure.into()),
    })
}

async fn refused_import(person: &SignedIn, why: ImportError, text: &str) -> PageResult {
    let (status, line, message) = refusal(why)?;
    refused(person, status, &message, line, text).await
}

async fn refused(
    person: &SignedIn,
    status: impl Into<PageStatus>,
    why: &Message,
    line: Option<usize>,
    text: &str,
) -> PageResult {
    let error = sentence(person.viewer.locale(), line, why);
    let text = if text.len() > LONGEST_AGAIN { "" } else { text };
    page(person, Some((status.into(), error)), text.to_owned(), None).await
}

async fn page(
    person: &SignedIn,
    error: Option<(PageStatus, String)>,
    text: String,
    below: Option<i64>,
) -> PageResult {
    person.require_account(&Url::Import)?;
    let viewer = &person.viewer;
    let imported = viewer.web().service.imported_games(viewer.principal(), below).await?;
    let progress = viewer.web().service.import_progress(viewer.principal()).await?;
    let (status, error) = error.map_or((StatusCode::OK.into(), None), |(status, why)| (status, Some(why)));
    let page = ImportPage {
        layout: viewer.layout(viewer.locale().say("import-title")),
        error,
        file: progress.map(|progress| FilePart::of(viewer, &progress)),
        text,
        games: rows(viewer, &imported.games),
        next: imported.next,
    };
    viewer.page_with(status, &page)
}
