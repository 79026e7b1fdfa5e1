//! `/games` and below: pages of many games, then those of one.

use actix_web::guard::fn_guard;
use actix_web::web::{ServiceConfig, get, post, resource};

use crate::html::rulebook::show as rules;
use crate::html::{archives, games, import, lobby, profiles, reports, standings};
use crate::http::routing::read;
use crate::http::{live, state};

/// The most frequent first, after those whose paths have no placeholders.
pub(super) fn all(app: &mut ServiceConfig) {
    imports(app);
    lists(app);
    turns(app);
    history(app);
    tables(app);
    clocks_and_plans(app);
    talk(app);
}

fn imports(app: &mut ServiceConfig) {
    app.service(
        resource("/games/import").route(read(import::show::get)).route(post().to(import::show::read)),
    )
    .service(resource("/games/import/keep").route(post().to(import::keep::keep)))
    .service(resource("/games/import/delete").route(post().to(import::keep::delete)))
    .service(resource("/games/import/file/remove").route(post().to(import::show::remove)));
}

/// Lists, files and figures of many games.
fn lists(app: &mut ServiceConfig) {
    app.service(resource("/games").route(read(lobby::lists::public)))
        .service(resource("/games/mine").route(read(lobby::lists::mine)))
        .service(resource("/games/mine/records.ndjson.gz").route(read(lobby::records::mine)))
        .service(resource("/games/search").route(read(lobby::search::get)))
        .service(resource("/games/search/records.ndjson.gz").route(read(lobby::records::found)))
        .service(resource("/games/standings").route(read(standings::get)))
        .service(resource("/games/standings.csv").route(read(standings::standings_csv)))
        .service(resource("/games/standings.json").route(read(standings::standings_json)))
        .service(resource("/games/crosstable.csv").route(read(standings::crosstable_csv)))
        .service(resource("/games/archive").route(read(archives::get)))
        .service(resource("/games/archive/{month}.ndjson.gz").route(read(archives::file)));
}

/// The table and its turns.
fn turns(app: &mut ServiceConfig) {
    app.service(resource("/games/{id}").route(read(lobby::table::show)))
        .service(resource("/games/{id}/live").route(get().to(live::game)))
        .service(resource("/games/{id}/preview").route(read(games::preview::get)))
        .service(resource("/games/{id}/turns").route(post().to(games::turn::post)))
        .service(resource("/games/{id}/options").route(read(games::options::get)))
        .service(resource("/games/{id}/pass").route(post().to(games::pass::post)))
        .service(resource("/games/{id}/hint").route(post().to(games::hints::post)))
        .service(resource("/games/{id}/seen").route(post().to(games::end::seen)))
        .service(
            resource("/games/{id}/resign")
                .route(read(games::resign::get))
                .route(post().to(games::resign::post)),
        );
}

/// Moves, pictures, records, the final page and the analysis.
fn history(app: &mut ServiceConfig) {
    app.service(resource("/games/{id}/moves").route(read(games::history::list)))
        .service(resource("/games/{id}/moves/{n}").route(read(games::history::get)))
        .service(resource("/games/{id}/moves/{n}/step").route(read(games::history::step)))
        .service(resource("/games/{id}/moves/{n}/board.png").route(read(games::picture::png)))
        .service(resource("/games/{id}/moves/{n}/board.svg").route(read(games::picture::get)))
        .service(resource("/games/{id}/poster.png").route(read(games::poster::png)))
        .service(resource("/games/{id}/poster.svg").route(read(games::poster::svg)))
        .service(resource("/games/{id}/final").route(read(games::end::get)))
        .service(resource("/games/{id}/final/outlines").route(read(games::end::outlines)))
        .service(resource("/games/{id}/record.jsonl").route(read(games::record::get)))
        .service(resource("/games/{id}/graph.{format}").route(read(games::plane::get)))
        .service(resource("/games/{id}/ratings").route(read(games::ratings::get)))
        .service(
            resource("/games/{id}/analysis")
                .route(read(games::analysis::overview::get))
                .route(post().to(games::analysis::overview::request)),
        )
        .service(resource("/games/{id}/analysis/live").route(get().to(live::analysis)))
        .service(resource("/games/{id}/analysis/{n}").route(read(games::analysis::turn::get)))
        .service(resource("/games/{id}/analysis/{n}/again").route(read(games::analysis::again::get)));
}

/// Before the game and after it.
fn tables(app: &mut ServiceConfig) {
    app.service(resource("/games/{id}/rules").route(read(rules::table)))
        .service(resource("/games/{id}/join").route(post().to(lobby::join::post)))
        .service(resource("/games/{id}/salt").route(post().to(lobby::salt::post)))
        .service(resource("/games/{id}/invite").route(post().to(lobby::invite::invite)))
        .service(resource("/games/{id}/decline").route(post().to(lobby::invite::decline)))
        .service(resource("/games/{id}/make-public").route(post().to(lobby::make_public::post)))
        .service(resource("/games/{id}/leave").route(post().to(lobby::leave::leave)))
        .service(resource("/games/{id}/close").route(post().to(lobby::leave::close)))
        .service(resource("/games/{id}/follow").route(post().to(profiles::follow_game)))
        .service(
            resource("/games/{id}/rematch")
                .route(read(games::rematch::get))
                .route(post().to(games::rematch::post)),
        );
}

/// Plans, and proposals about the clock.
fn clocks_and_plans(app: &mut ServiceConfig) {
    app.service(
        resource("/games/{id}/plan").route(get().to(games::plan::get)).route(post().to(games::plan::post)),
    )
    .service(resource("/games/{id}/plan/turn").route(post().to(games::plan::turn)))
    .service(resource("/games/{id}/plan/next").route(post().to(games::plan::next)))
    .service(resource("/games/{id}/clock").route(read(games::clock::get)))
    .service(resource("/games/{id}/clock/pause").route(post().to(games::proposals::pause)))
    .service(resource("/games/{id}/clock/propose").route(post().to(games::proposals::propose)))
    .service(resource("/games/{id}/clock/give").route(post().to(games::proposals::give)))
    .service(resource("/games/{id}/clock/answer").route(post().to(games::proposals::answer)))
    .service(resource("/games/{id}/clock/resume").route(post().to(games::proposals::resume)))
    .service(resource("/games/{id}/clock/take-over").route(post().to(games::proposals::take_over)))
    .service(resource("/games/{id}/clock/take-seat").route(post().to(games::proposals::take_seat)));
}

/// What people say at tables: nothing of it exists where the host has switched it off.
fn talk(app: &mut ServiceConfig) {
    let on = || fn_guard(state::has_talk);
    app.service(
        resource("/games/{id}/talk")
            .guard(on())
            .route(read(games::talk::get))
            .route(post().to(games::talk::say)),
    )
    .service(resource("/games/{id}/talk/withdraw").guard(on()).route(post().to(games::talk::withdraw)))
    .service(resource("/games/{id}/talk/seen").guard(on()).route(post().to(games::talk::seen)))
    .service(resource("/games/{id}/talk/spectators").guard(on()).route(post().to(games::talk::spectators)))
    .service(
        resource("/games/{id}/talk/report")
            .guard(on())
            .route(read(reports::form::line))
            .route(post().to(reports::form::send_line)),
    );
}
