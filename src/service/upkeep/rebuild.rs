//! Compares tables, derived columns and notifications with the event logs and repairs them.

mod compare;

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};

use crate::changes::Change;
use crate::lobby::facets;
use crate::{Service, StoreError, TRIES};
use account::UserId;
use compare::{Occupant, compare};
use engine::{SaltHash, Seat};
use store::{CountedResults, Repair, StoredRow};
use table::{
    Attendance, BadLog, ComputerLevel, Facet, GameId, Job, JobChange, Notification, Replay, ReplayContext,
    Row, ScheduledJob, SeatResult, Status, Table, TurnChange, WaitingKind, WaitingTurn, notifications,
    seat_results, turn_key,
};

/// Tables fetched at a time.
const PAGE: u32 = 1000;

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
    waiting: Vec<(UserId, WaitingKind)>,
    notifications: Vec<Notification>,
    attendance: Vec<Attendance>,
}

/// What a game's events say to and about its players.
#[derive(Default)]
struct Told {
    turn: TurnChange,
    notifications: Vec<Notification>,
    attendance: Vec<Attendance>,
}

/// What derives from a table's logs.
struct Derived {
    rows: Rows,
    job: Option<ScheduledJob>,
    /// The players' salts by seat; empty before the start.
    salts: Vec<Option<String>>,
    results: Vec<SeatResult>,
    turn: TurnChange,
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
                match self.rebuild_game(id, check_only).await {
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
        for level in ComputerLevel::ALL {
            rebuilt.differences.extend(self.rebuild_results(level, check_only).await?);
        }
        rebuilt.differences.extend(self.rebuild_ratings(check_only).await?);
        rebuilt.differences.extend(self.rebuild_totals(check_only).await?);
        Ok(rebuilt)
    }

