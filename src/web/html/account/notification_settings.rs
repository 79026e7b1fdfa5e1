//! What the viewer wants to hear of: a form of `/account/notifications`.

use crate::html::account::FormError;
use crate::html::account::notifications::page;
use crate::html::account::notifications_page::{SettingsForm, TopicRow, Wish};
use crate::html::response::PageResult;
use crate::html::wording::notification;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::moments::{self, FieldError};
use crate::http::session::SignedIn;
use crate::http::urls::Url;
use crate::locale::{Locale, Message, key};
use service::NotificationSettingsError;
use table::{Channel, DayHours, NotificationSettings, NotificationTopic, TimeOfDay};

pub(crate) async fn post(person: SignedIn, VerifiedForm(fields): VerifiedForm) -> PageResult {
    let viewer = &person.viewer;
    let settings = viewer.web().service.notification_settings(viewer.principal()).await?;
    let settings = match read(&fields, settings)? {
        Ok(settings) => settings,
        Err(why) => return page(&person, Some(&fields), Some(why)).await,
    };
    match viewer.web().service.set_notification_settings(viewer.principal(), &settings).await {
        Ok(()) => Ok(viewer.go(&Url::Notifications, Some(Flash::NotificationsSaved), &[])),
        Err(NotificationSettingsError::QuietTooLong) => {
            let most = NotificationSettings::LONGEST_QUIET / 60;
            let why = FormError::refused(Message::new("refused-quiet-long").with("most", most));
            page(&person, Some(&fields), Some(why.at("quiet_until"))).await
        }
        Err(NotificationSettingsError::Denied(why)) => Err(why.into()),
        Err(NotificationSettingsError::Store(failure)) => Err(failure.into()),
    }
}

/// The settings as the form changes them.
fn read(
    fields: &Fields,
    mut settings: NotificationSettings,
) -> Result<Result<NotificationSettings, FormError>, PageError> {
    for topic in NotificationTopic::ALL {
        for channel in Channel::ALL {
            let wanted = fields.all("wish").any(|value| value == topic.by(channel));
            settings = settings.with(topic, channel, wanted);
        }
    }
    let half = key("refused-quiet-half");
    let refused = |(field, why): FieldError| FormError::refused(why).at(field);
    match moments::day_hours(fields, ["quiet_from", "quiet_until"], half)? {
        Ok(quiet) => settings.quiet = quiet,
        Err(why) => return Ok(Err(refused(why))),
    }
    Ok(match moments::time_of_day(fields, "summary_at")? {
        Ok(at) => {
            settings.summary_at = at.unwrap_or(settings.summary_at);
            Ok(settings)
        }
        Err(why) => Err(refused(why)),
    })
}

/// What was typed, or what counts now.
pub fn form(locale: Locale, settings: &NotificationSettings, typed: Option<&Fields>) -> SettingsForm {
    let typed = typed.filter(|fields| fields.all("summary_at").next().is_some());
    let text = |name, now: Option<String>| match typed {
        Some(fields) => fields.all(name).next().unwrap_or_default().to_owned(),
        None => now.unwrap_or_default(),
    };
    let quiet = |time: fn(DayHours) -> TimeOfDay| settings.quiet.map(|hours| time(hours).to_string());
    let box_of = |topic: NotificationTopic, channel: Channel| {
        let value = topic.by(channel);
        topic.is_for(channel).then(|| Wish {
            chosen: match typed {
                Some(fields) => fields.all("wish").any(|known| known == value),
                None => settings.wants(topic, channel),
            },
            label: locale.say(channel_name(channel)),
            value,
        })
    };
    SettingsForm {
        topics: NotificationTopic::ALL
            .map(|topic| TopicRow {
                name: locale.say(notification::topic(topic)),
                wishes: Channel::ALL.map(|channel| box_of(topic, channel)),
            })
            .into(),
        channels: Channel::ALL.map(|channel| locale.say(channel_name(channel))),
        quiet_from: text("quiet_from", quiet(|hours| hours.from)),
        quiet_until: text("quiet_until", quiet(|hours| hours.until)),
        summary_at: text("summary_at", Some(settings.summary_at.to_string())),
    }
}

const fn channel_name(channel: Channel) -> &'static str {
    match channel {
        Channel::Device => key("notifications-channel-device"),
        Channel::Webhook => key("notifications-channel-webhook"),
        Channel::Feed => key("notifications-channel-feed"),
    }
}
