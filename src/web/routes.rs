//! The one route table. [`crate::http::urls::Url`] builds the matching URLs.

use actix_web::guard::{Any, Get, Head, fn_guard};
use actix_web::web::{ServiceConfig, get, post, resource, route, to};
use actix_web::{FromRequest, Handler, Responder, Route};

use crate::html::lobby::challenges;
use crate::html::rulebook::show as rules;
use crate::html::{
    account, admin, archives, atlas, embed, feeds, games, host, import, learn, levels, lobby, notifications,
    practice, profiles, puzzles, ratings, recorder, reports, settings, standings,
};
use crate::http::error::PageError;
use crate::http::{health, live, state, static_files};

fn imports(app: &mut ServiceConfig) {
    app.service(
        resource("/games/import").route(read(import::show::get)).route(post().to(import::show::read)),
    )
    .service(resource("/games/import/keep").route(post().to(import::keep::keep)))
    .service(resource("/games/import/delete").route(post().to(import::keep::delete)))
    .service(resource("/games/import/file/remove").route(post().to(import::show::remove)))
    .service(resource("/recorder").route(read(recorder::start::get)).route(post().to(recorder::start::post)))
    .service(resource("/recorder/{id}").route(read(recorder::board::get)))
    .service(resource("/recorder/{id}/end").route(read(recorder::board::end)))
    .service(resource("/recorder/{id}/tile").route(post().to(recorder::enter::tile)))
    .service(resource("/recorder/{id}/turn").route(post().to(recorder::enter::turn)))
    .service(resource("/recorder/{id}/pass").route(post().to(recorder::enter::pass)))
    .service(resource("/recorder/{id}/undo").route(post().to(recorder::enter::undo)))
    .service(resource("/recorder/{id}/remove").route(post().to(recorder::enter::remove)));
}

/// Files and figures of many games.
fn many_games(app: &mut ServiceConfig) {
    app.service(resource("/games/archive").route(read(archives::get)))
        .service(resource("/games/archive/{month}.ndjson.gz").route(read(archives::file)))
        .service(resource("/games/standings").route(read(standings::get)))
        .service(resource("/games/standings.csv").route(read(standings::standings_csv)))
        .service(resource("/games/standings.json").route(read(standings::standings_json)))
        .service(resource("/games/crosstable.csv").route(read(standings::crosstable_csv)));
}

/// Files, and what monitors ask.
fn served(app: &mut ServiceConfig) {
    app.service(resource("/static/{hash}/{name}").route(read(static_files::get)))
        .service(resource("/robots.txt").route(read(static_files::robots)))
        .service(resource("/health/live").route(read(health::live)))
        .service(resource("/health/ready").route(read(health::ready)));
}

