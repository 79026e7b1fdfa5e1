//! `/games` and `/games/mine`: lists of games with filters, page by page.

use actix_web::HttpRequest;

use crate::service::{Cursor, Filter, Page};
use crate::table::Status;
use crate::web::html::answer::Answer;
use crate::web::html::lobby::pages::ListPage;
use crate::web::html::lobby::row::rows;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::{SignedIn, Viewer};
use crate::web::http::urls::ListQuery;
use crate::web::locale::key;

pub(in crate::web) async fn public(viewer: Viewer, request: HttpRequest) -> Answer {
    let (query, filter) = read(&request, false)?;
    let found =
        viewer.web().service.public_games(viewer.principal(), &filter, query.from.map(Cursor)).await?;
    page(&viewer, key("list-all-games"), query, &found)
}

pub(in crate::web) async fn mine(person: SignedIn, request: HttpRequest) -> Answer {
    let (query, filter) = read(&request, true)?;
    let service = &person.web().service;
    let found = service.my_games(person.principal(), &filter, query.from.map(Cursor)).await?;
    page(&person, key("list-my-games"), query, &found)
}

fn page(viewer: &Viewer, title: &'static str, query: ListQuery, found: &Page) -> Answer {
    let next = found.next.map(|Cursor(from)| ListQuery { from: Some(from), ..query.clone() });
    let games = rows(viewer, &found.games);
    viewer.page(&ListPage { layout: viewer.layout(viewer.locale().say(title)), query, games, next })
}

fn read(request: &HttpRequest, mine: bool) -> Result<(ListQuery, Filter), PageError> {
    let fields = Fields::of_query(request)?;
    let status = match fields.optional("status")?.filter(|word| !word.is_empty()) {
        None => None,
        Some(word) => Some(status(word)?),
    };
    let player = fields.optional("player")?.map(str::trim).filter(|name| !name.is_empty());
    let player: Option<String> = player.map(|name| name.chars().take(40).collect());
    let from = fields.parsed("from")?;
    let word = status.map(|status| ListPage::STATES[status as usize].0);
    let query = ListQuery { mine, status: word, player: player.clone(), from };
    Ok((query, Filter { status, player }))
}

fn status(word: &str) -> Result<Status, PageError> {
    [Status::Open, Status::Playing, Status::Finished]
        .into_iter()
        .find(|status| ListPage::STATES[*status as usize].0 == word)
        .ok_or_else(|| PageError::bad_request("request-status"))
}
