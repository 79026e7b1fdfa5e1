//! The legal turns as JSON in the page, so that the script can place tiles without further requests. The script itself
//! knows no rules.

use askama::Template;

use crate::html::board::choices::value;
use crate::html::board::options::QUERY;
use crate::html::wording::names::Names;
use crate::html::wording::words;
use engine::legal::Placement;
use engine::{Colour, FollowerKind, Game, Rotation, SegmentKind, TileKind};
use insight::HandPlacements;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What lets the script try turns on a board: the legal ones, and where it asks what they would do.
#[derive(Template)]
#[template(path = "board/offer.html")]
pub struct OfferPart {
    json: Arc<String>,
    /// Answers with [`super::options`] to a tile and a cell.
    options: String,
    /// The page that tries a tile on a cell without scripts.
    preview: String,
}

impl OfferPart {
    pub const fn new(json: Arc<String>, options: String, preview: String) -> Self {
        Self { json, options, preview }
    }

    /// For a page that itself tries turns and answers with options, if its query asks for them.
    pub fn of_page(
        game: &Game,
        names: &Names,
        placements: &HandPlacements,
        page: String,
        followers: bool,
    ) -> Self {
        let more = if page.contains('?') { "&" } else { "?" };
        let json = json(game, names, placements, followers);
        Self::new(Arc::new(json), format!("{page}{more}{QUERY}"), page)
    }
}

/// The legal turns with the tiles in hand.
#[derive(Serialize)]
struct Offer {
    /// "Meeple on {place}" by kind of follower.
    on: BTreeMap<&'static str, String>,
    /// By the name of the kind.
    tiles: BTreeMap<&'static str, Tile>,
}

#[derive(Serialize)]
struct Tile {
    /// Where a follower stands on each segment of the unrotated tile, in tile units from its centre.
    spots: Vec<(i32, i32)>,
    /// For each rotation, the names of the segments.
    names: [Vec<String>; 4],
    /// What each segment is, in a word: "City".
    words: Vec<String>,
    /// Followers: the form value, and the segment.
    followers: Vec<(String, usize)>,
    /// Placements: cell, rotation, and the indices of the followers that may be placed.
    at: Vec<(i16, i16, u8, Vec<usize>)>,
    /// The SVG of the player's figures, by kind and segment: `meeple 2`.
    figures: BTreeMap<String, String>,
}

/// JSON that is safe inside a script element. The consequences of a placement are in the page's list of placements.
/// `followers` is whether they can be placed at all.
pub fn json(game: &Game, names: &Names, placements: &HandPlacements, followers: bool) -> String {
    let tile = |&kind: &TileKind| (kind.name(), tile(game, names, placements, (kind, followers)));
    let tiles = game.hand().iter().map(tile).collect();
    let on = FollowerKind::ALL.map(|kind| {
        let text = names.locale().text("follower-on").with("kind", kind.word());
        (kind.word(), text.with("place", "{place}").to_string())
    });
    let on = BTreeMap::from(on);
    // With no "<" left, nothing can end the script element.
    serde_json::to_string(&Offer { on, tiles }).unwrap_or_default().replace('<', "\\u003c")
}

fn word(names: &Names, kind: SegmentKind) -> String {
    names.locale().text("feature-name-start").with("kind", words::feature_word(kind)).to_string()
}

fn tile(
    game: &Game,
    names: &Names,
    placements: &HandPlacements,
    (kind, with_followers): (TileKind, bool),
) -> Tile {
    let segments = 0..kind.def().segments.len();
    #[expect(clippy::cast_possible_truncation, reason = "a tile is 100 units wide")]
    let spot =
        |segment| art::anchor(kind, segment).map_or((0, 0), |(x, y)| (x.round() as i32, y.round() as i32));
    let name = |rotation| {
        segments.clone().map(|segment| words::segment(names.locale(), kind, rotation, segment)).collect()
    };
    let mut followers: Vec<(String, usize)> = Vec::new();
    let mut number = |follower: (String, usize)| {
        followers.iter().position(|known| *known == follower).unwrap_or_else(|| {
            followers.push(follower);
            followers.len() - 1
        })
    };
    let hue = names.hue(game.to_move().unwrap_or(Colour(0)));
    let mut figures = BTreeMap::new();
    let mut at = Vec::new();
    for (position, rotation) in placements.of_kind(kind).iter().copied() {
        let Ok(placement) = Placement::new(game, kind, position, rotation) else { continue };
        let mut allowed = Vec::new();
        let choices = placement.choices().filter(|(_, _, allowed)| with_followers && allowed.is_ok());
        for (follower, segment, _) in choices {
            allowed.push(number((value(follower), segment)));
            let figure = || art::follower_on(hue, follower.kind, kind, segment);
            figures.entry(format!("{} {segment}", follower.kind.word())).or_insert_with(figure);
        }
        at.push((position.x, position.y, u8::from(rotation), allowed));
    }
    at.sort_unstable_by_key(|&(x, y, rotation, _)| (y, x, rotation));
    Tile {
        spots: segments.clone().map(spot).collect(),
        names: Rotation::ALL.map(name),
        words: kind.def().segments.iter().map(|segment| word(names, segment.kind)).collect(),
        followers,
        at,
        figures,
    }
}
