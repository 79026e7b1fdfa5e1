//! Each player's points and supplies.

use serde::Serialize;

use engine::{Colour, FollowerKind, Game, Good, Ruleset, Seat, TileSet};

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Player {
    pub colour: Colour,
    pub seat: Seat,
    pub to_move: bool,
    pub points: i32,
    /// Followers available to place, by each kind in the rules.
    pub supply: Vec<(FollowerKind, u8)>,
    /// Collected goods; absent if the rules have none.
    pub goods: Option<Vec<(Good, u8)>>,
    /// Whether its player has left the game.
    pub is_out: bool,
    /// Consecutive missed turns so far.
    pub missed: u8,
    /// The level of the computer that plays for the player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitute: Option<u8>,
}

impl Player {
    /// In turn order.
    pub fn all(game: &Game) -> Vec<Self> {
        game.colours().map(|colour| Self::of(game, colour)).collect()
    }

    fn of(game: &Game, colour: Colour) -> Self {
        let rules = game.rules();
        let kinds = FollowerKind::ALL.into_iter().filter(|&kind| rules.supply(kind) > 0);
        Self {
            colour,
            seat: game.seat_of(colour),
            to_move: game.to_move() == Some(colour),
            points: game.scores()[colour.index()],
            supply: kinds.map(|kind| (kind, game.supply(colour, kind))).collect(),
            goods: has_goods(rules).then(|| Good::ALL.into_iter().zip(game.goods(colour)).collect()),
            is_out: game.is_out(colour),
            missed: game.misses(game.seat_of(colour)),
            substitute: game.substitute(game.seat_of(colour)),
        }
    }
}

/// Whether goods are collected and score.
pub(super) fn has_goods(rules: &Ruleset) -> bool {
    rules.goods_points > 0 && rules.has(TileSet::Traders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Header;
    use samples::game_of;

    #[test]
    fn a_placed_follower_is_missing_from_the_supply() {
        let city = r#""tile":"FCFC","x":0,"y":-1,"rotation":1,"follower":{"kind":"meeple","on":"top"}"#;
        let [red, blue] = &Player::all(&game_of(&[city], "CFFF"))[..] else { panic!("two players") };
        assert_eq!(red.supply, [(FollowerKind::Meeple, 6)]);
        assert_eq!(blue.supply, [(FollowerKind::Meeple, 7)]);
        assert!(blue.to_move && !red.to_move);
        assert_eq!((red.missed, red.is_out), (0, false));
    }

    #[test]
    fn goods_are_listed_where_they_are_played() {
        let traders = Ruleset { sets: vec![TileSet::Base, TileSet::Traders], ..Ruleset::default() };
        let goods = Good::ALL.map(|good| (good, 0)).to_vec();
        for (rules, expected) in [(Ruleset::default(), None), (traders, Some(goods))] {
            let game = Game::new(&Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0))).unwrap();
            assert_eq!(Player::all(&game)[0].goods, expected);
        }
    }
}
