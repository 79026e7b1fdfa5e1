//! A mouse, a finger or a keyboard, and what it did.

use std::time::Duration;

use serde_json::{Value, json};

use super::page::Page;
use crate::browser::Browser;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Device {
    Mouse,
    Touch,
    Keyboard,
}

/// Sends real input events, and counts them from the beginning of a turn.
pub struct Hand {
    pub device: Device,
    pub at: (f64, f64),
    pub clicks: u32,
    pub keys: u32,
    pub wheels: u32,
    pub scrolls: u32,
    pub drags: u32,
    /// In pixels; between taps for a finger.
    pub travel: f64,
}

impl Hand {
    pub fn new(device: Device) -> Self {
        Self { device, at: (0.0, 0.0), clicks: 0, keys: 0, wheels: 0, scrolls: 0, drags: 0, travel: 0.0 }
    }

    pub fn begin(&mut self) {
        *self = Self { at: self.at, ..Self::new(self.device) };
    }

    pub async fn move_to(&mut self, browser: &Browser, to: (f64, f64)) {
        self.travel += (to.0 - self.at.0).hypot(to.1 - self.at.1);
        if self.device == Device::Mouse {
            for part in [0.5, 1.0] {
                let (x, y) = (self.at.0 + (to.0 - self.at.0) * part, self.at.1 + (to.1 - self.at.1) * part);
                self.mouse(browser, json!({"type": "mouseMoved", "x": x, "y": y})).await;
            }
        }
        self.at = to;
    }

    /// A click, or a tap.
    pub async fn click(&mut self, browser: &Browser, to: (f64, f64)) {
        self.move_to(browser, to).await;
        self.clicks += 1;
        let (x, y) = to;
        if self.device == Device::Mouse {
            for kind in ["mousePressed", "mouseReleased"] {
                let event = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
                self.mouse(browser, event).await;
            }
        } else {
            self.touch(browser, "touchStart", json!([{"x": x, "y": y}])).await;
            self.touch(browser, "touchEnd", json!([])).await;
        }
    }

    /// Drags what is at `from` to `to`.
    pub async fn drag(&mut self, browser: &Browser, from: (f64, f64), to: (f64, f64)) {
        self.drags += 1;
        self.move_to(browser, from).await;
        let between = |part: f64| (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
        let way = [0.1, 0.4, 0.7, 1.0].map(between);
        if self.device == Device::Mouse {
            let press = |kind: &str, (x, y): (f64, f64)| json!({"type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1});
            self.mouse(browser, press("mousePressed", from)).await;
            for point in way {
                self.mouse(browser, press("mouseMoved", point)).await;
            }
            self.mouse(browser, press("mouseReleased", to)).await;
        } else {
            let touch = |(x, y): (f64, f64)| json!([{"x": x, "y": y}]);
            self.touch(browser, "touchStart", touch(from)).await;
            for point in way {
                self.touch(browser, "touchMove", touch(point)).await;
            }
            // A finger that leaves in motion would begin a fling, and the next tap would only end it.
            tokio::time::sleep(Duration::from_millis(150)).await;
            self.touch(browser, "touchMove", touch(to)).await;
            self.touch(browser, "touchEnd", json!([])).await;
        }
        self.travel += (from.0 - to.0).hypot(from.1 - to.1);
        self.at = to;
    }

    async fn touch(&self, browser: &Browser, kind: &str, points: Value) {
        browser.devtools("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
    }

    /// One notch of the wheel.
    pub async fn wheel(&mut self, browser: &Browser) {
        self.wheels += 1;
        let (x, y) = self.at;
        self.mouse(browser, json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": 100})).await;
        tokio::time::sleep(Duration::from_millis(60)).await;
    }

    /// Scrolls until the target with this centre is in sight.
    pub async fn scroll_to(&mut self, browser: &Browser, page: &Page, (x, y): (f64, f64)) {
        self.scrolls += 1;
        let script = "scrollToTarget(...arguments)";
        browser.client.execute(script, vec![json!(page), json!(x), json!(y)]).await.unwrap();
    }

    pub async fn press(&mut self, browser: &Browser, key: &str) {
        self.keys += 1;
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "ArrowRight" => 39,
            letter => u32::from(letter.as_bytes()[0].to_ascii_uppercase()),
        };
        let text = if key == "Enter" { "\r" } else { key };
        let named = matches!(key, "Tab" | "ArrowRight");
        let mut down = json!({"type": if named { "rawKeyDown" } else { "keyDown" }, "key": key, "windowsVirtualKeyCode": code});
        if !named {
            down["text"] = json!(text);
        }
        browser.devtools("Input.dispatchKeyEvent", down).await;
        let up = json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code});
        browser.devtools("Input.dispatchKeyEvent", up).await;
    }

    async fn mouse(&self, browser: &Browser, event: Value) {
        browser.devtools("Input.dispatchMouseEvent", event).await;
    }
}
