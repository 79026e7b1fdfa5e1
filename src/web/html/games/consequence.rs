//! What a placement brings at once, in words.

use crate::aids::{Aid, Aids};
use crate::engine::{Game, Rotation, TileKind, legal};
use crate::insight::{self, Completed, Consequence, RatedPlacement};

use crate::web::html::games::events::{points_each, what_paid};
use crate::web::html::games::names::{Names, listed};
use crate::web::html::games::words;
use crate::web::html::tile_words;
use crate::web::http::urls::Draft;

/// A tile's legal cell and rotation, with what comes of it.
#[derive(Clone, Debug)]
pub struct PlacementRow {
    /// The preview.
    pub draft: Draft,
    /// The tile's sides as it would lie, in words.
    pub words: String,
    /// What is completed, what can be claimed; empty where the table plays without that.
    pub consequence: String,
}

/// Every legal cell and rotation of a tile, the most rewarding first; by place alone where consequences are not shown.
pub fn placements(game: &Game, names: &Names, kind: TileKind, aids: Aids) -> Vec<PlacementRow> {
    if game.to_move().is_none() {
        return Vec::new();
    }
    if aids.allow(Aid::Consequences) {
        let row = |RatedPlacement { position, rotation, consequence }| PlacementRow {
            draft: Draft { tile: kind, position, rotation: Some(rotation), follower: None },
            words: sides(names, kind, rotation),
            consequence: sentence(names, kind, rotation, &consequence),
        };
        return insight::rated_placements(game, kind).into_iter().map(row).collect();
    }
    let mut placements = legal::placements(game, kind);
    placements.sort_by_key(|(position, rotation)| (position.y, position.x, rotation.quarters()));
    let row = |(position, rotation)| PlacementRow {
        draft: Draft { tile: kind, position, rotation: Some(rotation), follower: None },
        words: sides(names, kind, rotation),
        consequence: String::new(),
    };
    placements.into_iter().map(row).collect()
}

fn sides(names: &Names, kind: TileKind, rotation: Rotation) -> String {
    names.words().tell(tile_words::words_of_sides(kind, rotation))
}

/// "closes a city of 4 tiles: you get 8 points; free to claim: the road to the north".
fn sentence(names: &Names, kind: TileKind, rotation: Rotation, consequence: &Consequence) -> String {
    let place = |&segment: &usize| words::segment(names.words(), kind, rotation, segment);
    let mut told: Vec<String> =
        consequence.completed.iter().map(|completed| closes(names, completed)).collect();
    let unclaimed = consequence.unclaimed.iter();
    told.extend(unclaimed.map(|segment| format!("closes {}, which is nobody's", place(segment))));
    if !consequence.claimable.is_empty() {
        let claimable: Vec<String> = consequence.claimable.iter().map(place).collect();
        told.push(format!("free to claim: {}", listed(&claimable)));
    }
    if told.is_empty() { "nothing to claim".to_owned() } else { told.join("; ") }
}

/// "closes a city of 4 tiles: you get 8 points".
pub fn closes(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> String {
    let gets =
        if colours.len() > 1 || colours.iter().all(|colour| names.is_you(colour)) { "get" } else { "gets" };
    format!(
        "closes {}: {} {gets} {}",
        what_paid(names.words(), feature, tiles),
        names.all(colours),
        points_each(colours, points)
    )
}
