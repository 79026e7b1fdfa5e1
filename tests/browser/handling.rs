//! What a turn costs the player: whole games against the computer by mouse, touch and keyboard, with real input events.
//! `./test.sh --test browser handling -- --include-ignored --nocapture` prints the table for `docs/results/interface.md`;
//! `BASTIDE_TEST_SERVER` names another server to measure, for example one built from an earlier version; `BASTIDE_MODES=touch`
//! measures only the modes with that in their names, and `BASTIDE_TABLES=Six` only such tables.

mod hand;
mod page;
mod probe;
mod report;

use std::time::{Duration, Instant};

pub use hand::Device;
use hand::Hand;
use page::{NEW, OLD, Page};
use probe::{Camera, State, Target};
pub use report::{Mode, Table, Turn};
use serde_json::json;

use crate::browser::Browser;
use crate::server::Server;

const fn mode(name: &'static str, device: Device, width: u32, height: u32) -> Mode {
    Mode { name, device, width, height, scheme: "light" }
}

const MODES: [Mode; 5] = [
    mode("mouse, 1280×800", Device::Mouse, 1280, 800),
    mode("mouse, 1920×1080", Device::Mouse, 1920, 1080),
    mode("touch, 390×844", Device::Touch, 390, 844),
    mode("touch, 360×640", Device::Touch, 360, 640),
    mode("keyboard, 1280×800", Device::Keyboard, 1280, 800),
];

const TABLES: [Table; 5] = [
    Table { name: "Two seats", query: "seats=2&computer1=2" },
    Table { name: "Four seats", query: "seats=4&computer1=2&computer2=2&computer3=2" },
    Table {
        name: "Six seats",
        query: "seats=6&sets.inns=1&computer1=2&computer2=2&computer3=2&computer4=2&computer5=2",
    },
    Table { name: "McGuire, two colours each", query: "preset=mcguire&seats=2&computer1=2" },
    Table {
        name: "All sets, two base games",
        query: "seats=2&computer1=2&sets.base=2&sets.river=1&sets.inns=1&sets.traders=1&sets.king=1",
    },
];

#[tokio::test]
#[ignore = "measures for half an hour, and prints tables"]
async fn the_table_of_what_a_turn_costs() {
    let server = Server::start();
    let wanted = |name| support::setting(name).unwrap_or_default();
    let tables = TABLES.into_iter().zip(0..);
    for (table, number) in tables.filter(|(table, _)| table.name.contains(&wanted("BASTIDE_TABLES"))) {
        let mut games = Vec::new();
        let wanted = wanted("BASTIDE_MODES");
        let modes = MODES.into_iter().zip(0..).filter(|(mode, _)| mode.name.contains(&wanted));
        for (mode, at) in modes {
            let turns = play(&server, table, &mode, &format!("ann{number}{at}")).await;
            report::print_turns(&mode, &turns);
            games.push((mode, turns));
        }
        println!("\n{}", table.name);
        report::print_summary(&games);
    }
}

/// Plays a game to its end.
async fn play(server: &Server, table: Table, mode: &Mode, name: &str) -> Vec<Turn> {
    let browser = Browser::open_with_compositor().await;
    mode.prepare(&browser).await;
    crate::play::sign_up(&browser, server, name).await;
    browser.goto(&server.url(&format!("/tables/new?clock=&{}", table.query))).await;
    browser.press("new-table-button").await;
    crate::scripted::wait_for(&browser, ".tabletop").await;
    play_on(&browser, mode).await
}

/// Plays the game that is open, against the computer, to its end.
pub async fn play_on(browser: &Browser, mode: &Mode) -> Vec<Turn> {
    let mut player = Player::new(browser, mode).await;
    let mut turns = Vec::new();
    let mut ready = player.wait_until(|state| state.is_ready() || state.over, "the first turn").await;
    while !ready.over {
        let turn;
        (turn, ready) = player.take_turn(ready, turns.len()).await;
        turns.push(turn);
        assert!(turns.len() <= 120, "the game ends");
    }
    turns
}

/// A player at an open game page, and what is remembered from the turn before.
pub struct Player<'a> {
    browser: &'a Browser,
    page: &'a Page,
    hand: Hand,
    camera: Option<Camera>,
}

