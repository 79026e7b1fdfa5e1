//! The parts that all pages share.

mod parts;

use crate::http::assets::{
    Asset, MANIFEST, NOTIFICATIONS_SCRIPT, PASSKEY_SCRIPT, PIXELS, SERIF, STYLE, scripts,
};
use crate::http::csrf::{FormToken, Token};
use crate::http::display::DisplaySettings;
use crate::http::flash::Flash;
use crate::http::icon::icon;
use crate::http::urls::{ReportUrl, Url};
use crate::locale::{Locale, Markup, Message, Text};
use ::account::UserId;
use parts::{Head, Header, Menu, Notes};

/// The head, navigation and footer of a page.
#[derive(Clone, Debug)]
pub struct Layout {
    pub title: String,
    pub locale: Locale,
    /// The signed-in user.
    pub person: Option<NavigationUser>,
    /// The name of a signed-in user whose account is locked.
    pub locked: Option<String>,
    pub csrf: FormToken,
    pub flash: Option<Flash>,
    /// Where a visitor who signs in returns to; `None` for the front page.
    pub back: Option<String>,
    pub display: DisplaySettings,
    pub preview: Option<LinkPreview>,
    /// How many lines the viewer has not read at the table that the page is about.
    pub unread: u32,
}

/// How other sites show a link to a page.
#[derive(Clone, Debug)]
pub struct LinkPreview {
    /// The full URL of a picture.
    pub image: String,
    /// The full URL that says how to show the page in a frame.
    pub oembed: String,
}

/// The signed-in user, as the navigation shows them.
#[derive(Clone, Debug)]
pub struct NavigationUser {
    pub id: UserId,
    pub name: String,
    /// The number of games and invitations that wait for this user.
    pub turns: u32,
    /// Guests exist only in this browser.
    pub guest: bool,
    /// When the account will be closed, if the user has asked for it.
    pub closes: Option<String>,
    /// Whether a restriction is in force, or a warning waits to be read.
    pub restricted: bool,
}

impl Layout {
    /// The title with the number of waiting games first, where a narrow tab still shows it.
    pub fn window_title(&self) -> String {
        let title = match self.unread {
            0 => self.title.clone(),
            n => self.text("window-title-unread").with("n", n).with("title", &self.title).to_string(),
        };
        match &self.person {
            Some(NavigationUser { turns, .. }) if *turns > 0 => {
                self.text("window-title-turns").with("n", turns).with("title", &title).to_string()
            }
            _ => self.text("window-title").with("title", &title).to_string(),
        }
    }

    pub fn head(&self) -> Head<'_> {
        Head { layout: self }
    }

    pub fn header(&self) -> Header<'_> {
        Header { layout: self }
    }

    pub fn menu(&self) -> Menu<'_> {
        Menu { layout: self }
    }

    pub fn notes(&self) -> Notes<'_> {
        Notes { layout: self }
    }

    pub fn say(&self, key: &'static str) -> &'static str {
        self.locale.say(key)
    }

    pub fn text(&self, key: &'static str) -> Text {
        self.locale.text(key)
    }

    pub fn html(&self, key: &'static str) -> Markup {
        self.locale.html(key)
    }

    /// Formats a message that was chosen where no language was known.
    pub fn format(&self, message: &Message) -> String {
        self.locale.format(message)
    }

    /// The number of games and invitations that wait for the viewer.
    pub fn turns(&self) -> u32 {
        self.person.as_ref().map_or(0, |person| person.turns)
    }

    /// When the viewer's account will be closed.
    pub fn closes(&self) -> Option<&str> {
        self.person.as_ref()?.closes.as_deref()
    }

    /// Whether the viewer has a restriction in force, or a warning to read.
    pub fn restricted(&self) -> bool {
        self.person.as_ref().is_some_and(|person| person.restricted)
    }

    pub fn restrictions(&self) -> Url<'static> {
        Url::Report(ReportUrl::Restrictions)
    }

    pub fn terms(&self) -> Url<'static> {
        Url::Report(ReportUrl::Terms)
    }

    pub fn contact(&self) -> Url<'static> {
        Url::Report(ReportUrl::Contact)
    }

    pub fn moderation(&self) -> Url<'static> {
        Url::Report(ReportUrl::Moderation)
    }

    /// The viewer's name, if the viewer is a guest.
    pub fn guest(&self) -> Option<&str> {
        self.person.as_ref().filter(|person| person.guest).map(|person| person.name.as_str())
    }

    /// For a user whose session starts with this response.
    #[must_use]
    pub fn of_new_session(self, id: UserId, name: &str, session: &str) -> Self {
        let person = Some(NavigationUser {
            id,
            name: name.to_owned(),
            turns: 0,
            guest: false,
            closes: None,
            restricted: false,
        });
        Self { person, csrf: FormToken::new(Token::of(session)), ..self }
    }

    /// For a session that goes on with another token after this response.
    #[must_use]
    pub fn with_token(self, session: &str) -> Self {
        Self { csrf: FormToken::new(Token::of(session)), ..self }
    }

    pub fn sign_in(&self) -> Url<'_> {
        self.back.as_deref().map_or(Url::Login, Url::LoginThen)
    }

    pub fn sign_up(&self) -> Url<'_> {
        self.back.as_deref().map_or(Url::SignUp, Url::SignUpThen)
    }

    #[must_use]
    pub fn with_preview(self, preview: Option<LinkPreview>) -> Self {
        Self { preview, ..self }
    }

    #[must_use]
    pub fn with_unread(self, unread: u32) -> Self {
        Self { unread, ..self }
    }

    pub fn style(&self) -> &'static Asset {
        &STYLE
    }

    pub fn serif(&self) -> &'static Asset {
        &SERIF
    }

    /// The page's scripts, the entry point first.
    pub fn scripts(&self) -> impl Iterator<Item = &'static Asset> {
        scripts()
    }

    pub fn passkey_script(&self) -> &'static Asset {
        &PASSKEY_SCRIPT
    }

    pub fn notifications_script(&self) -> &'static Asset {
        &NOTIFICATIONS_SCRIPT
    }

    pub fn manifest(&self) -> &'static Asset {
        &MANIFEST
    }

    /// The icon with a badge for waiting games.
    pub fn icon(&self) -> &'static Asset {
        icon(self.turns())
    }

    /// A PNG for phones that cannot use the SVG icon.
    pub fn touch_icon(&self) -> &'static Asset {
        &PIXELS[0]
    }
}
