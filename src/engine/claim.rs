//! Final scoring: each feature with its followers, what it is worth, and who scores. The final scores are computed from
//! this alone, so that pages explain exactly what was scored.

use arrayvec::ArrayVec;

use super::board::Board;
use super::earned::Earned;
use super::event::{Cause, Event, Scored};
use super::feature::{FeatureId, majority};
use super::ruleset::{FieldRule, Ruleset};
use super::scoring::{incomplete, scored};
use super::seat::{Colour, ColourSet, MAX_COLOURS};
use super::tile::{Good, SegmentKind};

/// A feature with followers at the end of the game, whether or not it is worth anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// What it is scored as.
    pub feature: Scored,
    /// The feature: under `per_city` the city. `None` for a good.
    pub of: Option<FeatureId>,
    pub good: Option<Good>,
    /// The fields whose farmers count.
    pub fields: Vec<FeatureId>,
    /// The completed cities that score.
    pub cities: Vec<FeatureId>,
    /// `None` for goods.
    pub tiles: Option<u16>,
    /// The strength of each colour.
    pub strength: [u16; MAX_COLOURS],
    /// The colours with the greatest strength.
    pub majority: ColourSet,
    /// Colours with a pig there.
    pub pigs: ColourSet,
    /// The points it scores; empty if nobody gets any.
    pub payments: Payments,
}

/// Points that each of several colours gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payment {
    pub colours: ColourSet,
    /// For each of the colours.
    pub points: i32,
    /// Points per city for fields, otherwise the same as `points`.
    pub each: i32,
}

impl Claim {
    fn new(feature: Scored, strength: [u16; MAX_COLOURS]) -> Self {
        Self {
            feature,
            of: None,
            good: None,
            fields: Vec::new(),
            cities: Vec::new(),
            tiles: None,
            majority: majority(&strength),
            strength,
            pigs: ColourSet::EMPTY,
            payments: Payments::new(),
        }
    }

    /// The payments as events.
    pub(super) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let (feature, tiles) = (self.feature, self.tiles);
        let earned =
            move |&Payment { colours, points, .. }: &Payment| Earned { feature, colours, points, tiles };
        self.payments.iter().map(move |payment| earned(payment).event(Cause::End))
    }
}

/// One payment, or two to farmers, if some of them have a pig.
pub type Payments = ArrayVec<Payment, 2>;

/// A payment of `times` times `each`; none if nobody gets anything.
fn pay(colours: ColourSet, each: i32, times: i32) -> Option<Payment> {
    let points = each * times;
    (points > 0 && !colours.is_empty()).then_some(Payment { colours, points, each })
}

/// The payments to farmers for a number of cities. Colours with a pig get more, in a separate payment.
fn pay_farmers(
    rules: &Ruleset,
    majority: ColourSet,
    pigs: ColourSet,
    out: ColourSet,
    cities: u16,
) -> Payments {
    let colours = majority.without(out);
    let plain = if rules.pig_points > 0 { colours.without(pigs) } else { colours };
    let base = i32::from(rules.field_points);
    let more = pay(colours.without(plain), base + i32::from(rules.pig_points), cities.into());
    pay(plain, base, cities.into()).into_iter().chain(more).collect()
}

/// What a feature with followers pays at the end; a field as under `per_field`.
pub(super) fn payments(rules: &Ruleset, board: &Board, id: FeatureId, out: ColourSet) -> Payments {
    let info = board.feature_info(id);
    let one = |points| pay(info.majority().without(out), points, 1).into_iter().collect();
    match info.kind {
        SegmentKind::Field => pay_farmers(rules, info.majority(), info.pigs, out, info.cities),
        SegmentKind::Cloister => one(board.cloister_tiles(id).into()),
        SegmentKind::Road | SegmentKind::City => one(incomplete(rules, info)),
    }
}

/// What a good pays at the end.
pub(super) fn pay_good(rules: &Ruleset, held: [u8; MAX_COLOURS], out: ColourSet) -> Option<Payment> {
    pay(majority(&held).without(out), rules.goods_points.into(), 1)
}

