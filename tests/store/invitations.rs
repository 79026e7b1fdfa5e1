//! Inviting players by name.

use bastide::account::{Hidden, UserId};
use bastide::engine::Seat;
use bastide::service::{DeclineError, InviteError, JoinError, Throttled, Topic};
use bastide::table::{GameId, InviteRefusal, OpenTable, Status};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, against_computer, as_user, two_seats};

crate::on_both_databases! {
    an_invited_player_sees_the_table_and_takes_a_seat
    declining_ends_the_invitation_and_the_opener_sees_it
    an_invitation_ends_when_the_game_starts_without_the_player_or_the_table_closes
    only_players_with_an_account_are_invited_and_only_by_the_opener
    invitations_are_limited_by_table_and_by_day
    invitations_and_answers_wake_everyone_involved
    the_opener_is_offered_those_they_played_with_last_and_can_invite
}

/// A table that is not listed, with its opener seated.
async fn private_table(app: &TestApp, opener: &UserId, seats: u8) -> GameId {
    let opening = OpenTable { seats, ..two_seats() }.with(|settings| settings.public = false);
    app.service.open_and_join(&as_user(opener), &opening, None).await.unwrap()
}

async fn invitations(app: &TestApp, user: &UserId) -> Vec<GameId> {
    let dashboard = app.service.dashboard(&as_user(user)).await.unwrap();
    let waiting = app.service.turns_waiting(&as_user(user)).await.unwrap();
    let found: Vec<GameId> = dashboard.invitations.into_iter().map(|table| table.id).collect();
    assert_eq!(waiting as usize, found.len() + dashboard.my_turn.len(), "the badge counts them");
    found
}

