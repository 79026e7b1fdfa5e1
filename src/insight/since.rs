//! What has happened in a game since an event: turns, points, returned followers.

use serde::Serialize;

use super::consequence::Completed;
use engine::{Cell, Colour, Event, FollowerKind, Game, Logged, PlacedFollower, Rotation, Seat, TileKind};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Since {
    /// Each colour's points before the first step.
    pub scores: Vec<i32>,
    pub steps: Vec<SinceStep>,
}

/// A turn with its effects, or another event worth showing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SinceStep {
    /// The event number.
    pub n: u32,
    pub event: Event,
    /// For a turn, the position of its tile among the new tiles, counted from 1.
    pub number: Option<usize>,
    pub completed: Vec<Completed>,
    /// Followers returned by the turn, possibly including the one just placed.
    pub returned: Vec<ReturnedFollower>,
    /// Each colour's points after the step.
    pub scores: Vec<i32>,
}

/// A returned follower and where it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReturnedFollower {
    pub colour: Colour,
    pub kind: FollowerKind,
    pub cell: Cell,
    /// Index of its tile in [`Board::tiles`](engine::Board::tiles).
    pub tile: usize,
    pub tile_kind: TileKind,
    pub rotation: Rotation,
    /// The segment of the tile.
    pub segment: usize,
}

impl Since {
    /// The steps in `log`. `game` is the game before its first event; if a take-back in `log` goes back further than
    /// that, the game after the take-back.
    pub fn of(mut game: Game, log: &[Logged]) -> Self {
        let mut since = Self { scores: game.scores().to_vec(), steps: Vec::new() };
        let mut tiles = 0;
        for logged in valid(log) {
            let before = game.board().followers().to_vec();
            if !matches!(logged.event, Event::Takeback { .. }) && game.apply(&logged.event).is_err() {
                break;
            }
            if let Some(completed) = Completed::of(&logged.event)
                && let Some(step) = since.steps.last_mut()
            {
                step.completed.push(completed);
                step.scores = game.scores().to_vec();
            }
            if !is_step(&logged.event) {
                continue;
            }
            let is_turn = matches!(logged.event, Event::Turn { .. });
            tiles += usize::from(is_turn);
            since.steps.push(SinceStep {
                n: logged.n,
                event: logged.event.clone(),
                number: is_turn.then_some(tiles),
                completed: Vec::new(),
                returned: if is_turn { returned(&game, before, &logged.event) } else { Vec::new() },
                scores: game.scores().to_vec(),
            });
        }
        since
    }

    /// The event to start from: `n`, or the last take-back in `log` that went back before `n`.
    pub fn base(n: u32, log: &[Logged]) -> u32 {
        let goes_back = |logged: &&Logged| matches!(logged.event, Event::Takeback { to, .. } if to < n);
        log.iter().rfind(goes_back).map_or(n, |logged| logged.n)
    }
}

/// Scoring belongs to the turn before it, final scoring has its own page, and a draw shows in the next hand.
fn is_step(event: &Event) -> bool {
    match event {
        Event::Score { .. } => false,
        Event::Draw { discarded, .. } => !discarded.is_empty(),
        _ => true,
    }
}

/// Events that were not taken back, and the take-backs themselves.
fn valid(log: &[Logged]) -> Vec<&Logged> {
    let mut valid: Vec<&Logged> = Vec::with_capacity(log.len());
    for logged in log {
        if let Event::Takeback { to, .. } = logged.event {
            valid.retain(|earlier| earlier.n <= to);
        }
        valid.push(logged);
    }
    valid
}

/// The followers that a turn returned, including its own.
fn returned(game: &Game, before: Vec<PlacedFollower>, turn: &Event) -> Vec<ReturnedFollower> {
    let board = game.board();
    let own = turn.turn().and_then(|(colour, turn)| {
        let follower = turn.follower?;
        let segment = follower.on.segment(turn.tile, turn.rotation)?;
        Some(PlacedFollower { colour, kind: follower.kind, tile: board.tiles().len() - 1, segment })
    });
    let mut left = board.followers().to_vec();
    let gone = before.into_iter().chain(own).filter(|follower| {
        let stays = left.iter().position(|other| other == follower);
        stays.map(|place| left.swap_remove(place)).is_none()
    });
    let returned = |PlacedFollower { colour, kind, tile, segment }: PlacedFollower| {
        let placed = board.tiles()[tile];
        let (cell, tile_kind, rotation) = (placed.position, placed.kind, placed.rotation);
        ReturnedFollower { colour, kind, cell, tile, tile_kind, rotation, segment }
    };
    gone.map(returned).collect()
}

