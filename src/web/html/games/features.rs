//! The board as a list of features, for screen readers and for everyone who would rather read.

use crate::aids::{Aid, Aids};
use crate::engine::{Game, Position, SegmentKind};
use crate::insight::{self, Feature, Standing};

use crate::web::html::games::names::{Names, count, listed};
use crate::web::html::rulebook::words as book;

/// Features of a kind.
#[derive(Clone, Debug)]
pub struct FeatureGroup {
    /// "Open cities" and the like.
    pub title: String,
    /// A sentence each.
    pub features: Vec<String>,
}

/// What can still change or pay at the end. Without the aid that says who owns what, followers are listed one by one.
pub fn groups(game: &Game, names: &Names, aids: Aids) -> Vec<FeatureGroup> {
    let features = insight::open_features(game.board());
    let words = names.words();
    let of_kind = |title, kind| {
        let told = features.iter().filter(|feature| feature.kind == kind);
        FeatureGroup { title, features: told.map(|feature| sentence(game, names, aids, feature)).collect() }
    };
    let groups = [
        of_kind(format!("Open {}", words.cities), SegmentKind::City),
        of_kind("Open roads".to_owned(), SegmentKind::Road),
        of_kind(book::capital(words.cloisters), SegmentKind::Cloister),
        of_kind("Fields with farmers".to_owned(), SegmentKind::Field),
    ];
    groups.into_iter().filter(|group| !group.features.is_empty()).collect()
}

fn sentence(game: &Game, names: &Names, aids: Aids, feature: &Feature) -> String {
    let state = match feature.kind {
        SegmentKind::Field => {
            let cities = feature.finished_cities;
            format!(
                "touches {cities} finished {}",
                if cities == 1 { names.words().city } else { names.words().cities }
            )
        }
        SegmentKind::Cloister => format!("{} still missing", count(9 - feature.tiles, "neighbour")),
        SegmentKind::City | SegmentKind::Road => {
            let shields = match feature.shields {
                0 => String::new(),
                shields => format!(", {}", count(shields, "shield")),
            };
            format!("{}{shields}, open at {}", count(feature.tiles, "tile"), cells(&feature.open_cells))
        }
    };
    let on_it =
        if aids.allow(Aid::Owners) { holders(game, names, feature) } else { followers(names, feature) };
    format!("{}: {state}; {on_it}.", cells(&feature.cells))
}

/// Cells in words: "(0, 0) and (1, 0)".
pub(in crate::web) fn cells(cells: &[Position]) -> String {
    /// More are counted rather than listed.
    const LISTED: usize = 6;
    let mut told: Vec<String> = cells.iter().take(LISTED).map(ToString::to_string).collect();
    if cells.len() > LISTED {
        told.push(format!("{} more", cells.len() - LISTED));
    }
    listed(&told)
}

/// The followers on a feature, each with the cell of its tile: players count for themselves whose it is.
fn followers(names: &Names, feature: &Feature) -> String {
    let told = feature.followers.iter().enumerate().map(|(place, &Standing { colour, kind, cell })| {
        let who = if place == 0 { names.starting(colour) } else { names.who(colour) };
        format!("{who} with a {} at {cell}", names.words().figure(kind))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "nobody stands on it".to_owned() } else { listed(&told) }
}

fn holders(game: &Game, names: &Names, feature: &Feature) -> String {
    let told = game.colours().flat_map(|colour| {
        let followers = feature.followers_of(colour).into_iter();
        followers.map(move |(kind, number)| (colour, count(number, names.words().figure(kind))))
    });
    let told = told.enumerate().map(|(place, (colour, followers))| {
        let who = if place == 0 { names.starting(colour) } else { names.who(colour) };
        format!("{who} with {followers}")
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "nobody’s".to_owned() } else { listed(&told) }
}
