//! The texts of the pages by language: Fluent messages (`locales/<language>/*.ftl`), compiled in.
//!
//! Code that renders text has a [`Locale`] and looks messages up by key. Messages without arguments are formatted once, when
//! the server starts; the others on use.

mod bidi;
mod by_locale;
mod decimal;
pub mod duration;
mod list;
mod message;
mod scripts;
mod text;
mod time;

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource};
use unic_langid::LanguageIdentifier;

use engine::Preset;

pub use by_locale::ByLocale;
pub use message::Message;
pub use text::{Arg, Html, Markup, Text};

const ENGLISH: &[&str] = &[
    include_str!("../../../locales/en/account.ftl"),
    include_str!("../../../locales/en/admin.ftl"),
    include_str!("../../../locales/en/analysis.ftl"),
    include_str!("../../../locales/en/api.ftl"),
    include_str!("../../../locales/en/archives.ftl"),
    include_str!("../../../locales/en/atlas.ftl"),
    include_str!("../../../locales/en/book.ftl"),
    include_str!("../../../locales/en/challenges.ftl"),
    include_str!("../../../locales/en/common.ftl"),
    include_str!("../../../locales/en/errors.ftl"),
    include_str!("../../../locales/en/export.ftl"),
    include_str!("../../../locales/en/games.ftl"),
    include_str!("../../../locales/en/import.ftl"),
    include_str!("../../../locales/en/learn.ftl"),
    include_str!("../../../locales/en/levels.ftl"),
    include_str!("../../../locales/en/lobby.ftl"),
    include_str!("../../../locales/en/notifications.ftl"),
    include_str!("../../../locales/en/practice.ftl"),
    include_str!("../../../locales/en/profiles.ftl"),
    include_str!("../../../locales/en/puzzles.ftl"),
    include_str!("../../../locales/en/rules.ftl"),
    include_str!("../../../locales/en/scripts.ftl"),
    include_str!("../../../locales/en/settings.ftl"),
    include_str!("../../../locales/en/standings.ftl"),
    include_str!("../../../locales/en/terms.ftl"),
    include_str!("../../../locales/en/time.ftl"),
    include_str!("../../../locales/en/tokens.ftl"),
    include_str!("../../../locales/en/bots.ftl"),
    include_str!("../../../locales/en/webhooks.ftl"),
    include_str!("../../../locales/en/closing.ftl"),
    include_str!("../../../locales/en/ratings.ftl"),
    include_str!("../../../locales/en/talk.ftl"),
    include_str!("../../../locales/en/offers.ftl"),
    include_str!("../../../locales/en/reports.ftl"),
];

/// The English terms of the Abbeys rule book: these messages and terms replace those with the same key.
const ENGLISH_ABBEYS: &str = include_str!("../../../locales/en/abbeys.ftl");

static EN: Language = Language {
    code: "en",
    plain: LazyLock::new(|| Bundle::new("en", ENGLISH, None)),
    abbeys: LazyLock::new(|| Bundle::new("en", ENGLISH, Some(ENGLISH_ABBEYS))),
};

/// The messages of a language, in the terms of each rule book that has its own.
struct Language {
    /// For `lang` attributes.
    code: &'static str,
    plain: LazyLock<Bundle>,
    abbeys: LazyLock<Bundle>,
}

/// Whose terms a text uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Book {
    Plain,
    Abbeys,
}

/// Marks a message key that is not an argument of a lookup, so that the tests find it.
pub const fn key(key: &'static str) -> &'static str {
    key
}

/// A language, with the terms of a rule book.
#[derive(Clone, Copy)]
pub struct Locale {
    language: &'static Language,
    book: Book,
}

/// For tests. Pages take the viewer's.
#[cfg(test)]
impl Default for Locale {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl Locale {
    /// The only language so far.
    pub const ENGLISH: Self = Self { language: &EN, book: Book::Plain };

    /// For `lang` attributes.
    pub fn code(self) -> &'static str {
        self.language.code
    }

    /// The same language with the terms of a preset's rule book.
    #[must_use]
    pub const fn of_book(self, preset: Preset) -> Self {
        let book = match preset {
            Preset::Abbeys => Book::Abbeys,
            Preset::Modern | Preset::Chicago | Preset::Mcguire => Book::Plain,
        };
        Self { language: self.language, book }
    }

    fn bundle(self) -> &'static Bundle {
        match self.book {
            Book::Plain => &self.language.plain,
            Book::Abbeys => &self.language.abbeys,
        }
    }

    /// A message without arguments.
    pub fn say(self, key: &'static str) -> &'static str {
        self.bundle().plain.get(key).map_or_else(
            || {
                report(key, &"there is no such message without arguments");
                key
            },
            String::as_str,
        )
    }

    /// A message whose arguments are added by [`Text::with`].
    pub fn text(self, key: &'static str) -> Text {
        Text::new(self, key)
    }

    /// A message with markup. Arguments are escaped.
    pub fn html(self, key: &'static str) -> Markup {
        Markup::new(self, key)
    }

    /// Formats a message that was chosen where no language was known.
    pub fn format(self, message: &Message) -> String {
        message.text(self).to_string()
    }

    fn write(self, out: &mut impl fmt::Write, key: &'static str, args: &FluentArgs<'_>) -> fmt::Result {
        let bundle = &self.bundle().messages;
        let Some(pattern) = bundle.get_message(key).and_then(|message| message.value()) else {
            report(key, &"there is no such message");
            return out.write_str(key);
        };
        let mut errors = Vec::new();
        bundle.write_pattern(out, pattern, Some(args), &mut errors)?;
        if let Some(error) = errors.first() {
            report(key, error);
        }
        Ok(())
    }
}

impl PartialEq for Locale {
    fn eq(&self, other: &Self) -> bool {
        (self.code(), self.book) == (other.code(), other.book)
    }
}

impl Eq for Locale {}

impl Hash for Locale {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.code(), self.book).hash(state);
    }
}

