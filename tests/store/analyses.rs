//! Analyses are made of finished games only, once, and shown to those who may see the game.

use bastide::analysis::Depth;
use bastide::service::{AnalysisState, Limited, RequestError, Throttled};
use bastide::table::{GameId, OpenTable};
use chrono::TimeDelta;

use crate::house::{HOME, House, as_user, run_jobs, submission, two_seats};

crate::on_both_databases! {
    a_finished_game_is_analysed_by_itself
    a_game_in_progress_is_never_analysed
    the_analysis_of_a_hidden_game_is_hidden
    a_game_without_an_analysis_gets_one_when_somebody_asks
    an_analysis_of_another_version_is_made_again
    a_user_can_ask_for_a_few_deep_analyses_a_day
}

/// A game of two turns that ann has resigned.
async fn resigned(house: &House, players: &[&bastide::account::UserId]) -> GameId {
    let game = house.game_of(players, None).await;
    for _ in 0..2 {
        house.play(&game, players).await.unwrap();
    }
    let last = house.replay(&game).await.last();
    house.service.resign(&as_user(players[0]), &game, &submission(&house.service, last)).await.unwrap();
    game
}

async fn quick(house: &House, game: &GameId) -> AnalysisState {
    let view = house.service.analysis(&HOME, game, Depth::Quick).await.unwrap().unwrap();
    assert_eq!(view.report.is_some(), view.states[0] == AnalysisState::Ready);
    view.states[0]
}

async fn a_finished_game_is_analysed_by_itself(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = resigned(house, &[&ann, &ben]).await;
    house.clock.advance(TimeDelta::seconds(2));
    run_jobs(&house.service).await;
    let view = house.service.analysis(&HOME, &game, Depth::Quick).await.unwrap().unwrap();
    let report = view.report.unwrap();
    assert_eq!((report.turns.len(), report.seats.len(), report.resigned), (2, 2, true));
    assert_eq!(view.states, [AnalysisState::Ready, AnalysisState::Absent, AnalysisState::Absent]);
    let standard = house.service.analysis(&HOME, &game, Depth::Standard).await.unwrap().unwrap();
    assert!(standard.report.is_none());
}

async fn a_game_in_progress_is_never_analysed(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = house.game_of(&[&ann, &ben], None).await;
    house.play(&game, &[&ann, &ben]).await.unwrap();
    assert!(house.service.analysis(&as_user(&ann), &game, Depth::Quick).await.unwrap().is_none());
    let asked = house.service.request_analysis(&as_user(&ann), &game, Depth::Deep).await;
    assert!(matches!(asked, Err(RequestError::NoSuchGame)));
    assert_eq!(house.count("SELECT COUNT(*) FROM analyses").await, 0);
}

async fn the_analysis_of_a_hidden_game_is_hidden(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let hidden = OpenTable { public: false, ..two_seats() };
    let game = house.service.open_table(&as_user(&ann), &hidden).await.unwrap();
    let invite = house.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite;
    house.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    house.service.join(&as_user(&ben), &game, invite.as_ref(), None).await.unwrap();
    house.service.resign(&as_user(&ann), &game, &submission(&house.service, 1)).await.unwrap();
    assert!(house.service.analysis(&HOME, &game, Depth::Quick).await.unwrap().is_none());
    assert!(house.service.analysis(&as_user(&ben), &game, Depth::Quick).await.unwrap().is_some());
}

async fn a_game_without_an_analysis_gets_one_when_somebody_asks(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = resigned(house, &[&ann, &ben]).await;
    house.damage("DELETE FROM jobs").await;
    assert_eq!(quick(house, &game).await, AnalysisState::Absent);
    for _ in 0..2 {
        house.service.request_analysis(&as_user(&ben), &game, Depth::Quick).await.unwrap();
    }
    assert_eq!(quick(house, &game).await, AnalysisState::Queued);
    run_jobs(&house.service).await;
    assert_eq!(quick(house, &game).await, AnalysisState::Ready);
    assert_eq!(house.count("SELECT COUNT(*) FROM jobs").await, 0);
}

async fn an_analysis_of_another_version_is_made_again(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = resigned(house, &[&ann, &ben]).await;
    house.clock.advance(TimeDelta::seconds(2));
    run_jobs(&house.service).await;
    house.damage("UPDATE analyses SET version = 0, report = '{}'").await;
    assert_eq!(quick(house, &game).await, AnalysisState::Absent);
    house.service.request_analysis(&as_user(&ann), &game, Depth::Quick).await.unwrap();
    assert_eq!(quick(house, &game).await, AnalysisState::Queued);
    run_jobs(&house.service).await;
    assert_eq!(quick(house, &game).await, AnalysisState::Ready);
}

async fn a_user_can_ask_for_a_few_deep_analyses_a_day(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let mut asked = Vec::new();
    for _ in 0..5 {
        let game = house.game_of(&[&ann, &ben], None).await;
        house.service.resign(&as_user(&ben), &game, &submission(&house.service, 1)).await.unwrap();
        // Asking twice counts once.
        for _ in 0..2 {
            asked.push(house.service.request_analysis(&as_user(&ann), &game, Depth::Deep).await);
        }
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
        house.service.request_analysis(&HOME, &house.game_of(&[&ann, &ben], None).await, Depth::Deep).await,
        Err(RequestError::Denied(_))
    ));
}
