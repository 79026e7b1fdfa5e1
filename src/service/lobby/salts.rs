//! Salts: players commit to them when joining, and reveal them when all seats are taken.

use crate::people::is_hidden;
use crate::{Denied, Principal, Scope, Service, StoreError, TRIES};
use engine::DrawSecret;
use store::Executed;
use table::{GameId, RevealRefusal, Table};

/// In bytes.
pub const SALT_LONGEST: usize = 200;

#[derive(Debug, thiserror::Error)]
pub enum RevealError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    #[error("no-seat")]
    NotIn,
    /// Somebody could still join.
    #[error("seats-open")]
    OpenSeats,
    /// The game has started without this salt.
    #[error("salt-too-late")]
    TooLate,
    /// The user has committed to no salt.
    #[error("no-salt")]
    NoSalt,
    /// Not the salt that the user has committed to.
    #[error("salt-mismatch")]
    Mismatch,
    /// Longer than [`SALT_LONGEST`].
    #[error("salt-too-long")]
    TooLong,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RevealError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NotIn => "not-seated",
            Self::OpenSeats => "open-seats",
            Self::TooLate => "game-started",
            Self::NoSalt => "no-salt",
            Self::Mismatch => "wrong-salt",
            Self::TooLong => "salt-too-long",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// Reveals the salt that the user has committed to. The last one starts the game. Revealing it again succeeds.
    pub async fn reveal_salt(
        &self,
        principal: &Principal,
        game: &GameId,
        salt: &str,
    ) -> Result<(), RevealError> {
        let user = principal.require(Scope::Play)?;
        if salt.len() > SALT_LONGEST {
            return Err(RevealError::TooLong);
        }
        for _ in 0..TRIES {
            let (table, secret) = self.store.table(game).await?.ok_or(RevealError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(RevealError::NoSuchGame);
            }
            let salts = self.store.salts(game).await?;
            let absences = self.absences(&table, None).await?;
            let decided = table.reveal(user, salt, salts, &secret, &absences, self.now());
            let outcome = match decided.map_err(StoreError::from)? {
                Ok(outcome) => outcome,
                Err(RevealRefusal::Known) => return Ok(()),
                Err(RevealRefusal::Started) => return self.revealed_before(&table, principal, salt).await,
                Err(RevealRefusal::NotIn) => return Err(RevealError::NotIn),
                Err(RevealRefusal::OpenSeats) => return Err(RevealError::OpenSeats),
                Err(RevealRefusal::NoSalt) => return Err(RevealError::NoSalt),
                Err(RevealRefusal::Mismatch) => return Err(RevealError::Mismatch),
            };
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(RevealError::TooLate)
    }

    /// Whether a game that has started has this salt of the user.
    async fn revealed_before(
        &self,
        table: &Table,
        principal: &Principal,
        salt: &str,
    ) -> Result<(), RevealError> {
        let seat = principal.reader().and_then(|user| table.seat_of(user)).ok_or(RevealError::NotIn)?;
        let replay = self.replay(table).await?.ok_or(RevealError::NoSuchGame)?;
        match replay.header().salts.get(seat.index()) {
            Some(Some(known)) if known == salt => Ok(()),
            _ => Err(RevealError::TooLate),
        }
    }

    /// Starts the game of a table whose time for salts is up. `None`: it waits for none, or still has time.
    pub(crate) async fn start_without_salts(
        &self,
        table: &Table,
        secret: &DrawSecret,
    ) -> Result<Option<Executed>, StoreError> {
        let salts = self.store.salts(&table.id).await?;
        let absences = self.absences(table, None).await?;
        let decided = table.start_without_salts(salts, secret, &absences, self.now());
        match decided? {
            Some(outcome) => Ok(Some(self.execute(Some(table), outcome).await?)),
            None => Ok(None),
        }
    }
}
