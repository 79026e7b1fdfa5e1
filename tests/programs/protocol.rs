//! The transcripts in `docs/engine-protocol.md`, and the client in `docs/engine_client.py`.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use bastide::engine::{Colour, Event, Header, Logged, Record, Ruleset, Seat, Turn};

use crate::{BASTIDE, bastide, text};

#[test]
fn the_transcripts_in_the_docs_are_what_the_engine_answers() {
    let page = include_str!("../../docs/engine-protocol.md");
    let transcripts: Vec<&str> =
        page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(transcripts.len() >= 3);
    for transcript in transcripts {
        let (mut sent, mut answers) = (String::new(), String::new());
        for line in transcript.lines() {
            match line.strip_prefix("> ").or((line == ">").then_some("")) {
                Some(request) => writeln!(sent, "{request}").unwrap(),
                None => writeln!(answers, "{line}").unwrap(),
            }
        }
        let output = bastide(&["engine"], &sent);
        assert_eq!(text(&output.stdout), answers, "sent:\n{sent}");
        assert!(output.status.success() && output.stderr.is_empty());
    }
}

/// Runs the client and returns what it prints.
fn client(arguments: &[&str]) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/engine_client.py");
    let output = Command::new("python3").arg(file).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_example_client_plays_a_whole_game() {
    let lines = client(&["7", BASTIDE, "engine", "--player", "greedy"]);
    let (last, turns) = lines.split_last().unwrap();
    assert!(turns.len() > 60, "{lines:#?}");
    let events = (1..).zip(turns).map(|(n, line)| {
        let (colour, turn) = line.split_once(' ').unwrap();
        let turn: Turn = turn.parse().unwrap();
        Logged { n, event: Event::of_turn(Colour(colour.parse().unwrap()), turn), at: None }
    });
    let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    let record = Record { header, events: events.collect() };
    let (_, game) = Record::read(&record.write()).unwrap();
    let scores: Vec<String> = game.as_if_ended().scores().iter().map(ToString::to_string).collect();
    assert_eq!(last, &format!("over {}", scores.join(",")));
    assert_ne!(client(&["8", BASTIDE, "engine"]), lines, "another seed is another game");
}

#[test]
fn the_example_client_is_short() {
    let lines = include_str!("../../docs/engine_client.py").lines().count();
    assert!(lines <= 60, "{lines} lines");
}

/// The memory of a search doesn't grow with its work, which is why less than that of level 8 shows it.
#[test]
#[cfg(target_os = "linux")]
fn a_search_takes_less_than_64_mib_with_everything_else_in_its_process() {
    use std::io::{BufRead, BufReader, Write};

    let mut engine = Command::new(BASTIDE);
    let mut engine = engine.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut requests = engine.stdin.take().unwrap();
    let mut answers = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
    requests.write_all(b"player search:100000\nrules seats 2 modern\ndraw CFFF\ngo\n").unwrap();
    assert!(answers.any(|line| line.starts_with("best ")));
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.id())).unwrap();
    let most = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    let mib = most.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024;
    requests.write_all(b"quit\n").unwrap();
    assert!(answers.any(|line| line == "ok") && engine.wait().unwrap().success());
    assert!((1..64).contains(&mib), "{mib} MiB");
}
