//! What people report.

use crate::{AccessError, Denied, Principal, Scope, Service, StoreError, TalkError, Throttled};
use account::{ReportId, UserId};
use table::{LinePlace, LineText, Report, ReportCategory, ReportCursor};

/// Reports on a page.
const PAGE: u32 = 50;

/// What is reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reported {
    Line(LinePlace),
    Player(UserId),
}

#[derive(Clone, Debug)]
pub struct NewReport {
    pub reported: Reported,
    pub category: ReportCategory,
    pub words: LineText,
}

/// Reports that a user has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnReports {
    /// The last ones first.
    pub reports: Vec<Report>,
    /// Where the next part begins, if there is one.
    pub next: Option<ReportCursor>,
}

#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// There is no such line where the user can read.
    #[error("no-such-line")]
    NoSuchLine,
    #[error("no-such-player")]
    NoSuchPlayer,
    /// Nobody can report themselves.
    #[error("yourself")]
    Yourself,
    /// The limit of reports in a day.
    #[error(transparent)]
    Throttled(#[from] Throttled),
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ReportError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchLine => "no-such-line",
            Self::NoSuchPlayer => "no-such-player",
            Self::Yourself => "yourself",
            Self::Throttled(why) => why.code(),
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

impl From<TalkError> for ReportError {
    fn from(error: TalkError) -> Self {
        match error {
            TalkError::NoSuchGame | TalkError::Refused(_) => Self::NoSuchLine,
            TalkError::Denied(why) => Self::Denied(why),
            TalkError::Store(failure) => Self::Store(failure),
        }
    }
}

impl Service {
    /// Reports a line or a player to the moderators.
    pub async fn report(&self, principal: &Principal, new: NewReport) -> Result<ReportId, ReportError> {
        let user = principal.require(Scope::Talk)?;
        let report = Report { words: Some(new.words), ..self.draft(principal, new.reported).await? };
        self.count_report(user).await??;
        let report = Report { category: new.category, ..report };
        self.store.add_report(&report).await?;
        Ok(report.id)
    }

    /// The report that the principal is about to make, still without words and category. Its evidence is the line alone, as the principal
    /// sees it.
    pub async fn report_draft(
        &self,
        principal: &Principal,
        reported: Reported,
    ) -> Result<(Report, Vec<table::Person>), ReportError> {
        let user = principal.require(Scope::Talk)?;
        let mut draft = self.draft(principal, reported).await?;
        let n = draft.line.as_ref().map(|line| line.n);
        draft.evidence.retain(|line| Some(line.n) == n);
        let is_blocked = !self.store.blocked_among(user, &[&draft.subject]).await?.is_empty();
        for line in &mut draft.evidence {
            if line.withdrawn || is_blocked {
                (line.text, line.phrase) = (None, None);
            }
        }
        let people = self.people_of(std::iter::once(&draft)).await?;
        Ok((draft, people))
    }

    async fn draft(&self, principal: &Principal, reported: Reported) -> Result<Report, ReportError> {
        let user = principal.require(Scope::Talk)?;
        let (subject, line, evidence) = match reported {
            Reported::Player(subject) => {
                let found = self.player(principal, &subject).await?.ok_or(ReportError::NoSuchPlayer)?;
                (found.id, None, Vec::new())
            }
            Reported::Line(place) => {
                self.channel_at(principal, &place.game, place.channel).await?;
                if !place.channel.is_shared() {
                    return Err(ReportError::NoSuchLine);
                }
                let evidence = self.store.evidence(&place).await?;
                let line = evidence.iter().find(|line| line.n == place.n).ok_or(ReportError::NoSuchLine)?;
                (line.author.clone(), Some(place), evidence)
            }
        };
        if subject == *user {
            return Err(ReportError::Yourself);
        }
        Ok(Report {
            id: ReportId::new(self.chance.bytes()),
            at: self.now(),
            reporter: user.clone(),
            subject,
            category: ReportCategory::Other,
            words: None,
            line,
            evidence,
            decision: None,
        })
    }

    /// What the principal has reported, with the people in it who are still there.
    pub async fn own_reports(
        &self,
        principal: &Principal,
        before: Option<&ReportCursor>,
    ) -> Result<(OwnReports, Vec<table::Person>), AccessError> {
        let user = principal.require(Scope::Read)?;
        let mut reports = self.store.reports_by(user, before, PAGE + 1).await?;
        let more = reports.len() > PAGE as usize;
        reports.truncate(PAGE as usize);
        let people = self.people_of(reports.iter()).await?;
        let next = reports.last().filter(|_| more).map(ReportCursor::of);
        Ok((OwnReports { reports, next }, people))
    }

    /// `None`: the principal has made no such report.
    pub async fn own_report(
        &self,
        principal: &Principal,
        id: &ReportId,
    ) -> Result<Option<(Report, Vec<table::Person>)>, AccessError> {
        let user = principal.require(Scope::Read)?;
        let Some(report) = self.store.report(id).await?.filter(|report| report.reporter == *user) else {
            return Ok(None);
        };
        let people = self.people_of(std::iter::once(&report)).await?;
        Ok(Some((report, people)))
    }

    /// Those who are named in reports, as far as they are still there.
    pub(super) async fn people_of(
        &self,
        reports: impl Iterator<Item = &Report>,
    ) -> Result<Vec<table::Person>, StoreError> {
        let mut users: Vec<&UserId> = reports
            .flat_map(|report| {
                let authors = report.evidence.iter().map(|line| &line.author);
                authors.chain([&report.reporter, &report.subject])
            })
            .collect();
        users.sort();
        users.dedup();
        self.store.people(&users).await
    }
}
