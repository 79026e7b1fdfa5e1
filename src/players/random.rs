//! Random moves: a reference player, and the policy of playouts and of `bastide simulate`.

use rand::{Rng, RngExt};

use engine::{
    Command, Dealer, DecideError, Event, Game, Header, Position, SetupError, TileKind, Turn,
    legal::{self, Placement},
};

/// Everything that the colour to move may do now, in a fixed order.
pub(super) fn commands(game: &Position) -> Vec<Command> {
    if game.to_move().is_none() || game.needs_draw() {
        return Vec::new();
    }
    let mut turns = Vec::with_capacity(128);
    game.distinct_turns(&mut turns);
    let pass = legal::may_pass(game).then_some(Command::Pass);
    turns.into_iter().map(Command::Play).chain(pass).collect()
}

/// One of the distinct commands, each as likely.
pub(super) fn choose(game: &Position, rng: &mut impl Rng) -> Option<Command> {
    let commands = commands(game);
    (!commands.is_empty()).then(|| commands[rng.random_range(0..commands.len())])
}

/// Picks a legal placement uniformly, then uniformly among no follower and every legal follower.
#[derive(Default)]
pub struct RandomPlayer {
    /// The kinds in the hand, each with the number of placements of those before it.
    kinds: Vec<(usize, TileKind)>,
}

/// Why a random game could not be finished.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomGameError {
    /// The header is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The engine refused a move that it had listed as legal.
    #[error(transparent)]
    Decide(#[from] DecideError),
}

impl RandomPlayer {
    /// Plays a whole game.
    pub fn play(
        &mut self,
        header: &Header,
        dealer: &Dealer,
        rng: &mut impl Rng,
    ) -> Result<(Game, Vec<Event>), RandomGameError> {
        let mut game = Game::new(header)?;
        let mut events = Vec::with_capacity(256);
        let mut command = Command::Start;
        loop {
            game.execute(&command, dealer, &mut events)?;
            let Some(next) = self.command(&game, rng) else { return Ok((game, events)) };
            command = next;
        }
    }

    /// A random command; `None` when the game is over. Where passing is legal, passes half the time.
    pub fn command(&mut self, game: &Position, rng: &mut impl Rng) -> Option<Command> {
        if legal::may_pass(game) && rng.random() {
            return Some(Command::Pass);
        }
        self.choose(game, rng).map(Command::Play)
    }

    /// A random turn; `None` when the game is over.
    pub fn choose(&mut self, game: &Position, rng: &mut impl Rng) -> Option<Turn> {
        let colour = game.to_move()?;
        self.kinds.clear();
        let mut all = 0;
        for (i, &kind) in game.hand().iter().enumerate() {
            if !game.hand()[..i].contains(&kind) {
                self.kinds.push((all, kind));
                all += legal::count_placements(game, kind);
            }
        }
        let choice = rng.random_range(0..all);
        let &(before, tile) = self.kinds.iter().rfind(|&&(before, _)| before <= choice)?;
        let (cell, rotation) = legal::nth_placement(game, tile, choice - before)?;
        let placement = Placement::fitting(game, colour, tile, cell, rotation);
        let followers = placement.followers();
        let follower = rng.random_range(0..=followers.len()).checked_sub(1).map(|choice| followers[choice]);
        Some(placement.turn(follower))
    }
}
