//! One conversation: the game so far, the player that answers, and the answers.

use std::time::Instant;

use super::request::{Limit, Request};
use super::{VERSION, quoted};
use engine::{Command, Event, Game, Header, Record, Refusal, Ruleset, Seat, TileKind, legal};
use players::{Candidate, Choice, Level, Player};

/// How many candidates are listed.
const MOST_CANDIDATES: usize = 10;
/// More than any player does. How far a search looks depends on the work that it may do.
const MOST_WORK_A_MILLISECOND: u64 = 5_000;

pub(crate) struct Session {
    game: Game,
    player: Player,
    /// Tiles of a draw that is not complete yet.
    drawn: Vec<TileKind>,
}

/// What follows `error` on one line.
type Wrong = String;

impl Session {
    /// A new game of two seats.
    ///
    /// # Panics
    /// Never: the default rules are valid.
    pub(crate) fn new(player: Player) -> Self {
        let game = new_game(2, Ruleset::default()).expect("the default rules are valid");
        Self { game, player, drawn: Vec::new() }
    }

    /// The lines of the answer. The last of them begins with `ok`, `best`, `eval` or `error`, those before with `info`. A request that is
    /// answered by `error` changes nothing.
    pub(crate) fn answer(&mut self, request: Request) -> Vec<String> {
        let answer = match request {
            Request::Bastide => one(format!("ok bastide {VERSION} Bastide {}", env!("CARGO_PKG_VERSION"))),
            Request::Rules { seats, rules } => new_game(seats, *rules).and_then(|game| self.set(game)),
            Request::Position(None) => Err("the lines of the record are missing".to_owned()),
            Request::Position(Some(file)) => read(&file).and_then(|text| self.position(&text)),
            Request::Player(player) => {
                self.player = player;
                one("ok")
            }
            Request::Draw(kinds) => self.draw(&kinds),
            Request::Turn(command) => self.turn(&command),
            Request::Legal(kind) => self.legal(kind),
            Request::Go(limit) => self.go(limit),
            Request::Eval => self.eval(),
            Request::Quit => one("ok"),
        };
        answer.unwrap_or_else(|wrong| vec![error(&wrong)])
    }

    /// The answer to a record whose lines came after `position`.
    pub(crate) fn answer_position(&mut self, record: &str) -> Vec<String> {
        self.position(record).unwrap_or_else(|wrong| vec![error(&wrong)])
    }

    fn position(&mut self, record: &str) -> Result<Vec<String>, Wrong> {
        let read = Record::read(record);
        let (_, game) = read.map_err(|error| format!("line {} of the record: {}", error.line, error.why))?;
        self.set(game.recording_everything())
    }

    fn set(&mut self, mut game: Game) -> Result<Vec<String>, Wrong> {
        game.catch_up().map_err(|error| error.to_string())?;
        self.drawn.clear();
        self.game = game;
        one(self.state())
    }

    /// What the game waits for: a draw, a turn, or nothing more.
    fn state(&self) -> String {
        match (self.game.drawing(), self.game.to_move()) {
            (Some(colour), _) => format!("ok draw {colour}"),
            (None, Some(colour)) => format!("ok turn {colour}"),
            (None, None) => format!("ok over {}", list(self.game.scores())),
        }
    }

    /// Takes tiles in the order in which they leave the bag, one line or several for a draw.
    fn draw(&mut self, kinds: &[TileKind]) -> Result<Vec<String>, Wrong> {
        if self.game.is_finished() {
            return Err(Refusal::Over.to_string());
        }
        let drawn = [&self.drawn[..], kinds].concat();
        match self.game.draw_of(&drawn).map_err(|error| error.to_string())? {
            None => self.drawn = drawn,
            Some(draw) => self.apply(&draw)?,
        }
        one(self.state())
    }

    fn turn(&mut self, command: &Command) -> Result<Vec<String>, Wrong> {
        let colour = self.to_move()?;
        let event = match *command {
            Command::Play(turn) => Event::of_turn(colour, turn),
            _ => Event::Pass { colour },
        };
        self.apply(&event)?;
        one(self.state())
    }

    fn apply(&mut self, event: &Event) -> Result<(), Wrong> {
        let mut game = self.game.clone();
        game.apply(event).and_then(|()| game.catch_up()).map_err(|error| error.to_string())?;
        self.game = game;
        self.drawn.clear();
        Ok(())
    }

