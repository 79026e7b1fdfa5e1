//! What people have reported, and what was decided.

use chrono::{DateTime, Utc};
use sqlx::any::AnyRow;

use crate::row::Reader;
use crate::statement::query;
use crate::talk::read_said;
use crate::writer::TransactionEnd::{Commit, Unchanged};
use crate::{Store, StoreError, audit_log, restrictions};
use account::{AuditEntry, ReportId, Restriction, UserId};
use table::{
    EvidenceLine, GameId, LinePlace, LineText, Report, ReportCategory, ReportCursor, ReportDecision,
    ReportOutcome, TalkChannel,
};

const REPORTS: &str =
    "SELECT id, at, reporter, subject, category, words, game, channel, n, evidence, decided, decided_by, outcome, rule, reason, answer
     FROM reports";

impl Store {
    /// A line and its neighbours, including those that the reporter doesn't see; empty if there is no such line.
    pub async fn evidence(&self, place: &LinePlace) -> Result<Vec<EvidenceLine>, StoreError> {
        let LinePlace { game, channel, n } = place;
        let rows = sqlx::query(
            "SELECT game, n, at, event, user_id, kind, body, withdrawn FROM talk_lines
             WHERE game = $1 AND channel = $2 AND owner = '' AND n >= $3 AND n <= $4 ORDER BY n LIMIT 50",
        )
        .bind(game.as_str())
        .bind(channel.word())
        .bind(i64::from(n.saturating_sub(EvidenceLine::AROUND)))
        .bind(i64::from(n.saturating_add(EvidenceLine::AROUND)))
        .fetch_all(&self.readers)
        .await?;
        let read = |row| {
            let row = Reader::new(row, "talk_lines", "game")?;
            Ok(EvidenceLine::of(
                row.number("n")?,
                row.time("at")?,
                row.number("event")?,
                row.parsed("user_id", UserId::parse)?,
                read_said(&row)?,
                row.maybe_time("withdrawn")?.is_some(),
            ))
        };
        let lines: Vec<EvidenceLine> = rows.iter().map(read).collect::<Result<_, StoreError>>()?;
        Ok(if lines.iter().any(|line| line.n == *n) { lines } else { Vec::new() })
    }

