//! What a bot does: looks what waits for it, accepts invitations, and lets its program decide the turns.

use std::collections::BTreeSet;
use std::time::Duration;

use data_encoding::HEXLOWER;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Args;
use super::accept::Condition;
use super::answers::{call_of, id, is_full, last_event, list, seats};
use super::api::{Api, CallError, Refusal};
use crate::Failure;
use crate::program::{Fault, Limits, Program};
use crate::protocol::notation;

/// The pause after something was done; each further one is twice as long.
const SHORTEST_PAUSE: Duration = Duration::from_millis(250);
const LONGEST_PAUSE: Duration = Duration::from_secs(10);
/// A program that fails so often in a row isn't started again.
const MOST_FAULTS: u32 = 5;
/// How many games are looked at between two looks at what waits.
const LOOKED_AT: usize = 5;

/// Why a round ended early.
enum Trouble {
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
    api: Api,
    token: &'a str,
    words: &'a [String],
    accept: &'a [Condition],
    /// How many games to play.
    most: Option<u64>,
    limits: Limits,
    /// `None` until it is needed, and after it has failed.
    program: Option<Program>,
    /// Faults of the program in a row.
    faults: u32,
    /// Games that were not over when last looked at.
    games: BTreeSet<String>,
    /// Those of them whose salt is revealed.
    revealed: BTreeSet<String>,
    /// The game that was looked at last.
    looked_at: String,
    finished: u64,
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
        self.faults += 1;
        if self.faults >= MOST_FAULTS && !self.is_stopped() {
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
            let mine = self.api.get(&format!("/api/v1/games/mine?status={status}"))?;
            self.games.extend(list(&mine["games"]).iter().map(id));
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
            self.turn(&id(table))?;
        }
        for table in invitations {
            busy |= self.answer(table)?;
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

    /// Accepts an invitation that fits, and declines others. Whether it was answered.
    fn answer(&mut self, table: &Value) -> Result<bool, Trouble> {
        let game = id(table);
        let open = u64::try_from(self.games.len()).unwrap_or(u64::MAX);
        if self.most.is_some_and(|most| self.finished + open >= most) {
            return Ok(false);
        }
        let fits = self.accept.iter().all(|condition| condition.is_met(table))
            && self.program()?.accepts(seats(table), &table["settings"]["rules"].to_string())?;
        let (call, body) = if fits {
            ("join", json!({ "salt_hash": hash(&self.salt(&game)) }))
        } else {
            ("decline", Value::Null)
        };
        match self.api.post(&format!("/api/v1/games/{game}/{call}"), &body) {
            Ok(()) if fits => {
                tracing::info!(game, "accepted an invitation");
                self.games.insert(game);
            }
            Ok(()) => tracing::info!(game, "declined an invitation"),
            Err(CallError::Refused(Refusal { code, .. })) => {
                tracing::info!(game, code, "an invitation is out of date");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        Ok(true)
    }

    /// Looks at some of the games in which it is not the bot's turn: whether they begin or are over.
    fn look_at_games(&mut self, turns: &[Value]) -> Result<bool, Trouble> {
        let turns: Vec<String> = turns.iter().map(id).collect();
        let (before, after): (Vec<_>, Vec<_>) =
            self.games.iter().cloned().partition(|game| *game <= self.looked_at);
        let others = after.into_iter().chain(before).filter(|game| !turns.contains(game));
        let mut busy = false;
        for game in others.take(LOOKED_AT) {
            self.looked_at.clone_from(&game);
            let path = format!("/api/v1/games/{game}");
            let Some(table) = unless_gone(self.api.get(&path))? else {
                self.games.remove(&game);
                continue;
            };
            match table["state"]["status"].as_str() {
                Some("open") if is_full(&table) && !self.revealed.contains(&game) => {
                    busy |= self.reveal(&game)?;
                }
                Some("finished") => {
                    tracing::info!(game, scores = %table["state"]["scores"], seat = %table["you"], "a game is over");
                    self.finished += 1;
                    self.games.remove(&game);
                    self.revealed.remove(&game);
                    busy = true;
                }
                _ => {}
            }
        }
        Ok(busy)
    }

    /// Reveals the bot's salt for the draw.
    fn reveal(&mut self, game: &str) -> Result<bool, Trouble> {
        match self.api.post(&format!("/api/v1/games/{game}/salt"), &json!({ "salt": self.salt(game) })) {
            Ok(()) => tracing::info!(game, "revealed the salt"),
            // It was revealed, or the game has begun.
            Err(CallError::Refused(Refusal { code, .. })) => {
                tracing::debug!(game, code, "no salt is wanted");
            }
            Err(error) => return Err(error.into()),
        }
        Ok(self.revealed.insert(game.to_owned()))
    }

    /// The same after a restart, and unknown without the token.
    fn salt(&self, game: &str) -> String {
        hash(&format!("bastide bot {} {game}", self.token))
    }

    fn program(&mut self) -> Result<&mut Program, Fault> {
        let program = match self.program.take() {
            Some(program) => program,
            None => Program::start(self.words, &self.limits)?,
        };
        Ok(self.program.insert(program))
    }
}

fn hash(text: &str) -> String {
    HEXLOWER.encode(&Sha256::digest(text))
}

/// `None` if there is no such game any more, or it has not begun.
fn unless_gone<T>(answer: Result<T, CallError>) -> Result<Option<T>, CallError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(CallError::Refused(Refusal { status: 404 | 409, .. })) => Ok(None),
        Err(error) => Err(error),
    }
}
