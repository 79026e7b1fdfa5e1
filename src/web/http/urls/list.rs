//! Queries of lists of games.

use std::fmt;

use engine::Preset;
use table::{Cursor, Expansions, Filter, Status};

/// Filters of a list of games, and where the page starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListQuery {
    pub mine: bool,
    pub filter: Filter,
    /// `None` for the first page.
    pub from: Option<Cursor>,
}

/// With its question mark; empty without filters.
impl fmt::Display for ListQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Filter { status, player, preset, expansions, oldest_first } = &self.filter;
        let (after, before) = match self.from {
            None => (None, None),
            Some(Cursor::After(place)) => (Some(place.to_string()), None),
            Some(Cursor::Before(place)) => (None, Some(place.to_string())),
        };
        let fields = [
            ("status", status.map(Status::word)),
            ("rules", preset.map(Preset::word)),
            ("expansions", expansions.map(Expansions::word)),
            ("player", player.as_deref()),
            ("sort", oldest_first.then_some("oldest")),
            ("after", after.as_deref()),
            ("before", before.as_deref()),
        ];
        let fields: Vec<_> = fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let query = serde_html_form::to_string(&fields).map_err(|_| fmt::Error)?;
        if query.is_empty() { Ok(()) } else { write!(f, "?{query}") }
    }
}
