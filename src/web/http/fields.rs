//! Fields of forms and query strings.

use std::str::FromStr;

use actix_web::HttpRequest;

use crate::http::error::PageError;
use crate::locale::Message;

const MOST_FIELDS: usize = 200;

/// Names with values, in the order in which they arrived. A name may occur more than once.
#[derive(Clone, Debug, Default)]
pub struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses a query string without its question mark, or the body of a form.
    pub fn read(encoded: &[u8]) -> Result<Self, PageError> {
        let unreadable = |_| PageError::bad_request("request-fields");
        Self::of_pairs(serde_html_form::from_bytes(encoded).map_err(unreadable)?)
    }

    /// Checks fields that have been read.
    pub fn of_pairs(fields: Vec<(String, String)>) -> Result<Self, PageError> {
        // PostgreSQL can't store this character, and nobody types it.
        if fields.iter().any(|(name, value)| name.contains('\0') || value.contains('\0')) {
            return Err(PageError::bad_request("request-unclear"));
        }
        if fields.len() > MOST_FIELDS {
            return Err(PageError::BadRequest(
                Message::new("request-too-many-fields").with("n", MOST_FIELDS),
            ));
        }
        Ok(Self(fields))
    }

    /// Those that begin with `prefix`, without it.
    pub fn below(&self, prefix: &str) -> Self {
        let below =
            |(name, value): &(String, String)| Some((name.strip_prefix(prefix)?.to_owned(), value.clone()));
        Self(self.0.iter().filter_map(below).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub fn of_query(request: &HttpRequest) -> Result<Self, PageError> {
        Self::read(request.query_string().as_bytes())
    }

    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The value of a field that may be absent. Sent twice, it is a bad request.
    pub fn optional<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, PageError> {
        let mut values = self.all(name);
        let value = values.next();
        if values.next().is_some() {
            return Err(PageError::BadRequest(Message::new("request-field-twice").with("field", name)));
        }
        Ok(value)
    }

    /// The value of a field that must be present, though it may be empty.
    pub fn required<'a>(&'a self, name: &'a str) -> Result<&'a str, PageError> {
        let missing = || PageError::BadRequest(Message::new("request-field-missing").with("field", name));
        self.optional(name)?.ok_or_else(missing)
    }

    /// A field parsed as a value; absent or empty is `None`.
    pub fn parsed<T: FromStr>(&self, name: &str) -> Result<Option<T>, PageError> {
        match self.optional(name)?.filter(|value| !value.is_empty()) {
            None => Ok(None),
            Some(value) => value.parse().map(Some).map_err(|_| wrong(name, value)),
        }
    }

    /// A field with one of a few words; absent or empty is `None`.
    pub fn chosen<T>(&self, name: &str, known: impl Fn(&str) -> Option<T>) -> Result<Option<T>, PageError> {
        match self.optional(name)?.filter(|value| !value.is_empty()) {
            None => Ok(None),
            Some(value) => known(value).map(Some).ok_or_else(|| wrong(name, value)),
        }
    }

    /// A field parsed as a value; absent or empty is a bad request.
    pub fn needed<T: FromStr>(&self, name: &str) -> Result<T, PageError> {
        let value = self.required(name)?;
        value.parse().map_err(|_| wrong(name, value))
    }
}

fn wrong(name: &str, value: &str) -> PageError {
    let shown: String = value.chars().take(40).collect();
    PageError::BadRequest(Message::new("request-field-wrong").with("field", name).with("value", &shown))
}
