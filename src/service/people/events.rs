//! Events of a user, numbered for programs.

use chrono::TimeDelta;

use crate::{Denied, Principal, Scope, Service, StoreError};
use table::NumberedEvent;

/// How long events are kept after they have got their numbers.
pub(crate) const KEEP_EVENTS: TimeDelta = TimeDelta::days(30);
/// The most that are returned at once.
pub const MOST_EVENTS: u32 = 500;

#[derive(Debug, thiserror::Error)]
pub enum EventsError {
    /// Some of those asked for are no longer kept. All that are come after this number.
    #[error("events-expired")]
    Expired { after: u64 },
    /// No event of the user has had this number: this is the last one.
    #[error("no-such-event")]
    Unknown { last: u64 },
    #[error(transparent)]
    Denied(#[from] Denied),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl EventsError {
    /// A stable code for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Expired { .. } => "events-expired",
            Self::Unknown { .. } => "no-such-event",
            Self::Denied(why) => why.code(),
            Self::Store(_) => "failed",
        }
    }
}

/// Events of a user, and the number of the last that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserEvents {
    pub events: Vec<NumberedEvent>,
    pub last: u64,
}

impl Service {
    /// The user's events after number `after`, in order, at most [`MOST_EVENTS`]. With 0 they begin with the oldest that is kept; a
    /// user who has not asked before has those that wait.
    pub async fn events(&self, principal: &Principal, after: u64) -> Result<UserEvents, EventsError> {
        let user = principal.require(Scope::Read)?;
        let now = self.now();
        let last = self.store.number_events(user, now - KEEP_EVENTS, now).await?;
        let events = self.store.user_events(user, after, MOST_EVENTS).await?;
        // Another request may have given some their numbers meanwhile.
        let last = events.last().map_or(last, |event| last.max(event.number));
        if after > last {
            return Err(EventsError::Unknown { last });
        }
        let first = events.first().map_or(last + 1, |event| event.number);
        if after > 0 && first > after + 1 {
            return Err(EventsError::Expired { after: first - 1 });
        }
        Ok(UserEvents { events, last })
    }
}
