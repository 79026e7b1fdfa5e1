//! A player's rated games.

use actix_web::HttpRequest;
use actix_web::web::Path;

use crate::html::ratings::page::{ChangeRow, HistoryPage};
use crate::html::ratings::{bad_from, pool_of, pools};
use crate::html::response::PageResult;
use crate::html::wording::{player, rating};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::locale::key;
use account::UserId;
use art::{Label, line_chart};
use table::{Person, RatingChange};

/// `/players/{id}/ratings`
pub(crate) async fn history(viewer: Viewer, id: Path<String>, request: HttpRequest) -> PageResult {
    let person = find(&viewer, &id).await?;
    let fields = Fields::of_query(&request)?;
    let (pool, from) = (pool_of(&fields)?, fields.parsed("from").map_err(bad_from)?);
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let found = service.rating_history(viewer.principal(), &person.id, pool, from.as_ref()).await?;
    let known = service.ratings(viewer.principal(), &person.id).await?;
    let mut pools = pools(locale, pool);
    pools.retain(|choice| choice.chosen || known.iter().any(|(known, _)| *known == choice.pool));
    let name = player::person_name(locale, &person);
    viewer.page(&HistoryPage {
        layout: viewer.layout(locale.text("rating-history-title").with("name", name).to_string()),
        pools,
        pool,
        picture: picture(&viewer, &found.changes),
        rows: found.changes.iter().map(|change| row(&viewer, change)).collect(),
        is_first: from.is_none(),
        next: found.next,
        user: person.id,
    })
}

async fn find(viewer: &Viewer, id: &str) -> Result<Person, PageError> {
    let id = UserId::parse(id).ok_or(PageError::NotFound)?;
    viewer.web().service.player(viewer.principal(), &id).await?.ok_or(PageError::NotFound)
}

fn row(viewer: &Viewer, change: &RatingChange) -> ChangeRow {
    let locale = viewer.locale();
    ChangeRow {
        game: change.game.clone(),
        ended: locale.day(change.ended, viewer.zone()),
        place: change.place,
        before: rating::points(locale, change.before),
        after: rating::points(locale, change.after),
        difference: rating::difference(locale, change.before, change.after),
        void: change.void.map(|void| rating::void(locale, void)),
    }
}

/// The rating after each of these games, the first of which was the last; none for fewer than two.
fn picture(viewer: &Viewer, changes: &[RatingChange]) -> Option<String> {
    let points = |change: &RatingChange| i32::try_from(change.after.points()).unwrap_or(0);
    let values: Vec<i32> = changes.iter().rev().map(points).collect();
    let (lowest, highest) = (values.iter().min()?, values.iter().max()?);
    let step = if highest - lowest > 400 { 200 } else { 50 };
    let bottom = lowest.div_euclid(step) * step;
    let lines = (highest - bottom) / step + 2;
    let heights = (0..lines).map(|line| bottom + line * step);
    let heights: Vec<Label> = heights.map(|at| Label { at, text: at.to_string() }).collect();
    let label = viewer.locale().say(key("rating-history-label"));
    (values.len() > 1).then(|| line_chart(label, &values, &heights, &[]))
}
