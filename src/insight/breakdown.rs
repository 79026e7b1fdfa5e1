//! The final scoring: what players held, what it was worth, who scored and why others did not. All numbers come from
//! the engine's claims, the same ones that the scores are computed from.

use serde::Serialize;

use super::feature::{Feature, Standing, count_kinds};
use super::player::has_goods;
use engine::{Claim, Colour, ColourSet, FeatureId, FieldRule, FollowerKind, Game, Good, Ruleset, Scored};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breakdown {
    /// Whether farmers score by finished city rather than by field.
    pub per_city: bool,
    /// What farmers held: fields, or the finished cities next to their fields.
    pub fields: Vec<Entry>,
    /// Roads, cities, cloisters and goods.
    pub others: Vec<Entry>,
}

/// Something held at the end of the game, whether or not it scored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub feature: Scored,
    /// The good, for a majority in goods.
    pub good: Option<Good>,
    /// For farmers who score by city, the city. Absent for goods.
    pub place: Option<Feature>,
    /// Finished cities that score for farmers.
    pub cities: usize,
    /// In turn order.
    pub holders: Vec<Holder>,
    /// The greatest strength.
    pub most: u16,
    pub paid: Vec<Paid>,
    /// Colours that would have scored but have left the game.
    pub left: Vec<Colour>,
    /// Why it scored for no one, although a player still in the game held the most.
    pub nothing: Option<Nothing>,
}

/// A colour in a feature, or with some of a good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Holder {
    pub colour: Colour,
    /// The combined strength of its followers, or the number of its goods.
    pub strength: u16,
    pub followers: Vec<(FollowerKind, u16)>,
}

/// Equal points for one or more colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Paid {
    pub colours: ColourSet,
    /// Points for each colour.
    pub points: i32,
    /// Points per finished city; equal to `points` for everything but fields.
    pub each: i32,
    /// Whether a pig raised the points.
    pub with_pig: bool,
}

/// Why something scored for no one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Nothing {
    /// A field next to no finished city.
    NoFinishedCity,
    /// Fields score nothing under these rules.
    FieldsPayNothing,
    /// An unfinished road with an inn.
    Inn,
    /// An unfinished city with a cathedral.
    Cathedral,
    /// Unfinished features score nothing under these rules.
    Unfinished,
}

impl Breakdown {
    /// The final scoring; for a game in progress, as if it ended now.
    pub fn of(game: &Game) -> Self {
        let claims = game.claims();
        let (fields, others): (Vec<&Claim>, Vec<&Claim>) =
            claims.iter().partition(|claim| claim.feature == Scored::Field);
        let entries = |claims: Vec<&Claim>| claims.into_iter().map(|claim| Entry::of(game, claim)).collect();
        Self {
            per_city: game.rules().fields == FieldRule::PerCity,
            fields: entries(fields),
            others: entries(others),
        }
    }
}

impl Entry {
    fn of(game: &Game, claim: &Claim) -> Self {
        let pays_pigs = game.rules().pig_points > 0;
        let paid = claim.payments.iter().map(|payment| Paid {
            colours: payment.colours,
            points: payment.points,
            each: payment.each,
            with_pig: pays_pigs && payment.colours.iter().all(|colour| claim.pigs.contains(colour)),
        });
        let left: Vec<Colour> = claim.majority.iter().filter(|&colour| game.is_out(colour)).collect();
        let place = claim.of.map(|id| Feature::of(game.board(), id));
        let unpaid = left.is_empty() && claim.payments.is_empty();
        Self {
            feature: claim.feature,
            good: claim.good,
            cities: claim.cities.len(),
            holders: holders(game, claim),
            most: claim.strength.iter().copied().max().unwrap_or_default(),
            paid: paid.collect(),
            nothing: unpaid.then(|| nothing(claim, place.as_ref())),
            left,
            place,
        }
    }

    /// Whether several colours scored with equal strength.
    pub fn is_tie(&self) -> bool {
        self.paid.iter().map(|paid| paid.colours.len()).sum::<usize>() > 1
    }

    /// Holders with less than the greatest strength.
    pub fn outnumbered(&self) -> impl Iterator<Item = &Holder> {
        self.holders.iter().filter(|holder| holder.strength < self.most)
    }
}

fn holders(game: &Game, claim: &Claim) -> Vec<Holder> {
    let features: &[FeatureId] = if claim.fields.is_empty() { claim.of.as_slice() } else { &claim.fields };
    let features: Vec<Feature> = features.iter().map(|&id| Feature::of(game.board(), id)).collect();
    let holder = |colour: Colour| {
        let is_own = |standing: &&Standing| standing.colour == colour;
        let followers = features.iter().flat_map(|feature| &feature.followers).filter(is_own);
        Holder { colour, strength: claim.strength[colour.index()], followers: count_kinds(&followers) }
    };
    game.colours().map(holder).filter(|holder| holder.strength > 0).collect()
}

fn nothing(claim: &Claim, place: Option<&Feature>) -> Nothing {
    match claim.feature {
        Scored::Field if claim.cities.is_empty() => Nothing::NoFinishedCity,
        Scored::Field => Nothing::FieldsPayNothing,
        _ if place.is_some_and(|feature| feature.inn) => Nothing::Inn,
        _ if place.is_some_and(|feature| feature.cathedral) => Nothing::Cathedral,
        _ => Nothing::Unfinished,
    }
}

