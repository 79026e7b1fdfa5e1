//! Compares tables, derived columns and notifications with the event logs and repairs them.

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::{Service, StoreError};
use account::UserId;
use engine::{SaltHash, Seat};
use store::{CountedResults, Repair, StoredRow};
use table::{
    GameId, JobChange, Level, Notification, Person, Player, Replay, Row, ScheduledJob, SeatResult, Status,
    Table, Unlogged, Visibility, notifications, seat_results, turn_key,
};

/// Tables fetched at a time.
const PAGE: u32 = 1000;
/// Attempts when a game continues during its rebuild.
const TRIES: u32 = 20;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    /// Tables checked, started or not.
    pub games: u32,
    /// One line per difference; repaired, unless only checked.
    pub differences: Vec<String>,
    /// Why tables couldn't be compared, one line each. They are left as they are.
    pub unreadable: Vec<String>,
}

/// A table's rows apart from its logs, either as stored or as derived.
struct Rows {
    table: Table,
    row: StoredRow,
    notifications: Vec<Notification>,
}

/// What derives from a table's logs.
struct Derived {
    rows: Rows,
    job: Option<ScheduledJob>,
    /// The players' salts by seat; empty before the start.
    salts: Vec<Option<String>>,
    results: Vec<SeatResult>,
}

impl Service {
    /// Compares the rows of all tables with their logs and repairs differences, or only reports them with `check_only`.
    /// Calls `progress` with the number of tables done and the total. Games may continue meanwhile.
    pub async fn rebuild(
        &self,
        check_only: bool,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Rebuilt, StoreError> {
        let mut rebuilt = Rebuilt::default();
        let total = usize::try_from(self.store.count_games().await?).unwrap_or_default();
        let mut done = 0;
        let mut after: Option<GameId> = None;
        loop {
            let mut last = None;
            for id in self.store.all_tables(after.as_ref(), PAGE).await? {
                progress(done, total.max(done));
                rebuilt.games += 1;
                done += 1;
                let id = match id {
                    Ok(id) => &*last.insert(id),
                    Err(error) => {
                        rebuilt.unreadable.push(unreadable_table(&error));
                        continue;
                    }
                };
                match self.rebuild_table(id, check_only).await {
                    Ok(differences) => rebuilt.differences.extend(differences),
                    Err(error) if error.is_damage() => {
                        rebuilt.unreadable.push(unreadable_game(id, &error));
                    }
                    Err(error) => return Err(error),
                }
            }
            if last.is_none() {
                progress(done, done);
                break;
            }
            after = last;
        }
        // Last, since they follow from the seats.
        for level in Level::ALL {
            rebuilt.differences.extend(self.rebuild_results(level, check_only).await?);
        }
        Ok(rebuilt)
    }

    pub(super) async fn rebuild_results(
        &self,
        level: Level,
        check_only: bool,
    ) -> Result<Option<String>, StoreError> {
        let CountedResults { stored, right } = self.store.count_results(level).await?;
        if stored == right {
            return Ok(None);
        }
        if !check_only {
            self.store.repair_results(level).await?;
        }
        let level = level.word();
        Ok(Some(format!("level {level}, results: {stored:?} is stored, {right:?} follows from the seats")))
    }

    pub(super) async fn rebuild_table(
        &self,
        id: &GameId,
        check_only: bool,
    ) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        for _ in 0..TRIES {
            // Read the rows before the logs: if an event is stored in between, the rows are outdated, which is detected
            // below.
            let Some(stored) = self.stored(id).await? else { return Ok(Vec::new()) };
            let right = self.derive(&stored.table).await;
            differences = right.as_ref().map_or_else(|_| Vec::new(), |right| compare(&stored, &right.rows));
            if right.is_ok() && differences.is_empty() {
                return Ok(differences);
            }
            let went_on = self.store.row(id).await?.as_ref() != Some(&stored.row);
            if went_on {
                continue;
            }
            let right = right?;
            if check_only {
                return Ok(differences);
            }
            let repair = repair(&stored, right);
            let changes: Vec<Change> = Change::of_jobs(&repair.jobs).collect();
            if self.store.repair(&stored.row, repair, self.notification(&changes)).await? {
                self.wake(&changes);
                return Ok(differences);
            }
        }
        Ok(differences)
    }

