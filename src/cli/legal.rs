//! `bastide legal`: lists the legal moves of a position.

use std::path::PathBuf;

use engine::{TileKind, legal};

use crate::{Failure, record};

/// Print every legal move of the player to move, one per line
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record, or - for standard input
    file: PathBuf,
    /// A tile kind to use instead of the hand
    #[arg(long, value_name = "KIND")]
    tile: Option<TileKind>,
    /// Print only the number of moves
    #[arg(long)]
    count: bool,
}

/// Returns the text to print.
pub fn run(args: &Args) -> Result<String, Failure> {
    let (record, game) = record::read(&args.file)?;
    let turns = match args.tile {
        Some(kind) => legal::turns_with(&game, kind),
        None if game.hand().is_empty() && !game.is_finished() => {
            let last = record.events.len() + 1;
            let why = "the record ends before a tile is drawn: name one with --tile KIND";
            return Err(Failure::bad_input(format!("{}:{last}: {why}", args.file.display())));
        }
        None => legal::turns(&game),
    };
    let mut lines: Vec<String> = turns.iter().map(|turn| format!("{turn}\n")).collect();
    if args.tile.is_none() && legal::may_pass(&game) {
        lines.push("pass\n".to_owned());
    }
    if args.count {
        return Ok(format!("{}\n", lines.len()));
    }
    lines.sort_unstable();
    Ok(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_tile_in_hand_the_error_names_file_line_and_option() {
        let header =
            engine::Header::new(engine::Ruleset::default(), super::super::player_names(2), engine::Seat(0));
        let record = engine::Record { header, events: Vec::new() };
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("begun.jsonl");
        std::fs::write(&file, record.write()).unwrap();
        let args = |tile| Args { file: file.clone(), tile, count: true };
        let failure = run(&args(None)).unwrap_err();
        assert_eq!(failure.status, 2);
        let why = "the record ends before a tile is drawn: name one with --tile KIND";
        assert_eq!(failure.message, format!("{}:1: {why}", file.display()));
        assert_eq!(run(&args("RRRR".parse().ok())).unwrap(), "72\n");
    }

    const SECOND_PART: &str = r#"{"record":1,"rules":{"preset":"modern","sets":["base","traders"],"builder_second_part":"may"},"start":["CRFR"],"colours":[{"seat":0,"name":"red"}],"seats":["ann"]}
{"n":1,"type":"draw","tiles":["RFRF"]}
{"n":2,"type":"turn","colour":0,"tile":"RFRF","x":1,"y":0,"rotation":1,"follower":{"kind":"meeple","on":"right:1"}}
{"n":3,"type":"draw","tiles":["RFRF"]}
{"n":4,"type":"turn","colour":0,"tile":"RFRF","x":2,"y":0,"rotation":1,"follower":{"kind":"builder","on":"right:1"}}
{"n":5,"type":"draw","tiles":["RFRF"]}
{"n":6,"type":"turn","colour":0,"tile":"RFRF","x":3,"y":0,"rotation":1}
{"n":7,"type":"draw","tiles":["RRRR"]}
"#;

    #[test]
    fn an_optional_second_part_is_listed_with_a_line_for_passing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("builder.jsonl");
        std::fs::write(&file, SECOND_PART).unwrap();
        let lines = |count| run(&Args { file: file.clone(), tile: None, count }).unwrap();
        let listed = lines(false);
        assert_eq!(listed.lines().filter(|line| *line == "pass").count(), 1, "{listed}");
        assert_eq!(lines(true), format!("{}\n", listed.lines().count()));
        std::fs::write(&file, SECOND_PART.replace(r#","builder_second_part":"may""#, "")).unwrap();
        assert!(!lines(false).contains("pass"));
    }
}
