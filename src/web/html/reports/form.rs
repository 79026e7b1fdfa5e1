//! `/games/{id}/talk/report` and `/players/{id}/report`: the forms.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Path;

use crate::html::account::pages::Problem;
use crate::html::reports::page::{CategoryChoice, ReportPage, ReportedLine};
use crate::html::response::{PageResult, PageStatus};
use crate::html::wording::{report, talk};
use crate::http::error::PageError;
use crate::http::fields::Fields;
use crate::http::flash::Flash;
use crate::http::form::VerifiedForm;
use crate::http::game_path::GamePath;
use crate::http::session::{SignedIn, Viewer};
use crate::http::urls::{ReportUrl, Url};
use crate::locale::Message;
use account::UserId;
use service::{NewReport, ReportError, Reported};
use table::{GameId, LinePlace, LineText, ReportCategory, TalkChannel};

/// Why a form was refused: the status, the field at fault and the sentence.
type Refused = (PageStatus, &'static str, Message);

pub(crate) async fn line(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    request: HttpRequest,
) -> PageResult {
    let reported = reported_line(id, &Fields::of_query(&request)?)?;
    page(&viewer, reported, None, &Fields::default()).await
}

pub(crate) async fn send_line(
    SignedIn { viewer, .. }: SignedIn,
    GamePath(id): GamePath,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let reported = reported_line(id, &fields)?;
    send(&viewer, reported, &fields).await
}

pub(crate) async fn player(SignedIn { viewer, .. }: SignedIn, id: Path<String>) -> PageResult {
    let user = UserId::parse(&id).ok_or(PageError::NotFound)?;
    page(&viewer, Reported::Player(user), None, &Fields::default()).await
}

pub(crate) async fn send_player(
    SignedIn { viewer, .. }: SignedIn,
    id: Path<String>,
    VerifiedForm(fields): VerifiedForm,
) -> PageResult {
    let user = UserId::parse(&id).ok_or(PageError::NotFound)?;
    send(&viewer, Reported::Player(user), &fields).await
}

fn reported_line(game: GameId, fields: &Fields) -> Result<Reported, PageError> {
    let channel = fields.chosen("channel", TalkChannel::parse)?;
    let channel = channel.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    Ok(Reported::Line(LinePlace { game, channel, n: fields.needed("n")? }))
}

async fn send(viewer: &Viewer, reported: Reported, fields: &Fields) -> PageResult {
    let category = fields.chosen("category", ReportCategory::parse)?;
    let category = category.ok_or_else(|| PageError::bad_request("request-unclear"))?;
    let words = match LineText::parse(fields.required("words")?) {
        Ok(words) => words,
        Err(why) => {
            let refused = (StatusCode::UNPROCESSABLE_ENTITY.into(), "words", talk::bad_text(why));
            return page(viewer, reported, Some(refused), fields).await;
        }
    };
    let new = NewReport { reported: reported.clone(), category, words };
    match viewer.web().service.report(viewer.principal(), new).await {
        Ok(id) => Ok(viewer.go(&Url::Report(ReportUrl::Receipt(&id)), Some(Flash::Reported), &[])),
        Err(ReportError::Throttled(why)) => {
            let refused = (why.into(), "", Message::from(&why));
            page(viewer, reported, Some(refused), fields).await
        }
        Err(error) => Err(failed(error)),
    }
}

async fn page(viewer: &Viewer, reported: Reported, refused: Option<Refused>, typed: &Fields) -> PageResult {
    let locale = viewer.locale();
    let drafted = viewer.web().service.report_draft(viewer.principal(), reported.clone()).await;
    let (draft, people) = drafted.map_err(failed)?;
    let name = report::name(locale, &people, &draft.subject);
    let chosen = typed.chosen("category", ReportCategory::parse)?;
    let (status, error) = match refused {
        Some((status, field, why)) => {
            let field = Some(field).filter(|field| !field.is_empty());
            (status, Some(Problem { field, text: locale.format(&why) }))
        }
        None => (StatusCode::OK.into(), None),
    };
    let action = match &reported {
        Reported::Line(place) => ReportUrl::SendLine(&place.game),
        Reported::Player(user) => ReportUrl::Player(user),
    };
    let title = match &reported {
        Reported::Line(_) => locale.say("report-line-title").to_owned(),
        Reported::Player(_) => locale.text("report-player-title").with("name", &name).to_string(),
    };
    let line = draft.line.as_ref().map(|place| ReportedLine {
        channel: place.channel.word(),
        n: place.n,
        text: draft.evidence.first().and_then(|line| report::line(locale, line)),
        author: name,
    });
    let category = |category: ReportCategory| CategoryChoice {
        word: category.word(),
        name: locale.say(report::category(category)),
        chosen: chosen == Some(category),
    };
    viewer.private_page(
        status,
        &ReportPage {
            layout: viewer.layout(title),
            action: Url::Report(action).to_string(),
            line,
            categories: ReportCategory::ALL.map(category).into(),
            error,
            words: typed.optional("words")?.unwrap_or_default().to_owned(),
        },
    )
}

fn failed(error: ReportError) -> PageError {
    match error {
        ReportError::NoSuchLine | ReportError::NoSuchPlayer => PageError::NotFound,
        ReportError::Denied(why) => why.into(),
        ReportError::Store(failure) => failure.into(),
        refused @ (ReportError::Yourself | ReportError::Throttled(_)) => {
            PageError::Forbidden(Message::from(&refused))
        }
    }
}
