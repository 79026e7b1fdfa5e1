//! Checks what the compiler can't see of the layers. Each folder of `src` is a crate: it uses only what its manifest names, and no
//! two use each other. Here the manifests are compared with the layers:
//!
//! ```text
//! 5   main                                 wires everything
//! 4   web   cli                            speak HTTP, speak text
//! 3   service                              use cases; what happens later
//! 2   store                                the only code that knows sqlx
//! 1   table   insight   players   practice   puzzle   analysis   art   pure values about games
//! 0   engine   planar   atlas   account   push   rating   webhook   environment   outbound
//! ```
//!
//! And the code is parsed for what a use case or a page shows to others, for files, sockets and processes, and for folders that
//! import each other. A path is followed however it is written: through `use` trees, globs, renames, type aliases and re-exports,
//! inside macros too.

mod code;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use code::{Code, Place, Shown, Use};

/// Every part and its layer.
const LAYERS: [(&str, u8); 20] = [
    ("web", 4),
    ("cli", 4),
    ("service", 3),
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
    ("push", 0),
    ("rating", 0),
    ("webhook", 0),
    ("environment", 0),
    ("outbound", 0),
];

/// Allowed uses within a layer: user, used.
const NEIGHBOURS: [(&str, &str); 8] = [
    ("players", "insight"),
    ("practice", "players"),
    ("puzzle", "players"),
    ("analysis", "players"),
    ("art", "insight"),
    ("planar", "engine"),
    ("atlas", "engine"),
    ("atlas", "planar"),
];

/// Crates that give a part its purpose, or take its purity, with the parts that may use them.
const HOMES: [(&str, &[&str]); 10] = [
    ("sqlx", &["store"]),
    ("actix-web", &["web"]),
    ("askama", &["web"]),
    ("fluent-bundle", &["web"]),
    ("clap", &["cli", "environment"]),
    ("hyper", &["outbound"]),
    ("tokio-rustls", &["outbound"]),
    ("tokio", &["outbound", "store", "service", "web", "cli"]),
    ("futures-util", &["store", "service", "web", "cli"]),
    ("tracing", &["store", "service", "web", "cli"]),
];

/// What needs no manifest, with the parts that may use it.
const STANDARD_HOMES: [(&str, &[&str]); 3] = [
    ("std::fs", &["store", "service", "cli", "main"]),
    ("std::net", &["environment", "outbound", "service", "web", "cli", "main"]),
    ("std::process", &["cli", "main"]),
];

/// Forbidden uses of a lower layer: user, used, and modules that are exempt.
const REFUSED: [(&str, &str, &[&str]); 3] = [
    ("web", "store", &[]),
    ("cli", "store", &[]),
    // The host's own commands work on the database, through the use cases.
    (
        "cli",
        "service",
        &[
            "cli::archive",
            "cli::backup",
            "cli::restore",
            "cli::copy",
            "cli::progress",
            "cli::rebuild",
            "cli::account",
            "cli::jobs",
            "cli::verify",
        ],
    ),
];

/// Store types that may appear in public signatures of the service: the handle it is made of, its connections, and the cause of a
/// failure.
const IN_SIGNATURES: [&str; 3] = ["Store", "StoreError", "PoolState"];

#[test]
fn every_part_uses_only_layers_below_its_own() {
    let parts = folders(&source());
    assert_eq!(parts.len(), LAYERS.len(), "LAYERS names every folder of src: {parts:?}");
    for part in &parts {
        let manifest = fs::read_to_string(source().join(part).join("Cargo.toml")).unwrap();
        let complaints: Vec<String> =
            dependencies(&manifest).into_iter().filter_map(|used| refuse_dependency(part, used)).collect();
        assert!(complaints.is_empty(), "src/{part}/Cargo.toml: {}", complaints.join("; "));
    }
}

