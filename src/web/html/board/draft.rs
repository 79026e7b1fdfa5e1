//! Turns that are not confirmed yet: read from queries and forms, and laid on the board.

use crate::engine::{Cell, Follower, FollowerKind, Game, Rotation, TileKind, Turn, legal};
use crate::web::html::wording::refusal;
use crate::web::http::error::PageError;
use crate::web::http::fields::Fields;
use crate::web::http::urls::Draft;
use crate::web::locale::{Locale, Message};

/// Reads tile, cell, rotation and follower from a query, or from the form of a turn.
pub(in crate::web) fn read(fields: &Fields) -> Result<Draft, PageError> {
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
pub(in crate::web) fn follower(text: &str) -> Result<Follower, PageError> {
    let shown: String = text.chars().take(40).collect();
    let wrong = || PageError::BadRequest(Message::new("request-follower").with("value", &shown));
    let (kind, place) = text.split_once('@').ok_or_else(wrong)?;
    let kind = FollowerKind::ALL.into_iter().find(|known| known.word() == kind).ok_or_else(wrong)?;
    Ok(Follower { kind, on: place.parse().map_err(|_| wrong())? })
}

/// The turn of a complete draft.
pub(in crate::web) fn turn_of(draft: Draft) -> Turn {
    Turn {
        tile: draft.tile,
        position: draft.position,
        rotation: draft.rotation.unwrap_or(Rotation::R0),
        follower: draft.follower,
    }
}

/// The draft as a turn, in the first rotation that fits unless it names one. An illegal follower is dropped.
pub(in crate::web) fn laid_down(locale: Locale, game: &Game, draft: Draft) -> Result<Turn, String> {
    let Draft { tile, position, rotation, follower } = draft;
    let at = |rotation| Turn { tile, position, rotation, follower: None };
    let rotation = match rotation {
        Some(rotation) => rotation,
        None => Rotation::ALL
            .into_iter()
            .find(|&rotation| legal::check(game, &at(rotation)).is_ok())
            .ok_or_else(|| locale.text("refusal-fits-nowhere").with("cell", position).to_string())?,
    };
    let turn = at(rotation);
    legal::check(game, &turn).map_err(|refusal| refusal::sentence(locale, &refusal))?;
    let with = Turn { follower, ..turn };
    Ok(if legal::check(game, &with).is_ok() { with } else { turn })
}

/// The next rotation clockwise in which the tile fits the cell and looks different; `None` if this is the only one.
pub(in crate::web) fn next_rotation(game: &Game, turn: Turn) -> Option<Rotation> {
    let fits = |rotation: &Rotation| {
        let differs = !turn.tile.def().is_same_turned(*rotation + turn.rotation.inverse());
        differs && legal::check(game, &Turn { rotation: *rotation, follower: None, ..turn }).is_ok()
    };
    (1..4).map(|step| turn.rotation + Rotation::from_quarters(step)).find(fits)
}
