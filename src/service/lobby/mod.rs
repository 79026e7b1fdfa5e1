//! Opening, joining, leaving and finding tables; salts, invitations and rematches.

mod admission;
mod browse;
mod export;
mod invitations;
mod join_error;
mod lengths;
mod publication;
mod queue;
mod rematch;
mod salts;
mod search;
mod standings;
mod tables;

pub use admission::Admission;
pub use browse::{Dashboard, Missed, Predecessor, TableView};
pub use export::{ExportError, GameEvents, RecordList};
pub use invitations::{DeclineError, InviteError};
pub use join_error::JoinError;
pub(crate) use lengths::LastLengths;
pub use publication::MakePublicError;
pub use queue::{NextGame, Queue, WaitingGame};
pub use rematch::RematchError;
pub use salts::{RevealError, SALT_LONGEST};
pub use search::SearchError;
pub(crate) use search::facets;
pub use standings::{FoundStandings, MOST_COUNTED};
pub(crate) use tables::person_of;
pub use tables::{LeaveError, OpenError};
