//! The meaning of positions, as values: no sentences, names, links or drawings.
//!
//! Pages express these values in words, and JSON can contain them as they are. Players appear as colours and places as
//! cells. Lists with one entry per colour are in the order of [`Position::colours`](engine::Position::colours).

mod breakdown;
mod consequence;
mod feature;
mod follower;
mod forecast;
mod hand_placements;
mod history;
mod odds;
mod player;
mod region;
mod since;
mod turn_log;
mod turn_preview;

pub use breakdown::{Breakdown, Entry, Holder, Nothing, Paid, Tally, scoring_kinds, tallies};
pub use consequence::{Completed, Consequence, RatedPlacement, after, points_at_once, rated_placements};
pub use feature::{Feature, Standing, features, open_features};
pub use follower::{FollowerOption, Tenant};
pub use forecast::{Forecast, if_ended_now};
pub use hand_placements::HandPlacements;
pub use history::{gains_since_own_turn, score_history};
pub use odds::{CellOdds, Fitting, KindLeft, cell_odds, dead_cells, tiles_left, uniform_kinds};
pub use player::Player;
pub use region::{Region, Regions};
pub use since::{ReturnedFollower, Since, SinceStep, last_own_turn};
pub use turn_log::{LogEntry, last_log_entries, log_entries};
pub use turn_preview::{Misfit, TurnPreview};
