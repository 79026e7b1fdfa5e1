//! The form, the imported games, and what a file is.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::import::pages::{ImportPage, ManyPart};
use crate::html::import::preview::{self, Choice};
use crate::html::lobby::row::rows;
use crate::html::response::{PageResult, PageStatus};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::http::upload::{self, Upload};
use crate::http::urls::Url;
use crate::locale::{Locale, Message};
use service::{ImportError, MOST_RECORDS};
use table::{ImportRefusal, import_text, records_in};

/// A refused text is shown again if it isn't longer.
const LONGEST_AGAIN: usize = 64 << 10;

pub(crate) async fn get(person: SignedIn, request: HttpRequest) -> PageResult {
    let below = Fields::of_query(&request)?.parsed("below")?;
    page(&person, None, None, String::new(), below).await
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
    let records: Vec<_> = records_in(&text).map(|(line, record)| (line, record.to_owned())).collect();
    if records.len() > MOST_RECORDS {
        let why = Message::new("refused-import-records").with("n", MOST_RECORDS);
        return refused(&person, StatusCode::UNPROCESSABLE_ENTITY, &why, Some(records[MOST_RECORDS].0), "")
            .await;
    }
    if records.len() > 1 {
        return many(&person, records).await;
    }
    match service.read_import(person.viewer.principal(), text.clone()).await {
        Ok(game) => preview::page(&person, &game, Choice::new(), None),
        Err(why) => refused_import(&person, why, &text).await,
    }
}

/// Keeps the records of a file, and says which were refused.
async fn many(person: &SignedIn, records: Vec<(usize, String)>) -> PageResult {
    let (viewer, locale) = (&person.viewer, person.viewer.locale());
    let many = match viewer.web().service.import_many(viewer.principal(), records).await {
        Ok(many) => many,
        Err(why) => return refused_import(person, why, "").await,
    };
    let refused = many.refused.iter().map(|why| (why.line, Message::from(&why.fault)));
    let stopped = many.stopped.as_ref().map(|(line, why)| (*line, Message::from(why)));
    let sentences = refused.chain(stopped).map(|(line, why)| sentence(locale, Some(line), &why));
    let part = ManyPart { kept: many.kept, refused: sentences.collect() };
    page(person, None, Some(part), String::new(), None).await
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
        ImportError::NoSuchGame => return Err(PageError::NotFound),
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
    page(person, Some((status.into(), error)), None, text.to_owned(), None).await
}

async fn page(
    person: &SignedIn,
    error: Option<(PageStatus, String)>,
    many: Option<ManyPart>,
    text: String,
    below: Option<i64>,
) -> PageResult {
    person.require_account(&Url::Import)?;
    let viewer = &person.viewer;
    let imported = viewer.web().service.imported_games(viewer.principal(), below).await?;
    let (status, error) = error.map_or((StatusCode::OK.into(), None), |(status, why)| (status, Some(why)));
    let page = ImportPage {
        layout: viewer.layout(viewer.locale().say("import-title")),
        error,
        many,
        text,
        games: rows(viewer, &imported.games),
        next: imported.next,
    };
    viewer.page_with(status, &page)
}