pub(super) fn all(app: &mut ServiceConfig) {
    crate::api::routes::all(app);
    accounts(app);
    embeds(app);
    administration(app);
    clocks_and_plans(app);
    imports(app);
    rated(app);
    profiles(app);
    offers(app);
    talk(app);
    reported(app);
    challenges(app);
    served(app);
    app.service(resource("/feeds/{token}/turns.atom").route(read(feeds::atom)))
        .service(resource("/feeds/{token}/turns.ics").route(read(feeds::calendar)))
        .service(resource("/").route(read(lobby::home::get)))
        .service(resource("/games").route(read(lobby::lists::public)))
        .service(resource("/games/mine").route(read(lobby::lists::mine)))
        .service(resource("/games/mine/records.ndjson.gz").route(read(lobby::records::mine)))
        .service(resource("/games/search").route(read(lobby::search::get)))
        .service(resource("/games/search/records.ndjson.gz").route(read(lobby::records::found)))
        .configure(many_games)
        .service(resource("/play-the-computer").route(post().to(lobby::play_computer::post)))
        .service(resource("/levels").route(read(levels::show::list)))
        .service(resource("/levels/{number}").route(read(levels::show::level)))
        .service(
            resource("/tables/new")
                .route(read(lobby::new_table::get))
                .route(post().to(lobby::new_table::post)),
        )
        .service(resource("/rules").route(read(rules::index)))
        .service(resource("/rules/{book}").route(read(rules::book)))
        .service(resource("/learn").route(read(learn::show::contents)))
        .service(resource("/learn/{step}").route(read(learn::show::step)))
        .service(resource("/practice").route(read(practice::start::get)))
        .service(resource("/practice/board").route(read(practice::board::get)))
        .service(resource("/practice/record.jsonl").route(read(practice::record::get)))
        .service(resource("/puzzles").route(read(puzzles::list::get)))
        .service(resource("/puzzles/today").route(read(puzzles::list::today)))
        .service(resource("/puzzles/{n}").route(read(puzzles::show::get)))
        .service(resource("/puzzles/{n}/answer").route(post().to(puzzles::answer::post)))
        .service(resource("/puzzles/{n}/solution").route(read(puzzles::answer::solution)))
        .service(resource("/games/{id}/rules").route(read(rules::table)))
        .service(resource("/join/{key}").route(read(lobby::table::invited)))
        .service(resource("/games/{id}/join").route(post().to(lobby::join::post)))
        .service(resource("/games/{id}/salt").route(post().to(lobby::salt::post)))
        .service(resource("/games/{id}/invite").route(post().to(lobby::invite::invite)))
        .service(resource("/games/{id}/decline").route(post().to(lobby::invite::decline)))
        .service(resource("/games/{id}/make-public").route(post().to(lobby::make_public::post)))
        .service(resource("/games/{id}/leave").route(post().to(lobby::leave::leave)))
        .service(resource("/games/{id}/close").route(post().to(lobby::leave::close)))
        .service(resource("/queue").route(read(lobby::queue::get)))
        .service(resource("/next").route(read(games::next::get)))
        .service(resource("/games/{id}").route(read(lobby::table::show)))
        .service(resource("/live").route(get().to(live::turns)))
        .service(resource("/games/{id}/live").route(get().to(live::game)))
        .service(resource("/games/{id}/preview").route(read(games::preview::get)))
        .service(resource("/games/{id}/turns").route(post().to(games::turn::post)))
        .service(resource("/games/{id}/pass").route(post().to(games::pass::post)))
        .service(resource("/games/{id}/hint").route(post().to(games::hints::post)))
        .service(resource("/games/{id}/options").route(read(games::options::get)))
        .service(
            resource("/games/{id}/resign")
                .route(read(games::resign::get))
                .route(post().to(games::resign::post)),
        )
        .service(resource("/games/{id}/moves").route(read(games::history::list)))
        .service(resource("/games/{id}/moves/{n}").route(read(games::history::get)))
        .service(resource("/games/{id}/moves/{n}/step").route(read(games::history::step)))
        .service(resource("/games/{id}/moves/{n}/board.png").route(read(games::picture::png)))
        .service(resource("/games/{id}/moves/{n}/board.svg").route(read(games::picture::get)))
        .service(resource("/games/{id}/poster.png").route(read(games::poster::png)))
        .service(resource("/games/{id}/poster.svg").route(read(games::poster::svg)))
        .service(resource("/games/{id}/final").route(read(games::end::get)))
        .service(
            resource("/games/{id}/analysis")
                .route(read(games::analysis::overview::get))
                .route(post().to(games::analysis::overview::request)),
        )
        .service(resource("/games/{id}/analysis/live").route(get().to(live::analysis)))
        .service(resource("/games/{id}/analysis/{n}").route(read(games::analysis::turn::get)))
        .service(resource("/games/{id}/analysis/{n}/again").route(read(games::analysis::again::get)))
        .service(resource("/games/{id}/final/outlines").route(read(games::end::outlines)))
        .service(
            resource("/games/{id}/rematch")
                .route(read(games::rematch::get))
                .route(post().to(games::rematch::post)),
        )
        .service(resource("/games/{id}/seen").route(post().to(games::end::seen)))
        .service(resource("/games/{id}/record.jsonl").route(read(games::record::get)))
        .service(resource("/games/{id}/graph.{format}").route(read(games::plane::get)))
        .service(resource("/atlas").route(read(atlas::index)))
        .service(resource("/atlas/groups/{name}").route(read(atlas::group)))
        .service(resource("/atlas/outside").route(read(atlas::outside)))
        .service(resource("/atlas/try").route(read(atlas::trial::get)))
        .service(resource("/atlas/sheet").route(read(atlas::sheet)))
        .service(resource("/atlas/sheet/{set}").route(read(atlas::sheet_of_set)))
        .default_service(not_found());
}

