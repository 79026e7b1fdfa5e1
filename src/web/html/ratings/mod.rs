//! Ratings: the ranked players, a player's rated games, what a game did, and how it all works.

mod history;
mod page;

pub(crate) use history::history;
pub use page::{AboutRatingsPage, HistoryPage, RanksPage};

use actix_web::HttpRequest;
use actix_web::http::StatusCode;

use crate::html::ratings::page::{LevelRating, PoolChoice, RankRow};
use crate::html::response::PageResult;
use crate::html::wording::{player as player_words, rating};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::locale::{Locale, key};
use ::rating::{Pool, Rating};
use art::{Label, line_chart};
use table::{ComputerLevel, RankCursor};

/// `/ratings`: the ranked players of a pool.
pub(crate) async fn get(viewer: Viewer, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let pool = pool_of(&fields)?;
    let from: Option<RankCursor> = fields.parsed("from").map_err(bad_from)?;
    let service = &viewer.web().service;
    let found = service.ranks(viewer.principal(), pool, from.as_ref()).await?;
    let (locale, now) = (viewer.locale(), service.now());
    let first = from.map_or(0, |from| from.rank);
    let rows = found.players.iter().zip(first.saturating_add(1)..);
    viewer.page(&RanksPage {
        layout: viewer.layout(locale.say("ratings-title")),
        pool,
        pools: pools(locale, pool),
        rows: rows
            .map(|(player, rank)| RankRow {
                rank,
                name: player_words::person_name(locale, &player.person).into_owned(),
                user: player.person.id.clone(),
                points: rating::now(locale, &player.rating, now),
                games: player.rating.games,
                played: locale.day(player.rating.ended, viewer.zone()),
            })
            .collect(),
        is_first: first == 0,
        next: found.next,
    })
}

/// `/ratings/about`: how ratings work.
pub(crate) async fn about(viewer: Viewer) -> PageResult {
    let locale = viewer.locale();
    let level = |level: ComputerLevel| Some(LevelRating { number: level.number()?, points: level.points()? });
    let page = AboutRatingsPage {
        layout: viewer.layout(locale.say("ratings-about-title")),
        picture: forecast(locale),
        levels: ComputerLevel::ALL.into_iter().filter_map(level).collect(),
    };
    viewer.page_with(StatusCode::OK, &page)
}

/// The pool that a query asks for.
pub(crate) fn pool_of(fields: &Fields) -> Result<Pool, PageError> {
    Ok(fields.chosen("pool", Pool::parse)?.unwrap_or(Pool::ALL[0]))
}

pub(crate) fn bad_from(_: PageError) -> PageError {
    PageError::bad_request("request-from")
}

fn pools(locale: Locale, chosen: Pool) -> Vec<PoolChoice> {
    let choice = |pool| PoolChoice { pool, name: rating::pool(locale, pool), chosen: pool == chosen };
    Pool::ALL.into_iter().map(choice).collect()
}

/// The share of wins by the difference of two ratings, of which much is known, up to 600 points.
fn forecast(locale: Locale) -> String {
    const STEP: i64 = 20;
    const MOST: i64 = 600;
    let rating = |points: i64| Rating::with_points(1500 + points, 2_000);
    let share = |points: i64| i32::try_from(::rating::expected(rating(points), rating(0))).unwrap_or(0);
    let steps = -MOST / STEP..=MOST / STEP;
    let values: Vec<i32> = steps.map(|step| share(step * STEP)).collect();
    let heights = [0, 25, 50, 75, 100]
        .map(|percent| Label { at: 10 * percent, text: locale.percent(f64::from(percent) / 100.0) });
    let steps = [-MOST, -400, -200, 0, 200, 400, MOST].map(|points| Label {
        at: i32::try_from((points + MOST) / STEP).unwrap_or(0),
        text: rating::signed(locale, points),
    });
    line_chart(locale.say(key("ratings-forecast-label")), &values, &heights, &steps)
}
