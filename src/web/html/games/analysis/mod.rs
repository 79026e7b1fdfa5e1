//! The analysis of a finished game: the whole, each turn, and trying a turn again.

pub(crate) mod again;
mod again_page;
mod charts;
mod load;
pub(crate) mod overview;
mod overview_page;
mod summary;
pub(crate) mod turn;
mod turn_page;
mod turning_point;
mod words;

pub use again_page::AgainPage;
pub use charts::Charts;
pub use overview_page::{DepthChoice, OverviewPage, Report, SeatRow, TurnLine};
pub use summary::Highlight;
pub use turn_page::{BestTurn, TurnPage};
pub use turning_point::TurningPoint;
