//! Why an account, or a way to sign in to it, was refused.

use super::FAILURE;
use crate::locale::Message;
use account::{NameError, Password, PasswordError, UserName};
use service::{
    AuthenticatorError, GuestError, LoginError, MOST_PASSKEYS, PasskeyError, PasswordChangeError,
    RecoverError, SecondStepError, SignUpError,
};

impl From<&NameError> for Message {
    fn from(why: &NameError) -> Self {
        match why {
            NameError::Length => Message::new("refused-name-length")
                .with("least", UserName::SHORTEST)
                .with("most", UserName::LONGEST),
            NameError::Beginning => Message::new("refused-name-beginning"),
            NameError::Character => Message::new("refused-name-character"),
            NameError::MixedScripts => Message::new("refused-name-scripts"),
            NameError::Reserved => Message::new("refused-name-reserved"),
        }
    }
}

impl From<&PasswordError> for Message {
    fn from(why: &PasswordError) -> Self {
        match why {
            PasswordError::Short => Message::new("refused-password-short").with("n", Password::SHORTEST),
            PasswordError::Long => Message::new("refused-password-long").with("n", Password::LONGEST),
            PasswordError::Name => Message::new("refused-password-is-name"),
            PasswordError::Guessable => Message::new("refused-password-guessable"),
        }
    }
}

impl From<&SignUpError> for Message {
    fn from(why: &SignUpError) -> Self {
        match why {
            SignUpError::Name(why) => why.into(),
            SignUpError::Password(why) => why.into(),
            SignUpError::Taken => Message::new("refused-name-taken"),
            SignUpError::LooksTaken => Message::new("refused-name-looks-taken"),
            SignUpError::NoGuest => Message::new("refused-no-guest"),
            SignUpError::Throttled(why) => why.into(),
            SignUpError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&LoginError> for Message {
    fn from(why: &LoginError) -> Self {
        match why {
            LoginError::Wrong => Message::new("refused-sign-in"),
            LoginError::SecondStep(_) => Message::new("second-step-next"),
            LoginError::Throttled(why) => why.into(),
            LoginError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&PasswordChangeError> for Message {
    fn from(why: &PasswordChangeError) -> Self {
        match why {
            PasswordChangeError::Wrong => Message::new("refused-password-wrong"),
            PasswordChangeError::New(why) => why.into(),
            PasswordChangeError::Denied(why) => why.into(),
            PasswordChangeError::Throttled(why) => why.into(),
            PasswordChangeError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&RecoverError> for Message {
    fn from(why: &RecoverError) -> Self {
        match why {
            RecoverError::Wrong => Message::new("refused-recovery"),
            RecoverError::SecondStep(_) => Message::new("second-step-next"),
            RecoverError::Password(why) => why.into(),
            RecoverError::Throttled(why) => why.into(),
            RecoverError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&SecondStepError> for Message {
    fn from(why: &SecondStepError) -> Self {
        match why {
            SecondStepError::Wrong => Message::new("refused-second-step"),
            SecondStepError::Expired => Message::new("refused-second-step-late"),
            SecondStepError::Throttled(why) => why.into(),
            SecondStepError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&AuthenticatorError> for Message {
    fn from(why: &AuthenticatorError) -> Self {
        match why {
            AuthenticatorError::Wrong => Message::new("refused-authenticator"),
            AuthenticatorError::NoSetUp => Message::new("refused-authenticator-set-up"),
            AuthenticatorError::Denied(why) => why.into(),
            AuthenticatorError::Throttled(why) => why.into(),
            AuthenticatorError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&PasskeyError> for Message {
    fn from(why: &PasskeyError) -> Self {
        match why {
            PasskeyError::Refused => Message::new("refused-passkey"),
            PasskeyError::Expired => Message::new("refused-passkey-late"),
            PasskeyError::TooMany => Message::new("refused-too-many-passkeys").with("n", MOST_PASSKEYS),
            PasskeyError::Known => Message::new("refused-passkey-known"),
            PasskeyError::Denied(why) => why.into(),
            PasskeyError::Throttled(why) => why.into(),
            PasskeyError::Failed(_) | PasskeyError::Store(_) => Message::new(FAILURE),
        }
    }
}

impl From<&GuestError> for Message {
    fn from(why: &GuestError) -> Self {
        match why {
            GuestError::Throttled(why) => why.into(),
            GuestError::NoName => Message::new("refused-no-guest-name"),
            GuestError::Store(_) => Message::new(FAILURE),
        }
    }
}
