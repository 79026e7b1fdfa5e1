//! Who is likely to be ahead in the end.

use engine::{Position, Seat};
use players::assess;

/// The seat with the most points to expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lead {
    pub seat: Seat,
    /// How many points more than the next.
    pub points: f64,
}

/// Below this many points, nobody leads.
const LEAST: f64 = 0.5;

/// `None` if it is about even. Once the game is over, this is the result.
pub fn lead(position: &Position) -> Option<Lead> {
    let mut seats: Vec<(Seat, f64)> = (0..).map(Seat).zip(assess(position)).collect();
    seats.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(seat, most), (_, next), ..] = seats[..] else { return None };
    Some(Lead { seat, points: most - next }).filter(|lead| lead.points >= LEAST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Command, DrawSecret, Game, Header, Ruleset};
    use players::{Method, Player};

    #[test]
    fn nobody_leads_at_first_and_the_winner_in_the_end() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([8; 32]));
        let mut game = Game::new(&header).unwrap();
        let mut command = Some(Command::Start);
        while let Some(next) = command {
            game.execute(&next, &dealer, &mut Vec::new()).unwrap();
            if game.turns() == 0 {
                assert_eq!(lead(&game), None);
            }
            command = Player::new(Method::Greedy).choose(&game);
        }
        let [one, other] = [Seat(0), Seat(1)].map(|seat| f64::from(game.seat_score(seat)));
        let seat = if one > other { Seat(0) } else { Seat(1) };
        assert_eq!(lead(&game), Some(Lead { seat, points: (one - other).abs() }));
    }
}
