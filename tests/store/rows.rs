//! Rows that the program could not have written.

use bastide::service::{Service, StoreError};
use bastide::table::{Filter, GameId};
use sqlx::{AssertSqlSafe, Executor};

use crate::app::{HOME, TestApp, as_user, time_outs};

crate::on_both_databases! {
    a_bad_row_is_named_with_table_column_and_row
    a_bad_game_does_not_hold_up_the_others
    a_row_with_bytes_that_are_no_text_is_left_out_of_lists_and_verified_as_unreadable
}

async fn a_bad_row_is_named_with_table_column_and_row(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(1)).await;
    app.play(&game, &players).await.unwrap();
    for (table, column, value, right) in [
        ("games", "rules", "'{\"preset\":\"chess\"}'", "(SELECT rules FROM spare)"),
        ("games", "rules_version", "99", "2"),
        ("games", "seat_count", "-1", "2"),
        ("games", "public", "7", "1"),
        (
            "games",
            "settings",
            "replace(settings, '\"days\":1', '\"days\":1000')",
            "(SELECT settings FROM spare)",
        ),
        ("games", "settings", "replace(settings, 'all', 'some')", "(SELECT settings FROM spare)"),
        ("games", "settings", "replace(settings, '\"skip\"', '\"forgive\"')", "(SELECT settings FROM spare)"),
        ("games", "settings", "'{}'", "(SELECT settings FROM spare)"),
        ("games", "created", "9223372036854775807", "1790000000000"),
        ("games", "status", "'asleep'", "'playing'"),
        ("games", "hand", "'[\"XXXX\"]'", "'[]'"),
        ("games", "scores", "'many'", "'[0,0]'"),
        ("games", "winners", "'ann'", "'[]'"),
        ("games", "secret", "'abc'", "(SELECT secret FROM spare)"),
        ("games", "header", "'{}'", "(SELECT header FROM spare)"),
        ("events", "body", "'{\"type\":\"flip\"}'", "(SELECT body FROM spare_events e WHERE e.n = events.n)"),
        ("events", "form", "99", "1"),
        ("events", "at", "9223372036854775807", "1790000000000"),
    ] {
        if column == "rules" {
            sqlx::query("CREATE TABLE spare AS SELECT * FROM games").execute(&app.raw).await.unwrap();
            sqlx::query("CREATE TABLE spare_events AS SELECT * FROM events").execute(&app.raw).await.unwrap();
        }
        app.damage(&format!("UPDATE {table} SET {column} = {value}")).await;
        let fresh = app.second_process().await;
        let error = fresh.table(&HOME, &game, None).await.unwrap_err();
        let StoreError::BadRow { table: named, column: at, row, .. } = &error else { panic!("{error:?}") };
        assert_eq!((*named, *at), (table, column), "{error}");
        assert!(row.contains(game.as_str()), "{error}");
        fresh.close().await;
        app.damage(&format!("UPDATE {table} SET {column} = {right}")).await;
    }
    bad_table_log(app, &game).await;
    bad_accounts(app).await;
    app.damage("DELETE FROM events WHERE n = 2").await;
    let fresh = app.second_process().await;
    let error = fresh.table(&HOME, &game, None).await.unwrap_err().to_string();
    assert!(error.contains("event 2 is missing"), "{error}");
    fresh.close().await;
}

/// Only a rebuild reads the logs of tables.
async fn bad_table_log(app: &TestApp, game: &GameId) {
    sqlx::query("CREATE TABLE spare_log AS SELECT * FROM table_events").execute(&app.raw).await.unwrap();
    for (column, value, right) in [
        ("body", "'{\"type\":\"paused\"}'", "(SELECT s.body FROM spare_log s WHERE s.n = table_events.n)"),
        ("form", "99", "1"),
        ("at", "9223372036854775807", "1790000000000"),
        ("n", "n + 1", "n - 1"),
    ] {
        // From the last number down, so that numbers stay unique in between.
        for statement in
            [format!("SET {column} = {value} WHERE n = 4"), format!("SET {column} = {right} WHERE n > 3")]
        {
            app.damage(&format!("UPDATE table_events {statement}")).await;
            let unreadable = app.service.rebuild(true, |_, _| ()).await.unwrap().unreadable;
            if statement.ends_with("n > 3") {
                assert!(unreadable.is_empty(), "{statement}: {unreadable:?}");
                continue;
            }
            let blamed = if column == "n" { "body" } else { column };
            let blamed = format!("game {game}, unreadable: table table_events, column {blamed}, row ");
            assert!(unreadable.len() == 1 && unreadable[0].contains(&blamed), "{unreadable:?}");
        }
    }
}