    /// The stored rows of a table; `None` if there is no such table.
    async fn stored(&self, id: &GameId) -> Result<Option<Rows>, StoreError> {
        let (Some(row), Some((table, _))) = (self.store.row(id).await?, self.store.table(id).await?) else {
            return Ok(None);
        };
        let notifications = self.store.notifications(id).await?;
        Ok(Some(Rows { table, row, notifications }))
    }

    /// Derives a table's rows from its logs. User names and the invite come from `stored`, since logs don't contain
    /// them.
    async fn derive(&self, stored: &Table) -> Result<Derived, StoreError> {
        let id = &stored.id;
        let names = stored.people().map(|Person { id, name }| (id.clone(), name.clone())).collect();
        let invite = match &stored.visibility {
            Visibility::Public => None,
            Visibility::Invited(invite) => Some(invite.clone()),
        };
        let log = self.store.table_log(id).await?;
        let table = Table::replay(id, &log, &Unlogged { invite, names })?;
        if table.status() == Status::Open {
            let row = Row::waiting(&table);
            return Ok(Derived::new(table, row, Vec::new(), Vec::new()));
        }
        let (header, log) = self.store.record(id).await?.ok_or_else(|| StoreError::BadRow {
            table: "games",
            column: "header",
            row: id.to_string(),
            why: "missing although the game has started".to_owned(),
        })?;
        let players = table.seats();
        let mut replay = Replay::begin(id, &header)?;
        let mut notified = Vec::new();
        let mut changed = table.created;
        for logged in log {
            notified.extend(notifications(&players, &replay.game, logged.n, &logged.event));
            changed = logged.at.unwrap_or(changed);
            replay.add(id, logged)?;
        }
        notified.sort();
        let row = Row::of(&replay, &players, table.time_control, changed);
        Ok(Derived::new(table, row, notified, header.salts))
    }
}

impl Derived {
    fn new(table: Table, row: Row, notifications: Vec<Notification>, salts: Vec<Option<String>>) -> Self {
        let job = row.job(&table.id, &table.seats());
        let results = seat_results(&table.seats(), &row.winners);
        let (revision, public) = (table.revision, table.is_public());
        let table = table.with_game(&row);
        let stored = results.iter().map(|result| (result.seat, result.result)).collect();
        let next = job.as_ref().map(|scheduled| scheduled.job.clone());
        let row = StoredRow { row, revision, public, seats_agree: true, job: next, results: stored };
        Self { rows: Rows { table, row, notifications }, job, salts, results }
    }
}

/// A line about a table that can't be replayed.
pub(super) fn unreadable_game(id: &GameId, why: &StoreError) -> String {
    format!("game {id}, unreadable: {why}")
}

/// A line about a table whose id can't be read.
pub(super) fn unreadable_table(why: &StoreError) -> String {
    format!("a table without a readable id: {why}")
}

fn repair(stored: &Rows, right: Derived) -> Repair {
    let Derived { rows: Rows { table, row, notifications }, job, salts, results } = right;
    let jobs = if stored.row.job == row.job {
        Vec::new()
    } else {
        vec![job.map_or_else(|| JobChange::Remove(turn_key(&table.id)), JobChange::Put)]
    };
    let (known, derived) = (stored.table.salt_hashes(), table.salt_hashes());
    let differ = |seat: &Seat| {
        let hash = |hashes: &[Option<SaltHash>]| hashes.get(seat.index()).copied().flatten();
        occupant(table.player(*seat)) != occupant(stored.table.player(*seat))
            || hash(&known) != hash(&derived)
    };
    let seats = stored.table.seats().len().max(table.seats().len());
    let seats = (0..).take(seats).map(Seat).filter(differ).collect();
    let without = |these: &[Notification], those: &[Notification]| {
        these.iter().filter(|one| !those.contains(one)).cloned().collect()
    };
    Repair {
        row: row.row,
        seats,
        salts,
        missing: without(&notifications, &stored.notifications),
        wrong: without(&stored.notifications, &notifications),
        jobs,
        results,
        table,
    }
}

