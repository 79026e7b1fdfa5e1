//! What the user has reported, and what was decided about the user.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::body::Body;
use crate::api::caller::Member;
use crate::api::document::{Problems, Refusals};
use crate::api::problem::ApiError;
use crate::api::refusals::throttled;
use crate::api::response::{ApiResult, created, json, part, query};
use crate::html::wording::talk;
use crate::locale::Message;
use account::{Objection, ObjectionAnswer, Restriction, RestrictionState, UserId};
use service::{NewReport, ReportError, Reported};
use table::{GameId, LinePlace, LineText, Report, ReportCategory, ReportCursor, TalkChannel};

/// The line that a report is about.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportedLine)]
pub(super) struct LineJson {
    #[schema(value_type = String)]
    game: GameId,
    /// `seats` or `spectators`.
    channel: String,
    n: u32,
}

/// Something that you have reported.
#[derive(Serialize, ToSchema)]
#[schema(as = Report)]
pub(super) struct ReportJson {
    id: String,
    at: DateTime<Utc>,
    /// The id of the person it is about.
    user: String,
    line: Option<LineJson>,
    /// `insult`, `spam`, `cheating`, `name` or `other`.
    category: &'static str,
    /// What you wrote. Missing from six months after the decision.
    words: Option<String>,
    /// `open`, `dismissed` or `restricted`.
    state: &'static str,
    decided: Option<DateTime<Utc>>,
    /// What the moderators have answered.
    answer: Option<String>,
}

impl ReportJson {
    fn of(report: Report) -> Self {
        let line = report.line.map(|LinePlace { game, channel, n }| LineJson {
            game,
            channel: channel.word().to_owned(),
            n,
        });
        Self {
            id: report.id.to_string(),
            at: report.at,
            user: report.subject.to_string(),
            line,
            category: report.category.word(),
            words: report.words.map(|words| words.to_string()),
            state: report.decision.as_ref().map_or("open", |decision| decision.outcome.word()),
            decided: report.decision.as_ref().map(|decision| decision.at),
            answer: report.decision.map(|decision| decision.answer),
        }
    }
}

/// A part of what you have reported, the last first.
#[derive(Serialize, ToSchema)]
#[schema(as = Reports)]
pub(super) struct ReportsJson {
    reports: Vec<ReportJson>,
}

/// What you have reported
///
/// The last 50, or those before a place that `Link` names.
#[utoipa::path(get, operation_id = "reports", path = "/api/v1/reports", tag = "account", security(("token" = ["read"])),
    params(("before" = Option<String>, Query, description = "Where a part begins: from the header `Link`")),
    responses((status = 200, body = ReportsJson), Problems))]
pub(crate) async fn list(Member(caller): Member, request: HttpRequest) -> ApiResult {
    let before = query(&request)?.chosen("before", ReportCursor::parse)?;
    let (found, _) = caller.service().own_reports(&caller.principal, before.as_ref()).await?;
    let next = found.next.map(|next| format!("/api/v1/reports?before={next}"));
    part(&ReportsJson { reports: found.reports.into_iter().map(ReportJson::of).collect() }, next)
}

/// What to report: a line or a user.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReportBody {
    line: Option<LineJson>,
    /// The id of a player.
    user: Option<String>,
    /// `insult`, `spam`, `cheating`, `name` or `other`.
    category: String,
    /// What happened, in 1 to 500 characters.
    words: String,
}

/// The id of a report.
#[derive(Serialize, ToSchema)]
pub(super) struct ReportNumber {
    id: String,
}

/// Report a line or a player to the moderators
#[utoipa::path(post, operation_id = "report", path = "/api/v1/reports", tag = "account", security(("token" = ["talk"])),
    request_body = ReportBody, responses((status = 201, body = ReportNumber, description = "Reported"), Refusals))]
