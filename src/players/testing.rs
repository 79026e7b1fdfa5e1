//! Positions for tests.

use super::Method;
use super::Player;
use engine::{Command, DrawSecret, Game, Header, Position, Preset, Ruleset, Seat, TileSet};

/// The first position of a game of two seats where `found`. The player moves for both.
pub(super) fn until(rules: Ruleset, player: Player, found: impl Fn(&Position) -> bool) -> Position {
    let header = Header::new(rules, vec!["ann".into(), "ben".into()], Seat(0));
    let dealer = header.dealer(&DrawSecret::new([3; 32]));
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut Vec::new()).unwrap();
        if found(game.position()) {
            return game.position().clone();
        }
        command = player.choose(&game).expect("the game goes on");
    }
}

/// Numbers of seats and rules that have everything between them.
pub(super) fn every_rule_book() -> Vec<(u8, Ruleset)> {
    let all = Ruleset { sets: TileSet::ALL.to_vec(), ..Ruleset::default() };
    let ahead = Ruleset { draw_ahead: true, ..all.clone() };
    let rules = Preset::ALL.map(Ruleset::of).into_iter().chain([all, ahead]);
    [2, 3, 4, 5, 2, 6].into_iter().zip(rules).collect()
}

/// Plays a game to its end with the commands that `choose` returns, and random ones where it returns `None`.
pub(super) fn play(rules: Ruleset, seats: u8, mut choose: impl FnMut(&Position) -> Option<Command>) {
    let names = (0..seats).map(|seat| format!("player {seat}")).collect();
    let header = Header::new(rules, names, Seat(0));
    let dealer = header.dealer(&DrawSecret::new([6; 32]));
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    loop {
        game.execute(&command, &dealer, &mut Vec::new()).unwrap();
        if game.is_finished() {
            return;
        }
        let chosen = choose(game.position());
        command = chosen.or_else(|| Player::new(Method::Random).choose(&game)).expect("the game goes on");
    }
}
