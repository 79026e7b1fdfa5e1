//! The landscape on the front page of a server without games: always the same one, between two computers.

use crate::html::board::board_view;
use crate::html::wording::names::Names;
use crate::locale::{Locale, key};
use art::{BoardView, Hue};
use engine::{Command, DrawSecret, FollowerKind, Game, Header, Logged, Ruleset, Seat, TileKind};
use players::choose;

/// The secret of its draws.
pub(super) const SECRET: u8 = 11;
/// Enough turns for cities and roads to appear.
const TURNS: usize = 34;

#[derive(Default)]
pub struct SampleGame {
    pub board: String,
    pub players: Vec<SamplePlayer>,
}

pub struct SamplePlayer {
    /// The SVG of the player's meeple.
    pub figure: String,
    pub colour: String,
    /// At the end.
    pub points: i32,
}

/// The game after some turns, with its events.
pub(super) fn game(secret: u8, turns: usize) -> Option<(Game, Vec<Logged>)> {
    let header = Header::new(Ruleset::default(), vec!["red".to_owned(), "blue".to_owned()], Seat(0));
    let dealer = header.dealer(&DrawSecret::new([secret; 32]));
    let (mut game, mut events) = (Game::new(&header).ok()?, Vec::new());
    game.execute(&Command::Start, &dealer, &mut events).ok()?;
    for _ in 0..turns {
        let turn = choose(&game)?;
        game.execute(&Command::Play(turn), &dealer, &mut events).ok()?;
    }
    let log = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None });
    Some((game, log.collect()))
}

impl SampleGame {
    /// The game, and the kinds of its tiles.
    pub(super) fn draw(locale: Locale) -> Option<(Self, Vec<TileKind>)> {
        let (game, _) = game(SECRET, TURNS)?;
        let view = view(locale, &game, key("front-scene"));
        let player = |(hue, (colour, points)): (&Hue, (&str, &i32))| SamplePlayer {
            figure: art::follower(*hue, FollowerKind::Meeple),
            colour: locale.text("colour-name").with("colour", colour).to_string(),
            points: *points,
        };
        let sample = Self {
            players: Hue::ALL
                .iter()
                .zip(["red", "blue"].into_iter().zip(game.scores()))
                .map(player)
                .collect(),
            board: art::board(&view),
        };
        Some((sample, view.kinds().collect()))
    }
}

/// The board of a game as a picture. `label` is a message's key.
pub(super) fn view(locale: Locale, game: &Game, label: &'static str) -> BoardView {
    let names = Names::of(locale, game.header(), None);
    let mut view =
        BoardView { label: locale.say(label).to_owned(), last: None, ..board_view::of(game, &names) };
    // The picture has a name; it need not name every meeple.
    view.followers.iter_mut().for_each(|follower| follower.label.clear());
    view
}
