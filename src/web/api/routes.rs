//! The route table of the API. [`super::document`] describes the same calls, and tests compare them.

use actix_web::guard::fn_guard;
use actix_web::web::{ServiceConfig, post, resource};

use crate::api::{
    account, analyses, archives, challenges, channels, clocks, document, events, games, imports, lists,
    offers, page, plans, profiles, puzzles, ratings, reports, tables, talk, time, turns,
};
use crate::http::routing::{read, under};
use crate::http::state::has_talk;

pub(crate) fn all(app: &mut ServiceConfig) {
    app.service(under("/api/v1/games", games));
    settings(app);
    challenged(app);
    profiles(app);
    finding(app);
    app.service(resource("/api").route(read(page::get)))
        .service(resource("/api/v1/openapi.json").route(read(document::get)))
        .service(resource("/api/v1/me").route(read(account::me)))
        .service(resource("/api/v1/reports").route(read(reports::list)).route(post().to(reports::report)))
        .service(resource("/api/v1/restrictions").route(read(reports::restrictions)))
        .service(resource("/api/v1/people/hidden").route(read(talk::people)).route(post().to(talk::hide)))
        .service(resource("/api/v1/waiting").route(read(account::waiting)))
        .service(resource("/api/v1/notifications").route(read(account::notifications)))
        .service(resource("/api/v1/notifications/seen").route(post().to(account::mark_seen)))
        .service(resource("/api/v1/notifications/all-seen").route(post().to(account::mark_all_seen)))
        .service(resource("/api/v1/notifications/unseen").route(post().to(account::mark_unseen)))
        .service(resource("/api/v1/notifications/turns-seen").route(post().to(account::see_turns)))
        .service(resource("/api/v1/notifications/mute").route(post().to(account::mute)))
        .service(resource("/api/v1/events").route(read(events::own)))
        .service(resource("/api/v1/puzzles").route(read(puzzles::list)))
        .service(resource("/api/v1/puzzles/{n}").route(read(puzzles::get)))
        .service(resource("/api/v1/puzzles/{n}/answer").route(post().to(puzzles::answer)))
        .service(resource("/api/v1/archives").route(read(archives::list)))
        .service(resource("/api/v1/ratings").route(read(ratings::ranks)))
        .service(resource("/api/v1/players/{id}/ratings").route(read(ratings::player)));
}

fn finding(app: &mut ServiceConfig) {
    app.service(resource("/api/v1/offers").route(read(offers::own)).route(post().to(offers::make)))
        .service(resource("/api/v1/offers/open").route(read(offers::open)))
        .service(resource("/api/v1/offers/now").route(post().to(offers::now)))
        .service(resource("/api/v1/offers/games").route(post().to(offers::games)))
        .service(resource("/api/v1/offers/{id}/take").route(post().to(offers::take)))
        .service(resource("/api/v1/offers/{id}/end").route(post().to(offers::end)));
}

fn games(app: &mut ServiceConfig) {
    talk(app);
    app.service(resource("/api/v1/games").route(read(lists::public)).route(post().to(tables::open)))
        .service(resource("/api/v1/games/mine").route(read(lists::mine)))
        .service(
            resource("/api/v1/games/import").route(read(imports::list)).route(post().to(imports::import)),
        )
        .service(
            resource("/api/v1/games/import/file")
                .route(read(imports::file))
                .route(post().to(imports::send_file)),
        )
        .service(resource("/api/v1/games/import/file/remove").route(post().to(imports::remove_file)))
        .service(resource("/api/v1/games/import/delete").route(post().to(imports::delete)))
        .service(resource("/api/v1/games/{id}").route(read(games::game)))
        .service(resource("/api/v1/games/{id}/placements").route(read(games::placements)))
        .service(resource("/api/v1/games/{id}/record").route(read(games::record)))
        .service(resource("/api/v1/games/{id}/events").route(read(events::get)))
        .service(resource("/api/v1/games/{id}/ratings").route(read(ratings::game)))
        .service(resource("/api/v1/games/{id}/turns").route(post().to(turns::turn)))
        .service(resource("/api/v1/games/{id}/pass").route(post().to(turns::pass)))
        .service(resource("/api/v1/games/{id}/resign").route(post().to(turns::resign)))
        .service(resource("/api/v1/games/{id}/hint").route(post().to(turns::hint)))
        .service(resource("/api/v1/games/{id}/seen").route(post().to(turns::seen)))
        .service(resource("/api/v1/games/{id}/join").route(post().to(tables::join)))
        .service(resource("/api/v1/games/{id}/leave").route(post().to(tables::leave)))
        .service(resource("/api/v1/games/{id}/close").route(post().to(tables::close)))
        .service(resource("/api/v1/games/{id}/make-public").route(post().to(tables::make_public)))
        .service(resource("/api/v1/games/{id}/invite").route(post().to(tables::invite)))
        .service(resource("/api/v1/games/{id}/decline").route(post().to(tables::decline)))
        .service(resource("/api/v1/games/{id}/salt").route(post().to(tables::reveal_salt)))
        .service(resource("/api/v1/games/{id}/rematch").route(post().to(tables::rematch)))
        .service(resource("/api/v1/games/{id}/plan").route(read(plans::get)).route(post().to(plans::set)))
        .service(resource("/api/v1/games/{id}/plan/turn").route(post().to(plans::turn)))
        .service(resource("/api/v1/games/{id}/plan/next").route(post().to(plans::next)))
        .service(resource("/api/v1/games/{id}/clock/propose").route(post().to(clocks::propose)))
        .service(resource("/api/v1/games/{id}/clock/answer").route(post().to(clocks::answer)))
        .service(resource("/api/v1/games/{id}/clock/give").route(post().to(clocks::give)))
        .service(resource("/api/v1/games/{id}/clock/resume").route(post().to(clocks::resume)))
        .service(resource("/api/v1/games/{id}/clock/take-over").route(post().to(clocks::take_over)))
        .service(resource("/api/v1/games/{id}/clock/take-seat").route(post().to(clocks::take_seat)))
        .service(
            resource("/api/v1/games/{id}/analysis")
                .route(read(analyses::get))
                .route(post().to(analyses::request)),
        )
        .service(resource("/api/v1/games/{id}/follow").route(post().to(profiles::follow_game)));
}

