//! The event log by turns, as people read it.

use chrono::{DateTime, Utc};
use serde::Serialize;

use super::consequence::Completed;
use engine::{Cause, Colour, Event, Game, Logged};

/// A turn with its scores, or another event of its own: a pass, a time-out, discarded tiles, the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// The number of its first event.
    pub first: u32,
    /// The number of its last event: the board after it shows the scores.
    pub last: u32,
    pub event: Event,
    /// Who took the turn, passed, or ran out of time.
    pub colour: Option<Colour>,
    /// The scoring features that the turn completed.
    pub completed: Vec<Completed>,
    /// The colours that scored, in turn order. At the end these are the points of the final scoring.
    pub gained: Vec<(Colour, i32)>,
    pub at: Option<DateTime<Utc>>,
}

/// All entries of a log. `game` is the game after it.
pub fn log_entries(game: &Game, log: &[Logged]) -> Vec<LogEntry> {
    entries_from(game, log, 0)
}

/// The last `count` entries of a log. `game` is the game after it.
pub fn last_log_entries(game: &Game, log: &[Logged], count: usize) -> Vec<LogEntry> {
    let begins = |(_, logged): &(usize, &Logged)| is_entry(&logged.event);
    let start = log.iter().enumerate().rev().filter(begins).take(count).last();
    let mut start = start.map_or(log.len(), |(index, _)| index);
    while start > 0 && matches!(log[start - 1].event, Event::Score { cause: Cause::End, .. }) {
        start -= 1;
    }
    entries_from(game, log, start)
}

/// Scores belong to the turn or the end that they come with, and a draw to the next turn.
fn is_entry(event: &Event) -> bool {
    match event {
        Event::Score { .. } => false,
        Event::Draw { discarded, .. } => !discarded.is_empty(),
        _ => true,
    }
}

fn entries_from(game: &Game, log: &[Logged], start: usize) -> Vec<LogEntry> {
    let mut entries: Vec<LogEntry> = Vec::new();
    // The scores of the final scoring precede the end.
    let mut final_scores: Option<(u32, Vec<(Colour, i32)>)> = None;
    for (index, logged) in log.iter().enumerate().skip(start) {
        if let Event::Score { colours, points, cause, .. } = &logged.event {
            let gained = match (cause, entries.last_mut()) {
                (Cause::Completed, Some(turn)) => {
                    turn.last = logged.n;
                    turn.completed.extend(Completed::of(&logged.event));
                    &mut turn.gained
                }
                _ => &mut final_scores.get_or_insert_with(|| (logged.n, Vec::new())).1,
            };
            colours.iter().for_each(|colour| gain(gained, colour, *points));
        } else if is_entry(&logged.event) {
            let (first, gained) = final_scores.take().unwrap_or((logged.n, Vec::new()));
            entries.push(LogEntry {
                first,
                last: logged.n,
                event: logged.event.clone(),
                colour: colour(game, log, index),
                completed: Vec::new(),
                gained,
                at: logged.at,
            });
        }
    }
    entries
}

fn gain(gained: &mut Vec<(Colour, i32)>, colour: Colour, points: i32) {
    match gained.binary_search_by_key(&colour, |(colour, _)| *colour) {
        Ok(place) => gained[place].1 += points,
        Err(place) => gained.insert(place, (colour, points)),
    }
}

/// The player of an event. A skipped turn does not name its player, so the game before it is replayed; that is rare.
fn colour(game: &Game, log: &[Logged], index: usize) -> Option<Colour> {
    match log[index].event {
        Event::Turn { colour, .. }
        | Event::Pass { colour }
        | Event::Resign { colour }
        | Event::Timeout { colour } => Some(colour),
        Event::Skip {} => Game::replay(game.header(), &log[..index]).ok()?.to_move(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Ruleset;
    use samples::{finished_game, log_of, skipped_game};

    const CITY: &str =
        r#""tile":"CFFF","x":0,"y":-1,"rotation":2,"follower":{"kind":"meeple","on":"bottom"}"#;
    const ROAD: &str = r#""tile":"RFRF","x":1,"y":0,"rotation":1"#;

    #[test]
    fn scores_belong_to_their_turn_and_draws_have_no_entry() {
        let (header, log) = log_of(&[CITY, ROAD]);
        let game = Game::replay(&header, &log).unwrap();
        let entries = log_entries(&game, &log);
        let found: Vec<_> = entries
            .iter()
            .map(|entry| (entry.first, entry.last, entry.colour, entry.gained.clone()))
            .collect();
        assert_eq!(
            found,
            [(2, 3, Some(Colour(0)), vec![(Colour(0), 4)]), (5, 5, Some(Colour(1)), Vec::new())]
        );
        assert_eq!(entries[0].completed[0].tiles, Some(2));
    }

    #[test]
    fn the_points_of_all_entries_add_up_to_the_final_scores_and_the_last_ones_are_the_same() {
        let (game, log) = finished_game(Ruleset::default(), 4);
        let entries = log_entries(&game, &log);
        let sum = |colour: Colour| -> i32 {
            let gained = entries.iter().flat_map(|entry| &entry.gained);
            gained.filter(|(other, _)| *other == colour).map(|(_, points)| points).sum()
        };
        assert_eq!(game.colours().map(sum).collect::<Vec<_>>(), game.scores());
        assert!(matches!(entries.last().unwrap().event, Event::End { .. }));
        assert_eq!(entries.last().unwrap().last, log.last().unwrap().n);
        for count in [0, 1, 2, 7, entries.len(), 1000] {
            let last = last_log_entries(&game, &log, count);
            assert_eq!(last, entries[entries.len().saturating_sub(count)..], "{count}");
        }
    }

    #[test]
    fn a_skipped_turn_names_the_player_who_ran_out_of_time() {
        let (game, log) = skipped_game();
        let skipped: Vec<_> = log_entries(&game, &log).into_iter().map(|entry| entry.colour).collect();
        assert_eq!(skipped, [Some(Colour(0)), Some(Colour(1))]);
    }
}
