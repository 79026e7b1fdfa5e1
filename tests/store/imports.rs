//! Imported games in the database: rows that follow from their logs, and what becomes of them.

use bastide::engine::{Event, Preset, Record, Ruleset, Seat};
use bastide::service::{
    CLOSES_AFTER, ImportError, Keep, MOST_IMPORTS, MOST_RECORDINGS, Principal, RecordingError,
};
use bastide::table::{GameId, Status, SubmissionKey};
use chrono::{TimeDelta, Utc};

use crate::app::{HOME, TestApp, as_confirmed, as_user, run_jobs};

crate::on_both_databases! {
    an_imported_game_follows_from_its_logs
    the_times_of_a_record_are_kept
    a_user_imports_so_many_games_a_day
    a_file_is_read_by_jobs_of_two_servers_and_each_game_is_kept_once
    a_recording_is_stored_step_by_step
    imported_games_go_with_the_account
}

/// For `plans`: files of all players, some of them read long ago.
pub const PADDING: &str = "import_files (user_id, since, text, records, done, kept, refused)
     SELECT u.id, CASE WHEN u.name > 'player-9' THEN 0 ELSE 4000000000000 END, CASE WHEN u.name > 'player-5' THEN '' END, 1, 0, 0, '[]'
     FROM users u WHERE u.name > 'player-2'";

fn record(seed: u8) -> Record {
    let (game, events) = samples::finished_game(Ruleset::default(), seed);
    Record { header: game.header().clone(), events }
}

fn key(n: u32) -> SubmissionKey {
    SubmissionKey::parse(&format!("import-{n:08}")).unwrap()
}

async fn import(app: &TestApp, me: &Principal, record: &Record, n: u32, public: bool) -> GameId {
    let game = app.service.read_import(me, record.write()).await.unwrap();
    let keep = Keep { own: Some(Seat(1)), public, submission: key(n) };
    app.service.keep_import(me, game, keep).await.unwrap()
}

/// Sends every statement.
pub async fn tour(app: &TestApp) {
    let me = as_user(&app.person("imogen").await);
    let id = import(app, &me, &record(1), 1, true).await;
    app.service.imported_games(&me, None).await.unwrap();
    app.service.delete_import(&me, &id).await.unwrap();
    app.service.import_file(&me, &record(2).write().repeat(2)).await.unwrap();
    run_jobs(&app.service).await;
    app.service.import_progress(&me).await.unwrap().unwrap();
    app.service.clean_up().await.unwrap();
    app.service.remove_import(&me).await.unwrap();
    let names = vec!["ann".to_owned(), "ben".to_owned()];
    let id = app.service.begin_recording(&me, Ruleset::default(), names).await.unwrap();
    app.service.recordings(&me).await.unwrap();
    app.service.record_step(&me, &id, 0, "*RFRF".parse().unwrap()).await.unwrap();
    app.service.remove_recording(&me, &id).await.unwrap();
}

