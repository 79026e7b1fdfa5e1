//! Calls about plans, clocks, analyses, puzzles and the account.

use serde_json::{Value, json};

use super::play::next;
use super::{Program, game, is, problem};
use crate::app::TestApp;
use crate::tokens::{make, secret};

#[tokio::test]
async fn plans_are_the_players_own() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let [ann, ben] = &programs;
    let plan = format!("/api/v1/games/{id}/plan");
    assert_eq!(ann.read(&plan).await, json!({"forced": false, "stand_in": null, "next": null}));
    ann.call(&plan, &json!({"forced": true})).await;
    assert_eq!(
        (&ann.read(&plan).await["forced"], &ben.read(&plan).await["forced"]),
        (&json!(true), &json!(false))
    );
    let refused = ann.post(&plan, &json!({"stand_in": "three"})).await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    let (_, _, turn) = next(&programs, &id).await.unwrap();
    assert_eq!(problem(&ann.post(&format!("{plan}/turn"), &turn).await), is(422, "nothing-ahead"));
    ann.call(&format!("{plan}/next"), &json!({"unless_left": true})).await;
    for refused in [json!({"level": 1}), json!({"stand_in": "ninety-nine"}), json!({"forced": "yes"})] {
        assert_eq!(problem(&ann.post(&plan, &refused).await), is(400, "bad-body"));
    }
    let stranger = Program::of(&app, &app.person("cat").await, &["read", "play"]).await;
    assert_eq!(problem(&stranger.get(&plan).await), is(403, "not-seated"));
    assert_eq!(problem(&stranger.post(&plan, &json!({})).await), is(403, "not-seated"));
    assert_eq!(problem(&Program::new(&app, None).get(&plan).await), is(401, "signed-out"));
}

#[tokio::test]
async fn a_turn_is_planned_where_tiles_are_drawn_ahead() {
    let app = TestApp::start().await;
    let ann = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let ben = Program::of(&app, &app.person("ben").await, &["read", "play"]).await;
    let rules = json!({"preset": "modern", "draw_ahead": true});
    let opened = ann.call("/api/v1/games", &json!({"settings": {"rules": rules}})).await;
    let id = opened["id"].as_str().unwrap().to_owned();
    ben.call(&format!("/api/v1/games/{id}/join"), &Value::Null).await;
    let programs = [ann, ben];
    let (mover, last, turn) = next(&programs, &id).await.unwrap();
    let waits = programs.iter().find(|other| other.token() != mover.token()).unwrap();
    let plan = format!("/api/v1/games/{id}/plan");
    // Any tile next to the start tile that its hand allows: try all cells and rotations.
    let game = waits.read(&format!("/api/v1/games/{id}")).await;
    let seat = game["you"].as_u64().unwrap();
    let players = game["play"]["players"].as_array().unwrap();
    let hand = players.iter().find(|player| player["seat"] == seat).map(|player| player["hand"].clone());
    let tile = hand.and_then(|hand| hand[0].as_str().map(str::to_owned));
    let tiles = match tile {
        Some(tile) => vec![tile],
        // Every kind, until one is that of the hand.
        None => ["CCCC", "CFFF", "RFRF", "FFRR", "CRFR", "FRRR", "RRRR", "FFFFL", "CCFF"]
            .map(str::to_owned)
            .into(),
    };
    let mut planned = None;
    'found: for tile in tiles {
        for (x, y) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            for rotation in 0..4 {
                let try_it = json!({"expected": last, "tile": tile, "x": x, "y": y, "rotation": rotation});
                if waits.post(&format!("{plan}/turn"), &try_it).await.status == 204 {
                    planned = Some(try_it);
                    break 'found;
                }
            }
        }
    }
    if let Some(planned) = planned {
        let next = waits.read(&plan).await["next"].clone();
        assert_eq!((&next["turns"][0]["x"], &next["tile"]), (&planned["x"], &planned["tile"]));
        let mut turn = next["turns"][0].clone();
        turn.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        waits.call(&format!("{plan}/next"), &json!({"remove": [turn]})).await;
        assert_eq!(waits.read(&plan).await["next"], Value::Null);
    }
    mover.call(&format!("/api/v1/games/{id}/turns"), &turn).await;
}

