//! `/account/close`: closing the account in a week, and keeping it.

use actix_web::http::StatusCode;

use crate::html::account::closing_page::{ClosingGame, ClosingPage};
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::player;
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::Message;
use service::{ClosingError, PlayError};
use table::Table;

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, StatusCode::OK.into(), None).await
}

pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    person.require_account(&Url::Closing)?;
    let viewer = &person.viewer;
    let resign = fields.optional("resign")?.is_some();
    match viewer.web().service.close_account(viewer.principal(), resign).await {
        Ok(_) => Ok(viewer.signed_out(Flash::Closing)),
        Err(ClosingError::LastAdmin) => {
            let why = viewer.locale().say("refused-last-admin").to_owned();
            page(&person, StatusCode::UNPROCESSABLE_ENTITY.into(), Some(why)).await
        }
        Err(ClosingError::Guest) => Err(PageError::Guest(Url::Account.to_string())),
        Err(ClosingError::Play(PlayError::Store(failure)) | ClosingError::Store(failure)) => {
            Err(failure.into())
        }
        // The game went on while it was resigned.
        Err(ClosingError::Play(_)) => Err(PageError::Conflict(Message::new("refused-stale"))),
        Err(ClosingError::Denied(why)) => Err(why.into()),
    }
}

pub(crate) async fn keep(person: SignedIn, _: VerifiedForm) -> PageResult {
    person.require_account(&Url::Closing)?;
    person.viewer.web().service.keep_account(person.viewer.principal()).await?;
    Ok(person.viewer.go(&Url::Account, Some(Flash::AccountKept), &[]))
}

async fn page(person: &SignedIn, status: PageStatus, error: Option<String>) -> PageResult {
    person.require_account(&Url::Closing)?;
    let SignedIn { viewer, user } = person;
    let closing = viewer.web().service.closing(viewer.principal()).await?;
    let locale = viewer.locale();
    let game = |game: &Table| {
        let players: Vec<_> = player::names(locale, game).into_iter().flatten().collect();
        ClosingGame { id: game.id.clone(), players: locale.list(&players) }
    };
    let page = ClosingPage {
        layout: viewer.layout(viewer.locale().say("closing-title")),
        error,
        closes: closing.closes.map(|at| viewer.locale().moment(at, user.zone)),
        games: closing.games.iter().map(game).collect(),
        tables: closing.tables,
    };
    viewer.private_page(status, &page)
}
