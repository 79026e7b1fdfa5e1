//! Addresses of practice boards, which hold their whole state.

use std::fmt;

use super::Draft;
use engine::{Preset, TileKind, TileSet};
use practice::{Occupant, Seed, Step};
use table::GameId;

/// Where a practice begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PracticeStart {
    /// An empty table.
    Table {
        preset: Preset,
        /// Beyond those of the rule book.
        expansions: Vec<TileSet>,
    },
    /// A finished game, after an event.
    Game { id: GameId, n: u32 },
    /// The game that is being entered under this id, whose steps are stored.
    Recording(String),
}

/// A practice board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PracticeUrl {
    pub start: PracticeStart,
    /// By seat.
    pub occupants: Vec<Occupant>,
    pub seed: Seed,
    /// Whether every tile is to be chosen, the computer's too.
    pub picks: bool,
    pub steps: Vec<Step>,
    /// The tile of the hand whose cells are shown.
    pub tile: Option<TileKind>,
    /// The tile on a cell, if one is chosen.
    pub draft: Option<Draft>,
}

impl PracticeUrl {
    /// The board after these steps.
    #[must_use]
    pub fn after(&self, steps: &[Step]) -> Self {
        Self { steps: steps.to_vec(), tile: None, draft: None, ..self.clone() }
    }

    /// The board after one more step. A tile that is chosen replaces one that was chosen before.
    #[must_use]
    pub fn then(&self, step: Step) -> Self {
        let chosen = self.steps.iter().rev().take_while(|step| !step.is_turn()).count();
        let kept = if step.is_turn() { self.steps.len() } else { self.steps.len() - chosen };
        let mut after = self.after(&self.steps[..kept]);
        after.steps.push(step);
        after
    }

    /// The board with a tile of the hand selected.
    #[must_use]
    pub fn selects(&self, tile: TileKind) -> Self {
        Self { tile: Some(tile), draft: None, ..self.clone() }
    }

    /// The board with the tile on a cell.
    #[must_use]
    pub fn tries(&self, draft: Draft) -> Self {
        Self { tile: None, draft: Some(draft), ..self.clone() }
    }

    /// The name and value of each field but the seats, for forms that change those.
    pub fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = self.start_fields();
        fields.push(("seed", self.seed.to_string()));
        if self.picks {
            fields.push(("tiles", "chosen".to_owned()));
        }
        if !self.steps.is_empty() {
            fields.push(("steps", Step::write_all(&self.steps)));
        }
        fields
    }

    fn start_fields(&self) -> Vec<(&'static str, String)> {
        match &self.start {
            PracticeStart::Recording(_) => Vec::new(),
            PracticeStart::Game { id, n } => vec![("game", id.to_string()), ("n", n.to_string())],
            PracticeStart::Table { preset, expansions } => {
                let sets = expansions.iter().map(|set| ("with", set.word().to_owned()));
                std::iter::once(("rules", preset.word().to_owned())).chain(sets).collect()
            }
        }
    }

    pub(super) fn write_query(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let PracticeStart::Recording(_) = self.start {
            // Another address after each step.
            write!(f, "n={}", self.steps.len())?;
        } else {
            write!(f, "seats={}", Occupant::write_all(&self.occupants))?;
            self.fields().iter().try_for_each(|(name, value)| write!(f, "&{name}={value}"))?;
        }
        match (self.draft, self.tile) {
            (Some(draft), _) => write!(f, "&{draft}"),
            (None, Some(tile)) => write!(f, "&tile={tile}"),
            (None, None) => Ok(()),
        }
    }
}

impl fmt::Display for PracticeUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            PracticeStart::Recording(id) => write!(f, "/recorder/{id}?")?,
            PracticeStart::Table { .. } | PracticeStart::Game { .. } => f.write_str("/practice/board?")?,
        }
        self.write_query(f)
    }
}
