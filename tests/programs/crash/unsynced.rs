//! Power cuts on SQLite: what the server has written, but not synced, is dropped.
//!
//! `strace` records every write, truncation and sync of the database file and its log, in order. For any moment of that recording the files
//! are built as a disk could have them that keeps nothing but what was synced: once without all later writes, once with some of them, in any
//! choice, of which the last is torn. Each such pair of files is opened, and must hold every move that was acknowledged before that moment.
//!
//! This shows that the server acknowledges nothing before it is synced, and that SQLite recovers from what remains. It trusts the disk to keep what
//! was synced, and the file system to keep the names of the files.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use chrono::{DateTime, TimeDelta, Utc};
use data_encoding::HEXLOWER;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;

use super::kills;
use super::play::{Match, Promised, Stored, assert_verified, play};
use super::server::Server;
use crate::load::bench::games::TestData;

const PAIRS: usize = 4;
/// Acknowledged moves in the recording, for each power cut.
const MOVES: usize = 20;

/// A recorded system call.
enum Call {
    Write {
        file: usize,
        at: usize,
        bytes: Vec<u8>,
    },
    Truncate {
        file: usize,
        length: usize,
    },
    /// The sync covers what happened before the call at this index.
    Synced {
        file: usize,
        since: usize,
    },
}

struct Recorded {
    /// When the call was made, or ended for syncs.
    at: DateTime<Utc>,
    call: Call,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_acknowledged_move_is_lost_when_sqlite_loses_what_was_not_synced() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().canonicalize().unwrap().join(name);
    let files = [path("bastide.db"), path("bastide.db-wal")];
    let url = format!("sqlite:{}", files[0].display());
    let data = TestData::set_up(&url, 0..PAIRS, 2 + kills() * MOVES / PAIRS / 60).await;
    let before = files.clone().map(|file| fs::read(file).unwrap_or_default());
    let (trace, log) = (path("trace"), path("log"));
    let promised = record(&data, &url, &files, &trace, &log).await;
    let recorded = read(&fs::read_to_string(&trace).unwrap(), &files);

    let mut random = Xoshiro256PlusPlus::seed_from_u64(kills() as u64);
    let (mut dropped, mut others) = (0, 0);
    for cut in 0..kills() {
        let end = random.random_range(1..=recorded.len());
        let at = recorded[end - 1].at;
        for some in [false, true] {
            let (images, lost) = power_cut(&before, &recorded[..end], some.then_some(&mut random));
            *if some { &mut others } else { &mut dropped } += lost;
            let copy = path(&format!("cut-{cut}-{some}"));
            let url = put(&copy, &images);
            let stored = Stored::read(&url).await;
            assert_kept_at(&data, &promised, &stored, at).unwrap();
            assert_verified(&url).await;
            fs::remove_dir_all(copy).unwrap();
        }
    }
    assert!(dropped > 0 && others > 0, "some writes were not synced at the time");

    // The method notices missing syncs: without the last ones before the last acknowledgement, moves are lost.
    let last = *promised.iter().filter_map(|promised| promised.at.last()).max().unwrap();
    let is_early_sync = |call: &Recorded| matches!(call.call, Call::Synced { .. }) && call.at < last;
    let syncs = recorded.iter().enumerate().filter(|(_, call)| is_early_sync(call));
    let (sync, _) = syncs.rev().nth(PAIRS).unwrap();
    let last = last + TimeDelta::seconds(1);
    let (images, _) = power_cut(&before, &recorded[..sync], None);
    let url = put(&path("control"), &images);
    assert!(
        assert_kept_at(&data, &promised, &Stored::read(&url).await, last).is_err(),
        "it would be noticed"
    );
    println!(
        "{} power cuts: {} writes recorded, {dropped} dropped, {others} more dropped among writes that were kept",
        2 * kills(),
        recorded.len()
    );
}

