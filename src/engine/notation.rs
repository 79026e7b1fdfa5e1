//! Turns as text, the inverse of how they are printed: `KIND x y rotation` and, with a follower, ` kind@place`.

use std::str::FromStr;

use super::event::{Follower, Turn};
use super::geometry::{Cell, Rotation};
use super::seat::FollowerKind;

/// ```
/// use bastide_engine::Turn;
/// let turn: Turn = "CRFR 1 -2 3 meeple@right:1".parse().unwrap();
/// assert_eq!(turn.to_string(), "CRFR 1 -2 3 meeple@right:1");
/// ```
impl FromStr for Turn {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&[tile, x, y, rotation], follower) = words.split_first_chunk().ok_or(SHAPE)?;
        let follower = match follower {
            [] => None,
            [follower] => Some(parse_follower(follower)?),
            _ => return Err(SHAPE.to_owned()),
        };
        let tile = tile.parse().map_err(|error: super::UnknownKind| error.to_string())?;
        let number =
            |word: &str| word.parse().map_err(|_| format!("{word:.20?} is not a coordinate: {SHAPE}"));
        let position = Cell::new(number(x)?, number(y)?);
        let quarters: u8 =
            rotation.parse().map_err(|_| format!("{rotation:.20?} is not a rotation: {SHAPE}"))?;
        Ok(Self { tile, position, rotation: Rotation::try_from(quarters)?, follower })
    }
}

const SHAPE: &str = "a turn is KIND x y rotation and, with a follower, kind@place";

fn parse_follower(text: &str) -> Result<Follower, String> {
    let (kind, on) = text.split_once('@').ok_or_else(|| format!("{text:.40?} is not a follower: {SHAPE}"))?;
    let known = FollowerKind::ALL.into_iter().find(|known| known.word() == kind);
    let kind = known.ok_or_else(|| {
        let words = FollowerKind::ALL.map(FollowerKind::word).join(", ");
        format!("{kind:.40?} is not a kind of follower: the kinds are {words}")
    })?;
    Ok(Follower { kind, on: on.parse()? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Header, Preset, Ruleset, Seat, TileKind, legal};

    #[test]
    fn every_turn_is_read_as_it_is_printed() {
        let header = Header::new(Ruleset::of(Preset::Mcguire), vec!["ann".into(), "ben".into()], Seat(0));
        let game = Game::new(&header).unwrap();
        let turns: Vec<Turn> = TileKind::all().flat_map(|kind| legal::turns_with(&game, kind)).collect();
        assert!(turns.len() > 1000);
        for turn in turns {
            assert_eq!(turn.to_string().parse(), Ok(turn));
        }
    }

    #[test]
    fn what_is_no_turn_is_refused_with_what_is_wrong() {
        for (text, why) in [
            ("", SHAPE),
            ("CRFR 1 0", SHAPE),
            ("CRFR 1 0 0 meeple@top meeple@top", SHAPE),
            ("XXXX 1 0 0", "\"XXXX\""),
            (
                "CRFR east 0 0",
                "\"east\" is not a coordinate: a turn is KIND x y rotation and, with a follower, kind@place",
            ),
            (
                "CRFR 40000 0 0",
                "\"40000\" is not a coordinate: a turn is KIND x y rotation and, with a follower, kind@place",
            ),
            ("CRFR 1 0 4", "a rotation is 0, 1, 2 or 3 clockwise quarter turns, not 4"),
            (
                "CRFR 1 0 r",
                "\"r\" is not a rotation: a turn is KIND x y rotation and, with a follower, kind@place",
            ),
            (
                "CRFR 1 0 0 meeple",
                "\"meeple\" is not a follower: a turn is KIND x y rotation and, with a follower, kind@place",
            ),
            (
                "CRFR 1 0 0 monk@top",
                "\"monk\" is not a kind of follower: the kinds are meeple, big, builder, pig",
            ),
        ] {
            let error = text.parse::<Turn>().unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
        assert!("CRFR 1 0 0 meeple@up".parse::<Turn>().unwrap_err().contains("is no place in a tile"));
    }
}
