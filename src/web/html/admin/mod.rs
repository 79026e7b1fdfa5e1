//! `/admin`: numbers of the server, failed jobs, moderation and the audit log, for administrators and moderators.

pub(crate) mod account;
pub(crate) mod cases;
pub mod cases_page;
pub(crate) mod home;
pub(crate) mod jobs;
pub(crate) mod log;
pub(crate) mod objections;
pub mod objections_page;
pub mod pages;
pub(crate) mod restrict;
pub(crate) mod slow;
pub(crate) mod time_outs;

use actix_web::http::StatusCode;

use crate::html::admin::pages::{AuditRow, Menu};
use crate::http::error::PageError;
use crate::http::staff::StaffMember;
use crate::locale::{Message, key};
use ::account::AuditAction::{
    CloseAccount, DismissReport, DropJob, EndSessions, ExcludeGame, IncludeGame, LiftRestriction, Lock,
    Object, ReleaseTimeOuts, RemoveName, Rename, Restrict, RetryJob, StopClocks, TakeBackTimeOut, Unlock,
    UpholdRestriction,
};
use ::account::AuditEntry;
use service::{Role, StaffError};

/// The links between these pages.
fn menu(member: &StaffMember) -> Menu {
    Menu { is_admin: member.role >= Role::Admin }
}

/// A refusal to show on the page with the form, with the status of the response.
pub(crate) fn refusal(error: StaffError) -> Result<(StatusCode, Message), PageError> {
    match error {
        StaffError::NotFound => Err(PageError::NotFound),
        StaffError::Denied(why) => Err(why.into()),
        StaffError::Store(failure) => Err(failure.into()),
        StaffError::Colleague => Ok((StatusCode::FORBIDDEN, (&error).into())),
        StaffError::Stale => Ok((StatusCode::CONFLICT, (&error).into())),
        refused => Ok((StatusCode::UNPROCESSABLE_ENTITY, (&refused).into())),
    }
}

impl From<StaffError> for PageError {
    fn from(error: StaffError) -> Self {
        match refusal(error) {
            Ok((StatusCode::CONFLICT, why)) => Self::Conflict(why),
            Ok((_, why)) => Self::Forbidden(why),
            Err(error) => error,
        }
    }
}

fn row(StaffMember { viewer, user, .. }: &StaffMember, entry: AuditEntry) -> AuditRow {
    let action = match entry.action {
        Lock => key("admin-did-lock"),
        Unlock => key("admin-did-unlock"),
        Rename => key("admin-did-rename"),
        RemoveName => key("admin-did-remove-name"),
        EndSessions => key("admin-did-end-sessions"),
        RetryJob => key("admin-did-retry"),
        DropJob => key("admin-did-drop"),
        ReleaseTimeOuts => key("admin-did-release"),
        StopClocks => key("admin-did-stop-clocks"),
        TakeBackTimeOut => key("admin-did-take-back-time-out"),
        ExcludeGame => key("admin-did-exclude-game"),
        IncludeGame => key("admin-did-include-game"),
        CloseAccount => key("admin-did-close-account"),
        DismissReport => key("admin-did-dismiss-report"),
        Restrict => key("admin-did-restrict"),
        LiftRestriction => key("admin-did-lift-restriction"),
        Object => key("admin-did-object"),
        UpholdRestriction => key("admin-did-uphold-restriction"),
    };
    let is_account = !matches!(
        entry.action,
        RetryJob | DropJob | TakeBackTimeOut | ExcludeGame | IncludeGame | DismissReport
    );
    AuditRow {
        at: viewer.locale().moment(entry.at, user.zone),
        actor: entry.actor_name,
        action: viewer.locale().say(action),
        account: (is_account && !entry.subject.is_empty()).then(|| entry.subject.clone()),
        subject: if is_account { entry.subject_name } else { entry.subject },
        detail: entry.detail,
        reason: entry.reason,
    }
}
