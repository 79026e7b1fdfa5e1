//! A game as the steps of a practice.

use crate::http::urls::{PracticeStart, PracticeUrl};
use engine::{Event, Header, Ruleset, Seat, TileSet};
use practice::{MOST_STEPS, Occupant, Practice, Seed, Step};
use table::ImportedGame;

/// Addresses that browsers and proxies take.
const LONGEST_LINK: usize = 6_000;

/// The practice board with all turns of the game; `None` if practice has no such rules or steps.
pub fn practice(game: &ImportedGame) -> Option<PracticeUrl> {
    let header = game.header();
    let base = Ruleset::of(header.rules.preset);
    let expansions: Vec<TileSet> =
        header.rules.sets.iter().copied().filter(|set| !base.sets.contains(set)).collect();
    let mut rules = base;
    rules.sets.extend(&expansions);
    let seed = Seed::of([0; 8]);
    let occupants = vec![Occupant::You; header.seats.len()];
    let plain = Header::new(rules, header.seats.clone(), Seat(0));
    let fits = plain.rules == header.rules && plain.start == header.start && header.handicaps.is_empty();
    if !fits || plain.colours.len() != header.colours.len() {
        return None;
    }
    let mut practice = Practice::new(&plain, seed).ok()?;
    for entry in &game.record().events {
        let step = match &entry.event {
            Event::Draw { tiles, discarded, colour: None } if discarded.is_empty() => match tiles[..] {
                [kind] => Step::Choose(kind),
                _ => return None,
            },
            Event::Pass { .. } => Step::Pass,
            Event::Score { .. } | Event::End { .. } | Event::Stop { .. } => continue,
            event => Step::Move(practice.move_of(event.turn()?.1)),
        };
        practice.step(step).ok()?;
    }
    let url = PracticeUrl {
        start: PracticeStart::Table { preset: header.rules.preset, expansions },
        occupants,
        seed,
        picks: true,
        steps: practice.steps().to_vec(),
        tile: None,
        draft: None,
    };
    (url.steps.len() <= MOST_STEPS && url.to_string().len() <= LONGEST_LINK).then_some(url)
}
