//! Secret feed addresses.

use bastide::account::FeedToken;
use bastide::service::Feed;
use bastide::table::NotificationKind;

use crate::app::{HOME, TestApp, as_confirmed, as_user, submission, two_seats};

crate::on_both_databases! {
    an_address_is_one_persons_until_there_is_another_or_it_is_stopped
    a_feed_lists_what_waits_for_its_owner_and_nothing_else
}

async fn an_address_is_one_persons_until_there_is_another_or_it_is_stopped(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(service.feed_since(&as_user(&ann)).await.unwrap(), None);
    assert!(service.feed(&HOME, &FeedToken::new([7; 20])).await.unwrap().is_none());

    let first = service.make_feed(&as_confirmed(&ann, &app.clock)).await.unwrap();
    let bens = service.make_feed(&as_confirmed(&ben, &app.clock)).await.unwrap();
    assert_eq!(service.feed_since(&as_user(&ann)).await.unwrap(), Some(app.clock.now()));
    let feed = service.feed(&HOME, &first).await.unwrap().unwrap();
    assert_eq!((feed.user, feed.name.as_str()), (ann.clone(), "ann"));
    let stored: Vec<String> =
        sqlx::query_scalar("SELECT token FROM feeds").fetch_all(&app.raw).await.unwrap();
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|token| token.len() == 64), "hashes: {stored:?}");

    app.clock.advance(chrono::TimeDelta::hours(1));
    let second = service.make_feed(&as_confirmed(&ann, &app.clock)).await.unwrap();
    assert!(service.feed(&HOME, &first).await.unwrap().is_none(), "the old one stops working");
    assert_eq!(service.feed(&HOME, &second).await.unwrap().unwrap().since, app.clock.now());
    service.stop_feed(&as_user(&ann)).await.unwrap();
    service.stop_feed(&as_user(&ann)).await.unwrap();
    assert!(service.feed(&HOME, &second).await.unwrap().is_none());
    assert_eq!(service.feed_since(&as_user(&ann)).await.unwrap(), None);
    assert_eq!(service.feed(&HOME, &bens).await.unwrap().unwrap().user, ben, "another person's goes on");
}

async fn a_feed_lists_what_waits_for_its_owner_and_nothing_else(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let (anns, bens) = (
        service.make_feed(&as_confirmed(&ann, &app.clock)).await.unwrap(),
        service.make_feed(&as_confirmed(&ben, &app.clock)).await.unwrap(),
    );
    let running = app.game_of(&[&ann, &ben], Some(2)).await;
    app.game_of(&[&cleo, &ben], None).await;
    let over = app.game_of(&[&ann, &ben], None).await;
    service.resign(&as_user(&ben), &over, &submission(service, 1)).await.unwrap();
    let rematch = service.rematch(&as_user(&ben), &over, None).await.unwrap();
    service.open_table(&as_user(&ann), &two_seats().with(|settings| settings.public = false)).await.unwrap();

    let (mover, ..) = app.next_turn(&running, &[&ann, &ben]).await;
    let feed = service.feed(&HOME, &anns).await.unwrap().unwrap();
    let turns: Vec<_> = feed.my_turn.iter().map(|game| game.id.clone()).collect();
    assert_eq!(turns, if mover == ann { vec![running.clone()] } else { Vec::new() });
    let ids = |games: &[bastide::table::Table]| games.iter().map(|game| game.id.clone()).collect::<Vec<_>>();
    let unseen = |feed: &Feed| {
        let kinds = feed.unseen.iter().map(|(one, _)| (one.kind, one.game.clone()));
        kinds
            .filter(|(kind, _)| *kind == NotificationKind::Finished)
            .map(|(_, game)| game)
            .collect::<Vec<_>>()
    };
    assert_eq!(unseen(&feed), std::slice::from_ref(&over));
    assert_eq!(ids(&feed.invitations), [rematch], "an own table that waits for strangers is not reported");
    service.mark_seen(&as_user(&ann), &over).await.unwrap();
    assert!(unseen(&service.feed(&HOME, &anns).await.unwrap().unwrap()).is_empty());
    let bens = service.feed(&HOME, &bens).await.unwrap().unwrap();
    assert_eq!(unseen(&bens), [over], "he has not looked");
    assert_eq!(ids(&bens.my_turn).contains(&running), mover == ben);
}
