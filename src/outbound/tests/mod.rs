mod addresses;
mod exchange;
mod refused;
mod server;
mod tls;

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Address, Client, LookUp, Method, Policy, Request, Resolve, Response, SendError};

/// Names with the IP addresses of a test: each look-up takes the next answer, and there is no other.
#[derive(Clone, Default)]
struct Names(Arc<Mutex<VecDeque<Vec<IpAddr>>>>);

impl Names {
    fn of(answers: &[&[&str]]) -> Self {
        let parse = |ips: &&[&str]| ips.iter().map(|ip| ip.parse().unwrap()).collect();
        Self(Arc::new(Mutex::new(answers.iter().map(parse).collect())))
    }

    fn left(&self) -> usize {
        self.answers().len()
    }

    fn answers(&self) -> MutexGuard<'_, VecDeque<Vec<IpAddr>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Resolve for Names {
    fn look_up<'a>(&'a self, _: &'a str) -> LookUp<'a> {
        let answer = self.answers().pop_front();
        Box::pin(async { answer.ok_or_else(|| io::Error::other("no such name")) })
    }
}

/// Permits the servers of the tests: on this machine, without TLS, on any port.
fn local() -> Policy {
    Policy { allowed: vec!["127.0.0.0/8".parse().unwrap()], ..anything_public() }
}

fn anything_public() -> Policy {
    Policy {
        allow_http: true,
        allow_any_port: true,
        time_limit: Duration::from_secs(10),
        ..Policy::default()
    }
}

async fn post(client: &Client, address: &str) -> Result<Response, SendError> {
    let address = Address::parse(address, client.policy()).unwrap();
    let headers = vec![("content-type", "text/plain".to_owned())];
    client.send(Request { address: &address, method: Method::Post, headers, body: b"turn".to_vec() }).await
}
