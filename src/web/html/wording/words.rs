//! The position of segments on a tile, in words.

use crate::html::wording::tile_words::side;
use crate::locale::{Locale, key};
use engine::{Edge, HalfSide, Rotation, SegmentKind, Side, TileKind};

/// The message selector for a kind of feature.
pub const fn feature_word(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::City => "city",
        SegmentKind::Road => "road",
        SegmentKind::Cloister => "cloister",
        SegmentKind::Field => "field",
    }
}

/// "city", "castle", "road".
pub fn feature(locale: Locale, kind: SegmentKind) -> String {
    locale.text("feature-name").with("kind", feature_word(kind)).to_string()
}

/// A segment of a rotated tile: "the city to the north and east", "the field in the south-east".
pub fn segment(locale: Locale, kind: TileKind, rotation: Rotation, index: usize) -> String {
    let def = kind.def();
    let segment = &def.segments[index];
    match segment.kind {
        SegmentKind::Cloister => locale.say("place-cloister").to_owned(),
        SegmentKind::City | SegmentKind::Road => {
            let mut sides: Vec<Side> = segment.side_list().map(|side| side + rotation).collect();
            sides.sort_unstable();
            let names: Vec<&str> = sides.into_iter().map(|at| side(locale, at)).collect();
            let sides = locale.list(&names);
            let place = match (segment.kind, names.len()) {
                (SegmentKind::City, 4) => return locale.say("place-city-all").to_owned(),
                (_, 4) => return locale.say("place-road-all").to_owned(),
                (SegmentKind::City, _) => locale.text("place-city").with("sides", sides),
                _ => locale.text("place-road").with("sides", sides),
            };
            place.to_string()
        }
        SegmentKind::Field if segment.halves == 0 => locale.say("place-field-walls").to_owned(),
        SegmentKind::Field => {
            let plain = |side: &Side| {
                let own = *side - rotation;
                def.edges[own.index()] == Edge::Field && own.halves().iter().all(|&half| segment.owns(half))
            };
            let sides: Vec<Side> = Side::ALL.into_iter().filter(plain).collect();
            if sides.len() == 4 {
                return locale.say("place-field-all").to_owned();
            }
            let corners = corners(locale, &sides, |half| def.at_half(half - rotation), index);
            let names: Vec<&str> = sides.into_iter().map(|at| side(locale, at)).collect();
            let (sides, at_corners) = (locale.list(&names), locale.list(&corners));
            let place = match (names.is_empty(), corners.is_empty()) {
                (false, true) => locale.text("place-field").with("sides", sides),
                (true, _) => locale.text("place-field-corners").with("corners", at_corners),
                (false, false) => {
                    locale.text("place-field-both").with("sides", sides).with("corners", at_corners)
                }
            };
            place.to_string()
        }
    }
}

/// The corners that a field reaches, except those between whole sides that it reaches anyway. Where a wall separates two
/// fields in a corner, the side tells them apart.
fn corners(
    locale: Locale,
    sides: &[Side],
    field_at: impl Fn(HalfSide) -> Option<usize>,
    field: usize,
) -> Vec<String> {
    use HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
    let all = [
        (key("corner-north-west"), [Wn, Nw]),
        (key("corner-north-east"), [Ne, En]),
        (key("corner-south-east"), [Es, Se]),
        (key("corner-south-west"), [Sw, Ws]),
    ];
    let mut reached = Vec::new();
    for (name, halves) in all {
        if halves.iter().any(|half| sides.contains(&half.side())) {
            continue;
        }
        let name = locale.say(name);
        match halves.map(&field_at) {
            [one, other] if one == Some(field) && (other == one || other.is_none()) => {
                reached.push(name.to_owned());
            }
            [None, other] if other == Some(field) => reached.push(name.to_owned()),
            fields => {
                let own = halves.into_iter().zip(fields).find(|(_, at)| *at == Some(field));
                reached.extend(own.map(|(half, _)| {
                    let at = side(locale, half.side());
                    locale.text("corner-side").with("corner", name).with("side", at).to_string()
                }));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_told_apart_by_where_they_lie() {
        let start: TileKind = "CRFR".parse().unwrap();
        let locale = Locale::default();
        let descriptions: Vec<String> =
            (0..start.def().segments.len()).map(|i| segment(locale, start, Rotation::R0, i)).collect();
        let expected = [
            "the city to the north",
            "the road to the east and west",
            "the field in the north-west and north-east",
            "the field to the south",
        ];
        assert_eq!(descriptions, expected);
        assert_eq!(segment(locale, start, Rotation::R1, 0), "the city to the east");
    }

    #[test]
    fn no_two_segments_of_a_tile_have_the_same_description() {
        let locale = Locale::default();
        for kind in TileKind::all() {
            for rotation in Rotation::ALL {
                let mut descriptions: Vec<String> = (0..kind.def().segments.len())
                    .filter(|&i| engine::Place::name(kind, rotation, i).is_some())
                    .map(|i| segment(locale, kind, rotation, i))
                    .collect();
                descriptions.sort_unstable();
                let all = descriptions.len();
                descriptions.dedup();
                assert_eq!(descriptions.len(), all, "{kind} {rotation:?}");
            }
        }
    }
}
