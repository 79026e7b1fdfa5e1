use chrono::TimeDelta;
use engine::{Command, DrawSecret, Logged, StopReason};

use super::*;
use crate::{
    Absences, ComputerLevel, GameId, Invite, MissedTurns, Moment, OpenTable, Person, Player, Proposal,
    ReplayContext, Salts, Settings, TableRandomness, TimeControl,
};
use AttendanceKind::{CalledOff, Missed, MissedWhilePlaying, Played};
use account::UserId;

/// A game of two people, hour by hour, with everything that was said about them.
struct TwoPlayers {
    table: Table,
    replay: Replay,
    log: Vec<LoggedTableEvent>,
    said: Vec<Attendance>,
    at: DateTime<Utc>,
}

fn person(number: u8) -> Person {
    Person::human(UserId::new([number; 10]), format!("player {number}"))
}

fn secret() -> DrawSecret {
    DrawSecret::new([7; 32])
}

impl TwoPlayers {
    fn new(change: impl FnOnce(&mut Settings)) -> Self {
        Self::with(Vec::new(), change)
    }

    fn with(computers: Vec<(Seat, ComputerLevel)>, change: impl FnOnce(&mut Settings)) -> Self {
        let at = DateTime::from_timestamp_millis(1_790_000_000_000).unwrap();
        let time_control = TimeControl::of_days(Some(1));
        let people = 2 - u8::try_from(computers.len()).unwrap();
        let settings = Settings { time_control, take_backs: 3, ..Settings::default() };
        let open = OpenTable { settings, seats: 2, computers }.with(change);
        let (id, invite) = (GameId::new([3; 10]), Invite::new([4; 15]));
        let randomness = TableRandomness { id: id.clone(), invite, secret: secret(), sort_suffix: [0, 5] };
        let mut outcome = open.open(&person(1).id, randomness, at);
        let seated = (1..=people).map(person).map(|person| (person.id.clone(), person)).collect();
        let context = ReplayContext { invite: None, people: seated };
        let mut log = logged(&outcome);
        let mut table = Table::replay(&id, &log, &context).unwrap();
        for number in 1..=people {
            let (none, secret) = (Absences::default(), secret());
            (_, outcome) =
                table.join(&person(number), None, Salts::new(), &secret, &none, at).unwrap().unwrap();
            log.extend(logged(&outcome));
            table = Table::replay(&id, &log, &context).unwrap();
        }
        let table = table.with_game(outcome.row.as_ref().unwrap());
        let mut replay = Replay::begin(&id, outcome.header.as_ref().unwrap()).unwrap();
        for (event, n) in outcome.game_events.into_iter().zip(1..) {
            replay.add(&id, Logged { n, event, at: Some(at) }).unwrap();
        }
        Self { table, replay, log, said: outcome.attendance, at }
    }

    fn moment<'a>(&'a self, secret: &'a DrawSecret, absences: &'a Absences) -> Moment<'a> {
        Moment { replay: &self.replay, secret, absences, at: self.at }
    }

    fn command(&mut self, command: Command) {
        self.command_while(command, false);
    }

    fn command_while(&mut self, command: Command, playing: bool) {
        self.at += TimeDelta::hours(1);
        let absences = Absences::default();
        let decided = self.table.play(&self.replay, command, &secret(), None, &absences, self.at);
        let (outcome, after) = decided.unwrap();
        let seat = self.replay.seat_to_move().unwrap();
        let outcome = if playing { self.table.missed_while_playing(seat, outcome) } else { outcome };
        self.then(&outcome, Some(after));
    }

    fn propose(&mut self, seat: Seat, proposal: Proposal) {
        let (secret, absences) = (secret(), Absences::default());
        let (outcome, after) = self.table.propose(&self.moment(&secret, &absences), seat, proposal).unwrap();
        self.then(&outcome, after);
    }

    fn agree(&mut self, seat: Seat) {
        let (secret, absences) = (secret(), Absences::default());
        let n = self.table.revision;
        let answered = self.table.answer(&self.moment(&secret, &absences), seat, n, true).unwrap();
        let (outcome, after) = answered.unwrap();
        self.then(&outcome, after);
    }

    fn then(&mut self, outcome: &Outcome, after: Option<Replay>) {
        for logged in logged(outcome) {
            self.table.apply(&logged, &ReplayContext::default()).unwrap();
            self.log.push(logged);
        }
        if let Some(row) = &outcome.row {
            self.table = self.table.clone().with_game(row);
        }
        if let Some(after) = after {
            self.replay = after;
        }
        self.said.extend(outcome.attendance.iter().cloned());
    }

    /// Plays turns for the seat to move.
    fn turns(&mut self, count: usize) {
        for _ in 0..count {
            let mut turns = Vec::new();
            self.replay.game.position().distinct_turns(&mut turns);
            self.command(Command::Play(turns[0]));
        }
    }

    fn miss(&mut self) {
        self.command(Command::Miss { allowed: 8 });
    }

    /// What was said of each person as it happened, by the order of seats, which is also what follows from the logs.
    fn said(mut self) -> [Vec<AttendanceKind>; 2] {
        self.said.sort();
        assert_eq!(self.said, self.table.attendance(&self.replay, &self.log));
        let of = |seat| {
            let user = self.table.player(Seat(seat)).and_then(Player::user);
            self.said.iter().filter(|one| Some(&one.user) == user).map(|one| one.kind).collect()
        };
        [of(0), of(1)]
    }

    fn to_move(&self) -> usize {
        self.replay.seat_to_move().unwrap().index()
    }

    fn other(&self) -> Seat {
        Seat(u8::try_from(1 - self.to_move()).unwrap())
    }

    fn end(&mut self) {
        self.command(Command::Stop(StopReason::Agreed));
    }
}

