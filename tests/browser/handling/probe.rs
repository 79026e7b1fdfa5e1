//! What is on screen.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::page::Page;
use crate::browser::Browser;

/// Defines `probe`, in every document.
pub const SCRIPT: &str = include_str!("probe.js");

/// A rectangle in CSS pixels of the window.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
pub struct Target {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
    /// The middle is inside the window and not covered.
    #[serde(default)]
    pub reachable: bool,
    /// So is the rest, as far as the window is concerned.
    #[serde(default)]
    pub whole: bool,
}

impl Target {
    pub fn centre(&self) -> (f64, f64) {
        (self.left.midpoint(self.right), self.top.midpoint(self.bottom))
    }

    /// Width and height.
    pub fn sides(&self) -> (f64, f64) {
        (self.right - self.left, self.bottom - self.top)
    }

    /// The shorter side.
    pub fn size(&self) -> f64 {
        let (width, height) = self.sides();
        width.min(height)
    }

    pub fn distance_to(&self, other: &Self) -> f64 {
        let ((x, y), (u, v)) = (self.centre(), other.centre());
        (x - u).hypot(y - v)
    }
}

/// The board's place and scale on the screen.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Camera {
    a: f64,
    e: f64,
    f: f64,
    pane: serde_json::Value,
}

/// What `probe.js` sees.
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub struct State {
    /// Documents of the site so far.
    pub loads: u32,
    /// The sum of layout shifts in this document.
    pub shifts: f64,
    /// The last event the page shows, where it says so.
    pub last: u32,
    pub over: bool,
    pub told: bool,
    /// A cell has the focus.
    pub focus: bool,
    /// What leads onward has the focus.
    pub button: bool,
    pub cells: Vec<Target>,
    pub ghost: Option<Target>,
    pub confirms: Vec<Target>,
    pub rotates: Vec<Target>,
    pub spots: Vec<Target>,
    pub followers: Vec<Target>,
    pub onward: Vec<Target>,
    /// The Confirm that has a fixed place.
    pub panel: Vec<Target>,
    /// How many texts in the rows of players are cut off.
    pub cut: u32,
    /// The board's part of the window in percent.
    #[serde(default)]
    pub share: f64,
    pub frame: Option<Target>,
    pub camera: Option<Camera>,
    /// How far the start tile is from where it was, in pixels.
    #[serde(default)]
    pub moved: f64,
    /// The scale in percent of what it was.
    #[serde(default)]
    pub scale: f64,
    /// With the camera of before, a tile or a legal cell would be outside.
    #[serde(default)]
    pub needed: bool,
}

impl State {
    /// The side of a tile in pixels.
    pub fn tile(&self) -> f64 {
        self.camera.as_ref().map_or(0.0, |camera| camera.a * 100.0)
    }

    /// The player is to move and has no draft.
    pub fn is_ready(&self) -> bool {
        !self.cells.is_empty() && self.ghost.is_none()
    }

    /// The share of the legal cells that can be clicked without moving the board, in percent.
    pub fn in_view(&self) -> f64 {
        let seen = self.cells.iter().filter(|cell| cell.reachable).count();
        let share = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
        100.0 * share(seen) / share(self.cells.len()).max(1.0)
    }

    /// Whether one follower spot covers a part of another.
    pub fn spots_overlap(&self) -> bool {
        let touch = |a: &Target, b: &Target| a.distance_to(b) < a.size().midpoint(b.size());
        self.spots.iter().enumerate().any(|(i, spot)| self.spots[..i].iter().any(|other| touch(spot, other)))
    }

    /// The Confirm that is nearest to the tile, and its distance between centres.
    pub fn nearest_confirm(&self) -> Option<(usize, f64)> {
        let ghost = self.ghost.as_ref()?;
        let distances = self.confirms.iter().map(|button| button.distance_to(ghost)).enumerate();
        distances.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

pub async fn look(browser: &Browser, page: &Page, before: Option<&Camera>) -> State {
    let script = "return window.probe ? window.probe(...arguments) : null";
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        match browser.client.execute(script, vec![json!(page), json!(before)]).await {
            Ok(seen) if !seen.is_null() => return serde_json::from_value(seen).unwrap(),
            // Between two documents there is nothing to see.
            nothing if Instant::now() > patience => {
                panic!("nothing to see at {}: {nothing:?}\n{}", browser.path().await, browser.text().await)
            }
            _ => {}
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
