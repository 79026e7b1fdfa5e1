//! Positions of the lesson, and what a turn does to them.

use engine::{
    Cell, Colour, Event, Follower, FollowerKind, Game, Header, Logged, Refusal, Rotation, Ruleset, Seat,
    Turn, legal,
};
use insight::SinceStep;

/// The reader's seat, and its only colour.
pub const YOUR_SEAT: Seat = Seat(0);
pub const YOU: Colour = Colour(0);

/// A position with the tile to place in hand.
pub struct Exercise {
    pub game: Game,
    /// A turn that reaches the goal.
    pub answer: Turn,
}

impl Exercise {
    /// The position after all `turns` but the last, which is the answer; `None` if they don't follow from each other.
    pub fn of(turns: &str, players: [&str; 2]) -> Option<Self> {
        let header = Header::new(Ruleset::default(), players.map(str::to_owned).to_vec(), YOUR_SEAT);
        let mut game = Game::new(&header).ok()?;
        let mut turns = turns.lines().map(read).collect::<Option<Vec<Turn>>>()?.into_iter().peekable();
        loop {
            let turn = turns.next()?;
            game.apply(&Event::Draw { colour: None, tiles: vec![turn.tile], discarded: Vec::new() }).ok()?;
            if turns.peek().is_none() {
                return Some(Self { game, answer: turn });
            }
            game = play(game, turn)?.0;
        }
    }
}

/// A turn as `bastide legal` prints it.
fn read(line: &str) -> Option<Turn> {
    let mut words = line.split_whitespace();
    Some(Turn {
        tile: words.next()?.parse().ok()?,
        position: Cell::new(words.next()?.parse().ok()?, words.next()?.parse().ok()?),
        rotation: Rotation::try_from(words.next()?.parse::<u8>().ok()?).ok()?,
        follower: match words.next() {
            Some(follower) => Some(read_follower(follower)?),
            None => None,
        },
    })
}

fn read_follower(text: &str) -> Option<Follower> {
    let (kind, on) = text.split_once('@')?;
    let kind = FollowerKind::ALL.into_iter().find(|known| known.word() == kind)?;
    Some(Follower { kind, on: on.parse().ok()? })
}

/// The game after a turn with everything that it scores, and these events.
fn play(mut game: Game, turn: Turn) -> Option<(Game, Vec<Logged>)> {
    let mut log = Vec::new();
    let mut next = Some(Event::of_turn(game.to_move()?, turn));
    while let Some(event) = next {
        game.apply(&event).ok()?;
        log.push(Logged { n: game.events(), event, at: None });
        next = game.owed().first().cloned();
    }
    Some((game, log))
}

/// A legal turn and what followed from it.
pub struct Played {
    pub turn: Turn,
    /// The game after it.
    pub game: Game,
    pub step: SinceStep,
}

impl Played {
    /// The error says why the turn is illegal.
    pub fn of(game: &Game, turn: Turn) -> Result<Self, Refusal> {
        legal::check(game, &turn)?;
        let (after, log) = play(game.clone(), turn).ok_or(Refusal::Over)?;
        let step = insight::Since::of(game.clone(), &log).steps.into_iter().next().ok_or(Refusal::Over)?;
        Ok(Self { turn, game: after, step })
    }

    /// The points that it scores for the reader at once.
    pub fn points(&self) -> i32 {
        self.step.completed.iter().map(|completed| completed.points_for(YOU)).sum()
    }

    /// The feature with the follower of this turn, unless it returned at once.
    pub fn claimed(&self) -> Option<insight::Feature> {
        let board = self.game.board();
        let tile = board.tiles().len() - 1;
        let follower = board.followers().iter().find(|follower| follower.tile == tile)?;
        Some(insight::Feature::of(board, board.feature(tile, follower.segment)))
    }
}
