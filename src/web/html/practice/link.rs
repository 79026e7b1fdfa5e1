//! Reading the address of a practice board.

use crate::html::board::{draft, options};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::urls::{Draft, PracticeStart, PracticeUrl};
use engine::{Preset, TileKind, TileSet};
use practice::{MOST_STEPS, Occupant, Seed, Step};
use table::GameId;

/// What a link with a draft is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    Page,
    /// What the tile can do on the cell, for the script.
    Options,
    /// The board after the turn.
    Turn,
}

/// A link, or a form that leads to one.
pub struct Asked {
    pub start: PracticeStart,
    /// Not in a link from a game's page.
    pub occupants: Option<Vec<Occupant>>,
    /// Not in forms for a new practice.
    pub seed: Option<Seed>,
    /// Whether it is a link rather than a form.
    pub is_link: bool,
    pub wants: Wanted,
    picks: bool,
    steps: Vec<Step>,
    tile: Option<TileKind>,
    draft: Option<Draft>,
}

impl Asked {
    pub fn read(fields: &Fields) -> Result<Self, PageError> {
        let steps = Step::read_all(fields.optional("steps")?.unwrap_or_default())
            .ok()
            .filter(|steps| steps.len() <= MOST_STEPS)
            .ok_or_else(|| PageError::bad_request("practice-link-steps"))?;
        let draft = if fields.optional("x")?.is_some() { Some(draft::read(fields)?) } else { None };
        Ok(Self {
            start: start(fields)?,
            occupants: occupants(fields)?,
            seed: fields.parsed("seed")?,
            is_link: fields.optional("seats")?.is_some(),
            wants: if options::asked(fields)? {
                Wanted::Options
            } else if fields.optional("play")?.is_some() {
                Wanted::Turn
            } else {
                Wanted::Page
            },
            picks: fields.optional("tiles")? == Some("chosen"),
            steps,
            tile: if draft.is_none() { fields.parsed("tile")? } else { None },
            draft,
        })
    }

    /// The link with what it left out.
    pub fn complete(self, occupants: Vec<Occupant>, seed: Seed) -> PracticeUrl {
        let Self { start, picks, steps, tile, draft, .. } = self;
        PracticeUrl { start, occupants, seed, picks, steps, tile, draft }
    }
}

fn start(fields: &Fields) -> Result<PracticeStart, PageError> {
    if let Some(id) = fields.optional("game")? {
        let n = fields.needed("n")?;
        return Ok(PracticeStart::Game { id: GameId::parse(id).ok_or(PageError::NotFound)?, n });
    }
    let preset = |word: &str| Preset::ALL.into_iter().find(|preset| preset.word() == word);
    let wrong = || PageError::bad_request("practice-link-rules");
    let set = |word: &str| TileSet::ALL.into_iter().find(|set| set.word() == word).ok_or_else(wrong);
    let mut expansions = fields.all("with").map(set).collect::<Result<Vec<_>, _>>()?;
    expansions.sort_unstable();
    expansions.dedup();
    Ok(PracticeStart::Table { preset: fields.chosen("rules", preset)?.unwrap_or_default(), expansions })
}

/// The seats as a word or, from a form, a field each; those that are left empty are not there.
fn occupants(fields: &Fields) -> Result<Option<Vec<Occupant>>, PageError> {
    let text = match fields.optional("seats")? {
        Some(text) => text.to_owned(),
        None => fields.all("seat").collect(),
    };
    if text.is_empty() {
        return Ok(None);
    }
    let occupants = Occupant::read_all(&text).ok_or_else(|| PageError::bad_request("practice-link-seats"))?;
    if occupants.contains(&Occupant::You) {
        Ok(Some(occupants))
    } else {
        Err(PageError::bad_request("practice-link-nobody"))
    }
}