async fn bad_accounts(app: &TestApp) {
    async fn log_in(service: &Service) -> String {
        format!("{:?}", service.log_in(&HOME, "ann", "correct horse", "").await)
    }
    for (column, value, right) in [("password", "'plain'", None), ("zone", "'Mars'", Some("'UTC'"))] {
        let before: String = sqlx::query_scalar("SELECT password FROM users WHERE folded = 'ann'")
            .fetch_one(&app.raw)
            .await
            .unwrap();
        app.damage(&format!("UPDATE users SET {column} = {value} WHERE folded = 'ann'")).await;
        let error = log_in(&app.service).await;
        assert!(error.contains(&format!("table: \"users\", column: \"{column}\"")), "{error}");
        let right = right.map_or_else(|| format!("'{before}'"), str::to_owned);
        app.damage(&format!("UPDATE users SET {column} = {right} WHERE folded = 'ann'")).await;
    }
    assert!(log_in(&app.service).await.starts_with("Ok"));
}

async fn a_bad_game_does_not_hold_up_the_others(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let bad = app.game_of(&players, Some(1)).await;
    let good = app.game_of(&players, Some(1)).await;
    app.damage(&format!("UPDATE games SET header = '{{}}' WHERE id = '{bad}'")).await;
    app.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(time_outs(&app.service).await, 1);
    assert!(app.replay(&good).await.last() > 1);
}

/// Puts bytes into a text column that are no UTF-8, as a damaged disk does.
async fn garble(app: &TestApp, column: &str, game: &GameId) {
    let mut tx = app.raw.begin().await.unwrap();
    let on_sqlite = app.url.starts_with("sqlite:");
    let bytes = if on_sqlite { "CAST(x'5bff5d' AS TEXT)" } else { "CAST('\\x5bff5d'::bytea AS text)" };
    if !on_sqlite {
        tx.execute("CREATE CAST (bytea AS text) WITHOUT FUNCTION").await.unwrap();
    }
    let update = format!("UPDATE games SET {column} = {bytes} WHERE id = '{game}'");
    assert_eq!(tx.execute(AssertSqlSafe(update)).await.unwrap().rows_affected(), 1);
    if !on_sqlite {
        tx.execute("DROP CAST (bytea AS text)").await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn a_row_with_bytes_that_are_no_text_is_left_out_of_lists_and_verified_as_unreadable(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..30 {
        app.clock.advance(chrono::TimeDelta::seconds(1));
        games.push(app.game_of(&[&ann, &ben], None).await);
    }
    games.reverse();
    let [hand, rules] = [games.remove(3), games.remove(25)];
    garble(app, "hand", &hand).await;
    garble(app, "rules", &rules).await;
    for filter in
        [Filter::default(), Filter { preset: Some(bastide::engine::Preset::Modern), ..Filter::default() }]
    {
        for mine in [false, true] {
            let (mut listed, mut from) = (Vec::new(), None);
            loop {
                let page = if mine {
                    app.service.my_games(&as_user(&ann), &filter, from).await.unwrap()
                } else {
                    app.service.public_games(&HOME, &filter, from).await.unwrap()
                };
                listed.extend(page.games.into_iter().map(|game| game.id));
                from = page.next;
                if from.is_none() {
                    break;
                }
            }
            assert_eq!(listed, games, "{filter:?}, {mine}");
        }
    }
    let dashboard = app.service.dashboard(&as_user(&ann)).await.unwrap();
    assert_eq!(dashboard.my_turn.len() + dashboard.waiting.len(), games.len());
    let mut problems = Vec::new();
    let verified =
        app.service.verify(None, 2, |progress| problems.extend_from_slice(progress.problems)).await;
    assert_eq!((verified.unwrap().tables, problems.len()), (30, 2), "{problems:?}");
    for game in [hand, rules] {
        let begin = format!("game {game}, unreadable: ");
        assert!(problems.iter().any(|line| line.starts_with(&begin)), "{problems:?}");
    }
}
