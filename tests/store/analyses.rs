//! Analyses are made of finished games only, once, and shown to those who may see the game.

use std::time::{Duration, Instant};

use bastide::account::{SessionId, UserId};
use bastide::analysis::Depth;
use bastide::jobs::Runner;
use bastide::service::{AnalysisState, Limited, Principal, RequestError, Throttled};
use bastide::table::GameId;
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    a_finished_game_is_analysed_by_itself
    a_game_in_progress_is_never_analysed
    the_analysis_of_a_hidden_game_is_hidden
    a_game_without_an_analysis_gets_one_when_somebody_asks
    an_analysis_of_an_earlier_version_is_shown_as_such_until_another_is_ready
    an_analysis_that_cannot_be_read_is_made_again
    a_user_can_ask_for_a_few_deep_analyses_a_day
    a_guest_asks_for_a_few_standard_analyses_and_no_deep_one
    only_a_few_analyses_of_a_user_wait_at_a_time
    an_address_asks_for_some_analyses_a_day
    a_quick_analysis_never_waits_for_long_ones
    an_analysis_that_an_earlier_version_was_asked_for_is_made
}

/// A game of two turns that ann has resigned.
async fn resigned(app: &TestApp, players: &[&bastide::account::UserId]) -> GameId {
    let game = app.game_of(players, None).await;
    for _ in 0..2 {
        app.play(&game, players).await.unwrap();
    }
    let last = app.replay(&game).await.last();
    app.service.resign(&as_user(players[0]), &game, &submission(&app.service, last)).await.unwrap();
    game
}

async fn quick(app: &TestApp, game: &GameId) -> AnalysisState {
    let view = app.service.analysis(&HOME, game, Depth::Quick).await.unwrap().unwrap();
    assert_eq!(view.report.is_some(), view.states[0] == AnalysisState::Ready);
    view.states[0]
}

async fn a_finished_game_is_analysed_by_itself(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = resigned(app, &[&ann, &ben]).await;
    app.clock.advance(TimeDelta::seconds(2));
    run_jobs(&app.service).await;
    let view = app.service.analysis(&HOME, &game, Depth::Quick).await.unwrap().unwrap();
    let report = view.report.unwrap();
    assert_eq!((report.turns.len(), report.seats.len(), report.resigned), (2, 2, true));
    assert_eq!(view.states, [AnalysisState::Ready, AnalysisState::Absent, AnalysisState::Absent]);
    let standard = app.service.analysis(&HOME, &game, Depth::Standard).await.unwrap().unwrap();
    assert!(standard.report.is_none());
}

async fn a_game_in_progress_is_never_analysed(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    app.play(&game, &[&ann, &ben]).await.unwrap();
    assert!(app.service.analysis(&as_user(&ann), &game, Depth::Quick).await.unwrap().is_none());
    let asked = app.service.request_analysis(&as_user(&ann), &game, Depth::Deep).await;
    assert!(matches!(asked, Err(RequestError::NoSuchGame)));
    assert_eq!(app.count("SELECT COUNT(*) FROM analyses").await, 0);
}

async fn the_analysis_of_a_hidden_game_is_hidden(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let hidden = two_seats().with(|settings| settings.public = false);
    let game = app.service.open_table(&as_user(&ann), &hidden).await.unwrap();
    let invite = app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite;
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    app.service.join(&as_user(&ben), &game, invite.as_ref(), None).await.unwrap();
    app.service.resign(&as_user(&ann), &game, &submission(&app.service, 1)).await.unwrap();
    assert!(app.service.analysis(&HOME, &game, Depth::Quick).await.unwrap().is_none());
    assert!(app.service.analysis(&as_user(&ben), &game, Depth::Quick).await.unwrap().is_some());
}

async fn a_game_without_an_analysis_gets_one_when_somebody_asks(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = resigned(app, &[&ann, &ben]).await;
    app.damage("DELETE FROM jobs").await;
    assert_eq!(quick(app, &game).await, AnalysisState::Absent);
    for _ in 0..2 {
        app.service.request_analysis(&as_user(&ben), &game, Depth::Quick).await.unwrap();
    }
    assert_eq!(quick(app, &game).await, AnalysisState::Queued);
    run_jobs(&app.service).await;
    assert_eq!(quick(app, &game).await, AnalysisState::Ready);
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs").await, 0);
}

