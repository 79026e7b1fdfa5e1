//! A game that replays itself: always the same one, between two computers.

use crate::html::board::board_view;
use crate::html::board::since::Since;
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
    /// The board at the end. Its parts carry the numbers of their events.
    pub board: String,
    /// The steps for the script, separated by semicolons: the number of the event, and everybody's points after it.
    pub replay: String,
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
        let (game, log) = game(SECRET, TURNS)?;
        let names = Names::of(locale, game.header(), None);
        let since = insight::Since::of(Game::new(game.header()).ok()?, &log);
        let mut view = view(locale, &game, key("front-scene"));
        view.changes = Since::of(&game, &since, &names).changes;
        view.changes.returned.iter_mut().for_each(|returned| returned.follower.label.clear());

        let start = [(0, &since.scores)].into_iter();
        let steps = start.chain(since.steps.iter().map(|step| (step.n, &step.scores)));
        let step = |(n, scores): (u32, &Vec<i32>)| {
            scores.iter().fold(n.to_string(), |step, points| format!("{step} {points}"))
        };
        let player = |(hue, (colour, points)): (&Hue, (&str, &i32))| SamplePlayer {
            figure: art::follower(*hue, FollowerKind::Meeple),
            colour: locale.text("colour-name").with("colour", colour).to_string(),
            points: *points,
        };
        let sample = Self {
            replay: steps.map(step).collect::<Vec<_>>().join(";"),
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
