//! The cookies that browsers get.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite, time::Duration};

use crate::http::display::DisplaySettings;
use crate::http::flash::Flash;
use crate::http::state::State;
use crate::http::urls::Url;
use account::SessionToken;
use service::{READS_FRESH_FOR, SECOND_STEP_WITHIN, SESSION_LONGEST};
use table::GameId;

pub(super) const SESSION: &str = "bastide";
pub(super) const VISITOR: &str = "visitor";
pub(super) const FLASH: &str = "said";
pub(super) const FRESH: &str = "fresh";
pub(super) const KNOWN: &str = "known";
const SECOND_STEP: &str = "step";
const DISPLAY: &str = "display";
const VISIT: &str = "visit";
const SKIPPED: &str = "skipped";

/// How long a skipped game waits for the others.
const SKIPPED_FOR: Duration = Duration::hours(1);
/// How many games are remembered as skipped.
const MOST_SKIPPED: usize = 100;

/// Users that a browser remembers as having signed in.
pub(super) const MOST_KNOWN: usize = 4;

impl State {
    /// Over HTTPS, the `__Host-` prefix keeps other hosts of the domain from planting a cookie.
    pub(super) fn cookie_name(&self, name: &str) -> String {
        if self.https { format!("__Host-{name}") } else { name.to_owned() }
    }

    pub(super) fn cookie(&self, name: &str, value: String) -> Cookie<'static> {
        Cookie::build(self.cookie_name(name), value)
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.https)
            .finish()
    }

    pub(super) fn removal(&self, name: &str) -> Cookie<'static> {
        let mut cookie = self.cookie(name, String::new());
        cookie.set_max_age(Duration::ZERO);
        cookie
    }

    pub(crate) fn session_cookie(&self, token: &SessionToken) -> Cookie<'static> {
        let mut cookie = self.cookie(SESSION, token.reveal());
        cookie.set_max_age(Duration::days(SESSION_LONGEST.num_days()));
        cookie
    }

    /// The secret of a sign-in that waits for its second step.
    pub(crate) fn second_step(&self, request: &HttpRequest) -> Option<SessionToken> {
        SessionToken::parse(request.cookie(&self.cookie_name(SECOND_STEP))?.value())
    }

    pub(crate) fn second_step_cookie(&self, token: &SessionToken) -> Cookie<'static> {
        let mut cookie = self.cookie(SECOND_STEP, token.reveal());
        cookie.set_max_age(Duration::minutes(SECOND_STEP_WITHIN.num_minutes()));
        cookie
    }

    pub(crate) fn no_second_step_cookie(&self) -> Cookie<'static> {
        self.removal(SECOND_STEP)
    }

    pub(super) fn known_cookie(&self, value: &str) -> Cookie<'static> {
        let mut cookie = self.cookie(KNOWN, value.to_owned());
        cookie.set_max_age(Duration::days(400));
        cookie
    }

    pub(crate) fn no_session_cookie(&self) -> Cookie<'static> {
        self.removal(SESSION)
    }

    /// Marks a browser that has just changed something, for as long as a replica may not know of it.
    pub(crate) fn fresh_cookie(&self) -> Cookie<'static> {
        let mut cookie = self.cookie(FRESH, "1".to_owned());
        cookie.set_max_age(Duration::seconds(READS_FRESH_FOR.as_secs().cast_signed()));
        cookie
    }

    /// The cookie of this browser's last visit to the game in the request's path.
    pub(crate) fn visit_cookie_value(&self, request: &HttpRequest) -> Option<String> {
        request.cookie(self.visit_name()).map(|cookie| cookie.value().to_owned())
    }

    /// A game's visit cookie. Its path is the game's, so that no other request carries it, and it outlives long games.
    pub(crate) fn visit_cookie(&self, game: &GameId, value: String) -> Cookie<'static> {
        let mut cookie = self.cookie(VISIT, value);
        cookie.set_name(self.visit_name());
        cookie.set_path(Url::Game(game).to_string());
        cookie.set_max_age(Duration::days(60));
        cookie
    }

    /// No `__Host-` prefix: that requires the path `/`.
    const fn visit_name(&self) -> &'static str {
        if self.https { "__Secure-visit" } else { VISIT }
    }

    /// The games of the queue that the viewer has skipped.
    pub(crate) fn skipped(&self, request: &HttpRequest) -> Vec<GameId> {
        let cookie = request.cookie(self.skipped_name());
        let games = |cookie: Cookie<'_>| {
            cookie.value().split('.').take(MOST_SKIPPED).filter_map(GameId::parse).collect()
        };
        cookie.map(games).unwrap_or_default()
    }

    /// Its path is the one that leads to the next game, so that no other request carries it.
    pub(crate) fn skipped_cookie(&self, games: &[GameId]) -> Cookie<'static> {
        let latest = &games[games.len().saturating_sub(MOST_SKIPPED)..];
        let mut cookie =
            self.cookie(SKIPPED, latest.iter().map(GameId::as_str).collect::<Vec<_>>().join("."));
        cookie.set_name(self.skipped_name());
        cookie.set_path(Url::Next.to_string());
        cookie.set_max_age(if games.is_empty() { Duration::ZERO } else { SKIPPED_FOR });
        cookie
    }

    /// No `__Host-` prefix: that requires the path `/`.
    const fn skipped_name(&self) -> &'static str {
        if self.https { "__Secure-skipped" } else { SKIPPED }
    }

    pub(super) fn display_settings(&self, request: &HttpRequest) -> DisplaySettings {
        let cookie = request.cookie(&self.cookie_name(DISPLAY));
        cookie.and_then(|cookie| cookie.value().parse().ok()).unwrap_or_default()
    }

    pub(crate) fn display_cookie(&self, settings: DisplaySettings) -> Cookie<'static> {
        let mut cookie = self.cookie(DISPLAY, settings.to_string());
        cookie.set_max_age(Duration::days(400));
        cookie
    }

    pub(crate) fn flash_cookie(&self, flash: Flash) -> Cookie<'static> {
        let mut cookie = self.cookie(FLASH, flash.word().to_owned());
        cookie.set_max_age(Duration::minutes(5));
        cookie
    }
}
