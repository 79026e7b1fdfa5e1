//! Checks the layers against the code: a module uses only layers below its own.
//!
//! ```text
//! 5   main                                 wires everything
//! 4   web   cli                            speak HTTP, speak text
//! 3   service   jobs                       use cases; what happens later
//! 2   store                                the only code that knows sqlx
//! 1   table   insight   players   practice   puzzle   analysis   art   pure values about games
//! 0   engine   planar   atlas   account   config   clock   chance
//! ```
//!
//! The code is parsed, so a path is followed however it is written: through `use` trees, globs, renames, type aliases and
//! re-exports, inside macros too.

mod code;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use code::{Code, Place, Shown, Use};

/// Every top-level module and its layer.
const LAYERS: [(&str, u8); 20] = [
    ("main", 5),
    ("web", 4),
    ("cli", 4),
    ("service", 3),
    ("jobs", 3),
    ("store", 2),
    ("table", 1),
    ("insight", 1),
    ("players", 1),
    ("practice", 1),
    ("puzzle", 1),
    ("analysis", 1),
    ("art", 1),
    ("engine", 0),
    ("planar", 0),
    ("atlas", 0),
    ("account", 0),
    ("config", 0),
    ("clock", 0),
    ("chance", 0),
];

/// Allowed uses within a layer: user, used.
const NEIGHBOURS: [(&str, &str); 10] = [
    ("jobs", "service"),
    ("players", "insight"),
    ("practice", "players"),
    ("puzzle", "players"),
    ("analysis", "insight"),
    ("analysis", "players"),
    ("art", "insight"),
    ("planar", "engine"),
    ("atlas", "engine"),
    ("atlas", "planar"),
];

/// Forbidden uses of a lower layer: user, used, and modules that are exempt.
const REFUSED: [(&str, &str, &[&str]); 5] = [
    ("web", "store", &[]),
    ("web", "jobs", &[]),
    ("cli", "store", &[]),
    ("cli", "jobs", &[]),
    // The host's own commands work on the database, through the use cases.
    (
        "cli",
        "service",
        &[
            "cli::backup",
            "cli::restore",
            "cli::copy",
            "cli::progress",
            "cli::rebuild",
            "cli::account",
            "cli::jobs",
            "cli::fill",
            "cli::verify",
        ],
    ),
];

/// Folders in which no modules at all import each other, whether files or folders, siblings or not.
const WITHOUT_RINGS: [&str; 2] = ["web::html", "web::http"];

/// Store types that may appear in public signatures of the service: the handle it is made of, and the cause of a failure.
const IN_SIGNATURES: [&str; 2] = ["Store", "StoreError"];

/// Crates, and parts of the standard library, with the modules that may use them.
const HOMES: [(&str, &[&str]); 24] = [
    ("sqlx", &["store"]),
    ("actix_web", &["web", "main"]),
    ("askama", &["web"]),
    ("fluent_bundle", &["web"]),
    ("fluent_syntax", &["web"]),
    ("unic_langid", &["web"]),
    ("atom_syndication", &["web"]),
    ("icalendar", &["web"]),
    ("clap", &["cli", "config", "main"]),
    ("argon2", &["account"]),
    ("prometheus_client", &["store", "service", "web"]),
    ("chacha20", &["engine"]),
    ("libm", &["players"]),
    ("unicode_security", &["account"]),
    ("indicatif", &["cli"]),
    ("resvg", &["art"]),
    ("qrcode", &["art"]),
    ("tokio", &["store", "service", "jobs", "web", "cli", "main"]),
    ("futures_util", &["store", "service", "jobs", "web", "cli", "main"]),
    ("tracing", &["store", "service", "jobs", "web", "cli", "main"]),
    ("tracing_subscriber", &["main"]),
    ("std::fs", &["store", "service", "cli", "main"]),
    ("std::net", &["config", "service", "web", "cli", "main"]),
    ("std::process", &["cli", "main"]),
];

/// The crates that the engine may use besides the standard library.
const ENGINE_CRATES: [&str; 9] = [
    "arrayvec",
    "chacha20",
    "chrono",
    "data_encoding",
    "enumset",
    "serde",
    "serde_json",
    "sha2",
    "thiserror",
];

/// Known violations: how the message begins, without the file. Remove an entry together with its last use; add none.
const KNOWN: &[&str] = &[];

