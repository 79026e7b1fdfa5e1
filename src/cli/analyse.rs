//! `bastide analyse`: luck, losses and better turns of a finished game. `docs/analysis.md` describes the method.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use crate::{Failure, progress, record};
use analysis::{Analysis, Depth, Rated, Study, TurnReport, Verdict};
use engine::{Header, Seat};

/// Analyse a finished game: luck, losses, and what would have been better
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// How much work to do: quick (the evaluation alone), standard or deep (games played to the end)
    #[arg(long, default_value = "quick", value_parser = depth)]
    depth: Depth,
    /// Another seed draws other tiles in the games that are played to the end
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// The number of turns analysed at the same time; the result is the same [default: one per processor]
    #[arg(long)]
    threads: Option<NonZeroUsize>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn depth(text: &str) -> Result<Depth, String> {
    Depth::parse(text).ok_or_else(|| "quick, standard or deep".to_owned())
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (record, game) = record::read(&args.file)?;
    let study = Study::new(&game, &record.events, args.depth, args.seed);
    let study = study.map_err(|error| Failure::bad_input(format!("{}: {error}", args.file.display())))?;
    let threads = args.threads.or(std::thread::available_parallelism().ok()).map_or(1, usize::from);
    let analysis = study.report(&rate_all(&study, threads));
    Ok(if args.json { super::json_line(&analysis) } else { text(&record.header, &analysis) })
}

/// Works on the turns on several threads.
fn rate_all(study: &Study, threads: usize) -> Vec<Rated> {
    let (next, (sender, receiver)) = (AtomicUsize::new(0), channel());
    let progress = progress::bar(study.len() as u64, "turns");
    let mut rated: Vec<(usize, Rated)> = std::thread::scope(|scope| {
        for _ in 0..threads.min(study.len()) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= study.len() || sender.send((index, study.rate(index))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        receiver.iter().inspect(|_| progress.inc(1)).collect()
    });
    progress.finish_and_clear();
    rated.sort_by_key(|&(index, _)| index);
    rated.into_iter().map(|(_, rated)| rated).collect()
}

/// Ignores the results of `writeln!`, since writing to a string cannot fail.
fn text(header: &Header, analysis: &Analysis) -> String {
    let mut text = format!(
        "{:<16}{:>9}{:>9}{:>9}{:>9}{:>10}{:>12}{:>10}{:>9}\n",
        "", "ahead", "luck", "loss", "a turn", "adjusted", "inaccurate", "mistakes", "blunders"
    );
    for (index, (seat, name)) in analysis.seats.iter().zip(&header.seats).enumerate() {
        let _ = writeln!(
            text,
            "{name:<16}{:>+9.1}{:>+9.1}{:>9.1}{:>9.2}{:>+10.1}{:>12}{:>10}{:>9}",
            analysis.end.points[index],
            seat.luck.points,
            seat.loss.points,
            seat.mean_loss,
            seat.adjusted,
            seat.inaccuracies,
            seat.mistakes,
            seat.blunders
        );
    }
    let rest = analysis.seats.first().map_or(0.0, |seat| seat.rest.points);
    let name = |seat: Seat| header.seats[seat.index()].as_str();
    let _ = writeln!(text, "unexplained, for {}: {rest:+.1}", name(Seat(0)));
    let _ = writeln!(
        text,
        "\n{:>5} {:<12}{:<10}{:>7}{:>7}{:>7}{:>7}  played, and what was better",
        "event", "player", "tile", "win %", "ahead", "luck", "loss"
    );
    for turn in &analysis.turns {
        let seat = turn.seat.index();
        let _ = writeln!(
            text,
            "{:>5} {:<12}{:<10}{:>7.1}{:>+7.1}{:>+7.1}{:>7.1}  {}",
            turn.n,
            name(turn.seat),
            turn.drawn.map_or_else(String::new, |kind| kind.to_string()),
            100.0 * turn.after.win[seat],
            turn.after.points[seat],
            turn.luck.points,
            turn.loss.points,
            played(turn)
        );
    }
    text
}

fn played(turn: &TurnReport) -> String {
    let Some(played) = turn.played else { return "missed".to_owned() };
    let written =
        |play: analysis::Move| play.turn().map_or_else(|| "pass".to_owned(), |turn| turn.to_string());
    let mut text = written(played);
    let mark = match turn.verdict {
        None => return text,
        Some(Verdict::Inaccuracy) => "?!",
        Some(Verdict::Mistake) => "?",
        Some(Verdict::Blunder) => "??",
    };
    if let Some(best) = turn.best.first() {
        let _ = write!(text, " {mark}  better: {}", written(best.play));
    }
    text
}
