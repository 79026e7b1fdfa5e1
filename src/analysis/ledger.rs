//! Adds up what draws and turns did to every seat.
//!
//! The game is one chain of values: before the draw, after the best turn with the tile drawn (their difference is luck), after the turn that was
//! played (the difference is loss), before the next draw. What the last step changes, though nothing happened, is the rest.

use super::depth::{BORDERS, Verdict};
use super::moments::Moment;
use super::report::{
    Alternative, Analysis, Difference, Expected, Move, SeatReport, TurnReport, VERSION, rounded,
};
use super::study::{Rated, Study};
use super::value::Value;
use engine::Seat;

/// How many alternatives, draws and turning points are named.
const NAMED: usize = 3;

/// The sums so far, for every seat.
struct Ledger {
    start: Value,
    now: Value,
    luck: Value,
    loss: Value,
    rest: Value,
}

pub(super) fn report(study: &Study, rated: &[Rated]) -> Analysis {
    let seats = study.end.points.len();
    let start = rated.first().and_then(before).unwrap_or(&study.end).clone();
    let zero = Value::zero(seats);
    let mut ledger =
        Ledger { now: start.clone(), start, luck: zero.clone(), loss: zero.clone(), rest: zero.clone() };
    let mut own: Vec<SeatReport> = vec![SeatReport::default(); seats];
    let mut turns = Vec::with_capacity(rated.len());
    for (moment, rated) in study.moments.iter().zip(rated) {
        let turn = ledger.turn(moment, rated);
        own[turn.seat.index()].add(&turn);
        turns.push(turn);
    }
    // After a resignation the points at the end say nothing, since those who are out don't score.
    if !study.resigned {
        ledger.go_on(&study.end);
    }
    for (seat, own) in own.iter_mut().enumerate() {
        own.finish(&ledger, seat);
    }
    Analysis {
        analysis: VERSION,
        depth: study.depth,
        seed: study.seed,
        borders: BORDERS,
        start: Expected::of(&ledger.start),
        end: Expected::of(&ledger.now),
        resigned: study.resigned,
        seats: own,
        turning_points: turning_points(&turns),
        luckiest: extremes(&turns, |turn| turn.luck.points),
        unluckiest: extremes(&turns, |turn| -turn.luck.points),
        turns,
    }
}

fn before(rated: &Rated) -> Option<&Value> {
    rated.luck.as_ref().map(|luck| &luck.before).or_else(|| Some(&rated.commands.first()?.value))
}

impl Ledger {
    /// Takes over a fresh estimate of the position that was last looked at; the difference is neither luck nor skill.
    fn go_on(&mut self, value: &Value) {
        self.rest.add(&value.minus(&self.now), 1.0);
        self.now = value.clone();
    }

    fn turn(&mut self, moment: &Moment, rated: &Rated) -> TurnReport {
        let seat = moment.position.seat_of(moment.colour);
        if let Some(before) = before(rated) {
            self.go_on(before);
        }
        let before = Expected::of(&self.now);
        let mut luck = Difference::default();
        if let Some(drawn) = rated.luck.as_ref().map(|luck| &luck.drawn) {
            let change = drawn.minus(&self.now);
            self.luck.add(&change, 1.0);
            self.now = drawn.clone();
            luck = Difference::of(&change, seat.index());
        }
        let (mut loss, mut error) = (Difference::default(), None);
        if let (Some(played), Some(best)) =
            (rated.played.map(|place| &rated.commands[place]), rated.commands.first())
        {
            self.go_on(&best.value);
            let change = best.value.minus(&played.value);
            self.loss.add(&change, 1.0);
            self.now = played.value.clone();
            loss = Difference::of(&change, seat.index());
            error = played.error.map(rounded);
        }
        let forced = rated.commands.len() < 2;
        TurnReport {
            n: moment.n,
            colour: moment.colour,
            seat,
            drawn: moment.draw.as_ref().map(|&(_, kind)| kind),
            before,
            luck,
            played: moment.played.and_then(Move::of),
            after: Expected::of(&self.now),
            loss,
            error,
            verdict: BORDERS.verdict(loss.points).filter(|_| !forced),
            forced,
            possible: rated.commands.len(),
            best: alternatives(rated, seat),
        }
    }
}

