//! The route tables of the pages. [`crate::http::urls::Url`] builds the matching URLs.

mod account;
mod admin;
mod games;

use actix_web::web::{ServiceConfig, get, post, resource};

use crate::html::account::people;
use crate::html::games::next;
use crate::html::lobby::challenges;
use crate::html::rulebook::show as rules;
use crate::html::{
    atlas, embed, feeds, host, learn, levels, lobby, notifications, practice, profiles, puzzles, ratings,
    recorder, reports, settings,
};
use crate::http::routing::{not_found, read, under};
use crate::http::{health, live, static_files};

/// The most frequent first.
pub(super) fn all(app: &mut ServiceConfig) {
    app.service(under("/games", games::all))
        .service(resource("/static/{hash}/{name}").route(read(static_files::get)))
        .service(resource("/").route(read(lobby::home::get)))
        .service(resource("/live").route(get().to(live::turns)))
        .service(resource("/next").route(read(next::get)))
        .service(resource("/queue").route(read(lobby::queue::get)))
        .service(under("/api", crate::api::routes::all))
        .service(under("/account", account::all))
        .service(under("/admin", admin::all))
        .configure(account::sessions)
        .configure(notified)
        .configure(lobby)
        .configure(people)
        .configure(challenged)
        .configure(alone)
        .configure(recorded)
        .configure(explained)
        .configure(served)
        .default_service(not_found());
}

/// Display settings, notifications and feeds.
fn notified(app: &mut ServiceConfig) {
    app.service(resource("/settings").route(read(settings::get)).route(post().to(settings::post)))
        .service(resource("/notifications").route(read(notifications::get)))
        .service(resource("/notifications/seen").route(post().to(notifications::mark_seen)))
        .service(resource("/notifications/all-seen").route(post().to(notifications::mark_all_seen)))
        .service(resource("/notifications/unseen").route(post().to(notifications::mark_unseen)))
        .service(resource("/notifications/mute").route(post().to(notifications::mute)))
        .service(resource("/notifications/turns-seen").route(post().to(notifications::see_turns)))
        .service(resource("/feeds/{token}/turns.atom").route(read(feeds::atom)))
        .service(resource("/feeds/{token}/turns.ics").route(read(feeds::calendar)));
}

/// Finding a game.
fn lobby(app: &mut ServiceConfig) {
    use lobby::offers;
    app.service(resource("/play-the-computer").route(post().to(lobby::play_computer::post)))
        .service(
            resource("/tables/new")
                .route(read(lobby::new_table::get))
                .route(post().to(lobby::new_table::post)),
        )
        .service(resource("/join/{key}").route(read(lobby::table::invited)))
        .service(resource("/offers").route(read(offers::get)).route(post().to(offers::actions::make)))
        .service(resource("/offers/now").route(post().to(offers::actions::now)))
        .service(resource("/offers/games").route(post().to(offers::actions::games)))
        .service(resource("/offers/{id}/take").route(post().to(offers::actions::take)))
        .service(resource("/offers/{id}/end").route(post().to(offers::actions::end)));
}

fn people(app: &mut ServiceConfig) {
    app.service(resource("/watching").route(read(profiles::watching)))
        .service(resource("/ratings").route(read(ratings::get)))
        .service(resource("/ratings/about").route(read(ratings::about)))
        .service(resource("/players/{id}").route(read(profiles::player)))
        .service(resource("/players/{id}/ratings").route(read(ratings::history)))
        .service(resource("/players/{id}/follow").route(post().to(profiles::follow_player)))
        .service(resource("/players/{id}/hide").route(post().to(people::hide)))
        .service(
            resource("/players/{id}/report")
                .route(read(reports::form::player))
                .route(post().to(reports::form::send_player)),
        );
}

