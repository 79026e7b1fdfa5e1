//! The analysis of a finished game: the whole, each turn, and trying a turn again.

pub(in crate::web) mod again;
mod again_page;
mod charts;
pub(in crate::web) mod overview;
mod overview_page;
mod summary;
pub(in crate::web) mod turn;
mod turn_page;

pub use again_page::AgainPage;
pub use charts::Charts;
pub use overview_page::{DepthChoice, OverviewPage, Report, SeatRow, TurnLine};
pub use summary::Highlight;
pub use turn_page::{BestTurn, TurnPage};

use crate::analysis::{Depth, Move};
use crate::engine::{Follower, Seat};
use crate::table::GameId;
use crate::web::html::games::LoadedGame;
use crate::web::html::wording::names::Names;
use crate::web::html::wording::words;
use crate::web::http::error::PageError;
use crate::web::http::form::Fields;
use crate::web::http::session::Viewer;

/// The depth that a query asks for.
fn depth(fields: &Fields) -> Result<Depth, PageError> {
    match fields.optional("depth")? {
        None => Ok(Depth::Quick),
        Some(word) => Depth::parse(word).ok_or(PageError::NotFound),
    }
}

/// A finished game with its analyses.
async fn load(
    viewer: &Viewer,
    id: &str,
    depth: Depth,
) -> Result<(LoadedGame, crate::service::AnalysisView), PageError> {
    let game = GameId::parse(id).ok_or(PageError::NotFound)?;
    let view = viewer.web().service.analysis(viewer.principal(), &game, depth).await?;
    let view = view.ok_or(PageError::NotFound)?;
    let loaded = LoadedGame::of(viewer.locale(), view.table.clone()).map_err(|_| PageError::NotFound)?;
    Ok((loaded, view))
}

/// "Tile at (1, 2), meeple on the city to the north".
fn place(names: &Names, play: Move) -> String {
    let locale = names.locale();
    let Some(turn) = play.turn() else { return locale.say("analysis-pass").to_owned() };
    let follower = turn.follower.and_then(|Follower { kind, on }| {
        let segment = on.segment(turn.tile, turn.rotation)?;
        Some((names.follower(kind), words::segment(locale, turn.tile, turn.rotation, segment)))
    });
    match follower {
        Some((follower, place)) => {
            let text = locale.text("analysis-place-follower").with("cell", turn.position);
            text.with("follower", follower).with("place", place).to_string()
        }
        None => locale.text("analysis-place").with("cell", turn.position).to_string(),
    }
}

/// "ann", "You".
fn who(names: &Names, seat: Seat) -> String {
    names.seat_name(seat).to_owned()
}
