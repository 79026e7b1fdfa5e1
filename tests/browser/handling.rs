//! What a turn costs the player: whole games against the computer by mouse, touch and keyboard, with real input events.
//! `./test.sh --test browser handling -- --include-ignored --nocapture` prints the table for `docs/interface.md`;
//! `BASTIDE_TEST_SERVER` names another server to measure, for example one built from an earlier version.

mod hand;
mod page;
mod probe;
mod report;

use std::time::{Duration, Instant};

use hand::{Device, Hand};
use page::{NEW, OLD, Page};
use probe::{Camera, State, Target};
use report::{Mode, Turn};
use serde_json::json;

use crate::browser::{Browser, Scripts};
use crate::server::Server;

const MODES: [Mode; 5] = [
    Mode { name: "mouse, 1280×800", device: Device::Mouse, width: 1280, height: 800 },
    Mode { name: "mouse, 1280×660", device: Device::Mouse, width: 1280, height: 660 },
    Mode { name: "mouse, 1920×1080", device: Device::Mouse, width: 1920, height: 1080 },
    Mode { name: "touch, 390×844", device: Device::Touch, width: 390, height: 844 },
    Mode { name: "keyboard, 1280×800", device: Device::Keyboard, width: 1280, height: 800 },
];

#[tokio::test]
#[ignore = "measures, and prints a table"]
async fn the_table_of_what_a_turn_costs() {
    let server = Server::start();
    let mut games = Vec::new();
    for mode in MODES {
        let turns = play(&server, &mode).await;
        report::print_turns(&mode, &turns);
        games.push((mode, turns));
    }
    report::print_summary(&games);
}

/// Plays a game of 72 tiles against the computer as a guest.
async fn play(server: &Server, mode: &Mode) -> Vec<Turn> {
    let browser = Browser::open(Scripts::On).await;
    mode.prepare(&browser).await;
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", json!({"source": probe::SCRIPT})).await;
    browser.goto(&server.url("/")).await;
    browser.press("Play the computer now").await;
    let page = if browser.all(NEW.pane).await.is_empty() { &OLD } else { &NEW };
    let mut game = Game { browser: &browser, page, hand: Hand::new(mode.device), camera: None };
    let mut turns = Vec::new();
    let mut ready = game.wait_until(|state| state.is_ready() || state.over, "the first turn").await;
    while !ready.over {
        let turn;
        (turn, ready) = game.take_turn(ready, turns.len()).await;
        turns.push(turn);
        assert!(turns.len() <= 40, "the game ends");
    }
    browser.close().await;
    turns
}

/// A running game, and what is remembered from the turn before.
struct Game<'a> {
    browser: &'a Browser,
    page: &'a Page,
    hand: Hand,
    camera: Option<Camera>,
}

impl Game<'_> {
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
            assert!(
                Instant::now() < patience,
                "{what} does not come at {}: {state:?}\n{}",
                self.browser.path().await,
                self.browser.text().await
            );
            before = Some(state);
            tokio::time::sleep(Duration::from_millis(120)).await;
        }
    }

    /// Plays one turn from its beginning to the beginning of the next.
    async fn take_turn(&mut self, ready: State, number: usize) -> (Turn, State) {
        let mut turn = Turn::at_start(&ready);
        self.camera.clone_from(&ready.camera);
        self.hand.begin();
        self.fix(&ready, number).await;
        let mut draft = self.wait_until(|state| state.ghost.is_some(), "a draft").await;
        turn.draft(&draft);
        if number % 3 == 1 && !self.page.rotates_while_hovering {
            draft = self.rotate(draft).await;
        }
        if number.is_multiple_of(3) && !draft.followers.is_empty() {
            self.choose_follower(&draft).await;
            draft = self.wait_until(|state| state.ghost.is_some(), "a draft").await;
        }
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

    /// Puts the tile on a legal cell.
    async fn fix(&mut self, ready: &State, number: usize) {
        if self.hand.device == Device::Keyboard {
            self.tab_until(|state| state.focus, "a cell").await;
            for _ in 0..number % 3 {
                self.hand.press(self.browser, self.page.next_cell).await;
            }
            return self.hand.press(self.browser, "Enter").await;
        }
        let choice = number * 7 % ready.cells.len();
        let cell = self.bring(|state| state.cells.get(choice).copied()).await;
        if number % 3 == 1 && self.page.rotates_while_hovering && self.hand.device == Device::Mouse {
            self.hand.move_to(self.browser, cell.centre()).await;
            self.hand.wheel(self.browser).await;
        }
        self.hand.click(self.browser, cell.centre()).await;
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
            self.tab_until(|state| state.button, "the button that leads on").await;
            return self.hand.press(self.browser, "Enter").await;
        }
        let button = self.bring(|state| state.onward.first().copied()).await;
        self.hand.click(self.browser, button.centre()).await;
    }

    /// The target, after scrolling to it where it is outside the window.
    async fn bring(&mut self, pick: impl Fn(&State) -> Option<Target>) -> Target {
        let target = pick(&self.look().await).expect("the target is there");
        if target.reachable {
            return target;
        }
        self.hand.scroll_to(self.browser, self.page, target.centre()).await;
        pick(&self.look().await).expect("the target is still there")
    }

    async fn tab_until(&mut self, arrived: impl Fn(&State) -> bool, what: &str) {
        for _ in 0..150 {
            if arrived(&self.look().await) {
                return;
            }
            self.hand.press(self.browser, "Tab").await;
        }
        panic!("the Tab key does not lead to {what} at {}", self.browser.path().await);
    }
}
