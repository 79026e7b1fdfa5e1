//! The fair draw as docs/fair-draw.md specifies it: an independent script recomputes every draw.

use std::fs;
use std::path::Path;
use std::process::{Command as Process, Output};

use bastide::cli::simulate::{RandomPlayer, fresh_game, numbered};
use bastide::engine::{
    Command, DrawSecret, DrawVersion, Event, Game, Header, Logged, Preset, Record, Ruleset, SaltHash, Seat,
    TileKind, legal,
};
use rand::rngs::{StdRng, Xoshiro256PlusPlus};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs");

/// Salts with what their players committed to: the third player never reveals the salt, the fourth gave none.
fn salts(version: DrawVersion, seats: usize, seed: u64) -> (Vec<Option<String>>, Vec<Option<SaltHash>>) {
    let salts = (0..seats).map(|seat| format!("salt {seed} of {seat}, grüße"));
    match version {
        DrawVersion::One => (salts.map(Some).collect(), Vec::new()),
        DrawVersion::Two => {
            let revealed = |(seat, salt): (usize, String)| {
                let hash = (seat != 3).then(|| SaltHash::of(&salt));
                (Some(salt).filter(|_| seat < 2), hash)
            };
            salts.enumerate().map(revealed).unzip()
        }
    }
}

/// A finished game of random moves with missed turns, takebacks, and perhaps a resignation.
fn random_game(rules: Ruleset, version: DrawVersion, seats: usize, seed: u64) -> Record {
    let mut random = StdRng::seed_from_u64(seed);
    let secret = DrawSecret::new(random.random());
    let (salts, salt_hashes) = salts(version, seats, seed);
    let dealer = secret.dealer(version, &salts);
    let first = dealer.first_seat(u32::try_from(seats).unwrap());
    let names = (0..seats).map(|seat| format!("player {seat}")).collect();
    let mut header = Header::new(rules, names, Seat(u8::try_from(first).unwrap()));
    header.commitment = Some(secret.commitment().to_string());
    (header.draw, header.salt_hashes, header.salts) = (version, salt_hashes, salts);
    let mut log: Vec<Logged> = Vec::new();
    let mut turns = Vec::new();
    let mut game = Game::new(&header).unwrap();
    let mut command = Command::Start;
    loop {
        let mut events = Vec::new();
        game.execute(&command, &dealer, &mut events).unwrap();
        append(&mut log, events);
        if game.is_finished() {
            return Record { header, events: log };
        }
        turns.push(game.events());
        if turns.len() > 4 && random.random_range(0..40) == 0 {
            let to = turns[turns.len() - random.random_range(2..5)];
            append(&mut log, vec![Event::Takeback { to, reason: None }]);
            game = Game::replay(&header, &log).unwrap();
            turns.retain(|&n| n <= to);
            turns.push(game.events());
        }
        command = match random.random_range(0..40) {
            0 => Command::Miss { allowed: 2 },
            1 if seats > 3 && game.events() > 150 => Command::Resign(game.to_move().unwrap()),
            _ if legal::may_pass(&game) && random.random() => Command::Pass,
            _ => Command::Play(*legal::turns(&game).choose(&mut random).unwrap()),
        };
    }
}

fn append(log: &mut Vec<Logged>, events: Vec<Event>) {
    for event in events {
        let n = u32::try_from(log.len()).unwrap() + 1;
        log.push(Logged { n, event, at: None });
    }
}

fn run_script(record: &str, folder: &Path) -> Output {
    run("check_draw.py", record, folder)
}

fn run(script: &str, record: &str, folder: &Path) -> Output {
    let file = folder.join("game.jsonl");
    fs::write(&file, record).unwrap();
    let script = Path::new(DOCS).join(script);
    let output = Process::new("/usr/bin/python3").arg(script).arg(&file).output().unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(
        !complaint.contains("Traceback"),
        "the script needs python3-cryptography, which ./test.sh installs: {complaint}"
    );
    output
}

fn rules(json: &str) -> Ruleset {
    serde_json::from_str(json).unwrap()
}