pub(crate) async fn report(Member(caller): Member, Body(body): Body<ReportBody>) -> ApiResult {
    let reported = match (body.line, body.user) {
        (Some(LineJson { game, channel, n }), None) => {
            let channel = TalkChannel::parse(&channel).ok_or(ReportError::NoSuchLine)?;
            Reported::Line(LinePlace { game, channel, n })
        }
        (None, Some(user)) => Reported::Player(UserId::parse(&user).ok_or(ReportError::NoSuchPlayer)?),
        _ => {
            let why = Message::new("api-line-or-user");
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-report", why));
        }
    };
    let category = ReportCategory::parse(&body.category).ok_or_else(|| {
        let why = Message::new("api-report-category");
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-report", why).at("category")
    })?;
    let words = LineText::parse(&body.words).map_err(|why| {
        ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "bad-line", talk::bad_text(why)).at("words")
    })?;
    let id = caller.service().report(&caller.principal, NewReport { reported, category, words }).await?;
    created(&ReportNumber { id: id.to_string() })
}

impl From<ReportError> for ApiError {
    fn from(error: ReportError) -> Self {
        let code = error.code();
        match error {
            ReportError::NoSuchPlayer => Self::no_player(),
            ReportError::NoSuchLine => Self::new(StatusCode::NOT_FOUND, code, &error),
            ReportError::Yourself => Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, &error),
            ReportError::Throttled(why) => throttled(why),
            ReportError::Denied(why) => why.into(),
            ReportError::Store(failure) => failure.into(),
        }
    }
}

/// What a moderator has decided about you.
#[derive(Serialize, ToSchema)]
#[schema(as = Restriction)]
pub(super) struct RestrictionJson {
    id: String,
    /// `warning`, `talk` (no lines at tables) or `tables` (no new tables).
    kind: &'static str,
    /// Which rule was broken.
    rule: String,
    reason: String,
    since: DateTime<Utc>,
    /// Until when; missing for warnings.
    ends: Option<DateTime<Utc>>,
    /// `in-force`, `over` or `lifted`. A warning is in force until you have acknowledged it.
    state: &'static str,
    objection: Option<ObjectionJson>,
}

/// What you have said against it.
#[derive(Serialize, ToSchema)]
#[schema(as = Objection)]
pub(super) struct ObjectionJson {
    at: DateTime<Utc>,
    text: String,
    answered: Option<DateTime<Utc>>,
    /// Whether the decision stands.
    upheld: Option<bool>,
    answer: Option<String>,
}

impl ObjectionJson {
    fn of(Objection { text, at, answer }: Objection) -> Self {
        let (answered, upheld, answer) = match answer {
            Some(ObjectionAnswer { at, upheld, text }) => (Some(at), Some(upheld), Some(text)),
            None => (None, None, None),
        };
        Self { at, text, answered, upheld, answer }
    }
}

impl RestrictionJson {
    fn of(restriction: Restriction, now: DateTime<Utc>) -> Self {
        Self {
            state: match restriction.state(now) {
                RestrictionState::InForce => "in-force",
                RestrictionState::Over => "over",
                RestrictionState::Lifted => "lifted",
            },
            id: restriction.id.to_string(),
            kind: restriction.kind.word(),
            rule: restriction.rule,
            reason: restriction.reason,
            since: restriction.since,
            ends: restriction.ends,
            objection: restriction.objection.map(ObjectionJson::of),
        }
    }
}

/// What moderators have decided about you, the last first.
#[derive(Serialize, ToSchema)]
#[schema(as = Restrictions)]
pub(super) struct RestrictionsJson {
    restrictions: Vec<RestrictionJson>,
}

/// What moderators have decided about you
///
/// You object on the page `/account/restrictions`.
#[utoipa::path(get, operation_id = "restrictions", path = "/api/v1/restrictions", tag = "account", security(("token" = ["read"])),
    responses((status = 200, body = RestrictionsJson), Problems))]
pub(crate) async fn restrictions(Member(caller): Member) -> ApiResult {
    let found = caller.service().restrictions(&caller.principal).await?;
    let now = caller.service().now();
    let restrictions = found.into_iter().map(|one| RestrictionJson::of(one, now)).collect();
    json(&RestrictionsJson { restrictions })
}
