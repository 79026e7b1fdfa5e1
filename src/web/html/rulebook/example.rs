//! Worked examples: short stored records that the engine plays under the rules of the page. All the points that they
//! mention come from the engine.

use serde_json::{Value, json};

use crate::locale::Locale;
use art::{BoardView, Follower, Hue, Mark, Tile};
use engine::{
    BagRule, Board, Game, HandRule, PlacedFollower, Record, RiverRule, Ruleset, Scored, TileKind, Unplaceable,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Example {
    /// A finished road.
    Road,
    /// A finished road of two tiles.
    ShortRoad,
    /// A circular road.
    Ring,
    /// A finished city with a shield.
    City,
    /// A finished city of two tiles.
    SmallCity,
    /// A cloister with all its neighbours.
    Cloister,
    /// A city that two players share.
    Tie,
    /// A farmer next to two finished cities.
    Farm,
    /// Farmers of two colours in two fields around one city.
    Farmers,
    /// Unfinished features at the end of the game.
    End,
    /// A follower that returns and is placed again in one turn.
    Again,
    /// A finished road with an inn.
    Inn,
    /// An unfinished road with an inn.
    OpenInn,
    /// A finished city with a cathedral.
    Cathedral,
    /// A big follower against an ordinary one.
    Big,
    /// A city with grain that another player finishes.
    Goods,
    /// A pig next to its farmer.
    Pig,
    /// A builder that brings a second tile.
    Builder,
}

impl Example {
    pub const ALL: [Self; 18] = [
        Self::Road,
        Self::ShortRoad,
        Self::Ring,
        Self::City,
        Self::SmallCity,
        Self::Cloister,
        Self::Tie,
        Self::Farm,
        Self::Farmers,
        Self::End,
        Self::Again,
        Self::Inn,
        Self::OpenInn,
        Self::Cathedral,
        Self::Big,
        Self::Goods,
        Self::Pig,
        Self::Builder,
    ];

    const fn record(self) -> &'static str {
        match self {
            Self::Road => include_str!("examples/road.jsonl"),
            Self::ShortRoad => include_str!("examples/short-road.jsonl"),
            Self::Ring => include_str!("examples/ring.jsonl"),
            Self::City => include_str!("examples/city.jsonl"),
            Self::SmallCity => include_str!("examples/small-city.jsonl"),
            Self::Cloister => include_str!("examples/cloister.jsonl"),
            Self::Tie => include_str!("examples/tie.jsonl"),
            Self::Farm => include_str!("examples/farm.jsonl"),
            Self::Farmers => include_str!("examples/farmers.jsonl"),
            Self::End => include_str!("examples/end.jsonl"),
            Self::Again => include_str!("examples/again.jsonl"),
            Self::Inn => include_str!("examples/inn.jsonl"),
            Self::OpenInn => include_str!("examples/inn-open.jsonl"),
            Self::Cathedral => include_str!("examples/cathedral.jsonl"),
            Self::Big => include_str!("examples/big.jsonl"),
            Self::Goods => include_str!("examples/goods.jsonl"),
            Self::Pig => include_str!("examples/pig.jsonl"),
            Self::Builder => include_str!("examples/builder.jsonl"),
        }
    }

    /// Whether it shows the final scoring.
    const fn is_of_the_end(self) -> bool {
        matches!(self, Self::Farm | Self::Farmers | Self::End | Self::OpenInn | Self::Goods | Self::Pig)
    }

    /// The example under these rules; `None` where they make it impossible.
    pub fn shown(self, rules: &Ruleset, locale: Locale, caption: String) -> Option<Shown> {
        let text = under(self.record(), rules)?;
        let (record, game) = Record::read(&text).ok()?;
        let (_, before) = Record::read(text.trim_end().rsplit_once('\n')?.0).ok()?;
        let game = if self.is_of_the_end() { game.as_if_ended() } else { game };
        let view = picture(&record, &before, &game, &caption);
        let hues: Vec<(Hue, String)> = record.header.colours.iter().enumerate().map(named).collect();
        Some(Shown {
            kinds: view.kinds().collect(),
            board: art::board(&view),
            results: game
                .colours()
                .zip(hues)
                .map(|(colour, (hue, name))| Paid {
                    figure: art::follower(hue, engine::FollowerKind::Meeple),
                    sentence: sentence(locale, &name, game.points(colour)),
                })
                .collect(),
            caption,
        })
    }
}

