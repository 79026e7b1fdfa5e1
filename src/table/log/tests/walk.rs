//! A walk of random commands over a table, compared with its model after each.

use chrono::{DateTime, TimeDelta, Utc};
use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;

use super::model::{Model, Occupant};
use super::{PEOPLE, context, logged, person, secret};
use crate::log::LoggedTableEvent;
use crate::{
    Absences, InviteRefusal, JoinRefusal, LeaveRefusal, MakePublicRefusal, Outcome, Replay, RevealRefusal,
    Row, Salts, Status, Stops, Table, TableEvent,
};
use engine::{Command, Header, Logged, SaltHash, Seat};

/// A table with its log and the model to compare it with.
pub struct Walk {
    pub log: Vec<LoggedTableEvent>,
    pub table: Table,
    pub model: Model,
    pub at: DateTime<Utc>,
    /// How many games began without a salt that a player had committed to.
    pub late: u32,
}

impl Walk {
    pub fn begin(opening: &Outcome, model: Model) -> Self {
        let log = logged(opening);
        let table = Table::replay(&opening.game, &log, &context()).unwrap();
        Self { log, table, model, at: opening.at, late: 0 }
    }

    /// Applies an outcome and checks the invariants.
    fn follow(&mut self, outcome: &Outcome) {
        assert_eq!(outcome.revision, self.table.revision);
        for event in logged(outcome) {
            self.table.apply(&event, &context()).unwrap();
            self.log.push(event);
        }
        self.check();
    }

    pub fn check(&self) {
        assert_eq!(Model::of(&self.table), self.model);
        let read = self.log.iter().map(|logged| {
            let json = serde_json::to_string(&logged.event).unwrap();
            let event: TableEvent = serde_json::from_str(&json).unwrap();
            assert_eq!(event, logged.event, "{json}");
            LoggedTableEvent { event, ..logged.clone() }
        });
        let replayed = Table::replay(&self.table.id, &read.collect::<Vec<_>>(), &context()).unwrap();
        assert_eq!(replayed, self.table, "{:?}", self.log);
    }

    /// Runs a random command. Returns `false` if it closed the table.
    pub fn step(&mut self, rng: &mut Xoshiro256PlusPlus) -> bool {
        self.at += TimeDelta::seconds(1);
        let user = rng.random_range(0..PEOPLE);
        match rng.random_range(0..40) {
            0 => return !self.close(user),
            1..8 => self.leave(user),
            8..12 => self.replace(user, rng.random_range(0..PEOPLE)),
            12..16 => self.invite(user, rng.random_range(0..PEOPLE)),
            16..19 => self.decline(user),
            19..23 => self.reveal(user, ["salt", "pepper"][rng.random_range(0..2)]),
            23 => self.wait(),
            24 => self.make_public(user),
            _ => self.join(user, (rng.random_range(0..2) == 0).then(|| SaltHash::of("salt"))),
        }
        true
    }

    fn join(&mut self, user: u8, salt_hash: Option<SaltHash>) {
        let decided = self
            .table
            .join(&person(user), salt_hash, Salts::new(), &secret(), &Absences::default(), self.at)
            .unwrap();
        let expected = if self.model.seat_of(user).is_some() {
            Err(JoinRefusal::AlreadyIn)
        } else if self.model.full || self.model.started {
            Err(JoinRefusal::Full)
        } else {
            self.model.seat_for(user).ok_or(JoinRefusal::Reserved)
        };
        let (seat, outcome) = match (decided, expected) {
            (Ok(decided), Ok(seat)) => {
                assert_eq!(decided.0.index(), seat);
                decided
            }
            (decided, expected) => {
                assert_eq!(decided.map(|(seat, _)| seat.index()), expected);
                return;
            }
        };
        self.model.seats[seat.index()] = Some(Occupant::Person(user));
        self.model.salts[seat.index()] = salt_hash.map(|_| false);
        self.model.invited.remove(&user);
        self.model.advance();
        self.started_or_waits(&outcome);
    }

