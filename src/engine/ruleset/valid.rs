//! Which combinations of parameters are valid.

use super::{BagRule, FieldRule, HandRule, RiverRule, Ruleset, Supply, Unplaceable};
use crate::catalogue::TileKind;
use crate::seat::{FollowerKind, MAX_COLOURS};
use crate::tile::TileSet;

/// An invalid combination of parameters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{parameter}: {reason}")]
pub struct RulesError {
    /// The parameter to change, by its JSON key.
    pub parameter: String,
    pub reason: String,
}

impl RulesError {
    pub(super) fn new(parameter: &str, reason: &(impl ToString + ?Sized)) -> Self {
        Self { parameter: parameter.to_owned(), reason: reason.to_string() }
    }
}

/// The maximum number of tiles in the selected sets, and so on a board.
pub(crate) const MOST_TILES: usize = 400;

/// The maximum number of meeples of a colour.
const MOST_MEEPLES: u8 = 30;

/// The maximum number of followers on a board: the meeples of all colours, with one follower of each other kind.
pub(crate) const MOST_FOLLOWERS: usize = MAX_COLOURS * (MOST_MEEPLES as usize + FollowerKind::ALL.len() - 1);

impl Ruleset {
    /// Rejects invalid combinations, naming the parameter and the reason.
    pub fn validate(&self) -> Result<(), RulesError> {
        let refuse = |parameter, reason: &str| Err(RulesError::new(parameter, reason));
        if !self.has(TileSet::Base) {
            return refuse("sets", "the base game must be among them");
        }
        let tiles: usize = self
            .sets
            .iter()
            .flat_map(|set| TileKind::all().filter(|kind| kind.def().set == *set))
            .map(|kind| usize::from(kind.def().count))
            .sum();
        if tiles > MOST_TILES {
            return refuse("sets", &format!("{tiles} tiles are too many: {MOST_TILES} is the limit"));
        }
        if self.bag == BagRule::Uniform && self.plays_river() {
            return refuse(
                "bag",
                "a river has an end, so its tiles cannot be drawn for ever: choose the whole bag",
            );
        }
        if matches!(self.bag, BagRule::Minutes(minutes) if !(10..=600).contains(&minutes)) {
            return refuse("bag", "a game takes 10 to 600 minutes");
        }
        if matches!(self.hand, HandRule::Shared(tiles) if !(1..=6).contains(&tiles)) {
            return refuse("hand", "a hand holds 1 to 6 tiles");
        }
        if self.unplaceable == Unplaceable::PutBack && self.hand != HandRule::Shared(1) {
            return refuse("unplaceable", "only a hand of one tile can be put back");
        }
        if self.draw_ahead && self.hand != HandRule::Shared(1) {
            return refuse(
                "draw_ahead",
                "players draw ahead only with a hand of one tile: set hand to {\"shared\":1}",
            );
        }
        if !(1..=MOST_MEEPLES).contains(&self.meeples) {
            return refuse("meeples", &format!("a colour has 1 to {MOST_MEEPLES}"));
        }
        for (parameter, supply) in [("big", self.big), ("builder", self.builder), ("pig", self.pig)] {
            if matches!(supply, Supply::Count(count) if count > 1) {
                return refuse(parameter, "a colour has at most one");
            }
        }
        if self.fields == FieldRule::None && self.pig == Supply::Count(1) {
            return refuse("pig", "without fields a pig has nowhere to go");
        }
        Ok(())
    }

    /// Rejects choices that would silently have no effect. Games opened before this check may contain them.
    pub fn check_effects(&self) -> Result<(), RulesError> {
        let minutes = matches!(self.bag, BagRule::Minutes(_));
        if self.has(TileSet::River) && matches!(self.river, RiverRule::FromMinutes(_)) && !minutes {
            let why = "a river only in long games needs a bag that is counted in minutes";
            return Err(RulesError::new("river", why));
        }
        if self.fields == FieldRule::None && self.supply(FollowerKind::Pig) > 0 {
            return Err(RulesError::new("pig", "without fields a pig has nowhere to go"));
        }
        Ok(())
    }
}
