//! Reading the audit log.

use chrono::{DateTime, TimeDelta, Utc};

use crate::staff::{Role, StaffError};
use crate::{Principal, Service};
use account::AuditEntry;

/// Entries on a page.
const PAGE: u32 = 50;

/// A page of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditPage {
    /// Newest first.
    pub entries: Vec<AuditEntry>,
    /// Where the next page begins, if there is one.
    pub next: Option<DateTime<Utc>>,
}

impl Service {
    /// The entries before that time, or the newest.
    pub async fn audit_log(
        &self,
        principal: &Principal,
        before: Option<DateTime<Utc>>,
    ) -> Result<AuditPage, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        // Entries of one millisecond get later times, and other servers' clocks may be ahead.
        let before = before.unwrap_or_else(|| self.now() + TimeDelta::days(1));
        let mut entries = self.store.audit_log(before, PAGE + 1).await?;
        let more = entries.len() > PAGE as usize;
        entries.truncate(PAGE as usize);
        let next = entries.last().filter(|_| more).map(|last| last.at);
        Ok(AuditPage { entries, next })
    }
}
