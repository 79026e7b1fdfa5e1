//! What users want to hear of, by which channel, and when.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::clock::Weekly;
use crate::{DayHours, GameId, NotificationKind, Period, TimeOfDay, Weekdays};

/// A way in which notifications reach a user outside of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// Push messages to browsers.
    Device,
    Webhook,
    /// The Atom feed.
    Feed,
}

impl Channel {
    pub const ALL: [Self; 3] = [Self::Device, Self::Webhook, Self::Feed];

    /// The word in the database, in forms and in metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Webhook => "webhook",
            Self::Feed => "feed",
        }
    }
}

/// What a notification is about, as users choose among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotificationTopic {
    /// It is the user's turn.
    Turn,
    /// The time for a turn runs out.
    Reminder,
    /// Invitations to the user, and answers to the user's.
    Invitation,
    /// Challenges to the user, and answers to the user's.
    Challenge,
    /// Other players want consent, or have refused it.
    Question,
    /// A game has begun or is over.
    Game,
    /// What becomes of the user's seat after missed turns.
    Seat,
    /// Pauses, and time that was given.
    Pause,
    /// Leave was taken for the user.
    Leave,
    /// Somebody has written at the user's table.
    Talk,
    /// Games of those whom the user follows, and games that the user follows.
    Followed,
    /// What waits, once a day.
    Summary,
}

impl NotificationTopic {
    pub const ALL: [Self; 12] = [
        Self::Turn,
        Self::Reminder,
        Self::Invitation,
        Self::Challenge,
        Self::Question,
        Self::Game,
        Self::Seat,
        Self::Pause,
        Self::Leave,
        Self::Talk,
        Self::Followed,
        Self::Summary,
    ];

    /// The word in the database, in forms, URLs and metrics.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Reminder => "reminder",
            Self::Invitation => "invitation",
            Self::Challenge => "challenge",
            Self::Question => "question",
            Self::Game => "game",
            Self::Seat => "seat",
            Self::Pause => "pause",
            Self::Leave => "leave",
            Self::Talk => "talk",
            Self::Followed => "followed",
            Self::Summary => "summary",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.word() == word)
    }

    /// The kinds of notifications that belong to it.
    pub fn kinds(self) -> impl Iterator<Item = NotificationKind> {
        NotificationKind::ALL.into_iter().filter(move |kind| kind.topic() == self)
    }

    /// Whether the channel can bring it. A feed has what waits anyway.
    pub const fn is_for(self, channel: Channel) -> bool {
        !matches!((self, channel), (Self::Summary, Channel::Feed))
    }

    /// The choice whether a channel brings it: in the database and in forms.
    pub fn by(self, channel: Channel) -> String {
        format!("{}.{}", channel.word(), self.word())
    }

    /// Before the user has chosen. Talk, games of others and a summary are for those who want them.
    const fn is_usual(self) -> bool {
        !matches!(self, Self::Talk | Self::Followed | Self::Summary)
    }
}

impl NotificationKind {
    pub const fn topic(self) -> NotificationTopic {
        match self {
            Self::Declined => NotificationTopic::Invitation,
            Self::Asked | Self::Refused => NotificationTopic::Question,
            Self::Started | Self::Finished => NotificationTopic::Game,
            Self::Missed | Self::Out | Self::Substituted | Self::Replaced | Self::TimeOutTakenBack => {
                NotificationTopic::Seat
            }
            Self::Paused | Self::PauseEnding | Self::PauseEnded | Self::Resumed | Self::TimeGiven => {
                NotificationTopic::Pause
            }
            Self::Leave => NotificationTopic::Leave,
            Self::Talk => NotificationTopic::Talk,
            Self::FollowedBegan | Self::FollowedEnded => NotificationTopic::Followed,
        }
    }
}

/// Which notifications of a user a list has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NotificationFilter {
    pub game: Option<GameId>,
    pub topic: Option<NotificationTopic>,
    pub unseen: bool,
}

/// What a user wants to hear of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct NotificationSettings {
    /// What is not as it is at first: `device.turn` and the like. Words that this program doesn't know are kept.
    changed: BTreeSet<String>,
    /// The hours in which nothing is sent but the last reminder, in the user's zone.
    pub quiet: Option<DayHours>,
    /// When the daily summary is sent, in the user's zone.
    pub summary_at: TimeOfDay,
}

impl Default for NotificationSettings {
    fn default() -> Self {
        Self { changed: BTreeSet::new(), quiet: None, summary_at: TimeOfDay::EIGHT }
    }
}

impl NotificationSettings {
    /// The longest quiet hours, in minutes: a turn a day must be possible.
    pub const LONGEST_QUIET: u16 = 14 * 60;

    pub fn wants(&self, topic: NotificationTopic, channel: Channel) -> bool {
        topic.is_for(channel) && topic.is_usual() != self.changed.contains(&topic.by(channel))
    }

