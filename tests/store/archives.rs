//! Files of all public games of a month.

use std::io::Read;

use bastide::account::UserId;
use bastide::engine::Record;
use bastide::service::{CLOSES_AFTER, NewName, Service};
use bastide::store::Store;
use bastide::table::{Archive, ArchiveCursor, GameId, Job, Month};
use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use flate2::read::GzDecoder;
use sha2::{Digest, Sha256};

use crate::app::{HOME, TestApp, against_computer, as_confirmed, as_user, run_jobs, submission};

crate::on_both_databases! {
    each_month_with_games_has_a_file_once_it_is_over
    private_games_those_in_progress_and_those_of_guests_are_in_no_file
    a_file_that_was_begun_and_not_finished_is_never_seen
    the_earlier_of_two_makings_does_not_replace_the_later
    a_game_that_is_indexed_late_gets_into_the_file_of_its_month
    after_closing_the_name_is_in_no_file
    after_a_moderator_removes_a_name_it_is_in_no_file
    damage_to_a_file_is_found
    the_list_of_files_goes_both_ways
}

fn month(text: &str) -> Month {
    text.parse().unwrap()
}

/// Advances the clock to this time.
fn go_to(app: &TestApp, time: DateTime<Utc>) {
    app.clock.advance(time - app.clock.now());
}

/// A finished game of these players, resigned by the first.
async fn over(app: &TestApp, players: &[&UserId]) -> GameId {
    let game = app.game_of(players, None).await;
    app.play(&game, players).await.unwrap();
    let last = app.replay(&game).await.last();
    app.service.resign(&as_user(players[0]), &game, &submission(&app.service, last)).await.unwrap();
    run_jobs(&app.service).await;
    game
}

/// The whole file, with what is said of it checked.
async fn file(service: &Service, archive: &Archive) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut n = 0;
    while let Some(chunk) = service.archive_chunk(&HOME, archive, n).await.unwrap() {
        bytes.extend(chunk);
        n += 1;
    }
    assert_eq!(bytes.len() as u64, archive.bytes);
    assert_eq!(HEXLOWER.encode(&Sha256::digest(&bytes)), archive.sha256);
    bytes
}

/// The records of a month's file, each of which replays; `None` without a file.
async fn records(service: &Service, month: Month) -> Option<Vec<Record>> {
    let archive = service.archive(&HOME, month).await.unwrap()?;
    let mut text = String::new();
    GzDecoder::new(file(service, &archive).await.as_slice()).read_to_string(&mut text).unwrap();
    let mut records: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        match records.last_mut() {
            Some(record) if !line.starts_with("{\"record\":") => record.push_str(line),
            _ => records.push(line.to_owned()),
        }
    }
    assert_eq!(records.len() as u64, archive.games);
    let checked = service.check_archive(month).await.unwrap().unwrap();
    assert_eq!(checked.problems, []);
    Some(records.iter().map(|record| Record::read(record).unwrap().0).collect())
}

fn ids(records: &[Record]) -> Vec<String> {
    records.iter().map(|record| record.header.id.clone().unwrap()).collect()
}

async fn archived(app: &TestApp) -> Vec<String> {
    let page = app.service.archives(&HOME, None).await.unwrap();
    page.archives.iter().map(|archive| archive.month.to_string()).collect()
}

/// Lets a job run when jobs run next.
async fn schedule(app: &TestApp, job: &Job) {
    let (key, kind, lane, payload) = (job.key(), job.kind(), job.lane().word(), job.payload());
    app.damage(&format!(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created) VALUES ('{key}', '{kind}', '{lane}', '{payload}', 0, 0)
         ON CONFLICT (unique_key) DO UPDATE SET due = 0"
    ))
    .await;
}

/// Lets the job run as often as there is something to make.
async fn make_all(app: &TestApp) {
    schedule(app, &Job::MakeArchives).await;
    for _ in 0..20 {
        run_jobs(&app.service).await;
        app.clock.advance(TimeDelta::seconds(2));
    }
}

