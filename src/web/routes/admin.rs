//! The host's pages, `/admin` and below. Visitors and players can't tell them from unknown ones, whatever the method.

use actix_web::Resource;
use actix_web::web::{ServiceConfig, post, resource};

use crate::html::{admin, games};
use crate::http::routing::{not_found, read};

pub(super) fn all(app: &mut ServiceConfig) {
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

/// `/admin` or a path below it.
fn hidden(path: &str) -> Resource {
    resource(path).default_service(not_found())
}
