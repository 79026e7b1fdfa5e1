//! `/games/{id}/done`: the result of a turn, and who is next.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::engine::{Event, Logged};
use crate::web::html::answer::Answer;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::{DonePage, LoadedGame, draw, end, players, show};
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::SignedIn;

pub(in crate::web) async fn get(person: SignedIn, id: Path<String>, request: HttpRequest) -> Answer {
    let n: u32 = Fields::of_query(&request)?.needed("n")?;
    let loaded = LoadedGame::load(&person, &id).await?;
    let from = n.checked_sub(1).map(|before| loaded.after(before)).filter(|events| !events.is_empty());
    let events = from.ok_or(PageError::NotFound)?;
    let (own, since) = events.split_at(own(events));
    let game = loaded.game();
    let your_turn = loaded.your_turn();
    let waiting = person.account.turns.saturating_sub(u32::from(your_turn));
    person.page(&DonePage {
        layout: person.layout(person.locale().text("done-title").with("players", show::title(&loaded))),
        id: loaded.id.clone(),
        drawing: draw::table(&person, &loaded, None, Overlays::default()),
        events: loaded.rows(&person, own),
        since: loaded.rows(&person, since),
        next: next(&loaded),
        your_turn,
        finished: game.is_finished(),
        players: players::rows(game, &loaded.names),
        tiles_left: game.tiles_left(),
        waiting,
    })
}

/// How many of the events belong to the first: its scores, and the draw after it or the end.
fn own(events: &[Logged]) -> usize {
    let follows = |logged: &&Logged| {
        matches!(
            logged.event,
            Event::Score { .. } | Event::Draw { .. } | Event::End { .. } | Event::Resign { .. }
        )
    };
    1 + events[1..].iter().take_while(follows).count()
}

fn next(loaded: &LoadedGame) -> String {
    let (game, locale) = (loaded.game(), loaded.names.locale());
    let Some(colour) = game.to_move() else { return end::reason(loaded).to_owned() };
    let who = loaded.names.starting(colour);
    let text = if loaded.names.is_you(colour) {
        locale.text("done-next-you").with("who", who)
    } else {
        locale.text("done-next").with("who", who)
    };
    text.to_string()
}
