//! Standings, compared with a slow count of all games.

use std::collections::BTreeMap;

use bastide::account::UserId;
use bastide::engine::Seat;
use bastide::table::{Company, ComputerLevel, OpenTable, Player, Search, Standing};

use crate::app::{HOME, TestApp, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    standings_are_what_a_slow_count_finds
    at_most_two_thousand_games_are_counted
}

/// A finished game as the slow count sees it: the players by seat, and the winners.
type Known = (Vec<String>, Vec<usize>);

async fn known(app: &TestApp) -> Vec<Known> {
    let rows: Vec<(String, String)> =
        sqlx::query_as("SELECT id, winners FROM games WHERE status = 'finished' AND public = 1")
            .fetch_all(&app.raw)
            .await
            .unwrap();
    let mut games = Vec::new();
    for (id, winners) in rows {
        let players: Vec<String> = sqlx::query_scalar(
            "SELECT COALESCE(s.user_id, s.computer) FROM seats s WHERE s.game = $1 ORDER BY s.seat",
        )
        .bind(id)
        .fetch_all(&app.raw)
        .await
        .unwrap();
        games.push((players, serde_json::from_str(&winners).unwrap()));
    }
    games
}

/// Games, wins and shared wins of each player.
fn counted(games: &[Known]) -> BTreeMap<String, (u32, u32, u32)> {
    let mut counted: BTreeMap<String, (u32, u32, u32)> = BTreeMap::new();
    for (players, winners) in games.iter().filter(|(_, winners)| !winners.is_empty()) {
        for (seat, player) in players.iter().enumerate() {
            let (games, wins, draws) = counted.entry(player.clone()).or_default();
            *games += 1;
            let won = winners.contains(&seat);
            *wins += u32::from(won && winners.len() == 1);
            *draws += u32::from(won && winners.len() > 1);
        }
    }
    counted
}

fn word(player: &Player) -> String {
    match player {
        Player::User(person) => person.id.to_string(),
        Player::Computer(level) => level.word().to_owned(),
    }
}

/// A game that the player of a seat resigns; of three the others go on, so the third resigns, too.
async fn game(app: &TestApp, players: &[&UserId], losers: &[usize]) -> String {
    let game = app.game_of(players, None).await;
    for loser in losers {
        let last = app.replay(&game).await.last();
        app.service.resign(&as_user(players[*loser]), &game, &submission(&app.service, last)).await.unwrap();
    }
    game.to_string()
}

async fn standings_are_what_a_slow_count_finds(app: &TestApp) {
    let mut people = Vec::new();
    for name in ["ann", "ben", "eve", "finn"] {
        people.push(app.person(name).await);
    }
    let [ann, ben, eve, finn] = [&people[0], &people[1], &people[2], &people[3]];
    game(app, &[ann, ben], &[0]).await;
    game(app, &[ben, ann], &[0]).await;
    game(app, &[ann, eve], &[1]).await;
    game(app, &[finn, eve, ben], &[0, 2]).await;
    let shared = game(app, &[ann, finn, ben], &[0, 1]).await;
    let nobody = game(app, &[eve, finn], &[0]).await;
    let computer = OpenTable { computers: vec![(Seat(1), ComputerLevel::Two)], ..two_seats() };
    let against = app.service.open_table(&as_user(ann), &computer).await.unwrap();
    app.service.join(&as_user(ann), &against, None, None).await.unwrap();
    run_jobs(&app.service).await;
    let last = app.replay(&against).await.last();
    app.service.resign(&as_user(ann), &against, &submission(&app.service, last)).await.unwrap();
    run_jobs(&app.service).await;
    app.damage(&format!("UPDATE games SET winners = '[0,1]' WHERE id = '{shared}'")).await;
    app.damage(&format!("UPDATE games SET winners = '[]' WHERE id = '{nobody}'")).await;
    let service = app.second_process().await;

    let found = service.standings(&HOME, &Search::default()).await.unwrap();
    let standings = &found.standings;
    let games = known(app).await;
    assert_eq!((standings.games, standings.without_result, found.has_more), (6, 1, false));
    let slow = counted(&games);
    let of = |row: &Standing| (row.tally.games, row.tally.wins, row.tally.draws);
    let rows: BTreeMap<String, _> = standings.rows.iter().map(|row| (word(&row.player), of(row))).collect();
    assert_eq!(rows, slow);
    // Ranks: 1 and as many more as there are players who are better in what counts.
    let points = |player: &str| 2 * slow[player].1 + slow[player].2;
    let pair = |one: &str, other: &str| -> (u32, u32) {
        let mut sum = (0, 0);
        for (players, winners) in games.iter().filter(|(_, winners)| !winners.is_empty()) {
            let seat = |who: &str| players.iter().position(|player| player == who);
            let (Some(one), Some(other)) = (seat(one), seat(other)) else { continue };
            let (first, second) = (winners.contains(&one), winners.contains(&other));
            sum.0 += 1;
            sum.1 += if first && second { 1 } else { 2 * u32::from(first) };
        }
        sum
    };
    let key = |player: &str| {
        let others = slow.keys().filter(|other| *other != player);
        let berger: u32 = others.map(|other| pair(player, other).1 * points(other)).sum();
        (points(player), berger, slow[player].1)
    };
    for row in &standings.rows {
        let me = word(&row.player);
        let better = slow.keys().filter(|other| key(other) > key(&me)).count();
        assert_eq!(row.rank, 1 + better, "{me}");
        assert_eq!(row.quarter_berger, key(&me).1);
        for other in standings.rows.iter().filter(|other| word(&other.player) != me) {
            let tally = standings.against(row, other);
            assert_eq!((tally.games, tally.half_points()), pair(&me, &word(&other.player)));
        }
    }
    let people_only = Search { company: Some(Company::People), ..Search::default() };
    let found = service.standings(&HOME, &people_only).await.unwrap();
    assert!(found.standings.rows.iter().all(|row| row.player.user().is_some()));
    assert_eq!(found.standings.games, 5);
    service.close().await;
}

async fn at_most_two_thousand_games_are_counted(app: &TestApp) {
    app.filler().await.fill(2600, 1, |_| ()).await.unwrap();
    let found = app.service.standings(&HOME, &Search::default()).await.unwrap();
    assert_eq!(found.standings.games + found.standings.without_result, 2000);
    assert!(found.has_more);
}
