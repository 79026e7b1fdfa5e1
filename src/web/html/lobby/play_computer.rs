//! `/play-the-computer`: starts a game against a level of the computer, with one button and without an account.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::account::agent;
use crate::html::levels;
use crate::html::lobby::home;
use crate::html::response::{PageResult, PageStatus};
use crate::http::error::PageError;
use crate::http::form::VerifiedForm;
use crate::http::salt_hash::hidden_salt_hash;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use crate::locale::Message;
use engine::{Preset, Ruleset, SaltHash, Seat};
use service::{GuestError, OpenError, Principal};
use table::{ComputerLevel, GameId, OpenTable, Settings};

/// A visitor who is not signed in becomes a guest.
pub(crate) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let level = levels::chosen(&fields, "level")?.unwrap_or(ComputerLevel::MEDIUM);
    let salt_hash = hidden_salt_hash(&fields)?;
    if viewer.user().is_some() {
        let game = begin(&viewer, viewer.principal(), level, salt_hash).await?;
        return Ok(viewer.go(&Url::Game(&game), None, &[]));
    }
    match viewer.web().service.create_guest(viewer.principal(), &agent(&viewer, &request)).await {
        Ok(guest) => {
            let game =
                begin(&viewer, &guest.principal(viewer.principal().address()), level, salt_hash).await?;
            let cookie = viewer.web().session_cookie(&guest.token);
            Ok(viewer.go(&Url::Game(&game), None, &[cookie]))
        }
        Err(GuestError::Store(failure)) => Err(failure.into()),
        Err(why) => {
            let error = viewer.locale().format(&Message::from(&why));
            let status = match why {
                GuestError::Throttled(why) => why.into(),
                _ => PageStatus::from(StatusCode::TOO_MANY_REQUESTS),
            };
            home::front(&viewer, status, Some(error)).await
        }
    }
}

/// Starts the game, or opens the table that waits for the player's salt.
async fn begin(
    viewer: &Viewer,
    principal: &Principal,
    level: ComputerLevel,
    salt_hash: Option<SaltHash>,
) -> Result<GameId, PageError> {
    let service = &viewer.web().service;
    let opening = OpenTable {
        settings: Settings { rules: Ruleset::of(Preset::Modern), public: false, ..Settings::default() },
        seats: 2,
        computers: vec![(Seat(1), level)],
    };
    match service.open_and_join(principal, &opening, salt_hash).await {
        Ok(game) => Ok(game),
        Err(OpenError::Denied(why)) => Err(why.into()),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(refused) => Err(PageError::Conflict(Message::from(&refused))),
    }
}
