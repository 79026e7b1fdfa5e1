//! Lists and notifications follow from the logs; copies hold everything.

use bastide::clock::Clock;
use bastide::service::Service;
use chrono::TimeDelta;

use crate::house::{HOME, House, time_outs};

crate::on_both_databases! {
    what_was_damaged_is_found_and_made_again
    a_notice_that_was_seen_stays_seen
    a_backup_holds_the_games_as_they_stood
}

async fn what_was_damaged_is_found_and_made_again(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let game = house.game_of(&players, Some(1)).await;
    for _ in 0..2 {
        house.play(&game, &players).await.unwrap();
        house.clock.advance(TimeDelta::days(1));
        time_outs(&house.service).await;
    }
    let clean = house.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!((clean.games, clean.differences), (1, Vec::new()));
    for (damage, what) in [
        ("UPDATE games SET last_n = 3", "last_n: 3 is stored"),
        ("UPDATE games SET changed = 5", "changed: 1970"),
        ("UPDATE games SET status = 'finished'", "status: finished is stored, playing follows"),
        ("UPDATE games SET to_move = NULL", "to_move: None is stored"),
        ("UPDATE games SET computer_to_move = 1", "computer_to_move: true"),
        ("UPDATE games SET deadline = 7", "deadline: Some(1970"),
        ("UPDATE games SET hand = '[]'", "hand: [] is stored"),
        ("UPDATE games SET scores = '[7,7]'", "scores: [7, 7] is stored"),
        ("UPDATE games SET winners = '[1]'", "winners: [Seat(1)] is stored"),
        ("UPDATE seats SET status = 'finished'", "seats agree: false is stored, true follows"),
        ("UPDATE seats SET public = 0 WHERE seat = 1", "seats agree: false"),
        ("UPDATE seats SET listed = 1", "seats agree: false"),
        ("DELETE FROM notices", "notifications: [] is stored"),
        ("UPDATE notices SET kind = 'out'", "notifications: "),
    ] {
        house.damage(damage).await;
        let found = house.service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert!(
            found.iter().any(|line| line.contains(what) && line.contains(game.as_str())),
            "{damage}: {found:?}"
        );
        let again = house.service.rebuild(true, |_, _| ()).await.unwrap().differences;
        assert_eq!(again, found, "looking changes nothing");
        assert_eq!(house.service.rebuild(false, |_, _| ()).await.unwrap().differences, found);
        let clean = house.service.rebuild(true, |_, _| ()).await.unwrap();
        assert_eq!(clean.differences, Vec::<String>::new(), "{damage} was mended");
    }
}

async fn a_notice_that_was_seen_stays_seen(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let game = house.game_of(&[&ann, &ben], Some(1)).await;
    while !house.replay(&game).await.game.is_finished() {
        house.clock.advance(TimeDelta::days(1));
        time_outs(&house.service).await;
    }
    house.service.mark_seen(&ann, &game).await.unwrap();
    house.damage("UPDATE games SET status = 'playing'").await;
    house.service.rebuild(false, |_, _| ()).await.unwrap();
    assert!(house.service.dashboard(&ann).await.unwrap().notifications.is_empty());
    assert!(!house.service.dashboard(&ben).await.unwrap().notifications.is_empty());
}

async fn a_backup_holds_the_games_as_they_stood(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let game = house.game_of(&players, None).await;
    house.play(&game, &players).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy's.db");
    let copied = house.service.backup(file.to_str().unwrap()).await;
    if house.url.starts_with("postgres") {
        let refused = copied.unwrap_err().to_string();
        assert!(refused.contains("pg_dump"), "{refused}");
        return;
    }
    copied.unwrap();
    let then = house.replay(&game).await.last();
    house.play(&game, &players).await.unwrap();
    let copy = Service::open(&format!("sqlite:{}", file.display()), Clock::system()).await.unwrap();
    let table = copy.table(None, &game, None).await.unwrap().unwrap();
    assert_eq!(table.table.last_event(), then);
    copy.log_in(&HOME, "ann", "correct horse", "").await.unwrap();
    copy.close().await;
}
