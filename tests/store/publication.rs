//! Tables that only invited people could join, made public.

use bastide::account::UserId;
use bastide::service::MakePublicError;
use bastide::table::{Filter, GameId, OpenTable, Status};

use crate::app::{HOME, TestApp, against_computer, as_user, two_seats};

crate::on_both_databases! {
    a_table_that_is_made_public_is_listed_and_its_link_still_leads_there
    only_the_opener_makes_a_table_public_and_only_before_the_start
    a_guests_table_stays_private
}

async fn private_table(app: &TestApp, opener: &UserId) -> GameId {
    let opening = OpenTable { seats: 3, ..two_seats() }.with(|settings| settings.public = false);
    app.service.open_and_join(&as_user(opener), &opening, None).await.unwrap()
}

async fn listed(app: &TestApp, filter: Filter) -> Vec<GameId> {
    let found = app.service.public_games(&HOME, &filter, None).await.unwrap();
    found.games.into_iter().map(|table| table.id).collect()
}

async fn a_table_that_is_made_public_is_listed_and_its_link_still_leads_there(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = private_table(app, &ann).await;
    let invite = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite.unwrap();
    let open = || Filter { status: Some(Status::Open), ..Filter::default() };
    let of_ann = || Filter { player: Some("ann".to_owned()), ..Filter::default() };
    assert!(listed(app, open()).await.is_empty() && listed(app, of_ann()).await.is_empty());

    for _ in 0..2 {
        service.make_public(&as_user(&ann), &game).await.unwrap();
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%made_public%'").await, 1);
    assert_eq!(listed(app, open()).await, std::slice::from_ref(&game));
    assert_eq!(
        listed(app, of_ann()).await,
        std::slice::from_ref(&game),
        "also along the seats of its players"
    );
    let dashboard = service.dashboard(&as_user(&eve)).await.unwrap();
    assert_eq!(dashboard.open.iter().map(|table| &table.id).collect::<Vec<_>>(), [&game]);
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert!(table.table.is_public() && table.invite.is_none());

    assert_eq!(service.invited(&HOME, &invite).await.unwrap(), Some(game.clone()));
    service.join(&as_user(&ben), &game, Some(&invite), None).await.unwrap();
    service.join(&as_user(&eve), &game, None, None).await.unwrap();
    let playing = Filter { status: Some(Status::Playing), ..of_ann() };
    assert_eq!(listed(app, playing).await, [game]);
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    assert_eq!(service.verify(None, 1, |_| ()).await.unwrap().problems, 0);
}

async fn only_the_opener_makes_a_table_public_and_only_before_the_start(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = private_table(app, &ann).await;
    let refused = service.make_public(&as_user(&eve), &game).await.unwrap_err();
    assert!(matches!(refused, MakePublicError::NoSuchGame), "{refused:?}");
    let invite = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite;
    service.join(&as_user(&ben), &game, invite.as_ref(), None).await.unwrap();
    let refused = service.make_public(&as_user(&ben), &game).await.unwrap_err();
    assert!(matches!(refused, MakePublicError::NotOpener), "{refused:?}");
    service.join(&as_user(&eve), &game, invite.as_ref(), None).await.unwrap();
    let late = service.make_public(&as_user(&ann), &game).await.unwrap_err();
    assert!(matches!(late, MakePublicError::Begun), "{late:?}");
    assert!(listed(app, Filter::default()).await.is_empty());
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_guests_table_stays_private(app: &TestApp) {
    let service = &app.service;
    let guest = service.create_guest(&HOME, "").await.unwrap().user.id;
    let alone = against_computer().with(|settings| settings.public = false);
    let game = service.open_table(&as_user(&guest), &alone).await.unwrap();
    let refused = service.make_public(&as_user(&guest), &game).await.unwrap_err();
    assert!(matches!(refused, MakePublicError::Guest), "{refused:?}");
    assert!(listed(app, Filter::default()).await.is_empty());
}
