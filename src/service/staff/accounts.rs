//! Moderating accounts.

use crate::changes::Change;
use crate::people::log_audited;
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Principal, Service};
use account::{AuditAction, AuditEntry, ModeratedUser, UserId, UserName};
use store::Renamed;
use table::Job;

/// The longest reason for an action, in characters.
pub const REASON_LONGEST: usize = 500;
/// How much of the audit log an account's page shows.
const HISTORY: u32 = 20;
/// How many names are tried until one is free.
const NAMES: u32 = 20;

/// An account, and what the principal may do to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModeratedAccount {
    pub user: ModeratedUser,
    pub may_act: bool,
    /// What was done to it, newest first.
    pub history: Vec<AuditEntry>,
}

/// What a moderator renames an account to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewName<'a> {
    Chosen(&'a str),
    /// A generated one. Records no longer show the old name.
    Neutral,
}

impl Service {
    /// The account with this name, or with this former name.
    pub async fn find_account(
        &self,
        principal: &Principal,
        name: &str,
    ) -> Result<Option<UserId>, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        let Ok(name) = UserName::parse(name) else { return Ok(None) };
        Ok(self.store.user_called(&name.folded()).await?.map(|stored| stored.user.id))
    }

    pub async fn moderated_account(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<ModeratedAccount, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        let moderated = self.moderated(user).await?;
        Ok(ModeratedAccount {
            may_act: self.may_act(principal, user) && moderated.closed.is_none(),
            user: moderated,
            history: self.store.audit_log_of(user, HISTORY).await?,
        })
    }

    /// Ends all sessions of the account and its unfinished sign-ins.
    pub async fn end_all_sessions(
        &self,
        principal: &Principal,
        user: &UserId,
        reason: &str,
    ) -> Result<(), StaffError> {
        let (entry, _) = self.action(principal, AuditAction::EndSessions, user, reason).await?;
        self.store.end_all_sessions(user, &entry).await?;
        self.sessions_ended(user);
        log_audited(principal, &entry);
        Ok(())
    }

    /// Nobody else can take the old name, and the account can still sign in with it.
    pub async fn rename_account(
        &self,
        principal: &Principal,
        user: &UserId,
        new: NewName<'_>,
        reason: &str,
    ) -> Result<(), StaffError> {
        let action = match new {
            NewName::Chosen(_) => AuditAction::Rename,
            NewName::Neutral => AuditAction::RemoveName,
        };
        let (mut entry, known) = self.action(principal, action, user, reason).await?;
        let old = UserName::parse(&known.name)?;
        if known.guest {
            return Err(StaffError::Guest);
        }
        let new = match new {
            NewName::Chosen(name) => {
                let name = UserName::choose(name)?;
                self.check_free(user, &name).await?;
                name
            }
            NewName::Neutral => self.neutral_name(user).await?,
        };
        new.as_str().clone_into(&mut entry.detail);
        match self.store.rename(user, &old, &new, action == AuditAction::RemoveName, &entry).await? {
            Renamed::Done => {}
            Renamed::Taken => return Err(StaffError::Taken),
            Renamed::Stale => return Err(StaffError::Stale),
        }
        self.account_changed();
        // The job that removes the name from files.
        self.wake(&[Change::Jobs(Job::RenewArchives(user.clone()).lane(), self.now())]);
        log_audited(principal, &entry);
        Ok(())
    }

    /// An entry for an action on the account, and the account.
    pub(crate) async fn action(
        &self,
        principal: &Principal,
        action: AuditAction,
        user: &UserId,
        reason: &str,
    ) -> Result<(AuditEntry, ModeratedUser), StaffError> {
        self.require_role(principal, Role::Moderator)?;
        let known = self.moderated(user).await?;
        let entry = self.audit(principal, Role::Moderator, action, user.as_str(), &known.name).await?;
        if !self.may_act(principal, user) {
            return Err(StaffError::Colleague);
        }
        if known.closed.is_some() {
            return Err(StaffError::Stale);
        }
        Ok((AuditEntry { reason: checked_reason(reason)?.to_owned(), ..entry }, known))
    }

    async fn moderated(&self, user: &UserId) -> Result<ModeratedUser, StaffError> {
        self.store.moderated_user(user, self.now()).await?.ok_or(StaffError::NotFound)
    }

    /// Administrators may act on moderators, and both on everybody without a role.
    pub(crate) fn may_act(&self, principal: &Principal, user: &UserId) -> bool {
        principal.user() != Some(user) && self.role(principal) > self.role_of(user)
    }

    /// Fails if anybody else has the name, or had it, or has one that looks like it.
    async fn check_free(&self, user: &UserId, name: &UserName) -> Result<(), StaffError> {
        if self.store.user_named(&name.folded()).await?.is_some_and(|other| other.user.id != *user) {
            return Err(StaffError::Taken);
        }
        if let Some(folded) = self.store.folded_lookalike(name).await?
            && self.store.user_named(&folded).await?.is_some_and(|other| other.user.id != *user)
        {
            return Err(StaffError::LooksTaken);
        }
        match self.store.former_owner(name).await? {
            Some(owner) if owner != *user => Err(StaffError::Taken),
            _ if self.store.is_retired(name).await? => Err(StaffError::Taken),
            _ => Ok(()),
        }
    }

    async fn neutral_name(&self, user: &UserId) -> Result<UserName, StaffError> {
        for _ in 0..NAMES {
            let name = UserName::neutral(self.chance.bytes());
            match self.check_free(user, &name).await {
                Err(StaffError::Taken | StaffError::LooksTaken) => {}
                checked => return checked.map(|()| name),
            }
        }
        Err(StaffError::Taken)
    }
}
