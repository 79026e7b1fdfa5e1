//! Compares derived columns with the event logs and repairs them.

use sqlx::AnyConnection;
use sqlx::any::AnyRow;

use crate::attendance::{add_attendance, remove_attendance};
use crate::batch::Batch;
use crate::columns::{ROW_COLUMNS, read_row, set_row, set_table};
use crate::facets::set_facets;
use crate::invitations::{add_invitation, remove_invitations};
use crate::jobs::change_jobs;
use crate::notifications::{remove_notifications, restore_notifications};
use crate::outcome::copy_to_seats;
use crate::results::set_results;
use crate::row::{Reader, fetch_each};
use crate::statement::query;
use crate::table_event::{Occupant, add_seat, free_reserved_seats, reserve_seat};
use crate::waiting::{change_turn, keep_past_turn};
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError};
use account::UserId;
use engine::Seat;
use table::{
    Attendance, ComputerLevel, GameId, GameResult, Invitation, Job, JobChange, Notification, Player, Row,
    SeatResult, Table, TurnChange, turn_key,
};

/// The stored columns, beside those of [`Table`], that derive from the logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredRow {
    pub row: Row,
    /// The number of the last table event.
    pub revision: u32,
    /// Whether public lists include the table.
    pub public: bool,
    /// Whether the columns that seats copy for their owners' lists match the table.
    pub seats_agree: bool,
    /// The scheduled job for the game's next turn.
    pub job: Option<Job>,
    /// Of computer players against people, by seat.
    pub results: Vec<(Seat, GameResult)>,
    /// When the game ended, in Unix milliseconds, and what it can be searched by, in order.
    pub facets: Vec<(i64, String)>,
    /// Whether a job is still to write those.
    pub is_indexing: bool,
}

/// The changes that repair a table's derived data.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The correct table.
    pub table: Table,
    /// The correct derived columns.
    pub row: Row,
    /// Seats with wrong players or salt hashes.
    pub seats: Vec<Seat>,
    /// The players' salts by seat; empty before the start.
    pub salts: Vec<Option<String>>,
    /// Whose turn it is.
    pub turn: TurnChange,
    /// Notifications to add.
    pub missing: Vec<Notification>,
    /// Notifications to delete.
    pub wrong: Vec<Notification>,
    /// What the game says about how reliable its players are; `None` if that is stored.
    pub attendance: Option<Vec<Attendance>>,
    /// The changes that leave the correct job.
    pub jobs: Vec<JobChange>,
    /// The correct results of computer players.
    pub results: Vec<SeatResult>,
    /// What the game can be searched by; `None` if that is stored.
    pub facets: Option<Vec<String>>,
}

