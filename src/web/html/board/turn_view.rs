//! Boards on which a turn can be taken: legal cells and follower choices as links.

use crate::html::board::board_view;
use crate::html::board::choices::{Choices, LetteredSpot};
use crate::html::wording::names::Names;
use crate::http::urls::Draft;
use crate::locale::Locale;
use art::BoardView;
use engine::{Cell, Game, TileKind, Turn};
use insight::HandPlacements;

/// A link for each cell where the tile fits in some rotation; `href` leads to the draft.
pub(crate) fn cell_links(
    placements: &HandPlacements,
    tile: TileKind,
    locale: Locale,
    href: impl Fn(Draft) -> String,
) -> Vec<art::CellLink> {
    let cell = |position: Cell| art::CellLink {
        position,
        href: href(Draft { tile, position, rotation: None, follower: None }),
        label: locale.text("board-place-tile").with("cell", position).to_string(),
        asks: false,
    };
    placements.cells(tile).into_iter().map(cell).collect()
}

/// The board with an unconfirmed turn; `href` leads to the draft with a follower.
pub(crate) fn ghost_view(
    game: &Game,
    names: &Names,
    turn: Turn,
    choices: &Choices,
    href: impl Fn(Draft) -> String,
) -> BoardView {
    let mut view = board_view::of(game, names);
    let follower = turn.follower.and_then(|follower| {
        let colour = game.to_move()?;
        let segment = follower.on.segment(turn.tile, turn.rotation)?;
        Some((names.hue(colour), follower.kind, segment))
    });
    let spot = |spot: &LetteredSpot| {
        let draft = Draft {
            tile: turn.tile,
            position: turn.position,
            rotation: Some(turn.rotation),
            follower: Some(spot.follower),
        };
        art::Spot {
            segment: spot.segment,
            href: href(draft),
            label: spot.label.clone(),
            letter: spot.letter.to_string(),
        }
    };
    view.ghost = Some(art::Ghost {
        tile: art::Tile { kind: turn.tile, position: turn.position, rotation: turn.rotation },
        follower,
        spots: choices.spots.iter().map(spot).collect(),
    });
    view.room = Some(room(view.bounds()));
    view
}

/// Columns and rows around these so that a game's first tiles are not larger than its later ones.
pub(crate) fn room([west, east, north, south]: [i16; 4]) -> [i16; 4] {
    let wider = |least: i16, low: i16, high: i16| (least - 1 - (high - low)).max(0);
    let (across, down) = (wider(7, west, east), wider(6, north, south));
    [west - across / 2, east + (across + 1) / 2, north - down / 2, south + (down + 1) / 2]
}
