use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use tokio::net::TcpStream;
use tokio::sync::{OnceCell, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use url::Host;

use super::address::Address;
use super::error::SendError;
use super::exchange::{Request, Response, exchange};
use super::policy::Policy;
use super::resolver::{Resolve, SystemResolver};
use super::tls;

/// IP addresses of a name that are tried.
const ATTEMPTS: u8 = 3;

/// Sends requests to addresses that users enter. One is enough for the server; clones share its limits.
#[derive(Clone)]
pub struct Client(Arc<Shared>);

struct Shared {
    policy: Policy,
    resolver: Box<dyn Resolve>,
    connections: Semaphore,
    /// Made for the first address with `https`.
    tls: OnceCell<TlsConnector>,
}

impl Client {
    pub fn new(policy: Policy) -> Self {
        Self::with_resolver(policy, SystemResolver)
    }

    /// With names that a test decides.
    pub fn with_resolver(policy: Policy, resolver: impl Resolve + 'static) -> Self {
        Self::with_tls(policy, resolver, OnceCell::new())
    }

    pub(crate) fn with_tls(
        policy: Policy,
        resolver: impl Resolve + 'static,
        tls: OnceCell<TlsConnector>,
    ) -> Self {
        let connections = Semaphore::new(policy.connections.clamp(1, Semaphore::MAX_PERMITS));
        Self(Arc::new(Shared { policy, resolver: Box::new(resolver), connections, tls }))
    }

    /// To parse addresses with.
    pub fn policy(&self) -> &Policy {
        &self.0.policy
    }

    /// Sends it once and waits for the answer, whatever its status. The address is checked again, even if it was parsed with
    /// another policy.
    pub async fn send(&self, request: Request<'_>) -> Result<Response, SendError> {
        let Shared { policy, connections, .. } = &*self.0;
        if request.address.refusal(policy).is_some() {
            return Err(SendError::Forbidden);
        }
        let message = request.to_http()?;
        let free = timeout(policy.time_limit, connections.acquire()).await;
        let Ok(Ok(_connection)) = free else { return Err(SendError::Busy) };
        let answer = async {
            let stream = self.connect(request.address).await?;
            if request.address.is_https {
                let connector = self.0.tls.get_or_try_init(load_tls).await?;
                let server = request.address.server.clone();
                let stream = connector.connect(server, stream).await.map_err(|_| SendError::Tls)?;
                exchange(stream, message, policy.longest_body).await
            } else {
                exchange(stream, message, policy.longest_body).await
            }
        };
        timeout(policy.time_limit, answer).await.unwrap_or(Err(SendError::Timeout))
    }

    /// Connects to an IP address that was checked, and to no name: nothing looks it up a second time.
    async fn connect(&self, address: &Address) -> Result<TcpStream, SendError> {
        let ips = self.look_up(&address.host).await?;
        let limit = self.0.policy.time_limit / u32::from(ATTEMPTS);
        for ip in ips.into_iter().take(ATTEMPTS.into()) {
            let attempt = TcpStream::connect(SocketAddr::new(ip, address.port));
            if let Ok(Ok(stream)) = timeout(limit, attempt).await {
                return Ok(stream);
            }
        }
        Err(SendError::Connection)
    }

    /// The IP addresses of a host, if all of them are permitted: one that isn't shows that the name is not to be trusted.
    async fn look_up(&self, host: &Host) -> Result<Vec<IpAddr>, SendError> {
        let ips = match host {
            Host::Ipv4(ip) => vec![IpAddr::V4(*ip)],
            Host::Ipv6(ip) => vec![IpAddr::V6(*ip)],
            Host::Domain(name) => self.0.resolver.look_up(name).await.map_err(|_| SendError::Unknown)?,
        };
        if ips.is_empty() {
            Err(SendError::Unknown)
        } else if ips.iter().all(|ip| self.0.policy.permits(*ip)) {
            Ok(ips.iter().map(IpAddr::to_canonical).collect())
        } else {
            Err(SendError::Forbidden)
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client").field("policy", &self.0.policy).finish_non_exhaustive()
    }
}

async fn load_tls() -> Result<TlsConnector, SendError> {
    spawn_blocking(tls::system_connector).await.unwrap_or(Err(SendError::NoAuthorities))
}
