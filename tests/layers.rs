//! Holds the floors of the house against the code's own paths: a module uses only floors below its own.
//!
//! ```text
//! 4   main                          wires everything
//! 3   web   cli    speak HTTP, speak text
//! 2   service                       use cases: authorise, load, decide, append
//! 1   store                         the only code that knows sqlx
//! 0   account   aids   engine   config   clock      pure values; no I/O, no async
//! ```

use std::fs;
use std::path::Path;

/// Every room and its floor.
const FLOORS: [(&str, u8); 15] = [
    ("main", 4),
    ("lib", 4),
    ("web", 3),
    ("cli", 3),
    ("service", 2),
    ("store", 1),
    ("art", 1),
    ("players", 1),
    ("account", 0),
    ("aids", 0),
    ("atlas", 0),
    ("engine", 0),
    ("planar", 0),
    ("config", 0),
    ("clock", 0),
];

/// Uses of a lower floor that are refused all the same: who, of what, except in which modules.
const SKIPPED: [(&str, &str, &[&str]); 3] = [
    ("web", "store", &[]),
    ("cli", "store", &[]),
    // The host's own commands act on the database, through the use cases.
    ("cli", "service", &["cli::backup", "cli::rebuild", "cli::account"]),
];

/// Crates, and parts of the standard library, that have a home, and who may use them.
const HOMES: [(&str, &[&str]); 16] = [
    ("sqlx", &["store"]),
    ("actix_web", &["web", "main"]),
    ("askama", &["web"]),
    ("atom_syndication", &["web"]),
    ("icalendar", &["web"]),
    ("clap", &["cli", "config", "main"]),
    ("argon2", &["account"]),
    ("chacha20", &["engine"]),
    ("indicatif", &["cli"]),
    ("tokio", &["store", "service", "web", "cli", "main"]),
    ("futures_util", &["store", "service", "web", "cli", "main"]),
    ("tracing", &["store", "service", "web", "cli", "main"]),
    ("tracing_subscriber", &["main"]),
    ("std::fs", &["store", "service", "cli", "main"]),
    ("std::net", &["config", "service", "web", "cli", "main"]),
    ("std::process", &["cli", "main"]),
];

/// What the engine may use beside the standard library.
const ENGINE_CRATES: [&str; 7] =
    ["arrayvec", "chacha20", "chrono", "serde", "serde_json", "sha2", "thiserror"];

#[test]
fn every_module_uses_only_floors_below_its_own() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let crates = dependencies(include_str!("../Cargo.toml"));
    let mut files = Vec::new();
    collect(&source, &mut files);
    assert!(files.len() > 10, "the source was found");
    let files: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let name = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(file).unwrap())
        })
        .collect();
    let tests: Vec<String> = files.iter().flat_map(|(name, code)| test_modules(name, code)).collect();
    let mut complaints = Vec::new();
    for (name, code) in &files {
        // What is compiled for tests only may use any crate.
        let crates_matter = !tests.contains(&module_of(name).join("::"));
        let found = violations(name, code, &crates);
        complaints
            .extend(found.into_iter().filter(|found| crates_matter || !found.contains("whose home is")));
    }
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn a_path_that_leaves_its_floor_is_caught_however_it_is_written() {
    let crates = dependencies(include_str!("../Cargo.toml"));
    for (file, code, complaint) in [
        ("engine/game.rs", "use crate::store::Store;", "src/engine/game.rs: engine uses store"),
        ("engine/game.rs", "fn f() { crate::web::urls::home() }", "src/engine/game.rs: engine uses web"),
        ("engine/catalogue/base.rs", "use super::super::super::players;", "engine uses players"),
        (
            "engine/mod.rs",
            "mod tests { mod inner { use super::super::super::clock::Clock; } }",
            "engine uses clock",
        ),
        ("engine/mod.rs", "use tracing::info;", "src/engine/mod.rs: engine uses the crate tracing"),
        ("engine/mod.rs", "fn f() { rand::rng(); }", "engine uses the crate rand"),
        ("account/mod.rs", "use crate::{engine::Seat, players};", "account uses engine"),
        ("service/play.rs", "use crate::{players::{self, Level}, web};", "service uses web"),
        ("web/games.rs", "use crate::store::{self};", "web uses store"),
        ("cli/replay.rs", "use crate::service;", "cli uses service"),
        ("cli/backup.rs", "use crate::store;", "cli uses store"),
        ("cli/replay.rs", "use crate::web;", "cli uses web"),
        ("service/play.rs", "fn f() { sqlx::query(); }", "service uses sqlx"),
        ("clock.rs", "#[tokio::main] fn f() {}", "clock uses tokio"),
        ("config.rs", "use std::{fmt, fs::File};", "config uses std::fs"),
        ("engine/tests.rs", "use crate::players;", "engine uses players"),
        ("attic.rs", "", "src/attic.rs: the room attic stands on no floor"),
    ] {
        let found = violations(file, code, &crates);
        assert!(found.iter().any(|found| found.contains(complaint)), "{file}: {code}\n{found:?}");
    }
}

