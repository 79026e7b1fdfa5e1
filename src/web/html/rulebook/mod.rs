//! Rules for players: what each parameter means, how a table's rules are asked for, what differs from the book, and the
//! book itself, all from the one value that the engine plays by.

pub mod book;
pub mod books;
mod described;
pub mod example;
pub mod form;
pub mod handicaps;
pub mod names;
pub mod note;
pub mod pages;
pub mod parameter;
pub(in crate::web) mod show;

pub use described::PARAMETERS;
