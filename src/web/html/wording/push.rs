//! What push messages say.

use crate::html::wording::{challenge, invitation, notification, player, rule_names, time_control};
use crate::http::urls::{ChallengeUrl, Url};
use crate::locale::Locale;
use account::UserId;
use service::{PushContent, PushText};
use table::Table;

/// In the usual language: the browser that gets it makes no request that could name another.
pub fn text(content: &PushContent<'_>) -> PushText {
    let locale = Locale::ENGLISH;
    let (title, body, url) = match content {
        PushContent::Turn { table, user, now } => {
            let body = match table.deadline() {
                Some(at) => locale.text("push-turn-left").with("left", locale.time_left(at, *now)).into(),
                None => locale.say("push-turn").to_owned(),
            };
            (players(locale, table, user), body, Url::Game(&table.id))
        }
        PushContent::Reminder { table, user, now } => {
            let left = table.deadline().map(|at| locale.time_left(at, *now)).unwrap_or_default();
            let body = locale.text("push-reminder").with("left", left).into();
            (players(locale, table, user), body, Url::Game(&table.id))
        }
        PushContent::Invitation { table } => {
            let title = invitation::title(locale, table);
            let clock = time_control::name(locale, table.settings.time_control);
            let rules = rule_names::short(locale, &table.settings.rules);
            let body = locale.text("feed-invitation").with("rules", rules).with("clock", clock).into();
            (title, body, Url::Game(&table.id))
        }
        PushContent::Event { table, user, kind } => {
            let body = locale.say(notification::title(*kind)).to_owned();
            (players(locale, table, user), body, Url::Game(&table.id))
        }
        PushContent::Challenge { view, user, notice } => {
            let name = challenge::opponent(locale, view, user);
            let title = locale.text(notification::challenge(*notice)).with("name", name).into();
            (
                title,
                challenge::summary(locale, &view.challenge.terms),
                Url::Challenge(ChallengeUrl::Of(&view.challenge.id)),
            )
        }
        PushContent::RunningOut { games } => {
            let title = locale.text("push-waiting-title").with("n", *games).into();
            (title, locale.say("push-running-out").to_owned(), Url::Queue)
        }
        PushContent::Waiting { games } => {
            let title = locale.text("push-waiting-title").with("n", *games).into();
            (title, locale.say("push-waiting").to_owned(), Url::Home)
        }
        PushContent::Test => {
            let title = locale.say("push-test-title").to_owned();
            (title, locale.say("push-test").to_owned(), Url::Notifications)
        }
    };
    PushText { title, body, language: locale.code().to_string(), path: url.to_string() }
}

/// The other players, as a title.
fn players(locale: Locale, table: &Table, user: &UserId) -> String {
    let others = player::others(locale, table, user);
    if others.is_empty() { locale.say("push-turn-alone").to_owned() } else { others }
}
