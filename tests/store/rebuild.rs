//! Lists and notices follow from the logs.

use chrono::TimeDelta;

use crate::house::House;

crate::on_both_databases! {
    what_was_damaged_is_found_and_made_again
    a_notice_that_was_seen_stays_seen
}

async fn what_was_damaged_is_found_and_made_again(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let game = house.game_of(&players, Some(1)).await;
    for _ in 0..2 {
        house.play(&game, &players).await.unwrap();
        house.clock.advance(TimeDelta::days(1));
        house.service.enforce_deadlines().await.unwrap();
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
        ("UPDATE games SET hand = '[\"RRRR\"]'", "hand: "),
        ("UPDATE games SET scores = '[7,7]'", "scores: [7, 7] is stored"),
        ("UPDATE seats SET live = 0", "live seats: false is stored, true follows"),
        ("DELETE FROM notices", "notices: [] is stored"),
        ("UPDATE notices SET kind = 'out'", "notices: "),
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
        house.service.enforce_deadlines().await.unwrap();
    }
    house.service.mark_seen(&ann, &game).await.unwrap();
    house.damage("UPDATE games SET status = 'playing'").await;
    house.service.rebuild(false, |_, _| ()).await.unwrap();
    assert!(house.service.dashboard(&ann).await.unwrap().notices.is_empty());
    assert!(!house.service.dashboard(&ben).await.unwrap().notices.is_empty());
}
