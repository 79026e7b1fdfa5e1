//! Final scoring: each feature with its followers, what it is worth, and who scores. The final scores are computed from
//! this alone, so that pages explain exactly what was scored.

use super::board::Board;
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
    pub payments: Vec<Payment>,
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
            payments: Vec::new(),
        }
    }

    /// Adds a payment of `times` times `each`.
    fn pay(&mut self, colours: ColourSet, each: i32, times: i32) {
        let points = each * times;
        if points > 0 && !colours.is_empty() {
            self.payments.push(Payment { colours, points, each });
        }
    }

    /// Adds the payments to farmers. Colours with a pig get more, in a separate payment.
    fn pay_farmers(&mut self, rules: &Ruleset, out: ColourSet) {
        let times = i32::try_from(self.cities.len()).unwrap_or(i32::MAX);
        let colours = self.majority.without(out);
        let plain = if rules.pig_points > 0 { colours.without(self.pigs) } else { colours };
        let base = i32::from(rules.field_points);
        self.pay(plain, base, times);
        self.pay(colours.without(plain), base + i32::from(rules.pig_points), times);
    }

    /// The payments as events.
    pub(super) fn events(&self) -> impl Iterator<Item = Event> + '_ {
        let event = |&Payment { colours, points, .. }: &Payment| Event::Score {
            feature: self.feature,
            colours,
            points,
            tiles: self.tiles,
            cause: Cause::End,
        };
        self.payments.iter().map(event)
    }
}

/// Every road, city, cloister and field with followers, and every good. Completed features have no followers left.
pub(super) fn claims(
    rules: &Ruleset,
    board: &Board,
    goods: &[[u8; MAX_COLOURS]; Good::ALL.len()],
    out: ColourSet,
) -> Vec<Claim> {
    let features = board.features();
    let of_kind = |kind| {
        features.iter().copied().filter(move |&id| {
            let info = board.feature_info(id);
            info.kind == kind && info.followers > 0
        })
    };
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
            claim.pay(claim.majority.without(out), rules.goods_points.into(), 1);
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
    let points = if is_cloister { i32::from(tiles) } else { incomplete(rules, info) };
    let mut claim = Claim::new(scored(info.kind), strength(board, id));
    (claim.of, claim.tiles) = (Some(id), Some(tiles));
    claim.pay(claim.majority.without(out), points, 1);
    claim
}

fn by_field(rules: &Ruleset, board: &Board, field: FeatureId, out: ColourSet) -> Claim {
    let info = board.feature_info(field);
    let mut claim = Claim::new(Scored::Field, strength(board, field));
    (claim.of, claim.tiles, claim.pigs) = (Some(field), Some(info.tiles), info.pigs);
    claim.fields = vec![field];
    claim.cities = board.cities_of(field);
    claim.pay_farmers(rules, out);
    claim
}

/// For each completed city, the fields that touch it, counted together.
fn by_city(
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
        claim.pay_farmers(rules, out);
    }
    claims
}
