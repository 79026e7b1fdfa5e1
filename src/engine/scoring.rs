//! What features pay, and to whom.

use super::board::Board;
use super::event::{Cause, Event, Scored};
use super::feature::{FeatureData, FeatureId, majority};
use super::ruleset::{FieldRule, Ruleset, SmallCity};
use super::seat::{Colour, ColourSet, MAX_COLOURS};
use super::tile::{Good, SegmentKind};

/// Points for a complete cloister, and the cells that it counts.
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
fn incomplete(rules: &Ruleset, feature: &FeatureData) -> i32 {
    let (tiles, shields) = (i32::from(feature.tiles), i32::from(feature.shields));
    match feature.kind {
        SegmentKind::Road if !feature.inn => tiles * i32::from(rules.end_road_tile),
        SegmentKind::City if !feature.cathedral => {
            tiles * i32::from(rules.end_city_tile) + shields * i32::from(rules.end_city_shield)
        }
        _ => 0,
    }
}

/// What a feature that is scored as such is called in events.
const fn scored(kind: SegmentKind) -> Scored {
    match kind {
        SegmentKind::Road => Scored::Road,
        SegmentKind::City => Scored::City,
        SegmentKind::Cloister => Scored::Cloister,
        SegmentKind::Field => Scored::Field,
    }
}

/// The event of a feature just completed; none if nobody gets anything.
/// `out`: colours that do not score any more, though their figures count in the majority.
pub(super) fn completed(rules: &Ruleset, board: &Board, feature: FeatureId, out: ColourSet) -> Option<Event> {
    let info = board.feature_info(feature);
    let tiles = if info.kind == SegmentKind::Cloister { CLOISTER } else { info.tiles };
    let colours = info.majority().without(out);
    payment(scored(info.kind), colours, complete(rules, info), Some(tiles), Cause::Completed)
}

fn payment(
    feature: Scored,
    colours: ColourSet,
    points: i32,
    tiles: Option<u16>,
    cause: Cause,
) -> Option<Event> {
    let pays = points > 0 && !colours.is_empty();
    pays.then_some(Event::Score { feature, colours, points, tiles, cause })
}

/// All payments at the end: roads, cities, cloisters, fields, goods.
pub(super) fn at_the_end(
    rules: &Ruleset,
    board: &Board,
    goods: &[[u8; MAX_COLOURS]; Good::ALL.len()],
    out: ColourSet,
) -> Vec<Event> {
    let features = board.features();
    let of_kind = |kind| features.iter().copied().filter(move |&id| board.feature_info(id).kind == kind);
    let mut payments = Vec::new();
    for kind in [SegmentKind::Road, SegmentKind::City, SegmentKind::Cloister] {
        for id in of_kind(kind) {
            let info = board.feature_info(id);
            let tiles = if kind == SegmentKind::Cloister { board.cloister_tiles(id) } else { info.tiles };
            let points =
                if kind == SegmentKind::Cloister { i32::from(tiles) } else { incomplete(rules, info) };
            let colours = info.majority().without(out);
            payments.extend(payment(scored(kind), colours, points, Some(tiles), Cause::End));
        }
    }
    match rules.fields {
        FieldRule::None => {}
        FieldRule::PerField => {
            for field in of_kind(SegmentKind::Field) {
                let info = board.feature_info(field);
                let colours = info.majority();
                if !colours.is_empty() {
                    let cities = i32::try_from(board.cities_of(field).len()).unwrap_or(i32::MAX);
                    let share = Share { colours, pigs: info.pigs, tiles: info.tiles, times: cities };
                    share.pay(rules, out, &mut payments);
                }
            }
        }
        FieldRule::PerCity => {
            for share in shares_by_city(board, of_kind(SegmentKind::Field)) {
                share.pay(rules, out, &mut payments);
            }
        }
    }
    if rules.goods_points > 0 {
        for held in goods {
            let colours = majority(held).without(out);
            payments.extend(payment(Scored::Goods, colours, rules.goods_points.into(), None, Cause::End));
        }
    }
    payments
}

/// What farmers are owed: for a field, or under `per_city` for a city.
struct Share {
    colours: ColourSet,
    pigs: ColourSet,
    tiles: u16,
    times: i32,
}

impl Share {
    /// Colours with a pig get more, in a line of their own.
    fn pay(&self, rules: &Ruleset, out: ColourSet, payments: &mut Vec<Event>) {
        let colours = self.colours.without(out);
        let plain = if rules.pig_points > 0 { colours.without(self.pigs) } else { colours };
        let base = i32::from(rules.field_points);
        let with_pig = base + i32::from(rules.pig_points);
        for (colours, points) in [(plain, base), (colours.without(plain), with_pig)] {
            payments.extend(payment(
                Scored::Field,
                colours,
                points * self.times,
                Some(self.tiles),
                Cause::End,
            ));
        }
    }
}

/// For each completed city, all fields that touch it counted together.
fn shares_by_city(board: &Board, fields: impl Iterator<Item = FeatureId>) -> Vec<Share> {
    let mut cities: Vec<(FeatureId, [u16; MAX_COLOURS], ColourSet)> = Vec::new();
    for field in fields {
        let info = board.feature_info(field);
        if info.figures == 0 {
            continue;
        }
        for city in board.cities_of(field) {
            let place = cities.iter().position(|&(known, ..)| known == city).unwrap_or_else(|| {
                cities.push((city, [0; MAX_COLOURS], ColourSet::EMPTY));
                cities.len() - 1
            });
            let (_, strength, pigs) = &mut cities[place];
            for (colour, strength) in (0..).map(Colour).zip(strength) {
                *strength += u16::from(info.strength(colour));
            }
            *pigs = pigs.union(info.pigs);
        }
    }
    let share = |(city, strength, pigs): (FeatureId, [u16; MAX_COLOURS], ColourSet)| Share {
        colours: majority(&strength),
        pigs,
        tiles: board.feature_info(city).tiles,
        times: 1,
    };
    cities.into_iter().map(share).collect()
}
