//! Dashboard and lists.

use bastide::service::{Cursor, Filter};
use bastide::table::{OpenTable, Status};
use chrono::TimeDelta;

use crate::house::{HOME, House, as_user, two_seats};

crate::on_both_databases! {
    a_dashboard_says_what_waits_for_whom
    long_lists_come_in_pages_without_gaps
    lists_are_filtered_by_status_and_by_player
}

async fn a_dashboard_says_what_waits_for_whom(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let slow = house.game_of(&[&ann, &ben], None).await;
    house.clock.advance(TimeDelta::hours(1));
    let timed = house.game_of(&[&ben, &ann], Some(2)).await;
    house.clock.advance(TimeDelta::hours(1));
    let waiting = house.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let hidden =
        house.service.open_table(&as_user(&ben), &OpenTable { public: false, ..two_seats() }).await.unwrap();
    // Give both turns to ann.
    for (game, players) in [(&slow, [&ann, &ben]), (&timed, [&ben, &ann])] {
        if house.next_turn(game, &players).await.0 != ann {
            house.play(game, &players).await.unwrap();
        }
    }
    let ids = |games: &[bastide::table::Table]| games.iter().map(|game| game.id.clone()).collect::<Vec<_>>();
    let anns = house.service.dashboard(&as_user(&ann)).await.unwrap();
    assert_eq!(ids(&anns.my_turn), [timed.clone(), slow.clone()], "the one with a deadline first");
    assert_eq!(ids(&anns.my_tables), std::slice::from_ref(&waiting));
    assert!(anns.waiting.is_empty() && anns.open.is_empty() && anns.unseen.is_empty());
    assert_eq!(house.service.turns_waiting(&as_user(&ann)).await.unwrap(), 2);
    for (name, turns) in [("ann", 2), ("ben", 0)] {
        let login = house.service.log_in(&HOME, name, "correct horse", "").await.unwrap();
        let seen = house.service.signed_in(&login.token).await.unwrap().unwrap();
        assert_eq!(seen.turns, turns, "the session counts the waiting turns");
    }
    let bens = house.service.dashboard(&as_user(&ben)).await.unwrap();
    assert_eq!((bens.waiting.len(), bens.my_turn.len()), (2, 0));
    assert_eq!(ids(&bens.my_tables), [hidden]);
    assert_eq!(ids(&bens.open), [waiting], "private tables of others are not shown");
    assert_eq!(house.service.turns_waiting(&as_user(&ben)).await.unwrap(), 0);
}

async fn long_lists_come_in_pages_without_gaps(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let mut opened = Vec::new();
    for _ in 0..57 {
        house.clock.advance(TimeDelta::milliseconds(1));
        opened.push(house.game_of(&[&ann, &ben], None).await);
    }
    opened.reverse();
    for mine in [false, true] {
        let mut seen = Vec::new();
        let mut from: Option<Cursor> = None;
        loop {
            let page = if mine {
                house.service.my_games(&as_user(&ben), &Filter::default(), from).await.unwrap()
            } else {
                house.service.public_games(&HOME, &Filter::default(), from).await.unwrap()
            };
            seen.extend(page.games.into_iter().map(|game| game.id));
            from = page.next;
            if from.is_none() {
                break;
            }
        }
        assert_eq!(seen, opened, "the newest first, none twice");
    }
}

async fn lists_are_filtered_by_status_and_by_player(house: &House) {
    let (ann, ben, cleo) = (house.person("Ann").await, house.person("ben").await, house.person("cleo").await);
    let with_ben = house.game_of(&[&ann, &ben], None).await;
    let with_cleo = house.game_of(&[&ann, &cleo], None).await;
    house.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    house.service.open_table(&as_user(&ann), &OpenTable { public: false, ..two_seats() }).await.unwrap();
    let all = house.service.public_games(&HOME, &Filter::default(), None).await.unwrap();
    assert_eq!(all.games.len(), 3);
    let playing = Filter { status: Some(Status::Playing), player: None };
    assert_eq!(house.service.public_games(&HOME, &playing, None).await.unwrap().games.len(), 2);
    let bens = Filter { status: None, player: Some(" BEN ".to_owned()) };
    let found = house.service.public_games(&HOME, &bens, None).await.unwrap().games;
    assert_eq!(found.iter().map(|game| &game.id).collect::<Vec<_>>(), [&with_ben]);
    let cleos = Filter { status: Some(Status::Playing), player: Some("cleo".to_owned()) };
    let found = house.service.my_games(&as_user(&ann), &cleos, None).await.unwrap().games;
    assert_eq!(found.iter().map(|game| &game.id).collect::<Vec<_>>(), [&with_cleo]);
    let finished = Filter { status: Some(Status::Finished), player: None };
    assert!(house.service.my_games(&as_user(&ann), &finished, None).await.unwrap().games.is_empty());
}
