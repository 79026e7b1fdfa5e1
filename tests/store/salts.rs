//! Salts: committed to by joining, revealed when all seats are taken.

use bastide::account::UserId;
use bastide::engine::{DrawSecret, DrawVersion, Record, SaltHash, Seat};
use bastide::service::{JoinError, LeaveError, RevealError};
use bastide::table::{ClockPreset, GameId, OpenTable, Settings, Status, Table, TimeControl};
use chrono::TimeDelta;

use crate::app::{HOME, TestApp, against_computer, as_user, run_jobs, submission, time_outs, two_seats};

crate::on_both_databases! {
    the_last_salt_starts_the_game
    a_host_who_joins_last_cannot_compute_the_draws_of_any_salt_of_their_own
    only_the_salt_that_was_committed_to_is_accepted_and_only_when_all_seats_are_taken
    nobody_joins_leaves_or_closes_a_table_that_waits_for_salts
    a_game_starts_without_a_salt_that_is_not_revealed_in_time_and_the_record_says_so
    without_a_clock_players_have_three_days_to_reveal_their_salts
    an_outage_moves_the_deadline_of_salts_as_it_moves_clocks
    salts_have_as_long_as_an_outage_lasted_if_the_last_seat_is_taken_just_after_it
    a_server_that_slept_through_the_deadline_of_salts_learns_of_the_outage_first
    salts_revealed_at_the_same_time_start_one_game
    words_given_before_players_committed_to_salts_still_count
    a_lost_salt_is_asked_for_again
}

async fn table(app: &TestApp, game: &GameId) -> Table {
    app.service.table(&HOME, game, None).await.unwrap().unwrap().table
}

/// A table of these players that waits for all their salts, each of which is the player's seat and "salt".
async fn full_table(app: &TestApp, players: &[&UserId], opening: OpenTable) -> GameId {
    let opening = OpenTable { seats: u8::try_from(players.len()).unwrap(), ..opening };
    let game = app.service.open_table(&as_user(players[0]), &opening).await.unwrap();
    for (seat, player) in players.iter().enumerate() {
        let hash = SaltHash::of(&format!("{seat} salt"));
        app.service.join(&as_user(player), &game, None, Some(hash)).await.unwrap();
    }
    game
}

