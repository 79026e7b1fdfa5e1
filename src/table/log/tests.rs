use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{LoggedTableEvent, Unlogged};
use crate::account::UserId;
use crate::engine::{Command, DrawSecret, Logged, Ruleset, Seat};
use crate::table::{
    Aids, Fresh, GameId, Invite, InviteRefusal, JoinRefusal, LeaveRefusal, Level, OpenTable, Outcome, Person,
    Player, Replay, Row, Status, Table, TableEvent, TimeControl,
};

const PEOPLE: u8 = 6;

fn person(number: u8) -> Person {
    Person { id: UserId::new([number; 10]), name: format!("player {number}") }
}

fn unlogged() -> Unlogged {
    let names = (0..PEOPLE).map(person).map(|person| (person.id, person.name)).collect();
    Unlogged { invite: Some(Invite::new([9; 15])), names }
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
}

fn secret() -> DrawSecret {
    DrawSecret::new([7; 32])
}

/// The simplest possible model of who is at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Model {
    opener: u8,
    seats: Vec<Option<Sitter>>,
    reserved: Vec<Option<u8>>,
    /// Whether the invited user has declined.
    invited: BTreeMap<u8, bool>,
    public: bool,
    started: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sitter {
    Person(u8),
    Computer,
}

impl Model {
    fn seat_of(&self, user: u8) -> Option<usize> {
        self.seats.iter().position(|&sitter| sitter == Some(Sitter::Person(user)))
    }

    fn seat_for(&self, user: u8) -> Option<usize> {
        let free = |fits: &dyn Fn(Option<u8>) -> bool| {
            (0..self.seats.len()).find(|&i| self.seats[i].is_none() && fits(self.reserved[i]))
        };
        let asked = !self.public || self.opener == user || self.invited.get(&user) == Some(&false);
        let given_up =
            |holder: Option<u8>| holder.is_some_and(|holder| self.invited.get(&holder) == Some(&true));
        free(&|holder| holder == Some(user))
            .or_else(|| free(&|holder| holder.is_none()))
            .or_else(|| free(&|holder| asked && given_up(holder)))
    }

    fn replace(&mut self, user: u8, by: u8) {
        if self.opener == user {
            self.opener = by;
        }
        self.reserved.iter_mut().filter(|who| **who == Some(user)).for_each(|who| *who = Some(by));
        if let Some(declined) = self.invited.remove(&user) {
            self.invited.insert(by, declined);
        }
        if let Some(seat) = self.seat_of(user) {
            self.seats[seat] = Some(Sitter::Person(by));
        }
    }

    fn is_at_table(&self, user: u8) -> bool {
        let reserved =
            (0..self.seats.len()).any(|i| self.seats[i].is_none() && self.reserved[i] == Some(user));
        self.seat_of(user).is_some() || reserved || self.invited.contains_key(&user)
    }

    fn of(table: &Table) -> Self {
        let number = |user: &UserId| (0..PEOPLE).find(|&number| person(number).id == *user).unwrap();
        let sitter = |player: &Player| match player {
            Player::User(person) => Sitter::Person(number(&person.id)),
            Player::Computer(Level::Greedy) => Sitter::Computer,
        };
        let seats = table.seats();
        let mut reserved: Vec<_> =
            table.reserved().into_iter().map(|person| person.map(|person| number(&person.id))).collect();
        reserved.resize(seats.len(), None);
        Self {
            opener: number(&table.opener.id),
            seats: seats.into_iter().map(|player| player.map(sitter)).collect(),
            reserved,
            invited: table.invitations().iter().map(|one| (number(&one.person.id), one.declined)).collect(),
            public: table.is_public(),
            started: table.status() != Status::Open,
        }
    }
}

/// A table with its log and the model to compare it with.
struct Walk {
    log: Vec<LoggedTableEvent>,
    table: Table,
    model: Model,
    at: DateTime<Utc>,
}

impl Walk {
    fn begin(opening: &Outcome, model: Model) -> Self {
        let log = logged(opening);
        let table = Table::replay(&opening.game, &log, &unlogged()).unwrap();
        Self { log, table, model, at: opening.at }
    }

