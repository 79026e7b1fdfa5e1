//! The board as a list of features, for screen readers and for people who prefer text.

use engine::{Cell, Game, SegmentKind};
use insight::{Feature, Standing};
use table::{Aid, Aids};

use crate::html::wording::names::Names;
use crate::locale::{Html, Locale, key};

#[derive(Clone, Debug)]
pub struct FeatureGroup {
    /// For example "Unfinished cities".
    pub title: &'static str,
    /// A line for each.
    pub features: Vec<Html>,
}

/// Features that can still change or score. Without the aid that shows owners, followers are listed one by one.
pub fn groups(game: &Game, names: &Names, aids: Aids) -> Vec<FeatureGroup> {
    let features = insight::open_features(game.board());
    let of_kind = |title, kind| {
        let lines = features.iter().filter(|feature| feature.kind == kind);
        let features = lines.map(|feature| line(game, names, aids, feature)).collect();
        FeatureGroup { title: names.locale().say(title), features }
    };
    let groups = [
        of_kind(key("features-cities"), SegmentKind::City),
        of_kind(key("features-roads"), SegmentKind::Road),
        of_kind(key("features-cloisters"), SegmentKind::Cloister),
        of_kind(key("features-fields"), SegmentKind::Field),
    ];
    groups.into_iter().filter(|group| !group.features.is_empty()).collect()
}

fn line(game: &Game, names: &Names, aids: Aids, feature: &Feature) -> Html {
    let locale = names.locale();
    let state = match feature.kind {
        SegmentKind::Field => locale.text("feature-cities").with("n", feature.finished_cities),
        SegmentKind::Cloister => {
            locale.text("feature-missing").with("n", 9_u16.saturating_sub(feature.tiles))
        }
        SegmentKind::City | SegmentKind::Road => {
            let size = tiles_and_shields(locale, feature);
            locale.text("feature-open").with("size", size).with("cells", cells(locale, &feature.open_cells))
        }
    };
    let holders =
        if aids.allow(Aid::Owners) { holders(game, names, feature) } else { followers(names, feature) };
    let text = locale.html("feature-line").with("cells", cells(locale, &feature.cells));
    text.with("state", state).part("holders", holders).into()
}

/// "4 tiles", "4 tiles, 1 shield".
pub(crate) fn tiles_and_shields(locale: Locale, feature: &Feature) -> String {
    let tiles = locale.text("amount-tiles").with("n", feature.tiles);
    if feature.shields == 0 {
        return tiles.to_string();
    }
    let shields = locale.text("amount-shields").with("n", feature.shields);
    locale.text("size-shields").with("tiles", tiles).with("shields", shields).to_string()
}

/// Cells as a list; a long one is shortened.
pub(crate) fn cells(locale: Locale, cells: &[Cell]) -> String {
    const LISTED: usize = 6;
    let mut listed: Vec<String> = cells.iter().take(LISTED).map(ToString::to_string).collect();
    if cells.len() > LISTED {
        listed.push(locale.text("cells-more").with("n", cells.len() - LISTED).to_string());
    }
    locale.list(&listed)
}

fn followers(names: &Names, feature: &Feature) -> Html {
    let locale = names.locale();
    let standing = |&Standing { colour, kind, cell }: &Standing| {
        let text = locale.html("standing-at").part("who", names.who_with_piece(colour));
        Html::from(text.with("kind", kind.word()).with("cell", cell))
    };
    listed(locale, &feature.followers.iter().map(standing).collect::<Vec<_>>())
}

fn holders(game: &Game, names: &Names, feature: &Feature) -> Html {
    let locale = names.locale();
    let holders = game.colours().flat_map(|colour| {
        let followers = feature.followers_of(colour).into_iter();
        followers.map(move |(kind, number)| {
            let text = locale.html("holder-with").part("who", names.who_with_piece(colour));
            Html::from(text.with("followers", names.followers(kind, number)))
        })
    });
    listed(locale, &holders.collect::<Vec<_>>())
}

fn listed(locale: Locale, holders: &[Html]) -> Html {
    if holders.is_empty() {
        Html(locale.say("feature-unclaimed").to_owned())
    } else {
        locale.html_list(holders)
    }
}
