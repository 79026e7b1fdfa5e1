//! Tables compared with a simple model, and logs that contradict themselves.

mod model;
mod walk;

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::{LoggedTableEvent, ReplayContext};
use crate::{
    Absences, Aids, ComputerLevel, GameId, Invite, OpenTable, Outcome, Person, Settings, Table, TableEvent,
    TableRandomness, TimeControl,
};
use account::UserId;
use engine::{DrawSecret, Ruleset, SaltHash, Seat};
use model::{Model, Occupant};
use walk::Walk;

const PEOPLE: u8 = 6;

fn person(number: u8) -> Person {
    Person::human(UserId::new([number; 10]), format!("player {number}"))
}

fn context() -> ReplayContext {
    let people = (0..PEOPLE).map(person).map(|person| (person.id.clone(), person)).collect();
    ReplayContext { invite: Some(Invite::new([9; 15])), people }
}

fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(1_790_000_000_000).unwrap()
}

fn secret() -> DrawSecret {
    DrawSecret::new([7; 32])
}

/// The outcome's events as the table's log stores them.
fn logged(outcome: &Outcome) -> Vec<LoggedTableEvent> {
    let logged = |(event, n): (&TableEvent, _)| LoggedTableEvent { n, at: outcome.at, event: event.clone() };
    outcome.table_events.iter().zip(outcome.revision + 1..).map(logged).collect()
}

fn randomness(number: u8) -> TableRandomness {
    TableRandomness {
        id: GameId::new([number; 10]),
        invite: Invite::new([9; 15]),
        secret: secret(),
        sort_suffix: [0, number],
    }
}

fn any_opening(rng: &mut Xoshiro256PlusPlus) -> (OpenTable, Model) {
    let seats = rng.random_range(2..=5);
    let mut computers: Vec<(Seat, ComputerLevel)> = (0..seats)
        .filter_map(|seat| {
            let level = ComputerLevel::ALL.get(rng.random_range(0..24))?;
            Some((Seat(seat), *level))
        })
        .collect();
    computers.truncate(usize::from(seats) - 1);
    let time_control = TimeControl::of_days([None, Some(1), Some(14)][rng.random_range(0..3)]);
    let handicaps =
        if rng.random_range(0..2) == 0 { Vec::new() } else { (0..seats).map(i32::from).collect() };
    let occupant = |seat| {
        let level = computers.iter().find(|&&(other, _)| other == Seat(seat)).map(|&(_, level)| level);
        level.map(Occupant::Computer)
    };
    let model = Model {
        opener: rng.random_range(0..PEOPLE),
        seats: (0..seats).map(occupant).collect(),
        reserved: vec![None; seats.into()],
        invited: BTreeMap::new(),
        public: rng.random_range(0..2) == 0,
        salts: vec![None; seats.into()],
        full: false,
        started: false,
    };
    let settings = Settings {
        rules: serde_json::from_str::<Ruleset>(r#"{"preset":"chicago","meeples":5}"#).unwrap(),
        handicaps,
        public: model.public,
        time_control,
        aids: Aids::ALL[rng.random_range(0..3)],
        hints: rng.random_range(0..2) == 0,
        ..Settings::default()
    };
    let open = OpenTable { settings, seats, computers };
    open.check().unwrap();
    (open, model)
}

#[test]
fn a_table_equals_its_replayed_log_after_any_commands() {
    let (mut started, mut closed, mut again, mut late) = (0, 0, 0, 0);
    for seed in 0..300 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let (open, model) = any_opening(&mut rng);
        let mut walk = Walk::begin(&open.open(&person(model.opener).id, randomness(1), noon()), model);
        assert_eq!((&walk.table.settings, walk.table.created), (&open.settings, noon()));
        walk.check();
        // The second round is a rematch, with reserved seats.
        for round in 0..2 {
            let goes_on = (0..60).all(|_| walk.step(&mut rng));
            closed += u32::from(!goes_on);
            started += u32::from(walk.model.started);
            late += walk.late;
            if !goes_on || !walk.model.started || round == 1 {
                break;
            }
            walk.finish();
            let players: Vec<u8> = (0..PEOPLE).filter(|&user| walk.model.seat_of(user).is_some()).collect();
            let opener = players[rng.random_range(0..players.len())];
            let salt_hash = (rng.random_range(0..2) == 0).then(|| SaltHash::of("salt"));
            let outcome = walk
                .table
                .rematch(Vec::new(), &person(opener), salt_hash, randomness(2), &Absences::default(), walk.at)
                .unwrap();
            let model = walk.model.rematch(opener, salt_hash.is_some());
            assert_eq!(outcome.header.is_some(), model.started);
            let first = walk.table.id.clone();
            walk = Walk::begin(&outcome, model);
            assert_eq!(walk.table.rematch_of, Some(first));
            walk.check();
            again += 1;
        }
    }
    assert!(
        started > 100 && closed > 10 && again > 50 && late > 5,
        "{started} started, {closed} closed, {again} rematches, {late} without all salts"
    );
}

#[test]
fn an_inconsistent_log_is_refused_with_the_number_of_the_event() {
    let (ann, ben) = (person(1).id, person(2).id);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (open, _) = any_opening(&mut rng);
    let open = OpenTable { seats: 2, computers: Vec::new(), ..open }
        .with(|settings| (settings.handicaps, settings.public) = (Vec::new(), false));
    let opened = logged(&open.open(&ann, randomness(1), noon())).remove(0).event;
    let joined =
        |seat, user: &UserId| TableEvent::Joined { seat: Seat(seat), user: user.clone(), salt_hash: None };
    let hashed = TableEvent::Joined { seat: Seat(1), user: ben.clone(), salt_hash: Some(SaltHash::of("b")) };
    let revealed = |seat| TableEvent::Revealed { seat: Seat(seat) };
    let filled = |more: &[TableEvent]| {
        let filled = vec![opened.clone(), joined(0, &ann), hashed.clone(), TableEvent::Filled {}];
        [filled, more.to_vec()].concat()
    };
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
        (vec![opened.clone(), TableEvent::Filled {}], 2, "open seats"),
        (vec![opened.clone(), joined(0, &ann), hashed.clone(), revealed(1)], 4, "does not wait for salts"),
        (filled(&[revealed(0)]), 5, "committed to no salt"),
        (filled(&[revealed(1), TableEvent::Left { user: ben.clone() }]), 6, "all seats are taken"),
        (filled(&[TableEvent::Filled {}]), 5, "all seats are taken"),
        (filled(&[TableEvent::Started {}, revealed(1)]), 6, "does not wait for salts"),
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
        let error = Table::replay(&GameId::new([1; 10]), &log(&events), &context()).unwrap_err();
        assert!(error.n == n && error.why.contains(complaint), "{events:?}: {error}");
        // The same with a gap.
        let mut gap = log(&full());
        gap.remove(2);
        let error = Table::replay(&GameId::new([1; 10]), &gap, &context()).unwrap_err();
        assert!(error.n == 4 && error.why.contains("missing"), "{error}");
        let log = log(&full());
        let error = Table::replay(&GameId::new([1; 10]), &log, &ReplayContext::default()).unwrap_err();
        assert!(error.n == 1 && error.why.contains("no invite"), "{error}");
    }
}