    /// Applies an outcome and checks the invariants.
    fn follow(&mut self, outcome: &Outcome) {
        assert_eq!(outcome.revision, self.table.revision);
        for event in logged(outcome) {
            self.table.apply(&event, &unlogged()).unwrap();
            self.log.push(event);
        }
        self.check();
    }

    fn check(&self) {
        assert_eq!(Model::of(&self.table), self.model);
        let read = self.log.iter().map(|logged| {
            let json = serde_json::to_string(&logged.event).unwrap();
            let event: TableEvent = serde_json::from_str(&json).unwrap();
            assert_eq!(event, logged.event, "{json}");
            LoggedTableEvent { event, ..logged.clone() }
        });
        let replayed = Table::replay(&self.table.id, &read.collect::<Vec<_>>(), &unlogged()).unwrap();
        assert_eq!(replayed, self.table, "{:?}", self.log);
    }

    /// Runs a random command. Returns `false` if it closed the table.
    fn step(&mut self, rng: &mut Xoshiro256PlusPlus) -> bool {
        self.at += TimeDelta::seconds(1);
        let user = rng.random_range(0..PEOPLE);
        match rng.random_range(0..40) {
            0 => return !self.close(user),
            1..8 => self.leave(user),
            8..12 => self.replace(user, rng.random_range(0..PEOPLE)),
            12..16 => self.invite(user, rng.random_range(0..PEOPLE)),
            16..19 => self.decline(user),
            _ => self.join(user),
        }
        true
    }

