//! The immediate consequences of a placement, in words.

use engine::{Cell, Game, Rotation, TileKind};
use insight::{Completed, Consequence, HandPlacements, RatedPlacement};
use table::{Aid, Aids};

use crate::html::wording::events::{feature_scored, points_each};
use crate::html::wording::names::Names;
use crate::html::wording::{tile_words, words};
use crate::http::urls::Draft;

/// A legal placement of a tile, with its consequences.
#[derive(Clone, Debug)]
pub struct PlacementRow {
    pub draft: Draft,
    /// The tile's edges in this rotation, in words.
    pub words: String,
    /// What is completed and what can be claimed; empty where the aids do not tell.
    pub consequence: String,
}

/// Every legal placement of a tile, the most rewarding first; sorted by place alone where the aids hide consequences.
pub fn placements(
    game: &Game,
    names: &Names,
    placements: &HandPlacements,
    kind: TileKind,
    aids: Aids,
) -> Vec<PlacementRow> {
    let placements = placements.of_kind(kind);
    if game.to_move().is_none() {
        return Vec::new();
    }
    if aids.allow(Aid::Consequences) {
        let row = |RatedPlacement { position, rotation, consequence }| PlacementRow {
            draft: Draft { tile: kind, position, rotation: Some(rotation), follower: None },
            words: sides(names, kind, rotation),
            consequence: sentence(names, kind, rotation, &consequence),
        };
        return insight::rated_placements(game, kind, placements).into_iter().map(row).collect();
    }
    let row = |&(position, rotation): &(Cell, Rotation)| PlacementRow {
        draft: Draft { tile: kind, position, rotation: Some(rotation), follower: None },
        words: sides(names, kind, rotation),
        consequence: String::new(),
    };
    placements.iter().map(row).collect()
}

fn sides(names: &Names, kind: TileKind, rotation: Rotation) -> String {
    tile_words::words_of_sides(names.locale(), kind, rotation)
}

/// What a placement completes and what can be claimed.
fn sentence(names: &Names, kind: TileKind, rotation: Rotation, consequence: &Consequence) -> String {
    let locale = names.locale();
    let place = |&segment: &usize| words::segment(locale, kind, rotation, segment);
    let mut parts: Vec<String> =
        consequence.completed.iter().map(|completed| completes(names, completed)).collect();
    parts.extend(
        consequence
            .unclaimed
            .iter()
            .map(|segment| locale.text("consequence-unclaimed").with("place", place(segment)).to_string()),
    );
    if !consequence.claimable.is_empty() {
        let places = locale.list(&consequence.claimable.iter().map(place).collect::<Vec<_>>());
        parts.push(locale.text("consequence-claimable").with("places", places).to_string());
    }
    if parts.is_empty() { locale.say("consequence-nothing").to_owned() } else { locale.parts(parts) }
}

/// "completes a city of 4 tiles: you get 8 points".
pub fn completes(names: &Names, &Completed { feature, tiles, colours, points }: &Completed) -> String {
    let locale = names.locale();
    let you = colours.iter().any(|colour| names.is_you(colour));
    locale
        .text("consequence-completes")
        .with("get", if you || colours.len() > 1 { "several" } else { "one" })
        .with("feature", feature_scored(locale, feature, tiles))
        .with("who", names.all(colours))
        .with("points", points_each(locale, colours, points))
        .to_string()
}
