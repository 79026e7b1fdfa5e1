//! What the turns cost, as tables.

use serde_json::json;

use super::hand::{Device, Hand};
use super::probe::{State, Target};
use crate::browser::{Browser, View};

/// A way to play.
#[derive(Clone, Copy)]
pub struct Mode {
    pub name: &'static str,
    pub device: Device,
    pub width: u32,
    pub height: u32,
    /// `light` or `dark`.
    pub scheme: &'static str,
}

/// A table against computers.
#[derive(Clone, Copy)]
pub struct Table {
    pub name: &'static str,
    /// The query of the form that opens it.
    pub query: &'static str,
}

impl Mode {
    pub async fn prepare(&self, browser: &Browser) {
        browser.look(View { width: self.width, height: self.height, scheme: self.scheme }).await;
        let touch = self.device == Device::Touch;
        browser
            .devtools("Emulation.setTouchEmulationEnabled", json!({"enabled": touch, "maxTouchPoints": 1}))
            .await;
    }
}

/// One turn, from the moment the player may move to the next such moment.
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
#[derive(Default)]
pub struct Turn {
    pub loads: u32,
    pub clicks: u32,
    pub keys: u32,
    pub wheels: u32,
    pub scrolls: u32,
    pub drags: u32,
    pub travel: f64,
    /// Pixels between the centres of the tile and the nearest Confirm.
    pub distance: f64,
    pub visible: bool,
    /// The shorter side of the smallest one, in pixels.
    pub cell: f64,
    pub spot: Option<f64>,
    pub button: Option<f64>,
    pub share: f64,
    pub tile: f64,
    pub moved: f64,
    pub scale: f64,
    pub needed: bool,
    pub shifts: f64,
    /// The share of the legal cells in view, in percent.
    pub in_view: f64,
    /// The Confirm at its fixed place is whole and in sight.
    pub panel: bool,
    pub overlap: bool,
    /// Texts in the rows of players that are cut off.
    pub cut: u32,
}

fn smallest(targets: &[Target]) -> Option<f64> {
    targets.iter().map(Target::size).min_by(f64::total_cmp)
}

impl Turn {
    pub fn at_start(ready: &State) -> Self {
        Self {
            cell: smallest(&ready.cells).unwrap_or_default(),
            share: ready.share,
            tile: ready.tile(),
            moved: ready.moved,
            scale: ready.scale,
            needed: ready.needed,
            in_view: ready.in_view(),
            cut: ready.cut,
            ..Self::default()
        }
    }

    /// Reads the page with a new draft.
    pub fn draft(&mut self, draft: &State) {
        if let Some((which, distance)) = draft.nearest_confirm() {
            self.distance = distance;
            self.visible = draft.confirms[which].whole;
        }
        self.panel = draft.panel.iter().any(|button| button.whole);
        self.overlap = draft.spots_overlap();
        self.cut = self.cut.max(draft.cut);
        self.spot = smallest(&draft.spots);
        self.button = smallest(&[&draft.confirms[..], &draft.rotates, &draft.followers].concat());
    }

    pub fn end(&mut self, hand: &Hand, loads: u32, shifts: f64) {
        let Hand { clicks, keys, wheels, scrolls, drags, travel, .. } = *hand;
        *self = Self { loads, clicks, keys, wheels, scrolls, drags, travel, shifts, ..std::mem::take(self) };
    }

    /// The board is elsewhere than a turn before.
    fn is_moved(&self) -> bool {
        self.moved >= 1.0
    }

    fn is_rescaled(&self) -> bool {
        (self.scale - 100.0).abs() >= 0.5
    }
}

pub fn print_turns(mode: &Mode, turns: &[Turn]) {
    println!("\n{}", mode.name);
    println!(
        "turn loads clicks keys wheel scrolls drags travel confirm seen  cell  spot button board%  tile  moved scale% needed shift"
    );
    for (i, turn) in turns.iter().enumerate() {
        println!(
            "{:4} {:5} {:6} {:4} {:5} {:7} {:5} {:6.0} {:7.0} {:4} {:5.1} {:5.1} {:6.1} {:6.1} {:5.1} {:6.1} {:6.1} {:6} {:.4}",
            i + 1,
            turn.loads,
            turn.clicks,
            turn.keys,
            turn.wheels,
            turn.scrolls,
            turn.drags,
            turn.travel,
            turn.distance,
            if turn.visible { "yes" } else { "no" },
            turn.cell,
            turn.spot.unwrap_or(f64::NAN),
            turn.button.unwrap_or(f64::NAN),
            turn.share,
            turn.tile,
            turn.moved,
            turn.scale,
            if turn.needed { "yes" } else { "no" },
            turn.shifts,
        );
    }
}

