//! The disk is lost while people play, and the database comes back from a continuous backup, as `docs/backup.md` describes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bastide::clock::Clock;
use bastide::service::Service;
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{AnyConnection, Connection, Executor};
use tokio::sync::watch;
use tokio::time::sleep;

use super::play::{Match, Promised, Stored, assert_kept, assert_verified, play};
use super::server::Server;
use crate::load::bench::games::TestData;
use support::postgres_server::{PostgresServer, as_postgres, folder_of_postgres, programs, run};

const PAIRS: usize = 8;

/// Plays at full speed until `lose` has lost the database. Returns what was promised, and when it was lost.
async fn play_until_lost(
    data: &TestData,
    server: &Server,
    lose: impl AsyncFnOnce(),
) -> (Vec<Promised>, DateTime<Utc>) {
    let forms = data.forms(&server.address).await;
    let (_move_to, address) = watch::channel(server.address.clone());
    let game = Match { address, stop: Arc::default(), acknowledged: Arc::default() };
    let end = async {
        lose().await;
        game.stop.store(true, Ordering::Relaxed);
        Clock::system().now()
    };
    tokio::join!(play(data, &forms, &game), end)
}

/// A process that is killed with the test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_followed_copy_has_all_but_the_last_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let url = format!("sqlite:{}", path("bastide.db").display());
    let data = TestData::set_up(&url, 0..PAIRS, 4).await;
    let server = Server::start(&[], &url, &path("log"));
    let copy = path("copy.db");
    let mut follow = Command::new(env!("CARGO_BIN_EXE_bastide"));
    follow.args(["backup", "--follow", "--every", "1", "--database", &url]).arg(&copy);
    let mut following = Killed(follow.stderr(Stdio::null()).spawn().unwrap());
    let begun = Instant::now();
    while !copy.exists() {
        assert!(begun.elapsed() < Duration::from_mins(1) && following.0.try_wait().unwrap().is_none());
        sleep(Duration::from_millis(20)).await;
    }
    let (promised, lost) = play_until_lost(&data, &server, async || {
        sleep(Duration::from_secs(6)).await;
        following.0.kill().unwrap();
    })
    .await;
    drop(server);

    let restored = format!("sqlite:{}", path("restored.db").display());
    Service::restore(&copy, &restored, (Clock::system(), 2), |_| ()).await.unwrap();
    assert_verified(&restored).await;
    let stored = Stored::read(&restored).await;
    // A second between two rounds; a round waits for the disk.
    let safe = lost - TimeDelta::seconds(4);
    let mut moves = 0;
    for (pair, promised) in data.pairs.iter().zip(&promised) {
        let kept = stored.moves(pair).unwrap();
        let expected = promised.at.iter().filter(|at| **at < safe).count();
        assert!((expected..=promised.at.len() + 1).contains(&kept), "{kept} kept, {expected} expected");
        moves += expected;
    }
    assert!(moves > 0, "the disk was lost too early");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_log_of_postgres_has_every_acknowledged_move() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), folder_of_postgres());
    let (base, log) = (elsewhere.path().join("base"), elsewhere.path().join("log"));
    let mut database = PostgresServer::start(&[]).await;
    let url = database.url();
    let receive = || {
        let mut receive = as_postgres(&programs().join("pg_receivewal"));
        receive.args(["--slot=bastide", "--dbname", &url]);
        receive
    };
    run(receive().arg("--create-slot"));
    let base_backup = || {
        let mut backup = as_postgres(&programs().join("pg_basebackup"));
        run(backup.args(["--checkpoint=fast", "--dbname", &url, "--pgdata"]).arg(&base));
    };
    base_backup();
    run(as_postgres(Path::new("mkdir")).arg(&log));
    let mut receiver = receive();
    receiver.args(["--synchronous", "--directory"]).arg(&log);
    let receiver = Killed(receiver.stderr(Stdio::null()).spawn().unwrap());
    database.wait_for_standby().await;
    // A base backup that is made now has that setting.
    fs::remove_dir_all(&base).unwrap();
    base_backup();

    let data = TestData::set_up(&url, 0..PAIRS, 4).await;
    let server = Server::start(&[], &url, &folder.path().join("log"));
    let (promised, _) = play_until_lost(&data, &server, async || {
        sleep(Duration::from_secs(3)).await;
        database.kill();
    })
    .await;
    drop((server, receiver));
    assert!(promised.iter().all(|promised| !promised.at.is_empty()), "the disk was lost too early");

    fs::remove_dir_all(&database.data).unwrap();
    run(as_postgres(Path::new("cp")).arg("-a").arg(&base).arg(&database.data));
    for file in fs::read_dir(&log).unwrap().map(|entry| entry.unwrap().path()) {
        if file.extension().is_some_and(|extension| extension == "partial") {
            fs::rename(&file, file.with_extension("")).unwrap();
        }
    }
    let settings = database.data.join("postgresql.auto.conf");
    let mut settings = fs::OpenOptions::new().append(true).open(settings).unwrap();
    writeln!(settings, "restore_command = 'cp \"{}/%f\" \"%p\"'", log.display()).unwrap();
    run(as_postgres(Path::new("touch")).arg(database.data.join("recovery.signal")));
    database.restart().await;
    wait_for_recovery(&url).await;
    assert_kept(&data, &promised, &Stored::read(&url).await);
    assert_verified(&url).await;
    database.set_standbys("").await;
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    let written =
        tokio::time::timeout(Duration::from_secs(10), connection.execute("CREATE TABLE later (n BIGINT)"));
    written.await.expect("commits wait for nobody").unwrap();
}

/// Waits until all of the log has been replayed. Before that it can only be read.
async fn wait_for_recovery(url: &str) {
    let mut connection = AnyConnection::connect(url).await.unwrap();
    let recovering = "SELECT CAST(pg_is_in_recovery() AS TEXT)";
    while sqlx::query_scalar::<_, String>(recovering).fetch_one(&mut connection).await.unwrap() == "true" {
        sleep(Duration::from_millis(50)).await;
    }
    connection.close().await.unwrap();
}
