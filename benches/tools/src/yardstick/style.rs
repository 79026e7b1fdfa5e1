//! Who plays: computer players, and players with tastes that differ from theirs on purpose.

use std::fmt;
use std::str::FromStr;

use super::exploiter::exploit;
use engine::{Cell, Command, MAX_COLOURS, Position, SegmentKind, Turn};
use players::{Player, Quick, Weights};

/// How far below the best turn one can be that brings its player what it loves.
const WILLING: f64 = 8.0;

/// What the name of an exploiter begins with; that of its target follows.
const EXPLOITER: &str = "exploiter:";

/// How a seat is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A computer player that people meet, or that it is compared with.
    Player(Player),
    Taste(Taste),
    /// Knows how this player thinks.
    Exploiter(Player),
}

/// A way to play that the evaluation doesn't share. All choose like the player `quick`, with other numbers or with something on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taste {
    /// Makes its way into the cities, roads and fields of others.
    Joiner,
    /// Puts followers on fields early.
    Fields,
    /// Keeps followers in supply.
    Hoarder,
    /// Would rather build roads than cities.
    Roads,
}

impl Taste {
    pub const ALL: [Self; 4] = [Self::Joiner, Self::Fields, Self::Hoarder, Self::Roads];

    const fn word(self) -> &'static str {
        match self {
            Self::Joiner => "joiner",
            Self::Fields => "fields",
            Self::Hoarder => "hoarder",
            Self::Roads => "roads",
        }
    }

    /// `usual` are the weights of a player without a taste.
    fn weights(self, usual: &Weights) -> Weights {
        let usual = usual.clone();
        match self {
            Self::Joiner => usual,
            Self::Fields => Weights { field_early: 0.8, field_tile: 0.3, ..usual },
            Self::Hoarder => Weights { followers: usual.followers.map(|value| 2.0 * value), ..usual },
            Self::Roads => Weights { road: 1.6, road_growth: 0.2, city: 0.6, ..usual },
        }
    }
}

impl FromStr for Style {
    type Err = players::UnknownPlayer;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        if let Some(target) = name.strip_prefix(EXPLOITER) {
            return target.parse().map(Self::Exploiter);
        }
        match Taste::ALL.into_iter().find(|taste| taste.word() == name) {
            Some(taste) => Ok(Self::Taste(taste)),
            None => name.parse().map(Self::Player),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Player(player) => player.fmt(f),
            Self::Taste(taste) => f.write_str(taste.word()),
            Self::Exploiter(target) => write!(f, "{EXPLOITER}{target}"),
        }
    }
}

/// A seat at a game.
pub enum Mover {
    Player(Player),
    Quick(Box<Quick>),
    Joiner(Box<Quick>),
    Exploiter(Player),
}

impl Mover {
    pub fn new(style: Style, position: &Position, seed: u64) -> Self {
        let quick = |weights: &Weights| Box::new(Quick::new(position, weights));
        match style {
            Style::Player(player) => Self::Player(player.with_seed(seed)),
            Style::Taste(Taste::Joiner) => Self::Joiner(quick(Weights::of(position))),
            Style::Exploiter(target) => Self::Exploiter(target),
            Style::Taste(taste) => Self::Quick(quick(&taste.weights(Weights::of(position)))),
        }
    }

    /// The same style, quick enough to play on thousands of times: players that search play like `quick`, which they are made of.
    pub fn for_playouts(style: Style, position: &Position) -> Self {
        match style {
            Style::Player(_) | Style::Exploiter(_) => {
                Self::Quick(Box::new(Quick::new(position, Weights::of(position))))
            }
            taste @ Style::Taste(_) => Self::new(taste, position, 0),
        }
    }

    /// `None` if no one can move.
    pub fn choose(&mut self, position: &Position) -> Option<Command> {
        match self {
            Self::Player(player) => player.choose(position),
            Self::Quick(quick) => quick.best(position).map(Command::Play),
            Self::Joiner(quick) => join(quick, position).map(Command::Play),
            Self::Exploiter(target) => exploit(position, *target),
        }
    }
}

/// Of the turns that are not much worse than the best, the one that shares most with others.
fn join(quick: &mut Quick, position: &Position) -> Option<Turn> {
    let mut turns: Vec<(f64, Turn)> = Vec::new();
    quick.each(position, |value, turn| turns.push((value, turn())));
    let most = turns.iter().map(|&(value, _)| value).fold(f64::NEG_INFINITY, f64::max);
    turns.retain(|&(value, _)| value > most - WILLING);
    let mut after = position.clone();
    let mut best: Option<(f64, Turn)> = None;
    for (value, turn) in turns {
        after.play(&turn);
        let value = value + shared(&after, position);
        after.take_back();
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, turn));
        }
    }
    best.map(|(_, turn)| turn)
}

/// Points for what the seat that moved at `before` shares with others, or could by one more tile.
fn shared(after: &Position, before: &Position) -> f64 {
    let Some(seat) = before.to_move().map(|colour| before.seat_of(colour)) else { return 0.0 };
    let board = after.board();
    let mut open: [Vec<(SegmentKind, Cell)>; 2] = Default::default();
    let mut points = 0.0;
    board.each_occupied(|feature| {
        let info = board.feature_info(feature);
        let mut is = [false; 2];
        for colour in after.colours().take(MAX_COLOURS).filter(|&colour| info.strength(colour) > 0) {
            is[usize::from(after.seat_of(colour) != seat)] = true;
        }
        match is {
            [true, true] => points += 4.0,
            [own, _] => {
                board.each_open_cell(feature, |cell| open[usize::from(!own)].push((info.kind, cell)));
            }
        }
    });
    #[expect(clippy::cast_precision_loss, reason = "a few cells")]
    let near = open[0].iter().filter(|&cell| open[1].contains(cell)).count() as f64;
    points + 1.5 * near.min(3.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Header, Ruleset, Seat};

    #[test]
    fn styles_are_read_as_they_are_written() {
        for name in
            ["joiner", "fields", "hoarder", "roads", "level:7", "uct:200", "greedy", "exploiter:level:7"]
        {
            assert_eq!(name.parse::<Style>().unwrap().to_string(), name);
        }
        for name in ["painter", "exploiter:painter"] {
            assert!(name.parse::<Style>().is_err(), "{name}");
        }
    }

    #[test]
    fn tastes_play_differently() {
        let mut firsts = Vec::new();
        for taste in Taste::ALL {
            let header = Header::new(Ruleset::default(), vec!["one".into(), "other".into()], Seat(0));
            let mut position = engine::Game::new(&header).unwrap().position().clone();
            let mut mover = Mover::new(Style::Taste(taste), &position, 0);
            let mut turns = Vec::new();
            let mut draws = 0;
            while turns.len() < 40 && !position.is_finished() {
                if position.needs_draw() {
                    draws += 7;
                    position.deal(|choices| draws % choices);
                }
                let Some(Command::Play(turn)) = mover.choose(&position) else { break };
                position.play(&turn);
                turns.push(turn);
            }
            firsts.push(turns);
        }
        for (number, turns) in firsts.iter().enumerate() {
            assert!(!firsts[..number].contains(turns), "taste {number}");
        }
    }
}
