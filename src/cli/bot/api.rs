//! Calls of a server's API.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use environment::clock::Clock;
use outbound::{Address, AddressError, Client, Method, Network, Policy, Request, Response};
use serde_json::Value;
use tokio::runtime::Handle;

use crate::Failure;

/// In bytes, of an answer.
const LONGEST_ANSWER: usize = 64 << 20;
const TIME_LIMIT: Duration = Duration::from_mins(1);
/// The first pause after a call that failed; each further one is twice as long.
const SHORTEST_PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// How often a call is sent on which the server fails.
const MOST_FAILURES: u32 = 3;
/// How often a pause looks whether it is called off.
const LOOK: Duration = Duration::from_millis(50);

/// Why a call has no answer to go on with.
pub(super) enum CallError {
    /// The server refuses what was asked for.
    Refused(Refusal),
    /// It is time to end.
    Stopped,
    /// Nothing will ever work.
    Failed(Failure),
}

#[derive(Debug)]
pub(super) struct Refusal {
    pub status: u16,
    /// The stable code, or an empty text.
    pub code: String,
    pub detail: String,
}

/// A server, as the user of a token sees it.
pub(super) struct Api {
    client: Client,
    runtime: Handle,
    /// Without a slash at its end.
    server: String,
    authorization: String,
    stopped: Arc<AtomicBool>,
}

impl Api {
    pub(super) fn new(
        server: &str,
        token: &str,
        runtime: Handle,
        stopped: Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        // Unlike a server, a bot may reach all that its owner can.
        let everywhere = ["0.0.0.0/0", "::/0"].into_iter().filter_map(|text| text.parse::<Network>().ok());
        let policy = Policy {
            allow_http: true,
            allow_any_port: true,
            allowed: everywhere.collect(),
            time_limit: TIME_LIMIT,
            longest_body: LONGEST_ANSWER,
            ..Policy::default()
        };
        let server = server.trim().trim_end_matches('/').to_owned();
        Address::parse(&server, &policy)
            .map_err(|error| Failure::bad_input(format!("--server {server}: {}", wrong_address(error))))?;
        let authorization = format!("Bearer {token}");
        Ok(Self { client: Client::new(policy), runtime, server, authorization, stopped })
    }

    pub(super) fn get(&self, path: &str) -> Result<Value, CallError> {
        self.json(&self.call(Method::Get, path, None)?)
    }

    /// All parts of a list, which is in this field.
    pub(super) fn all(&self, path: &str, field: &str) -> Result<Vec<Value>, CallError> {
        let (mut all, mut next) = (Vec::new(), Some(path.to_owned()));
        while let Some(path) = next {
            let answer = self.call(Method::Get, &path, None)?;
            let part = self.json(&answer)?;
            all.extend(part[field].as_array().into_iter().flatten().cloned());
            next = answer.link.as_deref().and_then(next_part).map(str::to_owned);
        }
        Ok(all)
    }

    /// A text that is no JSON value, such as a record.
    pub(super) fn text(&self, path: &str) -> Result<String, CallError> {
        String::from_utf8(self.call(Method::Get, path, None)?.body).map_err(|_| self.no_api())
    }

    /// What the server answers is of no interest.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<(), CallError> {
        self.call(Method::Post, path, Some(body)).map(drop)
    }

    /// Sends the call until the server has answered it. All calls can be sent twice.
    fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response, CallError> {
        let (mut pause, mut failures) = (SHORTEST_PAUSE, 0);
        loop {
            let (why, asked) = match self.send(method, path, body) {
                Ok(answer) if (200..300).contains(&answer.status) => return Ok(answer),
                Ok(answer) if matches!(answer.status, 429 | 502..=504) => (
                    format!("the server has too much to do (status {})", answer.status),
                    answer.delay(Clock::system().now()),
                ),
                // It may be this call alone that fails.
                Ok(answer) if answer.status >= 500 && failures < MOST_FAILURES => {
                    failures += 1;
                    (format!("the server failed (status {})", answer.status), None)
                }
                Ok(answer) => return Err(self.refused(&answer)),
                Err(why) => (format!("the server doesn’t answer ({why})"), None),
            };
            // A second more, since both sides round.
            let wait =
                asked.and_then(|asked| asked.to_std().ok()).map_or(pause, |asked| asked + SHORTEST_PAUSE);
            tracing::warn!(path, "{why}, trying again in {} s", wait.as_secs());
            self.pause(wait)?;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Response, String> {
        let address = Address::parse(&format!("{}{path}", self.server), self.client.policy())
            .map_err(|error| wrong_address(error).to_owned())?;
        let mut headers = vec![("authorization", self.authorization.clone())];
        if body.is_some() {
            headers.push(("content-type", "application/json".to_owned()));
        }
        let body = body.map(|body| body.to_string().into_bytes()).unwrap_or_default();
        let request = Request { address: &address, method, headers, body };
        self.runtime.block_on(self.client.send(request)).map_err(|error| error.to_string())
    }

    fn json(&self, answer: &Response) -> Result<Value, CallError> {
        serde_json::from_slice(&answer.body).map_err(|_| self.no_api())
    }

    fn no_api(&self) -> CallError {
        let message = format!("{}: there is no Bastide server with an API at this address", self.server);
        CallError::Failed(Failure::general(message))
    }

    fn refused(&self, answer: &Response) -> CallError {
        let problem = serde_json::from_slice::<Value>(&answer.body).unwrap_or_default();
        let text = |field: &str| problem[field].as_str().unwrap_or_default().to_owned();
        let refusal = Refusal { status: answer.status, code: text("code"), detail: text("detail") };
        if refusal.code.is_empty() && answer.status < 500 {
            return self.no_api();
        }
        if refusal.status == 401 || refusal.code == "missing-scope" {
            return CallError::Failed(Failure::general(refusal.detail));
        }
        CallError::Refused(refusal)
    }

    /// Waits, unless it is time to end.
    pub(super) fn pause(&self, time: Duration) -> Result<(), CallError> {
        let mut left = time;
        while !left.is_zero() && !self.stopped.load(Ordering::Relaxed) {
            let part = left.min(LOOK);
            std::thread::sleep(part);
            left -= part;
        }
        if self.stopped.load(Ordering::Relaxed) { Err(CallError::Stopped) } else { Ok(()) }
    }
}

/// The path in a header such as `</api/v1/games?after=7>; rel="next"`.
fn next_part(link: &str) -> Option<&str> {
    link.strip_prefix('<')?.strip_suffix(">; rel=\"next\"").filter(|path| path.starts_with('/'))
}

const fn wrong_address(error: AddressError) -> &'static str {
    match error {
        AddressError::Length => "the address is too long",
        AddressError::UserInfo => "a token takes the place of a user name and password",
        AddressError::Fragment => "an address of a server has no #",
        AddressError::Syntax
        | AddressError::Scheme
        | AddressError::Host
        | AddressError::Port
        | AddressError::Forbidden => "this is not the address of a server, such as https://bastide.example",
    }
}
