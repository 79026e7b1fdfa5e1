//! The tree: positions with a player to move, the commands tried there, and what was drawn after each.

use arrayvec::ArrayVec;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::random::commands;
use super::{Candidate, Choice, Outcome, Sample, advance};
use engine::{ByColour, Colour, Command, Position, Seat, TileKind};

/// The weight of what is unexplored against the share of points seen so far. Shares of playouts lie close together, so it
/// is smaller than for wins.
const EXPLORATION: f64 = 0.2;

/// The most positions whose commands are listed, for memory: about 6 kB each. Beyond them, playouts start higher up.
const MOST_LISTED: usize = 20_000;

/// What the draws after a command have led to.
#[derive(PartialEq)]
struct Drawn {
    /// Colours without a tile are passed over, so it depends on the draws.
    to_move: Option<Colour>,
    /// In the order of the kinds. There is room for far more than the largest hand.
    hand: ArrayVec<TileKind, 8>,
    /// The tiles that colours have drawn ahead.
    ahead: ByColour<Option<TileKind>>,
}

impl Drawn {
    fn of(game: &Position) -> Self {
        let mut hand: ArrayVec<TileKind, 8> = game.hand().iter().copied().collect();
        hand.sort_unstable_by_key(|kind| kind.index());
        let mut ahead = ByColour::default();
        for colour in game.colours() {
            ahead[colour] = game.ahead(colour);
        }
        Self { to_move: game.to_move(), hand, ahead }
    }
}

pub(super) struct Tree {
    /// The first is the root.
    nodes: Vec<Node>,
    /// Nodes with edges.
    listed: usize,
}

/// A position with a player to move. The bag may differ from visit to visit, since unplaceable tiles are set aside.
#[derive(Default)]
struct Node {
    visits: u32,
    /// Empty until the second visit.
    edges: Vec<Edge>,
}

struct Edge {
    command: Command,
    visits: u32,
    /// The sum of the shares of points, for the seat that moves.
    shares: f64,
    /// Points ahead, for the seat that moves.
    margins: Sample,
    /// What was drawn next, and where that leads.
    outcomes: Vec<(Drawn, usize)>,
}

/// A choice on the way down: node, edge, and the seat that moved.
type PathEdge = (usize, usize, Seat);

impl Tree {
    pub(super) fn new(game: &Position, rng: &mut impl Rng) -> Self {
        Self { nodes: vec![Node { visits: 0, edges: edges(game, rng) }], listed: 1 }
    }

    /// Whether there is nothing to choose from.
    pub(super) fn is_forced(&self) -> bool {
        self.nodes[0].edges.len() < 2
    }

    /// Goes down from the root's game to a position that is new to the tree, or to the end of the game.
    pub(super) fn descend(&mut self, root: Position, rng: &mut impl Rng) -> (Vec<PathEdge>, Position) {
        let (mut game, mut at, mut path) = (root, 0, Vec::new());
        while let Some(colour) = game.to_move() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            if at != 0 && node.visits == 1 {
                break;
            }
            if node.edges.is_empty() {
                if self.listed == MOST_LISTED {
                    break;
                }
                self.listed += 1;
                node.edges = edges(&game, rng);
            }
            let Some(edge) = node.select() else { break };
            path.push((at, edge, game.seat_of(colour)));
            advance(&mut game, &node.edges[edge].command, rng);
            at = self.child(at, edge, Drawn::of(&game));
        }
        (path, game)
    }

    fn child(&mut self, node: usize, edge: usize, drawn: Drawn) -> usize {
        let new = self.nodes.len();
        let outcomes = &mut self.nodes[node].edges[edge].outcomes;
        if let Some(&(_, child)) = outcomes.iter().find(|(known, _)| *known == drawn) {
            return child;
        }
        outcomes.push((drawn, new));
        self.nodes.push(Node::default());
        new
    }

    pub(super) fn learn(&mut self, path: &[PathEdge], outcome: &Outcome) {
        for &(node, edge, seat) in path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.shares += outcome.share(seat);
            edge.margins.add(outcome.margin(seat));
        }
    }

    /// The command tried most often, which is less easily fooled by luck than the one with the best mean.
    pub(super) fn choice(mut self, work: u64) -> Choice {
        let mut edges = std::mem::take(&mut self.nodes[0].edges);
        edges.sort_by(|one, other| other.visits.cmp(&one.visits).then(other.mean().total_cmp(&one.mean())));
        let candidates = edges.iter().filter(|edge| edge.visits > 0).map(|edge| Candidate {
            command: edge.command,
            value: edge.margins.mean(),
            error: edge.margins.error(),
            work: edge.visits.into(),
        });
        Choice { best: edges.first().map(|edge| edge.command), candidates: candidates.collect(), work }
    }
}

impl Node {
    /// A command that was not tried yet, or the one with the highest upper bound (UCB1).
    fn select(&self) -> Option<usize> {
        if let Some(untried) = self.edges.iter().position(|edge| edge.visits == 0) {
            return Some(untried);
        }
        let log = log(self.visits);
        let bound = |edge: &Edge| edge.mean() + EXPLORATION * (log / f64::from(edge.visits)).sqrt();
        let bounds = self.edges.iter().map(bound).enumerate();
        bounds.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(edge, _)| edge)
    }
}

impl Edge {
    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.shares / f64::from(self.visits) }
    }
}

/// The natural logarithm, nearly: straight between powers of two, so that it is the same on every machine.
fn log(visits: u32) -> f64 {
    let power = visits.max(1).ilog2();
    let beyond = f64::from(visits.max(1)) / f64::from(1_u32 << power) - 1.0;
    (f64::from(power) + beyond) * std::f64::consts::LN_2
}

/// All commands, in random order: the first to be tried have an advantage.
fn edges(game: &Position, rng: &mut impl Rng) -> Vec<Edge> {
    let mut commands = commands(game);
    commands.shuffle(rng);
    let edge =
        |command| Edge { command, visits: 0, shares: 0.0, margins: Sample::default(), outcomes: Vec::new() };
    commands.into_iter().map(edge).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_exact_at_powers_of_two_and_near_between_them() {
        for visits in 1..5000_u32 {
            let error = f64::from(visits).ln() - log(visits);
            assert!((0.0..0.06).contains(&(error + 1e-12)), "{visits}: {error}");
        }
        assert!((log(4096) - 4096_f64.ln()).abs() < 1e-12);
    }
}
