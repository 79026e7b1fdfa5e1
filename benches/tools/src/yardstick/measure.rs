//! What an analysis says, held against what playing on shows.

use std::fmt::Write as _;

use rayon::prelude::*;

use super::games::{Pairing, play};
use super::style::Style;
use super::values::{SeatValue, Valued, play_on};
use analysis::{Analysis, Depth, Expected, Study, TurnReport, moments};
use engine::{Command, Game, Position, Preset, Record, Ruleset};
use players::{Method, Sample};

/// A game of the yardstick.
pub struct Played {
    pub name: String,
    pub record: Record,
    pub styles: Vec<Style>,
    study: Study,
}

impl Played {
    /// Prepares an analysis of this depth.
    ///
    /// # Panics
    /// If the game is not finished.
    pub fn new(name: String, record: Record, game: &Game, depth: Depth) -> Self {
        let styles = record.header.seats.iter().map(|name| name.parse().expect("a style")).collect();
        let study = Study::new(game, &record.events, depth, 0).expect("a finished game");
        Self { name, record, styles, study }
    }

    /// Analyses the whole game.
    fn analysis(&self) -> Analysis {
        self.study.run()
    }

    /// Whether all play as the evaluation has it.
    fn is_own(&self) -> bool {
        self.styles.iter().all(
            |style| matches!(style, Style::Player(player) if !matches!(player.method, Method::Uct { .. })),
        )
    }
}

/// A position with what its analysis says of it.
pub struct Said<'a> {
    game: &'a Played,
    valued: &'a Valued,
    before: Expected,
}

impl<'a> Said<'a> {
    /// Analyses the position. `None` if its game is not among these.
    pub fn of(valued: &'a Valued, games: &'a [Played]) -> Option<Self> {
        let game = games.iter().find(|game| game.name == valued.game)?;
        Some(Self { game, valued, before: game.study.before_draw(valued.n)? })
    }
}

/// The values in the middle of games: how far they are from what playing on shows, as a table.
pub fn values(positions: &[Said]) -> String {
    let mut text = String::from(
        "| | positions | r.m.s. error | without noise | mean error | largest | against mixed styles | largest |\n|---|---:|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut row = |name: &str, wanted: &dyn Fn(&Played) -> bool| {
        let those: Vec<&Said> = positions.iter().filter(|said| wanted(said.game)).collect();
        let (own, mixed) =
            (Errors::of(&those, |valued| &valued.own), Errors::of(&those, |valued| &valued.mixed));
        let _ = writeln!(
            text,
            "| {name} | {} | {:.1} | {:.1} | {:+.1} | {:.1} | {:.1} | {:.1} |",
            those.len(),
            own.rms(),
            own.without_noise(),
            own.mean.mean(),
            own.largest,
            mixed.without_noise(),
            mixed.largest
        );
    };
    row("two seats, own players", &|game| game.styles.len() == 2 && game.is_own());
    row("two seats, other styles", &|game| game.styles.len() == 2 && !game.is_own());
    for seats in 3..=6 {
        row(&format!("{seats} seats"), &|game| game.styles.len() == seats);
    }
    row("all", &|_| true);
    text
}

#[derive(Default)]
struct Errors {
    mean: Sample,
    squares: Sample,
    noise: Sample,
    largest: f64,
}

impl Errors {
    /// Of the first seat with two seats, whose values are opposed, and of each with more. The mean is always that of the first seat, since
    /// values add up to 0.
    fn of(positions: &[&Said], values: impl Fn(&Valued) -> &[SeatValue]) -> Self {
        let mut errors = Self::default();
        for Said { valued, before, .. } in positions {
            let values = values(valued);
            let counted = if values.len() == 2 { 1 } else { values.len() };
            for (seat, (value, said)) in values.iter().zip(&before.points).take(counted).enumerate() {
                let error = said - value.ahead;
                if seat == 0 {
                    errors.mean.add(error);
                }
                errors.squares.add(error * error);
                errors.noise.add(value.error * value.error);
                errors.largest = errors.largest.max(error.abs());
            }
        }
        errors
    }

    fn rms(&self) -> f64 {
        self.squares.mean().sqrt()
    }

    /// The playouts have an error of their own, which adds to the squares.
    fn without_noise(&self) -> f64 {
        (self.squares.mean() - self.noise.mean()).max(0.0).sqrt()
    }
}

/// Chances to win in percent: as they are said, if everybody goes on in their own style, and in mixed styles.
type Chances = [Sample; 3];

fn add(chances: &mut Chances, Said { valued, before, .. }: &Said, seat: usize) {
    let of_seat = [before.win[seat], valued.own[seat].wins, valued.mixed[seat].wins];
    chances.iter_mut().zip(of_seat).for_each(|(sample, chance)| sample.add(100.0 * chance));
}

