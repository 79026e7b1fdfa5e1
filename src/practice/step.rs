//! Steps of a practice, and how links spell them.

use std::fmt;
use std::str::FromStr;

use engine::{Cell, Follower, FollowerKind, Place, Rotation, Side, TileKind};

/// Something that a player does in a practice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Draw a tile of this kind instead of the last one.
    Choose(TileKind),
    /// Keep the tile that was drawn.
    Keep,
    Move(Move),
    /// Skip the second part of a double turn.
    Pass,
}

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// `None` where all tiles of the hand are alike.
    pub tile: Option<TileKind>,
    pub position: Cell,
    pub rotation: Rotation,
    pub follower: Option<Follower>,
}

/// A text that is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a step")]
pub struct UnreadableStep(String);

impl Step {
    /// Whether it is a turn, or skips one.
    pub const fn is_turn(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Pass)
    }

    /// Steps with full stops between them.
    pub fn read_all(text: &str) -> Result<Vec<Self>, UnreadableStep> {
        text.split('.').filter(|step| !step.is_empty()).map(str::parse).collect()
    }

    pub fn write_all(steps: &[Self]) -> String {
        steps.iter().map(ToString::to_string).collect::<Vec<_>>().join(".")
    }
}

/// A chosen tile is `*CRFR`, a kept one `*`, a skipped part `_`, and a turn `x,y,rotation` with its follower, if any, and before that
/// its tile, if the hand leaves a choice: `1,-2,3`, `1,-2,3,mr1`, `CRFR:1,-2,3`. A follower is a letter for its kind, one for the side
/// of its place, and the number of its part.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose(kind) => write!(f, "*{kind}"),
            Self::Keep => f.write_str("*"),
            Self::Pass => f.write_str("_"),
            Self::Move(Move { tile, position, rotation, follower }) => {
                if let Some(tile) = tile {
                    write!(f, "{tile}:")?;
                }
                write!(f, "{},{},{}", position.x, position.y, rotation.quarters())?;
                follower.map_or(Ok(()), |follower| write_follower(f, follower))
            }
        }
    }
}

impl FromStr for Step {
    type Err = UnreadableStep;

    fn from_str(text: &str) -> Result<Self, UnreadableStep> {
        let step = match text.strip_prefix('*') {
            Some("") => Some(Self::Keep),
            Some(kind) => kind.parse().ok().map(Self::Choose),
            None if text == "_" => Some(Self::Pass),
            None => read_move(text).map(Self::Move),
        };
        step.ok_or_else(|| UnreadableStep(text.chars().take(40).collect()))
    }
}

fn read_move(text: &str) -> Option<Move> {
    let (tile, rest) = match text.split_once(':') {
        Some((tile, rest)) => (Some(tile.parse().ok()?), rest),
        None => (None, text),
    };
    let mut parts = rest.split(',');
    let position = Cell::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let rotation = Rotation::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
    let follower = match parts.next() {
        Some(follower) => Some(read_follower(follower)?),
        None => None,
    };
    parts.next().is_none().then_some(Move { tile, position, rotation, follower })
}

const fn letter(kind: FollowerKind) -> char {
    match kind {
        FollowerKind::Meeple => 'm',
        FollowerKind::Big => 'g',
        FollowerKind::Builder => 'b',
        FollowerKind::Pig => 'p',
    }
}

const fn side_letter(side: Side) -> char {
    match side {
        Side::Top => 't',
        Side::Right => 'r',
        Side::Bottom => 'b',
        Side::Left => 'l',
    }
}

fn write_follower(f: &mut fmt::Formatter<'_>, Follower { kind, on }: Follower) -> fmt::Result {
    write!(f, ",{}", letter(kind))?;
    match on {
        Place::Center => f.write_str("c"),
        Place::Side(side) => write!(f, "{}", side_letter(side)),
        Place::Part(side, part) => write!(f, "{}{part}", side_letter(side)),
    }
}

fn read_follower(text: &str) -> Option<Follower> {
    let mut letters = text.chars();
    let first = letters.next()?;
    let kind = FollowerKind::ALL.into_iter().find(|&kind| letter(kind) == first)?;
    let (place, part) = (letters.next()?, letters.next());
    let side = Side::ALL.into_iter().find(|&side| side_letter(side) == place);
    let on = match (side, part) {
        (None, None) if place == 'c' => Place::Center,
        (Some(side), None) => Place::Side(side),
        (Some(side), Some(part)) => {
            Place::Part(side, u8::try_from(part.to_digit(10)?).ok().filter(|&part| part < 3)?)
        }
        _ => return None,
    };
    letters.next().is_none().then_some(Follower { kind, on })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_as_they_are_written() {
        let text = "1,0,0.-12,3,2,mr1.*CRFR.CRFR:0,-1,1,gc.*._.0,2,3,bt.4,4,0,pl0";
        let steps = Step::read_all(text).unwrap();
        assert_eq!((steps.len(), Step::write_all(&steps)), (8, text.to_owned()));
        assert_eq!(steps.iter().filter(|step| step.is_turn()).count(), 6);
        assert_eq!(Step::read_all(""), Ok(Vec::new()));
    }

    #[test]
    fn other_texts_are_refused() {
        for wrong in [
            "1,0",
            "1,0,4",
            "1,0,0,x",
            "1,0,0,mr3",
            "1,0,0,mr1x",
            "1,0,0,mc1",
            "1,0,0,m",
            "*XXXX",
            "X:1,0,0",
            "1,0,0,mt,mt",
            "40000,0,0",
        ] {
            assert_eq!(wrong.parse::<Step>(), Err(UnreadableStep(wrong.to_owned())));
        }
    }
}
