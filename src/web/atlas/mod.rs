//! `/atlas`: which tiles there can be, and which there are.

pub(super) mod trial;

use actix_web::web::{Path, block};

use super::answer::Answer;
use super::error::PageError;
use super::page::atlas::chart::{self, Chart};
use super::page::atlas::{AtlasPage, GroupPage, OutsidePage, SheetPage};
use super::session::Viewer;
use crate::engine::TileSet;

/// The atlas. The first who asks waits for it to be drawn, and nobody else does.
async fn chart() -> Result<&'static Chart, PageError> {
    block(chart::chart).await.map_err(PageError::internal)
}

/// All groups.
pub(super) async fn index(viewer: Viewer) -> Answer {
    viewer.page(&AtlasPage { layout: viewer.layout("Tile atlas"), chart: chart().await? })
}

/// One group.
pub(super) async fn group(viewer: Viewer, name: Path<String>) -> Answer {
    let chart = chart().await?;
    let (place, group) = chart.group(&name).ok_or(PageError::NotFound)?;
    let name = |place: usize| chart.groups.get(place).map(|group| group.name);
    viewer.page(&GroupPage {
        layout: viewer.layout(format!("{} – Tile atlas", group.name)),
        group,
        before: place.checked_sub(1).and_then(name),
        after: name(place + 1),
    })
}

/// The tiles without a group.
pub(super) async fn outside(viewer: Viewer) -> Answer {
    viewer.page(&OutsidePage {
        layout: viewer.layout("Tiles without a group – Tile atlas"),
        chart: chart().await?,
    })
}

/// The sheet of the base game.
pub(super) async fn sheet(viewer: Viewer) -> Answer {
    sheet_of(&viewer, TileSet::Base)
}

/// The sheet of a box.
pub(super) async fn sheet_of_set(viewer: Viewer, set: Path<String>) -> Answer {
    let set = TileSet::ALL.into_iter().find(|known| known.word() == *set).ok_or(PageError::NotFound)?;
    sheet_of(&viewer, set)
}

fn sheet_of(viewer: &Viewer, set: TileSet) -> Answer {
    viewer.page(&SheetPage { layout: viewer.layout(format!("{} – Tile atlas", set.title())), set })
}
