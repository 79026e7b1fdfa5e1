//! Why one turn is better than another, in words. For analyses and hints alike.

use crate::analysis::{Reason, What};
use crate::engine::{Position, Seat, SegmentKind};
use crate::insight::{Feature, Regions};
use crate::web::html::games::names::Names;
use crate::web::html::games::words;

/// A sentence for each reason. `position` is the one in which the turn is played, by `mover`.
pub fn sentences(names: &Names, position: &Position, mover: Seat, reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(|reason| sentence(names, position, mover, reason)).collect()
}

fn sentence(names: &Names, position: &Position, mover: Seat, reason: &Reason) -> String {
    let locale = names.locale();
    let own = reason.seat == mover;
    let points = locale.decimal(reason.points);
    let whose = names.whose_seat(reason.seat);
    let text = match (&reason.what, own) {
        (What::Points, true) => locale.text("reason-points").with("points", points),
        (What::Points, false) => locale
            .text("reason-points-other")
            .with("who", names.seat_name(reason.seat))
            .with("points", points),
        (What::Followers, true) => {
            locale.text("reason-followers").with("whose", whose).with("points", points)
        }
        (What::Followers, false) => {
            locale.text("reason-followers-other").with("whose", whose).with("points", points)
        }
        (What::Feature(feature), true) if has_size(feature) => locale
            .text("reason-sized")
            .with("whose", whose)
            .with("feature", words::feature(locale, feature.kind))
            .with("region", region(position, feature))
            .with("tiles", feature.tiles)
            .with("points", points),
        (What::Feature(feature), false) if has_size(feature) => locale
            .text("reason-sized-other")
            .with("whose", whose)
            .with("feature", words::feature(locale, feature.kind))
            .with("region", region(position, feature))
            .with("tiles", feature.tiles)
            .with("points", points),
        (What::Feature(feature), true) => locale
            .text("reason-feature")
            .with("whose", whose)
            .with("feature", words::feature(locale, feature.kind))
            .with("region", region(position, feature))
            .with("points", points),
        (What::Feature(feature), false) => locale
            .text("reason-feature-other")
            .with("whose", whose)
            .with("feature", words::feature(locale, feature.kind))
            .with("region", region(position, feature))
            .with("points", points),
    };
    text.to_string()
}

/// Roads and cities are told apart by their size.
const fn has_size(feature: &Feature) -> bool {
    matches!(feature.kind, SegmentKind::Road | SegmentKind::City)
}

/// Where most of a feature lies. Fields reach far, so the place of their first follower counts.
fn region(position: &Position, feature: &Feature) -> &'static str {
    let regions = Regions::of(position.board());
    let first = feature.followers.first().map(|standing| standing.cell);
    let middle = feature.cells.get(feature.cells.len() / 2).copied();
    let cell = if feature.kind == SegmentKind::Field { first.or(middle) } else { middle };
    cell.map_or("middle", |cell| regions.at(cell).word())
}
