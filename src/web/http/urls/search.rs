//! Queries of searches of finished games.

use std::fmt;

use chrono::NaiveDate;
use engine::Preset;
use table::{Company, Ending, Expansions, GameResult, Lasted, RatingBand, Search, SearchCursor, TurnCount};

/// A search, and where its page starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchQuery {
    /// Its times are those of `first` and `last` in the viewer's zone.
    pub search: Search,
    /// The first day on which a game may have ended.
    pub first: Option<NaiveDate>,
    /// The last one.
    pub last: Option<NaiveDate>,
    /// `None` for the first page.
    pub from: Option<SearchCursor>,
}

/// With its question mark; empty without filters.
impl fmt::Display for SearchQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let search = &self.search;
        let day = |day: Option<NaiveDate>| day.map(|day| day.to_string());
        let (first, last) = (day(self.first), day(self.last));
        let seats = search.seats.map(|seats| seats.to_string());
        let (after, before) = match &self.from {
            None => (None, None),
            Some(SearchCursor::After(place)) => (Some(place.to_string()), None),
            Some(SearchCursor::Before(place)) => (None, Some(place.to_string())),
        };
        let fields = [
            ("player", search.player.as_deref()),
            ("with", search.other.as_deref()),
            ("result", search.result.map(GameResult::word)),
            ("rules", search.preset.map(Preset::word)),
            ("expansions", search.expansions.map(Expansions::word)),
            ("seats", seats.as_deref()),
            ("company", search.company.map(Company::word)),
            ("ending", search.ending.map(Ending::word)),
            ("lasted", search.lasted.map(Lasted::word)),
            ("turns", search.turns.map(TurnCount::word)),
            ("analysis", search.analysis),
            ("rating", search.rating.map(RatingBand::word)),
            ("from", first.as_deref()),
            ("to", last.as_deref()),
            ("sort", search.oldest_first.then_some("oldest")),
            ("after", after.as_deref()),
            ("before", before.as_deref()),
        ];
        let fields: Vec<_> = fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        let query = serde_html_form::to_string(&fields).map_err(|_| fmt::Error)?;
        if query.is_empty() { Ok(()) } else { write!(f, "?{query}") }
    }
}