/// A colour's points by source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Tally {
    pub colour: Colour,
    /// In the order of [`scoring_kinds`].
    pub points: Vec<i32>,
    /// Starting points.
    pub handicap: i32,
    pub total: i32,
    /// Whether its seat has won.
    pub won: bool,
}

/// Each colour's points by source.
pub fn tallies(game: &Game) -> Vec<Tally> {
    let (kinds, winners) = (scoring_kinds(game.rules()), game.winners());
    let tally = |colour: Colour| {
        let points = game.points(colour);
        let total = game.scores()[colour.index()];
        Tally {
            colour,
            points: kinds.iter().map(|&kind| points[kind as usize]).collect(),
            handicap: total - points.iter().sum::<i32>(),
            total,
            won: winners.contains(&game.seat_of(colour)),
        }
    };
    game.colours().map(tally).collect()
}

/// The sources of points under these rules.
pub fn scoring_kinds(rules: &Ruleset) -> Vec<Scored> {
    let pays = |kind: &Scored| match kind {
        Scored::Field => rules.fields != FieldRule::None,
        Scored::Goods => has_goods(rules),
        Scored::Road | Scored::City | Scored::Cloister => true,
    };
    Scored::ALL.into_iter().filter(pays).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Cause, Event, SegmentKind};
    use samples::{finished_game, game_of, many_rules};

    #[test]
    fn the_breakdown_explains_exactly_the_points_that_were_scored() {
        let mut any = false;
        for rules in many_rules() {
            let (game, log) = finished_game(rules, 3);
            let mut paid: Vec<_> = log
                .iter()
                .filter_map(|logged| match logged.event {
                    Event::Score { feature, colours, points, cause: Cause::End, .. } => {
                        Some((feature, colours, points))
                    }
                    _ => None,
                })
                .collect();
            let breakdown = Breakdown::of(&game);
            // Goods are scored last, after fields, which the breakdown lists separately.
            let entries = breakdown.others.iter().chain(&breakdown.fields);
            let mut explained: Vec<_> = entries
                .flat_map(|entry| entry.paid.iter().map(|paid| (entry.feature, paid.colours, paid.points)))
                .collect();
            any |= !explained.is_empty();
            paid.sort_by_key(|(feature, ..)| *feature);
            explained.sort_by_key(|(feature, ..)| *feature);
            assert_eq!(explained, paid);
        }
        assert!(any);
    }

    #[test]
    fn every_field_with_farmers_has_an_entry_and_every_entry_holders_and_a_reason() {
        for rules in many_rules() {
            let (game, _) = finished_game(rules, 5);
            let breakdown = Breakdown::of(&game);
            let board = game.board();
            let farmed = |id: &&FeatureId| {
                let info = board.feature_info(**id);
                info.kind == SegmentKind::Field && info.followers > 0
            };
            match game.rules().fields {
                FieldRule::PerField => {
                    assert_eq!(breakdown.fields.len(), board.features().iter().filter(farmed).count());
                }
                FieldRule::PerCity => {
                    let is_city = |entry: &Entry| entry.place.as_ref().unwrap().kind == SegmentKind::City;
                    assert!(breakdown.per_city && breakdown.fields.iter().all(is_city));
                }
                FieldRule::None => assert!(breakdown.fields.is_empty()),
            }
            for entry in breakdown.fields.iter().chain(&breakdown.others) {
                assert!(!entry.holders.is_empty(), "{entry:?}");
                let reasons = entry.paid.len() + entry.left.len() + usize::from(entry.nothing.is_some());
                assert!(reasons > 0, "{entry:?}");
            }
        }
    }

    #[test]
    fn a_tally_adds_up_to_the_score() {
        for rules in many_rules() {
            let (game, _) = finished_game(rules, 7);
            for tally in tallies(&game) {
                assert_eq!(tally.total, tally.points.iter().sum::<i32>() + tally.handicap);
                assert_eq!(tally.total, game.scores()[tally.colour.index()]);
            }
            assert!(tallies(&game).iter().any(|tally| tally.won));
        }
    }

    #[test]
    fn an_unfinished_road_scores_its_tiles_and_a_field_without_cities_nothing() {
        let road = r#""tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}"#;
        let farmer = r#""tile":"FFFFL","x":0,"y":1,"rotation":0,"follower":{"kind":"meeple","on":"top"}"#;
        let breakdown = Breakdown::of(&game_of(&[road, farmer], "CFFF"));
        let [road] = &breakdown.others[..] else { panic!("{breakdown:?}") };
        assert_eq!((road.feature, road.paid[0].points, road.nothing), (Scored::Road, 2, None));
        let [field] = &breakdown.fields[..] else { panic!("{breakdown:?}") };
        assert_eq!(field.nothing, Some(Nothing::NoFinishedCity));
        let meeple = vec![(FollowerKind::Meeple, 1)];
        assert_eq!(field.holders, [Holder { colour: Colour(1), strength: 1, followers: meeple }]);
    }
}
