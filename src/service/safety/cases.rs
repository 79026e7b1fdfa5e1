//! Reports, as moderators decide them. Nobody sees a case of somebody whom they know.

use std::collections::BTreeSet;

use crate::people::log_audited;
use crate::staff::{Role, StaffError, checked_reason};
use crate::{Principal, RestrictionTerms, Service, StoreError};
use account::{AuditAction, AuditEntry, ReportId, Restriction, UserId};
use table::{Person, Report, ReportCursor, ReportDecision, ReportOutcome, Status};

/// Reports that are looked at for a page.
const PAGE: u32 = 25;
/// How many restrictions of the reported person a case shows.
const HISTORY: u32 = 20;

/// Reports without a decision, the first ones first.
#[derive(Clone, Debug)]
pub struct CasePage {
    pub reports: Vec<Report>,
    /// Those in them who are still there.
    pub people: Vec<Person>,
    /// Where the next page begins, if there is one.
    pub next: Option<ReportCursor>,
}

/// A report with what a decision needs.
#[derive(Clone, Debug)]
pub struct ReportCase {
    pub report: Report,
    pub people: Vec<Person>,
    /// What was decided about the reported person before, the last first.
    pub history: Vec<Restriction>,
    /// Whether the principal may restrict the person: not colleagues, closed accounts, and guests who are gone.
    pub may_restrict: bool,
}

/// What a moderator decides about a report.
#[derive(Clone, Copy, Debug)]
pub enum Decision<'a> {
    Dismiss { reason: &'a str, answer: &'a str },
    Restrict { terms: RestrictionTerms<'a>, answer: &'a str },
}

impl Service {
    /// Those after a place, or the first ones. A page can be short, or empty, if the principal knows somebody.
    pub async fn cases(
        &self,
        principal: &Principal,
        after: Option<&ReportCursor>,
    ) -> Result<CasePage, StaffError> {
        let user = self.require_role(principal, Role::Moderator)?;
        let mut reports = self.store.open_reports(after, PAGE + 1).await?;
        let more = reports.len() > PAGE as usize;
        reports.truncate(PAGE as usize);
        let next = reports.last().filter(|_| more).map(ReportCursor::of);
        let known = self.known_to(&user, &reports).await?;
        reports.retain(|report| self.is_impartial(principal, &known, report));
        let people = self.people_of(reports.iter()).await?;
        Ok(CasePage { reports, people, next })
    }

    /// Decided ones, too.
    pub async fn case(&self, principal: &Principal, id: &ReportId) -> Result<ReportCase, StaffError> {
        let report = self.impartial_report(principal, id).await?;
        let people = self.people_of(std::iter::once(&report)).await?;
        let subject = self.store.moderated_user(&report.subject, self.now()).await?;
        Ok(ReportCase {
            history: self.store.restrictions_of(&report.subject, HISTORY).await?,
            may_restrict: subject.is_some_and(|subject| subject.closed.is_none())
                && self.may_act(principal, &report.subject),
            report,
            people,
        })
    }

    /// Decides a report, once, and stores the restriction that follows with it.
    pub async fn decide_report(
        &self,
        principal: &Principal,
        id: &ReportId,
        decision: Decision<'_>,
    ) -> Result<(), StaffError> {
        let report = self.impartial_report(principal, id).await?;
        let (outcome, answer) = match decision {
            Decision::Dismiss { answer, .. } => (ReportOutcome::Dismissed, answer),
            Decision::Restrict { answer, .. } => (ReportOutcome::Restricted, answer),
        };
        let (entry, restriction) = match decision {
            // About the report: that somebody was reported is nobody else's business.
            Decision::Dismiss { reason, .. } => {
                let action = AuditAction::DismissReport;
                let entry = self.audit(principal, Role::Moderator, action, id.as_str(), "").await?;
                let reason = checked_reason(reason)?.to_owned();
                (AuditEntry { detail: report.category.word().to_owned(), reason, ..entry }, None)
            }
            Decision::Restrict { terms, .. } => {
                let (entry, restriction) = self.restriction(principal, &report.subject, terms).await?;
                (entry, Some(Restriction { report: Some(id.clone()), ..restriction }))
            }
        };
        let decision = ReportDecision {
            at: entry.at,
            by: entry.actor.clone(),
            outcome,
            rule: restriction.as_ref().map(|restriction| restriction.rule.clone()).unwrap_or_default(),
            reason: entry.reason.clone(),
            answer: checked_reason(answer).map_err(|_| StaffError::Answer)?.to_owned(),
        };
        if !self.store.decide_report(id, &decision, restriction.as_ref(), &entry).await? {
            return Err(StaffError::Stale);
        }
        if let Some(restriction) = &restriction {
            self.restrictions_changed(&restriction.user);
        }
        log_audited(principal, &entry);
        Ok(())
    }

    /// The name of another moderator, for moderators.
    pub async fn name_of(&self, principal: &Principal, user: &UserId) -> Result<Option<String>, StaffError> {
        self.require_role(principal, Role::Moderator)?;
        Ok(self.store.user(user).await?.map(|found| found.user.name))
    }

    /// The report, if the principal may decide it.
    async fn impartial_report(&self, principal: &Principal, id: &ReportId) -> Result<Report, StaffError> {
        let user = self.require_role(principal, Role::Moderator)?;
        let report = self.store.report(id).await?.ok_or(StaffError::NotFound)?;
        let known = self.known_to(&user, std::slice::from_ref(&report)).await?;
        if self.is_impartial(principal, &known, &report) { Ok(report) } else { Err(StaffError::NotFound) }
    }

    /// Whether the principal knows neither side of a report, nor is one. Moderators don't decide about colleagues.
    fn is_impartial(&self, principal: &Principal, known: &BTreeSet<UserId>, report: &Report) -> bool {
        let is_known = [&report.reporter, &report.subject].into_iter().any(|side| known.contains(side));
        let role = self.role(principal);
        !is_known && (role == Some(Role::Admin) || role > self.role_of(&report.subject))
    }

    /// Those in the reports who are the user, who play with the user now, and from whom a block keeps the user away.
    async fn known_to(&self, user: &UserId, reports: &[Report]) -> Result<BTreeSet<UserId>, StoreError> {
        let sides: Vec<&UserId> =
            reports.iter().flat_map(|report| [&report.reporter, &report.subject]).collect();
        if sides.is_empty() {
            return Ok(BTreeSet::new());
        }
        let mut known = BTreeSet::from([user.clone()]);
        known.extend(self.store.blocked_among(user, &sides).await?);
        for table in self.store.current_games(user).await? {
            if table.status() == Status::Playing && table.seat_of(user).is_some() {
                known.extend(sides.iter().filter(|side| table.seat_of(side).is_some()).copied().cloned());
            }
        }
        Ok(known)
    }
}