/// Every road, city, cloister and field with followers, and every good. Completed features have no followers left.
pub(super) fn claims(
    rules: &Ruleset,
    board: &Board,
    goods: &[[u8; MAX_COLOURS]; Good::ALL.len()],
    out: ColourSet,
) -> Vec<Claim> {
    let occupied = board.occupied();
    let of_kind = |kind| occupied.iter().copied().filter(move |&id| board.feature_info(id).kind == kind);
    let mut claims = Vec::new();
    for kind in [SegmentKind::Road, SegmentKind::City, SegmentKind::Cloister] {
        claims.extend(of_kind(kind).map(|id| unfinished(rules, board, id, out)));
    }
    match rules.fields {
        FieldRule::None => {}
        FieldRule::PerField => {
            claims.extend(of_kind(SegmentKind::Field).map(|id| by_field(rules, board, id, out)));
        }
        FieldRule::PerCity => claims.extend(by_city(rules, board, of_kind(SegmentKind::Field), out)),
    }
    if rules.goods_points > 0 {
        claims.extend(Good::ALL.into_iter().zip(goods).map(|(good, held)| {
            let mut claim = Claim::new(Scored::Goods, held.map(u16::from));
            claim.good = Some(good);
            claim.payments = pay_good(rules, *held, out).into_iter().collect();
            claim
        }));
    }
    claims.retain(|claim| !claim.majority.is_empty());
    claims
}

fn strength(board: &Board, feature: FeatureId) -> [u16; MAX_COLOURS] {
    let info = board.feature_info(feature);
    let mut strength = [0; MAX_COLOURS];
    for (colour, strength) in (0..).map(Colour).zip(&mut strength) {
        *strength = info.strength(colour).into();
    }
    strength
}

fn unfinished(rules: &Ruleset, board: &Board, id: FeatureId, out: ColourSet) -> Claim {
    let info = board.feature_info(id);
    let is_cloister = info.kind == SegmentKind::Cloister;
    let tiles = if is_cloister { board.cloister_tiles(id) } else { info.tiles };
    let mut claim = Claim::new(scored(info.kind), strength(board, id));
    (claim.of, claim.tiles) = (Some(id), Some(tiles));
    claim.payments = payments(rules, board, id, out);
    claim
}

fn by_field(rules: &Ruleset, board: &Board, field: FeatureId, out: ColourSet) -> Claim {
    let info = board.feature_info(field);
    let mut claim = Claim::new(Scored::Field, strength(board, field));
    (claim.of, claim.tiles, claim.pigs) = (Some(field), Some(info.tiles), info.pigs);
    claim.fields = vec![field];
    claim.cities = board.cities_of(field);
    claim.payments = payments(rules, board, field, out);
    claim
}

/// For each completed city, the fields that touch it, counted together.
pub(super) fn by_city(
    rules: &Ruleset,
    board: &Board,
    fields: impl Iterator<Item = FeatureId>,
    out: ColourSet,
) -> Vec<Claim> {
    let mut claims: Vec<Claim> = Vec::new();
    for field in fields {
        let info = board.feature_info(field);
        for city in board.cities_of(field) {
            let place = claims.iter().position(|claim| claim.of == Some(city)).unwrap_or_else(|| {
                let mut claim = Claim::new(Scored::Field, [0; MAX_COLOURS]);
                (claim.of, claim.tiles) = (Some(city), Some(board.feature_info(city).tiles));
                claim.cities = vec![city];
                claims.push(claim);
                claims.len() - 1
            });
            let claim = &mut claims[place];
            claim.fields.push(field);
            claim.pigs = claim.pigs.union(info.pigs);
            for (sum, own) in claim.strength.iter_mut().zip(strength(board, field)) {
                *sum += own;
            }
        }
    }
    for claim in &mut claims {
        claim.majority = majority(&claim.strength);
        claim.payments = pay_farmers(rules, claim.majority, claim.pigs, out, 1);
    }
    claims
}
