//! `/play-the-computer`: starts a game against a level of the computer, with one button and without an account.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::engine::{Preset, Ruleset, SaltHash, Seat};
use crate::service::{GuestError, OpenError, Principal};
use crate::table::{Aids, GameId, Level, OpenTable, TimeControl};
use crate::web::html::account::agent;
use crate::web::html::answer::Answer;
use crate::web::html::levels;
use crate::web::html::lobby::home;
use crate::web::http::error::PageError;
use crate::web::http::flash::Flash;
use crate::web::http::form::VerifiedForm;
use crate::web::http::salt_hash::hidden_salt_hash;
use crate::web::http::session::Viewer;
use crate::web::http::urls::Url;
use crate::web::locale::Message;

/// A visitor who is not signed in becomes a guest.
pub(in crate::web) async fn post(
    viewer: Viewer,
    request: HttpRequest,
    VerifiedForm(fields): VerifiedForm,
) -> Answer {
    let level = levels::chosen(&fields, "level")?.unwrap_or(Level::MEDIUM);
    let salt_hash = hidden_salt_hash(&fields)?;
    let flash = salt_hash.is_none().then_some(Flash::NoSalt);
    if viewer.account().is_some() {
        let game = begin(&viewer, viewer.principal(), level, salt_hash).await?;
        return Ok(viewer.go(&Url::Game(&game), flash, &[]));
    }
    match viewer.web().service.create_guest(viewer.principal(), &agent(&viewer, &request)).await {
        Ok(guest) => {
            let game =
                begin(&viewer, &guest.principal(viewer.principal().address()), level, salt_hash).await?;
            let cookie = viewer.web().session_cookie(&guest.token);
            Ok(viewer.go(&Url::Game(&game), flash, &[cookie]))
        }
        Err(GuestError::Store(failure)) => Err(failure.into()),
        Err(why) => {
            let error = viewer.locale().tell(&Message::from(&why));
            home::front(&viewer, StatusCode::TOO_MANY_REQUESTS, Some(error)).await
        }
    }
}

/// Starts the game, or opens the table that waits for the player's salt.
async fn begin(
    viewer: &Viewer,
    principal: &Principal,
    level: Level,
    salt_hash: Option<SaltHash>,
) -> Result<GameId, PageError> {
    let service = &viewer.web().service;
    let opening = OpenTable {
        rules: Ruleset::of(Preset::Modern),
        seats: 2,
        computers: vec![(Seat(1), level)],
        public: false,
        time_control: TimeControl::Unlimited,
        handicaps: Vec::new(),
        aids: Aids::All,
        hints: false,
    };
    match service.open_and_join(principal, &opening, salt_hash).await {
        Ok(game) => Ok(game),
        Err(OpenError::Denied(why)) => Err(why.into()),
        Err(OpenError::Store(failure)) => Err(failure.into()),
        Err(refused) => Err(PageError::Conflict(Message::from(&refused))),
    }
}
