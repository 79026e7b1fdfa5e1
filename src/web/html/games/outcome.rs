//! Who won, in a heading.

use crate::engine::{EndReason, Phase, Seat};

use crate::web::html::games::LoadedGame;

/// "You lost 70 : 82", "ann won with 82 points". Without points if they didn't decide the game.
pub(in crate::web) fn heading(loaded: &LoadedGame) -> String {
    let game = loaded.game();
    let by_points = matches!(game.phase(), Phase::Finished { reason: EndReason::BagEmpty });
    match game.winners()[..] {
        [] => loaded.names.locale().say("final-over").to_owned(),
        [winner] if !by_points => won(loaded, winner),
        [winner] if game.header().seats.len() == 2 => won_by(loaded, winner),
        [winner] => won_with(loaded, winner),
        ref tied => tied_at(loaded, tied, by_points),
    }
}

fn won(loaded: &LoadedGame, winner: Seat) -> String {
    let locale = loaded.names.locale();
    match loaded.table.you {
        None => locale.text("final-won").with("who", loaded.names.player(winner)).to_string(),
        Some(you) if you == winner => locale.say("final-you-won").to_owned(),
        Some(_) => locale.say("final-you-lost").to_owned(),
    }
}

/// With the scores of both players: the viewer's first, otherwise the winner's.
fn won_by(loaded: &LoadedGame, winner: Seat) -> String {
    let (game, locale) = (loaded.game(), loaded.names.locale());
    let first = loaded.table.you.unwrap_or(winner);
    let other = if first == Seat(0) { Seat(1) } else { Seat(0) };
    let (points, other) = (game.seat_score(first), game.seat_score(other));
    match loaded.table.you {
        None => {
            let text = locale.text("final-won-by").with("who", loaded.names.player(winner));
            text.with("points", points).with("other", other).to_string()
        }
        Some(you) if you == winner => {
            locale.text("final-you-won-by").with("points", points).with("other", other).to_string()
        }
        Some(_) => locale.text("final-you-lost-by").with("points", points).with("other", other).to_string(),
    }
}

/// With the winner's score and, if the viewer lost, theirs.
fn won_with(loaded: &LoadedGame, winner: Seat) -> String {
    let (game, locale) = (loaded.game(), loaded.names.locale());
    let (who, points) = (loaded.names.player(winner), game.seat_score(winner));
    let text = match loaded.table.you {
        None => locale.text("final-won-with").with("who", who).with("n", points),
        Some(you) if you == winner => locale.text("final-you-won-with").with("n", points),
        Some(you) => {
            let text = locale.text("final-you-lost-with").with("n", game.seat_score(you));
            text.with("who", who).with("points", points)
        }
    };
    text.to_string()
}

fn tied_at(loaded: &LoadedGame, tied: &[Seat], by_points: bool) -> String {
    let locale = loaded.names.locale();
    let name = |&seat: &Seat| match loaded.table.you {
        Some(you) if you == seat => locale.say("player-you"),
        _ => loaded.names.player(seat),
    };
    let players = locale.list(&tied.iter().map(name).collect::<Vec<_>>());
    if by_points {
        let points = loaded.game().seat_score(tied[0]);
        return locale.text("final-tie-at").with("points", points).with("players", players).to_string();
    }
    locale.text("final-tie").with("players", players).to_string()
}
