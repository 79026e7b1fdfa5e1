//! `/admin/jobs`: jobs that were given up.

use actix_web::http::StatusCode;

use crate::html::admin::pages::{FailedRow, JobsPage};
use crate::html::admin::{menu, refusal};
use crate::html::response::PageResult;
use crate::http::flash::Flash;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::Url;
use service::StaffError;

pub(crate) async fn get(member: StaffMember) -> PageResult {
    page(&member, None).await
}

pub(crate) async fn retry(StaffForm(member, fields): StaffForm) -> PageResult {
    let done = member.web().service.retry_job(member.principal(), fields.required("key")?).await;
    after(&member, done, Flash::JobRetried).await
}

pub(crate) async fn drop(StaffForm(member, fields): StaffForm) -> PageResult {
    let done = member.web().service.drop_job(member.principal(), fields.required("key")?).await;
    after(&member, done, Flash::JobDropped).await
}

async fn after(member: &StaffMember, done: Result<(), StaffError>, flash: Flash) -> PageResult {
    match done {
        Ok(()) => Ok(member.go(&Url::AdminJobs, Some(flash), &[])),
        Err(error) => page(member, Some(error)).await,
    }
}

async fn page(member: &StaffMember, error: Option<StaffError>) -> PageResult {
    let (status, error) = match error.map(refusal).transpose()? {
        Some((status, why)) => (status, Some(member.locale().format(&why))),
        None => (StatusCode::OK, None),
    };
    let failed = member.web().service.failed_jobs_for(member.principal()).await?;
    let jobs = failed.into_iter().map(|job| FailedRow {
        key: job.key,
        kind: job.kind,
        attempts: job.attempts,
        at: member.locale().moment(job.at, member.user.zone),
        error: job.error,
    });
    let page = JobsPage {
        layout: member.layout(member.locale().say("admin-jobs")),
        menu: menu(member),
        error,
        jobs: jobs.collect(),
    };
    member.private_page(status, &page)
}