impl<'a> Player<'a> {
    pub async fn new(browser: &'a Browser, mode: &Mode) -> Self {
        browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": probe::SCRIPT})).await;
        // The page that is open has no probe yet.
        browser.client.refresh().await.unwrap();
        let page = if browser.all(NEW.pane).await.is_empty() { &OLD } else { &NEW };
        Self { browser, page, hand: Hand::new(mode.device), camera: None }
    }

    /// Plays a turn without waiting for what follows; `false` if the game is over.
    pub async fn send_turn(&mut self, number: usize) -> bool {
        let ready = self.wait_until(|state| state.is_ready() || state.over, "a turn").await;
        if ready.over {
            return false;
        }
        self.draft(&ready, number).await;
        let draft = self.look().await;
        self.confirm(&draft).await;
        true
    }

    async fn look(&self) -> State {
        probe::look(self.browser, self.page, self.camera.as_ref()).await
    }

    /// Waits until the page is as it should be and stands still.
    async fn wait_until(&self, wanted: impl Fn(&State) -> bool, what: &str) -> State {
        let patience = Instant::now() + Duration::from_secs(40);
        let mut before = None;
        loop {
            let state = self.look().await;
            let settled = wanted(&state) && before.as_ref() == Some(&state);
            if settled {
                return state;
            }
            if Instant::now() > patience {
                self.give_up(&format!("{what} does not come: {state:?}")).await;
            }
            before = Some(state);
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
    }

    /// Panics, and leaves a picture of the window behind.
    async fn give_up(&self, why: &str) -> ! {
        let shot = self.browser.devtools("Page.captureScreenshot", json!({"format": "png"})).await;
        let file = crate::judge::pictures().join("given-up.png");
        std::fs::write(&file, crate::browser::decode_base64(shot["data"].as_str().unwrap())).unwrap();
        let (path, at) = (self.browser.path().await, self.hand.at);
        panic!("at {path}, pointer at {at:?}, picture in {}: {why}", file.display());
    }

    /// Plays one turn from its beginning to the beginning of the next.
    async fn take_turn(&mut self, ready: State, number: usize) -> (Turn, State) {
        let mut turn = Turn::at_start(&ready);
        self.camera.clone_from(&ready.camera);
        self.hand.begin();
        let first = self.draft(&ready, number).await;
        turn.draft(&first);
        let draft = self.look().await;
        self.confirm(&draft).await;
        let sent = |state: &State| state.loads > ready.loads || state.last > ready.last;
        let is_next = |state: &State| sent(state) && (!state.told && state.is_ready() || state.over);
        let mut next =
            self.wait_until(|state| sent(state) && state.told || is_next(state), "an answer").await;
        if next.told && !next.over {
            self.go_on(&next).await;
            let leads_on = |state: &State| !state.told && (state.is_ready() || state.over);
            next = self.wait_until(leads_on, "the next turn").await;
        }
        let same_page = next.loads == ready.loads;
        let shifts = if same_page { next.shifts - ready.shifts } else { next.shifts };
        turn.end(&self.hand, next.loads - ready.loads, shifts);
        (turn, next)
    }

    /// Drafts a turn: returns what is on screen once the tile is on its cell, before rotation and follower.
    async fn draft(&mut self, ready: &State, number: usize) -> State {
        self.fix(ready, number).await;
        let first = self.wait_until(|state| state.ghost.is_some(), "a draft").await;
        let mut draft = first.clone();
        let already = self.page.rotates_while_hovering && self.hand.device == Device::Mouse;
        if number % 3 == 1 && !already {
            draft = self.rotate(draft).await;
        }
        if number.is_multiple_of(3) && !draft.followers.is_empty() {
            self.choose_follower(&draft).await;
            self.wait_until(|state| state.ghost.is_some(), "a draft").await;
        }
        first
    }

    /// Puts the tile on a legal cell.
    async fn fix(&mut self, ready: &State, number: usize) {
        if self.hand.device == Device::Keyboard {
            self.press_until(self.page.first_cell, |state| state.focus, "a cell").await;
            for _ in 0..number % 3 {
                self.hand.press(self.browser, self.page.next_cell).await;
            }
            // The view follows the focus.
            self.camera = self.look().await.camera;
            return self.hand.press(self.browser, "Enter").await;
        }
        let choice = number * 7 % ready.cells.len();
        let pick = |state: &State| state.cells.get(choice).copied();
        let cell = if self.page.pans { self.bring_by_drag(pick).await } else { self.bring(pick).await };
        if number % 3 == 1 && self.page.rotates_while_hovering && self.hand.device == Device::Mouse {
            self.hand.move_to(self.browser, cell.centre()).await;
            self.hand.wheel(self.browser).await;
        }
        self.hand.click(self.browser, cell.centre()).await;
    }

    /// The target, after dragging the board until it is in sight. From then on the view is as requested.
    async fn bring_by_drag(&mut self, pick: impl Fn(&State) -> Option<Target>) -> Target {
        let mut state = self.look().await;
        for _ in 0..10 {
            let target = pick(&state).expect("the target is there");
            if target.reachable {
                return target;
            }
            let frame = state.frame.expect("there is a board");
            let (middle, (x, y), (width, height)) = (frame.centre(), target.centre(), frame.sides());
            let by = (
                (middle.0 - x).clamp(-0.7 * width, 0.7 * width),
                (middle.1 - y).clamp(-0.6 * height, 0.6 * height),
            );
            let from = (middle.0 - by.0 / 2.0, middle.1 - by.1 / 2.0);
            self.hand.drag(self.browser, from, (from.0 + by.0, from.1 + by.1)).await;
            state = self.wait_until(State::is_ready, "the dragged board").await;
            self.camera.clone_from(&state.camera);
        }
        panic!("the cell cannot be dragged into sight");
    }

    async fn rotate(&mut self, draft: State) -> State {
        match self.hand.device {
            Device::Keyboard => self.hand.press(self.browser, "r").await,
            Device::Mouse => {
                let ghost = self.bring(|state| state.ghost).await;
                self.hand.move_to(self.browser, ghost.centre()).await;
                self.hand.wheel(self.browser).await;
            }
            Device::Touch if draft.rotates.is_empty() => return draft,
            Device::Touch => {
                let button = self.bring(|state| state.rotates.first().copied()).await;
                self.hand.click(self.browser, button.centre()).await;
            }
        }
        self.wait_until(|state| state.ghost.is_some(), "a draft").await
    }

    async fn choose_follower(&mut self, draft: &State) {
        match self.hand.device {
            Device::Keyboard => self.hand.press(self.browser, "a").await,
            Device::Mouse if draft.spots.is_empty() => {}
            Device::Mouse => {
                let spot = self.bring(|state| state.spots.first().copied()).await;
                self.hand.click(self.browser, spot.centre()).await;
            }
            Device::Touch => {
                let chip = self.bring(|state| state.followers.first().copied()).await;
                self.hand.click(self.browser, chip.centre()).await;
            }
        }
    }

    async fn confirm(&mut self, draft: &State) {
        if self.hand.device == Device::Keyboard {
            return self.hand.press(self.browser, "Enter").await;
        }
        let nearest = draft.nearest_confirm().map_or(0, |(which, _)| which);
        let button = self.bring(|state| state.confirms.get(nearest).copied()).await;
        self.hand.click(self.browser, button.centre()).await;
    }

    /// From the page after a turn to the game.
    async fn go_on(&mut self, state: &State) {
        assert!(!state.onward.is_empty(), "the page after a turn leads on: {}", self.browser.text().await);
        if self.hand.device == Device::Keyboard {
            self.press_until("Tab", |state| state.button, "the button that leads on").await;
            return self.hand.press(self.browser, "Enter").await;
        }
        let button = self.bring(|state| state.onward.first().copied()).await;
        self.hand.click(self.browser, button.centre()).await;
    }

    /// The target, after scrolling to it where it is outside the window.
    async fn bring(&mut self, pick: impl Fn(&State) -> Option<Target>) -> Target {
        let mut target = pick(&self.look().await).expect("the target is there");
        for _ in 0..20 {
            if target.reachable {
                return target;
            }
            if !self.page.pans {
                self.hand.scroll_to(self.browser, self.page, target.centre()).await;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            target = pick(&self.look().await).expect("the target is still there");
        }
        self.give_up(&format!("covered: {target:?}")).await
    }

    async fn press_until(&mut self, key: &str, arrived: impl Fn(&State) -> bool, what: &str) {
        for _ in 0..150 {
            if arrived(&self.look().await) {
                return;
            }
            self.hand.press(self.browser, key).await;
        }
        panic!("{key} does not lead to {what} at {}", self.browser.path().await);
    }
}
