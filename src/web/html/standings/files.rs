//! Standings as files. Columns and fields have stable names, which are not translated.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::html::response::PageResult;
use crate::html::standings::{MOST_PAIRS, found, points, read};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use service::FoundStandings;
use table::{Standing, Standings};

#[derive(Serialize)]
struct StandingsJson<'f> {
    /// Games that were counted.
    games: u32,
    without_result: u32,
    /// Whether these are all games of the search.
    complete: bool,
    standings: Vec<RowJson<'f>>,
}

#[derive(Serialize)]
struct RowJson<'f> {
    rank: usize,
    name: &'f str,
    /// Of a person.
    id: Option<&'f str>,
    /// Of a computer.
    level: Option<&'static str>,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    points: f64,
    sonneborn_berger: f64,
    score: i64,
    /// Against those of the first players whom this one has met; none for other players.
    against: Vec<AgainstJson>,
}

#[derive(Serialize)]
struct AgainstJson {
    /// The place of the other in the list, from 0.
    other: usize,
    games: u32,
    wins: u32,
    draws: u32,
    points: f64,
}

pub(crate) async fn standings_json(viewer: Viewer, request: HttpRequest) -> PageResult {
    let FoundStandings { standings, has_more } = asked_for(&viewer, &request).await?;
    let rows = standings.rows.iter().enumerate();
    let value = StandingsJson {
        games: standings.games,
        without_result: standings.without_result,
        complete: !has_more,
        standings: rows.map(|(place, row)| RowJson::of(&standings, place, row)).collect(),
    };
    let text = serde_json::to_vec(&value).map_err(PageError::internal)?;
    Ok(file("application/json", "standings.json", text))
}

pub(crate) async fn standings_csv(viewer: Viewer, request: HttpRequest) -> PageResult {
    let FoundStandings { standings, .. } = asked_for(&viewer, &request).await?;
    let head = ["rank", "player", "games", "wins", "draws", "losses", "points", "sonneborn_berger", "score"];
    let rows = standings.rows.iter().map(|row| {
        vec![
            row.rank.to_string(),
            text(row.player.name()),
            row.tally.games.to_string(),
            row.tally.wins.to_string(),
            row.tally.draws.to_string(),
            row.tally.losses().to_string(),
            points(row.tally).to_string(),
            berger(row).to_string(),
            row.score.to_string(),
        ]
    });
    let lines = std::iter::once(head.map(str::to_owned).to_vec()).chain(rows);
    Ok(file("text/csv; charset=utf-8", "standings.csv", csv(lines)?))
}

/// A line and a column for each of the first players: points and games of a pair, as `1.5 of 2`:
/// spreadsheets would take `1/2` for a date.
pub(crate) async fn crosstable_csv(viewer: Viewer, request: HttpRequest) -> PageResult {
    let FoundStandings { standings, .. } = asked_for(&viewer, &request).await?;
    let first = || standings.rows.iter().take(MOST_PAIRS);
    let head = std::iter::once("player".to_owned()).chain(first().map(|row| text(row.player.name())));
    let rows = first().map(|row| {
        let cells = first().map(|other| {
            let tally = standings.against(row, other);
            if tally.games == 0 { String::new() } else { format!("{} of {}", points(tally), tally.games) }
        });
        std::iter::once(text(row.player.name())).chain(cells).collect()
    });
    let lines = std::iter::once(head.collect()).chain(rows);
    Ok(file("text/csv; charset=utf-8", "crosstable.csv", csv(lines)?))
}

async fn asked_for(viewer: &Viewer, request: &HttpRequest) -> Result<FoundStandings, PageError> {
    found(viewer, &read(viewer, request)?).await?.map_err(PageError::BadRequest)
}

impl<'f> RowJson<'f> {
    fn of(standings: &'f Standings, place: usize, row: &'f Standing) -> Self {
        let pairs = if place < MOST_PAIRS { MOST_PAIRS } else { 0 };
        let others = standings.rows.iter().enumerate().take(pairs);
        let against = others.filter_map(|(other, met)| {
            let tally = standings.against(row, met);
            let (games, wins, draws) = (tally.games, tally.wins, tally.draws);
            (games > 0).then(|| AgainstJson { other, games, wins, draws, points: points(tally) })
        });
        Self {
            rank: row.rank,
            name: row.player.name(),
            id: row.player.user().map(account::UserId::as_str),
            level: row.player.level().map(table::ComputerLevel::word),
            games: row.tally.games,
            wins: row.tally.wins,
            draws: row.tally.draws,
            losses: row.tally.losses(),
            points: points(row.tally),
            sonneborn_berger: berger(row),
            score: row.score,
            against: against.collect(),
        }
    }
}

fn berger(row: &Standing) -> f64 {
    f64::from(row.quarter_berger) / 4.0
}

/// A text that no spreadsheet takes for a formula.
fn text(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// As in RFC 4180.
fn csv(lines: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>, PageError> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for line in lines {
        writer.write_record(&line).map_err(PageError::internal)?;
    }
    writer.into_inner().map_err(PageError::internal)
}

fn file(kind: &'static str, name: &str, content: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, kind))
        .insert_header((CONTENT_DISPOSITION, format!("attachment; filename=\"bastide-{name}\"")))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .body(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula_and_commas_stay_within_a_cell() {
        let names = ["=1+1", "+49", "-3", "@you", "Computer, level 3", "a \"b\"", "Zoë"];
        let written = csv(std::iter::once(names.map(text).to_vec())).unwrap();
        assert_eq!(
            String::from_utf8(written).unwrap(),
            "'=1+1,'+49,'-3,'@you,\"Computer, level 3\",\"a \"\"b\"\"\",Zoë\r\n"
        );
    }
}
