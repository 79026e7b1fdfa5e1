//! How computer players do against people.

use crate::{ComputerLevel, Person, Player, Replay};
use engine::Seat;

/// The result of a finished game for a player; for a computer player, against the people at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    Won,
    /// Shared the win; a computer player with a person.
    Drawn,
    Lost,
}

impl GameResult {
    pub const ALL: [Self; 3] = [Self::Won, Self::Drawn, Self::Lost];

    /// The word used in the database.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.word() == word)
    }

    /// For the player of a seat, against all others; `None` in a game that nobody won.
    pub fn of(seat: Seat, winners: &[Seat]) -> Option<Self> {
        match winners {
            [] => None,
            [winner] if *winner == seat => Some(Self::Won),
            _ if winners.contains(&seat) => Some(Self::Drawn),
            _ => Some(Self::Lost),
        }
    }
}

/// The result of a computer player's seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeatResult {
    pub seat: Seat,
    pub level: ComputerLevel,
    pub result: GameResult,
}

/// How many games a level has won, drawn and lost against people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelResults {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

impl LevelResults {
    pub const fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }
}

/// The results of a game with these winners, who are none until it is finished. A computer player that neither won nor was
/// beaten by a person has none, and neither have players from before there were levels, those of exhibitions, and those of games
/// that people did not play to the end themselves, or with a bot.
pub fn seat_results(replay: &Replay, players: &[Option<&Player>], winners: &[Seat]) -> Vec<SeatResult> {
    if winners.is_empty() || !replay.was_played_out() {
        return Vec::new();
    }
    against_people(players, winners)
}

fn against_people(players: &[Option<&Player>], winners: &[Seat]) -> Vec<SeatResult> {
    let seats = || (0..).map(Seat).zip(players.iter().copied().flatten());
    let bots = seats().any(|(_, player)| player.person().is_some_and(Person::is_bot));
    if bots || seats().all(|(_, player)| player.user().is_none()) {
        return Vec::new();
    }
    let a_person_won = seats().any(|(seat, player)| player.user().is_some() && winners.contains(&seat));
    let of = |(seat, player): (Seat, &Player)| {
        let level = player.level().filter(|level| level.number().is_some())?;
        let result = match (winners.contains(&seat), a_person_won) {
            (true, false) => GameResult::Won,
            (true, true) => GameResult::Drawn,
            (false, true) => GameResult::Lost,
            (false, false) => return None,
        };
        Some(SeatResult { seat, level, result })
    };
    seats().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use account::{Maker, UserId};

    fn results(players: &[Player], winners: &[u8]) -> Vec<(u8, ComputerLevel, GameResult)> {
        let players: Vec<_> = players.iter().map(Some).collect();
        let winners: Vec<_> = winners.iter().copied().map(Seat).collect();
        let results = against_people(&players, &winners).into_iter();
        results.map(|SeatResult { seat, level, result }| (seat.0, level, result)).collect()
    }

    fn ann() -> Player {
        Player::User(Person::human(UserId::new([1; 10]), "ann".to_owned()))
    }

    #[test]
    fn a_computer_wins_draws_or_loses_against_the_people_at_the_table() {
        use GameResult::{Drawn, Lost, Won};
        let two = [ann(), Player::Computer(ComputerLevel::Four)];
        assert_eq!(results(&two, &[1]), [(1, ComputerLevel::Four, Won)]);
        assert_eq!(results(&two, &[0, 1]), [(1, ComputerLevel::Four, Drawn)]);
        assert_eq!(results(&two, &[0]), [(1, ComputerLevel::Four, Lost)]);
        assert_eq!(results(&two, &[]), [], "the game goes on");
        let computers = [Player::Computer(ComputerLevel::Four), Player::Computer(ComputerLevel::Five)];
        assert_eq!(results(&computers, &[1]), [], "nobody played against them");
        let three = [Player::Computer(ComputerLevel::One), ann(), Player::Computer(ComputerLevel::Six)];
        assert_eq!(
            results(&three, &[2]),
            [(2, ComputerLevel::Six, Won)],
            "nobody beat level 1 but another computer"
        );
        assert_eq!(results(&three, &[0, 2]), [(0, ComputerLevel::One, Won), (2, ComputerLevel::Six, Won)]);
        assert_eq!(results(&[ann(), Player::Computer(ComputerLevel::Greedy)], &[0]), []);
        let maker = Maker { id: UserId::new([1; 10]), name: "ann".to_owned() };
        let bot = Person { bot_of: Some(maker), ..Person::human(UserId::new([2; 10]), "rex".to_owned()) };
        let with_bot = [ann(), Player::User(bot), Player::Computer(ComputerLevel::Four)];
        assert_eq!(results(&with_bot, &[2]), [], "a bot is no person");
    }
}
