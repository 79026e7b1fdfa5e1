//! Says how the rows of a table differ from its logs.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use super::Rows;
use account::UserId;
use engine::{SaltHash, Seat};
use table::{Agreements, ComputerLevel, GameId, Hints, Player, Row, SeriesGame, Settings};

/// Everything that follows from a table's logs, for comparison as JSON. An entry is called like its column if it has one.
#[derive(Serialize)]
struct Comparable<'a> {
    opener: Option<&'a UserId>,
    #[serde(flatten)]
    settings: &'a Settings,
    used_hints: &'a Option<Hints>,
    agreements: &'a Agreements,
    has_invite: bool,
    rematch_of: &'a Option<GameId>,
    series: &'a Option<SeriesGame>,
    imported: &'a Option<Vec<String>>,
    created: DateTime<Utc>,
    #[serde(rename = "place")]
    sort_key: i64,
    revision: u32,
    in_public_lists: bool,
    players: Vec<Option<Occupant<'a>>>,
    salt_hashes: Vec<Option<SaltHash>>,
    reserved_seats: Vec<Option<&'a UserId>>,
    invitations: Vec<(&'a UserId, bool, DateTime<Utc>)>,
    #[serde(flatten)]
    row: &'a Row,
    seats_agree: bool,
    results: Vec<(Seat, &'static str)>,
    job: Option<(&'static str, String)>,
    waiting: Vec<(&'a UserId, &'static str)>,
    notifications: Vec<(u32, &'a UserId, &'static str)>,
    attendance: Vec<(u32, &'a UserId, &'static str, u32)>,
    facets: &'a [(i64, String)],
}

impl<'a> Comparable<'a> {
    fn of(Rows { table, row: stored, waiting, notifications, attendance }: &'a Rows) -> Self {
        let invitations = table.invitations().iter();
        Self {
            opener: table.opener.as_ref().map(|opener| &opener.id),
            settings: &table.settings,
            used_hints: &table.hints,
            agreements: &table.agreements,
            has_invite: table.invite.is_some(),
            rematch_of: &table.rematch_of,
            series: &table.series,
            imported: &table.imported,
            created: table.created,
            sort_key: table.sort_key,
            revision: stored.revision,
            in_public_lists: stored.public,
            players: table.seats().into_iter().map(|player| player.map(Occupant::of)).collect(),
            salt_hashes: table.salt_hashes(),
            reserved_seats: table.reserved().into_iter().map(|person| Some(&person?.id)).collect(),
            invitations: invitations.map(|one| (&one.person.id, one.declined, one.at)).collect(),
            row: &stored.row,
            seats_agree: stored.seats_agree,
            results: stored.results.iter().map(|(seat, result)| (*seat, result.word())).collect(),
            job: stored.job.as_ref().map(|job| (job.kind(), job.payload())),
            waiting: waiting.iter().map(|(user, kind)| (user, kind.word())).collect(),
            notifications: notifications.iter().map(|one| (one.n, &one.user, one.kind.word())).collect(),
            facets: &stored.facets,
            attendance: attendance
                .iter()
                .map(|one| (one.n, &one.user, one.kind.word(), one.kind.turns()))
                .collect(),
        }
    }

    fn entries(&self) -> Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(entries)) => entries,
            other => unreachable!("plain values always serialize: {other:?}"),
        }
    }
}

/// A seat's user or level, without names, which logs don't contain.
#[derive(PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Occupant<'a> {
    User(&'a UserId),
    Computer(ComputerLevel),
}

impl<'a> Occupant<'a> {
    pub const fn of(player: &'a Player) -> Self {
        match player {
            Player::User(person) => Self::User(&person.id),
            Player::Computer(level) => Self::Computer(*level),
        }
    }
}

/// One line per difference.
pub(super) fn compare(stored: &Rows, right: &Rows) -> Vec<String> {
    let id = &right.table.id;
    let (stored, right) = (Comparable::of(stored).entries(), Comparable::of(right).entries());
    let names: BTreeSet<&String> = stored.keys().chain(right.keys()).collect();
    let line = |name: &String| {
        let (old, new) = (stored.get(name).unwrap_or(&Value::Null), right.get(name).unwrap_or(&Value::Null));
        (old != new).then(|| format!("game {id}, {name}: {old} is stored, {new} follows from the log"))
    };
    names.into_iter().filter_map(line).collect()
}
