//! A confirmation of the last action, shown once by the next page.
//!
//! The cookie holds a word from a fixed list, never text, so that nobody can make the server show something else.

use crate::locale::{Locale, key};

/// An action to confirm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flash {
    Welcome,
    SignedOut,
    /// A guest was deleted together with all their games.
    GuestGone,
    PasswordChanged,
    /// The password was typed again.
    Confirmed,
    /// The second step of signing in came too late.
    SignInAgain,
    AuthenticatorAdded,
    AuthenticatorRemoved,
    PasskeyAdded,
    PasskeyRemoved,
    TwoStepsOn,
    TwoStepsOff,
    ZoneChanged,
    HoursSaved,
    LeaveTaken,
    LeaveEnded,
    Proposed,
    Agreed,
    TimeGiven,
    Answered,
    Resumed,
    TakenOver,
    SeatTaken,
    PlanSaved,
    SettingsSaved,
    SessionEnded,
    SessionsEnded,
    FeedsStopped,
    NotificationsOn,
    DeviceRemoved,
    TestSent,
    NotificationsSaved,
    GameMuted,
    GameUnmuted,
    WebhookAdded,
    WebhookRemoved,
    WebhookOn,
    MessageResent,
    FailureRemoved,
    TokenRevoked,
    BotMade,
    BotRemoved,
    Imported,
    ImportDeleted,
    RecordingRemoved,
    TableOpened,
    MadePublic,
    Invited,
    Declined,
    Joined,
    Left,
    TableClosed,
    Resigned,
    AccountLocked,
    AccountUnlocked,
    AccountRenamed,
    AccountSignedOut,
    JobRetried,
    JobDropped,
    TimeOutsReleased,
    ClocksStopped,
    TimeOutTakenBack,
    RatingCorrected,
    /// The account will be closed in a week, and all sessions have ended.
    Closing,
    AccountKept,
    LineWithdrawn,
    NoteDeleted,
    SpectatorsClosed,
    SpectatorsOpened,
    PersonMuted,
    PersonUnmuted,
    PersonBlocked,
    PersonUnblocked,
}

