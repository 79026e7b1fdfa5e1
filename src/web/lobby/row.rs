//! A game of the service's lists as a row of a page.

use chrono::TimeDelta;

use crate::engine::Seat;
use crate::service::{Listed, Player, Status};
use crate::web::page::games::{Deadline, GameRow};
use crate::web::page::rules;
use crate::web::session::Viewer;
use crate::web::when;

/// The row of a game, as `viewer` sees it.
pub fn row(viewer: &Viewer, game: &Listed) -> GameRow {
    let now = viewer.web().service.now();
    GameRow {
        id: game.id.to_string(),
        players: players(game),
        rules: rules::short(&game.rules),
        state: state(viewer, game),
        deadline: deadline(viewer, game),
        changed: when::distance(game.changed, now),
        hand: game.hand.clone(),
        scores: scores(game),
    }
}

/// Until when the player to move has time.
pub fn deadline(viewer: &Viewer, game: &Listed) -> Option<Deadline> {
    let (now, zone) = (viewer.web().service.now(), viewer.zone());
    game.deadline.map(|at| Deadline {
        distance: when::distance(at, now),
        moment: when::moment(at, zone),
        soon: at - now < TimeDelta::days(1),
    })
}

/// All rows of a list.
pub fn rows(viewer: &Viewer, games: &[Listed]) -> Vec<GameRow> {
    games.iter().map(|game| row(viewer, game)).collect()
}

fn players(game: &Listed) -> String {
    let names: Vec<&str> = game.seats.iter().flatten().map(Player::name).collect();
    if names.is_empty() { format!("An empty table for {}", game.seats.len()) } else { names.join(", ") }
}

fn scores(game: &Listed) -> Vec<(String, i32)> {
    let names = game.seats.iter().map(|player| player.as_ref().map_or("", Player::name).to_owned());
    names.zip(game.scores.iter().copied()).collect()
}

fn state(viewer: &Viewer, game: &Listed) -> String {
    let me = viewer.account().and_then(|account| game.seat_of(&account.id));
    match (game.status, game.to_move) {
        (Status::Open, _) => match game.free_seats() {
            1 => "One seat is free".to_owned(),
            free => format!("{free} seats are free"),
        },
        (Status::Playing, Some(seat)) if Some(seat) == me => "Your turn".to_owned(),
        (Status::Playing, Some(seat)) => format!("{} to move", name(game, seat)),
        (Status::Playing, None) => "Being played".to_owned(),
        (Status::Finished, _) => winners(game),
    }
}

fn name(game: &Listed, seat: Seat) -> &str {
    game.seats.get(seat.index()).and_then(Option::as_ref).map_or("Somebody", Player::name)
}

fn winners(game: &Listed) -> String {
    let best = game.scores.iter().max();
    let seats = (0_u8..).map(Seat).zip(&game.scores).filter(|(_, points)| Some(*points) == best);
    let names: Vec<&str> = seats.map(|(seat, _)| name(game, seat)).collect();
    match names.as_slice() {
        [] => "Finished".to_owned(),
        [winner] => format!("{winner} won"),
        _ => format!("{} tied", names.join(" and ")),
    }
}
