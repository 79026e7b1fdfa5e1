//! What moderators decide about a person, with a report or without.

use crate::changes::Change;
use crate::jobs::Done;
use crate::people::log_audited;
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Principal, Service, StoreError};
use account::{
    AuditAction, AuditEntry, RESTRICTION_DAYS, Restriction, RestrictionId, RestrictionKind, UserId,
};

/// How many restrictions the page of an account shows.
const HISTORY: u32 = 50;

/// A warning, or what somebody is kept from.
#[derive(Clone, Copy, Debug)]
pub struct RestrictionTerms<'a> {
    pub kind: RestrictionKind,
    /// One of [`RESTRICTION_DAYS`]; without meaning for warnings.
    pub days: u16,
    /// Which rule was broken.
    pub rule: &'a str,
    pub reason: &'a str,
}

impl Service {
    /// What was decided about an account, the last first.
    pub async fn restrictions_of(
        &self,
        principal: &Principal,
        user: &UserId,
    ) -> Result<Vec<Restriction>, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        Ok(self.store.restrictions_of(user, HISTORY).await?)
    }

    /// Warns a user, keeps them from talk or new tables, or locks the account. Their pages say so, and they can object.
    pub async fn restrict(
        &self,
        principal: &Principal,
        user: &UserId,
        terms: RestrictionTerms<'_>,
    ) -> Result<(), StaffError> {
        let (entry, restriction) = self.restriction(principal, user, terms).await?;
        self.store.restrict(&restriction, &entry).await?;
        self.restrictions_changed(user);
        log_audited(principal, &entry);
        Ok(())
    }

    /// A new restriction with its entry for the audit log.
    pub(super) async fn restriction(
        &self,
        principal: &Principal,
        user: &UserId,
        terms: RestrictionTerms<'_>,
    ) -> Result<(AuditEntry, Restriction), StaffError> {
        let (entry, _) = self.action(principal, AuditAction::Restrict, user, terms.reason).await?;
        if terms.kind != RestrictionKind::Warning && !RESTRICTION_DAYS.contains(&terms.days) {
            return Err(StaffError::RestrictionLength);
        }
        let ends = terms.kind.end(entry.at, terms.days);
        let restriction = Restriction {
            id: RestrictionId::new(self.chance.bytes()),
            user: user.clone(),
            kind: terms.kind,
            rule: checked_reason(terms.rule).map_err(|_| StaffError::Rule)?.to_owned(),
            reason: entry.reason.clone(),
            report: None,
            decided_by: entry.actor.clone(),
            since: entry.at,
            ends,
            until: ends,
            lifted: None,
            objection: None,
        };
        Ok((AuditEntry { detail: restriction.summary(), ..entry }, restriction))
    }

    /// Ends a restriction early.
    pub async fn lift_restriction(
        &self,
        principal: &Principal,
        id: &RestrictionId,
        reason: &str,
    ) -> Result<UserId, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        let restriction = self.store.restriction(id).await?.ok_or(StaffError::NotFound)?;
        let (entry, _) =
            self.action(principal, AuditAction::LiftRestriction, &restriction.user, reason).await?;
        let entry = AuditEntry { detail: restriction.summary(), ..entry };
        if !self.store.lift(&restriction, &entry.reason, false, &entry).await? {
            return Err(StaffError::Stale);
        }
        self.restrictions_changed(&restriction.user);
        log_audited(principal, &entry);
        Ok(restriction.user)
    }

    /// Lets a locked account be used again unless another restriction locks it.
    pub(crate) async fn end_lock(&self, user: &UserId) -> Result<Done, StoreError> {
        if let Some(until) = self.store.end_lock(user, self.now()).await? {
            return Ok(Done::Later(until));
        }
        self.restrictions_changed(user);
        Ok(Done::Nothing)
    }

    /// Refreshes what the user's pages say about restrictions, and lets open pages look whether they still may.
    pub(super) fn restrictions_changed(&self, user: &UserId) {
        self.account_changed();
        self.wake(&[Change::User(user.clone())]);
    }
}
