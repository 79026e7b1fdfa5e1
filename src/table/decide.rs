//! Decides commands: each gives an [`Outcome`] or a refusal.

use chrono::{DateTime, Utc};

use crate::outcome::job_changes;
use crate::{
    Absences, BadLog, Notification, Outcome, Person, Replay, ReplayContext, Row, Salts, Stage, SubmissionKey,
    Table, TableEvent, TurnChange, notifications, seat_results,
};
use account::UserId;
use engine::{Command, DecideError, DrawSecret, Event, Logged, Refusal, SaltHash, Seat};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinRefusal {
    /// The user already has a seat.
    AlreadyIn,
    /// All seats are taken.
    Full,
    /// All free seats are reserved for others.
    Reserved,
    /// The user is a bot, and bots may not sit at the table.
    Bot,
    /// The game is rated among bots, and the user is a person.
    ForBots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveRefusal {
    /// The user has no seat; for closing, did not open the table.
    NotIn,
    /// All seats are taken: leaving now would be a way to choose among draws. Once the game starts, players can resign.
    Full,
    /// The game has started: players can only resign.
    Started,
}

#[derive(Debug, thiserror::Error)]
pub enum MoveError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The log is inconsistent with the rules.
    #[error(transparent)]
    BadLog(#[from] BadLog),
}

impl Table {
    /// Seats a user who commits to a salt, or to none. The last free seat starts the game or, if there are salts to reveal, ends
    /// the joining. `salts` are those already known.
    pub fn join(
        &self,
        person: &Person,
        salt_hash: Option<SaltHash>,
        salts: Salts,
        secret: &DrawSecret,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<Result<(Seat, Outcome), JoinRefusal>, BadLog> {
        let seat = match self.seat_to_join(person) {
            Ok(seat) => seat,
            Err(why) => return Ok(Err(why)),
        };
        let joined = TableEvent::Joined { seat, user: person.id.clone(), salt_hash };
        if self.free_seats() > 1 {
            return Ok(Ok((seat, self.outcome(vec![joined], at))));
        }
        let people = [(person.id.clone(), person.clone())].into();
        let full = self.followed_by(&joined, &ReplayContext { invite: None, people }, at)?;
        let mut outcome = full.fill(salts, secret, absences, at)?.preceded_by(joined);
        // Who has taken the last seat knows.
        outcome.notifications.retain(|one| one.user != person.id);
        Ok(Ok((seat, outcome)))
    }

    /// The seat that somebody gets by joining, as far as the table alone decides.
    pub fn seat_to_join(&self, person: &Person) -> Result<Seat, JoinRefusal> {
        if self.seat_of(&person.id).is_some() {
            return Err(JoinRefusal::AlreadyIn);
        }
        if !self.is_waiting() {
            return Err(JoinRefusal::Full);
        }
        if !self.settings.admit(person) {
            return Err(if person.is_bot() { JoinRefusal::Bot } else { JoinRefusal::ForBots });
        }
        self.seat_for(&person.id).ok_or(JoinRefusal::Reserved)
    }

    /// While seats are free only. Leaving a reserved seat also declines, so that the opener can offer it to someone else.
    pub fn leave(&self, user: &UserId, at: DateTime<Utc>) -> Result<Outcome, LeaveRefusal> {
        let Some(seat) = self.seat_of(user) else { return Err(LeaveRefusal::NotIn) };
        self.check_waiting()?;
        let mut events = vec![TableEvent::Left { user: user.clone() }];
        let reserved = self.waiting()[seat.index()].reserved.as_ref();
        if !self.is_opened_by(user) && reserved.is_some_and(|person| person.id == *user) {
            events.push(TableEvent::Declined { user: user.clone() });
        }
        Ok(self.outcome(events, at))
    }

    /// While seats are free only, and only by the user who opened the table.
    pub fn close(&self, user: &UserId, at: DateTime<Utc>) -> Result<Outcome, LeaveRefusal> {
        if !self.is_opened_by(user) {
            return Err(LeaveRefusal::NotIn);
        }
        self.expire(at)
    }

    /// Closes a table that has waited too long for players.
    pub fn expire(&self, at: DateTime<Utc>) -> Result<Outcome, LeaveRefusal> {
        self.check_waiting()?;
        Ok(self.outcome(vec![TableEvent::Closed {}], at))
    }

    fn check_waiting(&self) -> Result<(), LeaveRefusal> {
        match self.stage {
            Stage::Waiting(_) => Ok(()),
            Stage::Revealing(_) => Err(LeaveRefusal::Full),
            Stage::Started(_) => Err(LeaveRefusal::Started),
        }
    }

    /// Transfers the guest's seat, reservation and ownership of the table to an account. `None`: the account is at the
    /// table already.
    pub fn replace(&self, guest: &UserId, by: &UserId, at: DateTime<Utc>) -> Option<Outcome> {
        let replaced = TableEvent::Replaced { user: guest.clone(), by: by.clone() };
        (!self.is_at_table(by)).then(|| self.outcome(vec![replaced], at))
    }

    /// Counts a hint for the seat to move, after game event `n`. `None`: the table allows no hints, or the seat had this one.
    pub fn hint(&self, seat: Seat, n: u32, at: DateTime<Utc>) -> Option<Outcome> {
        let hints = self.hints.as_ref()?.with(seat, n)?;
        Some(Outcome { hints: Some(hints), ..self.outcome(vec![TableEvent::Hinted { seat, n }], at) })
    }

    /// Decides a game command. Also returns the game after it.
    pub fn play(
        &self,
        replay: &Replay,
        command: Command,
        secret: &DrawSecret,
        submission: Option<SubmissionKey>,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<(Outcome, Replay), MoveError> {
        let events = self.decide(replay, command, secret)?;
        Ok(self.with_events(replay, events, secret, submission, absences, at)?)
    }

    /// The events of a game command.
    pub(super) fn decide(
        &self,
        replay: &Replay,
        command: Command,
        secret: &DrawSecret,
    ) -> Result<Vec<Event>, MoveError> {
        let decided = replay.game.decide(&command, &replay.header().dealer(secret));
        decided.map_err(|error| match error {
            DecideError::Refused(refusal) => MoveError::Refused(refusal),
            inconsistent @ DecideError::Inconsistent(_) => {
                let n = Some(replay.last() + 1);
                BadLog { game: self.id.clone(), n, why: inconsistent.to_string() }.into()
            }
        })
    }

    /// The outcome of events that follow from the game, and of what is planned after them. Also returns the game afterwards.
    pub(super) fn with_events(
        &self,
        replay: &Replay,
        mut events: Vec<Event>,
        secret: &DrawSecret,
        submission: Option<SubmissionKey>,
        absences: &Absences,
        at: DateTime<Utc>,
    ) -> Result<(Outcome, Replay), BadLog> {
        let players = &self.seats();
        let mut after = replay.clone();
        let mut notified = self.add_events(&mut after, &events, at)?;
        let planned = self.planned(&after, &events, secret)?;
        notified.extend(self.add_events(&mut after, &planned, at)?);
        events.extend(planned);
        let acting = after.acting(players);
        let row = Row::of(&after, players, &self.settings, self.stops(absences), at);
        let results = seat_results(&after, players, &row.winners);
        let outcome = Outcome {
            last: replay.last(),
            game_events: events,
            submission,
            jobs: job_changes(self, &row, &acting, &results),
            results,
            turn: TurnChange::of(self, replay, &after, &row),
            row: Some(row),
            notifications: notified,
            answered: self.answered_by(&after),
            attendance: self.attendance_after(&after, replay.last(), |_| false),
            ..self.outcome(Vec::new(), at)
        };
        Ok((outcome, after))
    }

    /// Adds events to the game; returns the notifications that they cause.
    fn add_events(
        &self,
        game: &mut Replay,
        events: &[Event],
        at: DateTime<Utc>,
    ) -> Result<Vec<Notification>, BadLog> {
        let mut notified = Vec::new();
        for event in events {
            let n = game.last() + 1;
            notified.extend(notifications(self, game, n, event));
            game.add(&self.id, Logged { n, event: event.clone(), at: Some(at) })?;
        }
        Ok(notified)
    }

    /// An outcome without game events.
    pub(super) fn outcome(&self, table_events: Vec<TableEvent>, at: DateTime<Utc>) -> Outcome {
        let notifications = self.notifications_about(&table_events);
        let outcome = Outcome::of_table(&self.id, (self.revision, self.last_event()), table_events, at);
        Outcome { plans: self.plans.changes(), notifications, ..outcome }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ComputerLevel, GameId, Invite, Job, JobChange, LoggedTableEvent, NotificationKind, OpenTable,
        ReplayContext, Settings, Status, TableRandomness, TimeControl,
    };
    use chrono::TimeDelta;
    use engine::DrawVersion;

    fn person(byte: u8, name: &str) -> Person {
        Person::human(UserId::new([byte; 10]), name.to_owned())
    }

    fn noon() -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
    }

    fn table(computers: Vec<(Seat, ComputerLevel)>, time_control: TimeControl) -> Table {
        let open = OpenTable {
            settings: Settings { time_control, hints: true, ..Settings::default() },
            seats: 2,
            computers,
        };
        open.check().unwrap();
        let (id, invite) = (GameId::new([3; 10]), Invite::new([4; 15]));
        let randomness = TableRandomness { id: id.clone(), invite, secret: secret(), sort_suffix: [0, 5] };
        let outcome = open.open(&person(1, "ann").id, randomness, noon());
        Table::replay(&id, &logged(&outcome), &people()).unwrap()
    }

    fn people() -> ReplayContext {
        let people = [person(1, "ann"), person(2, "ben")].map(|person| (person.id.clone(), person)).into();
        ReplayContext { invite: None, people }
    }

    /// The outcome's events as the table's log stores them.
    fn logged(outcome: &Outcome) -> Vec<LoggedTableEvent> {
        let logged = |(event, n): (&TableEvent, _)| LoggedTableEvent { n, at: noon(), event: event.clone() };
        outcome.table_events.iter().zip(outcome.revision + 1..).map(logged).collect()
    }

    fn secret() -> DrawSecret {
        DrawSecret::new([7; 32])
    }

    /// The table as the store would load it after the outcome.
    fn after(mut table: Table, outcome: &Outcome) -> Table {
        for event in logged(outcome) {
            table.apply(&event, &people()).unwrap();
        }
        table
    }

    #[test]
    fn the_last_player_starts_the_game_and_its_deadline() {
        let days = TimeControl::of_days(Some(3));
        let (ann, ben) = (person(1, "ann"), person(2, "ben"));
        let table = table(Vec::new(), days);
        let (seat, outcome) =
            table.join(&ann, None, Salts::new(), &secret(), &Absences::default(), noon()).unwrap().unwrap();
        assert_eq!((seat, outcome.table_events.len(), outcome.game_events.len()), (Seat(0), 1, 0));
        assert!(outcome.row.is_none() && outcome.jobs.is_empty());
        let table = after(table, &outcome);
        assert_eq!(
            table.join(&ann, None, Salts::new(), &secret(), &Absences::default(), noon()).unwrap().err(),
            Some(JoinRefusal::AlreadyIn)
        );
        let (seat, outcome) =
            table.join(&ben, None, Salts::new(), &secret(), &Absences::default(), noon()).unwrap().unwrap();
        assert_eq!(seat, Seat(1));
        let started = matches!(outcome.table_events[..], [TableEvent::Joined { .. }, TableEvent::Started {}]);
        assert!(started, "{:?}", outcome.table_events);
        let header = outcome.header.unwrap();
        assert_eq!((header.draw, &header.salts[..]), (DrawVersion::Two, &[None, None][..]));
        assert_eq!(header.seats, ["ann", "ben"]);
        assert!(matches!(outcome.game_events[..], [Event::Draw { .. }]));
        let row = outcome.row.unwrap();
        assert_eq!(
            (row.status, row.last, row.deadline),
            (Status::Playing, 1, Some(noon() + TimeDelta::days(3)))
        );
        let [JobChange::Put(job), JobChange::Put(news)] = &outcome.jobs[..] else {
            panic!("{:?}", outcome.jobs)
        };
        assert_eq!((job.job.kind(), Some(job.due)), (Job::TIME_OUT, row.deadline));
        assert_eq!(news.job.kind(), Job::NOTIFY_FOLLOWERS);
    }

    #[test]
    fn a_game_of_people_who_have_agreed_to_play_begins_at_once() {
        let open = OpenTable {
            settings: Settings { time_control: TimeControl::of_days(Some(3)), ..Settings::default() },
            seats: 2,
            computers: Vec::new(),
        };
        let (id, invite) = (GameId::new([3; 10]), Invite::new([4; 15]));
        let randomness = TableRandomness { id: id.clone(), invite, secret: secret(), sort_suffix: [0, 5] };
        let (ben, ann) = (person(2, "ben"), person(1, "ann"));
        let begun =
            open.begin(&[ben.clone(), ann.clone()], Some(&ben.id), randomness, &Absences::default(), noon());
        let begun = begun.unwrap();
        assert_eq!((begun.revision, begun.table_events.len()), (0, 4), "opened, joined twice, started");
        let table = Table::replay(&id, &logged(&begun), &people()).unwrap();
        assert_eq!((table.seat_of(&ben.id), table.seat_of(&ann.id)), (Some(Seat(0)), Some(Seat(1))));
        let told: Vec<_> = begun.notifications.iter().map(|one| (&one.user, one.kind)).collect();
        assert_eq!(told, [(&ann.id, NotificationKind::Started)]);
        assert!(begun.row.is_some_and(|row| row.deadline == Some(noon() + TimeDelta::days(3))));
    }

    #[test]
    fn only_the_opener_closes_a_table_and_only_players_leave_it() {
        let (ann, ben) = (person(1, "ann"), person(2, "ben"));
        let table = table(vec![], TimeControl::Unlimited);
        let (_, joined) =
            table.join(&ben, None, Salts::new(), &secret(), &Absences::default(), noon()).unwrap().unwrap();
        let table = after(table, &joined);
        assert_eq!(table.leave(&ann.id, noon()).err(), Some(LeaveRefusal::NotIn));
        assert_eq!(
            table.leave(&ben.id, noon()).unwrap().table_events,
            [TableEvent::Left { user: ben.id.clone() }]
        );
        assert_eq!(table.close(&ben.id, noon()).err(), Some(LeaveRefusal::NotIn));
        assert_eq!(table.close(&ann.id, noon()).unwrap().table_events, [TableEvent::Closed {}]);
    }

    #[test]
    fn a_hint_is_counted_once_for_a_position() {
        let table = table(vec![(Seat(1), ComputerLevel::One)], TimeControl::Unlimited);
        let outcome = table.hint(Seat(0), 1, noon()).unwrap();
        assert_eq!(outcome.table_events, [TableEvent::Hinted { seat: Seat(0), n: 1 }]);
        let table = after(table, &outcome);
        assert_eq!(table.hints, outcome.hints);
        assert!(table.hint(Seat(0), 1, noon()).is_none());
        assert!(table.hint(Seat(0), 3, noon()).is_some());
        assert!(Table { hints: None, ..table }.hint(Seat(0), 3, noon()).is_none());
    }

    #[test]
    fn a_finished_game_notifies_its_players_and_leaves_no_job() {
        let ann = person(1, "ann");
        let table = table(vec![(Seat(1), ComputerLevel::One)], TimeControl::Unlimited);
        let (_, start) =
            table.join(&ann, None, Salts::new(), &secret(), &Absences::default(), noon()).unwrap().unwrap();
        let header = start.header.clone().unwrap();
        let log =
            start.game_events.iter().zip(1..).map(|(event, n)| Logged { n, event: event.clone(), at: None });
        let replay = Replay::begin(&table.id, &header).unwrap().extended(&table.id, log.collect()).unwrap();
        let table = after(table, &start);
        let colour = replay.game.colours().find(|&colour| replay.game.seat_of(colour) == Seat(0)).unwrap();
        let (outcome, after) = table
            .play(&replay, Command::Resign(colour), &secret(), None, &Absences::default(), noon())
            .unwrap();
        assert!(after.game.is_finished());
        let row = outcome.row.unwrap();
        assert_eq!((row.status, row.winners, row.deadline), (Status::Finished, vec![Seat(1)], None));
        let notified: Vec<_> = outcome
            .notifications
            .iter()
            .map(|notification| (&notification.user, notification.kind))
            .collect();
        assert_eq!(notified, [(&ann.id, NotificationKind::Finished)]);
    }
}
