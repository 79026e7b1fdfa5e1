//! `/account/notifications`: what the viewer wants to hear of, and the devices that do.

use crate::html::account::notifications_page::{DeviceRow, MutedRow, NotificationsPage};
use crate::html::account::{FormError, notification_settings};
use crate::html::response::PageResult;
use crate::html::wording::player;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Message, key};
use service::{PushDevice, SubscribeError};
use table::PushResult;

pub(crate) async fn get(person: SignedIn) -> PageResult {
    page(&person, None, None).await
}

/// The script fills the form with what the browser has got from its push service.
pub(crate) async fn subscribe(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let field = |name| fields.required(name);
    let (endpoint, p256dh, auth) = (field("endpoint")?, field("p256dh")?, field("auth")?);
    let (service, principal) = (&person.viewer.web().service, person.viewer.principal());
    match service.subscribe(principal, endpoint, p256dh, auth).await {
        Ok(()) => Ok(person.viewer.go(&Url::Notifications, Some(Flash::NotificationsOn), &[])),
        Err(SubscribeError::Denied(why)) => Err(why.into()),
        Err(SubscribeError::Store(failure)) => Err(failure.into()),
        Err(error @ (SubscribeError::Off | SubscribeError::Malformed | SubscribeError::Unknown { .. })) => {
            page(&person, None, Some(FormError::refused(&error))).await
        }
    }
}

pub(crate) async fn remove(
    SignedIn { viewer, .. }: SignedIn,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    viewer.web().service.unsubscribe(viewer.principal(), fields.required("id")?).await?;
    Ok(viewer.go(&Url::Notifications, Some(Flash::DeviceRemoved), &[]))
}

pub(crate) async fn test(SignedIn { viewer, .. }: SignedIn, _: VerifiedForm) -> PageResult {
    viewer.web().service.test_push(viewer.principal()).await?;
    Ok(viewer.go(&Url::Notifications, Some(Flash::TestSent), &[]))
}

/// The page, with what was typed and the error of one of its forms.
pub(super) async fn page(person: &SignedIn, typed: Option<&Fields>, error: Option<FormError>) -> PageResult {
    let SignedIn { viewer, user } = person;
    let service = &viewer.web().service;
    let devices = service.push_devices(viewer.principal()).await?;
    let settings = service.notification_settings(viewer.principal()).await?;
    let muted = service.muted_games(viewer.principal()).await?;
    let muted = muted
        .into_iter()
        .map(|table| MutedRow { players: player::others(viewer.locale(), &table, &user.id), id: table.id });
    let (status, error) = FormError::shown(error, viewer.locale());
    viewer.private_page(
        status,
        &NotificationsPage {
            layout: viewer.layout(viewer.locale().say("notifications-title")),
            error,
            secure: is_secure(&viewer.web().origin),
            key: service.push_key(viewer.principal()),
            own_endpoint: devices.iter().find_map(|device| device.own_endpoint.clone()),
            settings: notification_settings::form(viewer.locale(), &settings, typed),
            zone: user.zone.name(),
            muted: muted.collect(),
            devices: devices.into_iter().map(|device| row(person, device)).collect(),
        },
    )
}

fn row(SignedIn { viewer, user }: &SignedIn, device: PushDevice) -> DeviceRow {
    let (locale, zone) = (viewer.locale(), user.zone);
    let last = match device.last {
        None => locale.say("notifications-last-none").to_owned(),
        Some((at, result)) => {
            let message = match result {
                PushResult::Delivered => key("notifications-last-delivered"),
                PushResult::Delayed => key("notifications-last-delayed"),
                PushResult::KeyRefused => key("notifications-last-key"),
                PushResult::Refused => key("notifications-last-refused"),
            };
            locale.format(&Message::new(message).with("at", locale.moment(at, zone)))
        }
    };
    // What was delivered before the last message that wasn't.
    let delivered = device.delivered.filter(|at| device.last.is_some_and(|(last, _)| last != *at));
    DeviceRow {
        this_one: device.own_endpoint.is_some(),
        id: device.id,
        agent: device.agent,
        since: locale.moment(device.since, zone),
        last,
        delivered: delivered
            .map(|at| locale.text("notifications-last-delivered").with("at", locale.moment(at, zone)).into()),
    }
}

/// Whether browsers allow notifications at this address: those on https and on the same machine.
fn is_secure(origin: &str) -> bool {
    let host = origin.strip_prefix("http://").and_then(|rest| rest.split(':').next());
    origin.starts_with("https://") || host == Some("localhost")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_allow_notifications_on_https_and_on_the_same_machine() {
        for (origin, secure) in [
            ("https://play.example", true),
            ("http://localhost:8080", true),
            ("http://localhost", true),
            ("http://localhost.example", false),
            ("http://192.0.2.7:8080", false),
        ] {
            assert_eq!(is_secure(origin), secure, "{origin}");
        }
    }
}
