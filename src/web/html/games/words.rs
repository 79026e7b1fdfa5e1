//! Cells, segments and figures in words.

use crate::engine::{Edge, HalfSide, Rotation, SegmentKind, Side, TileKind};

use crate::web::html::games::names::listed;
use crate::web::html::rulebook::words::Words;

/// Where a segment of a turned tile lies: "the city to the north and east", "the field in the south-east".
pub fn segment(words: &Words, kind: TileKind, rotation: Rotation, index: usize) -> String {
    let def = kind.def();
    let segment = &def.segments[index];
    let what = words.feature(segment.kind);
    match segment.kind {
        SegmentKind::Cloister => format!("the {what}"),
        SegmentKind::City | SegmentKind::Road => {
            let mut sides: Vec<Side> = segment.side_list().map(|side| side + rotation).collect();
            sides.sort_unstable();
            let words: Vec<&str> = sides.into_iter().map(Side::compass).collect();
            if words.len() == 4 {
                format!("the {what} on all sides")
            } else {
                format!("the {what} to the {}", listed(&words))
            }
        }
        SegmentKind::Field if segment.halves == 0 => "the field within the walls".to_owned(),
        SegmentKind::Field => {
            let plain = |side: &Side| {
                let own = *side - rotation;
                def.edges[own.index()] == Edge::Field && own.halves().iter().all(|&half| segment.owns(half))
            };
            let sides: Vec<Side> = Side::ALL.into_iter().filter(plain).collect();
            if sides.len() == 4 {
                return "the field all around".to_owned();
            }
            let corners = corners(&sides, |half| def.at_half(half - rotation), index);
            let sides: Vec<&str> = sides.into_iter().map(Side::compass).collect();
            match (sides.is_empty(), corners.is_empty()) {
                (false, true) => format!("the field to the {}", listed(&sides)),
                (true, _) => format!("the field in the {}", listed(&corners)),
                (false, false) => {
                    format!("the field to the {} and in the {}", listed(&sides), listed(&corners))
                }
            }
        }
    }
}

/// The corners that a field reaches, without those that its whole sides reach anyway. Where a wall parts a corner between
/// two fields, the side tells them apart.
fn corners(sides: &[Side], field_at: impl Fn(HalfSide) -> Option<usize>, field: usize) -> Vec<String> {
    use HalfSide::{En, Es, Ne, Nw, Se, Sw, Wn, Ws};
    let all = [
        ("north-west", [Wn, Nw]),
        ("north-east", [Ne, En]),
        ("south-east", [Es, Se]),
        ("south-west", [Sw, Ws]),
    ];
    let mut reached = Vec::new();
    for (name, halves) in all {
        if halves.iter().any(|half| sides.contains(&half.side())) {
            continue;
        }
        match halves.map(&field_at) {
            [one, other] if one == Some(field) && (other == one || other.is_none()) => {
                reached.push(name.to_owned());
            }
            [None, other] if other == Some(field) => reached.push(name.to_owned()),
            fields => {
                let own = halves.into_iter().zip(fields).find(|(_, at)| *at == Some(field));
                reached.extend(own.map(|(half, _)| format!("{name} by the {} side", half.side().compass())));
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Preset;

    #[test]
    fn segments_are_told_apart_by_where_they_lie() {
        let start: TileKind = "CRFR".parse().unwrap();
        let words = Words::of(Preset::Modern);
        let told: Vec<String> =
            (0..start.def().segments.len()).map(|i| segment(words, start, Rotation::R0, i)).collect();
        let expected = [
            "the city to the north",
            "the road to the east and west",
            "the field in the north-west and north-east",
            "the field to the south",
        ];
        assert_eq!(told, expected);
        assert_eq!(segment(words, start, Rotation::R1, 0), "the city to the east");
    }

    #[test]
    fn no_two_segments_of_a_tile_are_told_alike() {
        let words = Words::of(Preset::Modern);
        for kind in TileKind::all() {
            for rotation in Rotation::ALL {
                let mut told: Vec<String> = (0..kind.def().segments.len())
                    .filter(|&i| crate::engine::Place::name(kind, rotation, i).is_some())
                    .map(|i| segment(words, kind, rotation, i))
                    .collect();
                told.sort_unstable();
                let all = told.len();
                told.dedup();
                assert_eq!(told.len(), all, "{kind} {rotation:?}");
            }
        }
    }
}
