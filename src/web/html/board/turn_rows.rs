//! Turns as rows of the log and as chips, with pictures instead of names of tiles.

use chrono::{DateTime, Utc};
use engine::{Colour, Event, Follower, FollowerKind, Rotation, Scored, TileKind, Turn};
use insight::{Completed, LogEntry, Regions};

use crate::html::wording::events::{discards, feature_scored, marked, sentence};
use crate::html::wording::names::Names;
use crate::html::wording::{tile_words, words};
use crate::locale::{Html, key};

/// A turn, or another event of the log.
pub struct TurnRow {
    /// The number of its last event: the board after it shows the scores.
    pub n: u32,
    /// The SVG of the player's piece; empty if it is nobody's.
    pub piece: String,
    /// The SVGs of the placed tile, or of tiles that could not be placed.
    pub tiles: Vec<String>,
    pub sentence: Html,
    /// The sentence in short; `None` if it is not about a player.
    pub short: Option<ShortRow>,
    pub gains: Vec<Gain>,
    /// What the row says in a few words, for a chip: "ann: 5 points".
    pub label: String,
    pub at: Option<String>,
}

/// "ann", "finished a road of 5 in the south".
pub struct ShortRow {
    pub who: String,
    pub did: String,
}

/// Points for a player.
#[derive(Debug)]
pub struct Gain {
    /// The class of the player's colour.
    pub class: &'static str,
    /// "+5"
    pub points: String,
    /// "ann: 5 points"
    pub label: String,
    /// Whether the player whose turn it was gets them.
    pub own: bool,
}

impl TurnRow {
    pub(crate) fn of(
        names: &Names,
        regions: Regions,
        entry: &LogEntry,
        moment: impl Fn(DateTime<Utc>) -> String,
    ) -> Self {
        let piece = |colour| art::follower(names.hue(colour), FollowerKind::Meeple);
        let picture = |kind, rotation| tile_words::thumbnail(names.locale(), kind, rotation);
        let gains = gains(names, entry);
        Self {
            n: entry.last,
            piece: entry.colour.map(piece).unwrap_or_default(),
            tiles: match &entry.event {
                Event::Turn { tile, rotation, .. } => vec![picture(*tile, *rotation)],
                Event::Draw { discarded, .. } => {
                    discarded.iter().map(|&kind| picture(kind, Rotation::R0)).collect()
                }
                _ => Vec::new(),
            },
            sentence: said(names, regions, entry),
            short: short(names, regions, entry),
            label: label(names, entry, &gains),
            gains,
            at: entry.at.map(moment),
        }
    }
}

pub(crate) fn gains(names: &Names, entry: &LogEntry) -> Vec<Gain> {
    let own = |colour| entry.colour == Some(colour);
    entry.gained.iter().map(|&(to, points)| Gain { own: own(to), ..gain(names, to, points) }).collect()
}

pub(crate) fn gain(names: &Names, colour: Colour, points: i32) -> Gain {
    let locale = names.locale();
    let amount = locale.text("amount-points").with("n", points);
    Gain {
        class: names.hue(colour).class(),
        points: locale.text("log-gain").with("points", points).to_string(),
        label: locale.text("log-gained").with("who", names.who(colour)).with("points", amount).to_string(),
        own: false,
    }
}

fn label(names: &Names, entry: &LogEntry, gains: &[Gain]) -> String {
    let locale = names.locale();
    let nothing = entry.colour.filter(|own| entry.gained.iter().all(|(colour, _)| colour != own));
    let nothing =
        nothing.map(|own| locale.text("log-gained-nothing").with("who", names.who(own)).to_string());
    let title = match entry.event {
        Event::End { .. } => Some(locale.say("log-final-scoring").to_owned()),
        Event::Draw { .. } => Some(locale.say("log-discarded").to_owned()),
        Event::Takeback { .. } => Some(locale.say("log-takeback").to_owned()),
        _ => None,
    };
    locale
        .parts(title.into_iter().chain(nothing).chain(gains.iter().map(|gain| gain.label.clone())).collect())
}

