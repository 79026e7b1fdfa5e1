//! Stored tables, without the logs of their games.

use std::sync::LazyLock;

use quick_cache::sync::Cache;
use serde::Serialize;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AnyPool};

use crate::StoreError;
use crate::row::{Reader, fetch_each, time};
use account::UserId;
use engine::{DrawSecret, Ruleset, SaltHash, Seat};
use table::{
    Aids, CommittedSalt, Finished, GameId, InProgress, Invitation, Invitations, Invite, Level, MissedTurns,
    Person, Player, Revealing, Stage, Status, Table, TimeControl, Visibility, Waiting, WaitingSeat,
};

/// Selects the columns of a [`Table`] from `games g`. The arguments continue the statement from `FROM` on.
macro_rules! tables {
    ($($rest:tt)+) => {
        concat!(
            "SELECT g.id, g.opener, g.rules, g.rules_version, g.seat_count, g.public, g.invite, g.clock_days, g.secret, g.created,
                 g.listed, g.revision, g.status, g.last_n, g.changed, g.to_move, g.deadline, g.hand, g.scores, g.winners, g.handicaps, g.aids, g.hints, g.rematch_of,
                 (SELECT string_agg(CAST(k.seat AS TEXT) || ' ' || k.user_id || '    ' || u.name, '\n' ORDER BY k.seat)
                  FROM kept_seats k JOIN users u ON u.id = k.user_id WHERE k.game = g.id) AS kept,
                 (SELECT string_agg(CAST(i.at AS TEXT) || ' ' || CAST(i.declined AS TEXT) || ' ' || i.user_id || ' ' || u.name, '\n')
                  FROM invitations i JOIN users u ON u.id = i.user_id WHERE i.game = g.id) AS invited,
                 (SELECT u.name FROM users u WHERE u.id = g.opener) AS opener_name,
                 (SELECT string_agg(CAST(s.seat AS TEXT) || ' ' || COALESCE(s.user_id, '') || ' ' ||
                                    COALESCE(s.computer, '') || ' ' || COALESCE(s.salt_hash, '') || ' ' ||
                                    CASE WHEN s.salt = '' THEN '0' ELSE '1' END || ' ' || COALESCE(u.name, ''), '\n' ORDER BY s.seat)
                  FROM seats s LEFT JOIN users u ON u.id = s.user_id WHERE s.game = g.id) AS players
 ",
            $($rest)+
        )
    };
}
pub(super) use tables;

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
    row.flag("public")?;
    let visibility = match row.maybe_text("invite")? {
        None => Visibility::Public,
        Some(_) => Visibility::Invited(row.parsed("invite", Invite::parse)?),
    };
    let rematch_of = match row.maybe_text("rematch_of")? {
        None => None,
        Some(_) => Some(row.parsed("rematch_of", GameId::parse)?),
    };
    Ok(Table {
        id: row.parsed("id", GameId::parse)?,
        opener: Person { id: row.parsed("opener", UserId::parse)?, name: row.text("opener_name")? },
        rules: read_rules(row)?,
        time_control: TimeControl::of_days(row.maybe_number("clock_days")?),
        missed_turns: MissedTurns::default(),
        aids: row.parsed("aids", Aids::parse)?,
        hints: row.json("hints")?,
        handicaps: row.json("handicaps")?,
        visibility,
        rematch_of,
        created: row.time("created")?,
        changed: row.time("changed")?,
        place: row.number("listed")?,
        revision: row.number("revision")?,
        stage: read_stage(row)?,
    })
}

