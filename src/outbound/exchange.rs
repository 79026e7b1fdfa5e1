use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1;
use hyper::header::{self, HeaderName, HeaderValue};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::task::JoinSet;

use super::address::Address;
use super::error::SendError;

/// In bytes, of an answer, unless the policy says otherwise.
pub const LONGEST_BODY: usize = 64 * 1024;
/// In bytes, of status and headers of an answer.
const LONGEST_HEAD: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub struct Request<'a> {
    pub address: &'a Address,
    pub method: Method,
    /// Names and values. The client adds `host`, `content-length`, `user-agent` and `connection`.
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// Any, redirects too: they are not followed.
    pub status: u16,
    /// As it was sent: seconds or a date.
    pub retry_after: Option<String>,
    /// Where the next part of a list is (RFC 8288), as it was sent.
    pub link: Option<String>,
    /// At most as long as the policy says; the rest is cut off.
    pub body: Vec<u8>,
}

impl Request<'_> {
    pub(crate) fn to_http(&self) -> Result<hyper::Request<Full<Bytes>>, SendError> {
        let mut request = hyper::Request::new(Full::from(Bytes::copy_from_slice(&self.body)));
        *request.method_mut() = match self.method {
            Method::Get => hyper::Method::GET,
            Method::Post => hyper::Method::POST,
            Method::Put => hyper::Method::PUT,
        };
        *request.uri_mut() = self.address.target.clone();
        let headers = request.headers_mut();
        for (name, value) in &self.headers {
            let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| SendError::Header)?;
            headers.append(name, HeaderValue::from_str(value).map_err(|_| SendError::Header)?);
        }
        headers.remove(header::TRANSFER_ENCODING);
        headers.insert(header::CONTENT_LENGTH, self.body.len().into());
        headers.insert(header::HOST, self.address.authority.clone());
        headers.insert(header::USER_AGENT, HeaderValue::from_static("Bastide"));
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        Ok(request)
    }
}

/// One request and its answer, on a connection of their own.
pub async fn exchange<S>(
    stream: S,
    request: hyper::Request<Full<Bytes>>,
    longest: usize,
) -> Result<Response, SendError>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let broken = |_| SendError::Answer;
    let mut builder = http1::Builder::new();
    builder.max_buf_size(LONGEST_HEAD);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(broken)?;
    // Closed with the end of this function, also when time runs out.
    let mut connections = JoinSet::new();
    connections.spawn(connection);
    let (head, body) = sender.send_request(request).await.map_err(broken)?.into_parts();
    let text =
        |name: HeaderName| head.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    Ok(Response {
        status: head.status.as_u16(),
        retry_after: text(header::RETRY_AFTER),
        link: text(header::LINK),
        body: read(body, longest).await?,
    })
}

async fn read(mut body: Incoming, longest: usize) -> Result<Vec<u8>, SendError> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| SendError::Answer)?;
        bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| data));
        if bytes.len() >= longest {
            bytes.truncate(longest);
            break;
        }
    }
    Ok(bytes)
}
