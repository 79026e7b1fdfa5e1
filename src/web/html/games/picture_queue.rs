//! The queue of pictures that are rendered: it is bounded, in all and by address.

use std::net::IpAddr;
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::http::error::PageError;
use service::{AddressLimit, AddressPermit};

/// The number of PNGs rendered at the same time: each takes tens of milliseconds.
const AT_ONCE: usize = 2;
/// The number of PNGs that are rendered or wait for it.
const SLOTS: usize = 20;
/// How many of them one address may ask for.
const SLOTS_PER_ADDRESS: usize = 4;
/// Sent as `Retry-After` when there is no slot left.
const RETRY: Duration = Duration::from_secs(3);

#[derive(Debug)]
pub(super) struct PictureQueue {
    slots: Semaphore,
    addresses: AddressLimit,
    threads: Semaphore,
}

impl PictureQueue {
    /// Waits until a picture can be rendered, unless too many wait.
    pub(super) async fn wait(&self, address: Option<IpAddr>) -> Result<Rendering<'_>, PageError> {
        let slot = self.slot(address)?;
        let thread = self.threads.acquire().await.map_err(PageError::internal)?;
        Ok(Rendering { _slot: slot, _thread: thread })
    }

    fn slot(&self, address: Option<IpAddr>) -> Result<Slot<'_>, PageError> {
        let own = self.addresses.take(address).ok_or(PageError::Busy(RETRY))?;
        let slot = self.slots.try_acquire().map_err(|_| PageError::Busy(RETRY))?;
        Ok((own, slot))
    }
}

impl Default for PictureQueue {
    fn default() -> Self {
        Self {
            slots: Semaphore::new(SLOTS),
            addresses: AddressLimit::new(SLOTS_PER_ADDRESS),
            threads: Semaphore::new(AT_ONCE),
        }
    }
}

type Slot<'a> = (AddressPermit, SemaphorePermit<'a>);

/// Held while a picture is rendered.
pub(super) struct Rendering<'a> {
    _slot: Slot<'a>,
    _thread: SemaphorePermit<'a>,
}

#[cfg(test)]
mod tests {
    use actix_web::http::StatusCode;
    use actix_web::http::header::RETRY_AFTER;

    use super::*;

    #[test]
    fn pictures_that_nobody_has_time_for_are_to_be_asked_for_again() {
        let queue = PictureQueue::default();
        let address = |host: u8| Some(IpAddr::from([192, 0, 2, host]));
        let own: Vec<_> = (0..SLOTS_PER_ADDRESS).map(|_| queue.slot(address(0)).expect("room")).collect();
        let refused = queue.slot(address(0)).expect_err("too many of one address").head();
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.headers().contains_key(RETRY_AFTER));
        let others: Vec<_> = (1..100).map_while(|host| queue.slot(address(host)).ok()).collect();
        assert_eq!(own.len() + others.len(), SLOTS);
        drop(own);
        assert!(queue.slot(address(0)).is_ok());
    }
}
