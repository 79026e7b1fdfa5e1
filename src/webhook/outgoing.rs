//! An HTTP request that is ready to be sent.

use std::fmt;

use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Post,
    Put,
}

#[derive(Clone, PartialEq, Eq)]
pub struct Outgoing {
    pub method: Method,
    pub url: String,
    /// Names in lower case. The length of the body is for the client to add.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Outgoing {
    pub(crate) fn json(method: Method, url: &str, body: &Value) -> Self {
        let headers = vec![("content-type", "application/json".to_owned())];
        Self { method, url: url.to_owned(), headers, body: body.to_string().into_bytes() }
    }
}

/// Redacted: the URL or a header lets others post there.
impl fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outgoing({:?}, {} bytes, …)", self.method, self.body.len())
    }
}