async fn no_differences(app: &TestApp) {
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn the_last_salt_starts_the_game(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = full_table(app, &[&ann, &ben], two_seats()).await;
    let full = table(app, &game).await;
    assert_eq!((full.status(), full.free_seats(), full.last_event()), (Status::Open, 0, 0));
    assert_eq!(full.missing_salt(&ann), Some(SaltHash::of("0 salt")));
    no_differences(app).await;

    service.reveal_salt(&as_user(&ben), &game, "1 salt").await.unwrap();
    service.reveal_salt(&as_user(&ben), &game, "1 salt").await.unwrap();
    let waiting = table(app, &game).await;
    assert_eq!((waiting.status(), waiting.missing_salt(&ben)), (Status::Open, None));
    no_differences(app).await;

    service.reveal_salt(&as_user(&ann), &game, "0 salt").await.unwrap();
    service.reveal_salt(&as_user(&ann), &game, "0 salt").await.unwrap();
    assert_eq!(table(app, &game).await.status(), Status::Playing);
    let header = app.replay(&game).await.header().clone();
    assert_eq!(header.draw, DrawVersion::Two);
    assert_eq!(header.salts, ["0 salt", "1 salt"].map(|salt| Some(salt.to_owned())));
    assert_eq!(header.salt_hashes, ["0 salt", "1 salt"].map(|salt| Some(SaltHash::of(salt))));
    assert_eq!(run_jobs(service).await.stored(bastide::table::Job::TIME_OUT), 0, "no deadline is left");
    no_differences(app).await;

    service.resign(&as_user(&ann), &game, &submission(service, 1)).await.unwrap();
    let record = service.record(&HOME, &game).await.unwrap().unwrap();
    assert!(record.contains("\"secret\"") && Record::read(&record).is_ok(), "{record}");
}

/// What the host knows before ben reveals his salt: the secret, ben's hash, and any salt of their own.
async fn a_host_who_joins_last_cannot_compute_the_draws_of_any_salt_of_their_own(app: &TestApp) {
    let service = &app.service;
    let (host, ben) = (app.person("hal").await, app.person("ben").await);
    let game = service.open_table(&as_user(&host), &two_seats()).await.unwrap();
    service.join(&as_user(&ben), &game, None, Some(SaltHash::of("known to ben alone"))).await.unwrap();
    let secret: String = sqlx::query_scalar("SELECT secret FROM games").fetch_one(&app.raw).await.unwrap();
    let secret = DrawSecret::from_hex(&secret).unwrap();
    let public = table(app, &game).await.salt_hashes()[0].unwrap().to_string();
    let draws = |theirs: Option<&str>, mine: &str| {
        let salts = [theirs.map(str::to_owned), Some(mine.to_owned())];
        let dealer = secret.dealer(DrawVersion::Two, &salts);
        [0, 1, 2].map(|number| dealer.choose(number, 71))
    };
    service.join(&as_user(&host), &game, None, Some(SaltHash::of("mine"))).await.unwrap();
    for (player, salt) in [(&ben, "known to ben alone"), (&host, "mine")] {
        service.reveal_salt(&as_user(player), &game, salt).await.unwrap();
    }
    let dealer = app.replay(&game).await.header().dealer(&secret);
    let dealt = [0, 1, 2].map(|number| dealer.choose(number, 71));
    assert_eq!(dealt, draws(Some("known to ben alone"), "mine"));
    for known in [None, Some(""), Some("1 salt"), Some(public.as_str())] {
        assert_ne!(dealt, draws(known, "mine"), "{known:?}");
    }
    let stored = "SELECT COUNT(*) FROM table_events WHERE body LIKE '%known to ben%' OR body LIKE '%mine%'";
    assert_eq!(app.count(stored).await, 0);
}

async fn only_the_salt_that_was_committed_to_is_accepted_and_only_when_all_seats_are_taken(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let salt = "two\nlines | 'quoted' \"words\" \u{e9}";
    service.join(&as_user(&ann), &game, None, Some(SaltHash::of(salt))).await.unwrap();
    let reveal = async |who: &UserId, salt: &str| service.reveal_salt(&as_user(who), &game, salt).await;
    assert!(matches!(reveal(&ann, salt).await, Err(RevealError::OpenSeats)));
    assert_eq!(app.count("SELECT COUNT(*) FROM seats WHERE salt <> ''").await, 0);
    service.join(&as_user(&ben), &game, None, None).await.unwrap();
    assert!(matches!(reveal(&ann, "another salt").await, Err(RevealError::Mismatch)));
    assert!(matches!(reveal(&ann, "").await, Err(RevealError::Mismatch)));
    assert!(matches!(reveal(&ann, &"x".repeat(201)).await, Err(RevealError::TooLong)));
    assert!(matches!(reveal(&ben, "a salt after all").await, Err(RevealError::NoSalt)));
    assert!(matches!(reveal(&cleo, salt).await, Err(RevealError::NotIn)));
    assert!(matches!(service.reveal_salt(&HOME, &game, salt).await, Err(RevealError::Denied(_))));
    assert_eq!(table(app, &game).await.status(), Status::Open);
    reveal(&ann, salt).await.unwrap();
    assert_eq!(app.replay(&game).await.header().salts, [Some(salt.to_owned()), None]);
    assert!(matches!(reveal(&ben, "too late").await, Err(RevealError::TooLate)));

    let hidden = two_seats().with(|settings| settings.public = false);
    let hidden = service.open_table(&as_user(&ann), &hidden).await.unwrap();
    let stranger = service.reveal_salt(&as_user(&cleo), &hidden, salt).await;
    assert!(matches!(stranger, Err(RevealError::NoSuchGame)));
}

async fn nobody_joins_leaves_or_closes_a_table_that_waits_for_salts(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let opening = two_seats().with(|settings| settings.public = false);
    let game = service.open_and_join(&as_user(&ann), &opening, Some(SaltHash::of("a"))).await.unwrap();
    let view = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    service.invite(&as_user(&ann), &game, "cleo").await.unwrap();
    service.join(&as_user(&ben), &game, view.invite.as_ref(), None).await.unwrap();
    for player in [&ann, &ben] {
        assert!(matches!(service.leave(&as_user(player), &game).await, Err(LeaveError::Full)));
    }
    assert!(matches!(service.close_table(&as_user(&ann), &game).await, Err(LeaveError::Full)));
    let late = service.join(&as_user(&cleo), &game, view.invite.as_ref(), None).await;
    assert!(matches!(late, Err(JoinError::NoSuchGame)), "the invitation and the link have expired");
    assert_eq!(service.turns_waiting(&as_user(&cleo)).await.unwrap(), 0);
    assert!(service.dashboard(&as_user(&cleo)).await.unwrap().invitations.is_empty());
    app.clock.advance(TimeDelta::days(100));
    assert_eq!(service.clean_up().await.unwrap().tables, 0);
    assert_eq!(time_outs(service).await, 1);
}

async fn a_game_starts_without_a_salt_that_is_not_revealed_in_time_and_the_record_says_so(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let opening = two_seats().with(|settings| settings.time_control = TimeControl::of_days(Some(5)));
    let game = full_table(app, &[&ann, &ben], opening).await;
    service.reveal_salt(&as_user(&ann), &game, "0 salt").await.unwrap();
    let due = service.now() + TimeDelta::days(5);
    assert_eq!(table(app, &game).await.deadline(), Some(due));
    app.clock.advance(TimeDelta::days(5) - TimeDelta::seconds(1));
    assert_eq!(time_outs(service).await, 0);
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(time_outs(service).await, 1);
    assert_eq!(time_outs(service).await, 0);
    let header = app.replay(&game).await.header().clone();
    assert_eq!(header.salts, [Some("0 salt".to_owned()), None]);
    assert_eq!(header.salt_hashes[1], Some(SaltHash::of("1 salt")));
    let late = service.reveal_salt(&as_user(&ben), &game, "1 salt").await;
    assert!(matches!(late, Err(RevealError::TooLate)));
    let started = table(app, &game).await;
    assert_eq!(
        started.deadline(),
        Some(service.now() + TimeDelta::days(5)),
        "the first turn has all its time"
    );
    no_differences(app).await;
    let mover = [&ann, &ben][started.to_move().unwrap_or(Seat(0)).index()];
    service.resign(&as_user(mover), &game, &submission(service, 1)).await.unwrap();
    let record = service.record(&HOME, &game).await.unwrap().unwrap();
    Record::read(&record).unwrap();
}

async fn without_a_clock_players_have_three_days_to_reveal_their_salts(app: &TestApp) {
    let ann = app.person("ann").await;
    let hash = Some(SaltHash::of("mine"));
    let game = app.service.open_and_join(&as_user(&ann), &against_computer(), hash).await.unwrap();
    assert_eq!(table(app, &game).await.status(), Status::Open, "the game waits for the only salt");
    app.clock.advance(TimeDelta::days(3));
    assert_eq!(time_outs(&app.service).await, 1);
    assert_eq!(app.replay(&game).await.header().salts, [None, None]);
    let other = app.service.open_and_join(&as_user(&ann), &against_computer(), hash).await.unwrap();
    app.service.reveal_salt(&as_user(&ann), &other, "mine").await.unwrap();
    assert_eq!(app.replay(&other).await.header().salts, [Some("mine".to_owned()), None]);
    no_differences(app).await;
}

/// Two games that wait for the salts of ann and ben, one of them without a clock. A day has gone by; a server was up until then.
async fn waiting_for_salts(app: &TestApp) -> [GameId; 2] {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let by_the_day = two_seats().with(|settings| settings.time_control = TimeControl::of_days(Some(1)));
    let quick = full_table(app, &[&ann, &ben], by_the_day).await;
    let slow = full_table(app, &[&ann, &ben], two_seats()).await;
    app.clock.advance(TimeDelta::hours(23));
    app.service.heartbeat().await.unwrap();
    [quick, slow]
}

async fn an_outage_moves_the_deadline_of_salts_as_it_moves_clocks(app: &TestApp) {
    let games = waiting_for_salts(app).await;
    let began = app.service.now() - TimeDelta::hours(23);
    let hours = |hours| Some(began + TimeDelta::hours(hours));
    let deadlines = async || [table(app, &games[0]).await.deadline(), table(app, &games[1]).await.deadline()];
    assert_eq!(deadlines().await, [hours(24), hours(3 * 24)]);
    app.clock.advance(TimeDelta::hours(3));
    let restarted = app.second_process().await;
    restarted.heartbeat().await.unwrap();
    assert_eq!(time_outs(&restarted).await, 0);
    // An hour was left, but none is over for as long as the outage lasted.
    assert_eq!(deadlines().await, [hours(23 + 3 + 3), hours(3 * 24 + 3)]);
    assert_eq!(restarted.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    app.damage("UPDATE games SET deadline = deadline - 1").await;
    assert_eq!(restarted.rebuild(false, |_, _| ()).await.unwrap().differences.len(), 2);
    assert_eq!(deadlines().await, [hours(23 + 3 + 3), hours(3 * 24 + 3)]);
    app.clock.advance(TimeDelta::hours(3) - TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&restarted).await, 0);
    app.clock.advance(TimeDelta::milliseconds(1));
    assert_eq!(time_outs(&restarted).await, 1);
    assert_eq!(table(app, &games[0]).await.status(), Status::Playing);
    restarted.close().await;
}

async fn salts_have_as_long_as_an_outage_lasted_if_the_last_seat_is_taken_just_after_it(app: &TestApp) {
    let (cleo, dora) = (app.person("cleo").await, app.person("dora").await);
    let live = |settings: &mut Settings| {
        settings.time_control = TimeControl::Limited(ClockPreset::Live.allowance());
    };
    app.service.heartbeat().await.unwrap();
    app.clock.advance(TimeDelta::hours(2));
    app.service.heartbeat().await.unwrap();
    let game = full_table(app, &[&cleo, &dora], two_seats().with(live)).await;
    assert_eq!(table(app, &game).await.deadline(), Some(app.service.now() + TimeDelta::hours(2)));
    no_differences(app).await;
}

/// Its jobs run before all deadlines are worked out again.
async fn a_server_that_slept_through_the_deadline_of_salts_learns_of_the_outage_first(app: &TestApp) {
    let games = waiting_for_salts(app).await;
    let due = table(app, &games[0]).await.deadline().unwrap() + TimeDelta::hours(5);
    app.clock.advance(TimeDelta::hours(3));
    app.service.heartbeat().await.unwrap();
    app.damage("DELETE FROM jobs WHERE kind = 'refresh_clocks'").await;
    assert_eq!(time_outs(&app.service).await, 0);
    assert_eq!(table(app, &games[0]).await.deadline(), Some(due));
    app.clock.advance(TimeDelta::hours(3));
    assert_eq!(time_outs(&app.service).await, 1);
}

async fn salts_revealed_at_the_same_time_start_one_game(app: &TestApp) {
    let mut people = Vec::new();
    for number in 0..5 {
        people.push(app.person(&format!("player-{number}")).await);
    }
    let players: Vec<&UserId> = people.iter().collect();
    let game = full_table(app, &players, two_seats()).await;
    let reveals: Vec<_> = (0..)
        .zip(&people)
        .map(|(seat, person)| {
            let (service, game, person) = (app.service.clone(), game.clone(), as_user(person));
            tokio::spawn(async move { service.reveal_salt(&person, &game, &format!("{seat} salt")).await })
        })
        .collect();
    for reveal in reveals {
        reveal.await.unwrap().unwrap();
    }
    assert!(app.replay(&game).await.header().salts.iter().all(Option::is_some));
    assert_eq!(app.count("SELECT COUNT(*) FROM table_events WHERE body LIKE '%started%'").await, 1);
    no_differences(app).await;
}

/// A table that was opened before players committed to salts: words were stored when joining.
async fn words_given_before_players_committed_to_salts_still_count(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = app.service.open_and_join(&as_user(&ann), &two_seats(), None).await.unwrap();
    app.damage("UPDATE seats SET salt = 'words of ann'").await;
    app.service.join(&as_user(&ben), &game, None, Some(SaltHash::of("b"))).await.unwrap();
    assert_eq!(table(app, &game).await.status(), Status::Open);
    app.service.reveal_salt(&as_user(&ben), &game, "b").await.unwrap();
    let header = app.replay(&game).await.header().clone();
    assert_eq!(header.salts, ["words of ann", "b"].map(|salt| Some(salt.to_owned())));
    assert_eq!(header.salt_hashes[0], Some(SaltHash::of("words of ann")));
    no_differences(app).await;
}

async fn a_lost_salt_is_asked_for_again(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = full_table(app, &[&ann, &ben], two_seats()).await;
    app.service.reveal_salt(&as_user(&ann), &game, "0 salt").await.unwrap();
    for damage in [
        "DELETE FROM seats WHERE seat = 0",
        "UPDATE seats SET salt = '' WHERE seat = 0",
        "UPDATE seats SET salt_hash = NULL WHERE seat = 1",
        "UPDATE games SET deadline = NULL",
    ] {
        app.damage(damage).await;
        app.service.rebuild(false, |_, _| ()).await.unwrap();
        no_differences(app).await;
        let table = table(app, &game).await;
        assert!(table.missing_salt(&ann).is_some() && table.missing_salt(&ben).is_some(), "{damage}");
    }
    for (player, salt) in [(&ann, "0 salt"), (&ben, "1 salt")] {
        app.service.reveal_salt(&as_user(player), &game, salt).await.unwrap();
    }
    assert!(app.replay(&game).await.header().salts.iter().all(Option::is_some));
    no_differences(app).await;
}