/// Which end of a measure is the bad one.
#[derive(Clone, Copy)]
enum Worst {
    Most,
    Least,
}

/// The median and the worst value.
fn median_and_worst(turns: &[Turn], worst: Worst, value: impl Fn(&Turn) -> Option<f64>) -> String {
    let mut values: Vec<f64> = turns.iter().filter_map(value).collect();
    if values.is_empty() {
        return "–".to_owned();
    }
    values.sort_by(f64::total_cmp);
    let bad = match worst {
        Worst::Most => values[values.len() - 1],
        Worst::Least => values[0],
    };
    format!("{} / {}", number(values[values.len() / 2]), number(bad))
}

fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// How many turns, of how many.
fn count(turns: &[Turn], is: impl Fn(&Turn) -> bool) -> String {
    format!("{} of {}", turns.iter().filter(|turn| is(turn)).count(), turns.len())
}

/// The mean, of all turns and of the last twelve.
fn mean_and_late(turns: &[Turn], value: impl Fn(&Turn) -> f64) -> String {
    let mean = |turns: &[Turn]| {
        turns.iter().map(&value).sum::<f64>() / u32::try_from(turns.len()).map_or(1.0, f64::from).max(1.0)
    };
    format!("{} / {}", number(mean(turns)), number(mean(&turns[turns.len().saturating_sub(12)..])))
}

type Row = (&'static str, fn(&[Turn]) -> String);

const ROWS: [Row; 22] = [
    ("page loads", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.loads.into()))),
    ("clicks or taps", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.clicks.into()))),
    ("keys", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.keys.into()))),
    ("scrolls", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.scrolls.into()))),
    ("drags of the board", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.drags.into()))),
    ("pointer travel, px", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.travel))),
    ("tile to Confirm, px", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.distance))),
    ("Confirm out of sight, turns", |turns| count(turns, |turn| !turn.visible)),
    ("the rail's or sheet's Confirm not whole, turns", |turns| count(turns, |turn| !turn.panel)),
    ("legal cells in view, %: mean / last 12 turns", |turns| mean_and_late(turns, |turn| turn.in_view)),
    ("smallest cell, px", |turns| median_and_worst(turns, Worst::Least, |turn| Some(turn.cell))),
    ("smallest follower spot, px", |turns| median_and_worst(turns, Worst::Least, |turn| turn.spot)),
    ("follower spots overlap, turns", |turns| count(turns, |turn| turn.overlap)),
    ("text cut in player rows, turns", |turns| count(turns, |turn| turn.cut > 0)),
    ("smallest button, px", |turns| median_and_worst(turns, Worst::Least, |turn| turn.button)),
    ("tile, px", |turns| median_and_worst(turns, Worst::Least, |turn| Some(turn.tile))),
    ("board, % of the window", |turns| median_and_worst(turns, Worst::Least, |turn| Some(turn.share))),
    ("start tile moved, px", |turns| median_and_worst(turns, Worst::Most, |turn| Some(turn.moved))),
    ("start tile moved, turns", |turns| count(turns, Turn::is_moved)),
    ("scale changed, turns", |turns| count(turns, Turn::is_rescaled)),
    ("moved or rescaled without need, turns", |turns| {
        count(turns, |turn| !turn.needed && (turn.is_moved() || turn.is_rescaled()))
    }),
    ("layout shift", |turns| format!("{:.3}", turns.iter().map(|turn| turn.shifts).sum::<f64>())),
];

/// One column a mode; "median / worst" of its turns.
pub fn print_summary(games: &[(Mode, Vec<Turn>)]) {
    let names: Vec<&str> = games.iter().map(|(mode, _)| mode.name).collect();
    println!("\n| a turn | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(games.len()));
    for (name, row) in ROWS {
        let cells: Vec<String> = games.iter().map(|(_, turns)| row(turns)).collect();
        println!("| {name} | {} |", cells.join(" | "));
    }
}
