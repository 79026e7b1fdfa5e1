//! `/admin/jobs`: jobs that were given up.

use actix_web::http::StatusCode;

use crate::html::admin::pages::{FailedRow, JobsPage};
use crate::html::admin::{menu, refusal};
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::{AdminUrl, Url};
use service::StaffError;

pub(crate) async fn get(member: StaffMember) -> PageResult {
    page(&member, None).await
}

pub(crate) async fn retry(StaffForm(member, fields): StaffForm) -> PageResult {
    let done =
        member.viewer.web().service.retry_job(member.viewer.principal(), fields.required("key")?).await;
    after(&member, done, Flash::JobRetried).await
}

pub(crate) async fn drop(StaffForm(member, fields): StaffForm) -> PageResult {
    let done = member.viewer.web().service.drop_job(member.viewer.principal(), fields.required("key")?).await;
    after(&member, done, Flash::JobDropped).await
}

async fn after(member: &StaffMember, done: Result<(), StaffError>, flash: Flash) -> PageResult {
    match done {
        Ok(()) => Ok(member.viewer.go(&Url::Admin(AdminUrl::Jobs), Some(flash), &[])),
        Err(error) => page(member, Some(error)).await,
    }
}

async fn page(member: &StaffMember, error: Option<StaffError>) -> PageResult {
    let (status, error) = match error.map(refusal).transpose()? {
        Some((status, why)) => (status, Some(member.viewer.locale().format(&why))),
        None => (StatusCode::OK, None),
    };
    let failed = member.viewer.web().service.failed_jobs_for(member.viewer.principal()).await?;
    let jobs = failed.into_iter().map(|job| FailedRow {
        key: job.key,
        kind: job.kind,
        attempts: job.attempts,
        at: member.viewer.locale().moment(job.at, member.user.zone),
        error: job.error,
    });
    let page = JobsPage {
        layout: member.viewer.layout(member.viewer.locale().say("admin-jobs")),
        menu: menu(member),
        error,
        jobs: jobs.collect(),
    };
    member.viewer.private_page(status, &page)
}