#[test]
fn every_module_uses_only_layers_below_its_own() {
    let found = violations(&read_source());
    let is_known = |line: &&str| KNOWN.iter().any(|known| subject(line).starts_with(known));
    let new: Vec<&str> = found.iter().map(String::as_str).filter(|line| !is_known(line)).collect();
    assert!(new.is_empty(), "\n{}", new.join("\n"));
    let is_fixed = |known: &&&str| !found.iter().any(|line| subject(line).starts_with(**known));
    let fixed: Vec<&&str> = KNOWN.iter().filter(is_fixed).collect();
    assert!(fixed.is_empty(), "fixed: remove from KNOWN: {fixed:#?}");
}

#[test]
fn a_path_out_of_its_layer_is_caught_however_it_is_written() {
    let store = ("store/mod.rs", "mod row; pub use row::Listed; pub struct StoreError;");
    let row = ("store/row.rs", "pub struct Listed { pub n: i64 }");
    let service = (
        "service/mod.rs",
        "mod play; pub use crate::store::Listed; pub use play::Table; pub type Row = crate::store::Listed;
         pub mod parts { pub use crate::store::row::*; }",
    );
    let play = ("service/play.rs", "pub struct Table { own: i64 }");
    for (file, code, complaint) in [
        ("engine/game.rs", "use crate::store::Store;", "src/engine/game.rs: engine uses store"),
        ("engine/game.rs", "fn f() { crate::web::urls::home() }", "src/engine/game.rs: engine uses web"),
        ("engine/game.rs", "fn f(x: Vec<crate::web::Page>) {}", "engine uses web"),
        ("engine/game.rs", "fn f() { println!(\"{}\", crate::clock::now()) }", "engine uses clock"),
        ("engine/game.rs", "#[serde(with = \"crate::store::row\")] struct S;", "engine uses store"),
        ("engine/catalogue/base.rs", "use super::super::super::players;", "engine uses players"),
        ("engine/mod.rs", "mod tests { mod i { use super::super::super::clock::C; } }", "engine uses clock"),
        ("engine/mod.rs", "use tracing::info;", "src/engine/mod.rs: engine uses the crate tracing"),
        ("engine/mod.rs", "fn f() { rand::rng(); }", "engine uses the crate rand"),
        ("account/mod.rs", "use crate::{engine::Seat, players};", "account uses engine"),
        ("table/mod.rs", "use crate::insight::Forecast;", "table uses insight"),
        ("players/mod.rs", "use crate::art::board;", "players uses art"),
        ("store/games.rs", "use crate::service;", "store uses service"),
        ("service/jobs.rs", "use crate::jobs::Runner;", "service uses jobs"),
        ("service/play.rs", "use crate::{players::{self, Level}, web};", "service uses web"),
        ("web/games.rs", "use crate::store::{self};", "web uses store"),
        ("web/games.rs", "use bastide::store as s;", "web uses store"),
        // Re-exports, a glob, an alias of a type, a rename.
        ("web/games.rs", "use crate::service::Listed;", "web uses store"),
        ("web/games.rs", "use crate::service::*; fn f(x: Listed) {}", "web uses store"),
        ("web/games.rs", "use crate::service as s; fn f(x: s::Listed) {}", "web uses store"),
        ("web/games.rs", "fn f(x: crate::service::Row) {}", "web uses store"),
        ("web/games.rs", "use crate::service::parts::Listed;", "web uses store"),
        ("web/games.rs", "fn f() { vec![crate::service::Listed { n: 1 }]; }", "web uses store"),
        ("cli/replay.rs", "use crate::service;", "cli uses service"),
        ("cli/backup.rs", "use crate::store;", "cli uses store"),
        ("cli/replay.rs", "use crate::web;", "cli uses web"),
        ("service/lists.rs", "fn f() { sqlx::query(); }", "service uses sqlx"),
        ("service/lists.rs", "use sqlx as x;", "service uses sqlx"),
        ("clock.rs", "#[tokio::main] fn f() {}", "clock uses tokio"),
        ("config.rs", "use std::{fmt, fs::File};", "config uses std::fs"),
        ("engine/tests.rs", "use crate::players;", "engine uses players"),
        ("attic.rs", "", "src/attic.rs: attic has no layer"),
        // Rows returned by a use case, and pages with more than they print.
        (
            "service/lists.rs",
            "pub struct Page { pub rows: Vec<crate::store::Listed> }",
            "service shows store::row::Listed",
        ),
        (
            "service/lists.rs",
            "use crate::store::Listed; pub fn rows() -> Listed { todo!() }",
            "service shows store",
        ),
        ("service/lists.rs", "pub enum E { A(super::Listed) }", "service shows store::row::Listed"),
        (
            "web/html/a.rs",
            "use crate::service; #[derive(Template)] struct P { t: service::Table }",
            "page shows service",
        ),
    ] {
        let mut files = vec![(file, code)];
        files.extend([store, row, service, play].into_iter().filter(|(name, _)| *name != file));
        let found = violations(&parse(&files));
        assert!(found.iter().any(|found| found.contains(complaint)), "{file}: {code}\n{found:#?}");
    }
}

