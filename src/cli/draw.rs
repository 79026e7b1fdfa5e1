//! `bastide draw`: renders the board of a record.

use std::io::Write;
use std::path::PathBuf;

use crate::{Failure, record};
use art::BoardView;
use engine::{Game, PlacedFollower};

/// The longer side of a PNG in pixels.
const SIZE: u32 = 1000;

/// Draw the board of a record as SVG or PNG
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// Draw the board after event N instead of the last; 0 is the start tile alone
    #[arg(long, value_name = "N")]
    event: Option<u32>,
    /// Write PNG instead of SVG
    #[arg(long)]
    png: bool,
    /// Write to FILE instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Writes to `out` unless the arguments name a file.
pub fn run(args: &Args, out: &mut impl Write, out_is_terminal: bool) -> Result<(), Failure> {
    if args.png && args.output.is_none() && out_is_terminal {
        return Err(Failure::bad_input("will not write a PNG to a terminal: name a file with --output FILE"));
    }
    let view = view(&board_at(args)?);
    let picture = if args.png {
        art::png(&view, SIZE).map_err(|error| Failure::general(error.to_string()))?
    } else {
        art::picture(&view).into_bytes()
    };
    match &args.output {
        Some(file) => std::fs::write(file, picture)
            .map_err(|error| Failure::general(format!("{}: cannot be written: {error}", file.display()))),
        None => out
            .write_all(&picture)
            .and_then(|()| out.flush())
            .map_err(|error| Failure::general(format!("standard output: {error}"))),
    }
}

fn board_at(args: &Args) -> Result<Game, Failure> {
    let (record, game) = record::read(&args.file)?;
    let Some(n) = args.event else { return Ok(game) };
    let last = record.events.last().map_or(0, |logged| logged.n);
    let no_such = || {
        let line = record.events.len() + 1;
        Failure::bad_input(format!(
            "{}:{line}: there is no event {n}, the last is {last}",
            args.file.display()
        ))
    };
    record.at(n).ok_or_else(no_such)
}

fn view(game: &Game) -> BoardView {
    let seats = &game.header().seats;
    let follower = |placed: &PlacedFollower| {
        let player = seats.get(game.seat_of(placed.colour).index()).map_or("", String::as_str);
        format!("{player}: {}", placed.kind.word())
    };
    let tiles = match game.board().tiles().len() {
        1 => "1 tile".to_owned(),
        several => format!("{several} tiles"),
    };
    BoardView::of(game, format!("{}: {tiles}", seats.join(" – ")), follower)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = r#"{"record":1,"rules":{"preset":"modern"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"},{"seat":1,"name":"blue"}],"seats":["ann","b<n"]}
{"n":1,"type":"draw","tiles":["CFFF"]}
{"n":2,"type":"turn","colour":0,"tile":"CFFF","x":0,"y":-1,"rotation":2,"follower":{"kind":"meeple","on":"bottom"}}
{"n":3,"type":"score","feature":"city","colours":[0],"points":4,"tiles":2,"cause":"completed"}
{"n":4,"type":"draw","tiles":["RFRF"]}
{"n":5,"type":"turn","colour":1,"tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}}
"#;

    /// Runs the verb; returns what it writes to standard output.
    fn draw(record: &str, change: impl FnOnce(&mut Args)) -> Result<Vec<u8>, Failure> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.jsonl");
        std::fs::write(&file, record).unwrap();
        let mut args = Args { file, event: None, png: false, output: None };
        change(&mut args);
        let mut out = Vec::new();
        run(&args, &mut out, false).map_err(|failure| Failure {
            message: failure.message.replace(&format!("{}/", folder.path().display()), ""),
            ..failure
        })?;
        Ok(out)
    }

    fn svg(event: Option<u32>) -> String {
        String::from_utf8(draw(RECORD, |args| args.event = event).unwrap()).unwrap()
    }

    #[test]
    fn the_board_can_be_drawn_as_svg_after_any_event() {
        let last = svg(None);
        assert!(last.starts_with("<svg ") && last.contains("<title>ann – b&lt;n: 3 tiles</title>"), "{last}");
        assert!(last.contains("<title>b&lt;n: meeple</title>") && !last.contains("<title>ann: meeple"));
        assert_eq!(last, svg(Some(5)));
        assert!(svg(Some(4)).contains(": 2 tiles</title>") && !svg(Some(4)).contains("meeple</title>"));
        assert!(svg(Some(0)).contains(": 1 tile</title>"));
    }

    #[test]
    fn events_of_a_record_without_draws_and_scores_are_counted_by_turns() {
        let record: String = RECORD
            .lines()
            .filter(|line| !line.contains("\"draw\"") && !line.contains("\"score\""))
            .map(|line| line.replace("\"n\":2", "\"n\":1").replace("\"n\":5", "\"n\":2") + "\n")
            .collect();
        let svg = String::from_utf8(draw(&record, |args| args.event = Some(1)).unwrap()).unwrap();
        assert!(svg.contains(": 2 tiles</title>") && !svg.contains("meeple</title>"), "{svg}");
    }

    #[test]
    fn a_png_goes_to_a_file_or_to_standard_output_but_not_to_a_terminal() {
        let png = draw(RECORD, |args| args.png = true).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("board.png");
        let out = draw(RECORD, |args| (args.png, args.output) = (true, Some(file.clone()))).unwrap();
        assert!(out.is_empty());
        assert_eq!(std::fs::read(&file).unwrap(), png);
        let args = Args { file: "game.jsonl".into(), event: None, png: true, output: None };
        let failure = run(&args, &mut Vec::new(), true).unwrap_err();
        assert_eq!(failure.message, "will not write a PNG to a terminal: name a file with --output FILE");
        assert_eq!(failure.status, 2);
    }

    #[test]
    fn errors_name_file_and_line() {
        let failure = draw(RECORD, |args| args.event = Some(6)).unwrap_err();
        assert_eq!(failure, Failure::bad_input("game.jsonl:6: there is no event 6, the last is 5"));
        let failure = draw(&RECORD.replace("\"points\":4", "\"points\":5"), |_| ()).unwrap_err();
        assert!(failure.message.starts_with("game.jsonl:4: ") && failure.status == 2, "{failure:?}");
        let failure = draw(RECORD, |args| args.file = "/nowhere.jsonl".into()).unwrap_err();
        assert!(failure.message.starts_with("/nowhere.jsonl:0: cannot be read"), "{failure:?}");
        let failure = draw(RECORD, |args| args.output = Some("/nowhere/board.svg".into())).unwrap_err();
        assert!(failure.message.starts_with("/nowhere/board.svg: cannot be written") && failure.status == 1);
    }
}
