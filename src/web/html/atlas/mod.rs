//! `/atlas`: all possible tiles, and those that exist.

pub mod breach;
pub mod chart;
pub mod choice;
pub mod pages;
pub(crate) mod trial;
pub mod trial_page;

use actix_web::web::{Path, block};

use crate::html::atlas::chart::Chart;
use crate::html::atlas::pages::{AtlasPage, GroupPage, OutsidePage, SheetPage};
use crate::html::response::PageResult;
use crate::html::wording::rule_names::expansion;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use engine::TileSet;

/// Drawn on a blocking thread on first use.
async fn chart(viewer: &Viewer) -> Result<&'static Chart, PageError> {
    let locale = viewer.locale();
    block(move || chart::chart(locale)).await.map_err(PageError::internal)
}

pub(crate) async fn index(viewer: Viewer) -> PageResult {
    let chart = chart(&viewer).await?;
    viewer.page(&AtlasPage { layout: viewer.layout(viewer.locale().say("atlas-title")), chart })
}

pub(crate) async fn group(viewer: Viewer, name: Path<String>) -> PageResult {
    let chart = chart(&viewer).await?;
    let (place, group) = chart.group(&name).ok_or(PageError::NotFound)?;
    let name = |place: usize| chart.groups.get(place).map(|group| group.name);
    viewer.page(&GroupPage {
        layout: viewer.layout(viewer.locale().text("atlas-page-title").with("page", group.name)),
        group,
        before: place.checked_sub(1).and_then(name),
        after: name(place + 1),
    })
}

pub(crate) async fn outside(viewer: Viewer) -> PageResult {
    viewer.page(&OutsidePage {
        layout: viewer.layout(viewer.locale().say("atlas-outside-title")),
        chart: chart(&viewer).await?,
    })
}

pub(crate) async fn sheet(viewer: Viewer) -> PageResult {
    sheet_of(&viewer, TileSet::Base)
}

pub(crate) async fn sheet_of_set(viewer: Viewer, set: Path<String>) -> PageResult {
    let set = TileSet::ALL.into_iter().find(|known| known.word() == *set).ok_or(PageError::NotFound)?;
    sheet_of(&viewer, set)
}

fn sheet_of(viewer: &Viewer, set: TileSet) -> PageResult {
    let title = viewer.locale().text("atlas-page-title").with("page", expansion(viewer.locale(), set));
    viewer.page(&SheetPage { layout: viewer.layout(title), set, locale: viewer.locale() })
}