/// A seat's user or level, without names, which logs don't contain.
fn occupant(player: Option<&Player>) -> Option<(Option<&UserId>, Option<Level>)> {
    player.map(|player| (player.user(), player.level()))
}

/// One line per difference.
fn compare(stored: &Rows, right: &Rows) -> Vec<String> {
    let id = &right.table.id;
    let mut lines = Vec::new();
    let mut differ = |what: &str, stored: String, right: String| {
        if stored != right {
            lines.push(format!("game {id}, {what}: {stored} is stored, {right} follows from the log"));
        }
    };
    let (old, new) = (&stored.table, &right.table);
    differ("opener", old.opener.id.to_string(), new.opener.id.to_string());
    differ("rules", old.rules.to_stored_json(), new.rules.to_stored_json());
    differ("handicaps", format!("{:?}", old.handicaps), format!("{:?}", new.handicaps));
    differ("time control", format!("{:?}", old.time_control), format!("{:?}", new.time_control));
    differ("aids", old.aids.word().to_owned(), new.aids.word().to_owned());
    differ("hints", format!("{:?}", old.hints), format!("{:?}", new.hints));
    differ("rematch_of", format!("{:?}", old.rematch_of), format!("{:?}", new.rematch_of));
    differ("created", old.created.to_rfc3339(), new.created.to_rfc3339());
    differ("place", old.place.to_string(), new.place.to_string());
    differ("public", old.is_public().to_string(), new.is_public().to_string());
    differ("players", format!("{:?}", players(old)), format!("{:?}", players(new)));
    differ("salt hashes", format!("{:?}", hashes(old)), format!("{:?}", hashes(new)));
    differ("reserved seats", format!("{:?}", reserved(old)), format!("{:?}", reserved(new)));
    differ("invitations", format!("{:?}", invitations(old)), format!("{:?}", invitations(new)));
    differ("revision", stored.row.revision.to_string(), right.row.revision.to_string());
    differ("in public lists", stored.row.public.to_string(), right.row.public.to_string());
    let (old, new) = (&stored.row.row, &right.row.row);
    differ("last_n", old.last.to_string(), new.last.to_string());
    differ("changed", old.changed.to_rfc3339(), new.changed.to_rfc3339());
    differ("status", old.status.word().to_owned(), new.status.word().to_owned());
    differ("to_move", format!("{:?}", old.to_move), format!("{:?}", new.to_move));
    differ("computer_to_move", old.computer_to_move.to_string(), new.computer_to_move.to_string());
    differ("deadline", format!("{:?}", old.deadline), format!("{:?}", new.deadline));
    differ("hand", format!("{:?}", old.hand), format!("{:?}", new.hand));
    differ("scores", format!("{:?}", old.scores), format!("{:?}", new.scores));
    differ("winners", format!("{:?}", old.winners), format!("{:?}", new.winners));
    differ("seats agree", stored.row.seats_agree.to_string(), right.row.seats_agree.to_string());
    differ("results", format!("{:?}", stored.row.results), format!("{:?}", right.row.results));
    differ("job", format!("{:?}", stored.row.job), format!("{:?}", right.row.job));
    let (old, new) = (&stored.notifications, &right.notifications);
    differ("notifications", format!("{old:?}"), format!("{new:?}"));
    lines
}

fn players(table: &Table) -> Vec<Option<(Option<&UserId>, Option<Level>)>> {
    table.seats().into_iter().map(occupant).collect()
}

fn invitations(table: &Table) -> Vec<(&UserId, bool, DateTime<Utc>)> {
    table.invitations().iter().map(|one| (&one.person.id, one.declined, one.at)).collect()
}

/// In hexadecimal.
fn hashes(table: &Table) -> Vec<Option<String>> {
    table.salt_hashes().into_iter().map(|hash| hash.map(String::from)).collect()
}

fn reserved(table: &Table) -> Vec<Option<&UserId>> {
    table.reserved().into_iter().map(|person| person.map(|person| &person.id)).collect()
}
