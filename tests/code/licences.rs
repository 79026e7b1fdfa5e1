//! `bastide licences` and `bastide sbom`: their list of packages agrees with `Cargo.lock`.
//!
//! `INSTA_UPDATE=always cargo test --test code licences` writes the list again after a change of the dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn the_list_of_packages_is_that_of_the_lock_file() {
    let list = list_of_packages();
    // The program contains the file, so there is nothing in it but the list.
    insta::with_settings!({
        snapshot_path => "../../src/cli/packages",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_binary_snapshot!("packages.json", list.into_bytes());
    });
}

#[test]
fn every_library_is_named_with_its_licence() {
    let (short, long) = (bastide(&["licences", "--short"]), bastide(&["licences"]));
    assert!(short.starts_with("bastide 0.1.0: MIT OR Apache-2.0\n"), "{short}");
    for name in ["actix-web", "sqlx", "libsqlite3-sys", "ring"] {
        assert!(short.lines().any(|line| line.starts_with(&format!("{name} "))), "{name} is missing");
    }
    assert!(!short.contains("fantoccini"), "tests are no part of the program");
    for line in short.lines() {
        assert!(long.contains(line), "{line}");
    }
    assert!(long.contains("Permission is hereby granted, free of charge"));
    assert!(long.contains("The font Alegreya") && long.contains("SIL OPEN FONT LICENSE"));
}

#[test]
fn the_bill_of_materials_is_complete_and_refers_to_what_it_contains() {
    let bill: Value = serde_json::from_str(&bastide(&["sbom"])).unwrap();
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&json!("CycloneDX"), &json!("1.6")));
    let components = bill["components"].as_array().unwrap();
    assert_eq!(components.len() + 1, bastide(&["licences", "--short"]).lines().count());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut known: BTreeSet<String> =
        components.iter().map(|component| text(&component["bom-ref"])).collect();
    known.insert(text(&bill["metadata"]["component"]["bom-ref"]));
    let mut used = BTreeSet::new();
    let dependencies = bill["dependencies"].as_array().unwrap();
    assert_eq!(dependencies.len(), known.len());
    for dependency in dependencies {
        assert!(known.contains(&text(&dependency["ref"])));
        used.extend(dependency["dependsOn"].as_array().unwrap().iter().map(text));
    }
    assert!(used.is_subset(&known));
    assert_eq!(used.len() + 1, known.len(), "everything but Bastide is used by something");
    for component in components {
        assert_eq!(component["hashes"][0]["content"].as_str().map(str::len), Some(64), "{component}");
    }
}

fn bastide(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_bastide")).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

/// The packages of the program on any system, without those that only tests and build scripts use.
fn list_of_packages() -> String {
    let metadata = metadata();
    let by_id: BTreeMap<&str, &Value> =
        list(&metadata["packages"]).map(|package| (package["id"].as_str().unwrap(), package)).collect();
    let program = used_by_the_program(&metadata);
    let mut ids: Vec<&str> = program.keys().copied().collect();
    let root = metadata["resolve"]["root"].as_str().unwrap();
    let key =
        |id: &str| (id != root, by_id[id]["name"].as_str().unwrap(), by_id[id]["version"].as_str().unwrap());
    ids.sort_by(|a, b| key(a).cmp(&key(b)));
    let checksums = checksums();
    let mut texts: Vec<String> = Vec::new();
    let mut packages = String::new();
    for id in &ids {
        let package = by_id[id];
        let (name, version) = (package["name"].as_str().unwrap(), package["version"].as_str().unwrap());
        let own: Vec<usize> = texts_of(package).into_iter().map(|text| index_of(&mut texts, text)).collect();
        let uses: Vec<usize> = ids
            .iter()
            .enumerate()
            .filter(|(_, other)| program[id].contains(*other))
            .map(|(i, _)| i)
            .collect();
        let entry = json!({
            "name": name,
            "version": version,
            "licence": package["license"].as_str().unwrap().replace('/', " OR "),
            "authors": package["authors"],
            "repository": package["repository"].as_str().unwrap_or(""),
            "checksum": checksums.get(&(name.to_owned(), version.to_owned())).map_or("", String::as_str),
            "uses": uses,
            "texts": own,
        });
        let separator = if packages.is_empty() { "" } else { ",\n" };
        write!(packages, "{separator}{entry}").unwrap();
    }
    let texts: Vec<String> = texts.iter().map(|text| json!(text).to_string()).collect();
    format!("{{\"packages\":[\n{packages}\n],\"texts\":[\n{}\n]}}\n", texts.join(",\n"))
}

fn metadata() -> Value {
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let done = Command::new(env!("CARGO")).args(arguments).current_dir(ROOT).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).unwrap()
}

/// Each package that the program contains, with those that it uses. The parts of Bastide count as one.
fn used_by_the_program(metadata: &Value) -> BTreeMap<&str, BTreeSet<&str>> {
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).map(|node| (node["id"].as_str().unwrap(), node)).collect();
    let parts: BTreeSet<&str> = list(&metadata["workspace_members"]).map(|id| id.as_str().unwrap()).collect();
    let root = metadata["resolve"]["root"].as_str().unwrap();
    let (mut found, mut seen) = (BTreeMap::<&str, BTreeSet<&str>>::new(), BTreeSet::new());
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        let linked = |dependency: &&Value| list(&dependency["dep_kinds"]).any(|kind| kind["kind"].is_null());
        let uses: Vec<&str> = list(&nodes[id]["deps"])
            .filter(linked)
            .map(|dependency| dependency["pkg"].as_str().unwrap())
            .collect();
        open.extend(&uses);
        let package = if parts.contains(id) { root } else { id };
        found.entry(package).or_default().extend(uses.into_iter().filter(|used| !parts.contains(used)));
    }
    found
}

/// The licences and notices in a package: files at its root, and those that its manifest names.
fn texts_of(package: &Value) -> Vec<String> {
    let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
    let mut files: BTreeSet<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.is_file() && is_licence(&path.file_name().unwrap().to_string_lossy().to_lowercase())
        })
        .collect();
    files.extend(package["license_file"].as_str().map(|file| folder.join(file)));
    let read =
        |path| String::from_utf8_lossy(&fs::read(path).unwrap()).replace("\r\n", "\n").trim().to_owned();
    files.into_iter().map(read).filter(|text| !text.is_empty()).collect()
}

fn is_licence(file: &str) -> bool {
    let (name, extension) = file.split_once('.').unwrap_or((file, ""));
    let start = ["license", "licence", "copying", "notice", "unlicense", "copyright"];
    start.iter().any(|start| name.starts_with(start)) && extension != "rs" && extension != "html"
}

/// Adds the text, unless one that differs only in its spaces is there.
fn index_of(texts: &mut Vec<String>, text: String) -> usize {
    texts.iter().position(|known| known.split_whitespace().eq(text.split_whitespace())).unwrap_or_else(|| {
        texts.push(text);
        texts.len() - 1
    })
}

/// SHA-256 of each released package, by name and version, from the lock file.
fn checksums() -> BTreeMap<(String, String), String> {
    let lock = fs::read_to_string(Path::new(ROOT).join("Cargo.lock")).unwrap();
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")))?;
        Some(line.trim_end_matches('"').to_owned())
    };
    lock.split("[[package]]")
        .filter_map(|block| {
            Some(((value(block, "name")?, value(block, "version")?), value(block, "checksum")?))
        })
        .collect()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().unwrap().iter()
}
