//! Accounts: sign-up, passwords, recovery codes.

use crate::people::limits::{LOG_IN, RECOVER, SIGN_UP_FROM};
use crate::people::security_log::SecurityEvent;
use crate::people::sign_in::{NewSession, Refused, from_sign_in_error};
use crate::people::time::TimeError;
use crate::{AccessError, Denied, Login, Principal, Scope, Service, StoreError, Throttled};
use account::{
    CODES, HashCost, HashMemory, KnownBrowser, NameError, Password, PasswordError, PasswordHash,
    RecoveryCode, RecoveryHash, SessionId, SessionToken, User, UserId, UserName, base32,
};
use store::{NewUser, SignInBy, StoredUser};

#[derive(Debug)]
pub struct SignUp {
    /// A session of the new account.
    pub login: Login,
    /// To be shown once.
    pub codes: Vec<RecoveryCode>,
}

#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("name-taken")]
    Taken,
    #[error("name-looks-taken")]
    LooksTaken,
    /// The user is not, or no longer, a guest.
    #[error("no-guest")]
    NoGuest,
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SignUpError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "bad-name",
            Self::Password(_) => "bad-password",
            Self::Taken => "name-taken",
            Self::LooksTaken => "name-looks-taken",
            Self::NoGuest => "no-guest",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// Why a new account can't have a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameClash {
    /// Another account has it, or had it.
    Taken,
    /// Another account has one that looks like it.
    LooksTaken,
}

