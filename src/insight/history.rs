//! Score history.

use engine::{Colour, Event, Game, Logged, not_taken_back};

/// The points of each colour at the start and after every turn that was not taken back; final scoring counts towards the last
/// turn. `game` is the game after `log`.
pub fn score_history(game: &Game, log: &[Logged]) -> Vec<Vec<i32>> {
    let handicap = |colour: Colour| game.scores()[colour.index()] - game.points(colour).iter().sum::<i32>();
    let mut now: Vec<i32> = game.colours().map(handicap).collect();
    let mut history = vec![now.clone()];
    for logged in not_taken_back(log) {
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

/// The points that each colour has scored since its own last turn, including that turn's.
pub fn gains_since_own_turn(game: &Game, log: &[Logged]) -> Vec<i32> {
    let mut gains = vec![0; game.scores().len()];
    let mut open: Vec<Colour> = game.colours().collect();
    for logged in not_taken_back(log).into_iter().rev() {
        match &logged.event {
            Event::Score { colours, points, .. } => {
                let scoring = open.iter().filter(|colour| colours.contains(**colour));
                scoring.for_each(|colour| gains[colour.index()] += points);
            }
            Event::Turn { colour, .. } => open.retain(|other| other != colour),
            _ => {}
        }
        if open.is_empty() {
            break;
        }
    }
    gains
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Header, Ruleset, Seat};
    use samples::{finished_game_of, log_of};

    #[test]
    fn a_gain_lasts_until_the_players_next_turn() {
        let city = r#""tile":"CFFF","x":0,"y":-1,"rotation":2,"follower":{"kind":"meeple","on":"bottom"}"#;
        let (road, next) =
            (r#""tile":"RFRF","x":1,"y":0,"rotation":1"#, r#""tile":"RFRF","x":2,"y":0,"rotation":1"#);
        for (turns, expected) in
            [(vec![city], [4, 0]), (vec![city, road], [4, 0]), (vec![city, road, next], [0, 0])]
        {
            let (header, log) = log_of(&turns);
            let game = Game::replay(&header, &log).unwrap();
            assert_eq!(gains_since_own_turn(&game, &log), expected);
        }
    }

    #[test]
    fn points_that_were_taken_back_do_not_count() {
        let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let turns = |log: &[Logged]| log.iter().filter(|logged| logged.event.turn().is_some()).count();
        let mut checked = 0;
        for seed in 1..7 {
            let (_, log) = finished_game_of(&header, seed);
            for (place, turn) in log.iter().enumerate().filter(|(_, logged)| logged.event.turn().is_some()) {
                let scores =
                    log[place + 1..].iter().take_while(|logged| matches!(logged.event, Event::Score { .. }));
                let drawn = place + 1 + scores.count();
                if drawn == place + 1 || !matches!(log[drawn].event, Event::Draw { .. }) {
                    continue;
                }
                let back = Logged {
                    n: log[drawn].n + 1,
                    event: Event::Takeback { to: turn.n - 1, reason: None },
                    at: None,
                };
                let taken_back = [&log[..=drawn], &[back]].concat();
                let (game, before) = (Game::replay(&header, &taken_back).unwrap(), &log[..place]);
                let history = score_history(&game, &taken_back);
                assert_eq!(
                    (history.last().unwrap().as_slice(), history.len()),
                    (game.scores(), turns(before) + 1)
                );
                assert_eq!(gains_since_own_turn(&game, &taken_back), gains_since_own_turn(&game, before));
                checked += 1;
            }
        }
        assert!(checked > 3, "{checked} turns that scored");
    }

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
