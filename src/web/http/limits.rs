//! Rate limits for forms, by address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::clock::{Clock, DefaultClock};
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DefaultKeyedStateStore;
use governor::{Quota, RateLimiter};
use tokio::sync::Notify;

use service::Network;

/// Other servers learn at once that a limit is used up by another one in so many parts: an eighth.
pub(super) const URGENT_PARTS: usize = 8;

/// Idle addresses are dropped once in this many forms.
const CLEAN_UP_EVERY: u32 = 4096;

type Buckets<C> =
    RateLimiter<Network, DefaultKeyedStateStore<Network>, C, NoOpMiddleware<<C as Clock>::Instant>>;

#[derive(Debug)]
pub struct Throttle<C: Clock = DefaultClock> {
    /// Of homes, and of sites with their share of the limit.
    buckets: [Buckets<C>; 2],
    clock: C,
    taken: AtomicU32,
    burst: u32,
    shared: Option<Shared>,
}

/// What the other servers on the database don't know yet.
#[derive(Debug)]
struct Shared {
    taken: Mutex<HashMap<Network, u32>>,
    /// Woken when they should know soon.
    urgent: Arc<Notify>,
}

impl Throttle {
    /// At most `burst` at once, refilled at `burst` a minute. Wakes `urgent` when other servers should learn what was taken;
    /// `None` if there can be no others.
    pub fn a_minute(burst: u32, urgent: Option<Arc<Notify>>) -> Self {
        Self::with_clock(burst, DefaultClock::default(), urgent)
    }
}

impl<C: Clock + Clone> Throttle<C> {
    fn with_clock(burst: u32, clock: C, urgent: Option<Arc<Notify>>) -> Self {
        let buckets = |share: u32| {
            let burst = NonZeroU32::new(burst.saturating_mul(share)).unwrap_or(NonZeroU32::MIN);
            let store = DefaultKeyedStateStore::default();
            RateLimiter::new(Quota::per_minute(burst), store, clock.clone())
        };
        let buckets = [buckets(1), buckets(Network::SITE)];
        let shared = urgent.map(|urgent| Shared { taken: Mutex::default(), urgent });
        Self { buckets, clock, taken: AtomicU32::new(0), burst, shared }
    }

    /// Takes one token from the buckets of the networks of `address`, or says how long to wait for the next.
    pub fn take(&self, address: IpAddr) -> Result<(), Duration> {
        if self.taken.fetch_add(1, Ordering::Relaxed).is_multiple_of(CLEAN_UP_EVERY) {
            self.buckets.iter().for_each(Buckets::retain_recent);
        }
        for network in Network::all_of(address) {
            if let Err(refused) = self.buckets(network).check_key(&network) {
                return Err(refused.wait_time_from(self.clock.now()));
            }
            if let Some(shared) = &self.shared {
                shared.count(network, self.burst);
            }
        }
        Ok(())
    }

    /// How many tokens each network has taken since the last call.
    pub fn take_unshared(&self) -> HashMap<Network, u32> {
        self.shared.as_ref().map(|shared| std::mem::take(&mut *shared.lock())).unwrap_or_default()
    }

    /// Another server has given that many tokens to the network.
    pub fn taken_elsewhere(&self, network: Network, tokens: u32) {
        let buckets = self.buckets(network);
        for _ in 0..tokens {
            if buckets.check_key(&network).is_err() {
                return;
            }
        }
    }

    fn buckets(&self, network: Network) -> &Buckets<C> {
        let [single, site] = &self.buckets;
        if network.share() == 1 { single } else { site }
    }
}

impl Shared {
    fn count(&self, network: Network, burst: u32) {
        let mut taken = self.lock();
        let taken = taken.entry(network).or_default();
        *taken += 1;
        let part = (burst.saturating_mul(network.share()) as usize / URGENT_PARTS).max(1);
        if *taken as usize >= part {
            self.urgent.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Network, u32>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::FakeRelativeClock;

    use super::*;

    #[test]
    fn an_address_waits_once_its_burst_is_used_up() {
        let clock = FakeRelativeClock::default();
        let throttle = Throttle::with_clock(3, clock.clone(), None);
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
        let throttle = Throttle::with_clock(60, clock.clone(), None);
        let address = |n: u32| IpAddr::from(n.to_be_bytes());
        for n in 0..CLEAN_UP_EVERY {
            assert_eq!(throttle.take(address(n)), Ok(()));
        }
        clock.advance(Duration::from_mins(1));
        assert_eq!(throttle.take(address(0)), Ok(()));
        assert_eq!(throttle.buckets[0].len(), 1);
    }

    #[test]
    fn a_home_with_many_addresses_counts_once() {
        let throttle = Throttle::with_clock(1, FakeRelativeClock::default(), None);
        let [first, second, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]
            .map(|text| text.parse::<IpAddr>().expect("an address"));
        assert!(throttle.take(first).is_ok());
        assert!(throttle.take(second).is_err());
        assert!(throttle.take(other).is_ok());
    }

    #[test]
    fn what_one_server_gives_the_others_do_not() {
        let clock = FakeRelativeClock::default();
        let throttles = [(); 2].map(|()| Throttle::with_clock(8, clock.clone(), Some(Arc::default())));
        let [here, there] = &throttles;
        let share = |from: &Throttle<_>, to: &Throttle<_>| {
            for (network, tokens) in from.take_unshared() {
                to.taken_elsewhere(network, tokens);
            }
        };
        let address: IpAddr = "2001:db8::1".parse().expect("an address");
        let take = |throttle: &Throttle<_>| (0..20).filter(|_| throttle.take(address).is_ok()).count();
        for _ in 0..3 {
            here.take(address).expect("room");
        }
        share(here, there);
        assert_eq!(take(there), 5);
        share(there, here);
        assert_eq!((take(here), take(there)), (0, 0));
        clock.advance(Duration::from_mins(1));
        assert_eq!(take(here), 8);
        share(here, there);
        assert_eq!(take(there), 0, "every message counts once");
    }

    #[test]
    fn a_site_with_many_homes_has_a_limit_too() {
        let throttle = Throttle::with_clock(1, FakeRelativeClock::default(), None);
        let home = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let let_in = (0..100).filter(|n| throttle.take(home(*n)).is_ok()).count();
        assert_eq!(let_in, 8);
    }
}