/// Visitors and players can't tell these pages from unknown ones, whatever the method.
/// What happens at a table beside its turns.
fn clocks_and_plans(app: &mut ServiceConfig) {
    app.service(
        resource("/games/{id}/plan").route(get().to(games::plan::get)).route(post().to(games::plan::post)),
    )
    .service(resource("/games/{id}/plan/turn").route(post().to(games::plan::turn)))
    .service(resource("/games/{id}/plan/next").route(post().to(games::plan::next)))
    .service(resource("/games/{id}/clock/pause").route(post().to(games::proposals::pause)))
    .service(resource("/games/{id}/clock/propose").route(post().to(games::proposals::propose)))
    .service(resource("/games/{id}/clock/give").route(post().to(games::proposals::give)))
    .service(resource("/games/{id}/clock/answer").route(post().to(games::proposals::answer)))
    .service(resource("/games/{id}/clock/resume").route(post().to(games::proposals::resume)))
    .service(resource("/games/{id}/clock/take-over").route(post().to(games::proposals::take_over)))
    .service(resource("/games/{id}/clock/take-seat").route(post().to(games::proposals::take_seat)))
    .service(resource("/games/{id}/clock").route(read(games::clock::get)));
}

/// What other sites show of public games.
fn embeds(app: &mut ServiceConfig) {
    app.service(resource("/embed/games/{id}").route(read(embed::game)))
        .service(resource("/embed/games/{id}/moves/{n}").route(read(embed::position)))
        .service(resource("/oembed").route(read(embed::oembed::get)));
}

fn profiles(app: &mut ServiceConfig) {
    app.service(resource("/players/{id}").route(read(profiles::player)))
        .service(resource("/players/{id}/follow").route(post().to(profiles::follow_player)))
        .service(resource("/games/{id}/follow").route(post().to(profiles::follow_game)))
        .service(resource("/watching").route(read(profiles::watching)))
        .service(
            resource("/account/profile")
                .route(read(account::profile::get))
                .route(post().to(account::profile::post)),
        )
        .service(
            resource("/account/profile/remove-follower").route(post().to(account::profile::remove_follower)),
        );
}

fn rated(app: &mut ServiceConfig) {
    app.service(resource("/ratings").route(read(ratings::get)))
        .service(resource("/ratings/about").route(read(ratings::about)))
        .service(resource("/players/{id}/ratings").route(read(ratings::history)))
        .service(resource("/games/{id}/ratings").route(read(games::ratings::get)));
}

/// Finding a game without choosing a table.
fn offers(app: &mut ServiceConfig) {
    use lobby::offers;
    app.service(resource("/offers").route(read(offers::get)).route(post().to(offers::actions::make)))
        .service(resource("/offers/now").route(post().to(offers::actions::now)))
        .service(resource("/offers/games").route(post().to(offers::actions::games)))
        .service(resource("/offers/{id}/take").route(post().to(offers::actions::take)))
        .service(resource("/offers/{id}/end").route(post().to(offers::actions::end)));
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
    )
    .service(resource("/players/{id}/hide").route(post().to(account::people::hide)))
    .service(resource("/account/people").route(read(account::people::get)));
}

/// Reports, restrictions and objections, of those whom they concern.
fn reported(app: &mut ServiceConfig) {
    app.service(
        resource("/players/{id}/report")
            .route(read(reports::form::player))
            .route(post().to(reports::form::send_player)),
    )
    .service(resource("/account/reports").route(read(reports::own::list)))
    .service(resource("/account/reports/{id}").route(read(reports::own::receipt)))
    .service(resource("/account/restrictions").route(read(account::restrictions::get)))
    .service(
        resource("/account/restrictions/{id}/acknowledge")
            .route(post().to(account::restrictions::acknowledge)),
    )
    .service(resource("/account/restrictions/{id}/object").route(post().to(account::restrictions::object)))
    .service(resource("/terms").route(read(host::terms)))
    .service(resource("/contact").route(read(host::contact)))
    .service(resource("/moderation").route(read(host::moderation)));
}

