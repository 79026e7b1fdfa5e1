//! The two sides of a match: players of this program, or other programs.

use std::fmt;
use std::str::FromStr;

use crate::program::{ChosenCommand, Fault, Limits, Program};
use engine::{Event, Game, Header};
use players::Player;

/// A side as it is named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Contestant {
    Player(Player),
    /// A program and its arguments.
    Program(Vec<String>),
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(line) = text.strip_prefix("cmd:") else {
            let player = text.parse().map(Self::Player);
            return player
                .map_err(|error: players::UnknownPlayer| format!("{error}; another program is cmd:PROGRAM"));
        };
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            Err("a program to run comes after cmd:".to_owned())
        } else {
            Ok(Self::Program(words))
        }
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => player.fmt(f),
            Self::Program(words) => write!(f, "cmd:{}", words.join(" ")),
        }
    }
}

pub(super) enum Side {
    Player(Player),
    Program(Program),
}

impl Side {
    pub(super) fn start(contestant: &Contestant, limits: &Limits) -> Result<Self, Fault> {
        match contestant {
            Contestant::Player(player) => Ok(Self::Player(*player)),
            Contestant::Program(words) => Program::start(words, limits).map(Self::Program),
        }
    }

    /// Begins a game.
    pub(super) fn begin(&mut self, header: &Header, seed: u64) -> Result<(), Fault> {
        match self {
            Self::Player(player) => {
                *player = player.with_seed(seed);
                Ok(())
            }
            Self::Program(program) => program.begin(header),
        }
    }

    /// Says what happened in the game.
    pub(super) fn report(&mut self, before: &Game, event: &Event) -> Result<(), Fault> {
        match self {
            Self::Player(_) => Ok(()),
            Self::Program(program) => program.report(before, event),
        }
    }

    /// The command of the seat to move, legal or not.
    pub(super) fn choose(&mut self, game: &Game) -> Result<ChosenCommand, Fault> {
        match self {
            Self::Player(player) => {
                let choice = player.think(game, &mut || 0.0);
                let command = choice.best.ok_or_else(|| Fault("it has no turn".to_owned()))?;
                Ok(ChosenCommand { command, work: Some(choice.work) })
            }
            Self::Program(program) => program.choose(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_named_as_it_is_read() {
        for name in ["greedy", "random", "uct:4000", "cmd:python3 player.py -q"] {
            assert_eq!(name.parse::<Contestant>().unwrap().to_string(), name);
        }
        let words = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!("cmd: a  b ".parse(), Ok(Contestant::Program(words)));
    }

    #[test]
    fn an_unknown_side_is_refused_with_what_there_is() {
        assert_eq!("cmd: ".parse::<Contestant>().unwrap_err(), "a program to run comes after cmd:");
        let error = "clever".parse::<Contestant>().unwrap_err();
        assert!(error.contains("greedy") && error.ends_with("another program is cmd:PROGRAM"), "{error}");
    }
}
