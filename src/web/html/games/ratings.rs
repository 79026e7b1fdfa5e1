//! `/games/{id}/ratings`: what a game did to the ratings of its players, and why.

use std::borrow::Cow;

use actix_web::http::StatusCode;

use crate::html::account::pages::Problem;
use crate::html::admin;
use crate::html::games;
use crate::html::games::ratings_page::{CorrectionPart, CorrectionRow, PairRow, RatedGamePage, RatedRow};
use crate::html::response::PageResult;
use crate::html::wording::{player, rating};
use crate::http::error::PageError;
use crate::http::flash::Flash;
use crate::http::game_path::GamePath;
use crate::http::session::Viewer;
use crate::http::staff::StaffForm;
use crate::http::urls::{RatingUrl, Url};
use crate::locale::{Locale, Message};
use ::rating::{Pair, Rated, points_of};
use service::{RatedResult, Role};
use table::{RatingChange, RatingCorrection, Table};

pub(crate) async fn get(viewer: Viewer, GamePath(id): GamePath) -> PageResult {
    page(&viewer, &games::table(&viewer, &id).await?.table, None, String::new()).await
}

/// `/admin/games/{id}/ratings`
pub(crate) async fn correct(StaffForm(member, fields): StaffForm, GamePath(id): GamePath) -> PageResult {
    let viewer = &member.viewer;
    let excluded = match fields.required("counts")? {
        "no" => true,
        "yes" => false,
        _ => return Err(PageError::bad_request("request-unclear")),
    };
    let reason = fields.required("reason")?;
    let service = &viewer.web().service;
    let Err(error) = service.correct_rating(viewer.principal(), &id, excluded, reason).await else {
        return Ok(viewer.go(&Url::Rating(RatingUrl::Game(&id)), Some(Flash::RatingCorrected), &[]));
    };
    let refused = admin::refusal(error)?;
    let table = games::table(viewer, &id).await?;
    page(viewer, &table.table, Some(refused), reason.to_owned()).await
}

async fn page(
    viewer: &Viewer,
    table: &Table,
    refused: Option<(StatusCode, Message)>,
    reason: String,
) -> PageResult {
    if !table.settings.rated {
        return Err(PageError::NotFound);
    }
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let result = service.rated_result(viewer.principal(), table).await?;
    let is_admin = service.role(viewer.principal()) == Some(Role::Admin);
    let status = refused.as_ref().map_or(StatusCode::OK, |(status, _)| *status);
    let names: Vec<String> = names(locale, table);
    let title = locale.text("rated-game-title").with("players", locale.list(&names)).to_string();
    let excluded = result.as_ref().is_some_and(is_excluded);
    let players = match &result {
        Some(result) => rows(viewer, &names, result).await?,
        None => Vec::new(),
    };
    let page = RatedGamePage {
        layout: viewer.layout(title),
        id: table.id.clone(),
        pool: table.pool(),
        pool_name: rating::pool(locale, table.pool()),
        players,
        corrections: result.as_ref().map_or_else(Vec::new, |result| corrections(viewer, result)),
        correction: (is_admin && result.is_some()).then(|| CorrectionPart {
            excluded,
            reason,
            error: refused.map(|(_, why)| Problem { field: Some("reason"), text: locale.format(&why) }),
        }),
    };
    viewer.private_page(status, &page)
}

fn is_excluded(result: &RatedResult) -> bool {
    result.corrections.last().is_some_and(|last| last.excluded)
}

/// By seat, as they are now.
fn names(locale: Locale, table: &Table) -> Vec<String> {
    let names = player::names(locale, table).into_iter();
    names.map(|name| name.map(Cow::into_owned).unwrap_or_default()).collect()
}

async fn rows(viewer: &Viewer, names: &[String], result: &RatedResult) -> Result<Vec<RatedRow>, PageError> {
    let (service, locale) = (&viewer.web().service, viewer.locale());
    let mut rows = Vec::new();
    for (change, explained) in result.changes.iter().zip(&result.explained) {
        rows.push(RatedRow {
            user: service.player(viewer.principal(), &change.user).await?.map(|player| player.id),
            name: name(names, change.seat.index()),
            place: change.place,
            left: change.left.map(|left| rating::left(locale, left)),
            before: rating::points(locale, change.before),
            after: rating::points(locale, change.after),
            difference: rating::difference(locale, change.before, change.after),
            void: change.void.map(|void| rating::void(locale, void)),
            pairs: pairs(locale, names, result, (change, explained)),
        });
    }
    Ok(rows)
}

/// None if the game doesn't count for the player.
fn pairs(
    locale: Locale,
    names: &[String],
    result: &RatedResult,
    (change, explained): (&RatingChange, &Rated),
) -> Vec<PairRow> {
    let pairs = explained.pairs.iter().filter(|_| change.void.is_none());
    pairs.map(|pair| self::pair(locale, names, result, pair)).collect()
}

fn pair(locale: Locale, names: &[String], result: &RatedResult, pair: &Pair) -> PairRow {
    let opponent = &result.changes[pair.opponent];
    #[expect(clippy::cast_precision_loss, reason = "at most a thousand")]
    let share = |thousandths: i64| thousandths as f64 / 1000.0;
    PairRow {
        name: name(names, opponent.seat.index()),
        rating: rating::points(locale, opponent.before),
        expected: locale.percent(share(pair.expected)),
        scored: locale.percent(share(pair.scored)),
        moved: rating::signed(locale, points_of(pair.moved)),
    }
}

fn name(names: &[String], seat: usize) -> String {
    names.get(seat).cloned().unwrap_or_default()
}

fn corrections(viewer: &Viewer, result: &RatedResult) -> Vec<CorrectionRow> {
    let row = |correction: &RatingCorrection| CorrectionRow {
        at: viewer.locale().moment(correction.at, viewer.zone()),
        excluded: correction.excluded,
        reason: correction.reason.clone(),
    };
    result.corrections.iter().map(row).collect()
}

/// What the final page says about ratings: "ann 1500 → 1605, ben …". `None` if the game isn't rated, or not yet.
pub(crate) async fn line(viewer: &Viewer, table: &Table) -> Result<Option<String>, PageError> {
    let Some(result) = viewer.web().service.rated_result(viewer.principal(), table).await? else {
        return Ok(None);
    };
    let (locale, names) = (viewer.locale(), names(viewer.locale(), table));
    // What is void for one may count for others.
    if let Some(void) =
        result.changes[0].void.filter(|void| result.changes.iter().all(|one| one.void == Some(*void)))
    {
        return Ok(Some(rating::void(locale, void).to_owned()));
    }
    let part = |change: &RatingChange| {
        let text = locale.text("rated-game-part").with("name", name(&names, change.seat.index()));
        text.with("before", change.before.points().to_string())
            .with("after", change.after.points().to_string())
            .to_string()
    };
    let ratings = locale.list(&result.changes.iter().map(part).collect::<Vec<_>>());
    Ok(Some(locale.text("rated-game-line").with("ratings", ratings).to_string()))
}
