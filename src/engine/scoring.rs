//! How many points features score, and for whom.

use super::earned::Earned;
use super::event::Scored;
use super::feature::FeatureData;
use super::ruleset::{Ruleset, SmallCity};
use super::seat::ColourSet;
use super::tile::SegmentKind;

/// Points for a complete cloister, and the number of cells that it counts.
const CLOISTER: u16 = 9;

/// What a complete feature is worth.
pub(super) fn complete(rules: &Ruleset, feature: &FeatureData) -> i32 {
    let tiles = i32::from(feature.tiles);
    let shields = i32::from(feature.shields);
    match feature.kind {
        SegmentKind::Road if feature.inn => tiles * i32::from(rules.inn_tile),
        SegmentKind::Road if rules.small_road && tiles == 2 => 2,
        SegmentKind::Road => tiles * i32::from(rules.road_tile),
        SegmentKind::City if feature.cathedral => (tiles + shields) * i32::from(rules.cathedral_tile),
        SegmentKind::City => match rules.small_city {
            SmallCity::HalfRate if tiles == 2 => tiles + shields,
            SmallCity::TwoPoints if tiles == 2 => 2,
            SmallCity::TwoPointsWithShields if tiles + shields == 2 => 2,
            _ => tiles * i32::from(rules.city_tile) + shields * i32::from(rules.city_shield),
        },
        SegmentKind::Cloister => i32::from(CLOISTER),
        SegmentKind::Field => 0,
    }
}

/// What an incomplete road or city is worth at the end.
pub(super) fn incomplete(rules: &Ruleset, feature: &FeatureData) -> i32 {
    let (tiles, shields) = (i32::from(feature.tiles), i32::from(feature.shields));
    match feature.kind {
        SegmentKind::Road if !feature.inn => tiles * i32::from(rules.end_road_tile),
        SegmentKind::City if !feature.cathedral => {
            tiles * i32::from(rules.end_city_tile) + shields * i32::from(rules.end_city_shield)
        }
        _ => 0,
    }
}

pub(super) const fn scored(kind: SegmentKind) -> Scored {
    match kind {
        SegmentKind::Road => Scored::Road,
        SegmentKind::City => Scored::City,
        SegmentKind::Cloister => Scored::Cloister,
        SegmentKind::Field => Scored::Field,
    }
}

/// What a feature that was just completed earns; `None` if nobody scores.
/// `out`: colours that no longer score, though their followers still count for the majority.
pub(super) fn completed(rules: &Ruleset, feature: &FeatureData, out: ColourSet) -> Option<Earned> {
    if feature.followers == 0 {
        return None;
    }
    let tiles = if feature.kind == SegmentKind::Cloister { CLOISTER } else { feature.tiles };
    let colours = feature.majority().without(out);
    let points = complete(rules, feature);
    let pays = points > 0 && !colours.is_empty();
    pays.then_some(Earned { feature: scored(feature.kind), colours, points, tiles: Some(tiles) })
}
