//! Whole games, and who may do what in them.

use bastide::engine::{Cell, Commitment, DrawSecret, Event, Record, Refusal, Turn};
use bastide::service::{Expected, PlayError, Submission};
use bastide::table::{Job, NotificationKind, Status};

use crate::app::{HOME, TestApp, against_computer, as_user, keyed, run_jobs, submission, two_seats};

crate::on_both_databases! {
    a_whole_game_is_played_and_its_record_proves_the_draws
    the_same_form_sent_twice_succeeds_twice_and_is_stored_once
    what_the_rules_forbid_is_refused_and_nothing_is_stored
    only_the_player_to_move_moves
    who_resigns_leaves_the_last_one_the_winner
    the_computer_plays_its_turns_and_a_restart_forgets_none
    the_draw_secret_stays_in_the_house_until_the_end
    moves_made_in_turns_at_two_servers_follow_on_each_other
    a_seat_that_was_handed_over_elsewhere_is_its_new_owners
}

async fn a_whole_game_is_played_and_its_record_proves_the_draws(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    while app.replay(&game).await.game.to_move().is_some() {
        app.play(&game, &players).await.unwrap();
    }
    let table = app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert_eq!((table.table.status(), table.table.to_move()), (Status::Finished, None));
    let play = table.play.unwrap();
    let by_seat: Vec<i32> = (0..2).map(|seat| play.game.seat_score(bastide::engine::Seat(seat))).collect();
    assert_eq!(table.table.scores(), by_seat);
    let text = app.service.record(&HOME, &game).await.unwrap().unwrap();
    let (record, replayed) = Record::read(&text).unwrap();
    assert_eq!(replayed.scores(), play.game.scores());
    assert_eq!(record.events, play.log);
    let Some(Event::End { secret: Some(secret), .. }) = record.events.last().map(|last| &last.event) else {
        panic!("the last event reveals the secret")
    };
    let revealed = DrawSecret::from_hex(secret).unwrap();
    let promised = Commitment::from_hex(record.header.commitment.as_deref().unwrap()).unwrap();
    assert_eq!(revealed.commitment(), promised);
    for user in players {
        let dashboard = app.service.dashboard(&as_user(user)).await.unwrap();
        assert_eq!(dashboard.unseen.len(), 1);
        assert_eq!(dashboard.notifications[0].kind, NotificationKind::Finished);
    }
}

async fn the_same_form_sent_twice_succeeds_twice_and_is_stored_once(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let form = keyed("the-same-form", expected);
    let first = app.service.turn(&as_user(&player), &game, &form, turn).await.unwrap();
    assert_eq!(first.first, 2);
    for _ in 0..3 {
        assert_eq!(app.service.turn(&as_user(&player), &game, &form, turn).await.unwrap(), first);
        app.play(&game, &players).await.unwrap();
    }
    let other = keyed("another-form", expected);
    let stale = app.service.turn(&as_user(&player), &game, &other, turn).await;
    assert!(matches!(stale, Err(PlayError::Stale)), "{stale:?}");
    let ahead = Submission { expected: Expected(900), ..other };
    let stale = app.service.turn(&as_user(&player), &game, &ahead, turn).await;
    assert!(matches!(stale, Err(PlayError::Stale)), "{stale:?}");
    let turns = app.replay(&game).await.game.turns();
    assert_eq!(turns, 4);
}

async fn what_the_rules_forbid_is_refused_and_nothing_is_stored(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let far = Turn { position: Cell::new(40, 40), ..turn };
    let refused = app.service.turn(&as_user(&player), &game, &submission(&app.service, expected), far).await;
    assert!(matches!(refused, Err(PlayError::Refused(Refusal::Apart(_)))), "{refused:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM events").await, 1);
}

async fn only_the_player_to_move_moves(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let stranger = app.person("cleo").await;
    let players = [&ann, &ben];
    let game = app.game_of(&players, None).await;
    let (player, expected, turn) = app.next_turn(&game, &players).await;
    let other = if player == ann { &ben } else { &ann };
    for user in [other, &stranger] {
        let form = submission(&app.service, expected);
        let refused = app.service.turn(&as_user(user), &game, &form, turn).await;
        assert!(matches!(refused, Err(PlayError::NotYourSeat)), "{refused:?}");
    }
    let open = app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    app.service.join(&as_user(&ann), &open, None, None).await.unwrap();
    let early = app.service.turn(&as_user(&ann), &open, &submission(&app.service, 0), turn).await;
    assert!(matches!(early, Err(PlayError::NoSuchGame)), "{early:?}");
}

