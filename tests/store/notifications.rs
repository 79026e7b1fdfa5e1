//! What users were notified of: written with what causes it, closed by what answers it.

use bastide::account::UserId;
use bastide::service::Service;
use bastide::table::{
    Channel, GameId, MissedTurns, NotificationFilter, NotificationKind, NotificationTopic, Proposal,
    StoredNotification, TimeControl,
};
use chrono::TimeDelta;

use crate::absences::{assert_rows_follow_from_logs, revision};
use crate::app::{TestApp, as_confirmed, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    everybody_but_who_sat_down_last_hears_that_a_game_begins_and_all_that_it_is_over
    a_question_is_for_those_who_have_not_agreed_and_is_closed_by_their_answer
    a_question_about_a_position_is_closed_by_the_next_move
    pauses_and_gifts_are_told_to_the_others
    players_hear_that_a_pause_ends_in_a_day_and_that_it_is_over
    an_opener_hears_that_an_invitation_was_declined
    leave_that_is_taken_by_itself_is_told_once
    marking_all_as_seen_can_be_undone
    a_list_is_filtered_and_goes_on_where_a_part_of_it_ends
}

/// Sends every statement about notifications.
pub async fn tour(app: &TestApp) {
    let service = &app.service;
    let (una, vic) = (app.person("una").await, app.person("vic").await);
    let me = &as_user(&una);
    for user in [&una, &vic] {
        service.make_feed(&as_confirmed(user, &app.clock)).await.unwrap();
    }
    let game = app.game_of(&[&una, &vic], Some(2)).await;
    app.play(&game, &[&una, &vic]).await.unwrap();
    app.clock.advance(TimeDelta::hours(40));
    run_jobs(service).await;
    let filter = NotificationFilter::default();
    let found = service.notifications(me, &filter, None).await.unwrap().notifications;
    let (at, _) = service.mark_all_seen(me).await.unwrap();
    service.unmark_seen(me, at).await.unwrap();
    if let Some((one, table)) = found.first() {
        service.notifications(me, &filter, Some(one)).await.unwrap();
        for seen in [true, false] {
            service.mark_notification(me, &one.game, one.kind, one.n, seen).await.unwrap();
        }
        for muted in [true, false] {
            service.mute(me, &table.id, muted).await.unwrap();
        }
        service.is_muted(me, &table.id).await.unwrap();
        for topic in NotificationTopic::ALL {
            let filter = NotificationFilter { topic: Some(topic), ..filter.clone() };
            if topic.kinds().next().is_some() {
                service.notifications(me, &filter, None).await.unwrap();
            }
        }
        let filter = NotificationFilter { game: Some(table.id.clone()), unseen: true, topic: None };
        service.notifications(me, &filter, None).await.unwrap();
        service.see_turns(me, Some(&table.id)).await.unwrap();
    }
    service.muted_games(me).await.unwrap();
    service.see_turns(me, None).await.unwrap();
    let settings = service.notification_settings(me).await.unwrap();
    for wanted in [true, false] {
        let settings = settings.clone().with(NotificationTopic::Summary, Channel::Device, wanted);
        service.set_notification_settings(me, &settings).await.unwrap();
    }
}

async fn all(service: &Service, user: &UserId) -> Vec<StoredNotification> {
    let filter = NotificationFilter::default();
    let page = service.notifications(&as_user(user), &filter, None).await.unwrap();
    assert_eq!(page.next, None);
    page.notifications.into_iter().map(|(one, _)| one).collect()
}

async fn kinds(service: &Service, user: &UserId) -> Vec<(NotificationKind, bool)> {
    all(service, user).await.into_iter().map(|one| (one.kind, one.seen)).collect()
}

async fn everybody_but_who_sat_down_last_hears_that_a_game_begins_and_all_that_it_is_over(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(2)).await;
    let started = (NotificationKind::Started, false);
    assert_eq!(kinds(&app.service, &ann).await, [started]);
    assert_eq!(kinds(&app.service, &ben).await, []);
    let (mover, expected, _) = app.next_turn(&game, &[&ann, &ben]).await;
    app.clock.advance(TimeDelta::hours(1));
    app.service.resign(&as_user(&mover), &game, &submission(&app.service, expected)).await.unwrap();
    let finished = (NotificationKind::Finished, false);
    assert_eq!(kinds(&app.service, &ann).await, [finished, started]);
    assert_eq!(kinds(&app.service, &ben).await, [finished]);
    assert_rows_follow_from_logs(app).await;
}

