//! What notifications are called.

use crate::locale::key;
use table::{ChallengeNotice, NotificationKind, NotificationTopic};

/// The key of what has happened, in a few words.
pub const fn title(kind: NotificationKind) -> &'static str {
    match kind {
        NotificationKind::Started => key("notification-started"),
        NotificationKind::Finished => key("notification-finished"),
        NotificationKind::Missed => key("notification-missed"),
        NotificationKind::Out => key("notification-out"),
        NotificationKind::Substituted => key("notification-substituted"),
        NotificationKind::Replaced => key("notification-replaced"),
        NotificationKind::TimeOutTakenBack => key("notification-time-out-taken-back"),
        NotificationKind::Declined => key("notification-declined"),
        NotificationKind::Asked => key("notification-asked"),
        NotificationKind::Refused => key("notification-refused"),
        NotificationKind::Paused => key("notification-paused"),
        NotificationKind::PauseEnding => key("notification-pause-ending"),
        NotificationKind::PauseEnded => key("notification-pause-ended"),
        NotificationKind::Resumed => key("notification-resumed"),
        NotificationKind::TimeGiven => key("notification-time-given"),
        NotificationKind::Leave => key("notification-leave"),
        NotificationKind::Talk => key("notification-talk"),
        NotificationKind::FollowedBegan => key("notification-followed-began"),
        NotificationKind::FollowedEnded => key("notification-followed-ended"),
    }
}

/// The key of what has become of a challenge, of which `name` is the other person.
pub const fn challenge(notice: ChallengeNotice) -> &'static str {
    match notice {
        ChallengeNotice::Made => key("challenge-notice-made"),
        ChallengeNotice::Countered => key("challenge-notice-countered"),
        ChallengeNotice::Declined => key("challenge-notice-declined"),
        ChallengeNotice::Expired => key("challenge-notice-expired"),
    }
}

/// The key of the name of a topic.
pub const fn topic(topic: NotificationTopic) -> &'static str {
    match topic {
        NotificationTopic::Turn => key("notifications-topic-turn"),
        NotificationTopic::Reminder => key("notifications-topic-reminder"),
        NotificationTopic::Invitation => key("notifications-topic-invitation"),
        NotificationTopic::Challenge => key("notifications-topic-challenge"),
        NotificationTopic::Question => key("notifications-topic-question"),
        NotificationTopic::Game => key("notifications-topic-game"),
        NotificationTopic::Seat => key("notifications-topic-seat"),
        NotificationTopic::Pause => key("notifications-topic-pause"),
        NotificationTopic::Leave => key("notifications-topic-leave"),
        NotificationTopic::Talk => key("notifications-topic-talk"),
        NotificationTopic::Followed => key("notifications-topic-followed"),
        NotificationTopic::Summary => key("notifications-topic-summary"),
    }
}
