//! What users know and can say about their own restrictions, and what these keep them from.

use crate::people::log_audited;
use crate::{AccessError, Denied, Principal, Scope, Service, StoreError};
use account::{AuditAction, AuditEntry, Restriction, RestrictionId, RestrictionKind, UserId};
use table::LineText;

/// How many restrictions are listed.
const MOST: u32 = 200;

#[derive(Debug, thiserror::Error)]
pub enum RestrictionError {
    /// The user has no such restriction.
    #[error("no-such-restriction")]
    NoSuchRestriction,
    /// The user has objected before, or the restriction was lifted.
    #[error("not-objectionable")]
    NotObjectionable,
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Service {
    /// What was decided about the principal, the last first.
    pub async fn restrictions(&self, principal: &Principal) -> Result<Vec<Restriction>, AccessError> {
        Ok(self.store.restrictions_of(principal.require_even_locked(Scope::Read)?, MOST).await?)
    }

    /// Notes that the principal has read a warning. Doing it twice succeeds.
    pub async fn acknowledge_warning(
        &self,
        principal: &Principal,
        id: &RestrictionId,
    ) -> Result<(), RestrictionError> {
        let user = principal.require_even_locked(Scope::Account)?;
        let restriction = self.own_restriction(user, id).await?;
        if restriction.kind != RestrictionKind::Warning {
            return Err(RestrictionError::NoSuchRestriction);
        }
        if self.store.acknowledge_warning(id, user, self.now()).await? {
            self.restrictions_changed(user);
        }
        Ok(())
    }

    /// Objects to a restriction, once.
    pub async fn object(
        &self,
        principal: &Principal,
        id: &RestrictionId,
        text: &LineText,
    ) -> Result<(), RestrictionError> {
        let user = principal.require_even_locked(Scope::Account)?;
        let restriction = self.own_restriction(user, id).await?;
        let name = self.store.user(user).await?.ok_or(Denied::SignedOut)?.user.name;
        let entry = AuditEntry {
            at: self.now(),
            actor: user.clone(),
            actor_name: name.clone(),
            action: AuditAction::Object,
            subject: user.to_string(),
            subject_name: name,
            detail: restriction.summary(),
            reason: text.to_string(),
        };
        if !self.store.object(id, text.as_str(), &entry).await? {
            return Err(RestrictionError::NotObjectionable);
        }
        log_audited(principal, &entry);
        Ok(())
    }

    async fn own_restriction(
        &self,
        user: &UserId,
        id: &RestrictionId,
    ) -> Result<Restriction, RestrictionError> {
        let found = self.store.restriction(id).await?.filter(|restriction| restriction.user == *user);
        found.ok_or(RestrictionError::NoSuchRestriction)
    }

    /// Refuses what a restriction of this kind keeps the user from. The inner result is the refusal, the outer one the failure.
    pub(crate) async fn check_restriction(
        &self,
        user: &UserId,
        kind: RestrictionKind,
    ) -> Result<Result<(), Denied>, StoreError> {
        let until = self.store.restricted_until(user, kind, self.now()).await?;
        Ok(until.map_or(Ok(()), |until| Err(Denied::Restricted { kind, until })))
    }
}
