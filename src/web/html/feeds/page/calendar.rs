//! The turns as a calendar (RFC 5545): an event that ends at each deadline, and a task for each turn without one.

use chrono::{DateTime, TimeDelta, Utc};
use icalendar::{Calendar, Component, Event, EventLike, EventStatus, Property, Todo, TodoStatus};

use crate::html::feeds::page::{FeedPage, Item, PastTurn};
use crate::locale::Locale;

/// How often calendar programs should look for changes.
const LOOK: TimeDelta = TimeDelta::hours(1);
/// How long an event is. Without a length some programs don't show it.
const LENGTH: TimeDelta = TimeDelta::minutes(15);

impl FeedPage {
    /// Entries change only with their games and deadlines: if nothing has happened, the calendar is the same byte for byte.
    pub fn calendar(&self) -> String {
        let host = self.host();
        let mut calendar = Calendar::empty();
        calendar
            .append_property(Property::new("VERSION", "2.0"))
            .append_property(Property::new("PRODID", "-//Bastide//My turns//EN"))
            .append_property(Property::new("CALSCALE", "GREGORIAN"))
            .name(self.locale.say("feed-title"))
            .ttl(&LOOK);
        for item in &self.turns {
            let uid = format!("{}-{}@{host}", item.about.name().1, item.n);
            match item.deadline {
                Some(deadline) => calendar.push(event(self.locale, item, &uid, deadline)),
                None => calendar.push(task(item, &uid)),
            };
        }
        for turn in &self.over {
            calendar.push(cancelled(self.locale, turn, &format!("{}-{}@{host}", turn.game, turn.n)));
        }
        folded(&calendar.to_string())
    }
}

/// The most bytes of a line, without its end.
const LINE: usize = 75;

/// The same lines, none of which is too long: the crate folds some after 76 bytes.
fn folded(calendar: &str) -> String {
    let mut text = String::with_capacity(calendar.len() + calendar.len() / 32);
    for line in calendar.replace("\r\n ", "").split_terminator("\r\n") {
        let mut length = 0;
        for letter in line.chars() {
            if length + letter.len_utf8() > LINE {
                text.push_str("\r\n ");
                length = 1;
            }
            text.push(letter);
            length += letter.len_utf8();
        }
        text.push_str("\r\n");
    }
    text
}

fn event(locale: Locale, item: &Item, uid: &str, deadline: DateTime<Utc>) -> Event {
    let mut event = ending_at(deadline, uid);
    event.status(EventStatus::Confirmed);
    let summary = locale.text("feed-time-ends").with("title", &item.title).to_string();
    fill(&mut event, item, &summary);
    event
}

/// Tells programs that have the event that it takes place no more.
fn cancelled(locale: Locale, turn: &PastTurn, uid: &str) -> Event {
    let mut event = ending_at(turn.deadline, uid);
    event
        .status(EventStatus::Cancelled)
        .timestamp(turn.ended)
        .last_modified(turn.ended)
        .sequence(turn.changes)
        .summary(locale.say("feed-turn-over"))
        .add_property("URL", turn.href.as_str());
    event
}

fn ending_at(deadline: DateTime<Utc>, uid: &str) -> Event {
    let mut event = Event::with_uid(uid);
    // Does not mark the time as busy.
    event.starts(deadline - LENGTH).add_property("DURATION", "PT15M").add_property("TRANSP", "TRANSPARENT");
    event
}

fn task(item: &Item, uid: &str) -> Todo {
    let mut task = Todo::with_uid(uid);
    task.status(TodoStatus::NeedsAction);
    fill(&mut task, item, &item.title);
    task
}

/// The properties that events and tasks share.
fn fill(component: &mut impl Component, item: &Item, summary: &str) {
    component
        .timestamp(item.updated)
        .last_modified(item.updated)
        .sequence(item.moved)
        .summary(summary)
        .description(&item.summary)
        .add_property("URL", item.href.as_str());
}

#[cfg(test)]
mod tests {
    use crate::html::feeds::page::tests::example;

