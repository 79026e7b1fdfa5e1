//! The turns as a calendar (RFC 5545): an event at each deadline, and a task for each turn without one.

use chrono::{DateTime, TimeDelta, Utc};
use icalendar::{Calendar, Component, Event, EventLike, Property, Todo, TodoStatus};

use crate::html::feeds::page::{FeedPage, Item};
use crate::locale::Locale;

/// How often calendar programs should refresh.
const LOOK: TimeDelta = TimeDelta::hours(1);

impl FeedPage {
    /// Entries change only with their games: if nothing has happened, the calendar is the same byte for byte.
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
            let uid = format!("{}-{}@{host}", item.game, item.n);
            match item.deadline {
                Some(deadline) => calendar.push(event(self.locale, item, &uid, deadline)),
                None => calendar.push(task(item, &uid)),
            };
        }
        calendar.to_string()
    }
}

fn event(locale: Locale, item: &Item, uid: &str, deadline: DateTime<Utc>) -> Event {
    let mut event = Event::with_uid(uid);
    // Does not mark the time as busy.
    event.starts(deadline).add_property("TRANSP", "TRANSPARENT");
    let summary = locale.text("feed-time-ends").with("title", &item.title).to_string();
    fill(&mut event, item, &summary);
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
        has("DTSTART:20241007T000000Z");
        has("DTSTAMP:20241004T070000Z");
        has(r#"SUMMARY:Your turn: <b>\, "c" & d (time runs out)"#);
        has("URL:https://bastide.example/games/0123456789abcdef");
        has("UID:0123456789abcdef-9@bastide.example");
        has("STATUS:NEEDS-ACTION");
        let count = |line: &str| lines.iter().filter(|known| *known == line).count();
        assert_eq!((count("BEGIN:VEVENT"), count("BEGIN:VTODO")), (1, 1), "what is over has no deadline");
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
