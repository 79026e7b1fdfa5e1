//! The decisions of a game, each with the position in which it was made.

use engine::{Colour, Command, Event, Game, Header, Logged, Position, TileKind, not_taken_back};

/// Why a game can't be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnalysable {
    #[error("the game is not finished")]
    InProgress,
    /// The record leaves out what cannot be worked out.
    #[error("event {n}: {why}")]
    Incomplete { n: u32, why: String },
}

/// A decision.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number of the event: a turn, a pass, or a turn that was missed.
    pub n: u32,
    pub colour: Colour,
    /// The position before the tile was drawn, and the tile. `None` if none was drawn, or several with a hand to be filled. Where colours
    /// draw ahead, it is the position of the decision, as if the tile had been drawn only there.
    pub draw: Option<(Position, TileKind)>,
    pub position: Position,
    /// `None` if the time ran out.
    pub played: Option<Command>,
}

impl Moment {
    /// What the value before the draw is about: the position of the decision if nothing was drawn.
    pub fn before(&self) -> &Position {
        self.draw.as_ref().map_or(&self.position, |(position, _)| position)
    }
}

/// All decisions of a log, without those that were taken back.
pub fn moments(header: &Header, log: &[Logged]) -> Result<Vec<Moment>, NotAnalysable> {
    let incomplete =
        |n: u32, why: &dyn std::fmt::Display| NotAnalysable::Incomplete { n, why: why.to_string() };
    let mut game = Game::new(header).map_err(|error| incomplete(0, &error))?;
    let (mut moments, mut draw) = (Vec::new(), None);
    for Logged { n, event, .. } in not_taken_back(log) {
        let fail = |error| incomplete(*n, &error);
        let played = match event {
            // They follow from the turns.
            Event::Score { .. } | Event::End { .. } | Event::Takeback { .. } => continue,
            Event::Draw { tiles, discarded, .. } => {
                draw = last_draw(game.position(), tiles, discarded);
                None
            }
            Event::Turn { .. } | Event::Pass { .. } | Event::Skip {} => {
                if let Some((_, turn)) = event.turn().filter(|_| game.needs_draw()) {
                    let drawn = game.draw_of(&[turn.tile]).map_err(fail)?;
                    let drawn = drawn.ok_or_else(|| incomplete(*n, &"the hand is not in the record"))?;
                    draw = last_draw(game.position(), &[turn.tile], &[]);
                    game.apply(&drawn).map_err(fail)?;
                }
                Some(
                    event
                        .turn()
                        .map_or(matches!(event, Event::Pass { .. }).then_some(Command::Pass), |(_, turn)| {
                            Some(Command::Play(turn))
                        }),
                )
            }
            Event::Resign { .. } | Event::Timeout { .. } | Event::Substitute { .. } | Event::Stop { .. } => {
                None
            }
        };
        if let (Some(played), Some(colour)) = (played, game.to_move()) {
            let position = game.position().clone();
            let draw = if game.rules().draw_ahead { position.undrawn() } else { draw.take() };
            moments.push(Moment { n: *n, colour, draw, position, played });
        }
        game.apply(event).map_err(fail)?;
        game.catch_up().map_err(fail)?;
    }
    Ok(moments)
}

/// The position before the tile that completed the hand, and this tile. Tiles that were set aside before it are left in the bag: what
/// might have come does not depend on them.
fn last_draw(before: &Position, tiles: &[TileKind], discarded: &[TileKind]) -> Option<(Position, TileKind)> {
    let (&last, others) = tiles.split_last()?;
    if before.hand_size() > 1 && !discarded.is_empty() {
        return None;
    }
    let mut position = before.clone();
    let mut draws = Vec::new();
    for &kind in others {
        position.draws(&mut draws);
        draws.iter().any(|draw| draw.kind == kind).then(|| position.draw(kind))?;
    }
    position.forget();
    position.draws(&mut draws);
    draws.iter().any(|draw| draw.kind == last).then_some((position, last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use samples::{finished_game, log_of, many_rules, skipped_game};

    #[test]
    fn every_turn_is_a_decision_with_its_tile_in_the_hand() {
        for rules in many_rules() {
            let (game, log) = finished_game(rules, 3);
            let moments = moments(game.header(), &log).unwrap();
            assert_eq!(moments.len(), game.turns() as usize);
            for Moment { position, played, draw, .. } in &moments {
                let Some(Command::Play(turn)) = played else { panic!("{played:?}") };
                assert!(position.hand().contains(&turn.tile) && !position.needs_draw());
                assert!(draw.is_some() || position.hand_size() > 1);
            }
        }
    }

    #[test]
    fn a_record_without_draws_has_them_where_its_turns_need_them() {
        let (header, log) = log_of(&[
            r#""tile":"CFFF","x":0,"y":-1,"rotation":2"#,
            r#""tile":"RFRF","x":1,"y":0,"rotation":1"#,
        ]);
        let without: Vec<Logged> =
            log.iter().filter(|logged| !matches!(logged.event, Event::Draw { .. })).cloned().collect();
        let drawn = |log: &[Logged]| -> Vec<TileKind> {
            moments(&header, log).unwrap().into_iter().filter_map(|moment| Some(moment.draw?.1)).collect()
        };
        assert_eq!(drawn(&without), drawn(&log));
    }

    #[test]
    fn a_missed_turn_is_a_decision_of_nobody() {
        let (game, log) = skipped_game();
        let moments = moments(game.header(), &log).unwrap();
        assert!(moments.iter().all(|moment| moment.played.is_none() && moment.draw.is_some()));
        assert_eq!(moments.len(), 2);
    }
}