/// Chances to win as they are said, in tenths, and how often playing on won, as a table.
pub fn chances(positions: &[Said]) -> String {
    let mut tenths: [Chances; 10] = Default::default();
    for position in positions {
        for (seat, said) in position.before.win.iter().enumerate() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1")]
            let tenth = ((said * 10.0) as usize).min(9);
            add(&mut tenths[tenth], position, seat);
        }
    }
    let mut text = String::from(
        "| said | seats | mean said | won | won with mixed styles |\n|---|---:|---:|---:|---:|\n",
    );
    for (tenth, [said, own, mixed]) in tenths.iter().enumerate().filter(|(_, [said, ..])| said.count() > 0) {
        let [own, mixed] =
            [own, mixed].map(|won| format!("{:.1} ± {:.1} %", won.mean(), won.error().unwrap_or_default()));
        let _ = writeln!(
            text,
            "| {}–{} % | {} | {:.1} % | {own} | {mixed} |",
            tenth * 10,
            tenth * 10 + 10,
            said.count(),
            said.mean()
        );
    }
    text
}

/// Chances to win as they are said, and how often playing on won, by style, as a table.
pub fn chances_by_style(positions: &[Said], styles: &[Style]) -> String {
    let mut text =
        String::from("| | seats | mean said | won | won with mixed styles |\n|---|---:|---:|---:|---:|\n");
    for style in styles {
        let mut chances = Chances::default();
        for position in positions {
            let seats = position.game.styles.iter().enumerate();
            for (seat, _) in seats.filter(|(_, other)| *other == style) {
                add(&mut chances, position, seat);
            }
        }
        let [said, own, mixed] = &chances;
        let _ = writeln!(
            text,
            "| {style} | {} | {:.1} % | {:.1} % | {:.1} % |",
            said.count(),
            said.mean(),
            own.mean(),
            mixed.mean()
        );
    }
    text
}

/// The largest losses that the analysis names, and what they cost when everybody plays on in their own style, so many times.
pub fn verdicts(games: &[Played], most: usize, playouts: u64) -> String {
    let mut losses: Vec<(&Played, TurnReport)> = games
        .par_iter()
        .flat_map_iter(|game| game.analysis().turns.into_iter().map(move |turn| (game, turn)))
        .collect();
    losses.retain(|(_, turn)| turn.played.is_some() && !turn.forced && !turn.best.is_empty());
    losses.sort_by(|(_, one), (_, other)| other.loss.points.total_cmp(&one.loss.points));
    losses.truncate(most);
    let played: Vec<(f64, Sample)> = losses
        .par_iter()
        .filter_map(|(game, turn)| {
            let moments = moments(&game.record.header, &game.record.events).ok()?;
            let moment = moments.into_iter().find(|moment| moment.n == turn.n)?;
            let (best, played) = (best(turn, &moment.position)?, moment.played?);
            let end = |first, order| {
                play_on(&moment.position, Some(first), &game.styles, order)[turn.seat.index()].0
            };
            let lost = (0..playouts).map(|order| end(best, order) - end(played, order));
            Some((turn.loss.points, lost.collect()))
        })
        .collect();
    let said: Sample = played.iter().map(|(said, _)| *said).collect();
    let lost: Sample = played.iter().map(|(_, lost)| lost.mean()).collect();
    let better = played.iter().filter(|(_, lost)| lost.mean() < 0.0).count();
    format!(
        "The {} largest losses: said {:.2}, played on {:.2} ± {:.2}, ratio {:.2}; in {better} the turn that was played did better.\n",
        played.len(),
        said.mean(),
        lost.mean(),
        lost.error().unwrap_or_default(),
        said.mean() / lost.mean()
    )
}

/// How much results of two seats vary, as they are and without luck, as a table: a row for each pair of styles.
pub fn luck(styles: &[Style], games: u64, seed: u64, depth: Depth) -> String {
    let pairs: Vec<(Style, Style)> = styles
        .iter()
        .enumerate()
        .flat_map(|(number, &one)| styles[number..].iter().map(move |&other| (one, other)))
        .collect();
    let mut text = String::from(
        "| | games | margin | spread | adjusted | slope on luck | rest |\n|---|---:|---:|---:|---:|---:|---:|\n",
    );
    for (number, (one, other)) in pairs.into_iter().enumerate() {
        // The first of the two, wherever it sits: margin, luck, adjusted, rest.
        let results: Vec<[f64; 4]> = (0..games)
            .into_par_iter()
            .map(|game| {
                let exchanged = game % 2 == 1;
                let seats = if exchanged { vec![other, one] } else { vec![one, other] };
                let rules = Ruleset::of(Preset::Modern);
                let seed = seed.wrapping_add(1_000 * number as u64 + game / 2);
                let (record, game) = play(&Pairing { rules, styles: seats }, seed);
                let analysis = Played::new(String::new(), record, &game, depth).analysis();
                let seat = usize::from(exchanged);
                let report = &analysis.seats[seat];
                [analysis.end.points[seat], report.all_luck.points, report.adjusted, report.rest.points]
            })
            .collect();
        let column = |which: usize| results.iter().map(|row| row[which]).collect::<Sample>();
        let spread = |which: usize| column(which).spread().unwrap_or_default();
        let rest: Sample = results.iter().map(|row| row[3] * row[3]).collect();
        let _ = writeln!(
            text,
            "| {one} – {other} | {games} | {:+.1} | {:.1} | {:.1} | {:.2} | {:.1} |",
            column(0).mean(),
            spread(0),
            spread(2),
            slope(&results),
            rest.mean().sqrt()
        );
    }
    text
}