impl Flash {
    const ALL: [(Self, &'static str, &'static str); 73] = [
        (Self::Welcome, "welcome", key("flash-welcome")),
        (Self::SignedOut, "signed-out", key("flash-signed-out")),
        (Self::GuestGone, "guest-gone", key("flash-guest-gone")),
        (Self::PasswordChanged, "password", key("flash-password-changed")),
        (Self::Confirmed, "confirmed", key("flash-confirmed")),
        (Self::SignInAgain, "again", key("refused-second-step-late")),
        (Self::AuthenticatorAdded, "authenticator", key("flash-authenticator-added")),
        (Self::AuthenticatorRemoved, "no-authenticator", key("flash-authenticator-removed")),
        (Self::PasskeyAdded, "passkey", key("flash-passkey-added")),
        (Self::PasskeyRemoved, "no-passkey", key("flash-passkey-removed")),
        (Self::TwoStepsOn, "two-steps", key("flash-two-steps-on")),
        (Self::TwoStepsOff, "one-step", key("flash-two-steps-off")),
        (Self::SettingsSaved, "settings", key("flash-settings-saved")),
        (Self::ZoneChanged, "zone", key("flash-zone-changed")),
        (Self::HoursSaved, "hours", key("flash-hours-saved")),
        (Self::LeaveTaken, "leave", key("flash-leave-taken")),
        (Self::LeaveEnded, "leave-ended", key("flash-leave-ended")),
        (Self::Proposed, "proposed", key("flash-proposed")),
        (Self::Agreed, "agreed", key("flash-agreed")),
        (Self::TimeGiven, "given", key("flash-time-given")),
        (Self::Answered, "answered", key("flash-answered")),
        (Self::Resumed, "resumed", key("flash-resumed")),
        (Self::PlanSaved, "planned", key("flash-plan-saved")),
        (Self::TakenOver, "taken-over", key("flash-taken-over")),
        (Self::SeatTaken, "seat-taken", key("flash-seat-taken")),
        (Self::SessionEnded, "session", key("flash-session-ended")),
        (Self::SessionsEnded, "sessions", key("flash-sessions-ended")),
        (Self::NotificationsOn, "notifications", key("flash-notifications-on")),
        (Self::DeviceRemoved, "device-removed", key("flash-device-removed")),
        (Self::TestSent, "test-sent", key("flash-test-sent")),
        (Self::NotificationsSaved, "notifications-saved", key("flash-notifications-saved")),
        (Self::GameMuted, "muted", key("flash-game-muted")),
        (Self::GameUnmuted, "unmuted", key("flash-game-unmuted")),
        (Self::WebhookAdded, "webhook-added", key("flash-webhook-added")),
        (Self::WebhookRemoved, "webhook-removed", key("flash-webhook-removed")),
        (Self::WebhookOn, "webhook-on", key("flash-webhook-on")),
        (Self::MessageResent, "message-resent", key("flash-message-resent")),
        (Self::FailureRemoved, "failure-removed", key("flash-failure-removed")),
        (Self::TokenRevoked, "token-revoked", key("flash-token-revoked")),
        (Self::BotMade, "bot-made", key("flash-bot-made")),
        (Self::BotRemoved, "bot-removed", key("flash-bot-removed")),
        (Self::FeedsStopped, "feeds", key("flash-feeds-stopped")),
        (Self::Imported, "imported", key("flash-imported")),
        (Self::ImportDeleted, "import-deleted", key("flash-import-deleted")),
        (Self::RecordingRemoved, "recording-removed", key("flash-recording-removed")),
        (Self::TableOpened, "opened", key("flash-table-opened")),
        (Self::MadePublic, "made-public", key("flash-made-public")),
        (Self::Invited, "invited", key("flash-invited")),
        (Self::Declined, "declined", key("flash-declined")),
        (Self::Joined, "joined", key("flash-joined")),
        (Self::Left, "left", key("flash-left")),
        (Self::TableClosed, "closed", key("flash-table-closed")),
        (Self::Resigned, "resigned", key("flash-resigned")),
        (Self::AccountLocked, "locked", key("flash-account-locked")),
        (Self::AccountUnlocked, "unlocked", key("flash-account-unlocked")),
        (Self::AccountRenamed, "renamed", key("flash-account-renamed")),
        (Self::AccountSignedOut, "account-signed-out", key("flash-account-signed-out")),
        (Self::JobRetried, "retried", key("flash-job-retried")),
        (Self::JobDropped, "dropped", key("flash-job-dropped")),
        (Self::TimeOutsReleased, "released", key("flash-time-outs-released")),
        (Self::ClocksStopped, "clocks-stopped", key("flash-clocks-stopped")),
        (Self::TimeOutTakenBack, "time-out-taken-back", key("flash-time-out-taken-back")),
        (Self::RatingCorrected, "rating-corrected", key("flash-rating-corrected")),
        (Self::Closing, "closing", key("flash-closing")),
        (Self::AccountKept, "kept", key("flash-account-kept")),
        (Self::LineWithdrawn, "line-withdrawn", key("flash-line-withdrawn")),
        (Self::NoteDeleted, "note-deleted", key("flash-note-deleted")),
        (Self::SpectatorsClosed, "spectators-closed", key("flash-spectators-closed")),
        (Self::SpectatorsOpened, "spectators-opened", key("flash-spectators-opened")),
        (Self::PersonMuted, "person-muted", key("flash-person-muted")),
        (Self::PersonUnmuted, "person-unmuted", key("flash-person-unmuted")),
        (Self::PersonBlocked, "person-blocked", key("flash-person-blocked")),
        (Self::PersonUnblocked, "person-unblocked", key("flash-person-unblocked")),
    ];

    fn entry(self) -> (&'static str, &'static str) {
        let entry = Self::ALL.into_iter().find(|(flash, ..)| *flash == self);
        entry.map_or(("", ""), |(_, word, key)| (word, key))
    }

    pub fn word(self) -> &'static str {
        self.entry().0
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known, _)| *known == word).map(|(flash, ..)| *flash)
    }

    pub fn sentence(self, locale: Locale) -> &'static str {
        locale.say(self.entry().1)
    }
}