async fn asked(service: &Service, user: &UserId) -> Vec<bool> {
    let told = kinds(service, user).await.into_iter();
    told.filter(|(kind, _)| *kind == NotificationKind::Asked).map(|(_, seen)| seen).collect()
}

async fn a_question_is_for_those_who_have_not_agreed_and_is_closed_by_their_answer(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_of(&[&ann, &ben, &cleo], Some(3)).await;
    app.clock.advance(TimeDelta::hours(1));
    service.propose(&as_user(&ann), &game, Proposal::CallOff).await.unwrap();
    let n = revision(app, &game).await;
    for (user, expected) in [(&ann, &[][..]), (&ben, &[false]), (&cleo, &[false])] {
        assert_eq!(asked(service, user).await, expected);
    }
    service.answer_proposal(&as_user(&ben), &game, n, true).await.unwrap();
    assert_eq!((asked(service, &ben).await, asked(service, &cleo).await), (vec![true], vec![false]));
    service.answer_proposal(&as_user(&cleo), &game, n, false).await.unwrap();
    assert_eq!(asked(service, &cleo).await, [true]);
    assert_eq!(kinds(service, &ann).await[0], (NotificationKind::Refused, false));
}

async fn a_question_about_a_position_is_closed_by_the_next_move(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app
        .game_with(&players, |settings| {
            settings.time_control = TimeControl::of_days(Some(3));
            settings.take_backs = 1;
        })
        .await;
    let (mover, ..) = app.next_turn(&game, &players).await;
    app.play(&game, &players).await.unwrap();
    let last = app.replay(&game).await.last();
    app.service.propose(&as_user(&mover), &game, Proposal::TakeBack { last }).await.unwrap();
    let other = if mover == ann { &ben } else { &ann };
    assert_eq!(asked(&app.service, other).await, [false]);
    app.play(&game, &players).await.unwrap();
    assert_eq!(asked(&app.service, other).await, [true]);
}

async fn pauses_and_gifts_are_told_to_the_others(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app
        .game_with(&[&ann, &ben], |settings| {
            settings.time_control = TimeControl::of_days(Some(3));
            settings.missed_turns = MissedTurns::Wait;
        })
        .await;
    let until = app.clock.now() + TimeDelta::days(2);
    service.propose(&as_user(&ann), &game, Proposal::Pause { until }).await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    service.answer_proposal(&as_user(&ben), &game, revision(app, &game).await, true).await.unwrap();
    assert_eq!(kinds(service, &ann).await[0], (NotificationKind::Paused, false));
    app.clock.advance(TimeDelta::hours(3));
    service.resume(&as_user(&ben), &game).await.unwrap();
    assert_eq!(kinds(service, &ann).await[0], (NotificationKind::Resumed, false));
    assert!(kinds(service, &ben).await.iter().all(|(kind, _)| *kind != NotificationKind::Resumed));
    let (mover, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    let giver = if mover == ann { &ben } else { &ann };
    service.give_time(&as_user(giver), &game, TimeDelta::days(1)).await.unwrap();
    assert!(kinds(service, &mover).await.contains(&(NotificationKind::TimeGiven, false)));
}

async fn players_hear_that_a_pause_ends_in_a_day_and_that_it_is_over(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let control = TimeControl::of_days(Some(3));
    let game = app.game_with(&players, |settings| settings.time_control = control).await;
    let pause = async |days| {
        let until = app.clock.now() + TimeDelta::days(days);
        service.propose(&as_user(&ann), &game, Proposal::Pause { until }).await.unwrap();
        service.answer_proposal(&as_user(&ben), &game, revision(app, &game).await, true).await.unwrap();
    };
    let after = async |hours| {
        app.clock.advance(TimeDelta::hours(hours));
        run_jobs(service).await;
        let mut latest: Vec<NotificationKind> = Vec::new();
        for player in players {
            latest.push(kinds(service, player).await[0].0);
        }
        assert_eq!(latest[0], latest[1]);
        latest[0]
    };
    pause(4).await;
    assert_eq!(after(71).await, NotificationKind::Paused);
    assert_eq!(after(1).await, NotificationKind::PauseEnding);
    assert_eq!(after(23).await, NotificationKind::PauseEnding);
    assert_eq!(after(1).await, NotificationKind::PauseEnded);
    let count = kinds(service, &ann).await.len();
    // One that is ended early is over without more words, and a short one needs no notice.
    pause(4).await;
    app.clock.advance(TimeDelta::hours(1));
    service.resume(&as_user(&ann), &game).await.unwrap();
    pause(1).await;
    assert_eq!(after(23).await, NotificationKind::Paused);
    assert_eq!(after(1).await, NotificationKind::PauseEnded);
    let ended = kinds(service, &ann).await;
    assert_eq!(ended.iter().filter(|(kind, _)| *kind == NotificationKind::PauseEnding).count(), 1);
    assert_eq!(ended.iter().filter(|(kind, _)| *kind == NotificationKind::PauseEnded).count(), 2);
    assert!(ended.len() > count);
}

async fn an_opener_hears_that_an_invitation_was_declined(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    service.invite(&as_user(&ann), &game, "ben").await.unwrap();
    service.decline(&as_user(&ben), &game).await.unwrap();
    assert_eq!(kinds(service, &ann).await, [(NotificationKind::Declined, false)]);
    service.close_table(&as_user(&ann), &game).await.unwrap();
    assert_eq!(kinds(service, &ann).await, [], "the table is gone");
}

async fn leave_that_is_taken_by_itself_is_told_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app
        .game_with(&[&ann, &ben], |settings| {
            settings.time_control = TimeControl::of_days(Some(1));
            settings.leave = true;
        })
        .await;
    let (late, ..) = app.next_turn(&game, &[&ann, &ben]).await;
    app.clock.advance(TimeDelta::days(1));
    for _ in 0..5 {
        assert_eq!(time_outs(&app.service).await, 0);
        app.clock.advance(TimeDelta::hours(1));
    }
    let leave = kinds(&app.service, &late).await;
    assert_eq!(leave.iter().filter(|(kind, _)| *kind == NotificationKind::Leave).count(), 1, "{leave:?}");
}

