use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use super::*;

/// The course of games by letters: who won (`1` began the first game), `t`ied, called `o`ff, or goes `o`n as `-`.
fn course(best_of: BestOf, tie_to_second: bool, results: &str) -> Course {
    let result = |letter| match letter {
        '1' => Some(SeriesResult::Won(Side::First)),
        '2' => Some(SeriesResult::Won(Side::Second)),
        't' => Some(SeriesResult::Tied),
        'o' => Some(SeriesResult::CalledOff),
        _ => None,
    };
    Course::of(best_of, tie_to_second, &results.chars().map(result).collect::<Vec<_>>())
}

#[test]
fn a_series_goes_on_until_somebody_has_more_than_half_of_the_points() {
    let next = |n, first| SeriesState::Next { n, first };
    for (best_of, results, halves, state) in [
        (BestOf::Three, "", [0, 0], next(1, Side::First)),
        (BestOf::Three, "-", [0, 0], SeriesState::Playing),
        (BestOf::Three, "1", [2, 0], next(2, Side::Second)),
        (BestOf::Three, "1-", [2, 0], SeriesState::Playing),
        (BestOf::Three, "11", [4, 0], SeriesState::Won(Side::First)),
        (BestOf::Three, "12", [2, 2], next(3, Side::First)),
        (BestOf::Three, "122", [2, 4], SeriesState::Won(Side::Second)),
        (BestOf::Three, "1t", [3, 1], next(3, Side::First)),
        (BestOf::Three, "1t2", [3, 3], SeriesState::Drawn),
        (BestOf::Three, "1tt", [4, 2], SeriesState::Won(Side::First)),
        (BestOf::Three, "ttt", [3, 3], SeriesState::Drawn),
        (BestOf::Five, "1212", [4, 4], next(5, Side::First)),
        (BestOf::Five, "111", [6, 0], SeriesState::Won(Side::First)),
        (BestOf::Five, "11t", [5, 1], next(4, Side::Second)),
    ] {
        let course = course(best_of, false, results);
        assert_eq!((course.halves, course.state), (halves, state), "{best_of:?} {results}");
    }
}

#[test]
fn a_tied_game_goes_to_who_did_not_begin_if_that_was_agreed() {
    assert_eq!(course(BestOf::Three, true, "t").halves, [0, 2]);
    assert_eq!(course(BestOf::Three, true, "tt").halves, [2, 2]);
    assert_eq!(course(BestOf::Three, true, "ttt").state, SeriesState::Won(Side::Second));
}

#[test]
fn a_game_that_was_called_off_is_played_once_more_with_the_same_first_player() {
    let again = course(BestOf::Three, false, "1o");
    assert_eq!(again.state, SeriesState::Next { n: 3, first: Side::Second });
    let replayed = course(BestOf::Three, false, "1o-");
    let last = replayed.games[2];
    assert_eq!((last.first, last.replay, replayed.state), (Side::Second, true, SeriesState::Playing));
    let twice = course(BestOf::Three, false, "1oo");
    assert_eq!((twice.halves, twice.state), ([3, 1], SeriesState::Next { n: 4, first: Side::First }));
    let tie = course(BestOf::Three, true, "oo");
    assert_eq!(tie.halves, [1, 1], "what has no result is no tied game");
}

#[test]
fn a_game_that_goes_on_again_leaves_the_others_their_first_players() {
    let course = course(BestOf::Three, false, "-1");
    assert_eq!((course.state, course.games[1].first), (SeriesState::Playing, Side::Second));
}

#[test]
fn every_series_ends_in_time_with_alternate_first_players_and_the_better_one_ahead() {
    let mut random = StdRng::seed_from_u64(7);
    for round in 0..3000 {
        let best_of = BestOf::ALL[1 + round % 2];
        let tie_to_second = random.random_bool(0.5);
        let mut results = String::new();
        loop {
            let now = course(best_of, tie_to_second, &results);
            let SeriesState::Next { n, first } = now.state else { break };
            assert!(now.halves.into_iter().all(|halves| halves <= best_of.games()), "not decided: {results}");
            assert_eq!(n as usize, results.len() + 1);
            let counted: Vec<_> = now.games.iter().filter(|game| game.halves != [0, 0]).collect();
            assert!(counted.len() < usize::from(best_of.games()), "no more games than needed: {results}");
            let alternates = counted.windows(2).all(|pair| pair[0].first == pair[1].first.other());
            assert!(alternates, "{results}");
            let expected = if counted.len() % 2 == 0 { Side::First } else { Side::Second };
            assert_eq!(first, expected, "{results}");
            results.push(['1', '2', 't', 'o'][random.random_range(0..4)]);
        }
        let end = course(best_of, tie_to_second, &results);
        let sum =
            end.games.iter().fold([0, 0], |sum, game| [sum[0] + game.halves[0], sum[1] + game.halves[1]]);
        assert_eq!(sum, end.halves, "{results}");
        match end.state {
            SeriesState::Won(side) => {
                assert!(
                    end.halves_of(side) > best_of.games()
                        && end.halves_of(side) > end.halves_of(side.other())
                );
            }
            state => assert_eq!((state, end.halves), (SeriesState::Drawn, [best_of.games(); 2]), "{results}"),
        }
        assert!(results.len() <= 2 * usize::from(best_of.games()), "{results}");
    }
}

#[test]
fn a_word_stands_for_one_reason() {
    for stop in SeriesStop::ALL {
        assert_eq!(SeriesStop::parse(stop.word()), Some(stop));
    }
    for best_of in BestOf::ALL {
        assert_eq!(BestOf::parse(best_of.games()), Some(best_of));
    }
    assert_eq!(BestOf::parse(2), None);
}