/// Challenges, and the series that follow from them.
fn challenges(app: &mut ServiceConfig) {
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

fn administration(app: &mut ServiceConfig) {
    let hidden = |path: &str| resource(path).default_service(not_found());
    app.service(hidden("/admin").route(read(admin::home::get)))
        .service(hidden("/admin/slow").route(read(admin::slow::get)))
        .service(hidden("/admin/time-outs").route(read(admin::time_outs::get)))
        .service(hidden("/admin/time-outs/release").route(post().to(admin::time_outs::release)))
        .service(hidden("/admin/time-outs/stop").route(post().to(admin::time_outs::stop)))
        .service(hidden("/admin/time-outs/take-back").route(post().to(admin::time_outs::take_back)))
        .service(hidden("/admin/jobs").route(read(admin::jobs::get)))
        .service(hidden("/admin/jobs/retry").route(post().to(admin::jobs::retry)))
        .service(hidden("/admin/jobs/drop").route(post().to(admin::jobs::drop)))
        .service(hidden("/admin/games/{id}/ratings").route(post().to(games::ratings::correct)))
        .service(hidden("/admin/log").route(read(admin::log::get)))
        .service(hidden("/admin/accounts").route(read(admin::home::find)))
        .service(hidden("/admin/accounts/{id}").route(read(admin::account::get)))
        .service(hidden("/admin/accounts/{id}/restrictions").route(post().to(admin::restrict::post)))
        .service(hidden("/admin/restrictions/{id}/lift").route(post().to(admin::restrict::lift)))
        .service(hidden("/admin/reports").route(read(admin::cases::list)))
        .service(
            hidden("/admin/reports/{id}")
                .route(read(admin::cases::get))
                .route(post().to(admin::cases::decide)),
        )
        .service(hidden("/admin/objections").route(read(admin::objections::get)))
        .service(hidden("/admin/objections/{id}").route(post().to(admin::objections::answer)))
        .service(hidden("/admin/accounts/{id}/{action}").route(post().to(admin::account::post)));
}

fn not_found() -> Route {
    to(|| async { Err::<String, _>(PageError::NotFound) })
}

fn accounts(app: &mut ServiceConfig) {
    app.service(
        resource("/signup").route(read(account::sign_up::get)).route(post().to(account::sign_up::post)),
    )
    .service(resource("/login").route(read(account::login::get)).route(post().to(account::login::post)))
    .service(
        resource("/login/code")
            .route(read(account::second_step::get))
            .route(post().to(account::second_step::post)),
    )
    .service(resource("/login/passkey").route(post().to(account::passkeys::log_in)))
    .service(resource("/login/passkey/challenge").route(post().to(account::passkeys::log_in_challenge)))
    .service(resource("/login/code/passkey").route(post().to(account::passkeys::finish_second_step)))
    .service(
        resource("/login/code/passkey/challenge").route(post().to(account::passkeys::second_step_challenge)),
    )
    .service(resource("/recover").route(read(account::recover::get)).route(post().to(account::recover::post)))
    .service(resource("/logout").route(post().to(account::logout::post)))
    .service(resource("/guest/end").route(read(account::guest::get)).route(post().to(account::guest::post)))
    .service(resource("/notifications").route(read(notifications::get)))
    .service(resource("/notifications/seen").route(post().to(notifications::mark_seen)))
    .service(resource("/notifications/all-seen").route(post().to(notifications::mark_all_seen)))
    .service(resource("/notifications/unseen").route(post().to(notifications::mark_unseen)))
    .service(resource("/notifications/mute").route(post().to(notifications::mute)))
    .service(resource("/notifications/turns-seen").route(post().to(notifications::see_turns)))
    .service(resource("/settings").route(read(settings::get)).route(post().to(settings::post)))
    .service(resource("/account").route(read(account::show::get)))
    .service(
        resource("/account/confirm")
            .route(read(account::confirm::get))
            .route(post().to(account::confirm::post)),
    )
    .service(resource("/account/password").route(post().to(account::password::post)))
    .service(resource("/account/authenticator").route(post().to(account::authenticator::begin)))
    .service(resource("/account/authenticator/finish").route(post().to(account::authenticator::finish)))
    .service(resource("/account/authenticator/remove").route(post().to(account::authenticator::remove)))
    .service(resource("/account/passkeys").route(post().to(account::passkeys::add)))
    .service(resource("/account/passkeys/challenge").route(post().to(account::passkeys::new_challenge)))
    .service(resource("/account/passkeys/remove").route(post().to(account::passkeys::remove)))
    .service(resource("/account/two-steps").route(post().to(account::passkeys::set_two_steps)))
    .service(resource("/account/confirm/passkey").route(post().to(account::passkeys::finish_confirm)))
    .service(
        resource("/account/confirm/passkey/challenge").route(post().to(account::passkeys::confirm_challenge)),
    )
    .service(resource("/account/zone").route(post().to(account::zone::post)))
    .service(resource("/account/notifications").route(read(account::notifications::get)))
    .service(resource("/account/notifications/subscribe").route(post().to(account::notifications::subscribe)))
    .service(resource("/account/notifications/remove").route(post().to(account::notifications::remove)))
    .service(resource("/account/notifications/test").route(post().to(account::notifications::test)))
    .service(
        resource("/account/notifications/settings").route(post().to(account::notification_settings::post)),
    )
    .configure(webhooks)
    .configure(bots)
    .service(
        resource("/account/tokens").route(read(account::tokens::get)).route(post().to(account::tokens::make)),
    )
    .service(resource("/account/tokens/revoke").route(post().to(account::tokens::revoke)))
    .service(
        resource("/account/close")
            .route(read(account::closing::get))
            .route(post().to(account::closing::post)),
    )
    .service(resource("/account/export").route(read(account::export::get)))
    .service(resource("/account/export/bastide-account.zip").route(read(account::export::archive)))
    .service(resource("/account/keep").route(post().to(account::closing::keep)))
    .service(resource("/account/reliability").route(read(account::reliability::get)))
    .service(resource("/account/time").route(read(account::time::get)))
    .service(resource("/account/time/hours").route(post().to(account::time::set_hours)))
    .service(resource("/account/time/leave").route(post().to(account::time::take_leave)))
    .service(resource("/account/time/leave/{n}/end").route(post().to(account::time::end_leave)))
    .service(resource("/account/time/automatic").route(post().to(account::time::set_automatic)))
    .service(resource("/account/codes").route(post().to(account::codes::post)))
    .service(resource("/account/sessions/end-others").route(post().to(account::sessions::end_others)))
    .service(resource("/account/sessions/{id}/end").route(post().to(account::sessions::end)))
    .service(resource("/account/feeds").route(post().to(account::feeds::make)))
    .service(resource("/account/feeds/end").route(post().to(account::feeds::stop)));
}

fn bots(app: &mut ServiceConfig) {
    app.service(
        resource("/account/bots").route(read(account::bots::get)).route(post().to(account::bots::make)),
    )
    .service(resource("/account/bots/remove").route(post().to(account::bots::remove)))
    .service(resource("/account/bots/token").route(post().to(account::bots::make_token)))
    .service(resource("/account/bots/revoke").route(post().to(account::bots::revoke_token)));
}

fn webhooks(app: &mut ServiceConfig) {
    app.service(
        resource("/account/webhooks")
            .route(read(account::webhooks::get))
            .route(post().to(account::webhooks::add)),
    )
    .service(resource("/account/webhooks/remove").route(post().to(account::webhooks::remove)))
    .service(resource("/account/webhooks/test").route(post().to(account::webhooks::test)))
    .service(resource("/account/webhooks/rotate").route(post().to(account::webhooks::rotate)))
    .service(resource("/account/webhooks/on").route(post().to(account::webhooks::switch_on)))
    .service(resource("/account/webhooks/resend").route(post().to(account::webhooks::resend)))
    .service(resource("/account/webhooks/forget").route(post().to(account::webhooks::forget)));
}

/// A page: GET, and HEAD without the body.
fn read<F, Args>(handler: F) -> Route
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    route().guard(Any(Get()).or(Head())).to(handler)
}
