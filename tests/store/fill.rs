//! Databases result for measurements.

use std::collections::BTreeSet;

use bastide::engine::Preset;
use bastide::table::{Cursor, Filter, GameId, Job, Status};
use tools::fill::user_id;

use crate::app::{TestApp, as_user, run_jobs};

crate::on_both_databases! {
    games_that_fill_a_database_agree_with_their_logs
    games_of_two_busy_players_are_found_without_gaps
}

async fn games_that_fill_a_database_agree_with_their_logs(app: &TestApp) {
    let (filler, mut counted) = (app.filler().await, 0);
    let result = filler.fill(120, 5, |games| counted += games).await.unwrap();
    assert_eq!((counted, result.users), (120, 100));
    assert_eq!(app.count("SELECT COUNT(*) FROM games WHERE status = 'finished'").await, 124);
    assert_eq!(app.count("SELECT COUNT(*) FROM users").await, 100);
    filler.fill_running(40, 5, result.users).await.unwrap();
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'time_out'").await, 242);
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%\"paused\"%'").await, 24);
    assert_eq!(app.count("SELECT COUNT(*) FROM player_time").await, 300);
    let rebuilt = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!(rebuilt.differences, Vec::<String>::new());
    assert!(rebuilt.games > 340);
    assert_eq!(run_jobs(&app.service).await.stored(Job::TIME_OUT), 0, "nothing is due");
    app.service.log_in(&crate::app::HOME, "player-7", &result.password, "").await.unwrap();
    filler.fill(10, 5, |_| ()).await.unwrap();
    assert_eq!(
        app.count("SELECT COUNT(*) FROM games WHERE status = 'finished'").await,
        138,
        "more can be added"
    );
    filler.close().await;
}

async fn games_of_two_busy_players_are_found_without_gaps(app: &TestApp) {
    app.filler().await.fill(15_000, 0, |_| ()).await.unwrap();
    let (busy, other) = (user_id(0).unwrap(), user_id(1).unwrap());
    // Now both have more games than are searched at once, but few with each other.
    app.damage(&format!(
        "UPDATE seats SET user_id = '{other}' WHERE seat = 1
             AND game IN (SELECT s.game FROM seats s WHERE s.seat = 0 AND s.user_id <> '{busy}')"
    ))
    .await;
    let rare = Filter { preset: Some(Preset::Chicago), ..Filter::default() };
    let (mut pages, mut from) = (0, None);
    loop {
        let page = app.service.public_games(&crate::app::HOME, &rare, from).await.unwrap();
        assert!(page.games.is_empty());
        (pages, from) = (pages + 1, page.next);
        if from.is_none() {
            break;
        }
    }
    assert_eq!(pages, 3, "each page searches 5,000 games");
    for status in [None, Some(Status::Finished)] {
        let and = status.map_or(String::new(), |status| format!("AND g.status = '{}'", status.word()));
        let expected: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
            "SELECT g.id FROM games g JOIN seats a ON a.game = g.id JOIN seats b ON b.game = g.id
             WHERE a.user_id = '{busy}' AND b.user_id = '{other}' {and} ORDER BY g.listed DESC"
        )))
        .fetch_all(&app.raw)
        .await
        .unwrap();
        assert!(expected.len() > 3, "{}", expected.len());
        for (me, name) in [(&busy, "player-1"), (&other, "player-0")] {
            let filter = Filter { status, player: Some(name.to_owned()), ..Filter::default() };
            let mut found: Vec<GameId> = Vec::new();
            let mut from: Option<Cursor> = None;
            loop {
                let page = app.service.my_games(&as_user(me), &filter, from).await.unwrap();
                found.extend(page.games.into_iter().map(|game| game.id));
                from = page.next;
                if from.is_none() {
                    break;
                }
            }
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "none twice");
            assert_eq!(found, expected, "{name}, {status:?}");
        }
    }
}
