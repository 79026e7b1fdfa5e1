//! Messages that are chosen where no language is known, such as the reasons of errors.

use fluent_bundle::FluentValue;

use crate::locale::{Arg, Locale, Text};

/// A Fluent key with its arguments, to be formatted later by [`Locale::format`].
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    key: &'static str,
    args: Vec<(&'static str, FluentValue<'static>)>,
}

impl Message {
    /// The arguments are added by [`Message::with`].
    pub const fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Arg) -> Self {
        self.args.push((name, value.value().into_owned()));
        self
    }

    pub(super) fn text(&self, locale: Locale) -> Text {
        let mut text = locale.text(self.key);
        for (name, value) in &self.args {
            text.set(name, value.clone());
        }
        text
    }
}
