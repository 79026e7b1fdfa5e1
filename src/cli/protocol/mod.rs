//! The protocol between a program that conducts a game and one that chooses turns: lines of text, one answer to each request.
//! `docs/engine-protocol.md` describes it.

mod lines;
mod request;
mod session;

pub(super) use lines::{Line, Lines};
pub(super) use request::{Request, parse_command};
pub(super) use session::{Session, error, notation};

/// The version of the protocol.
pub(super) const VERSION: u32 = 1;

/// The beginning of a text in quotes, on one line.
pub(super) fn quoted(text: &str) -> String {
    const MOST: usize = 80;
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