fn read_stage(row: &Reader<'_>) -> Result<Stage, StoreError> {
    let (players, salts): (Vec<_>, Vec<_>) = read_players(row, "players")?.into_iter().unzip();
    // Read every column regardless of the status, so that damage is always detected.
    let reserved = read_players(row, "kept")?;
    let invitations = read_invitations(row)?;
    let (last, to_move) = (row.number("last_n")?, row.maybe_number("to_move")?.map(Seat));
    let (hand, scores, winners) = (row.json("hand")?, row.json("scores")?, row.json("winners")?);
    let deadline = row.maybe_time("deadline")?;
    Ok(match (row.parsed("status", Status::parse)?, deadline) {
        (Status::Open, Some(until)) => Stage::Revealing(Revealing { players, salts, until }),
        (Status::Open, None) => {
            let seats = players.into_iter().zip(salts).zip(reserved);
            let seats = seats.map(|((player, salt), (reserved, _))| WaitingSeat {
                player,
                reserved: reserved.as_ref().and_then(Player::person).cloned(),
                salt_hash: salt.map(|salt| salt.hash),
            });
            Stage::Waiting(Waiting { seats: seats.collect(), invitations })
        }
        (Status::Playing, _) => {
            Stage::InProgress(InProgress { players, last, to_move, deadline, hand, scores })
        }
        (Status::Finished, _) => Stage::Finished(Finished { players, last, scores, winners }),
    })
}

/// Reads the draw secret from a row of [`tables!`].
pub(super) fn read_secret(row: &Reader<'_>) -> Result<DrawSecret, StoreError> {
    row.parsed("secret", DrawSecret::from_hex)
}

/// Rules by version and text. Most games of a list have the same.
static KNOWN_RULES: LazyLock<Cache<(u32, String), Ruleset>> = LazyLock::new(|| Cache::new(200));

fn read_rules(row: &Reader<'_>) -> Result<Ruleset, StoreError> {
    let stored = (row.number("rules_version")?, row.text("rules")?);
    if let Some(known) = KNOWN_RULES.get(&stored) {
        return Ok(known);
    }
    let rules = Ruleset::from_stored(stored.0, &stored.1).map_err(|error| {
        let column = if error.parameter == "rules_version" { "rules_version" } else { "rules" };
        row.bad(column, error)
    })?;
    KNOWN_RULES.insert(stored, rules.clone());
    Ok(rules)
}

/// A seat's occupant, and what they have committed to.
type ReadSeat = (Option<Player>, Option<CommittedSalt>);

/// Parses seats from lines of `seat user computer salt-hash revealed name`.
fn read_players(row: &Reader<'_>, column: &'static str) -> Result<Vec<ReadSeat>, StoreError> {
    let mut seats = vec![(None, None); row.number::<u8>("seat_count")?.into()];
    for line in row.maybe_text(column)?.unwrap_or_default().lines() {
        let bad = || row.bad(column, format_args!("{line:?} is not a seat"));
        let mut parts = line.splitn(6, ' ');
        let mut next = || parts.next().ok_or_else(bad);
        let seat: usize = next()?.parse().map_err(|_| bad())?;
        let (user, computer) = (next()?, next()?);
        let salt = match (next()?, next()?) {
            ("", _) => None,
            (hash, revealed) => {
                let hash = SaltHash::from_hex(hash).ok_or_else(bad)?;
                Some(CommittedSalt { hash, revealed: revealed == "1" })
            }
        };
        let player = match (user, computer, next()?) {
            ("", level, _) => Player::Computer(Level::parse(level).ok_or_else(bad)?),
            (id, "", name) => {
                Player::User(Person { id: UserId::parse(id).ok_or_else(bad)?, name: name.to_owned() })
            }
            _ => return Err(bad()),
        };
        *seats.get_mut(seat).ok_or_else(bad)? = (Some(player), salt);
    }
    Ok(seats)
}

/// Parses invitations from lines of `at declined user name`.
fn read_invitations(row: &Reader<'_>) -> Result<Invitations, StoreError> {
    let mut invitations = Invitations::default();
    for line in row.maybe_text("invited")?.unwrap_or_default().lines() {
        let read = || {
            let mut parts = line.splitn(4, ' ');
            let at = time(parts.next()?.parse().ok()?)?;
            let declined = parts.next()? == "1";
            let id = UserId::parse(parts.next()?)?;
            Some(Invitation { person: Person { id, name: parts.next()?.to_owned() }, at, declined })
        };
        let bad = || row.bad("invited", format_args!("{line:?} is not an invitation"));
        invitations.insert(read().ok_or_else(bad)?);
    }
    Ok(invitations)
}

pub(super) fn json(value: &impl Serialize) -> String {
    match serde_json::to_string(value) {
        Ok(json) => json,
        Err(error) => unreachable!("plain values always serialize: {error}"),
    }
}
