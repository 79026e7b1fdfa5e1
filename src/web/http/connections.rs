//! Connections of clients that read slowly, send requests ahead, or open many connections.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream;
use actix_web::web::Bytes;
use actix_web::{Error, HttpRequest};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{Notify, watch};
use tokio::time::sleep;

use service::{AddressLimit, AddressPermit};

/// How long the server waits for clients that dawdle when it stops.
const LAST_WAIT: Duration = Duration::from_secs(1);
/// How many bytes are read at once while no request is being answered: requests that are sent ahead are parsed in such portions.
const PORTION: usize = 8 << 10;
/// How many bytes may follow the request that is being answered. More would fill the memory, and none would hide that the client has
/// gone. Shorter than any request, so that a client that sends requests ahead gains nothing by it.
const BEHIND: usize = 16;
/// Longer bodies are refused before they are read, but for those that a request [asks for](Line::allow).
const LONGEST_BODY: usize = 64 << 10;

/// What all connections have in common.
#[derive(Clone, Debug)]
pub(crate) struct Connections {
    /// Absent behind a proxy, from which all connections come.
    limit: Option<AddressLimit>,
    unread: Duration,
    stopping: watch::Sender<bool>,
}

impl Connections {
    pub(crate) fn new(limit: Option<usize>, unread: Duration) -> Self {
        Self { limit: limit.map(AddressLimit::new), unread, stopping: watch::Sender::new(false) }
    }

    /// A new connection; an error if its address has too many.
    pub(crate) fn accept(&self, stream: TcpStream) -> io::Result<(Connection, SocketAddr)> {
        let peer = stream.peer_addr()?;
        let permit = match &self.limit {
            Some(limit) => Some(limit.take(Some(peer.ip())).ok_or_else(|| full(peer.ip()))?),
            None => None,
        };
        stream.set_nodelay(true)?;
        let line = Rc::new(Line {
            permit: RefCell::new(permit),
            busy: Cell::new(false),
            room: Cell::new(PORTION),
            reader: Cell::new(None),
            left: Notify::new(),
        });
        Ok((Connection { stream, line, unread: None, connections: self.clone() }, peer))
    }

    /// From now on, the server hardly waits for clients.
    pub(crate) fn stop_waiting(&self) {
        self.stopping.send_replace(true);
    }

    /// Returns when a client had so much time, or [`LAST_WAIT`] while the server stops.
    pub(crate) fn wait(&self, time: Duration) -> impl Future<Output = ()> + 'static {
        let mut stopping = self.stopping.subscribe();
        async move {
            let stopped = async {
                if stopping.wait_for(|stopping| *stopping).await.is_err() {
                    // The server is gone, and nobody stops it.
                    std::future::pending::<()>().await;
                }
                sleep(LAST_WAIT).await;
            };
            tokio::select! {
                () = sleep(time) => {}
                () = stopped => {}
            }
        }
    }
}

fn full(address: IpAddr) -> io::Error {
    tracing::debug!(%address, "too many connections from one address");
    io::Error::from(io::ErrorKind::ConnectionRefused)
}

/// What the requests of a connection know of it.
pub(crate) struct Line {
    permit: RefCell<Option<AddressPermit>>,
    /// Whether a request is being answered.
    busy: Cell<bool>,
    /// How many bytes may be read before reading pauses.
    room: Cell<usize>,
    /// Wants to read when it may again.
    reader: Cell<Option<Waker>>,
    /// Woken when the client has gone.
    left: Notify,
}

impl Line {
    fn pause(&self, context: &Context<'_>) -> Poll<io::Result<()>> {
        self.reader.set(Some(context.waker().clone()));
        Poll::Pending
    }

    fn resume(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// The connection of this request; `None` in tests without one.
    pub(crate) fn of(request: &HttpRequest) -> Option<Rc<Self>> {
        request.conn_data::<Rc<Self>>().cloned()
    }

    /// The connection no longer counts towards the limit of its address.
    pub(crate) fn stop_counting(&self) {
        self.permit.take();
    }

    /// Lets the request that is being answered have a longer body than others.
    pub(crate) fn allow(&self, body: usize) {
        self.room.set(self.room.get() + body.saturating_sub(LONGEST_BODY));
        self.resume();
    }

    /// Returns when the client has gone. An answer that is only written to now and then would not learn of it.
    pub(crate) async fn left(&self) {
        self.left.notified().await;
    }
}

/// Exists while a request is being answered.
struct Busy(Rc<Line>);

impl Busy {
    /// A request with a body of this length.
    fn new(line: Rc<Line>, body: usize) -> Self {
        line.busy.set(true);
        line.room.set(body.min(LONGEST_BODY) + BEHIND);
        Self(line)
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.busy.set(false);
        self.0.room.set(PORTION);
        self.0.resume();
    }
}

/// The outermost middleware: hardly anything is read ahead until the request is answered.
pub(crate) async fn answer_first(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let Some(line) = request.request().conn_data::<Rc<Line>>().cloned() else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let length = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    let busy = Busy::new(line, length.unwrap_or(0));
    let response = next.call(request).await?.map_into_boxed_body();
    Ok(response.map_body(|_, body| BoxBody::new(Answered { body, _busy: busy })))
}

/// A body during which the connection is busy.
struct Answered {
    body: BoxBody,
    _busy: Busy,
}

impl MessageBody for Answered {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// A client's connection.
pub(crate) struct Connection {
    stream: TcpStream,
    line: Rc<Line>,
    /// Ends when the client has left an answer unread for too long. Absent while it reads.
    unread: Option<Pin<Box<dyn Future<Output = ()>>>>,
    connections: Connections,
}

impl Connection {
    pub(crate) fn line(&self) -> Rc<Line> {
        self.line.clone()
    }