#[test]
fn a_dependency_out_of_its_layer_is_caught() {
    for (part, dependency, complaint) in [
        ("engine", "store", Some("engine uses store, which is not below it")),
        ("engine", "planar", Some("engine uses planar, which is not below it")),
        ("web", "cli", Some("web uses cli, which is not below it")),
        ("web", "store", Some("web uses store")),
        ("attic", "engine", Some("attic has no layer")),
        ("service", "sqlx", Some("service uses sqlx, whose home is store")),
        ("engine", "tokio", Some("engine uses tokio, whose home is outbound, store, service, web, cli")),
        ("art", "insight", None),
        ("store", "sqlx", None),
        ("cli", "service", None),
        ("engine", "serde", None),
    ] {
        assert_eq!(refuse_dependency(part, dependency).as_deref(), complaint, "{part}: {dependency}");
    }
    let manifest =
        "[dependencies]\nengine.workspace = true\n\nserde = \"1\"\n\n[dev-dependencies]\nrand = \"1\"\n";
    assert_eq!(dependencies(manifest), ["engine", "serde"]);
}

#[test]
fn the_code_shows_and_uses_only_what_it_may() {
    let found = violations(&read_source());
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn a_forbidden_use_is_caught_however_it_is_written() {
    let store = ("store/lib.rs", "mod row; pub use row::Listed; pub struct StoreError;");
    let row = ("store/row.rs", "pub struct Listed { pub n: i64 }");
    let service = (
        "service/lib.rs",
        "mod play; pub use store::Listed; pub use play::Table; pub type Row = store::Listed;
         pub mod parts { pub use store::row::*; }",
    );
    let play = ("service/play.rs", "pub struct Table { own: i64 }");
    for (file, code, complaint) in [
        // Through the service: re-exports, a glob, an alias of a type, a rename.
        ("web/games.rs", "use service::Listed;", "web uses store"),
        ("web/games.rs", "use ::service::Listed;", "web uses store"),
        ("web/games.rs", "use service::*; fn f(x: Listed) {}", "web uses store"),
        ("web/games.rs", "use service as s; fn f(x: s::Listed) {}", "web uses store"),
        ("web/games.rs", "fn f(x: service::Row) {}", "web uses store"),
        ("web/games.rs", "use service::parts::Listed;", "web uses store"),
        ("web/games.rs", "fn f() { vec![service::Listed { n: 1 }]; }", "web uses store"),
        ("web/games.rs", "#[serde(with = \"service::parts::Listed\")] struct S;", "web uses store"),
        ("cli/replay.rs", "use service::Service;", "src/cli/replay.rs: cli uses service"),
        ("cli/replay.rs", "use table::GameId; fn f() { service::Table }", "cli uses service"),
        ("environment/config.rs", "use std::{fmt, fs::File};", "environment uses std::fs"),
        ("engine/game.rs", "fn f() { std::process::exit(1) }", "engine uses std::process"),
        // Errors that are the store's to make.
        (
            "service/lists.rs",
            "use store::StoreError; fn f() -> StoreError { StoreError::Closed }",
            "service knows the causes of a StoreError",
        ),
        // Rows returned by a use case, and pages with more than they print.
        (
            "service/lists.rs",
            "pub struct Page { pub rows: Vec<store::Listed> }",
            "service shows store::row::Listed",
        ),
        ("service/lists.rs", "use store::Listed; pub fn rows() -> Listed { todo!() }", "service shows store"),
        ("service/lists.rs", "pub enum E { A(super::Listed) }", "service shows store::row::Listed"),
        (
            "web/html/a.rs",
            "use service; #[derive(Template)] struct P { t: service::Table }",
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
        "service/lib.rs",
        "pub use store::{StoreError, GameId}; pub struct Service { rows: store::Listed }
         impl Service { pub fn open() -> Result<(), StoreError> { let _: store::Listed; Ok(()) } }",
    );
    let store = ("store/lib.rs", "pub use table::GameId; pub struct StoreError; pub struct Listed;");
    let table = ("table/lib.rs", "pub struct GameId;");
    for (file, code) in [
        ("engine/lib.rs", "// use std::fs;\n/* std::net */ const A: &str = \"std::process\";"),
        ("cli/backup.rs", "use service::Service;"),
        ("cli/lib.rs", "pub mod service; use service::Row;"),
        ("main.rs", "use bastide::{cli, web, service, store};"),
        ("web/games.rs", "use actix_web::web; use service; fn f() { web::Data::new(1); }"),
        ("web/games.rs", "use service::{GameId, StoreError};"),
        ("web/games.rs", "use service::StoreError; fn f(bad: Row) { StoreError::from(bad) }"),
        ("web/games.rs", "fn f(store: i64) { println!(\"{}\", store) }"),
        ("web/html/page.rs", "#[derive(Template)] struct P { id: table::GameId }"),
        ("art/tests.rs", "#[cfg(test)] mod tests { use std::fs::write; }"),
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
        ("web/html/games.rs", "pub struct Page; use crate::http::form;"),
    ]);
    assert!(both.contains("web: html and http import each other"), "{both}");
    let around_a_file = cycle(&[
        ("engine/a/mod.rs", "use crate::b::B; pub struct A;"),
        ("engine/b.rs", "pub struct B; use super::c::C;"),
        ("engine/c/mod.rs", "pub struct C; use super::A;"),
        ("engine/lib.rs", "pub use a::A;"),
    ]);
    assert!(around_a_file.contains("engine: a, b and c import each other"), "{around_a_file}");
    // Files in the same folder may; so may a folder and its contents, and tests.
    let fine = cycle(&[
        ("engine/a.rs", "use super::b::B; pub struct A;"),
        ("engine/b.rs", "use super::a::A; pub struct B;"),
        ("engine/lib.rs", "pub struct Root; use d::D;"),
        ("engine/d/mod.rs", "pub struct D; use super::Root; #[cfg(test)] mod tests { use crate::e::E; }"),
        ("engine/e/mod.rs", "pub struct E; use super::d::D;"),
    ]);
    assert_eq!(fine, "");
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn folders(source: &Path) -> Vec<String> {
    let entries = fs::read_dir(source).unwrap().map(Result::unwrap);
    let folders = entries.filter(|entry| entry.file_type().unwrap().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// What a manifest names under `[dependencies]`.
fn dependencies(manifest: &str) -> Vec<&str> {
    let Some((_, table)) = manifest.split_once("[dependencies]\n") else { return Vec::new() };
    let lines = table.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once(['.', ' ', '=']).map(|(name, _)| name)).collect()
}

fn refuse_dependency(part: &str, used: &str) -> Option<String> {
    let Some(own) = layer_of(part) else { return Some(format!("{part} has no layer")) };
    if let Some(other) = layer_of(used)
        && other >= own
        && !NEIGHBOURS.contains(&(part, used))
    {
        return Some(format!("{part} uses {used}, which is not below it"));
    }
    if let Some((_, homes)) = HOMES.iter().find(|(home, homes)| *home == used && !homes.contains(&part)) {
        return Some(format!("{part} uses {used}, whose home is {}", homes.join(", ")));
    }
    let refused =
        REFUSED.iter().any(|(who, what, except)| *who == part && *what == used && except.is_empty());
    refused.then(|| format!("{part} uses {used}"))
}

fn layer_of(part: &str) -> Option<u8> {
    LAYERS.iter().find(|(known, _)| *known == part).map(|&(_, layer)| layer)
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
    let source = source();
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

/// Violations in the code, each with an example in parentheses.
fn violations(code: &Code) -> Vec<String> {
    let mut found = BTreeMap::new();
    // A name alone is that of a variable, more often than not; what a part has inside takes two.
    let alone = |used: &&Use| matches!(used.written.as_slice(), [name] if layer_of(name).is_some());
    for used in code.uses.iter().filter(|used| !alone(used)) {
        let Some(part) = used.module.first() else { continue };
        for complaint in refuse_use(code, used, part) {
            found.entry(format!("src/{}: {complaint}", used.file)).or_insert_with(|| used.written.join("::"));
        }
    }
    found.extend(cycles(code));
    found.into_iter().map(|(line, example)| format!("{line} ({example})")).collect()
}

fn refuse_use(code: &Code, used: &Use, part: &str) -> Vec<String> {
    let here = used.module.join("::");
    let mut complaints = Vec::new();
    if let Some(other) = code.named(used) {
        complaints.extend(refuse_part(&here, &other));
    }
    match code.resolve(&used.module, &used.written) {
        Some(Place::Inside(place)) => {
            let Some(other) = place.first() else { return complaints };
            if part != "store" && !used.in_tests && is_cause(&used.written, &place) {
                complaints.push(format!("{part} knows the causes of a StoreError"));
            }
            let hidden = place.last().is_some_and(|name| IN_SIGNATURES.contains(&name.as_str()));
            if !(part == "web" && other == "store" && hidden) {
                complaints.extend(refuse_part(&here, other));
            }
            let shows = match used.shown {
                Some(Shown::Signature) if part == "service" && other == "store" && !hidden => Some("service"),
                Some(Shown::Page) if matches!(other.as_str(), "service" | "store") => Some("a page"),
                _ => None,
            };
            complaints.extend(shows.map(|who| format!("{who} shows {}", place.join("::"))));
        }
        Some(Place::Outside(path)) if !used.in_tests => complaints.extend(refuse_standard(part, &path)),
        _ => {}
    }
    complaints
}

/// Whether it is a variant of `StoreError`. Only the store makes or tells apart its errors; others ask their methods.
fn is_cause(written: &[String], place: &[String]) -> bool {
    let of_error = place.last().is_some_and(|error| error == "StoreError");
    of_error
        && matches!(written, [_, .., last] if last != "StoreError" && last.starts_with(char::is_uppercase))
}

fn refuse_part(here: &str, used: &str) -> Option<String> {
    let refused = REFUSED.iter().find(|(who, what, except)| {
        inside(here, who) && *what == used && !except.iter().any(|module| inside(here, module))
    });
    refused.map(|(who, what, _)| format!("{who} uses {what}"))
}

fn refuse_standard(part: &str, path: &[String]) -> Option<String> {
    let (home, parts) = STANDARD_HOMES.iter().find(|(home, _)| inside(&path.join("::"), home))?;
    (!parts.contains(&part)).then(|| format!("{part} uses {home}, whose home is {}", parts.join(", ")))
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
    let reached: BTreeMap<&Vec<String>, BTreeSet<&Vec<String>>> =
        edges.keys().map(|(from, _)| (from, reached_from(from, &edges))).collect();
    let mut found = BTreeMap::new();
    for (from, to) in &reached {
        let group: Vec<&Vec<String>> = to
            .iter()
            .copied()
            .filter(|other| reached.get(other).is_some_and(|back| back.contains(from)))
            .collect();
        if group.len() < 2 || !group.iter().any(|module| code.is_folder(module)) {
            continue;
        }
        let examples: Vec<&str> = edges
            .iter()
            .filter(|((a, b), _)| group.contains(&a) && group.contains(&b))
            .map(|(_, example)| example.as_str())
            .collect();
        let names: Vec<&str> = group.iter().map(|module| module.last().unwrap().as_str()).collect();
        let (last, others) = names.split_last().unwrap();
        let outer = from[..from.len() - 1].join("::");
        let line = format!("{outer}: {} and {last} import each other", others.join(", "));
        found.insert(line, examples.join("; "));
    }
    found
}

fn reached_from<'a>(from: &'a Vec<String>, edges: &'a Edges) -> BTreeSet<&'a Vec<String>> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(module) = next.pop() {
        let to = edges.keys().filter(|(start, _)| start == module).map(|(_, end)| end);
        next.extend(to.filter(|end| seen.insert(*end)));
    }
    seen
}
