//! Inviting players by name.

use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError, Throttled};
use account::UserName;
use store::Executed;
use table::{GameId, InviteRefusal, Person};

/// Attempts when others join or leave concurrently.
const TRIES: u32 = 20;

#[derive(Debug, thiserror::Error)]
pub enum InviteError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    /// No account has this name. Guests cannot be invited, and are not told apart from unknown names.
    #[error("no-such-player")]
    NoSuchPlayer,
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    #[error("cannot-be-invited")]
    Refused(InviteRefusal),
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum DeclineError {
    /// No such table, or the user is not invited.
    #[error("not-invited")]
    NotInvited,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl InviteError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NoSuchPlayer => "no-such-player",
            Self::Guest => "guest",
            Self::Refused(why) => why.code(),
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl DeclineError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotInvited => "not-invited",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Invites the player with this name. Only the opener may, and only before the start. Attempts are limited, including
    /// those with unknown names.
    pub async fn invite(&self, principal: &Principal, game: &GameId, name: &str) -> Result<(), InviteError> {
        let user = principal.require(Scope::Play)?;
        let (mut table, _) = self.store.table(game).await?.ok_or(InviteError::NoSuchGame)?;
        if is_hidden(principal, Some(user), &table, None) {
            return Err(InviteError::NoSuchGame);
        }
        if !table.is_opened_by(user) {
            return Err(InviteError::Refused(InviteRefusal::NotOpener));
        }
        if self.is_guest(user).await? {
            return Err(InviteError::Guest);
        }
        self.count_invitation(user).await??;
        let name = UserName::parse(name.trim()).map_err(|_| InviteError::NoSuchPlayer)?;
        let found = self.store.user_named(&name.folded()).await?.filter(|found| !found.user.guest);
        let found = found.ok_or(InviteError::NoSuchPlayer)?;
        let person = Person { id: found.user.id, name: found.user.name };
        for _ in 0..TRIES {
            let outcome = table.invite(user, &person, self.now()).map_err(InviteError::Refused)?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
            (table, _) = self.store.table(game).await?.ok_or(InviteError::NoSuchGame)?;
        }
        Err(InviteError::Refused(InviteRefusal::Started))
    }

    /// Declines an invitation, or the seat that a rematch reserves. Declining twice succeeds.
    pub async fn decline(&self, principal: &Principal, game: &GameId) -> Result<(), DeclineError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(game).await?.ok_or(DeclineError::NotInvited)?;
            if table.has_declined(user) {
                return Ok(());
            }
            let outcome = table.decline(user, self.now()).ok_or(DeclineError::NotInvited)?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(DeclineError::NotInvited)
    }
}
