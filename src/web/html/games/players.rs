//! The players of a game with what they have.

use crate::art;
use crate::engine::{Colour, FollowerKind, Game, Good, MISSES_ALLOWED};

use crate::web::html::games::names::{Names, capital, count};

/// A row of the score table: a colour.
pub struct PlayerRow {
    /// Who plays it.
    pub name: String,
    /// What the colour is called.
    pub paint: String,
    /// Its meeple, drawn.
    pub figure: String,
    /// Whether it is the viewer's.
    pub you: bool,
    /// Whether it is to move.
    pub to_move: bool,
    /// Points.
    pub points: i32,
    /// Points if the game ended now, if asked for.
    pub projected: Option<i32>,
    /// Figures at home, by kind.
    pub supply: Vec<Supply>,
    /// Goods taken, in words, if the rules know goods.
    pub goods: Option<String>,
    /// What else there is to say: out of the game, turns missed.
    pub note: Option<String>,
}

/// Figures of a kind at home.
pub struct Supply {
    /// One of them, drawn.
    pub figure: String,
    /// How many.
    pub count: u8,
    /// "4 meeples at home".
    pub label: String,
}

/// All colours in turn order.
pub fn rows(game: &Game, names: &Names) -> Vec<PlayerRow> {
    game.colours().map(|colour| row(game, names, colour)).collect()
}

/// The same with the points that everybody would have if the game ended now.
pub fn projected_rows(game: &Game, names: &Names) -> Vec<PlayerRow> {
    let at_end = game.as_if_ended();
    let projected = at_end.scores().iter().copied();
    rows(game, names)
        .into_iter()
        .zip(projected)
        .map(|(row, points)| PlayerRow { projected: Some(points), ..row })
        .collect()
}

fn row(game: &Game, names: &Names, colour: Colour) -> PlayerRow {
    let kinds = FollowerKind::ALL.into_iter().filter(|&kind| game.rules().supply(kind) > 0);
    let hue = names.hue(colour);
    PlayerRow {
        name: capital(&names.who(colour)),
        paint: names.paint(colour).to_owned(),
        figure: art::figure(hue, FollowerKind::Meeple),
        you: names.is_you(colour),
        to_move: game.to_move() == Some(colour),
        points: game.scores()[colour.index()],
        projected: None,
        supply: kinds
            .map(|kind| {
                let left = game.supply(colour, kind);
                Supply {
                    figure: art::figure(hue, kind),
                    count: left,
                    label: format!("{} at home", count(left, names.words().figure(kind))),
                }
            })
            .collect(),
        goods: goods(game, colour),
        note: note(game, colour),
    }
}

fn goods(game: &Game, colour: Colour) -> Option<String> {
    let played = game.rules().goods_points > 0 && game.rules().has(crate::engine::TileSet::Traders);
    let held = game.goods(colour);
    let told: Vec<String> =
        Good::ALL.iter().zip(held).map(|(good, held)| format!("{} {held}", good_word(*good))).collect();
    played.then(|| told.join(", "))
}

const fn good_word(good: Good) -> &'static str {
    match good {
        Good::Wine => "wine",
        Good::Grain => "grain",
        Good::Cloth => "cloth",
    }
}

fn note(game: &Game, colour: Colour) -> Option<String> {
    let misses = game.misses(game.seat_of(colour));
    if game.is_out(colour) {
        Some("has left the game".to_owned())
    } else if misses > 0 {
        let left = MISSES_ALLOWED.saturating_sub(misses);
        Some(format!("missed {} in a row, may miss {left} more", count(misses, "turn")))
    } else {
        None
    }
}
