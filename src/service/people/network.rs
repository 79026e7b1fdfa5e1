//! The networks by which limits count addresses.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// A single IPv4 address, or a network that one IPv6 customer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Network {
    base: IpAddr,
    bits: u8,
}

impl Network {
    /// The networks that an address counts for. A household has an IPv6 /64 at least; some providers give whole /48s, with
    /// 65,536 of them.
    pub fn all_of(address: IpAddr) -> impl Iterator<Item = Self> {
        let networks = match address.to_canonical() {
            address @ IpAddr::V4(_) => [Some(Self { base: address, bits: 32 }), None],
            IpAddr::V6(address) => [64, 48].map(|bits| Some(Self::cut(address, bits))),
        };
        networks.into_iter().flatten()
    }

    fn cut(address: Ipv6Addr, bits: u8) -> Self {
        let host = 128 - u32::from(bits);
        Self { base: Ipv6Addr::from_bits(address.to_bits() >> host << host).into(), bits }
    }

    /// The share of a /48.
    pub const SITE: u32 = 8;

    /// How many times the limit of one address the network has: 1 or [`Self::SITE`].
    pub const fn share(self) -> u32 {
        if self.bits == 48 { Self::SITE } else { 1 }
    }
}

/// As [`Network`] is displayed.
impl FromStr for Network {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (base, bits) = text.split_once('/').unwrap_or((text, "32"));
        let (base, bits) = (base.parse::<IpAddr>().map_err(|_| ())?, bits.parse::<u8>().map_err(|_| ())?);
        Self::all_of(base).find(|network| network.bits == bits && network.base == base).ok_or(())
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(address) => write!(f, "{address}/{}", self.bits),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_address_counts_for_its_household_and_its_site() {
        let of = |text: &str| {
            Network::all_of(text.parse().unwrap()).map(|one| one.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(of("203.0.113.7"), ["203.0.113.7"]);
        assert_eq!(of("::ffff:203.0.113.7"), ["203.0.113.7"]);
        assert_eq!(of("2001:db8:1:2:3::4"), ["2001:db8:1:2::/64", "2001:db8:1::/48"]);
    }

    #[test]
    fn a_network_is_read_as_it_is_displayed() {
        for address in ["203.0.113.7", "2001:db8:1:2:3::4"] {
            for network in Network::all_of(address.parse().unwrap()) {
                assert_eq!(network.to_string().parse(), Ok(network));
            }
        }
        for text in ["", "203.0.113.7/8", "2001:db8::/32", "2001:db8::1/64", "2001:db8::", "x/64"] {
            assert_eq!(text.parse::<Network>(), Err(()), "{text}");
        }
    }
}
