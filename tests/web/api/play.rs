//! Games that programs play.

use chrono::TimeDelta;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Program, game, is, json as body, problem};
use crate::app::TestApp;

/// The program whose turn it is, the number of the last event, and a legal turn, with a follower if one can be placed.
pub async fn next<'p>(programs: &'p [Program; 2], id: &str) -> Option<(&'p Program, u64, Value)> {
    let game = programs[0].read(&format!("/api/v1/games/{id}")).await;
    let seat = game["state"]["to_move"].as_u64()?;
    let mine = programs[usize::try_from(seat).unwrap()].read("/api/v1/waiting").await;
    assert!(mine["turns"].as_array().unwrap().iter().any(|turn| turn["id"] == id), "{mine}");
    let found = programs[0].read(&format!("/api/v1/games/{id}/placements")).await;
    let placement = &found["placements"][0];
    let turn = json!({
        "expected": found["last"],
        "tile": placement["tile"],
        "x": placement["x"],
        "y": placement["y"],
        "rotation": placement["rotation"],
        "follower": placement["followers"].get(0),
    });
    Some((&programs[usize::try_from(seat).unwrap()], found["last"].as_u64().unwrap(), turn))
}

#[tokio::test]
async fn a_whole_game_is_played_with_calls_alone() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let (path, visitor) = (format!("/api/v1/games/{id}"), Program::new(&app, None));
    let mut turns = 0;
    while let Some((program, _, turn)) = next(&programs, &id).await {
        let played = program.call(&format!("{path}/turns"), &turn).await;
        assert!(played["first"].as_u64() > turn["expected"].as_u64());
        turns += 1;
    }
    assert!(turns > 65, "{turns}");
    let over = visitor.read(&path).await;
    assert_eq!((&over["state"]["status"], &over["you"]), (&json!("finished"), &Value::Null));
    assert_eq!(over["play"]["tiles"].as_array().unwrap().len(), turns + 1);
    assert!(over["play"]["players"][0]["points"].as_i64().is_some() && over.get("agreements").is_none());

    // The record, the events and their stream are the same.
    let record = visitor.get(&format!("{path}/record")).await.body;
    let lines: Vec<&str> = record.lines().skip(1).collect();
    let events = visitor.read(&format!("{path}/events?after=3")).await;
    assert_eq!(events["last"], lines.len());
    assert_eq!(events["events"][0], serde_json::from_str::<Value>(lines[3]).unwrap());
    assert_eq!(events["events"].as_array().unwrap().len(), lines.len() - 3);
    let stream = [("accept", "application/x-ndjson")];
    let stream = visitor.send(Method::GET, &format!("{path}/events?after=3"), &stream, "").await;
    assert_eq!(stream.body.lines().collect::<Vec<_>>(), lines[3..]);

    // What comes after.
    let [ann, ben] = &programs;
    let mut notified = 0;
    for player in &programs {
        let unseen = async || {
            let list = player.read(&format!("/api/v1/notifications?unseen=yes&game={id}")).await;
            list["notifications"].as_array().unwrap().iter().filter(|one| one["kind"] == "finished").count()
        };
        notified += unseen().await;
        player.call(&format!("{path}/seen"), &Value::Null).await;
        assert_eq!(unseen().await, 0);
    }
    assert!(notified > 0);
    let rematch = ann.call(&format!("{path}/rematch"), &json!({})).await;
    assert_eq!(rematch, ben.call(&format!("{path}/rematch"), &json!({})).await);
    let mine = ben.read("/api/v1/games/mine?status=playing").await;
    assert_eq!(mine["games"][0]["id"], rematch["id"]);
    assert_eq!(mine["games"][0]["rematch_of"], id);
}

