//! `/terms`, `/contact` and `/moderation`: what the host says, or a short text instead.

pub mod page;

use crate::html::host::page::HostPage;
use crate::html::response::PageResult;
use crate::http::session::Viewer;
use crate::locale::{Locale, key};

pub(crate) async fn terms(viewer: Viewer) -> PageResult {
    let own = viewer.web().texts.terms.clone();
    show(
        &viewer,
        key("terms-title"),
        own.unwrap_or_else(|| default(viewer.locale(), key("terms-default"))),
        false,
    )
}

pub(crate) async fn contact(viewer: Viewer) -> PageResult {
    let own = viewer.web().texts.contact.clone();
    let paragraphs = own.unwrap_or_else(|| default(viewer.locale(), key("contact-default")));
    show(&viewer, key("contact-title"), paragraphs, false)
}

/// Also says what is kept for how long.
pub(crate) async fn moderation(viewer: Viewer) -> PageResult {
    let own = viewer.web().texts.moderation.clone();
    let paragraphs = own.unwrap_or_else(|| default(viewer.locale(), key("moderation-default")));
    show(&viewer, key("moderation-title"), paragraphs, true)
}

fn show(viewer: &Viewer, title: &'static str, paragraphs: Vec<String>, kept: bool) -> PageResult {
    viewer.page(&HostPage { layout: viewer.layout(viewer.locale().say(title)), paragraphs, kept })
}

fn default(locale: Locale, key: &'static str) -> Vec<String> {
    locale.say(key).split("\n\n").map(str::to_owned).collect()
}
