//! The handicaps of a rematch.

use super::Game;
use crate::event::EndReason;
use crate::header::MOST_HANDICAP;
use crate::position::Phase;
use crate::seat::{MAX_COLOURS, Seat};

/// How the handicaps of a rematch change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandicapChange {
    /// For each seat, whether it moves by a quarter of the difference rather than by half.
    pub slowly: [bool; MAX_COLOURS],
    /// Whether the winners' handicaps shrink, rather than those of the losers grow.
    pub winners_shrink: bool,
}

impl Game {
    /// The handicaps of a rematch as the rules propose them, one for each seat; empty if nobody has any.
    ///
    /// Players keep their handicaps of this game. Under `rematch_handicap` each loser's grows by half of the points that they were
    /// behind the winner, handicaps included, rounded down. After a tie or in an unfinished game nothing changes, and players who
    /// resigned while ahead do not lose any.
    pub fn rematch_handicaps(&self) -> Vec<i32> {
        self.changed_handicaps(&HandicapChange::default())
    }

    /// Like [`Game::rematch_handicaps`], with other changes. Winners that shrink lose their share of the best loser's distance.
    pub fn changed_handicaps(&self, change: &HandicapChange) -> Vec<i32> {
        let seats = self.header().seats.len();
        let mut handicaps = self.header().handicaps.clone();
        handicaps.resize(seats, 0);
        let tie = matches!(self.phase(), Phase::Finished { reason: EndReason::HandUnplayable });
        let winners = self.winners();
        let losers = || (0..).map(Seat).take(seats).filter(|seat| !winners.contains(seat));
        if let (Some(&winner), true, false) = (winners.first(), self.rules().rematch_handicap, tie) {
            let behind = |seat: Seat| (self.seat_score(winner) - self.seat_score(seat)).max(0);
            let share =
                |seat: Seat, points: i32| if change.slowly[seat.index()] { points / 4 } else { points / 2 };
            if change.winners_shrink {
                let lead = losers().map(behind).min().unwrap_or(0);
                for &seat in &winners {
                    handicaps[seat.index()] =
                        (handicaps[seat.index()] - share(seat, lead)).max(-MOST_HANDICAP);
                }
            } else {
                for seat in losers() {
                    let grown = handicaps[seat.index()] + share(seat, behind(seat));
                    handicaps[seat.index()] = grown.min(MOST_HANDICAP);
                }
            }
        }
        if handicaps.iter().all(|points| *points == 0) { Vec::new() } else { handicaps }
    }
}

#[cfg(test)]
mod tests {
    use super::HandicapChange;
    use crate::{Command, DrawSecret, Game, Header, Preset, Ruleset, Seat};

    /// A game of two seats in which the second resigns at once, so that the first wins whatever the points.
    fn resigned(preset: Preset, handicaps: &[i32]) -> Game {
        let mut header = Header::new(Ruleset::of(preset), vec!["ann".into(), "ben".into()], Seat(0));
        header.handicaps = handicaps.to_vec();
        let dealer = header.dealer(&DrawSecret::new([7; 32]));
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
    fn a_seat_may_move_by_a_quarter_and_a_winner_may_shrink_instead() {
        let game = resigned(Preset::Mcguire, &[20, 3]);
        let change = |slow: usize, winners_shrink| {
            let mut change = HandicapChange { winners_shrink, ..HandicapChange::default() };
            change.slowly[slow] = true;
            game.changed_handicaps(&change)
        };
        assert_eq!(change(1, false), [20, 7], "a quarter of 17 is 4");
        assert_eq!(change(0, false), [20, 11], "the winner does not move");
        assert_eq!(change(1, true), [12, 3], "half of 17, from the winner");
        assert_eq!(change(0, true), [16, 3], "a quarter of it");
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