async fn each_month_with_games_has_a_file_once_it_is_over(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    make_all(app).await;
    assert!(archived(app).await.is_empty(), "there are no games");
    go_to(app, month("2026-11").begin());
    let november = over(app, &players).await;
    go_to(app, month("2026-12").end() - TimeDelta::milliseconds(1));
    let december = [over(app, &players).await, over(app, &players).await];
    // The first moment of a month belongs to it.
    go_to(app, month("2027-01").begin());
    let january = over(app, &players).await;
    make_all(app).await;
    assert_eq!(archived(app).await, ["2026-11"], "an hour after the end at the earliest");
    go_to(app, month("2027-01").begin() + TimeDelta::hours(1));
    make_all(app).await;
    assert_eq!(archived(app).await, ["2026-12", "2026-11"]);
    // Nothing ends in February.
    go_to(app, month("2027-03").begin());
    let march = over(app, &players).await;
    go_to(app, month("2027-04").begin() + TimeDelta::days(1));
    make_all(app).await;
    assert_eq!(archived(app).await, ["2027-03", "2027-01", "2026-12", "2026-11"]);
    let of = async |name: &str| ids(&records(&app.service, month(name)).await.unwrap());
    assert_eq!(of("2026-11").await, [november.to_string()]);
    let mut both = december.map(|game| game.to_string());
    both.sort();
    let mut found = of("2026-12").await;
    found.sort();
    assert_eq!(found, both);
    assert_eq!(of("2027-01").await, [january.to_string()]);
    assert_eq!(of("2027-03").await, [march.to_string()]);
    assert_eq!(records(&app.service, month("2027-02")).await, None);
    let before = app.service.archive(&HOME, month("2026-11")).await.unwrap();
    app.clock.advance(TimeDelta::days(9));
    make_all(app).await;
    assert_eq!(app.service.archive(&HOME, month("2026-11")).await.unwrap(), before, "it stays");
}

async fn private_games_those_in_progress_and_those_of_guests_are_in_no_file(app: &TestApp) {
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let players = [&ann, &ben];
    go_to(app, month("2026-11").begin());
    let public = over(app, &players).await;
    let eve = app.person("eve").await;
    over(app, &[&ann, &eve]).await;
    let hidden = against_computer().with(|settings| settings.public = false);
    let private = app.service.open_table(&as_user(&ann), &hidden).await.unwrap();
    app.service.join(&as_user(&ann), &private, None, None).await.unwrap();
    let begun = app.service.table(&as_user(&ann), &private, None).await.unwrap().unwrap();
    let last = begun.play.unwrap().last();
    app.service.resign(&as_user(&ann), &private, &submission(&app.service, last)).await.unwrap();
    app.game_of(&players, None).await;
    run_jobs(&app.service).await;
    // A guest's game goes with the guest.
    app.damage(&format!("UPDATE users SET name = 'Guest-72DQ' WHERE id = '{eve}'")).await;
    go_to(app, month("2026-12").begin() + TimeDelta::days(1));
    make_all(app).await;
    assert_eq!(ids(&records(&app.service, month("2026-11")).await.unwrap()), [public.to_string()]);
}

async fn november(app: &TestApp) -> (UserId, UserId, GameId) {
    let (ann, ben) = (app.person("ann").await, app.person("Qvortrup").await);
    go_to(app, month("2026-11").begin());
    let game = over(app, &[&ann, &ben]).await;
    go_to(app, month("2026-12").begin() + TimeDelta::days(1));
    (ann, ben, game)
}

async fn chunks(app: &TestApp) -> i64 {
    app.count("SELECT COUNT(*) FROM archive_chunks").await
}

