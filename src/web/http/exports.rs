//! Limits on downloads of many records: one at a time for each user, and for each address of visitors.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::error::PageError;
use account::UserId;
use service::{AddressLimit, AddressPermit};

/// Of one server: each keeps a reader of the database busy.
const AT_ONCE: usize = 8;
/// When a server that is busy with others may have room again.
const RETRY: Duration = Duration::from_mins(1);

/// The downloads of this server. Clones share the counts.
#[derive(Clone, Debug)]
pub(crate) struct Exports {
    users: Arc<Mutex<HashSet<UserId>>>,
    visitors: AddressLimit,
    all: Arc<Semaphore>,
}

/// Whose download goes on, until it is dropped.
#[derive(Debug)]
pub(crate) struct ExportPermit {
    _all: OwnedSemaphorePermit,
    _whose: Whose,
}

#[derive(Debug)]
enum Whose {
    User { _place: UserPlace },
    Visitor { _permit: AddressPermit },
}

#[derive(Debug)]
struct UserPlace {
    user: UserId,
    exports: Exports,
}

impl Default for Exports {
    fn default() -> Self {
        Self { users: Arc::default(), visitors: AddressLimit::new(1), all: Arc::new(Semaphore::new(AT_ONCE)) }
    }
}

impl Exports {
    /// Refused while another download of the same user or visitor goes on.
    pub fn begin(&self, address: Option<IpAddr>, user: Option<&UserId>) -> Result<ExportPermit, PageError> {
        let whose = match user {
            Some(user) if self.lock().insert(user.clone()) => {
                let place = UserPlace { user: user.clone(), exports: self.clone() };
                Some(Whose::User { _place: place })
            }
            Some(_) => None,
            None => self.visitors.take(address).map(|permit| Whose::Visitor { _permit: permit }),
        };
        let whose = whose.ok_or(PageError::ExportRunning)?;
        let all = self.all.clone().try_acquire_owned().map_err(|_| PageError::Busy(RETRY))?;
        Ok(ExportPermit { _all: all, _whose: whose })
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<UserId>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for UserPlace {
    fn drop(&mut self) {
        self.exports.lock().remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_downloads_one_list_at_a_time() {
        let exports = Exports::default();
        let (ann, ben) = (UserId::new([1; 10]), UserId::new([2; 10]));
        let here = Some(IpAddr::from([192, 0, 2, 1]));
        let there = Some(IpAddr::from([198, 51, 100, 1]));
        let first = exports.begin(here, Some(&ann)).unwrap();
        assert!(matches!(exports.begin(there, Some(&ann)), Err(PageError::ExportRunning)));
        let _others = [exports.begin(here, Some(&ben)).unwrap(), exports.begin(here, None).unwrap()];
        assert!(matches!(exports.begin(here, None), Err(PageError::ExportRunning)));
        let _visitor = exports.begin(there, None).unwrap();
        drop(first);
        let _again = exports.begin(here, Some(&ann)).unwrap();
    }

    #[test]
    fn a_server_sends_only_a_few_lists_at_once() {
        let exports = Exports::default();
        let user = |n: usize| UserId::new([u8::try_from(n).unwrap(); 10]);
        let held: Vec<_> = (0..AT_ONCE).map(|n| exports.begin(None, Some(&user(n))).unwrap()).collect();
        let late = user(AT_ONCE);
        assert!(matches!(exports.begin(None, Some(&late)), Err(PageError::Busy(_))));
        drop(held);
        let _now = exports.begin(None, Some(&late)).unwrap();
    }
}
