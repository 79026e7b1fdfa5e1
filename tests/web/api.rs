//! The API, as a program uses it.

mod bad_input;
mod docs;
mod document;
mod events;
mod play;
mod problems;
mod schemathesis;
mod settings;
mod tokens;

use reqwest::Method;
use serde_json::Value;

use crate::app::TestApp;
use crate::browser::{Browser, News, Page};
use crate::tokens::{make, secret};

/// A program with a token or without.
pub struct Program {
    browser: Browser,
    token: Option<String>,
}

impl Program {
    pub fn new(app: &TestApp, token: Option<&str>) -> Self {
        Self { browser: app.browser(), token: token.map(str::to_owned) }
    }

    /// A program of a user who is signed in, with a token for these scopes.
    pub async fn of(app: &TestApp, user: &Browser, scopes: &[&str]) -> Self {
        let page = make(user, "a program", scopes, "never").await;
        assert_eq!(page.status, 200, "{}", page.text());
        Self::new(app, Some(&secret(&page)))
    }

    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap()
    }

    pub async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &str) -> Page {
        let bearer = self.token.as_ref().map(|token| format!("Bearer {token}"));
        let bearer = bearer.iter().map(|bearer| ("authorization", bearer.as_str()));
        let headers: Vec<_> = headers.iter().copied().chain(bearer).collect();
        self.browser.request(method, path, &headers, body.to_owned()).await
    }

    /// Opens a stream of lines.
    pub async fn stream(&self, path: &str) -> News {
        let bearer = format!("Bearer {}", self.token());
        let headers = [("accept", "application/x-ndjson"), ("authorization", bearer.as_str())];
        self.browser.news_with(path, &headers).await
    }

    pub async fn get(&self, path: &str) -> Page {
        self.send(Method::GET, path, &[], "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Page {
        // A call without a body.
        let text = if body.is_null() { String::new() } else { body.to_string() };
        self.send(Method::POST, path, &[("content-type", "application/json")], &text).await
    }

    /// What a read answers.
    pub async fn read(&self, path: &str) -> Value {
        let page = self.get(path).await;
        assert_eq!((page.status, kind(&page)), (200, "application/json"), "{path}: {}", page.body);
        json(&page)
    }

    /// What a call answers that succeeds.
    pub async fn call(&self, path: &str, body: &Value) -> Value {
        let page = self.post(path, body).await;
        assert!((200..300).contains(&page.status), "{path}: {}", page.body);
        if page.status == 204 { Value::Null } else { json(&page) }
    }
}

pub fn json(page: &Page) -> Value {
    serde_json::from_str(&page.body).unwrap_or_else(|error| panic!("{error}: {}", page.body))
}

pub fn kind(page: &Page) -> &str {
    page.headers.get("content-type").map_or("", |kind| kind.to_str().unwrap())
}

/// The status and the code of a problem.
pub fn problem(page: &Page) -> (u16, String) {
    assert_eq!(kind(page), "application/problem+json", "{} {}", page.status, page.body);
    let problem = json(page);
    assert_eq!(problem["status"], page.status);
    for member in ["type", "title", "detail"] {
        assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{problem}");
    }
    (page.status, problem["code"].as_str().unwrap().to_owned())
}

/// An expected problem.
pub fn is(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

/// Two players with programs, and the id of their game, which the first has opened.
pub async fn game(app: &TestApp) -> ([Program; 2], String) {
    let mut programs = Vec::new();
    for name in ["ann", "ben"] {
        programs.push(Program::of(app, &app.person(name).await, &["read", "play"]).await);
    }
    let [ann, ben] = <[Program; 2]>::try_from(programs).ok().unwrap();
    let opened = ann.call("/api/v1/games", &serde_json::json!({})).await;
    let id = opened["id"].as_str().unwrap().to_owned();
    ben.call(&format!("/api/v1/games/{id}/join"), &Value::Null).await;
    ([ann, ben], id)
}