    pub(super) async fn rebuild_results(
        &self,
        level: ComputerLevel,
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

    /// The rows of a table, and what its game says about ratings and about its players.
    pub(super) async fn rebuild_game(
        &self,
        id: &GameId,
        check_only: bool,
    ) -> Result<Vec<String>, StoreError> {
        let mut differences = self.rebuild_table(id, check_only).await?;
        differences.extend(self.rebuild_rated_game(id, check_only).await?);
        differences.extend(self.rebuild_played_seats(id, check_only).await?);
        Ok(differences)
    }

    async fn rebuild_table(&self, id: &GameId, check_only: bool) -> Result<Vec<String>, StoreError> {
        let mut differences = Vec::new();
        for _ in 0..TRIES {
            // Read the rows before the logs: if an event is stored in between, the rows are outdated, which is detected
            // below.
            let Some(mut stored) = self.stored(id).await? else { return Ok(Vec::new()) };
            let mut right = self.derive(&stored.table).await;
            if let Ok(right) = &mut right {
                self.ignore_closed(&mut stored.notifications, &mut right.rows.notifications).await?;
                let is_rating =
                    stored.table.settings.rated && self.store.is_scheduled(&Job::UpdateRatings).await?;
                if stored.row.is_indexing || is_rating {
                    right.rows.row.is_indexing = stored.row.is_indexing;
                    right.rows.row.facets.clone_from(&stored.row.facets);
                }
            }
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
            if self.store.repair(&stored.row, repair, self.change_message(&changes)).await? {
                self.wake(&changes);
                return Ok(differences);
            }
        }
        Ok(differences)
    }

    /// Notifications of closed accounts are removed, and may be missing.
    async fn ignore_closed(
        &self,
        stored: &mut Vec<Notification>,
        right: &mut Vec<Notification>,
    ) -> Result<(), StoreError> {
        if stored == right {
            return Ok(());
        }
        let users: BTreeSet<_> = stored.iter().chain(&*right).map(|one| one.user.clone()).collect();
        let closed = self.store.closed_among(&users.iter().collect::<Vec<_>>()).await?;
        for notifications in [stored, right] {
            notifications.retain(|one| !closed.contains(&one.user));
        }
        Ok(())
    }

    /// The stored rows of a table; `None` if there is no such table.
    async fn stored(&self, id: &GameId) -> Result<Option<Rows>, StoreError> {
        let (Some(row), Some((table, _))) = (self.store.row(id).await?, self.store.table(id).await?) else {
            return Ok(None);
        };
        let notifications = self.store.notifications(id).await?;
        let attendance = self.store.attendance(id).await?;
        let waiting = self.store.waiting_users(id).await?;
        Ok(Some(Rows { table, row, waiting, notifications, attendance }))
    }

    /// Derives a table's rows from its logs. User names and the invite come from `stored`, since logs don't contain
    /// them.
    async fn derive(&self, stored: &Table) -> Result<Derived, StoreError> {
        let id = &stored.id;
        let people = stored.people().map(|person| (person.id.clone(), person.clone())).collect();
        let table_log = self.store.table_log(id).await?;
        let table = Table::replay(id, &table_log, &ReplayContext { invite: stored.invite.clone(), people })?;
        let table = Table { plans: stored.plans.clone(), ..table };
        let table = table.with_outages(&table_log, &self.outages_only().outages);
        if table.status() == Status::Open {
            let row = Row::waiting(&table);
            let job = row.job(&table.id, &table.seats());
            return Ok(Derived::new(table, row, job, Vec::new(), Told::default(), Vec::new()));
        }
        let (header, log) = self.store.record(id).await?.ok_or_else(|| BadLog {
            game: id.clone(),
            n: None,
            why: "missing although the game has started".to_owned(),
        })?;
        let players = table.seats();
        let mut replay = Replay::begin(id, &header)?;
        let mut notified = Vec::new();
        let mut changed = table.created;
        for logged in log {
            notified.extend(notifications(&table, &replay, logged.n, &logged.event));
            changed = logged.at.unwrap_or(changed);
            replay.add(id, logged)?;
        }
        notified.sort();
        let absences = self.absences(&table, None).await?;
        let row = Row::of(&replay, &players, &table.settings, table.stops(&absences), changed);
        let job = row.job(&table.id, &replay.acting(&players));
        let results = seat_results(&replay, &players, &row.winners);
        let turn = TurnChange { ended: None, begun: WaitingTurn::of(&table, &replay, &row) };
        let attendance = table.attendance(&replay, &table_log);
        let told = Told { turn, attendance, notifications: notified };
        let mut derived = Derived::new(table, row, job, results, told, header.salts);
        let findings = self.findings(&derived.rows.table).await?;
        derived.set_facets(&facets(&derived.rows.table, &replay, changed, findings), changed);
        Ok(derived)
    }
}

impl Derived {
    fn new(
        table: Table,
        row: Row,
        job: Option<ScheduledJob>,
        results: Vec<SeatResult>,
        Told { turn, notifications, attendance }: Told,
        salts: Vec<Option<String>>,
    ) -> Self {
        let (revision, public) = (table.revision, table.is_listed());
        let table = table.with_game(&row);
        let stored = results.iter().map(|result| (result.seat, result.result)).collect();
        let next = job.as_ref().map(|scheduled| scheduled.job.clone());
        let row = StoredRow {
            row,
            revision,
            public,
            seats_agree: true,
            job: next,
            results: stored,
            facets: Vec::new(),
            is_indexing: false,
        };
        let waiting = table.waiting_users();
        Self { rows: Rows { table, row, waiting, notifications, attendance }, job, salts, results, turn }
    }

    fn set_facets(&mut self, facets: &[Facet], ended: DateTime<Utc>) {
        let facet = |facet: &Facet| (ended.timestamp_millis(), facet.to_string());
        self.rows.row.facets = facets.iter().map(facet).collect();
        self.rows.row.facets.sort();
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
    let Derived { rows: Rows { table, row, notifications, attendance, .. }, job, salts, results, turn } =
        right;
    let jobs = if stored.row.job == row.job {
        Vec::new()
    } else {
        vec![job.map_or_else(|| JobChange::Remove(turn_key(&table.id)), JobChange::Put)]
    };
    let (known, derived) = (stored.table.salt_hashes(), table.salt_hashes());
    let differ = |seat: &Seat| {
        let hash = |hashes: &[Option<SaltHash>]| hashes.get(seat.index()).copied().flatten();
        table.player(*seat).map(Occupant::of) != stored.table.player(*seat).map(Occupant::of)
            || hash(&known) != hash(&derived)
    };
    let seats = stored.table.seats().len().max(table.seats().len());
    let seats = (0..).take(seats).map(Seat).filter(differ).collect();
    let without = |these: &[Notification], those: &[Notification]| {
        these.iter().filter(|one| !those.contains(one)).cloned().collect()
    };
    Repair {
        row: row.row,
        turn,
        seats,
        salts,
        missing: without(&notifications, &stored.notifications),
        wrong: without(&stored.notifications, &notifications),
        attendance: (stored.attendance != attendance).then_some(attendance),
        jobs,
        results,
        facets: (stored.row.facets != row.facets)
            .then(|| row.facets.iter().map(|(_, facet)| facet.clone()).collect()),
        table,
    }
}
