//! Rematches.

use std::time::Duration;

use bastide::engine::Seat;
use bastide::service::{InviteError, JoinError, RematchError, Topic};
use bastide::table::{ComputerLevel, GameId, InviteRefusal, OpenTable, Status};

use crate::app::{HOME, TestApp, against_computer, as_user, submission};

crate::on_both_databases! {
    two_players_who_ask_at_once_get_the_same_rematch
    a_rematch_invites_the_others_and_starts_when_all_have_accepted
    a_player_who_declines_a_rematch_can_be_replaced
    a_rematch_against_the_computer_starts_at_once
    a_player_left_out_of_a_rematch_learns_that_it_has_started
}

async fn finished(app: &TestApp, game: &GameId, player: &bastide::account::UserId) {
    app.service.resign(&as_user(player), game, &submission(&app.service, 1)).await.unwrap();
}

async fn two_players_who_ask_at_once_get_the_same_rematch(app: &TestApp) {
    let (service, other) = (&app.service, app.second_process().await);
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], Some(5)).await;
    assert!(matches!(service.rematch(&as_user(&ann), &game, None).await, Err(RematchError::NotOver)));
    finished(app, &game, &ann).await;
    let stranger = app.person("cleo").await;
    assert!(matches!(service.rematch(&as_user(&stranger), &game, None).await, Err(RematchError::NotIn)));

    let (here, there) = (as_user(&ann), as_user(&ben));
    let (first, second) =
        tokio::join!(service.rematch(&here, &game, None), other.rematch(&there, &game, None));
    let rematch = first.unwrap();
    assert_eq!(rematch, second.unwrap());
    let view = service.table(&as_user(&ben), &rematch, None).await.unwrap().unwrap();
    assert_eq!((view.table.status(), view.you), (Status::Playing, Some(Seat(1))), "each in the same seat");
    assert_eq!(view.table.settings.time_control.whole_days(), Some(5));
    assert_eq!(
        service.rematch(&as_user(&ann), &game, None).await.unwrap(),
        rematch,
        "a third click changes nothing"
    );
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 2);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    other.close().await;
}

