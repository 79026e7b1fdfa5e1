//! What push messages say.

use crate::html::wording::player;
use crate::http::urls::Url;
use crate::locale::Locale;
use service::{PushContent, PushText};

/// In the usual language: the browser that gets it makes no request that could name another.
pub fn text(content: &PushContent<'_>) -> PushText {
    let locale = Locale::ENGLISH;
    let (title, body, url) = match content {
        PushContent::Turn { table, user, now } => {
            let others = player::others(locale, table, user);
            let title = if others.is_empty() { locale.say("push-turn-alone").to_owned() } else { others };
            let body = match table.deadline() {
                Some(at) => locale.text("push-turn-left").with("left", locale.time_left(at, *now)).into(),
                None => locale.say("push-turn").to_owned(),
            };
            (title, body, Url::Game(&table.id))
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
