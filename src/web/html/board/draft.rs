//! Turns that are not confirmed yet: read from queries and forms.

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::urls::Draft;
use crate::locale::Message;
use engine::{Cell, Follower, FollowerKind, Rotation, TileKind, Turn};

/// Reads tile, cell, rotation and follower from a query, or from the form of a turn.
pub(crate) fn read(fields: &Fields) -> Result<Draft, PageError> {
    let (x, y) = (coordinate(fields, "x")?, coordinate(fields, "y")?);
    let rotation = match fields.parsed::<u8>("rotation")? {
        None => None,
        Some(quarters) => {
            Some(Rotation::try_from(quarters).map_err(|_| PageError::bad_request("request-rotation"))?)
        }
    };
    let follower = match fields.optional("follower")?.filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(follower(text)?),
    };
    Ok(Draft { tile: fields.needed::<TileKind>("tile")?, position: Cell::new(x, y), rotation, follower })
}

fn coordinate(fields: &Fields, name: &str) -> Result<i16, PageError> {
    fields.needed::<i16>(name)
}

/// Reads the form value of a follower.
pub(crate) fn follower(text: &str) -> Result<Follower, PageError> {
    let shown: String = text.chars().take(40).collect();
    let wrong = || PageError::BadRequest(Message::new("request-follower").with("value", &shown));
    let (kind, place) = text.split_once('@').ok_or_else(wrong)?;
    let kind = FollowerKind::ALL.into_iter().find(|known| known.word() == kind).ok_or_else(wrong)?;
    Ok(Follower { kind, on: place.parse().map_err(|_| wrong())? })
}

/// The turn of a complete draft.
pub(crate) fn turn_of(draft: Draft) -> Turn {
    Turn {
        tile: draft.tile,
        position: draft.position,
        rotation: draft.rotation.unwrap_or(Rotation::R0),
        follower: draft.follower,
    }
}

/// The draft of a turn.
pub(crate) const fn of(turn: Turn) -> Draft {
    let Turn { tile, position, rotation, follower } = turn;
    Draft { tile, position, rotation: Some(rotation), follower }
}
