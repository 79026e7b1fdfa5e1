//! Practice: a game that nobody stores. It begins on an empty table or in the middle of a finished game, and a list of steps leads on
//! from there; taking back is a shorter list.
//!
//! Tiles come from a seed of the practice itself, so what a finished game would have drawn next plays no part. Each draw can be
//! replaced by a tile of the player's choice.

mod lead;
mod occupant;
mod step;

use engine::{
    Command, DecideError, DrawSecret, Event, Game, Header, Logged, Mismatch, Refusal, ReplayError, Seat,
    SetupError, TileKind, Turn, legal,
};

pub use lead::{Lead, lead};
pub use occupant::{Occupant, Seed};
pub use step::{Move, Step, UnreadableStep};

/// The most steps of a practice: far more than the longest game has, with every tile chosen.
pub const MOST_STEPS: usize = 1500;

/// Why a practice can't begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoPractice {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Log(#[from] ReplayError),
    #[error("a practice begins at an event of the game")]
    NoSuchEvent,
    #[error("the game is over there")]
    Over,
    #[error("the game is inconsistent: {0}")]
    Inconsistent(Mismatch),
}

/// Why a step doesn't follow from those before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The hand has different tiles, and the step doesn't name one.
    #[error("it does not say which tile of the hand")]
    WhichTile,
    /// No tile has just been drawn, or this one can't be.
    #[error("{0} cannot be drawn here")]
    NoSuchDraw(TileKind),
    #[error("too many steps: {MOST_STEPS} is the limit")]
    TooMany,
    #[error("the game is inconsistent: {0}")]
    Inconsistent(Mismatch),
}

/// A game after some steps.
#[derive(Clone, Debug)]
pub struct Practice {
    game: Game,
    log: Vec<Logged>,
    begins: u32,
    seed: Seed,
    /// The game before its last draw, if nothing has happened since.
    undrawn: Option<Game>,
    steps: Vec<Step>,
    /// For each step.
    moments: Vec<Moment>,
}

/// When a step was taken.
#[derive(Clone, Copy, Debug)]
struct Moment {
    /// The number of the last event before it.
    after: u32,
    /// Who was to move.
    seat: Option<Seat>,
}

impl Practice {
    /// On an empty table.
    pub fn new(header: &Header, seed: Seed) -> Result<Self, NoPractice> {
        let mut practice = Self::at(Game::new(header)?, Vec::new(), seed);
        practice.execute(&Command::Start).map_err(|error| match error {
            StepError::Inconsistent(why) => NoPractice::Inconsistent(why),
            _ => NoPractice::Over,
        })?;
        practice.begins = practice.game.events();
        Ok(practice)
    }

    /// In a finished game after event `n` or, if no player is to move there, at the next decision. `header` and `log` are the game's; the
    /// practice has neither its secret nor anything else that would name it.
    pub fn of_game(mut header: Header, log: &[Logged], n: u32, seed: Seed) -> Result<Self, NoPractice> {
        header.forget_origin();
        let start = usize::try_from(n).map_err(|_| NoPractice::NoSuchEvent)?;
        if start > log.len() {
            return Err(NoPractice::NoSuchEvent);
        }
        let end = log[start..].iter().position(is_decision).map_or(log.len(), |place| start + place);
        let log: Vec<Logged> = log[..end].iter().map(|entry| Logged { at: None, ..entry.clone() }).collect();
        let game = Game::replay(&header, &log)?;
        if game.to_move().is_none() {
            return Err(NoPractice::Over);
        }
        let undrawn = match log.split_last() {
            Some((Logged { event: Event::Draw { .. }, .. }, before)) => Some(Game::replay(&header, before)?),
            _ => None,
        };
        let undrawn = undrawn.filter(draws_to_hand);
        Ok(Self { undrawn, ..Self::at(game, log, seed) })
    }

