//! Listing a table that only invited people could join.

use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError, TRIES};
use account::RestrictionKind;
use store::Executed;
use table::{GameId, MakePublicRefusal};

#[derive(Debug, thiserror::Error)]
pub enum MakePublicError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    #[error("not-opener")]
    NotOpener,
    /// Guests can only play the computer, where nobody watches.
    #[error("account-needed")]
    Guest,
    /// All seats are taken.
    #[error("game-started")]
    Begun,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MakePublicError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NotOpener => "not-opener",
            Self::Guest => "guest",
            Self::Begun => "game-started",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Lists a table before the start. Only its opener may. Twice succeeds.
    pub async fn make_public(&self, principal: &Principal, game: &GameId) -> Result<(), MakePublicError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(game).await?.ok_or(MakePublicError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(MakePublicError::NoSuchGame);
            }
            let outcome = match table.make_public(user, self.now()) {
                Ok(outcome) => outcome,
                Err(MakePublicRefusal::AlreadyPublic) => return Ok(()),
                Err(MakePublicRefusal::NotOpener) => return Err(MakePublicError::NotOpener),
                Err(MakePublicRefusal::Started) => return Err(MakePublicError::Begun),
            };
            if self.is_guest(user).await? {
                return Err(MakePublicError::Guest);
            }
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(MakePublicError::Begun)
    }
}