/// The last event caused by the seat's last turn; 0 before its first turn.
pub fn last_own_turn(game: &Game, log: &[Logged], seat: Seat) -> u32 {
    let is_own =
        |logged: &Logged| matches!(logged.event, Event::Turn { colour, .. } if game.seat_of(colour) == seat);
    let Some(turn) = log.iter().rposition(is_own) else { return 0 };
    let is_score = |logged: &&Logged| matches!(logged.event, Event::Score { .. });
    let last = log[turn + 1..].iter().take_while(is_score).last();
    last.unwrap_or(&log[turn]).n
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Ruleset;
    use samples::{finished_game, log_of};

    const CITY: &str =
        r#""tile":"CFFF","x":0,"y":-1,"rotation":2,"follower":{"kind":"meeple","on":"bottom"}"#;
    const ROAD: &str =
        r#""tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}"#;

    #[test]
    fn a_completed_city_scores_and_sends_its_meeple_back() {
        let (header, log) = log_of(&[CITY, ROAD]);
        let since = Since::of(Game::new(&header).unwrap(), &log);
        assert_eq!(since.scores, [0, 0]);
        let found: Vec<_> =
            since.steps.iter().map(|step| (step.n, step.number, step.scores.clone())).collect();
        assert_eq!(found, [(2, Some(1), vec![4, 0]), (5, Some(2), vec![4, 0])]);
        let [city, road] = &since.steps[..] else { panic!("{since:?}") };
        assert_eq!((city.completed[0].points, city.completed[0].tiles), (4, Some(2)));
        let [meeple] = city.returned[..] else { panic!("{city:?}") };
        assert_eq!((meeple.colour, meeple.kind), (Colour(0), FollowerKind::Meeple));
        assert_eq!((meeple.cell, meeple.tile, meeple.segment), (Cell::new(0, -1), 1, 0));
        assert!(road.returned.is_empty() && road.completed.is_empty());
    }

    #[test]
    fn counting_from_any_event_leads_to_the_same_scores() {
        let (game, log) = finished_game(Ruleset::default(), 4);
        for n in [0, 1, 30, 90] {
            let from = Game::replay(game.header(), &log[..n]).unwrap();
            let since = Since::of(from.clone(), &log[n..]);
            assert_eq!(since.scores, from.scores());
            assert_eq!(since.steps.last().unwrap().scores, game.scores());
            let turns = since.steps.iter().filter(|step| step.number.is_some()).count();
            assert_eq!(u32::try_from(turns), Ok(game.turns() - from.turns()));
            let returned = since.steps.iter().flat_map(|step| &step.returned).count();
            let placed = log[n..].iter().filter_map(|logged| logged.event.turn()?.1.follower).count();
            let standing = |game: &Game| game.board().followers().len();
            assert_eq!(standing(&from) + placed - returned, standing(&game));
        }
    }

    #[test]
    fn the_scores_of_a_seats_last_turn_belong_to_it() {
        let (header, log) = log_of(&[CITY, ROAD]);
        let game = Game::replay(&header, &log).unwrap();
        assert_eq!(last_own_turn(&game, &log, Seat(0)), 3);
        assert_eq!(last_own_turn(&game, &log, Seat(1)), 5);
        assert_eq!(last_own_turn(&game, &log[..4], Seat(1)), 0);
    }

    #[test]
    fn a_take_back_to_before_moves_the_base() {
        let back = |n, to| Logged { n, event: Event::Takeback { to, reason: None }, at: None };
        assert_eq!(Since::base(5, &[back(6, 5), back(7, 3)]), 7);
        assert_eq!(Since::base(5, &[back(6, 5)]), 5);
        assert_eq!(Since::base(0, &[]), 0);
    }
}