#[test]
fn modules_of_tests_are_known_by_their_declaration() {
    let code = "mod tile;\n#[cfg(test)]\nmod reference;\n#[cfg(test)]\nmod tests { mod x; }";
    assert_eq!(test_modules("art/mod.rs", code), ["art::reference"]);
    assert_eq!(test_modules("clock.rs", "#[cfg(test)] mod ticks;"), ["clock::ticks"]);
}

#[test]
fn what_the_floors_allow_is_not_complained_about() {
    let crates = dependencies(include_str!("../Cargo.toml"));
    for (file, code) in [
        ("players/mod.rs", "use crate::engine::Game;"),
        (
            "engine/mod.rs",
            "// use crate::store;\n/* crate::web::x /* nested */ */ const A: &str = \"crate::store\";",
        ),
        (
            "engine/mod.rs",
            "const A: &str = r#\"say \"crate::store::x\"\"#; const Q: char = '\"'; fn f<'a>(x: &'a str) {}",
        ),
        ("engine/mod.rs", "use super::engine::Game; mod tests { use super::*; }"),
        ("cli/backup.rs", "use crate::service::Service;"),
        ("main.rs", "use bastide::{cli, web, service, store};"),
        ("web/games.rs", "use actix_web::web; use crate::{engine, service}; fn f() { web::Data::new(1); }"),
        ("art/tests.rs", "mod tests { use std::fs::write; }"),
        ("engine/game/mod.rs", "mod tests { use rand::rng; }"),
        ("store/mod.rs", "use crate::engine::Event; use sqlx::Any;"),
    ] {
        assert_eq!(violations(file, code, &crates), Vec::<String>::new(), "{file}: {code}");
    }
}

