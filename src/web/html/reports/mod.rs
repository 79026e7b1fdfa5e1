//! Reporting lines and players, and what became of the reports.

pub(crate) mod form;
pub(crate) mod own;
pub mod page;