async fn who_resigns_leaves_the_last_one_the_winner(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(3)).await;
    let form = keyed("white-flag", 1);
    let played = app.service.resign(&as_user(&ben), &game, &form).await.unwrap();
    assert_eq!(app.service.resign(&as_user(&ben), &game, &form).await.unwrap(), played);
    let play = app.replay(&game).await;
    assert!(play.game.is_finished());
    assert_eq!(play.game.winners().len(), 1);
    let over = app.service.resign(&as_user(&ann), &game, &submission(&app.service, play.last())).await;
    assert!(matches!(over, Err(PlayError::Refused(Refusal::Over))), "{over:?}");
    assert_eq!(app.count("SELECT COUNT(*) FROM games WHERE deadline IS NOT NULL").await, 0);
    app.service.mark_seen(&as_user(&ann), &game).await.unwrap();
    assert!(app.service.dashboard(&as_user(&ann)).await.unwrap().unseen.is_empty());
    assert_eq!(app.service.dashboard(&as_user(&ben)).await.unwrap().unseen.len(), 1);
}

async fn the_computer_plays_its_turns_and_a_restart_forgets_none(app: &TestApp) {
    let ann = app.person("ann").await;
    let game = app.service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    app.service.join(&as_user(&ann), &game, None, None).await.unwrap();
    let players = [&ann, &ann];
    while app.replay(&game).await.game.to_move().is_some() {
        // Another process may find the due jobs; if both do, nothing happens twice.
        let other = app.second_process().await;
        let (here, there) = tokio::join!(run_jobs(&app.service), run_jobs(&other));
        assert!(here.stored(Job::COMPUTER_TURN) + there.stored(Job::COMPUTER_TURN) <= 1);
        other.close().await;
        if app.replay(&game).await.game.to_move().is_some() {
            app.play(&game, &players).await.unwrap();
        }
        if app.replay(&game).await.game.turns() > 12 {
            break;
        }
    }
    let play = app.replay(&game).await;
    assert!(play.game.turns() > 12);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn the_draw_secret_stays_in_the_house_until_the_end(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    let secret: String = sqlx::query_scalar("SELECT secret FROM games").fetch_one(&app.raw).await.unwrap();
    let record = app.service.record(&as_user(&ann), &game).await.unwrap().unwrap();
    assert!(!record.contains(&secret));
    let table = app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert!(!format!("{table:?}").contains(&secret));
}

async fn moves_made_in_turns_at_two_servers_follow_on_each_other(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    let game = app.game_of(&players, Some(3)).await;
    let other = app.second_process().await;
    for number in 0..8 {
        let (player, expected, turn) = app.next_turn(&game, &players).await;
        // Two moves in a row at each process: the second is decided on the cached result of the first.
        let service = if number / 2 % 2 == 0 { &app.service } else { &other };
        let late = if number / 2 % 2 == 0 { &other } else { &app.service };
        service.turn(&as_user(&player), &game, &submission(service, expected), turn).await.unwrap();
        let stale = late.turn(&as_user(&player), &game, &submission(late, expected), turn).await;
        assert!(matches!(stale, Err(PlayError::Stale)), "{stale:?}");
    }
    other.close().await;
}

async fn a_seat_that_was_handed_over_elsewhere_is_its_new_owners(app: &TestApp) {
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let game = app.game_of(&[&ann, &ben], None).await;
    // Both have cached a table with ann and ben in its seats.
    app.play(&game, &[&ann, &ben]).await.unwrap();
    app.play(&game, &[&ann, &ben]).await.unwrap();
    let (player, expected, turn) = app.next_turn(&game, &[&ann, &ben]).await;
    app.damage(&format!(
        "UPDATE seats SET user_id = '{}' WHERE game = '{}' AND user_id = '{}'",
        eve.as_str(),
        game,
        player.as_str()
    ))
    .await;
    let form = submission(&app.service, expected);
    app.service.turn(&as_user(&eve), &game, &form, turn).await.unwrap();
}
