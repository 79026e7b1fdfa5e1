//! What moderators have decided about a user: warnings, and what the user can't do for some time.

use chrono::{DateTime, TimeDelta, Utc};

use crate::{ReportId, RestrictionId, UserId};

/// How long a restriction can last, in days.
pub const RESTRICTION_DAYS: [u16; 5] = [1, 7, 30, 365, 3650];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RestrictionKind {
    /// Keeps the user from nothing. It is shown until they have acknowledged it.
    Warning,
    /// No lines but the user's own notes.
    Talk,
    /// No new tables: none opened, joined, taken over or played again, and no invitations.
    Tables,
    /// Nothing but to read why, and to object. The account is locked; its games go on by their clocks.
    Account,
}

impl RestrictionKind {
    pub const ALL: [Self; 4] = [Self::Warning, Self::Talk, Self::Tables, Self::Account];

    /// The word in the database, in forms and in the API.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Talk => "talk",
            Self::Tables => "tables",
            Self::Account => "account",
        }
    }

    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Until when a restriction of so many days lasts that begins now; `None` for a warning.
    pub fn end(self, now: DateTime<Utc>, days: u16) -> Option<DateTime<Utc>> {
        match self {
            Self::Warning => None,
            Self::Talk | Self::Tables | Self::Account => Some(now + TimeDelta::days(days.into())),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    pub id: RestrictionId,
    pub user: UserId,
    pub kind: RestrictionKind,
    /// Which rule was broken.
    pub rule: String,
    pub reason: String,
    /// The report that it follows from.
    pub report: Option<ReportId>,
    /// Not for the user.
    pub decided_by: UserId,
    pub since: DateTime<Utc>,
    /// As decided; `None` for warnings.
    pub ends: Option<DateTime<Utc>>,
    /// Until when it is, or was, in force: as decided, or until it was lifted. For warnings, when the user has acknowledged it.
    pub until: Option<DateTime<Utc>>,
    pub lifted: Option<DateTime<Utc>>,
    pub objection: Option<Objection>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestrictionState {
    /// In force, or a warning that the user has not acknowledged.
    InForce,
    /// Ended by itself, or acknowledged.
    Over,
    /// Ended early by a moderator or an administrator.
    Lifted,
}

/// What the user says against a restriction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    pub text: String,
    pub at: DateTime<Utc>,
    pub answer: Option<ObjectionAnswer>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectionAnswer {
    pub at: DateTime<Utc>,
    /// `false`: the restriction was lifted.
    pub upheld: bool,
    pub text: String,
}

impl Restriction {
    pub fn state(&self, now: DateTime<Utc>) -> RestrictionState {
        match (self.lifted, self.until) {
            (Some(_), _) => RestrictionState::Lifted,
            (None, Some(until)) if until <= now => RestrictionState::Over,
            (None, _) => RestrictionState::InForce,
        }
    }

    /// Whether the user can object: once, also after its end.
    pub fn can_object(&self) -> bool {
        self.objection.is_none() && self.lifted.is_none()
    }

    /// For a log that nobody translates.
    pub fn summary(&self) -> String {
        let end = self.ends.map(|ends| format!(" until {}", ends.format("%Y-%m-%d %H:%M UTC")));
        format!("{}{}: {}", self.kind.word(), end.unwrap_or_default(), self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_stands_for_one_kind() {
        for kind in RestrictionKind::ALL {
            assert_eq!(RestrictionKind::parse(kind.word()), Some(kind));
        }
        assert_eq!(RestrictionKind::parse("shadow"), None);
    }

    #[test]
    fn a_restriction_ends_by_itself_and_a_warning_when_it_is_acknowledged() {
        let at = |day: i64| DateTime::from_timestamp(day * 86_400, 0).unwrap();
        let of = |kind: RestrictionKind| Restriction {
            id: RestrictionId::new([1; 10]),
            user: UserId::new([2; 10]),
            kind,
            rule: "Be civil.".to_owned(),
            reason: "Insults.".to_owned(),
            report: None,
            decided_by: UserId::new([3; 10]),
            since: at(0),
            ends: kind.end(at(0), 7),
            until: kind.end(at(0), 7),
            lifted: None,
            objection: None,
        };
        let talk = of(RestrictionKind::Talk);
        assert_eq!(talk.state(at(6)), RestrictionState::InForce);
        assert_eq!(talk.state(at(7)), RestrictionState::Over);
        assert_eq!(talk.summary(), "talk until 1970-01-08 00:00 UTC: Be civil.");
        let warning = of(RestrictionKind::Warning);
        assert_eq!((warning.ends, warning.state(at(999))), (None, RestrictionState::InForce));
        assert_eq!(warning.summary(), "warning: Be civil.");
        let acknowledged = Restriction { until: Some(at(2)), ..warning.clone() };
        assert_eq!(acknowledged.state(at(2)), RestrictionState::Over);
        let lifted = Restriction { lifted: Some(at(1)), until: Some(at(1)), ..talk };
        assert_eq!((lifted.state(at(1)), lifted.can_object()), (RestrictionState::Lifted, false));
        let objection = Objection { text: "No.".to_owned(), at: at(1), answer: None };
        assert!(warning.can_object());
        assert!(!Restriction { objection: Some(objection), ..warning }.can_object(), "once");
    }
}
