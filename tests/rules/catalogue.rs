//! The catalogue against the printed tiles, one line for each tile kind in `tests/rules/tiles.txt`:
//! name, set, count and edges; then every city, road, cloister, river and field with its sides or half sides, the
//! cities that a field touches (by their sides), and the corner that a wall cuts.

use bastide::engine::{Edge, HalfSide, RoadEnd, Segment, SegmentKind, Side, TileDef, TileKind, TileSet};

const CORNERS: [&str; 4] = ["NW", "NE", "SE", "SW"];

/// A definition as a line of `tiles.txt`.
fn line(def: &TileDef) -> String {
    let mut parts: Vec<String> = def.segments.iter().map(|segment| part(def, segment)).collect();
    let river: Vec<Side> = def.river().collect();
    if !river.is_empty() {
        parts.push(format!("river {}", words(river.into_iter())));
    }
    parts.extend(def.cut_corner.map(|before| format!("cut {}", CORNERS[(before.index() + 1) % 4])));
    parts.sort();
    let edges: String = def.edges.iter().map(|edge: &Edge| edge.letter()).collect();
    format!("{} {} {} {edges}; {}", def.name, def.set.word(), def.count, parts.join("; "))
}

fn part(def: &TileDef, segment: &Segment) -> String {
    let sides = words(segment.side_list());
    match segment.kind {
        SegmentKind::City => {
            assert!(segment.shields < 2);
            let shield = if segment.shields == 1 { ", shield" } else { "" };
            let cathedral = if segment.cathedral { ", cathedral" } else { "" };
            let good = segment.goods.map(|good| format!(", {}", good.word())).unwrap_or_default();
            format!("city {sides}{shield}{cathedral}{good}")
        }
        SegmentKind::Road => {
            let end = segment.end.map_or("", |end| match end {
                RoadEnd::Crossing => " to crossing",
                RoadEnd::City => " to city",
                RoadEnd::Cloister => " to cloister",
            });
            format!("road {sides}{end}{}", if segment.inn { ", inn" } else { "" })
        }
        SegmentKind::Cloister => "cloister".to_owned(),
        SegmentKind::Field => {
            let halves = HalfSide::ALL.into_iter().filter(|&half| segment.owns(half));
            let halves: Vec<String> = halves.map(|half| format!("{half:?}")).collect();
            let halves = if halves.is_empty() { "inside".to_owned() } else { halves.join(" ") };
            let touched =
                def.segments.iter().enumerate().filter(|(city, _)| segment.touches & (1 << city) != 0);
            let mut touched: Vec<String> = touched.map(|(_, city)| words(city.side_list())).collect();
            touched.sort();
            let at = if touched.is_empty() { "" } else { " at " };
            format!("field {halves}{at}{}", touched.join(" + "))
        }
    }
}

fn words(sides: impl Iterator<Item = Side>) -> String {
    sides.map(Side::word).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_definition_matches_the_printed_tile() {
    let mut known: Vec<String> = TileKind::all().map(|kind| line(kind.def())).collect();
    known.sort();
    let facts: Vec<&str> = include_str!("tiles.txt").lines().collect();
    assert_eq!(known.len(), facts.len());
    for (known, fact) in known.iter().zip(facts) {
        assert_eq!(known, fact);
    }
}

#[test]
fn every_set_has_the_right_number_of_tiles() {
    for (set, kinds, tiles) in [
        (TileSet::Base, 24, 72),
        (TileSet::River, 10, 12),
        (TileSet::Inns, 17, 18),
        (TileSet::Traders, 24, 24),
        (TileSet::King, 5, 5),
    ] {
        let counts: Vec<u8> =
            TileKind::all().map(TileKind::def).filter(|def| def.set == set).map(|def| def.count).collect();
        assert_eq!(
            (counts.len(), counts.iter().map(|&count| usize::from(count)).sum()),
            (kinds, tiles),
            "{set:?}"
        );
    }
}

#[test]
fn every_half_side_of_meadow_belongs_to_one_field_and_every_other_side_to_one_segment() {
    for def in TileKind::all().map(TileKind::def) {
        for side in Side::ALL {
            let reaching = def.segments.iter().filter(|segment| segment.reaches(side)).count();
            let edge = def.edges[side.index()];
            assert_eq!(
                reaching,
                usize::from(matches!(edge, Edge::City | Edge::Road)),
                "{} {side:?}",
                def.name
            );
            for half in side.halves() {
                let owners = def.segments.iter().filter(|segment| segment.owns(half)).count();
                assert_eq!(owners, usize::from(edge != Edge::City), "{} {half:?}", def.name);
            }
        }
    }
}