impl Store {
    /// Up to `limit` ids in ascending order, starting after `after`, and why others can't be read.
    pub async fn all_tables(
        &self,
        after: Option<&GameId>,
        limit: u32,
    ) -> Result<Vec<Result<GameId, StoreError>>, StoreError> {
        let query = sqlx::query("SELECT id FROM games WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after.map_or("", GameId::as_str))
            .bind(i64::from(limit));
        let read = |row: AnyRow| Reader::new(&row, "games", "id")?.parsed("id", GameId::parse);
        let rows = fetch_each(&self.readers, query).await?;
        let mut ids: Vec<_> = rows.into_iter().map(|row| row.and_then(read)).collect();
        if let Some(last) = ids.iter().rposition(Result::is_ok) {
            // Those after it come again with the next page.
            ids.truncate(last + 1);
        }
        Ok(ids)
    }

    /// The stored columns of a table that derive from its logs.
    pub async fn row(&self, game: &GameId) -> Result<Option<StoredRow>, StoreError> {
        let row = query(format!(
            "SELECT g.id, {ROW_COLUMNS}, g.revision, g.public,
                 (SELECT COUNT(*) FROM seats s WHERE s.game = g.id
                  AND (s.status <> g.status OR s.public <> g.public OR s.listed <> g.listed)) AS disagreeing,
                 (SELECT j.kind || ' ' || j.payload FROM jobs j WHERE j.unique_key = $2) AS job,
                 (SELECT string_agg(CAST(s.seat AS TEXT) || ' ' || s.result, '\n' ORDER BY s.seat)
                  FROM seats s WHERE s.game = g.id AND s.result IS NOT NULL) AS results,
                 (SELECT string_agg(CAST(f.ended AS TEXT) || ' ' || f.facet, '\n') FROM game_facets f WHERE f.game = g.id) AS facets,
                 (SELECT COUNT(*) FROM jobs j WHERE j.unique_key IN ($3, $4)) AS indexing
             FROM games g WHERE g.id = $1"
        ))
        .bind(game.as_str())
        .bind(turn_key(game))
        .bind(Job::IndexGame(game.clone()).key())
        .bind(Job::IndexGames(None).key())
        .fetch_optional(&self.readers)
        .await?;
        row.map(|row| read_stored(&Reader::new(&row, "games", "id")?)).transpose()
    }

    /// Stores a repair. `false`: the table has changed since `stored` was read, and nothing was repaired.
    pub async fn repair(
        &self,
        stored: &StoredRow,
        repair: Repair,
        change_message: Option<String>,
    ) -> Result<bool, StoreError> {
        let write = (stored.clone(), repair);
        let repair = self.writer.write_and_notify(change_message, write, |tx, (stored, repair)| {
            Box::pin(async move {
                let same = sqlx::query(
                    "UPDATE games SET last_n = $2 WHERE id = $1 AND last_n = $2 AND changed = $3 AND revision = $4 AND plans_n = $5",
                )
                .bind(repair.table.id.as_str())
                .bind(i64::from(stored.row.last))
                .bind(stored.row.changed.timestamp_millis())
                .bind(i64::from(stored.revision))
                .bind(i64::from(repair.table.plans.changes()))
                .execute(&mut *tx)
                .await?;
                if same.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                repair_all(tx, repair).await?;
                Ok(Commit(true))
            })
        });
        repair.await
    }
}

async fn repair_all(tx: &mut AnyConnection, repair: &Repair) -> Result<(), StoreError> {
    let game = &repair.table.id;
    repair_seats(tx, repair).await?;
    free_reserved_seats(tx, game).await?;
    for (seat, person) in (0..).map(Seat).zip(repair.table.reserved()) {
        if let Some(person) = person {
            reserve_seat(tx, game, seat, &person.id).await?;
        }
    }
    remove_invitations(tx, game).await?;
    for Invitation { person, at, declined } in repair.table.invitations() {
        add_invitation(tx, game, &person.id, *declined, *at).await?;
    }
    remove_notifications(tx, game, &repair.wrong).await?;
    if repair.attendance.is_some() {
        remove_attendance(tx, game).await?;
    }
    let mut batch = Batch::default();
    set_table(&mut batch, &repair.table);
    set_row(&mut batch, game, &repair.row, repair.table.plans.changes());
    copy_to_seats(&mut batch, game);
    batch.add("UPDATE seats SET result = NULL WHERE game = $1", [game.as_str().into()]);
    set_results(&mut batch, game, &repair.results);
    if repair.turn.ended.is_some() {
        keep_past_turn(&mut batch, game, repair.row.changed);
    }
    change_turn(&mut batch, game, &repair.turn);
    restore_notifications(&mut batch, game, &repair.missing);
    add_attendance(&mut batch, game, repair.attendance.as_deref().unwrap_or_default());
    change_jobs(&mut batch, &repair.jobs, repair.row.changed);
    if let Some(facets) = &repair.facets {
        set_facets(&mut batch, game, repair.row.changed, facets);
    }
    Ok(batch.execute(tx).await?)
}

/// Writes the correct players into the wrong seats; their salts stay. A seat whose row is missing gets its salt from
/// the game's header; before the start a revealed salt is lost, and its player has to reveal it again.
async fn repair_seats(tx: &mut AnyConnection, repair: &Repair) -> Result<(), StoreError> {
    let game = &repair.table.id;
    // Empty them first: two players may be in each other's seats.
    for seat in &repair.seats {
        sqlx::query("UPDATE seats SET user_id = NULL, computer = NULL WHERE game = $1 AND seat = $2")
            .bind(game.as_str())
            .bind(i64::from(seat.0))
            .execute(&mut *tx)
            .await?;
    }
    for &seat in &repair.seats {
        let Some(player) = repair.table.player(seat) else {
            sqlx::query("DELETE FROM seats WHERE game = $1 AND seat = $2")
                .bind(game.as_str())
                .bind(i64::from(seat.0))
                .execute(&mut *tx)
                .await?;
            continue;
        };
        let salt_hash = repair.table.salt_hashes().get(seat.index()).copied().flatten();
        let filled = sqlx::query(
            "UPDATE seats SET user_id = $3, computer = $4, salt_hash = $5 WHERE game = $1 AND seat = $2",
        )
        .bind(game.as_str())
        .bind(i64::from(seat.0))
        .bind(player.user().map(UserId::as_str))
        .bind(player.level().map(ComputerLevel::word))
        .bind(salt_hash.map(String::from))
        .execute(&mut *tx)
        .await?;
        if filled.rows_affected() == 0 {
            let salt = repair.salts.get(seat.index()).and_then(Option::as_deref).unwrap_or_default();
            let occupant = match player {
                Player::User(person) => Occupant::User { user: &person.id, salt_hash, salt },
                Player::Computer(level) => Occupant::Computer(*level),
            };
            add_seat(tx, game, seat, occupant).await?;
        }
    }
    Ok(())
}

fn read_stored(row: &Reader<'_>) -> Result<StoredRow, StoreError> {
    let job =
        row.maybe_parsed("job", |job| job.split_once(' ').and_then(|(kind, of)| Job::parse(kind, of)))?;
    let mut facets =
        row.packed("facets", ("a facet", 2), |fields| Some((fields.parsed()?, fields.text()?.to_owned())))?;
    facets.sort();
    Ok(StoredRow {
        facets,
        is_indexing: row.number::<u32>("indexing")? > 0,
        row: read_row(row)?,
        revision: row.number("revision")?,
        public: row.flag("public")?,
        seats_agree: row.number::<u32>("disagreeing")? == 0,
        job,
        results: row.packed("results", ("a result", 2), |fields| {
            Some((Seat(fields.parsed()?), GameResult::parse(fields.text()?)?))
        })?,
    })
}
