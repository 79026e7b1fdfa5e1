//! `bastide engine`: a computer player for other programs, by a protocol of lines (`docs/engine-protocol.md`).

use std::io::{BufRead, Write};

use crate::Failure;
use crate::protocol::{Line, Lines, Request, Session, error};
use players::Player;

/// The longest record in bytes.
const LONGEST_RECORD: usize = 16 << 20;

/// Choose turns for another program, which sends requests on standard input
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The player that answers: level:1 to level:8, greedy, counting, quick, random, search:N or uct:N
    #[arg(long, default_value = "greedy")]
    player: Player,
    /// The seed of its choices
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Answers requests until `quit` or the end of the input.
pub fn run(args: &Args, input: impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let mut lines = Lines::new(input);
    let mut session = Session::new(args.player.with_seed(args.seed));
    while let Some(line) = lines.next() {
        let request = match line {
            Line::Text(text) if text.is_empty() => continue,
            Line::Text(text) => text.parse(),
            Line::Bad(why) => Err(format!("this line is {why}")),
        };
        let is_last = request == Ok(Request::Quit);
        let answer = match request {
            Ok(Request::Position(None)) => match record(&mut lines) {
                Ok(record) => session.answer_position(&record),
                Err(wrong) => vec![error(&wrong)],
            },
            Ok(request) => session.answer(request),
            Err(wrong) => vec![error(&wrong)],
        };
        let written = answer.iter().try_for_each(|line| writeln!(out, "{line}")).and_then(|()| out.flush());
        written.map_err(|error| Failure::general(format!("standard output: {error}")))?;
        if is_last {
            break;
        }
    }
    Ok(())
}

