//! Why one turn is better than another, in words. For hints, analyses and puzzles.

use crate::html::wording::names::Names;
use crate::html::wording::words;
use crate::locale::key;
use engine::{Position, Seat, SegmentKind};
use insight::{Feature, Regions};
use players::{Reason, What};

/// A sentence for each reason. `position` is the one in which the turn is played, by `mover`.
pub fn sentences(names: &Names, position: &Position, mover: Seat, reasons: &[Reason]) -> Vec<String> {
    reasons.iter().map(|reason| sentence(names, position, mover, reason)).collect()
}

fn sentence(names: &Names, position: &Position, mover: Seat, reason: &Reason) -> String {
    let locale = names.locale();
    let own = reason.seat == mover;
    #[expect(clippy::cast_possible_truncation, reason = "a few hundred")]
    let scored = reason.points.abs().round() as i32;
    let (whose, points) = (names.whose_seat(reason.seat), locale.decimal(reason.points));
    let text = match &reason.what {
        What::Points if own => locale.text("reason-points").with("points", scored),
        What::Points => {
            let who = names.seat_name(reason.seat);
            locale.text("reason-points-other").with("who", who).with("points", scored)
        }
        What::Followers if own => locale.text("reason-followers").with("whose", whose).with("points", points),
        What::Followers => locale.text("reason-followers-other").with("whose", whose).with("points", points),
        What::Feature(feature) => {
            let text = locale.text(if own { key("reason-feature") } else { key("reason-feature-other") });
            let text = text.with("whose", whose).with("feature", words::feature(locale, feature.kind));
            text.with("region", region(position, feature)).with("tiles", size(feature)).with("points", points)
        }
    };
    text.to_string()
}

/// The tiles of a road or city, by which it is known; 0 for others.
const fn size(feature: &Feature) -> u16 {
    match feature.kind {
        SegmentKind::Road | SegmentKind::City => feature.tiles,
        SegmentKind::Cloister | SegmentKind::Field => 0,
    }
}

/// Where most of a feature lies. Fields reach far, so the place of their first follower counts.
fn region(position: &Position, feature: &Feature) -> &'static str {
    let regions = Regions::of(position.board());
    let first = feature.followers.first().map(|standing| standing.cell);
    let middle = feature.cells.get(feature.cells.len() / 2).copied();
    let cell = if feature.kind == SegmentKind::Field { first.or(middle) } else { middle };
    cell.map_or("middle", |cell| regions.at(cell).word())
}
