//! Tiles in words, for screen readers.

use crate::art;
use crate::engine::{RoadEnd, Rotation, Segment, SegmentKind, Side, TileDef, TileKind};

/// The tile in a few sentences: its edges clockwise from the north, then what is special.
pub fn words(kind: TileKind, rotation: Rotation) -> String {
    words_of(kind.def(), rotation)
}

/// The same for a tile of no expansion.
pub fn words_of(def: &TileDef, rotation: Rotation) -> String {
    let mut sentences = vec![sides(def, rotation)];
    sentences.extend(cities(def, rotation));
    for segment in def.segments.iter().filter(|segment| segment.kind == SegmentKind::Road) {
        sentences.extend(road(segment, rotation));
    }
    sentences.extend(crossing(def));
    if def.has_cloister() {
        sentences.push("cloister".into());
    }
    sentences.extend(water(def, rotation));
    if def.cut_corner.is_some() {
        sentences.push("the wall reaches a corner and parts the fields there".into());
    }
    sentences.iter().map(|sentence| capital(sentence)).collect::<Vec<_>>().join(" ")
}

/// An unrotated tile, drawn with these words as its title.
pub fn tile(kind: TileKind) -> String {
    art::tile(kind, Rotation::R0, &words(kind, Rotation::R0))
}

/// Its edges alone.
pub fn words_of_sides(kind: TileKind, rotation: Rotation) -> String {
    capital(&sides(kind.def(), rotation))
}

fn sides(def: &TileDef, rotation: Rotation) -> String {
    let side = |side: Side| format!("{} {}", side.compass(), def.edges[(side - rotation).index()].word());
    Side::ALL.map(side).join(", ")
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

/// The sides of a segment as the map names them, clockwise from the north.
fn compass(segment: &Segment, rotation: Rotation) -> Vec<&'static str> {
    Side::ALL.into_iter().filter(|side| segment.reaches(*side - rotation)).map(Side::compass).collect()
}

fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

fn cities(def: &TileDef, rotation: Rotation) -> Vec<String> {
    let cities: Vec<&Segment> =
        def.segments.iter().filter(|segment| segment.kind == SegmentKind::City).collect();
    let mut sentences = Vec::new();
    if cities.len() > 1 {
        sentences.push(format!("{} separate cities", ["two", "three", "four"][cities.len().min(4) - 2]));
    }
    for city in cities {
        let sides = compass(city, rotation);
        let mut with = Vec::new();
        if city.shields > 0 {
            with.push("a shield");
        }
        if city.cathedral {
            with.push("a cathedral");
        }
        if let Some(good) = city.goods {
            with.push(good.word());
        }
        let with = if with.is_empty() { String::new() } else { format!(" with {}", list(&with)) };
        if sides.len() > 1 {
            sentences.push(format!("one city {}{with}", list(&sides)));
        } else if !with.is_empty() {
            sentences.push(format!("city {}{with}", list(&sides)));
        }
    }
    sentences
}

fn road(road: &Segment, rotation: Rotation) -> Option<String> {
    let sides = compass(road, rotation);
    let inn = if road.inn { " with an inn" } else { "" };
    match (&sides[..], road.end) {
        ([from, to], _) => Some(format!("road from {from} to {to}{inn}")),
        ([from], Some(RoadEnd::City)) => Some(format!("road from {from} to a city gate{inn}")),
        ([from], Some(RoadEnd::Cloister)) => Some(format!("road from {from} to the cloister{inn}")),
        ([from], _) if road.inn => Some(format!("inn on the road from {from}")),
        _ => None,
    }
}

fn crossing(def: &TileDef) -> Option<String> {
    let ends = def.segments.iter().filter(|road| road.end == Some(RoadEnd::Crossing)).count();
    match ends {
        0 => None,
        1 => Some("the other road ends at a crossing".into()),
        3 => Some("three roads end at a crossing".into()),
        4 => Some("four roads end at a crossing".into()),
        _ => Some("roads end at a crossing".into()),
    }
}

fn water(def: &TileDef, rotation: Rotation) -> Option<String> {
    let sides: Vec<&str> = Side::ALL
        .into_iter()
        .filter(|side| def.river().any(|own| own + rotation == *side))
        .map(Side::compass)
        .collect();
    match sides[..] {
        [] => None,
        [side] if def.name.ends_with("lake") => Some(format!("river from {side} into a lake")),
        [side] => Some(format!("spring of a river to {side}")),
        _ => Some(format!("river {}", list(&sides))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &str, rotation: Rotation) -> String {
        words(kind.parse().unwrap(), rotation)
    }

    #[test]
    fn words_turn_with_the_tile() {
        assert_eq!(
            of("CRFR", Rotation::R0),
            "North city, east road, south field, west road. Road from east to west."
        );
        assert_eq!(
            of("CRRCS", Rotation::R1),
            "North city, east city, south road, west road. One city north and east with a shield. \
             Road from south to west."
        );
    }

    #[test]
    fn what_is_special_is_said() {
        assert!(of("CFCF", Rotation::R0).contains("Two separate cities"));
        assert!(of("FRRR", Rotation::R0).contains("Three roads end at a crossing"));
        assert!(of("FFRFL", Rotation::R2).contains("Road from north to the cloister. Cloister."));
        assert!(of("IC-cathedral", Rotation::R0).contains("with a cathedral"));
        assert!(of("IC-t-inn", Rotation::R1).contains("Inn on the road from south"));
        assert!(of("RV-source", Rotation::R1).contains("Spring of a river to south"));
        assert!(of("TB-corner-wine", Rotation::R0).contains("with wine"));
    }

    #[test]
    fn every_kind_names_its_four_edges() {
        for kind in TileKind::all() {
            for rotation in Rotation::ALL {
                let words = words(kind, rotation);
                assert!(words.starts_with("North ") && words.ends_with('.'), "{kind}: {words}");
                let edges = words.split('.').next().unwrap();
                assert_eq!(edges.split(", ").count(), 4, "{kind}: {words}");
            }
        }
    }
}
