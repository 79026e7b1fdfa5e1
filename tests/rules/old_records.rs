//! Records and table events written by earlier versions can always be read.
//!
//! The files are finished games under every preset and the parameters that they were played by, from the first version: whatever
//! the rule books say today, these games are read as they were played.

use std::path::Path;

use bastide::engine::{Preset, Record, Ruleset};
use bastide::table::{OpenedSeat, TableEvent};
use serde_json::Value;

fn old_file(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/old_records").join(name);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn a_preset_in_a_record_means_what_it_meant_when_the_game_was_played() {
    for preset in Preset::ALL {
        let mut then: Value = serde_json::from_str(&old_file(&format!("{}.json", preset.word()))).unwrap();
        // Parameters that were added later have the value that matches the earlier behaviour.
        then["builder_second_part"] = "must".into();
        then["draw_ahead"] = false.into();
        let rules: Ruleset = serde_json::from_str(&format!(r#"{{"preset":"{}"}}"#, preset.word())).unwrap();
        assert_eq!(Value::Object(rules.parameters()), then, "{}", preset.word());
    }
}

#[test]
fn an_old_game_has_the_draws_scores_and_end_that_it_had() {
    for preset in Preset::ALL {
        let text = old_file(&format!("{}.jsonl", preset.word()));
        let header = text.lines().next().unwrap();
        assert!(header.contains(&format!(r#"{{"preset":"{}""#, preset.word())), "{header}");
        // Reading checks every draw against the secret, every turn, every score and the end.
        let (record, game) = Record::read(&text).unwrap_or_else(|error| panic!("{}: {error}", preset.word()));
        assert!(game.is_finished());
        assert_eq!(record.write(), text, "written as it was");
    }
}

#[test]
fn table_events_of_every_kind_are_read_and_written_as_they_were() {
    let mut kinds = [0; 20];
    let mut seats = [0; 3];
    for line in old_file("table_events.jsonl").lines() {
        let event: TableEvent = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let mut stored: Value = serde_json::from_str(line).unwrap();
        let mut written: Value = serde_json::from_str(&serde_json::to_string(&event).unwrap()).unwrap();
        if let TableEvent::Opened(opened) = &event {
            // Rules are written with today's parameters, but mean the same.
            let (then, now) = (stored["rules"].take(), written["rules"].take());
            for stored in [then, now] {
                let version = u32::try_from(stored["version"].as_u64().unwrap()).unwrap();
                let rules = Ruleset::from_stored(version, &stored["parameters"].to_string());
                assert_eq!(rules.as_ref(), Ok(&opened.settings.rules));
            }
        }
        assert_eq!(written, stored);
        // Add a line to the file with every new kind of event.
        let kind = match &event {
            TableEvent::Opened(opened) => {
                for seat in &opened.seats {
                    seats[match seat {
                        OpenedSeat::Free => 0,
                        OpenedSeat::Reserved(_) => 1,
                        OpenedSeat::Computer(_) => 2,
                    }] += 1;
                }
                0
            }
            TableEvent::Joined { .. } => 1,
            TableEvent::Left { .. } => 2,
            TableEvent::Started {} => 3,
            TableEvent::Replaced { .. } => 4,
            TableEvent::Closed {} => 5,
            TableEvent::Invited { .. } => 6,
            TableEvent::Declined { .. } => 7,
            TableEvent::Hinted { .. } => 8,
            TableEvent::Filled {} => 9,
            TableEvent::Revealed { .. } => 10,
            TableEvent::Proposed { .. } => 11,
            TableEvent::Answered { .. } => 12,
            TableEvent::Paused { .. } => 13,
            TableEvent::Resumed { .. } => 14,
            TableEvent::Agreed { .. } => 15,
            TableEvent::Gave { .. } => 16,
            TableEvent::SeatTaken { .. } => 17,
            TableEvent::MissedWhilePlaying { .. } => 18,
            TableEvent::MadePublic {} => 19,
        };
        kinds[kind] += 1;
    }
    assert!(kinds.iter().chain(&seats).all(|&lines| lines > 0), "a kind is missing: {kinds:?} {seats:?}");
}
