//! Stored tables, without the logs of their games.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyPool};

use crate::StoreError;
use crate::columns::{ROW_COLUMNS, read_row, read_settings};
use crate::row::{Reader, fetch_each, time};
use crate::statement::query;
use account::{Maker, SeriesId, UserId};
use engine::{DrawSecret, SaltHash, Seat};
use table::{
    Agreements, CommittedSalt, ComputerLevel, GameId, Invitation, Invitations, Invite, Person, Plan, Plans,
    Player, Revealing, SeriesGame, Stage, Table, Waiting, WaitingSeat,
};

/// Selects the columns of a [`Table`] from `games g`. `rest` continues the statement from `FROM` on.
pub(super) fn select_tables(rest: &str) -> Query<'static, Any, AnyArguments> {
    select_of("g.id", "", rest)
}

/// Selects the same of the game `$1`.
pub(super) fn select_table() -> Query<'static, Any, AnyArguments> {
    select_table_with("")
}

/// Selects the same of the game `$1`, and `more` columns, with a comma before each.
pub(super) fn select_table_with(more: &str) -> Query<'static, Any, AnyArguments> {
    // Subqueries about a parameter instead of the row: Citus plans them seven times faster.
    select_of("$1", more, "FROM games g WHERE g.id = $1")
}

fn select_of(game: &str, more: &str, rest: &str) -> Query<'static, Any, AnyArguments> {
    query(format!(
        "SELECT g.id, g.opener, g.rules, g.rules_version, g.settings, g.clock_days, g.handicaps, g.aids, g.seat_count, g.public,
             g.invite, g.secret, g.created, g.listed, g.revision, g.hints, g.agreements, g.plans_n, g.rematch_of, g.series, g.series_n, g.imported, {ROW_COLUMNS},
             (SELECT string_agg(CAST(k.seat AS TEXT) || ' ' || k.user_id || '    ', '\n' ORDER BY k.seat)
              FROM kept_seats k WHERE k.game = {game}) AS kept,
             (SELECT string_agg(CAST(i.at AS TEXT) || ' ' || CAST(i.declined AS TEXT) || ' ' || i.user_id, '\n')
              FROM invitations i WHERE i.game = {game}) AS invited,
             (SELECT string_agg(CAST(s.seat AS TEXT) || ' ' || COALESCE(s.user_id, '') || ' ' ||
                                COALESCE(s.computer, '') || ' ' || COALESCE(s.salt_hash, '') || ' ' ||
                                CASE WHEN s.salt = '' THEN '0' ELSE '1' END || ' ' || COALESCE(s.plan, ''), '\n' ORDER BY s.seat)
              FROM seats s WHERE s.game = {game}) AS players,
             (SELECT string_agg(u.id || ' ' || COALESCE(u.maker, '') || ' ' || COALESCE(m.name, '') || ' ' || u.name, '\n')
              FROM (SELECT s.user_id FROM seats s WHERE s.game = {game}
                    UNION ALL SELECT k.user_id FROM kept_seats k WHERE k.game = {game}
                    UNION ALL SELECT i.user_id FROM invitations i WHERE i.game = {game}
                    UNION ALL SELECT o.opener FROM games o WHERE o.id = {game}) p
              JOIN users u ON u.id = p.user_id LEFT JOIN users m ON m.id = u.maker) AS people{more}
         {rest}"
    ))
}

/// The tables of a list. Those that can't be read are logged and left out, so that one damaged row doesn't hide the others.
pub(super) async fn readable_tables(
    pool: &AnyPool,
    query: Query<'_, Any, AnyArguments>,
) -> Result<Vec<Table>, StoreError> {
    let read = |row: AnyRow| read_table(&Reader::new(&row, "games", "id")?);
    let rows = fetch_each(pool, query).await?.into_iter();
    Ok(rows.filter_map(|row| readable(row.and_then(read))).collect())
}

/// `None`, with a line in the log, if a row of a list can't be read.
pub(super) fn readable<T>(read: Result<T, StoreError>) -> Option<T> {
    read.inspect_err(|error| tracing::error!(%error, "left an unreadable table out of a list")).ok()
}

pub(super) fn read_table(row: &Reader<'_>) -> Result<Table, StoreError> {
    // Lists only are filtered by it.
    row.flag("public")?;
    let invite = row.maybe_parsed("invite", Invite::parse)?;
    let rematch_of = row.maybe_parsed("rematch_of", GameId::parse)?;
    let people = read_people(row)?;
    let opener = row.maybe_text("opener")?.map(|id| {
        let bad = || row.bad("opener", format_args!("there is no user {id:?}"));
        people.get(&*id).cloned().ok_or_else(bad)
    });
    let opener = opener.transpose()?;
    let derived = read_row(row)?;
    let (stage, plans) = read_stage(row, derived.deadline, &people)?;
    let plans = Plans::new(row.number("plans_n")?, plans);
    let table = Table {
        id: row.parsed("id", GameId::parse)?,
        opener,
        settings: read_settings(row)?,
        hints: row.json("hints")?,
        agreements: match row.maybe_text("agreements")? {
            Some(_) => row.json("agreements")?,
            None => Agreements::default(),
        },
        invite,
        rematch_of,
        series: match row.maybe_parsed("series", SeriesId::parse)? {
            Some(id) => Some(SeriesGame { id, n: row.number("series_n")? }),
            None => None,
        },
        imported: match row.maybe_text("imported")? {
            Some(_) => Some(row.json("imported")?),
            None => None,
        },
        created: row.time("created")?,
        sort_key: row.number("listed")?,
        revision: row.number("revision")?,
        plans,
        stage,
    };
    Ok(table.with_game(&derived))
}

