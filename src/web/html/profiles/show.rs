//! `/players/{id}`: a player's profile.

use actix_web::web::Path;

use crate::html::lobby::row::rows;
use crate::html::profiles::page::{GamesPart, HidePart, PlayerPage, PoolRating, ShownPart};
use crate::html::profiles::sums;
use crate::html::response::PageResult;
use crate::html::wording::{player, profile as words, rating};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::{ListQuery, SearchQuery, Url};
use ::rating::Pool;
use account::UserId;
use service::{PlayerProfile, ShownProfile};
use table::{Filter, Person, PlayerRating, Search, Status, Table};

pub(crate) async fn get(viewer: Viewer, id: Path<String>) -> PageResult {
    let id = UserId::parse(&id).ok_or(PageError::NotFound)?;
    let found = viewer.web().service.player_profile(viewer.principal(), &id).await?;
    let PlayerProfile { person, ratings, shown, head_to_head, follows } = found.ok_or(PageError::NotFound)?;
    let (locale, hide) = (viewer.locale(), hide_part(&viewer, &person).await?);
    viewer.page(&PlayerPage {
        layout: viewer.layout(player::person_name(locale, &person)),
        own: viewer.user().is_some_and(|user| user.id == person.id),
        name: player::person_name(locale, &person).into_owned(),
        follows,
        ratings: ratings.iter().map(|(pool, known)| pool_rating(&viewer, *pool, known)).collect(),
        head_to_head: head_to_head.map(|found| words::head_to_head(locale, found)),
        shown: shown.map(|shown| shown_part(&viewer, &person, &shown)),
        may_challenge: hide.as_ref().is_some_and(|part| !part.blocked)
            && viewer.guest().is_none()
            && !person.is_bot(),
        hide,
        user: person.id,
    })
}

fn pool_rating(viewer: &Viewer, pool: Pool, known: &PlayerRating) -> PoolRating {
    let (locale, now) = (viewer.locale(), viewer.web().service.now());
    PoolRating {
        pool,
        name: rating::pool(locale, pool),
        points: rating::now(locale, known, now),
        games: known.games,
        played: locale.day(known.ended, viewer.zone()),
        ranked: known.is_ranked(now),
    }
}

fn shown_part(viewer: &Viewer, person: &Person, shown: &ShownProfile) -> ShownPart {
    let (locale, total) = (viewer.locale(), sums::total(&shown.sums));
    let search = Search { player: Some(person.name.clone()), ..Search::default() };
    let query = SearchQuery { search, first: None, last: None, from: None };
    ShownPart {
        summary: sums::summary(locale, &total),
        groups: if total.games() > 0 { sums::groups(locale, &shown.sums) } else { Vec::new() },
        points: sums::points(locale, &total),
        facts: sums::facts(locale, &total, shown.reliability),
        playing: games(viewer, person, Status::Playing, &shown.playing),
        finished: games(viewer, person, Status::Finished, &shown.finished),
        search: Url::SearchOf(&query).to_string(),
        standings: Url::Standings(&query).to_string(),
    }
}

fn games(viewer: &Viewer, person: &Person, status: Status, (games, more): &(Vec<Table>, bool)) -> GamesPart {
    let filter = Filter { status: Some(status), player: Some(person.name.clone()), ..Filter::default() };
    let more = more.then_some(ListQuery { mine: false, filter, from: None });
    GamesPart { games: rows(viewer, games), more }
}

/// `None` for visitors and oneself.
async fn hide_part(viewer: &Viewer, person: &Person) -> Result<Option<HidePart>, PageError> {
    if viewer.user().is_none_or(|user| user.id == person.id) {
        return Ok(None);
    }
    let found = viewer.web().service.separation(viewer.principal(), &person.id).await?;
    let name = player::person_name(viewer.locale(), person).into_owned();
    Ok(Some(HidePart { name, muted: found.muted, blocked: found.blocked }))
}