    /// Everyone who has committed to a salt has committed to "salt".
    fn reveal(&mut self, user: u8, salt: &str) {
        let known = self.revealed();
        let decided = self
            .table
            .reveal(&person(user).id, salt, known, &secret(), &Absences::default(), self.at)
            .unwrap();
        let seat = self.model.seat_of(user);
        let expected = match seat.map(|seat| self.model.salts.get(seat).copied().flatten()) {
            None => Err(RevealRefusal::NotIn),
            Some(_) if self.model.started => Err(RevealRefusal::Started),
            Some(_) if !self.model.full => Err(RevealRefusal::OpenSeats),
            Some(None) => Err(RevealRefusal::NoSalt),
            Some(Some(true)) => Err(RevealRefusal::Known),
            Some(Some(false)) if salt != "salt" => Err(RevealRefusal::Mismatch),
            Some(Some(false)) => Ok(()),
        };
        assert_eq!(decided.as_ref().map(|_| ()).map_err(|why| *why), expected);
        if let (Ok(outcome), Some(seat)) = (decided, seat) {
            self.model.salts[seat] = Some(true);
            let salts = self.model.salts.clone();
            self.model.advance();
            self.started_or_waits(&outcome);
            if let Some(header) = outcome.header {
                let expected: Vec<_> = salts.iter().map(|salt| salt.map(|_| "salt".to_owned())).collect();
                assert_eq!(header.salts, expected);
            }
        }
    }

    /// Lets the time for salts pass.
    fn wait(&mut self) {
        let missing = self.model.salts.iter().filter(|salt| **salt == Some(false)).count();
        let known = self.revealed();
        let early =
            self.table.start_without_salts(known.clone(), &secret(), &Absences::default(), self.at).unwrap();
        assert!(early.is_none());
        self.at += TimeDelta::days(self.table.settings.time_control.whole_days().unwrap_or(3).into());
        let outcome =
            self.table.start_without_salts(known, &secret(), &Absences::default(), self.at).unwrap();
        assert_eq!(outcome.is_some(), self.model.full);
        let Some(outcome) = outcome else { return };
        self.model.start();
        self.late += 1;
        let header = outcome.header.clone().unwrap();
        let left_out = header.salts.iter().zip(&header.salt_hashes);
        let left_out = left_out.filter(|(salt, hash)| salt.is_none() && hash.is_some()).count();
        assert_eq!(left_out, missing, "the record says whose salt is missing");
        self.follow(&outcome);
    }

    /// What the store knows of the salts.
    fn revealed(&self) -> Salts {
        let salts = (0..).map(Seat).zip(&self.model.salts);
        salts.filter(|(_, salt)| **salt == Some(true)).map(|(seat, _)| (seat, "salt".to_owned())).collect()
    }

    fn started_or_waits(&mut self, outcome: &Outcome) {
        assert_eq!(outcome.header.is_some(), self.model.started);
        self.follow(outcome);
        if self.model.full && outcome.row.is_some() {
            assert_eq!(outcome.row.as_ref(), Some(&Row::waiting(&self.table)));
            assert_eq!(outcome.jobs.len(), 1, "a job enforces the deadline");
        }
    }

    fn leave(&mut self, user: u8) {
        let (seat, open) = (self.model.seat_of(user), !self.model.full && !self.model.started);
        match (self.table.leave(&person(user).id, self.at), seat, open) {
            (Ok(outcome), Some(seat), true) => {
                self.model.salts[seat] = None;
                self.model.seats[seat] = None;
                if self.model.reserved[seat] == Some(user) && self.model.opener != user {
                    self.model.invited.insert(user, true);
                }
                self.follow(&outcome);
            }
            (Err(LeaveRefusal::NotIn), None, _) => {}
            (Err(LeaveRefusal::Full), Some(_), false) => assert!(self.model.full),
            (Err(LeaveRefusal::Started), Some(_), false) => assert!(self.model.started),
            (decided, ..) => panic!("{decided:?}: {:?}", self.model),
        }
    }

    fn replace(&mut self, user: u8, by: u8) {
        // The store only returns tables that the guest is at.
        if user == by || !(self.model.is_at_table(user) || self.model.opener == user) {
            return;
        }
        let decided = self.table.replace(&person(user).id, &person(by).id, self.at);
        assert_eq!(decided.is_none(), self.model.is_at_table(by), "{:?}", self.model);
        if let Some(outcome) = decided {
            self.model.replace(user, by);
            self.follow(&outcome);
        }
    }