#[test]
fn allowed_uses_are_not_reported() {
    let service = (
        "service/mod.rs",
        "pub use crate::store::{StoreError, GameId}; pub struct Service { rows: crate::store::Listed }
         impl Service { pub fn open() -> Result<(), StoreError> { let _: crate::store::Listed; Ok(()) } }",
    );
    let store = ("store/mod.rs", "pub use crate::table::GameId; pub struct StoreError; pub struct Listed;");
    let table = ("table/mod.rs", "pub struct GameId;");
    for (file, code) in [
        ("players/mod.rs", "use crate::engine::Game; use crate::insight::Odds;"),
        ("engine/mod.rs", "// use crate::store;\n/* crate::web::x */ const A: &str = \"crate::store\";"),
        ("engine/mod.rs", "use super::engine::Game; mod tests { use super::*; }"),
        ("engine/mod.rs", "#[cfg(test)] mod tests { use rand::rng; #[tokio::test] fn f() {} }"),
        ("cli/backup.rs", "use crate::service::Service;"),
        ("jobs/mod.rs", "use crate::service::Service; use tokio::time;"),
        ("main.rs", "use bastide::{cli, web, service, store};"),
        ("web/games.rs", "use actix_web::web; use crate::service; fn f() { web::Data::new(1); }"),
        ("web/games.rs", "use crate::service::GameId;"),
        ("web/html/page.rs", "#[derive(Template)] struct P { id: crate::table::GameId }"),
        ("art/tests.rs", "#[cfg(test)] mod tests { use std::fs::write; }"),
        ("store/games.rs", "use crate::engine::Event; use sqlx::Any;"),
    ] {
        let mut files = vec![(file, code)];
        files.extend([service, store, table].into_iter().filter(|(name, _)| *name != file));
        assert_eq!(violations(&parse(&files)), Vec::<String>::new(), "{file}: {code}");
    }
}

#[test]
fn folders_that_import_each_other_are_caught() {
    let cycle = |files: &[(&str, &str)]| violations(&parse(files)).join("\n");
    let both = cycle(&[
        ("web/http/mod.rs", "pub mod form; use super::html::games::Page;"),
        ("web/http/form.rs", ""),
        ("web/html/mod.rs", "pub mod games;"),
        ("web/html/games.rs", "pub struct Page; use crate::web::http::form;"),
    ]);
    assert!(both.contains("web: html and http import each other"), "{both}");
    let around_a_file = cycle(&[
        ("engine/a/mod.rs", "use crate::engine::b::B; pub struct A;"),
        ("engine/b.rs", "pub struct B; use super::c::C;"),
        ("engine/c/mod.rs", "pub struct C; use super::A;"),
        ("engine/mod.rs", "pub use a::A;"),
    ]);
    assert!(around_a_file.contains("engine: a, b and c import each other"), "{around_a_file}");
    let files = cycle(&[
        ("web/html/games/a.rs", "use super::b::B; pub struct A;"),
        ("web/html/games/b.rs", "use super::A; pub struct B;"),
        ("web/html/games/mod.rs", "pub use a::A; pub struct Root;"),
        ("web/html/c.rs", "use crate::web::html::games::Root;"),
    ]);
    assert!(files.contains("web::html: games::a and games::b import each other"), "{files}");
    let with_its_own = cycle(&[
        ("web/http/mod.rs", "pub struct Root; use a::A;"),
        ("web/http/a.rs", "use super::Root; pub struct A;"),
    ]);
    assert!(with_its_own.contains("web::http: the folder itself and a import each other"), "{with_its_own}");
    // Elsewhere files in the same folder may; so may a folder and its contents, and tests.
    let fine = cycle(&[
        ("engine/a.rs", "use super::b::B; pub struct A;"),
        ("engine/b.rs", "use super::a::A; pub struct B;"),
        ("engine/mod.rs", "pub struct Root; use d::D;"),
        (
            "engine/d/mod.rs",
            "pub struct D; use super::Root; #[cfg(test)] mod tests { use crate::engine::e::E; }",
        ),
        ("engine/e/mod.rs", "pub struct E; use super::d::D;"),
    ]);
    assert_eq!(fine, "");
}