async fn an_imported_game_follows_from_its_logs(app: &TestApp) {
    let ann = app.person("ann").await;
    let me = as_user(&ann);
    let whole = record(6);
    let mut short = whole.clone();
    short.events.truncate(40);
    while !matches!(short.events.last().unwrap().event, Event::Draw { .. }) {
        short.events.pop();
    }
    let mut turns = whole.clone();
    turns.events.retain(|entry| entry.event.turn().is_some());
    for (n, entry) in (1..).zip(&mut turns.events) {
        entry.n = n;
    }
    for (n, record, public) in [(1, &whole, true), (2, &short, false), (3, &turns, false)] {
        let id = import(app, &me, record, n, public).await;
        assert_eq!(import(app, &me, record, n, public).await, id);
        let view = app.service.table(&me, &id, None).await.unwrap().unwrap();
        assert_eq!((view.table.status(), view.you), (Status::Finished, Some(Seat(1))));
        assert_eq!(view.table.imported_name(Seat(0)), Some("ann"));
        assert_eq!(view.table.imported_name(Seat(1)), None);
        assert_eq!(app.service.table(&HOME, &id, None).await.unwrap().is_some(), public);
    }
    run_jobs(&app.service).await;
    let rebuilt = app.service.rebuild(true, |_, _| ()).await.unwrap();
    assert_eq!((rebuilt.differences, rebuilt.unreadable), (Vec::<String>::new(), Vec::<String>::new()));
    let verified = app.service.verify(None, 2, |_| ()).await.unwrap();
    assert_eq!(verified.problems, 0);
    for table in ["attendance", "game_facets", "notifications", "waiting", "level_results"] {
        assert_eq!(app.count(&format!("SELECT COUNT(*) FROM {table}")).await, 0, "{table}");
    }
    app.damage("UPDATE games SET imported = NULL").await;
    let rebuilt = app.service.rebuild(false, |_, _| ()).await.unwrap();
    assert!(
        rebuilt.differences.iter().any(|line| line.contains(", imported: null is stored")),
        "{rebuilt:?}"
    );
    assert_eq!(app.service.rebuild(true, |_, _| ()).await.unwrap().differences, Vec::<String>::new());
    let games = app.service.imported_games(&me, None).await.unwrap().games;
    assert_eq!(games.len(), 3);
    for game in games {
        app.service.delete_import(&me, &game.id).await.unwrap();
    }
    assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 0);
    assert_eq!(app.count("SELECT COUNT(*) FROM events").await, 0);
}

async fn the_times_of_a_record_are_kept(app: &TestApp) {
    let me = as_user(&app.person("ann").await);
    let mut record = record(7);
    let first = app.clock.now() - TimeDelta::days(100);
    for (n, entry) in (0..).zip(&mut record.events) {
        // The third comes before the second, and the last have none.
        let minutes = if n == 2 { 0 } else { n };
        entry.at = (n < 50).then(|| first + TimeDelta::minutes(minutes));
    }
    let id = import(app, &me, &record, 1, true).await;
    let log = app.replay(&id).await.log.clone();
    let after = |n: usize| (log[n].at.unwrap().with_timezone(&Utc) - first).num_minutes();
    assert_eq!([0, 1, 2, 3, 49, 60].map(after), [0, 1, 1, 3, 49, 49]);
    let table = app.service.table(&me, &id, None).await.unwrap().unwrap().table;
    assert_eq!((table.changed() - first).num_minutes(), 49);
}

async fn a_user_imports_so_many_games_a_day(app: &TestApp) {
    let me = as_user(&app.person("ann").await);
    let game = app.service.read_import(&me, record(8).write()).await.unwrap();
    let keep = async |n| {
        let keep = Keep { own: None, public: false, submission: key(n) };
        app.service.keep_import(&me, game.clone(), keep).await
    };
    app.damage(&format!(
        "INSERT INTO attempts (subject, tries, since) VALUES ('imports by {}', {}, {})",
        me.user().unwrap(),
        MOST_IMPORTS - 1,
        app.clock.now().timestamp_millis()
    ))
    .await;
    keep(1).await.unwrap();
    assert!(matches!(keep(2).await, Err(ImportError::Throttled(_))));
    keep(1).await.unwrap();
    app.clock.advance(TimeDelta::days(2));
    keep(2).await.unwrap();
}

async fn a_file_is_read_by_jobs_of_two_servers_and_each_game_is_kept_once(app: &TestApp) {
    let me = as_user(&app.person("ann").await);
    let games: String = (1..=45).map(|seed| record(seed).write()).collect();
    let file = format!("{games}{}", record(1).write().replacen("\"n\":3", "\"n\":7", 1));
    let second = app.second_process().await;
    let progress = async || app.service.import_progress(&me).await.unwrap();
    app.service.import_file(&me, &file).await.unwrap();
    assert!(matches!(second.import_file(&me, &file).await, Err(ImportError::Waiting)));
    for _ in 0..2 {
        tokio::join!(run_jobs(&app.service), run_jobs(&second));
        let read = progress().await.unwrap();
        assert_eq!((read.records, read.done, read.kept, read.refusals()), (46, 46, 45, 1));
        let line = games.lines().count() + 4;
        assert_eq!(read.refused.iter().map(|why| why.line).collect::<Vec<_>>(), [line]);
        assert_eq!(app.count("SELECT COUNT(*) FROM games").await, 45, "nothing is kept twice");
        assert_eq!(app.count("SELECT COUNT(*) FROM import_files WHERE text IS NOT NULL").await, 0);
        second.import_file(&me, &file).await.unwrap();
    }
    second.remove_import(&me).await.unwrap();
    assert!(matches!(second.remove_import(&me).await, Err(ImportError::NoSuchFile)));
    run_jobs(&app.service).await;
    assert_eq!(progress().await, None);
    app.service.import_file(&me, &file).await.unwrap();
    app.damage("UPDATE jobs SET failed = 1 WHERE kind = 'read_import'").await;
    assert!(progress().await.unwrap().given_up);
    app.clock.advance(TimeDelta::days(31));
    app.service.clean_up().await.unwrap();
    assert_eq!(progress().await, None, "a file is forgotten that was given up");
    second.close().await;
}

