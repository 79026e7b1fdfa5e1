//! How strong players are, worked out from the results of their games.
//!
//! The system is Weng and Lin's for the Bradley–Terry model: a rating is a normal distribution of strength, and a game with more than two
//! players is as many games of two, of which each player's changes are averaged. Summed, one game at a table of six would move a
//! newcomer five times as far as one of two. Ratings are whole thousandths, so that they are the same on every machine.

mod game;
mod pool;
mod rating;

pub use game::{Entrant, Pair, Rated, expected, rate};
pub use pool::{Pool, Seats, Tiles};
pub use rating::{Rating, points_of};
