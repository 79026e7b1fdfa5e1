//! What a query asks for of a list of games.

use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::urls::ListQuery;
use engine::Preset;
use table::{Cursor, Expansions, Filter, Status};

/// No name is longer.
const NAME_LONGEST: usize = 40;

/// The name of a player in a field of a search.
pub fn player_name(fields: &Fields, field: &str) -> Result<Option<String>, PageError> {
    let name = fields.optional(field)?.map(str::trim).filter(|name| !name.is_empty());
    Ok(name.map(|name| name.chars().take(NAME_LONGEST).collect()))
}

pub fn chosen_rules(fields: &Fields) -> Result<Option<Preset>, PageError> {
    fields.chosen("rules", |word| Preset::ALL.into_iter().find(|preset| preset.word() == word))
}

pub fn chosen_expansions(fields: &Fields) -> Result<Option<Expansions>, PageError> {
    fields.chosen("expansions", |word| Expansions::ALL.into_iter().find(|wanted| wanted.word() == word))
}

/// Of the user's own games, or of all public ones.
pub fn read_list_query(fields: &Fields, mine: bool) -> Result<ListQuery, PageError> {
    let filter = Filter {
        status: fields.chosen("status", Status::parse)?,
        player: player_name(fields, "player")?,
        preset: chosen_rules(fields)?,
        expansions: chosen_expansions(fields)?,
        oldest_first: fields.chosen("sort", |word| (word == "oldest").then_some(()))?.is_some(),
    };
    let from = match (fields.parsed("after")?, fields.parsed("before")?) {
        (_, Some(place)) => Some(Cursor::Before(place)),
        (Some(place), None) => Some(Cursor::After(place)),
        (None, None) => None,
    };
    Ok(ListQuery { mine, filter, from })
}
