//! Score history.

use crate::engine::{Colour, Event, Game, Logged};

/// The points of each colour at the start and after every turn; final scoring counts towards the last turn. `game` is
/// the game after `log`.
pub fn score_history(game: &Game, log: &[Logged]) -> Vec<Vec<i32>> {
    let handicap = |colour: Colour| game.scores()[colour.index()] - game.points(colour).iter().sum::<i32>();
    let mut now: Vec<i32> = game.colours().map(handicap).collect();
    let mut history = vec![now.clone()];
    for logged in log {
        match &logged.event {
            Event::Turn { .. } => history.push(now.clone()),
            Event::Score { colours, points, .. } => {
                colours.iter().for_each(|colour| now[colour.index()] += points);
                if history.len() > 1 {
                    history.pop();
                    history.push(now.clone());
                }
            }
            _ => {}
        }
    }
    history
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Header, Ruleset, Seat};
    use crate::insight::testing::finished_game_of;

    #[test]
    fn scores_grow_from_the_handicaps_to_the_final_points() {
        let mut header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        header.handicaps = vec![0, 7];
        let (game, log) = finished_game_of(&header, 5);
        let history = score_history(&game, &log);
        assert_eq!(history[0], [0, 7]);
        assert_eq!(history.last().unwrap(), game.scores());
        assert_eq!(history.len(), game.turns() as usize + 1);
    }
}
