//! Limits on what one address does at the same time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::Network;

/// How many slots each address may take at once, on this server. Clones share the count.
#[derive(Clone, Debug)]
pub struct AddressLimit {
    most: usize,
    taken: Arc<Mutex<HashMap<Network, usize>>>,
}

impl AddressLimit {
    pub fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    /// Takes a slot unless the networks of the address have none left. Unknown addresses are not limited.
    pub fn take(&self, address: Option<IpAddr>) -> Option<AddressPermit> {
        let networks: Vec<Network> = address.into_iter().flat_map(Network::all_of).collect();
        let mut taken = self.lock();
        let room = |network: &Network| {
            taken.get(network).copied().unwrap_or(0) < self.most.saturating_mul(network.share() as usize)
        };
        if !networks.iter().all(room) {
            return None;
        }
        for network in &networks {
            *taken.entry(*network).or_default() += 1;
        }
        drop(taken);
        Some(AddressPermit { limit: self.clone(), networks })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Network, usize>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A slot that counts towards an [`AddressLimit`] until it is dropped.
#[derive(Debug)]
pub struct AddressPermit {
    limit: AddressLimit,
    networks: Vec<Network>,
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut taken = self.limit.lock();
        for network in &self.networks {
            let left = taken.get(network).map_or(0, |count| count - 1);
            if left == 0 {
                taken.remove(network);
            } else {
                taken.insert(*network, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_few_slots_and_gets_them_back() {
        let limit = AddressLimit::new(2);
        let address = |last: u8| Some(IpAddr::from([192, 0, 2, last]));
        let first = limit.take(address(1)).expect("room");
        let _second = limit.take(address(1)).expect("room");
        assert!(limit.take(address(1)).is_none());
        assert!(limit.take(address(2)).is_some(), "another address");
        drop(first);
        assert!(limit.take(address(1)).is_some());
        assert_eq!(limit.lock().len(), 1, "who has none left is forgotten");
    }

    #[test]
    fn a_home_shares_its_slots_and_a_site_has_eight_times_as_many() {
        let limit = AddressLimit::new(1);
        let home = |home: u16, host: u16| Some(IpAddr::from([0x2001, 0xdb8, 1, home, 0, 0, 0, host]));
        let _first = limit.take(home(0, 1)).expect("room");
        assert!(limit.take(home(0, 2)).is_none());
        let homes: Vec<AddressPermit> = (1..100).filter_map(|n| limit.take(home(n, 1))).collect();
        assert_eq!(homes.len(), 7);
    }
}
