//! `/watching`: games of those whom the viewer follows, and games that the viewer follows.

use actix_web::HttpRequest;

use crate::html::lobby::row::rows;
use crate::html::profiles::page::{FollowedRow, WatchingPage};
use crate::html::ratings::bad_from;
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::http::urls::{ProfileUrl, Url};
use crate::locale::key;
use account::FollowPerson;

pub(crate) async fn get(SignedIn { viewer, user }: SignedIn, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let below: Option<i64> = fields.parsed("below").map_err(bad_from)?;
    let found = viewer.web().service.watching(viewer.principal(), below).await?;
    let locale = viewer.locale();
    let row = |person: FollowPerson| FollowedRow {
        since: locale.day(person.at, user.zone),
        id: person.id,
        name: person.name,
    };
    viewer.page(&WatchingPage {
        layout: viewer.layout(locale.say(key("watching-title"))),
        games: rows(&viewer, &found.games),
        of_players: rows(&viewer, &found.of_players),
        is_first: below.is_none(),
        next: found.next.map(|below| Url::Profile(ProfileUrl::WatchingBelow(below)).to_string()),
        players: found.players.into_iter().map(row).collect(),
    })
}
