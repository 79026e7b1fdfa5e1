//! The marks of overlays on a game's board.

use super::follower::Hue;
use super::marks::Mark;
use engine::{Board, Claim, Colour, ColourSet, FeatureId, Game, Scored, SegmentKind};
use insight::Feature;

/// Who owns roads, cities and cloisters.
pub fn owner_marks(game: &Game) -> Vec<Mark> {
    let is_owned = |feature: &Feature| feature.kind != SegmentKind::Field && !feature.followers.is_empty();
    let owned = insight::features(game.board()).filter(is_owned);
    owned.flat_map(|feature| area(game, feature)).collect()
}

/// Fields with their farmers, the finished cities that they touch, and what they score if the game ends now; in a finished
/// game, who scored for them.
pub fn field_marks(game: &Game) -> Vec<Mark> {
    if game.is_finished() { final_field_marks(game) } else { farmed_field_marks(game) }
}

/// The last tile of each colour, numbered in the order of placement.
pub fn round_marks(game: &Game) -> Vec<Mark> {
    let placed = &game.board().tiles()[1..];
    let round = &placed[placed.len().saturating_sub(game.colours().count())..];
    (1..).zip(round).map(|(number, tile)| Mark::Number(tile.position, number)).collect()
}

/// Empty cells that no remaining tile can fill.
pub fn dead_marks(game: &Game) -> Vec<Mark> {
    insight::dead_cells(game).into_iter().map(Mark::Dead).collect()
}

fn hue(game: &Game, colour: Colour) -> Hue {
    Hue::of(game.header(), colour)
}

/// The hue of a set with exactly one colour.
fn only_hue(game: &Game, colours: ColourSet) -> Option<Hue> {
    let only = colours.iter().next().filter(|_| colours.len() == 1);
    only.map(|colour| hue(game, colour))
}

/// The feature's area in its owner's hue, with a disc for each owner if there are several.
fn area(game: &Game, feature: Feature) -> Vec<Mark> {
    let mut marks = Vec::new();
    if feature.owners.len() > 1 {
        let discs = feature.owners.iter().zip(feature.segments.iter().cycle());
        marks.extend(discs.map(|(owner, &(tile, segment))| Mark::Owner {
            tile,
            segment,
            hue: hue(game, owner),
        }));
    }
    marks.push(Mark::Area { hue: only_hue(game, feature.owners), segments: feature.segments });
    marks
}

fn farmed_fields(board: &Board) -> impl Iterator<Item = FeatureId> {
    let is_farmed = |id: &FeatureId| {
        let data = board.feature_info(*id);
        data.kind == SegmentKind::Field && data.followers > 0
    };
    board.features().into_iter().filter(is_farmed)
}

fn segments(board: &Board, feature: FeatureId) -> Vec<(usize, usize)> {
    let mut segments: Vec<_> = board.segments(feature).collect();
    segments.sort_unstable();
    segments
}

fn farmed_field_marks(game: &Game) -> Vec<Mark> {
    let board = game.board();
    let mut marks = Vec::new();
    let mut cities: Vec<FeatureId> = Vec::new();
    for field in farmed_fields(board) {
        marks.extend(area(game, Feature::of(board, field)));
        cities.extend(board.cities_of(field));
    }
    cities.sort_unstable();
    cities.dedup();
    marks.extend(cities.into_iter().map(|city| Mark::Area { segments: segments(board, city), hue: None }));
    marks.extend(field_tags(game, |_, claim| {
        let most = claim.payments.iter().map(|payment| payment.points).max().unwrap_or_default();
        format!("+{most}")
    }));
    marks
}

/// What farmers score for: fields or, under `per_city`, cities.
fn field_claims(game: &Game) -> Vec<Claim> {
    game.claims().into_iter().filter(|claim| claim.feature == Scored::Field).collect()
}

/// Tags of what farmers score for: a text, and the letters of the owners.
fn field_tags(game: &Game, text: impl Fn(usize, &Claim) -> String) -> Vec<Mark> {
    let tag = |(number, claim): (usize, &Claim)| {
        let (tile, segment) = free_segment(game.board(), claim.of?);
        let letters: String = claim.majority.iter().map(|colour| hue(game, colour).letter()).collect();
        Some(Mark::Tag { tile, segment, text: format!("{} {letters}", text(number, claim)) })
    };
    (1..).zip(&field_claims(game)).filter_map(tag).collect()
}

