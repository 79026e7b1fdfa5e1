//! The result of a match, as text and as JSON.

use std::fmt;

use serde_json::{Value, json};

use super::game::{Effort, Outcome, Pair, Setup};
use super::sprt::Sprt;
use super::statistics::{elo, wilson};
use players::Sample;

/// What the pairs so far have shown. A is the player whose wins are counted.
pub(super) struct Report<'a> {
    setup: &'a Setup,
    sprt: Option<Sprt>,
    wins: u64,
    draws: u64,
    losses: u64,
    /// A's mean margin in the two games of each pair.
    margins: Sample,
    efforts: [Effort; 2],
}

/// A share of the points with its interval.
struct Share {
    won: f64,
    bounds: [f64; 2],
}

#[expect(clippy::cast_precision_loss, reason = "numbers of games and turns")]
impl<'a> Report<'a> {
    pub(super) fn new(setup: &'a Setup, sprt: Option<Sprt>) -> Self {
        let efforts = [Effort::default(); 2];
        Self { setup, sprt, wins: 0, draws: 0, losses: 0, margins: Sample::default(), efforts }
    }

    pub(super) fn add(&mut self, pair: &Pair) {
        for game in pair {
            *match game.outcome {
                Outcome::Win => &mut self.wins,
                Outcome::Draw => &mut self.draws,
                Outcome::Loss => &mut self.losses,
            } += 1;
            for (effort, more) in self.efforts.iter_mut().zip(game.efforts) {
                effort.add(more);
            }
        }
        self.margins.add(pair.iter().map(|game| game.margin).sum::<f64>() / pair.len() as f64);
    }

