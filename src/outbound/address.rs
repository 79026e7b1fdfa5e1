use std::fmt;
use std::net::IpAddr;

use hyper::Uri;
use hyper::header::HeaderValue;
use tokio_rustls::rustls::pki_types::ServerName;
use url::{Host, Position, Url};

use super::policy::Policy;

/// A URL that a [`Policy`] permits. Its path may be a secret, so `Debug` shows only the origin.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
    pub(crate) host: Host,
    pub(crate) port: u16,
    pub(crate) is_https: bool,
    /// The name that the certificate must have.
    pub(crate) server: ServerName<'static>,
    /// The value of the header `Host`.
    pub(crate) authority: HeaderValue,
    /// Path and query.
    pub(crate) target: Uri,
}

/// What is wrong with a URL. Pages translate the [code](Self::code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.code())]
pub enum AddressError {
    /// Longer than [`Address::LONGEST`].
    Length,
    /// Not a URL.
    Syntax,
    /// Neither `https` nor, where the policy allows it, `http`.
    Scheme,
    /// A user name or password, which have no place in a stored address.
    UserInfo,
    Fragment,
    /// No name that a certificate could have.
    Host,
    Port,
    /// An IP address that is neither public nor in a network that the host allows.
    Forbidden,
}

impl Address {
    /// In bytes, as entered and as stored.
    pub const LONGEST: usize = 1024;

    /// Names are not looked up: whether they may be reached is known when something is sent.
    pub fn parse(text: &str, policy: &Policy) -> Result<Self, AddressError> {
        let text = text.trim();
        if text.len() > Self::LONGEST {
            return Err(AddressError::Length);
        }
        // The parser would drop line breaks and tabs.
        if text.contains(|c: char| c.is_control() || c.is_whitespace()) {
            return Err(AddressError::Syntax);
        }
        let url = Url::parse(text).map_err(|error| match error {
            url::ParseError::EmptyHost
            | url::ParseError::IdnaError
            | url::ParseError::InvalidIpv4Address
            | url::ParseError::InvalidIpv6Address
            | url::ParseError::InvalidDomainCharacter => AddressError::Host,
            url::ParseError::InvalidPort => AddressError::Port,
            _ => AddressError::Syntax,
        })?;
        // Escapes make it longer.
        if url.as_str().len() > Self::LONGEST {
            return Err(AddressError::Length);
        }
        let address = Self::read(url)?;
        address.refusal(policy).map_or(Ok(address), Err)
    }

    fn read(url: Url) -> Result<Self, AddressError> {
        let (is_https, usual_port) = match url.scheme() {
            "https" => (true, 443),
            "http" => (false, 80),
            _ => return Err(AddressError::Scheme),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(AddressError::UserInfo);
        }
        if url.fragment().is_some() {
            return Err(AddressError::Fragment);
        }
        let host = url.host().ok_or(AddressError::Host)?.to_owned();
        let server = ServerName::try_from(url.host_str().unwrap_or_default().trim_matches(['[', ']']));
        let authority = HeaderValue::from_str(&url[Position::BeforeHost..Position::AfterPort]);
        let target = url[Position::BeforePath..Position::AfterQuery].parse();
        Ok(Self {
            host,
            port: url.port().unwrap_or(usual_port),
            is_https,
            server: server.map_err(|_| AddressError::Host)?.to_owned(),
            authority: authority.map_err(|_| AddressError::Host)?,
            target: target.map_err(|_| AddressError::Syntax)?,
            url,
        })
    }

    /// Why the policy doesn't permit it.
    pub(crate) fn refusal(&self, policy: &Policy) -> Option<AddressError> {
        let ip = match self.host {
            Host::Domain(_) => None,
            Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
            Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
        };
        // Usual ports are not in the URL.
        let has_other_port = self.url.port().is_some();
        if !self.is_https && !policy.allow_http {
            Some(AddressError::Scheme)
        } else if self.port == 0 || (has_other_port && !policy.allow_any_port) {
            Some(AddressError::Port)
        } else {
            ip.filter(|ip| !policy.permits(*ip)).map(|_| AddressError::Forbidden)
        }
    }

    /// In one spelling, to be stored.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// A name in lower case and ASCII, or an IP address, in brackets if it is of IPv6.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Scheme, host and an unusual port: `https://push.example`.
    pub fn origin(&self) -> String {
        self.url.origin().ascii_serialization()
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Address").field(&self.origin()).finish()
    }
}

impl AddressError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Length => "address-length",
            Self::Syntax => "address-syntax",
            Self::Scheme => "address-scheme",
            Self::UserInfo => "address-user-info",
            Self::Fragment => "address-fragment",
            Self::Host => "address-host",
            Self::Port => "address-port",
            Self::Forbidden => "address-forbidden",
        }
    }
}
