//! Addresses of the forms on account pages.

use std::fmt;

/// What a form about the viewer's account changes: its action.
#[derive(Clone, Copy, Debug)]
pub enum AccountForm<'a> {
    Password,
    Zone,
    /// Set up an authenticator app.
    Authenticator,
    /// Type the first code of an authenticator app.
    AuthenticatorFinish,
    AuthenticatorRemove,
    /// Sign in with a passkey. The script finds the challenge behind `/challenge`, as for the next three.
    PasskeyLogin,
    /// Use a passkey as the second step of signing in.
    PasskeySecondStep,
    /// Use a passkey instead of typing the password again.
    PasskeyConfirm,
    /// Add a passkey.
    Passkeys,
    PasskeyRemove,
    /// Set whether the password takes a passkey, too.
    TwoSteps,
    /// Replace the recovery codes.
    Codes,
    /// End one of the user's other sessions.
    Session(&'a str),
    /// End all the user's other sessions.
    Sessions,
    /// Create or replace the secret feed address.
    Feeds,
    /// Revoke the feed address.
    FeedsEnd,
    /// Notify this browser.
    Subscribe,
    /// Remove a browser that is notified.
    Unsubscribe,
    /// Send a test to all browsers that are notified.
    TestPush,
    /// Set what the user wants to hear of.
    NotificationSettings,
    /// Mark a notification as seen or unseen.
    MarkSeen,
    MarkAllSeen,
    /// Take back that all were marked as seen.
    MarkUnseen,
    /// Get no messages about a game, or get them again.
    Mute,
    /// An open page has shown whose turn it is.
    SeeTurns,
    AddWebhook,
    RemoveWebhook,
    /// Send a test to a webhook.
    TestWebhook,
    /// Replace the secret of a webhook.
    RotateWebhookSecret,
    SwitchWebhookOn,
    /// Send a message again that was given up.
    ResendToWebhook,
    /// Remove such a message from its list.
    RemoveWebhookFailure,
    /// Make a token of the API.
    MakeToken,
    RevokeToken,
    MakeBot,
    RemoveBot,
    /// Make a token for a bot.
    MakeBotToken,
    RevokeBotToken,
    /// Close the account in a week.
    Close,
    /// Keep an account that is to be closed.
    Keep,
}

impl fmt::Display for AccountForm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Password => f.write_str("/account/password"),
            Self::Authenticator => f.write_str("/account/authenticator"),
            Self::AuthenticatorFinish => f.write_str("/account/authenticator/finish"),
            Self::AuthenticatorRemove => f.write_str("/account/authenticator/remove"),
            Self::PasskeyLogin => f.write_str("/login/passkey"),
            Self::PasskeySecondStep => f.write_str("/login/code/passkey"),
            Self::PasskeyConfirm => f.write_str("/account/confirm/passkey"),
            Self::Passkeys => f.write_str("/account/passkeys"),
            Self::PasskeyRemove => f.write_str("/account/passkeys/remove"),
            Self::TwoSteps => f.write_str("/account/two-steps"),
            Self::Zone => f.write_str("/account/zone"),
            Self::Codes => f.write_str("/account/codes"),
            Self::Session(id) => write!(f, "/account/sessions/{id}/end"),
            Self::Sessions => f.write_str("/account/sessions/end-others"),
            Self::Feeds => f.write_str("/account/feeds"),
            Self::FeedsEnd => f.write_str("/account/feeds/end"),
            Self::Subscribe => f.write_str("/account/notifications/subscribe"),
            Self::Unsubscribe => f.write_str("/account/notifications/remove"),
            Self::TestPush => f.write_str("/account/notifications/test"),
            Self::NotificationSettings => f.write_str("/account/notifications/settings"),
            Self::MarkSeen => f.write_str("/notifications/seen"),
            Self::MarkAllSeen => f.write_str("/notifications/all-seen"),
            Self::MarkUnseen => f.write_str("/notifications/unseen"),
            Self::Mute => f.write_str("/notifications/mute"),
            Self::SeeTurns => f.write_str("/notifications/turns-seen"),
            Self::AddWebhook => f.write_str("/account/webhooks"),
            Self::RemoveWebhook => f.write_str("/account/webhooks/remove"),
            Self::TestWebhook => f.write_str("/account/webhooks/test"),
            Self::RotateWebhookSecret => f.write_str("/account/webhooks/rotate"),
            Self::SwitchWebhookOn => f.write_str("/account/webhooks/on"),
            Self::ResendToWebhook => f.write_str("/account/webhooks/resend"),
            Self::MakeBot => f.write_str("/account/bots"),
            Self::RemoveBot => f.write_str("/account/bots/remove"),
            Self::MakeBotToken => f.write_str("/account/bots/token"),
            Self::RevokeBotToken => f.write_str("/account/bots/revoke"),
            Self::Close => f.write_str("/account/close"),
            Self::Keep => f.write_str("/account/keep"),
            Self::RemoveWebhookFailure => f.write_str("/account/webhooks/forget"),
            Self::MakeToken => f.write_str("/account/tokens"),
            Self::RevokeToken => f.write_str("/account/tokens/revoke"),
        }
    }
}
