//! The names of players: `level:3`, `greedy`, `counting`, `search:5000`, `random`, `uct:4000`.

use std::fmt;
use std::str::FromStr;

use super::{Level, Method, Player};

/// The most work that a name may ask for.
const MOST_WORK: u64 = 100_000_000;

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no player {0:?}: it is level:1 to level:8, greedy, counting, random, quick, search:N or uct:N, with a work of 1 to {MOST_WORK} a turn"
)]
pub struct UnknownPlayer(String);

impl FromStr for Player {
    type Err = UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, UnknownPlayer> {
        let work = |text: &str| {
            let whole = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|work| whole && (1..=MOST_WORK).contains(work))
        };
        let method = match name {
            "greedy" => Some(Method::Greedy),
            "random" => Some(Method::Random),
            "counting" => Some(Method::Counting),
            "quick" => Some(Method::Quick),
            _ => name.split_once(':').and_then(|(method, budget)| {
                if method == "level" {
                    return budget.parse().ok().and_then(Level::new).map(Method::Level);
                }
                let work = work(budget)?;
                match method {
                    "search" => Some(Method::Search { work }),
                    "uct" => Some(Method::Uct { playouts: work }),
                    _ => None,
                }
            }),
        };
        method.map(Self::new).ok_or_else(|| UnknownPlayer(name.chars().take(40).collect()))
    }
}

/// The name, without the seed.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.method {
            Method::Random => f.write_str("random"),
            Method::Greedy => f.write_str("greedy"),
            Method::Quick => f.write_str("quick"),
            Method::Counting => f.write_str("counting"),
            Method::Level(level) => write!(f, "level:{}", level.number()),
            Method::Search { work } => write!(f, "search:{work}"),
            Method::Uct { playouts } => write!(f, "uct:{playouts}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_printed() {
        for name in [
            "level:1",
            "level:8",
            "greedy",
            "counting",
            "random",
            "search:5000",
            "uct:1",
            "uct:4000",
            "uct:32768",
        ] {
            assert_eq!(name.parse::<Player>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused_with_those_that_exist() {
        for name in [
            "",
            "Greedy",
            "uct",
            "uct:",
            "uct:0",
            "uct:+5",
            "uct:-1",
            "uct:4000 ",
            "uct:100000001",
            "level:0",
            "level:9",
        ] {
            let error = name.parse::<Player>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("there is no player {name:?}: it is level:1 ")), "{error}");
        }
    }
}