#[tokio::test]
async fn a_turn_sent_twice_is_stored_once_and_a_stale_one_says_what_has_changed() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let path = format!("/api/v1/games/{id}");
    let (program, last, turn) = next(&programs, &id).await.unwrap();
    let first = program.call(&format!("{path}/turns"), &turn).await;
    let before = app.rows().await;
    assert_eq!(program.call(&format!("{path}/turns"), &turn).await, first);
    assert_eq!(app.rows().await, before);

    let mut other = turn.clone();
    other["follower"] = Value::Null;
    other["rotation"] = json!((other["rotation"].as_u64().unwrap() + 1) % 4);
    let stale = program.post(&format!("{path}/turns"), &other).await;
    assert_eq!(problem(&stale), is(409, "stale"));
    let changed = body(&stale);
    assert_eq!(changed["last"], first["last"]);
    assert_eq!(changed["events"][0]["n"], last + 1);

    // The same with a condition.
    other.as_object_mut().unwrap().remove("expected");
    let condition = format!("\"{last}\"");
    let headers = [("content-type", "application/json"), ("if-match", condition.as_str())];
    let failed = program.send(Method::POST, &format!("{path}/turns"), &headers, &other.to_string()).await;
    assert_eq!((problem(&failed), &body(&failed)["last"]), (is(412, "stale"), &first["last"]));

    let (mover, last, mut turn) = next(&programs, &id).await.unwrap();
    let waits = programs.iter().find(|other| other.token() != mover.token()).unwrap();
    assert_eq!(problem(&waits.post(&format!("{path}/turns"), &turn).await), is(403, "not-your-turn"));
    turn["x"] = json!(50);
    assert_eq!(problem(&mover.post(&format!("{path}/turns"), &turn).await), is(422, "refused"));
    let current = mover.get(&path).await;
    let tag = current.headers["etag"].to_str().unwrap();
    assert!(tag.starts_with(&format!("\"{last}.")), "{tag}");
    let known = mover.send(Method::GET, &path, &[("if-none-match", tag)], "").await;
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    let headers = [("content-type", "application/json"), ("if-match", tag)];
    let resigned = mover.send(Method::POST, &format!("{path}/resign"), &headers, "{}").await;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    let after = mover.send(Method::GET, &path, &[("if-none-match", tag)], "").await;
    assert_eq!((after.status, &body(&after)["state"]["status"]), (200, &json!("finished")));
}

#[tokio::test]
async fn tables_are_opened_left_closed_and_listed_part_by_part() {
    let app = TestApp::start().await;
    let ann = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let ben = Program::of(&app, &app.person("ben").await, &["read", "play"]).await;
    let settings = json!({"public": false, "take_backs": 2, "rules": {"preset": "abbeys"}});
    let opened = ann.post("/api/v1/games", &json!({"seats": 3, "settings": settings})).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let path = opened.headers["location"].to_str().unwrap().to_owned();
    let table = ann.read(&path).await;
    assert_eq!(
        (&table["settings"]["take_backs"], &table["settings"]["rules"]["preset"]),
        (&json!(2), &json!("abbeys"))
    );
    assert_eq!((&table["you"], &table["play"]), (&json!(0), &Value::Null));
    let invite = table["invite"].as_str().unwrap();
    assert_eq!(problem(&ben.get(&path).await), is(404, "no-such-game"));
    assert_eq!(problem(&ben.post(&format!("{path}/join"), &json!({})).await), is(404, "no-such-game"));
    for _ in 0..2 {
        assert_eq!(ben.call(&format!("{path}/join"), &json!({"invite": invite})).await, json!({"seat": 1}));
    }
    ben.call(&format!("{path}/leave"), &json!({})).await;
    ann.call(&format!("{path}/invite"), &json!({"name": "ben"})).await;
    assert_eq!(ben.read("/api/v1/waiting").await["invitations"][0]["id"], table["id"]);
    ben.call(&format!("{path}/decline"), &json!({})).await;
    assert_eq!(problem(&ben.post(&format!("{path}/close"), &json!({})).await), is(404, "no-such-game"));
    assert_eq!(problem(&ann.get(&format!("{path}/placements")).await), is(409, "not-started"));
    ann.call(&format!("{path}/close"), &json!({})).await;
    assert_eq!(problem(&ann.get(&path).await), is(404, "no-such-game"));

    let mut waiting = Vec::new();
    for program in [&ann, &ben] {
        for _ in 0..20 {
            app.clock.advance(TimeDelta::seconds(1));
            waiting.push(program.call("/api/v1/games", &json!({})).await["id"].clone());
        }
        assert_eq!(problem(&program.post("/api/v1/games", &json!({})).await), is(409, "too-many-tables"));
    }
    let (mut listed, mut next) = (Vec::new(), Some("/api/v1/games?status=open".to_owned()));
    while let Some(path) = next {
        let page = ann.get(&path).await;
        listed.extend(body(&page)["games"].as_array().unwrap().iter().map(|game| game["id"].clone()));
        let link = page.headers.get("link").map(|link| link.to_str().unwrap().to_owned());
        next = link
            .map(|link| link.strip_prefix('<').unwrap().split_once(">; rel=\"next\"").unwrap().0.to_owned());
    }
    waiting.reverse();
    assert_eq!(listed, waiting);
}