fn logged(outcome: &Outcome) -> Vec<LoggedTableEvent> {
    let logged = |(event, n): (&TableEvent, _)| LoggedTableEvent { n, at: outcome.at, event: event.clone() };
    outcome.table_events.iter().zip(outcome.revision + 1..).map(logged).collect()
}

#[test]
fn turns_count_when_the_game_is_over_and_missed_ones_at_once() {
    let mut game = TwoPlayers::new(|_| ());
    let first = game.to_move();
    game.turns(4);
    game.miss();
    assert_eq!(game.said.iter().map(|one| one.kind).collect::<Vec<_>>(), [Missed]);
    game.turns(3);
    game.end();
    let said = game.said();
    assert_eq!(said[first], [Missed, Played(3)]);
    assert_eq!(said[1 - first], [Played(4)]);
}

#[test]
fn only_turns_under_a_clock_and_among_people_count() {
    for mut game in [
        TwoPlayers::new(|settings| settings.time_control = TimeControl::Unlimited),
        TwoPlayers::with(vec![(Seat(1), ComputerLevel::One)], |_| ()),
    ] {
        game.turns(4);
        game.end();
        assert_eq!(game.said(), [Vec::new(), Vec::new()]);
    }
}

#[test]
fn a_turn_that_is_taken_back_counts_once() {
    let mut game = TwoPlayers::new(|_| ());
    let first = game.to_move();
    game.turns(1);
    let asks = game.other();
    let last = game.replay.last();
    game.propose(asks, Proposal::TakeBack { last });
    game.agree(Seat(u8::try_from(game.to_move()).unwrap()));
    assert_eq!(game.to_move(), first);
    game.turns(2);
    game.end();
    assert_eq!(game.said(), [vec![Played(1)], vec![Played(1)]]);
}

#[test]
fn who_loses_the_seat_has_missed_one_more_turn() {
    let mut game = TwoPlayers::new(|settings| settings.missed_turns = MissedTurns::OutAfter(1));
    let first = game.to_move();
    game.turns(2);
    game.command(game.table.time_out(&game.replay).unwrap());
    assert!(game.replay.game.is_finished());
    let said = game.said();
    assert_eq!((&said[first], &said[1 - first]), (&vec![Missed, Played(1)], &vec![Played(1)]));
}

#[test]
fn a_computer_that_takes_over_because_time_ran_out_is_a_missed_turn_and_its_turns_are_nobodys() {
    let mut game =
        TwoPlayers::new(|settings| settings.missed_turns = MissedTurns::Computer(ComputerLevel::One));
    let first = game.to_move();
    game.turns(2);
    game.command(game.table.time_out(&game.replay).unwrap());
    game.turns(4);
    game.end();
    let said = game.said();
    assert_eq!((&said[first], &said[1 - first]), (&vec![Missed, Played(1)], &vec![Played(3)]));
}

#[test]
fn a_seat_that_the_others_have_handed_over_is_no_missed_turn_but_one_that_they_skip_is() {
    for skips in [false, true] {
        let mut game = TwoPlayers::new(|settings| settings.missed_turns = MissedTurns::Wait);
        let first = game.to_move();
        game.turns(2);
        game.at += TimeDelta::days(2);
        let last = game.replay.last();
        let level = ComputerLevel::One;
        let proposal = if skips { Proposal::Skip { last } } else { Proposal::Substitute { last, level } };
        game.propose(game.other(), proposal);
        game.turns(2);
        game.end();
        let said = game.said();
        let missed: &[AttendanceKind] = if skips { &[Missed] } else { &[] };
        let played = if skips { 2 } else { 1 };
        assert_eq!(said[first], [missed, &[Played(played)]].concat(), "skips: {skips}");
    }
}

#[test]
fn in_a_game_that_is_called_off_nothing_counts() {
    let mut game = TwoPlayers::new(|_| ());
    let first = game.to_move();
    game.miss();
    game.turns(1);
    game.command(Command::Stop(StopReason::CalledOff));
    let said = game.said();
    assert_eq!((&said[first], &said[1 - first]), (&vec![Missed, CalledOff], &Vec::new()));
}

#[test]
fn who_plays_elsewhere_meanwhile_is_in_the_log() {
    let mut game = TwoPlayers::new(|_| ());
    let first = game.to_move();
    game.turns(2);
    game.command_while(Command::Miss { allowed: 8 }, true);
    let event = &game.log.last().unwrap().event;
    let json = serde_json::to_string(event).unwrap();
    assert_eq!(json, format!(r#"{{"type":"missed_while_playing","seat":{first},"n":6}}"#));
    assert_eq!(serde_json::from_str::<TableEvent>(&json).unwrap(), *event);
    assert_eq!(game.said()[first], [MissedWhilePlaying]);
}

#[test]
fn words_of_the_database_are_read_as_they_are_written() {
    for kind in [Played(7), Missed, MissedWhilePlaying, CalledOff] {
        assert_eq!(AttendanceKind::parse(kind.word(), kind.turns()), Some(kind));
    }
    assert_eq!(AttendanceKind::parse("left", 1), None);
}