    /// Whether the sequential test has accepted a hypothesis.
    pub(super) fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| sprt.accepted(&self.margins).is_some())
    }

    fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn share(&self) -> Share {
        let (won, games) = (self.wins as f64 + self.draws as f64 / 2.0, self.games() as f64);
        Share { won: won / games, bounds: wilson(won, games) }
    }

    pub(super) fn json(&self) -> Value {
        // Infinite numbers become null.
        let Share { won, bounds } = self.share();
        let side = |side: usize| {
            let effort = self.efforts[side];
            json!({
                "player": self.setup.names[side],
                "turns": effort.turns,
                "work": effort.work,
                "work_per_turn": work_per_turn(&effort),
                "ms_per_turn": ms_per_turn(&effort),
            })
        };
        let sprt = self.sprt.map(|sprt| {
            json!({
                "low": sprt.hypotheses.low,
                "high": sprt.hypotheses.high,
                "alpha": sprt.alpha,
                "beta": sprt.beta,
                "bounds": sprt.bounds(),
                "log_ratio": sprt.log_ratio(&self.margins),
                "accepted": sprt.accepted(&self.margins),
            })
        });
        json!({
            "rules": self.setup.rules,
            "seats": self.setup.seats,
            "seed": self.setup.seed,
            "pairs": self.margins.count(),
            "games": self.games(),
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "share": won,
            "share_interval": bounds,
            "elo": elo(won),
            "elo_interval": bounds.map(elo),
            "margin": self.margins.mean(),
            "margin_error": self.margins.error(),
            "margin_spread": self.margins.spread(),
            "sprt": sprt,
            "sides": [side(0), side(1)],
        })
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of turns")]
fn work_per_turn(effort: &Effort) -> Option<f64> {
    effort.work.map(|work| work as f64 / effort.turns.max(1) as f64)
}

#[expect(clippy::cast_precision_loss, reason = "numbers of turns")]
fn ms_per_turn(effort: &Effort) -> f64 {
    effort.time.as_secs_f64() * 1000.0 / effort.turns.max(1) as f64
}

/// A table of words and numbers, one statement a line.
impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.setup;
        let [a, b] = &setup.names;
        let Share { won, bounds: [low, high] } = self.share();
        let rules = serde_json::to_string(&setup.rules).map_err(|_| fmt::Error)?;
        writeln!(f, "{a} against {b}, {rules}, {} seats, seed {}", setup.seats, setup.seed)?;
        writeln!(f, "games   {} in {} pairs", self.games(), self.margins.count())?;
        writeln!(f, "result  wins {}, draws {}, losses {}", self.wins, self.draws, self.losses)?;
        let percent = |share: f64| share * 100.0;
        writeln!(f, "share   {:.1} % ({:.1} to {:.1})", percent(won), percent(low), percent(high))?;
        writeln!(f, "Elo     {:+.0} ({:+.0} to {:+.0})", elo(won), elo(low), elo(high))?;
        write!(f, "margin  {:+.2}", self.margins.mean())?;
        if let (Some(error), Some(spread)) = (self.margins.error(), self.margins.spread()) {
            write!(f, " ± {error:.2} points, spread of the pairs {spread:.1}")?;
        }
        writeln!(f)?;
        if let Some(sprt) = self.sprt {
            let ([low, high], ratio) = (sprt.bounds(), sprt.log_ratio(&self.margins));
            let accepted = sprt.accepted(&self.margins);
            let accepted = accepted.map_or_else(|| "open".to_owned(), |margin| format!("margin {margin:+}"));
            writeln!(
                f,
                "SPRT    {accepted}; log-likelihood ratio {ratio:.2}, bounds {low:.2} and {high:.2}"
            )?;
        }
        for (name, effort) in setup.names.iter().zip(&self.efforts) {
            let work =
                work_per_turn(effort).map_or_else(|| "unknown".to_owned(), |work| format!("{work:.1}"));
            writeln!(
                f,
                "{name}: {} turns, work {work} and {:.2} ms a turn",
                effort.turns,
                ms_per_turn(effort)
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::game::PlayedGame;
    use super::super::sprt::Hypotheses;
    use super::*;
    use engine::{Header, Record, Ruleset, Seat};

    fn played(margin: f64, work: Option<u64>) -> PlayedGame {
        let outcome = match margin {
            margin if margin > 0.0 => Outcome::Win,
            margin if margin < 0.0 => Outcome::Loss,
            _ => Outcome::Draw,
        };
        let effort = |work| Effort { turns: 36, work, time: Duration::from_millis(18) };
        let header = Header::new(Ruleset::default(), vec!["a".into(), "b".into()], Seat(0));
        let record = Record { header, events: Vec::new() };
        PlayedGame { outcome, margin, efforts: [effort(Some(3600)), effort(work)], record }
    }

    fn setup() -> Setup {
        Setup { rules: Ruleset::default(), seats: 2, seed: 5, names: ["uct:100".into(), "cmd:x".into()] }
    }

    #[test]
    fn the_text_has_every_figure_of_the_match() {
        let setup = setup();
        let sprt = Sprt { hypotheses: Hypotheses { low: -1.0, high: 1.0 }, alpha: 0.05, beta: 0.05 };
        let mut report = Report::new(&setup, Some(sprt));
        for margins in [[20.0, -10.0], [0.0, 6.0], [9.0, 5.0]] {
            report.add(&margins.map(|margin| played(margin, None)));
        }
        let text = "\
            uct:100 against cmd:x, {\"preset\":\"modern\"}, 2 seats, seed 5\n\
            games   6 in 3 pairs\n\
            result  wins 4, draws 1, losses 1\n\
            share   75.0 % (36.5 to 94.0)\n\
            Elo     +191 (-96 to +478)\n\
            margin  +5.00 ± 1.15 points, spread of the pairs 2.0\n\
            SPRT    open; log-likelihood ratio 7.50, bounds -2.94 and 2.94\n\
            uct:100: 216 turns, work 100.0 and 0.50 ms a turn\n\
            cmd:x: 216 turns, work unknown and 0.50 ms a turn\n";
        assert_eq!(report.to_string(), text);
    }

    #[test]
    fn infinite_elo_and_unknown_errors_are_null_in_json() {
        let setup = setup();
        let mut report = Report::new(&setup, None);
        report.add(&[played(3.0, Some(72)), played(4.0, Some(72))]);
        let json = report.json();
        assert_eq!(
            (&json["elo"], &json["margin_error"], &json["sprt"]),
            (&Value::Null, &Value::Null, &Value::Null)
        );
        assert_eq!(
            (&json["share"], &json["margin"], &json["sides"][1]["work_per_turn"]),
            (&json!(1.0), &json!(3.5), &json!(2.0))
        );
        assert!(report.to_string().contains("Elo     +inf (-"), "{report}");
    }
}
