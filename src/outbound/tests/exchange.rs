use std::process::Command;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use super::server::{Answer, Server};
use super::*;
use crate::LONGEST_BODY;

const OK: &str = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello";

fn text(answer: &str) -> Answer {
    Answer::Text(answer.to_owned())
}

#[tokio::test]
async fn a_request_arrives_and_is_answered() {
    let server = Server::start(text(OK)).await;
    let client = Client::with_resolver(local(), Names::of(&[&["127.0.0.1"]]));
    let address = Address::parse(&format!("http://hook.example:{}/a b?c", server.port), &local());
    assert!(address.is_err(), "a space");
    let response = post(&client, &format!("http://hook.example:{}/a|b?c={{d}}", server.port)).await.unwrap();
    assert_eq!(response, Response { status: 200, retry_after: None, link: None, body: b"hello".to_vec() });
    let [request] = &server.received()[..] else { panic!("one request") };
    assert!(request.starts_with("POST /a|b?c={d} HTTP/1.1\r\n"), "{request}");
    for line in [
        &format!("host: hook.example:{}\r\n", server.port),
        "content-type: text/plain\r\n",
        "content-length: 4\r\n",
        "connection: close\r\n",
        "\r\n\r\nturn",
    ] {
        assert!(request.contains(line), "{line} is missing: {request}");
    }
}

#[tokio::test]
async fn the_client_writes_its_own_headers_and_values_cannot_add_any() {
    let server = Server::start(text(OK)).await;
    let client = Client::with_resolver(local(), Names::default());
    let address = Address::parse(&format!("http://127.0.0.1:{}/", server.port), &local()).unwrap();
    let put = |name, value: &str| {
        let (headers, body) = (vec![(name, value.to_owned())], b"turn".to_vec());
        Request { address: &address, method: Method::Put, headers, body }
    };
    for (name, value) in [("host", "other"), ("content-length", "1"), ("transfer-encoding", "chunked")] {
        assert_eq!(client.send(put(name, value)).await.unwrap().status, 200);
        let request = server.received().pop().unwrap();
        assert!(request.starts_with("PUT / HTTP/1.1\r\n"), "{request}");
        assert!(!request.contains(&format!("{name}: {value}\r\n")), "{request}");
    }
    for (name, value) in [("title", "a\r\nhost: other"), ("title", "a\nb"), ("title", "a\0"), ("a b", "c")] {
        assert_eq!(client.send(put(name, value)).await, Err(SendError::Header), "{name}: {value}");
    }
    assert_eq!(server.accepted(), 3);
}

#[tokio::test]
async fn redirects_are_answers_like_any_other() {
    let target = Server::start(text(OK)).await;
    for status in [301, 302, 303, 307, 308] {
        let location = format!("http://127.0.0.1:{}/", target.port);
        let redirect =
            format!("HTTP/1.1 {status} Moved\r\nlocation: {location}\r\ncontent-length: 0\r\n\r\n");
        let server = Server::start(Answer::Text(redirect)).await;
        let client = Client::with_resolver(local(), Names::of(&[&["127.0.0.1"]]));
        let response = post(&client, &format!("http://hook.example:{}/", server.port)).await.unwrap();
        assert_eq!((response.status, server.accepted()), (status, 1));
    }
    assert_eq!(target.accepted(), 0);
}

#[tokio::test]
async fn the_wait_that_a_server_asks_for_is_returned() {
    let busy = "HTTP/1.1 429 Too Many Requests\r\nretry-after: 120\r\ncontent-length: 0\r\n\r\n";
    let server = Server::start(text(busy)).await;
    let client = Client::with_resolver(local(), Names::default());
    let response = post(&client, &format!("http://127.0.0.1:{}/", server.port)).await.unwrap();
    assert_eq!(
        response,
        Response { status: 429, retry_after: Some("120".to_owned()), link: None, body: vec![] }
    );
}

#[tokio::test]
async fn an_endless_answer_is_cut_off() {
    for start in [
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n",
        "HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n7fffffff\r\n",
    ] {
        let server = Server::start(Answer::Endless(start, "All work and no play. ")).await;
        let client = Client::with_resolver(local(), Names::default());
        let response = post(&client, &format!("http://127.0.0.1:{}/", server.port)).await.unwrap();
        assert_eq!(response.body.len(), LONGEST_BODY, "{start}");
        assert!(response.body.starts_with(b"All work and no play. All"));
    }
}

