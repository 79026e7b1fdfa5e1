//! The one way to begin a session. A guest's games go to the account that the browser signs in to, in the same transaction.

use crate::people::sessions::session_end;
use crate::{Login, Principal, Service, StoreError, TRIES, Throttled};
use account::{KnownBrowser, OpenSession, PasswordHash, SessionId, SessionToken, User, UserId};
use store::{PreviousSession, SignIn, SignInBy, SignInResult};
use table::{GameId, Outcome};

/// In characters; longer user agents are cut.
const AGENT_LONGEST: usize = 200;

/// Why no session begins. Nothing has changed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SignInError {
    /// What [`SignInBy`] stores or uses up.
    #[error("the sign-in was refused: {0:?}")]
    Refused(Refused),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    NameTaken,
    NoGuest,
    WrongCode,
    Expired,
}

/// Makes errors with the variants `Throttled` and `Store` from a [`SignInError`].
macro_rules! from_sign_in_error {
    ($($error:ident { $($why:pat => $variant:ident),+ })+) => {$(
        impl From<crate::people::sign_in::SignInError> for $error {
            fn from(error: crate::people::sign_in::SignInError) -> Self {
                use crate::people::sign_in::SignInError;
                match error {
                    SignInError::Throttled(why) => Self::Throttled(why),
                    SignInError::Store(error) => Self::Store(error),
                    $(SignInError::Refused($why) => Self::$variant,)+
                }
            }
        }
    )+};
}
pub(crate) use from_sign_in_error;

/// Who signs in.
pub(crate) struct NewSession<'a> {
    pub user: User,
    /// Absent for guests.
    pub password: Option<&'a PasswordHash>,
    pub by: SignInBy,
    /// Subjects of counts that start again.
    pub forget: Vec<String>,
    /// The browser's user agent.
    pub agent: &'a str,
}

impl Service {
    /// Begins a session for a user who has been authenticated. Ends the one of the same browser, and hands over the games of a
    /// guest.
    pub(crate) async fn sign_in(
        &self,
        principal: &Principal,
        new: NewSession<'_>,
    ) -> Result<Login, SignInError> {
        let NewSession { user, password, by, forget, agent } = new;
        let token = SessionToken::new(self.chance.bytes());
        let since = self.now();
        let until = session_end(since, since, user.guest);
        let agent = agent.chars().filter(|c| !c.is_control()).take(AGENT_LONGEST).collect();
        let session = OpenSession { id: SessionId::new(self.chance.bytes()), agent, since, until };
        for _ in 0..TRIES {
            let (previous, tables) = self.previous_session(principal, &user).await?;
            let sign_in = SignIn {
                user: user.id.clone(),
                by: by.clone(),
                token: token.hash(),
                session: session.clone(),
                previous,
                forget: forget.clone(),
            };
            match self.store.sign_in(sign_in).await? {
                SignInResult::Done => {}
                SignInResult::Stale => continue,
                // The next try finds no account.
                SignInResult::Closed => break,
                SignInResult::NameTaken => return Err(SignInError::Refused(Refused::NameTaken)),
                SignInResult::NoGuest => return Err(SignInError::Refused(Refused::NoGuest)),
                SignInResult::WrongCode => return Err(SignInError::Refused(Refused::WrongCode)),
                SignInResult::Expired => return Err(SignInError::Refused(Refused::Expired)),
            }
            for table in &tables {
                self.tables.remove(table);
            }
            if let Some(before) = principal.user() {
                self.sessions_ended(before);
            }
            let browser = password.map(|password| KnownBrowser::new(&user.id, self.chance.bytes(), password));
            return Ok(Login { user, session: session.id, token, since, until, browser });
        }
        Err(Throttled::Busy.into())
    }

    /// What becomes of the browser's session when it signs in as `user`, and the tables that change hands.
    async fn previous_session(
        &self,
        principal: &Principal,
        user: &User,
    ) -> Result<(PreviousSession, Vec<GameId>), StoreError> {
        let (Some(before), Some(session)) = (principal.user(), principal.session_id()) else {
            return Ok((PreviousSession::None, Vec::new()));
        };
        if principal.is_guest()
            && *before != user.id
            && !user.guest
            && let Some((tables, outcomes)) = self.hand_over(before, &user.id).await?
        {
            return Ok((PreviousSession::OfGuest(before.clone(), session.clone(), outcomes), tables));
        }
        Ok((PreviousSession::Of(before.clone(), session.clone()), Vec::new()))
    }

    /// Decides what hands a guest's tables over to an account. `None`: the account is at one of them, which can't happen while
    /// guests only play the computer.
    async fn hand_over(
        &self,
        guest: &UserId,
        to: &UserId,
    ) -> Result<Option<(Vec<GameId>, Vec<Outcome>)>, StoreError> {
        let now = self.now();
        let tables = self.store.tables_of_guest(guest).await?;
        let outcomes: Option<Vec<Outcome>> =
            tables.iter().map(|table| table.replace(guest, to, now)).collect();
        Ok(outcomes.map(|outcomes| (tables.into_iter().map(|table| table.id).collect(), outcomes)))
    }
}
