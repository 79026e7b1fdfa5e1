//! Descriptions of tiles, for screen readers.
use crate::locale::{Locale, key};
use engine::{Edge, Good, RoadEnd, Rotation, Segment, SegmentKind, Side, TileDef, TileKind};

pub fn side(locale: Locale, side: Side) -> &'static str {
    locale.say(match side {
        Side::Top => key("side-north"),
        Side::Right => key("side-east"),
        Side::Bottom => key("side-south"),
        Side::Left => key("side-west"),
    })
}

/// What an edge shows: "city", "castle", "road".
pub fn edge(locale: Locale, edge: Edge) -> String {
    locale.text("edge-name").with("edge", edge.word()).to_string()
}

/// The edge that some sides need: "roads in the south and west".
pub fn edges_at(locale: Locale, edge: Edge, at: &[Side]) -> String {
    let sides = locale.list(&at.iter().map(|&at| side(locale, at)).collect::<Vec<_>>());
    locale.text("cell-sides").with("edge", edge.word()).with("n", at.len()).with("sides", sides).to_string()
}

/// A tile's SVG with a description.
pub fn tile(locale: Locale, kind: TileKind, rotation: Rotation) -> String {
    art::tile(kind, rotation, &words(locale, kind, rotation))
}

/// A small picture of a tile, described for screen readers.
pub fn thumbnail(locale: Locale, kind: TileKind, rotation: Rotation) -> String {
    art::thumbnail(kind, rotation, &words(locale, kind, rotation))
}

/// Describes the edges first, then how they are connected and what is special.
pub fn words(locale: Locale, kind: TileKind, rotation: Rotation) -> String {
    words_of(locale, kind.def(), rotation)
}

/// Describes a tile that may be in no expansion.
pub fn words_of(locale: Locale, def: &TileDef, rotation: Rotation) -> String {
    let mut sentences = vec![edges(locale, def, rotation)];
    sentences.extend(cities(locale, def, rotation));
    for segment in def.segments.iter().filter(|segment| segment.kind == SegmentKind::Road) {
        sentences.extend(road(locale, segment, rotation));
    }
    let crossing = match def.segments.iter().filter(|road| road.end == Some(RoadEnd::Crossing)).count() {
        0 => None,
        1 => Some(key("tile-crossing-one")),
        3 => Some(key("tile-crossing-three")),
        4 => Some(key("tile-crossing-four")),
        _ => Some(key("tile-crossing-two")),
    };
    let cloister = def.has_cloister().then_some(key("tile-cloister"));
    let plain = |key: &'static str| locale.say(key).to_owned();
    sentences.extend(crossing.into_iter().chain(cloister).map(plain));
    sentences.extend(water(locale, def, rotation));
    sentences.extend(def.cut_corner.map(|_| locale.say("tile-cut-corner").to_owned()));
    sentences.join(" ")
}

/// Describes only the edges.
pub fn words_of_sides(locale: Locale, kind: TileKind, rotation: Rotation) -> String {
    edges(locale, kind.def(), rotation)
}

fn edges(locale: Locale, def: &TileDef, rotation: Rotation) -> String {
    let at = |side: Side| edge(locale, def.edges[(side - rotation).index()]);
    locale
        .text("tile-sides")
        .with("north", at(Side::Top))
        .with("east", at(Side::Right))
        .with("south", at(Side::Bottom))
        .with("west", at(Side::Left))
        .to_string()
}

/// The sides that a segment reaches, clockwise from the north.
fn sides_of(locale: Locale, segment: &Segment, rotation: Rotation) -> Vec<&'static str> {
    let reached = Side::ALL.into_iter().filter(|side| segment.reaches(*side - rotation));
    reached.map(|at| side(locale, at)).collect()
}

