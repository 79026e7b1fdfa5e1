//! Counts and times of requests, by the pattern of their address: never by the address itself, which may hold names, ids and
//! secrets, and of which there are endlessly many.

use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

#[derive(Debug)]
pub(crate) struct RequestMetrics {
    requests: Family<Answered, Counter>,
    seconds: Family<Endpoint, Histogram, fn() -> Histogram>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: &'static str,
    page: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Endpoint {
    method: &'static str,
    page: String,
}

/// The aim for pages is 20 ms.
fn seconds() -> Histogram {
    Histogram::new([0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0])
}

impl Default for RequestMetrics {
    fn default() -> Self {
        let seconds = Family::new_with_constructor(seconds as fn() -> Histogram);
        Self { requests: Family::default(), seconds }
    }
}

impl RequestMetrics {
    pub fn register(&self, registry: &mut Registry) {
        let about = "Requests by method, pattern of the address, and class of the status";
        registry.register("http_requests", about, self.requests.clone());
        let about = "Time until the response began";
        registry.register_with_unit("http_request_duration", about, Unit::Seconds, self.seconds.clone());
    }

    /// `page` is the pattern of the address; `None` if there is no such page.
    pub fn observe(&self, method: &Method, page: Option<&str>, status: StatusCode, took: Duration) {
        let method = match *method {
            Method::GET => "GET",
            Method::HEAD => "HEAD",
            Method::POST => "POST",
            _ => "other",
        };
        let status = match status.as_u16() / 100 {
            1 => "1xx",
            2 => "2xx",
            3 => "3xx",
            4 => "4xx",
            _ => "5xx",
        };
        let page = page.unwrap_or("none").to_owned();
        self.seconds.get_or_create(&Endpoint { method, page: page.clone() }).observe(took.as_secs_f64());
        self.requests.get_or_create(&Answered { method, page, status }).inc();
    }
}
