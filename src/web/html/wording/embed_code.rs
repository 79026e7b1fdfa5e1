//! The code that other sites put into their pages.

use askama::Template;

use crate::locale::Locale;

/// The usual size of the frame, in CSS pixels.
pub const WIDTH: u32 = 480;
pub const HEIGHT: u32 = 540;

/// It names no players: their names can change, and this code is on other sites.
#[derive(Template)]
#[template(
    source = r#"<iframe src="{{ url }}" title="{{ title }}" width="{{ width }}" height="{{ height }}" loading="lazy"></iframe>"#,
    ext = "html"
)]
struct Frame<'a> {
    url: &'a str,
    title: &'a str,
    width: u32,
    height: u32,
}

/// A frame with this page for frames in it.
pub fn embed_code(locale: Locale, url: &str, width: u32, height: u32) -> String {
    let frame = Frame { url, title: locale.say("embed-frame"), width, height };
    // Writing to a string never fails.
    frame.render().unwrap_or_default()
}
