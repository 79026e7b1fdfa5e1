use std::net::IpAddr;
use std::time::Duration;

use super::exchange::LONGEST_BODY;
use super::network::Network;
use super::public::is_public;

/// What the host permits. The default is the strictest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Also plain HTTP, on port 80.
    pub allow_http: bool,
    /// Also ports other than 443, and than 80 for plain HTTP.
    pub allow_any_port: bool,
    /// The host's own networks, which may be reached although they are not public.
    pub allowed: Vec<Network>,
    /// For one exchange, from looking up the name to the end of the answer; also for the wait until a connection is free.
    pub time_limit: Duration,
    /// In bytes, of an answer. What comes after is not read.
    pub longest_body: usize,
    /// Connections open at once. More requests wait. At least 1.
    pub connections: usize,
}

impl Policy {
    pub(crate) fn permits(&self, ip: IpAddr) -> bool {
        is_public(ip) || self.allowed.iter().any(|network| network.contains(ip))
    }
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            allow_http: false,
            allow_any_port: false,
            allowed: Vec::new(),
            time_limit: Duration::from_secs(15),
            longest_body: LONGEST_BODY,
            connections: 32,
        }
    }
}
