//! What people can do: authorise, load, decide, append. Web and command line ask here, and only here.
//!
//! Everything hangs on one cheap value, [`Service`]; each file adds the methods of one room of the house.

#![allow(unused)] // until the bodies are in, the next commit

mod accounts;
mod bots;
mod browse;
mod chance;
mod deadlines;
mod lobby;
mod play;
mod rebuild;
mod replay;
mod sessions;

pub use accounts::{PasswordChangeError, RecoverError, SignUp, SignUpError, User};
pub use browse::{Cursor, Dashboard, Filter, Page, Table};
pub use lobby::{JoinError, LeaveError, OpenError, Opening, SALT_LONGEST};
pub use play::{Expected, PlayError, Played, Submission};
pub use rebuild::Rebuilt;
pub use replay::Replay;
pub use sessions::{Login, LoginError, OpenSession, SignedIn};

pub use crate::store::{
    BadKey, GameId, Invite, Listed, Player, Status, Store, StoreError, SubmissionKey, Visibility,
};

use crate::clock::Clock;
use chrono::{DateTime, Utc};

/// All that the host offers. Clones are cheap and share everything.
#[derive(Clone, Debug)]
pub struct Service {
    store: Store,
    clock: Clock,
}

impl Service {
    /// The service of that database, at that time.
    pub fn new(store: Store, clock: Clock) -> Self {
        Self { store, clock }
    }

    /// What time it is here.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}
