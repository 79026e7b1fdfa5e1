//! `/admin/reports`: what people have reported, and the decisions.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::account::pages::Problem;
use crate::html::account::restrictions;
use crate::html::admin::cases_page::{CasePage, CaseRow, CasesPage, EvidenceRow, TypedDecision};
use crate::html::admin::{menu, refusal, restrict};
use crate::html::response::PageResult;
use crate::html::wording::report as wording;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::staff::{StaffForm, StaffMember};
use crate::http::urls::{ReportUrl, Url};
use crate::locale::key;
use account::ReportId;
use service::{Decision, ReportCase, StaffError};
use table::{LineText, Report, ReportCursor, ReportDecision, ReportOutcome};

pub(crate) async fn list(member: StaffMember, request: HttpRequest) -> PageResult {
    let after = Fields::of_query(&request)?.chosen("after", ReportCursor::parse)?;
    let (viewer, locale) = (&member.viewer, member.viewer.locale());
    let found = viewer.web().service.cases(viewer.principal(), after.as_ref()).await?;
    let row = |report: Report| CaseRow {
        at: locale.moment(report.at, member.user.zone),
        about: wording::name(locale, &found.people, &report.subject),
        category: locale.say(wording::category(report.category)),
        words: report.words.as_ref().map(LineText::to_string).unwrap_or_default(),
        id: report.id,
    };
    let page = CasesPage {
        layout: viewer.layout(locale.say("cases-title")),
        menu: menu(&member),
        rows: found.reports.into_iter().map(row).collect(),
        first: after.is_none(),
        next: found.next,
    };
    viewer.private_page(StatusCode::OK, &page)
}

pub(crate) async fn get(member: StaffMember, id: Path<String>) -> PageResult {
    let id = ReportId::parse(&id).ok_or(PageError::NotFound)?;
    page(&member, &id, None, TypedDecision::default()).await
}

/// Decides, then shows the queue.
pub(crate) async fn decide(StaffForm(member, fields): StaffForm, id: Path<String>) -> PageResult {
    let id = ReportId::parse(&id).ok_or(PageError::NotFound)?;
    let (reason, answer) = (fields.required("reason")?, fields.required("answer")?);
    let decision = match fields.required("decision")? {
        "dismiss" => Decision::Dismiss { reason, answer },
        "restrict" => Decision::Restrict { terms: restrict::terms(&fields)?, answer },
        _ => return Err(PageError::bad_request("request-unclear")),
    };
    let service = &member.viewer.web().service;
    match service.decide_report(member.viewer.principal(), &id, decision).await {
        Ok(()) => Ok(member.viewer.go(&Url::Report(ReportUrl::Cases), Some(Flash::ReportDecided), &[])),
        Err(error) => {
            let typed = TypedDecision {
                rule: fields.optional("rule")?.unwrap_or_default().to_owned(),
                reason: reason.to_owned(),
                answer: answer.to_owned(),
            };
            page(&member, &id, Some(error), typed).await
        }
    }
}

async fn page(
    member: &StaffMember,
    id: &ReportId,
    error: Option<StaffError>,
    typed: TypedDecision,
) -> PageResult {
    let (viewer, locale, zone) = (&member.viewer, member.viewer.locale(), member.user.zone);
    let (status, error) = match error.map(refusal).transpose()? {
        Some((status, why)) => (status, Some(Problem { field: None, text: locale.format(&why) })),
        None => (StatusCode::OK, None),
    };
    let service = &viewer.web().service;
    let case = service.case(viewer.principal(), id).await?;
    let unconfirmed = !viewer.principal().is_confirmed(service.now());
    let here = Url::Report(ReportUrl::Case(id)).to_string();
    let name = wording::name(locale, &case.people, &case.report.subject);
    let person = |user: &account::UserId| (user.to_string(), wording::name(locale, &case.people, user));
    let row = |one| restrictions::row(locale, one, service.now(), zone);
    let page = CasePage {
        layout: viewer.layout(locale.text("case-title").with("id", id.as_str())),
        menu: menu(member),
        id: id.clone(),
        error,
        facts: facts(member, &case.report),
        people: [person(&case.report.reporter), person(&case.report.subject)],
        evidence: evidence(member, &case),
        decision: match &case.report.decision {
            Some(decision) => Some(decided(member, decision).await?),
            None => None,
        },
        may_restrict: case.may_restrict,
        confirm: unconfirmed.then(|| Url::ConfirmThen(&here).to_string()),
        history: case.history.into_iter().map(row).collect(),
        name,
        typed,
    };
    viewer.private_page(status, &page)
}

fn facts(StaffMember { viewer, user, .. }: &StaffMember, report: &Report) -> Vec<(&'static str, String)> {
    let locale = viewer.locale();
    let words = match &report.words {
        Some(words) => words.to_string(),
        None => locale.say("report-words-removed").to_owned(),
    };
    let mut facts = vec![
        (locale.say("report-at"), locale.moment(report.at, user.zone)),
        (locale.say("case-category"), locale.say(wording::category(report.category)).to_owned()),
        (locale.say("case-words"), words),
    ];
    facts.extend(report.line.as_ref().map(|line| (locale.say("case-game"), line.game.to_string())));
    facts
}

fn evidence(StaffMember { viewer, user, .. }: &StaffMember, case: &ReportCase) -> Vec<EvidenceRow> {
    let locale = viewer.locale();
    let n = case.report.line.as_ref().map(|line| line.n);
    let lines = case.report.evidence.iter().map(|line| EvidenceRow {
        author: wording::name(locale, &case.people, &line.author),
        at: locale.moment(line.at, user.zone),
        text: wording::line(locale, line),
        reported: Some(line.n) == n,
        withdrawn: line.withdrawn,
    });
    lines.collect()
}

async fn decided(
    StaffMember { viewer, user, .. }: &StaffMember,
    decision: &ReportDecision,
) -> Result<Vec<(&'static str, String)>, PageError> {
    let locale = viewer.locale();
    let name = viewer.web().service.name_of(viewer.principal(), &decision.by).await?;
    let outcome = match decision.outcome {
        ReportOutcome::Dismissed => key("case-outcome-dismissed"),
        ReportOutcome::Restricted => key("case-outcome-restricted"),
    };
    let name = name.unwrap_or_else(|| locale.say("report-gone").to_owned());
    let at = locale.moment(decision.at, user.zone);
    let mut facts = vec![
        (
            locale.say("report-state"),
            locale.text("case-decided").with("at", at).with("name", name).to_string(),
        ),
        (locale.say("case-outcome"), locale.say(outcome).to_owned()),
    ];
    if !decision.rule.is_empty() {
        facts.push((locale.say("restrictions-rule"), decision.rule.clone()));
    }
    facts.push((locale.say("admin-reason"), decision.reason.clone()));
    facts.push((locale.say("case-answer"), decision.answer.clone()));
    Ok(facts)
}
