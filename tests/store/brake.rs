//! The brake: what happens when more turns than usual would time out at once.

use bastide::account::UserId;
use bastide::service::{Service, StaffError};
use bastide::table::{GameId, Settings, TimeControl};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, deadline, missed};
use crate::app::{TestApp, as_confirmed, as_user, run_jobs, time_outs};

crate::on_both_databases! {
    as_many_turns_as_usual_time_out_without_anybody
    turns_whose_players_have_moved_meanwhile_are_not_held
    more_are_held_until_an_administrator_lets_them_time_out
    instead_an_administrator_stops_all_clocks_and_nobody_loses_a_turn
}

const HOUR: TimeDelta = TimeDelta::hours(1);
const MINUTE: TimeDelta = TimeDelta::minutes(1);
/// Turns that always may time out at once.
const USUAL: u32 = 50;

fn by_the_day(settings: &mut Settings) {
    settings.time_control = TimeControl::of_days(Some(1));
}

/// So many games whose time runs out now.
async fn late_games(app: &TestApp, count: u32) -> (Vec<GameId>, UserId, Service) {
    let (ada, ben) = (app.person("ada").await, app.person("ben").await);
    let (service, _) = app.service.clone().with_staff(&["ada".to_owned()], &[]).await.unwrap();
    let mut games = Vec::new();
    for _ in 0..count {
        games.push(app.game_with(&[&ada, &ben], by_the_day).await);
    }
    app.clock.advance(HOUR * 24);
    (games, ada, service)
}

/// More than usual; as many as a test is asked for.
fn many() -> u32 {
    support::setting("BASTIDE_GAMES")
        .map_or(USUAL + 10, |games| games.parse().expect("BASTIDE_GAMES is a number"))
}

async fn all_missed(app: &TestApp, games: &[GameId]) -> usize {
    let mut all = 0;
    for game in games {
        all += missed(app, game).await;
    }
    all
}

async fn as_many_turns_as_usual_time_out_without_anybody(app: &TestApp) {
    let (games, ada, service) = late_games(app, USUAL).await;
    assert_eq!(service.held_time_outs(&as_user(&ada)).await.unwrap(), None);
    assert_eq!(time_outs(&service).await, USUAL);
    assert_eq!(all_missed(app, &games).await, games.len());
}

async fn turns_whose_players_have_moved_meanwhile_are_not_held(app: &TestApp) {
    let (ada, ben) = (app.person("ada").await, app.person("ben").await);
    let (service, _) = app.service.clone().with_staff(&["ada".to_owned()], &[]).await.unwrap();
    let (mut games, players) = (Vec::new(), [&ada, &ben]);
    for _ in 0..many() {
        games.push(app.game_with(&players, by_the_day).await);
    }
    app.clock.advance(HOUR * 20);
    for game in &games[1..] {
        app.play(game, &players).await.unwrap();
    }
    app.clock.advance(HOUR * 4);
    assert_eq!(service.held_time_outs(&as_user(&ada)).await.unwrap(), None);
    assert_eq!(time_outs(&service).await, 1, "where nobody has moved");
    app.clock.advance(HOUR * 20);
    assert_eq!(time_outs(&service).await, 0);
    let held = service.held_time_outs(&as_user(&ada)).await.unwrap().unwrap();
    assert_eq!((held.count, held.first), (u64::from(many() - 1), deadline(&service, &games[1]).await));
}

async fn more_are_held_until_an_administrator_lets_them_time_out(app: &TestApp) {
    let count = many();
    let (games, ada, service) = late_games(app, count).await;
    let other = app.second_process().await;
    for server in [&service, &other] {
        assert_eq!(time_outs(server).await, 0);
        app.clock.advance(MINUTE);
        assert_eq!(time_outs(server).await, 0, "nor when it is looked at again");
    }
    let held = service.held_time_outs(&as_user(&ada)).await.unwrap().unwrap();
    assert_eq!((held.count, held.first), (u64::from(count), deadline(&service, &games[0]).await));
    let nobody = app.person("eve").await;
    let nobody = service.release_time_outs(&as_confirmed(&nobody, &app.clock)).await;
    assert!(matches!(nobody, Err(StaffError::NotFound)), "{nobody:?}");
    service.release_time_outs(&as_confirmed(&ada, &app.clock)).await.unwrap();
    assert_eq!(service.held_time_outs(&as_user(&ada)).await.unwrap(), None);
    app.clock.advance(MINUTE);
    assert_eq!(time_outs(&service).await + time_outs(&other).await, count);
    assert_eq!(all_missed(app, &games).await, games.len());
    let log = service.audit_log(&as_user(&ada), None).await.unwrap().entries;
    assert_eq!(
        (log[0].action.word(), log[0].detail.as_str()),
        ("time-outs-released", count.to_string().as_str())
    );
    // The next ones are held again.
    app.clock.advance(HOUR * 25);
    assert_eq!(time_outs(&service).await, 0);
    assert!(service.held_time_outs(&as_user(&ada)).await.unwrap().is_some());
    assert_rows_follow_from_logs(app).await;
    other.close().await;
}

async fn instead_an_administrator_stops_all_clocks_and_nobody_loses_a_turn(app: &TestApp) {
    let (games, ada, service) = late_games(app, many()).await;
    assert_eq!(time_outs(&service).await, 0);
    let admin = as_confirmed(&ada, &app.clock);
    for length in [MINUTE, HOUR * 73] {
        let refused = service.stop_clocks(&admin, length).await;
        assert!(matches!(refused, Err(StaffError::Length)), "{refused:?}");
    }
    service.stop_clocks(&admin, HOUR * 12).await.unwrap();
    let stopped = service.now();
    run_jobs(&service).await;
    for game in [&games[0], &games[games.len() - 1]] {
        // They stand for twelve hours, and for as long after that none runs out.
        assert_eq!(deadline(&service, game).await, stopped + HOUR * 24);
    }
    assert_eq!(service.held_time_outs(&as_user(&ada)).await.unwrap(), None);
    app.clock.advance(HOUR * 23);
    assert_eq!(time_outs(&service).await, 0);
    assert_eq!(all_missed(app, &games).await, 0);
    let again = service.stop_clocks(&as_confirmed(&ada, &app.clock), HOUR).await;
    assert!(matches!(again, Err(StaffError::Stale)), "{again:?}");
    assert_rows_follow_from_logs(app).await;
}
