//! What has happened in a game since the viewer last looked, in sentences and on the board.

use std::sync::Arc;

use art::{Changes, Follower, ScoredArea};
use engine::{Game, PlacedFollower};
use insight::{Regions, ReturnedFollower, SinceStep};

use crate::html::board::overlay::Overlays;
use crate::html::board::{board_view, turn_rows};
use crate::html::wording::events::{scored, sentence};
use crate::html::wording::names::Names;
use crate::html::wording::words;
use crate::locale::Html;

#[derive(Clone, Debug, Default)]
pub struct Since {
    /// Turns and other events, in order.
    pub rows: Vec<SinceRow>,
    /// Everybody's points before, in words.
    pub scores: String,
    /// What the board shows of it.
    pub changes: Changes,
}

/// A turn with its consequences, or another event.
#[derive(Clone, Debug)]
pub struct SinceRow {
    /// The number of its event.
    pub n: u32,
    /// The number on its tile; `None` if it is not a turn.
    pub number: Option<usize>,
    pub sentence: Html,
    /// The points it scored, a sentence for each feature.
    pub paid: Vec<Html>,
    /// The followers it returned, a sentence for each.
    pub home: Vec<Html>,
    /// Everybody's points after it, in words.
    pub scores: String,
}

#[derive(Debug)]
pub struct SincePart {
    /// For example "Since your last visit".
    pub title: &'static str,
    pub since: Arc<Since>,
    /// Whether the board shows it.
    pub shown: bool,
    /// The other overlays that are on.
    pub others: Overlays,
}

impl Since {
    /// `game` must be the state after the last step.
    pub fn of(game: &Game, since: &insight::Since, names: &Names) -> Self {
        let returned = since.steps.iter().flat_map(|step| {
            step.returned.iter().map(|returned| art::GhostFollower {
                follower: follower(game, names, returned),
                event: step.n,
            })
        });
        let regions = Regions::of(game.board());
        Self {
            rows: since.steps.iter().map(|step| row(step, names, regions)).collect(),
            scores: scores(&since.scores),
            changes: Changes {
                tiles: since.steps.iter().filter(|step| step.number.is_some()).map(|step| step.n).collect(),
                returned: returned.collect(),
                scored: since.steps.iter().flat_map(|step| scored_areas(game, step)).collect(),
            },
        }
    }
}

fn row(step: &SinceStep, names: &Names, regions: Regions) -> SinceRow {
    SinceRow {
        n: step.n,
        number: step.number,
        sentence: match step.event.turn() {
            Some(turn) => turn_rows::taken(names, regions, turn, &[]),
            None => sentence(names, &step.event),
        },
        paid: step.completed.iter().map(|completed| scored(names, completed)).collect(),
        home: step.returned.iter().map(|returned| returned_from(names, regions, returned)).collect(),
        scores: scores(&step.scores),
    }
}

/// The features that a turn completed: those that followers returned from.
fn scored_areas(game: &Game, step: &SinceStep) -> Vec<ScoredArea> {
    let board = game.board();
    let mut features: Vec<_> =
        step.returned.iter().map(|returned| board.feature(returned.tile, returned.segment)).collect();
    features.sort_unstable();
    features.dedup();
    let area = |feature| ScoredArea { segments: board.segments(feature).collect(), event: step.n };
    features.into_iter().map(area).collect()
}

fn scores(scores: &[i32]) -> String {
    let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
    scores.join(" ")
}

/// "Your meeple returned from the city in the north."
fn returned_from(names: &Names, regions: Regions, returned: &ReturnedFollower) -> Html {
    let locale = names.locale();
    let feature = words::feature(locale, returned.tile_kind.def().segments[returned.segment].kind);
    let text = locale
        .html("event-returned")
        .part("whose", names.whose_with_piece(returned.colour))
        .with("follower", names.follower(returned.kind))
        .with("feature", feature)
        .with("region", regions.at(returned.cell).word());
    text.into()
}

/// A follower that has returned, as it stood before.
fn follower(game: &Game, names: &Names, returned: &ReturnedFollower) -> Follower {
    let &ReturnedFollower { colour, kind, tile, segment, .. } = returned;
    let label = board_view::follower_label(game, names, &PlacedFollower { colour, kind, tile, segment });
    let label = names.locale().text("board-returned").with("follower", label).to_string();
    Follower { hue: names.hue(colour), kind, tile, segment, label }
}
