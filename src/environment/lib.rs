//! What the program takes from outside: the time, random bytes and its settings. Everything else gets them as arguments.

pub mod chance;
pub mod clock;
pub mod config;
pub mod host_texts;
