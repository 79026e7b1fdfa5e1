//! What the other program may send: a word, and what belongs to it, on one line.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use super::{VERSION, quoted};
use engine::{Command, Preset, Ruleset, TileKind};
use players::Player;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// The greeting; only version [`VERSION`] is there.
    Bastide,
    Rules {
        seats: u8,
        rules: Box<Ruleset>,
    },
    /// A record: a file, or the lines that follow.
    Position(Option<PathBuf>),
    Player(Player),
    Draw(Vec<TileKind>),
    Turn(Command),
    Legal(Option<TileKind>),
    Go(Limit),
    Eval,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// The player's own.
    None,
    Work(u64),
    Time(Duration),
    Level(u8),
}

const WORDS: &str = "bastide, rules, position, player, draw, turn, legal, go, eval, quit";

/// The most work and the most milliseconds for a turn.
const MOST: u64 = 100_000_000;

impl FromStr for Request {
    type Err = String;

    /// The error says what to change.
    fn from_str(line: &str) -> Result<Self, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = |request: Self| {
            if rest.is_empty() { Ok(request) } else { Err(format!("{word} stands alone on its line")) }
        };
        match word {
            "bastide" if rest == VERSION.to_string() => Ok(Self::Bastide),
            "bastide" => Err(format!("this program speaks version {VERSION}: send bastide {VERSION}")),
            "rules" => parse_rules(rest),
            "position" if rest.is_empty() => Ok(Self::Position(None)),
            "position" => Ok(Self::Position(Some(PathBuf::from(rest)))),
            "player" => parse_player(rest).map(Self::Player),
            "draw" => parse_kinds(rest).map(Self::Draw),
            "turn" => parse_command(rest).map(Self::Turn),
            "legal" if rest.is_empty() => Ok(Self::Legal(None)),
            "legal" => parse_kind(rest).map(|kind| Self::Legal(Some(kind))),
            "go" => parse_limit(rest).map(Self::Go),
            "eval" => alone(Self::Eval),
            "quit" => alone(Self::Quit),
            _ => Err(format!("{} is not a request: the requests are {WORDS}", quoted(word))),
        }
    }
}

/// `pass`, or a turn.
pub(crate) fn parse_command(text: &str) -> Result<Command, String> {
    if text == "pass" { Ok(Command::Pass) } else { text.parse().map(Command::Play) }
}

/// A preset by its name, or rules as in the header of a record; before them perhaps `seats N`.
fn parse_rules(text: &str) -> Result<Request, String> {
    let (seats, rules) = match text.strip_prefix("seats ") {
        Some(rest) => {
            let (seats, rules) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
            let seats = seats.parse().ok().filter(|seats| (1..=6).contains(seats));
            (seats.ok_or("a game has 1 to 6 seats: rules seats 2 modern")?, rules.trim())
        }
        None => (2, text),
    };
    if rules.is_empty() {
        return Err("name a preset, or give rules as in a record: rules {\"preset\":\"modern\"}".to_owned());
    }
    let preset = Preset::ALL.into_iter().find(|preset| preset.word() == rules);
    let rules = match preset {
        Some(preset) => serde_json::from_value(serde_json::json!({ "preset": preset })),
        None => serde_json::from_str(rules),
    };
    let rules = rules.map_err(|error| format!("invalid rules: {error}"))?;
    Ok(Request::Rules { seats, rules: Box::new(rules) })
}

fn parse_player(text: &str) -> Result<Player, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (name, seed) = match words[..] {
        [name] => (name, 0),
        [name, "seed", seed] => {
            (name, seed.parse().map_err(|_| format!("{} is not a seed: use a whole number", quoted(seed)))?)
        }
        _ => return Err("a player is a name, and perhaps a seed: player uct:4000 seed 1".to_owned()),
    };
    name.parse().map(|player: Player| player.with_seed(seed)).map_err(|error| error.to_string())
}

fn parse_kind(text: &str) -> Result<TileKind, String> {
    text.parse().map_err(|error: engine::UnknownKind| error.to_string())
}

