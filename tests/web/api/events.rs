//! Events of users, by parts and as streams that are cut off.

use std::time::Duration;

use serde_json::{Value, json};

use super::play::next;
use super::{Program, game, is, problem};
use crate::app::TestApp;
use crate::browser::News;

/// How many streams are cut off; with `BASTIDE_LONG`, 1,000.
fn cuts() -> usize {
    if support::setting("BASTIDE_LONG").is_some() { 1_000 } else { 60 }
}

/// The whole lines that a stream sends until it has sent one for an event, and perhaps a piece of another.
async fn read_some(stream: &mut News, wanted: u64) -> Vec<Value> {
    let mut text = String::new();
    let read = async {
        while !whole(&text).iter().any(|event| event["number"].as_u64() >= Some(wanted)) {
            text += &stream.chunk().await.expect("the stream goes on");
        }
    };
    tokio::time::timeout(Duration::from_secs(20), read).await.expect("an event within twenty seconds");
    whole(&text)
}

fn whole(text: &str) -> Vec<Value> {
    let lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n') && line.len() > 1);
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[tokio::test]
async fn streams_that_are_cut_off_lose_nothing_and_repeat_nothing() {
    let app = TestApp::start().await;
    let (programs, mut id) = game(&app).await;
    for program in &programs {
        program.read("/api/v1/events").await;
    }
    let mut read: [Vec<Value>; 2] = Default::default();
    for cut in 0..cuts() {
        // Some streams are open already when something happens, others not yet.
        let known = read[0].len() as u64;
        let early = if cut % 2 == 0 {
            Some(programs[0].stream(&format!("/api/v1/events?after={known}")).await)
        } else {
            None
        };
        for _ in 0..=cut % 3 {
            if let Some((program, _, turn)) = next(&programs, &id).await {
                program.call(&format!("/api/v1/games/{id}/turns"), &turn).await;
            } else {
                let rematch = programs[0].call(&format!("/api/v1/games/{id}/rematch"), &json!({})).await;
                programs[1].call(&format!("/api/v1/games/{id}/rematch"), &json!({})).await;
                rematch["id"].as_str().unwrap().clone_into(&mut id);
            }
        }
        let last = programs[0].read("/api/v1/events").await["last"].as_u64().unwrap();
        if last > known {
            let mut stream = match early {
                Some(stream) => stream,
                None => programs[0].stream(&format!("/api/v1/events?after={known}")).await,
            };
            // Some are cut off before all has come.
            let wanted = if cut % 5 == 0 { known + 1 } else { last };
            read[0].extend(read_some(&mut stream, wanted).await);
        }
        // The other one asks for parts.
        let known = read[1].len();
        let part = programs[1].read(&format!("/api/v1/events?after={known}")).await;
        read[1].extend(part["events"].as_array().unwrap().clone());
    }
    for (program, read) in programs.iter().zip(&read) {
        let numbers: Vec<u64> = read.iter().map(|event| event["number"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=read.len() as u64).collect::<Vec<_>>(), "in order, none lost, none twice");
        let kept = program.read("/api/v1/events").await;
        let kept = kept["events"].as_array().unwrap();
        assert_eq!(kept[..read.len().min(kept.len())], read[..read.len().min(kept.len())]);
        assert!(read.iter().any(|event| event["kind"] == "turn"));
    }
}

#[tokio::test]
async fn numbers_of_others_and_numbers_that_are_gone_are_refused() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let [ann, _] = &programs;
    let beyond = ann.get("/api/v1/events?after=1000").await;
    assert_eq!(problem(&beyond), is(404, "no-such-event"));
    assert!(super::json(&beyond)["last"].as_u64().unwrap() < 1000);
    for after in ["-1", "x", "99999999999999999999999", "1.5"] {
        assert_eq!(problem(&ann.get(&format!("/api/v1/events?after={after}")).await), is(400, "bad-request"));
    }
    assert_eq!(problem(&Program::new(&app, None).get("/api/v1/events").await), is(401, "signed-out"));
    for _ in 0..4 {
        let (program, _, turn) = next(&programs, &id).await.unwrap();
        program.call(&format!("/api/v1/games/{id}/turns"), &turn).await;
    }
    let last = ann.read("/api/v1/events").await["last"].as_u64().unwrap();
    app.execute("DELETE FROM user_events").await;
    let gone = ann.get("/api/v1/events?after=1").await;
    assert_eq!(
        (problem(&gone), super::json(&gone)["after"].as_u64()),
        (is(410, "events-expired"), Some(last))
    );
    let stream = ann.stream("/api/v1/events?after=1").await;
    assert_eq!(stream.status, 410, "an error is no stream");
}

#[tokio::test]
async fn a_thousand_streams_of_one_program_are_refused_cheaply() {
    let app = TestApp::start().await;
    let ann = Program::of(&app, &app.person("ann").await, &["read"]).await;
    let (mut open, mut refused) = (Vec::new(), 0);
    for _ in 0..1_000 {
        let stream = ann.stream("/api/v1/events").await;
        if stream.status == 200 {
            open.push(stream);
        } else {
            assert_eq!(stream.status, 429);
            refused += 1;
        }
    }
    assert_eq!((open.len(), refused), (30, 970));
    assert_eq!(ann.get("/api/v1/me").await.status, 200);
}
