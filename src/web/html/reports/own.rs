//! `/account/reports`: what the viewer has reported.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::reports::page::{OwnReportsPage, ReceiptPage, ReportRow};
use crate::html::response::PageResult;
use crate::html::wording::report as wording;
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::session::SignedIn;
use crate::locale::key;
use account::ReportId;
use table::{LineText, Person, Report, ReportCursor, ReportOutcome};

pub(crate) async fn list(person: SignedIn, request: HttpRequest) -> PageResult {
    let before = Fields::of_query(&request)?.chosen("before", ReportCursor::parse)?;
    let viewer = &person.viewer;
    let (found, people) = viewer.web().service.own_reports(viewer.principal(), before.as_ref()).await?;
    let page = OwnReportsPage {
        layout: viewer.layout(viewer.locale().say("reports-title")),
        reports: found.reports.into_iter().map(|report| row(&person, report, &people)).collect(),
        next: found.next,
    };
    viewer.private_page(StatusCode::OK, &page)
}

pub(crate) async fn receipt(person: SignedIn, id: Path<String>) -> PageResult {
    let id = ReportId::parse(&id).ok_or(PageError::NotFound)?;
    let viewer = &person.viewer;
    let found = viewer.web().service.own_report(viewer.principal(), &id).await?;
    let (report, people) = found.ok_or(PageError::NotFound)?;
    let title = viewer.locale().text("report-receipt-title").with("id", id.as_str());
    let layout = viewer.layout(title);
    viewer.private_page(StatusCode::OK, &ReceiptPage { layout, report: row(&person, report, &people) })
}

fn row(SignedIn { viewer, user }: &SignedIn, report: Report, people: &[Person]) -> ReportRow {
    let (locale, zone) = (viewer.locale(), user.zone);
    let state = match &report.decision {
        None => locale.say("report-open").to_owned(),
        Some(decision) => {
            let message = match decision.outcome {
                ReportOutcome::Dismissed => key("report-dismissed"),
                ReportOutcome::Restricted => key("report-restricted"),
            };
            locale.text(message).with("at", locale.moment(decision.at, zone)).to_string()
        }
    };
    ReportRow {
        at: locale.moment(report.at, zone),
        about: wording::name(locale, people, &report.subject),
        category: locale.say(wording::category(report.category)),
        line: report.line,
        words: report.words.as_ref().map(LineText::to_string),
        state,
        decided: report.decision.is_some(),
        answer: report.decision.map(|decision| decision.answer),
        id: report.id,
    }
}