    fn join(&mut self, user: u8) {
        let salts = (0..).map(Seat).zip(&self.model.seats).filter(|(_, sitter)| sitter.is_some());
        let salts = salts.map(|(seat, _)| (seat, String::new())).collect();
        let decided = self.table.join(&person(user), "salt", salts, &secret(), self.at).unwrap();
        let expected = if self.model.seat_of(user).is_some() {
            Err(JoinRefusal::AlreadyIn)
        } else if self.model.started {
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
        self.model.seats[seat.index()] = Some(Sitter::Person(user));
        self.model.invited.remove(&user);
        if !self.model.seats.contains(&None) {
            self.model.started = true;
            self.model.reserved.fill(None);
            self.model.invited.clear();
        }
        assert_eq!(outcome.header.is_some(), self.model.started);
        self.follow(&outcome);
    }

    fn leave(&mut self, user: u8) {
        match (self.table.leave(&person(user).id, self.at), self.model.seat_of(user), self.model.started) {
            (Ok(outcome), Some(seat), false) => {
                self.model.seats[seat] = None;
                if self.model.reserved[seat] == Some(user) && self.model.opener != user {
                    self.model.invited.insert(user, true);
                }
                self.follow(&outcome);
            }
            (Err(LeaveRefusal::NotIn), None, _) | (Err(LeaveRefusal::Started), Some(_), true) => {}
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
        } else if model.started {
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

    fn decline(&mut self, user: u8) {
        let decided = self.table.decline(&person(user).id, self.at);
        assert_eq!(decided.is_some(), self.model.invited.get(&user) == Some(&false));
        if let Some(outcome) = decided {
            self.model.invited.insert(user, true);
            self.follow(&outcome);
        }
    }

    fn close(&mut self, user: u8) -> bool {
        match (self.table.close(&person(user).id, self.at), self.model.opener == user, self.model.started) {
            (Ok(outcome), true, false) => {
                let mut closed = self.table.clone();
                assert!(
                    closed.apply(&logged(&outcome)[0], &unlogged()).is_err(),
                    "nothing can be applied to a closed table"
                );
                true
            }
            (Err(LeaveRefusal::NotIn), false, _) | (Err(LeaveRefusal::Started), true, true) => false,
            (decided, ..) => panic!("{decided:?}: {:?}", self.model),
        }
    }

    /// Finishes the game: players resign until one is left.
    fn finish(&mut self) {
        let names = (0..self.model.seats.len()).map(|seat| seat.to_string()).collect();
        let header = crate::engine::Header::new(self.table.rules.clone(), names, Seat(0));
        let mut replay = Replay::begin(&self.table.id, &header).unwrap();
        let mut command = Command::Start;
        while !replay.game.is_finished() {
            let (outcome, after) = self.table.play(&replay, command, &secret(), None, self.at).unwrap();
            let events = outcome.game_events.iter().zip(replay.last() + 1..);
            let events: Vec<Logged> =
                events.map(|(event, n)| Logged { n, event: event.clone(), at: Some(self.at) }).collect();
            assert_eq!(replay.extended(&self.table.id, events).unwrap().log, after.log);
            let row = outcome.row.unwrap();
            assert_eq!(row, Row::of(&after, &self.table.seats(), self.table.time_control, self.at));
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

/// The outcome's events as the table's log stores them.
fn logged(outcome: &Outcome) -> Vec<LoggedTableEvent> {
    let logged = |(event, n): (&TableEvent, _)| LoggedTableEvent { n, at: outcome.at, event: event.clone() };
    outcome.table_events.iter().zip(outcome.revision + 1..).map(logged).collect()
}

fn fresh(number: u8) -> Fresh {
    Fresh {
        id: GameId::new([number; 10]),
        invite: Invite::new([9; 15]),
        secret: secret(),
        place: [0, number],
    }
}

fn any_opening(rng: &mut Xoshiro256PlusPlus) -> (OpenTable, Model) {
    let seats = rng.random_range(2..=5);
    let mut computer: Vec<Seat> = (0..seats).map(Seat).filter(|_| rng.random_range(0..3) == 0).collect();
    computer.truncate(usize::from(seats) - 1);
    let time_control = TimeControl::of_days([None, Some(1), Some(14)][rng.random_range(0..3)]);
    let handicaps =
        if rng.random_range(0..2) == 0 { Vec::new() } else { (0..seats).map(i32::from).collect() };
    let sitter = |seat| computer.contains(&Seat(seat)).then_some(Sitter::Computer);
    let model = Model {
        opener: rng.random_range(0..PEOPLE),
        seats: (0..seats).map(sitter).collect(),
        reserved: vec![None; seats.into()],
        invited: BTreeMap::new(),
        public: rng.random_range(0..2) == 0,
        started: false,
    };
    let open = OpenTable {
        rules: serde_json::from_str::<Ruleset>(r#"{"preset":"chicago","meeples":5}"#).unwrap(),
        seats,
        computer,
        level: Level::Greedy,
        public: model.public,
        time_control,
        handicaps,
        aids: Aids::ALL[rng.random_range(0..3)],
    };
    open.check().unwrap();
    (open, model)
}

#[test]
fn a_table_equals_its_replayed_log_after_any_commands() {
    let (mut started, mut closed, mut again) = (0, 0, 0);
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (open, model) = any_opening(&mut rng);
        let mut walk = Walk::begin(&open.open(&person(model.opener).id, fresh(1), noon()), model);
        assert_eq!((walk.table.is_public(), walk.table.aids), (open.public, open.aids));
        assert_eq!((&walk.table.rules, &walk.table.handicaps), (&open.rules, &open.handicaps));
        assert_eq!((walk.table.time_control, walk.table.created), (open.time_control, noon()));
        walk.check();
        // The second round is a rematch, with reserved seats.
        for round in 0..2 {
            let goes_on = (0..60).all(|_| walk.step(&mut rng));
            closed += u32::from(!goes_on);
            started += u32::from(walk.model.started);
            if !goes_on || !walk.model.started || round == 1 {
                break;
            }
            walk.finish();
            let players: Vec<u8> = (0..PEOPLE).filter(|&user| walk.model.seat_of(user).is_some()).collect();
            let opener = players[rng.random_range(0..players.len())];
            let outcome = walk.table.rematch(Vec::new(), &person(opener), "salt", fresh(2), walk.at).unwrap();
            let mut model = Model { opener, ..walk.model.clone() };
            for (seat, sitter) in walk.model.seats.iter().enumerate() {
                if let Some(Sitter::Person(user)) = *sitter
                    && user != opener
                {
                    model.seats[seat] = None;
                    model.reserved[seat] = Some(user);
                    model.invited.insert(user, false);
                }
            }
            model.started = !model.seats.contains(&None);
            assert_eq!(outcome.header.is_some(), model.started);
            let first = walk.table.id.clone();
            walk = Walk::begin(&outcome, model);
            assert_eq!(walk.table.rematch_of, Some(first));
            walk.check();
            again += 1;
        }
    }
    assert!(
        started > 100 && closed > 10 && again > 50,
        "{started} started, {closed} closed, {again} rematches"
    );
}

#[test]
fn an_inconsistent_log_is_refused_with_the_number_of_the_event() {
    let (ann, ben) = (person(1).id, person(2).id);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (open, _) = any_opening(&mut rng);
    let open = OpenTable { seats: 2, computer: Vec::new(), handicaps: Vec::new(), public: false, ..open };
    let opened = logged(&open.open(&ann, fresh(1), noon())).remove(0).event;
    let joined = |seat, user: &UserId| TableEvent::Joined { seat: Seat(seat), user: user.clone() };
    let replaced = |user: &UserId, by: &UserId| TableEvent::Replaced { user: user.clone(), by: by.clone() };
    let invited = |user: &UserId| TableEvent::Invited { user: user.clone() };
    let cleo = person(3).id;
    let full = || vec![opened.clone(), joined(0, &ann), joined(1, &ben), TableEvent::Started {}];
    let then = |event| full().into_iter().chain([event]).collect::<Vec<_>>();
    for (events, n, complaint) in [
        (vec![], 1, "does not begin with an opening"),
        (vec![joined(0, &ann)], 1, "does not begin with an opening"),
        (vec![opened.clone(), opened.clone()], 2, "opened already"),
        (vec![opened.clone(), joined(2, &ann)], 2, "not free"),
        (vec![opened.clone(), joined(0, &ann), joined(0, &ben)], 3, "not free"),
        (vec![opened.clone(), joined(0, &ann), joined(1, &ann)], 3, "already has a seat"),
        (vec![opened.clone(), TableEvent::Left { user: ben.clone() }], 2, "has no seat"),
        (vec![opened.clone(), TableEvent::Started {}], 2, "open seats"),
        (vec![opened.clone(), invited(&ben), invited(&ben)], 3, "a seat or an invitation"),
        (vec![opened.clone(), joined(0, &ann), invited(&ann)], 3, "a seat or an invitation"),
        (vec![opened.clone(), TableEvent::Declined { user: ben.clone() }], 2, "is not invited"),
        (then(invited(&cleo)), 5, "the game has started"),
        (vec![opened.clone(), TableEvent::Closed {}], 2, "has no log"),
        (vec![opened.clone(), replaced(&ben, &cleo)], 2, "the guest is not at the table"),
        (then(joined(0, &cleo)), 5, "the game has started"),
        (then(TableEvent::Left { user: ann.clone() }), 5, "the game has started"),
        (then(TableEvent::Started {}), 5, "the game has started"),
        (then(replaced(&ann, &ben)), 5, "already at the table"),
    ] {
        let log = |events: &[TableEvent]| {
            let logged =
                |(event, n): (&TableEvent, _)| LoggedTableEvent { n, at: noon(), event: event.clone() };
            events.iter().zip(1..).map(logged).collect::<Vec<_>>()
        };
        let error = Table::replay(&GameId::new([1; 10]), &log(&events), &unlogged()).unwrap_err();
        assert!(error.n == n && error.why.contains(complaint), "{events:?}: {error}");
        // The same with a gap.
        let mut gap = log(&full());
        gap.remove(2);
        let error = Table::replay(&GameId::new([1; 10]), &gap, &unlogged()).unwrap_err();
        assert!(error.n == 4 && error.why.contains("missing"), "{error}");
        let log = log(&full());
        let error = Table::replay(&GameId::new([1; 10]), &log, &Unlogged::default()).unwrap_err();
        assert!(error.n == 1 && error.why.contains("no invite"), "{error}");
    }
}
