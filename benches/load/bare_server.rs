//! The limit for pages: an actix server that has the response ready and does nothing but send it.

use std::net::TcpListener;
use std::thread::available_parallelism;

use actix_web::dev::ServerHandle;
use actix_web::http::header::{CONTENT_LENGTH, DATE, HeaderMap, HeaderName, HeaderValue};
use actix_web::web::{Bytes, Data, to};
use actix_web::{App, HttpResponse, HttpServer};

use support::client::Response;

/// Runs until it is dropped.
pub struct BareServer {
    pub address: String,
    handle: ServerHandle,
}

/// Headers and body of a response.
struct Page {
    headers: HeaderMap,
    body: Bytes,
}

impl BareServer {
    /// Repeats this response to every request, with as many threads as the measured server has.
    pub fn start(response: &Response<'_>) -> Self {
        let page = Data::new(Page::of(response));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let server = HttpServer::new(move || App::new().app_data(page.clone()).default_service(to(send)))
            .workers(available_parallelism().map_or(1, usize::from))
            .tcp_nodelay(true)
            .disable_signals()
            .listen(listener)
            .unwrap()
            .run();
        let handle = server.handle();
        tokio::spawn(server);
        Self { address, handle }
    }
}

impl Drop for BareServer {
    fn drop(&mut self) {
        drop(self.handle.stop(false));
    }
}

impl Page {
    fn of(response: &Response<'_>) -> Self {
        let lines = response.head.lines().skip(1).filter_map(|line| line.split_once(": "));
        let headers = lines.map(|(name, value)| {
            (HeaderName::try_from(name).unwrap(), HeaderValue::try_from(value).unwrap())
        });
        // Actix adds these by itself.
        let headers = headers.filter(|(name, _)| ![CONTENT_LENGTH, DATE].contains(name)).collect();
        Self { headers, body: Bytes::copy_from_slice(response.body) }
    }
}

async fn send(page: Data<Page>) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    for header in &page.headers {
        response.append_header(header);
    }
    response.body(page.body.clone())
}