async fn a_recording_is_stored_step_by_step(app: &TestApp) {
    let (ann, ben) = (as_user(&app.person("ann").await), as_user(&app.person("ben").await));
    let service = &app.service;
    let names = || vec!["Ann".to_owned(), "Ben".to_owned()];
    let begin = async |rules| service.begin_recording(&ann, rules, names()).await;
    let id = begin(Ruleset::default()).await.unwrap();
    let step =
        async |expected, step: &str| service.record_step(&ann, &id, expected, step.parse().unwrap()).await;
    step(0, "*RFRF").await.unwrap();
    step(0, "*RFRF").await.unwrap();
    assert!(matches!(step(0, "*CFFF").await, Err(RecordingError::Stale)));
    assert!(matches!(step(1, "9,9,0").await, Err(RecordingError::Step(_))));
    step(1, "1,0,1,mr1").await.unwrap();
    let recording = service.recording(&ann, &id).await.unwrap();
    assert_eq!((recording.practice.game().turns(), recording.practice.steps().len()), (1, 2));
    assert_eq!(recording.record().events.len(), 2, "the next tile is not named yet");
    assert!(matches!(service.recording(&ben, &id).await, Err(RecordingError::NotFound)));
    let late = service.undo_steps(&ann, &id, 0).await;
    assert!(matches!(late, Err(RecordingError::Stale)), "another device has gone on: {late:?}");
    service.undo_steps(&ann, &id, 1).await.unwrap();
    service.undo_steps(&ann, &id, 1).await.unwrap();
    assert_eq!(service.recordings(&ann).await.unwrap()[0].practice.steps().len(), 1);
    let shared = begin(Ruleset::of(Preset::Mcguire)).await;
    assert!(matches!(shared, Err(RecordingError::Rules)), "{shared:?}");
    for _ in 1..MOST_RECORDINGS {
        begin(Ruleset::default()).await.unwrap();
    }
    assert!(matches!(begin(Ruleset::default()).await, Err(RecordingError::TooMany)));
    service.remove_recording(&ann, &id).await.unwrap();
    assert!(matches!(service.remove_recording(&ann, &id).await, Err(RecordingError::NotFound)));
}

async fn imported_games_go_with_the_account(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let [hers, his] = [as_user(&ann), as_user(&ben)];
    for (n, public) in [(1, true), (2, false)] {
        import(app, &hers, &record(9), n, public).await;
    }
    app.service.import_file(&hers, &record(2).write().repeat(2)).await.unwrap();
    let kept = import(app, &his, &record(9), 3, true).await;
    run_jobs(&app.service).await;
    app.service.close_account(&as_confirmed(&ann, &app.clock), false).await.unwrap();
    app.clock.advance(CLOSES_AFTER);
    run_jobs(&app.service).await;
    let games: Vec<String> = sqlx::query_scalar("SELECT id FROM games").fetch_all(&app.raw).await.unwrap();
    assert_eq!(games, [kept.to_string()]);
    assert_eq!(app.count("SELECT COUNT(*) FROM import_files").await, 0);
    assert_eq!(app.count(&format!("SELECT COUNT(*) FROM events WHERE game <> '{kept}'")).await, 0);
}
