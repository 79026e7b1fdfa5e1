//! Pages about one's own account.

use askama::Template;
use chrono_tz::Tz;

use crate::account::{Password, UserName};
use crate::web::html::layout::Layout;
use crate::web::http::urls::Url;

/// The names of the zones to choose from: places, and UTC.
pub fn zones() -> Vec<&'static str> {
    const REGIONS: [&str; 10] = [
        "Africa/",
        "America/",
        "Antarctica/",
        "Arctic/",
        "Asia/",
        "Atlantic/",
        "Australia/",
        "Europe/",
        "Indian/",
        "Pacific/",
    ];
    let places = chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name());
    let places = places.filter(|name| REGIONS.iter().any(|region| name.starts_with(region)));
    std::iter::once(Tz::UTC.name()).chain(places).collect()
}

/// The form for a new account.
#[derive(Template)]
#[template(path = "account/sign_up.html")]
pub struct SignUpPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The name as typed.
    pub name: String,
    pub zones: Vec<&'static str>,
    /// The zone chosen.
    pub zone: String,
    /// Whether somebody chose it.
    pub zone_chosen: bool,
    /// Where to go afterwards.
    pub then: String,
}

impl SignUpPage {
    const LONGEST_NAME: usize = UserName::LONGEST;
    const SHORTEST_PASSWORD: usize = Password::SHORTEST;
}

/// Recovery codes, shown once.
#[derive(Template)]
#[template(path = "account/codes.html")]
pub struct CodesPage {
    pub layout: Layout,
    /// Whose they are.
    pub name: String,
    /// Whether the account is new.
    pub welcome: bool,
    /// Where to go on.
    pub then: String,
    pub codes: Vec<String>,
}

/// The secret addresses of somebody's feeds, shown once.
#[derive(Template)]
#[template(path = "account/feeds.html")]
pub struct FeedsPage {
    pub layout: Layout,
    /// The whole address of the Atom feed.
    pub atom: String,
    /// The whole address of the calendar.
    pub calendar: String,
}

/// The form to sign in.
#[derive(Template)]
#[template(path = "account/login.html")]
pub struct LoginPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The name as typed.
    pub name: String,
    /// Where to go afterwards.
    pub then: String,
}

/// What a guest is asked before going.
#[derive(Template)]
#[template(path = "account/end_guest.html")]
pub struct EndGuestPage {
    pub layout: Layout,
}

/// The way back in.
#[derive(Template)]
#[template(path = "account/recover.html")]
pub struct RecoverPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The name as typed.
    pub name: String,
}

/// The account and its sessions.
#[derive(Template)]
#[template(path = "account/show.html")]
pub struct AccountPage {
    pub layout: Layout,
    pub error: Option<String>,
    /// The account's name, for password managers.
    pub name: String,
    /// How many recovery codes are left.
    pub codes_left: u32,
    /// Since when there is an address for feeds.
    pub feeds_since: Option<String>,
    pub zones: Vec<&'static str>,
    pub zone: &'static str,
    pub sessions: Vec<SessionRow>,
}

/// A session in the list.
pub struct SessionRow {
    /// Its name, for ending it.
    pub id: String,
    pub agent: String,
    /// When it began.
    pub since: String,
    /// When it ends by itself.
    pub until: String,
    /// Whether it is the one that asks.
    pub this_one: bool,
}
