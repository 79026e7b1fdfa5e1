//! Turns and players in the words of an analysis.

use crate::html::wording::names::Names;
use crate::html::wording::words;
use analysis::Move;
use engine::{Follower, Seat};

/// "Tile at (1, 2), meeple on the city to the north".
pub(super) fn place(names: &Names, play: Move) -> String {
    let locale = names.locale();
    let Some(turn) = play.turn() else { return locale.say("analysis-pass").to_owned() };
    let follower = turn.follower.and_then(|Follower { kind, on }| {
        let segment = on.segment(turn.tile, turn.rotation)?;
        Some((names.follower(kind), words::segment(locale, turn.tile, turn.rotation, segment)))
    });
    match follower {
        Some((follower, place)) => {
            let text = locale.text("analysis-place-follower").with("cell", turn.position);
            text.with("follower", follower).with("place", place).to_string()
        }
        None => locale.text("analysis-place").with("cell", turn.position).to_string(),
    }
}

/// "ann", "You".
pub(super) fn who(names: &Names, seat: Seat) -> String {
    names.seat_name(seat).to_owned()
}
