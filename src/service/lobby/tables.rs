//! Tables before the start: opening, joining, leaving. A game starts when its last seat is taken and no salt is missing.

use crate::people::is_hidden;
use crate::{Denied, JoinError, Principal, Scope, Service, StoreError, TRIES, Throttled};
use account::{RestrictionKind, UserId};
use engine::{DrawSecret, SaltHash, Seat};
use store::{Executed, OpenResult, StoredUser};
use table::{
    GameId, Invite, LeaveRefusal, OpenRefusal, OpenTable, Outcome, Person, Salts, Table, TableRandomness,
};

/// Tables waiting for players that one user may have.
pub(crate) const TABLES_AT_MOST: u32 = 20;

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Invalid settings.
    #[error(transparent)]
    Refused(#[from] OpenRefusal),
    /// The user's limit of tables waiting for players.
    #[error("too-many-open-tables")]
    TooMany(u32),
    /// Guests can only play the computer.
    #[error("account-needed")]
    Guest,
    /// The user is a bot, and would sit at a table where bots may not.
    #[error("bots-not-allowed")]
    Bot,
    /// The game is rated among bots, and the user is a person.
    #[error("for-bots")]
    ForBots,
    /// The limit of games that a guest may begin.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

#[derive(Debug, thiserror::Error)]
pub enum LeaveError {
    /// No such table, or not visible to this user.
    #[error("no-such-table")]
    NoSuchGame,
    /// The user has no seat; for closing, did not open the table.
    #[error("no-seat")]
    NotIn,
    /// Nobody may leave or close a table whose game is about to start.
    #[error("table-full")]
    Full,
    /// Players of a started game can only resign.
    #[error("game-started")]
    Begun,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl OpenError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Refused(why) => why.code(),
            Self::TooMany(_) => "too-many-tables",
            Self::Guest => "guest",
            Self::Bot => "bots-not-allowed",
            Self::ForBots => "for-bots",
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl LeaveError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchGame => "no-such-game",
            Self::NotIn => "not-seated",
            Self::Full => "table-full",
            Self::Begun => "game-started",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<LeaveRefusal> for LeaveError {
    fn from(refusal: LeaveRefusal) -> Self {
        match refusal {
            LeaveRefusal::NotIn => Self::NotIn,
            LeaveRefusal::Full => Self::Full,
            LeaveRefusal::Started => Self::Begun,
        }
    }
}

impl Service {
    /// Opens a table with no user seated yet, its opener included.
    pub async fn open_table(&self, principal: &Principal, open: &OpenTable) -> Result<GameId, OpenError> {
        let opener = self.opener(principal, open).await?;
        self.store_opening(&opener.id, open.open(&opener.id, self.table_randomness(), self.now())).await
    }

    /// Opens a table and gives its opener the first free seat, with the hash of a salt for the draw or without. If the computer
    /// has all other seats, the game starts or waits for the salt.
    pub async fn open_and_join(
        &self,
        principal: &Principal,
        open: &OpenTable,
        salt_hash: Option<SaltHash>,
    ) -> Result<GameId, OpenError> {
        let opener = self.opener(principal, open).await?;
        if !open.settings.admit(&opener) {
            return Err(if opener.is_bot() { OpenError::Bot } else { OpenError::ForBots });
        }
        let opening =
            open.open_and_join(&opener, salt_hash, self.table_randomness(), &self.outages_only(), self.now());
        self.store_opening(&opener.id, opening.map_err(StoreError::from)?).await
    }

    /// The user, if they may open this table.
    async fn opener(&self, principal: &Principal, open: &OpenTable) -> Result<Person, OpenError> {
        let user = principal.require(Scope::Play)?;
        open.check()?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        let stored = self.store.user(user).await?;
        if (open.settings.public || !open.with_computer_only())
            && stored.as_ref().is_some_and(|stored| stored.user.guest)
        {
            return Err(OpenError::Guest);
        }
        let waiting = self.store.tables_of(user).await?;
        if waiting >= TABLES_AT_MOST {
            return Err(OpenError::TooMany(waiting));
        }
        if stored.as_ref().is_some_and(|stored| stored.user.guest) {
            self.count_guest_game(user).await??;
        }
        Ok(person_of(user, stored.as_ref()))
    }

    async fn store_opening(&self, opener: &UserId, opening: Outcome) -> Result<GameId, OpenError> {
        let game = opening.game.clone();
        match self.execute_opening(opener, TABLES_AT_MOST, opening).await? {
            OpenResult::TooMany(waiting) => Err(OpenError::TooMany(waiting)),
            // No conflict is possible: the id is random.
            OpenResult::Stored | OpenResult::Stale => Ok(game),
        }
    }

    /// Takes the next free seat, with the hash of a salt for the draw or without. A private table requires its invite, except
    /// from its opener and those who were invited by name. Taking the last seat starts the game, unless it waits for salts.
    pub async fn join(
        &self,
        principal: &Principal,
        game: &GameId,
        invite: Option<&Invite>,
        salt_hash: Option<SaltHash>,
    ) -> Result<Seat, JoinError> {
        let user = principal.require(Scope::Play)?;
        self.check_restriction(user, RestrictionKind::Tables).await??;
        for _ in 0..TRIES {
            let (table, secret) = self.store.table(game).await?.ok_or(JoinError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, invite) {
                return Err(JoinError::NoSuchGame);
            }
            let last = table.free_seats() == 1;
            let salts = if last { self.store.salts(game).await? } else { Salts::new() };
            let person = person_of(user, self.store.user(user).await?.as_ref());
            let absences = self.absences(&table, Some(user)).await?;
            let decided = table.join(&person, salt_hash, salts, &secret, &absences, self.now());
            let (seat, outcome) = match decided.map_err(StoreError::from)? {
                Ok(joined) => joined,
                Err(why) => return Err(why.into()),
            };
            if !table.guest_may_join(user) && self.is_guest(user).await? {
                return Err(JoinError::Guest);
            }
            self.check_player(&table, user).await?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(seat);
            }
        }
        Err(JoinError::Full)
    }

    /// Fails if the table asks for players who are more reliable than the user, or of another rating, or if the user would meet somebody
    /// there whom they have blocked, or who has blocked them.
    pub(crate) async fn check_player(&self, table: &Table, user: &UserId) -> Result<(), JoinError> {
        if self.is_kept_from(user, table).await? {
            return Err(JoinError::Blocked);
        }
        if let Some(reliability) = self.too_unreliable(table, user).await? {
            return Err(JoinError::unreliable(table.settings.reliability, reliability));
        }
        match self.rating_outside(table, user).await? {
            Some(yours) => Err(JoinError::Rating { range: table.settings.rating, yours }),
            None => Ok(()),
        }
    }

    /// Before the start only.
    pub async fn leave(&self, principal: &Principal, game: &GameId) -> Result<(), LeaveError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(game).await?.ok_or(LeaveError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(LeaveError::NoSuchGame);
            }
            let outcome = table.leave(user, self.now())?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(LeaveError::Begun)
    }

    /// Deletes a table before the start. Only its opener may.
    pub async fn close_table(&self, principal: &Principal, game: &GameId) -> Result<(), LeaveError> {
        let user = principal.require(Scope::Play)?;
        for _ in 0..TRIES {
            let (table, _) = self.store.table(game).await?.ok_or(LeaveError::NoSuchGame)?;
            if is_hidden(principal, Some(user), &table, None) {
                return Err(LeaveError::NoSuchGame);
            }
            let outcome = table.close(user, self.now())?;
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(());
            }
        }
        Err(LeaveError::Begun)
    }

    /// The random values of a new table.
    pub(crate) fn table_randomness(&self) -> TableRandomness {
        TableRandomness {
            id: GameId::new(self.chance.bytes()),
            invite: Invite::new(self.chance.bytes()),
            secret: DrawSecret::new(self.chance.bytes()),
            sort_suffix: self.chance.bytes(),
        }
    }
}

/// The user as tables see them.
pub(crate) fn person_of(user: &UserId, stored: Option<&StoredUser>) -> Person {
    stored.map_or_else(|| Person::human(user.clone(), String::new()), StoredUser::person)
}
