//! `/games/{id}`: the table, before its game or during it.

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use super::{Seen, draw, table};
use crate::engine::{TileKind, legal};
use crate::web::answer::Answer;
use crate::web::form::Fields;
use crate::web::lobby;
use crate::web::page::art;
use crate::web::page::game::players;
use crate::web::page::game::{GamePage, HandTile};
use crate::web::page::rulebook::note::RulesNote;
use crate::web::session::Viewer;

/// Events of the log that the page shows.
const LATEST: usize = 8;

/// The page.
pub(in crate::web) async fn get(viewer: Viewer, id: Path<String>, request: HttpRequest) -> Answer {
    let chosen = Fields::of_query(&request)?.parsed::<TileKind>("tile")?;
    match Seen::of(table(&viewer, &id).await?) {
        Ok(seen) => page(&viewer, &seen, chosen, None),
        Err(table) => lobby::table::page(&viewer, &table, None, None),
    }
}

/// Why a turn came back without a preview to come back to.
pub(super) struct Trouble {
    pub status: StatusCode,
    pub sentence: String,
}

/// The page of a game, with what went wrong.
pub(super) fn page(
    viewer: &Viewer,
    seen: &Seen,
    chosen: Option<TileKind>,
    trouble: Option<Trouble>,
) -> Answer {
    let game = seen.game();
    let your_turn = seen.your_turn();
    let hand = hand(seen, chosen);
    let chosen = hand.iter().find(|tile| tile.chosen).map(|tile| tile.kind).filter(|_| your_turn);
    let drawing = draw::table(viewer, seen, chosen);
    let placements = chosen.map_or_else(Arc::default, |kind| draw::placements(viewer, seen, kind));
    let offer = chosen.map(|kind| draw::offer(viewer, seen, kind, &placements));
    let log = &seen.replay.log;
    let latest = &log[log.len().saturating_sub(LATEST)..];
    let (status, trouble) =
        trouble.map_or((StatusCode::OK, None), |trouble| (trouble.status, Some(trouble.sentence)));
    viewer.page_with(
        status,
        &GamePage {
            layout: viewer.layout(title(seen)),
            trouble,
            id: seen.id.clone(),
            rules: RulesNote::of(game.rules(), Some(seen.id.clone())),
            drawing,
            heading: heading(seen),
            your_turn,
            second_part: matches!(game.phase(), crate::engine::Phase::Playing { second_part: true, .. }),
            may_resign: seen.still_in(),
            finished: game.is_finished(),
            deadline: lobby::row::deadline(viewer, &seen.table.listed),
            hand,
            since: match seen.table.you {
                Some(you) if game.turns() > 0 => seen.rows(viewer, seen.since_last_turn(you)),
                _ => Vec::new(),
            },
            players: players::rows(game, &seen.names),
            tiles_left: game.tiles_left(),
            placements,
            key: viewer.web().service.fresh_key().as_str().to_owned(),
            offer,
            log: seen.rows(viewer, latest).into_iter().rev().collect(),
            last: seen.last(),
        },
    )
}

/// The players against each other.
pub(super) fn title(seen: &Seen) -> String {
    seen.replay.header().seats.join(" – ")
}

fn heading(seen: &Seen) -> String {
    match seen.game().to_move() {
        Some(colour) if seen.names.is_you(colour) => match seen.names.who(colour).strip_prefix("you ") {
            Some(paint) => format!("Your turn {paint}"),
            None => "Your turn".to_owned(),
        },
        Some(colour) => format!("{}’s turn", seen.names.who(colour)),
        None => super::end::heading(seen),
    }
}

/// The tiles of the hand; the chosen one is what was asked for, or else the first that fits anywhere.
fn hand(seen: &Seen, asked: Option<TileKind>) -> Vec<HandTile> {
    let game = seen.game();
    let cells = |kind| {
        let mut cells: Vec<_> = legal::placements(game, kind).into_iter().map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells.len()
    };
    let mut hand: Vec<HandTile> = game
        .hand()
        .iter()
        .map(|&kind| HandTile {
            kind,
            picture: art::tile(kind, crate::engine::Rotation::R0),
            words: art::words(kind, crate::engine::Rotation::R0),
            chosen: false,
            cells: cells(kind),
        })
        .collect();
    let asked = hand.iter().position(|tile| Some(tile.kind) == asked && tile.cells > 0);
    let chosen = asked.or_else(|| hand.iter().position(|tile| tile.cells > 0));
    if let Some(tile) = chosen.and_then(|chosen| hand.get_mut(chosen)) {
        tile.chosen = true;
    }
    hand
}