    fn invite(&mut self, by: u8, user: u8) {
        let model = &self.model;
        let expected = if model.opener != by {
            Err(InviteRefusal::NotOpener)
        } else if model.full || model.started {
            Err(InviteRefusal::Started)
        } else if by == user {
            Err(InviteRefusal::Yourself)
        } else if model.seat_of(user).is_some() {
            Err(InviteRefusal::AlreadyIn)
        } else {
            match model.invited.get(&user) {
                Some(true) => Err(InviteRefusal::Declined),
                Some(false) => Err(InviteRefusal::AlreadyInvited),
                None => model.seat_for(by).map(|_| ()).ok_or(InviteRefusal::NoSeat),
            }
        };
        let decided = self.table.invite(&person(by).id, &person(user), self.at);
        assert_eq!(decided.as_ref().map(|_| ()).map_err(|why| *why), expected);
        if let Ok(outcome) = decided {
            self.model.invited.insert(user, false);
            self.follow(&outcome);
        }
    }

    fn make_public(&mut self, user: u8) {
        let model = &self.model;
        let expected = if model.opener != user {
            Err(MakePublicRefusal::NotOpener)
        } else if model.full || model.started {
            Err(MakePublicRefusal::Started)
        } else if model.public {
            Err(MakePublicRefusal::AlreadyPublic)
        } else {
            Ok(())
        };
        let decided = self.table.make_public(&person(user).id, self.at);
        assert_eq!(decided.as_ref().map(|_| ()).map_err(|why| *why), expected);
        if let Ok(outcome) = decided {
            self.model.public = true;
            self.follow(&outcome);
            assert_eq!(outcome.settings.as_deref(), Some(&self.table.settings));
        }
    }

    fn decline(&mut self, user: u8) {
        let decided = self.table.decline(&person(user).id, self.at);
        assert_eq!(decided.is_some(), self.model.invited.get(&user) == Some(&false));
        if let Some(outcome) = decided {
            self.model.invited.insert(user, true);
            self.follow(&outcome);
        }
    }

    fn close(&mut self, user: u8) -> bool {
        let open = !self.model.full && !self.model.started;
        match (self.table.close(&person(user).id, self.at), self.model.opener == user, open) {
            (Ok(outcome), true, true) => {
                let mut closed = self.table.clone();
                assert!(
                    closed.apply(&logged(&outcome)[0], &context()).is_err(),
                    "nothing can be applied to a closed table"
                );
                true
            }
            (Err(LeaveRefusal::NotIn), false, _)
            | (Err(LeaveRefusal::Full | LeaveRefusal::Started), true, false) => false,
            (decided, ..) => panic!("{decided:?}: {:?}", self.model),
        }
    }

    /// Finishes the game: players resign until one is left.
    pub fn finish(&mut self) {
        let names = (0..self.model.seats.len()).map(|seat| seat.to_string()).collect();
        let header = Header::new(self.table.settings.rules.clone(), names, Seat(0));
        let mut replay = Replay::begin(&self.table.id, &header).unwrap();
        let mut command = Command::Start;
        while !replay.game.is_finished() {
            let (outcome, after) =
                self.table.play(&replay, command, &secret(), None, &Absences::default(), self.at).unwrap();
            let events = outcome.game_events.iter().zip(replay.last() + 1..);
            let events: Vec<Logged> =
                events.map(|(event, n)| Logged { n, event: event.clone(), at: Some(self.at) }).collect();
            assert_eq!(replay.extended(&self.table.id, events).unwrap().log, after.log);
            let row = outcome.row.unwrap();
            assert_eq!(
                row,
                Row::of(&after, &self.table.seats(), &self.table.settings, Stops::default(), self.at)
            );
            self.table = self.table.clone().with_game(&row);
            assert_eq!((self.table.last_event(), self.table.status()), (row.last, row.status));
            assert_eq!(Model::of(&self.table), self.model, "a game leaves seats as they are");
            replay = after;
            command = match replay.game.to_move() {
                Some(colour) => Command::Resign(colour),
                None => break,
            };
        }
        assert_eq!(self.table.status(), Status::Finished);
    }
}
