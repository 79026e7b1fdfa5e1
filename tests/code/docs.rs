//! The examples in docs/ match what the program does, and links between the pages lead somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bastide::clock::Clock;
use bastide::engine::{Preset, Record, Ruleset};
use bastide::service::Service;
use serde_json::{Map, Value};
use sqlx::{AnyPool, Row};

/// The code blocks of a page that are fenced as `language`.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn the_records_that_are_shown_are_read_as_the_page_says() {
    let page = include_str!("../../docs/record.md");
    let games: Vec<_> = blocks(page, "jsonl").into_iter().map(|text| (text, Record::read(text))).collect();
    assert_eq!(games.len(), 2);
    for (text, read) in games {
        let (record, game) = read.unwrap_or_else(|error| panic!("line {error}\n{text}"));
        assert_eq!(record.write(), text);
        assert!(matches!(game.scores(), [4, 3] | [4]), "{:?}", game.scores());
    }
}

#[test]
fn the_rules_that_are_shown_are_understood() {
    let page = include_str!("../../docs/rules.md");
    let inline = page.split('`').filter(|code| code.starts_with("{\"preset\""));
    let shown: Vec<&str> = blocks(page, "json").into_iter().chain(inline).collect();
    assert!(shown.len() >= 5, "{shown:?}");
    for json in shown {
        serde_json::from_str::<Ruleset>(json).unwrap_or_else(|error| panic!("{json}: {error}"));
    }
}

#[test]
fn the_table_of_presets_says_what_the_presets_are() {
    let page = include_str!("../../docs/rules.md");
    let rows = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `"))
        .filter(|row| row.matches(" | ").count() == 4);
    let mut seen = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let parameter = cells[0].trim_end_matches('`');
        if parameter == "sets" {
            continue;
        }
        for (preset, cell) in Preset::ALL.into_iter().zip(&cells[1..]) {
            let cell = cell.trim_matches('`');
            // A word is JSON once it is quoted.
            let value = serde_json::from_str(cell).unwrap_or_else(|_| Value::from(cell));
            let changes = Map::from_iter([(parameter.to_owned(), value)]);
            let rules = Ruleset::changed(preset, changes).unwrap_or_else(|error| panic!("{row}: {error}"));
            assert_eq!(rules, Ruleset::of(preset), "{parameter} of {}", preset.word());
        }
        seen += 1;
    }
    assert_eq!(seen, 29, "every parameter but the sets has a row of values");
}

/// The Markdown pages in a folder and those below it.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The text without its code, where brackets are no links.
fn prose(page: &str) -> String {
    let mut fenced = false;
    let lines = page.lines().filter(|line| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fenced && !fence && !line.starts_with("    ")
    });
    let text = lines.collect::<Vec<_>>().join("\n");
    text.split('`').step_by(2).collect::<Vec<_>>().join("")
}

/// The anchors of a page's headings, as GitHub makes them.
fn anchors(page: &str) -> Vec<String> {
    let headings =
        page.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#'));
    let anchor = |heading: &str| {
        let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    };
    headings.map(anchor).collect()
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)).to_vec();
    pages(&root.join("docs"), &mut files);
    let mut broken = Vec::new();
    let mut followed = 0;
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for link in prose(&text).split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            followed += 1;
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if path.is_empty() { file.clone() } else { file.parent().unwrap().join(path) };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || anchors(&fs::read_to_string(&target).unwrap()).iter().any(|a| a == anchor));
            if !is_there {
                broken.push(format!("{}: {link}", file.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
    assert!(followed > 100, "{followed} links");
}

#[test]
fn the_index_lists_every_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let index = fs::read_to_string(root.join("README.md")).unwrap();
    let mut files = Vec::new();
    pages(&root, &mut files);
    let names = files.iter().map(|file| file.strip_prefix(&root).unwrap().display().to_string());
    let missing: Vec<String> =
        names.filter(|name| name != "README.md" && !index.contains(&format!("({name})"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The words of a text that are set as code.
fn code(text: &str) -> BTreeSet<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The columns that the page on the schema has for each table.
fn documented_columns(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let cells = |line: &str| {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    let (before, after) = page.split_once("Columns of `games`:").unwrap();
    let (of_games, after) = after.split_once("\n## ").unwrap();
    let rows = before.lines().chain(after.lines()).filter(|line| line.starts_with("| `")).map(cells);
    let mut tables: BTreeMap<_, _> = rows
        .filter(|row| row.len() == 3)
        .map(|row| (row[0].trim_matches('`').to_owned(), code(&row[2])))
        .collect();
    let names = of_games.lines().filter(|line| line.starts_with('|')).flat_map(|line| code(&cells(line)[0]));
    tables.insert("games".to_owned(), names.collect());
    tables
}

#[tokio::test]
async fn the_page_on_the_schema_has_every_table_and_column() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("bastide.db").display());
    Service::open(url.as_str(), Clock::system()).await.unwrap().close().await;
    sqlx::any::install_default_drivers();
    let database = AnyPool::connect(&url).await.unwrap();
    let rows = sqlx::query(
        "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE '\\_sqlx%' ESCAPE '\\'",
    );
    let mut tables: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows.fetch_all(&database).await.unwrap() {
        tables.entry(row.get(0)).or_default().insert(row.get(1));
    }
    database.close().await;
    assert_eq!(documented_columns(include_str!("../../docs/schema.md")), tables);
}
