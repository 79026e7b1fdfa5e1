//! Connected grass: fields spread from the half sides that they own until a line stops them.

use engine::{HalfSide, SegmentKind, TileDef};

use super::curve::{Curve, Point, at};
use super::ground::{Cover, beside, centre, square};
use super::plan::{CityPlan, Plan};

/// Assigns the grass to fields: first from the half sides, then what is left for fields that reach no side.
pub(super) fn flood_fields(def: &TileDef, plan: &Plan, covers: &mut [Cover]) {
    for half in HalfSide::ALL {
        if let Some(field) = def.at_half(half)
            && let Some(seed) = square(seed(half))
        {
            flood(covers, seed, Cover::Segment(field));
        }
    }
    for (field, segment) in def.segments.iter().enumerate() {
        if segment.kind == SegmentKind::Field
            && segment.halves == 0
            && let Some(seed) = inner_seed(segment.touches, plan, covers)
        {
            flood(covers, seed, Cover::Segment(field));
        }
    }
}

/// A square of the largest remaining patch of grass that touches these cities. Slivers between two walls are not fields.
fn inner_seed(touches: u16, plan: &Plan, covers: &[Cover]) -> Option<usize> {
    let mut trial = covers.to_vec();
    let mut pieces = Vec::new();
    for start in 0..covers.len() {
        let squares = flood(&mut trial, start, Cover::Wall);
        if squares.len() > 4 {
            let piece: Vec<Point> = squares.iter().copied().map(centre).collect();
            pieces.push((touched(plan, &piece) == touches, squares.len(), start));
        }
    }
    pieces.into_iter().max().map(|(_, _, start)| start)
}

/// The cities whose walls a patch of grass touches, one bit each.
fn touched(plan: &Plan, piece: &[Point]) -> u16 {
    let near = |city: &&CityPlan| {
        let mut walls = city.walls.iter().flat_map(Curve::points);
        walls.any(|wall| piece.iter().any(|point| point.distance(wall) < 5.5))
    };
    plan.cities.iter().filter(near).fold(0, |bits, city| bits | 1 << city.segment)
}

/// The middle of a half side, one step into the tile.
pub(super) fn seed(half: HalfSide) -> Point {
    let along = if half.index().is_multiple_of(2) { -25.0 } else { 25.0 };
    at(along, -49.0).turned(half.side().index())
}

/// Covers the grass connected to `start` and returns its squares.
pub(super) fn flood(covers: &mut [Cover], start: usize, with: Cover) -> Vec<usize> {
    let mut squares = Vec::new();
    if covers[start] == Cover::Grass {
        covers[start] = with;
        squares.push(start);
    }
    let mut next = 0;
    while next < squares.len() {
        for beside in beside(squares[next]) {
            if covers[beside] == Cover::Grass {
                covers[beside] = with;
                squares.push(beside);
            }
        }
        next += 1;
    }
    squares
}
