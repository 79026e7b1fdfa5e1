//! `/play-the-computer`: a table with the computer, and the seat at it, by one button.

use crate::aids::Aids;
use crate::engine::{Preset, Ruleset, Seat};
use crate::service::{JoinError, OpenError, Opening};
use crate::web::answer::Answer;
use crate::web::error::PageError;
use crate::web::form::Sent;
use crate::web::session::SignedIn;
use crate::web::urls::Url;

/// Opens the table and sits down.
pub(in crate::web) async fn post(person: SignedIn, _: Sent) -> Answer {
    let service = &person.web().service;
    let opening = Opening {
        rules: Ruleset::of(Preset::Modern),
        seats: 2,
        computer: vec![Seat(1)],
        public: false,
        clock_days: None,
        handicaps: Vec::new(),
        aids: Aids::All,
    };
    let game = match service.open_table(&person.account.id, &opening).await {
        Ok(game) => game,
        Err(OpenError::Store(failure)) => return Err(failure.into()),
        Err(refused) => return Err(PageError::Conflict(refused.to_string())),
    };
    match service.join(&person.account.id, &game, None, "").await {
        Ok(_) => Ok(person.go(&Url::Game(game.as_str()), None, &[])),
        Err(JoinError::Store(failure)) => Err(failure.into()),
        Err(refused) => Err(PageError::Conflict(refused.to_string())),
    }
}
