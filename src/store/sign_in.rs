//! Signing in. All that a sign-in changes is stored in one transaction, so that one that fails leaves everything as it was.

use sqlx::AnyConnection;

use crate::attempts::forget_attempts;
use crate::authenticators::use_step;
use crate::challenges::take_challenge;
use crate::guests::{HandedOver, Upgraded, hand_over, upgrade_guest};
use crate::sessions::{add_session, end_session};
use crate::users::{add_user, recover, use_code};
use crate::writer::TransactionEnd::{self, Commit, RollBack, Unchanged};
use crate::{NewUser, Purpose, Store, StoreError};
use account::{
    AuthenticatorSecret, OpenSession, PasswordHash, RecoveryHash, SessionId, TokenHash, UserId, UserName,
};
use table::Outcome;

/// A session that begins.
#[derive(Clone, Debug)]
pub struct SignIn {
    pub user: UserId,
    pub by: SignInBy,
    pub token: TokenHash,
    pub session: OpenSession,
    pub previous: PreviousSession,
    /// Subjects of counts that start again.
    pub forget: Vec<String>,
}

/// What a sign-in stores or uses up before the session.
#[derive(Clone, Debug)]
pub enum SignInBy {
    /// A password or passkey that has been checked.
    Checked,
    NewUser(NewUser),
    /// The user is a guest, and becomes an account with the same id.
    GuestUpgrade {
        name: UserName,
        password: PasswordHash,
        codes: Vec<RecoveryHash>,
    },
    /// A recovery code, with the password that it sets. Ends all sessions of the user.
    Recovery {
        code: RecoveryHash,
        password: PasswordHash,
    },
    /// The sign-in that waited. The code is absent if it was a passkey.
    SecondStep {
        waiting: TokenHash,
        code: Option<SecondStepCode>,
    },
}

#[derive(Clone, Debug)]
pub enum SecondStepCode {
    Recovery(RecoveryHash),
    /// The time step of a code of this app.
    App(AuthenticatorSecret, i64),
}

/// The session that the browser had until now.
#[derive(Clone, Debug)]
pub enum PreviousSession {
    None,
    /// Ends.
    Of(UserId, SessionId),
    /// Ends with its guest, whose tables these outcomes hand over to the user.
    OfGuest(UserId, SessionId, Vec<Outcome>),
}

/// Outcome of [`Store::sign_in`]. Nothing was stored unless it is `Done`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInResult {
    Done,
    /// The account was closed meanwhile.
    Closed,
    /// The name, or one that looks like it, is in use.
    NameTaken,
    /// No such guest, or no longer a guest.
    NoGuest,
    /// The code is unknown or was used before.
    WrongCode,
    /// The sign-in waits no longer for its second step.
    Expired,
    /// The guest's tables have changed in the meantime.
    Stale,
}

impl Store {
    pub async fn sign_in(&self, sign_in: SignIn) -> Result<SignInResult, StoreError> {
        self.writer.write(sign_in, |tx, sign_in| Box::pin(store(tx, sign_in))).await
    }
}

async fn store(tx: &mut AnyConnection, sign_in: &SignIn) -> Result<TransactionEnd<SignInResult>, StoreError> {
    let SignIn { user, by, token, session, previous, forget } = sign_in;
    if let Some(refusal) = authenticate(tx, sign_in).await? {
        // An expired second step has used up its code.
        let undo = refusal == SignInResult::Expired;
        return Ok(if undo { RollBack(refusal) } else { Unchanged(refusal) });
    }
    if !add_session(tx, user, token, session).await? {
        let undo = !matches!(by, SignInBy::Checked);
        return Ok(if undo { RollBack(SignInResult::Closed) } else { Unchanged(SignInResult::Closed) });
    }
    match previous {
        PreviousSession::None => {}
        PreviousSession::Of(user, id) => end_session(tx, user, id).await?,
        PreviousSession::OfGuest(guest, id, outcomes) => match hand_over(tx, guest, user, outcomes).await? {
            HandedOver::Done => {}
            // They may have signed up in the meantime.
            HandedOver::NoGuest => end_session(tx, guest, id).await?,
            HandedOver::Stale => return Ok(RollBack(SignInResult::Stale)),
        },
    }
    for subject in forget {
        forget_attempts(tx, subject).await?;
    }
    Ok(Commit(SignInResult::Done))
}

/// Stores or uses up what the sign-in requires. Returns why it is refused.
async fn authenticate(tx: &mut AnyConnection, sign_in: &SignIn) -> Result<Option<SignInResult>, StoreError> {
    let SignIn { user, by, session, .. } = sign_in;
    let refusal = |done: bool, refusal| (!done).then_some(refusal);
    Ok(match by {
        SignInBy::Checked => None,
        SignInBy::NewUser(new) => refusal(add_user(tx, new).await?, SignInResult::NameTaken),
        SignInBy::GuestUpgrade { name, password, codes } => {
            match upgrade_guest(tx, user, name, password, codes).await? {
                Upgraded::Done => None,
                Upgraded::Taken => Some(SignInResult::NameTaken),
                Upgraded::NoGuest => Some(SignInResult::NoGuest),
            }
        }
        SignInBy::Recovery { code, password } => {
            refusal(recover(tx, user, code, password).await?, SignInResult::WrongCode)
        }
        SignInBy::SecondStep { waiting, code } => {
            let is_right = match code {
                None => true,
                Some(SecondStepCode::Recovery(code)) => use_code(tx, user, code).await?,
                Some(SecondStepCode::App(secret, step)) => use_step(tx, user, secret, *step).await?,
            };
            if !is_right {
                return Ok(Some(SignInResult::WrongCode));
            }
            let taken = take_challenge(tx, waiting, Purpose::SecondStep, session.since).await?;
            refusal(taken.is_some(), SignInResult::Expired)
        }
    })
}
