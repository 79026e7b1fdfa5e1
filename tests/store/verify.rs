//! Verifying finds what doesn't follow from the logs, the rules, the secrets and the salts.

use bastide::engine::Event;
use bastide::service::{Progress, Verified};
use bastide::table::GameId;

use crate::app::TestApp;

crate::on_both_databases! {
    games_in_order_have_no_problems_whether_or_not_they_go_on
    a_forged_draw_is_found_although_rows_and_log_agree
    wrong_rows_unreadable_ones_and_impossible_events_are_found
    verifying_goes_on_after_any_game
}

/// What was verified, in order, and what is wrong.
async fn verify(app: &TestApp, after: Option<&GameId>) -> (Verified, Vec<GameId>, Vec<String>) {
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    let progress = |progress: Progress| {
        games.extend(progress.game.cloned());
        problems.extend_from_slice(progress.problems);
    };
    let verified = app.service.verify(after, 3, progress).await.unwrap();
    // The last call is about what isn't a game's.
    games.pop();
    (verified, games, problems)
}

async fn games_in_order_have_no_problems_whether_or_not_they_go_on(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for turns in 0..3 {
        let game = app.game_of(&[&ann, &ben], None).await;
        for _ in 0..turns {
            app.play(&game, &[&ann, &ben]).await.unwrap();
        }
    }
    app.filler().await.fill(4, 1, |_| ()).await.unwrap();
    let (verified, games, problems) = verify(app, None).await;
    assert_eq!((verified.problems, problems), (0, Vec::new()));
    assert!(verified.tables >= 7 && games.len() == verified.tables && games.is_sorted());
}

async fn a_forged_draw_is_found_although_rows_and_log_agree(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let table = app.service.table(&crate::app::as_user(&ann), &game, None).await.unwrap().unwrap();
    let play = table.play.unwrap();
    let log = &play.log;
    let Some(Event::Draw { tiles, .. }) = log.last().map(|last| &last.event) else { panic!("{log:?}") };
    let drawn = tiles[0].to_string();
    let other = if drawn == "RFRF" { "FFRR" } else { "RFRF" };
    for (table, column) in [("events", "body"), ("games", "hand")] {
        let forge = format!("UPDATE {table} SET {column} = replace({column}, '\"{drawn}\"', '\"{other}\"')");
        app.damage(&forge).await;
    }
    let (verified, _, problems) = verify(app, None).await;
    assert_eq!(verified.problems, 1, "{problems:?}");
    assert!(problems[0].starts_with(&format!("game {game}, in its record: ")), "{problems:?}");
}

async fn wrong_rows_unreadable_ones_and_impossible_events_are_found(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games = Vec::new();
    for _ in 0..3 {
        let game = app.game_of(&[&ann, &ben], None).await;
        app.play(&game, &[&ann, &ben]).await.unwrap();
        games.push(game);
    }
    let [rows, unreadable, impossible] = [&games[0], &games[1], &games[2]];
    app.damage(&format!("UPDATE games SET scores = '[7,7]' WHERE id = '{rows}'")).await;
    app.damage(&format!("UPDATE games SET hand = 'tile' WHERE id = '{unreadable}'")).await;
    let moved = format!(
        "UPDATE events SET body = replace(body, '\"type\":\"turn\"', '\"type\":\"pass\"') WHERE game = '{impossible}'"
    );
    app.damage(&moved).await;
    app.damage("INSERT INTO level_results (level, won, drawn, lost) VALUES ('two', 5, 0, 0)").await;
    let (verified, _, problems) = verify(app, None).await;
    for game in games {
        assert!(
            problems.iter().any(|line| line.starts_with(&format!("game {game}, "))),
            "{game}: {problems:?}"
        );
    }
    assert!(problems.iter().any(|line| line.starts_with("level two, results: ")), "{problems:?}");
    assert_eq!(verified.problems, problems.len());
}

async fn verifying_goes_on_after_any_game(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..4 {
        app.game_of(&[&ann, &ben], None).await;
    }
    let (_, all, _) = verify(app, None).await;
    let (verified, rest, _) = verify(app, Some(&all[1])).await;
    assert_eq!((verified.tables, rest.as_slice()), (2, &all[2..]));
}