/// The fields with farmers, and the cities that scored for them. Each entry of the breakdown is marked with its number and
/// its owners' letters: on fields or, under `per_city`, on cities.
fn final_field_marks(game: &Game) -> Vec<Mark> {
    let board = game.board();
    let farmed = farmed_fields(board).map(|field| Mark::Area {
        segments: segments(board, field),
        hue: only_hue(game, board.feature_info(field).majority()),
    });
    let mut marks: Vec<Mark> = farmed.collect();
    let mut cities: Vec<(FeatureId, Option<Hue>)> = Vec::new();
    for claim in field_claims(game) {
        let Some(id) = claim.of else { continue };
        let owner = only_hue(game, claim.majority).filter(|_| claim.cities.contains(&id));
        cities.extend(claim.cities.iter().map(|&city| (city, owner)));
    }
    marks.extend(field_tags(game, |number, _| number.to_string()));
    cities.sort_unstable_by_key(|(city, _)| *city);
    cities.dedup();
    marks.extend(cities.into_iter().map(|(city, hue)| Mark::Area { segments: segments(board, city), hue }));
    marks
}

/// A segment of a feature without a follower, if there is one.
fn free_segment(board: &Board, feature: FeatureId) -> (usize, usize) {
    let segments = segments(board, feature);
    let is_free = |segment: &&(usize, usize)| {
        !board.followers().iter().any(|placed| (placed.tile, placed.segment) == **segment)
    };
    segments.iter().find(is_free).or(segments.first()).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::random_game;
    use engine::{Preset, Ruleset};

    fn areas(marks: &[Mark]) -> usize {
        marks.iter().filter(|mark| matches!(mark, Mark::Area { .. })).count()
    }

    #[test]
    fn every_owned_feature_is_an_area_and_every_shared_one_has_discs() {
        for seed in 1..6 {
            let game = random_game(Ruleset::of(Preset::Modern), 3, 40, seed);
            let owned: Vec<Feature> = insight::features(game.board())
                .filter(|feature| feature.kind != SegmentKind::Field && !feature.followers.is_empty())
                .collect();
            let marks = owner_marks(&game);
            assert_eq!(areas(&marks), owned.len());
            let shared = owned.iter().filter(|feature| feature.owners.len() > 1);
            let discs: usize = shared.map(|feature| feature.owners.len()).sum();
            assert_eq!(marks.len() - areas(&marks), discs);
        }
    }

    #[test]
    fn the_last_round_numbers_a_tile_for_each_colour() {
        let game = random_game(Ruleset::of(Preset::Modern), 3, 10, 1);
        let numbers: Vec<u32> = round_marks(&game)
            .iter()
            .map(|mark| if let Mark::Number(_, number) = mark { *number } else { 0 })
            .collect();
        assert_eq!(numbers, [1, 2, 3]);
    }

    #[test]
    fn fields_say_what_they_score_while_the_game_is_in_progress() {
        let mut all = 0;
        for seed in 1..6 {
            let game = random_game(Ruleset::of(Preset::Modern), 2, 60, seed);
            let said: i32 = field_marks(&game)
                .iter()
                .filter_map(|mark| if let Mark::Tag { text, .. } = mark { Some(text) } else { None })
                .map(|text| {
                    let (points, letters) = text.strip_prefix('+').unwrap().split_once(' ').unwrap();
                    points.parse::<i32>().unwrap() * i32::try_from(letters.len()).unwrap()
                })
                .sum();
            let due: i32 = field_claims(&game)
                .iter()
                .flat_map(|claim| &claim.payments)
                .map(|payment| payment.points * i32::try_from(payment.colours.len()).unwrap())
                .sum();
            assert_eq!(said, due);
            all += due;
        }
        assert!(all > 0);
    }

    #[test]
    fn a_finished_game_tags_every_entry_of_its_farmers_breakdown() {
        for seed in 1..4 {
            let game = random_game(Ruleset::of(Preset::Modern), 2, 100, seed);
            assert!(game.is_finished());
            let entries = insight::Breakdown::of(&game).fields.len();
            let tags = field_marks(&game).iter().filter(|mark| matches!(mark, Mark::Tag { .. })).count();
            assert_eq!(tags, entries);
        }
    }
}
