//! Series: the next games begin by themselves, with alternate first players, until they are decided.

use bastide::account::{Hidden, RestrictionKind, UserId};
use bastide::service::{RematchError, RestrictionTerms, SeriesView, Service};
use bastide::table::{
    BestOf, Challenge, First, GameId, Job, NotificationKind, Proposal, SeriesState, SeriesStop, Side, Status,
    Terms,
};

use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs, submission};
use crate::challenges::terms;
use crate::closing::close;

crate::on_both_databases! {
    the_games_of_a_series_begin_by_themselves_until_it_is_decided
    two_servers_open_the_next_game_once
    a_game_that_was_called_off_is_played_again
    a_series_ends_when_one_blocks_the_other
    a_series_ends_when_one_is_kept_from_tables_or_has_left
    a_series_of_private_games_is_seen_by_the_two_only
}

/// Challenges and series of many users, for the plans of statements.
pub const PADDING: [&str; 2] = [
    "game_challenges (id, challenger, challenged, to_answer, pair, n, terms, made, offered, state, ended)
     SELECT '0000000000' || CAST(100000 + k.i AS TEXT), {user}, {user}, {user}, CAST(k.i AS TEXT), 1, '{}', k.i, k.i, 'declined',
            CASE WHEN k.i % 40 = 0 THEN NULL ELSE 4000000000000 + k.i END FROM k",
    "series (id, first, second, best_of, tie_to_second, settings, begun)
     SELECT '0000000000' || CAST(100000 + k.i AS TEXT), {user}, {user}, 3, 0, '{}', k.i FROM k",
];

/// A series that has just begun, with its first game. Ann begins it.
async fn begun(service: &Service, [ann, ben]: [&UserId; 2], best_of: BestOf, public: bool) -> GameId {
    let mut terms = Terms { first: First::Challenger, best_of, ..terms() };
    terms.settings.public = public;
    let id = service.challenge(&as_user(ann), ben, terms).await.unwrap();
    service.accept_challenge(&as_user(ben), &id, 1).await.unwrap()
}

async fn view(service: &Service, game: &GameId, user: &UserId) -> SeriesView {
    let table = service.table(&as_user(user), game, None).await.unwrap().unwrap().table;
    service.series_of_game(&as_user(user), &table).await.unwrap().expect("a game of a series")
}

/// The last game of the series of this one.
async fn last(service: &Service, game: &GameId, user: &UserId) -> GameId {
    view(service, game, user).await.games.last().unwrap().id.clone()
}

async fn resign(service: &Service, game: &GameId, user: &UserId) {
    let table = service.table(&as_user(user), game, None).await.unwrap().unwrap().table;
    service.resign(&as_user(user), game, &submission(service, table.last_event())).await.unwrap();
}

async fn to_move(service: &Service, game: &GameId) -> UserId {
    let table = service.table(&HOME, game, None).await.unwrap().unwrap().table;
    table.player(table.to_move().unwrap()).unwrap().user().unwrap().clone()
}

