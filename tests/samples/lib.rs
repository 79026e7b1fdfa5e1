//! Games for tests: positions from turns, and whole games of legal turns.

#![expect(clippy::missing_panics_doc, reason = "a test that panics has failed")]

use engine::{
    Command, DrawSecret, Event, Game, Header, Logged, Preset, Record, Ruleset, Seat, TileSet, legal,
};

const HEADER: &str = r#"{"record":1,"rules":{"preset":"modern"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"},{"seat":1,"name":"blue"}],"seats":["ann","ben"]}"#;

/// The header and event log of a modern two-player game. `turns` are written as in a record, by each colour in turn;
/// each draws its tile first.
pub fn log_of(turns: &[&str]) -> (Header, Vec<Logged>) {
    let turns = turns
        .iter()
        .enumerate()
        .map(|(i, turn)| format!("{{\"n\":{},\"type\":\"turn\",\"colour\":{},{turn}}}\n", i + 1, i % 2));
    let (record, _) = Record::read(&format!("{HEADER}\n{}", turns.collect::<String>())).unwrap();
    let mut game = Game::new(&record.header).unwrap();
    let mut log = Vec::new();
    let mut push = |event: Event| {
        game.apply(&event).unwrap();
        log.push(Logged { n: game.events(), event, at: None });
        game.owed().to_vec()
    };
    for logged in record.events {
        let (_, turn) = logged.event.turn().unwrap();
        push(Event::Draw { colour: None, tiles: vec![turn.tile], discarded: Vec::new() });
        for score in push(logged.event) {
            push(score);
        }
    }
    (record.header, log)
}

/// The game after such a log, with the tile `drawn` for the next turn.
pub fn game_of(turns: &[&str], drawn: &str) -> Game {
    let (header, log) = log_of(turns);
    let mut game = Game::replay(&header, &log).unwrap();
    let drawn = vec![drawn.parse().unwrap()];
    game.apply(&Event::Draw { colour: None, tiles: drawn, discarded: Vec::new() }).unwrap();
    game
}

/// A two-player game in which both have run out of time once, with its event log: a draw, a skipped turn, a draw, a skipped
/// turn, a draw.
pub fn skipped_game() -> (Game, Vec<Logged>) {
    let header = Header::new(Ruleset::default(), vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
    let dealer = header.dealer(&DrawSecret::new([1; 32]));
    let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
    for command in [Command::Start, Command::Miss { allowed: 2 }, Command::Miss { allowed: 2 }] {
        game.execute(&command, &dealer, &mut events).unwrap();
    }
    (game, numbered(events))
}

/// A finished two-player game with its event log. `seed` picks its legal turns.
pub fn finished_game(rules: Ruleset, seed: u8) -> (Game, Vec<Logged>) {
    let header = Header::new(rules, vec!["ann".to_owned(), "ben".to_owned()], Seat(0));
    finished_game_of(&header, seed)
}

/// Like [`finished_game`], with a given header.
pub fn finished_game_of(header: &Header, seed: u8) -> (Game, Vec<Logged>) {
    let dealer = header.dealer(&DrawSecret::new([seed; 32]));
    let mut game = Game::new(header).unwrap();
    let mut events: Vec<Event> = Vec::new();
    let mut command = Command::Start;
    for step in 0_usize.. {
        game.execute(&command, &dealer, &mut events).unwrap();
        if game.is_finished() {
            break;
        }
        let turns = legal::turns(&game);
        command = Command::Play(turns[step * 7919 % turns.len()]);
    }
    (game, numbered(events))
}

fn numbered(events: Vec<Event>) -> Vec<Logged> {
    (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect()
}

/// Every preset, and rules with more kinds of followers and with goods.
pub fn many_rules() -> Vec<Ruleset> {
    let sets = vec![TileSet::Base, TileSet::Inns, TileSet::Traders];
    let large = Ruleset { sets, ..Ruleset::default() };
    let per_city = Ruleset { fields: engine::FieldRule::PerCity, ..large.clone() };
    let ahead = Ruleset { draw_ahead: true, ..large.clone() };
    Preset::ALL.into_iter().map(Ruleset::of).chain([large, per_city, ahead]).collect()
}
