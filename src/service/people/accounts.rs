//! Accounts: signing up, passwords, recovery codes.

use crate::account::{
    CODES, HashMemory, NameError, Password, PasswordError, PasswordHash, RecoveryCode, RecoveryHash,
    SessionId, UserId, UserName, base32,
};
use crate::service::people::limits::{LOG_IN_FROM, LOG_IN_TO, RECOVER, RECOVER_FROM, SIGN_UP_FROM};
use crate::service::{AccessError, Denied, Login, Principal, Scope, Service, StoreError, Throttled, chance};
use crate::store::{NewUser, StoredUser};

/// A user, with or without an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct User {
    /// The account.
    pub id: UserId,
    pub name: String,
    /// The time zone in which times are shown.
    pub zone: chrono_tz::Tz,
    /// Whether this is a guest: a user without a password.
    pub guest: bool,
}

/// A new account.
#[derive(Debug)]
pub struct SignUp {
    /// The account, signed in.
    pub login: Login,
    /// Recovery codes, to be shown once.
    pub codes: Vec<RecoveryCode>,
}

/// Why a sign-up failed.
#[derive(Debug, thiserror::Error)]
pub enum SignUpError {
    #[error(transparent)]
    Name(#[from] NameError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error("That name is taken.")]
    Taken,
    /// The user who signs up is no guest, or not any more.
    #[error("You have an account already, or your games as a guest are gone.")]
    NoGuest,
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SignUpError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Name(_) => "bad-name",
            Self::Password(_) => "bad-password",
            Self::Taken => "name-taken",
            Self::NoGuest => "no-guest",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// Why a password was not changed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordChangeError {
    /// The old password is wrong.
    #[error("The old password is wrong.")]
    Wrong,
    /// The new password is refused.
    #[error(transparent)]
    New(#[from] PasswordError),
    /// Not signed in, or by a token that is not good for it.
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl PasswordChangeError {
    /// A stable name for programs.
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

/// Why an account was not recovered.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// No such account or code, or the code was used before; deliberately the same error for all.
    #[error("Wrong name or recovery code, or the code was used before.")]
    Wrong,
    /// The new password will not do.
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RecoverError {
    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Wrong => "wrong-code",
            Self::Password(_) => "bad-password",
            Self::Throttled(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<StoredUser> for User {
    fn from(user: StoredUser) -> Self {
        Self { id: user.id, name: user.name, zone: user.zone, guest: user.guest }
    }
}

impl Service {
    /// Opens an account and signs it in. `agent` names the browser in the list of sessions.
    pub async fn sign_up(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
        agent: &str,
    ) -> Result<SignUp, SignUpError> {
        let (name, password) = self.check_sign_up(principal, name, password).await?;
        let (codes, hashes) = fresh_codes();
        let id = UserId::new(chance::bytes());
        let new = NewUser {
            id: id.clone(),
            name: name.clone(),
            password,
            codes: hashes,
            created: self.now(),
            guest: false,
        };
        if !self.store.add_user(&new).await? {
            return Err(SignUpError::Taken);
        }
        let user = User { id, name: name.as_str().to_owned(), zone: chrono_tz::UTC, guest: false };
        Ok(SignUp { login: self.begin_session(user, agent).await?, codes })
    }

    /// Checks the name and password of a new account, and hashes the password.
    pub(in crate::service) async fn check_sign_up(
        &self,
        principal: &Principal,
        name: &str,
        password: &str,
    ) -> Result<(UserName, PasswordHash), SignUpError> {
        let name = UserName::choose(name)?;
        let password = Password::new(password, name.as_str())?;
        if self.store.user_named(&name.folded()).await?.is_some() {
            return Err(SignUpError::Taken);
        }
        self.count_address(SIGN_UP_FROM, principal).await??;
        Ok((name, self.hasher.hash(password).await?))
    }

    /// Changes the password; all other sessions end.
    pub async fn change_password(
        &self,
        principal: &Principal,
        old: &str,
        new: &str,
    ) -> Result<(), PasswordChangeError> {
        let stored = self.check_password(principal, old).await?;
        let password = self.hasher.hash(Password::new(new, &stored.name)?).await?;
        let keep = principal.session_id().map(SessionId::as_str);
        self.store.set_password(&stored.id, &password, keep).await?;
        self.account_changed();
        Ok(())
    }

    /// Sets a new password by a recovery code, which is used up; all sessions end, and a new one begins.
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
        self.count_address(RECOVER_FROM, principal).await??;
        self.count_name(RECOVER, name.as_ref()).await??;
        // A wrong code costs as much time as a right one: the password is hashed first.
        let password = self.hasher.hash(password).await?;
        let (Some(name), Some(code)) = (name, RecoveryCode::parse(code)) else {
            return Err(RecoverError::Wrong);
        };
        let Some(user) = self.store.user_named(&name.folded()).await? else {
            return Err(RecoverError::Wrong);
        };
        if !self.store.recover(&user.id, &code.hash(), &password).await? {
            return Err(RecoverError::Wrong);
        }
        self.account_changed();
        self.store.forget_attempts(&RECOVER.name(&name)).await?;
        self.store.forget_attempts(&LOG_IN_TO.name(&name)).await?;
        Ok(self.begin_session(user.into(), agent).await?)
    }

    /// How many recovery codes are left.
    pub async fn codes_left(&self, principal: &Principal) -> Result<u32, AccessError> {
        Ok(self.store.codes_left(principal.require(Scope::Account)?).await?)
    }

    /// Replaces all recovery codes, after checking the password again.
    pub async fn renew_codes(
        &self,
        principal: &Principal,
        password: &str,
    ) -> Result<Vec<RecoveryCode>, PasswordChangeError> {
        let user = self.check_password(principal, password).await?;
        let (codes, hashes) = fresh_codes();
        self.store.replace_codes(&user.id, &hashes).await?;
        Ok(codes)
    }

    /// Changes the time zone in which times are shown.
    pub async fn set_zone(&self, principal: &Principal, zone: chrono_tz::Tz) -> Result<(), AccessError> {
        self.store.set_zone(principal.require(Scope::Account)?, zone).await?;
        self.account_changed();
        Ok(())
    }

    /// Sets a new random password and ends all sessions, for users who cannot sign in. `None`: no account has that name.
    pub async fn reset_account(&self, name: &str) -> Result<Option<String>, StoreError> {
        let Ok(name) = UserName::parse(name) else { return Ok(None) };
        let Some(user) = self.store.user_named(&name.folded()).await? else { return Ok(None) };
        if user.guest {
            return Ok(None);
        }
        let fresh = base32(&chance::bytes::<15>());
        let Ok(password) = Password::new(&fresh, name.as_str()) else {
            unreachable!("24 random letters are a password")
        };
        let password = password.hash(chance::bytes(), &mut HashMemory::default());
        self.store.set_password(&user.id, &password, None).await?;
        self.account_changed();
        self.store.forget_attempts(&LOG_IN_TO.name(&name)).await?;
        Ok(Some(fresh))
    }

    /// Checks the password of a signed-in user again.
    async fn check_password(
        &self,
        principal: &Principal,
        typed: &str,
    ) -> Result<StoredUser, PasswordChangeError> {
        let Some(stored) = self.store.user(principal.require(Scope::Account)?).await? else {
            return Err(PasswordChangeError::Wrong);
        };
        let name = UserName::parse(&stored.name).ok();
        self.count_address(LOG_IN_FROM, principal).await??;
        self.count_name(LOG_IN_TO, name.as_ref()).await??;
        if !self.hasher.matches(Some(stored.password.clone()), typed).await? {
            return Err(PasswordChangeError::Wrong);
        }
        if let Some(name) = &name {
            self.store.forget_attempts(&LOG_IN_TO.name(name)).await?;
        }
        Ok(stored)
    }
}

/// New recovery codes, and the hashes to store.
pub(in crate::service) fn fresh_codes() -> (Vec<RecoveryCode>, Vec<RecoveryHash>) {
    (0..CODES).map(|_| RecoveryCode::new(chance::bytes())).map(|code| (code.clone(), code.hash())).unzip()
}