/// The lines up to an empty one. Reads to the end of the record even if it cannot be used.
fn record(lines: &mut Lines<impl BufRead>) -> Result<String, String> {
    let mut record = Ok(String::new());
    for (number, line) in (1..).zip(lines) {
        match line {
            Line::Text(text) if text.is_empty() => break,
            Line::Bad(why) => record = record.and(Err(format!("line {number} of the record is {why}"))),
            Line::Text(text) => {
                if let Ok(all) = &mut record {
                    if all.len() + text.len() > LONGEST_RECORD {
                        record = Err("the record is longer than 16 MiB".to_owned());
                    } else {
                        all.push_str(&text);
                        all.push('\n');
                    }
                }
            }
        }
    }
    record
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use engine::{Header, Ruleset, Seat};

    fn answers(input: &[u8]) -> Vec<String> {
        let args = Args { player: "greedy".parse().unwrap(), seed: 0 };
        let mut out = Vec::new();
        run(&args, input, &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    fn last(input: &str) -> String {
        answers(input.as_bytes()).pop().unwrap()
    }

    fn header() -> String {
        let header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
        format!("{}\n", serde_json::to_string(&header).unwrap())
    }

    const ROAD: &str = r#"{"n":1,"type":"turn","colour":0,"tile":"FRRR","x":1,"y":0,"rotation":0,"follower":{"kind":"meeple","on":"right:1"}}"#;

    #[test]
    fn a_record_is_a_position_whether_it_has_draws_or_not() {
        assert_eq!(last(&format!("position\n{}{ROAD}\n", header())), "ok draw 1");
        let drawn = r#"{"n":1,"type":"draw","tiles":["FRRR"]}"#;
        assert_eq!(last(&format!("position\n{}{drawn}\n\neval\n", header()))[..16], *"eval scores 0,0 ");
        assert_eq!(last(&format!("position\n{}{drawn}\n\n", header())), "ok turn 0");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), header()).unwrap();
        assert_eq!(last(&format!("position {}\n", file.path().display())), "ok draw 0");
    }

    #[test]
    fn a_bad_record_names_its_line_and_changes_nothing() {
        let bad = ROAD.replace("FRRR", "RRRR").replace("\"x\":1", "\"x\":7");
        let input = format!("rules abbeys\nposition\n{}{bad}\n\nlegal RRRR\n", header());
        let lines = answers(input.as_bytes());
        assert_eq!(lines[1], "error line 2 of the record: no tile shares a side with (7, 0)");
        assert_eq!(lines.last().unwrap(), "ok 40", "no turn on a field, as before");
        assert!(last("position /nowhere.jsonl").starts_with("error \"/nowhere.jsonl\" cannot be read: "));
    }

    #[test]
    fn a_draw_may_come_in_several_lines_and_says_what_it_waits_for() {
        let three = "rules {\"preset\":\"modern\",\"hand\":{\"shared\":3}}\n";
        assert_eq!(last(&format!("{three}draw RRRR\n")), "ok draw 0");
        assert_eq!(last(&format!("{three}draw RRRR\ndraw RFRF CRFR\n")), "ok turn 0");
        let many = "error these are too many tiles: the hand is full after 3";
        assert_eq!(last(&format!("{three}draw RRRR\ndraw RFRF CRFR CRRR\n")), many);
    }

    #[test]
    fn what_cannot_be_done_now_is_an_error_that_says_what_can() {
        for (input, answer) in [
            ("go", "error no tile has been drawn yet: say what was drawn, as in draw CRFR"),
            ("turn RRRR 1 0 0", "error no tile has been drawn yet: say what was drawn, as in draw CRFR"),
            ("draw RRRR\ndraw RRRR", "error no tile is to be drawn now"),
            ("draw IC-cathedral", "error IC-cathedral cannot be drawn now"),
            ("draw RRRR\nturn RRRR 0 0 0", "error there is a tile at (0, 0) already"),
            ("draw RRRR\nturn pass", "error you can't pass now"),
            ("draw RRRR\ngo level 9", "error there is no level 9: 1 to 8"),
            (
                "rules seats 6 {\"preset\":\"modern\"}\neval",
                "eval scores 0,0,0,0,0,0 ended 0,0,0,0,0,0 value - error -",
            ),
        ] {
            assert_eq!(last(input), answer, "{input}");
        }
        assert_eq!(answers(b"\xff\nquit\nquit\n"), ["error this line is not UTF-8 text", "ok"]);
    }

    #[test]
    fn the_same_seed_and_work_give_the_same_answer() {
        let answer =
            |seed: &str| answers(format!("player uct:9 seed {seed}\ndraw CFRR\ngo work 70\n").as_bytes());
        assert_eq!(answer("1"), answer("1"));
        assert_ne!(answer("1"), answer("2"));
        assert!(answer("1").contains(&"info work 70".to_owned()));
    }

    /// A line that is a request, nearly one, or anything else.
    fn line() -> impl Strategy<Value = Vec<u8>> {
        let word = prop::sample::select(vec![
            "bastide",
            "1",
            "rules",
            "seats",
            "2",
            "6",
            "modern",
            "mcguire",
            "abbeys",
            "player",
            "greedy",
            "random",
            "uct:3",
            "seed",
            "draw",
            "RRRR",
            "CRFR",
            "CFFF",
            "FFFFL",
            "RV-lake",
            "turn",
            "pass",
            "0",
            "-1",
            "3",
            "meeple@top",
            "big@center",
            "meeple@right:1",
            "legal",
            "go",
            "work",
            "level",
            "eval",
            "position",
            "{\"preset\":\"modern\"}",
            "{",
            "\"",
            "🙂",
        ]);
        let words = prop::collection::vec(word, 0..7).prop_map(|words| words.join(" ").into_bytes());
        let fitting = prop::sample::select(vec![
            "draw RRRR",
            "draw CFFF",
            "turn RRRR 1 0 0 meeple@top:0",
            "go",
            "eval",
        ]);
        let bytes = prop::collection::vec(any::<u8>().prop_filter("a line", |byte| *byte != b'\n'), 0..30);
        prop_oneof![4 => words, 2 => fitting.prop_map(|line| line.as_bytes().to_vec()), 1 => bytes]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

        /// However odd the lines are, the answers are those of the protocol, one for each request.
        #[test]
        fn any_lines_are_answered_and_nothing_panics(lines in prop::collection::vec(line(), 0..25)) {
            let input = lines.join(&b'\n');
            let mut answered = 0;
            for answer in answers(&input) {
                let kind = answer.split(' ').next().unwrap();
                prop_assert!(["info", "ok", "best", "eval", "error"].contains(&kind), "{answer}");
                answered += usize::from(kind != "info");
            }
            let is_position = |line: &Vec<u8>| line.trim_ascii() == b"position";
            if !lines.iter().any(is_position) {
                let is_blank = |line: &&Vec<u8>| std::str::from_utf8(line).is_ok_and(|text| text.trim().is_empty());
                prop_assert_eq!(answered, lines.len() - lines.iter().filter(is_blank).count());
            }
        }
    }
}
