//! Rate limits for forms, by address.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

use crate::service::Network;

/// Idle addresses are dropped once in this many forms.
const CLEAN_UP_EVERY: u32 = 4096;

type Buckets<C> =
    RateLimiter<Network, DefaultKeyedStateStore<Network>, C, NoOpMiddleware<<C as Clock>::Instant>>;

#[derive(Debug)]
pub struct Throttle<C: Clock = DefaultClock> {
    /// By the share that a network has of the limit.
    buckets: [(u32, Buckets<C>); 2],
    clock: C,
    taken: AtomicU32,
}

impl Throttle {
    /// At most `burst` at once, refilled at `burst` a minute.
    pub fn a_minute(burst: u32) -> Self {
        Self::with_clock(burst, DefaultClock::default())
    }
}

impl<C: Clock + Clone> Throttle<C> {
    fn with_clock(burst: u32, clock: C) -> Self {
        let buckets = |share: u32| {
            let burst = NonZeroU32::new(burst.saturating_mul(share)).unwrap_or(NonZeroU32::MIN);
            let store = DefaultKeyedStateStore::default();
            (share, RateLimiter::new(Quota::per_minute(burst), store, clock.clone()))
        };
        Self { buckets: [buckets(1), buckets(Network::SITE)], clock, taken: AtomicU32::new(0) }
    }

    /// Takes one token from the buckets of the networks of `address`, or says how long to wait for the next.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        if self.taken.fetch_add(1, Ordering::Relaxed).is_multiple_of(CLEAN_UP_EVERY) {
            self.buckets.iter().for_each(|(_, buckets)| buckets.retain_recent());
        }
        for network in Network::all_of(address) {
            let buckets = self.buckets.iter().find(|(share, _)| *share == network.share());
            if let Some(Err(refused)) = buckets.map(|(_, buckets)| buckets.check_key(&network)) {
                return Err(refused.wait_time_from(self.clock.now()));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn an_address_waits_once_its_burst_is_used_up() {
        let clock = FakeRelativeClock::default();
        let throttle = Throttle::with_clock(3, clock.clone());
        let address = IpAddr::from([192, 0, 2, 1]);
        for _ in 0..3 {
            assert_eq!(throttle.take(address), Ok(()));
        }
        assert_eq!(throttle.take(address), Err(Duration::from_secs(20)));
        assert_eq!(throttle.take(IpAddr::from([192, 0, 2, 2])), Ok(()));
        clock.advance(Duration::from_secs(20));
        assert_eq!(throttle.take(address), Ok(()));
        assert!(throttle.take(address).is_err());
    }

    #[test]
    fn quiet_addresses_are_forgotten() {
        let clock = FakeRelativeClock::default();
        let throttle = Throttle::with_clock(60, clock.clone());
        let address = |n: u32| IpAddr::from(n.to_be_bytes());
        for n in 0..CLEAN_UP_EVERY {
            assert_eq!(throttle.take(address(n)), Ok(()));
        }
        clock.advance(Duration::from_mins(1));
        assert_eq!(throttle.take(address(0)), Ok(()));
        assert_eq!(throttle.buckets[0].1.len(), 1);
    }

    #[test]
    fn a_home_with_many_addresses_counts_once() {
        let throttle = Throttle::with_clock(1, FakeRelativeClock::default());
        let [first, second, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]
            .map(|text| text.parse::<IpAddr>().expect("an address"));
        assert!(throttle.take(first).is_ok());
        assert!(throttle.take(second).is_err());
        assert!(throttle.take(other).is_ok());
    }

    #[test]
    fn a_site_with_many_homes_has_a_limit_too() {
        let throttle = Throttle::with_clock(1, FakeRelativeClock::default());
        let home = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let let_in = (0..100).filter(|n| throttle.take(home(*n)).is_ok()).count();
        assert_eq!(let_in, 8);
    }
}
