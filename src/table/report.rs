//! What users report to the moderators: a line, or a person.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{GameId, LineText, Phrase, Said, TalkChannel};
use account::{ReportId, UserId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportCategory {
    Insult,
    Spam,
    Cheating,
    Name,
    Other,
}

impl ReportCategory {
    pub const ALL: [Self; 5] = [Self::Insult, Self::Spam, Self::Cheating, Self::Name, Self::Other];

    /// The word in the database, in forms and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Insult => "insult",
            Self::Spam => "spam",
            Self::Cheating => "cheating",
            Self::Name => "name",
            Self::Other => "other",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.word() == word)
    }
}

/// Where a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePlace {
    pub game: GameId,
    pub channel: TalkChannel,
    pub n: u32,
}

/// A copy of a line, for moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceLine {
    pub n: u32,
    pub at: DateTime<Utc>,
    /// The last event of the game when it was written.
    pub event: u32,
    pub author: UserId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phrase: Option<Phrase>,
    /// Whether the author had withdrawn it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

impl EvidenceLine {
    /// How many lines before and after the reported one are copied.
    pub const AROUND: u32 = 5;

    /// `said`: `None` if the text is gone.
    pub fn of(
        n: u32,
        at: DateTime<Utc>,
        event: u32,
        author: UserId,
        said: Option<Said>,
        withdrawn: bool,
    ) -> Self {
        let (text, phrase) = match said {
            Some(Said::Text(text)) => (Some(text.to_string()), None),
            Some(Said::Phrase(phrase)) => (None, Some(phrase)),
            Some(Said::Closed | Said::Opened) | None => (None, None),
        };
        Self { n, at, event, author, text, phrase, withdrawn }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub id: ReportId,
    pub at: DateTime<Utc>,
    pub reporter: UserId,
    /// Whom it is about.
    pub subject: UserId,
    pub category: ReportCategory,
    /// `None` once it was removed.
    pub words: Option<LineText>,
    /// The line that it is about.
    pub line: Option<LinePlace>,
    /// The line with those around it; empty for a person, and once they were removed.
    pub evidence: Vec<EvidenceLine>,
    pub decision: Option<ReportDecision>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportOutcome {
    Dismissed,
    /// The person was warned or restricted.
    Restricted,
}

impl ReportOutcome {
    /// The word in the database and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Dismissed => "dismissed",
            Self::Restricted => "restricted",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        [Self::Dismissed, Self::Restricted].into_iter().find(|outcome| outcome.word() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportDecision {
    pub at: DateTime<Utc>,
    pub by: UserId,
    pub outcome: ReportOutcome,
    /// Which rule was broken; empty if none was.
    pub rule: String,
    pub reason: String,
    /// For the reporter.
    pub answer: String,
}

/// A place in a list of reports: the last one of the part before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportCursor {
    pub at: DateTime<Utc>,
    pub id: ReportId,
}

impl ReportCursor {
    pub fn of(report: &Report) -> Self {
        Self { at: report.at, id: report.id.clone() }
    }

    /// Inverse of [`std::fmt::Display`].
    pub fn parse(text: &str) -> Option<Self> {
        let (at, id) = text.split_once('-')?;
        Some(Self { at: DateTime::from_timestamp_millis(at.parse().ok()?)?, id: ReportId::parse(id)? })
    }
}

impl std::fmt::Display for ReportCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.at.timestamp_millis(), self.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_category() {
        for category in ReportCategory::ALL {
            assert_eq!(ReportCategory::parse(category.word()), Some(category));
        }
        assert_eq!(ReportCategory::parse("rudeness"), None);
        for outcome in [ReportOutcome::Dismissed, ReportOutcome::Restricted] {
            assert_eq!(ReportOutcome::parse(outcome.word()), Some(outcome));
        }
    }

    #[test]
    fn a_place_in_a_list_is_read_as_it_was_written() {
        let cursor = ReportCursor {
            at: DateTime::from_timestamp_millis(1_795_176_000_123).unwrap(),
            id: ReportId::new([7; 10]),
        };
        assert_eq!(ReportCursor::parse(&cursor.to_string()), Some(cursor));
        for text in ["", "12", "x-0000000000000000", "12-no", "-0000000000000000"] {
            assert_eq!(ReportCursor::parse(text), None, "{text}");
        }
    }

    #[test]
    fn evidence_has_the_text_of_a_withdrawn_line_and_reads_as_it_was_written() {
        let said = Some(Said::Text(LineText::parse("<b>rude</b>").unwrap()));
        let line = EvidenceLine::of(3, DateTime::UNIX_EPOCH, 2, UserId::new([1; 10]), said, true);
        let json = serde_json::to_string(&line).unwrap();
        assert_eq!(serde_json::from_str::<EvidenceLine>(&json).unwrap(), line);
        assert_eq!((line.text.as_deref(), line.withdrawn), (Some("<b>rude</b>"), true));
    }
}
