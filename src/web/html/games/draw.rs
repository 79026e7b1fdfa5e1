//! Cached board drawings and page fragments.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use askama::Template;

use crate::html::board::choices::Choices;
use crate::html::board::overlay::{self, Overlay, Overlays};
use crate::html::board::since::Since;
use crate::html::board::turn_view::{cell_links, ghost_view, room};
use crate::html::board::{Drawing, OfferPart, board_view, offer};
use crate::html::games::caches::{BoardKey, Part, get_or_make};
use crate::html::games::{LoadedGame, hints_part, plane};
use crate::http::error::PageError;
use crate::http::session::Viewer;
use crate::http::urls::Url;
use art::{BoardView, Mark};
use engine::{Cell, Game, TileKind};
use insight::{Regions, TurnPreview};

/// The number of turns at the end of the log that the game page lists.
pub(super) const LATEST: usize = 16;

impl BoardKey {
    /// The key of the plain board after event `n`.
    fn at(loaded: &LoadedGame, n: u32) -> Self {
        let (game, you, locale) = (loaded.id().clone(), loaded.table.you, loaded.names.locale());
        let (kind, on, since) = (None, Overlays::default(), None);
        let mut names = DefaultHasher::new();
        loaded.names.players().hash(&mut names);
        let names = names.finish();
        Self { game, n, names, you, locale, kind, on, since, room: None, zone: None }
    }

    fn now(loaded: &LoadedGame) -> Self {
        Self::at(loaded, loaded.last())
    }
}

/// The current board, where the legal cells of `kind` are links.
pub(crate) fn table(loaded: &LoadedGame, kind: Option<TileKind>, on: Overlays) -> Arc<Drawing> {
    cached(loaded, &BoardKey { kind, on, ..BoardKey::now(loaded) }, || now(loaded, kind, on))
}

/// The current board with the numbers of the hints instead of those of the last moves. Not cached: hints are rare.
pub(crate) fn hinted(loaded: &LoadedGame, kind: Option<TileKind>, on: Overlays) -> Arc<Drawing> {
    let mut view = now(loaded, kind, on.without(Overlay::LastRound));
    let numbers = hints_part::numbers(&loaded.hints).into_iter();
    view.marks.extend(numbers.map(|(cell, n)| Mark::Number(cell, n)));
    Arc::new(Drawing::of(&view, &beside(loaded, on)))
}

/// The current board with the viewer's plan for the next turn, and with what is new. Not cached: nobody else may see a plan.
pub(crate) fn planned(
    loaded: &LoadedGame,
    kind: Option<TileKind>,
    on: Overlays,
    since: Option<&Since>,
    planned: Vec<art::Planned>,
) -> Arc<Drawing> {
    let on = if planned.len() > 1 || since.is_some() { on.without(Overlay::LastRound) } else { on };
    let mut view = now(loaded, kind, on);
    view.changes = since.map(|since| since.changes.clone()).unwrap_or_default();
    view.planned = planned;
    Arc::new(Drawing::of(&view, &beside(loaded, on)))
}

/// The current board with the tiles since event `n` numbered, instead of those of the last round.
pub(crate) fn table_since(
    loaded: &LoadedGame,
    kind: Option<TileKind>,
    on: Overlays,
    (n, since): (u32, &Since),
) -> Arc<Drawing> {
    let on = on.without(Overlay::LastRound);
    cached(loaded, &BoardKey { kind, on, since: Some(n), ..BoardKey::now(loaded) }, || {
        let mut view = now(loaded, kind, on);
        view.changes = since.changes.clone();
        view
    })
}

/// What has happened since event `n`.
pub(crate) fn since(loaded: &LoadedGame, n: u32) -> Arc<Since> {
    let key = BoardKey { since: Some(n), ..BoardKey::now(loaded) };
    get_or_make(&loaded.caches.news, &key, || {
        let from = insight::Since::base(n, loaded.after(n));
        loaded.replay.at(from).map_or_else(Since::default, |game| {
            Since::of(loaded.game(), &insight::Since::of(game, loaded.after(from)), &loaded.names)
        })
    })
}

fn now(loaded: &LoadedGame, kind: Option<TileKind>, on: Overlays) -> BoardView {
    let mut view = with_overlays(loaded, (loaded.last(), loaded.game()), on);
    if let Some(kind) = kind {
        view.cells = cells(loaded, kind);
    }
    if on.has(Overlay::Cells) {
        let free = |cell: &Cell| view.cells.iter().all(|known| known.position != *cell);
        let others: Vec<Cell> = loaded.game().board().open_cells().iter().copied().filter(free).collect();
        view.cells.extend(others.into_iter().map(|position| asked(loaded, position)));
    }
    view.room = Some(room(view.bounds()));
    view
}