async fn the_games_of_a_series_begin_by_themselves_until_it_is_decided(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let first = begun(service, [&ann, &ben], BestOf::Three, true).await;
    let mut game = first.clone();
    for (n, begins, loses) in [(1, &ann, &ben), (2, &ben, &ann), (3, &ann, &ben)] {
        let now = view(service, &game, &ann).await;
        assert_eq!((now.games.len(), now.course.state), (n, SeriesState::Playing));
        assert_eq!(now.games[n - 1].series.as_ref().unwrap().n as usize, n);
        assert_eq!(to_move(service, &game).await, *begins, "game {n}");
        let rematch = service.rematch(&as_user(&ann), &game, None).await;
        assert!(matches!(rematch, Err(RematchError::NotOver)), "{rematch:?}");
        resign(service, &game, loses).await;
        let rematch = service.rematch(&as_user(&ann), &game, None).await;
        assert!(matches!(rematch, Err(RematchError::InSeries)), "{rematch:?}");
        run_jobs(service).await;
        game = last(service, &first, &ann).await;
    }
    let end = view(service, &first, &ben).await;
    assert_eq!((end.games.len(), end.course.halves), (3, [4, 2]));
    assert_eq!((end.course.state, end.goes_on()), (SeriesState::Won(Side::First), false));
    assert_eq!(end.series.player(Side::First), &ann);
    let told = service.dashboard(&as_user(&ann)).await.unwrap().notifications;
    let started = told.iter().filter(|one| one.kind == NotificationKind::Started);
    assert_eq!(started.count(), 3, "the start of each game is told");
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn two_servers_open_the_next_game_once(app: &TestApp) {
    let (here, there) = (&app.service, app.second_process().await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = begun(here, [&ann, &ben], BestOf::Five, true).await;
    let mut last_one = game.clone();
    for n in 2..=3 {
        resign(here, &last_one, &ann).await;
        tokio::join!(run_jobs(here), run_jobs(&there));
        // A job can run twice if its server dies.
        for game in view(here, &game, &ann).await.games {
            let put = format!(
                "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
                 VALUES ('again-{0}', '{1}', 'quick', '{0}', 0, 0)",
                game.id,
                Job::NEXT_IN_SERIES
            );
            app.damage(&put).await;
        }
        tokio::join!(run_jobs(here), run_jobs(&there));
        assert_eq!(view(here, &game, &ann).await.games.len(), n);
        last_one = last(here, &game, &ann).await;
    }
    there.close().await;
}

async fn a_game_that_was_called_off_is_played_again(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = begun(service, [&ann, &ben], BestOf::Three, true).await;
    for (n, halves) in [(2, [0, 0]), (3, [1, 1])] {
        let current = last(service, &game, &ann).await;
        assert_eq!(to_move(service, &current).await, ann, "the same first player");
        service.propose(&as_user(&ann), &current, Proposal::CallOff).await.unwrap();
        let asked = service.table(&HOME, &current, None).await.unwrap().unwrap().table.revision;
        service.answer_proposal(&as_user(&ben), &current, asked, true).await.unwrap();
        run_jobs(service).await;
        let now = view(service, &game, &ann).await;
        assert_eq!((now.games.len(), now.course.halves), (n, halves));
    }
    let next = last(service, &game, &ann).await;
    assert_eq!(to_move(service, &next).await, ben, "called off twice, it counts half for each");
}

async fn a_series_ends_when_one_blocks_the_other(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = begun(service, [&ann, &ben], BestOf::Three, true).await;
    service.hide_person(&as_user(&ben), &ann, Hidden::Blocked, true).await.unwrap();
    assert!(view(service, &game, &ann).await.goes_on(), "the game that they play goes on");
    resign(service, &game, &ann).await;
    run_jobs(service).await;
    let end = view(service, &game, &ben).await;
    assert_eq!((end.games.len(), end.series.stopped), (1, Some((service.now(), SeriesStop::Blocked))));
    assert!(!end.goes_on());
    // Even if they get on again.
    service.hide_person(&as_user(&ben), &ann, Hidden::Blocked, false).await.unwrap();
    app.damage(&format!(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('again', 'next_in_series', 'quick', '{game}', 0, 0)"
    ))
    .await;
    run_jobs(service).await;
    assert_eq!(view(service, &game, &ben).await.games.len(), 1);
}

async fn a_series_ends_when_one_is_kept_from_tables_or_has_left(app: &TestApp) {
    let (mo, ann, ben) = (app.person("mo").await, app.person("ann").await, app.person("ben").await);
    let service = app.service.clone().with_staff(&[], &["mo".to_owned()]).await.unwrap().0;
    for kind in [RestrictionKind::Tables, RestrictionKind::Account] {
        let restricted = begun(&service, [&ann, &ben], BestOf::Three, true).await;
        let terms = RestrictionTerms { kind, days: 1, rule: "1", reason: "reason" };
        service.restrict(&as_confirmed(&mo, &app.clock), &ben, terms).await.unwrap();
        resign(&service, &restricted, &ann).await;
        run_jobs(&service).await;
        let stop = view(&service, &restricted, &ann).await.series.stopped;
        assert_eq!(stop.map(|(_, why)| why), Some(SeriesStop::Restricted), "{kind:?}");
        app.clock.advance(chrono::TimeDelta::days(1));
    }
    let left = begun(&service, [&ann, &ben], BestOf::Three, true).await;
    close(app, &service, &ben).await;
    run_jobs(&service).await;
    let end = view(&service, &left, &ann).await;
    assert_eq!((end.games[0].status(), end.course.halves), (Status::Finished, [2, 0]), "Ben has resigned");
    assert_eq!(end.series.stopped.map(|(_, why)| why), Some(SeriesStop::Closed));
}

async fn a_series_of_private_games_is_seen_by_the_two_only(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    for public in [false, true] {
        let game = begun(service, [&ann, &ben], BestOf::Three, public).await;
        let id = view(service, &game, &ann).await.series.id;
        for user in [&ann, &ben] {
            assert!(service.series(&as_user(user), &id).await.unwrap().is_some());
        }
        for stranger in [as_user(&cleo), HOME] {
            assert_eq!(service.series(&stranger, &id).await.unwrap().is_some(), public);
        }
    }
    assert_eq!(service.own_data(&as_confirmed(&ben, &app.clock)).await.unwrap().series.len(), 2);
}

/// All use cases of challenges and series, for the tour of all statements.
pub async fn tour(app: &TestApp) {
    let service = &app.service;
    let (kim, lou) = (app.person("quin").await, app.person("rosa").await);
    let (kims, lous) = (as_user(&kim), as_user(&lou));
    let other = || Terms { first: First::Random, ..terms() };
    let id = service.challenge(&kims, &lou, terms()).await.unwrap();
    service.counter_challenge(&lous, &id, 1, other()).await.unwrap();
    service.decline_challenge(&kims, &id, 2).await.unwrap();
    let id = service.challenge(&kims, &lou, terms()).await.unwrap();
    service.withdraw_challenge(&kims, &id, 1).await.unwrap();
    service.challenge(&kims, &lou, terms()).await.unwrap();
    app.clock.advance(Challenge::LASTS);
    run_jobs(service).await;
    let game = begun(service, [&kim, &lou], BestOf::Three, true).await;
    resign(service, &game, &lou).await;
    run_jobs(service).await;
    for user in [&kims, &lous] {
        service.challenges(user).await.unwrap();
        service.queue(user).await.unwrap();
    }
    let next = last(service, &game, &kim).await;
    service.hide_person(&kims, &lou, Hidden::Blocked, true).await.unwrap();
    resign(service, &next, &kim).await;
    run_jobs(service).await;
    service.own_data(&as_confirmed(&kim, &app.clock)).await.unwrap();
}
