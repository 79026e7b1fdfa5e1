//! Tables before the game.

use bastide::engine::{Preset, Ruleset, Seat};
use bastide::service::{JoinError, LeaveError, OpenError, Service};
use bastide::table::{Aids, ComputerLevel, GameId, Invite, OpenTable, Player, Settings, Status, TimeControl};

use futures_util::future::join_all;
use serde_json::{Map, Value};

use crate::app::{HOME, TestApp, against_computer, as_user, submission, two_seats};

crate::on_both_databases! {
    a_game_begins_when_the_last_seat_is_taken
    what_makes_no_game_is_refused_with_its_reason
    a_private_table_is_for_those_who_know_its_link
    who_has_sat_down_may_get_up_before_the_game
    only_the_opener_closes_a_table_and_only_before_the_game
    the_number_of_waiting_tables_per_user_is_limited
    opening_a_table_can_seat_its_opener_and_begin_the_game
    a_new_table_starts_from_the_last_one_with_other_people
    a_rematch_inherits_the_aids_and_older_games_have_all
    a_table_is_stored_with_every_setting_of_its_first_event
    servers_of_the_version_before_read_new_tables_and_theirs_are_read
}

async fn a_game_begins_when_the_last_seat_is_taken(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    let table = service.table(&HOME, &game, None).await.unwrap().unwrap();
    assert_eq!((table.table.status(), table.table.free_seats()), (Status::Open, 2), "opening seats nobody");
    let promised = table.commitment;

    assert_eq!(service.join(&as_user(&ben), &game, None, None).await.unwrap(), Seat(0));
    assert!(matches!(service.join(&as_user(&ben), &game, None, None).await, Err(JoinError::AlreadyIn)));
    assert_eq!(service.join(&as_user(&ann), &game, None, None).await.unwrap(), Seat(1));
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert_eq!((table.table.status(), table.you, table.is_opener), (Status::Playing, Some(Seat(1)), true));
    assert_eq!(table.table.last_event(), 1);
    assert_eq!(table.table.hand().len(), 1);
    let play = table.play.unwrap();
    let header = play.header();
    assert_eq!(header.seats, ["ben", "ann"]);
    assert_eq!((&header.salts[..], &header.salt_hashes[..]), (&[None, None][..], &[None, None][..]));
    assert_eq!(header.commitment.as_deref(), Some(promised.to_string().as_str()));
    let late = app.person("cleo").await;
    assert!(matches!(service.join(&as_user(&late), &game, None, None).await, Err(JoinError::Full)));
    assert!(matches!(service.join(&as_user(&ben), &game, None, None).await, Err(JoinError::AlreadyIn)));
}

async fn what_makes_no_game_is_refused_with_its_reason(app: &TestApp) {
    let ann = app.person("ann").await;
    let six = OpenTable { seats: 6, ..two_seats() };
    let alone = OpenTable { seats: 1, ..two_seats() };
    let no_people = OpenTable {
        computers: vec![(Seat(0), ComputerLevel::One), (Seat(1), ComputerLevel::One)],
        ..two_seats()
    };
    let outside = OpenTable { computers: vec![(Seat(2), ComputerLevel::One)], ..two_seats() };
    let twice = OpenTable {
        seats: 4,
        computers: vec![(Seat(1), ComputerLevel::One), (Seat(1), ComputerLevel::One)],
        ..two_seats()
    };
    let slow = two_seats().with(|settings| settings.time_control = TimeControl::of_days(Some(31)));
    let hasty = two_seats().with(|settings| settings.time_control = TimeControl::of_days(Some(0)));
    let wild =
        two_seats().with(|settings| settings.rules = Ruleset { meeples: 0, ..Ruleset::of(Preset::Modern) });
    for (opening, reason) in [
        (six, "seats-for-rules"),
        (alone, "seats-for-rules"),
        (no_people, "no-seat-for-a-person"),
        (outside, "computer-seats"),
        (twice, "computer-seats"),
        (slow, "free-time"),
        (hasty, "no-time"),
        (wild, "meeples: a colour has 1 to 30"),
    ] {
        let refused = app.service.open_table(&as_user(&ann), &opening).await.unwrap_err();
        assert!(
            matches!(refused, OpenError::Refused(_)) && refused.to_string().contains(reason),
            "{refused}"
        );
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 0);
}

async fn a_private_table_is_for_those_who_know_its_link(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let private = two_seats().with(|settings| settings.public = false);
    let game = service.open_table(&as_user(&ann), &private).await.unwrap();
    let invite = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().invite.unwrap();
    let guess = Invite::new([0; 15]);

    assert!(service.table(&as_user(&ben), &game, None).await.unwrap().is_none());
    assert!(service.table(&HOME, &game, Some(&guess)).await.unwrap().is_none());
    assert!(matches!(service.join(&as_user(&ben), &game, None, None).await, Err(JoinError::NoSuchGame)));
    assert!(matches!(
        service.join(&as_user(&ben), &game, Some(&guess), None).await,
        Err(JoinError::NoSuchGame)
    ));
    assert_eq!(service.invited(&HOME, &guess).await.unwrap(), None);
    assert_eq!(service.invited(&HOME, &invite).await.unwrap().as_ref(), Some(&game));
    assert!(service.table(&HOME, &game, Some(&invite)).await.unwrap().is_some());

    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    service.join(&as_user(&ben), &game, Some(&invite), None).await.unwrap();
    let playing = service.table(&as_user(&ben), &game, None).await.unwrap().unwrap();
    assert!(playing.play.is_some() && playing.invite.is_none());
    assert!(
        service.table(&HOME, &game, Some(&invite)).await.unwrap().is_none(),
        "spectators watch public games"
    );
    let record = service.record(&HOME, &game).await.unwrap();
    assert_eq!(record, None);
}

