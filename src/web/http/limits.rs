//! How often one address may send a form.

use std::net::{IpAddr, Ipv6Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

/// Addresses remembered at a time; the least seen are forgotten first.
const ADDRESSES: usize = 20_000;

/// Lets each address do something `burst` times at once, and then once in a while.
///
/// An address's state is one number: the time from which its allowance is full again.
#[derive(Debug)]
pub struct Throttle {
    began: Instant,
    every: Duration,
    burst: u32,
    full_at: Cache<IpAddr, Arc<AtomicU64>>,
}

impl Throttle {
    /// At most `burst` at once, refilled at `burst` in `per`.
    pub fn new(burst: u32, per: Duration) -> Self {
        let burst = burst.max(1);
        Self { began: Instant::now(), every: per / burst, burst, full_at: Cache::new(ADDRESSES) }
    }

    /// Takes one from the allowance of `address`, or says how long to wait.
    pub fn take(&self, address: IpAddr, now: Instant) -> Result<(), Duration> {
        let entry = self.full_at.get_or_insert_with(&network(address), || Ok::<_, ()>(Arc::default()));
        let Ok(full_at) = entry else { return Ok(()) };
        let now = micros(now.saturating_duration_since(self.began));
        let step = micros(self.every);
        let most = step * u64::from(self.burst);
        let taken = full_at.fetch_update(Ordering::AcqRel, Ordering::Acquire, |full| {
            let next = full.max(now) + step;
            (next <= now + most).then_some(next)
        });
        taken.map(|_| ()).map_err(|full| Duration::from_micros((full + step).saturating_sub(now + most)))
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX / 4)
}

/// One home often has a whole /64 of IPv6: it counts as one address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_waits_once_its_burst_is_used_up() {
        let throttle = Throttle::new(3, Duration::from_secs(3));
        let address = IpAddr::from([192, 0, 2, 1]);
        let start = throttle.began + Duration::from_mins(1);
        for _ in 0..3 {
            assert_eq!(throttle.take(address, start), Ok(()));
        }
        assert_eq!(throttle.take(address, start), Err(Duration::from_secs(1)));
        assert_eq!(throttle.take(IpAddr::from([192, 0, 2, 2]), start), Ok(()));
        assert_eq!(throttle.take(address, start + Duration::from_secs(1)), Ok(()));
        assert!(throttle.take(address, start + Duration::from_secs(1)).is_err());
    }

    #[test]
    fn a_home_with_many_addresses_counts_once() {
        let throttle = Throttle::new(1, Duration::from_secs(1));
        let now = throttle.began;
        let [first, second, other] = ["2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"]
            .map(|text| text.parse::<IpAddr>().expect("an address"));
        assert!(throttle.take(first, now).is_ok());
        assert!(throttle.take(second, now).is_err());
        assert!(throttle.take(other, now).is_ok());
    }
}