#[test]
fn an_independent_script_finds_the_same_draws_in_games_of_every_kind() {
    let folder = tempfile::tempdir().unwrap();
    let games = [
        (rules(r#"{"preset":"modern"}"#), 2),
        (rules(r#"{"preset":"chicago"}"#), 5),
        (rules(r#"{"preset":"abbeys"}"#), 3),
        (rules(r#"{"preset":"mcguire"}"#), 2),
        (rules(r#"{"preset":"mcguire","bag":{"minutes":60},"unplaceable":"discard"}"#), 4),
        (rules(r#"{"preset":"modern","sets":["base","river","river","inns","traders","king","base"]}"#), 6),
        (rules(r#"{"preset":"modern","unplaceable":"put_back"}"#), 2),
        (rules(r#"{"preset":"mcguire","builder_second_part":"may"}"#), 3),
        (rules(r#"{"preset":"modern","draw_ahead":true}"#), 2),
        (rules(r#"{"preset":"abbeys","draw_ahead":true}"#), 3),
        (rules(r#"{"preset":"mcguire","draw_ahead":true,"hand":{"shared":1},"unplaceable":"discard"}"#), 4),
        (
            rules(
                r#"{"preset":"modern","draw_ahead":true,"sets":["base","river","river","inns","traders","king","base"]}"#,
            ),
            6,
        ),
    ];
    let mut events = Vec::new();
    for (rules, seats) in games {
        for (version, seed) in [(DrawVersion::One, 0), (DrawVersion::Two, 1), (DrawVersion::Two, 2)] {
            let record = random_game(rules.clone(), version, seats, seed);
            agree(&record, folder.path());
            events.extend(record.events.into_iter().map(|entry| entry.event));
        }
    }
    let happened = |wanted: fn(&Event) -> bool| events.iter().any(wanted);
    assert!(happened(|event| matches!(event, Event::Skip {})), "a turn was missed");
    assert!(happened(|event| matches!(event, Event::Takeback { .. })), "a turn was taken back");
    assert!(happened(|event| matches!(event, Event::Resign { .. })), "a seat resigned");
}

#[test]
fn the_script_follows_tiles_that_are_set_aside() {
    let folder = tempfile::tempdir().unwrap();
    let sets_aside = |event: &Event| matches!(event, Event::Draw { discarded, .. } if !discarded.is_empty());
    for json in [
        r#"{"preset":"modern"}"#,
        r#"{"preset":"modern","unplaceable":"put_back"}"#,
        r#"{"preset":"abbeys"}"#,
        r#"{"preset":"modern","unplaceable":"put_back","sets":["base","river","river","river"]}"#,
        r#"{"preset":"modern","unplaceable":"put_back","sets":["base","river","river","river"],"earlier_river":true}"#,
        r#"{"preset":"modern","hand":{"shared":2},"sets":["base","river","river","river"]}"#,
        r#"{"preset":"modern","draw_ahead":true}"#,
        r#"{"preset":"modern","draw_ahead":true,"unplaceable":"put_back"}"#,
        r#"{"preset":"modern","draw_ahead":true,"unplaceable":"put_back","sets":["base","river","river","river"]}"#,
    ] {
        let mut games = (0..200).map(|seed| random_game(rules(json), DrawVersion::Two, 2, seed));
        let record = games.find(|record| record.events.iter().any(|entry| sets_aside(&entry.event)));
        agree(&record.expect("one of the games sets a tile aside"), folder.path());
    }
}

/// Asserts that the script agrees with a game.
fn agree(record: &Record, folder: &Path) {
    let text = record.write();
    let first = record.header.colours[0].seat.0;
    let output = run_script(&text, folder);
    let (told, complaint) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{complaint}\n{text}");
    assert!(told.ends_with(&format!("it chose seat {first}\n")), "{told}\n{text}");
}

#[test]
fn a_short_script_checks_a_base_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut header = Header::new(Ruleset::default(), vec!["ann".into(), "ben".into()], Seat(0));
    header.draw = DrawVersion::Two;
    header.salts = vec![Some("grüße".to_owned()), None];
    header.salt_hashes = vec![Some(SaltHash::of("grüße")), None];
    let (header, dealer) = fresh_game(&header, &mut random);
    let (_, events) = RandomPlayer::default().play(&header, &dealer, &mut random).unwrap();
    let record = Record { header, events: numbered(events) }.write();
    let fair = run("check_base_draw.py", &record, folder.path());
    assert!(fair.status.success(), "{}", String::from_utf8_lossy(&fair.stderr));
    for (from, to, complaint) in [
        (r#""grüße""#, r#""gruesse""#, "is not the salt of"),
        (r#""grüße""#, "null", "should be"),
        (r#""draw":2,"#, "", "not draw version 2"),
    ] {
        let found = run("check_base_draw.py", &record.replace(from, to), folder.path());
        let told = String::from_utf8_lossy(&found.stderr);
        assert!(!found.status.success() && told.contains(complaint), "{told}");
    }
}

#[test]
fn tampering_with_a_record_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let first_version = random_game(Ruleset::of(Preset::Modern), DrawVersion::One, 2, 5);
    let record = random_game(Ruleset::of(Preset::Modern), DrawVersion::Two, 4, 5);
    let (old, text) = (first_version.write(), record.write());
    let Some(Event::Draw { tiles, .. }) = record.events.first().map(|entry| &entry.event) else {
        panic!("a first draw")
    };
    let first = tiles[0];
    let other = if first.name() == "RFRF" { "FFRR" } else { "RFRF" };
    let drawn = format!(r#""tiles":["{first}"]"#);
    let unrevealed = SaltHash::of("salt 5 of 2, grüße").to_string();
    for (forged, complaint) in [
        (text.replacen(&drawn, &format!(r#""tiles":["{other}"]"#), 1), "event 1: "),
        (old.replace("salt 5 of 1", "salt 6 of 1"), "but the secret gives"),
        (text.replace("salt 5 of 1", "salt 6 of 1"), "the salt of seat 1 is not the one it committed to"),
        (text.replace(r#""salt 5 of 1, grüße""#, "null"), "but the secret gives"),
        (
            text.replace(r#","salt 5 of 1, grüße",null"#, r#","salt 5 of 1, grüße","salt 5 of 2, grüße""#),
            "but the secret",
        ),
        (text.replace(r#""draw":2,"#, r#""draw":3,"#), "the versions 1 and 2, not 3"),
        (
            text.replace(record.header.commitment.as_ref().unwrap(), &"0".repeat(64)),
            "not the one that was promised",
        ),
    ] {
        assert_ne!(forged, text);
        assert_ne!(forged, old);
        let output = run_script(&forged, folder.path());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains(complaint), "{told}");
        assert!(Record::read(&forged).is_err(), "the engine finds it too");
    }
    let checked = run_script(&text, folder.path());
    let told = String::from_utf8_lossy(&checked.stdout);
    assert!(
        told.contains("seat 2 never revealed its salt") && told.contains("seat 3 added no salt"),
        "{told}"
    );
    assert!(text.contains(&unrevealed), "what it committed to is in the record");
}

/// A host who joins last sees what the others committed to, and tries salts of their own. No matter which, the draws depend on
/// salts that are still unknown.
#[test]
fn knowing_the_secret_and_joining_last_does_not_give_the_draws() {
    let secret = DrawSecret::new([7; 32]);
    let first_tiles = |mine: &str, theirs: &str| {
        let salts = [theirs, mine].map(|salt| Some(salt.to_owned()));
        let dealer = secret.dealer(DrawVersion::Two, &salts);
        [0, 1, 2].map(|draw| dealer.choose(draw, 71))
    };
    let unknown: Vec<String> = (0..2000).map(|number| format!("unknown salt {number}")).collect();
    for mine in (0..20).map(|number| format!("attempt {number}")) {
        let wanted = first_tiles(&mine, "guess");
        let lucky = unknown.iter().filter(|theirs| first_tiles(&mine, theirs) == wanted).count();
        assert!(lucky <= 1, "{mine}: the draws are the wanted ones with {lucky} of 2,000 other salts");
    }
}

#[test]
fn the_table_of_kinds_that_the_script_reads_is_the_catalogue() {
    let table = fs::read_to_string(Path::new(DOCS).join("tiles.csv")).unwrap();
    let mut listed: Vec<&str> = table.lines().skip(1).collect();
    let mut known: Vec<String> = TileKind::all()
        .map(|kind| format!("{},{},{}", kind, kind.def().set.word(), kind.def().count))
        .collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}
