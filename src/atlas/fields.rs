//! From a draft to a tile that can be drawn: its segments, with the fields found from what separates them.

use super::draft::{Draft, RoadTo};
use super::rules::{Part, check, parts};
use engine::{
    Edge, HalfSide, MAX_SEGMENTS, RoadEnd, Segment, Side, TileDef, TileSet, city, cloister, field, road,
    road_to,
};

/// Places on the rim of a tile, clockwise: half sides are even; the mouth of a road or river comes between the two halves of
/// its side, and a corner after them.
type Place = usize;

impl Draft {
    /// The tile's segments, cities first; `None` if it breaks a rule. Roads that end at the same city each have a gate.
    pub fn segments(&self) -> Option<Vec<Segment>> {
        if !check(self).is_empty() {
            return None;
        }
        let numbers = self.city_numbers();
        let sides = |number: &u8| -> Vec<Side> {
            Side::ALL.into_iter().filter(|side| self.city(side.halves()[0]) == Some(*number)).collect()
        };
        let mut segments: Vec<Segment> = numbers.iter().map(|number| city(&sides(number))).collect();
        segments.extend(self.roads.iter().filter_map(|&ends| match ends {
            [RoadTo::Side(from), RoadTo::Side(to)] => Some(road(from, to)),
            [RoadTo::Side(from), end] | [end, RoadTo::Side(from)] => Some(road_to(inner_end(end)?, from)),
            _ => None,
        }));
        if self.cloisters > 0 {
            segments.push(cloister());
        }
        segments.extend(self.fields(&numbers));
        (segments.len() <= MAX_SEGMENTS).then_some(segments)
    }

    /// The tile with these segments, for drawing. It has no name and belongs to no set.
    pub fn tile<'a>(&self, segments: &'a [Segment]) -> TileDef<'a> {
        let edges = Side::ALL.map(|side| {
            let ends_here = |ends: &[RoadTo; 2]| ends.contains(&RoadTo::Side(side));
            match self.city(side.halves()[0]) {
                Some(_) => Edge::City,
                None if self.roads.iter().any(ends_here) => Edge::Road,
                None if self.river.contains(&side) => Edge::River,
                None => Edge::Field,
            }
        });
        TileDef::new(TileSet::Base, "", 0, edges, segments)
    }

    /// The numbers of the cities, in the order of their segments.
    fn city_numbers(&self) -> Vec<u8> {
        let mut numbers: Vec<u8> = HalfSide::ALL.into_iter().filter_map(|half| self.city(half)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Divides the meadow into fields: two places on the rim belong to one field unless a part of the tile separates them.
    fn fields(&self, numbers: &[u8]) -> Vec<Segment> {
        let parts = parts(self);
        let mut fields: Vec<Vec<Place>> = Vec::new();
        for place in self.meadow() {
            let joined =
                fields.iter_mut().find(|field| !parts.iter().any(|part| parted(part, field[0], place)));
            match joined {
                Some(field) => field.push(place),
                None => fields.push(vec![place]),
            }
        }
        let lies_at = |place: Place, number: u8| {
            let at = HalfSide::ALL.into_iter().find(|&half| self.city(half) == Some(number));
            let at = at.map_or(place, |half| 2 * half.index());
            let holds = |part: &Part| part.iter().any(|&(held, _)| held == at);
            !parts.iter().any(|part| !holds(part) && parted(part, place, at))
        };
        let cities = 0..u8::try_from(numbers.len()).unwrap_or_default();
        let segment = |places: &Vec<Place>| {
            let halves: Vec<HalfSide> =
                HalfSide::ALL.into_iter().filter(|half| places.contains(&(2 * half.index()))).collect();
            let touched: Vec<u8> =
                cities.clone().filter(|&city| lies_at(places[0], numbers[usize::from(city)])).collect();
            field(&halves, &touched)
        };
        fields.iter().map(segment).collect()
    }

    /// The places on the rim with meadow: half sides, and corners that are not inside a city. Meadow that touches no side has a
    /// corner where two cities meet.
    fn meadow(&self) -> impl Iterator<Item = Place> {
        let halves = HalfSide::ALL.into_iter().filter(|&half| self.city(half).is_none());
        let corners = Side::ALL.into_iter().filter(|side| {
            let before = self.city(side.halves()[1]);
            before.is_none() || before != self.city(HalfSide::from_index(2 * side.index() + 2))
        });
        halves.map(|half| 2 * half.index()).chain(corners.map(|side| 4 * side.index() + 3))
    }
}

/// Whether a part has places on the rim both between two others and outside them.
fn parted(part: &Part, one: Place, other: Place) -> bool {
    let between = |place: Place| one.min(other) < place && place < one.max(other);
    part.iter().any(|&(place, _)| between(place))
        && part.iter().any(|&(place, _)| !between(place) && place != one && place != other)
}

const fn inner_end(end: RoadTo) -> Option<RoadEnd> {
    match end {
        RoadTo::Gate(_) => Some(RoadEnd::City),
        RoadTo::Crossing => Some(RoadEnd::Crossing),
        RoadTo::Cloister => Some(RoadEnd::Cloister),
        RoadTo::Side(_) | RoadTo::Nowhere => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes;
    use engine::{SegmentKind, TileKind};

    /// The fields in canonical order, with the sides of the cities that they touch.
    fn fields(segments: &[Segment]) -> Vec<(u8, Vec<u8>)> {
        let mut fields: Vec<_> = segments
            .iter()
            .filter(|segment| segment.kind == SegmentKind::Field)
            .map(|field| {
                let touched =
                    segments.iter().enumerate().filter(|(index, _)| field.touches & (1 << index) != 0);
                let mut touched: Vec<u8> = touched.map(|(_, city)| city.sides).collect();
                touched.sort_unstable();
                (field.halves, touched)
            })
            .collect();
        fields.sort();
        fields
    }

    #[test]
    fn the_draft_of_every_printed_tile_yields_its_fields_unless_drafts_cannot_express_them() {
        let differing: Vec<_> = TileKind::all()
            .filter(|&kind| {
                let segments = Draft::of(kind).segments();
                segments.is_some_and(|segments| fields(&segments) != fields(kind.def().segments))
            })
            .map(TileKind::name)
            .collect();
        let expected = [
            "RV-cloister",         // whether the road goes over the river
            "IC-2-cities-2-roads", // that the walls of two cities touch
            "IC-wedge-city",       // that a wall touches a corner, here and below
            "TB-cap-2-roads",      // that two roads share a gate
            "TB-corner-road-s-split-grain",
            "TB-corner-road-split-wine",
        ];
        assert_eq!(differing, expected);
    }

    #[test]
    fn every_shape_can_be_made_a_tile_with_its_sides() {
        for shape in shapes() {
            let draft = shape.draft().unwrap();
            let segments = draft.segments().unwrap();
            let tile = draft.tile(&segments);
            for side in Side::ALL {
                assert_eq!(
                    tile.edges[side.index()].letter().to_string().replace('F', "M"),
                    shape.sides[side.index()].letter().to_string()
                );
                for half in side.halves() {
                    assert_eq!(
                        tile.at_half(half).is_some(),
                        tile.edges[side.index()] != Edge::City,
                        "{shape}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_draft_that_breaks_a_rule_has_no_segments() {
        assert_eq!(Draft::of("TB-bridge".parse().unwrap()).segments().map(|_| ()), None);
    }
}
