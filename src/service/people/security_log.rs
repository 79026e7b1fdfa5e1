//! The security log: a line for each event, with the target `security`. It names users by their ids, since people type
//! passwords into the field for the name, and holds no secrets.

use crate::Principal;
use account::{AuditAction, AuditEntry, UserId};
use table::{Invite, Table};

/// The target of these lines, to filter the log by.
pub const SECURITY_LOG: &str = "security";

/// What happened to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SecurityEvent {
    SignedUp,
    SignedIn,
    SignInFailed,
    SignedOut,
    PasswordChanged,
    /// The right password in a session, where it was asked for again.
    Confirmed,
    /// A wrong one.
    PasswordRefused,
    /// A wrong code after the right password.
    SecondStepFailed,
    AuthenticatorAdded,
    AuthenticatorRemoved,
    PasskeyAdded,
    PasskeyUsed,
    /// Unknown, another user's, for another site, or with a wrong signature or counter.
    PasskeyRefused,
    PasskeyRemoved,
    /// The password takes a passkey, too.
    TwoStepsOn,
    TwoStepsOff,
    Recovered,
    RecoveryFailed,
    CodesRenewed,
    SessionEnded,
    OtherSessionsEnded,
    FeedCreated,
    FeedEnded,
    WebhookAdded,
    WebhookRemoved,
    WebhookSecretRotated,
    TokenMade,
    TokenRevoked,
    BotMade,
    BotRemoved,
    /// By the host.
    PasswordReset,
    /// The account will be closed in a week.
    ClosingBegun,
    AccountKept,
    AccountClosed,
}

impl SecurityEvent {
    const fn word(self) -> &'static str {
        match self {
            Self::SignedUp => "signed-up",
            Self::SignedIn => "signed-in",
            Self::SignInFailed => "sign-in-failed",
            Self::SignedOut => "signed-out",
            Self::PasswordChanged => "password-changed",
            Self::Confirmed => "confirmed",
            Self::PasswordRefused => "password-refused",
            Self::SecondStepFailed => "second-step-failed",
            Self::AuthenticatorAdded => "authenticator-added",
            Self::AuthenticatorRemoved => "authenticator-removed",
            Self::PasskeyAdded => "passkey-added",
            Self::PasskeyUsed => "passkey-used",
            Self::PasskeyRefused => "passkey-refused",
            Self::PasskeyRemoved => "passkey-removed",
            Self::TwoStepsOn => "two-steps-on",
            Self::TwoStepsOff => "two-steps-off",
            Self::Recovered => "recovered",
            Self::RecoveryFailed => "recovery-failed",
            Self::CodesRenewed => "codes-renewed",
            Self::SessionEnded => "session-ended",
            Self::OtherSessionsEnded => "other-sessions-ended",
            Self::FeedCreated => "feed-created",
            Self::FeedEnded => "feed-ended",
            Self::WebhookAdded => "webhook-added",
            Self::WebhookRemoved => "webhook-removed",
            Self::WebhookSecretRotated => "webhook-secret-rotated",
            Self::TokenMade => "token-made",
            Self::TokenRevoked => "token-revoked",
            Self::BotMade => "bot-made",
            Self::BotRemoved => "bot-removed",
            Self::PasswordReset => "password-reset",
            Self::ClosingBegun => "closing-begun",
            Self::AccountKept => "account-kept",
            Self::AccountClosed => "account-closed",
        }
    }

    /// Logs the event. `user` is absent if there is no such account, `principal` if the host did it.
    pub fn log(self, principal: Option<&Principal>, user: Option<&UserId>) {
        let (event, user) = (self.word(), user.map(UserId::as_str));
        let address = principal.and_then(Principal::address).map(tracing::field::display);
        match self {
            Self::SignInFailed
            | Self::PasswordRefused
            | Self::SecondStepFailed
            | Self::PasskeyRefused
            | Self::RecoveryFailed => {
                tracing::warn!(target: SECURITY_LOG, event, user, address);
            }
            _ => tracing::info!(target: SECURITY_LOG, event, user, address),
        }
    }
}

/// Logs that a limit refused an attempt.
pub(crate) fn log_locked_out(limit: &'static str, principal: &Principal, user: Option<&UserId>) {
    let address = principal.address().map(tracing::field::display);
    tracing::warn!(target: SECURITY_LOG, event = "locked-out", limit, user = user.map(UserId::as_str), address);
}

/// Logs what an administrator or moderator did to an account or a job.
pub(crate) fn log_audited(principal: &Principal, entry: &AuditEntry) {
    let address = principal.address().map(tracing::field::display);
    let (event, by, subject) = (entry.action.word(), entry.actor.as_str(), entry.subject.as_str());
    match entry.action {
        AuditAction::RetryJob | AuditAction::DropJob => {
            tracing::info!(target: SECURITY_LOG, event, by, job = subject, address);
        }
        _ => tracing::info!(target: SECURITY_LOG, event, by, user = subject, address),
    }
}

/// Whether the table is hidden from the viewer, which is logged. What a principal changes it need not be allowed to read, so the
/// viewer is given.
pub(crate) fn is_hidden(
    principal: &Principal,
    viewer: Option<&UserId>,
    table: &Table,
    invite: Option<&Invite>,
) -> bool {
    let is_hidden = !table.may_see(viewer, invite);
    if is_hidden {
        let address = principal.address().map(tracing::field::display);
        let (user, game) = (principal.user().map(UserId::as_str), table.id.as_str());
        tracing::warn!(target: SECURITY_LOG, event = "access-refused", game, user, address);
    }
    is_hidden
}
