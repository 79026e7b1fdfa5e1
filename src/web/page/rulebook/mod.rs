//! Rules for players: what each parameter means, how a table's rules are asked for, what differs from the book, and the
//! book itself, all from the one value that the engine plays by.

mod described;
pub mod form;
pub mod parameter;

pub use described::PARAMETERS;