async fn an_invited_player_sees_the_table_and_takes_a_seat(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("Ben").await);
    let game = private_table(app, &ann, 2).await;
    assert!(service.table(&as_user(&ben), &game, None).await.unwrap().is_none());
    service.invite(&as_user(&ann), &game, " bEN ").await.unwrap();
    let again = service.invite(&as_user(&ann), &game, "Ben").await.unwrap_err();
    assert!(matches!(again, InviteError::Refused(InviteRefusal::AlreadyInvited)), "{again:?}");

    assert_eq!(invitations(app, &ben).await, std::slice::from_ref(&game));
    let session = service.log_in(&HOME, "ben", "correct horse", "").await.unwrap();
    assert_eq!(service.signed_in(&session.token).await.unwrap().unwrap().turns, 1);
    assert!(service.table(&as_user(&ben), &game, None).await.unwrap().is_some());
    assert_eq!(service.join(&as_user(&ben), &game, None, None).await.unwrap(), Seat(1));
    assert_eq!(app.count("SELECT COUNT(*) FROM invitations").await, 0);
    let table = service.table(&as_user(&ben), &game, None).await.unwrap().unwrap().table;
    assert_eq!(table.status(), Status::Playing);
    assert!(table.invitations().is_empty());
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn declining_ends_the_invitation_and_the_opener_sees_it(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = private_table(app, &ann, 3).await;
    let uninvited = service.decline(&as_user(&ben), &game).await;
    assert!(matches!(uninvited, Err(DeclineError::NotInvited)), "{uninvited:?}");
    service.invite(&as_user(&ann), &game, "ben").await.unwrap();
    app.clock.advance(TimeDelta::hours(1));
    for _ in 0..2 {
        service.decline(&as_user(&ben), &game).await.unwrap();
    }
    assert_eq!(invitations(app, &ben).await, []);
    assert!(service.table(&as_user(&ben), &game, None).await.unwrap().is_none(), "it is hidden again");
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table;
    let [declined] = table.invitations() else { panic!("{:?}", table.invitations()) };
    assert_eq!((&*declined.person.name, declined.declined, declined.at), ("ben", true, service.now()));
    let again = service.invite(&as_user(&ann), &game, "ben").await.unwrap_err();
    assert!(matches!(again, InviteError::Refused(InviteRefusal::Declined)), "{again:?}");
    // With the link ben may still change his mind.
    let invite = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite;
    service.join(&as_user(&ben), &game, invite.as_ref(), None).await.unwrap();
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn an_invitation_ends_when_the_game_starts_without_the_player_or_the_table_closes(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (first, second) = (private_table(app, &ann, 2).await, private_table(app, &ann, 2).await);
    for game in [&first, &second] {
        service.invite(&as_user(&ann), game, "ben").await.unwrap();
    }
    assert_eq!(invitations(app, &ben).await.len(), 2);
    service.invite(&as_user(&ann), &first, "cleo").await.unwrap();
    service.join(&as_user(&cleo), &first, None, None).await.unwrap();
    let late = service.join(&as_user(&ben), &first, None, None).await;
    assert!(matches!(late, Err(JoinError::NoSuchGame)), "{late:?}");
    assert_eq!(invitations(app, &ben).await, std::slice::from_ref(&second));
    service.close_table(&as_user(&ann), &second).await.unwrap();
    assert_eq!(invitations(app, &ben).await, []);
    let late = service.decline(&as_user(&ben), &second).await;
    assert!(matches!(late, Err(DeclineError::NotInvited)), "{late:?}");
}

async fn only_players_with_an_account_are_invited_and_only_by_the_opener(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let guest = service.create_guest(&HOME, "").await.unwrap().user;
    let game =
        service.open_and_join(&as_user(&ann), &OpenTable { seats: 3, ..two_seats() }, None).await.unwrap();
    service.join(&as_user(&ben), &game, None, None).await.unwrap();
    for name in ["nobody", "", "two words", &guest.name] {
        let refused = service.invite(&as_user(&ann), &game, name).await;
        assert!(matches!(refused, Err(InviteError::NoSuchPlayer)), "{name}: {refused:?}");
    }
    app.person("cleo").await;
    for (by, name, why) in [
        (&ann, "ann", InviteRefusal::Yourself),
        (&ann, "ben", InviteRefusal::AlreadyIn),
        (&ben, "cleo", InviteRefusal::NotOpener),
    ] {
        let refused = service.invite(&as_user(by), &game, name).await.unwrap_err();
        assert!(matches!(refused, InviteError::Refused(is) if is == why), "{refused:?}");
        assert_eq!(refused.code(), why.code());
    }
    let hidden = private_table(app, &ben, 2).await;
    let refused = service.invite(&as_user(&ann), &hidden, "cleo").await;
    assert!(matches!(refused, Err(InviteError::NoSuchGame)), "{refused:?}");
    let alone = against_computer().with(|settings| settings.public = false);
    let theirs = service.open_table(&as_user(&guest.id), &alone).await.unwrap();
    let refused = service.invite(&as_user(&guest.id), &theirs, "cleo").await;
    assert!(matches!(refused, Err(InviteError::Guest)), "{refused:?}");
    let begun = app.game_of(&[&ann, &ben], None).await;
    let refused = service.invite(&as_user(&ann), &begun, "cleo").await.unwrap_err();
    assert!(matches!(refused, InviteError::Refused(InviteRefusal::Started)), "{refused:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM invitations").await, 0);
}

async fn invitations_are_limited_by_table_and_by_day(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    for number in 0..13 {
        app.person(&format!("friend-{number}")).await;
    }
    let (first, second) = (private_table(app, &ann, 2).await, private_table(app, &ann, 2).await);
    for number in 0..12 {
        service.invite(&as_user(&ann), &first, &format!("friend-{number}")).await.unwrap();
    }
    let refused = service.invite(&as_user(&ann), &first, "friend-12").await.unwrap_err();
    assert!(matches!(refused, InviteError::Refused(InviteRefusal::TooMany { most: 12 })), "{refused:?}");
    for _ in 13..40 {
        let unknown = service.invite(&as_user(&ann), &second, "nobody").await;
        assert!(matches!(unknown, Err(InviteError::NoSuchPlayer)), "{unknown:?}");
    }
    let refused = service.invite(&as_user(&ann), &second, "friend-12").await;
    assert!(
        matches!(refused, Err(InviteError::Throttled(Throttled::TooManyAttempts { .. }))),
        "guesses count too: {refused:?}"
    );
    app.clock.advance(TimeDelta::days(1));
    service.clean_up().await.unwrap();
    service.invite(&as_user(&ann), &second, "friend-12").await.unwrap();
}

