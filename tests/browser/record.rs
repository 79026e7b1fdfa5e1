//! Checks a downloaded record with the shell, with the draw script and against the final page.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use fantoccini::Locator;
use serde_json::Value;

use crate::browser::Browser;
use crate::server::{Server, bastide, run};

/// Points by kind of feature, and the total.
pub type Points = BTreeMap<&'static str, i64>;

/// The headings of the final page's columns, in the terms of all rule books.
const COLUMNS: [(&str, &str); 9] = [
    ("Roads", "road"),
    ("Cities", "city"),
    ("Castles", "city"),
    ("Cloisters", "cloister"),
    ("Abbeys", "cloister"),
    ("Fields", "field"),
    ("Goods", "goods"),
    ("Handicap", "start"),
    ("Total", "together"),
];

/// The points on the final page, by colour in the order of the game.
pub async fn final_table(browser: &Browser) -> Vec<Points> {
    let mut columns = Vec::new();
    for head in browser.all("section[aria-labelledby=h-points] thead th.number").await {
        let label = head.prop("textContent").await.unwrap().unwrap();
        let known = COLUMNS.into_iter().find(|(shown, _)| *shown == label);
        columns.push(known.unwrap_or_else(|| panic!("what is the column {label}?")).1);
    }
    let mut rows = Vec::new();
    for row in browser.all("section[aria-labelledby=h-points] tbody tr").await {
        let mut points = Points::new();
        for (column, cell) in columns.iter().zip(row.find_all(Locator::Css("td")).await.unwrap()) {
            points.insert(column, cell.text().await.unwrap().trim().parse().unwrap());
        }
        rows.push(points);
    }
    rows
}

/// Asserts that the record is valid and complete, and that the final page shows its sums. Returns the number of turns.
pub fn check(server: &Server, record: &Path, shown: &[Points]) -> usize {
    let summary = run(bastide(&server.folder).args(["replay", "--json"]).arg(record));
    let summary: Value = serde_json::from_str(&summary).unwrap();
    assert_eq!(summary["finished"], true);
    // Nothing in a hand of several may fit, however early.
    let reason = summary["reason"].as_str().unwrap();
    assert!(["bag_empty", "hand_unplayable"].contains(&reason), "{summary}");
    let text = std::fs::read_to_string(record).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let sums = sums(&lines);
    assert_eq!(shown.len(), sums.len());
    for (colour, (shown, sums)) in shown.iter().zip(&sums).enumerate() {
        assert_eq!(summary["scores"][colour], sums["together"], "{summary}");
        for (column, points) in shown {
            assert_eq!(Some(points), sums.get(column), "{column} of colour {colour}: {summary}");
        }
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/check_draw.py");
    let told = run(Command::new("/usr/bin/python3").arg(script).arg(record));
    // Lines before the last are about salts.
    let drawn: usize = told.lines().last().unwrap().split(' ').next().unwrap().parse().unwrap();
    let turns = lines.iter().filter(|line| line["type"] == "turn").count();
    assert_eq!(summary["turns"], turns);
    let set_aside: usize = lines.iter().filter_map(|line| Some(line["discarded"].as_array()?.len())).sum();
    // Tiles left in a hand of several at the end were drawn too.
    let left = if lines[0]["rules"]["preset"] == "mcguire" { drawn - turns - set_aside } else { 0 };
    assert_eq!(turns + set_aside + left, drawn, "{told}");
    turns
}

/// The points of each colour, from the score lines alone.
fn sums(lines: &[Value]) -> Vec<Points> {
    let nothing = || COLUMNS.into_iter().map(|(_, column)| (column, 0)).collect();
    let mut sums: Vec<Points> = lines[0]["colours"].as_array().unwrap().iter().map(|_| nothing()).collect();
    for line in lines.iter().filter(|line| line["type"] == "score") {
        for colour in line["colours"].as_array().unwrap() {
            let sums = &mut sums[usize::try_from(colour.as_u64().unwrap()).unwrap()];
            let points = line["points"].as_i64().unwrap();
            for column in [line["feature"].as_str().unwrap(), "together"] {
                *sums.get_mut(column).unwrap() += points;
            }
        }
    }
    sums
}