    /// The client does not read.
    fn poll_unread(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let connections = &self.connections;
        let unread = self.unread.get_or_insert_with(|| Box::pin(connections.wait(connections.unread)));
        ready!(unread.as_mut().poll(context));
        // Otherwise the kernel keeps what it has taken for the client, for minutes.
        let reset = self.stream.set_zero_linger();
        Poll::Ready(reset.err().unwrap_or_else(|| io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let line = self.line.clone();
        if self.unread.is_some() {
            return line.pause(context);
        }
        let room = line.room.get().min(buffer.remaining());
        if room == 0 && buffer.remaining() > 0 {
            if line.busy.get() {
                return line.pause(context);
            }
            // What has been read is looked at first.
            line.room.set(PORTION);
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let mut part = ReadBuf::new(buffer.initialize_unfilled_to(room));
        let outcome = Pin::new(&mut self.stream).poll_read(context, &mut part);
        let read = part.filled().len();
        buffer.advance(read);
        if read == 0 && room > 0 && outcome.is_ready() {
            line.left.notify_one();
        }
        match outcome {
            Poll::Pending if !line.busy.get() => line.room.set(PORTION),
            _ => line.room.set(line.room.get() - read),
        }
        outcome
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Pending => self.poll_unread(context).map(Err),
            written @ Poll::Ready(_) => {
                if self.unread.take().is_some() {
                    self.line.resume();
                }
                written
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::time::timeout;

    use super::*;

    /// Long enough for anything that happens at all.
    const LONG: Duration = Duration::from_secs(20);

    /// A connection, and its other end.
    async fn connected(connections: &Connections) -> (Connection, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (server, _) = connections.accept(listener.accept().await.unwrap().0).unwrap();
        (server, client)
    }

    fn unlimited(unread: Duration) -> Connections {
        Connections::new(None, unread)
    }

    #[tokio::test]
    async fn hardly_anything_is_read_ahead_of_an_answer() {
        let (mut server, mut client) = connected(&unlimited(Duration::from_mins(1))).await;
        client.write_all(&vec![7; 50_000]).await.unwrap();
        let mut buffer = vec![0; 20_000];
        assert!(server.read(&mut buffer).await.unwrap() <= PORTION);
        let busy = Busy::new(server.line(), 100);
        server.read_exact(&mut buffer[..100 + BEHIND]).await.unwrap();
        let more = timeout(Duration::from_millis(50), server.read(&mut buffer)).await;
        assert!(more.is_err(), "the request and what may follow it were read");
        let both = async { tokio::join!(server.read(&mut buffer), async { drop(busy) }) };
        let (read, ()) = timeout(LONG, both).await.expect("after the answer it goes on");
        assert!(read.unwrap() > 0);
    }

    #[tokio::test]
    async fn a_client_that_leaves_while_it_is_answered_is_noticed() {
        let (mut server, client) = connected(&unlimited(Duration::from_mins(1))).await;
        let _busy = Busy::new(server.line(), 0);
        drop(client);
        assert_eq!(server.read(&mut [0; 100]).await.unwrap(), 0);
        timeout(LONG, server.line().left()).await.expect("a stream that waits learns of it");
    }

    #[tokio::test]
    async fn an_answer_that_nobody_reads_breaks_off() {
        let (mut server, mut client) = connected(&unlimited(Duration::from_millis(50))).await;
        let answer = vec![7; 50 << 20];
        let written = timeout(LONG, server.write_all(&answer)).await.expect("it does not wait for ever");
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
        drop(server);
        let mut answer = Vec::new();
        let error = client.read_to_end(&mut answer).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::ConnectionReset, "the kernel lets go of it, too");
    }

    #[tokio::test]
    async fn a_slow_client_has_time_as_long_as_it_goes_on_reading() {
        let (mut server, mut client) = connected(&unlimited(Duration::from_secs(5))).await;
        let whole = vec![7; 20 << 20];
        let read = async {
            let mut answer = vec![0; 20 << 20];
            for part in answer.chunks_mut(4 << 20) {
                tokio::time::sleep(Duration::from_millis(20)).await;
                client.read_exact(part).await.unwrap();
            }
            answer
        };
        let (written, answer) = tokio::join!(server.write_all(&whole), read);
        assert!(written.is_ok() && answer == whole);
    }

    #[tokio::test]
    async fn a_server_that_stops_hardly_waits_for_clients() {
        let connections = unlimited(Duration::from_mins(1));
        let (mut server, _client) = connected(&connections).await;
        let answer = vec![7; 50 << 20];
        let clients =
            async { tokio::join!(connections.wait(Duration::from_mins(1)), server.write_all(&answer)) };
        let stop = async {
            sleep(Duration::from_millis(20)).await;
            connections.stop_waiting();
        };
        let ended = timeout(10 * LAST_WAIT, async { tokio::join!(clients, stop) }).await;
        let (((), written), ()) = ended.expect("it does not wait for a minute");
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
