//! The table of `docs/asvs.md`: no requirement is missing, the counts are right, and what it names exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The requirements of OWASP ASVS 5.0.0 at levels 1 and 2, with their levels.
const REQUIREMENTS: &str = include_str!("asvs.csv");
const TABLE: &str = include_str!("../../docs/asvs.md");
const SECURITY: &str = include_str!("../../docs/security.md");

const RESULTS: [&str; 3] = ["held", "not held", "n/a"];

struct Row {
    requirement: &'static str,
    level: &'static str,
    result: &'static str,
}

fn rows() -> Vec<Row> {
    let cells = |line: &'static str| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>();
    let rows = TABLE.lines().filter(|line| line.starts_with("| ")).map(cells);
    let rows = rows.filter(|cells| cells[0].contains('.')).map(|cells| {
        let [requirement, level, asks, result] = cells[..] else { panic!("four columns: {cells:?}") };
        assert!(!asks.is_empty(), "{requirement}");
        Row { requirement, level, result }
    });
    rows.collect()
}

fn kind(row: &Row) -> &'static str {
    let kind = row.result.split_once(':').map_or(row.result, |(kind, _)| kind);
    let known = RESULTS.into_iter().find(|known| *known == kind);
    known.unwrap_or_else(|| panic!("{}: {}", row.requirement, row.result))
}

#[test]
fn every_requirement_of_levels_1_and_2_has_one_row() {
    let listed: Vec<String> = rows().iter().map(|row| format!("{},{}", row.requirement, row.level)).collect();
    let expected: Vec<&str> = REQUIREMENTS.lines().skip(1).collect();
    assert_eq!(expected.len(), 253);
    assert_eq!(listed, expected);
    for row in rows() {
        assert!(kind(&row) == "held" || row.result.len() > 12, "{}: the reason is missing", row.requirement);
    }
}

#[test]
fn level_1_has_no_failure_level_2_at_most_five_and_the_counts_are_right() {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for row in rows() {
        *counts.entry((row.level, kind(&row))).or_default() += 1;
    }
    let count = |level, kind| counts.get(&(level, kind)).copied().unwrap_or_default();
    assert_eq!(count("1", "not held"), 0);
    assert!(count("2", "not held") <= 5);
    for level in ["1", "2"] {
        let [held, not_held, not_applicable] = RESULTS.map(|kind| count(level, kind));
        let line = format!("| {level} | {held} | {not_held} | {not_applicable} |");
        assert!(TABLE.contains(&line), "{line}");
    }
}

#[test]
fn the_files_tests_and_sections_that_are_named_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut code = String::new();
    for folder in ["src", "tests"] {
        collect(&root.join(folder), &mut code);
    }
    let sections: BTreeSet<String> = SECURITY
        .lines()
        .filter_map(|line| line.strip_prefix("## "))
        .map(|heading| heading.to_lowercase().replace(' ', "-"))
        .collect();
    let (mut files, mut tests) = (0, 0);
    for row in rows() {
        for named in row.result.split('`').skip(1).step_by(2) {
            let is_file = ["src/", "tests/", "docs/", "templates/", "fuzz/"]
                .iter()
                .any(|start| named.starts_with(start));
            let is_test =
                named.len() > 30 && named.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            if is_file {
                files += 1;
                assert!(root.join(named).exists(), "{}: no file {named}", row.requirement);
            } else if is_test {
                tests += 1;
                let there =
                    [format!("fn {named}("), format!("fn {named}<")].iter().any(|name| code.contains(name));
                assert!(there, "{}: no test {named}", row.requirement);
            }
        }
        for link in row.result.split("](security.md#").skip(1) {
            let section = link.split(')').next().unwrap();
            assert!(sections.contains(section), "{}: no section {section}", row.requirement);
        }
    }
    assert!(files > 40 && tests > 40, "{files} files and {tests} tests");
}

/// Adds the text of all files of code in a folder.
fn collect(folder: &Path, code: &mut String) {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, code);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            code.push_str(&fs::read_to_string(path).unwrap());
        }
    }
}
