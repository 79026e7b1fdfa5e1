//! `/games` and `/games/mine`: lists of games with filters, page by page.

use std::collections::BTreeSet;

use actix_web::HttpRequest;

use crate::html::lobby::list_page::ListPage;
use crate::html::lobby::row::rows_with_seats;
use crate::html::response::PageResult;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::list_query::read_list_query;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::ListQuery;
use crate::locale::key;
use table::{Cursor, Page, Table};

pub(crate) async fn public(viewer: Viewer, request: HttpRequest) -> PageResult {
    let query = read(&viewer, &request, false)?;
    let found = viewer.web().service.public_games(viewer.principal(), &query.filter, query.from).await?;
    page(&viewer, key("list-all-games"), query, &found).await
}

pub(crate) async fn mine(SignedIn { viewer, .. }: SignedIn, request: HttpRequest) -> PageResult {
    let query = read(&viewer, &request, true)?;
    let found = viewer.web().service.my_games(viewer.principal(), &query.filter, query.from).await?;
    page(&viewer, key("list-my-games"), query, &found).await
}

async fn page(viewer: &Viewer, title: &'static str, query: ListQuery, found: &Page) -> PageResult {
    let [games] = rows_with_seats(viewer, [&found.games]).await?;
    let at = |from: Option<Cursor>| from.map(|from| ListQuery { from: Some(from), ..query.clone() });
    let bot = bot(viewer, query.filter.player.as_deref()).await?;
    viewer.page(&ListPage {
        layout: viewer.layout(viewer.locale().say(title)),
        games,
        bot,
        names: names(viewer, &found.games),
        previous: at(found.previous),
        next: at(found.next),
        age: found.age.map(|age| age.as_secs() + 1),
        query,
    })
}

/// Whose bot the player with this name is.
async fn bot(viewer: &Viewer, name: Option<&str>) -> Result<Option<String>, PageError> {
    let Some(name) = name else { return Ok(None) };
    let found = viewer.web().service.bot_called(viewer.principal(), name).await?;
    Ok(found.and_then(|bot| {
        let text = viewer.locale().text("list-bot-of").with("name", bot.name);
        Some(text.with("maker", bot.bot_of?.name).to_string())
    }))
}

/// The names of the other players of these games.
fn names(viewer: &Viewer, games: &[Table]) -> Vec<String> {
    let me = viewer.user().map(|user| &user.id);
    let players = games.iter().flat_map(|game| game.seats().into_iter().flatten());
    let people = players.filter_map(|player| player.person()).filter(|person| Some(&person.id) != me);
    let names: BTreeSet<&String> = people.map(|person| &person.name).collect();
    names.into_iter().cloned().collect()
}

/// What the query asks for. Searches by name are limited.
fn read(viewer: &Viewer, request: &HttpRequest, mine: bool) -> Result<ListQuery, PageError> {
    let query = read_list_query(&Fields::of_query(request)?, mine)?;
    viewer.web().limit_search(request, query.filter.player.is_some())?;
    Ok(query)
}
