//! The table of scores: players with their points and supplies.
use engine::{Colour, FollowerKind, Game, Good, Logged, Rotation, Seat, TileKind};
use insight::Player;
use table::{Aid, Aids};

use crate::html::wording::names::Names;
use crate::html::wording::tile_words::thumbnail;
use crate::locale::Locale;

/// A row for a colour.
pub struct PlayerRow {
    pub colour: Colour,
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
    /// Figures that are not on the board, by kind, then collected goods.
    pub supply: Vec<Supply>,
    /// The SVG of the tile that it has drawn for its next turn, where the rules say so. Only beside a board that is played on.
    pub next_tile: Option<String>,
    /// Whether the player has left or missed turns.
    pub note: Option<Note>,
}

pub struct Supply {
    /// The SVG of one of them.
    pub figure: String,
    pub count: u8,
    /// "4 meeples left", "2 wine".
    pub label: String,
}

pub struct Note {
    /// "1 missed".
    pub text: String,
    /// What comes of it, where there is room: "a third loses the seat".
    pub more: Option<String>,
}

/// In turn order.
pub fn rows(game: &Game, names: &Names) -> Vec<PlayerRow> {
    Player::all(game).iter().map(|player| row(player, names)).collect()
}

/// With recent gains and, where the aids allow it, the forecast. `log` is the game's; `out_after` so many missed turns in a row a
/// seat is lost.
pub fn rows_with_forecast(
    game: &Game,
    names: &Names,
    log: &[Logged],
    aids: Aids,
    out_after: Option<u8>,
) -> Vec<PlayerRow> {
    if game.is_finished() {
        return rows(game, names);
    }
    let projected = aids.allow(Aid::Forecast).then(|| insight::if_ended_now(game));
    let gains = insight::gains_since_own_turn(game, log);
    let forecast = |(at, row): (usize, PlayerRow)| PlayerRow {
        gain: gains.get(at).copied().unwrap_or_default(),
        projected: projected.as_ref().and_then(|points| points.get(at).copied()),
        next_tile: tile_of(game, names, row.colour).map(|kind| thumbnail(names.locale(), kind, Rotation::R0)),
        ..row
    };
    let rows = Player::all(game)
        .into_iter()
        .map(|player| PlayerRow { note: note(names, &player, out_after), ..row(&player, names) });
    rows.enumerate().map(forecast).collect()
}

/// Says of the seat that it waits for somebody to take it over, instead of the computer that plays for it later.
pub fn with_vacant(
    mut rows: Vec<PlayerRow>,
    game: &Game,
    locale: Locale,
    vacant: Option<Seat>,
) -> Vec<PlayerRow> {
    for row in rows.iter_mut().filter(|row| Some(game.seat_of(row.colour)) == vacant) {
        row.level = None;
        row.note = Some(Note { text: locale.say("scores-vacant").to_owned(), more: None });
    }
    rows
}

/// What a colour has drawn for its next turn, or for this one: a player who plans sees their own tile in the place of the hand.
fn tile_of(game: &Game, names: &Names, colour: Colour) -> Option<TileKind> {
    let in_hand = || {
        let others = game.rules().draw_ahead && game.to_move() == Some(colour) && !names.is_you(colour);
        game.hand().first().copied().filter(|_| others)
    };
    game.ahead(colour).or_else(in_hand)
}

fn row(player: &Player, names: &Names) -> PlayerRow {
    let colour = player.colour;
    let hue = names.hue(colour);
    let follower = |&(kind, count): &(FollowerKind, u8)| Supply {
        figure: art::follower(hue, kind),
        count,
        label: left(names, kind, count),
    };
    let good = |&(good, count): &(Good, u8)| Supply {
        figure: art::good(good),
        count,
        label: names.locale().text("good-count").with("good", good.word()).with("n", count).to_string(),
    };
    let goods = player.goods.as_deref().unwrap_or_default();
    PlayerRow {
        colour,
        name: names.starting(colour),
        level: names.level(colour),
        colour_name: names.colour_name(colour).to_owned(),
        figure: art::follower(hue, FollowerKind::Meeple),
        you: names.is_you(colour),
        to_move: player.to_move,
        points: player.points,
        gain: 0,
        projected: None,
        supply: player.supply.iter().map(follower).chain(goods.iter().map(good)).collect(),
        next_tile: None,
        note: note(names, player, None),
    }
}

/// "4 meeples left".
fn left(names: &Names, kind: FollowerKind, number: u8) -> String {
    names.locale().text("follower-supply").with("kind", kind.word()).with("n", number).to_string()
}

/// `out_after` so many missed turns in a row the seat is lost.
fn note(names: &Names, player: &Player, out_after: Option<u8>) -> Option<Note> {
    let locale = names.locale();
    if player.is_out {
        Some(Note { text: locale.say("scores-left").to_owned(), more: None })
    } else if let Some(level) = player.substitute {
        Some(Note { text: locale.text("scores-substitute").with("n", level).to_string(), more: None })
    } else if player.missed > 0 {
        let text = locale.text("scores-missed").with("n", player.missed).to_string();
        let more = out_after.map(|limit| locale.text("scores-missed-limit").with("n", limit).to_string());
        Some(Note { text, more })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::board::ScoresPart;
    use crate::locale::Locale;
    use askama::Template;
    use engine::{Command, DrawSecret, Header, Ruleset, Seat};

    fn names() -> (Names, Player) {
        let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([1; 32]));
        let mut game = Game::new(&header).unwrap();
        game.execute(&Command::Start, &dealer, &mut Vec::new()).unwrap();
        let names = Names::of(Locale::default(), &header, Some(Seat(0))).with_levels(vec![Some(8), None]);
        (names, Player::all(&game).swap_remove(0))
    }

    #[test]
    fn a_row_says_how_many_turns_were_missed_and_what_comes_of_it() {
        let (names, player) = names();
        let said = |missed, out_after| {
            let note = note(&names, &Player { missed, ..player.clone() }, out_after)?;
            Some(names.locale().facts([note.text].into_iter().chain(note.more).collect()))
        };
        assert_eq!(said(0, Some(3)), None);
        assert_eq!(said(1, Some(3)).unwrap(), "1 missed · a third loses the seat");
        assert_eq!(said(2, Some(3)).unwrap(), "2 missed · a third loses the seat");
        assert_eq!(said(2, None).unwrap(), "2 missed");
    }

    #[test]
    fn a_computer_to_move_has_a_dot_and_nobody_else() {
        let (names, player) = names();
        let shown = |player: Player| {
            let players = vec![row(&player, &names)];
            ScoresPart { locale: names.locale(), players }.render().unwrap().contains("thinking")
        };
        assert!(player.to_move && shown(player.clone()));
        assert!(!shown(Player { to_move: false, ..player.clone() }));
        assert!(!shown(Player { colour: Colour(1), ..player }));
    }
}
