//! Lists of games.

use actix_web::HttpRequest;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use crate::api::caller::{Caller, Member};
use crate::api::document::Problems;
use crate::api::problem::ApiError;
use crate::api::response::{ApiResult, part, query};
use crate::api::table_json::TableJson;
use crate::http::list_query::read_list_query;
use crate::http::urls::ListQuery;
use table::Page;

/// A part of a list of games. The header `Link` has the address of the next.
#[derive(Serialize, ToSchema)]
#[schema(as = Games)]
pub(super) struct GamesJson {
    pub games: Vec<TableJson>,
}

/// What lists can be asked for, as `read_list_query` reads it.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "only for the document")]
struct ListParameters {
    /// `open`, `playing` or `finished`
    status: Option<String>,
    /// The name of a player with a seat, beside yours in a list of your games
    player: Option<String>,
    /// A preset, such as `modern`
    rules: Option<String>,
    /// An expansion, or `none`
    expansions: Option<String>,
    /// `oldest` for the first opened first
    sort: Option<String>,
    /// Where the part begins, from the `Link` of the part before
    after: Option<i64>,
}

/// Public games
///
/// The last opened first. Follow the `Link` with `rel="next"` for more.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", security((), ("token" = ["read"])),
    params(ListParameters),
    responses((status = 200, body = GamesJson), Problems))]
pub(crate) async fn public(caller: Caller, request: HttpRequest) -> ApiResult {
    let query = asked(&caller, &request, false)?;
    let found = caller.service().public_games(&caller.principal, &query.filter, query.from).await?;
    answer(query, &found)
}

/// Your games
///
/// Tables and games with a seat of yours, the last opened first.
#[utoipa::path(get, path = "/api/v1/games/mine", tag = "games", security(("token" = ["read"])),
    params(ListParameters),
    responses((status = 200, body = GamesJson), Problems))]
pub(crate) async fn mine(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let query = asked(&caller, &request, true)?;
    let found = caller.service().my_games(&caller.principal, &query.filter, query.from).await?;
    answer(query, &found)
}

/// Searches by name are limited.
fn asked(caller: &Caller, request: &HttpRequest, mine: bool) -> Result<ListQuery, ApiError> {
    let query = read_list_query(&query(request)?, mine)?;
    caller.web.limit_search(request, query.filter.player.is_some())?;
    Ok(query)
}

fn answer(query: ListQuery, found: &Page) -> ApiResult {
    let path = if query.mine { "/api/v1/games/mine" } else { "/api/v1/games" };
    let next = found.next.map(|next| format!("{path}{}", ListQuery { from: Some(next), ..query }));
    part(&GamesJson { games: TableJson::list(&found.games) }, next)
}
