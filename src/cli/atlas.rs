//! `bastide atlas`: all possible tile kinds, those that exist, and whether a given one is possible.

use std::fmt::Write as _;

use crate::Failure;
use atlas::{Draft, Group, Place, Shape, ShapeClass, check, groups, outside};
use engine::{TileKind, TileSet};

/// Print every possible tile kind, the 24 groups and the place of the base tiles, or judge one tile
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The name of a tile kind, or a tile in words: four sides clockwise from the top (city, city2, road or meadow), then its roads, such as
    /// "city road meadow road right-left"
    #[arg(value_name = "TILE")]
    tile: Vec<String>,
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    if args.tile.is_empty() {
        return Ok(print(&groups()));
    }
    let text = args.tile.join(" ");
    if let Ok(kind) = text.parse::<TileKind>() {
        if check(&Draft::of(kind)).is_empty() && has_water(kind) {
            return Ok("in no group\nIt has water, which the description does not cover.\n".to_owned());
        }
        return Ok(verdict(&Draft::of(kind), Shape::elements_of(kind)));
    }
    let draft: Draft = text.parse().map_err(|why: String| Failure::bad_input(why))?;
    Ok(verdict(&draft, None))
}

fn has_water(kind: TileKind) -> bool {
    kind.def().river().next().is_some()
}

/// Whether a tile is possible, and its group.
fn verdict(draft: &Draft, elements: Option<String>) -> String {
    let broken = check(draft);
    if !broken.is_empty() {
        let lines: Vec<String> = broken.iter().map(|broken| format!("{broken}\n")).collect();
        return format!("impossible\n{}", lines.concat());
    }
    let shape = draft.segments().and_then(|segments| Shape::of_tile(&draft.tile(&segments)));
    let Some(shape) = shape else { return "possible\n".to_owned() };
    let groups = groups();
    let place = groups.iter().flat_map(|group| &group.shapes).find(|place| place.shape == shape);
    let elements = elements.unwrap_or_else(|| shape.to_string());
    format!("possible\n{} {elements}: {}\n", shape.group(), place.map_or_else(String::new, kinds))
}

fn kinds(place: &Place) -> String {
    let plain = place.kinds.iter().map(ToString::to_string);
    let extraordinary = place.extraordinary.iter().map(|&kind| match Shape::elements_of(kind) {
        Some(elements) => format!("{kind} ({elements})"),
        None => kind.to_string(),
    });
    let all: Vec<String> = plain.chain(extraordinary).collect();
    if all.is_empty() { "in no tile set".to_owned() } else { all.join(" ") }
}

/// Ignores the results of `writeln!`, since writing to a string cannot fail.
fn print(groups: &[Group]) -> String {
    let mut text = String::new();
    let titles = ["Cities and meadow", "Roads and meadow", "Cities and roads"];
    for (class, title) in ShapeClass::ALL.into_iter().zip(titles) {
        let all =
            || groups.iter().flat_map(|group| &group.shapes).filter(|place| place.shape.class() == class);
        let counted = all().filter(|place| place.shape.is_counted()).count();
        let _ = writeln!(text, "{title}: {counted} kinds");
        for place in all() {
            let note = if place.shape.is_counted() { "" } else { " (not counted by Kárná)" };
            let _ = writeln!(text, "  {} {}{note}: {}", place.shape.group(), place.shape, kinds(place));
        }
    }
    let readings: usize = groups.iter().map(|group| group.readings).sum();
    let _ = writeln!(text, "\n{} groups, {readings} readings of four sides", groups.len());
    let base = |group: &Group| group.tiles(TileSet::Base);
    for group in groups {
        let (readings, kinds) = (group.readings, group.shapes.len());
        let all: u32 = TileSet::ALL.into_iter().map(|set| group.tiles(set)).sum();
        let _ = writeln!(
            text,
            "  {} readings {readings}, kinds {kinds}, base tiles {}, tiles {all}",
            group.name,
            base(group)
        );
    }
    let _ = writeln!(text, "\nThe base game: {} tiles", groups.iter().map(base).sum::<u32>());
    for group in groups.iter().filter(|group| base(group) > 0) {
        let parts = group.shapes.iter().filter(|place| place.tiles(TileSet::Base) > 0);
        let parts: Vec<String> =
            parts.map(|place| format!("{} ({})", place.tiles(TileSet::Base), place.shape)).collect();
        let _ = writeln!(text, "  {} {}", group.name, parts.join(", "));
    }
    text.push_str("\nIn no group:\n");
    for tile in outside() {
        let broken: Vec<String> = tile.breaches.iter().map(ToString::to_string).collect();
        let why = if broken.is_empty() { "It has water.".to_owned() } else { broken.join(" ") };
        let _ = writeln!(text, "  {} {why}", tile.kind);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use atlas::{DESCRIPTION, GROUP_NAMES};

    fn of(tile: &str) -> Result<String, Failure> {
        run(&Args { tile: tile.split_whitespace().map(str::to_owned).collect() })
    }

    #[test]
    fn the_whole_atlas_has_its_24_groups_and_the_72_tiles() {
        let text = of("").unwrap();
        for line in [
            "Cities and meadow: 17 kinds",
            "Roads and meadow: 10 kinds",
            "Cities and roads: 31 kinds",
            "24 groups, 81 readings of four sides",
            "The base game: 72 tiles",
            "  RMRC 4 (1a + IIa)",
        ] {
            assert!(text.lines().any(|known| known == line), "{line}: {text}");
        }
        assert!(GROUP_NAMES.iter().all(|group| text.contains(&format!("  {group} "))), "{text}");
    }

    #[test]
    fn a_tile_is_judged_by_its_name_or_in_words() {
        assert_eq!(of("city road meadow road right-left").unwrap(), "possible\nRMRC 1a + IIa: CRFR\n");
        assert_eq!(of("CRFR").unwrap(), "possible\nRMRC 1a + IIa: CRFR\n");
        assert_eq!(of("TB-bridge").unwrap(), "impossible\nRule 6: a road crosses another road.\n");
        let gates = of("city road meadow road right-gate left-gate").unwrap();
        assert!(gates.starts_with("impossible\nRule 4: 2 gates are in one connected part"), "{gates}");
        let error = of("city water").unwrap_err();
        assert_eq!(error.status, 2);
        assert!(error.message.contains(DESCRIPTION), "{}", error.message);
    }
}