fn parse(files: &[(&str, &str)]) -> Code {
    let folders: BTreeSet<String> = files
        .iter()
        .filter_map(|(name, _)| Some(format!("{}/mod.rs", name.rsplit_once('/')?.0)))
        .filter(|name| !files.iter().any(|(file, _)| file == name))
        .collect();
    let given = files.iter().map(|&(name, text)| (name.to_owned(), text.to_owned()));
    Code::parse(&given.chain(folders.into_iter().map(|name| (name, String::new()))).collect::<Vec<_>>())
}

fn read_source() -> Code {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&source, &mut files);
    assert!(files.len() > 100, "the source was found");
    let read = |file: &PathBuf| {
        let name = file.strip_prefix(&source).unwrap().to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(file).unwrap())
    };
    Code::parse(&files.iter().map(read).collect::<Vec<_>>())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// A violation without the leading file name.
fn subject(line: &str) -> &str {
    line.strip_prefix("src/").and_then(|line| line.split_once(": ")).map_or(line, |(_, subject)| subject)
}

/// Violations of the rules, each with an example in parentheses.
fn violations(code: &Code) -> Vec<String> {
    let crates = dependencies(include_str!("../../../Cargo.toml"));
    let mut found = BTreeMap::new();
    let rooms: BTreeSet<&String> = code.modules().filter_map(|module| module.first()).collect();
    for room in rooms.into_iter().filter(|room| layer_of(room).is_none()) {
        found
            .insert(format!("src/{room}.rs: {room} has no layer"), "name it in tests/code/layers".to_owned());
    }
    for used in &code.uses {
        let Some(room) = used.module.first() else { continue };
        for complaint in refuse_use(code, used, room, &crates) {
            found.entry(format!("src/{}: {complaint}", used.file)).or_insert_with(|| used.written.join("::"));
        }
    }
    found.extend(cycles(code));
    found.extend(WITHOUT_RINGS.into_iter().flat_map(|folder| rings(code, folder)));
    found.into_iter().map(|(line, example)| format!("{line} ({example})")).collect()
}

fn refuse_use(code: &Code, used: &Use, room: &str, crates: &[String]) -> Vec<String> {
    let here = used.module.join("::");
    let mut complaints = Vec::new();
    if let Some(other) = code.named(used) {
        complaints.extend(refuse_room(&here, room, &other));
    }
    match code.resolve(&used.module, &used.written) {
        Some(Place::Inside(place)) => {
            let Some(other) = place.first() else { return complaints };
            let hidden = place.last().is_some_and(|name| IN_SIGNATURES.contains(&name.as_str()));
            if !(room == "web" && other == "store" && hidden) {
                complaints.extend(refuse_room(&here, room, other));
            }
            let shows = match used.shown {
                Some(Shown::Signature) if room == "service" && other == "store" && !hidden => Some("service"),
                Some(Shown::Page) if matches!(other.as_str(), "service" | "store") => Some("a page"),
                _ => None,
            };
            complaints.extend(shows.map(|who| format!("{who} shows {}", place.join("::"))));
        }
        Some(Place::Outside(path)) if !used.in_tests => complaints.extend(refuse_crate(room, &path, crates)),
        _ => {}
    }
    complaints
}

fn refuse_room(here: &str, room: &str, used: &str) -> Option<String> {
    let (own, other) = (layer_of(room)?, layer_of(used)?);
    if used != room && other >= own && !NEIGHBOURS.contains(&(room, used)) {
        return Some(format!("{room} uses {used}, which is not below it"));
    }
    let refused = REFUSED.iter().find(|(who, what, except)| {
        inside(here, who) && *what == used && !except.iter().any(|module| inside(here, module))
    });
    refused.map(|(who, what, _)| format!("{who} uses {what}"))
}