/// Challenges, and the series that follow from them.
fn challenged(app: &mut ServiceConfig) {
    app.service(resource("/challenges").route(read(challenges::list::get)))
        .service(
            resource("/challenges/new")
                .route(read(challenges::new::get))
                .route(post().to(challenges::new::post)),
        )
        .service(resource("/challenges/{id}").route(read(challenges::show::get)))
        .service(resource("/challenges/{id}/accept").route(post().to(challenges::answer::accept)))
        .service(resource("/challenges/{id}/decline").route(post().to(challenges::answer::decline)))
        .service(resource("/challenges/{id}/withdraw").route(post().to(challenges::answer::withdraw)))
        .service(
            resource("/challenges/{id}/counter")
                .route(read(challenges::answer::counter_form))
                .route(post().to(challenges::answer::counter)),
        )
        .service(resource("/series/{id}").route(read(challenges::series::get)));
}

/// Practice, puzzles, the lesson and the levels of computer players.
fn alone(app: &mut ServiceConfig) {
    app.service(resource("/practice").route(read(practice::start::get)))
        .service(resource("/practice/board").route(read(practice::board::get)))
        .service(resource("/practice/record.jsonl").route(read(practice::record::get)))
        .service(resource("/puzzles").route(read(puzzles::list::get)))
        .service(resource("/puzzles/today").route(read(puzzles::list::today)))
        .service(resource("/puzzles/{n}").route(read(puzzles::show::get)))
        .service(resource("/puzzles/{n}/answer").route(post().to(puzzles::answer::post)))
        .service(resource("/puzzles/{n}/solution").route(read(puzzles::answer::solution)))
        .service(resource("/learn").route(read(learn::show::contents)))
        .service(resource("/learn/{step}").route(read(learn::show::step)))
        .service(resource("/levels").route(read(levels::show::list)))
        .service(resource("/levels/{number}").route(read(levels::show::level)));
}

/// The recorder of games at a real table.
fn recorded(app: &mut ServiceConfig) {
    app.service(
        resource("/recorder").route(read(recorder::start::get)).route(post().to(recorder::start::post)),
    )
    .service(resource("/recorder/{id}").route(read(recorder::board::get)))
    .service(resource("/recorder/{id}/end").route(read(recorder::board::end)))
    .service(resource("/recorder/{id}/tile").route(post().to(recorder::enter::tile)))
    .service(resource("/recorder/{id}/turn").route(post().to(recorder::enter::turn)))
    .service(resource("/recorder/{id}/pass").route(post().to(recorder::enter::pass)))
    .service(resource("/recorder/{id}/undo").route(post().to(recorder::enter::undo)))
    .service(resource("/recorder/{id}/remove").route(post().to(recorder::enter::remove)));
}

/// The rules, the atlas, and what the host says.
fn explained(app: &mut ServiceConfig) {
    app.service(resource("/rules").route(read(rules::index)))
        .service(resource("/rules/{book}").route(read(rules::book)))
        .service(resource("/atlas").route(read(atlas::index)))
        .service(resource("/atlas/groups/{name}").route(read(atlas::group)))
        .service(resource("/atlas/outside").route(read(atlas::outside)))
        .service(resource("/atlas/try").route(read(atlas::trial::get)))
        .service(resource("/atlas/sheet").route(read(atlas::sheet)))
        .service(resource("/atlas/sheet/{set}").route(read(atlas::sheet_of_set)))
        .service(resource("/terms").route(read(host::terms)))
        .service(resource("/contact").route(read(host::contact)))
        .service(resource("/moderation").route(read(host::moderation)));
}

/// What other sites show of public games, and what monitors and robots ask.
fn served(app: &mut ServiceConfig) {
    app.service(resource("/embed/games/{id}").route(read(embed::game)))
        .service(resource("/embed/games/{id}/moves/{n}").route(read(embed::position)))
        .service(resource("/oembed").route(read(embed::oembed::get)))
        .service(resource("/robots.txt").route(read(static_files::robots)))
        .service(resource("/health/live").route(read(health::live)))
        .service(resource("/health/ready").route(read(health::ready)));
}