fn cities(locale: Locale, def: &TileDef, rotation: Rotation) -> Vec<String> {
    let cities: Vec<&Segment> =
        def.segments.iter().filter(|segment| segment.kind == SegmentKind::City).collect();
    let mut sentences = Vec::new();
    if cities.len() > 1 {
        sentences.push(locale.text("tile-cities").with("n", cities.len()).to_string());
    }
    for city in cities {
        let names = sides_of(locale, city, rotation);
        let shield = (city.shields > 0).then_some(key("tile-shield"));
        let cathedral = city.cathedral.then_some(key("tile-cathedral"));
        let good = city.goods.map(|good| match good {
            Good::Wine => key("tile-wine"),
            Good::Grain => key("tile-grain"),
            Good::Cloth => key("tile-cloth"),
        });
        let things = shield.into_iter().chain(cathedral).chain(good).map(|thing| locale.say(thing));
        let things: Vec<&str> = things.collect();
        let (sides, with) = (locale.list(&names), locale.list(&things));
        let sentence = match (names.len(), things.is_empty()) {
            (0 | 1, true) => continue,
            (0, false) => locale.text("tile-city-inside-with").with("things", with),
            (1, false) => locale.text("tile-city-with").with("sides", sides).with("things", with),
            (_, true) => locale.text("tile-city-joined").with("sides", sides),
            (_, false) => locale.text("tile-city-joined-with").with("sides", sides).with("things", with),
        };
        sentences.push(sentence.to_string());
    }
    sentences
}

fn road(locale: Locale, road: &Segment, rotation: Rotation) -> Option<String> {
    let sides = sides_of(locale, road, rotation);
    let sentence = match (&sides[..], road.end, road.inn) {
        ([from, to], _, false) => locale.text("tile-road").with("from", from).with("to", to),
        ([from, to], _, true) => locale.text("tile-road-inn").with("from", from).with("to", to),
        ([from], Some(RoadEnd::City), false) => locale.text("tile-road-gate").with("from", from),
        ([from], Some(RoadEnd::City), true) => locale.text("tile-road-gate-inn").with("from", from),
        ([from], Some(RoadEnd::Cloister), false) => locale.text("tile-road-cloister").with("from", from),
        ([from], Some(RoadEnd::Cloister), true) => locale.text("tile-road-cloister-inn").with("from", from),
        ([from], _, true) => locale.text("tile-inn").with("from", from),
        _ => return None,
    };
    Some(sentence.to_string())
}

fn water(locale: Locale, def: &TileDef, rotation: Rotation) -> Option<String> {
    let sides = Side::ALL.into_iter().filter(|side| def.river().any(|own| own + rotation == *side));
    let sides: Vec<&str> = sides.map(|at| side(locale, at)).collect();
    let sentence = match sides[..] {
        [] => return None,
        [from] if def.name.ends_with("lake") => locale.text("tile-lake").with("from", from),
        [from] => locale.text("tile-spring").with("from", from),
        _ => locale.text("tile-river").with("sides", locale.list(&sides)),
    };
    Some(sentence.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(kind: &str, rotation: Rotation) -> String {
        words(Locale::default(), kind.parse().unwrap(), rotation)
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
    fn special_features_are_described() {
        assert!(of("CFCF", Rotation::R0).contains("Two separate cities"));
        assert!(of("FRRR", Rotation::R0).contains("Three roads end at a crossing"));
        assert!(of("FFRFL", Rotation::R2).contains("Road from north to the cloister. Cloister."));
        assert!(of("IC-cathedral", Rotation::R0).contains("with a cathedral"));
        assert!(of("IC-t-inn", Rotation::R1).contains("Inn on the road from south"));
        assert!(of("RV-source", Rotation::R1).contains("Spring of a river to the south"));
        assert!(of("TB-corner-wine", Rotation::R0).contains("with wine"));
    }

    #[test]
    fn every_kind_names_its_four_edges() {
        for kind in TileKind::all() {
            for rotation in Rotation::ALL {
                let words = words(Locale::default(), kind, rotation);
                assert!(words.starts_with("North ") && words.ends_with('.'), "{kind}: {words}");
                let edges = words.split('.').next().unwrap();
                assert_eq!(edges.split(", ").count(), 4, "{kind}: {words}");
            }
        }
    }
}
