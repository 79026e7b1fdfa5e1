//! The boards of the lesson. All boards of a task have the same frame, so that nothing moves from page to page.

use crate::html::board::choices::LetteredSpot;
use crate::html::board::{Drawing, board_view, cell};
use crate::html::learn::exercise::{Played, YOU};
use crate::html::wording::names::Names;
use crate::http::urls::{Draft, LessonUrl, Url};
use art::{BoardView, Mark};
use engine::{Board, Cell, Colour, FeatureId, Game, Rotation, TileKind};
use insight::ReturnedFollower;

/// The board with every open cell as a link, whether or not the tile fits there. `rotation` is the tile's at first.
pub fn asked(
    game: &Game,
    names: &Names,
    place: LessonUrl,
    tile: TileKind,
    rotation: Option<Rotation>,
) -> BoardView {
    let mut view = whole(game, game, names);
    let link = |position: Cell| {
        let draft = Draft { tile, position, rotation, follower: None };
        let wanted = cell::wanted(names.locale(), game.board().wanted(position));
        let label = names.locale().text("learn-cell").with("cell", position).with("wanted", wanted);
        art::CellLink {
            position,
            href: Url::Lesson(place.tries(draft)).to_string(),
            label: label.to_string(),
            asks: false,
        }
    };
    view.cells = open_cells(game.board()).into_iter().map(link).collect();
    // Only in a second task has Blue just moved.
    view.last = view.last.filter(|_| place.part > 1);
    view
}

/// The board with the tile on a cell, the spots for followers, and the other open cells as links.
pub fn tried(
    game: &Game,
    names: &Names,
    place: LessonUrl,
    draft: Draft,
    spots: &[LetteredSpot],
) -> BoardView {
    let mut view = asked(game, names, place, draft.tile, draft.rotation);
    view.last = None;
    view.cells.retain(|cell| cell.position != draft.position);
    let rotation = draft.rotation.unwrap_or_default();
    let spot = |spot: &LetteredSpot| art::Spot {
        segment: spot.segment,
        href: Url::Lesson(place.plays(Draft { follower: Some(spot.follower), ..draft })).to_string(),
        label: spot.label.clone(),
        letter: spot.letter.to_string(),
    };
    view.ghost = Some(art::Ghost {
        tile: art::Tile { kind: draft.tile, position: draft.position, rotation },
        follower: None,
        spots: spots.iter().map(spot).collect(),
    });
    view
}

/// The board after a turn: what it finished or claimed is tinted, and followers that it returned are faint.
pub fn played(before: &Game, names: &Names, played: &Played) -> BoardView {
    let (board, step) = (played.game.board(), &played.step);
    let mut view = whole(before, &played.game, names);
    for (feature, returned) in by_feature(board, &step.returned) {
        let segments: Vec<(usize, usize)> = board.segments(feature).collect();
        if let [completed] = step.completed[..] {
            let free = |at: &&(usize, usize)| returned.iter().all(|one| (one.tile, one.segment) != **at);
            let at = segments.iter().filter(free).max().or(segments.first());
            let text = names.locale().text("learn-plus").with("n", completed.points).to_string();
            view.marks.extend(at.map(|&(tile, segment)| Mark::Tag { tile, segment, text }));
        }
        view.marks.push(Mark::Area { segments, hue: owner(&returned).map(|colour| names.hue(colour)) });
    }
    view.changes.returned = step.returned.iter().map(|one| faint(names, one, step.n)).collect();
    if let Some(feature) = played.claimed() {
        view.marks.push(Mark::Area { segments: feature.segments, hue: Some(names.hue(YOU)) });
    }
    view
}

/// The board after the last turn, with the fields that scored.
pub fn ended(before: &Game, names: &Names, after: &Game) -> BoardView {
    BoardView { marks: art::field_marks(after), ..whole(before, after, names) }
}

/// The drawing with the symbols of its tiles and of the tile next to it.
pub fn drawing(view: &BoardView, beside: TileKind) -> Drawing {
    Drawing { symbols: art::symbols(view.kinds().chain([beside])), board: art::board(view) }
}

/// The board of `game` in the frame that shows all open cells of `before`.
fn whole(before: &Game, game: &Game, names: &Names) -> BoardView {
    let cells = before.board().open_cells();
    let columns = || cells.iter().map(|cell| cell.x);
    let rows = || cells.iter().map(|cell| cell.y);
    let room = || Some([columns().min()?, columns().max()?, rows().min()?, rows().max()?]);
    BoardView { room: room(), ..board_view::of(game, names) }
}

fn open_cells(board: &Board) -> Vec<Cell> {
    let mut cells = board.open_cells().to_vec();
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    cells
}

fn by_feature<'a>(
    board: &Board,
    returned: &'a [ReturnedFollower],
) -> Vec<(FeatureId, Vec<&'a ReturnedFollower>)> {
    let mut features: Vec<(FeatureId, Vec<&ReturnedFollower>)> = Vec::new();
    for one in returned {
        let feature = board.feature(one.tile, one.segment);
        match features.iter_mut().find(|(known, _)| *known == feature) {
            Some((_, here)) => here.push(one),
            None => features.push((feature, vec![one])),
        }
    }
    features
}

/// The colour with the most followers, if there is only one.
fn owner(returned: &[&ReturnedFollower]) -> Option<Colour> {
    let strength = |colour: Colour| {
        let own = returned.iter().filter(|one| one.colour == colour);
        own.map(|one| one.kind.strength()).sum::<u8>()
    };
    let most = returned.iter().map(|one| strength(one.colour)).max()?;
    let mut owners = returned.iter().map(|one| one.colour).filter(|&colour| strength(colour) == most);
    let first = owners.next()?;
    owners.all(|other| other == first).then_some(first)
}

fn faint(names: &Names, one: &ReturnedFollower, event: u32) -> art::GhostFollower {
    let &ReturnedFollower { colour, kind, tile, segment, .. } = one;
    let follower = art::Follower { hue: names.hue(colour), kind, tile, segment, label: String::new() };
    art::GhostFollower { follower, event }
}
