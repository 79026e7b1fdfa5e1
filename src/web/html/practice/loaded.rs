//! A practice as its link describes it.

use std::sync::Arc;

use crate::html::practice::link::Asked;
use crate::html::wording::names::{self, Names};
use crate::html::wording::refusal;
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::{PracticeStart, PracticeUrl};
use crate::locale::{Locale, Message};
use engine::{Header, Ruleset, Seat};
use practice::{NoPractice, Occupant, Practice, Seed, StepError};
use table::{GameId, Replay};

/// The level of the other seats where a link from a game's page doesn't say.
const OTHERS: u8 = 5;

pub struct LoadedPractice {
    pub url: PracticeUrl,
    pub practice: Practice,
    pub names: Names,
}

/// What a link leads to.
pub enum Found {
    Practice(Box<LoadedPractice>),
    /// The link was not complete; this one is.
    Link(Box<PracticeUrl>),
}

/// Loads where the practice begins, and takes the steps of the link.
pub async fn load(viewer: &Viewer, asked: Asked) -> Result<Found, PageError> {
    let locale = viewer.locale();
    let from = match &asked.start {
        PracticeStart::Game { id, n } => Some((finished(viewer, id).await?, *n)),
        PracticeStart::Table { .. } | PracticeStart::Recording(_) => None,
    };
    let complete = asked.is_link && asked.seed.is_some();
    let seed = asked.seed.unwrap_or_else(|| Seed::of(viewer.web().service.random_bytes()));
    let occupants = match (&asked.occupants, &from) {
        (Some(occupants), _) => occupants.clone(),
        (None, Some((game, _))) => usual(game.replay.header().seats.len(), game.you),
        (None, None) => usual(2, Some(Seat(0))),
    };
    let url = asked.complete(occupants, seed);
    if !complete {
        return Ok(Found::Link(Box::new(url)));
    }
    let mut practice = match (&url.start, from) {
        (PracticeStart::Table { .. } | PracticeStart::Recording(_), _) | (_, None) => {
            let rules = rules(&url)?;
            if !(2..=rules.most_seats()).contains(&url.occupants.len()) {
                let most = Message::new("practice-link-most-seats").with("most", rules.most_seats());
                return Err(PageError::BadRequest(most));
            }
            let mut header = Header::new(rules, vec![String::new(); url.occupants.len()], Seat(0));
            header.seats = seat_names(locale, &header, &url.occupants);
            Practice::new(&header, url.seed)
        }
        (PracticeStart::Game { .. }, Some((game, n))) => {
            let mut header = game.replay.header().clone();
            if header.seats.len() != url.occupants.len() {
                return Err(PageError::bad_request("practice-link-seats"));
            }
            header.seats = seat_names(locale, &header, &url.occupants);
            Practice::of_game(header, &game.replay.log, n, url.seed)
        }
    }
    .map_err(no_practice)?;
    for (step, n) in url.steps.iter().zip(1_usize..) {
        practice.step(*step).map_err(|why| bad_step(locale, n, &why))?;
    }
    let mut yours = url.occupants.iter().zip(0..).filter(|(occupant, _)| **occupant == Occupant::You);
    let you = yours.next().map(|(_, seat)| Seat(seat)).filter(|_| yours.next().is_none());
    let names = Names::of(locale, practice.game().header(), you);
    Ok(Found::Practice(Box::new(LoadedPractice { url, practice, names })))
}

/// A game that is over, and the viewer's seat in it.
struct FinishedGame {
    replay: Arc<Replay>,
    you: Option<Seat>,
}

/// Nobody may try out what to play in a game that is still in progress.
async fn finished(viewer: &Viewer, id: &GameId) -> Result<FinishedGame, PageError> {
    let table = viewer.web().service.table(viewer.principal(), id, None).await?.ok_or(PageError::NotFound)?;
    let replay = table.play.ok_or(PageError::NotFound)?;
    if replay.game.is_finished() {
        Ok(FinishedGame { replay, you: table.you })
    } else {
        Err(PageError::Forbidden(Message::new("practice-running")))
    }
}

/// The players of a game keep their own seats, and everyone else plays all of them.
fn usual(seats: usize, you: Option<Seat>) -> Vec<Occupant> {
    let others = players::Level::new(OTHERS).map_or(Occupant::You, Occupant::Computer);
    let occupant =
        |seat: usize| if you.is_none_or(|you| you.index() == seat) { Occupant::You } else { others };
    (0..seats).map(occupant).collect()
}

fn rules(url: &PracticeUrl) -> Result<Ruleset, PageError> {
    let PracticeStart::Table { preset, expansions } = &url.start else {
        return Err(PageError::bad_request("practice-link-rules"));
    };
    let mut rules = Ruleset::of(*preset);
    for &set in expansions {
        if !rules.has(set) {
            rules.sets.push(set);
        }
    }
    let valid = rules.validate().and_then(|()| rules.check_effects());
    valid.map_err(|_| PageError::bad_request("practice-link-rules"))?;
    Ok(rules)
}

/// Computers are called by their level, people by their colour.
fn seat_names(locale: Locale, header: &Header, occupants: &[Occupant]) -> Vec<String> {
    let name = |(occupant, seat): (&Occupant, Seat)| match occupant {
        Occupant::You => names::colour_of_seat(locale, header, seat),
        Occupant::Computer(level) => locale.text("level-title").with("n", level.number()).to_string(),
    };
    occupants.iter().zip((0..).map(Seat)).map(name).collect()
}

fn no_practice(why: NoPractice) -> PageError {
    match why {
        NoPractice::NoSuchEvent => PageError::NotFound,
        NoPractice::Over => PageError::bad_request("practice-over-there"),
        NoPractice::Setup(_) => PageError::bad_request("practice-link-rules"),
        NoPractice::Log(error) => PageError::internal(error),
        NoPractice::Inconsistent(error) => PageError::internal(error),
    }
}

fn bad_step(locale: Locale, n: usize, why: &StepError) -> PageError {
    let reason = match why {
        StepError::Refused(why) => refusal::sentence(locale, why),
        StepError::NoSuchDraw(_) | StepError::WhichTile => locale.say("practice-no-such-tile").to_owned(),
        StepError::TooMany | StepError::Inconsistent(_) => locale.say("practice-link-steps").to_owned(),
    };
    PageError::BadRequest(Message::new("practice-bad-step").with("n", n).with("reason", reason))
}
