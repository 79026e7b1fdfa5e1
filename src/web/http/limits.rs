//! Rate limits for forms, by address.

use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};

/// Idle addresses are dropped once in this many forms.
const CLEAN_UP_EVERY: u32 = 4096;

#[derive(Debug)]
pub struct Throttle<C: Clock = DefaultClock> {
    buckets: RateLimiter<IpAddr, DefaultKeyedStateStore<IpAddr>, C, NoOpMiddleware<C::Instant>>,
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
        let quota = Quota::per_minute(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN));
        let buckets = RateLimiter::new(quota, DefaultKeyedStateStore::default(), clock.clone());
        Self { buckets, clock, taken: AtomicU32::new(0) }
    }

    /// Takes one token from the bucket of `address`, or says how long to wait for the next.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        if self.taken.fetch_add(1, Ordering::Relaxed).is_multiple_of(CLEAN_UP_EVERY) {
            self.buckets.retain_recent();
        }
        let taken = self.buckets.check_key(&network(address));
        taken.map_err(|refused| refused.wait_time_from(self.clock.now()))
    }
}

/// A household often has a whole IPv6 /64, which counts as one address.
pub(in crate::web) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
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
        assert_eq!(throttle.buckets.len(), 1);
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
}
