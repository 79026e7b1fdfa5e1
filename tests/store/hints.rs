//! Hints: counted once for a position, in the table's log.

use bastide::players::{HINTS_LEVEL, Level};
use bastide::service::{Expected, PlayError};

use crate::app::{HOME, TestApp, as_user, two_seats};

crate::on_both_databases! {
    a_hint_is_counted_in_the_log_and_follows_from_it
    hints_are_those_of_their_level_and_need_no_secret
}

async fn a_hint_is_counted_in_the_log_and_follows_from_it(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let opening = two_seats().with(|settings| settings.hints = true);
    let game = app.service.open_table(&as_user(&ann), &opening).await.unwrap();
    for player in players {
        app.service.join(&as_user(player), &game, None, None).await.unwrap();
    }
    let (mover, expected, _) = app.next_turn(&game, &players).await;
    let other = if mover == ann { &ben } else { &ann };
    let ask =
        async |user, expected| app.service.ask_for_hint(&as_user(user), &game, Expected(expected)).await;
    assert!(matches!(ask(other, expected).await, Err(PlayError::NotYourSeat)));
    assert!(matches!(ask(&mover, expected - 1).await, Err(PlayError::Stale)));
    for _ in 0..2 {
        ask(&mover, expected).await.unwrap();
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%hinted%'").await, 1);
    let table = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table;
    let seat = table.seat_of(&mover).unwrap();
    assert_eq!(table.hints.as_ref().map(|hints| hints.count(seat)), Some(1));
    app.play(&game, &players).await.unwrap();
    let right = app.service.table(&HOME, &game, None).await.unwrap().unwrap().table.hints;
    app.damage("UPDATE games SET hints = 'null'").await;
    let found = app.service.rebuild(false, |_, _| ()).await.unwrap().differences;
    assert!(found.len() == 1 && found[0].contains("used_hints: null is stored"), "{found:?}");
    assert_eq!(app.service.table(&HOME, &game, None).await.unwrap().unwrap().table.hints, right);
}

async fn hints_are_those_of_their_level_and_need_no_secret(app: &TestApp) {
    let ann = app.person("ann").await;
    let opening =
        crate::app::against_computer().with(|settings| (settings.hints, settings.public) = (true, false));
    let game = app.service.open_and_join(&as_user(&ann), &opening, None).await.unwrap();
    crate::app::run_jobs(&app.service).await;
    let view = async || app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    let last = view().await.play.unwrap().last();
    assert!(app.service.hints(&as_user(&ann), &view().await).await.is_empty(), "not asked yet");
    app.service.ask_for_hint(&as_user(&ann), &game, Expected(last)).await.unwrap();
    let hints = app.service.hints(&as_user(&ann), &view().await).await;
    let level = Level::new(HINTS_LEVEL).unwrap().player();
    assert_eq!(hints[0].command, level.choose(&view().await.play.unwrap().game).unwrap());
    app.damage(&format!("UPDATE games SET secret = '{}'", "ab".repeat(32))).await;
    assert_eq!(app.service.hints(&as_user(&ann), &view().await).await, hints);
}
