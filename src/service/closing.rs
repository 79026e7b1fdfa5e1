//! Closing an account: a week after its owner asks for it, its name goes, and its games stay.

use chrono::{DateTime, TimeDelta, Utc};

use crate::changes::Change;
use crate::jobs::Done;
use crate::people::SecurityEvent;
use crate::{AccessError, Denied, PlayError, Principal, Role, Scope, Service, StoreError, TRIES};
use account::{AuditAction, AuditEntry, UserId, UserName};
use store::{ClosingState, Executed};
use table::{Appearances, GameId, Job, LeaveRefusal, Outcome, Status, Table};

/// How long the owner can change their mind.
pub const CLOSES_AFTER: TimeDelta = TimeDelta::days(7);

/// When tables are looked at again that can't be left, because their games are about to start.
const AGAIN: TimeDelta = TimeDelta::hours(1);

/// What closing the account is about.
#[derive(Clone, Debug)]
pub struct Closing {
    /// When the account will be closed, if that was asked for.
    pub closes: Option<DateTime<Utc>>,
    /// The user's games in progress, which they can resign or which are resigned for them.
    pub games: Vec<Table>,
    /// Tables that the user has opened or sits at, and whose games haven't started.
    pub tables: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum ClosingError {
    /// Guests are deleted when they sign out.
    #[error("account-needed")]
    Guest,
    /// Nobody would be left to administrate the server.
    #[error("last-admin")]
    LastAdmin,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Play(#[from] PlayError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ClosingError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Guest => "guest",
            Self::LastAdmin => "last-admin",
            Self::Denied(why) => why.code(),
            Self::Play(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl Service {
    /// What closing the principal's account is about.
    pub async fn closing(&self, principal: &Principal) -> Result<Closing, AccessError> {
        let user = principal.require(Scope::Account)?;
        let closes = match self.store.closing_state(user).await? {
            Some(ClosingState::Closing(at)) => Some(at),
            _ => None,
        };
        let mut closing = Closing { closes, games: Vec::new(), tables: 0 };
        for table in self.store.current_games(user).await? {
            match table.status() {
                Status::Playing if table.seat_of(user).is_some() => closing.games.push(table),
                Status::Open if table.is_opened_by(user) || table.seat_of(user).is_some() => {
                    closing.tables += 1;
                }
                _ => {}
            }
        }
        Ok(closing)
    }

    /// Lets the principal's account be closed in a week, and ends all of its sessions. With `resign`, resigns all of its games at
    /// once. Returns when it will be closed.
    pub async fn close_account(
        &self,
        principal: &Principal,
        resign: bool,
    ) -> Result<DateTime<Utc>, ClosingError> {
        let user = principal.require_confirmed(Scope::Account, self.now())?;
        if self.role_of(user) == Some(Role::Admin) && !self.has_other_admin(user).await? {
            return Err(ClosingError::LastAdmin);
        }
        if principal.is_guest() {
            return Err(ClosingError::Guest);
        }
        if resign {
            for table in self.store.current_games(user).await? {
                self.resign_for(user, &table.id).await?;
            }
        }
        let now = self.now();
        let closes = now + CLOSES_AFTER;
        let changes = [Change::Jobs(Job::CloseAccount(user.clone()).lane(), closes)];
        let message = self.change_message(&changes);
        let closes =
            self.store.begin_closing(user, closes, now, message).await?.ok_or(ClosingError::Guest)?;
        self.wake(&changes);
        self.sessions_ended(user);
        SecurityEvent::ClosingBegun.log(Some(principal), Some(user));
        Ok(closes)
    }

    /// Keeps an account that was to be closed. Does nothing to others.
    pub async fn keep_account(&self, principal: &Principal) -> Result<(), AccessError> {
        let user = principal.require(Scope::Account)?;
        if self.store.keep_account(user, self.now()).await? {
            self.account_changed();
            SecurityEvent::AccountKept.log(Some(principal), Some(user));
        }
        Ok(())
    }

    /// Closes an account whose time has come. What it does first keeps anybody from signing in; the rest can be done again after a
    /// failure.
    pub(crate) async fn finish_closing(&self, user: &UserId) -> Result<Done, PlayError> {
        let now = self.now();
        let new = UserName::of_former_player(self.chance.bytes());
        let entry = AuditEntry {
            at: now,
            actor: user.clone(),
            actor_name: new.as_str().to_owned(),
            action: AuditAction::CloseAccount,
            subject: user.to_string(),
            subject_name: new.as_str().to_owned(),
            detail: String::new(),
            reason: String::new(),
        };
        match self.store.close_account(user, &new, &entry).await? {
            None | Some(ClosingState::Open) => return Ok(Done::Nothing),
            Some(ClosingState::Closing(at)) => return Ok(Done::Later(at)),
            Some(ClosingState::Closed) => {}
        }
        self.sessions_ended(user);
        SecurityEvent::AccountClosed.log(None, Some(user));
        self.close_bots(user).await?;
        let about_to_start = self.leave_all(user).await?;
        self.remove_stored_names(user).await?;
        _ = self.renew_archives_of(user).await?;
        if about_to_start {
            return Ok(Done::Later(now + AGAIN));
        }
        self.store.finish_closing(user).await?;
        Ok(Done::Nothing)
    }

    /// Resigns all games of the user, and leaves their tables. Whether a table is left whose game is about to start, or just has
    /// started. One game that fails doesn't keep the others.
    async fn leave_all(&self, user: &UserId) -> Result<bool, PlayError> {
        let (mut about_to_start, mut failure) = (false, None);
        for table in self.store.current_games(user).await? {
            let left = match table.status() {
                Status::Playing => self.resign_for(user, &table.id).await.map(|()| true),
                Status::Open => self.leave_for(user, &table.id).await.map_err(PlayError::from),
                Status::Finished => Ok(true),
            };
            match left {
                Ok(left) => about_to_start |= !left,
                Err(error) => failure = Some(error),
            }
        }
        failure.map_or(Ok(about_to_start), Err)
    }

    /// Closes a table that the user has opened, or leaves or declines another's. `false`: its game is about to
    /// start, or just has started.
    async fn leave_for(&self, user: &UserId, game: &GameId) -> Result<bool, StoreError> {
        for _ in 0..TRIES {
            let Some((table, _)) = self.store.table(game).await? else { return Ok(true) };
            let outcome = match leaving(&table, user, self.now()) {
                Ok(Some(outcome)) => outcome,
                // It may have started a moment ago, with the user.
                Ok(None) => return Ok(table.status() != Status::Playing),
                Err(_) => return Ok(false),
            };
            if let Executed::Stored { .. } = self.execute(Some(&table), outcome).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives the stored headers and events of the user's games the present name.
    async fn remove_stored_names(&self, user: &UserId) -> Result<(), StoreError> {
        let Some(name) = self.store.user(user).await?.map(|stored| stored.user.name) else { return Ok(()) };
        for game in self.store.games_ever_played(user).await? {
            let Some((table, _)) = self.store.table(&game).await? else { continue };
            let appearances = Appearances::of(user, &table);
            if !appearances.is_empty() {
                self.store.replace_stored_name(&game, &appearances, &name, self.now()).await?;
            }
            // They have the old name.
            self.replays.remove(&game);
            self.tables.remove(&game);
        }
        Ok(())
    }

    /// Whether there is an administrator beside this one who doesn't leave.
    async fn has_other_admin(&self, user: &UserId) -> Result<bool, StoreError> {
        for other in self.admins().filter(|other| *other != user) {
            if self.store.closing_state(other).await? == Some(ClosingState::Open) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// What takes the user from a table whose game has not started; `None` if they are not at it.
fn leaving(table: &Table, user: &UserId, now: DateTime<Utc>) -> Result<Option<Outcome>, LeaveRefusal> {
    if table.status() != Status::Open {
        return Ok(None);
    }
    if table.is_opened_by(user) {
        return table.close(user, now).map(Some);
    }
    match table.leave(user, now) {
        Ok(outcome) => Ok(Some(outcome)),
        Err(LeaveRefusal::NotIn) => Ok(table.decline(user, now)),
        Err(why) => Err(why),
    }
}