    /// The colour that has to take a turn now.
    fn to_move(&self) -> Result<engine::Colour, Wrong> {
        let colour = self.game.to_move().ok_or_else(|| Refusal::Over.to_string())?;
        if self.game.needs_draw() {
            return Err(format!("{}: say what was drawn, as in draw CRFR", Refusal::NotDealt));
        }
        Ok(colour)
    }

    /// The turns as `bastide legal` lists them.
    fn legal(&self, kind: Option<TileKind>) -> Result<Vec<String>, Wrong> {
        let mut turns = if let Some(kind) = kind {
            legal::turns_with(&self.game, kind).iter().map(ToString::to_string).collect()
        } else {
            self.to_move()?;
            let pass = legal::may_pass(&self.game).then(|| "pass".to_owned());
            legal::turns(&self.game).iter().map(ToString::to_string).chain(pass).collect::<Vec<_>>()
        };
        turns.sort_unstable();
        let last = format!("ok {}", turns.len());
        Ok(turns.iter().map(|turn| format!("info turn {turn}")).chain([last]).collect())
    }

    fn go(&self, limit: Limit) -> Result<Vec<String>, Wrong> {
        self.to_move()?;
        let begun = Instant::now();
        let choice = match limit {
            Limit::None => self.think(),
            Limit::Work(work) => self.player.with_work(work).think(&self.game, &mut || 0.0),
            Limit::Time(time) => {
                let spent = || begun.elapsed().as_secs_f64() / time.as_secs_f64().max(1e-3);
                let most = u64::try_from(time.as_millis())
                    .unwrap_or(u64::MAX)
                    .saturating_mul(MOST_WORK_A_MILLISECOND);
                self.player.with_work(most).think(&self.game, &mut { spent })
            }
            Limit::Level(level) => {
                let level = Level::new(level).ok_or_else(|| format!("there is no level {level}: 1 to 8"))?;
                level.player().with_seed(self.player.seed).think(&self.game, &mut || 0.0)
            }
        };
        let best = choice.best.ok_or_else(|| "there is no legal turn".to_owned())?;
        let candidates = choice.candidates.iter().take(MOST_CANDIDATES);
        let mut lines: Vec<String> =
            (1..).zip(candidates).map(|(rank, candidate)| describe(rank, candidate)).collect();
        lines.push(format!("info work {}", choice.work));
        lines.push(format!("best {}", notation(&best)));
        Ok(lines)
    }

    fn think(&self) -> Choice {
        self.player.think(&self.game, &mut || 0.0)
    }

    /// Points now, points if the game ended now, and what the player expects of its turn.
    fn eval(&self) -> Result<Vec<String>, Wrong> {
        let candidate = self.to_move().ok().and_then(|_| self.think().candidates.first().copied());
        let value = candidate.map_or_else(|| "-".to_owned(), |best| points(best.value));
        let error = candidate.and_then(|best| best.error).map_or_else(|| "-".to_owned(), points);
        let (now, ended) = (list(self.game.scores()), list(self.game.as_if_ended().scores()));
        one(format!("eval scores {now} ended {ended} value {value} error {error}"))
    }
}

/// The line of an error.
pub(crate) fn error(wrong: &str) -> String {
    format!("error {}", wrong.replace(['\n', '\r'], " "))
}

#[expect(clippy::unnecessary_wraps, reason = "an answer like the others")]
fn one(line: impl Into<String>) -> Result<Vec<String>, Wrong> {
    Ok(vec![line.into()])
}

fn new_game(seats: u8, rules: Ruleset) -> Result<Game, Wrong> {
    let header = Header::new(rules, crate::player_names(seats), Seat(0));
    Game::new(&header).map_err(|error| error.to_string())
}

fn read(file: &std::path::Path) -> Result<String, Wrong> {
    let shown = quoted(&file.display().to_string());
    std::fs::read_to_string(file).map_err(|error| format!("{shown} cannot be read: {error}"))
}

fn describe(rank: usize, candidate: &Candidate) -> String {
    let error = candidate.error.map_or_else(|| "-".to_owned(), points);
    let (value, turn) = (points(candidate.value), notation(&candidate.command));
    format!("info candidate {rank} value {value} error {error} work {} turn {turn}", candidate.work)
}

/// A turn as `best` and `turn` have it.
pub(crate) fn notation(command: &Command) -> String {
    match command {
        Command::Play(turn) => turn.to_string(),
        _ => "pass".to_owned(),
    }
}

/// With two digits, and no minus before zero.
fn points(value: f64) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

fn list(scores: &[i32]) -> String {
    scores.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