/// The board after event `n`, with overlays.
fn with_overlays(loaded: &LoadedGame, (n, game): (u32, &Game), on: Overlays) -> BoardView {
    let mut view = board_view::of(game, &loaded.names);
    view.marks = overlay::marks(game, on);
    view.coordinates = on.has(Overlay::Coordinates);
    if on.has(Overlay::Graph)
        && let Ok(map) = plane::of(loaded, n, game).as_ref()
    {
        view.graph = art::graph(map);
        view.last = None;
    }
    view
}

/// An empty cell that links to its details.
fn asked(loaded: &LoadedGame, position: Cell) -> art::CellLink {
    let href = Url::Cell(loaded.id(), position).to_string();
    let label = loaded.names.locale().text("board-ask-cell").with("cell", position).to_string();
    art::CellLink { position, href, label, asks: true }
}

/// The current board with one of these features outlined. Not cached: each is asked for once, if at all.
pub(crate) fn outlined(
    loaded: &LoadedGame,
    on: Overlays,
    features: &[Vec<(usize, usize)>],
    shown: usize,
) -> Arc<Drawing> {
    let mut view = now(loaded, None, on);
    view.outlines = art::outlines(&view, features.iter().enumerate().skip(shown).take(1), true);
    Arc::new(Drawing::of(&view, &beside(loaded, on)))
}

/// The board as it was after event `n`, in the frame of the current one, so that tiles never move.
pub(crate) fn past(loaded: &LoadedGame, n: u32, game: &Game, on: Overlays) -> Arc<Drawing> {
    let key = BoardKey { on, room: Some(loaded.last()), ..BoardKey::at(loaded, n) };
    get_or_make(&loaded.caches.boards, &key, || {
        let mut view = with_overlays(loaded, (n, game), on);
        let now = loaded.game().board().tiles();
        view.room = Some(Regions::of(loaded.game().board()).bounds());
        // The script shows other steps with the same symbols.
        Drawing::of(&view, &now.iter().map(|tile| tile.kind).collect::<Vec<_>>())
    })
}

fn cached(loaded: &LoadedGame, key: &BoardKey, view: impl FnOnce() -> BoardView) -> Arc<Drawing> {
    get_or_make(&loaded.caches.boards, key, || Drawing::of(&view(), &beside(loaded, key.on)))
}

/// The kinds that the page draws next to the board: the hand or, where remaining tiles are listed, every kind.
fn beside(loaded: &LoadedGame, on: Overlays) -> Vec<TileKind> {
    if on.has(Overlay::Tiles) || on.has(Overlay::Cells) {
        let census = loaded.game().rules().census();
        TileKind::all().filter(|kind| census[kind.index()] > 0).collect()
    } else {
        loaded.game().hand().iter().copied().chain(loaded.game().tiles_ahead()).collect()
    }
}

/// The legal turns, for the script.
pub(crate) fn offer(loaded: &LoadedGame, kind: TileKind) -> OfferPart {
    let key = BoardKey { kind: Some(kind), ..BoardKey::now(loaded) };
    let json = get_or_make(&loaded.caches.offers, &key, || {
        offer::json(loaded.tried(), &loaded.names, loaded.placements(), true)
    });
    let preview = format!("{}/preview", Url::Game(loaded.id()));
    OfferPart::new(json, Url::Options(loaded.id()).to_string(), preview)
}

/// The part as HTML, from the cache. It may depend on the game, the viewer's seat, the tile and the overlays; the log also on
/// the viewer's time zone.
pub(super) fn part<T: Template>(
    viewer: &Viewer,
    loaded: &LoadedGame,
    part: Part,
    (kind, on): (Option<TileKind>, Overlays),
    make: impl FnOnce() -> T,
) -> Result<Arc<String>, PageError> {
    let zone = matches!(part, Part::Moves | Part::Log).then(|| viewer.zone());
    let key = (part, BoardKey { kind, on, zone, ..BoardKey::now(loaded) });
    let render = || make().render().map(Arc::new).map_err(PageError::internal);
    loaded.caches.parts.get_or_insert_with(&key, render)
}

/// A link for each cell where the tile fits in some rotation.
fn cells(loaded: &LoadedGame, tile: TileKind) -> Vec<art::CellLink> {
    let locale = loaded.names.locale();
    cell_links(loaded.placements(), tile, locale, |draft| Url::Preview(loaded.id(), draft).to_string())
}

/// The board with an unconfirmed turn, and the letters of the follower choices.
pub(crate) fn ghost(loaded: &LoadedGame, preview: &TurnPreview, choices: &Choices) -> Drawing {
    let href = |draft| Url::Preview(loaded.id(), draft).to_string();
    Drawing::of(&ghost_view(preview.game(), &loaded.names, preview.turn(), choices, href), &[])
}
