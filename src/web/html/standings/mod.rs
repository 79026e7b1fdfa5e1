//! `/games/standings`: how players have done in the games of a search, and against each other.

mod files;
mod page;

pub(crate) use files::{crosstable_csv, standings_csv, standings_json};
pub use page::StandingsPage;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::lobby::search;
use crate::html::response::PageResult;
use crate::html::standings::page::{CrossCell, CrossRow, StandingRow};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::{SearchQuery, Url};
use crate::locale::{Locale, Message, key};
use service::{FoundStandings, MOST_COUNTED};
use table::{ComputerLevel, Player, Standing, Standings, Tally};

/// Players of the table of pairs on the page.
const SHOWN: usize = 12;
/// Players of the table of pairs in files.
const MOST_PAIRS: usize = 100;

pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let query = read(&viewer, &request)?;
    let (found, problem) = match found(&viewer, &query).await? {
        Ok(found) => (found, None),
        Err(problem) => (FoundStandings::default(), Some(problem)),
    };
    let (locale, standings) = (viewer.locale(), &found.standings);
    let page = StandingsPage {
        layout: viewer.layout(locale.say(key("standings-title"))),
        problem: problem.map(|problem| locale.format(&problem)),
        rows: standings.rows.iter().map(|row| shown(locale, row)).collect(),
        crosstable: crosstable(locale, standings, SHOWN),
        all_pairs: standings.rows.len() <= SHOWN,
        games: standings.games,
        without_result: standings.without_result,
        has_more: found.has_more,
        most: MOST_COUNTED,
        query,
    };
    let status = if page.problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    viewer.page_with(status, &page)
}

/// The search of the query, always from its beginning. Each takes up to a second, so all are limited.
fn read(viewer: &Viewer, request: &HttpRequest) -> Result<SearchQuery, PageError> {
    viewer.web().limit_search(request, true)?;
    Ok(SearchQuery { from: None, ..search::read(viewer, request)? })
}

/// `Err` has what to correct.
async fn found(viewer: &Viewer, query: &SearchQuery) -> Result<Result<FoundStandings, Message>, PageError> {
    match viewer.web().service.standings(viewer.principal(), &query.search).await {
        Ok(found) => Ok(Ok(found)),
        Err(error) => search::explain(error).map(Err),
    }
}

fn shown(locale: Locale, row: &Standing) -> StandingRow {
    StandingRow {
        rank: row.rank,
        name: name(locale, &row.player),
        // Whatever the name, it is what a search takes.
        games: row.player.person().map(|person| games_of(&person.name)),
        tally: row.tally,
        points: locale.quarters(2 * row.tally.half_points()),
        berger: locale.quarters(row.quarter_berger),
        score: locale.decimal(average(row)),
    }
}

fn games_of(name: &str) -> String {
    let search = table::Search { player: Some(name.to_owned()), ..table::Search::default() };
    let query = SearchQuery { search, first: None, last: None, from: None };
    Url::SearchOf(&query).to_string()
}

/// The first players against each other.
fn crosstable(locale: Locale, standings: &Standings, most: usize) -> Vec<CrossRow> {
    let rows = || standings.rows.iter().take(most);
    let cell = |row: &Standing, other: &Standing| {
        let tally = standings.against(row, other);
        (tally.games > 0)
            .then(|| CrossCell { points: locale.quarters(2 * tally.half_points()), games: tally.games })
    };
    let cells = |row| rows().map(|other| cell(row, other)).collect();
    rows().map(|row| CrossRow { name: name(locale, &row.player), cells: cells(row) }).collect()
}

/// A user's name, or the level of a computer.
fn name(locale: Locale, player: &Player) -> String {
    match player.level().map(ComputerLevel::number) {
        Some(Some(number)) => locale.text("standings-computer").with("n", number).to_string(),
        Some(None) => locale.say(key("player-computer")).to_owned(),
        None => player.name().to_owned(),
    }
}

/// The mean score of a game.
fn average(row: &Standing) -> f64 {
    f64::from(i32::try_from(row.score).unwrap_or(i32::MAX)) / f64::from(row.tally.games.max(1))
}

/// Points as a number for programs.
fn points(tally: Tally) -> f64 {
    f64::from(tally.half_points()) / 2.0
}
