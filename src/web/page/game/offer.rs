//! What a script needs to lay tiles down without asking again: every legal placement and follower, in the page as JSON.
//! The script knows no rules; it offers what stands here.

use serde::Serialize;
use std::collections::BTreeMap;

use super::choices::value;
use super::names::Names;
use super::words;
use crate::engine::legal::Placement;
use crate::engine::{Colour, FollowerKind, Game, Rotation, TileKind, legal};
use crate::web::page::art;

/// The legal turns of the hand.
#[derive(Serialize)]
struct Offer {
    /// By the name of the kind.
    tiles: BTreeMap<&'static str, Tile>,
    /// The player's figures, drawn, by kind.
    figures: BTreeMap<&'static str, String>,
}

#[derive(Serialize)]
struct Tile {
    /// Where a follower stands on each segment of the unrotated tile, in tile units around its centre.
    spots: Vec<(i32, i32)>,
    /// For each rotation, what its segments are called.
    names: [Vec<String>; 4],
    /// Followers: the value of the form, and the segment.
    followers: Vec<(String, usize)>,
    /// Placements: cell, rotation, and which of the followers may be placed.
    at: Vec<(i16, i16, u8, Vec<usize>)>,
}

/// The offer as JSON that may stand inside a script element. What comes of a placement stands in the page's list of them.
pub fn json(game: &Game, names: &Names) -> String {
    let tiles = game.hand().iter().map(|&kind| (kind.name(), tile(game, names, kind))).collect();
    let rules = game.rules();
    let kinds = FollowerKind::ALL.into_iter().filter(|&kind| rules.supply(kind) > 0);
    let hue = names.hue(game.to_move().unwrap_or(Colour(0)));
    let figures = kinds.map(|kind| (kind.word(), art::figure(hue, kind))).collect();
    let offer = Offer { tiles, figures };
    // No "</script>" can be in it, nor anything else that begins a tag.
    serde_json::to_string(&offer).unwrap_or_default().replace('<', "\\u003c")
}

fn tile(game: &Game, names: &Names, kind: TileKind) -> Tile {
    let segments = 0..kind.def().segments.len();
    #[allow(clippy::cast_possible_truncation, reason = "a tile is 100 units wide")]
    let spot =
        |segment| art::anchor(kind, segment).map_or((0, 0), |(x, y)| (x.round() as i32, y.round() as i32));
    let name = |rotation| {
        segments.clone().map(|segment| words::segment(names.words(), kind, rotation, segment)).collect()
    };
    let mut followers: Vec<(String, usize)> = Vec::new();
    let mut number = |follower: (String, usize)| {
        followers.iter().position(|known| *known == follower).unwrap_or_else(|| {
            followers.push(follower);
            followers.len() - 1
        })
    };
    let mut at = Vec::new();
    for (position, rotation) in legal::placements(game, kind) {
        let Ok(placement) = Placement::new(game, kind, position, rotation) else { continue };
        let allowed = placement.choices().filter(|(_, _, allowed)| allowed.is_ok());
        let allowed = allowed.map(|(follower, segment, _)| number((value(follower), segment))).collect();
        at.push((position.x, position.y, u8::from(rotation), allowed));
    }
    at.sort_unstable_by_key(|&(x, y, rotation, _)| (y, x, rotation));
    Tile { spots: segments.clone().map(spot).collect(), names: Rotation::ALL.map(name), followers, at }
}
