//! `/games/{id}/done`: what a turn did, and who is next.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::engine::{Event, Logged};
use crate::web::html::answer::Answer;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::{DonePage, Seen, draw, end, players, show};
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::SignedIn;

/// The page.
pub(in crate::web) async fn get(person: SignedIn, id: Path<String>, request: HttpRequest) -> Answer {
    let n: u32 = Fields::of_query(&request)?.needed("n")?;
    let seen = Seen::load(&person, &id).await?;
    let from = n.checked_sub(1).map(|before| seen.after(before)).filter(|events| !events.is_empty());
    let events = from.ok_or(PageError::NotFound)?;
    let (own, since) = events.split_at(own(events));
    let game = seen.game();
    let your_turn = seen.your_turn();
    let waiting = person.account.turns.saturating_sub(u32::from(your_turn));
    person.page(&DonePage {
        layout: person.layout(person.locale().text("done-title").with("players", show::title(&seen))),
        id: seen.id.clone(),
        drawing: draw::table(&person, &seen, None, Overlays::default()),
        events: seen.rows(&person, own),
        since: seen.rows(&person, since),
        next: next(&seen),
        your_turn,
        finished: game.is_finished(),
        players: players::rows(game, &seen.names),
        tiles_left: game.tiles_left(),
        waiting,
    })
}

/// How many of the events follow from the first: its scores and the draw after it, or the end.
fn own(events: &[Logged]) -> usize {
    let follows = |logged: &&Logged| {
        matches!(
            logged.event,
            Event::Score { .. } | Event::Draw { .. } | Event::End { .. } | Event::Resign { .. }
        )
    };
    1 + events[1..].iter().take_while(follows).count()
}

fn next(seen: &Seen) -> String {
    let (game, locale) = (seen.game(), seen.names.locale());
    let Some(colour) = game.to_move() else { return end::reason(seen).to_owned() };
    let (who, hand) = (seen.names.starting(colour), locale.list(game.hand()));
    let text = if seen.names.is_you(colour) {
        locale.text("done-next-you").with("who", who).with("tiles", hand)
    } else {
        locale.text("done-next").with("who", who).with("tiles", hand)
    };
    text.to_string()
}
