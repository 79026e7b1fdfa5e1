//! Hints: counted once for a position, in the table's log.

use bastide::players::{HINTS_LEVEL, Level};
use bastide::service::{Expected, PlayError};

use crate::house::{HOME, House, as_user, two_seats};

crate::on_both_databases! {
    a_hint_is_counted_in_the_log_and_follows_from_it
    hints_are_those_of_their_level_and_need_no_secret
}

async fn a_hint_is_counted_in_the_log_and_follows_from_it(house: &House) {
    let (ann, ben) = (house.person("ann").await, house.person("ben").await);
    let players = [&ann, &ben];
    let opening = two_seats().with(|settings| settings.hints = true);
    let game = house.service.open_table(&as_user(&ann), &opening).await.unwrap();
    for player in players {
        house.service.join(&as_user(player), &game, None, None).await.unwrap();
    }
    let (mover, expected, _) = house.next_turn(&game, &players).await;
    let other = if mover == ann { &ben } else { &ann };
    let ask =
        async |user, expected| house.service.ask_for_hint(&as_user(user), &game, Expected(expected)).await;
    assert!(matches!(ask(other, expected).await, Err(PlayError::NotYourSeat)));
    assert!(matches!(ask(&mover, expected - 1).await, Err(PlayError::Stale)));
    for _ in 0..2 {
        ask(&mover, expected).await.unwrap();
    }
    assert_eq!(house.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%hinted%'").await, 1);
    let table = house.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let seat = table.seat_of(&mover).unwrap();
    assert_eq!(table.hints.as_ref().map(|hints| hints.count(seat)), Some(1));
    house.play(&game, &players).await.unwrap();
    let right = house.service.table(&HOME, &game, None).await.unwrap().unwrap().table.hints;
    house.damage("UPDATE games SET hints = 'null'").await;
    let found = house.service.rebuild(false, |_, _| ()).await.unwrap().differences;
    assert!(found.len() == 1 && found[0].contains("used_hints: null is stored"), "{found:?}");
    assert_eq!(house.service.table(&HOME, &game, None).await.unwrap().unwrap().table.hints, right);
}

async fn hints_are_those_of_their_level_and_need_no_secret(house: &House) {
    let ann = house.person("ann").await;
    let opening =
        crate::house::against_computer().with(|settings| (settings.hints, settings.public) = (true, false));
    let game = house.service.open_and_join(&as_user(&ann), &opening, None).await.unwrap();
    crate::house::run_jobs(&house.service).await;
    let view = async || house.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    let last = view().await.play.unwrap().last();
    assert!(house.service.hints(&as_user(&ann), &view().await).await.is_empty(), "not asked yet");
    house.service.ask_for_hint(&as_user(&ann), &game, Expected(last)).await.unwrap();
    let hints = house.service.hints(&as_user(&ann), &view().await).await;
    let level = Level::new(HINTS_LEVEL).unwrap().player();
    assert_eq!(hints[0].command, level.choose(&view().await.play.unwrap().game).unwrap());
    house.damage(&format!("UPDATE games SET secret = '{}'", "ab".repeat(32))).await;
    assert_eq!(house.service.hints(&as_user(&ann), &view().await).await, hints);
}
