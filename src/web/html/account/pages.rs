//! Pages about the viewer's account.

use askama::Template;
use chrono_tz::Tz;

use crate::html::board::scenes::LANDSCAPE;
use crate::html::layout::Layout;
use crate::http::urls::{AccountForm, AdminUrl, ProfileUrl, ReportUrl, Url};
use account::{Password, UserName};

/// The time zones to choose from: places, and UTC.
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

/// What is wrong with a form that came back.
pub struct Problem {
    /// The name of the field at fault, where it is shown; `None` if it is none in particular.
    pub field: Option<&'static str>,
    pub text: String,
}

impl Problem {
    pub fn is_at(&self, field: &str) -> bool {
        self.field == Some(field)
    }
}

/// The sign-up form.
#[derive(Template)]
#[template(path = "account/sign_up.html")]
pub struct SignUpPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// As typed.
    pub name: String,
    pub zones: Vec<&'static str>,
    /// The selected zone.
    pub zone: String,
    /// Whether the visitor selected it, rather than the default.
    pub zone_chosen: bool,
    /// The path to go to afterwards.
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
    /// The account's name.
    pub name: String,
    /// Whether the account is new.
    pub welcome: bool,
    /// The path to go on to.
    pub then: String,
    pub codes: Vec<String>,
}

impl CodesPage {
    /// The name of the file that browsers save.
    const FILE: &str = "bastide-recovery-codes.txt";

    fn lines(&self) -> String {
        self.codes.join("\n")
    }

    /// Codes are letters, digits and hyphens, which stand for themselves in an address.
    fn file(&self) -> String {
        self.codes.iter().fold(String::new(), |file, code| file + code + "%0A")
    }
}

/// A user's secret feed addresses, shown once.
#[derive(Template)]
#[template(path = "account/feeds.html")]
pub struct FeedsPage {
    pub layout: Layout,
    /// The full URL of the Atom feed.
    pub atom: String,
    /// The full URL of the calendar.
    pub calendar: String,
}

#[derive(Template)]
#[template(path = "account/login.html")]
pub struct LoginPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// As typed.
    pub name: String,
    /// The path to go to afterwards.
    pub then: String,
    /// Whether this server's origin allows passkeys.
    pub passkeys: bool,
}

/// Asks a signed-in user for the password or a passkey again.
#[derive(Template)]
#[template(path = "account/confirm.html")]
pub struct ConfirmPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// For password managers.
    pub name: String,
    /// How long it lasts.
    pub minutes: i64,
    /// Whether a passkey can take the password's place.
    pub passkey: bool,
    /// The path to go to afterwards.
    pub then: String,
    /// Names and values of hidden fields: the form that is sent again afterwards, if there is one.
    pub resumed: Vec<(String, String)>,
}

/// The second step of signing in.
#[derive(Template)]
#[template(path = "account/second_step.html")]
pub struct SecondStepPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// Whether the account has an authenticator app.
    pub app: bool,
    /// Whether it has a passkey.
    pub passkey: bool,
    /// The path to go to afterwards.
    pub then: String,
}

/// A new authenticator app's secret, and the form for its first code.
#[derive(Template)]
#[template(path = "account/authenticator.html")]
pub struct AuthenticatorPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// The secret as SVG.
    pub code: String,
    /// The address in the QR code, for apps on the same device.
    pub link: String,
    /// The secret in groups of letters.
    pub secret: String,
}

/// Asks a guest to confirm their own deletion.
#[derive(Template)]
#[template(path = "account/end_guest.html")]
pub struct EndGuestPage {
    pub layout: Layout,
}

/// The form for a recovery code and a new password.
#[derive(Template)]
#[template(path = "account/recover.html")]
pub struct RecoverPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// As typed.
    pub name: String,
    /// The path to go to afterwards.
    pub then: String,
}

#[derive(Template)]
#[template(path = "account/show.html")]
pub struct AccountPage {
    pub layout: Layout,
    pub error: Option<Problem>,
    /// For password managers.
    pub name: String,
    /// The number of unused recovery codes.
    pub codes_left: u32,
    /// When the authenticator app was set up, if there is one.
    pub authenticator_since: Option<String>,
    /// Oldest first.
    pub passkeys: Vec<PasskeyRow>,
    pub can_add_passkey: bool,
    /// Whether the password alone does not sign in.
    pub two_steps: bool,
    /// When the feed address was made, if there is one.
    pub feeds_since: Option<String>,
    pub zones: Vec<&'static str>,
    pub zone: &'static str,
    pub sessions: Vec<SessionRow>,
    /// Whether the viewer is an administrator or moderator.
    pub staff: bool,
}

pub struct PasskeyRow {
    pub id: String,
    /// Chosen by the user.
    pub name: String,
    /// The day on which it was added.
    pub since: String,
    /// When it was last used, if ever.
    pub used: Option<String>,
}

pub struct SessionRow {
    /// A public id, not the token.
    pub id: String,
    pub agent: String,
    /// When it began.
    pub since: String,
    /// When it expires.
    pub until: String,
    /// Whether it is the session of this request.
    pub this_one: bool,
}
