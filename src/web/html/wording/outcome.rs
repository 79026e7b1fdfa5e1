//! Whose turn it is and who won, in headings.

use engine::{Colour, EndReason, Game, Phase, Seat};

use crate::html::wording::names::Names;

/// "Your turn", "ann’s turn".
pub(crate) fn whose_turn(names: &Names, colour: Colour) -> String {
    let locale = names.locale();
    match names.colour_name_of_several(colour) {
        Some(name) if names.is_you(colour) => {
            locale.text("turn-yours-colour").with("colour", name).to_string()
        }
        None if names.is_you(colour) => locale.say("turn-yours").to_owned(),
        _ => locale.text("turn-of").with("who", names.who(colour)).to_string(),
    }
}

/// "You lost 70 : 82", "ann won with 82 points". Without points if they didn't decide the game.
pub(crate) fn heading(game: &Game, names: &Names) -> String {
    let by_points =
        matches!(game.phase(), Phase::Finished { reason: EndReason::BagEmpty | EndReason::Agreed });
    match game.winners()[..] {
        [] => names.locale().say("final-over").to_owned(),
        [winner] if !by_points => won(names, winner),
        [winner] if game.header().seats.len() == 2 => won_by(game, names, winner),
        [winner] => won_with(game, names, winner),
        ref tied => tied_at(game, names, tied, by_points),
    }
}

fn won(names: &Names, winner: Seat) -> String {
    let locale = names.locale();
    match names.you() {
        None => locale.text("final-won").with("who", names.player(winner)).to_string(),
        Some(you) if you == winner => locale.say("final-you-won").to_owned(),
        Some(_) => locale.say("final-you-lost").to_owned(),
    }
}

/// With the scores of both players: the viewer's first, otherwise the winner's.
fn won_by(game: &Game, names: &Names, winner: Seat) -> String {
    let locale = names.locale();
    let first = names.you().unwrap_or(winner);
    let other = if first == Seat(0) { Seat(1) } else { Seat(0) };
    let (points, other) = (game.seat_score(first), game.seat_score(other));
    match names.you() {
        None => {
            let text = locale.text("final-won-by").with("who", names.player(winner));
            text.with("points", points).with("other", other).to_string()
        }
        Some(you) if you == winner => {
            locale.text("final-you-won-by").with("points", points).with("other", other).to_string()
        }
        Some(_) => locale.text("final-you-lost-by").with("points", points).with("other", other).to_string(),
    }
}

/// With the winner's score and, if the viewer lost, theirs.
fn won_with(game: &Game, names: &Names, winner: Seat) -> String {
    let locale = names.locale();
    let (who, points) = (names.player(winner), game.seat_score(winner));
    let text = match names.you() {
        None => locale.text("final-won-with").with("who", who).with("n", points),
        Some(you) if you == winner => locale.text("final-you-won-with").with("n", points),
        Some(you) => {
            let text = locale.text("final-you-lost-with").with("n", game.seat_score(you));
            text.with("who", who).with("points", points)
        }
    };
    text.to_string()
}

fn tied_at(game: &Game, names: &Names, tied: &[Seat], by_points: bool) -> String {
    let locale = names.locale();
    let name = |&seat: &Seat| match names.you() {
        Some(you) if you == seat => locale.say("player-you"),
        _ => names.player(seat),
    };
    let players = locale.list(&tied.iter().map(name).collect::<Vec<_>>());
    if by_points {
        let points = game.seat_score(tied[0]);
        return locale.text("final-tie-at").with("points", points).with("players", players).to_string();
    }
    locale.text("final-tie").with("players", players).to_string()
}