fn refuse_crate(room: &str, path: &[String], crates: &[String]) -> Option<String> {
    let outside = path.first()?;
    if room == "engine" && crates.contains(outside) && !ENGINE_CRATES.contains(&outside.as_str()) {
        return Some(format!("engine uses the crate {outside}"));
    }
    let (home, rooms) = HOMES.iter().find(|(home, _)| inside(&path.join("::"), home))?;
    (!rooms.contains(&room)).then(|| format!("{room} uses {home}, whose home is {}", rooms.join(", ")))
}

fn layer_of(room: &str) -> Option<u8> {
    LAYERS.iter().find(|(known, _)| *known == room).map(|&(_, layer)| layer)
}

fn inside(module: &str, outer: &str) -> bool {
    module.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Imports between sibling modules, each with an example.
type Edges = BTreeMap<(Vec<String>, Vec<String>), String>;

/// Groups of sibling modules, at least one of them a folder, that import each other directly or indirectly. A module and its
/// contents may import each other; tests don't count.
fn cycles(code: &Code) -> BTreeMap<String, String> {
    let mut edges = Edges::new();
    for used in code.uses.iter().filter(|used| !used.in_tests) {
        let Some(Place::Inside(place)) = code.resolve(&used.module, &used.written) else { continue };
        let (from, to) = (&used.module, code.owner(&place));
        let common = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if common > 0 && common < from.len() && common < to.len() {
            let edge = (from[..=common].to_vec(), to[..=common].to_vec());
            edges.entry(edge).or_insert_with(|| format!("src/{}: {}", used.file, used.written.join("::")));
        }
    }
    let with_folders =
        groups(&edges).into_iter().filter(|group| group.iter().any(|module| code.is_folder(module)));
    with_folders.map(|group| complaint(&group, group[0].len() - 1, &edges)).collect()
}

/// Groups of modules in a folder that import each other directly or indirectly, not only siblings.
fn rings(code: &Code, folder: &str) -> BTreeMap<String, String> {
    let mut edges = Edges::new();
    for used in code.uses.iter().filter(|used| !used.in_tests) {
        let Some(Place::Inside(place)) = code.resolve(&used.module, &used.written) else { continue };
        let (from, to) = (&used.module, code.owner(&place));
        if from != to && [&from[..], to].into_iter().all(|module| inside(&module.join("::"), folder)) {
            let example = || format!("src/{}: {}", used.file, used.written.join("::"));
            edges.entry((from.clone(), to.to_vec())).or_insert_with(example);
        }
    }
    let depth = folder.split("::").count();
    groups(&edges).into_iter().map(|group| complaint(&group, depth, &edges)).collect()
}

/// Modules that reach each other, in groups of at least two.
fn groups(edges: &Edges) -> BTreeSet<Vec<&Vec<String>>> {
    let reached: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
        edges.keys().map(|(from, _)| (from, reached_from(from, edges))).collect();
    let mut groups = BTreeSet::new();
    for (from, to) in &reached {
        let back = |other: &&Vec<String>| reached.get(other).is_some_and(|back| back.contains(from));
        let group: Vec<&Vec<String>> = to.iter().copied().filter(back).collect();
        if group.len() > 1 {
            groups.insert(group);
        }
    }
    groups
}

/// What is wrong with a group, without the first `outer` segments of its modules' paths, and all imports in it.
fn complaint(group: &[&Vec<String>], outer: usize, edges: &Edges) -> (String, String) {
    let examples: Vec<&str> = edges
        .iter()
        .filter(|((from, to), _)| group.contains(&from) && group.contains(&to))
        .map(|(_, example)| example.as_str())
        .collect();
    let name = |module: &&Vec<String>| match &module[outer..] {
        [] => "the folder itself".to_owned(),
        inner => inner.join("::"),
    };
    let names: Vec<String> = group.iter().map(name).collect();
    let (last, others) = names.split_last().unwrap();
    let folder = group[0][..outer].join("::");
    (format!("{folder}: {} and {last} import each other", others.join(", ")), examples.join("; "))
}

fn reached_from<'a>(from: &'a Vec<String>, edges: &'a Edges) -> BTreeSet<&'a Vec<String>> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let to = edges.keys().filter(|(start, _)| start == module).map(|(_, end)| end);
        next.extend(to.filter(|end| seen.insert(*end)));
    }
    seen
}

/// The names of the crates in the `[dependencies]` table, as code spells them.
fn dependencies(manifest: &str) -> Vec<String> {
    let table = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    table.lines().filter_map(|line| Some(line.split_once('=')?.0.trim().replace('-', "_"))).collect()
}
