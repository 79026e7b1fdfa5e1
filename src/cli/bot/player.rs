//! What a bot does: looks what waits for it, and lets its program decide the turns.

use std::collections::BTreeSet;
use std::time::Duration;

use super::Args;
use super::accept::Condition;
use super::answers::{call_of, id, last_event, list};
use super::api::{Api, CallError, Refusal};
use crate::Failure;
use crate::program::{Fault, Limits, Program};
use crate::protocol::notation;

/// The pause after something was done; each further one is twice as long.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// A program that fails so often in a row isn't started again.
const MOST_FAULTS: u32 = 5;

/// Why a round ended early.
pub(super) enum Trouble {
    Call(CallError),
    /// The program failed, and is started again.
    Program(Fault),
}

impl From<CallError> for Trouble {
    fn from(error: CallError) -> Self {
        Self::Call(error)
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Program(fault)
    }
}

pub(super) struct BotPlayer<'a> {
    pub(super) api: Api,
    pub(super) token: &'a str,
    words: &'a [String],
    pub(super) accept: &'a [Condition],
    /// How many games to play.
    pub(super) most: Option<u64>,
    limits: Limits,
    /// `None` until it is needed, and after it has failed.
    pub(super) program: Option<Program>,
    /// Faults of the program in a row.
    faults: u32,
    /// Games that were not over when last looked at.
    pub(super) games: BTreeSet<String>,
    /// Those of them whose salt is revealed.
    pub(super) revealed: BTreeSet<String>,
    /// The game that was looked at last.
    pub(super) looked_at: String,
    pub(super) finished: u64,
}

impl<'a> BotPlayer<'a> {
    pub(super) fn new(api: Api, token: &'a str, args: &'a Args, limits: Limits) -> Self {
        Self {
            api,
            token,
            words: &args.program,
            accept: &args.accept,
            most: args.games,
            limits,
            program: None,
            faults: 0,
            games: BTreeSet::new(),
            revealed: BTreeSet::new(),
            looked_at: String::new(),
            finished: 0,
        }
    }

    /// Plays until it is time to end.
    pub(super) fn play(mut self) -> Result<(), Failure> {
        self.play_rounds()?;
        tracing::info!(games = self.finished, "ended");
        Ok(())
    }

    fn play_rounds(&mut self) -> Result<(), Failure> {
        let mut begun = false;
        let mut pause = SHORTEST_PAUSE;
        loop {
            let round = if begun { self.round() } else { self.begin().map(|()| true) };
            match round {
                Ok(busy) => {
                    begun = true;
                    pause = if busy { SHORTEST_PAUSE } else { (2 * pause).min(LONGEST_PAUSE) };
                }
                Err(Trouble::Call(CallError::Stopped)) => return Ok(()),
                Err(Trouble::Call(CallError::Failed(failure))) => return Err(failure),
                Err(Trouble::Call(CallError::Refused(Refusal { code, detail, .. }))) => {
                    tracing::warn!(code, detail, "the server refused");
                    pause = LONGEST_PAUSE;
                }
                Err(Trouble::Program(fault)) => {
                    pause = self.fail(&fault)?;
                }
            }
            if self.most.is_some_and(|most| self.finished >= most) {
                return Ok(());
            }
            match self.api.pause(pause) {
                Err(CallError::Failed(failure)) => return Err(failure),
                Err(_) => return Ok(()),
                Ok(()) => {}
            }
        }
    }

    /// The program is started again after the pause, with limits.
    fn fail(&mut self, fault: &Fault) -> Result<Duration, Failure> {
        self.program = None;
        if self.is_stopped() {
            return Ok(Duration::ZERO);
        }
        self.faults += 1;
        if self.faults >= MOST_FAULTS {
            let times = self.faults;
            return Err(Failure::general(format!("the program failed {times} times in a row: {fault}")));
        }
        tracing::warn!(%fault, "the program failed, starting it again");
        Ok(Duration::from_secs(1 << self.faults.min(5)))
    }

    fn is_stopped(&self) -> bool {
        self.limits.stopped.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Finds out who the bot is, and which tables and games it has.
    fn begin(&mut self) -> Result<(), Trouble> {
        let me = self.api.get("/api/v1/me")?;
        let name = me["name"].as_str().unwrap_or_default();
        let failed = |message| Trouble::Call(CallError::Failed(Failure::bad_input(message)));
        let Some(maker) = me["bot_of"]["name"].as_str() else {
            return Err(failed(format!(
                "this token is {name}’s own: make a bot on the account page, and a token for it"
            )));
        };
        let can =
            |scope: &str| me["scopes"].as_array().is_some_and(|scopes| scopes.iter().any(|one| one == scope));
        if !can("read") || !can("play") {
            return Err(failed("the token lacks the scope read or play".to_owned()));
        }
        self.program()?;
        for status in ["open", "playing"] {
            let mine = self.api.all(&format!("/api/v1/games/mine?status={status}"), "games")?;
            self.games.extend(mine.iter().map(id));
        }
        tracing::info!(bot = name, maker, games = self.games.len(), "plays");
        Ok(())
    }

    /// Does what waits. Whether anything did.
    fn round(&mut self) -> Result<bool, Trouble> {
        let waiting = self.api.get("/api/v1/waiting")?;
        let (turns, invitations) = (list(&waiting["turns"]), list(&waiting["invitations"]));
        let mut busy = !turns.is_empty();
        for table in turns {
            let game = id(table);
            let turn = self.turn(&game);
            // The others go on.
            unless_refused(&game, turn)?;
        }
        for table in invitations {
            let answer = self.answer(table);
            busy |= unless_refused(&id(table), answer)?.unwrap_or_default();
        }
        Ok(self.look_at_games(turns)? || busy)
    }

    fn turn(&mut self, game: &str) -> Result<(), Trouble> {
        if self.games.insert(game.to_owned()) {
            tracing::info!(game, "plays a game");
        }
        let Some(record) = unless_gone(self.api.text(&format!("/api/v1/games/{game}/record")))? else {
            return Ok(());
        };
        let program = self.program()?;
        program.position(&record)?;
        let command = program.choose()?.command;
        let turn = notation(&command);
        let (path, body) = call_of(&command, game, last_event(&record));
        match self.api.post(&path, &body) {
            Ok(()) => {
                self.faults = 0;
                tracing::info!(game, turn, "took a turn");
                Ok(())
            }
            // The game has gone on, or ended.
            Err(CallError::Refused(Refusal { status: 403 | 404 | 409, code, .. })) => {
                tracing::info!(game, turn, code, "the turn came too late");
                Ok(())
            }
            Err(CallError::Refused(Refusal { detail, .. })) => {
                Err(Fault(format!("{turn} is illegal: {detail}")).into())
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn program(&mut self) -> Result<&mut Program, Fault> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(self.words, &self.limits)?,
        };
        Ok(self.program.insert(program))
    }
}

/// `None` if the server refuses something about a game, which the log says.
fn unless_refused<T>(game: &str, done: Result<T, Trouble>) -> Result<Option<T>, Trouble> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(Trouble::Call(CallError::Refused(Refusal { code, detail, .. }))) => {
            tracing::warn!(game, code, detail, "the server refused");
            Ok(None)
        }
        Err(trouble) => Err(trouble),
    }
}

/// `None` if there is no such game any more, or it has not begun.
pub(super) fn unless_gone<T>(answer: Result<T, CallError>) -> Result<Option<T>, CallError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(CallError::Refused(Refusal { status: 404 | 409, .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