async fn invitations_and_answers_wake_everyone_involved(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = private_table(app, &ann, 2).await;
    let topics = [Topic::User(ben.clone()), Topic::User(ann.clone()), Topic::Game(game.clone())];
    for (number, name) in ["invited", "declined", "closed"].into_iter().enumerate() {
        let mut listeners = topics.clone().map(|topic| service.listen(topic));
        match number {
            0 => service.invite(&as_user(&ann), &game, "ben").await.unwrap(),
            1 => service.decline(&as_user(&ben), &game).await.unwrap(),
            _ => service.close_table(&as_user(&ann), &game).await.unwrap(),
        }
        for listener in &mut listeners {
            let woken = tokio::time::timeout(std::time::Duration::from_secs(5), listener.changed()).await;
            assert!(woken.is_ok(), "{name}: {listener:?}");
        }
    }
}

async fn the_opener_is_offered_those_they_played_with_last_and_can_invite(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let mut friends = Vec::new();
    for number in 0..10 {
        friends.push(app.person(&format!("friend-{number}")).await);
        app.clock.advance(TimeDelta::hours(1));
        app.game_of(&[&ann, &friends[number]], None).await;
    }
    // The one from the beginning again, in private, and a table that never began.
    app.clock.advance(TimeDelta::hours(1));
    let private = private_table(app, &friends[0], 2).await;
    service.invite(&as_user(&friends[0]), &private, "ann").await.unwrap();
    service.join(&as_user(&ann), &private, None, None).await.unwrap();
    let stranger = app.person("stranger").await;
    let waiting =
        service.open_table(&as_user(&stranger), &OpenTable { seats: 3, ..two_seats() }).await.unwrap();
    service.join(&as_user(&ann), &waiting, None, None).await.unwrap();
    service.join(&as_user(&stranger), &waiting, None, None).await.unwrap();
    service.open_and_join(&as_user(&ann), &against_computer(), None).await.unwrap();
    app.damage(&format!("UPDATE users SET closed = 1 WHERE id = '{}'", friends[9])).await;
    app.damage(&format!("UPDATE users SET maker = '{ann}' WHERE id = '{}'", friends[8])).await;

    let game = private_table(app, &ann, 4).await;
    let offered = async || {
        let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
        table.invitable.into_iter().map(|person| person.name).collect::<Vec<_>>()
    };
    let expected = [0, 7, 6, 5, 4, 3, 2, 1].map(|number| format!("friend-{number}"));
    assert_eq!(offered().await, expected);
    service.invite(&as_user(&ann), &game, "friend-7").await.unwrap();
    service.invite(&as_user(&ann), &game, "friend-6").await.unwrap();
    service.join(&as_user(&friends[6]), &game, None, None).await.unwrap();
    service.invite(&as_user(&ann), &game, "friend-5").await.unwrap();
    service.decline(&as_user(&friends[5]), &game).await.unwrap();
    assert_eq!(offered().await, [0, 4, 3, 2, 1].map(|number| format!("friend-{number}")));
    // Those who follow the opener come after those.
    for follower in [&stranger, &friends[4]] {
        service.follow_player(&as_user(follower), &ann).await.unwrap();
    }
    let expected = [4, 3, 2, 1].map(|number| format!("friend-{number}"));
    assert_eq!(offered().await, [&["friend-0".to_owned()], &expected[..], &["stranger".to_owned()]].concat());
    service.hide_person(&as_user(&ann), &stranger, Hidden::Blocked, true).await.unwrap();
    assert_eq!(offered().await, [0, 4, 3, 2, 1].map(|number| format!("friend-{number}")));
    let other = service.table(&as_user(&friends[6]), &game, None).await.unwrap().unwrap();
    assert!(other.invitable.is_empty(), "only the opener invites");
    assert!(service.table(&as_user(&stranger), &waiting, None).await.unwrap().unwrap().invitable.is_empty());
}
