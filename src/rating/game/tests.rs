use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

fn game(ratings: &[Rating], places: &[u8]) -> Vec<Rated> {
    let entrant = |(&rating, &place)| Entrant { rating, place, counts: true };
    rate(&ratings.iter().zip(places).map(entrant).collect::<Vec<_>>())
}

#[test]
fn a_first_win_moves_a_newcomer_no_further_at_a_full_table_than_in_a_duel() {
    let moved = |seats: usize| {
        let places: Vec<u8> = (1..).take(seats).collect();
        let winner = &game(&vec![Rating::START; seats], &places)[0];
        (winner.after.mean - winner.before.mean, winner.after.deviation)
    };
    let duel = moved(2);
    assert_eq!(duel, (2_635, 8_066));
    for seats in 3..=6 {
        assert_eq!(moved(seats), duel, "{seats} seats");
    }
}

#[test]
fn a_change_is_the_mean_of_its_pairs() {
    let ratings = [(31_250, 2_100), (25_000, 8_333), (22_400, 3_000), (27_900, 1_500)];
    let ratings = ratings.map(|(mean, deviation)| Rating { mean, deviation });
    for rated in game(&ratings, &[2, 1, 4, 2]) {
        let sum = rated.pairs.iter().map(|pair| pair.moved).sum::<i64>();
        let moved = rated.after.mean - rated.before.mean;
        assert!((3 * moved - sum).abs() <= 3, "{rated:?}");
        assert!(rated.pairs.iter().all(|pair| (0..=1000).contains(&pair.expected)));
    }
}

#[test]
fn a_tie_brings_two_players_together_and_equals_stay_where_they_are() {
    let strong = Rating { mean: 30_000, deviation: 2_000 };
    let tie = game(&[strong, Rating { mean: 20_000, ..strong }], &[1, 1]);
    assert!(tie[0].after.mean < 30_000 && tie[1].after.mean > 20_000);
    assert_eq!(tie[0].pairs[0].scored, 500);
    let equals = game(&[strong, strong], &[1, 1]);
    assert!(equals.iter().all(|rated| rated.after.mean == 30_000));
}

#[test]
fn a_game_that_is_void_for_a_player_moves_only_the_others() {
    let absent = Entrant { rating: Rating::START, place: 2, counts: false };
    let winner = Entrant { place: 1, counts: true, ..absent };
    let rated = rate(&[winner, absent]);
    assert!(rated[0].after.mean > 25_000);
    assert_eq!(rated[1].after, Rating::START);
}

#[test]
fn forecasts_of_two_players_add_up() {
    let mut random = StdRng::seed_from_u64(1);
    for _ in 0..1000 {
        let mut rating =
            || Rating { mean: random.random_range(0..50_000), deviation: random.random_range(500..8_333) };
        let (one, other) = (rating(), rating());
        let sum = expected(one, other) + expected(other, one);
        assert!((999..=1001).contains(&sum), "{one:?} {other:?}: {sum}");
    }
}