fn alternatives(rated: &Rated, seat: Seat) -> Vec<Alternative> {
    let alternative = |rated: &super::rating::Rated| {
        let Expected { points, win } = Expected::of(&rated.value);
        Some(Alternative {
            play: Move::of(rated.command)?,
            points: points[seat.index()],
            win: win[seat.index()],
            error: rated.error.map(rounded),
        })
    };
    rated.commands.iter().take(NAMED).filter_map(alternative).collect()
}

impl SeatReport {
    /// Counts a turn of this seat.
    fn add(&mut self, turn: &TurnReport) {
        self.luck.add(turn.luck);
        self.loss.add(turn.loss);
        if turn.forced || turn.played.is_none() {
            return;
        }
        self.choices += 1;
        match turn.verdict {
            Some(Verdict::Inaccuracy) => self.inaccuracies += 1,
            Some(Verdict::Mistake) => self.mistakes += 1,
            Some(Verdict::Blunder) => self.blunders += 1,
            None => {}
        }
    }

    fn finish(&mut self, ledger: &Ledger, seat: usize) {
        self.all_luck = Difference::of(&ledger.luck, seat);
        self.all_loss = Difference::of(&ledger.loss, seat);
        self.rest = Difference::of(&ledger.rest, seat);
        self.adjusted = rounded(ledger.now.points[seat] - ledger.luck.points[seat]);
        self.luck = self.luck.rounded();
        self.loss = self.loss.rounded();
        self.mean_loss = rounded(self.loss.points / f64::from(self.choices.max(1)));
    }
}

/// The numbers of the turns that changed the mover's chance to win most, draws included, in the order of the game.
fn turning_points(turns: &[TurnReport]) -> Vec<u32> {
    let swing = |turn: &TurnReport| {
        let win = |expected: &Expected| expected.win[turn.seat.index()];
        (win(&turn.after) - win(&turn.before)).abs()
    };
    let mut numbers = extremes(turns, swing);
    numbers.sort_unstable();
    numbers
}

/// The numbers of the turns with the greatest measure above zero, the greatest first.
fn extremes(turns: &[TurnReport], measure: impl Fn(&TurnReport) -> f64) -> Vec<u32> {
    let mut measured: Vec<(f64, u32)> = turns.iter().map(|turn| (measure(turn), turn.n)).collect();
    measured.retain(|&(measure, _)| measure > 0.0);
    measured.sort_by(|one, other| other.0.total_cmp(&one.0));
    measured.into_iter().take(NAMED).map(|(_, n)| n).collect()
}

#[cfg(test)]
mod tests {
    use super::super::depth::Depth;
    use super::*;
    use crate::testing::short_game;
    use engine::{Command, DrawSecret, Game, Header, Logged, Ruleset};
    use samples::{finished_game, many_rules};

    fn analysed(game: &Game, log: &[Logged]) -> Analysis {
        Study::new(game, log, Depth::Quick, 0).unwrap().run()
    }

    #[test]
    fn the_result_is_the_start_plus_luck_minus_losses_plus_the_rest() {
        for rules in many_rules() {
            let (game, log) = short_game(&Header::new(rules, vec!["ann".into(), "ben".into()], Seat(1)), 6);
            adds_up(&analysed(&game, &log));
        }
    }

