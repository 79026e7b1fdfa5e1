//! Turns and players in the words of an analysis.

use crate::html::board::choices;
use crate::html::wording::lead;
use crate::html::wording::names::Names;
use crate::locale::key;
use analysis::{Move, TurnReport};
use engine::Seat;

/// "Meeple on the city to the north", "No follower", "Pass".
pub(super) fn follower(names: &Names, play: Move) -> String {
    let locale = names.locale();
    play.turn()
        .map_or_else(|| locale.say("analysis-pass").to_owned(), |turn| choices::follower_of(locale, turn))
}

/// "Your turn 21", "Turn 21 of Blue".
pub(super) fn heading(names: &Names, number: usize, turn: &TurnReport) -> String {
    let key = if names.is_you(turn.colour) { key("analysis-turn-yours") } else { key("analysis-turn-of") };
    let text = names.locale().text(key).with("n", number);
    text.with("who", names.who(turn.colour)).to_string()
}

/// What the turn was worth, and whether something better was possible.
pub(super) fn played(names: &Names, turn: &TurnReport) -> String {
    let (locale, player) = (names.locale(), who(names, turn.seat));
    if turn.played.is_none() {
        return locale.text("analysis-was-missed").with("who", player).to_string();
    }
    if turn.forced {
        return locale.say("analysis-was-only").to_owned();
    }
    if turn.loss.points <= 0.0 {
        return locale.text("analysis-was-best").with("who", player).to_string();
    }
    let lost = locale.decimal(turn.loss.points);
    match turn.error {
        None => locale.text("analysis-gave-away").with("points", lost).to_string(),
        Some(error) => {
            let text = locale.text("analysis-gave-away-about").with("points", lost);
            text.with("error", locale.decimal(error)).to_string()
        }
    }
}

/// What the draw was worth; `None` if nothing was drawn.
pub(super) fn drawn(names: &Names, turn: &TurnReport) -> Option<String> {
    turn.drawn?;
    let (locale, points) = (names.locale(), turn.luck.points);
    let text = locale.text("analysis-drawn-luck").with("side", lead::side(points));
    Some(text.with("points", locale.decimal(points)).to_string())
}

/// "ann", "You".
pub(super) fn who(names: &Names, seat: Seat) -> String {
    names.seat_name(seat).to_owned()
}