async fn a_rematch_invites_the_others_and_starts_when_all_have_accepted(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_of(&[&ann, &ben, &cleo], None).await;
    for player in [&ann, &ben] {
        let last = app.replay(&game).await.last();
        service.resign(&as_user(player), &game, &submission(service, last)).await.unwrap();
    }
    let topics = [Topic::User(ann.clone()), Topic::User(cleo.clone()), Topic::Game(game.clone())];
    let mut listeners = topics.map(|topic| service.listen(topic));
    let rematch = service.rematch(&as_user(&ben), &game, None).await.unwrap();
    for listener in &mut listeners {
        let woken = tokio::time::timeout(Duration::from_secs(5), listener.changed()).await;
        assert!(woken.is_ok(), "{listener:?}");
    }
    let table = service.table(&HOME, &rematch, None).await.unwrap().unwrap().table;
    assert_eq!(
        (table.free_seats(), table.seat_of(&ben), &*table.opener.unwrap().name),
        (2, Some(Seat(1)), "ben")
    );
    let view = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    for (player, invited) in [(&ann, 1), (&ben, 0), (&cleo, 1)] {
        let dashboard = service.dashboard(&as_user(player)).await.unwrap();
        assert_eq!((dashboard.invitations.len(), dashboard.my_tables.len()), (invited, 1 - invited));
        assert_eq!(service.turns_waiting(&as_user(player)).await.unwrap() as usize, invited);
    }
    let offered = service.rematch_of(&as_user(&ann), &view).await.unwrap().unwrap();
    assert!(offered.id == rematch && offered.is_invited(&ann));
    let dora = app.person("dora").await;
    assert!(
        service.rematch_of(&as_user(&dora), &view).await.unwrap().is_none(),
        "only players see the offer"
    );
    let refused = service.join(&as_user(&dora), &rematch, None, None).await;
    assert!(matches!(refused, Err(JoinError::Reserved)), "{refused:?}");

    assert_eq!(service.join(&as_user(&cleo), &rematch, None, None).await.unwrap(), Seat(2));
    assert_eq!(
        service.rematch(&as_user(&ann), &game, None).await.unwrap(),
        rematch,
        "the button accepts, too"
    );
    assert_eq!(app.replay(&rematch).await.header().seats, ["ann", "ben", "cleo"]);
    assert_eq!(app.count("SELECT COUNT(*) FROM invitations").await, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM kept_seats").await, 0);
}

async fn a_player_who_declines_a_rematch_can_be_replaced(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    finished(app, &game, &ann).await;
    let rematch = service.rematch(&as_user(&ann), &game, None).await.unwrap();
    let early = service.invite(&as_user(&ann), &rematch, "cleo").await.unwrap_err();
    assert!(matches!(early, InviteError::Refused(InviteRefusal::NoSeat)), "ben has not answered: {early:?}");
    service.decline(&as_user(&ben), &rematch).await.unwrap();
    let bens = service.dashboard(&as_user(&ben)).await.unwrap();
    assert!(bens.invitations.is_empty() && bens.my_tables.is_empty() && bens.open.is_empty());
    let refused = service.join(&as_user(&cleo), &rematch, None, None).await;
    assert!(matches!(refused, Err(JoinError::Reserved)), "strangers do not get the seat: {refused:?}");
    service.invite(&as_user(&ann), &rematch, "cleo").await.unwrap();
    assert_eq!(service.join(&as_user(&cleo), &rematch, None, None).await.unwrap(), Seat(1));
    assert_eq!(app.replay(&rematch).await.header().seats, ["ann", "cleo"]);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());

    // Leaving after accepting declines.
    let game = app.game_of(&[&ann, &ben, &cleo], None).await;
    for player in [&ann, &ben] {
        let last = app.replay(&game).await.last();
        service.resign(&as_user(player), &game, &submission(service, last)).await.unwrap();
    }
    let rematch = service.rematch(&as_user(&ann), &game, None).await.unwrap();
    service.join(&as_user(&ben), &rematch, None, None).await.unwrap();
    service.leave(&as_user(&ben), &rematch).await.unwrap();
    let table = service.table(&as_user(&ann), &rematch, None).await.unwrap().unwrap().table;
    assert!(table.has_declined(&ben) && table.is_invited(&cleo));
    assert_eq!(
        service.rematch(&as_user(&ben), &game, None).await.unwrap(),
        rematch,
        "ben may change his mind"
    );
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_rematch_against_the_computer_starts_at_once(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let opening = OpenTable { computers: vec![(Seat(0), ComputerLevel::One)], ..against_computer() }
        .with(|settings| settings.public = false);
    let game = service.open_and_join(&as_user(&ann), &opening, None).await.unwrap();
    let view = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    finished(app, &game, &ann).await;
    let (first, second) = (as_user(&ann), as_user(&ann));
    let (first, second) =
        tokio::join!(service.rematch(&first, &game, None), service.rematch(&second, &game, None));
    let rematch = first.unwrap();
    assert_eq!(rematch, second.unwrap(), "a double click");
    let again = service.table(&as_user(&ann), &rematch, None).await.unwrap().unwrap();
    assert_eq!((again.table.status(), again.you), (Status::Playing, view.you));
}

async fn a_player_left_out_of_a_rematch_learns_that_it_has_started(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    finished(app, &game, &ann).await;
    let rematch = service.rematch(&as_user(&ann), &game, None).await.unwrap();
    service.decline(&as_user(&ben), &rematch).await.unwrap();
    service.invite(&as_user(&ann), &rematch, "cleo").await.unwrap();
    service.join(&as_user(&cleo), &rematch, None, None).await.unwrap();
    let late = service.rematch(&as_user(&ben), &game, None).await;
    assert!(matches!(late, Err(RematchError::WithoutYou)), "{late:?}");
}