async fn who_has_sat_down_may_get_up_before_the_game(app: &TestApp) {
    let service = &app.service;
    let (ann, ben, cleo) = (app.person("ann").await, app.person("ben").await, app.person("cleo").await);
    let game = service.open_table(&as_user(&ann), &OpenTable { seats: 3, ..two_seats() }).await.unwrap();
    service.join(&as_user(&ann), &game, None, None).await.unwrap();
    service.join(&as_user(&ben), &game, None, None).await.unwrap();
    service.leave(&as_user(&ann), &game).await.unwrap();
    assert!(matches!(service.leave(&as_user(&ann), &game).await, Err(LeaveError::NotIn)));
    assert_eq!(
        service.join(&as_user(&cleo), &game, None, None).await.unwrap(),
        Seat(0),
        "a seat left is taken first"
    );
    assert_eq!(service.join(&as_user(&ann), &game, None, None).await.unwrap(), Seat(2));
    assert!(matches!(service.leave(&as_user(&ben), &game).await, Err(LeaveError::Begun)));
    let names: Vec<String> = app.replay(&game).await.header().seats.clone();
    assert_eq!(names, ["cleo", "ben", "ann"]);
}

async fn only_the_opener_closes_a_table_and_only_before_the_game(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    let computer = service.table(&HOME, &game, None).await.unwrap().unwrap().table.player(Seat(1)).cloned();
    assert_eq!(computer, Some(Player::Computer(ComputerLevel::One)));
    assert!(matches!(service.close_table(&as_user(&ben), &game).await, Err(LeaveError::NotIn)));
    service.close_table(&as_user(&ann), &game).await.unwrap();
    assert!(matches!(service.close_table(&as_user(&ann), &game).await, Err(LeaveError::NoSuchGame)));
    assert_eq!(app.count("SELECT COUNT(*) FROM seats").await, 0);
    let begun = service.open_table(&as_user(&ann), &against_computer()).await.unwrap();
    service.join(&as_user(&ann), &begun, None, None).await.unwrap();
    assert!(matches!(service.close_table(&as_user(&ann), &begun).await, Err(LeaveError::Begun)));
}

