//! What players hear of a pause after it has begun: that it ends in a day, and that it is over.

use chrono::{DateTime, TimeDelta, Utc};

use crate::job_subject::JobSubject;
use crate::{GameId, Job, JobChange, Notification, NotificationKind, Table, TableEvent};
use engine::Seat;

/// How long before its end players hear of it.
const NOTICE: TimeDelta = TimeDelta::days(1);

/// A pause of a game, which ends early if the players want it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    pub game: GameId,
    /// The number of the table event with which it began.
    pub n: u32,
    pub until: DateTime<Utc>,
}

impl Pause {
    /// When players are to hear of it next, as of `now`.
    fn next(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        let notice = self.until - NOTICE;
        if now < notice { notice } else { self.until }
    }

    /// Unique per game: a game has one pause at a time.
    fn key(game: &GameId) -> String {
        format!("{}/{game}", Job::NOTIFY_OF_PAUSE)
    }

    /// What the players at the table hear now, and when they are to hear more.
    pub fn notifications(
        &self,
        table: &Table,
        now: DateTime<Utc>,
    ) -> (Vec<Notification>, Option<DateTime<Utc>>) {
        let (kind, next) = if now < self.until {
            (NotificationKind::PauseEnding, Some(self.until))
        } else {
            (NotificationKind::PauseEnded, None)
        };
        let users = (0..).map(Seat).take(table.seats().len()).filter_map(|seat| table.player(seat)?.user());
        (users.cloned().map(|user| Notification { n: self.n, user, kind }).collect(), next)
    }
}

impl JobSubject for Pause {
    fn payload(&self) -> String {
        format!("{} {} {}", self.game, self.n, self.until.timestamp_millis())
    }

    fn parse(payload: &str) -> Option<Self> {
        let mut fields = payload.split(' ');
        let game = GameId::parse(fields.next()?)?;
        let n = fields.next()?.parse().ok()?;
        let until = DateTime::from_timestamp_millis(fields.next()?.parse().ok()?)?;
        fields.next().is_none().then_some(Self { game, n, until })
    }

    fn key(&self, _: &str) -> String {
        Self::key(&self.game)
    }
}

impl Table {
    /// How events that come next in the table's log change what players are to hear of pauses.
    pub(super) fn pause_jobs(&self, events: &[TableEvent], at: DateTime<Utc>) -> Vec<JobChange> {
        let numbered = events.iter().zip(self.revision + 1..);
        let change = |(event, n): (&TableEvent, u32)| match *event {
            TableEvent::Paused { until } => {
                let pause = Pause { game: self.id.clone(), n, until };
                let next = pause.next(at);
                Some(JobChange::Put(Job::NotifyOfPause(pause).at(next)))
            }
            TableEvent::Resumed { .. } => Some(JobChange::Remove(Pause::key(&self.id))),
            _ => None,
        };
        numbered.filter_map(change).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_hear_of_the_end_a_day_before_it_and_of_a_short_pause_only_at_its_end() {
        let hours = |hours| DateTime::UNIX_EPOCH + TimeDelta::hours(hours);
        let pause = Pause { game: GameId::new([1; 10]), n: 3, until: hours(72) };
        for (now, next) in [(0, 48), (47, 48), (48, 72), (60, 72)] {
            assert_eq!(pause.next(hours(now)), hours(next), "{now}");
        }
    }
}