async fn marking_all_as_seen_can_be_undone(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut games: Vec<GameId> = Vec::new();
    for _ in 0..3 {
        games.push(app.game_of(&[&ann, &ben], Some(2)).await);
    }
    let me = as_user(&ann);
    let one = all(service, &ann).await[0].clone();
    assert!(service.mark_notification(&me, &one.game, one.kind, one.n, true).await.unwrap());
    assert!(!service.mark_notification(&as_user(&ben), &one.game, one.kind, one.n, true).await.unwrap());
    app.clock.advance(TimeDelta::seconds(1));
    let (at, marked) = service.mark_all_seen(&me).await.unwrap();
    assert_eq!((marked, all(service, &ann).await.iter().all(|one| one.seen)), (2, true));
    assert_eq!(service.unmark_seen(&as_user(&ben), at).await.unwrap(), 0);
    assert_eq!(service.unmark_seen(&me, at).await.unwrap(), 2);
    let seen: Vec<bool> = all(service, &ann).await.iter().map(|one| one.seen).collect();
    assert_eq!(seen, [true, false, false], "what was seen before stays seen");
    assert!(service.mark_notification(&me, &one.game, one.kind, one.n, false).await.unwrap());
    assert!(all(service, &ann).await.iter().all(|one| !one.seen));
}

async fn a_list_is_filtered_and_goes_on_where_a_part_of_it_ends(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for _ in 0..52 {
        let game = app.game_of(&[&ann, &ben], Some(2)).await;
        let (_, expected, _) = app.next_turn(&game, &[&ann, &ben]).await;
        service.resign(&as_user(&ben), &game, &submission(service, expected)).await.unwrap();
    }
    let me = as_user(&ann);
    let games = NotificationFilter { topic: Some(NotificationTopic::Game), ..NotificationFilter::default() };
    let (mut found, mut before) = (Vec::new(), None);
    loop {
        let page = service.notifications(&me, &games, before.as_ref()).await.unwrap();
        found.extend(page.notifications.into_iter().map(|(one, _)| one));
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    assert_eq!(found.len(), 104);
    let mut keys: Vec<_> = found.iter().map(|one| (one.game.clone(), one.kind)).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 104);
    assert!(found.is_sorted_by(|one, next| one.at >= next.at));
    let of =
        |filter| async move { service.notifications(&me, &filter, None).await.unwrap().notifications.len() };
    let game = found[0].game.clone();
    assert_eq!(of(NotificationFilter { game: Some(game.clone()), ..NotificationFilter::default() }).await, 2);
    service.mark_seen(&as_user(&ann), &game).await.unwrap();
    let unseen = NotificationFilter { game: Some(game), unseen: true, topic: None };
    let me = as_user(&ann);
    assert!(service.notifications(&me, &unseen, None).await.unwrap().notifications.is_empty());
    let seats = NotificationFilter { topic: Some(NotificationTopic::Seat), ..NotificationFilter::default() };
    assert!(service.notifications(&me, &seats, None).await.unwrap().notifications.is_empty());
}