    #[must_use]
    pub fn with(mut self, topic: NotificationTopic, channel: Channel, wanted: bool) -> Self {
        if wanted == topic.is_usual() || !topic.is_for(channel) {
            self.changed.remove(&topic.by(channel));
        } else {
            self.changed.insert(topic.by(channel));
        }
        self
    }

    /// Whether the user wants a daily summary.
    pub fn has_summary(&self) -> bool {
        Channel::ALL.into_iter().any(|channel| self.wants(NotificationTopic::Summary, channel))
    }

    /// When the next summary is sent.
    pub fn next_summary(&self, zone: Tz, now: DateTime<Utc>) -> DateTime<Utc> {
        let minute = DayHours { from: self.summary_at, until: self.summary_at.next_minute() };
        let daily = Weekly { zone, days: Weekdays::ALL, hours: minute };
        match daily.at(now) {
            (false, next) => next,
            (true, end) => daily.at(end).1,
        }
    }

    pub fn quiet_hours(&self, zone: Tz) -> Option<QuietHours> {
        self.quiet.map(|hours| QuietHours::new(zone, hours))
    }
}

/// The hours of every day in which nothing is sent, in the zone of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours(Weekly);

impl QuietHours {
    pub const fn new(zone: Tz, hours: DayHours) -> Self {
        Self(Weekly { zone, days: Weekdays::ALL, hours })
    }

    /// The quiet hours that an instant is within.
    pub fn at(self, at: DateTime<Utc>) -> Option<Period> {
        self.0.stretch(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> TimeOfDay {
        TimeOfDay::parse(text).unwrap()
    }

    fn utc(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn everything_is_wanted_at_first_but_talk_games_of_others_and_summaries() {
        let settings = NotificationSettings::default();
        for topic in NotificationTopic::ALL {
            for channel in Channel::ALL {
                let wanted = !matches!(
                    topic,
                    NotificationTopic::Talk | NotificationTopic::Followed | NotificationTopic::Summary
                );
                assert_eq!(settings.wants(topic, channel), wanted);
            }
        }
        assert!(!settings.has_summary());
    }

    #[test]
    fn a_choice_is_stored_and_can_be_undone() {
        let usual = NotificationSettings::default();
        let changed = usual.clone().with(NotificationTopic::Turn, Channel::Device, false).with(
            NotificationTopic::Summary,
            Channel::Webhook,
            true,
        );
        let json = serde_json::to_string(&changed).unwrap();
        assert!(json.contains(r#"["device.turn","webhook.summary"]"#), "{json}");
        let read: NotificationSettings = serde_json::from_str(&json).unwrap();
        assert_eq!(read, changed);
        assert!(!read.wants(NotificationTopic::Turn, Channel::Device) && read.has_summary());
        assert!(read.wants(NotificationTopic::Turn, Channel::Feed));
        let again = read.with(NotificationTopic::Turn, Channel::Device, true).with(
            NotificationTopic::Summary,
            Channel::Webhook,
            false,
        );
        assert_eq!(again, usual);
    }

    #[test]
    fn a_feed_has_no_summary() {
        let settings = NotificationSettings::default().with(NotificationTopic::Summary, Channel::Feed, true);
        assert_eq!(settings, NotificationSettings::default());
    }

    #[test]
    fn settings_of_a_later_version_are_kept() {
        let json = r#"{"changed":["device.chat"],"quiet":null,"summary_at":"07:30"}"#;
        let settings: NotificationSettings = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&settings).unwrap(), json);
        assert_eq!(
            serde_json::from_str::<NotificationSettings>("{}").unwrap(),
            NotificationSettings::default()
        );
    }

    #[test]
    fn a_summary_comes_at_its_hour_of_the_zone() {
        let settings = NotificationSettings { summary_at: time("07:30"), ..NotificationSettings::default() };
        let next = |now| settings.next_summary(Tz::Europe__Berlin, utc(now));
        assert_eq!(next("2026-01-10T05:00:00Z"), utc("2026-01-10T06:30:00Z"));
        assert_eq!(next("2026-01-10T06:30:00Z"), utc("2026-01-11T06:30:00Z"));
        assert_eq!(next("2026-03-28T12:00:00Z"), utc("2026-03-29T05:30:00Z"));
    }

    #[test]
    fn quiet_hours_are_those_of_the_zone() {
        let quiet = Some(DayHours { from: time("22:00"), until: time("07:00") });
        let settings = NotificationSettings { quiet, ..NotificationSettings::default() };
        let quiet = settings.quiet_hours(Tz::Europe__Berlin).unwrap();
        let night = Period { from: utc("2026-01-10T21:00:00Z"), until: utc("2026-01-11T06:00:00Z") };
        for at in ["2026-01-10T21:00:00Z", "2026-01-10T23:30:00Z", "2026-01-11T05:59:59Z"] {
            assert_eq!(quiet.at(utc(at)), Some(night), "{at}");
        }
        for at in ["2026-01-10T20:59:59Z", "2026-01-11T06:00:00Z"] {
            assert_eq!(quiet.at(utc(at)), None, "{at}");
        }
    }
}