fn profiles(app: &mut ServiceConfig) {
    app.service(resource("/api/v1/players/{id}").route(read(profiles::profile)))
        .service(resource("/api/v1/players/{id}/head-to-head").route(read(profiles::head_to_head)))
        .service(resource("/api/v1/players/{id}/follow").route(post().to(profiles::follow_player)))
        .service(resource("/api/v1/following").route(read(profiles::following)))
        .service(resource("/api/v1/followers").route(read(profiles::followers)))
        .service(
            resource("/api/v1/account/profile/remove-follower").route(post().to(profiles::remove_follower)),
        )
        .service(
            resource("/api/v1/account/profile")
                .route(read(profiles::settings))
                .route(post().to(profiles::set)),
        );
}

fn talk(app: &mut ServiceConfig) {
    let on = || fn_guard(has_talk);
    app.service(resource("/api/v1/games/{id}/talk").guard(on()).route(read(talk::get)))
        .service(
            resource("/api/v1/games/{id}/talk/{channel}")
                .guard(on())
                .route(read(talk::lines))
                .route(post().to(talk::say)),
        )
        .service(
            resource("/api/v1/games/{id}/talk/spectators/close").guard(on()).route(post().to(talk::close)),
        )
        .service(
            resource("/api/v1/games/{id}/talk/{channel}/withdraw")
                .guard(on())
                .route(post().to(talk::withdraw)),
        )
        .service(resource("/api/v1/games/{id}/talk/{channel}/seen").guard(on()).route(post().to(talk::seen)));
}

fn challenged(app: &mut ServiceConfig) {
    app.service(
        resource("/api/v1/challenges").route(read(challenges::list)).route(post().to(challenges::make)),
    )
    .service(resource("/api/v1/challenges/{id}").route(read(challenges::show)))
    .service(resource("/api/v1/challenges/{id}/accept").route(post().to(challenges::accept)))
    .service(resource("/api/v1/challenges/{id}/decline").route(post().to(challenges::decline)))
    .service(resource("/api/v1/challenges/{id}/withdraw").route(post().to(challenges::withdraw)))
    .service(resource("/api/v1/challenges/{id}/counter").route(post().to(challenges::counter)))
    .service(resource("/api/v1/series/{id}").route(read(challenges::series)));
}

fn settings(app: &mut ServiceConfig) {
    app.service(resource("/api/v1/account/zone").route(post().to(time::set_zone)))
        .service(resource("/api/v1/account/time").route(read(time::get)))
        .service(resource("/api/v1/account/time/hours").route(post().to(time::set_hours)))
        .service(resource("/api/v1/account/time/leave").route(post().to(time::take_leave)))
        .service(resource("/api/v1/account/time/leave/{n}/end").route(post().to(time::end_leave)))
        .service(resource("/api/v1/account/time/automatic").route(post().to(time::set_automatic)))
        .service(
            resource("/api/v1/account/notifications/settings")
                .route(read(channels::get))
                .route(post().to(channels::set)),
        )
        .service(resource("/api/v1/account/notifications/remove").route(post().to(channels::remove_device)))
        .service(resource("/api/v1/account/notifications/test").route(post().to(channels::test_devices)))
        .service(resource("/api/v1/account/feeds/end").route(post().to(channels::end_feed)))
        .service(resource("/api/v1/account/webhooks").route(read(channels::webhooks)))
        .service(resource("/api/v1/account/webhooks/remove").route(post().to(channels::remove_webhook)))
        .service(resource("/api/v1/account/webhooks/test").route(post().to(channels::test_webhook)))
        .service(resource("/api/v1/account/webhooks/on").route(post().to(channels::switch_webhook_on)))
        .service(resource("/api/v1/account/webhooks/resend").route(post().to(channels::resend)))
        .service(resource("/api/v1/account/webhooks/forget").route(post().to(channels::forget)))
        .service(resource("/api/v1/account/tokens").route(read(channels::tokens)))
        .service(resource("/api/v1/account/tokens/revoke").route(post().to(channels::revoke_token)));
}
