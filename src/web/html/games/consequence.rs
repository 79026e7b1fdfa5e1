//! What a turn would bring at once.

use std::cmp::Reverse;

use crate::aids::{Aid, Aids};
use crate::engine::legal::Placement;
use crate::engine::{Cause, Colour, Event, Game, Position, Rotation, SegmentKind, TileKind, Turn};

use crate::art;
use crate::web::html::games::events::{points_each, what_paid};
use crate::web::html::games::names::{Names, listed};
use crate::web::html::games::words;
use crate::web::html::rulebook::words::Words;
use crate::web::http::urls::Draft;

/// A tile's legal cell and rotation, with what comes of it.
#[derive(Clone, Debug)]
pub struct PlacementRow {
    /// The preview.
    pub draft: Draft,
    /// The tile's sides as it would lie, in words.
    pub words: String,
    /// What is completed, what can be claimed; empty where that is not told.
    pub consequence: String,
    gain: i32,
    claims: usize,
}

/// The game after a turn has been carried out, its scores still owed.
pub fn after(game: &Game, colour: Colour, turn: Turn) -> Option<Game> {
    let mut after = game.clone();
    after.apply(&Event::of_turn(colour, turn)).ok()?;
    Some(after)
}

/// The scores of completed features that a turn has just earned.
pub fn earned(after: &Game) -> impl Iterator<Item = &Event> {
    after.owed().iter().filter(|event| matches!(event, Event::Score { cause: Cause::Completed, .. }))
}

/// "closes a city of 4 tiles: you get 8 points".
pub fn told(names: &Names, score: &Event) -> Option<String> {
    let &Event::Score { feature, colours, points, tiles, .. } = score else { return None };
    let gets = if names.all(colours) == "you" || colours.len() > 1 { "get" } else { "gets" };
    Some(format!(
        "closes {}: {} {gets} {}",
        what_paid(names.words(), feature, tiles),
        names.all(colours),
        points_each(colours, points)
    ))
}

/// What a score brings to a colour.
pub fn points_for(score: &Event, colour: Colour) -> i32 {
    match score {
        Event::Score { colours, points, .. } if colours.contains(colour) => *points,
        _ => 0,
    }
}

/// Every legal cell and rotation of a tile, the most rewarding first; by place alone where consequences are not told.
pub fn placements(game: &Game, names: &Names, kind: TileKind, aids: Aids) -> Vec<PlacementRow> {
    let Some(colour) = game.to_move() else { return Vec::new() };
    let legal = crate::engine::legal::placements(game, kind);
    let mut rows: Vec<PlacementRow> = legal
        .into_iter()
        .filter_map(|(position, rotation)| {
            let draft = Draft { tile: kind, position, rotation: Some(rotation), follower: None };
            let bare = bare(names, draft, rotation);
            if aids.allow(Aid::Consequences) {
                told_of(game, names, colour, bare, rotation)
            } else {
                Some(bare)
            }
        })
        .collect();
    rows.sort_by_key(|row| {
        let Position { x, y } = row.draft.position;
        (Reverse(row.gain), Reverse(row.claims), y, x, row.draft.rotation.map(Rotation::quarters))
    });
    rows
}

/// A placement of which nothing is told but how the tile would lie.
fn bare(names: &Names, draft: Draft, rotation: Rotation) -> PlacementRow {
    let words = names.words().tell(art::words_of_sides(draft.tile, rotation));
    PlacementRow { draft, words, consequence: String::new(), gain: 0, claims: 0 }
}

/// The same with what comes of it.
fn told_of(
    game: &Game,
    names: &Names,
    colour: Colour,
    bare: PlacementRow,
    rotation: Rotation,
) -> Option<PlacementRow> {
    let Draft { tile: kind, position, .. } = bare.draft;
    let placement = Placement::new(game, kind, position, rotation).ok()?;
    let after = after(game, colour, Turn { tile: kind, position, rotation, follower: None })?;
    let mut told: Vec<String> = earned(&after).filter_map(|score| self::told(names, score)).collect();
    told.extend(unowned(names.words(), &placement, kind, rotation));
    let claims = claims(names.words(), &placement, kind, rotation);
    if !claims.is_empty() {
        told.push(format!("free to claim: {}", listed(&claims)));
    }
    Some(PlacementRow {
        consequence: if told.is_empty() { "nothing to claim".to_owned() } else { told.join("; ") },
        gain: gain(&after, colour),
        claims: claims.len(),
        ..bare
    })
}

/// What the tile completes without anybody in it.
fn unowned(
    words: &Words,
    placement: &Placement,
    kind: TileKind,
    rotation: Rotation,
) -> impl Iterator<Item = String> {
    let closed = (0..kind.def().segments.len()).filter(|&segment| {
        let prospect = placement.prospect(segment);
        prospect.kind != SegmentKind::Cloister && prospect.figures == 0 && placement.completes(segment)
    });
    closed.map(move |segment| {
        format!("closes {}, which is nobody's", words::segment(words, kind, rotation, segment))
    })
}

fn claims(words: &Words, placement: &Placement, kind: TileKind, rotation: Rotation) -> Vec<String> {
    let mut segments: Vec<usize> =
        placement.choices().filter(|(.., allowed)| allowed.is_ok()).map(|(_, segment, _)| segment).collect();
    segments.sort_unstable();
    segments.dedup();
    segments.into_iter().map(|segment| words::segment(words, kind, rotation, segment)).collect()
}

/// Points for the colour to move less what the best of the others gets.
fn gain(after: &Game, colour: Colour) -> i32 {
    let points = |of: Colour| -> i32 { earned(after).map(|score| points_for(score, of)).sum() };
    let others = after.colours().filter(|&other| after.seat_of(other) != after.seat_of(colour));
    points(colour) - others.map(points).max().unwrap_or(0)
}
