//! Messages with arguments, formatted when they are printed.

use std::borrow::Cow;
use std::fmt;

use askama::filters::{self, HtmlSafe, escape};
use fluent_bundle::{FluentArgs, FluentValue};

use crate::locale::Locale;
use crate::locale::bidi::isolated;
use engine::{Cell, TileKind};

/// An argument of a message.
pub trait Arg {
    /// Numbers select plurals, strings select variants.
    fn value(&self) -> FluentValue<'_>;
}

impl Arg for str {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(isolated(self))
    }
}

impl Arg for String {
    fn value(&self) -> FluentValue<'_> {
        self.as_str().value()
    }
}

impl Arg for Cow<'_, str> {
    fn value(&self) -> FluentValue<'_> {
        (**self).value()
    }
}

impl Arg for char {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

impl Arg for Text {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

impl Arg for Cell {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

impl Arg for TileKind {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.name())
    }
}

impl<T: Arg + ?Sized> Arg for &T {
    fn value(&self) -> FluentValue<'_> {
        (**self).value()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl Arg for $number {
            fn value(&self) -> FluentValue<'_> {
                FluentValue::from(*self)
            }
        })*
    };
}

numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64);

pub struct Text {
    locale: Locale,
    key: &'static str,
    args: FluentArgs<'static>,
}

impl Text {
    pub(super) fn new(locale: Locale, key: &'static str) -> Self {
        Self { locale, key, args: FluentArgs::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Arg) -> Self {
        self.args.set(name, value.value().into_owned());
        self
    }

    pub(super) fn set(&mut self, name: &'static str, value: FluentValue<'static>) {
        self.args.set(name, value);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.locale.write(f, self.key, &self.args)
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.to_string()
    }
}

/// A message with markup. Its arguments are escaped.
pub struct Markup(Text);

impl Markup {
    pub(super) fn new(locale: Locale, key: &'static str) -> Self {
        Self(Text::new(locale, key))
    }

    /// Adds a number, or a string that is escaped.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Arg) -> Self {
        let value = match value.value() {
            FluentValue::String(text) => match escape(&*text, filters::Html) {
                Ok(safe) => FluentValue::from(safe.to_string()),
                Err(never) => match never {},
            },
            other => other.into_owned(),
        };
        self.0.set(name, value);
        self
    }

    /// Adds markup that is not escaped.
    #[must_use]
    pub fn part(mut self, name: &'static str, markup: impl HtmlSafe) -> Self {
        self.0.set(name, FluentValue::from(markup.to_string()));
        self
    }
}

impl fmt::Display for Markup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl HtmlSafe for Markup {}

/// Markup that is ready to print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(pub String);

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl HtmlSafe for Html {}

impl From<Markup> for Html {
    fn from(markup: Markup) -> Self {
        Self(markup.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_of_markup_are_escaped_and_its_parts_are_not() {
        let locale = Locale::default();
        let link = locale.html("login-new-here").with("url", "/\"><script>");
        assert!(!link.to_string().contains("<script>"), "{link}");
        assert!(link.to_string().contains("<a href="), "{link}");
        let outer = locale.html("list-two").with("first", "<b>").part("second", &link).to_string();
        assert!(outer.contains("&#60;b&#62; and ") && outer.contains("<a href="), "{outer}");
    }

    #[test]
    fn numbers_choose_the_plural() {
        let said = |n: u32| Locale::default().text("account-codes-left").with("n", n).to_string();
        assert_eq!(
            [said(0), said(1), said(2)].map(|text| text.split(' ').next().unwrap().to_owned()),
            ["You", "One", "2"]
        );
    }
}