async fn the_number_of_waiting_tables_per_user_is_limited(app: &TestApp) {
    let ann = app.person("ann").await;
    for _ in 0..20 {
        app.service.open_table(&as_user(&ann), &two_seats()).await.unwrap();
    }
    let refused = app.service.open_table(&as_user(&ann), &two_seats()).await;
    assert!(matches!(refused, Err(OpenError::TooMany(20))), "{refused:?}");
    // Also for requests that come at once.
    let ben = as_user(&app.person("ben").await);
    let open = || async { app.service.open_table(&ben, &two_seats()).await.is_ok() };
    let opened = futures_util::future::join_all((0..60).map(|_| open())).await;
    assert_eq!(opened.into_iter().filter(|opened| *opened).count(), 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_that_open_tables_at_once_share_the_limit() {
    let app = TestApp::on_postgres().await;
    let other = app.second_process().await;
    let ann = as_user(&app.person("ann").await);
    let open = async |service: &Service| service.open_table(&ann, &two_seats()).await;
    let opened = join_all((0..60).map(|nth| open(if nth % 2 == 0 { &app.service } else { &other }))).await;
    assert_eq!(opened.iter().filter(|opened| opened.is_ok()).count(), 20);
    assert!(opened.iter().all(|opened| matches!(opened, Ok(_) | Err(OpenError::TooMany(20)))), "{opened:?}");
    other.close().await;
    app.leave().await;
}

async fn opening_a_table_can_seat_its_opener_and_begin_the_game(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let game = service.open_and_join(&as_user(&ann), &two_seats(), None).await.unwrap();
    let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
    assert_eq!((table.you, table.table.status(), table.table.free_seats()), (Some(Seat(0)), Status::Open, 1));
    service.join(&as_user(&ben), &game, None, None).await.unwrap();
    assert_eq!(app.replay(&game).await.header().seats, ["ann", "ben"]);

    let first = OpenTable { computers: vec![(Seat(0), ComputerLevel::One)], ..two_seats() }
        .with(|settings| settings.time_control = TimeControl::of_days(Some(2)));
    for (opening, you) in [(against_computer(), Seat(0)), (first, Seat(1))] {
        let game = service.open_and_join(&as_user(&ann), &opening, None).await.unwrap();
        let table = service.table(&as_user(&ann), &game, None).await.unwrap().unwrap();
        assert_eq!(
            (table.you, table.table.status(), table.table.last_event()),
            (Some(you), Status::Playing, 1)
        );
        let job = format!("SELECT COUNT(*) FROM jobs WHERE unique_key = 'turn/{game}'");
        let has_job = table.table.deadline().is_some() || table.table.is_computer_to_move();
        assert_eq!(app.count(&job).await, i64::from(has_job));
    }
    assert_eq!(service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

async fn a_new_table_starts_from_the_last_one_with_other_people(app: &TestApp) {
    let service = &app.service;
    let ann = app.person("ann").await;
    let last = async || service.last_opened(&as_user(&ann)).await.unwrap().map(|table| table.id);
    assert_eq!(last().await, None);
    let alone = service.open_and_join(&as_user(&ann), &against_computer(), None).await.unwrap();
    assert_eq!(last().await, Some(alone));
    let mut opened = Vec::new();
    for seats in [2, 3] {
        app.clock.advance(chrono::TimeDelta::seconds(1));
        opened.push(service.open_table(&as_user(&ann), &OpenTable { seats, ..two_seats() }).await.unwrap());
    }
    app.clock.advance(chrono::TimeDelta::seconds(1));
    service.open_and_join(&as_user(&ann), &against_computer(), None).await.unwrap();
    assert_eq!(last().await, opened.pop());
}

async fn a_rematch_inherits_the_aids_and_older_games_have_all(app: &TestApp) {
    let service = &app.service;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for aids in Aids::ALL {
        let game = service
            .open_table(&as_user(&ann), &two_seats().with(|settings| settings.aids = aids))
            .await
            .unwrap();
        for player in [&ann, &ben] {
            service.join(&as_user(player), &game, None, None).await.unwrap();
        }
        service.resign(&as_user(&ann), &game, &submission(service, 1)).await.unwrap();
        let rematch = service.rematch(&as_user(&ben), &game, None).await.unwrap();
        for table in [game, rematch] {
            assert_eq!(service.table(&HOME, &table, None).await.unwrap().unwrap().table.settings.aids, aids);
        }
    }
    // A row written by an older server has no player aids.
    let columns = "opener, rules, rules_version, seat_count, public, invite, clock_days, secret, created, listed, revision,
        header, status, last_n, changed, to_move, computer_to_move, deadline, hand, scores, handicaps";
    let before = format!(
        "INSERT INTO games (id, {columns}) SELECT 'aaaaaaaaaaaaaaaa', {columns} FROM games WHERE aids = 'none' AND status = 'open'"
    );
    app.damage(&before).await;
    let old = service.table(&HOME, &GameId::parse("aaaaaaaaaaaaaaaa").unwrap(), None).await.unwrap().unwrap();
    assert_eq!(old.table.settings.aids, Aids::All);
}

async fn a_table_is_stored_with_every_setting_of_its_first_event(app: &TestApp) {
    let ann = app.person("ann").await;
    app.service.open_table(&as_user(&ann), &unusual()).await.unwrap();
    let read = async |statement: &'static str| {
        let json: String = sqlx::query_scalar(statement).fetch_one(&app.raw).await.unwrap();
        serde_json::from_str::<Map<String, Value>>(&json).unwrap()
    };
    let mut event = read("SELECT body FROM table_events WHERE n = 1").await;
    event.retain(|name, _| !["type", "opener", "seats", "rematch_of", "place", "rules"].contains(&&**name));
    assert_eq!(read("SELECT settings FROM games").await, event);
    assert!(event.contains_key("missed_turns"), "{event:?}");
}

/// During an upgrade, servers run that don't know the column `settings`.
async fn servers_of_the_version_before_read_new_tables_and_theirs_are_read(app: &TestApp) {
    let ann = app.person("ann").await;
    let game = app.service.open_table(&as_user(&ann), &unusual()).await.unwrap();
    let columns = "SELECT public, clock_days, handicaps, aids, hints FROM games";
    let columns: (i64, i64, String, String, String) =
        sqlx::query_as(columns).fetch_one(&app.raw).await.unwrap();
    let hints = r#"[{"count":0,"last":0},{"count":0,"last":0}]"#;
    assert_eq!(columns, (0, 3, "[3,0]".to_owned(), "none".to_owned(), hints.to_owned()));
    let table = async || app.service.table(&as_user(&ann), &game, None).await.unwrap().unwrap().table;
    let before = table().await;
    assert_eq!(before.settings, unusual().settings);
    app.damage("UPDATE games SET settings = NULL").await;
    assert_eq!(table().await, before);
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
}

/// A table with settings that differ from the usual ones.
fn unusual() -> OpenTable {
    let settings = Settings {
        rules: Ruleset::of(Preset::Chicago),
        handicaps: vec![3, 0],
        public: false,
        time_control: TimeControl::of_days(Some(3)),
        aids: Aids::None,
        hints: true,
        ..Settings::default()
    };
    OpenTable { settings, ..two_seats() }
}