/// How much the margin grows for each point of luck.
fn slope(results: &[[f64; 4]]) -> f64 {
    let mean = |which: usize| results.iter().map(|row| row[which]).collect::<Sample>().mean();
    let (margin, luck) = (mean(0), mean(1));
    let both: f64 = results.iter().map(|row| (row[0] - margin) * (row[1] - luck)).sum();
    let alone: f64 = results.iter().map(|row| (row[1] - luck).powi(2)).sum();
    both / alone
}

/// The turn that the analysis finds best.
fn best(turn: &TurnReport, position: &Position) -> Option<Command> {
    let best = &turn.best.first()?.play;
    let mut turns = Vec::new();
    position.distinct_turns(&mut turns);
    turns.into_iter().map(Command::Play).find(|&command| analysis::Move::of(command).as_ref() == Some(best))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yardstick::values::value;

    fn played() -> Played {
        let styles = ["roads", "level:3"].map(|name| name.parse().unwrap()).to_vec();
        let pairing = Pairing { rules: Ruleset::of(Preset::Modern), styles };
        let (record, game) = play(&pairing, 5);
        Played::new("one".to_owned(), record, &game, Depth::Quick)
    }

    #[test]
    fn a_value_that_is_right_has_no_error_and_one_that_is_off_has_its_own() {
        let game = played();
        let turn = &game.analysis().turns[40];
        let seat = |ahead: f64, win: f64| SeatValue { ahead, error: 0.0, wins: win };
        let right: Vec<SeatValue> = turn
            .before
            .points
            .iter()
            .zip(&turn.before.win)
            .map(|(&points, &win)| seat(points, win))
            .collect();
        let off = right.iter().map(|value| seat(value.ahead - 3.0, value.wins)).collect();
        let valued = Valued { game: "one".to_owned(), n: turn.n, own: right, mixed: off };
        let games = [game];
        let text = values(&[Said::of(&valued, &games).unwrap()]);
        assert!(text.contains("| all | 1 | 0.0 | 0.0 | +0.0 | 0.0 | 3.0 | 3.0 |"), "{text}");
    }

    #[test]
    fn chances_are_held_against_the_wins_of_own_styles_and_of_mixed_ones() {
        let games = [played()];
        let n = games[0].analysis().turns[40].n;
        let wins = |[one, other]: [f64; 2]| {
            [one, other].map(|wins| SeatValue { ahead: 0.0, error: 0.0, wins }).to_vec()
        };
        let valued = Valued { game: "one".to_owned(), n, own: wins([0.25, 0.75]), mixed: wins([0.5; 2]) };
        let mut said = Said::of(&valued, &games).unwrap();
        said.before.win = [0.31, 0.69].into_iter().collect();
        let said = [said];
        let tenths = chances(&said);
        assert!(tenths.contains("| 30–40 % | 1 | 31.0 % | 25.0 ± 0.0 % | 50.0 ± 0.0 % |"), "{tenths}");
        let styles = chances_by_style(&said, &games[0].styles);
        assert!(styles.contains("| roads | 1 | 31.0 % | 25.0 % | 50.0 % |"), "{styles}");
        assert!(styles.contains("| level:3 | 1 | 69.0 % | 75.0 % | 50.0 % |"), "{styles}");
    }

    #[test]
    fn verdicts_and_chances_are_held_against_playing_on() {
        let game = played();
        let moment = moments(&game.record.header, &game.record.events).unwrap().swap_remove(30);
        let [own, mixed] = value(moment.before(), &game.styles, 4, 0);
        let valued = Valued { game: "one".to_owned(), n: moment.n, own, mixed };
        let games = [game];
        let said = Said::of(&valued, &games).unwrap();
        assert_eq!(chances(&[said]).lines().filter(|line| line.contains("–")).count(), 2);
        let text = verdicts(&games, 3, 2);
        assert!(text.starts_with("The 3 largest losses: said "), "{text}");
    }

    #[test]
    fn the_slope_is_that_of_the_line() {
        assert!(
            (slope(&[[1.0, 0.0, 0.0, 0.0], [3.0, 1.0, 0.0, 0.0], [5.0, 2.0, 0.0, 0.0]]) - 2.0).abs() < 1e-12
        );
    }
}
