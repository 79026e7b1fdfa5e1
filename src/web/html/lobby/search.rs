//! `/games/search`: public finished games by what they have in common.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono::{Datelike, Days, NaiveDate, NaiveTime};

use crate::html::lobby::row::rows;
use crate::html::lobby::search_page::SearchPage;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::list_query::{chosen_expansions, chosen_rules, player_name};
use crate::http::session::Viewer;
use crate::http::urls::SearchQuery;
use crate::locale::{Message, key};
use analysis::Depth;
use service::SearchError;
use table::{
    Company, Ending, GameResult, Lasted, RatingBand, Search, SearchCursor, TurnCount, local_instant,
};

/// The years that a search can name.
const YEARS: std::ops::RangeInclusive<i32> = 1970..=9999;
/// The most players of a game.
const MOST_SEATS: u8 = 6;
/// No longer text is shown as a day.
const DAY_LONGEST: usize = 40;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let query = read(&viewer, &request)?;
    let web = viewer.web();
    let found = web.service.search(viewer.principal(), &query.search, query.from.clone()).await;
    let (found, problem) = match found {
        Ok(found) => (found, None),
        Err(error) => (table::SearchPage::default(), Some(explain(error)?)),
    };
    let status = if problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let games = rows(&viewer, &found.games);
    let at = |from: Option<SearchCursor>| from.map(|from| SearchQuery { from: Some(from), ..query.clone() });
    let locale = viewer.locale();
    let page = SearchPage {
        layout: viewer.layout(locale.say(key("search-title"))),
        games,
        problem: problem.map(|problem| locale.format(&problem)),
        previous: at(found.previous),
        next: at(found.next),
        records: SearchQuery { from: None, ..query.clone() },
        stopped: found.stopped,
        query,
    };
    viewer.page_with(status, &page)
}

/// What the query asks for. Searches by name are limited.
pub(crate) fn read(viewer: &Viewer, request: &HttpRequest) -> Result<SearchQuery, PageError> {
    let fields = Fields::of_query(request)?;
    let (player, other) = (player_name(&fields, "player")?, player_name(&fields, "with")?);
    viewer.web().limit_search(request, player.is_some() || other.is_some())?;
    let (first, last) = (day(&fields, "from")?, day(&fields, "to")?);
    let begin = |day: NaiveDate| local_instant(viewer.zone(), day.and_time(NaiveTime::MIN));
    let search = Search {
        player,
        other,
        result: fields.chosen("result", GameResult::parse)?,
        preset: chosen_rules(&fields)?,
        expansions: chosen_expansions(&fields)?,
        seats: fields.chosen("seats", |word| (1..=MOST_SEATS).find(|seats| seats.to_string() == word))?,
        ending: fields.chosen("ending", Ending::parse)?,
        company: fields.chosen("company", Company::parse)?,
        lasted: fields.chosen("lasted", Lasted::parse)?,
        turns: fields.chosen("turns", TurnCount::parse)?,
        analysis: fields.chosen("analysis", Depth::parse)?.map(Depth::word),
        rating: fields.chosen("rating", RatingBand::parse)?,
        since: first.map(begin),
        until: last.and_then(|day| day.checked_add_days(Days::new(1))).map(begin),
        oldest_first: fields.chosen("sort", |word| (word == "oldest").then_some(()))?.is_some(),
    };
    let from = match (fields.parsed("after").map_err(foreign)?, fields.parsed("before").map_err(foreign)?) {
        (_, Some(place)) => Some(SearchCursor::Before(place)),
        (Some(place), None) => Some(SearchCursor::After(place)),
        (None, None) => None,
    };
    Ok(SearchQuery { search, first, last, from })
}

/// A day as browsers send it.
fn day(fields: &Fields, field: &str) -> Result<Option<NaiveDate>, PageError> {
    let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
    let Some(text) = fields.optional(field)?.map(str::trim).filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let known = day(text).filter(|day| YEARS.contains(&day.year()));
    let shown: String = text.chars().take(DAY_LONGEST).collect();
    known.map(Some).ok_or_else(|| PageError::BadRequest(Message::new("search-bad-day").with("day", shown)))
}

/// A place that no page of a search has linked to.
fn foreign(_: PageError) -> PageError {
    PageError::bad_request("search-bad-place")
}

/// A sentence about what to correct.
pub(crate) fn explain(error: SearchError) -> Result<Message, PageError> {
    Ok(match error {
        SearchError::NoPlayer(name) => Message::new("search-no-player").with("name", name),
        SearchError::SamePlayer => Message::new("search-same-player"),
        SearchError::PlayerMissing => Message::new("search-player-missing"),
        SearchError::PeriodReversed => Message::new("search-period-reversed"),
        SearchError::Store(cause) => return Err(cause.into()),
    })
}
