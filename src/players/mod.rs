//! Computer players: a game in, a turn out. They only use what every player can see.

mod greedy;

use crate::engine::{Command, Game, Turn};

/// How a computer player chooses its turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Level {
    /// Evaluates the position after each possible turn and takes the best.
    #[default]
    Greedy,
}

impl Level {
    /// The name used at the table and in game records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "Computer",
        }
    }
}

/// The turn of a computer player to move; `None` if no one can move. Deterministic: the same position gives the same
/// turn.
///
/// ```
/// use bastide::players::{Level, choose};
/// use bastide::engine::{Command, DrawSecret, Game, Header, Ruleset, Seat};
/// let header = Header::new(Ruleset::default(), vec!["ann".into(), "Computer".into()], Seat(1));
/// let dealer = DrawSecret::new([7; 32]).dealer(&header.salts);
/// let mut game = Game::new(&header).unwrap();
/// game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
/// let turn = choose(&game, Level::Greedy).unwrap();
/// assert!(game.decide(&Command::Play(turn), &dealer).is_ok());
/// ```
pub fn choose(game: &Game, level: Level) -> Option<Turn> {
    match level {
        Level::Greedy => greedy::choose(game),
    }
}

/// The command of a computer player: that turn, or a pass where it is allowed and no turn is better.
pub fn choose_command(game: &Game, level: Level) -> Option<Command> {
    match level {
        Level::Greedy => greedy::choose_command(game),
    }
}