async fn a_file_that_was_begun_and_not_finished_is_never_seen(app: &TestApp) {
    let (_, _, game) = november(app).await;
    // A server died in between: before there was a file, and when there was one.
    let begun = "INSERT INTO archive_chunks (month, made, n, data) VALUES ('2026-11', 5, 0, 'AAAA'), ('2026-11', 5, 1, 'AAAA')";
    app.damage(begun).await;
    assert!(archived(app).await.is_empty());
    make_all(app).await;
    let first = app.service.archive(&HOME, month("2026-11")).await.unwrap().unwrap();
    assert_eq!(chunks(app).await, 1, "what was left over is gone");
    app.damage(begun).await;
    app.clock.advance(TimeDelta::seconds(1));
    assert_eq!(ids(&records(&app.service, month("2026-11")).await.unwrap()), [game.to_string()]);
    let second = app.service.make_archive(month("2026-11")).await.unwrap().unwrap();
    assert_eq!((second.sha256, second.games), (first.sha256, 1), "the same games are the same file");
    assert_eq!(chunks(app).await, 1);
    assert!(app.service.make_archive(month("2026-12")).await.unwrap().is_none(), "it is not over");
}

async fn the_earlier_of_two_makings_does_not_replace_the_later(app: &TestApp) {
    november(app).await;
    let (store, month) = (Store::open(&app.url).await.unwrap(), month("2026-11"));
    let slow =
        |made| Archive { month, made, sha256: "f".repeat(64), games: 9, bytes: 3, licence: "x".to_owned() };
    // A slow server, whose clock is ahead, begins first; meanwhile another one makes the whole file.
    let made = store.begin_archive(month, app.clock.now() + TimeDelta::hours(1)).await.unwrap();
    store.add_archive_chunk(month, made, 0, b"abc").await.unwrap();
    let later = app.service.make_archive(month).await.unwrap().unwrap();
    assert!(later.made > made);
    store.add_archive_chunk(month, made, 1, b"def").await.unwrap();
    assert!(!store.publish_archive(&slow(made), 2).await.unwrap());
    assert_eq!(app.service.archive(&HOME, month).await.unwrap(), Some(later.clone()));
    store.remove_archive_chunks(month, made + TimeDelta::milliseconds(1)).await.unwrap();
    assert_eq!(chunks(app).await, 1, "those of the slow server are gone");
    // One whose making began later does not take the pieces of the visible file, and replaces it.
    let made = store.begin_archive(month, app.clock.now()).await.unwrap();
    assert!(made > later.made);
    store.remove_archive_chunks(month, made).await.unwrap();
    file(&app.service, &later).await;
    store.add_archive_chunk(month, made, 0, b"abc").await.unwrap();
    assert!(!store.publish_archive(&slow(made), 2).await.unwrap(), "a piece is missing");
    assert!(store.publish_archive(&slow(made), 1).await.unwrap());
    assert_eq!(app.service.archive(&HOME, month).await.unwrap(), Some(slow(made)));
    store.close().await;
}

async fn a_game_that_is_indexed_late_gets_into_the_file_of_its_month(app: &TestApp) {
    let (_, _, game) = november(app).await;
    // Another game of the month, so that there is a file.
    let (eve, finn) = (app.person("eve").await, app.person("finn").await);
    app.clock.advance(-TimeDelta::days(3));
    let other = over(app, &[&eve, &finn]).await;
    app.clock.advance(TimeDelta::days(3));
    // Analyses index games again.
    run_jobs(&app.service).await;
    app.damage(&format!("DELETE FROM game_facets WHERE game = '{game}'")).await;
    make_all(app).await;
    assert_eq!(ids(&records(&app.service, month("2026-11")).await.unwrap()), [other.to_string()]);
    schedule(app, &Job::IndexGame(game.clone())).await;
    run_jobs(&app.service).await;
    app.clock.advance(TimeDelta::hours(2));
    run_jobs(&app.service).await;
    assert_eq!(
        ids(&records(&app.service, month("2026-11")).await.unwrap()),
        [game.to_string(), other.to_string()]
    );
}

/// All texts of the records of November.
async fn november_text(app: &TestApp) -> String {
    let records = records(&app.service, month("2026-11")).await.unwrap();
    records.iter().map(Record::write).collect()
}