    fn adds_up(analysis: &Analysis) {
        for (seat, sums) in analysis.seats.iter().enumerate() {
            let change = analysis.end.points[seat] - analysis.start.points[seat];
            let explained = sums.all_luck.points - sums.all_loss.points + sums.rest.points;
            assert!((change - explained).abs() < 0.004, "{change} {explained}");
            let change = analysis.end.win[seat] - analysis.start.win[seat];
            let explained = sums.all_luck.win - sums.all_loss.win + sums.rest.win;
            assert!((change - explained).abs() < 0.004, "{change} {explained}");
            assert!((sums.adjusted - analysis.end.points[seat] + sums.all_luck.points).abs() < 0.003);
        }
        assert!(analysis.turns.iter().all(|turn| turn.loss.points >= 0.0));
    }

    #[test]
    fn where_games_are_played_on_a_draw_is_worth_what_the_best_turn_with_it_is() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(1));
        let (game, log) = short_game(&header, 3);
        let analysis = Study::new(&game, &log, Depth::Standard, 0).unwrap().run();
        adds_up(&analysis);
        for turn in &analysis.turns {
            let seat = turn.seat.index();
            let drawn = turn.before.points[seat] + turn.luck.points;
            assert!((turn.best[0].points - drawn).abs() < 0.003, "{turn:?}");
            assert!((turn.before.points[0] + turn.before.points[1]).abs() < 0.002, "{turn:?}");
            assert!((turn.before.win[0] + turn.before.win[1] - 1.0).abs() < 0.002, "{turn:?}");
        }
    }

    #[test]
    fn the_luck_of_one_of_two_seats_is_the_bad_luck_of_the_other() {
        let (game, log) = finished_game(Ruleset::default(), 6);
        let analysis = analysed(&game, &log);
        adds_up(&analysis);
        let [one, other] = &analysis.seats[..] else { panic!("two seats") };
        assert!((one.luck.points - other.luck.points - one.all_luck.points).abs() < 0.05);
        assert!((one.all_luck.points + other.all_luck.points).abs() < 1e-9);
        assert!((one.loss.points - other.loss.points - one.all_loss.points).abs() < 0.05);
        assert_eq!(analysis.turning_points.len(), NAMED);
        assert!(analysis.turn(analysis.luckiest[0]).unwrap().luck.points > 0.0);
        assert!(analysis.turn(analysis.unluckiest[0]).unwrap().luck.points < 0.0);
        assert!((analysis.end.win.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_game_of_several_seats_or_one_is_analysed_from_the_point_of_view_of_each() {
        for seats in [1, 3, 5] {
            let names = (0..seats).map(|seat| format!("player {seat}")).collect();
            let (game, log) = short_game(&Header::new(Ruleset::default(), names, Seat(0)), 10);
            let analysis = analysed(&game, &log);
            adds_up(&analysis);
            assert_eq!(analysis.seats.len(), seats);
            assert!(analysis.seats.iter().all(|seat| seat.loss.points > 0.0));
        }
    }

    #[test]
    fn a_resigned_game_is_analysed_up_to_its_end_and_missed_turns_cost_no_one_a_loss() {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        let dealer = header.dealer(&DrawSecret::new([1; 32]));
        let (mut game, mut events) = (Game::new(&header).unwrap(), Vec::new());
        for command in [Command::Start, Command::Miss { allowed: 2 }, Command::Miss { allowed: 2 }] {
            game.execute(&command, &dealer, &mut events).unwrap();
        }
        let colour = game.to_move().unwrap();
        game.execute(&Command::Resign(colour), &dealer, &mut events).unwrap();
        let log: Vec<Logged> = (1..).zip(events).map(|(n, event)| Logged { n, event, at: None }).collect();
        let analysis = analysed(&game, &log);
        assert!(analysis.resigned && analysis.turns.len() == 2);
        assert!(analysis.turns.iter().all(|turn| turn.played.is_none() && turn.verdict.is_none()));
        assert!(analysis.seats.iter().all(|seat| seat.choices == 0 && seat.loss.points.abs() < 1e-9));
        assert!(analysis.end.win[0] > 0.2 && analysis.end.win[0] < 0.8, "{:?}", analysis.end);
    }
}