#[tokio::test]
async fn players_ask_each_other_and_answer() {
    let app = TestApp::start().await;
    let ann = Program::of(&app, &app.person("ann").await, &["read", "play"]).await;
    let ben = Program::of(&app, &app.person("ben").await, &["read", "play"]).await;
    let clock = json!({"per_turn": {"days": 3}});
    let opened = ann.post("/api/v1/games", &json!({"settings": {"time_control": clock}})).await;
    assert_eq!(opened.status, 201, "{}", opened.body);
    let path = opened.headers["location"].to_str().unwrap().to_owned();
    ben.call(&format!("{path}/join"), &Value::Null).await;
    let game = ben.read(&path).await;
    assert_eq!((game["banks"].as_array().map(Vec::len), &game["clock_stands"]), (Some(2), &json!(false)));
    let clock = format!("{path}/clock");
    let asked = ann.call(&format!("{clock}/propose"), &json!({"kind": "call_off"})).await;
    assert_eq!(asked, json!({"waits": true}));
    let open = ben.read(&path).await["agreements"]["open"].clone();
    let n = open["n"].as_u64().unwrap_or_else(|| panic!("{open}"));
    ben.call(&format!("{clock}/answer"), &json!({"n": n, "agrees": false})).await;
    let again = ben.post(&format!("{clock}/answer"), &json!({"n": n, "agrees": true})).await;
    assert_eq!((again.status, problem(&again).1.as_str()), (422, "no-such-proposal"));
    assert_eq!(problem(&ann.post(&format!("{clock}/resume"), &Value::Null).await), is(422, "not-paused"));
    assert_eq!(
        problem(&ann.post(&format!("{clock}/take-over"), &Value::Null).await),
        is(422, "not-substituted")
    );
    assert_eq!(ben.post(&format!("{clock}/take-seat"), &json!({"seat": 0})).await.status, 422);
    assert_eq!(
        problem(&ann.post(&format!("{clock}/give"), &json!({"seconds": -1})).await),
        is(400, "bad-body")
    );
    assert_eq!(ann.post(&format!("{clock}/give"), &json!({"seconds": 1})).await.status, 422);
    for refused in
        [json!({"kind": "war"}), json!({}), json!({"kind": "skip"}), json!({"kind": "end_now", "x": 1})]
    {
        assert_eq!(problem(&ann.post(&format!("{clock}/propose"), &refused).await), is(400, "bad-body"));
    }
}

#[tokio::test]
async fn analyses_are_asked_for_and_read() {
    let app = TestApp::start().await;
    let (programs, id) = game(&app).await;
    let path = format!("/api/v1/games/{id}/analysis");
    let (mover, last, _) = next(&programs, &id).await.unwrap();
    assert_eq!(problem(&mover.get(&path).await), is(409, "not-over"));
    assert_eq!(problem(&mover.post(&path, &json!({"depth": "quick"})).await), is(404, "no-such-game"));
    mover.call(&format!("/api/v1/games/{id}/resign"), &json!({"expected": last})).await;
    for refused in [json!({"depth": "bottomless"}), json!({})] {
        assert_eq!(problem(&mover.post(&path, &refused).await), is(400, "bad-body"));
    }
    assert_eq!(problem(&mover.get(&format!("{path}?depth=x")).await), is(400, "bad-request"));
    mover.call(&path, &json!({"depth": "quick"})).await;
    app.wait(1);
    app.run_jobs().await;
    let read = Program::new(&app, None).read(&path).await;
    assert_eq!(
        (&read["states"][0]["depth"], &read["states"][0]["state"]),
        (&json!("quick"), &json!("ready"))
    );
    assert!(read["report"].is_object(), "{read}");
}

#[tokio::test]
async fn puzzles_are_not_there_until_there_are_some() {
    let app = TestApp::start().await;
    let visitor = Program::new(&app, None);
    assert_eq!(visitor.read("/api/v1/puzzles").await, json!({"puzzles": []}));
    for n in ["1", "x", "-1", "99999999999"] {
        assert_eq!(problem(&visitor.get(&format!("/api/v1/puzzles/{n}")).await), is(404, "not-found"));
    }
    let turn = json!({"tile": "RFRF", "x": 1, "y": 0, "rotation": 1});
    assert_eq!(problem(&visitor.post("/api/v1/puzzles/1/answer", &turn).await), is(404, "not-found"));
}

