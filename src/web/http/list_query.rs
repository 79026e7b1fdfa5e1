//! What a query asks for of a list of games.

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::urls::ListQuery;
use engine::Preset;
use table::{Cursor, Expansions, Filter, Status};

/// Of the user's own games, or of all public ones.
pub fn read_list_query(fields: &Fields, mine: bool) -> Result<ListQuery, PageError> {
    let player = fields.optional("player")?.map(str::trim).filter(|name| !name.is_empty());
    let filter = Filter {
        status: fields.chosen("status", Status::parse)?,
        player: player.map(|name| name.chars().take(40).collect()),
        preset: fields
            .chosen("rules", |word| Preset::ALL.into_iter().find(|preset| preset.word() == word))?,
        expansions: fields
            .chosen("expansions", |word| Expansions::ALL.into_iter().find(|wanted| wanted.word() == word))?,
        oldest_first: fields.chosen("sort", |word| (word == "oldest").then_some(()))?.is_some(),
    };
    let from = match (fields.parsed("after")?, fields.parsed("before")?) {
        (_, Some(place)) => Some(Cursor::Before(place)),
        (Some(place), None) => Some(Cursor::After(place)),
        (None, None) => None,
    };
    Ok(ListQuery { mine, filter, from })
}
