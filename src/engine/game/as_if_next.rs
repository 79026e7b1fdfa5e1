//! Games as if it were the turn of a seat that has drawn ahead.

use super::Game;
use crate::seat::Seat;

impl Game {
    /// This game as if the next turn of the seat were now, with the tile that it has drawn ahead, on the board as it is. `None` if the
    /// seat has no such tile, or if something must happen before anybody can move.
    #[must_use]
    pub fn as_if_next(&self, seat: Seat) -> Option<Self> {
        if !self.owed.is_empty() {
            return None;
        }
        let colour = self.position.next_colour_of(seat)?;
        let position = self.position.as_if_next(colour)?;
        Some(Self { position, ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Command, DrawSecret, Game, Header, Ruleset, Seat, legal};

    #[test]
    fn a_turn_can_be_tried_on_the_board_as_it_is_with_the_tile_that_was_drawn_ahead() {
        let rules = Ruleset { draw_ahead: true, ..Ruleset::default() };
        let names = ["ann", "ben", "cat"].map(str::to_owned).to_vec();
        let header = Header::new(rules, names, Seat(0));
        let dealer = header.dealer(&DrawSecret::new([7; 32]));
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        for _ in 0..20 {
            let to_move = game.to_move().unwrap();
            for seat in (0..3).map(Seat) {
                let tried = game.as_if_next(seat);
                if game.seat_of(to_move) == seat {
                    assert!(tried.is_none(), "the tile is in the hand already");
                    continue;
                }
                let mut tried = tried.unwrap();
                let colour = tried.to_move().unwrap();
                assert_eq!((tried.seat_of(colour), tried.hand()), (seat, &[game.ahead(colour).unwrap()][..]));
                assert_eq!((tried.ahead(to_move), tried.ahead(colour)), (Some(game.hand()[0]), None));
                assert_eq!(tried.board().tiles(), game.board().tiles());
                assert_eq!(tried.tiles_to_come(), game.tiles_to_come());
                let Some(turn) = legal::turns(&tried).first().copied() else { continue };
                tried.execute(&Command::Play(turn), &dealer, &mut Vec::new()).unwrap();
            }
            let turn = legal::turns(&game)[0];
            game.execute(&Command::Play(turn), &dealer, &mut events).unwrap();
        }
        assert!(game.as_if_next(Seat(9)).is_none());
    }

    #[test]
    fn there_is_nothing_to_try_where_nothing_is_drawn_ahead() {
        let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        game.execute(&Command::Start, &header.dealer(&DrawSecret::new([1; 32])), &mut events).unwrap();
        assert!([Seat(0), Seat(1)].into_iter().all(|seat| game.as_if_next(seat).is_none()));
    }
}
