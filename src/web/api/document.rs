//! The `OpenAPI` document, made from the calls.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use serde_json::Value;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, PathItem, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, Modify, OpenApi};

use crate::api::problem::{PROBLEM, Problem};
use crate::api::{
    account, analyses, archives, challenges, channels, clocks, events, games, imports, lists, offers, plans,
    profiles, puzzles, ratings, reports, tables, talk, time, turns,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bastide",
        version = "1",
        description = "What programs can do with this server. Errors are problem details with a stable `code`."
    ),
    paths(
        get,
        account::me,
        account::waiting,
        account::notifications,
        account::mark_seen,
        account::mark_all_seen,
        account::mark_unseen,
        account::see_turns,
        account::mute,
        events::own,
        lists::public,
        lists::mine,
        archives::list,
        ratings::ranks,
        ratings::player,
        ratings::game,
        profiles::profile,
        profiles::head_to_head,
        profiles::follow_player,
        profiles::follow_game,
        profiles::following,
        profiles::followers,
        profiles::remove_follower,
        profiles::settings,
        profiles::set,
        games::game,
        games::placements,
        games::record,
        imports::list,
        imports::import,
        imports::file,
        imports::send_file,
        imports::remove_file,
        imports::delete,
        events::get,
        turns::turn,
        turns::pass,
        turns::resign,
        turns::hint,
        turns::seen,
        tables::open,
        tables::join,
        tables::leave,
        tables::close,
        tables::make_public,
        tables::invite,
        tables::decline,
        tables::reveal_salt,
        tables::rematch,
        plans::get,
        plans::set,
        plans::turn,
        plans::next,
        clocks::propose,
        clocks::answer,
        clocks::give,
        clocks::resume,
        clocks::take_over,
        clocks::take_seat,
        talk::get,
        talk::lines,
        talk::say,
        talk::withdraw,
        talk::seen,
        talk::close,
        talk::people,
        talk::hide,
        challenges::list,
        challenges::show,
        challenges::make,
        challenges::accept,
        challenges::decline,
        challenges::withdraw,
        challenges::counter,
        challenges::series,
        offers::own,
        offers::open,
        offers::make,
        offers::now,
        offers::take,
        offers::end,
        offers::games,
        reports::list,
        reports::report,
        reports::restrictions,
        analyses::get,
        analyses::request,
        puzzles::list,
        puzzles::get,
        puzzles::answer,
        time::get,
        time::set_zone,
        time::set_hours,
        time::take_leave,
        time::end_leave,
        time::set_automatic,
        channels::get,
        channels::set,
        channels::remove_device,
        channels::test_devices,
        channels::end_feed,
        channels::webhooks,
        channels::remove_webhook,
        channels::test_webhook,
        channels::switch_webhook_on,
        channels::resend,
        channels::forget,
        channels::tokens,
        channels::revoke_token,
    ),
    components(schemas(Problem)),
    modifiers(&Token)
)]
struct Api;

/// The tokens in the `Authorization` header.
struct Token;

impl Modify for Token {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("bastide_…")
            .description(Some("A token from the account page"));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("token", SecurityScheme::Http(scheme.build()));
    }
}

/// What reads can answer instead of what was asked for.
pub(super) struct Problems;

/// What other calls can answer, too.
pub(super) struct Refusals;

const READS: [(&str, &str); 8] = [
    ("400", "A parameter or the body is wrong"),
    ("401", "There is no token, or it doesn't work"),
    ("403", "The token lacks the scope, or this is not for you"),
    ("404", "There is nothing here that you may see"),
    ("405", "The address doesn't accept the method"),
    ("409", "The game or table is not there yet, or has gone on"),
    ("429", "A limit is used up: wait as long as `Retry-After` says"),
    ("503", "The server has too much to do, or no database"),
];
const WRITES: [(&str, &str); 5] = [
    ("412", "The game has gone on since the event of `If-Match`"),
    ("413", "The body is too large"),
    ("415", "The body is not JSON"),
    ("422", "The rules forbid it, or it means nothing"),
    ("428", "Neither `expected` nor `If-Match` says what the player has seen"),
];

fn problems(all: impl Iterator<Item = (&'static str, &'static str)>) -> BTreeMap<String, RefOr<Response>> {
    let problem = |(status, description): (&str, &str)| {
        let schema = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let response = ResponseBuilder::new().description(description).content(PROBLEM, schema);
        (status.to_owned(), RefOr::T(response.build()))
    };
    all.map(problem).collect()
}

impl IntoResponses for Problems {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems(READS.into_iter())
    }
}

impl IntoResponses for Refusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        problems(READS.into_iter().chain(WRITES))
    }
}

/// The methods of the address, for the header `Allow`; `None` if there is no such address.
pub(super) fn methods(path: &str) -> Option<&'static str> {
    static METHODS: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
        let methods = |item: &PathItem| match (item.get.is_some(), item.post.is_some()) {
            (true, true) => "GET, HEAD, POST",
            (true, false) => "GET, HEAD",
            _ => "POST",
        };
        let paths = Api::openapi().paths.paths;
        paths.into_iter().map(|(path, item)| (path, methods(&item))).collect()
    });
    let is_same = |(one, other): (&str, &str)| one.starts_with('{') || one == other;
    let fits = |known: &str| {
        known.split('/').count() == path.split('/').count()
            && known.split('/').zip(path.split('/')).all(is_same)
    };
    METHODS.iter().find(|(known, _)| known == path || fits(known)).map(|(_, methods)| *methods)
}

static DOCUMENT: LazyLock<String> = LazyLock::new(|| {
    let mut document = serde_json::to_value(Api::openapi()).unwrap_or_default();
    bound_integers(&mut document);
    document.to_string()
});

/// Gives whole numbers the names of the `OpenAPI` format registry, which utoipa spells otherwise, and their bounds, which more readers know.
fn bound_integers(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            let size: Option<(_, i64, u64)> = match fields.get("format").and_then(Value::as_str) {
                Some("u-int8") => Some(("uint8", 0, u8::MAX.into())),
                Some("u-int16") => Some(("uint16", 0, u16::MAX.into())),
                Some("u-int32") => Some(("uint32", 0, u32::MAX.into())),
                Some("u-int64") => Some(("uint64", 0, u64::MAX)),
                Some("int16") => Some(("int16", i16::MIN.into(), i16::MAX.unsigned_abs().into())),
                Some("int32") => Some(("int32", i32::MIN.into(), i32::MAX.unsigned_abs().into())),
                _ => None,
            };
            if let Some((name, least, most)) = size {
                fields.insert("format".to_owned(), name.into());
                fields.entry("minimum").or_insert(least.into());
                fields.entry("maximum").or_insert(most.into());
            }
            fields.values_mut().for_each(bound_integers);
        }
        Value::Array(items) => items.iter_mut().for_each(bound_integers),
        _ => {}
    }
}

/// The document as JSON.
pub(super) fn text() -> &'static str {
    &DOCUMENT
}

/// This document
#[utoipa::path(get, operation_id = "document", path = "/api/v1/openapi.json", tag = "document",
    responses((status = 200, body = Object, description = "OpenAPI 3.1")))]
pub(crate) async fn get() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "application/json"))
        .insert_header((CACHE_CONTROL, "public, max-age=3600"))
        .body(text())
}