fn parse_kinds(text: &str) -> Result<Vec<TileKind>, String> {
    let kinds: Vec<TileKind> = text.split_whitespace().map(parse_kind).collect::<Result<_, _>>()?;
    if kinds.is_empty() { Err("say which tile was drawn: draw CRFR".to_owned()) } else { Ok(kinds) }
}

fn parse_limit(text: &str) -> Result<Limit, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |text: &str| {
        let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
        number.ok_or_else(|| format!("{} is not a limit: use a whole number from 1 to {MOST}", quoted(text)))
    };
    match words[..] {
        [] => Ok(Limit::None),
        ["work", work] => number(work).map(Limit::Work),
        ["ms", millis] => number(millis).map(Duration::from_millis).map(Limit::Time),
        ["level", level] => number(level).map(|level| Limit::Level(u8::try_from(level).unwrap_or(u8::MAX))),
        _ => Err("a limit is work N, ms N or level N, or left out".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use players::Method;

    #[test]
    fn requests_are_read_with_any_spaces_between_their_words() {
        let turn = "CRFR 1 0 0 meeple@top";
        for (line, request) in [
            ("bastide 1", Request::Bastide),
            ("rules modern", Request::Rules { seats: 2, rules: Box::default() }),
            ("rules  seats 3  {\"preset\":\"modern\"}", Request::Rules { seats: 3, rules: Box::default() }),
            ("position", Request::Position(None)),
            ("position a b.jsonl", Request::Position(Some("a b.jsonl".into()))),
            ("player uct:9 seed 4", Request::Player(Player::new(Method::Uct { playouts: 9 }).with_seed(4))),
            ("draw CRFR\tCCCCS", Request::Draw(["CRFR", "CCCCS"].map(|kind| kind.parse().unwrap()).to_vec())),
            ("turn CRFR 1 0 0 meeple@top", Request::Turn(Command::Play(turn.parse().unwrap()))),
            ("turn pass", Request::Turn(Command::Pass)),
            ("legal", Request::Legal(None)),
            ("legal CRFR", Request::Legal("CRFR".parse().ok())),
            ("go", Request::Go(Limit::None)),
            ("go work 500", Request::Go(Limit::Work(500))),
            ("go ms 500", Request::Go(Limit::Time(Duration::from_millis(500)))),
            ("go level 8", Request::Go(Limit::Level(8))),
            ("eval", Request::Eval),
            ("quit", Request::Quit),
        ] {
            assert_eq!(line.parse(), Ok(request), "{line}");
        }
    }

    #[test]
    fn a_bad_request_is_refused_with_what_to_change() {
        for (line, why) in [
            ("uci", "\"uci\" is not a request: the requests are bastide, rules, "),
            ("bastide 2", "this program speaks version 1: send bastide 1"),
            ("rules", "name a preset, or give rules as in a record"),
            ("rules seats 7 modern", "a game has 1 to 6 seats: rules seats 2 modern"),
            ("rules seats", "invalid rules: "),
            ("rules {\"preset\":\"modern\",\"meeple\":1}", "invalid rules: meeple"),
            ("player", "a player is a name, and perhaps a seed: player uct:4000 seed 1"),
            ("player greedy seed x", "\"x\" is not a seed: use a whole number"),
            ("player deep", "there is no player \"deep\": "),
            ("draw", "say which tile was drawn: draw CRFR"),
            ("draw X", "\"X\""),
            ("turn", "a turn is KIND x y rotation and, with a follower, kind@place"),
            ("go fast", "a limit is work N, ms N or level N, or left out"),
            ("go ms 0", "\"0\" is not a limit: use a whole number from 1 to 100000000"),
            ("go work 1e9", "\"1e9\" is not a limit: "),
            ("eval now", "eval stands alone on its line"),
            ("quit now", "quit stands alone on its line"),
        ] {
            let error = line.parse::<Request>().unwrap_err();
            assert!(error.contains(why) && !error.contains('\n'), "{line}: {error}");
        }
    }
}
