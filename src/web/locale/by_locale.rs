//! Values that are made once for each language.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use crate::locale::Locale;

/// A value for each language, made on first use and stored for as long as the process runs.
#[derive(Debug)]
pub struct ByLocale<T: 'static>(LazyLock<Mutex<HashMap<Locale, &'static T>>>);

impl<T: Send + Sync> ByLocale<T> {
    pub const fn empty() -> Self {
        Self(LazyLock::new(Mutex::default))
    }

    /// Other callers wait while `make` runs.
    pub fn get(&self, locale: Locale, make: impl FnOnce() -> T) -> &'static T {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values.entry(locale).or_insert_with(|| Box::leak(Box::new(make())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Preset;

    #[test]
    fn each_language_gets_its_own_value_once() {
        static MADE: ByLocale<&str> = ByLocale::empty();
        let (plain, abbeys) = (Locale::default(), Locale::default().of_book(Preset::Abbeys));
        assert_eq!((*MADE.get(plain, || "plain"), *MADE.get(abbeys, || "abbeys")), ("plain", "abbeys"));
        assert_eq!(*MADE.get(plain, || unreachable!("it is there")), "plain");
    }
}
