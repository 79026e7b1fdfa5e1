//! The route table of the API. [`super::document`] describes the same calls, and tests compare them.

use actix_web::guard::{Any, Get, Head};
use actix_web::web::{ServiceConfig, post, resource, route};
use actix_web::{FromRequest, Handler, Responder, Route};

use crate::api::{account, document, events, games, lists, page, tables, turns};

pub(crate) fn all(app: &mut ServiceConfig) {
    app.service(resource("/api").route(read(page::get)))
        .service(resource("/api/v1/openapi.json").route(read(document::get)))
        .service(resource("/api/v1/me").route(read(account::me)))
        .service(resource("/api/v1/waiting").route(read(account::waiting)))
        .service(resource("/api/v1/notifications").route(read(account::notifications)))
        .service(resource("/api/v1/notifications/seen").route(post().to(account::mark_seen)))
        .service(resource("/api/v1/notifications/all-seen").route(post().to(account::mark_all_seen)))
        .service(resource("/api/v1/notifications/unseen").route(post().to(account::mark_unseen)))
        .service(resource("/api/v1/notifications/turns-seen").route(post().to(account::see_turns)))
        .service(resource("/api/v1/notifications/mute").route(post().to(account::mute)))
        .service(resource("/api/v1/games").route(read(lists::public)).route(post().to(tables::open)))
        .service(resource("/api/v1/games/mine").route(read(lists::mine)))
        .service(resource("/api/v1/games/{id}").route(read(games::game)))
        .service(resource("/api/v1/games/{id}/placements").route(read(games::placements)))
        .service(resource("/api/v1/games/{id}/record").route(read(games::record)))
        .service(resource("/api/v1/games/{id}/events").route(read(events::get)))
        .service(resource("/api/v1/games/{id}/turns").route(post().to(turns::turn)))
        .service(resource("/api/v1/games/{id}/pass").route(post().to(turns::pass)))
        .service(resource("/api/v1/games/{id}/resign").route(post().to(turns::resign)))
        .service(resource("/api/v1/games/{id}/hint").route(post().to(turns::hint)))
        .service(resource("/api/v1/games/{id}/seen").route(post().to(turns::seen)))
        .service(resource("/api/v1/games/{id}/join").route(post().to(tables::join)))
        .service(resource("/api/v1/games/{id}/leave").route(post().to(tables::leave)))
        .service(resource("/api/v1/games/{id}/close").route(post().to(tables::close)))
        .service(resource("/api/v1/games/{id}/invite").route(post().to(tables::invite)))
        .service(resource("/api/v1/games/{id}/decline").route(post().to(tables::decline)))
        .service(resource("/api/v1/games/{id}/salt").route(post().to(tables::reveal_salt)))
        .service(resource("/api/v1/games/{id}/rematch").route(post().to(tables::rematch)));
}

/// A read: GET, and HEAD without the body.
fn read<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}