/// The stage of a table before the start.
fn read_stage(
    row: &Reader<'_>,
    deadline: Option<DateTime<Utc>>,
    people: &People,
) -> Result<(Stage, Vec<(Seat, Plan)>), StoreError> {
    let seats = read_players(row, "players", people)?;
    let mut plans = Vec::new();
    let (players, salts): (Vec<_>, Vec<_>) = (0..)
        .map(Seat)
        .zip(seats)
        .map(|(seat, (player, salt, plan))| {
            plans.extend(plan.map(|plan| (seat, plan)));
            (player, salt)
        })
        .unzip();
    // Read every column regardless of the stage, so that damage is always detected.
    let reserved = read_players(row, "kept", people)?;
    let invitations = read_invitations(row, people)?;
    if let Some(until) = deadline {
        return Ok((Stage::Revealing(Revealing { players, salts, until }), plans));
    }
    let seats = players.into_iter().zip(salts).zip(reserved);
    let seats = seats.map(|((player, salt), (reserved, ..))| WaitingSeat {
        player,
        reserved: reserved.as_ref().and_then(Player::person).cloned(),
        salt_hash: salt.map(|salt| salt.hash),
    });
    Ok((Stage::Waiting(Waiting { seats: seats.collect(), invitations }), plans))
}

/// Reads the draw secret from a row of [`select_tables`].
pub(super) fn read_secret(row: &Reader<'_>) -> Result<DrawSecret, StoreError> {
    row.parsed("secret", DrawSecret::from_hex)
}

/// A seat's occupant, what they have committed to, and what they have planned.
type ReadSeat = (Option<Player>, Option<CommittedSalt>, Option<Plan>);

/// Reads seats packed as `seat user computer salt-hash revealed plan`.
fn read_players(
    row: &Reader<'_>,
    column: &'static str,
    people: &People,
) -> Result<Vec<ReadSeat>, StoreError> {
    let taken = row.packed(column, ("a seat", 6), |fields| {
        let seat: usize = fields.parsed()?;
        let (user, computer) = (fields.text()?, fields.text()?);
        let salt = match (fields.text()?, fields.text()?) {
            ("", _) => None,
            (hash, revealed) => {
                Some(CommittedSalt { hash: SaltHash::from_hex(hash)?, revealed: revealed == "1" })
            }
        };
        let plan = match fields.text()? {
            "" => None,
            plan => Some(serde_json::from_str(plan).ok()?),
        };
        let player = match (user, computer) {
            ("", level) => Player::Computer(ComputerLevel::parse(level)?),
            (id, "") => Player::User(people.get(id)?.clone()),
            _ => return None,
        };
        Some((seat, (Some(player), salt, plan)))
    })?;
    let mut seats = vec![(None, None, None); row.number::<u8>("seat_count")?.into()];
    for (seat, occupant) in taken {
        let bad = || row.bad(column, format_args!("there is no seat {seat}"));
        *seats.get_mut(seat).ok_or_else(bad)? = occupant;
    }
    Ok(seats)
}

/// The people at a table, by their ids.
type People = HashMap<String, Person>;

/// Reads people packed as `user maker maker-name name`.
fn read_people(row: &Reader<'_>) -> Result<People, StoreError> {
    let people = row.packed("people", ("a user", 4), |fields| {
        let id = fields.text()?;
        let bot_of = match (fields.text()?, fields.text()?) {
            ("", _) => None,
            (maker, name) => Some(Maker { id: UserId::parse(maker)?, name: name.to_owned() }),
        };
        let person = Person { id: UserId::parse(id)?, name: fields.text()?.to_owned(), bot_of };
        Some((id.to_owned(), person))
    })?;
    Ok(people.into_iter().collect())
}

/// Reads invitations packed as `at declined user`.
fn read_invitations(row: &Reader<'_>, people: &People) -> Result<Invitations, StoreError> {
    let invitations = row.packed("invited", ("an invitation", 3), |fields| {
        let (at, declined) = (time(fields.parsed()?)?, fields.flag()?);
        Some(Invitation { person: people.get(fields.text()?)?.clone(), at, declined })
    })?;
    Ok(invitations.into_iter().collect())
}

pub(super) fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(json) => json,
        Err(error) => unreachable!("plain values always serialize: {error}"),
    }
}