fn collect(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The names of the crates in the `[dependencies]` table, as code writes them.
fn dependencies(manifest: &str) -> Vec<String> {
    let table = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    table.lines().filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_"))).collect()
}

/// The path of the module in the file at `src/name`.
fn module_of(name: &str) -> Vec<&str> {
    let mut module: Vec<&str> = name.trim_end_matches(".rs").split('/').collect();
    if module.last() == Some(&"mod") {
        module.pop();
    }
    module
}

/// The modules that `code` declares for tests only, each in a file of its own.
fn test_modules(name: &str, code: &str) -> Vec<String> {
    let declared =
        code.split("#[cfg(test)]").skip(1).filter_map(|after| after.trim_start().strip_prefix("mod "));
    let names = declared
        .filter_map(|rest| Some(rest.split_once(';')?.0))
        .filter(|name| is_name(name) && !name.contains(' '));
    names.map(|inner| [&module_of(name)[..], &[inner]].concat().join("::")).collect()
}

/// What `code` of the file at `src/name` uses although its floor does not allow it.
fn violations(name: &str, code: &str, crates: &[String]) -> Vec<String> {
    let module = module_of(name);
    let (room, here) = (module[0], module.join("::"));
    let Some(floor) = floor_of(room) else {
        return vec![format!("src/{name}: the room {room} stands on no floor of tests/layers.rs")];
    };
    let mut found = Vec::new();
    for Found { path, in_tests } in paths(code, &module) {
        let complaint = match path[0].as_str() {
            "crate" => path.get(1).and_then(|used| refuse_room(&here, room, floor, used)),
            _ if in_tests => None,
            outside => refuse_crate(room, outside, &path, crates),
        };
        found.extend(complaint.map(|why| format!("src/{name}: {why} ({})", path.join("::"))));
    }
    found
}

fn floor_of(room: &str) -> Option<u8> {
    FLOORS.iter().find(|(known, _)| *known == room).map(|&(_, floor)| floor)
}

fn inside(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn refuse_room(here: &str, room: &str, floor: u8, used: &str) -> Option<String> {
    let below = floor_of(used)?;
    let allowed = used == room
        || below < floor
        || (["atlas", "planar"].contains(&room) && ["engine", "planar"].contains(&used));
    if !allowed {
        return Some(format!("{room} uses {used}, which is not below it"));
    }
    let skipped = SKIPPED.iter().find(|(who, what, except)| {
        inside(here, who) && *what == used && !except.iter().any(|module| inside(here, module))
    });
    skipped.map(|(who, what, _)| format!("{who} uses {what}, which it has to skip"))
}

fn refuse_crate(room: &str, outside: &str, path: &[String], crates: &[String]) -> Option<String> {
    if room == "engine" && crates.iter().any(|known| known == outside) && !ENGINE_CRATES.contains(&outside) {
        return Some(format!("engine uses the crate {outside}"));
    }
    let (home, rooms) = HOMES.iter().find(|(home, _)| inside(&path.join("::"), home))?;
    (!rooms.contains(&room)).then(|| format!("{room} uses {home}, whose home is {}", rooms.join(", ")))
}

/// A path in the code.
struct Found {
    path: Vec<String>,
    /// Whether it stands in a module of tests, which may use any crate.
    in_tests: bool,
}

/// Every path of at least two names in `code`, with `use` trees spread out and `super` and `bastide` resolved to `crate`.
fn paths(code: &str, module: &[&str]) -> Vec<Found> {
    let tokens = tokens(code);
    let mut found = Vec::new();
    let mut here: Vec<String> = module.iter().map(|&name| name.to_owned()).collect();
    let (mut depth, mut inner) = (0_usize, Vec::new());
    let mut i = 0;
    while i < tokens.len() {
        match tokens[i].as_str() {
            "mod" if tokens.get(i + 2).is_some_and(|token| token == "{") => {
                here.push(tokens[i + 1].clone());
                inner.push(depth);
                i += 2;
            }
            "{" => {
                depth += 1;
                i += 1;
            }
            "}" => {
                depth = depth.saturating_sub(1);
                if inner.last() == Some(&depth) {
                    inner.pop();
                    here.pop();
                }
                i += 1;
            }
            name if is_name(name) => {
                let mut spread = Vec::new();
                i = spread_tree(&tokens, i, Vec::new(), &mut spread);
                let in_tests = here.iter().any(|module| module == "tests");
                let spread = spread.into_iter().map(|path| resolve(path, &here));
                let long = spread.filter(|path| path.len() > 1);
                found.extend(long.map(|path| Found { path, in_tests }));
            }
            _ => i += 1,
        }
    }
    found
}

/// Reads the path that starts at `tokens[i]`, braces and all, into `found`; gives the index after it.
fn spread_tree(
    tokens: &[String],
    mut i: usize,
    mut path: Vec<String>,
    found: &mut Vec<Vec<String>>,
) -> usize {
    loop {
        path.push(tokens[i].clone());
        i += 1;
        if tokens.get(i).is_none_or(|token| token != "::") {
            break;
        }
        i += 1;
        match tokens.get(i).map(String::as_str) {
            Some("{") => {
                i += 1;
                while tokens.get(i).is_some_and(|token| token != "}") {
                    let name = is_name(&tokens[i]);
                    i = if name { spread_tree(tokens, i, path.clone(), found) } else { i + 1 };
                }
                return i + 1;
            }
            Some(name) if is_name(name) => {}
            _ => break,
        }
    }
    found.push(path);
    i
}

/// A path as it would be written from the crate's root.
fn resolve(path: Vec<String>, here: &[String]) -> Vec<String> {
    match path[0].as_str() {
        "bastide" => std::iter::once("crate".to_owned()).chain(path.into_iter().skip(1)).collect(),
        "super" => {
            let up = path.iter().take_while(|name| *name == "super").count();
            let outer = here[..here.len().saturating_sub(up)].iter().cloned();
            std::iter::once("crate".to_owned()).chain(outer).chain(path.into_iter().skip(up)).collect()
        }
        _ => path,
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The names, `::` and braces of `code`, without comments and literals.
fn tokens(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            comment(rest)
        } else if let Some(length) = literal(rest) {
            length
        } else if is_name(rest) {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if is_name(token) && literal(token).is_none() || matches!(token, "::" | "{" | "}") {
            found.push(token.to_owned());
        } else if !token.trim().is_empty() && !token.starts_with("//") && !token.starts_with("/*") {
            found.push(";".to_owned());
        }
        rest = after;
    }
    found
}

/// The length of the block comment, perhaps with others inside, that `text` starts with.
fn comment(text: &str) -> usize {
    let (mut depth, mut i) = (0, 0);
    while i < text.len() {
        if text[i..].starts_with("/*") {
            depth += 1;
            i += 2;
        } else if text[i..].starts_with("*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += text[i..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// The length of the string or character literal that `text` starts with; a lifetime is none.
fn literal(text: &str) -> Option<usize> {
    let body = text.trim_start_matches(['b', 'c', 'r']);
    let prefix = text.len() - body.len();
    if prefix > 2 {
        return None;
    }
    let raw = text[..prefix].contains('r');
    let hashes = if raw { body.len() - body.trim_start_matches('#').len() } else { 0 };
    if body[hashes..].starts_with('"') {
        let start = prefix + hashes + 1;
        if raw {
            let end = format!("\"{}", "#".repeat(hashes));
            return Some(text[start..].find(&end).map_or(text.len(), |found| start + found + end.len()));
        }
        return Some(start + escaped_until(&text[start..], '"'));
    }
    let mut chars = body.strip_prefix('\'')?.chars();
    let quoted = match chars.next()? {
        '\\' => true,
        _ => chars.next() == Some('\''),
    };
    (quoted && !raw).then(|| prefix + 1 + escaped_until(&body[1..], '\''))
}

/// The length up to and with the first `end` that no backslash precedes.
fn escaped_until(text: &str, end: char) -> usize {
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        if c == end && !escaped {
            return i + end.len_utf8();
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}
