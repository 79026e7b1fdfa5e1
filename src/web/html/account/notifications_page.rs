//! The page of the devices that hear of the viewer's turns.

use askama::Template;

use crate::html::account::pages::Problem;
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, Url};
use service::MOST_PUSH_DEVICES;

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
}

impl NotificationsPage {
    const MOST: u32 = MOST_PUSH_DEVICES;
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
