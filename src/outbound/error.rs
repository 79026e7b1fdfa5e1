/// Why there was no answer. Pages translate the [code](Self::code).
///
/// `Forbidden` and `Unknown` tell a user whether a name of the host's own network exists. Show both with the same words where
/// that matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.code())]
pub enum SendError {
    /// An IP address of the name is neither public nor in a network that the host allows, or the policy no longer permits the
    /// address.
    Forbidden,
    /// The name has no IP address, or couldn't be looked up.
    Unknown,
    /// A header's value has characters that HTTP doesn't allow.
    Header,
    /// None of the IP addresses accepted a connection.
    Connection,
    /// The certificate is not valid for the host, or the other side speaks no TLS.
    Tls,
    /// The operating system has no certificate authorities, so no certificate can be checked. The host's fault.
    NoAuthorities,
    /// The answer is not HTTP, has too long a head, or the connection broke.
    Answer,
    /// Not finished within [`Policy::time_limit`](super::Policy::time_limit).
    Timeout,
    /// All connections were in use for as long as that. Nothing was sent.
    Busy,
}

impl SendError {
    pub const fn code(self) -> &'static str {
        match self {
            Self::Forbidden => "send-forbidden",
            Self::Unknown => "send-unknown",
            Self::Header => "send-header",
            Self::Connection => "send-connection",
            Self::Tls => "send-tls",
            Self::NoAuthorities => "send-no-authorities",
            Self::Answer => "send-answer",
            Self::Timeout => "send-timeout",
            Self::Busy => "send-busy",
        }
    }
}
