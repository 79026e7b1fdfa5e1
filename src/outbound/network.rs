use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// A range of IP addresses, such as `10.1.0.0/16`, `fd00:1::/32` or the single address `10.1.2.3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    first: IpAddr,
    prefix: u8,
}

/// For hosts, who name networks in the settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    #[error("{0} is not an IP address; write a network like 10.1.0.0/16 or fd00:1::/32")]
    Address(String),
    #[error("/{0} is not a prefix length; write a number from 0 to {1}")]
    Prefix(String, u8),
    #[error("{0} is inside a network; write its first address, {1}")]
    Inside(IpAddr, Network),
    #[error("{0} is an IPv4 network written as IPv6; write it as IPv4")]
    Mapped(IpAddr),
}

impl Network {
    pub(crate) const fn v4(a: u8, b: u8, c: u8, d: u8, prefix: u8) -> Self {
        Self { first: IpAddr::V4(Ipv4Addr::new(a, b, c, d)), prefix }
    }

    /// The other six groups are 0.
    pub(crate) const fn v6(a: u16, b: u16, prefix: u8) -> Self {
        Self { first: IpAddr::V6(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0)), prefix }
    }

    /// An IPv4 address that is written as IPv6 is in the network that has the IPv4 address.
    pub fn contains(&self, ip: IpAddr) -> bool {
        let ((first, width), (ip, other)) = (bits(self.first), bits(ip.to_canonical()));
        width == other && (first ^ ip).checked_shr(u32::from(width - self.prefix)).unwrap_or(0) == 0
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let text = text.trim();
        let (first, prefix) = text.split_once('/').map_or((text, None), |(ip, prefix)| (ip, Some(prefix)));
        let ip: IpAddr = first.parse().map_err(|_| NetworkError::Address(first.to_owned()))?;
        if ip != ip.to_canonical() {
            return Err(NetworkError::Mapped(ip));
        }
        let (_, width) = bits(ip);
        let digits = |text: &&str| text.bytes().all(|byte| byte.is_ascii_digit());
        let prefix = match prefix {
            None => width,
            Some(text) => Some(text)
                .filter(digits)
                .and_then(|text| text.parse().ok())
                .filter(|prefix| *prefix <= width)
                .ok_or_else(|| NetworkError::Prefix(text.to_owned(), width))?,
        };
        let network = Self { first: first_of(ip, prefix), prefix };
        if network.first == ip { Ok(network) } else { Err(NetworkError::Inside(ip, network)) }
    }
}

impl std::fmt::Display for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.first, self.prefix)
    }
}

/// An IP address as a number, and how many bits it has.
const fn bits(ip: IpAddr) -> (u128, u8) {
    match ip {
        IpAddr::V4(ip) => (ip.to_bits() as u128, 32),
        IpAddr::V6(ip) => (ip.to_bits(), 128),
    }
}

/// The first address of the network with a prefix of this length.
fn first_of(ip: IpAddr, prefix: u8) -> IpAddr {
    match ip {
        IpAddr::V4(ip) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(prefix)).unwrap_or(0);
            Ipv4Addr::from_bits(ip.to_bits() & mask).into()
        }
        IpAddr::V6(ip) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(prefix)).unwrap_or(0);
            Ipv6Addr::from_bits(ip.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_the_addresses_from_its_first_to_its_last() {
        for (network, inside, outside) in [
            ("10.1.0.0/16", ["10.1.0.0", "10.1.255.255"], ["10.0.255.255", "10.2.0.0"]),
            ("10.1.2.3", ["10.1.2.3", "::ffff:10.1.2.3"], ["10.1.2.2", "::10.1.2.3"]),
            ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::", "2000::"]),
            ("fd00:1::/32", ["fd00:1::", "fd00:1:ffff::1"], ["fd00:2::", "10.1.0.0"]),
            ("::/0", ["::", "ffff::"], ["0.0.0.0", "::ffff:1.2.3.4"]),
            ("::1/128", ["::1", "0::1"], ["::", "::2"]),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(inside.iter().all(|ip| network.contains(ip.parse().unwrap())), "{network}");
            assert!(outside.iter().all(|ip| !network.contains(ip.parse().unwrap())), "{network}");
            assert_eq!(network.to_string().parse(), Ok(network));
        }
    }

    #[test]
    fn what_is_not_a_network_is_refused_with_the_reason() {
        for (text, error) in [
            ("", " is not an IP address; write a network like 10.1.0.0/16 or fd00:1::/32"),
            ("host/8", "host is not an IP address; write a network like 10.1.0.0/16 or fd00:1::/32"),
            ("10.1/16", "10.1 is not an IP address; write a network like 10.1.0.0/16 or fd00:1::/32"),
            ("10.1.0.0/33", "/33 is not a prefix length; write a number from 0 to 32"),
            ("10.1.0.0/", "/ is not a prefix length; write a number from 0 to 32"),
            ("10.1.0.0/+8", "/+8 is not a prefix length; write a number from 0 to 32"),
            ("fd00::/129", "/129 is not a prefix length; write a number from 0 to 128"),
            ("10.1.2.3/16", "10.1.2.3 is inside a network; write its first address, 10.1.0.0/16"),
            ("fd00::1/8", "fd00::1 is inside a network; write its first address, fd00::/8"),
            ("1.0.0.0/0", "1.0.0.0 is inside a network; write its first address, 0.0.0.0/0"),
            ("::ffff:10.1.0.0/112", "::ffff:10.1.0.0 is an IPv4 network written as IPv6; write it as IPv4"),
        ] {
            assert_eq!(text.parse::<Network>().unwrap_err().to_string(), error);
        }
    }
}
