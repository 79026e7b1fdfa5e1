//! The page of what the viewer wants to hear of, and of the devices that do.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use service::MOST_PUSH_DEVICES;
use table::{GameId, NotificationSettings};

#[derive(Template)]
#[template(path = "account/notifications.html")]
pub struct NotificationsPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// Whether browsers allow notifications at the address of the server.
    pub secure: bool,
    /// The public key with which browsers subscribe; `None` if the server sends no messages.
    pub key: Option<String>,
    /// Where messages for this browser go, if it gets any.
    pub own_endpoint: Option<String>,
    /// The newest first.
    pub devices: Vec<DeviceRow>,
    pub settings: SettingsForm,
    /// The viewer's time zone.
    pub zone: &'static str,
    /// Games about which the viewer gets no messages.
    pub muted: Vec<MutedRow>,
}

/// What the viewer wants to hear of.
pub struct SettingsForm {
    pub topics: Vec<TopicRow>,
    /// Their names, in the order of the boxes.
    pub channels: [&'static str; 3],
    pub quiet_from: String,
    pub quiet_until: String,
    pub summary_at: String,
}

pub struct TopicRow {
    pub name: &'static str,
    /// By channel; `None` where it can't bring this.
    pub wishes: [Option<Wish>; 3],
}

/// A box to tick.
pub struct Wish {
    pub value: String,
    /// The channel.
    pub label: &'static str,
    pub chosen: bool,
}

pub struct MutedRow {
    pub id: GameId,
    /// The other players.
    pub players: String,
}

impl NotificationsPage {
    const MOST: u32 = MOST_PUSH_DEVICES;
    /// In hours.
    const LONGEST_QUIET: u16 = NotificationSettings::LONGEST_QUIET / 60;
}

pub struct DeviceRow {
    pub id: String,
    pub agent: String,
    pub since: String,
    /// What has become of the last message.
    pub last: String,
    /// When one was delivered before, if the last one was not.
    pub delivered: Option<String>,
    /// Whether it is the browser of this request.
    pub this_one: bool,
}
