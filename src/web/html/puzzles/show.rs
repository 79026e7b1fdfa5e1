//! `/puzzles/{n}`: the board, and the tile on a cell.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::board::turn_preview::{self, PreviewPart};
use crate::html::board::turn_view::{cell_links, ghost_view, room};
use crate::html::board::{
    Drawing, OfferPart, ScoresPart, SummaryPart, board_view, draft, features, options, parts, players,
};
use crate::html::puzzles::PuzzlePage;
use crate::html::puzzles::loaded::LoadedPuzzle;
use crate::html::response::PageResult;
use crate::http::fields::Fields;
use crate::http::session::Viewer;
use crate::http::urls::{Draft, Url};
use art::BoardView;
use engine::TileKind;
use insight::HandPlacements;
use puzzle::FirstAnswer;
use table::Aids;

pub(crate) async fn get(viewer: Viewer, n: Path<u32>, request: HttpRequest) -> PageResult {
    let fields = Fields::of_query(&request)?;
    let draft = if fields.optional("x")?.is_some() { Some(draft::read(&fields)?) } else { None };
    let kind = if draft.is_none() { fields.parsed("tile")? } else { None };
    let loaded = LoadedPuzzle::load(&viewer, *n).await?;
    match draft {
        Some(draft) if options::asked(&fields)? => {
            Ok(options::answer(loaded.game(), &loaded.names, Aids::All, draft))
        }
        _ => page(&viewer, &loaded, draft, kind, None),
    }
}

/// The page; `refused` is why an answer was not accepted.
pub(super) fn page(
    viewer: &Viewer,
    loaded: &LoadedPuzzle,
    draft: Option<Draft>,
    kind: Option<TileKind>,
    refused: Option<String>,
) -> PageResult {
    let (game, names, locale) = (loaded.game(), &loaded.names, loaded.names.locale());
    let placements = &HandPlacements::of(game);
    let (tried, view, error) = match draft.map(|draft| tried(loaded, placements, draft)) {
        Some(Ok((tried, view))) => (Some(tried), view, refused),
        Some(Err(why)) => (
            None,
            asked(loaded, placements, parts::chosen(game, placements, kind)),
            Some(refused.unwrap_or(why)),
        ),
        None => (None, asked(loaded, placements, parts::chosen(game, placements, kind)), refused),
    };
    let chosen =
        tried.as_ref().map(|tried| tried.draft.tile).or_else(|| parts::chosen(game, placements, kind));
    let census = game.rules().census();
    let beside: Vec<TileKind> = TileKind::all().filter(|kind| census[kind.index()] > 0).collect();
    let rows =
        || players::rows_with_forecast(game, names, &loaded.view.puzzle.record.events, Aids::All, None);
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = PuzzlePage {
        layout: viewer.layout(loaded.title.clone()),
        n: loaded.view.n,
        title: loaded.title.clone(),
        error,
        drawing: Drawing::of(&view, &beside),
        summary: SummaryPart { locale, players: rows(), tiles_left: game.tiles_left() },
        scores: ScoresPart { locale, players: rows() },
        hand: parts::hand(game, placements, locale, chosen),
        offer: tried.is_none().then(|| {
            OfferPart::of_page(game, names, placements, Url::Puzzle(loaded.view.n).to_string(), true)
        }),
        tried,
        answered: loaded.view.answer.map(|FirstAnswer { turn, solved, .. }| (solved, draft::of(turn))),
        features: features::groups(game, names, Aids::All),
        kinds_left: parts::kinds_left(locale, game),
    };
    viewer.form_page(status, &page)
}

/// The board where the legal cells of `tile` are links.
fn asked(loaded: &LoadedPuzzle, placements: &HandPlacements, tile: Option<TileKind>) -> BoardView {
    let mut view = board_view::of(loaded.game(), &loaded.names);
    if let Some(tile) = tile {
        let href = |draft| Url::PuzzleTry(loaded.view.n, draft).to_string();
        view.cells = cell_links(placements, tile, loaded.names.locale(), href);
    }
    view.room = Some(room(view.bounds()));
    view
}

/// The tile on a cell with the board, or why it doesn't go there.
fn tried(
    loaded: &LoadedPuzzle,
    placements: &HandPlacements,
    draft: Draft,
) -> Result<(PreviewPart, BoardView), String> {
    let (game, names, n) = (loaded.game(), &loaded.names, loaded.view.n);
    let preview = turn_preview::preview(names.locale(), game, draft)?;
    let tried = PreviewPart::of(&preview, names, Aids::All);
    let href = |draft| Url::PuzzleTry(n, draft).to_string();
    let turn = preview.turn();
    let mut view = ghost_view(game, names, turn, &tried.choices, href);
    let others = cell_links(placements, turn.tile, names.locale(), href).into_iter();
    view.cells = others.filter(|cell| cell.position != turn.position).collect();
    Ok((tried, view))
}
