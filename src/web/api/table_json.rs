//! Tables as JSON.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::api::problem::ApiError;
use account::Maker;
use engine::Ruleset;
use table::{Person, Player, Row, Settings, Table};

/// A person with an account, or a guest.
#[derive(Serialize, ToSchema)]
#[schema(as = Person)]
pub(super) struct PersonJson {
    id: String,
    name: String,
    /// Who made the account, if a program plays with it.
    bot_of: Option<MakerJson>,
}

/// A person who has made a bot.
#[derive(Serialize, ToSchema)]
#[schema(as = Maker)]
pub(super) struct MakerJson {
    id: String,
    name: String,
}

/// The place of a game in a series.
#[derive(Serialize, ToSchema)]
pub(super) struct SeriesPlace {
    id: String,
    /// The number of the game, from 1.
    n: u32,
}

/// A seat of a table.
#[derive(Serialize, ToSchema)]
#[schema(as = Seat)]
pub(super) struct SeatJson {
    /// From 0.
    seat: usize,
    /// Who has the seat, if a person does.
    player: Option<PersonJson>,
    /// The level of the computer that has the seat, from `one` to `eight`.
    computer: Option<&'static str>,
    /// For whom the seat is reserved before the start.
    reserved: Option<PersonJson>,
}

/// A table that is set up or played.
#[derive(Serialize, ToSchema)]
#[schema(as = Table)]
pub(super) struct TableJson {
    id: String,
    /// Who opened it; `null` if only computers play.
    opener: Option<PersonJson>,
    created: DateTime<Utc>,
    /// The game that it is a rematch of.
    rematch_of: Option<String>,
    /// The series that the game belongs to.
    series: Option<SeriesPlace>,
    /// The names of the players of a game that was imported, by seat; empty where a player has an account. `null`: it is played here.
    imported: Option<Vec<String>>,
    seats: Vec<SeatJson>,
    /// What it was opened with.
    #[schema(value_type = SettingsBody)]
    settings: Map<String, Value>,
    /// How far it is: `status`, `last_n` (the number of the last event), `changed`, `to_move` (a seat), `computer_to_move`, `deadline`,
    /// `offered`, `hand` (tiles), `scores` (by seat) and `winners` (seats).
    #[schema(value_type = Object)]
    state: Row,
}

impl MakerJson {
    pub fn of(maker: &Maker) -> Self {
        Self { id: maker.id.to_string(), name: maker.name.clone() }
    }
}

impl PersonJson {
    pub fn of(person: &Person) -> Self {
        Self {
            id: person.id.to_string(),
            name: person.name.clone(),
            bot_of: person.bot_of.as_ref().map(MakerJson::of),
        }
    }
}

impl TableJson {
    pub fn of(table: &Table) -> Self {
        let reserved = table.reserved();
        let seat = |(seat, player): (usize, Option<&Player>)| SeatJson {
            seat,
            player: player.and_then(Player::person).map(PersonJson::of),
            computer: player.and_then(Player::level).map(table::ComputerLevel::word),
            reserved: reserved.get(seat).copied().flatten().map(PersonJson::of),
        };
        Self {
            id: table.id.to_string(),
            opener: table.opener.as_ref().map(PersonJson::of),
            created: table.created,
            rematch_of: table.rematch_of.as_ref().map(ToString::to_string),
            series: table.series.as_ref().map(|place| SeriesPlace { id: place.id.to_string(), n: place.n }),
            imported: table.imported.clone(),
            seats: table.seats().into_iter().enumerate().map(seat).collect(),
            settings: settings(&table.settings),
            state: table.row().cloned().unwrap_or_else(|| Row::waiting(table)),
        }
    }

    pub fn list(tables: &[Table]) -> Vec<Self> {
        tables.iter().map(Self::of).collect()
    }
}

/// Settings with rules as records have them: a preset, and what differs from it.
pub(super) fn settings(settings: &Settings) -> Map<String, Value> {
    let stored = serde_json::from_str(&settings.to_stored_json());
    let mut fields: Map<String, Value> = stored.unwrap_or_default();
    fields.insert("rules".to_owned(), serde_json::to_value(&settings.rules).unwrap_or_default());
    fields
}

/// What a table is opened with. What is left out is as on the page for new tables: a public table without a clock.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(super) struct SettingsBody {
    /// As in records: `preset`, and the parameters that differ from it.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    rules: Option<Ruleset>,
    #[serde(flatten)]
    #[schema(value_type = Object)]
    others: Map<String, Value>,
}

impl SettingsBody {
    pub fn settings(self) -> Result<Settings, ApiError> {
        let default = Settings::default();
        let mut fields: Map<String, Value> =
            serde_json::from_str(&default.to_stored_json()).unwrap_or_default();
        fields.extend(self.others);
        let rules = self.rules.unwrap_or(default.rules);
        Settings::from_stored_json(&rules, &Value::Object(fields).to_string())
            .map_err(|error| ApiError::bad_body(Some("settings".to_owned()), &error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive_a_round_trip_through_json() {
        let changed = Settings { public: false, take_backs: 2, handicaps: vec![0, 5], ..Settings::default() };
        for given in [Settings::default(), changed] {
            let body: SettingsBody = serde_json::from_value(Value::Object(settings(&given))).unwrap();
            assert_eq!(body.settings().unwrap(), given);
        }
        let left_out: SettingsBody = serde_json::from_str(r#"{"rules":{"preset":"abbeys"}}"#).unwrap();
        assert_eq!(left_out.settings().unwrap().rules.preset, engine::Preset::Abbeys);
        let unknown: SettingsBody = serde_json::from_str(r#"{"colour":"red"}"#).unwrap();
        assert!(unknown.settings().is_err());
    }
}