impl fmt::Debug for Locale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Locale").field(&self.code()).field(&self.book).finish()
    }
}

struct Bundle {
    messages: FluentBundle<Arc<FluentResource>>,
    /// Messages without arguments, by key.
    plain: HashMap<String, String>,
    /// The texts of scripts as JSON, made on first use.
    scripts: OnceLock<String>,
}

impl Bundle {
    fn new(code: &'static str, files: &[&str], book: Option<&str>) -> Self {
        let language: LanguageIdentifier = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        bundle.set_use_isolating(false);
        let mut keys = Vec::new();
        for file in files.iter().copied().chain(book) {
            let resource = Arc::new(parse(file));
            keys.extend(resource.entries().filter_map(key_of));
            bundle.add_resource_overriding(resource);
        }
        let plain = keys.into_iter().filter_map(|key| Some((key.clone(), plain(&bundle, &key)?))).collect();
        Self { messages: bundle, plain, scripts: OnceLock::new() }
    }
}

fn parse(file: &str) -> FluentResource {
    FluentResource::try_new(file.to_owned()).unwrap_or_else(|(readable, errors)| {
        tracing::error!(?errors, "failed to parse a message file");
        readable
    })
}

fn key_of(entry: &fluent_syntax::ast::Entry<&str>) -> Option<String> {
    match entry {
        fluent_syntax::ast::Entry::Message(message) => Some(message.id.name.to_owned()),
        _ => None,
    }
}

/// A message's text, if it needs no arguments.
fn plain(bundle: &FluentBundle<Arc<FluentResource>>, key: &str) -> Option<String> {
    let pattern = bundle.get_message(key)?.value()?;
    let mut errors: Vec<FluentError> = Vec::new();
    let text = bundle.format_pattern(pattern, None, &mut errors).into_owned();
    errors.is_empty().then_some(text)
}

/// Logs each message's problem only once.
fn report(key: &'static str, problem: &dyn fmt::Display) {
    static REPORTED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    if REPORTED.lock().unwrap_or_else(PoisonError::into_inner).insert(key) {
        tracing::error!(key, %problem, "failed to format a message");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_is_not_defined_is_shown_and_breaks_nothing() {
        let locale = Locale::default();
        assert_eq!(locale.say("no-such-key"), "no-such-key");
        assert_eq!(locale.text("no-such-key").with("n", 1).to_string(), "no-such-key");
    }

    #[test]
    fn each_rule_book_uses_its_own_terms() {
        let locale = Locale::default();
        assert_eq!(locale.of_book(Preset::Chicago).say("book-cities"), "Cities");
        assert_eq!(locale.of_book(Preset::Abbeys).say("book-cities"), "Castles");
        assert_eq!(locale.of_book(Preset::Abbeys).say("sign-in"), locale.say("sign-in"));
        assert_eq!(locale.of_book(Preset::Abbeys).of_book(Preset::Modern), locale);
    }

    #[test]
    fn a_rule_book_is_read_in_the_language_of_the_viewer() {
        static FRENCH: Language = Language {
            code: "fr",
            plain: LazyLock::new(|| Bundle::new("fr", &["book-cities = Villes"], None)),
            abbeys: LazyLock::new(|| {
                Bundle::new("fr", &["book-cities = Villes"], Some("book-cities = Châteaux"))
            }),
        };
        let french = Locale { language: &FRENCH, book: Book::Plain };
        assert_eq!(french.of_book(Preset::Modern).say("book-cities"), "Villes");
        assert_eq!(french.of_book(Preset::Abbeys).say("book-cities"), "Châteaux");
        assert_eq!(french.of_book(Preset::Abbeys).code(), "fr");
        assert_ne!(french, Locale::ENGLISH);
    }
}
