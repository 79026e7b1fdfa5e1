//! A minimal HTTP client on one keep-alive connection, so that the load generator itself costs little.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub struct Client {
    stream: TcpStream,
    held: Vec<u8>,
}

/// A response whose body stays in the connection's buffer.
pub struct Response<'a> {
    pub status: u16,
    /// The status line and the headers, in lower case.
    pub head: String,
    pub body: &'a [u8],
}

impl Response<'_> {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(self.body).into_owned()
    }
}

/// A `GET` request; `header` is empty or a complete header line.
pub fn get(path: &str, token: &str, header: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: bastide\r\n{header}Cookie: bastide={token}\r\n\r\n")
}

/// A form submission.
pub fn post(path: &str, token: &str, form: &str) -> String {
    let length = form.len();
    format!(
        "POST {path} HTTP/1.1\r\nHost: bastide\r\nCookie: bastide={token}\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{form}"
    )
}

impl Client {
    pub async fn connect(address: &str) -> Self {
        Self::try_connect(address).await.unwrap()
    }

    pub async fn try_connect(address: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, held: Vec::with_capacity(256 * 1024) })
    }

    /// Sends a request and reads the response.
    pub async fn ask(&mut self, request: &str) -> Response<'_> {
        self.try_ask(request).await.unwrap()
    }

    /// An error if the server hangs up.
    pub async fn try_ask(&mut self, request: &str) -> io::Result<Response<'_>> {
        self.stream.write_all(request.as_bytes()).await?;
        self.held.clear();
        let end = loop {
            self.more().await?;
            if let Some(end) = find(&self.held, b"\r\n\r\n") {
                break end + 4;
            }
        };
        let head = String::from_utf8_lossy(&self.held[..end]).to_ascii_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        let length: Option<usize> =
            head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next()?.parse().ok());
        match length {
            Some(length) => self.until(|body| body.len() >= length, end).await?,
            None if head.contains("transfer-encoding: chunked") => {
                self.until(|body| body.ends_with(b"0\r\n\r\n"), end).await?;
            }
            None => {}
        }
        Ok(Response { status, head, body: &self.held[end..] })
    }

    /// Opens an event stream and reads it for ever.
    pub async fn listen(&mut self, request: &str) {
        self.stream.write_all(request.as_bytes()).await.unwrap();
        while self.more().await.is_ok() {
            self.held.clear();
        }
    }

    async fn until(&mut self, whole: impl Fn(&[u8]) -> bool, from: usize) -> io::Result<()> {
        while !whole(&self.held[from..]) {
            self.more().await?;
        }
        Ok(())
    }

    async fn more(&mut self) -> io::Result<()> {
        match self.stream.read_buf(&mut self.held).await? {
            0 => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server closed the connection")),
            _ => Ok(()),
        }
    }
}

fn find(text: &[u8], wanted: &[u8]) -> Option<usize> {
    text.windows(wanted.len()).position(|window| window == wanted)
}