#[tokio::test]
async fn what_is_not_an_answer_is_an_error() {
    for answer in [
        Answer::Endless("HTTP/1.1 200 OK\r\n", "a: b\r\n"),
        Answer::Endless("HTTP/1.1 200 OK\r\na: ", "b"),
        Answer::Endless("", "220 mail.example ESMTP\r\n"),
        text(""),
        text("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhel"),
    ] {
        let server = Server::start(answer).await;
        let client = Client::with_resolver(local(), Names::default());
        let failed = post(&client, &format!("http://127.0.0.1:{}/", server.port)).await;
        assert_eq!(failed, Err(SendError::Answer));
    }
}

#[tokio::test]
async fn a_slow_server_ends_with_the_time_limit() {
    let policy = Policy { time_limit: Duration::from_millis(300), ..local() };
    for answer in [
        Answer::Silence,
        Answer::Late(OK.to_owned(), Duration::from_mins(1)),
        Answer::Endless("", "HTTP/1.1 103 Early Hints\r\n\r\n"),
    ] {
        let server = Server::start(answer).await;
        let client = Client::with_resolver(policy.clone(), Names::default());
        let failed = post(&client, &format!("http://127.0.0.1:{}/", server.port)).await;
        assert_eq!(failed, Err(SendError::Timeout));
        assert_eq!(server.received().len(), 1);
    }
}

#[tokio::test]
async fn the_next_address_is_tried_and_a_closed_port_is_an_error() {
    let server = Server::start(text(OK)).await;
    let client = Client::with_resolver(local(), Names::of(&[&["127.0.0.2", "127.0.0.1"], &["127.0.0.2"]]));
    let address = format!("http://hook.example:{}/", server.port);
    assert_eq!(post(&client, &address).await.unwrap().status, 200);
    assert_eq!(post(&client, &address).await, Err(SendError::Connection));
}

#[tokio::test]
async fn a_name_that_changes_its_address_is_connected_to_the_one_that_was_checked() {
    let server = Server::start(text(OK)).await;
    let names = Names::of(&[&["127.0.0.1"], &["169.254.169.254"]]);
    let client = Client::with_resolver(local(), names.clone());
    let address = format!("http://hook.example:{}/", server.port);
    assert_eq!(post(&client, &address).await.unwrap().status, 200);
    assert_eq!(names.left(), 1, "looked up once");
    assert_eq!(post(&client, &address).await, Err(SendError::Forbidden));
    assert_eq!(server.accepted(), 1);
}

#[tokio::test]
async fn connections_are_limited_and_requests_wait_for_a_free_one() {
    let server = Server::start(Answer::Late(OK.to_owned(), Duration::from_millis(50))).await;
    let client = Client::with_resolver(Policy { connections: 2, ..local() }, Names::default());
    let address = format!("http://127.0.0.1:{}/", server.port);
    let mut sending = JoinSet::new();
    for _ in 0..5 {
        let (client, address) = (client.clone(), address.clone());
        sending.spawn(async move { post(&client, &address).await });
    }
    assert!(sending.join_all().await.iter().all(Result::is_ok));
    assert_eq!((server.accepted(), server.most_open()), (5, 2));
}

#[tokio::test]
async fn a_request_that_waits_too_long_is_not_sent() {
    let server = Server::start(Answer::Silence).await;
    let policy = Policy { connections: 1, time_limit: Duration::from_millis(600), ..local() };
    let client = Client::with_resolver(policy, Names::default());
    let address = format!("http://127.0.0.1:{}/", server.port);
    let send = |after| {
        let (client, address) = (&client, &address);
        async move {
            sleep(Duration::from_millis(after)).await;
            post(client, address).await
        }
    };
    let (first, second, third) = tokio::join!(send(0), send(200), send(400));
    assert_eq!(
        [first, second, third],
        [Err(SendError::Timeout), Err(SendError::Timeout), Err(SendError::Busy)]
    );
    assert_eq!(server.accepted(), 2);
}

#[test]
fn proxies_of_the_environment_are_ignored() {
    let mut test = Command::new(std::env::current_exe().unwrap());
    for name in ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"] {
        test.env(name, "http://127.0.0.1:9");
    }
    for name in ["NO_PROXY", "no_proxy"] {
        test.env_remove(name);
    }
    let done = test.args(["--exact", "tests::exchange::a_request_arrives_and_is_answered"]).output().unwrap();
    let output = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success() && output.contains("1 passed"), "{output}");
}
