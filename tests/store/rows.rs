//! Rows that the program could not have written.

use bastide::service::{Service, StoreError};
use bastide::table::GameId;

use crate::house::{HOME, House, time_outs};

crate::on_both_databases! {
    a_bad_row_is_named_with_table_column_and_row
    a_bad_game_does_not_hold_up_the_others
}

async fn a_bad_row_is_named_with_table_column_and_row(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let game = house.game_of(&players, Some(1)).await;
    house.play(&game, &players).await.unwrap();
    for (table, column, value, right) in [
        ("games", "rules", "'{\"preset\":\"chess\"}'", "(SELECT rules FROM spare)"),
        ("games", "rules_version", "99", "2"),
        ("games", "seat_count", "-1", "2"),
        ("games", "public", "7", "1"),
        ("games", "clock_days", "1000", "1"),
        ("games", "created", "9223372036854775807", "1790000000000"),
        ("games", "status", "'asleep'", "'playing'"),
        ("games", "hand", "'[\"XXXX\"]'", "'[]'"),
        ("games", "aids", "'some'", "'all'"),
        ("games", "scores", "'many'", "'[0,0]'"),
        ("games", "winners", "'ann'", "'[]'"),
        ("games", "secret", "'abc'", "(SELECT secret FROM spare)"),
        ("games", "header", "'{}'", "(SELECT header FROM spare)"),
        ("events", "body", "'{\"type\":\"flip\"}'", "(SELECT body FROM spare_events e WHERE e.n = events.n)"),
        ("events", "form", "99", "1"),
        ("events", "at", "9223372036854775807", "1790000000000"),
    ] {
        if column == "rules" {
            sqlx::query("CREATE TABLE spare AS SELECT * FROM games").execute(&house.raw).await.unwrap();
            sqlx::query("CREATE TABLE spare_events AS SELECT * FROM events")
                .execute(&house.raw)
                .await
                .unwrap();
        }
        house.damage(&format!("UPDATE {table} SET {column} = {value}")).await;
        let fresh = house.second_process().await;
        let error = fresh.table(&HOME, &game, None).await.unwrap_err();
        let StoreError::BadRow { table: named, column: at, row, .. } = &error else { panic!("{error:?}") };
        assert_eq!((*named, *at), (table, column), "{error}");
        assert!(row.contains(game.as_str()), "{error}");
        fresh.close().await;
        house.damage(&format!("UPDATE {table} SET {column} = {right}")).await;
    }
    bad_table_log(house, &game).await;
    bad_accounts(house).await;
    house.damage("DELETE FROM events WHERE n = 2").await;
    let fresh = house.second_process().await;
    let error = fresh.table(&HOME, &game, None).await.unwrap_err().to_string();
    assert!(error.contains("event 2 is missing"), "{error}");
    fresh.close().await;
}

/// Only a rebuild reads the logs of tables.
async fn bad_table_log(house: &House, game: &GameId) {
    sqlx::query("CREATE TABLE spare_log AS SELECT * FROM table_events").execute(&house.raw).await.unwrap();
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
            house.damage(&format!("UPDATE table_events {statement}")).await;
            let unreadable = house.service.rebuild(true, |_, _| ()).await.unwrap().unreadable;
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

async fn bad_accounts(house: &House) {
    async fn log_in(service: &Service) -> String {
        format!("{:?}", service.log_in(&HOME, "ann", "correct horse", "").await)
    }
    for (column, value, right) in [("password", "'plain'", None), ("zone", "'Mars'", Some("'UTC'"))] {
        let before: String = sqlx::query_scalar("SELECT password FROM users WHERE folded = 'ann'")
            .fetch_one(&house.raw)
            .await
            .unwrap();
        house.damage(&format!("UPDATE users SET {column} = {value} WHERE folded = 'ann'")).await;
        let error = log_in(&house.service).await;
        assert!(error.contains(&format!("table: \"users\", column: \"{column}\"")), "{error}");
        let right = right.map_or_else(|| format!("'{before}'"), str::to_owned);
        house.damage(&format!("UPDATE users SET {column} = {right} WHERE folded = 'ann'")).await;
    }
    assert!(log_in(&house.service).await.starts_with("Ok"));
}

async fn a_bad_game_does_not_hold_up_the_others(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let bad = house.game_of(&players, Some(1)).await;
    let good = house.game_of(&players, Some(1)).await;
    house.damage(&format!("UPDATE games SET header = '{{}}' WHERE id = '{bad}'")).await;
    house.clock.advance(chrono::TimeDelta::days(1));
    assert_eq!(time_outs(&house.service).await, 1);
    assert!(house.replay(&good).await.last() > 1);
}