fn said(names: &Names, regions: Regions, entry: &LogEntry) -> Html {
    let locale = names.locale();
    match (&entry.event, entry.colour) {
        (Event::Turn { .. }, _) => match entry.event.turn() {
            Some((colour, turn)) => {
                let did = taken(names, regions, (colour, turn), &entry.completed);
                marked(locale, &entry.event, did)
            }
            None => Html(String::new()),
        },
        (Event::Draw { discarded, .. }, _) => Html(discards(names, discarded).join(" ")),
        (Event::Skip {}, Some(colour)) => {
            locale.html("log-skipped").part("who", names.starting_with_piece(colour)).into()
        }
        (event, _) => sentence(names, event),
    }
}

/// For a line in which the player's piece and the points stand beside it.
fn short(names: &Names, regions: Regions, entry: &LogEntry) -> Option<ShortRow> {
    let locale = names.locale();
    let colour = entry.colour?;
    let did = match (&entry.event, entry.event.turn()) {
        (Event::Skip {}, _) => locale.say("did-miss").to_owned(),
        (_, Some((_, turn))) => {
            let finished: Vec<String> = entry
                .completed
                .iter()
                .map(|completed| finished(names, completed, key("did-finish-size")))
                .collect();
            let region = regions.at(turn.position).word();
            let text = match claimed(names, turn) {
                _ if !finished.is_empty() => {
                    locale.text("did-finish").with("finished", locale.list(&finished)).with("region", region)
                }
                None => locale.text("did-place").with("region", region),
                Some((follower, feature)) => locale
                    .text("did-claim")
                    .with("kind", turn.follower.map_or("", |follower| follower.kind.word()))
                    .with("follower", follower)
                    .with("feature", feature)
                    .with("region", region),
            };
            text.to_string()
        }
        _ => return None,
    };
    Some(ShortRow { who: names.starting(colour), did })
}

/// "ann placed a meeple on the city in the north and finished a road (5 tiles)."
pub(super) fn taken(
    names: &Names,
    regions: Regions,
    (colour, turn): (Colour, Turn),
    completed: &[Completed],
) -> Html {
    let locale = names.locale();
    let (who, region) = (names.starting_with_piece(colour), regions.at(turn.position).word());
    let finished: Vec<String> =
        completed.iter().map(|completed| finished(names, completed, key("log-feature-size"))).collect();
    let finished = locale.list(&finished);
    let text = match (claimed(names, turn), completed) {
        (None, []) => locale.html("log-placed").part("who", who).with("region", region),
        (None, _) => {
            locale.html("log-finished").part("who", who).with("finished", finished).with("region", region)
        }
        (Some((follower, feature)), []) => locale
            .html("log-placed-follower")
            .part("who", who)
            .with("follower", follower)
            .with("feature", feature)
            .with("region", region),
        (Some((follower, feature)), _) => locale
            .html("log-placed-and-finished")
            .part("who", who)
            .with("follower", follower)
            .with("feature", feature)
            .with("region", region)
            .with("finished", finished),
    };
    text.into()
}

/// The follower and the kind of feature that it was placed on.
fn claimed(names: &Names, turn: Turn) -> Option<(String, String)> {
    let Follower { kind, on } = turn.follower?;
    let segment = &turn.tile.def().segments[on.segment(turn.tile, turn.rotation)?];
    Some((names.follower(kind), words::feature(names.locale(), segment.kind)))
}

/// "a road (5 tiles)", "a cloister". `size` is the message for features that have a size.
fn finished(names: &Names, completed: &Completed, size: &'static str) -> String {
    let locale = names.locale();
    let feature = feature_scored(locale, completed.feature, None);
    match completed.tiles.filter(|_| completed.feature != Scored::Cloister) {
        Some(tiles) => locale.text(size).with("feature", feature).with("n", tiles).to_string(),
        None => feature,
    }
}

/// The kinds of tiles that the rows of these entries show.
pub(crate) fn kinds(entries: &[LogEntry]) -> impl Iterator<Item = TileKind> {
    let kinds = |entry: &LogEntry| match &entry.event {
        Event::Draw { discarded, .. } => discarded.clone(),
        Event::Turn { tile, .. } => vec![*tile],
        _ => Vec::new(),
    };
    entries.iter().flat_map(kinds)
}