#[derive(Debug, thiserror::Error)]
pub enum PasswordChangeError {
    #[error("wrong-password")]
    Wrong,
    #[error(transparent)]
    New(#[from] PasswordError),
    /// Not signed in, or the token lacks the scope.
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PasswordChangeError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-password",
            Self::New(_) => "bad-password",
            Self::Denied(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// No such account, no such code, or a used code: deliberately the same error.
    #[error("wrong-recovery-code")]
    Wrong,
    /// The password is set, and the account has a second step: `finish_log_in` continues with this secret.
    #[error("second-step-needed")]
    SecondStep(SessionToken),
    /// The new password is not acceptable.
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RecoverError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-code",
            Self::SecondStep(_) => "second-step",
            Self::Password(_) => "bad-password",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

from_sign_in_error! {
    SignUpError { Refused::NameTaken => Taken, _ => NoGuest }
    RecoverError { _ => Wrong }
}

impl Service {
    /// Creates an account and signs in. `agent` is the browser's user agent, shown in the list of sessions.
    pub async fn sign_up(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        let (name, password) = self.check_sign_up(principal, name, password).await?;
        let (codes, hashes) = self.new_codes();
        let new = NewUser {
            id: UserId::new(self.chance.bytes()),
            name,
            password,
            codes: hashes,
            created: self.now(),
            guest: false,
        };
        let session = NewSession {
            user: User {
                id: new.id.clone(),
                name: new.name.as_str().to_owned(),
                zone: chrono_tz::UTC,
                guest: false,
            },
            password: Some(&new.password),
            by: SignInBy::NewUser(new.clone()),
            forget: Vec::new(),
            agent,
        };
        let login = self.sign_in(principal, session).await?;
        SecurityEvent::SignedUp.log(Some(principal), Some(&new.id));
        Ok(SignUp { login, codes })
    }

    /// Validates the name and password of a new account and hashes the password.
    pub(crate) async fn check_sign_up(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
    ) -> Result<(UserName, PasswordHash), SignUpError> {
        let name = UserName::choose(name)?;
        let password = Password::new(password, name.as_str())?;
        match self.name_clash(&name).await? {
            Some(NameClash::Taken) => return Err(SignUpError::Taken),
            Some(NameClash::LooksTaken) => return Err(SignUpError::LooksTaken),
            None => {}
        }
        self.count_address(SIGN_UP_FROM, principal).await??;
        Ok((name, self.hasher.hash(password, self.chance.bytes()).await?))
    }

    /// Why a new account can't have this name; `None` if it can.
    pub(crate) async fn name_clash(&self, name: &UserName) -> Result<Option<NameClash>, StoreError> {
        if self.store.user_named(&name.folded()).await?.is_some() {
            return Ok(Some(NameClash::Taken));
        }
        match self.store.folded_lookalike(name).await? {
            // Taken since the statement before.
            Some(folded) if folded == name.folded() => return Ok(Some(NameClash::Taken)),
            Some(_) => return Ok(Some(NameClash::LooksTaken)),
            None => {}
        }
        // After the present names, so that a name is never free while its account is renamed or closed.
        let had = self.store.former_owner(name).await?.is_some() || self.store.is_retired(name).await?;
        Ok(had.then_some(NameClash::Taken))
    }

    /// Ends all other sessions. No browser is known any more, except for this one by the mark that is returned. The session goes
    /// on with the token that is returned.
    pub async fn change_password(
        &self,
        principal: &Principal,
        old: &str,
        new: &str,
    ) -> Result<(KnownBrowser, SessionToken), PasswordChangeError> {
        let stored = self.check_password(principal, old).await?;
        let password = self.hasher.hash(Password::new(new, &stored.user.name)?, self.chance.bytes()).await?;
        let keep = principal.session_id().map(SessionId::as_str);
        self.store.set_password(&stored.user.id, &password, keep).await?;
        self.sessions_ended(&stored.user.id);
        SecurityEvent::PasswordChanged.log(Some(principal), Some(&stored.user.id));
        let token = self.confirm_session(principal).await?;
        Ok((KnownBrowser::new(&stored.user.id, self.chance.bytes(), &password), token))
    }

    /// Sets a new password with a recovery code, which is used up. Ends all sessions and begins a new one, after the second step
    /// if the account has one.
    pub async fn recover(
        &self,
        principal: &Principal,
        name: &str,
        code: &str,
        new_password: &str,
        agent: &str,
    ) -> Result<Login, RecoverError> {
        let name = UserName::parse(name).ok();
        let password = Password::new(new_password, name.as_ref().map_or("", UserName::as_str))?;
        let folded = name.as_ref().map(UserName::folded).unwrap_or_default();
        let user = self.store.user_called(&folded).await?;
        let counted = self.count_guess(&RECOVER, principal, name.as_ref(), user.as_ref()).await??;
        // Hash the password first, so that a wrong code takes as long as a right one.
        let password = self.hasher.hash(password, self.chance.bytes()).await?;
        let (Some(user), Some(code)) = (user.as_ref(), RecoveryCode::parse(code)) else {
            SecurityEvent::RecoveryFailed.log(Some(principal), user.as_ref().map(|user| &user.user.id));
            return Err(RecoverError::Wrong);
        };
        let forget = vec![counted, LOG_IN.by_strangers(&user.user.id)];
        let recovered = if user.second_step {
            self.recover_first(user, &code, &password, &forget).await
        } else {
            let new = NewSession {
                user: user.user.clone(),
                password: Some(&password),
                by: SignInBy::Recovery { code: code.hash(), password: password.clone() },
                forget,
                agent,
            };
            self.sign_in(principal, new).await.map_err(RecoverError::from)
        };
        match &recovered {
            Ok(_) | Err(RecoverError::SecondStep(_)) => {
                self.sessions_ended(&user.user.id);
                SecurityEvent::Recovered.log(Some(principal), Some(&user.user.id));
            }
            Err(RecoverError::Wrong) => {
                SecurityEvent::RecoveryFailed.log(Some(principal), Some(&user.user.id));
            }
            Err(_) => {}
        }
        recovered
    }

    /// Recovers an account that has a second step, which comes next.
    async fn recover_first(
        &self,
        user: &StoredUser,
        code: &RecoveryCode,
        password: &PasswordHash,
        forget: &[String],
    ) -> Result<Login, RecoverError> {
        if !self.store.recover(&user.user.id, &code.hash(), password).await? {
            return Err(RecoverError::Wrong);
        }
        for subject in forget {
            self.store.forget_attempts(subject).await?;
        }
        Err(RecoverError::SecondStep(self.ask_second_step(&user.user.id).await?))
    }

    /// The number of unused recovery codes.
    pub async fn codes_left(&self, principal: &Principal) -> Result<u32, AccessError> {
        Ok(self.store.codes_left(principal.require(Scope::Account)?).await?)
    }

    /// Replaces all recovery codes. Requires the password again. The session goes on with the token that is returned.
    pub async fn renew_codes(
        &self,
        principal: &Principal,
        password: &str,
    ) -> Result<(Vec<RecoveryCode>, SessionToken), PasswordChangeError> {
        let user = self.check_password(principal, password).await?;
        let (codes, hashes) = self.new_codes();
        self.store.replace_codes(&user.user.id, &hashes).await?;
        SecurityEvent::CodesRenewed.log(Some(principal), Some(&user.user.id));
        Ok((codes, self.confirm_session(principal).await?))
    }

    /// The zone in which the user sees times and, from the next turn on, has their nights and free days.
    pub async fn set_zone(&self, principal: &Principal, zone: chrono_tz::Tz) -> Result<(), TimeError> {
        self.store.set_zone(principal.require(Scope::Account)?, zone).await?;
        self.account_changed();
        self.change_time(principal, |time, now| Ok(time.change_zone(zone, now))).await
    }

    /// Makes the password worthless, removes second factors and ends all sessions, for users who cannot sign in. Returns their only
    /// recovery code, with which they set a new password; `None` if there is no such account.
    pub async fn reset_account(&self, name: &str) -> Result<Option<RecoveryCode>, StoreError> {
        let Ok(name) = UserName::parse(name) else { return Ok(None) };
        let Some(user) = self.store.user_named(&name.folded()).await? else { return Ok(None) };
        if user.user.guest || user.closed || user.bot_of.is_some() {
            return Ok(None);
        }
        let fresh = base32(&self.chance.bytes::<15>());
        let Ok(password) = Password::new(&fresh, name.as_str()) else {
            unreachable!("24 random letters are a password")
        };
        let password = password.hash(self.chance.bytes(), HashCost::OWASP, &mut HashMemory::default());
        let code = RecoveryCode::new(self.chance.bytes());
        self.store.remove_second_steps(&user.user.id).await?;
        self.store.replace_codes(&user.user.id, &[code.hash()]).await?;
        self.store.set_password(&user.user.id, &password, None).await?;
        self.account_changed();
        self.store.signal_server();
        SecurityEvent::PasswordReset.log(None, Some(&user.user.id));
        self.store.forget_attempts(&LOG_IN.by_strangers(&user.user.id)).await?;
        self.store.forget_attempts(&RECOVER.by_strangers(&user.user.id)).await?;
        Ok(Some(code))
    }

    /// Asks a signed-in user for the password again. Until [`CONFIRMED_FOR`](crate::CONFIRMED_FOR) later, the session
    /// may make changes that need it. It goes on with the token that is returned.
    pub async fn confirm(
        &self,
        principal: &Principal,
        password: &str,
    ) -> Result<SessionToken, PasswordChangeError> {
        let user = self.check_password(principal, password).await?;
        SecurityEvent::Confirmed.log(Some(principal), Some(&user.user.id));
        Ok(self.confirm_session(principal).await?)
    }

    /// Asks a signed-in user for the password again. Guesses outside the user's sessions don't count.
    async fn check_password(
        &self,
        principal: &Principal,
        typed: &str,
    ) -> Result<StoredUser, PasswordChangeError> {
        let Some(stored) = self.store.user(principal.require(Scope::Account)?).await? else {
            return Err(PasswordChangeError::Wrong);
        };
        let counted = self.count_password(principal, &stored.user.id).await??;
        if !self.hasher.matches(Some(stored.password.clone()), typed).await? {
            SecurityEvent::PasswordRefused.log(Some(principal), Some(&stored.user.id));
            return Err(PasswordChangeError::Wrong);
        }
        self.store.forget_attempts(&counted).await?;
        Ok(stored)
    }

    /// Notes that the user has just confirmed in this session who they are. The session goes on with a new token, and the old one
    /// is worthless.
    pub(super) async fn confirm_session(&self, principal: &Principal) -> Result<SessionToken, StoreError> {
        let token = SessionToken::new(self.chance.bytes());
        if let Some(session) = principal.session_id() {
            self.store.confirm_session(session, &token.hash(), self.now()).await?;
            self.account_changed();
        }
        Ok(token)
    }

    /// New recovery codes and their hashes for storage.
    pub(super) fn new_codes(&self) -> (Vec<RecoveryCode>, Vec<RecoveryHash>) {
        let code = || RecoveryCode::new(self.chance.bytes());
        (0..CODES).map(|_| code()).map(|code| (code.clone(), code.hash())).unzip()
    }
}