#[tokio::test]
async fn the_account_is_set_up_by_a_program_with_the_scope() {
    let app = TestApp::start().await;
    let user = app.person("ann").await;
    let ann = Program::of(&app, &user, &["read", "account"]).await;
    let reader = Program::of(&app, &user, &["read", "play"]).await;
    ann.call("/api/v1/account/zone", &json!({"zone": "Europe/Prague"})).await;
    assert_eq!(
        problem(&ann.post("/api/v1/account/zone", &json!({"zone": "Moon"})).await),
        is(422, "no-such-zone")
    );
    let night = json!({"from": "23:00", "until": "07:00"});
    ann.call("/api/v1/account/time/hours", &json!({"night": night, "free_days": ["sat"]})).await;
    ann.call("/api/v1/account/time/automatic", &json!({"on": true})).await;
    ann.call("/api/v1/account/time/leave", &json!({"until": "2026-11-23T12:00:00Z"})).await;
    let time = ann.read("/api/v1/account/time").await;
    assert_eq!(
        (&time["zone"], &time["night"], &time["free_days"]),
        (&json!("Europe/Prague"), &night, &json!(["sat"]))
    );
    assert_eq!(time["automatic"], true);
    let n = time["leaves"][0]["n"].as_u64().unwrap();
    ann.call(&format!("/api/v1/account/time/leave/{n}/end"), &Value::Null).await;
    let again = ann.post("/api/v1/account/time/leave/77/end", &Value::Null).await;
    assert_eq!(again.status, 404, "{}", again.body);
    let past = json!({"from": "0000-01-01T00:00:00Z", "until": "0000-02-01T00:00:00Z"});
    assert_eq!(ann.post("/api/v1/account/time/leave", &past).await.status, 422);

    let settings = "/api/v1/account/notifications/settings";
    let wishes = json!({"topics": {"turn": ["feed"]}, "quiet": null, "summary_at": "09:30"});
    ann.call(settings, &wishes).await;
    let set = ann.read(settings).await;
    assert_eq!(
        (&set["settings"]["topics"]["turn"], &set["settings"]["summary_at"]),
        (&json!(["feed"]), &json!("09:30"))
    );
    assert_eq!(set["devices"], json!([]));
    for (topics, quiet) in [
        (json!({"weather": []}), Value::Null),
        (json!({"turn": ["pigeon"]}), Value::Null),
        (json!({}), json!({"from": "25:00", "until": "07:00"})),
    ] {
        let refused = json!({"topics": topics, "quiet": quiet, "summary_at": "09:30"});
        assert_eq!(problem(&ann.post(settings, &refused).await), is(400, "bad-body"));
    }
    let long = json!({"topics": {}, "quiet": {"from": "07:00", "until": "06:00"}, "summary_at": "09:30"});
    assert_eq!(problem(&ann.post(settings, &long).await), is(422, "quiet-long"));
    for path in ["notifications/test", "feeds/end"] {
        ann.call(&format!("/api/v1/account/{path}"), &Value::Null).await;
    }
    ann.call("/api/v1/account/notifications/remove", &json!({"id": "none"})).await;
    assert_eq!(ann.read("/api/v1/account/webhooks").await, json!({"webhooks": []}));
    for path in ["remove", "test", "on"] {
        let unknown = ann.post(&format!("/api/v1/account/webhooks/{path}"), &json!({"id": "x"})).await;
        assert!([404, 503].contains(&unknown.status), "{path}: {}", unknown.body);
    }
    for path in ["resend", "forget"] {
        let message = json!({"id": "x", "message": "y"});
        let unknown = ann.post(&format!("/api/v1/account/webhooks/{path}"), &message).await;
        assert!([404, 503].contains(&unknown.status), "{path}: {}", unknown.body);
    }

    // A program ends another's token.
    let tokens = ann.read("/api/v1/account/tokens").await;
    let other =
        tokens["tokens"].as_array().unwrap().iter().find(|token| token["scopes"] == json!(["read", "play"]));
    let id = other.unwrap()["id"].clone();
    assert_eq!(problem(&reader.get("/api/v1/account/tokens").await), is(403, "missing-scope"));
    ann.call("/api/v1/account/tokens/revoke", &json!({"id": id})).await;
    assert_eq!(problem(&reader.get("/api/v1/me").await), is(401, "invalid-token"));
    assert_eq!(
        problem(&ann.post("/api/v1/account/tokens/revoke", &json!({"id": id})).await),
        is(404, "no-such-token")
    );
    // The secret is in no answer.
    let mine = secret(&make(&user, "third", &["read"], "never").await);
    let listed = ann.get("/api/v1/account/tokens").await.body;
    assert!(!listed.contains(&mine) && !listed.contains("bastide_"), "{listed}");
}
