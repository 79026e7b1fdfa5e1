//! Challenges to games, and the series that follow from them.

pub(crate) mod answer;
mod form;
pub(crate) mod list;
pub(crate) mod new;
mod page;
pub(crate) mod series;
mod series_page;
pub(crate) mod show;
mod terms;