async fn after_closing_the_name_is_in_no_file(app: &TestApp) {
    let (_, ben, game) = november(app).await;
    make_all(app).await;
    let before = app.service.archive(&HOME, month("2026-11")).await.unwrap().unwrap();
    assert!(november_text(app).await.contains("Qvortrup"));
    app.service.close_account(&as_confirmed(&ben, &app.clock), false).await.unwrap();
    app.clock.advance(CLOSES_AFTER);
    for _ in 0..5 {
        run_jobs(&app.service).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let text = november_text(app).await;
    assert!(!text.contains("Qvortrup") && text.contains("Former-player"), "{text}");
    let after = app.service.archive(&HOME, month("2026-11")).await.unwrap().unwrap();
    assert!(after.made > before.made && after.sha256 != before.sha256);
    assert_eq!(chunks(app).await, 1, "the old one is gone");
    assert_eq!(ids(&records(&app.service, month("2026-11")).await.unwrap()), [game.to_string()]);
}

async fn after_a_moderator_removes_a_name_it_is_in_no_file(app: &TestApp) {
    let (_, ben, _) = november(app).await;
    make_all(app).await;
    let mo = app.person("mo").await;
    let staffed = app.second_process().await.with_staff(&[], &["mo".to_owned()]).await.unwrap().0;
    staffed.rename_account(&as_confirmed(&mo, &app.clock), &ben, NewName::Neutral, "rude").await.unwrap();
    for _ in 0..5 {
        run_jobs(&app.service).await;
        app.clock.advance(TimeDelta::seconds(1));
    }
    let text = november_text(app).await;
    assert!(!text.contains("Qvortrup"), "{text}");
    staffed.close().await;
}

async fn damage_to_a_file_is_found(app: &TestApp) {
    november(app).await;
    make_all(app).await;
    app.damage("UPDATE archives SET games = 7").await;
    let check = async || app.service.check_archive(month("2026-11")).await.unwrap().unwrap().problems;
    assert_eq!(check().await.len(), 1);
    app.damage("UPDATE archive_chunks SET data = 'AAAA'").await;
    assert!(check().await.len() > 1);
    app.damage("DELETE FROM archive_chunks").await;
    assert!(!check().await.is_empty());
    app.clock.advance(TimeDelta::seconds(1));
    app.service.make_archive(month("2026-11")).await.unwrap().unwrap();
    assert_eq!(check().await, []);
}

async fn the_list_of_files_goes_both_ways(app: &TestApp) {
    for year in 2020..2024 {
        for month in 1..=12 {
            app.damage(&format!(
                "INSERT INTO archives (month, made, sha256, games, bytes, licence) VALUES ('{year}-{month:02}', 1, '', 1, 1, 'x')"
            ))
            .await;
        }
    }
    let first = app.service.archives(&HOME, None).await.unwrap();
    assert_eq!((first.archives.len(), first.previous), (24, None));
    assert_eq!(first.next, Some(ArchiveCursor::Before(month("2022-01"))));
    let second = app.service.archives(&HOME, first.next).await.unwrap();
    assert_eq!((second.archives.len(), second.next), (24, None));
    let back = app.service.archives(&HOME, second.previous).await.unwrap();
    assert_eq!((back.archives, back.previous, back.next), (first.archives, None, first.next));
}

/// Sends every statement about these files.
pub async fn tour(app: &TestApp) {
    let service = &app.service;
    let page = service.archives(&HOME, None).await.unwrap();
    service.archives(&HOME, Some(ArchiveCursor::After(month("2020-01")))).await.unwrap();
    assert!(page.archives.is_empty());
    // Not while games are being indexed.
    app.damage(
        "INSERT INTO jobs (unique_key, kind, lane, payload, due, created)
         VALUES ('index_games', 'index_games', 'analysis', '', 4000000000000, 0)",
    )
    .await;
    schedule(app, &Job::MakeArchives).await;
    run_jobs(service).await;
    app.damage("DELETE FROM jobs WHERE unique_key IN ('index_games', 'make_archives')").await;
    // A file that was begun, of a month without games.
    let empty = month("1990-01");
    app.damage(&format!(
        "INSERT INTO archive_chunks (month, made, n, data) VALUES ('{empty}', 5, 0, 'AAAA')"
    ))
    .await;
    assert_eq!(service.make_archive(empty).await.unwrap().unwrap().games, 0);
    assert_eq!(service.check_archive(empty).await.unwrap().unwrap().problems, []);
}
