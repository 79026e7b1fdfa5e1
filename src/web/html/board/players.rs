//! The table of scores: players with their points and supplies.
use engine::{FollowerKind, Game, Good, Logged};
use insight::Player;
use table::{Aid, Aids};

use crate::html::wording::names::Names;

/// A row for a colour.
pub struct PlayerRow {
    pub name: String,
    /// Of a computer player, from 1 to 8.
    pub level: Option<u8>,
    /// The name of the colour.
    pub colour_name: String,
    /// The SVG of its meeple.
    pub figure: String,
    /// Whether it is the viewer's.
    pub you: bool,
    pub to_move: bool,
    pub points: i32,
    /// Points since the player's last turn began.
    pub gain: i32,
    /// Points if the game ended now, where the aids allow it.
    pub projected: Option<i32>,
    /// Figures that are not on the board, by kind.
    pub supply: Vec<Supply>,
    /// In words, if the rules have goods.
    pub goods: Option<String>,
    /// Whether the player has left or missed turns.
    pub note: Option<String>,
}

pub struct Supply {
    /// The SVG of one of them.
    pub figure: String,
    pub count: u8,
    /// "4 meeples left".
    pub label: String,
}

/// In turn order.
pub fn rows(game: &Game, names: &Names) -> Vec<PlayerRow> {
    Player::all(game).into_iter().map(|player| row(player, names)).collect()
}

/// With recent gains and, where the aids allow it, the forecast. `log` is the game's.
pub fn rows_with_forecast(game: &Game, names: &Names, log: &[Logged], aids: Aids) -> Vec<PlayerRow> {
    if game.is_finished() {
        return rows(game, names);
    }
    let projected = aids.allow(Aid::Forecast).then(|| insight::if_ended_now(game));
    let gains = insight::gains_since_own_turn(game, log);
    let forecast = |(at, row): (usize, PlayerRow)| PlayerRow {
        gain: gains.get(at).copied().unwrap_or_default(),
        projected: projected.as_ref().and_then(|points| points.get(at).copied()),
        ..row
    };
    rows(game, names).into_iter().enumerate().map(forecast).collect()
}

fn row(player: Player, names: &Names) -> PlayerRow {
    let colour = player.colour;
    let hue = names.hue(colour);
    let supply = |&(kind, count): &(FollowerKind, u8)| Supply {
        figure: art::follower(hue, kind),
        count,
        label: left(names, kind, count),
    };
    PlayerRow {
        name: names.starting(colour),
        level: names.level(colour),
        colour_name: names.colour_name(colour).to_owned(),
        figure: art::follower(hue, FollowerKind::Meeple),
        you: names.is_you(colour),
        to_move: player.to_move,
        points: player.points,
        gain: 0,
        projected: None,
        supply: player.supply.iter().map(supply).collect(),
        note: note(names, &player),
        goods: player.goods.map(|goods| goods_in_words(names, &goods)),
    }
}

/// "4 meeples left".
fn left(names: &Names, kind: FollowerKind, number: u8) -> String {
    names.locale().text("follower-supply").with("kind", kind.word()).with("n", number).to_string()
}

/// "wine 2, grain 0 and cloth 1".
fn goods_in_words(names: &Names, goods: &[(Good, u8)]) -> String {
    let locale = names.locale();
    let good = |&(good, number): &(Good, u8)| {
        locale.text("good-count").with("good", good.word()).with("n", number).to_string()
    };
    locale.list(&goods.iter().map(good).collect::<Vec<_>>())
}

fn note(names: &Names, player: &Player) -> Option<String> {
    let locale = names.locale();
    if player.is_out {
        Some(locale.say("scores-left").to_owned())
    } else if player.missed > 0 {
        let text = locale.text("scores-missed").with("n", player.missed);
        Some(text.with("more", player.may_miss).to_string())
    } else {
        None
    }
}
