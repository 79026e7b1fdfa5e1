//! Options for the follower of a placement: the feature it would stand in and its immediate points.

use serde::Serialize;

use super::feature::Feature;
use engine::{Colour, Follower};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowerOption {
    pub follower: Follower,
    /// The segment of the tile it would stand on.
    pub segment: usize,
    /// The feature after the turn, before scoring.
    pub feature: Feature,
    /// Colours already in the feature, in turn order.
    pub tenants: Vec<Tenant>,
    /// Extra points that this follower scores immediately, in which case it returns at once.
    pub gain: i32,
    /// Extra points if the game ended right after the turn, including `gain`.
    pub at_end: i32,
}

/// A colour with strength in a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tenant {
    pub colour: Colour,
    pub strength: u8,
}
