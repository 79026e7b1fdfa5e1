//! The immediate effects of a placement: what it completes and for whom, and what it lets the player claim.

use std::cmp::Reverse;

use serde::Serialize;

use engine::legal::Placement;
use engine::{Cause, Cell, Colour, ColourSet, Event, Game, Rotation, Scored, SegmentKind, TileKind, Turn};

/// A feature that was just completed and scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Completed {
    pub feature: Scored,
    /// The number of its tiles; nine for a cloister.
    pub tiles: Option<u16>,
    /// The colours that score; each gets all of the points.
    pub colours: ColourSet,
    pub points: i32,
}

impl Completed {
    /// The completed feature of a scoring event; `None` for final scoring.
    pub fn of(event: &Event) -> Option<Self> {
        match *event {
            Event::Score { feature, colours, points, tiles, cause: Cause::Completed } => {
                Some(Self { feature, tiles, colours, points })
            }
            _ => None,
        }
    }

    /// What the turn just applied completes.
    pub fn owed(after: &Game) -> impl Iterator<Item = Self> {
        after.owed().iter().filter_map(Self::of)
    }

    pub fn points_for(&self, colour: Colour) -> i32 {
        if self.colours.contains(colour) { self.points } else { 0 }
    }
}

/// The points that a colour gets immediately from the turn just applied.
pub fn points_at_once(after: &Game, colour: Colour) -> i32 {
    Completed::owed(after).map(|completed| completed.points_for(colour)).sum()
}

/// The game after a turn of the colour to move, with its scoring still pending; `None` if the turn is illegal.
pub fn after(game: &Game, turn: Turn) -> Option<Game> {
    let mut after = game.clone();
    after.apply(&Event::of_turn(game.to_move()?, turn)).ok()?;
    Some(after)
}

/// The effects of a placement without a follower, and where a follower could go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Consequence {
    /// Completed features that score.
    pub completed: Vec<Completed>,
    /// Segments of the tile whose features are completed but unclaimed.
    pub unclaimed: Vec<usize>,
    /// Segments of the tile that accept some follower.
    pub claimable: Vec<usize>,
    /// Points gained by the player to move relative to the best opponent.
    pub margin: i32,
}

impl Consequence {
    /// The consequence of a placement by the colour to move; `None` if it is illegal.
    pub fn of(game: &Game, kind: TileKind, position: Cell, rotation: Rotation) -> Option<Self> {
        let colour = game.to_move()?;
        let placement = Placement::new(game, kind, position, rotation).ok()?;
        let after = after(game, Turn { tile: kind, position, rotation, follower: None })?;
        let opponents = after.colours().filter(|&other| after.seat_of(other) != after.seat_of(colour));
        let best = opponents.map(|other| points_at_once(&after, other)).max().unwrap_or(0);
        Some(Self {
            completed: Completed::owed(&after).collect(),
            unclaimed: unclaimed(&placement, kind),
            claimable: claimable(&placement),
            margin: points_at_once(&after, colour) - best,
        })
    }
}

fn unclaimed(placement: &Placement, kind: TileKind) -> Vec<usize> {
    let segments = 0..kind.def().segments.len();
    let is_unclaimed = |&segment: &usize| {
        let prospect = placement.prospect(segment);
        prospect.kind != SegmentKind::Cloister && prospect.followers == 0 && placement.completes(segment)
    };
    segments.filter(is_unclaimed).collect()
}

fn claimable(placement: &Placement) -> Vec<usize> {
    let allowed = placement.choices().filter(|(.., allowed)| allowed.is_ok());
    let mut segments: Vec<usize> = allowed.map(|(_, segment, _)| segment).collect();
    segments.sort_unstable();
    segments.dedup();
    segments
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatedPlacement {
    pub position: Cell,
    pub rotation: Rotation,
    #[serde(flatten)]
    pub consequence: Consequence,
}

/// The placements of a tile, sorted by margin, then by what can be claimed, then by position.
pub fn rated_placements(game: &Game, kind: TileKind, placements: &[(Cell, Rotation)]) -> Vec<RatedPlacement> {
    let rate = |&(position, rotation): &(Cell, Rotation)| {
        let consequence = Consequence::of(game, kind, position, rotation)?;
        Some(RatedPlacement { position, rotation, consequence })
    };
    let mut placements: Vec<_> = placements.iter().filter_map(rate).collect();
    placements.sort_by_key(|RatedPlacement { position, rotation, consequence }| {
        let order = (position.y, position.x, rotation.quarters());
        (Reverse(consequence.margin), Reverse(consequence.claimable.len()), order)
    });
    placements
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::legal;
    use samples::game_of;

    const CITY: &str = r#""tile":"FCFC","x":0,"y":-1,"rotation":1,"follower":{"kind":"meeple","on":"top"}"#;
    const FAR: &str = r#""tile":"RFRF","x":1,"y":0,"rotation":1"#;

    #[test]
    fn closing_a_city_scores_for_its_owner_and_comes_first() {
        let game = game_of(&[CITY, FAR], "CFFF");
        let kind: TileKind = "CFFF".parse().unwrap();
        let best = &rated_placements(&game, kind, &legal::distinct_placements(&game, kind))[0];
        assert_eq!((best.position, best.rotation), (Cell::new(0, -2), Rotation::R2));
        let red: ColourSet = [Colour(0)].into_iter().collect();
        let city = Completed { feature: Scored::City, tiles: Some(3), colours: red, points: 6 };
        assert_eq!(best.consequence.completed, [city]);
        assert_eq!(best.consequence.margin, 6);
        assert!(best.consequence.unclaimed.is_empty());
        // Only the field: the city is taken.
        assert_eq!(best.consequence.claimable, [1]);
    }

    #[test]
    fn closing_an_opponents_city_is_a_loss() {
        let game = game_of(&[CITY], "CFFF");
        let kind: TileKind = "CFFF".parse().unwrap();
        let worst = rated_placements(&game, kind, &legal::distinct_placements(&game, kind)).pop().unwrap();
        assert_eq!((worst.position, worst.consequence.margin), (Cell::new(0, -2), -6));
    }

    #[test]
    fn a_completed_city_without_followers_is_unclaimed_and_can_be_claimed() {
        let game = game_of(&[], "CFFF");
        let kind: TileKind = "CFFF".parse().unwrap();
        let closing = Consequence::of(&game, kind, Cell::new(0, -1), Rotation::R2).unwrap();
        assert_eq!((closing.completed, closing.unclaimed, closing.claimable), (vec![], vec![0], vec![0, 1]));
        assert!(Consequence::of(&game, kind, Cell::new(0, -1), Rotation::R0).is_none());
    }

    #[test]
    fn a_consequence_is_plain_json() {
        let game = game_of(&[], "CFFF");
        let kind: TileKind = "CFFF".parse().unwrap();
        let first = rated_placements(&game, kind, &legal::distinct_placements(&game, kind)).remove(0);
        let expected = serde_json::json!({
            "position": { "x": 0, "y": -1 }, "rotation": 2,
            "completed": [], "unclaimed": [0], "claimable": [0, 1], "margin": 0,
        });
        assert_eq!(serde_json::to_value(first).unwrap(), expected);
    }
}
