//! What administrators and moderators do. For everybody else, none of it exists.

mod accounts;
mod audit_log;
mod failed_jobs;
mod numbers;
mod time_outs;

pub use accounts::{ModeratedAccount, NewName, REASON_LONGEST};
pub use audit_log::AuditPage;
pub(crate) use numbers::LastNumbers;
pub use numbers::{Estimate, Numbers};

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Denied, Principal, Scope, Service, StoreError};
use account::{AuditAction, AuditEntry, NameError, UserId, UserName};

/// What an account may do beside playing. Administrators may do everything that moderators may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Lock, rename and sign out accounts, and read the audit log.
    Moderator,
    /// See the numbers of the server, and manage failed jobs.
    Admin,
}

impl Role {
    /// A stable word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moderator => "moderator",
            Self::Admin => "admin",
        }
    }
}

/// The accounts with a role, by id: names can change.
#[derive(Clone, Debug, Default)]
pub(crate) struct Staff(BTreeMap<UserId, Role>);

#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// The principal has no role that permits this, or there is no such account or job.
    #[error("not-found")]
    NotFound,
    /// Moderators can't moderate administrators and moderators, and nobody themselves.
    #[error("staff-protected")]
    Colleague,
    /// Guests have generated names.
    #[error("guest-not-renamed")]
    Guest,
    #[error("reason-invalid")]
    Reason,
    /// The rule that was broken.
    #[error("rule-invalid")]
    Rule,
    /// The answer to a reporter, or to an objection.
    #[error("answer-invalid")]
    Answer,
    /// Restrictions last so many days.
    #[error("restriction-length")]
    RestrictionLength,
    /// Clocks can't be stopped for so long, or so short.
    #[error("stop-length")]
    Length,
    /// Somebody has played since, the game is over, or it is no time-out.
    #[error("no-time-out")]
    NoTimeOut,
    #[error(transparent)]
    Name(#[from] NameError),
    #[error("name-taken")]
    Taken,
    #[error("name-looks-taken")]
    LooksTaken,
    /// Somebody else has just done the same, or the opposite.
    #[error("changed-meanwhile")]
    Stale,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl StaffError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not-found",
            Self::Colleague => "colleague",
            Self::Guest => "guest",
            Self::Reason => "bad-reason",
            Self::Rule => "bad-rule",
            Self::Answer => "bad-answer",
            Self::RestrictionLength => "bad-restriction-length",
            Self::Length => "bad-length",
            Self::NoTimeOut => "no-time-out",
            Self::Name(_) => "bad-name",
            Self::Taken => "name-taken",
            Self::LooksTaken => "name-looks-taken",
            Self::Stale => "stale",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// The reason for an action, as it is stored.
pub(crate) fn checked_reason(reason: &str) -> Result<&str, StaffError> {
    let reason = reason.trim();
    let fits = !reason.is_empty() && reason.chars().count() <= REASON_LONGEST;
    if fits { Ok(reason) } else { Err(StaffError::Reason) }
}

impl Service {
    /// The same service with these administrators and moderators, and the names that belong to no account. A name counts for
    /// the account that has it now: nobody gets a role by taking a name later.
    pub async fn with_staff(
        self,
        admins: &[String],
        moderators: &[String],
    ) -> Result<(Self, Vec<String>), StoreError> {
        let (mut staff, mut unknown) = (BTreeMap::new(), Vec::new());
        let named = |names: &[String], role| names.iter().map(move |name| (name.clone(), role)).collect();
        let moderators: Vec<_> = named(moderators, Role::Moderator);
        let admins: Vec<_> = named(admins, Role::Admin);
        // Administrators last, so that who is named as both is one.
        for (name, role) in moderators.into_iter().chain(admins) {
            let user = match UserName::parse(&name) {
                Ok(parsed) => {
                    self.store.user_called(&parsed.folded()).await?.filter(|stored| !stored.user.guest)
                }
                Err(_) => None,
            };
            match user {
                Some(stored) => drop(staff.insert(stored.user.id, role)),
                None => unknown.push(name),
            }
        }
        Ok((Self { staff: Arc::new(Staff(staff)), ..self }, unknown))
    }

    /// The principal's role. Feed addresses and other tokens have none.
    pub fn role(&self, principal: &Principal) -> Option<Role> {
        self.role_of(principal.require(Scope::Account).ok()?)
    }

    pub(crate) fn role_of(&self, user: &UserId) -> Option<Role> {
        self.staff.0.get(user).copied()
    }

    pub(crate) fn admins(&self) -> impl Iterator<Item = &UserId> {
        self.staff.0.iter().filter(|(_, role)| **role == Role::Admin).map(|(user, _)| user)
    }

    /// The principal, if they have this role or a higher one.
    pub(crate) fn require_role(&self, principal: &Principal, least: Role) -> Result<UserId, StaffError> {
        match (self.role(principal), principal.user()) {
            (Some(role), Some(user)) if role >= least => Ok(user.clone()),
            _ => Err(StaffError::NotFound),
        }
    }

    /// An entry of the audit log for an action of the principal, who has this role and has confirmed who they are.
    pub(crate) async fn audit(
        &self,
        principal: &Principal,
        least: Role,
        action: AuditAction,
        subject: &str,
        subject_name: &str,
    ) -> Result<AuditEntry, StaffError> {
        let actor = self.require_role(principal, least)?;
        let at = self.now();
        principal.require_confirmed(Scope::Account, at)?;
        let name = self.store.user(&actor).await?.ok_or(StaffError::NotFound)?.user.name;
        Ok(AuditEntry {
            at,
            actor,
            actor_name: name,
            action,
            subject: subject.to_owned(),
            subject_name: subject_name.to_owned(),
            detail: String::new(),
            reason: String::new(),
        })
    }
}
