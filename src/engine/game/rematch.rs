//! The handicaps of a rematch.

use super::{Game, Phase};
use crate::engine::event::EndReason;
use crate::engine::header::MOST_HANDICAP;
use crate::engine::seat::Seat;

impl Game {
    /// Points at the start of a rematch, a seat each; empty if nobody has any.
    ///
    /// Everybody keeps what they had in this game. Under `rematch_handicap` each loser has half of the points more that were
    /// missing to the winner, handicaps counted; half a point is dropped. A tie and a game that goes on change nothing, and
    /// a player who was ahead when they resigned is not set back.
    pub fn rematch_handicaps(&self) -> Vec<i32> {
        let seats = self.header.seats.len();
        let mut handicaps = self.header.handicaps.clone();
        handicaps.resize(seats, 0);
        let tie = matches!(self.phase, Phase::Finished { reason: EndReason::HandUnplayable });
        let winners = self.winners();
        if let (Some(&winner), true, false) = (winners.first(), self.rules().rematch_handicap, tie) {
            let best = self.seat_score(winner);
            for (seat, handicap) in (0..).map(Seat).zip(&mut handicaps) {
                if !winners.contains(&seat) {
                    let missing = (best - self.seat_score(seat)).max(0);
                    *handicap = (*handicap + missing / 2).min(MOST_HANDICAP);
                }
            }
        }
        if handicaps.iter().all(|points| *points == 0) { Vec::new() } else { handicaps }
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::{Command, DrawSecret, Game, Header, Preset, Ruleset, Seat};

    /// A game of two seats in which the second resigns at once; so the first has won, whatever the points.
    fn resigned(preset: Preset, handicaps: &[i32]) -> Game {
        let mut header = Header::new(Ruleset::of(preset), vec!["ann".into(), "ben".into()], Seat(0));
        header.handicaps = handicaps.to_vec();
        let dealer = DrawSecret::new([7; 32]).dealer(&header.salts);
        let mut game = Game::new(&header).unwrap();
        let mut events = Vec::new();
        game.execute(&Command::Start, &dealer, &mut events).unwrap();
        assert_eq!(game.rematch_handicaps(), handicaps, "a game that goes on changes nothing");
        let second = game.colours().find(|&colour| game.seat_of(colour) == Seat(1)).unwrap();
        game.execute(&Command::Resign(second), &dealer, &mut events).unwrap();
        assert_eq!(game.winners(), [Seat(0)]);
        game
    }

    #[test]
    fn each_loser_moves_half_of_the_way_to_the_winner() {
        assert_eq!(
            resigned(Preset::Mcguire, &[20, 3]).rematch_handicaps(),
            [20, 11],
            "17 missing, half is 8"
        );
        assert_eq!(resigned(Preset::Mcguire, &[3, 20]).rematch_handicaps(), [3, 20], "nobody is set back");
    }

    #[test]
    fn other_books_keep_what_was_given() {
        assert_eq!(resigned(Preset::Modern, &[20, 3]).rematch_handicaps(), [20, 3]);
        assert_eq!(resigned(Preset::Modern, &[]).rematch_handicaps(), [] as [i32; 0]);
    }

    #[test]
    fn no_handicap_grows_beyond_what_a_header_may_hold() {
        assert_eq!(resigned(Preset::Mcguire, &[1000, -1000]).rematch_handicaps(), [1000, 0]);
        assert_eq!(resigned(Preset::Mcguire, &[1000, 999]).rematch_handicaps(), [1000, 999]);
    }
}