#[derive(Clone, Debug)]
pub struct Shown {
    /// A sentence about what happens.
    pub caption: String,
    /// The board's SVG, without the symbols of its tiles.
    pub board: String,
    /// The kinds on the board.
    pub kinds: Vec<TileKind>,
    /// An entry for each colour that scores.
    pub results: Vec<Paid>,
}

#[derive(Clone, Debug)]
pub struct Paid {
    /// The SVG of its meeple.
    pub figure: String,
    /// Who scores how many points for what.
    pub sentence: String,
}

/// The record under other rules. Their bag and hand are ignored, since examples are about points.
fn under(record: &str, rules: &Ruleset) -> Option<String> {
    let (first, rest) = record.split_once('\n')?;
    let mut header: Value = serde_json::from_str(first).ok()?;
    let own: Ruleset = serde_json::from_value(header.get("rules")?.clone()).ok()?;
    let rules = Ruleset {
        sets: own.sets,
        bag: BagRule::Whole,
        river: RiverRule::Chosen,
        hand: HandRule::Shared(1),
        unplaceable: Unplaceable::Discard,
        meeples: own.meeples,
        ..rules.clone()
    };
    header["rules"] = json!(rules);
    Some(format!("{header}\n{rest}"))
}

fn named((index, colour): (usize, &engine::ColourDef)) -> (Hue, String) {
    (Hue::named(&colour.name, index), colour.name.clone())
}

/// The board after the last turn, with the followers that it returned still in their places.
fn picture(record: &Record, before: &Game, after: &Game, label: &str) -> BoardView {
    let board = after.board();
    let mut followers: Vec<PlacedFollower> = before.board().followers().to_vec();
    let last = record.events.last().and_then(|entry| entry.event.turn());
    if let Some((colour, turn)) = last
        && let Some(follower) = turn.follower
        && let Some(segment) = follower.on.segment(turn.tile, turn.rotation)
    {
        let tile = board.tiles().len() - 1;
        followers.push(PlacedFollower { colour, kind: follower.kind, tile, segment });
    }
    let hue = |follower: &PlacedFollower| {
        let name = after.header().colours.get(follower.colour.index()).map_or("", |colour| &colour.name);
        Hue::named(name, follower.colour.index())
    };
    let tiles = board.tiles().iter();
    BoardView {
        label: label.to_owned(),
        tiles: tiles.map(|t| Tile { kind: t.kind, position: t.position, rotation: t.rotation }).collect(),
        marks: areas(board, &followers, hue),
        followers: followers
            .iter()
            .map(|follower| Follower {
                hue: hue(follower),
                kind: follower.kind,
                tile: follower.tile,
                segment: follower.segment,
                label: String::new(),
            })
            .collect(),
        last: last.map(|(_, turn)| turn.position),
        ..BoardView::default()
    }
}

/// The features with followers on them, in their owner's hue if they have only one.
fn areas(board: &Board, followers: &[PlacedFollower], hue: impl Fn(&PlacedFollower) -> Hue) -> Vec<Mark> {
    let feature = |follower: &PlacedFollower| board.feature(follower.tile, follower.segment);
    let mut areas = Vec::new();
    for (i, follower) in followers.iter().enumerate() {
        let here = feature(follower);
        if followers[..i].iter().all(|earlier| feature(earlier) != here) {
            let mut same = followers.iter().filter(|other| feature(other) == here);
            let alone = same.all(|other| other.colour == follower.colour);
            areas.push(Mark::Area {
                segments: board.segments(here).collect(),
                hue: alone.then(|| hue(follower)),
            });
        }
    }
    areas
}

fn sentence(locale: Locale, colour: &str, scores: &[i32; Scored::ALL.len()]) -> String {
    let parts: Vec<String> = Scored::ALL
        .into_iter()
        .zip(scores)
        .filter(|(_, points)| **points != 0)
        .map(|(kind, points)| {
            let kind = match kind {
                Scored::Road => "road",
                Scored::City => "city",
                Scored::Cloister => "cloister",
                Scored::Field => "field",
                Scored::Goods => "goods",
            };
            locale.text("example-part").with("kind", kind).with("n", points).to_string()
        })
        .collect();
    if parts.is_empty() {
        locale.text("example-nothing").with("colour", colour).to_string()
    } else {
        locale.text("example-result").with("colour", colour).with("parts", locale.list(&parts)).to_string()
    }
}
