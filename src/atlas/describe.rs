//! Tile descriptions on the command line.

use std::str::FromStr;

use super::draft::{Draft, Ground, RoadTo};
use engine::{HalfSide, Side};

/// The parts of a description, for help and errors.
pub const DESCRIPTION: &str = "four sides clockwise from the top (city, city2, road or meadow), then its roads such as right-left, \
                               top-crossing, left-gate2 or bottom-cloister, and cloister for one without a road";

/// `city` and `city1` name the same city, `city2` another one. A road that is not mentioned leads nowhere.
///
/// ```
/// use bastide_atlas::{Draft, check};
/// let draft: Draft = "city road meadow road right-left".parse().unwrap();
/// assert_eq!(check(&draft), []);
/// ```
impl FromStr for Draft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let mut draft = Self::default();
        let mut roads = Vec::new();
        for side in Side::ALL {
            let word = words.next().ok_or_else(|| format!("a tile has four sides: {DESCRIPTION}"))?;
            let ground = match word {
                "meadow" => Ground::Meadow,
                "road" => {
                    roads.push(side);
                    Ground::Meadow
                }
                _ => Ground::City(numbered(word, "city").ok_or_else(|| unknown(word))?),
            };
            for half in side.halves().map(HalfSide::index) {
                draft.halves[half] = ground;
            }
        }
        for word in words {
            if word == "cloister" {
                draft.cloisters = 1;
                continue;
            }
            let ends = word.split_once('-').and_then(|(from, to)| Some([end(from)?, end(to)?]));
            let road = ends.ok_or_else(|| unknown(word))?;
            for end in road {
                match end {
                    RoadTo::Crossing => draft.crossings = 1,
                    RoadTo::Cloister => draft.cloisters = 1,
                    RoadTo::Side(side) if !roads.contains(&side) => {
                        return Err(format!("the {} side shows no road", side.word()));
                    }
                    _ => {}
                }
            }
            draft.roads.push(road);
        }
        for side in roads {
            if !draft.roads.iter().flatten().any(|&end| end == RoadTo::Side(side)) {
                draft.roads.push([RoadTo::Side(side), RoadTo::Nowhere]);
            }
        }
        Ok(draft)
    }
}

fn end(word: &str) -> Option<RoadTo> {
    match word {
        "crossing" => Some(RoadTo::Crossing),
        "cloister" => Some(RoadTo::Cloister),
        "nowhere" => Some(RoadTo::Nowhere),
        _ => Side::ALL
            .into_iter()
            .find(|side| side.word() == word)
            .map(RoadTo::Side)
            .or_else(|| numbered(word, "gate").map(RoadTo::Gate)),
    }
}

/// The number after a word minus 1; 0 without a number.
fn numbered(word: &str, name: &str) -> Option<u8> {
    match word.strip_prefix(name)? {
        "" => Some(0),
        number => number.parse().ok().filter(|number| (1..=4).contains(number)).map(|number: u8| number - 1),
    }
}

fn unknown(word: &str) -> String {
    let shown: String = word.chars().take(40).collect();
    format!("{shown:?} is not understood; a tile is {DESCRIPTION}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    fn broken(text: &str) -> Vec<u8> {
        check(&text.parse().unwrap()).iter().map(|broken| broken.rule()).collect()
    }

    #[test]
    fn a_description_is_read_side_by_side_and_road_by_road() {
        assert_eq!(broken("city road meadow road right-left"), [0; 0]);
        assert_eq!(broken("city city2 city city2"), [2]);
        assert_eq!(broken("city road meadow road right-gate left-gate"), [4]);
        assert_eq!(broken("city road city2 road right-gate left-gate2"), [0; 0]);
        assert_eq!(broken("road road road road top-bottom right-left"), [6]);
        assert_eq!(broken("road meadow meadow meadow"), [5]);
        assert_eq!(broken("meadow meadow meadow meadow cloister"), [0; 0]);
    }

    #[test]
    fn errors_name_what_was_not_understood() {
        for (text, why) in [
            ("city road", "a tile has four sides"),
            ("city road river road", "\"river\" is not understood"),
            ("city9 road meadow road", "\"city9\""),
            ("city meadow meadow meadow left-right", "the left side shows no road"),
        ] {
            let error = text.parse::<Draft>().unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
