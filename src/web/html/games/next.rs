//! `/next`: on to the game that waits for the viewer's turn.

use crate::web::html::answer::Answer;
use crate::web::http::session::SignedIn;
use crate::web::http::urls::Url;

/// The first of them, or home if there is none.
pub(in crate::web) async fn get(person: SignedIn) -> Answer {
    let found = person.web().service.dashboard(person.principal()).await?;
    match found.my_turn.first() {
        Some(game) => Ok(person.go(&Url::Game(game.id.as_str()), None, &[])),
        None => Ok(person.go(&Url::Home, None, &[])),
    }
}