    /// The lines with folding undone.
    fn unfolded(text: &str) -> Vec<String> {
        text.replace("\r\n ", "").split_terminator("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_turn_with_a_clock_is_an_event_and_one_without_a_task() {
        let text = example().calendar();
        let lines = unfolded(&text);
        let has = |line: &str| assert!(lines.iter().any(|known| known == line), "{line}\n{text}");
        has("UID:0123456789abcdef-7@bastide.example");
        has("DTSTART:20241006T234500Z");
        has("DURATION:PT15M");
        has("STATUS:CONFIRMED");
        has("SEQUENCE:0");
        has("LAST-MODIFIED:20241004T070000Z");
        has("DTSTAMP:20241004T070000Z");
        has(r#"SUMMARY:Your turn: <b>\, "c" & d (time runs out)"#);
        has("URL:https://bastide.example/games/0123456789abcdef");
        has("UID:0123456789abcdef-9@bastide.example");
        has("STATUS:NEEDS-ACTION");
        let count = |line: &str| lines.iter().filter(|known| *known == line).count();
        assert_eq!((count("BEGIN:VEVENT"), count("BEGIN:VTODO")), (2, 1), "finished games have no deadline");
    }

    #[test]
    fn a_turn_that_is_over_is_cancelled_with_a_higher_sequence() {
        let text = example().calendar();
        let event =
            text.split("BEGIN:VEVENT").find(|event| event.contains("UID:0123456789abcdef-5@")).unwrap();
        let event = unfolded(event);
        for line in
            ["STATUS:CANCELLED", "SEQUENCE:3", "LAST-MODIFIED:20241004T000000Z", "DTSTART:20241005T234500Z"]
        {
            assert!(event.iter().any(|known| known == line), "{line}\n{text}");
        }
    }

    /// What [RFC 5545](https://www.rfc-editor.org/rfc/rfc5545) says of lines and of what an event and a task must have.
    fn check(text: &str) {
        assert!(text.ends_with("\r\n"));
        for line in text.split_terminator("\r\n") {
            assert!(line.len() <= 75 && !line.contains(['\r', '\n']), "{line:?}");
            assert!(line.chars().all(|letter| letter == '\t' || !letter.is_control()), "{line:?}");
        }
        let lines = unfolded(text);
        let mut open: Vec<&str> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for line in &lines {
            let (name, value) = line.split_once(':').unwrap_or_else(|| panic!("{line:?} has no value"));
            let (name, _) = name.split_once(';').unwrap_or((name, ""));
            assert!(name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'-'), "{line:?}");
            match name {
                "BEGIN" => {
                    open.push(value);
                    seen.clear();
                }
                "END" => {
                    assert_eq!(open.pop(), Some(value));
                    if matches!(value, "VEVENT" | "VTODO") {
                        let needed =
                            ["UID", "DTSTAMP", "SEQUENCE", "LAST-MODIFIED", "SUMMARY", "URL", "STATUS"];
                        assert!(needed.iter().all(|name| seen.contains(name)), "{seen:?}");
                        assert_eq!(
                            value == "VEVENT",
                            seen.contains(&"DTSTART") && seen.contains(&"DURATION")
                        );
                    }
                }
                _ => {
                    assert!(!seen.contains(&name) || open.len() == 1, "{name} comes twice");
                    seen.push(name);
                    if matches!(name, "SUMMARY" | "DESCRIPTION") {
                        let mut bare = value.replace("\\\\", "");
                        for escaped in ["\\,", "\\;", "\\n", "\\N"] {
                            bare = bare.replace(escaped, "");
                        }
                        assert!(!bare.contains(['\\', ',', ';']), "{line:?}");
                    }
                    if matches!(name, "DTSTART" | "DTSTAMP" | "LAST-MODIFIED") {
                        let instant = chrono::NaiveDateTime::parse_from_str(value, "%Y%m%dT%H%M%SZ");
                        assert!(instant.is_ok(), "{line:?}");
                    }
                }
            }
        }
        assert!(open.is_empty());
        let uids: Vec<_> = lines.iter().filter(|line| line.starts_with("UID:")).collect();
        assert_eq!(uids.len(), uids.iter().collect::<std::collections::BTreeSet<_>>().len(), "{uids:?}");
    }

    #[test]
    fn a_thousand_calendars_with_any_names_and_moved_deadlines_pass_a_strict_parser() {
        let words = [
            "Ann",
            "日本語のなまえ",
            "a,b;c\\d",
            "line\nbreak",
            "Ωμέγα",
            "🙂🙂🙂",
            "x:y",
            "\"quoted\"",
            "tab\there",
        ];
        let mut state = 7_u64;
        let mut next = |most: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            u32::try_from(state >> 33).unwrap() % most
        };
        for round in 0..1000 {
            let mut page = example();
            for item in &mut page.turns {
                let names: Vec<&str> = (0..=next(9)).map(|_| words[next(9) as usize]).collect();
                item.title = names.join(" ");
                item.summary = names.join(&" ".repeat(1 + next(3) as usize));
                item.moved = next(9);
                item.deadline = item
                    .deadline
                    .map(|deadline| deadline + chrono::TimeDelta::seconds(next(9_000_000).into()));
            }
            let text = page.calendar();
            check(&text);
            assert_eq!(text, page.calendar(), "round {round}");
        }
    }

    #[test]
    fn lines_end_as_they_should_and_are_short_and_the_same_state_gives_the_same_calendar() {
        let text = example().calendar();
        assert!(text.ends_with("END:VCALENDAR\r\n"));
        assert!(!text.replace("\r\n", "").contains(['\r', '\n']));
        assert!(text.split("\r\n").all(|line| line.len() <= 75));
        assert_eq!(text, example().calendar());
    }
}