async fn an_analysis_of_an_earlier_version_is_shown_as_such_until_another_is_ready(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = resigned(app, &[&ann, &ben]).await;
    app.clock.advance(TimeDelta::seconds(2));
    run_jobs(&app.service).await;
    app.damage(r#"UPDATE analyses SET version = 1, report = REPLACE(report, '"seed":0', '"seed":99')"#).await;
    let shown = async || {
        let view = app.service.analysis(&HOME, &game, Depth::Quick).await.unwrap().unwrap();
        (view.states[0], view.report.unwrap().seed)
    };
    let differences = async || app.service.rebuild(true, |_, _| ()).await.unwrap().differences;
    assert_eq!(shown().await, (AnalysisState::Outdated, 99));
    assert_eq!(differences().await, Vec::<String>::new(), "it still counts in profiles");
    app.service.request_analysis(&as_user(&ann), &game, Depth::Quick).await.unwrap();
    assert_eq!(shown().await, (AnalysisState::Queued, 99));
    assert_eq!(differences().await, Vec::<String>::new());
    run_jobs(&app.service).await;
    assert_eq!(shown().await, (AnalysisState::Ready, 0));
    assert_eq!(app.count("SELECT COUNT(*) FROM jobs").await, 0);
}

async fn an_analysis_that_cannot_be_read_is_made_again(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = resigned(app, &[&ann, &ben]).await;
    app.clock.advance(TimeDelta::seconds(2));
    run_jobs(&app.service).await;
    app.damage("UPDATE analyses SET version = 0, report = '{}'").await;
    assert_eq!(quick(app, &game).await, AnalysisState::Absent);
    app.service.request_analysis(&as_user(&ann), &game, Depth::Quick).await.unwrap();
    assert_eq!(quick(app, &game).await, AnalysisState::Queued);
    run_jobs(&app.service).await;
    assert_eq!(quick(app, &game).await, AnalysisState::Ready);
}

async fn a_user_can_ask_for_a_few_deep_analyses_a_day(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut asked = Vec::new();
    for _ in 0..5 {
        let game = app.game_of(&[&ann, &ben], None).await;
        app.service.resign(&as_user(&ben), &game, &submission(&app.service, 1)).await.unwrap();
        // Asking twice counts once.
        for _ in 0..2 {
            asked.push(app.service.request_analysis(&as_user(&ann), &game, Depth::Deep).await);
        }
        run_jobs(&app.service).await;
    }
    assert!(asked[..8].iter().all(Result::is_ok));
    let refused = |asked: &Result<(), RequestError>| {
        let Err(RequestError::Throttled(Throttled::TooManyAttempts { what, .. })) = asked else {
            return false;
        };
        *what == Limited::Analyses
    };
    assert!(refused(&asked[8]) && refused(&asked[9]));
    assert!(matches!(
        app.service.request_analysis(&HOME, &app.game_of(&[&ann, &ben], None).await, Depth::Deep).await,
        Err(RequestError::Denied(_))
    ));
}

/// Games without a turn, which are analysed in no time.
async fn resigned_at_once(app: &TestApp, players: &[&UserId], count: usize) -> Vec<GameId> {
    let mut games = Vec::new();
    for _ in 0..count {
        let game = app.game_of(players, None).await;
        app.service.resign(&as_user(players[0]), &game, &submission(&app.service, 1)).await.unwrap();
        games.push(game);
    }
    games
}

async fn a_guest_asks_for_a_few_standard_analyses_and_no_deep_one(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = resigned_at_once(app, &[&ann, &ben], 5).await;
    let guest = app.service.create_guest(&HOME, "").await.unwrap().user.id;
    let guest = Principal::session(guest, SessionId::new([0; 10]), true, HOME.address());
    let asked = app.service.request_analysis(&guest, &games[0], Depth::Deep).await;
    assert!(matches!(asked, Err(RequestError::Guest)), "{asked:?}");
    let limits = app.service.analysis(&guest, &games[0], Depth::Deep).await.unwrap().unwrap().limits.unwrap();
    assert_eq!((limits.standard, limits.deep, limits.waiting), (3, 0, 1));
    for game in &games[..3] {
        app.service.request_analysis(&guest, game, Depth::Standard).await.unwrap();
        let more = app.service.request_analysis(&guest, &games[4], Depth::Standard).await;
        assert!(matches!(more, Err(RequestError::Waiting(1))), "{more:?}");
        run_jobs(&app.service).await;
    }
    let more = app.service.request_analysis(&guest, &games[3], Depth::Standard).await;
    assert!(matches!(more, Err(RequestError::Throttled(_))), "{more:?}");
    app.service.request_analysis(&guest, &games[3], Depth::Quick).await.unwrap();
}

async fn only_a_few_analyses_of_a_user_wait_at_a_time(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = resigned_at_once(app, &[&ann, &ben], 6).await;
    let ask = |game: usize, depth| {
        let (user, game) = (as_user(&ann), games[game].clone());
        async move { app.service.request_analysis(&user, &game, depth).await }
    };
    // At once, too.
    let (one, two, three, four, five) = tokio::join!(
        ask(0, Depth::Standard),
        ask(1, Depth::Deep),
        ask(2, Depth::Standard),
        ask(3, Depth::Standard),
        ask(4, Depth::Standard)
    );
    let asked = [one, two, three, four, five];
    let refused = asked.iter().filter(|asked| matches!(asked, Err(RequestError::Waiting(3)))).count();
    assert_eq!((asked.iter().filter(|asked| asked.is_ok()).count(), refused), (3, 2), "{asked:?}");
    app.service.request_analysis(&as_user(&ben), &games[5], Depth::Deep).await.unwrap();
    app.service.request_analysis(&as_user(&ann), &games[5], Depth::Quick).await.unwrap();
    run_jobs(&app.service).await;
    ask(5, Depth::Standard).await.unwrap();
}

async fn an_address_asks_for_some_analyses_a_day(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let games = resigned_at_once(app, &[&ann, &ben], 13).await;
    let mut people = Vec::new();
    for name in ["cleo", "dora", "eve", "fay"] {
        people.push(app.person(name).await);
    }
    let mut asked = Vec::new();
    for (number, game) in games.iter().enumerate() {
        asked.push(app.service.request_analysis(&as_user(&people[number / 4]), game, Depth::Deep).await);
        run_jobs(&app.service).await;
    }
    assert!(asked[..12].iter().all(Result::is_ok), "{asked:?}");
    let Err(RequestError::Throttled(Throttled::TooManyAttempts { what, .. })) = &asked[12] else {
        panic!("{asked:?}")
    };
    assert_eq!(*what, Limited::AnalysesFromNetwork);
}

/// With as many analyses under way as the machine takes, one of another game is made at once.
async fn a_quick_analysis_never_waits_for_long_ones(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let mut waiting = 0;
    for name in ["cleo", "dora", "eve", "fay", "gus", "hal"] {
        let person = app.person(name).await;
        for _ in 0..3 {
            let game = app.game_of(&players, None).await;
            for _ in 0..12 {
                app.play(&game, &players).await.unwrap();
            }
            let last = app.replay(&game).await.last();
            app.service.resign(&as_user(&ann), &game, &submission(&app.service, last)).await.unwrap();
            app.service.request_analysis(&as_user(&person), &game, Depth::Standard).await.unwrap();
            waiting += 1;
        }
    }
    app.damage("DELETE FROM jobs WHERE kind = 'quick_analysis'").await;
    app.clock.advance(TimeDelta::seconds(1));
    let game = resigned(app, &players).await;
    app.clock.advance(TimeDelta::seconds(2));
    let running = Runner::new(app.service.clone()).start();
    let begun = Instant::now();
    while quick(app, &game).await != AnalysisState::Ready {
        assert!(begun.elapsed() < Duration::from_mins(2), "not within two minutes");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let left = app.count("SELECT COUNT(*) FROM jobs WHERE kind = 'standard_analysis'").await;
    assert_eq!(left, waiting, "none of them was ready before");
    drop(running);
}

async fn an_analysis_that_an_earlier_version_was_asked_for_is_made(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = resigned(app, &[&ann, &ben]).await;
    let job = format!(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         VALUES ('standard_analysis/{game}', 'standard_analysis', 'analysis', '{game}', 0, 0)"
    );
    app.damage(&job).await;
    run_jobs(&app.service).await;
    let view = app.service.analysis(&HOME, &game, Depth::Standard).await.unwrap().unwrap();
    assert!(view.report.is_some());
}
