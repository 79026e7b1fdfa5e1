//! A game of the service's lists as a row of a page.

use chrono::TimeDelta;

use crate::account::UserId;
use crate::engine::Seat;
use crate::service::{Listed, Player, Status};
use crate::web::html::games::names::listed;
use crate::web::html::lobby::pages::{Deadline, GameRow};
use crate::web::html::rulebook::names;
use crate::web::html::rulebook::words::Words;
use crate::web::http::session::Viewer;

/// The row of a game, as `viewer` sees it.
pub fn row(viewer: &Viewer, game: &Listed) -> GameRow {
    let now = viewer.web().service.now();
    GameRow {
        id: game.id.to_string(),
        players: players(viewer, game),
        rules: names::short(&game.rules),
        state: state(viewer, game),
        deadline: deadline(viewer, game),
        changed: viewer.locale().distance(game.changed, now),
        last: game.last_n,
        hand: game.hand.clone(),
        words: Words::of(game.rules.preset),
        scores: scores(game),
    }
}

/// Until when the player to move has time.
pub fn deadline(viewer: &Viewer, game: &Listed) -> Option<Deadline> {
    let (now, zone) = (viewer.web().service.now(), viewer.zone());
    game.deadline.map(|at| Deadline {
        distance: viewer.locale().distance(at, now),
        moment: viewer.locale().soon(at, zone),
        soon: at - now < TimeDelta::days(1),
    })
}

/// All rows of a list.
pub fn rows(viewer: &Viewer, games: &[Listed]) -> Vec<GameRow> {
    games.iter().map(|game| row(viewer, game)).collect()
}

/// Who plays: for a player of the game, the others.
fn players(viewer: &Viewer, game: &Listed) -> String {
    let me = viewer.account().and_then(|account| game.seat_of(&account.id)).map(Seat::index);
    let taken = game.seats.iter().enumerate().filter_map(|(seat, player)| Some((seat, player.as_ref()?)));
    let (mine, others): (Vec<_>, Vec<_>) = taken.partition(|(seat, _)| Some(*seat) == me);
    let names: Vec<&str> = others.into_iter().map(|(_, player)| player.name()).collect();
    match (mine.is_empty(), names.is_empty()) {
        (true, true) => format!("An empty table for {}", game.seats.len()),
        (false, true) => format!("Your table for {}", game.seats.len()),
        (true, false) => names.join(", "),
        (false, false) => format!("You and {}", names.join(", ")),
    }
}

fn scores(game: &Listed) -> Vec<(String, i32)> {
    let names = game.seats.iter().map(|player| player.as_ref().map_or("", Player::name).to_owned());
    names.zip(game.scores.iter().copied()).collect()
}

fn state(viewer: &Viewer, game: &Listed) -> String {
    let me = viewer.account().and_then(|account| game.seat_of(&account.id));
    match (game.status, game.to_move) {
        (Status::Open, _) => open(game, viewer.account().map(|account| &account.id)),
        (Status::Playing, Some(seat)) if Some(seat) == me => "Your turn".to_owned(),
        (Status::Playing, Some(seat)) => format!("{} to move", name(game, seat)),
        (Status::Playing, None) => "Being played".to_owned(),
        (Status::Finished, _) => winners(game),
    }
}

/// Who is awaited at a table.
fn open(game: &Listed, viewer: Option<&UserId>) -> String {
    if viewer.is_some_and(|user| game.is_kept_for(user)) {
        return "A seat is kept for you".to_owned();
    }
    let kept = game.seats.iter().zip(&game.kept).filter(|(seat, _)| seat.is_none());
    let awaited: Vec<&str> = kept.filter_map(|(_, kept)| Some(kept.as_ref()?.name())).collect();
    match game.free_seats() {
        _ if !awaited.is_empty() => format!("Waiting for {}", listed(&awaited)),
        1 => "One seat is free".to_owned(),
        free => format!("{free} seats are free"),
    }
}

fn name(game: &Listed, seat: Seat) -> &str {
    game.seats.get(seat.index()).and_then(Option::as_ref).map_or("Somebody", Player::name)
}

/// How a game ended.
pub fn winners(game: &Listed) -> String {
    let names: Vec<&str> = game.winners.iter().map(|&seat| name(game, seat)).collect();
    match names.as_slice() {
        [] => "Finished".to_owned(),
        [winner] => format!("{winner} won"),
        _ => format!("{} tied", names.join(" and ")),
    }
}
