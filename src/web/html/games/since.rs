//! What has happened in a game since somebody looked: turns in sentences, and what of it the board shows.

use std::sync::Arc;

use crate::art::{Home, News};
use crate::engine::{Cause, Event, Game, Logged, PlacedFollower};

use crate::web::html::games::events::sentence;
use crate::web::html::games::names::Names;
use crate::web::html::games::overlay::Overlays;
use crate::web::html::games::{board_view, words};

/// What has happened, ready to print.
#[derive(Clone, Debug, Default)]
pub struct Since {
    /// Turns and what else there is to tell, in order.
    pub rows: Vec<SinceRow>,
    /// Everybody's points before.
    pub scores: String,
    /// What the board shows of it.
    pub news: News,
}

/// A turn with what followed from it, or another event.
#[derive(Clone, Debug)]
pub struct SinceRow {
    /// The number of its event.
    pub n: u32,
    /// The number on its tile; none if it is no turn.
    pub number: Option<usize>,
    /// What happened.
    pub sentence: String,
    /// What it paid.
    pub paid: Vec<String>,
    /// Who went home.
    pub home: Vec<String>,
    /// Everybody's points after it.
    pub scores: String,
}

/// The part of a page that tells it.
#[derive(Debug)]
pub struct SincePart {
    /// "Since your last visit".
    pub title: &'static str,
    /// What happened.
    pub told: Arc<Since>,
    /// Whether the board shows it.
    pub shown: bool,
    /// What else it shows.
    pub others: Overlays,
}

impl Since {
    /// What the events after `before` have done. `log` are they, and `game` is how it stood then: after a takeback to
    /// before that, how it stood after the takeback.
    pub fn of(mut game: Game, log: &[Logged], names: &Names) -> Self {
        let mut since = Self { scores: points(&game), ..Self::default() };
        for logged in valid(log) {
            let stood = game.board().followers().to_vec();
            if !matches!(logged.event, Event::Takeback { .. }) && game.apply(&logged.event).is_err() {
                break;
            }
            since.add(&game, &stood, logged, names);
        }
        since
    }

    fn add(&mut self, game: &Game, stood: &[PlacedFollower], logged: &Logged, names: &Names) {
        let n = logged.n;
        let told = sentence(names, &logged.event);
        match &logged.event {
            Event::Score { cause: Cause::Completed, .. } => {
                if let Some(row) = self.rows.last_mut() {
                    row.paid.push(told);
                    row.scores = points(game);
                }
            }
            // What the end pays has a page of its own, and a draw tells nothing that is not seen.
            Event::Score { .. } => {}
            Event::Draw { discarded, .. } if discarded.is_empty() => {}
            Event::Turn { .. } => {
                self.news.tiles.push(n);
                let number = Some(self.news.tiles.len());
                let homes = homes(game, stood, logged, names);
                let (homes, home): (Vec<Home>, Vec<String>) = homes.into_iter().unzip();
                self.news.homes.extend(homes);
                self.rows.push(SinceRow { number, home, ..SinceRow::plain(n, told, game) });
            }
            _ => self.rows.push(SinceRow::plain(n, told, game)),
        }
    }
}

impl SinceRow {
    fn plain(n: u32, sentence: String, game: &Game) -> Self {
        Self { n, number: None, sentence, paid: Vec::new(), home: Vec::new(), scores: points(game) }
    }
}

/// The events that count, and takebacks, which are told.
fn valid(log: &[Logged]) -> Vec<&Logged> {
    let mut valid: Vec<&Logged> = Vec::with_capacity(log.len());
    for logged in log {
        if let Event::Takeback { to } = logged.event {
            valid.retain(|earlier| earlier.n <= to);
        }
        valid.push(logged);
    }
    valid
}

fn points(game: &Game) -> String {
    let points: Vec<String> = game.scores().iter().map(ToString::to_string).collect();
    points.join(" ")
}

/// The figures that a turn has sent home, the one that it placed itself among them, with a sentence each.
fn homes(game: &Game, stood: &[PlacedFollower], turn: &Logged, names: &Names) -> Vec<(Home, String)> {
    let board = game.board();
    let own = turn.event.turn().and_then(|(colour, turn)| {
        let follower = turn.follower?;
        let segment = follower.on.segment(turn.tile, turn.rotation)?;
        Some(PlacedFollower { colour, kind: follower.kind, tile: board.tiles().len() - 1, segment })
    });
    let mut left = board.followers().to_vec();
    let gone = stood.iter().copied().chain(own).filter(|figure| {
        let stays = left.iter().position(|other| other == figure);
        stays.map(|place| left.swap_remove(place)).is_none()
    });
    gone.map(|placed| {
        let tile = board.tiles()[placed.tile];
        let place = words::segment(names.words(), tile.kind, tile.rotation, placed.segment);
        let (kind, position) = (names.words().figure(placed.kind), tile.position);
        let told = format!("{} {kind} went home from {place} at {position}.", names.whose(placed.colour));
        let mut figure = board_view::figure(game, names, &placed);
        figure.label.push_str(", went home");
        (Home { figure, went: turn.n }, told)
    })
    .collect()
}
