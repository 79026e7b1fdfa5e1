//! Computer players: a game in, a turn out. They see what every player sees, and no more.

mod greedy;

use crate::engine::{Command, Game, Turn};

/// How a computer player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Level {
    /// Looks at what each turn of its own would lead to, and takes the best.
    #[default]
    Greedy,
}

impl Level {
    /// The name at the table.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Greedy => "Computer",
        }
    }
}

/// The turn that a computer player takes with a tile of the hand; none when nobody can move. The same position gives the same turn.
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

/// What a computer player does: takes that turn, or passes where it may and no turn is better.
pub fn choose_command(game: &Game, level: Level) -> Option<Command> {
    match level {
        Level::Greedy => greedy::choose_command(game),
    }
}