/// Plays under `strace`, and returns what the players were promised.
async fn record(data: &TestData, url: &str, files: &[PathBuf; 2], trace: &Path, log: &Path) -> Vec<Promised> {
    let [database, wal] = files.each_ref().map(|file| file.to_str().unwrap());
    let calls = "trace=write,pwrite64,pwritev,pwritev2,writev,ftruncate,fsync,fdatasync";
    let strace = [
        "strace",
        "-f",
        "-y",
        "-ttt",
        "-xx",
        "-s",
        "1000000",
        "--seccomp-bpf",
        "-e",
        calls,
        "-P",
        database,
        "-P",
        wal,
        "-o",
        trace.to_str().unwrap(),
    ];
    let mut server = Server::start(&strace, url, log);
    let forms = data.forms(&server.address).await;
    let (_keep, address) = watch::channel(server.address.clone());
    let game = Match { address, stop: Arc::default(), acknowledged: Arc::default() };
    let enough = async {
        while game.acknowledged.load(Ordering::Relaxed) < kills() * MOVES {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        game.stop.store(true, Ordering::Relaxed);
    };
    let (promised, ()) = tokio::join!(play(data, &forms, &game), enough);
    // The server is the child of strace, which ends with it and then has written all.
    let children = fs::read_to_string(format!("/proc/{0}/task/{0}/children", server.id())).unwrap();
    assert!(Command::new("kill").arg("-KILL").args(children.split_whitespace()).status().unwrap().success());
    server.wait();
    promised
}

/// Reads what strace wrote: `PID TIME call(FD<path in hex>, …) = result`, in two parts if other calls came in between.
fn read(trace: &str, files: &[PathBuf; 2]) -> Vec<Recorded> {
    let names = files.clone().map(|file| file.to_str().unwrap().to_owned());
    let mut recorded = Vec::new();
    // Syncs that have not ended, by process.
    let mut syncing = HashMap::<&str, (usize, usize)>::new();
    for line in trace.lines() {
        let Some((process, rest)) = line.split_once(' ') else { continue };
        let Some((time, call)) = rest.trim_start().split_once(' ') else { continue };
        let Ok(time) = time.parse::<f64>() else { continue };
        #[expect(clippy::cast_possible_truncation, reason = "microseconds of this century")]
        let at = DateTime::from_timestamp_micros((time * 1_000_000.0) as i64).unwrap();
        if call.starts_with("<... ") {
            if call.contains("sync resumed>") && call.ends_with("= 0") {
                let (file, since) = syncing.remove(process).expect("it has begun");
                recorded.push(Recorded { at, call: Call::Synced { file, since } });
            }
            continue;
        }
        let Some((name, arguments)) = call.split_once('(') else { continue };
        let file = arguments.split(['<', '>']).nth(1).map(|path| String::from_utf8(unhex(path)).unwrap());
        let Some(file) = file.and_then(|path| names.iter().position(|name| *name == path)) else { continue };
        let rest: Vec<&str> = arguments.split(", ").collect();
        let number = |text: &str| text.split([')', ' ']).next().unwrap().parse::<usize>().unwrap();
        let call = match name {
            "pwrite64" => Call::Write { file, at: number(rest[3]), bytes: unhex(rest[1].trim_matches('"')) },
            "ftruncate" => Call::Truncate { file, length: number(rest[1]) },
            "fsync" | "fdatasync" if call.contains("<unfinished") => {
                syncing.insert(process, (file, recorded.len()));
                continue;
            }
            "fsync" | "fdatasync" => Call::Synced { file, since: recorded.len() },
            other => panic!("SQLite writes in another way: {other}"),
        };
        recorded.push(Recorded { at, call });
    }
    assert!(recorded.len() > 100, "strace has recorded the server");
    recorded
}

/// `\x2f\x74` as bytes.
fn unhex(text: &str) -> Vec<u8> {
    HEXLOWER.decode(text.replace("\\x", "").as_bytes()).unwrap()
}

/// The files after a power cut: what was synced, and some of the other writes if they are drawn. Also returns how many are lost.
fn power_cut(
    before: &[Vec<u8>; 2],
    recorded: &[Recorded],
    draw: Option<&mut Xoshiro256PlusPlus>,
) -> ([Vec<u8>; 2], usize) {
    let mut synced = [0; 2];
    for recorded in recorded {
        if let Call::Synced { file, since } = recorded.call {
            synced[file] = since;
        }
    }
    let unsynced = |&index: &usize| match recorded[index].call {
        Call::Write { file, .. } | Call::Truncate { file, .. } => index >= synced[file],
        Call::Synced { .. } => false,
    };
    let mut lost: Vec<usize> = (0..recorded.len()).filter(unsynced).collect();
    let mut torn = None;
    if let Some(random) = draw {
        torn = lost.iter().copied().rfind(|_| random.random_bool(0.5));
        lost.retain(|&index| Some(index) < torn && random.random_bool(0.5) || Some(index) > torn);
    }
    let mut images = before.clone();
    for (index, recorded) in recorded.iter().enumerate() {
        if lost.contains(&index) {
            continue;
        }
        match &recorded.call {
            Call::Write { file, at, bytes } => {
                let length = if torn == Some(index) { bytes.len() / 2 } else { bytes.len() };
                let image = &mut images[*file];
                if image.len() < at + length {
                    image.resize(at + length, 0);
                }
                image[*at..at + length].copy_from_slice(&bytes[..length]);
            }
            Call::Truncate { file, length } => images[*file].resize(*length, 0),
            Call::Synced { .. } => {}
        }
    }
    (images, lost.len())
}

/// Writes the files to a new folder, and returns the URL of the database.
fn put(folder: &Path, images: &[Vec<u8>; 2]) -> String {
    fs::create_dir(folder).unwrap();
    let database = folder.join("bastide.db");
    fs::write(&database, &images[0]).unwrap();
    fs::write(folder.join("bastide.db-wal"), &images[1]).unwrap();
    format!("sqlite:{}", database.display())
}

/// Fails unless all moves that were acknowledged before a moment are stored.
fn assert_kept_at(
    data: &TestData,
    promised: &[Promised],
    stored: &Stored,
    at: DateTime<Utc>,
) -> Result<(), String> {
    for (pair, promised) in data.pairs.iter().zip(promised) {
        // Times of acknowledgements are cut to milliseconds.
        let acknowledged = promised.at.iter().filter(|time| **time + TimeDelta::milliseconds(1) < at).count();
        let moves = stored.moves(pair)?;
        if moves < acknowledged {
            return Err(format!("{moves} stored, {acknowledged} acknowledged"));
        }
    }
    Ok(())
}
