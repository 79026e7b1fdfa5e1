//! An account: signing up and in, and what its owner sets.

use actix_web::web::{ServiceConfig, post, resource};

use crate::html::{account, reports};
use crate::http::routing::read;

/// Signing up, in and out.
pub(super) fn sessions(app: &mut ServiceConfig) {
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
    .service(resource("/guest/end").route(read(account::guest::get)).route(post().to(account::guest::post)));
}

/// `/account` and below.
pub(super) fn all(app: &mut ServiceConfig) {
    app.service(resource("/account").route(read(account::show::get)))
        .configure(identity)
        .configure(settings)
        .configure(people)
        .configure(programs);
}

/// Passwords, second steps and sessions; exporting and closing the account.
fn identity(app: &mut ServiceConfig) {
    app.service(
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
    .service(
        resource("/account/close")
            .route(read(account::closing::get))
            .route(post().to(account::closing::post)),
    )
    .service(resource("/account/export").route(read(account::export::get)))
    .service(resource("/account/export/bastide-account.zip").route(read(account::export::archive)))
    .service(resource("/account/keep").route(post().to(account::closing::keep)))
    .service(resource("/account/codes").route(post().to(account::codes::post)))
    .service(resource("/account/sessions/end-others").route(post().to(account::sessions::end_others)))
    .service(resource("/account/sessions/{id}/end").route(post().to(account::sessions::end)));
}

/// The time zone, playing hours, leave and notifications.
fn settings(app: &mut ServiceConfig) {
    app.service(resource("/account/zone").route(post().to(account::zone::post)))
        .service(resource("/account/notifications").route(read(account::notifications::get)))
        .service(
            resource("/account/notifications/subscribe").route(post().to(account::notifications::subscribe)),
        )
        .service(resource("/account/notifications/remove").route(post().to(account::notifications::remove)))
        .service(resource("/account/notifications/test").route(post().to(account::notifications::test)))
        .service(
            resource("/account/notifications/settings")
                .route(post().to(account::notification_settings::post)),
        )
        .service(resource("/account/reliability").route(read(account::reliability::get)))
        .service(resource("/account/time").route(read(account::time::get)))
        .service(resource("/account/time/hours").route(post().to(account::time::set_hours)))
        .service(resource("/account/time/leave").route(post().to(account::time::take_leave)))
        .service(resource("/account/time/leave/{n}/end").route(post().to(account::time::end_leave)))
        .service(resource("/account/time/automatic").route(post().to(account::time::set_automatic)))
        .service(resource("/account/feeds").route(post().to(account::feeds::make)))
        .service(resource("/account/feeds/end").route(post().to(account::feeds::stop)));
}

/// The profile, hidden people, reports and restrictions.
fn people(app: &mut ServiceConfig) {
    app.service(
        resource("/account/profile")
            .route(read(account::profile::get))
            .route(post().to(account::profile::post)),
    )
    .service(resource("/account/profile/remove-follower").route(post().to(account::profile::remove_follower)))
    .service(resource("/account/people").route(read(account::people::get)))
    .service(resource("/account/reports").route(read(reports::own::list)))
    .service(resource("/account/reports/{id}").route(read(reports::own::receipt)))
    .service(resource("/account/restrictions").route(read(account::restrictions::get)))
    .service(
        resource("/account/restrictions/{id}/acknowledge")
            .route(post().to(account::restrictions::acknowledge)),
    )
    .service(resource("/account/restrictions/{id}/object").route(post().to(account::restrictions::object)));
}

/// Bots, webhooks and tokens.
fn programs(app: &mut ServiceConfig) {
    app.service(
        resource("/account/tokens").route(read(account::tokens::get)).route(post().to(account::tokens::make)),
    )
    .service(resource("/account/tokens/revoke").route(post().to(account::tokens::revoke)))
    .service(resource("/account/bots").route(read(account::bots::get)).route(post().to(account::bots::make)))
    .service(resource("/account/bots/remove").route(post().to(account::bots::remove)))
    .service(resource("/account/bots/token").route(post().to(account::bots::make_token)))
    .service(resource("/account/bots/revoke").route(post().to(account::bots::revoke_token)))
    .service(
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
