//! Rules for players: what each parameter means, the form for a table's rules, their differences from the book, and the
//! book itself, all derived from the value that the engine plays by.

pub mod book;
pub mod books;
mod described;
pub mod example;
pub mod form;
pub mod handicaps;
pub mod note;
pub mod pages;
pub mod parameter;
pub(crate) mod show;

pub use described::PARAMETERS;
