//! What the user has reported, and what was decided about the user.

use chrono::{DateTime, Utc};
use serde::Serialize;

use account::{Objection, Restriction};
use table::Report;

#[derive(Serialize)]
pub(super) struct ReportJson<'d> {
    id: &'d str,
    at: DateTime<Utc>,
    user: &'d str,
    game: Option<&'d str>,
    channel: Option<&'static str>,
    n: Option<u32>,
    category: &'static str,
    words: Option<&'d str>,
    state: &'static str,
    decided: Option<DateTime<Utc>>,
    answer: Option<&'d str>,
}

impl<'d> ReportJson<'d> {
    pub fn of(report: &'d Report) -> Self {
        let (line, decision) = (report.line.as_ref(), report.decision.as_ref());
        Self {
            id: report.id.as_str(),
            at: report.at,
            user: report.subject.as_str(),
            game: line.map(|line| line.game.as_str()),
            channel: line.map(|line| line.channel.word()),
            n: line.map(|line| line.n),
            category: report.category.word(),
            words: report.words.as_ref().map(table::LineText::as_str),
            state: decision.map_or("open", |decision| decision.outcome.word()),
            decided: decision.map(|decision| decision.at),
            answer: decision.map(|decision| decision.answer.as_str()),
        }
    }
}

#[derive(Serialize)]
pub(super) struct RestrictionJson<'d> {
    id: &'d str,
    kind: &'static str,
    rule: &'d str,
    reason: &'d str,
    since: DateTime<Utc>,
    ends: Option<DateTime<Utc>>,
    lifted: Option<DateTime<Utc>>,
    objection: Option<ObjectionJson<'d>>,
}

#[derive(Serialize)]
struct ObjectionJson<'d> {
    text: &'d str,
    at: DateTime<Utc>,
    answered: Option<DateTime<Utc>>,
    upheld: Option<bool>,
    answer: Option<&'d str>,
}

impl<'d> ObjectionJson<'d> {
    fn of(Objection { text, at, answer }: &'d Objection) -> Self {
        let answer = answer.as_ref();
        Self {
            text,
            at: *at,
            answered: answer.map(|answer| answer.at),
            upheld: answer.map(|answer| answer.upheld),
            answer: answer.map(|answer| answer.text.as_str()),
        }
    }
}

impl<'d> RestrictionJson<'d> {
    pub fn of(restriction: &'d Restriction) -> Self {
        Self {
            id: restriction.id.as_str(),
            kind: restriction.kind.word(),
            rule: &restriction.rule,
            reason: &restriction.reason,
            since: restriction.since,
            ends: restriction.ends,
            lifted: restriction.lifted,
            objection: restriction.objection.as_ref().map(ObjectionJson::of),
        }
    }
}