    pub async fn add_report(&self, report: &Report) -> Result<(), StoreError> {
        let evidence = serde_json::to_string(&report.evidence).map_err(|error| StoreError::BadRow {
            table: "reports",
            column: "evidence",
            row: report.id.to_string(),
            why: error.to_string(),
        })?;
        let add = self.writer.write((report.clone(), evidence), |tx, (report, evidence)| {
            Box::pin(async move {
                let line = report.line.as_ref();
                sqlx::query(
                    "INSERT INTO reports (id, at, reporter, subject, category, words, game, channel, n, evidence)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                )
                .bind(report.id.as_str())
                .bind(report.at.timestamp_millis())
                .bind(report.reporter.as_str())
                .bind(report.subject.as_str())
                .bind(report.category.word())
                .bind(report.words.as_ref().map(LineText::as_str))
                .bind(line.map(|line| line.game.as_str()))
                .bind(line.map(|line| line.channel.word()))
                .bind(line.map(|line| i64::from(line.n)))
                .bind(evidence.as_str())
                .execute(tx)
                .await?;
                Ok(Commit(()))
            })
        });
        add.await
    }

    pub async fn report(&self, id: &ReportId) -> Result<Option<Report>, StoreError> {
        let row =
            query(format!("{REPORTS} WHERE id = $1")).bind(id.as_str()).fetch_optional(&self.readers).await?;
        row.as_ref().map(read).transpose()
    }

    /// What the user has reported, the last ones first.
    pub async fn reports_by(
        &self,
        user: &UserId,
        before: Option<&ReportCursor>,
        limit: u32,
    ) -> Result<Vec<Report>, StoreError> {
        let rows = query(format!(
            "{REPORTS} WHERE reporter = $1 AND (at, id) < ($2, $3) ORDER BY at DESC, id DESC LIMIT $4"
        ))
        .bind(user.as_str())
        .bind(before.map_or(i64::MAX, |last| last.at.timestamp_millis()))
        .bind(before.map_or("", |last| last.id.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Reports without a decision, the first ones first.
    pub async fn open_reports(
        &self,
        after: Option<&ReportCursor>,
        limit: u32,
    ) -> Result<Vec<Report>, StoreError> {
        let rows = query(format!(
            "{REPORTS} WHERE decided IS NULL AND (at, id) > ($1, $2) ORDER BY at, id LIMIT $3"
        ))
        .bind(after.map_or(i64::MIN, |last| last.at.timestamp_millis()))
        .bind(after.map_or("", |last| last.id.as_str()))
        .bind(i64::from(limit))
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read).collect()
    }

    /// Stores a decision with the restriction that follows from it. `false`: the report has been decided.
    pub async fn decide_report(
        &self,
        id: &ReportId,
        decision: &ReportDecision,
        restriction: Option<&Restriction>,
        entry: &AuditEntry,
    ) -> Result<bool, StoreError> {
        let write = (id.clone(), decision.clone(), restriction.cloned(), entry.clone());
        let decide = self.writer.write(write, |tx, (id, decision, restriction, entry)| {
            Box::pin(async move {
                let decided = sqlx::query(
                    "UPDATE reports SET decided = $2, decided_by = $3, outcome = $4, rule = $5, reason = $6, answer = $7
                     WHERE id = $1 AND decided IS NULL",
                )
                .bind(id.as_str())
                .bind(decision.at.timestamp_millis())
                .bind(decision.by.as_str())
                .bind(decision.outcome.word())
                .bind(decision.rule.as_str())
                .bind(decision.reason.as_str())
                .bind(decision.answer.as_str())
                .execute(&mut *tx)
                .await?;
                if decided.rows_affected() == 0 {
                    return Ok(Unchanged(false));
                }
                if let Some(restriction) = restriction {
                    restrictions::insert(tx, restriction).await?;
                }
                audit_log::append(tx, entry).await?;
                Ok(Commit(true))
            })
        });
        decide.await
    }

    /// Removes what reporters have written, and the evidence, of reports that were decided before. Returns how many.
    pub async fn expire_reports(&self, before: DateTime<Utc>) -> Result<u64, StoreError> {
        let expire = self.writer.write(before, |tx, before| {
            Box::pin(async move {
                let removed = sqlx::query(
                    "UPDATE reports SET words = NULL, evidence = NULL WHERE decided < $1 AND decided IS NOT NULL AND words IS NOT NULL",
                )
                .bind(before.timestamp_millis())
                .execute(tx)
                .await?;
                Ok(Commit(removed.rows_affected()))
            })
        });
        expire.await
    }
}

fn read(row: &AnyRow) -> Result<Report, StoreError> {
    let row = Reader::new(row, "reports", "id")?;
    let line = match row.maybe_parsed("game", GameId::parse)? {
        None => None,
        Some(game) => {
            Some(LinePlace { game, channel: row.parsed("channel", TalkChannel::parse)?, n: row.number("n")? })
        }
    };
    let decision = match row.maybe_time("decided")? {
        None => None,
        Some(at) => Some(ReportDecision {
            at,
            by: row.parsed("decided_by", UserId::parse)?,
            outcome: row.parsed("outcome", ReportOutcome::parse)?,
            rule: row.text("rule")?,
            reason: row.text("reason")?,
            answer: row.text("answer")?,
        }),
    };
    Ok(Report {
        id: row.parsed("id", ReportId::parse)?,
        at: row.time("at")?,
        reporter: row.parsed("reporter", UserId::parse)?,
        subject: row.parsed("subject", UserId::parse)?,
        category: row.parsed("category", ReportCategory::parse)?,
        words: row.maybe_text("words")?.map(LineText::stored),
        line,
        evidence: match row.maybe_text("evidence")? {
            Some(_) => row.json("evidence")?,
            None => Vec::new(),
        },
        decision,
    })
}
