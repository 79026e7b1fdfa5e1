//! The texts of the pages by their keys in `locales/en`, so that tests need not know the words.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::resolver::ResolverError;
use fluent_bundle::resolver::errors::ReferenceKind;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use scraper::Html;

/// Stands for an argument that may be anything. No text contains it.
const ANYTHING: char = '\u{1A}';

static MESSAGES: LazyLock<FluentBundle<FluentResource>> = LazyLock::new(|| {
    let mut bundle = FluentBundle::new_concurrent(vec!["en".parse().unwrap()]);
    bundle.set_use_isolating(false);
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../locales/en")).unwrap() {
        let path = file.unwrap().path();
        // It replaces the terms of the others for one rule book.
        if !path.ends_with("abbeys.ftl") {
            bundle.add_resource(FluentResource::try_new(fs::read_to_string(path).unwrap()).unwrap()).unwrap();
        }
    }
    bundle
});

/// The text of a message without arguments.
pub fn message(key: &str) -> String {
    message_with(key, &[])
}

/// The text of a message with all its arguments.
pub fn message_with(key: &str, args: &[(&str, &str)]) -> String {
    let text = format(key, args);
    assert!(!text.contains(ANYTHING), "{key} needs more arguments: {text}");
    text
}

/// Whether a text contains this message, whatever its arguments are.
pub fn says(text: &str, key: &str) -> bool {
    says_with(text, key, &[])
}

/// Whether a text contains this message with these arguments, whatever the others are. Numbers choose plurals.
pub fn says_with(text: &str, key: &str, args: &[(&str, &str)]) -> bool {
    let message = format(key, args);
    let parts: Vec<String> = message.split(ANYTHING).map(bare).filter(|part| !part.is_empty()).collect();
    assert!(!parts.is_empty(), "{key} is nothing but arguments");
    let text = bare(text);
    let mut rest = text.as_str();
    parts.iter().all(|part| {
        let found = rest.split_once(part.as_str());
        rest = found.map_or("", |(_, after)| after);
        found.is_some()
    })
}

/// A message without its markup.
fn format(key: &str, args: &[(&str, &str)]) -> String {
    let message = MESSAGES.get_message(key).unwrap_or_else(|| panic!("locales/en has no message {key}"));
    let pattern = message.value().unwrap();
    let mut args: FluentArgs =
        args.iter().map(|(name, value)| (*name, FluentValue::try_number(value))).collect();
    loop {
        let mut errors = Vec::new();
        let text = MESSAGES.format_pattern(pattern, Some(&args), &mut errors);
        if errors.is_empty() {
            return text_of(&text);
        }
        for error in errors {
            match error {
                FluentError::ResolverError(ResolverError::Reference(ReferenceKind::Variable { id })) => {
                    args.set(id, ANYTHING.to_string());
                }
                error => panic!("{key}: {error}"),
            }
        }
    }
}

fn text_of(markup: &str) -> String {
    let html = Html::parse_fragment(markup);
    collapsed(&html.root_element().text().collect::<Vec<_>>().join(" "))
}

/// Without whitespace: browsers have less of it around markup.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

pub(crate) fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
