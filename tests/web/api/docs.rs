//! The examples of `docs/api.md` work.

use reqwest::Method;

use super::{Program, json, kind};
use crate::app::TestApp;

const DOCS: &str = include_str!("../../../docs/api.md");
const ORIGIN: &str = "https://bastide.example";

/// The words of a command line.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[tokio::test]
async fn the_command_lines_of_the_docs_work() {
    let app = TestApp::start().await;
    let token = Program::of(&app, &app.person("ann").await, &["read", "play"]).await.token().to_owned();
    let lines: Vec<&str> = DOCS.lines().filter_map(|line| line.strip_prefix("    curl ")).collect();
    assert!(lines.len() >= 3, "{lines:?}");
    for line in lines {
        let (mut headers, mut sent, mut url) = (Vec::new(), None, String::new());
        let mut words = words(line).into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "-H" => headers.push(words.next().unwrap().replace("bastide_…", &token)),
                "-d" => sent = words.next(),
                _ => url = word,
            }
        }
        let path = url.strip_prefix(ORIGIN).unwrap_or_else(|| panic!("{line}")).to_owned();
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|header| header.split_once(": ").unwrap()).collect();
        let method = if sent.is_some() { Method::POST } else { Method::GET };
        let page = app.browser().request(method, &path, &headers, sent.unwrap_or_default()).await;
        assert!(matches!(page.status, 200 | 201), "{line}: {}", page.body);
        assert_eq!(kind(&page), "application/json");
        json(&page);
    }
}