    fn at(game: Game, log: Vec<Logged>, seed: Seed) -> Self {
        let begins = game.events();
        Self { game, log, begins, seed, undrawn: None, steps: Vec::new(), moments: Vec::new() }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// All events, those of the game that it began in included.
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// The number of the last event before the first step.
    pub const fn begins(&self) -> u32 {
        self.begins
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// How many steps had been taken when the one was taken that led to event `n`.
    pub fn steps_before(&self, n: u32) -> usize {
        self.moments.partition_point(|moment| moment.after < n).saturating_sub(1)
    }

    /// How many steps had been taken before the last turn of a person; `None` if there is none.
    pub fn steps_before_last_turn(&self, occupants: &[Occupant]) -> Option<usize> {
        let is_yours = |seat: Seat| occupants.get(seat.index()) == Some(&Occupant::You);
        let mut turns = self.steps.iter().zip(&self.moments);
        turns.rposition(|(step, moment)| step.is_turn() && moment.seat.is_some_and(is_yours))
    }

    /// Whether a tile has just been drawn, and no step has named or accepted it.
    pub fn tile_is_open(&self) -> bool {
        self.undrawn.is_some() && self.steps.last().is_none_or(Step::is_turn)
    }

    /// The tiles that could be drawn instead of the last one, and how many of each: those left that fit somewhere. Empty if there
    /// was no draw.
    pub fn tiles_to_choose(&self) -> Vec<(TileKind, u16)> {
        let Some(before) = &self.undrawn else { return Vec::new() };
        let fitting = before.drawable().filter(|&kind| legal::is_placeable(before, kind));
        let mut kinds: Vec<_> = fitting.map(|kind| (kind, before.unseen()[kind.index()])).collect();
        kinds.sort_unstable_by_key(|(kind, _)| kind.index());
        kinds
    }

    /// Who is to move; `None` at the end.
    pub fn occupant_to_move(&self, occupants: &[Occupant]) -> Option<Occupant> {
        let seat = self.game.seat_of(self.game.to_move()?);
        occupants.get(seat.index()).copied()
    }

    /// Takes the next step.
    ///
    /// # Errors
    /// If it doesn't follow; then nothing has changed, unless the game is inconsistent.
    pub fn step(&mut self, step: Step) -> Result<(), StepError> {
        if self.steps.len() >= MOST_STEPS {
            return Err(StepError::TooMany);
        }
        let seat = self.game.to_move().map(|colour| self.game.seat_of(colour));
        let moment = Moment { after: self.game.events(), seat };
        match step {
            Step::Choose(kind) => self.choose(kind)?,
            Step::Keep if self.undrawn.is_some() => {}
            Step::Keep => return Err(Refusal::NotDealt.into()),
            Step::Pass => self.execute(&Command::Pass)?,
            Step::Move(each) => {
                let turn = self.turn(each)?;
                self.execute(&Command::Play(turn))?;
            }
        }
        self.steps.push(step);
        self.moments.push(moment);
        Ok(())
    }

    /// The step of a computer's command.
    pub fn step_of(&self, command: Command) -> Option<Step> {
        match command {
            Command::Play(turn) => Some(Step::Move(self.move_of(turn))),
            Command::Pass => Some(Step::Pass),
            Command::Start
            | Command::Resign(_)
            | Command::Miss { .. }
            | Command::Substitute { .. }
            | Command::Stop(_) => None,
        }
    }

    /// A turn as a step names it: without its tile where the hand leaves no doubt.
    pub fn move_of(&self, turn: Turn) -> Move {
        let Turn { tile, position, rotation, follower } = turn;
        let alike = self.game.hand().iter().all(|&kind| kind == tile);
        Move { tile: (!alike).then_some(tile), position, rotation, follower }
    }

    fn turn(&self, Move { tile, position, rotation, follower }: Move) -> Result<Turn, StepError> {
        let tile = match (tile, self.game.hand()) {
            (Some(tile), _) => tile,
            (None, [first, others @ ..]) if others.iter().all(|kind| kind == first) => *first,
            (None, []) => return Err(Refusal::Over.into()),
            (None, _) => return Err(StepError::WhichTile),
        };
        Ok(Turn { tile, position, rotation, follower })
    }

    fn execute(&mut self, command: &Command) -> Result<(), StepError> {
        let dealer = DrawSecret::new(self.seed.bytes()).unsalted_dealer();
        let (mut game, mut events) = (self.game.clone(), Vec::new());
        game.execute(command, &dealer, &mut events).map_err(|error| match error {
            DecideError::Refused(why) => StepError::Refused(why),
            DecideError::Inconsistent(why) => StepError::Inconsistent(why),
        })?;
        self.undrawn = match events.split_last() {
            Some((Event::Draw { .. }, before)) => {
                let mut undrawn = self.game.clone();
                before.iter().try_for_each(|event| undrawn.apply(event)).map_err(StepError::Inconsistent)?;
                Some(undrawn).filter(draws_to_hand)
            }
            _ => None,
        };
        self.game = game;
        for event in events {
            self.push(event);
        }
        Ok(())
    }

    fn push(&mut self, event: Event) {
        let n = self.log.last().map_or(0, |last| last.n) + 1;
        self.log.push(Logged { n, event, at: None });
    }

    /// Draws `kind` instead of the last tile that was drawn.
    fn choose(&mut self, kind: TileKind) -> Result<(), StepError> {
        let wrong = StepError::NoSuchDraw(kind);
        let (Some(before), Some(Event::Draw { tiles, .. })) =
            (&self.undrawn, self.log.last().map(|last| &last.event))
        else {
            return Err(wrong);
        };
        if !self.tiles_to_choose().iter().any(|(other, _)| *other == kind) {
            return Err(wrong);
        }
        let mut others = tiles.clone();
        if let Some(place) = others.iter().position(|&other| other == kind) {
            others.remove(place);
        }
        let mut order = vec![kind];
        let draw = loop {
            match before.draw_of(&order) {
                Ok(Some(draw)) => break draw,
                Ok(None) if !others.is_empty() => order.push(others.remove(0)),
                Ok(None) | Err(_) => return Err(wrong),
            }
        };
        let mut game = before.clone();
        game.apply(&draw).map_err(StepError::Inconsistent)?;
        if game.to_move().is_none() {
            return Err(wrong);
        }
        self.game = game;
        self.log.pop();
        self.push(draw);
        Ok(())
    }
}

/// Whether the next draw is for the turn to come. A tile that a colour draws ahead can't be chosen.
fn draws_to_hand(before: &Game) -> bool {
    before.draws_ahead().is_none()
}

/// Whether an event is a player's own decision, or that of the clock.
const fn is_decision(entry: &Logged) -> bool {
    !matches!(entry.event, Event::Draw { .. } | Event::Score { .. } | Event::End { .. })
}

#[cfg(test)]
mod tests;
