//! Finding puzzles in games.

use engine::{Command, DrawSecret, Game, Header, Logged, Record, Ruleset, Seat, Turn};
use players::{Candidate, Method, Player};

use super::{Puzzle, PuzzleAnswer, anonymous, looks_like, timeless};

/// How hard to look, and what counts as clearly best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// The least number of turns to choose from.
    pub choices: usize,
    /// By how many points the evaluation of the best turn must be ahead, where greed would play another.
    pub hidden: f64,
    /// The same where greed finds it.
    pub plain: f64,
    /// How many positions of a game are played out.
    pub moments: usize,
    /// How many placements to value in playouts from each of them.
    pub work: u64,
    /// By how many points the best turn must be ahead after playing on.
    pub played: f64,
    /// By how many standard errors.
    pub errors: f64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { choices: 12, hidden: 1.0, plain: 3.0, moments: 8, work: 2_500_000, played: 1.5, errors: 2.5 }
    }
}

/// A position that may be a puzzle.
#[derive(Clone, Debug)]
pub struct Moment {
    game: Game,
    /// The number of its last event.
    pub n: u32,
    /// Whether greed would play something else.
    is_hidden: bool,
    /// By how many points the evaluation of the best turn is ahead.
    ahead: f64,
}

/// Where the evaluation finds one turn better than any other: first where greed would play another, and of each the clearest first.
pub fn moments(header: &Header, log: &[Logged], effort: &Effort) -> Vec<Moment> {
    let Ok(mut game) = Game::new(&anonymous(header.clone())) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in log {
        // After a turn that was taken back, the rest of the log is left alone.
        if game.apply(&entry.event).is_err() {
            break;
        }
        let next = log.get(usize::try_from(entry.n).unwrap_or(usize::MAX));
        let decides = next.is_some_and(|next| next.event.turn().is_some());
        if decides && game.turns() > 3 {
            found.extend(moment(&game, entry.n, effort));
        }
    }
    let rank = |moment: &Moment| (moment.is_hidden, moment.ahead);
    found.sort_by(|one: &Moment, other| {
        let ((one_hidden, one), (other_hidden, other)) = (rank(one), rank(other));
        other_hidden.cmp(&one_hidden).then(other.total_cmp(&one))
    });
    found.truncate(effort.moments);
    found
}

fn moment(game: &Game, n: u32, effort: &Effort) -> Option<Moment> {
    let rated = Player::new(Method::Counting).think(game, &mut || 0.0).candidates;
    let [best, second, ..] = &rated[..] else { return None };
    let ahead = best.value - second.value;
    if rated.len() < effort.choices || ahead < effort.hidden.min(effort.plain) {
        return None;
    }
    let greedy = turn(Player::new(Method::Greedy).choose(game)?)?;
    let is_hidden = !looks_like(greedy, turn(best.command)?);
    let least = if is_hidden { effort.hidden } else { effort.plain };
    (ahead >= least).then(|| Moment { game: game.clone(), n, is_hidden, ahead })
}

/// Plays the position out: the puzzle, if the best turn stays clearly ahead. `header` and `log` are the game's.
pub fn confirm(header: &Header, log: &[Logged], moment: &Moment, effort: &Effort) -> Option<Puzzle> {
    let best = Player::new(Method::Counting).choose(&moment.game).and_then(turn)?;
    let player = Player::new(Method::Search { work: effort.work });
    let candidates = player.think(&moment.game, &mut || 0.0).candidates;
    let mut answers: Vec<PuzzleAnswer> = candidates.iter().filter_map(answer).collect();
    answers.sort_by(|one, other| other.points.total_cmp(&one.points));
    let [first, second, ..] = &answers[..] else { return None };
    let ahead = first.points - second.points;
    let error = first.error.hypot(second.error);
    let clear = ahead >= effort.played && ahead >= effort.errors * error;
    if !clear || !looks_like(first.turn, best) {
        return None;
    }
    let count = usize::try_from(moment.n).ok()?;
    let record = Record { header: anonymous(header.clone()), events: timeless(log.get(..count)?) };
    Some(Puzzle { record, answers })
}

const fn turn(command: Command) -> Option<Turn> {
    match command {
        Command::Play(turn) => Some(turn),
        _ => None,
    }
}

fn answer(candidate: &Candidate) -> Option<PuzzleAnswer> {
    let rounded = |number: f64| (number * 100.0).round() / 100.0;
    let (points, error) = (rounded(candidate.value), rounded(candidate.error?));
    Some(PuzzleAnswer { turn: turn(candidate.command)?, points, error })
}

/// Games of [`self_played`] in which the first position that is played out is a puzzle, so that finding it takes little time.
pub const FIRST: [u64; 10] = [57, 110, 81, 18, 39, 214, 240, 259, 342, 166];

/// A game of the computer against itself, for servers on which nobody has played yet. The same number gives the same game.
pub fn self_played(number: u64) -> Record {
    let header = Header::new(Ruleset::default(), vec!["Player 1".into(), "Player 2".into()], Seat(0));
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    let dealer = DrawSecret::new(secret).unsalted_dealer();
    let (mut events, mut command) = (Vec::new(), Some(Command::Start));
    if let Ok(mut game) = Game::new(&header) {
        while let Some(next) = command {
            if game.execute(&next, &dealer, &mut events).is_err() {
                break;
            }
            command = Player::new(Method::Counting).choose(&game);
        }
    }
    let events = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect();
    Record { header, events }
}
