//! Events of users, numbered for programs.

use std::collections::BTreeSet;

use bastide::account::UserId;
use bastide::service::{Denied, EventsError, Principal, Scope, Service};
use bastide::table::{GameId, NumberedEvent, OpenTable, UserEventKind, WaitingKind};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, as_guest, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    the_first_look_lists_what_waits
    whatever_happens_is_numbered_once_and_in_order
    requests_at_the_same_time_agree_on_the_numbers
    events_are_kept_for_thirty_days_and_a_gap_is_an_error
    a_program_that_was_away_for_longer_learns_that_events_are_missing
    a_turn_that_passes_to_an_account_is_an_event_of_the_account
    an_invitation_that_is_repeated_is_another_event
}

/// The events after a number, to the last.
async fn after(service: &Service, user: &UserId, mut after: u64) -> Vec<NumberedEvent> {
    let mut all = Vec::new();
    loop {
        let found = service.events(&as_user(user), after).await.unwrap();
        after = found.events.last().map_or(after, |last| last.number);
        all.extend(found.events);
        if after == found.last {
            return all;
        }
    }
}

fn kinds(events: &[NumberedEvent]) -> Vec<&'static str> {
    events.iter().map(|one| one.event.kind.word()).collect()
}

async fn the_first_look_lists_what_waits(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    app.clock.advance(TimeDelta::days(40));
    let (mover, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    let other = if mover == ann { &ben } else { &ann };
    let first = after(&app.service, &mover, 0).await;
    assert_eq!((kinds(&first), first[0].number, &first[0].event.game), (vec!["turn"], 1, &game));
    assert_eq!(app.service.events(&as_user(other), 0).await.unwrap().last, 0);
    app.play(&game, &[&ann, &ben]).await.unwrap();
    assert_eq!(kinds(&after(&app.service, other, 0).await), ["turn"]);
    assert_eq!(after(&app.service, &mover, 0).await, first, "nothing new");

    let denied = app.service.events(&Principal::anonymous(None), 0).await;
    assert!(matches!(denied, Err(EventsError::Denied(Denied::SignedOut))), "{denied:?}");
    let token = Principal::token(ann, Scope::Play.into(), None);
    let denied = app.service.events(&token, 0).await;
    assert!(matches!(denied, Err(EventsError::Denied(Denied::Scope(Scope::Read)))), "{denied:?}");
}

/// What the tables say that has happened to a user.
async fn stored(app: &TestApp, user: &UserId) -> BTreeSet<(String, String, i64)> {
    let text = format!(
        "SELECT game, CASE invited WHEN '' THEN 'turn' ELSE 'invitation' END, n FROM waiting WHERE user_id = '{user}'
         UNION SELECT game, 'turn', n FROM past_turns WHERE user_id = '{user}'
         UNION SELECT game, kind, n FROM notifications WHERE user_id = '{user}'"
    );
    sqlx::query_as(sqlx::AssertSqlSafe(text)).fetch_all(&app.raw).await.unwrap().into_iter().collect()
}

async fn whatever_happens_is_numbered_once_and_in_order(app: &TestApp) {
    let (ann, ben, cat) = (app.person("ann").await, app.person("ben").await, app.person("cat").await);
    let players = [&ann, &ben, &cat];
    for player in players {
        assert_eq!(app.service.events(&as_user(player), 0).await.unwrap().last, 0);
    }
    let mut games: Vec<GameId> = Vec::new();
    for _ in 0..3 {
        games.push(app.game_of(&players, Some(1)).await);
    }
    let mut read: [Vec<NumberedEvent>; 3] = Default::default();
    for round in 0..24_usize {
        let game = &games[round % 3];
        match round {
            20.. => {
                let (mover, expected, _) = app.next_turn(game, &players).await;
                let form = submission(&app.service, expected);
                app.service.resign(&as_user(&mover), game, &form).await.unwrap();
            }
            _ if round % 7 == 6 => {
                app.clock.advance(TimeDelta::days(1));
                time_outs(&app.service).await;
            }
            _ => _ = app.play(game, &players).await.unwrap(),
        }
        app.clock.advance(TimeDelta::minutes(3));
        // One reads after each event, one now and then, one at the end.
        for (i, player) in players.into_iter().enumerate() {
            if round == 23 || i == 0 || (i == 1 && round % 5 == 0) {
                let known = read[i].last().map_or(0, |last| last.number);
                read[i].extend(after(&app.service, player, known).await);
            }
        }
    }
    let mut kinds_of_all = BTreeSet::new();
    for (player, read) in players.into_iter().zip(read) {
        let numbers: Vec<u64> = read.iter().map(|one| one.number).collect();
        assert_eq!(numbers, (1..=read.len() as u64).collect::<Vec<_>>());
        let as_row = |one: &NumberedEvent| {
            let event = &one.event;
            (event.game.to_string(), event.kind.word().to_owned(), i64::from(event.n))
        };
        let events: BTreeSet<_> = read.iter().map(as_row).collect();
        assert_eq!(events.len(), read.len(), "none twice");
        assert_eq!(events, stored(app, player).await);
        assert!(read.is_sorted_by_key(|one| one.event.at), "in order");
        kinds_of_all.extend(kinds(&read));
        assert_eq!(after(&app.service, player, 0).await, read, "read again");
    }
    assert!(kinds_of_all.is_superset(&BTreeSet::from(["turn", "missed", "finished"])), "{kinds_of_all:?}");
}

async fn requests_at_the_same_time_agree_on_the_numbers(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let other = app.second_process().await;
    for _ in 0..40 {
        app.game_of(&[&ann, &ben], None).await;
    }
    let requests: Vec<_> = (0..16)
        .map(|number| {
            let service = if number % 2 == 0 { app.service.clone() } else { other.clone() };
            let ann = ann.clone();
            tokio::spawn(async move { after(&service, &ann, 0).await })
        })
        .collect();
    let mut answers = Vec::new();
    for request in requests {
        answers.push(request.await.unwrap());
    }
    other.close().await;
    answers.push(after(&app.service, &ann, 0).await);
    let longest = answers.iter().max_by_key(|answer| answer.len()).unwrap();
    assert!(!longest.is_empty());
    for answer in &answers {
        assert_eq!(answer[..], longest[..answer.len()]);
    }
}

async fn events_are_kept_for_thirty_days_and_a_gap_is_an_error(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let look = async |after| app.service.events(&as_user(&ann), after).await;
    look(0).await.unwrap();
    for _ in 0..6 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    let last = look(0).await.unwrap().last;
    assert!(last > 2);
    let unknown = look(last + 1).await;
    assert!(matches!(unknown, Err(EventsError::Unknown { last: said }) if said == last), "{unknown:?}");
    for _ in 0..2 {
        app.clock.advance(TimeDelta::days(16));
        assert_eq!(look(last).await.unwrap().events, []);
    }
    app.service.clean_up().await.unwrap();
    assert_eq!(look(0).await.unwrap().events, []);
    assert_eq!(look(last).await.unwrap().last, last);
    let gap = look(1).await;
    assert!(matches!(gap, Err(EventsError::Expired { after }) if after == last), "{gap:?}");
    for _ in 0..2 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    let gap = look(1).await;
    assert!(matches!(gap, Err(EventsError::Expired { after }) if after == last), "{gap:?}");
    assert_eq!(look(last).await.unwrap().events[0].number, last + 1);
}

async fn a_program_that_was_away_for_longer_learns_that_events_are_missing(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let look = async |after| app.service.events(&as_user(&ann), after).await;
    look(0).await.unwrap();
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let last = look(0).await.unwrap().last;
    // One that asks now and then misses nothing, however long nothing happens.
    for _ in 0..9 {
        app.clock.advance(TimeDelta::days(5));
        assert_eq!(look(last).await.unwrap().last, last);
    }
    app.clock.advance(TimeDelta::days(1));
    for _ in 0..2 {
        app.play(&game, &[&ann, &ben]).await.unwrap();
    }
    app.clock.advance(TimeDelta::days(45));
    let gap = look(last).await;
    let Err(EventsError::Expired { after }) = gap else { panic!("{gap:?}") };
    assert_eq!(after, last + 1);
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let found = look(after).await.unwrap();
    assert!(found.events.iter().all(|event| event.number > after) && found.last >= after);
}

async fn a_turn_that_passes_to_an_account_is_an_event_of_the_account(app: &TestApp) {
    let ann = app.service.sign_up(&HOME, "ann", "correct horse", "").await.unwrap().login.user.id;
    assert_eq!(app.service.events(&as_user(&ann), 0).await.unwrap().last, 0);
    let (guest, ..) = crate::guests::guest(app).await;
    let game = app.service.open_and_join(&as_guest(&guest), &crate::guests::alone(), None).await.unwrap();
    run_jobs(&app.service).await;
    app.clock.advance(TimeDelta::hours(3));
    app.service.events(&as_user(&ann), 0).await.unwrap();
    app.service.log_in(&as_guest(&guest), "ann", "correct horse", "").await.unwrap();
    let events = after(&app.service, &ann, 0).await;
    assert!(events.iter().any(|one| one.event.game == game && one.event.kind.word() == "turn"), "{events:?}");
}

async fn an_invitation_that_is_repeated_is_another_event(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let table = app.service.open_table(&as_user(&ann), &OpenTable { seats: 3, ..two_seats() }).await.unwrap();
    for invitations in 1..=2 {
        app.service.invite(&as_user(&ann), &table, "ben").await.unwrap();
        let events = after(&app.service, &ben, 0).await;
        let invited = UserEventKind::Waits(WaitingKind::Invitation);
        assert_eq!(events.iter().filter(|one| one.event.kind == invited).count(), invitations);
        app.clock.advance(TimeDelta::hours(1));
        app.service.join(&as_user(&ben), &table, None, None).await.unwrap();
        app.service.leave(&as_user(&ben), &table).await.unwrap();
    }
}

/// Sends every statement about events of users.
pub async fn tour(app: &TestApp) {
    let (ines, igor) = (app.person("ines").await, app.person("igor").await);
    let game = app.game_of(&[&ines, &igor], None).await;
    for _ in 0..2 {
        for player in [&ines, &igor] {
            app.service.events(&as_user(player), 0).await.unwrap();
        }
        app.play(&game, &[&ines, &igor]).await.unwrap();
    }
}
