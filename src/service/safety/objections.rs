//! Objections to restrictions, as administrators answer them.

use chrono::{DateTime, Utc};

use crate::people::log_audited;
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Principal, Service};
use account::{AuditAction, AuditEntry, Restriction, RestrictionId, UserId};
use table::Person;

/// Objections that are looked at for a page.
const PAGE: u32 = 25;

/// Objections without an answer, the first ones first.
#[derive(Clone, Debug)]
pub struct ObjectionPage {
    pub cases: Vec<ObjectionCase>,
    /// The time of the objection and the restriction where the next page begins, if there is one.
    pub next: Option<(DateTime<Utc>, RestrictionId)>,
}

#[derive(Clone, Debug)]
pub struct ObjectionCase {
    pub restriction: Restriction,
    /// Who objects.
    pub person: Option<Person>,
    pub decided_by: Option<Person>,
}

impl Service {
    /// Those after a place, or the first ones, without those about decisions of the principal.
    pub async fn objections(
        &self,
        principal: &Principal,
        after: Option<(DateTime<Utc>, RestrictionId)>,
    ) -> Result<ObjectionPage, StaffError> {
        let user = self.require_role(principal, Role::Admin)?;
        let from = after.as_ref().map(|(at, id)| (*at, id));
        let mut found = self.store.open_objections(from, PAGE + 1).await?;
        let more = found.len() > PAGE as usize;
        found.truncate(PAGE as usize);
        let next = found.last().filter(|_| more).and_then(|last| {
            let objection = last.objection.as_ref()?;
            Some((objection.at, last.id.clone()))
        });
        found.retain(|restriction| self.may_answer(&user, restriction));
        let mut users: Vec<&UserId> =
            found.iter().flat_map(|restriction| [&restriction.user, &restriction.decided_by]).collect();
        users.sort();
        users.dedup();
        let people = self.store.people(&users).await?;
        let person = |id: &UserId| people.iter().find(|person| person.id == *id).cloned();
        let case = |restriction: Restriction| ObjectionCase {
            person: person(&restriction.user),
            decided_by: person(&restriction.decided_by),
            restriction,
        };
        Ok(ObjectionPage { cases: found.into_iter().map(case).collect(), next })
    }

    /// Upholds a restriction, or lifts it, and answers the objection.
    pub async fn answer_objection(
        &self,
        principal: &Principal,
        id: &RestrictionId,
        upheld: bool,
        answer: &str,
    ) -> Result<(), StaffError> {
        let user = self.require_role(principal, Role::Admin)?;
        let restriction = self.store.restriction(id).await?.ok_or(StaffError::NotFound)?;
        if !self.may_answer(&user, &restriction) {
            return Err(StaffError::NotFound);
        }
        let action = if upheld { AuditAction::UpholdRestriction } else { AuditAction::LiftRestriction };
        let people = self.store.people(&[&restriction.user]).await?;
        let name = people.first().map_or("", |person| person.name.as_str());
        let entry = self.audit(principal, Role::Admin, action, restriction.user.as_str(), name).await?;
        let reason = checked_reason(answer).map_err(|_| StaffError::Answer)?.to_owned();
        let entry = AuditEntry { detail: restriction.summary(), reason, ..entry };
        let done = if upheld {
            self.store.uphold(id, &entry.reason, &entry).await?
        } else {
            self.store.lift(&restriction, &entry.reason, true, &entry).await?
        };
        if !done {
            return Err(StaffError::Stale);
        }
        self.restrictions_changed(&restriction.user);
        log_audited(principal, &entry);
        Ok(())
    }

    /// Nobody answers an objection to their own decision, unless nobody else could.
    fn may_answer(&self, admin: &UserId, restriction: &Restriction) -> bool {
        restriction.user != *admin && (restriction.decided_by != *admin || self.admins().count() == 1)
    }
}
