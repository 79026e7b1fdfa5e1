//! Derived rows follow from the logs, and backups are complete.

use bastide::clock::Clock;
use bastide::engine::{SaltHash, Seat};
use bastide::service::Service;
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_user, submission, time_outs};

crate::on_both_databases! {
    what_was_damaged_is_found_and_repaired
    an_unreadable_table_is_reported_and_the_others_are_repaired
    tables_that_wait_are_compared_with_their_logs_and_repaired
    seats_in_the_wrong_order_are_put_right
    a_notification_that_was_seen_stays_seen
    a_backup_holds_the_games_as_they_stood
}

async fn what_was_damaged_is_found_and_repaired(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(1)).await;
    for _ in 0..2 {
        app.play(&game, &players).await.unwrap();
        app.clock.advance(TimeDelta::days(1));
        time_outs(&app.service).await;
    }
    app.person("cleo").await;
    let salts = salts(app).await;
    let clean = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!((clean.games, clean.differences), (1, Vec::new()));
    for (damage, what) in [
        ("UPDATE games SET opener = (SELECT id FROM users WHERE name = 'cleo')", "opener: "),
        ("UPDATE games SET rules = '{\"preset\":\"chicago\"}', rules_version = 1", "rules: {"),
        (
            "UPDATE games SET settings = replace(settings, '\"handicaps\":[]', '\"handicaps\":[1,2]')",
            "handicaps: [1,2] is stored, [] follows",
        ),
        (
            "UPDATE games SET settings = replace(settings, '\"days\":1', '\"days\":2')",
            r#"time_control: {"per_turn":{"days":2}} is stored"#,
        ),
        (
            "UPDATE games SET settings = replace(settings, '\"aids\":\"all\"', '\"aids\":\"none\"')",
            r#"aids: "none" is stored, "all" follows"#,
        ),
        (
            "UPDATE games SET settings = replace(settings, '\"public\":true', '\"public\":false')",
            "public: false is stored, true follows",
        ),
        (
            "UPDATE games SET settings = replace(settings, '\"public\":true', '\"public\":true,\"hints\":true')",
            "hints: true is stored, null follows",
        ),
        ("UPDATE games SET settings = NULL, clock_days = 2", r#"time_control: {"per_turn":{"days":2}}"#),
        ("UPDATE games SET settings = NULL, aids = 'none'", r#"aids: "none" is stored"#),
        ("UPDATE games SET hints = '[]'", "used_hints: [] is stored, null follows"),
        ("UPDATE games SET rematch_of = 'aaaaaaaaaaaaaaaa'", r#"rematch_of: "aaaaaaaaaaaaaaaa" is stored"#),
        (
            "UPDATE games SET series = 'aaaaaaaaaaaaaaaa', series_n = 2",
            r#"series: {"id":"aaaaaaaaaaaaaaaa","n":2} is stored"#,
        ),
        ("UPDATE games SET created = 5", r#"created: "1970"#),
        ("UPDATE games SET listed = 5", "place: 5 is stored"),
        ("UPDATE games SET invite = 'aaaaaaaaaaaaaaaaaaaaaaaa'", "has_invite: true is stored, false follows"),
        ("UPDATE games SET public = 0", "in_public_lists: false is stored"),
        ("UPDATE games SET revision = 9", "revision: 9 is stored, 4 follows"),
        ("UPDATE games SET seat_count = 3", "players: [{"),
        ("DELETE FROM seats", "players: [null,null] is stored"),
        ("DELETE FROM seats WHERE seat = 1", "players: [{"),
        ("UPDATE seats SET user_id = NULL, computer = 'greedy' WHERE seat = 1", "players: [{"),
        (
            "UPDATE seats SET user_id = (SELECT id FROM users WHERE name = 'cleo') WHERE seat = 0",
            "players: [{",
        ),
        ("UPDATE games SET last_n = 3", "last_n: 3 is stored"),
        ("UPDATE games SET changed = 5", r#"changed: "1970"#),
        ("UPDATE games SET status = 'finished'", r#"status: "finished" is stored, "playing" follows"#),
        ("UPDATE games SET to_move = NULL", "to_move: null is stored"),
        ("UPDATE games SET computer_to_move = 1", "computer_to_move: true"),
        ("UPDATE games SET deadline = 7", r#"deadline: "1970"#),
        ("UPDATE games SET hand = '[]'", "hand: [] is stored"),
        ("UPDATE games SET scores = '[7,7]'", "scores: [7,7] is stored"),
        ("UPDATE games SET winners = '[1]'", "winners: [1] is stored"),
        ("UPDATE seats SET status = 'finished'", "seats_agree: false is stored, true follows"),
        ("UPDATE seats SET public = 0 WHERE seat = 1", "seats_agree: false"),
        ("UPDATE seats SET listed = 1", "seats_agree: false"),
        ("DELETE FROM notifications", "notifications: [] is stored"),
        ("UPDATE notifications SET kind = 'out'", "notifications: "),
    ] {
        app.damage(damage).await;
        let found = app.service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert!(
            found.iter().any(|line| line.contains(what) && line.contains(game.as_str())),
            "{damage}: {found:?}"
        );
        let again = app.service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert_eq!(again, found, "looking changes nothing");
        assert_eq!(app.service.rebuild(false, |_, _| ()).await.unwrap().differences, found);
        let clean = app.service.rebuild(true, |_, _| ()).await.unwrap();
        assert_eq!(clean.differences, Vec::<String>::new(), "{damage} was repaired");
        assert_eq!(self::salts(app).await, salts, "{damage}");
    }
}

async fn an_unreadable_table_is_reported_and_the_others_are_repaired(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(app.game_of(&[&ann, &ben], None).await);
    }
    games.sort();
    app.damage("UPDATE games SET scores = '[7,7]'").await;
    app.damage(&format!("UPDATE games SET hand = 'tile' WHERE id = '{}'", games[1])).await;
    let rebuilt = app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert_eq!(
        (rebuilt.games, rebuilt.differences.len(), rebuilt.unreadable.len()),
        (3, 2, 1),
        "{rebuilt:?}"
    );
    assert!(rebuilt.unreadable[0].starts_with(&format!("game {}, unreadable: ", games[1])), "{rebuilt:?}");
    let again = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!((again.differences, again.unreadable), (Vec::new(), rebuilt.unreadable));
}

/// The words that players added to the draw, by seat.
async fn salts(app: &TestApp) -> Vec<(i64, String)> {
    sqlx::query_as("SELECT seat, salt FROM seats ORDER BY game, seat").fetch_all(&app.raw).await.unwrap()
}

async fn tables_that_wait_are_compared_with_their_logs_and_repaired(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let over = app.game_of(&[&ann, &ben], None).await;
    service.resign(&as_user(&ann), &over, &submission(service, 1)).await.unwrap();
    let game = service.rematch(&as_user(&ben), &over, None).await.unwrap();
    service.leave(&as_user(&ben), &game).await.unwrap();
    service.join(&as_user(&ben), &game, None, Some(SaltHash::of("my own words"))).await.unwrap();
    let table = || async { service.table(&as_user(&ben), &game, None).await.unwrap().unwrap().table };
    let before = table().await;
    for (damage, what) in [
        ("DELETE FROM kept_seats", "reserved_seats: [null,null] is stored"),
        ("UPDATE kept_seats SET seat = 1", "reserved_seats: [null,"),
        ("DELETE FROM invitations", "invitations: [] is stored"),
        ("UPDATE invitations SET declined = 1", "invitations: ["),
        ("UPDATE invitations SET at = 5", "1970"),
        (
            "UPDATE games SET status = 'playing' WHERE status = 'open'",
            r#"status: "playing" is stored, "open" follows"#,
        ),
        ("UPDATE games SET last_n = 1 WHERE status = 'open'", "last_n: 1 is stored, 0 follows"),
        ("UPDATE games SET scores = '[1]' WHERE status = 'open'", "scores: [1] is stored, [] follows"),
        (
            "UPDATE seats SET user_id = NULL, computer = 'greedy' WHERE status = 'open'",
            r#"players: [null,{"computer":"greedy"}] is stored"#,
        ),
        ("UPDATE seats SET salt_hash = NULL WHERE status = 'open'", "salt_hashes: [null,null] is stored"),
        ("UPDATE games SET deadline = 5 WHERE status = 'open'", r#"deadline: "1970"#),
    ] {
        app.damage(damage).await;
        let found = service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert!(
            found.iter().any(|line| line.contains(what) && line.contains(game.as_str())),
            "{damage}: {found:?}"
        );
        assert_eq!(service.rebuild(false, |_, _| ()).await.unwrap().differences, found);
        assert_eq!(table().await, before, "{damage}");
    }
    // A lost seat is rebuilt with what its player has committed to.
    app.damage(&format!("DELETE FROM seats WHERE game = '{game}'")).await;
    service.rebuild(false, |_, _| ()).await.unwrap();
    assert_eq!(table().await, before);
    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    service.reveal_salt(&as_user(&ben), &game, "my own words").await.unwrap();
    assert_eq!(app.replay(&game).await.header().salts, [None, Some("my own words".to_owned())]);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn seats_in_the_wrong_order_are_put_right(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    for (seat, user) in [(0, "NULL".to_owned()), (1, format!("'{ann}'")), (0, format!("'{ben}'"))] {
        app.damage(&format!("UPDATE seats SET user_id = {user} WHERE seat = {seat}")).await;
    }
    assert_eq!(app.service.rebuild(false, |_, _| ()).await.unwrap().differences.len(), 1);
    let table = app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert_eq!(table.you, Some(Seat(0)));
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_notification_that_was_seen_stays_seen(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(1)).await;
    while !app.replay(&game).await.game.is_finished() {
        app.clock.advance(TimeDelta::days(1));
        time_outs(&app.service).await;
    }
    app.service.mark_seen(&as_user(&ann), &game).await.unwrap();
    app.damage("UPDATE games SET status = 'playing'").await;
    app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert!(app.service.dashboard(&as_user(&ann)).await.unwrap().notifications.is_empty());
    assert!(!app.service.dashboard(&as_user(&ben)).await.unwrap().notifications.is_empty());
}

async fn a_backup_holds_the_games_as_they_stood(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    app.play(&game, &players).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy's.db");
    let verified = Service::backup(&app.url, &file, (app.clock.clone(), 1), |_| ()).await.unwrap();
    assert_eq!((verified.tables, verified.problems), (1, 0));
    let then = app.replay(&game).await.last();
    app.play(&game, &players).await.unwrap();
    let copy = Service::open(&format!("sqlite:{}", file.display()), Clock::system()).await.unwrap();
    let table = copy.table(&HOME, &game, None).await.unwrap().unwrap();
    assert_eq!(table.table.last_event(), then);
    copy.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    copy.close().await;
}
