//! How a tile breaks the tile rules, as messages.

use crate::html::atlas::trial_page::RULES;
use crate::locale::{Locale, Message};
use atlas::{Breach, RoadTo};

pub fn sentence(locale: &Locale, breach: &Breach) -> String {
    locale.format(&message(*breach))
}

fn message(breach: Breach) -> Message {
    match breach {
        Breach::WallInMiddle(side) => Message::new("atlas-breach-wall").with("side", side.word()),
        Breach::RiverThroughWall => Message::new("atlas-breach-river-wall"),
        Breach::RoadThroughWalls => Message::new("atlas-breach-road-walls"),
        Breach::CitiesAcross => Message::new("atlas-breach-cities"),
        Breach::InnerCities(n) => Message::new("atlas-breach-inner-cities").with("n", n),
        Breach::Middles(n) => Message::new("atlas-breach-middles").with("n", n),
        Breach::Gates(n) => Message::new("atlas-breach-gates").with("n", n),
        Breach::RoadEnds(side, n) => {
            Message::new("atlas-breach-road-ends").with("side", side.word()).with("n", n)
        }
        Breach::NoMeadow(side) => Message::new("atlas-breach-no-meadow").with("side", side.word()),
        Breach::RoadAndRiver(side) => Message::new("atlas-breach-road-and-river").with("side", side.word()),
        Breach::NoCrossing => Message::new("atlas-breach-no-crossing"),
        Breach::NoCloister => Message::new("atlas-breach-no-cloister"),
        Breach::NoCity => Message::new("atlas-breach-no-city"),
        Breach::NoEnd => Message::new("atlas-breach-no-end"),
        Breach::RoadsCross => Message::new("atlas-breach-roads"),
        Breach::RoadOverRiver => Message::new("atlas-breach-road-river"),
        Breach::NoSide(from, to) => {
            Message::new("atlas-breach-no-side").with("from", place(from)).with("to", place(to))
        }
    }
}

/// The key of the broken rule's text.
pub fn rule_text(breach: &Breach) -> &'static str {
    RULES.get(usize::from(breach.rule()).saturating_sub(1)).copied().unwrap_or(RULES[0])
}

/// The end of a road as a selector in messages.
const fn place(end: RoadTo) -> &'static str {
    match end {
        RoadTo::Side(side) => side.word(),
        RoadTo::Crossing => "crossing",
        RoadTo::Cloister => "cloister",
        RoadTo::Gate(_) => "gate",
        RoadTo::Nowhere => "meadow",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Side;

    #[test]
    fn every_breach_is_a_sentence_that_names_where_it_is() {
        for (breach, expected) in [
            (Breach::WallInMiddle(Side::Left), "A wall meets the left side in its middle, not in a corner."),
            (Breach::InnerCities(1), "A city lies inside the tile and reaches no side."),
            (Breach::InnerCities(2), "2 cities lie inside the tile and reach no side."),
            (Breach::RoadEnds(Side::Top, 3), "3 road ends are at the top side, but at most one is allowed."),
            (
                Breach::NoSide(RoadTo::Gate(0), RoadTo::Crossing),
                "A road from a gate to the crossing reaches no side.",
            ),
        ] {
            assert_eq!(sentence(&Locale::default(), &breach), expected);
        }
    }
}
