use std::net::IpAddr;

use super::network::Network;

/// IPv4 networks that are not public (IANA's registry of special addresses, RFC 6890), and multicast.
const SPECIAL_V4: [Network; 15] = [
    Network::v4(0, 0, 0, 0, 8),       // this host; Linux connects 0.0.0.0 to itself
    Network::v4(10, 0, 0, 0, 8),      // private
    Network::v4(100, 64, 0, 0, 10),   // shared by customers of a carrier
    Network::v4(127, 0, 0, 0, 8),     // loopback
    Network::v4(169, 254, 0, 0, 16),  // link-local, with the metadata of clouds
    Network::v4(172, 16, 0, 0, 12),   // private
    Network::v4(192, 0, 0, 0, 24),    // protocol assignments
    Network::v4(192, 0, 2, 0, 24),    // documentation
    Network::v4(192, 88, 99, 0, 24),  // relays of 6to4, withdrawn
    Network::v4(192, 168, 0, 0, 16),  // private
    Network::v4(198, 18, 0, 0, 15),   // benchmarks
    Network::v4(198, 51, 100, 0, 24), // documentation
    Network::v4(203, 0, 113, 0, 24),  // documentation
    Network::v4(224, 0, 0, 0, 4),     // multicast
    Network::v4(240, 0, 0, 0, 4),     // reserved, and broadcast
];

/// The only IPv6 network that is assigned for the public. Outside it are loopback, private, link-local and multicast addresses,
/// and those that contain one of IPv4: `::a.b.c.d`, and NAT64 (`64:ff9b::/96`).
const PUBLIC_V6: Network = Network::v6(0x2000, 0, 3);

/// What is not public inside it.
const SPECIAL_V6: [Network; 4] = [
    Network::v6(0x2001, 0, 23),     // protocol assignments, with Teredo
    Network::v6(0x2001, 0xdb8, 32), // documentation
    Network::v6(0x2002, 0, 16),     // 6to4, which contains an IPv4 address
    Network::v6(0x3fff, 0, 20),     // documentation
];

/// Whether anyone on the internet can reach it. `IpAddr::is_global` is not stable yet. A NAT64 gateway with a prefix of its own
/// can't be recognised.
pub fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        ip @ IpAddr::V4(_) => !SPECIAL_V4.iter().any(|network| network.contains(ip)),
        ip @ IpAddr::V6(_) => {
            PUBLIC_V6.contains(ip) && !SPECIAL_V6.iter().any(|network| network.contains(ip))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_and_the_last_address_of_each_special_network_are_not_public_and_their_neighbours_are() {
        for (first, last, before, after) in [
            ("0.0.0.0", "0.255.255.255", None, Some("1.0.0.0")),
            ("10.0.0.0", "10.255.255.255", Some("9.255.255.255"), Some("11.0.0.0")),
            ("100.64.0.0", "100.127.255.255", Some("100.63.255.255"), Some("100.128.0.0")),
            ("127.0.0.0", "127.255.255.255", Some("126.255.255.255"), Some("128.0.0.0")),
            ("169.254.0.0", "169.254.255.255", Some("169.253.255.255"), Some("169.255.0.0")),
            ("172.16.0.0", "172.31.255.255", Some("172.15.255.255"), Some("172.32.0.0")),
            ("192.0.0.0", "192.0.0.255", Some("191.255.255.255"), Some("192.0.1.0")),
            ("192.0.2.0", "192.0.2.255", Some("192.0.1.255"), Some("192.0.3.0")),
            ("192.88.99.0", "192.88.99.255", Some("192.88.98.255"), Some("192.88.100.0")),
            ("192.168.0.0", "192.168.255.255", Some("192.167.255.255"), Some("192.169.0.0")),
            ("198.18.0.0", "198.19.255.255", Some("198.17.255.255"), Some("198.20.0.0")),
            ("198.51.100.0", "198.51.100.255", Some("198.51.99.255"), Some("198.51.101.0")),
            ("203.0.113.0", "203.0.113.255", Some("203.0.112.255"), Some("203.0.114.0")),
            ("224.0.0.0", "255.255.255.255", Some("223.255.255.255"), None),
            ("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", None, Some("2000::")),
            ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", Some("2000:ffff::"), Some("2001:200::")),
            ("2001:db8::", "2001:db8:ffff::", Some("2001:db7:ffff::"), Some("2001:db9::")),
            ("2002::", "2002:ffff::", Some("2001:ffff::"), Some("2003::")),
            ("3fff::", "3fff:fff:ffff::", Some("3ffe:ffff::"), Some("3fff:1000::")),
            ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", Some("3fff:ffff::"), None),
        ] {
            let special = [first, last].map(|ip| is_public(ip.parse().unwrap()));
            assert_eq!(special, [false, false], "{first} to {last}");
            for neighbour in [before, after].into_iter().flatten() {
                assert!(is_public(neighbour.parse().unwrap()), "{neighbour}");
            }
        }
    }

    #[test]
    fn an_ipv4_address_inside_one_of_ipv6_is_public_only_as_the_same_address() {
        for (ip, public) in [
            ("::ffff:8.8.8.8", true),
            ("::ffff:127.0.0.1", false),
            ("::ffff:169.254.169.254", false),
            ("::8.8.8.8", false),          // IPv4-compatible
            ("64:ff9b::8.8.8.8", false),   // NAT64
            ("64:ff9b:1::8.8.8.8", false), // NAT64, local use
            ("::ffff:0:8.8.8.8", false),   // IPv4-translated
            ("2002:808:808::1", false),    // 6to4
            ("2001:0:808:808::1", false),  // Teredo
            ("2606:4700::1111", true),
        ] {
            assert_eq!(is_public(ip.parse().unwrap()), public, "{ip}");
        }
    }
}
