//! Jobs that were given up, on the page for administrators. The host's commands use [`Service::failed_jobs`].

use crate::changes::Change;
use crate::people::log_audited;
use crate::staff::{Role, StaffError};
use crate::{Principal, Service};
use account::{AuditAction, AuditEntry};
use table::{FailedJob, Lane};

impl Service {
    /// Most recent first.
    pub async fn failed_jobs_for(&self, principal: &Principal) -> Result<Vec<FailedJob>, StaffError> {
        self.require_role(principal, Role::Admin)?;
        Ok(self.failed_jobs().await?)
    }

    /// Runs a failed job again.
    pub async fn retry_job(&self, principal: &Principal, key: &str) -> Result<(), StaffError> {
        let entry = self.job_action(principal, AuditAction::RetryJob, key).await?;
        let changes = Lane::ALL.map(|lane| Change::Jobs(lane, entry.at));
        if !self.store.retry_failed_job(key, &entry, self.change_message(&changes)).await? {
            return Err(StaffError::Stale);
        }
        self.wake(&changes);
        log_audited(principal, &entry);
        Ok(())
    }

    /// Deletes a failed job. What it should have done stays undone.
    pub async fn drop_job(&self, principal: &Principal, key: &str) -> Result<(), StaffError> {
        let entry = self.job_action(principal, AuditAction::DropJob, key).await?;
        if !self.store.drop_failed_job(key, &entry).await? {
            return Err(StaffError::Stale);
        }
        log_audited(principal, &entry);
        Ok(())
    }

    async fn job_action(
        &self,
        principal: &Principal,
        action: AuditAction,
        key: &str,
    ) -> Result<AuditEntry, StaffError> {
        let entry = self.audit(principal, Role::Admin, action, key, "").await?;
        let failed = self.failed_jobs().await?.into_iter().find(|job| job.key == key);
        let error = failed.ok_or(StaffError::Stale)?.error;
        Ok(AuditEntry { detail: error, ..entry })
    }
}
